//! Pairs that pass, some outer rows at a time, come to the same as pairs that are kept.

use crate::check::check;
use crate::diagnostic::Complaints;
use crate::engine::pairs::Limits;
use crate::engine::{Outcome, RunError, run_within};
use crate::format::{FormatFinder, load};
use crate::log::{Input, Log, Reading, read};
use crate::ruleset::{Origin, Ruleset, SheetKind};
use crate::sheet::ColumnId;
use crate::source::Sources;
use std::fmt::Write as _;

const FORMAT: &str = r#"
language = 1

[side.record]
score = "integer"
late  = "yes/no = no"

[game.record]
marks = "list of integer"

[side.rules]
beaten   = "count(others.score < score)"
behind   = "score - (max(others.score) else 0)"
best_two = "sum(best 2 of others.score)"
first    = "first(others.score) else 0"
mean     = "mean(others.score where others.score != score) else 0"
marked   = "count(others.score in marks)"
share    = "sum(1 / (others.score + 7)) / 1"

[[side.void]]
when = "late"
text = "too late"

[entrant.rules]
beaten = "sum(beaten)"

[standing.overall]
order = '''
  beaten       highest first
  sum(beaten)  highest first among tied
'''
"#;

const KEPT: Limits = Limits { kept: usize::MAX, laid: usize::MAX };

fn scored(limits: Limits, log: &str) -> (Ruleset, Result<Outcome, Vec<RunError>>) {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file = load("pairs", "pairs.toml", FORMAT, &FormatFinder, &mut sources, &mut complaints).unwrap();
    let ruleset = check(&file, &sources, &mut complaints);
    let told: Vec<String> =
        complaints.iter().map(|told| format!("{} {:?}", told.message, told.labels)).collect();
    let ruleset = ruleset.unwrap_or_else(|| panic!("{told:#?}"));
    let settings = ruleset.defaults();
    let inputs = vec![Input { name: "games.csv".to_owned(), bytes: Box::new(log.as_bytes()) }];
    let log: Option<Log> =
        read(&ruleset, &settings, inputs, Reading::default(), &mut sources, &mut complaints);
    let outcome = run_within(&ruleset, &settings, log.unwrap(), (7, limits));
    (ruleset, outcome.map_err(|failed| failed.errors))
}

fn games(least: i64) -> String {
    let mut log = "game,entrant,score,late,marks\n".to_owned();
    for (game, sides) in [5, 2, 9, 3].into_iter().enumerate() {
        for side in 0..sides {
            let score = least + (side * 7 + 3) % 11;
            let late = if side == 4 { "yes" } else { "no" };
            let _ = writeln!(log, "{game},P{side},{score},{late},{}|{}", least + 1, least + 5);
        }
    }
    log
}

#[test]
fn passing_pairs_come_to_the_same_as_kept_ones() {
    let log = games(0);
    let (ruleset, kept) = scored(KEPT, &log);
    let kept = kept.unwrap();
    let joins = ruleset.sheets.iter().filter(|sheet| matches!(sheet.kind, SheetKind::Join { .. })).count();
    assert_eq!(joins, 2, "the others, and the others with the marks of the game");
    for laid in [0, 1, 4, 7, 1000] {
        for keep in [0, 30, 140] {
            let (_, passing) = scored(Limits { kept: keep, laid }, &log);
            let passing = passing.unwrap();
            for (id, column) in (0..).map(ColumnId).zip(&ruleset.columns) {
                if column.origin == Origin::Ruled {
                    let both = [&kept, &passing].map(|outcome| outcome.tables.column(id));
                    assert_eq!(both[0], both[1], "{} with {keep} kept, {laid} laid out", column.name);
                }
            }
            let rows = |outcome: &Outcome| outcome.standings[0].rows.clone();
            assert_eq!(rows(&kept), rows(&passing));
        }
    }
}

#[test]
fn a_fault_on_passing_pairs_is_told_of_their_outer_rows() {
    let log = games(-7 - 3);
    let (ruleset, kept) = scored(KEPT, &log);
    let (_, passing) = scored(Limits { kept: 0, laid: 3 }, &log);
    let side = ruleset.sheets.iter().position(|sheet| sheet.name == "side").unwrap();
    match (&kept.unwrap_err()[0], &passing.unwrap_err()[0]) {
        (RunError::Fault { at, fault, .. }, RunError::Fault { at: there, fault: same, sheet, every, .. }) => {
            assert_eq!((at, fault), (there, same));
            assert_eq!(usize::from(sheet.0), side);
            assert!(every.is_sorted() && every.len() > 1);
        }
        other => panic!("{other:?}"),
    }
}
