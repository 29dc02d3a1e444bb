//! A published table is compared with what comes out, and each difference is told and opened.
//!
//! Each folder of `tests/verify` has a file `commands`, one command a line, which is run in that folder. To add a case, add a
//! table and a line, and accept the snapshot after reading it.

use crate::binary::{FORMAT, Scratch, code, fed, games, printed, run, said};
use crate::commands::picture;
use crate::support::{Folder, root};
use proptest::prelude::*;
use rulesctl::format::Found;
use rulesctl::log::{Input, published};
use rulesctl::session::{Scoring, Session};
use std::fs;

/// Logs that ship, each with what is said beside it.
const SHIPPED: &[(&str, &str, &[&str])] = &[
    ("blokus", "examples/blokus-club.csv", &[]),
    ("blokus-ladder", "examples/blokus-ladder.csv", &[]),
    ("blokus-pools", "examples/blokus-pools", &[]),
    ("tarot-duel", "examples/tarot-duel", &["--edition", "2026-11"]),
];

#[test]
fn tables_are_compared_like_this() {
    insta::glob!("../verify", "*/commands", |path| {
        insta::assert_snapshot!(picture(path));
    });
}

#[test]
fn what_is_scored_agrees_with_itself_in_every_shape() {
    let scratch = Scratch::new("verified");
    for (format, log, others) in SHIPPED {
        for shape in ["table", "json", "csv"] {
            let scored = run(&[&["score", format, log, "--output", shape], *others].concat());
            let table = scratch.file(&format!("{format}.{shape}"), printed(&scored));
            let verified = run(&[&["verify", format, log, &table], *others].concat());
            let told = printed(&verified);
            assert_eq!(code(&verified), 0, "{format} as {shape}:\n{told}{}", said(&verified));
            assert!(
                told.contains("figures agree") && !told.contains("\n0 of 0 "),
                "{format} as {shape}:\n{told}"
            );
        }
    }
}

#[test]
fn it_says_of_which_bytes_it_is() {
    let folder = "tests/verify/cup";
    let [format, log, table] = ["cup.toml", "games.csv", "agreed.csv"].map(|name| format!("{folder}/{name}"));
    let bytes = fs::read(root().join(&log)).unwrap();
    let wanted = format!("logs {}, seed 7", blake3::hash(&bytes).to_hex());
    let from_file = run(&["verify", &format, &log, &table, "--seed", "7"]);
    assert!(printed(&from_file).contains(&wanted), "{}", printed(&from_file));
    let from_stream = fed(&["verify", &format, "-", &table, "--seed", "7"], &bytes);
    assert_eq!(printed(&from_stream), printed(&from_file));
}

#[test]
fn a_table_of_the_season_is_compared_with_all_editions() {
    let scratch = Scratch::new("season");
    let scored = run(&["score", "tarot-duel", "examples/tarot-duel", "--edition", "all", "--output", "json"]);
    let table = scratch.file("season.json", printed(&scored));
    let verified = run(&["verify", "tarot-duel", "examples/tarot-duel", &table, "--standing", "all_time"]);
    assert_eq!(code(&verified), 0, "{}{}", printed(&verified), said(&verified));
}

/// The logs of a tournament in pools that ships, in order.
const POOLS: &[&str] = &["draw.jsonl", "entrants.csv", "round-1.csv", "round-2.csv"];

#[test]
fn what_is_paired_agrees_with_itself_in_every_shape_and_not_by_another_seed() {
    let scratch = Scratch::new("paired");
    let logs: Vec<String> = POOLS.iter().map(|name| format!("examples/blokus-pools/{name}")).collect();
    for count in 2..=4 {
        // Without the draw on record the seed draws the pools of the first round.
        let first = usize::from(count == 2);
        let logs: Vec<&str> = logs[first..count].iter().map(String::as_str).collect();
        for shape in ["table", "json", "csv"] {
            let asked = ["--seed", "3", "--output", shape];
            let paired = run(&[&["pair", "blokus-pools"], logs.as_slice(), &asked].concat());
            let published = scratch.file(&format!("round.{shape}"), printed(&paired));
            let by_seed = |seed| {
                run(&[&["verify", "blokus-pools"], logs.as_slice(), &[&published, "--seed", seed]].concat())
            };
            let (verified, other) = (by_seed("3"), by_seed("4"));
            let told = printed(&verified);
            assert_eq!(code(&verified), 0, "{count} logs as {shape}:\n{told}{}", said(&verified));
            assert!(told.contains("pairings agree, no differences"), "{count} logs as {shape}:\n{told}");
            if count == 2 {
                assert_eq!(code(&other), 1, "by another seed as {shape}:\n{}", printed(&other));
            }
        }
    }
}

#[test]
fn every_outcome_says_of_which_bytes_it_is() {
    let folder = "tests/events/two_pools";
    let names = ["entrants.csv", "round1.csv", "round2.csv", "final.jsonl"];
    let [format, logs @ ..] =
        ["cup.toml", names[0], names[1], names[2], names[3]].map(|name| format!("{folder}/{name}"));
    let bytes: Vec<u8> = logs.iter().flat_map(|log| fs::read(root().join(log)).unwrap()).collect();
    let hash = blake3::hash(&bytes).to_hex().to_string();
    let logs: Vec<&str> = logs.iter().map(String::as_str).collect();
    let commands: &[(&str, &[&str])] = &[
        ("score", &[]),
        ("score", &["--after", "1"]),
        ("pair", &[]),
        ("status", &[]),
        ("bracket", &[]),
        ("explain", &["--entrant", "Ada", "--column", "points"]),
    ];
    for (command, others) in commands {
        let asked = [&[*command, &format], logs.as_slice(), others, &["--seed", "42"]].concat();
        let told = printed(&run(&asked));
        let last = told.lines().last().unwrap_or_default();
        assert!(last.starts_with("rules ") && last.ends_with(&format!(", logs {hash}, seed 42")), "{told}");
        let json = printed(&run(&[asked.as_slice(), &["--output", "json"]].concat()));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["logs"], hash.as_str(), "{command}");
        assert_eq!(json["seed"], 42, "{command}");
        assert_eq!(format!("rules {}", json["hash"].as_str().unwrap()), last.split(',').next().unwrap());
    }
    let diff = run(&[&["diff", &format, &format], logs.as_slice(), &["--output", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&printed(&diff)).unwrap();
    assert_eq!(json["logs_hash"], hash.as_str());
    // A simulation is of the list of entrants, or of no log.
    let entrants = blake3::hash(&fs::read(root().join(logs[0])).unwrap()).to_hex().to_string();
    let listed = printed(&run(&["simulate", "blokus-pools", "--entrants", logs[0], "--rounds", "1"]));
    assert!(listed.trim_end().ends_with(&format!(", logs {entrants}, seed 0")), "{listed}");
    let invented = printed(&run(&["simulate", "blokus-pools", "--players", "9", "--rounds", "1"]));
    let last = invented.lines().last().unwrap();
    assert!(last.starts_with("rules ") && last.ends_with(", seed 0") && !last.contains("logs"), "{last}");
}

#[test]
fn bytes_count_in_the_order_of_the_logs_however_they_are_read() {
    let scratch = Scratch::new("sealed");
    let format = scratch.file("plain.toml", FORMAT);
    // One that is read piece by piece between small ones, which are read ahead, and a folder.
    let small = |name: &str| games(1).replace("\n1,", &format!("\n{name},"));
    let texts = [small("a"), games(9_000), small("b"), small("c")];
    assert!(texts[1].len() > 64 << 10);
    let paths: Vec<String> = ["1.csv", "2.csv", "3.csv", "4.csv"]
        .iter()
        .zip(&texts)
        .map(|(name, text)| scratch.file(name, text))
        .collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let hash = blake3::hash(texts.concat().as_bytes()).to_hex().to_string();
    let by = |paths: &[&str]| {
        let scored = run(&[&["score", &format], paths, &["--output", "json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&printed(&scored)).unwrap();
        json["logs"].as_str().unwrap().to_owned()
    };
    assert_eq!(by(&paths), hash);
    let turned: Vec<&str> = paths.iter().rev().copied().collect();
    assert_ne!(by(&turned), hash);
}

/// Pieces of a log, good and bad.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[1-9],(Anna|Bruno|Cem),[0-9]\n",
        "[1-9],Anna,(many|-1|)\n",
        Just("\n".to_owned()),
        Just("1,\"Anna\n".to_owned()),
        "(\\PC|\n){0,12}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| format!("game,entrant,score\n{}", pieces.concat()))
}

proptest! {
    /// Whatever is wrong with a log: where something comes out, each of its bytes has been counted, once.
    #[test]
    fn every_byte_counts_where_something_comes_out(one in pieces(), other in pieces()) {
        let mut session = Session::new();
        let found = Found { path: "plain.toml".to_owned(), text: FORMAT.to_owned() };
        let format = session.load("plain", &found, &Folder(root())).unwrap();
        let input = |text: &String| Input {
            name: "log.csv".to_owned(),
            bytes: Box::new(std::io::Cursor::new(text.clone().into_bytes())),
        };
        let scoring = Scoring { keep_going: true, ..Scoring::default() };
        let settings = format.ruleset.defaults();
        if let Some(scored) = session.score(&format, settings, [&one, &other].map(input), scoring) {
            let hash = blake3::hash(format!("{one}{other}").as_bytes()).to_hex().to_string();
            prop_assert_eq!(scored.stamp.logs, Some(hash));
        }
    }


    /// Whatever a file holds, each row that is read has a cell for each heading, and stands where it says.
    #[test]
    fn any_text_is_read_or_refused(text in "(\\PC|[ \t\n,;\"{}\\[\\]:─═]){0,80}") {
        if let Ok(read) = published(text.as_bytes()) {
            for table in &read.tables {
                for row in &table.rows {
                    prop_assert_eq!(row.cells.len(), table.headings.len());
                    prop_assert!(row.line >= 1 && row.line <= text.matches('\n').count() + 1);
                }
            }
        }
    }
}
