//! What a file of Pentobi says beside its moves, and files that are hardly files any more.

use super::{file, score};
use crate::binary::{Scratch, code, run, said};
use rulesctl::diagnostic::Code;
use rulesctl::replay::Record;

/// A format for two who play two colours each, in which games are grouped by rounds and have dates.
const DATED: &str = "language = 1\n[seating]\nseats = { blue_red = ['blue', 'red'], yellow_green = ['yellow', 'green'] }\n\
    [part.colour]\nnames = ['blue', 'yellow', 'red', 'green']\n[part.colour.record]\nsquares_left = 'integer 0 to 89'\n\
    [game.record]\ndate = { type = 'date', note = true }\n\
    [side.rules]\nscore = '0 - sum(squares_left)'\n[standing.all]\norder = 'sum(score) highest first'\n";

fn with_head(head: &str) -> String {
    file("two").replace("GM[Blokus Two-Player]", &format!("GM[Blokus Two-Player]{head}"))
}

#[test]
fn date_and_round_are_read_where_they_are_plain() {
    let read = |head: &str| {
        let record = Record::read(with_head(head).as_bytes()).unwrap();
        (record.date.map(|date| date.0), record.round.map(|round| round.0))
    };
    let both = |date: &str, round: &str| (Some(date.to_owned()), Some(round.to_owned()));
    assert_eq!(read("DT[28.11.2026]RO[3 (semi-final)]"), both("2026-11-28", "3"));
    assert_eq!(read("DT[2026-11-28]RO[12]"), both("2026-11-28", "12"));
    assert_eq!(read("DT[2026-11]RO[final]"), (None, None));
    assert_eq!(read("DT[2026-11-28,29]RO[0]"), (None, None));
    assert_eq!(read(""), (None, None));
}

#[test]
fn date_and_round_go_where_the_format_has_them() {
    let game = with_head("DT[2026/11/28]RO[3 (of 5)]");
    let folder = crate::support::root().join("formats");
    let run = crate::support::Run::with_logs(&folder, "dated", DATED, &[("g.blksgf", game.as_bytes())], &[]);
    assert!(run.codes().is_empty(), "{}", run.text());
    assert!(
        run.json.contains("\"round\": 3") && run.json.contains("\"date\": \"2026-11-28\""),
        "{}",
        run.json
    );
    // A format without a column for the date is none the worse for it.
    let run = score("blokus", &[&game], &[("players", "two")]);
    assert!(run.codes().is_empty() && run.json.contains("\"round\": 3"), "{}", run.text());
    // What is no round is none, and no complaint.
    let run = score("blokus", &[&with_head("RO[Finale]DT[yesterday]")], &[("players", "two")]);
    assert!(run.codes().is_empty() && !run.json.contains("\"round\""), "{}", run.text());
}

/// What `replay` says of a file of these bytes: its exit code, and its complaints.
fn replayed(bytes: &[u8]) -> (i32, String) {
    let scratch = Scratch::new("replayed-file");
    let path = scratch.file("game.blksgf", bytes);
    let output = run(&["replay", &path]);
    (code(&output), said(&output).replace(&path, "game.blksgf"))
}

#[test]
fn whatever_becomes_of_a_file_its_fault_is_named() {
    let whole = file("four");
    let deep = |open: usize, closed: usize| {
        format!("{}{}{})", whole.trim_end().trim_end_matches(')'), "(;C[x]".repeat(open), ")".repeat(closed))
    };
    assert_eq!(replayed(deep(100_000, 100_000).as_bytes()), (0, String::new()));
    let commented = whole.replacen(";1[", &format!(";C[{}]1[", "a\\]b ".repeat(300_000)), 1);
    assert_eq!(replayed(commented.as_bytes()), (0, String::new()));
    let utf16: Vec<u8> = whole.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let half = whole.find(";1[h9").unwrap();
    let illegal = commented.replacen(";4[e6,f6,g6,g7,h7]", ";4[e6,f6,g6,g7,h9]", 1);
    for (bytes, words) in [
        (deep(100_000, 99_999).into_bytes(), &["R0722", "after move 55: the record is cut short"][..]),
        (
            whole.as_bytes()[..half + 4].to_vec(),
            &["R0722", "game.blksgf:6", "after move 16: a `[` that is never closed"],
        ),
        (
            whole.as_bytes()[..half].to_vec(),
            &["R0722", "game.blksgf:5", "after move 16: the record is cut short"],
        ),
        (
            whole.replacen("e15,", "e15;", 1).into_bytes(),
            &["R0722", "game.blksgf:3:4", "move 5: `e15;c16` is no square"],
        ),
        (illegal.into_bytes(), &["R0723", "game.blksgf:5", "move 16, green: these squares are no piece"]),
        (utf16.clone(), &["R0702", "game.blksgf", "UTF-16"]),
        ([b"\xFF\xFE".to_vec(), utf16].concat(), &["R0702", "game.blksgf", "UTF-16"]),
        (b"(".to_vec(), &["R0722", "the record is cut short"]),
        (b"".to_vec(), &["R0710", "no game in `game.blksgf` is recorded by its moves"]),
        (b"game,1,2\n".to_vec(), &["R0710", "no game in `game.blksgf` is recorded by its moves"]),
        (vec![0; 5000], &["R0710"]),
    ] {
        let (code, said) = replayed(&bytes);
        assert_eq!(code, 1, "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{words:?}\n{said}");
        assert!(said.len() < 2_000, "{said}");
    }
}

#[test]
fn names_are_read_in_the_letters_that_the_file_says() {
    let named = |head: &[u8]| {
        let file = file("two").replace("CA[UTF-8]PB[Ala]", "@");
        let at = file.find('@').unwrap();
        let bytes = [&file.as_bytes()[..at], head, &file.as_bytes()[at + 1..]].concat();
        match Record::read(&bytes) {
            Ok(record) => record.players[0].name.clone().unwrap(),
            Err(fault) => fault.message,
        }
    };
    assert_eq!(named(b"CA[UTF-8]PB[J\xC3\xB6rg]"), "Jörg");
    assert_eq!(named(b"PB[J\xF6rg]"), "Jörg");
    assert_eq!(named(b"PB[J\xF6rg]CA[ISO-8859-1]"), "Jörg");
    assert_eq!(named(b"CA[latin1]PB[J\xF6rg]"), "Jörg");
    // Plain letters are the same in all of them.
    assert_eq!(named(b"CA[ISO-8859-2]PB[Ala]"), "Ala");
    let refused = |letters: &str| format!("the letters of this name cannot be read: `CA` says `{letters}`");
    assert_eq!(named(b"CA[UTF-8]PB[J\xF6rg]"), refused("UTF-8"));
    assert_eq!(named(b"PB[\xA3ucja]CA[ISO-8859-2]"), refused("ISO-8859-2"));
    let long = format!("PB[{}]", "ó".repeat(10_000));
    assert_eq!(named(long.as_bytes()), "ó".repeat(1_000));
    let run = score("blokus", &[&file("two").replace("CA[UTF-8]PB[Ala]", "PB[ \n ]")], &[("players", "two")]);
    assert_eq!(run.codes(), [] as [Code; 0], "{}", run.text());
}
