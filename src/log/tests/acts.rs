//! Withdrawals, decisions and draws; phases in games; who entered when.

use super::fixtures::{Maker, duo, event};
use super::shown::{acts, log, outcome, outcome_of, tables};
use crate::log::Reading;
use insta::assert_snapshot;
use std::fmt::Write as _;

/// A game of the event, with more keys.
fn game(id: &str, sides: [&str; 2], more: &str) -> String {
    let [one, two] = sides;
    format!(
        r#"{{"game": {{"id": "{id}"{more}, "sides": {{"blue_red": {{"entrant": "{one}", "blue": {{"squares_left": 1}}, "red": {{"squares_left": 2}}}}, "yellow_green": {{"entrant": "{two}", "yellow": {{"squares_left": 3}}, "green": {{"squares_left": 4}}}}}}}}}}"#
    )
}

/// Three entrants and a game.
fn begin() -> String {
    let mut out = String::new();
    for name in ["Ada", "Bo", "Żółw"] {
        let _ = writeln!(out, "{{\"entrant\": {{\"name\": \"{name}\"}}}}");
    }
    out + &game("g1", ["Ada", "Bo"], "") + "\n"
}

#[test]
fn every_kind_of_act() {
    let text = begin()
        + r#"{"withdrawal": {"entrant": "Bo", "reason": "ill", "by": "the arbiter", "date": "2026-11-30"}}
{"decision": {"phase": "final", "match": "semi 1", "winner": "Ada"}}
{"decision": {"phase": "qualification", "order": ["Żółw", "Ada"], "by": "arbiter"}}
{"decision": {"round": 2, "phase": "qualification", "order": ["Bo", "Ada", "Żółw"]}}
{"draw": {"phase": "qualification", "round": 1, "pools": [["Ada", "Żółw"], [" Bo "]]}}
{"draw": {"seed": 18446744073709551615}}
{"entrant": {"name": "Late"}}
"# + &game(
        "g2",
        ["Late", "Unregistered"],
        r#", "phase": "final", "round": 1, "pool": 3, "umpire": "Bo", "match": "x""#,
    )
    .replace(", \"match\": \"x\"", "")
        + "\n{\"withdrawal\": {\"entrant\": \"Unregistered\"}}\n";
    let read = log(&event(), &[("event.jsonl", text.as_bytes())], Reading::default());
    assert_snapshot!(acts(&event(), &read) + &tables(&event(), &read));
}

#[test]
fn bad_acts() {
    let mut out = String::new();
    for act in [
        r#"{"withdrawal": {"entrant": "Adda"}}"#,
        r#"{"withdrawal": {"entrant": "Somebody"}}"#,
        r#"{"withdrawal": {"entrant": "Late"}}"#,
        r#"{"withdrawal": {"entrant": ["Ada"]}}"#,
        r#"{"withdrawal": {"reason": "ill"}}"#,
        r#"{"withdrawal": {"entrnat": "Ada", "reson": "ill", "by": "", "date": "tomorrow"}}"#,
        r#"{"withdrawal": {"entrant": "Ada", "entrant": "Bo", "by": null}}"#,
        r#"{"withdrawal": "Ada"}"#,
        r#"{"withdrawal": {"entrant": "Ada"}, "game": {}}"#,
        r#"{"decision": {"phase": "finale", "match": "semi 1", "winner": "Ada"}}"#,
        r#"{"decision": {"phase": "final", "match": "smi 1", "winner": "Nobody"}}"#,
        r#"{"decision": {"phase": "final", "match": "quarter 1", "winner": "Ada"}}"#,
        r#"{"decision": {"phase": "qualification", "match": "semi 1", "winner": "Ada"}}"#,
        r#"{"decision": {"phase": "final", "match": "semi 1"}}"#,
        r#"{"decision": {"phase": "final", "match": "semi 1", "winner": "Ada", "order": ["Ada", "Bo"]}}"#,
        r#"{"decision": {"phase": "final"}}"#,
        r#"{"decision": {"order": ["Ada", "Bo"]}}"#,
        r#"{"decision": {"phase": "qualification", "order": ["Ada", "Bo", "Ada"]}}"#,
        r#"{"decision": {"phase": "qualification", "order": ["Ada"]}}"#,
        r#"{"decision": {"phase": "qualification", "order": []}}"#,
        r#"{"decision": {"phase": "qualification", "order": "Ada"}}"#,
        r#"{"decision": {"phase": "qualification", "round": 0, "order": ["Ada", "Bo"]}}"#,
        r#"{"decision": {"phase": "qualification", "round": 3, "order": ["Ada", "Bo"]}}"#,
        r#"{"decision": {"phase": "final", "round": "one", "order": ["Ada", "Bo"]}}"#,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": [["Ada", "Bo"], ["Żółw", "Ada"]]}}"#,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": [["Ada", "Bo"], []]}}"#,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": ["Ada", "Bo"]}}"#,
        r#"{"draw": {"phase": "qualification", "round": 1, "pools": []}}"#,
        r#"{"draw": {"phase": "qualification", "round": 1}}"#,
        r#"{"draw": {"seed": -1}}"#,
        r#"{"draw": {"seed": 1, "round": 2}}"#,
        r#"{"draw": {"by": "the arbiter"}}"#,
        r#"{"penalty": {"entrant": "Ada"}}"#,
        r#"{"late_entry": {"entrant": "Ada"}}"#,
        r#"{"withdrawl": {"entrant": "Ada"}}"#,
        r#"{"[": {}}"#,
    ] {
        let text = begin() + act + "\n{\"entrant\": {\"name\": \"Late\"}}\n";
        let _ = writeln!(out, "## {act}\n{}", outcome(&event(), &[("event.jsonl", text.as_bytes())], false));
    }
    assert_snapshot!(out);
}

#[test]
fn acts_where_there_are_no_phases() {
    let mut out = String::new();
    for act in [r#"{"withdrawal": {"entrant": "Ada"}}"#, r#"{"decision": {}}"#, r#"{"draw": {"seed": 1}}"#] {
        let text = begin() + act + "\n";
        out += &outcome(&duo(), &[("games.jsonl", text.as_bytes())], false);
    }
    assert_snapshot!(out);
}

#[test]
fn bad_acts_are_left_out() {
    let text = begin()
        + r#"{"withdrawal": {"entrant": "Adda"}}
{"entrant": {"name": "Cy", "born": 3}}
{"withdrawal": {"entrant": "Cy", "by": 7}}
{"decision": {"phase": "finale", "order": ["Ada", "Bo"]}}
{"withdrawal": {"entrant": "Ada"}}
"#;
    assert_snapshot!(outcome(&event(), &[("event.jsonl", text.as_bytes())], true));
}

#[test]
fn phases_of_games_are_choices() {
    let text =
        begin() + &game("g2", ["Ada", "Bo"], r#", "phase": "finall", "umpire": 3, "pool": "A""#) + "\n";
    let json = outcome(&event(), &[("event.jsonl", text.as_bytes())], false);
    let csv = "id,phase,pool,umpire,blue_red,yellow_green,blue.squares_left,red.squares_left,yellow.squares_left,\
               green.squares_left\n1,final,2,Cy,Ada,Bo,1,2,3,4\n2,,,,Ada,Bo,1,2,3,4\n";
    let wide = outcome(&event(), &[("games.csv", csv.as_bytes())], false);
    let long = "game,seat,entrant,phase,umpire,squares_left\n1,blue_red,Ada,,Cy,\n";
    let long = outcome(&event(), &[("long.csv", long.as_bytes())], false);
    assert_snapshot!(json + "\n" + &wide + "\n" + &long);
}

#[test]
fn who_entered_when() {
    let game = |names: [&str; 2]| game(&names.concat(), names, "");
    let entrant = |name: &str| format!("{{\"entrant\": {{\"name\": \"{name}\"}}}}");
    let read = |lines: &[String]| {
        let text = lines.join("\n");
        log(&duo(), &[("log", text.as_bytes())], Reading::default()).entered
    };
    assert_eq!(read(&[game(["A", "B"]), game(["C", "A"])]), [0, 0, 0]);
    let late = [entrant("A"), game(["A", "B"]), entrant("D"), game(["C", "A"]), entrant("C")];
    assert_eq!(read(&late), [0, u32::MAX, 1, 2]);
    let list: (&str, &[u8]) = ("list.csv", b"name\nB\nE\n");
    let games = [game(["A", "B"]), game(["C", "A"])].join("\n");
    let logs = [("games", games.as_bytes()), list];
    assert_eq!(log(&duo(), &logs, Reading::default()).entered, [u32::MAX, 2, u32::MAX, 2]);
}

#[test]
fn logs_without_games_where_they_will_do() {
    let reading = Reading { may_be_empty: true, ..Reading::default() };
    let logs: [(&str, &[u8]); 4] = [
        ("nothing", b""),
        ("list.csv", b"name\nAda\nBo\n"),
        ("header.csv", b"name\n"),
        ("late.jsonl", b"{\"entrant\": {\"name\": \"Cy\"}}\n"),
    ];
    let read = log(&event(), &logs, reading);
    assert_eq!((read.tables.games.len(), read.entered), (0, vec![0, 0, 0]));
    assert!(log(&event(), &[], reading).entered.is_empty());
    let said = outcome_of(&event(), &logs[..1], Reading::default());
    assert!(said.contains("R0710"), "{said}");
    let mut needs = Maker::new(2, Some(2));
    needs.recorded(super::fixtures::ENTRANT, "rating", super::fixtures::integer(0, 9));
    let said = outcome_of(&needs.ruleset, &[("list.csv", b"name\nAda\n")], reading);
    assert!(said.contains("the header lacks the column `rating`"), "{said}");
}
