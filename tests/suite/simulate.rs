//! Invented events from outside: the same bytes from the same seed, and logs that can be scored.

use crate::binary::{Scratch, code, printed, program, run, said};
use crate::support::unstamped;

const CUP: &str = "tests/events/invented/cup.toml";
const ENTRANTS: &str = "tests/events/invented/entrants.csv";

/// What a command prints that ends well and has nothing to complain of.
#[track_caller]
fn well(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((code(&output), said(&output).as_str()), (0, ""), "{arguments:?}");
    printed(&output)
}

#[test]
fn an_invented_log_is_scored_as_it_was_played() {
    let scratch = Scratch::new("invented-log");
    for (format, entrants, seed) in [
        (CUP, ["--entrants", ENTRANTS], "7"),
        (CUP, ["--players", "12"], "8"),
        ("blokus-pools", ["--players", "15"], "7"),
        ("blokus-pools", ["--players", "14"], "1"),
        ("blokus-pools", ["--entrants", "examples/blokus-pools/entrants.csv"], "2026"),
    ] {
        let log = scratch.file("log.jsonl", "");
        let [which, what] = entrants;
        let played = well(&["simulate", format, which, what, "--seed", seed, "--log", &log]);
        let scored = well(&["score", format, &log, "--strict"]);
        let places = |text: &str| {
            let start = text.find("\nFinal places\n").expect("it is played to its end");
            text[start..].split("\n\n").next().unwrap_or_default().to_owned()
        };
        assert_eq!(places(&played), places(&scored), "{format} {what}");
        let csv = ["simulate", format, which, what, "--seed", seed, "--output", "csv"];
        let paired = ["pair", format, &log, "--output", "csv"];
        assert_eq!(well(&csv), well(&paired), "{format} {what}");
    }
}

#[test]
fn the_standing_of_an_invented_log_is_that_of_the_last_round() {
    let scratch = Scratch::new("invented-standing");
    let log = scratch.0.join("log.jsonl").display().to_string();
    let played = well(&["simulate", "blokus-pools", "--players", "15", "--seed", "3", "--log", &log]);
    let scored = well(&["score", "blokus-pools", &log, "--standing", "players"]);
    let scored = unstamped(&scored);
    let (_, rows) = scored.trim_end().split_once('\n').unwrap();
    let (_, after) = played.split_once("Standing after round 4\n").unwrap();
    assert!(after.starts_with(rows), "{after}\n{rows}");
}

#[test]
fn the_same_seed_prints_the_same_bytes_on_any_number_of_threads() {
    let on = |threads: &str, seed: &str, shape: &str| {
        let arguments =
            ["simulate", CUP, "--players", "9", "--runs", "700", "--seed", seed, "--output", shape];
        let output = program().args(arguments).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!((code(&output), said(&output).as_str()), (0, ""));
        printed(&output)
    };
    for shape in ["table", "json", "csv"] {
        assert_eq!(on("1", "5", shape), on("2", "5", shape));
        assert_ne!(on("2", "5", shape), on("2", "6", shape));
    }
    let preview = |seed: &str| well(&["simulate", CUP, "--players", "9", "--seed", seed]);
    assert_eq!(preview("5"), preview("5"));
    assert_ne!(preview("5"), preview("6"));
}

#[test]
fn the_chances_of_an_entrant_sum_to_one() {
    let csv = well(&["simulate", "blokus-pools", "--players", "13", "--runs", "999", "--output", "csv"]);
    let mut times = std::collections::BTreeMap::new();
    for line in csv.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *times.entry(cells[0].to_owned()).or_insert(0) += cells[2].parse::<u32>().unwrap();
    }
    assert_eq!(times.len(), 13);
    assert!(times.values().all(|&times| times == 999), "{times:?}");
}

#[test]
fn a_log_that_cannot_be_written_is_told() {
    let output = run(&["simulate", CUP, "--players", "6", "--log", "no/such/folder/log.jsonl"]);
    assert_eq!(code(&output), 3);
    assert!(said(&output).contains("cannot be written"), "{}", said(&output));
}

#[test]
fn results_stand_in_the_order_of_the_names_before_them() {
    let scratch = Scratch::new("results-beside-seats");
    for (format, seats, column) in [
        ("blokus-pools", ["blue_red", "yellow_green"], "score"),
        ("tests/events/crossed/club.toml", ["home", "away"], "goals"),
    ] {
        let log = scratch.file("log.jsonl", "");
        let played = well(&["simulate", format, "--players", "9", "--seed", "5", "--log", &log]);
        let scored = well(&["score", format, &log, "--games", "--output", "csv"]);
        let mut lines = scored.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let headings = lines.next().unwrap();
        let at = |name: &str| headings.iter().position(|heading| *heading == name).unwrap();
        let mut games = std::collections::BTreeMap::<&str, [(&str, &str); 2]>::new();
        for line in lines {
            let seat = seats.iter().position(|seat| *seat == line[at("seat")]).unwrap();
            games.entry(line[at("game")]).or_default()[seat] = (line[at("entrant")], line[at(column)]);
        }
        assert!(games.len() > 20, "{format}");
        for (id, [first, second]) in games {
            let start = format!("  {id}  ");
            let line = played.lines().find(|line| line.starts_with(&start)).unwrap();
            let (names, results) = line.split_at(line.find(" : ").unwrap());
            let at = |name: &str| names.find(&format!(" {name} ")).unwrap();
            assert!(at(first.0) < at(second.0), "{line}");
            let result = format!(" {} : {} ", first.1, second.1);
            assert!(format!("{names}{results} ").contains(&result), "{line}: {result}");
        }
    }
}

#[test]
fn every_row_of_chances_has_decimals_of_one_length() {
    let csv = well(&["simulate", CUP, "--players", "6", "--runs", "3", "--output", "csv"]);
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    // Six entrants, each with six places and with none.
    assert_eq!(rows.len(), 6 * 7);
    for row in &rows {
        assert_eq!(row[3], "3");
        let [whole, digits] = row[4].split('.').collect::<Vec<_>>()[..] else { panic!("{row:?}") };
        assert_eq!((whole.len(), digits.len()), (1, 6), "{row:?}");
    }
    assert!(rows.iter().any(|row| row[2] == "0" && row[4] == "0.000000"));
    let json = well(&["simulate", CUP, "--players", "6", "--runs", "3", "--output", "json"]);
    assert!(json.contains("\"runs\": 3"), "{json}");
    assert!(!json.contains("/3\""), "{json}");
}
