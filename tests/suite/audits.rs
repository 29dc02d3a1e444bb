//! Whether a format says enough: what `check` tells of clauses, of what is never used, and of changes that nobody notices.
//!
//! Each folder of `tests/audits` is shown as those of `tests/events` are: its files, and what its commands print.

use crate::commands::picture;
use crate::support::{Folder, files, root};
use proptest::prelude::*;
use rulesctl::audit::change::{self, Change};
use rulesctl::audit::{Effort, Fate, mutants};
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::{self, Part};
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::ruleset::{Ruleset, Settings, Step};
use rulesctl::session::{Format, Scoring, Session};
use rulesctl::sheet::ColumnId;
use rulesctl::source::Span;
use rulesctl::{check, format};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn audits_look_like_this() {
    insta::glob!("../audits", "*/commands", |path| {
        insta::assert_snapshot!(picture(path));
    });
}

/// A format by its text, in a session.
fn loaded(name: &str, text: &str) -> (Session, Format) {
    let mut session = Session::new();
    let found = Found { path: format!("{name}.toml"), text: text.to_owned() };
    let format = session.check(name, &found, &Folder(root().join("formats")));
    let format = format.unwrap_or_else(|| panic!("{}\n{text}", session.rendered(false)));
    assert!(!session.complaints.has_errors(), "{}\n{text}", session.rendered(false));
    (session, format)
}

/// What a changed format means, by the tree and by the text: the hash of its rules, if it is sound.
fn meanings(name: &str, session: &Session, format: &Format, change: &Change) -> [Option<String>; 2] {
    let hash = |ruleset: Option<Ruleset>, complaints: &Complaints| {
        ruleset.filter(|_| !complaints.has_errors()).map(|ruleset| ruleset.semantic_hash(&ruleset.defaults()))
    };
    let mut own = Complaints::new();
    let changed = change::changed(&format.file, &session.sources, change);
    let by_tree = hash(check::check(&changed, &session.sources, &mut own), &own);
    let text = change::changed_text(&format.file, &session.sources, change).unwrap();
    let (mut own, mut sources) = (Complaints::new(), rulesctl::source::Sources::new());
    let path = format!("{name}.toml");
    let folder = Folder(root().join("formats"));
    let read = format::load(name, &path, &text, &folder, &mut sources, &mut own);
    let by_text = read.and_then(|file| check::check(&file, &sources, &mut own));
    let by_text = hash(by_text, &own);
    [by_tree, by_text]
}

/// Every so many-th change of a format is what its lines say.
fn changes_are_what_they_say(name: &str, text: &str, every: usize) -> BTreeSet<&'static str> {
    let (session, format) = loaded(name, text);
    let all = change::changes(&format.file, &session.sources);
    let shown = all.iter().filter(|change| !change.patches.is_empty());
    for change in shown.step_by(every) {
        let [by_tree, by_text] = meanings(name, &session, &format, change);
        assert_eq!(by_tree, by_text, "{name}: {} of {}\n{:#?}", change.title, change.of, change.hunks);
    }
    all.iter().map(|change| change.kind.name()).collect()
}

#[test]
fn every_change_is_what_its_lines_say() {
    let mut kinds = BTreeSet::new();
    for path in files(&root().join("tests/audits"), ".toml") {
        let name = crate::support::stem(&path);
        kinds.extend(changes_are_what_they_say(&name, &fs::read_to_string(&path).unwrap(), 1));
    }
    for name in ShippedFormats.names() {
        let text = ShippedFormats.find(&name, "").unwrap().text;
        kinds.extend(changes_are_what_they_say(&name, &text, 11));
    }
    // The reference lists them; each is tried somewhere.
    let reference = fs::read_to_string(root().join("docs/language.md")).unwrap();
    for kind in &kinds {
        assert!(reference.contains(&format!("`{kind}`")), "docs/language.md does not tell of `{kind}`");
    }
}

/// The parts that all cells of a scored log rest on, one by one; of columns those that are computed row by row.
fn parts_of_cells(ruleset: &Ruleset, settings: &Settings, outcome: &engine::Outcome) -> BTreeSet<Part> {
    let mut all = BTreeSet::new();
    for step in ruleset.scoring() {
        for row in 0..outcome.tables.rows(ruleset.column(step.out()).sheet) {
            all.extend(engine::why(ruleset, settings, outcome, step.out(), row).parts);
        }
    }
    for (standing, table) in outcome.standings.iter().enumerate() {
        for row in &table.rows {
            all.extend(engine::why_in_place(ruleset, settings, outcome, standing, row.entrant).parts);
        }
    }
    all
}

#[test]
fn a_log_comes_to_what_its_cells_rest_on() {
    for (name, log) in [("blokus", "blokus-club.csv"), ("tarot-duel", "tarot-duel/1-november.csv")] {
        let text = ShippedFormats.find(name, "").unwrap().text;
        let (mut session, format) = loaded(name, &text);
        // The first matches will do.
        let text = fs::read_to_string(root().join("examples").join(log)).unwrap();
        let bytes = text.lines().take(97).collect::<Vec<_>>().join("\n").into_bytes();
        let input = Input { name: log.to_owned(), bytes: Box::new(bytes.as_slice()) };
        let settings = format.ruleset.defaults();
        let scored = session.score(&format, settings, vec![input], Scoring::default()).unwrap();
        let ruleset = &format.ruleset;
        let mapped: BTreeSet<Part> = ruleset
            .scoring()
            .filter(|step| matches!(step, Step::Map { .. }))
            .map(|step| Part::Column(step.out()))
            .collect();
        // What a verdict that speaks of no row looks at is no reason of anything.
        let judging: Vec<(ColumnId, Span)> = ruleset
            .verdicts
            .iter()
            .filter_map(|one| Some((one.condition, ruleset.column(one.condition).at?)))
            .collect();
        let keep = |part: &Part| match *part {
            Part::Column(column) => {
                mapped.contains(part) && !judging.iter().any(|(condition, _)| *condition == column)
            }
            Part::Item(at)
            | Part::Band(at)
            | Part::Case(at)
            | Part::Then(at)
            | Part::Otherwise(at)
            | Part::There(at)
            | Part::Fallback(at)
            | Part::Key(at) => !judging
                .iter()
                .any(|(_, all)| all.source == at.source && all.start <= at.start && at.end <= all.end),
            Part::Verdict(_) => true,
        };
        let together: BTreeSet<Part> =
            engine::used(ruleset, &scored.settings, &scored.outcome).parts.into_keys().filter(keep).collect();
        let alone = parts_of_cells(ruleset, &scored.settings, &scored.outcome);
        let alone: BTreeSet<Part> = alone.into_iter().filter(keep).collect();
        assert!(together.len() > 10);
        let differ: Vec<&Part> = together.symmetric_difference(&alone).collect();
        assert!(differ.is_empty(), "{name}: {differ:?}");
    }
}

/// A format whose domain is small enough to try all of it: two scores from 0 to 6.
fn small_format(points: &str, bonus: &str, order: &str) -> String {
    format!(
        "language = 1\n[seating]\nsides = 2\n[side.record]\nscore = 'integer 0 to 6'\n[side.rules]\n\
         lead = 'score - opponent.score'\npoints = '''\n{points}\n'''\nbonus = '''\n{bonus}\n'''\n\
         [game.placing]\norder = '''\n{order}\n'''\n[standing.table]\norder = '''\n  sum(points) highest first\n  \
         sum(bonus) highest first\n'''\n[[example]]\nname = 'a win'\ngame = {{ Ada.score = 4, Bo.score = 2 }}\n\
         expect = {{ Ada.lead = 2 }}\n"
    )
}

fn rule() -> impl Strategy<Value = String> {
    let literal = 0_i64..6;
    let comparison = prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]);
    let column = prop::sample::select(vec!["lead", "score", "abs(lead)"]);
    let condition = (column.clone(), comparison, literal.clone())
        .prop_map(|(column, sign, literal)| format!("{column} {sign} {literal}"));
    let joined = (condition.clone(), prop::sample::select(vec!["and", "or"]), condition.clone())
        .prop_map(|(one, word, other)| format!("{one} {word} {other}"));
    let condition = prop_oneof![condition, joined];
    let value = prop_oneof![
        literal.prop_map(|literal| literal.to_string()),
        (condition.clone(), 0_i64..4)
            .prop_map(|(condition, value)| format!("({value} if {condition} else 1)")),
        column.prop_map(|column| format!("max({column}, 1)")),
    ];
    let tally =
        prop::collection::vec((value.clone(), prop::option::of(condition.clone())), 1..3).prop_map(|items| {
            let item = |(value, condition): (String, Option<String>)| {
                format!(
                    "  + {value}{}",
                    condition.map(|condition| format!(" if {condition}")).unwrap_or_default()
                )
            };
            items.into_iter().map(item).collect::<Vec<_>>().join("\n")
        });
    let cases = (prop::collection::vec((condition, value.clone()), 1..3), value).prop_map(|(lines, last)| {
        let mut lines: Vec<String> =
            lines.into_iter().map(|(condition, value)| format!("  {condition} -> {value}")).collect();
        lines.push(format!("  otherwise -> {last}"));
        lines.join("\n")
    });
    let bands = (-3_i64..2, 1_i64..4, 0_i64..4).prop_map(|(low, more, value)| {
        format!(
            "by lead\n  {} or less -> {value}\n  {} to {} -> 2\n  {} or more -> 3",
            low,
            low + 1,
            low + more,
            low + more + 1
        )
    });
    prop_oneof![tally, cases, bands]
}

/// What every game of two scores comes to, in JSON.
fn whole_domain(format: &Format, session: &mut Session) -> Option<String> {
    let mut log = String::from("game,1,2,1.score,2.score\n");
    for (number, (one, other)) in (0..7).flat_map(|one| (0..7).map(move |other| (one, other))).enumerate() {
        log.push_str(&format!("{number},Ada,Bo,{one},{other}\n"));
    }
    let input = Input { name: "all.csv".to_owned(), bytes: Box::new(log.as_bytes()) };
    let scored = session.score(format, format.ruleset.defaults(), vec![input], Scoring::default())?;
    let mut out = Vec::new();
    let subject = scored.subject(&format.ruleset);
    rulesctl::report::write(subject, rulesctl::report::Shape::Csv, rulesctl::report::Part::Games, &mut out)
        .unwrap();
    Some(String::from_utf8(out).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// What counts as the same is the same on every game that there can be, and what counts as noticed by nobody comes
    /// with an example that the format passes and the changed one does not.
    #[test]
    fn nothing_is_taken_for_the_same_that_is_not(points in rule(), bonus in rule(), up in any::<bool>()) {
        let order = if up { "  score highest first\n  bonus highest first" } else { "  points highest first" };
        let text = small_format(&points, &bonus, order);
        let mut session = Session::new();
        let found = Found { path: "small.toml".to_owned(), text: text.clone() };
        let format = session.check("small", &found, &ShippedFormats);
        // Conditions that never hold, and so on, are none of our business here.
        prop_assume!(format.is_some() && !session.complaints.has_errors());
        let format = format.unwrap();
        let before = whole_domain(&format, &mut session);
        let effort = Effort { most: 60, invented: 60, seed: 1 };
        let found = mutants((&format.file, &format.ruleset), &session.sources, effort, &|_, _| {});
        for trial in &found.tried {
            let change = &trial.change;
            let file = change::changed(&format.file, &session.sources, change);
            let mut own = Complaints::new();
            let ruleset = check::check(&file, &session.sources, &mut own);
            match (&trial.fate, ruleset) {
                (Fate::Same | Fate::Equivalent(_), Some(ruleset)) => {
                    let after = whole_domain(&Format { file, ruleset }, &mut session);
                    prop_assert_eq!(&before, &after, "{} of {}\n{}", change.title, change.of, text);
                }
                (Fate::Same | Fate::Equivalent(_) | Fate::Survives(_) | Fate::Alike, None) => {
                    prop_assert!(false, "{} is not sound\n{text}", change.title);
                }
                (Fate::Survives(shown), Some(_)) => {
                    let with = |text: &str| {
                        let mut session = Session::new();
                        let text = format!("{text}\n{}", shown.text);
                        let found = Found { path: "small.toml".to_owned(), text };
                        session.check("small", &found, &ShippedFormats);
                        session.complaints.has_errors()
                    };
                    prop_assert!(!with(&text), "the format passes\n{}", shown.text);
                    if let Some(changed) = change::changed_text(&format.file, &session.sources, change) {
                        prop_assert!(with(&changed), "{changed}\nfails\n{}", shown.text);
                    }
                }
                (Fate::Alike | Fate::Example(_) | Fate::Claim(_) | Fate::Refused(_), _) => {}
            }
        }
    }
}
