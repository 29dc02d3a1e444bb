//! A published table is compared with what comes out, and each difference is told and opened.
//!
//! Each folder of `tests/verify` has a file `commands`, one command a line, which is run in that folder. To add a case, add a
//! table and a line, and accept the snapshot after reading it.

use crate::binary::{Scratch, code, printed, run, said};
use crate::commands::picture;
use crate::support::root;
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
    let files = ["draw.jsonl", "entrants.csv"].map(|name| format!("examples/blokus-pools/{name}"));
    let bytes: Vec<u8> = files.iter().flat_map(|file| fs::read(root().join(file)).unwrap()).collect();
    let wanted = blake3::hash(&bytes).to_hex().to_string();
    let scratch = Scratch::new("bytes");
    let table = scratch.file("table.csv", "place,entrant\n1,Ania\n");
    let [first, second] = &files;
    let verified = run(&["verify", "blokus-pools", first, second, &table]);
    assert!(printed(&verified).contains(&format!("logs {wanted}, seed 2026")), "{}", printed(&verified));
}
