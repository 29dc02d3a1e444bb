//! Corrections of games, and the log as it stood before them.

use super::fixtures::{duel, duo, event, sets, three_of_four, tiles};
use super::shown::{acts, log, outcome, tables};
use crate::engine::{games_where, without_games};
use crate::log::Reading;
use crate::ruleset::Ruleset;
use insta::assert_snapshot;
use std::collections::BTreeSet;
use std::fmt::Write as _;

const DUO: &str = r#"{"game": {"id": "g1", "note": "first", "sides": {"blue_red": {"entrant": "Ada", "time": 90, "blue": {"squares_left": 1, "pieces_left": 1}, "red": {"squares_left": 2}}, "yellow_green": {"entrant": "Bo", "yellow": {"squares_left": 3}, "green": {"squares_left": 4}}}}}
{"game": {"sides": {"blue_red": {"entrant": "Bo", "blue": {"squares_left": 5}, "red": {"squares_left": 6}}, "yellow_green": {"entrant": "Ada", "yellow": {"squares_left": 7}, "green": {"squares_left": 8}}}}}
"#;

/// The tables after corrections, the acts, and the tables as they were at first.
fn corrected(ruleset: &Ruleset, games: &str, corrections: &str) -> String {
    let text = format!("{games}{corrections}");
    let read = log(ruleset, &[("log", text.as_bytes())], Reading::default());
    let plain = log(ruleset, &[("log", games.as_bytes())], Reading::default());
    assert_eq!(tables(ruleset, &read.as_of(0)), tables(ruleset, &plain), "undone");
    assert!(read.as_of(0).acts.is_empty());
    tables(ruleset, &read) + &acts(ruleset, &read)
}

#[test]
fn corrections_of_every_place() {
    let corrections = r#"{"correction": {"game": "g1", "note": null, "round": 2, "sides": {"blue_red": {"time": "2:00", "blue": {"squares_left": 0, "pieces_left": null, "monomino_last": true}}, "Bo": {"green": {"squares_left": 9}}}, "by": "arbiter", "reason": "miscounted"}}
{"correction": {"game": 2, "sides": [{"seat": "yellow_green", "entrant": "Ada", "time": 3}, {"entrant": "Bo", "red": {"squares_left": 60}}]}}
{"correction": {"game": "g1", "sides": {"blue_red": {"blue": {"squares_left": 10}}}}}
"#;
    assert_snapshot!(corrected(&duo(), DUO, corrections));
}

#[test]
fn corrections_without_seats_of_parts_lists_and_choices() {
    let games = r#"{"game": {"match": "m", "day": "2026-11-30", "end": "played", "sides": {"X": {"score": 1, "share": "1/3"}, "Y": {"score": 2}}}}
{"game": {"match": "m", "sides": {"X": {"score": 1}, "Y": {"score": 2}, "late": {"score": 3}}}}
"#;
    let games = games.replace(", \"late\": {\"score\": 3}", "");
    let corrections = r#"{"correction": {"game": 1, "day": null, "end": "resigned", "date": "2026-12-01", "sides": {"Y": {"score": -3, "late": "yes"}, "X": {"share": null}}}}
"#;
    let mut out = corrected(&duel(), &games, corrections);
    let games = r#"{"game": {"id": 7, "sides": {"A": {"first": {"points": 1, "breaks": [1, 2]}, "second": {"points": 2}}, "B": {"second": {"points": 3}, "first": {"points": 4, "golden": true}, "third": {"points": 5}}}}}
"#;
    let corrections = r#"{"correction": {"game": 7, "sides": {"B": {"third": {"points": 6, "aces": 1}, "first": {"golden": null}}, "A": {"first": {"breaks": [3, 2]}}}}}
"#;
    out += &corrected(&sets(&[]), games, corrections);
    let games = r#"{"game": {"sides": {"blue": {"entrant": "A", "squares_left": 1}, "yellow": {"entrant": "B", "squares_left": 2}, "green": {"entrant": "C", "squares_left": 3}}, "red": {"squares_left": 30}}}
"#;
    let corrections = r#"{"correction": {"game": 1, "red": {"squares_left": 31}, "sides": {"green": {"squares_left": 4}}}}
"#;
    out += &corrected(&three_of_four(), games, corrections);
    assert_snapshot!(out);
}

#[test]
fn bad_corrections() {
    let mut out = String::new();
    for correction in [
        r#"{"game": "g2", "note": "x"}"#,
        r#"{"game": "g3", "note": "x"}"#,
        r#"{"game": 1, "note": "x"}"#,
        r#"{"game": 3, "note": "x"}"#,
        r#"{"game": {}, "note": "x"}"#,
        r#"{"note": "x"}"#,
        r#"{"game": "g1"}"#,
        r#"{"game": "g1", "note": "first"}"#,
        r#"{"game": "g1", "id": "g9"}"#,
        r#"{"game": "g1", "noet": "x", "sides": {"blue_red": {"tiem": 3}}}"#,
        r#"{"game": "g1", "note": "x", "note": "y"}"#,
        r#"{"game": "g1", "note": ["x"], "round": "two"}"#,
        r#"{"game": "g1", "sides": {"blue_red": {"blue": {"squares_left": 90}}}}"#,
        r#"{"game": "g1", "sides": {"blue_red": {"blue": {"squares_left": null}}}}"#,
        r#"{"game": "g1", "sides": {"blue_red": {"yellow": {"squares_left": 1}}}}"#,
        r#"{"game": "g1", "sides": {"blue_green": {"time": 1}, "Adda": {"time": 1}, "Ada": 7}}"#,
        r#"{"game": "g1", "sides": {"blue_red": {"entrant": "Bo"}}}"#,
        r#"{"game": "g1", "sides": {"blue_red": {"time": 1}, "Ada": {"time": 2}}}"#,
        r#"{"game": "g1", "sides": [{"time": 1}, 3]}"#,
        r#"{"game": "g1", "sides": 3}"#,
        r#"{"game": "g1", "note": "x", "by": 3}"#,
        r#"["g1"]"#,
    ] {
        let text = format!(
            "{DUO}{{\"correction\": {correction}}}\n{}",
            DUO.lines().next().unwrap().replace("g1", "g3")
        );
        let _ = writeln!(out, "## {correction}\n{}", outcome(&duo(), &[("log", text.as_bytes())], false));
    }
    let lists = r#"{"game": {"ends": [6, 1], "sides": {"A": {"marks": [1, 2], "hand": [{"a": 1, "b": 2}]}, "B": {}}}}
{"correction": {"game": 1, "ends": [6], "sides": {"A": {"hand": [{"a": 2}], "marks": [1, 11]}}}}
{"correction": {"game": 1, "sides": {"B": {"marks": [1, 11]}, "C": {"marks": 3}}}}
"#;
    let born = "{\"entrant\": {\"name\": \"A\", \"born\": \"2001-02-03\"}}\n{\"entrant\": {\"name\": \"B\", \"born\": \"2001-02-03\"}}\n";
    let _ = writeln!(
        out,
        "## lists\n{}",
        outcome(&tiles(), &[("log", format!("{born}{lists}").as_bytes())], false)
    );
    let parts = r#"{"game": {"sides": {"A": {"first": {"points": 1}}, "B": {"first": {"points": 2}}}}}
{"correction": {"game": 1, "sides": {"A": {"second": {"points": 1}, "first": {"breaks": [1]}}}}}
"#;
    let _ = writeln!(out, "## parts\n{}", outcome(&sets(&[]), &[("log", parts.as_bytes())], false));
    assert_snapshot!(out);
}

#[test]
fn corrections_of_games_left_out_are_left_out() {
    let text = DUO.replace("\"squares_left\": 1,", "\"squares_left\": 100,")
        + "{\"correction\": {\"game\": \"g1\", \"note\": \"x\"}}\n{\"correction\": {\"game\": 1, \"note\": \"x\"}}\n";
    assert_snapshot!(outcome(&duo(), &[("log", text.as_bytes())], true));
    let said = outcome(&duo(), &[("log", text.as_bytes())], false);
    assert_eq!(said.matches("R07").count(), 1, "{said}");
}

#[test]
fn the_log_as_it_stood() {
    let ruleset = event();
    let line = |id: &str| DUO.lines().next().unwrap().replace("g1", id);
    let correction =
        |id: &str, note: &str| format!("{{\"correction\": {{\"game\": \"{id}\", \"note\": \"{note}\"}}}}");
    let text = [
        line("g1"),
        correction("g1", "second"),
        line("g2"),
        "{\"withdrawal\": {\"entrant\": \"Bo\"}}".to_owned(),
        correction("g1", "third"),
        line("g3"),
        correction("g3", "x"),
        correction("g1", "fourth"),
    ]
    .join("\n");
    let read = log(&ruleset, &[("log", text.as_bytes())], Reading::default());
    let notes = |log: &crate::log::Log| {
        let shown = tables(&ruleset, log);
        shown.lines().find(|line| line.contains("note:")).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(notes(&read), "note: fourth | first | x");
    assert_eq!(notes(&read.as_of(3)), "note: fourth | first | x");
    assert_eq!(notes(&read.as_of(2)), "note: third | first | first");
    assert_eq!(notes(&read.as_of(1)), "note: second | first | first");
    assert_eq!(notes(&read.as_of(0)), "note: first | first | first");
    assert_eq!(read.as_of(1).as_of(1).acts.len(), 2);
    // Without the second game, and without the first.
    let without = |game: u32| without_games(&read, &ruleset, &BTreeSet::from([game]));
    assert_snapshot!(acts(&ruleset, &without(1)) + &acts(&ruleset, &without(0)));
    assert_eq!(notes(&without(1).as_of(1)), "note: third | first");
    let some = games_where(&read, &ruleset, |game| game == 2);
    assert_eq!(notes(&some), "note: x");
}

#[test]
fn without_games_late_entries_come_along() {
    let line = |id: &str| DUO.lines().next().unwrap().replace("g1", id);
    let text = [
        "{\"entrant\": {\"name\": \"Ada\"}}".to_owned(),
        line("a"),
        line("b"),
        "{\"entrant\": {\"name\": \"Cy\"}}".to_owned(),
        line("c"),
        "{\"entrant\": {\"name\": \"Di\"}}".to_owned(),
        "{\"correction\": {\"game\": \"c\", \"sides\": {\"Bo\": {\"green\": {\"squares_left\": 9}}}}}"
            .to_owned(),
    ];
    let read = log(&duo(), &[("log", text.join("\n").as_bytes())], Reading::default());
    assert_eq!(read.entered, [0, u32::MAX, 2, 3]);
    let some = without_games(&read, &duo(), &BTreeSet::from([0]));
    assert_eq!(some.entered, [0, u32::MAX, 1, 2]);
    assert!(
        acts(&duo(), &some).contains("correction of game 1: colour.squares_left[7] 4 -> 9"),
        "{}",
        acts(&duo(), &some)
    );
}
