//! Acts about results: games that do not count, confirmations, records that stand; phases that are closed, matches that
//! nobody wins.

use super::fixtures::{championship, duo};
use super::shown::{acts, log, outcome};
use crate::log::{Log, Reading};
use insta::assert_snapshot;
use std::fmt::Write as _;

fn game(id: &str, of_match: &str, sides: [&str; 2], more: &str) -> String {
    let [one, two] = sides;
    format!(
        r#"{{"game": {{"id": "{id}", "match": "{of_match}"{more}, "sides": {{"{one}": {{"score": 1, "share": 1}}, "{two}": {{"score": 2, "share": 2}}}}}}}}
"#
    )
}

/// Two matches called `m1`, one of them in the final, and a game without a match.
fn begin() -> String {
    [
        game("g1", "m1", ["Ada", "Bo"], ""),
        game("g2", "m1", ["Bo", "Ada"], ""),
        game("g3", "m2", ["Ada", "Cy"], ""),
        game("g4", "final", ["Ada", "Bo"], r#", "phase": "final", "round": 1"#),
        game("g5", "final", ["Ada", "Bo"], r#", "phase": "final", "round": 2"#),
        r#"{"game": {"sides": {"Ada": {"score": 1, "share": 1}, "Bo": {"score": 1, "share": 1}}}}"#
            .to_owned(),
    ]
    .concat()
        + "\n"
}

fn read(text: &str) -> Log {
    log(&championship(), &[("log", text.as_bytes())], Reading::default())
}

#[test]
fn acts_about_results() {
    let text = begin()
        + r#"{"void": {"game": "g3", "by": "the arbiter", "reason": "the guest was cut off"}}
{"void": {"game": 6}}
{"void": {"match": "m1"}}
{"void": {"match": "final", "phase": "final", "round": 2, "date": "2026-11-30"}}
"# + &game("g8", "m1", ["Ada", "Bo"], "")
        + r#"{"confirmation": {"game": "g1", "by": "Bo"}}
{"confirmation": {"match": "m1", "phase": "qualification", "by": "Bo"}}
{"close": {"phase": "qualification", "by": "the arbiter"}}
{"decision": {"phase": "final", "match": "final", "winner": null, "reason": "neither came"}}
"#;
    assert_snapshot!(acts(&championship(), &read(&text)), @r#"
    entered: 0 0 0
    log:7 after 6: void Games { rows: [2], of_match: None } by the arbiter (the guest was cut off)
    log:8 after 6: void Games { rows: [5], of_match: None }
    log:9 after 6: void Games { rows: [0, 1], of_match: Some("m1") }
    log:10 after 6: void Games { rows: [4], of_match: Some("final") } on 2026-11-30
    log:12 after 7: confirmed Games { rows: [0], of_match: None } by Bo
    log:13 after 7: confirmed Games { rows: [0, 1, 6], of_match: Some("m1") } by Bo
    log:14 after 7: close qualification by the arbiter
    log:15 after 7: final: final to nobody (neither came)
    "#);
}

#[test]
fn bad_acts_about_results() {
    let mut out = String::new();
    for act in [
        r#"{"void": {"game": "g33"}}"#,
        r#"{"void": {"game": "g9"}}"#,
        r#"{"void": {"game": 1}}"#,
        r#"{"void": {"game": ["g1"]}}"#,
        r#"{"void": {"match": "m4"}}"#,
        r#"{"void": {"match": "m9"}}"#,
        r#"{"void": {"match": true}}"#,
        r#"{"void": {"match": "m3"}}"#,
        r#"{"void": {"match": "final"}}"#,
        r#"{"void": {"match": "final", "round": 3}}"#,
        r#"{"void": {"match": "final", "round": "two"}}"#,
        r#"{"void": {"match": "m1", "phase": "finale"}}"#,
        r#"{"void": {"game": "g1", "match": "m1"}}"#,
        r#"{"void": {"game": "g1", "round": 1}}"#,
        r#"{"void": {"by": "the arbiter"}}"#,
        r#"{"void": "g1"}"#,
        r#"{"confirmation": {"game": "g1"}}"#,
        r#"{"confirmation": {"game": "g1", "by": 3}}"#,
        r#"{"close": {"phase": "final"}}"#,
        r#"{"close": {}}"#,
        r#"{"decision": {"phase": "final", "match": "final", "winner": false}}"#,
        r#"{"decision": {"game": "g1", "phase": "final"}}"#,
        r#"{"decision": {"game": "g1", "report": "Adda"}}"#,
        r#"{"decision": {"game": "g1", "report": "Ada", "winner": "Ada"}}"#,
    ] {
        let mut text = begin();
        if act.contains("m3") {
            text += &(game("g6", "m3", ["Ada", "Cy"], "") + &game("g7", "m3", ["Ada", "Bo"], ""));
        }
        text += &(act.to_owned() + "\n" + &game("g9", "m9", ["Ada", "Bo"], ""));
        let said = outcome(&championship(), &[("log", text.as_bytes())], false);
        let said = said.split("event (1)").next().unwrap_or_default();
        let _ = writeln!(out, "## {act}\n{said}");
    }
    assert_snapshot!(out);
}

#[test]
fn formats_without_matches_or_phases() {
    let game = r#"{"game": {"id": "g1", "sides": {"blue_red": {"entrant": "A", "blue": {"squares_left": 1}, "red": {"squares_left": 1}}, "yellow_green": {"entrant": "B", "yellow": {"squares_left": 1}, "green": {"squares_left": 1}}}}}"#;
    let said = |act: &str| outcome(&duo(), &[("log", format!("{game}\n{act}\n").as_bytes())], false);
    assert!(said(r#"{"void": {"game": "g1"}}"#).contains("log:2 after 1: void"));
    assert_snapshot!(
        said(r#"{"void": {"match": "g1"}}"#) + &said(r#"{"confirmation": {"game": "g1", "by": "B"}}"#)
    );
}

#[test]
fn a_log_as_it_stood_has_no_later_acts_about_results() {
    let text = begin()
        + r#"{"void": {"game": "g3"}}
{"confirmation": {"game": "g1", "by": "Bo"}}
"# + &game("g8", "m1", ["Ada", "Bo"], "")
        + r#"{"void": {"game": "g1"}}
{"close": {"phase": "qualification"}}
"#;
    let kinds = |games: u32| {
        let log = read(&text).as_of(games);
        log.acts.iter().map(|act| act.what.games().to_vec()).collect::<Vec<_>>()
    };
    // What is about no result stands, whenever it came.
    assert_eq!(kinds(7), [vec![2], vec![0], vec![0], vec![]]);
    assert_eq!(kinds(6), [vec![2], vec![0], vec![]]);
    assert_eq!(kinds(5), [Vec::<u32>::new()]);
}
