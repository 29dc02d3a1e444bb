//! Parts of which every side owns one of each name, and parts of the game.

use super::fixtures::{boats, sets, tiles};
use super::shown::outcome;
use insta::assert_snapshot;
use proptest::prelude::*;
use std::fmt::Write as _;

#[test]
fn sets_without_seats() {
    let json = r#"{"game": {"id": "a", "sides": {"Ada": {"first": {"points": 11, "aces": 2, "breaks": [1, 2]}, "third": {"points": 9, "breaks": []}}, "Bo": {"time": 30}}}}
{"game": {"id": "b", "sides": [{"first": {"points": 1}, "entrant": "Cy"}, {"entrant": "Ada"}, {"second": {"golden": true, "points": 3}, "entrant": "Bo"}]}}
"#;
    assert_snapshot!(outcome(&sets(&[]), &[("games.jsonl", json.as_bytes())], false));
}

#[test]
fn the_only_part_needs_no_name() {
    let logs = [
        r#"{"game": {"id": 1, "sides": {"Ada": {"boat": {"length": 5}}, "Bo": {"length": 7}, "Cy": {}}}}"#,
        "id,1,2,3,1.length,2.boat.length,3.length\n1,Ada,Bo,Cy,5,7,\n",
        "game,entrant,length\n1,Ada,5\n1,Bo,7\n1,Cy,\n",
        "game,entrant,boat.length\n1,Ada,5\n1,Bo,7\n1,Cy,\n",
    ];
    let [first, others @ ..] = logs.map(|log| outcome(&boats(), &[("log", log.as_bytes())], false));
    assert_snapshot!(first);
    for (log, other) in logs[1..].iter().zip(others) {
        assert_eq!(first.replace("log:1", "log:2"), other, "{log}");
    }
}

#[test]
fn bad_sets() {
    let mut out = String::new();
    let logs = [
        ("a column that must be there", "id,1,2,1.first.aces\n1,Ada,Bo,3\n"),
        ("the same, a row a side", "game,entrant,first.aces,second.points\n1,Ada,3,4\n1,Bo,,\n"),
        ("a value that must be there", "id,1,2,2.third.points,2.third.aces\n1,Ada,Bo,,3\n"),
        ("the same, a row a side", "game,entrant,third.points,third.aces\n1,Ada,,\n1,Bo,,3\n"),
        ("a bad value", "id,1,2,2.third.points\n1,Ada,Bo,x\n2,Ada,Bo,100\n"),
        ("nobody's", "id,1,2,3,3.first.points\n1,Ada,Bo,,3\n"),
        ("a list, and nobody's", "id,1,2,3.first.points,3.first.breaks\n1,Ada,Bo,,3\n"),
        ("a list alone", "id,1,2,2.first.breaks\n1,Ada,Bo,3|4\n"),
        ("whose?", "id,1,2,first.points\n1,Ada,Bo,3\n"),
        ("misspelled", "id,1,2,1.frist.points,2.first.pints\n1,Ada,Bo,3,4\n"),
        ("misspelled, a row a side", "game,entrant,frist.points,first.pints\n1,Ada,3,4\n"),
        ("in the game", r#"{"game": {"first": {"points": 3}, "sides": {"Ada": {}, "Bo": {}}}}"#),
        ("no points", r#"{"game": {"sides": {"Ada": {"first": {}}, "Bo": {"second": {"aces": 3}}}}}"#),
        ("unknown", r#"{"game": {"sides": {"Ada": {"frist": {"points": 3}}, "Bo": {"first": 3}}}}"#),
    ];
    for (title, log) in logs {
        let said = outcome(&sets(&[]), &[("games", log.as_bytes())], false);
        let _ = writeln!(out, "## {title}\n{}\n{said}", log.trim_end());
    }
    let seated = [
        ("seats: nobody's", "id,north,south,north.first.points\n1,,Bo,3\n"),
        ("seats: whose?", "id,north,south,first.points\n1,Ada,Bo,3\n"),
        ("seats: unknown", r#"{"game": {"first": {}, "sides": {"north": {"entrant": "Ada"}, "south": {}}}}"#),
    ];
    for (title, log) in seated {
        let said = outcome(&sets(&["north", "south"]), &[("games", log.as_bytes())], false);
        let _ = writeln!(out, "## {title}\n{}\n{said}", log.trim_end());
    }
    assert_snapshot!(out);
}

#[test]
fn a_list_of_a_side_beyond_the_last_entrant() {
    let log = "id,1,2,3.marks\n1,Ada,Bo,4\n";
    let said = outcome(&tiles(), &[("games", log.as_bytes())], false);
    assert!(said.contains("R0709: side 3 has no entrant"), "{said}");
}

#[test]
fn parts_of_the_game() {
    let born = "{\"entrant\": {\"name\": \"Ada\", \"born\": \"2001-02-03\"}}\n{\"entrant\": {\"name\": \"Bo\", \"born\": \"2001-02-03\"}}\n";
    let logs = [
        r#"{"game": {"id": "x", "second": {"result": "draw"}, "sides": {"Ada": {}, "Bo": {}}}}"#,
        "id,1,2,second.result\nx,Ada,Bo,draw\n",
        "game,entrant,second.result\nx,Ada,draw\nx,Bo,\n",
    ];
    let read = |log: &str| {
        outcome(&tiles(), &[("entrants", born.as_bytes()), ("games", log.as_bytes())], false)
            .replace("games:2", "games:1")
    };
    let [first, others @ ..] = logs.map(read);
    assert_snapshot!(first);
    for other in others {
        assert_eq!(first, other);
    }
}

type Set = Option<(u8, Option<u8>, Option<bool>, Vec<u8>)>;

/// A side: its time and its sets.
type Side = (Option<u8>, [Set; 3]);

const SETS: [&str; 3] = ["first", "second", "third"];
const NAMES: [&str; 4] = ["Ada", "Bo", "Cy", "Dee"];

fn side() -> impl Strategy<Value = Side> {
    let points = 0..=99_u8;
    let set = (
        points.clone(),
        prop::option::of(points.clone()),
        prop::option::of(any::<bool>()),
        prop::collection::vec(points, 0..3),
    );
    (prop::option::of(0..200_u8), prop::array::uniform3(prop::option::of(set)))
}

/// The cells of a set; empty where nothing is recorded.
fn cells(set: &Set) -> [String; 4] {
    let Some((points, aces, golden, breaks)) = set else { return Default::default() };
    let breaks: Vec<String> = breaks.iter().map(ToString::to_string).collect();
    [
        points.to_string(),
        aces.map(|aces| aces.to_string()).unwrap_or_default(),
        golden.map(|golden| golden.to_string()).unwrap_or_default(),
        breaks.join("|"),
    ]
}

const FIELDS: [&str; 4] = ["points", "aces", "golden", "breaks"];

fn table(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

fn wide(games: &[Vec<Side>], seats: &[&str]) -> String {
    let most = games.iter().map(Vec::len).max().unwrap_or(0);
    let name = |side: usize| seats.get(side).map_or_else(|| (side + 1).to_string(), ToString::to_string);
    let mut header = vec!["id".to_owned()];
    for side in (0..most).map(name) {
        header.extend([side.clone(), format!("{side}.time")]);
        let paths = SETS.iter().flat_map(|set| FIELDS.map(|field| format!("{side}.{set}.{field}")));
        header.extend(paths);
    }
    let mut rows = vec![header];
    for (id, game) in games.iter().enumerate() {
        let mut row = vec![format!("g{id}")];
        for (side, (time, sets)) in game.iter().enumerate() {
            row.extend([NAMES[side].to_owned(), time.map(|time| time.to_string()).unwrap_or_default()]);
            row.extend(sets.iter().flat_map(cells));
        }
        row.resize(rows[0].len(), String::new());
        rows.push(row);
    }
    table(&rows)
}

fn long(games: &[Vec<Side>], seats: &[&str]) -> String {
    let mut header = vec!["game".to_owned(), "entrant".to_owned(), "time".to_owned()];
    header.extend(SETS.iter().flat_map(|set| FIELDS.map(|field| format!("{set}.{field}"))));
    header.extend((!seats.is_empty()).then(|| "seat".to_owned()));
    let mut rows = vec![header];
    for (id, game) in games.iter().enumerate() {
        for (side, (time, sets)) in game.iter().enumerate() {
            let time = time.map(|time| time.to_string()).unwrap_or_default();
            let mut row = vec![format!("g{id}"), NAMES[side].to_owned(), time];
            row.extend(sets.iter().flat_map(cells));
            row.extend(seats.get(side).map(ToString::to_string));
            rows.push(row);
        }
    }
    table(&rows)
}

fn json(games: &[Vec<Side>], seats: &[&str]) -> String {
    let mut out = String::new();
    for (id, game) in games.iter().enumerate() {
        let sides = game.iter().enumerate().map(|(side, (time, sets))| {
            let mut fields = vec![format!("\"entrant\": \"{}\"", NAMES[side])];
            fields.extend(time.map(|time| format!("\"time\": {time}")));
            fields.extend(seats.get(side).map(|seat| format!("\"seat\": \"{seat}\"")));
            for (name, set) in SETS.iter().zip(sets) {
                let Some((points, aces, golden, breaks)) = set else { continue };
                let mut own = vec![format!("\"points\": {points}")];
                own.extend(aces.map(|aces| format!("\"aces\": {aces}")));
                own.extend(golden.map(|golden| format!("\"golden\": {golden}")));
                own.push(format!("\"breaks\": {breaks:?}"));
                fields.push(format!("\"{name}\": {{{}}}", own.join(", ")));
            }
            fields.reverse();
            format!("{{{}}}", fields.join(", "))
        });
        let sides: Vec<String> = sides.collect();
        let _ = writeln!(out, "{{\"game\": {{\"id\": \"g{id}\", \"sides\": [{}]}}}}", sides.join(", "));
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_encoding_gives_the_same_sets(
        games in prop::collection::vec(prop::collection::vec(side(), 2..5), 1..4),
        seated in any::<bool>(),
    ) {
        let seats: &[&str] = if seated { &["north", "south"] } else { &[] };
        let games: Vec<Vec<Side>> =
            games.into_iter().map(|game| if seated { game[..2].to_vec() } else { game }).collect();
        let read = |log: &str| {
            let shown = outcome(&sets(seats), &[("log", log.as_bytes())], false);
            let end = shown.find("places:").unwrap_or_else(|| panic!("{log}\n{shown}"));
            shown[..end].to_owned()
        };
        let expected = read(&json(&games, seats));
        prop_assert_eq!(&read(&wide(&games, seats)), &expected);
        prop_assert_eq!(&read(&long(&games, seats)), &expected);
    }

    #[test]
    fn nearly_right_sets_are_met_without_panic(
        games in prop::collection::vec(prop::collection::vec(side(), 2..5), 1..3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"\",;\n{}[]:x13.\xFF".to_vec())), 0..6),
        shape in 0..3_u8,
        going in any::<bool>(),
    ) {
        let write = [wide, long, json][usize::from(shape)];
        let mut log = write(&games, &[]).into_bytes();
        for (place, byte) in changes {
            let place = place.index(log.len());
            log[place] = byte;
        }
        outcome(&sets(&[]), &[("log", &log)], going);
        outcome(&sets(&["north", "south"]), &[("log", &log)], going);
        outcome(&boats(), &[("log", &log)], going);
    }
}
