//! Any figure opens down to the record and the clause, and says what was scored.
//!
//! Each file of `tests/explain` has questions as players ask them, a line that begins with `#`, each with the command that
//! answers it; `tests/explain/NAME/` has formats and logs of its own. To add a question, add both lines and accept the snapshot after reading it.

use crate::binary::{code, printed, program, said};
use crate::support::{file_name, files, root, stem};
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::Opened;
use rulesctl::explain::{Node, Question, Reach, Shut, Step as Told, Subject, What, explain, open};
use rulesctl::format::{FormatFinder, Library, ShippedFormats};
use rulesctl::ruleset::{Aggregate, BuiltinColumn, ClauseId, LinkRole, Origin, Ruleset, SheetKind, Step};
use rulesctl::session::{Scored, Scoring, Session};
use rulesctl::sheet::row_id;
use rulesctl::source::Sources;
use rulesctl::value::{Rational, Value};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// So many rows of a sheet are opened.
const MOST_ROWS: usize = 90;

#[test]
fn questions_are_answered() {
    insta::glob!("../explain", "*", |path| {
        if path.is_dir() {
            return;
        }
        let mut picture = String::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(question) = line.strip_prefix("# ") {
                writeln!(picture, "──── {question}").unwrap();
                continue;
            }
            let output = program().args(words(line)).output().unwrap();
            rules_stand_where_it_says(&printed(&output));
            let said = format!("{}{}", printed(&output), said(&output));
            writeln!(picture, "$ rulesctl {line}\n{}", without_lines(&said)).unwrap();
        }
        insta::assert_snapshot!(picture);
    });
}

/// Checks that each rule of a shipped format stands on the line that is told.
fn rules_stand_where_it_says(text: &str) {
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("rule: ")) {
        let Some((rule, place)) = line.rsplit_once(" (") else { continue };
        let (file, number) = place.trim_end_matches(')').rsplit_once(':').unwrap();
        let Ok(format) = fs::read_to_string(root().join("formats").join(file)) else { continue };
        let number: usize = number.parse().unwrap();
        let stands = format.lines().nth(number - 1).unwrap();
        // A schedule begins on the line of its size.
        let is_schedule = stands.ends_with("'''");
        let is_there = rule.split_whitespace().any(|word| stands.contains(word));
        assert!(is_there || is_schedule, "{file}:{number} has `{stands}`, and not `{rule}`");
    }
}

/// A text without the numbers of lines of shipped formats, which change with every remark in them.
fn without_lines(text: &str) -> String {
    let mut text = text.to_owned();
    for name in ShippedFormats.names() {
        let mark = format!("{name}.toml:");
        let mut parts = text.split(mark.as_str());
        let mut rest = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            write!(rest, "{mark}…{}", part.trim_start_matches(|sign: char| sign.is_ascii_digit())).unwrap();
        }
        text = rest;
    }
    text
}

/// The words of a command; what stands between quotes is one.
fn words(command: &str) -> Vec<String> {
    let quoted = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    command.split('"').enumerate().flat_map(quoted).collect()
}

/// A log that was scored, or an edition of it, and what it was scored by.
struct Case {
    name: String,
    sources: Sources,
    ruleset: Ruleset,
    scored: Scored,
}

impl Case {
    /// A log; each edition by itself, where there are several.
    fn of(name: &str, format: &str, path: &Path, settings: &str) -> Vec<Self> {
        let mut session = Session::new();
        let found = FormatFinder.find(format, "").unwrap();
        let mut format = session.load(format, &found, &FormatFinder).unwrap();
        let set: Vec<(&str, &str)> = settings.lines().filter_map(|line| line.split_once('=')).collect();
        let settings = session.settings(&mut format, set).unwrap();
        let mut complaints = Complaints::new();
        let logs = rulesctl::log::find(&path.display().to_string(), &mut complaints);
        let scored: Vec<(Ruleset, Scored)> = if format.ruleset.editions.is_none() {
            let scored = session.score(&format, settings, logs, Scoring::default());
            scored.into_iter().map(|scored| (format.ruleset.clone(), scored)).collect()
        } else {
            let editions = session.editions(&format, settings, logs, Scoring::default()).unwrap();
            let known = editions.known.clone();
            let one = |edition| Some((editions.rules.clone(), session.score_edition(&editions, edition)?));
            let mut all: Vec<(Ruleset, Scored)> = known.into_iter().filter_map(one).collect();
            let season = session.score_season(&editions).unwrap();
            all.push((editions.of_season.clone(), season));
            all
        };
        assert!(!scored.is_empty(), "{name}:\n{}", session.rendered(false));
        let sources = session.sources;
        let case =
            |(ruleset, scored)| Self { name: name.to_owned(), sources: sources.clone(), ruleset, scored };
        scored.into_iter().map(case).collect()
    }

    /// Every log of the examples.
    fn all() -> Vec<Self> {
        let folder = root().join("examples");
        let mut all = Vec::new();
        let mut entries: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let name = file_name(&path);
            let is_log = [".csv", ".jsonl"].iter().any(|ending| name.ends_with(ending));
            if !(path.is_dir() || is_log) {
                continue;
            }
            let format = format_of(&path);
            let settings = fs::read_to_string(path.with_extension("set")).unwrap_or_default();
            all.extend(Self::of(&name, &format, &path, &settings));
        }
        all
    }

    /// The name of an entrant.
    fn entrant(&self, row: u32) -> String {
        let sheet = self.ruleset.sheet_of(&SheetKind::Entrant).unwrap();
        let column = self.ruleset.builtin(sheet, BuiltinColumn::Name).unwrap();
        self.scored.outcome.value(&self.ruleset, column, row).words(&self.scored.outcome.symbols)
    }

    fn subject(&self) -> Subject<'_> {
        Subject {
            ruleset: &self.ruleset,
            settings: &self.scored.settings,
            outcome: &self.scored.outcome,
            seed: self.scored.seed,
            course: self.scored.course.as_ref(),
            sources: &self.sources,
        }
    }
}

fn format_of(log: &Path) -> String {
    let log = stem(log);
    let begins = |name: &String| log == *name || log.starts_with(&format!("{name}-"));
    ShippedFormats.names().into_iter().filter(begins).max_by_key(String::len).unwrap()
}

#[test]
fn every_cell_of_every_shipped_log_opens_as_what_was_scored() {
    for case in Case::all() {
        let Case { name, ruleset, scored, .. } = &case;
        let mut opened = 0;
        let mut recomputed = 0;
        for (id, info) in (0_u32..).map(rulesctl::sheet::ColumnId).zip(&ruleset.columns) {
            if matches!(info.origin, Origin::Hidden { .. }) {
                continue;
            }
            let rows = scored.outcome.tables.rows(info.sheet);
            // Of large sheets some of the rows: those next to one another are alike.
            for row in (0..row_id(rows)).step_by(rows / MOST_ROWS + 1) {
                // Every cell a little, many of them to the records.
                let depth = if (row + id.0) % 11 == 0 { None } else { Some(1) };
                let reach = Reach { depth, most: None };
                let node = open(case.subject(), (id, row), reach);
                let expected = scored.outcome.value(ruleset, id, row);
                assert_eq!(node.value, Some(expected), "{name}: {}", info.name);
                recomputed += holds_together(&node, name);
                opened += 1;
            }
        }
        assert!(opened > 20 && recomputed > 10, "{name}: {opened} cells, {recomputed} recomputed");
    }
}

#[test]
fn every_rule_evaluated_on_one_row_is_what_the_column_holds() {
    for case in Case::all() {
        let (ruleset, outcome) = (&case.ruleset, &case.scored.outcome);
        let mut cells = Opened::new(ruleset, &case.scored.settings, outcome);
        let mut tried = 0;
        for step in ruleset.scoring() {
            let Step::Map { out, value } = step else { continue };
            for row in 0..row_id(outcome.tables.rows(ruleset.column(*out).sheet)) {
                let held = outcome.value(ruleset, *out, row);
                // What cannot be computed does not matter on rows that are void: there it is missing.
                let own = cells.value(value, row).unwrap_or(Value::Missing);
                assert_eq!(own, held, "{}: {} on row {row}", case.name, ruleset.column(*out).name);
                tried += 1;
            }
        }
        assert!(tried > 20, "{}", case.name);
    }
}

/// Checks that every node of a tree comes of its children, where that is simple; how many there were.
fn holds_together(node: &Node, name: &str) -> usize {
    let mut checked: usize = node.children.iter().map(|child| holds_together(child, name)).sum();
    if node.shut.is_some() {
        assert!(node.children.is_empty(), "{name}: what is shut has nothing in it: {node:#?}");
        return checked;
    }
    if node.shut == Some(Shut::Deep) || node.more > 0 {
        return checked;
    }
    let items: Vec<&Node> =
        node.children.iter().filter(|child| matches!(child.what, What::Item { .. })).collect();
    if !items.is_empty() {
        let sum = items
            .iter()
            .filter(|item| matches!(item.what, What::Item { counts: true, .. }))
            .filter_map(|item| item.value?.size())
            .fold(Rational::ZERO, |sum, one| sum.add(&one).unwrap());
        assert_eq!(node.value.and_then(|value| value.size()), Some(sum), "{name}: {node:#?}");
        checked += 1;
    }
    let aggregated = node.steps.iter().find_map(|step| match step {
        Told::Aggregated(rows) => Some(rows),
        _ => None,
    });
    if let Some(rows) = aggregated {
        let values: Vec<Value> = node.children.iter().filter_map(|child| child.value).collect();
        let sizes = || values.iter().filter_map(Value::size);
        let sum = || sizes().fold(Rational::ZERO, |sum, one| sum.add(&one).unwrap());
        let own = node.value.unwrap();
        match rows.aggregate {
            Aggregate::Sum => assert_eq!(own.size(), Some(sum()), "{name}: {node:#?}"),
            Aggregate::Mean if values.is_empty() => assert_eq!(own, Value::Missing, "{name}: {node:#?}"),
            Aggregate::Mean => {
                let count = Rational::from_integer(i128::try_from(values.len()).unwrap());
                assert_eq!(own.size(), Some(sum().divide(&count).unwrap()), "{name}: {node:#?}");
            }
            Aggregate::Count => {
                let count = i64::try_from(rows.hits.unwrap_or(rows.taken)).unwrap();
                assert_eq!(own, Value::Integer(count), "{name}: {node:#?}");
                assert_eq!(node.children.len(), rows.hits.unwrap_or(rows.taken), "{name}: {node:#?}");
            }
            Aggregate::Any => assert_eq!(own, Value::Flag(rows.hits.unwrap() > 0), "{name}: {node:#?}"),
            Aggregate::None => assert_eq!(own, Value::Flag(rows.hits.unwrap() == 0), "{name}: {node:#?}"),
            Aggregate::All => {
                assert_eq!(own, Value::Flag(rows.hits.unwrap() == rows.taken), "{name}: {node:#?}");
            }
            Aggregate::Min => assert_eq!(own.size(), sizes().min(), "{name}: {node:#?}"),
            Aggregate::Max => assert_eq!(own.size(), sizes().max(), "{name}: {node:#?}"),
            Aggregate::First | Aggregate::Last => {
                assert_eq!(own, values.first().copied().unwrap_or(Value::Missing), "{name}: {node:#?}");
            }
        }
        checked += 1;
    }
    checked
}

#[test]
fn every_figure_of_a_standing_opens_as_it_is_shown() {
    let own = |format: &str, log: &str| {
        let format = root().join("tests").join(format).display().to_string();
        Case::of(log, &format, &root().join("tests").join(log), "")
    };
    let mut cases = Case::all();
    cases.extend(own("explain/evening/evening.toml", "explain/evening"));
    cases.extend(own("language/standing/restart.toml", "language/standing/restart.csv"));
    cases.extend(own("language/standing/among_tied.toml", "language/standing/among_tied.csv"));
    let (mut looked_at, mut not_looked_at) = (0, 0);
    for case in cases {
        let (ruleset, outcome) = (&case.ruleset, &case.scored.outcome);
        for (standing, table) in ruleset.standings.iter().zip(&outcome.standings) {
            for ((heading, column), row) in
                standing.columns.iter().flat_map(|one| table.rows.iter().map(move |row| (one, row)))
            {
                if ruleset.ladder.is_some() {
                    // Of a state its games are told.
                    continue;
                }
                let entrant = case.entrant(row.entrant);
                let question = Question {
                    entrant: Some(&entrant),
                    column: Some(heading),
                    standing: Some(&standing.name),
                    ..Question::default()
                };
                let explanation = explain(case.subject(), question, Reach::ALL).unwrap();
                let node = explanation.nodes.last().unwrap();
                let says = table.says(*column, row.entrant);
                let shown = outcome.value(ruleset, *column, row.entrant);
                let expected = if says { shown } else { Value::Missing };
                assert_eq!(node.value, Some(expected), "{}: {heading} of {entrant}", case.name);
                holds_together(node, &case.name);
                let is_tied =
                    standing.keys.iter().any(|key| key.column == *column && key.among_tied.is_some());
                looked_at += usize::from(is_tied && says);
                not_looked_at += usize::from(is_tied && !says);
            }
        }
    }
    assert!(looked_at > 3 && not_looked_at > 3, "{looked_at} {not_looked_at}");
}

#[test]
fn every_place_opens_as_it_was_scored() {
    for case in Case::all() {
        let (ruleset, outcome) = (&case.ruleset, &case.scored.outcome);
        for (standing, table) in ruleset.standings.iter().zip(&outcome.standings) {
            for (at, row) in table.rows.iter().enumerate() {
                let entrant = case.entrant(row.entrant);
                let question = Question {
                    entrant: Some(&entrant),
                    standing: Some(&standing.name),
                    ..Question::default()
                };
                let explanation = explain(case.subject(), question, Reach::ALL).unwrap();
                let [place] = explanation.nodes.as_slice() else { panic!("{explanation:#?}") };
                assert_eq!(place.value, Some(Value::Integer(i64::from(row.place))), "{entrant}");
                let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
                let neighbours: Vec<_> = neighbours.filter_map(|at| table.rows.get(at)).collect();
                assert_eq!(place.children.len(), neighbours.len());
                for (other, against) in neighbours.iter().zip(&place.children) {
                    let What::Against { ahead, .. } = against.what else { panic!("{against:#?}") };
                    let expected = (row.place != other.place).then_some(row.place < other.place);
                    assert_eq!(ahead, expected, "{entrant} in {}", standing.name);
                    // The last key that was looked at is the one that says so; no lots are drawn in these formats.
                    let keys = against.children.iter().map(|key| match key.what {
                        What::Key { ahead, .. } => ahead,
                        _ => panic!("{key:#?}"),
                    });
                    let keys: Vec<Option<bool>> = keys.collect();
                    let (last, before) = keys.split_last().unwrap();
                    assert_eq!((*last, before.iter().all(Option::is_none)), (expected, true), "{against:#?}");
                }
            }
        }
    }
}

#[test]
fn a_clause_has_a_part_exactly_where_it_is_a_reason() {
    let case = Case::of("pools", "blokus-pools", &root().join("examples/blokus-pools"), "").remove(0);
    let (ruleset, outcome) = (&case.ruleset, &case.scored.outcome);
    let sides = ruleset.sheet_of(&SheetKind::Side).unwrap();
    let link = |role: LinkRole| outcome.tables.link(ruleset.link_of(sides, &role).unwrap()).unwrap();
    let games = ruleset.sheet_of(&SheetKind::Game).unwrap();
    let (of_game, of_entrant) = (link(LinkRole::Inside(games)), link(LinkRole::Entrant));
    let ids = ruleset.builtin(games, BuiltinColumn::Id).unwrap();
    let mut seen = [0, 0];
    for column in ["points", "base", "score", "completed"] {
        let id = ruleset.find_column(sides, column).unwrap();
        for row in 0..outcome.tables.rows(sides) {
            let entrant = case.entrant(of_entrant.get(row));
            let game = outcome.value(ruleset, ids, of_game.get(row)).words(&outcome.symbols);
            let reasons = rulesctl::engine::reasons(ruleset, &case.scored.settings, outcome, id, row);
            for (place, clause) in (0_u32..).zip(&ruleset.clauses) {
                let is_reason = reasons.contains(&ClauseId(place));
                let question = Question {
                    entrant: Some(&entrant),
                    game: Some(&game),
                    column: Some(column),
                    why_not: Some(&clause.name),
                    ..Question::default()
                };
                match explain(case.subject(), question, Reach { depth: Some(0), most: None }) {
                    Err(_) => assert!(!is_reason, "{column} {entrant} {game}: {}", clause.name),
                    Ok(explanation) => {
                        let What::WhyNot { taken, .. } = explanation.nodes[0].what else { panic!() };
                        assert_eq!(taken, is_reason, "{column} {entrant} {game}: {}", clause.name);
                        let has_change =
                            explanation.nodes[0].steps.iter().any(|step| matches!(step, Told::Change(_)));
                        assert!(taken || has_change, "{column} {entrant} {game}: {}", clause.name);
                        seen[usize::from(taken)] += 1;
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn what_is_recorded_stands_where_the_tree_says() {
    let case = Case::of("pools", "blokus-pools", &root().join("examples/blokus-pools"), "").remove(0);
    let sheet = case.ruleset.sheets.iter().position(|sheet| sheet.name == "colour").unwrap();
    let sheet = rulesctl::sheet::SheetId(u16::try_from(sheet).unwrap());
    let column = case.ruleset.find_column(sheet, "squares_left").unwrap();
    for row in 0..row_id(case.scored.outcome.tables.rows(sheet)) {
        let node = open(case.subject(), (column, row), Reach::ALL);
        let rulesctl::explain::From::Record(place) = node.from else { panic!("{node:#?}") };
        let log = fs::read_to_string(&case.scored.outcome.logs[place.log as usize]).unwrap();
        let line = log.lines().nth(place.line as usize - 1).unwrap();
        let Some(Value::Integer(squares)) = node.value else { panic!("{node:#?}") };
        assert!(line.split(',').any(|cell| cell == squares.to_string()), "{squares} in {line}");
    }
}

#[test]
fn json_says_what_the_text_says_and_more() {
    for file in files(&root().join("tests/explain"), "") {
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| line.starts_with("explain ")) {
            let plain = program().args(words(line)).output().unwrap();
            let depth: &[&str] = if line.contains("--depth") { &[] } else { &["--depth", "2"] };
            let output = program().args(words(line)).args(["--output", "json"]).args(depth).output().unwrap();
            assert_eq!(code(&output), code(&plain), "{line}");
            if code(&output) != 0 {
                assert_eq!(said(&output), said(&plain));
                continue;
            }
            let json: serde_json::Value = serde_json::from_str(&printed(&output)).unwrap();
            let nodes = json["explained"].as_array().unwrap();
            let headings = printed(&plain);
            for node in nodes {
                let heading = node["text"].as_str().unwrap();
                assert!(headings.contains(heading), "{line}: `{heading}` is not in\n{headings}");
            }
        }
    }
}
