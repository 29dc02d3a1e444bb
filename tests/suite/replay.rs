//! Games from their moves, from outside: files in, scores or complaints out.

mod files;
mod invented;
mod json;
mod rectangle;

use crate::selfplay::{FOUR, record};
use crate::support::{Run, root, unstamped};
use rulesctl::diagnostic::Code;
use rulesctl::replay::blokus::Variant;
use rulesctl::replay::{FaultKind, Record};
use std::fs;

const TWO: &str = "GM[Blokus Two-Player]PB[Ala]PW[Ola]";

fn score(format: &str, logs: &[&str], settings: &[(&str, &str)]) -> Run {
    let folder = root().join("formats");
    let text = fs::read_to_string(folder.join(format!("{format}.toml"))).unwrap();
    let names: Vec<String> = (1..=logs.len()).map(|number| format!("game{number}.blksgf")).collect();
    let logs: Vec<(&str, &[u8])> =
        names.iter().zip(logs).map(|(name, log)| (name.as_str(), log.as_bytes())).collect();
    Run::with_logs(&folder, format, &text, &logs, settings)
}

/// Scores games by the values of their `moves` in JSON.
fn score_json(games: &[&str], settings: &[(&str, &str)]) -> Run {
    let lines: Vec<String> = games
        .iter()
        .map(|moves| format!("{{\"game\": {{\"moves\": {moves}}}}}").replace('\n', " "))
        .collect();
    score("blokus", &[&lines.join("\n")], settings)
}

/// What is wrong with a record.
fn fault(text: &str) -> String {
    match Record::read(text.as_bytes()).and_then(|record| record.replay(&|_| None)) {
        Ok(parts) => panic!("{parts:?}"),
        Err(fault) => fault.message,
    }
}

/// The games of `tests/replay`, which another program made up; and what it counted.
fn file(name: &str) -> String {
    fs::read_to_string(root().join(format!("tests/replay/{name}.blksgf"))).unwrap()
}

const BY_HAND: &str = r#"{"game": {"id": "game1", "sides": {
    "blue": {"entrant": "Ala", "squares_left": 36, "pieces_left": 8},
    "yellow": {"entrant": "Ola", "squares_left": 30, "pieces_left": 6},
    "red": {"entrant": "Ela", "squares_left": 36, "pieces_left": 8, "last_was_single": true},
    "green": {"entrant": "Ula", "squares_left": 34, "pieces_left": 7}}}}"#;
const TWO_BY_HAND: &str = r#"{"game": {"id": "game1", "sides": {
    "blue_red": {"entrant": "Ala", "blue": {"squares_left": 36, "pieces_left": 8},
        "red": {"squares_left": 36, "pieces_left": 8, "last_was_single": true}},
    "yellow_green": {"entrant": "Ola", "yellow": {"squares_left": 30, "pieces_left": 6},
        "green": {"squares_left": 34, "pieces_left": 7}}}}}"#;

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

#[test]
fn a_game_scores_as_if_its_result_were_recorded_by_hand() {
    let replayed = score("blokus", &[&file("four")], &[]);
    assert!(!replayed.tables.is_empty() && replayed.codes().is_empty(), "{}", replayed.text());
    let recorded = score("blokus", &[&one_line(BY_HAND)], &[]);
    assert_eq!(unstamped(&replayed.tables), unstamped(&recorded.tables));
    let replayed = score("blokus", &[&file("two")], &[("players", "two")]);
    assert!(!replayed.tables.is_empty() && replayed.codes().is_empty(), "{}", replayed.text());
    let recorded = score("blokus", &[&one_line(TWO_BY_HAND)], &[("players", "two")]);
    assert_eq!(unstamped(&replayed.tables), unstamped(&recorded.tables));
}

#[test]
fn several_files_are_several_games() {
    let by_hand = one_line(BY_HAND).replace("game1", "game2");
    let logs = [&file("four")[..], &by_hand, &record(Variant::Four, 7, FOUR)];
    let run = score("blokus", &logs, &[]);
    assert!(run.codes().is_empty(), "{}", run.text());
    assert_eq!(run.json.matches("\"squares_left\"").count() % 3, 0);
}

#[test]
fn players_need_seats() {
    let run = score("blokus", &[&file("two")], &[]);
    assert_eq!(run.codes(), [Code::OtherSeats]);
    insta::assert_snapshot!(run.text());
    let run = score("blokus", &[&file("four")], &[("players", "two")]);
    assert_eq!(run.codes(), [Code::OtherSeats]);
    assert!(run.text().contains("`--set players=four`"), "{}", run.text());
    let run = score("blokus", &[&file("duo")], &[]);
    assert_eq!(run.codes(), [Code::OtherSeats]);
    // Four colours of one player are a game alone.
    let alone = file("four").replace("[Ola]", "[Ala]").replace("[Ela]", "[Ala]").replace("[Ula]", "[Ala]");
    let run = score("blokus", &[&alone], &[("players", "one")]);
    assert!(run.codes().is_empty() && !run.tables.is_empty(), "{}", run.text());
}

#[test]
fn every_way_of_playing_is_replayed() {
    for seed in 1..4 {
        let three = record(Variant::Three, seed, "GM[Blokus Three-Player]P1[Ala]P2[Ola]P3[Ela]");
        let run = score("blokus", &[&three], &[("players", "three")]);
        assert!(run.codes().is_empty() && !run.tables.is_empty(), "{}", run.text());
        let run = score("blokus", &[&record(Variant::Two, seed, TWO)], &[("players", "teams")]);
        assert!(run.codes().is_empty() && !run.tables.is_empty(), "{}", run.text());
        Record::read(record(Variant::Duo, seed, "GM[Blokus Duo]").as_bytes())
            .unwrap()
            .replay(&|_| None)
            .unwrap();
    }
    Record::read(file("duo").as_bytes()).unwrap().replay(&|_| None).unwrap();
}

#[test]
fn old_files_and_files_with_much_around_the_moves_are_read() {
    let new = file("four");
    let parts = |text: &str| Record::read(text.as_bytes()).unwrap().replay(&|_| None).unwrap();
    let wanted = parts(&new);
    let names = [(";1[", ";BLUE["), (";2[", ";YELLOW["), (";3[", ";RED["), (";4[", ";GREEN[")];
    let old = names.iter().fold(new.clone(), |text, (new, old)| text.replace(new, old)).replace(',', "][");
    assert_eq!(parts(&old), wanted);
    let inner = new.trim_end().strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap();
    let comment = "x\\]y(;1[a1]) ".repeat(100_000).replace("[a1]", "[a1\\]");
    let around = format!("\u{feff}(\n {inner};C[{comment}];1[]N[end]\n (;2[] (;3[]) (;C[no]))\n (;1[a1]))\n");
    let around = around.trim_start_matches('\u{feff}');
    assert_eq!(parts(around), wanted);
    assert_eq!(parts(&new.to_uppercase().replace("BLOKUS", "Blokus").replace("UTF", "utf")), wanted);
    let unnamed = new.replace("P1[Ala]P2[Ola]P3[Ela]P4[Ula]", "");
    let run = score("blokus", &[&format!("\u{feff}{unnamed}")], &[]);
    assert!(run.codes().is_empty() && run.tables.contains("yellow"), "{}", run.text());
}

#[test]
fn a_wrong_move_is_named() {
    let bad = file("four").replacen(";2[", ";3[", 1);
    let run = score("blokus", &[&bad], &[]);
    assert_eq!(run.codes(), [Code::IllegalMove]);
    assert!(run.text().contains("move 2, red: it is the turn of yellow"), "{}", run.text());
    let last = file("four").rfind(';').unwrap();
    let short = format!("{})", &file("four")[..last]);
    assert!(fault(&short).starts_with("the game is not over after 54 moves: "), "{}", fault(&short));
    let fault = Record::read(b"(;GM[Blokus];1[b2])").unwrap().replay(&|_| None).unwrap_err();
    assert_eq!((fault.kind, fault.at), (FaultKind::Illegal, 13..18));
}

#[test]
fn what_cannot_be_replayed_is_said() {
    for (text, wanted) in [
        ("(;1[a20])", "the record does not say which game was played"),
        ("(;GM[Blokus])", "the game is not over after 0 moves: blue can place more"),
        ("(;GM[1])", "games of `1` cannot be replayed"),
        ("(;GM[Blokus]GM[Blokus])", "`GM` stands once, before the first move"),
        ("(;GM[Blokus]A1[a20])", "the game was not played from the beginning: pieces were set up"),
        ("(;GM[Blokus];B[a20])", "`B` is no colour of this game"),
        ("(;GM[Blokus Duo];3[a20])", "`3` is no colour of this game"),
        ("(;GM[Blokus];1[a20;])", "move 1: `a20;` is no square"),
        ("(;GM[Blokus];1[a0])", "move 1: `a0` is no square"),
        ("(;GM[Blokus];1[a+1])", "move 1: `a+1` is no square"),
        ("(;GM[Blokus];1[é])", "move 1: `é` is no square"),
        ("(;GM[Blokus];1[a21])", "move 1, blue: `a21` is off the board"),
        ("(;GM[Blokus];1[a1,a2,a3,a4,a5,a6])", "move 1: no piece has more than 5 squares"),
        ("(;GM[Blokus];1[a20]", "after move 1: the record is cut short: a `(` is never closed"),
        ("(;GM[Blokus]", "the record is cut short: a `(` is never closed"),
    ] {
        assert_eq!(fault(text), wanted, "{text}");
    }
    let many = format!("(;GM[Blokus]{})", ";1[]".repeat(1_001));
    assert_eq!(fault(&many), "after move 1000: no game has so many moves");
}
