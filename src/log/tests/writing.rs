//! What is written is read again as it was.

use super::fixtures::{boats, championship, duel, duo, event, sets, three_of_four, tiles};
use super::properties::{Game, game, json};
use super::shown::{acts, log, tables};
use crate::log::{Log, Reading, write};
use crate::ruleset::Ruleset;
use insta::assert_snapshot;
use proptest::prelude::*;
use std::fmt::Write as _;

/// All that counts of a log: without the lines on which things stand.
fn facts(ruleset: &Ruleset, log: &Log) -> String {
    let mut log = log.clone();
    log.tables.games.iter_mut().for_each(|place| (place.log, place.line) = (0, 0));
    log.acts.iter_mut().for_each(|act| (act.place.log, act.place.line) = (0, 0));
    log.names = vec!["log".to_owned()];
    // A link may be kept in two ways.
    let tables = tables(ruleset, &log).replace("(rows)", "").replace("(every ", "(");
    let tables: Vec<&str> =
        tables.lines().map(|line| line.split_once("): ").map_or(line, |(_, rest)| rest)).collect();
    tables.join("\n") + "\n" + &acts(ruleset, &log)
}

/// The log, written; it says the same when it is read again, and is written the same again.
#[track_caller]
pub fn written(ruleset: &Ruleset, text: &str) -> String {
    let first =
        log(ruleset, &[("log", text.as_bytes())], Reading { may_be_empty: true, ..Reading::default() });
    let out = write(&first, ruleset, &ruleset.defaults());
    let again =
        log(ruleset, &[("log", out.as_bytes())], Reading { may_be_empty: true, ..Reading::default() });
    assert_eq!(facts(ruleset, &again), facts(ruleset, &first), "{text}\n{out}");
    assert_eq!(write(&again, ruleset, &ruleset.defaults()), out);
    out
}

#[test]
fn logs_of_every_kind() {
    let logs = [
        (
            tiles(),
            r#"{"entrant": {"name": "A", "born": "2001-02-03", "clubs": ["x", "y"]}}
{"game": {"ends": [6, 1], "second": {"result": "1-0"}, "sides": {"A": {"marks": [1, 2], "hand": [{"a": 1, "b": 2, "dots": [4, 5]}, {"a": 6, "b": 6}]}, "B": {"hand": [], "marks": [3]}, "C": {"hand": [{"b": 0, "a": 0, "dots": [9]}]}}}}
{"entrant": {"name": "C", "born": "1999-12-31"}}
{"entrant": {"name": "B", "born": "1970-01-01", "clubs": ["z"]}}
{"correction": {"game": 1, "ends": [6, 2], "second": {"result": null}, "sides": {"A": {"marks": [2, 2]}}}}
"#,
        ),
        (
            duel(),
            r#"{"game": {"match": "m1", "day": "2026-11-30", "end": "played", "sides": {"TITI": {"score": 54, "share": "2/3"}, "TOTO": {"score": -74, "time": "1/3", "late": true}}}}
{"game": {"id": 7, "match": 2, "phase": "final", "sides": [{"entrant": "TITI", "score": 1, "share": 0.25}, {"entrant": "TATA", "score": 9223372036854775807, "time": "1 h"}]}}
{"correction": {"game": 7, "match": "2a", "round": 1, "sides": {"TATA": {"score": 0, "time": 0.5}}, "date": "2026-12-01"}}
"#,
        ),
        (
            three_of_four(),
            r#"{"game": {"sides": {"blue": {"entrant": "A", "squares_left": 1}, "yellow": {"entrant": "B", "yellow": {"squares_left": 2}}, "green": {"entrant": "C", "squares_left": 3}}, "red": {"squares_left": 30}}}
{"game": {"sides": {"blue": {"entrant": "A", "squares_left": 1}, "yellow": {"entrant": "B", "yellow": {"squares_left": 2}}, "red": {"entrant": "C", "squares_left": 3}}}}
{"correction": {"game": 1, "red": {"squares_left": 29}}}
"#,
        ),
        (
            sets(&["north", "south"]),
            r#"{"game": {"sides": {"north": {"entrant": "A", "first": {"points": 1, "breaks": [1, 2]}, "second": {"points": 2}}, "south": {"entrant": "B", "time": "1:30", "second": {"points": 3}, "first": {"points": 4, "golden": true}, "third": {"points": 5}}}}}
{"correction": {"game": 1, "sides": {"south": {"third": {"points": 7}}, "north": {"first": {"breaks": [1, 3]}}}}}
"#,
        ),
        (
            boats(),
            r#"{"game": {"sides": {"A": {"length": 3}, "B": {"boat": {"length": 4}}, "C": {}}}}
"#,
        ),
        (duo(), ""),
    ];
    let all: Vec<String> = logs.iter().map(|(ruleset, text)| written(ruleset, text)).collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn an_event_with_acts() {
    let game = |id: &str, phase: &str| {
        format!(
            r#"{{"game": {{"id": "{id}", "phase": "{phase}", "round": 1, "pool": "A", "umpire": "Cy", "sides": {{"blue_red": {{"entrant": "Ada", "blue": {{"squares_left": 1}}, "red": {{"squares_left": 2}}}}, "yellow_green": {{"entrant": "Bo", "yellow": {{"squares_left": 3}}, "green": {{"squares_left": 4}}}}}}}}}}"#
        )
    };
    let text = [
        r#"{"entrant": {"name": "Ada"}}"#,
        r#"{"draw": {"seed": 42}}"#,
        &game("g1", "qualification"),
        r#"{"entrant": {"name": "Cy"}}"#,
        r#"{"draw": {"phase": "qualification", "round": 2, "pools": [["Ada"], ["Cy", "Bo"]]}}"#,
        r#"{"correction": {"game": "g1", "umpire": null, "sides": {"blue_red": {"red": {"squares_left": 5}}}, "by": "arbiter", "reason": "miscounted"}}"#,
        &game("g2", "final"),
        r#"{"withdrawal": {"entrant": "Bo", "date": "2026-11-30"}}"#,
        r#"{"decision": {"phase": "final", "match": "semi 1", "winner": "Ada"}}"#,
        r#"{"decision": {"phase": "qualification", "round": 1, "order": ["Cy", "Ada"]}}"#,
        r#"{"correction": {"game": "g1", "phase": "final", "sides": {"blue_red": {"red": {"squares_left": 6}}}}}"#,
        r#"{"decision": {"phase": "qualification", "order": ["Cy", "Bo"]}}"#,
    ];
    assert_snapshot!(written(&event(), &text.join("\n")));
}

#[test]
fn acts_about_results() {
    let game = |id: &str, of_match: &str, more: &str| {
        format!(
            r#"{{"game": {{"id": "{id}", "match": "{of_match}"{more}, "sides": {{"Ada": {{"score": 1, "share": 1}}, "Bo": {{"score": 2, "share": 2}}}}}}}}"#
        )
    };
    let text = [
        &game("g1", "m1", ""),
        &game("g2", "m1", ""),
        r#"{"void": {"match": "m1", "by": "arbiter", "reason": "the wrong table"}}"#,
        &game("g3", "m1", ""),
        r#"{"void": {"game": "g3", "date": "2026-11-30"}}"#,
        r#"{"confirmation": {"match": "m1", "by": "Bo"}}"#,
        r#"{"confirmation": {"game": "g1", "by": "Bo"}}"#,
        r#"{"close": {"phase": "qualification"}}"#,
        &game("g4", "final", r#", "phase": "final", "round": 1"#),
        r#"{"void": {"match": "final", "phase": "final"}}"#,
        r#"{"decision": {"phase": "final", "match": "final", "winner": null}}"#,
    ];
    assert_snapshot!(written(&championship(), &text.join("\n")));
}

#[test]
fn names_in_any_script() {
    let names = [
        "Żółw",
        "孫子",
        "Ἀχιλλεύς",
        "سلمى",
        "नीलम",
        "O'Brien, \"Bob\"",
        "Zoë 👩\u{200D}🎓",
        "a|b;c",
        "-1",
        "null",
    ];
    let quoted = |name: &str| serde_json::to_string(name).unwrap();
    let mut text = String::new();
    for pair in names.chunks(2) {
        let [one, two] = [quoted(pair[0]), quoted(pair[1])];
        let _ = write!(
            text,
            "{{\"entrant\": {{\"name\": {one}}}}}\n{{\"entrant\": {{\"name\": {two}}}}}\n{{\"game\": {{\"umpire\": {one}, \"sides\": \
             {{\"blue_red\": {{\"entrant\": {one}, \"blue\": {{\"squares_left\": 1}}, \"red\": {{\"squares_left\": 2}}}}, \
             \"yellow_green\": {{\"entrant\": {two}, \"yellow\": {{\"squares_left\": 3}}, \"green\": {{\"squares_left\": 4}}}}}}}}}}\n\
             {{\"withdrawal\": {{\"entrant\": {two}, \"reason\": {one}}}}}\n"
        );
    }
    let out = written(&event(), &text);
    for name in names {
        assert!(out.contains(&format!("{{\"entrant\":{{\"name\":{}}}}}\n", quoted(name))), "{name}\n{out}");
    }
}

/// A line about the games so far: a registration, a correction, an act.
fn more(games: usize, what: u8, value: u8, game: &Game) -> String {
    let last = games - 1;
    let name = |side: usize| serde_json::to_string(&game.names[side]).unwrap();
    match what {
        0 => format!(
            "{{\"correction\": {{\"game\": \"g{last}\", \"sides\": {{\"blue_red\": {{\"red\": {{\"squares_left\": {value}}}}}}}}}}}"
        ),
        1 => format!("{{\"correction\": {{\"game\": \"g0\", \"note\": \"{value}\"}}}}"),
        2 => format!("{{\"entrant\": {{\"name\": \"late {games}\"}}}}"),
        3 => format!("{{\"withdrawal\": {{\"entrant\": {}, \"reason\": \"{value}\"}}}}", name(0)),
        4 => format!("{{\"decision\": {{\"phase\": \"final\", \"order\": [{}, {}]}}}}", name(0), name(1)),
        5 => format!(
            "{{\"draw\": {{\"phase\": \"final\", \"round\": 1, \"pools\": [[{}], [{}]]}}}}",
            name(0),
            name(1)
        ),
        _ => format!("{{\"draw\": {{\"seed\": {value}}}}}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_written_is_read_again(
        games in prop::collection::vec(game(), 1..5),
        lines in prop::collection::vec((0..7_u8, 90..120_u8), 5),
        turned in any::<bool>(),
    ) {
        let all = json(&games, turned);
        let mut text = String::new();
        for (place, (line, (what, value))) in all.lines().zip(lines).enumerate() {
            text.push_str(line);
            text.push('\n');
            // A count of squares is one that was not there before, and in its range.
            let value = if what == 0 { (games[place].squares[1] + 1) % 90 } else { value };
            // The last game of all has an act as well.
            text.push_str(&more(place + 1, what, value, &games[place]));
            text.push('\n');
        }
        // The same note twice would be refused.
        let notes: Vec<&str> = text.lines().filter(|line| line.contains("\"note\"")).collect();
        let distinct = notes.windows(2).all(|pair| pair[0] != pair[1]);
        prop_assume!(distinct);
        written(&event(), &text);
    }

    #[test]
    fn nearly_right_acts_are_met_without_panic(
        games in prop::collection::vec(game(), 1..3),
        lines in prop::collection::vec((0..7_u8, 0..120_u8), 1..4),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"\"\",;\n{}[]:x1\0\xFF\\ .-".to_vec())), 0..6),
        keep_going in any::<bool>(),
    ) {
        let mut text = json(&games, false);
        for (what, value) in lines {
            text.push_str(&more(games.len(), what, value, &games[0]));
            text.push('\n');
        }
        let mut text = text.into_bytes();
        for (place, byte) in changes {
            let place = place.index(text.len());
            text[place] = byte;
        }
        for ruleset in [event(), sets(&[])] {
            super::shown::outcome(&ruleset, &[("log", &text)], keep_going);
        }
    }
}
