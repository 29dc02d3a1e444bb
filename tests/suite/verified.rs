//! A published table is compared with what comes out, and each difference is told and opened.
//!
//! Each folder of `tests/verify` has a file `commands`, one command a line, which is run in that folder. To add a case, add a
//! table and a line, and accept the snapshot after reading it.

use crate::binary::{Scratch, code, fed, printed, run, said};
use crate::commands::picture;
use crate::support::root;
use proptest::prelude::*;
use rulesctl::log::published;
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

proptest! {
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
