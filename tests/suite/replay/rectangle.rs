//! The puzzle of the rectangle: answers are found, laid again, scored; and what is wrong is told.

use super::{score, score_json};
use proptest::prelude::*;
use rulesctl::diagnostic::Code;
use rulesctl::replay::blokus::Square;
use rulesctl::replay::{Fact, Facts, PUZZLES, Record, Thing};
use rulesctl::session::answer;
use std::collections::BTreeSet;

/// Two colours of an answer that was found, to be spoilt.
const SOME: &str = r#"{"blue": ["a1", "a2", "a3", "a4"]}, {"red": ["b1", "c1", "b2", "c2"]}"#;

fn moves(played: &str, head: &str) -> String {
    format!("{{\"of\": \"blokus\", \"variant\": \"rectangle\"{head}, \"played\": [{played}]}}")
}

fn read(moves: &str) -> Result<Record, String> {
    let mut jiter = jiter::Jiter::new(moves.as_bytes());
    let node = rulesctl::json::read(&mut jiter, moves.as_bytes()).unwrap();
    Record::from_json(&node).map_err(|fault| fault.message)
}

fn lay(played: &str) -> Result<Vec<Facts>, String> {
    read(&moves(played, ""))?.replay(&|_| None).map_err(|fault| match fault.help {
        Some(help) => format!("{} ({help})", fault.message),
        None => fault.message,
    })
}

fn found(seed: u64) -> Vec<(&'static str, Vec<String>)> {
    answer(&PUZZLES[0], seed).unwrap().laid
}

fn json(laid: &[(&str, Vec<String>)]) -> String {
    let one = |(colour, squares): &(&str, Vec<String>)| format!("{{\"{colour}\": {squares:?}}}");
    laid.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Column and row.
fn at(name: &str) -> (i32, i32) {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

/// What tells the five pieces apart: how far each two of their squares lie from one another.
fn kind(squares: &[String]) -> Vec<i32> {
    let all: Vec<(i32, i32)> = squares.iter().map(|name| at(name)).collect();
    let apart = |one: &(i32, i32), two: &(i32, i32)| (one.0 - two.0).pow(2) + (one.1 - two.1).pow(2);
    let mut far: Vec<i32> = all.iter().flat_map(|one| all.iter().map(move |two| apart(one, two))).collect();
    far.sort_unstable();
    far
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_answer_is_found_for_every_seed(seed in any::<u64>()) {
        let laid = found(seed);
        prop_assert_eq!(&laid, &found(seed));
        // The rules once more, square by square.
        let squares: BTreeSet<&String> = laid.iter().flat_map(|(_, squares)| squares).collect();
        prop_assert_eq!((laid.len(), squares.len()), (20, 80));
        prop_assert!(squares.iter().all(|name| (0..10).contains(&at(name).0) && (0..8).contains(&at(name).1)));
        for colour in ["blue", "yellow", "red", "green"] {
            let own: Vec<&Vec<String>> =
                laid.iter().filter(|(name, _)| *name == colour).map(|(_, squares)| squares).collect();
            let kinds: BTreeSet<_> = own.iter().map(|squares| kind(squares)).collect();
            prop_assert_eq!((own.len(), kinds.len()), (5, 5));
            for (place, one) in own.iter().enumerate() {
                for other in &own[place + 1..] {
                    let mut pairs = one.iter().flat_map(|a| other.iter().map(move |b| (at(a), at(b))));
                    prop_assert!(!pairs.any(|(a, b)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1));
                }
            }
        }
        // And it is what the program takes for one.
        let facts = lay(&json(&laid)).unwrap();
        prop_assert!(facts.iter().all(|facts| facts.facts.contains(&("all_placed", Fact::Flag(true)))));
    }

    #[test]
    fn a_spoilt_answer_is_caught(seed in 0_u64..1000, piece in 0_usize..20, square in 0_usize..4, column in 0_u8..12, row in 0_u8..12) {
        let mut laid = found(seed);
        let name = Square { column, row }.to_string();
        if !laid[piece].1.contains(&name) {
            laid[piece].1[square] = name;
            prop_assert!(lay(&json(&laid)).is_err());
        }
    }

    #[test]
    fn two_pieces_that_change_their_colours_are_judged_by_what_lies_beside_them(seed in 0_u64..1000, one in 0_usize..20, two in 0_usize..20) {
        let mut laid = found(seed);
        if kind(&laid[one].1) == kind(&laid[two].1) {
            (laid[one].0, laid[two].0) = (laid[two].0, laid[one].0);
        }
        let touches = laid.iter().enumerate().any(|(place, (colour, squares))| {
            let own = laid[place + 1..].iter().filter(|(other, _)| other == colour);
            let mut pairs = own.flat_map(|(_, others)| squares.iter().flat_map(move |a| others.iter().map(move |b| (at(a), at(b)))));
            pairs.any(|(a, b)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1)
        });
        prop_assert_eq!(lay(&json(&laid)).is_err(), touches);
    }
}

#[test]
fn other_seeds_find_other_answers() {
    let all: BTreeSet<String> = (0..20).map(|seed| json(&found(seed))).collect();
    assert_eq!(all.len(), 20);
}

#[test]
fn what_is_left_is_known() {
    let facts = lay(SOME).unwrap();
    let blue = &facts[0];
    assert_eq!(blue.of, Thing::Part("blue"));
    let wanted = vec![
        ("squares_left", Fact::Number(16)),
        ("pieces_left", Fact::Number(4)),
        ("all_placed", Fact::Flag(false)),
    ];
    assert_eq!(blue.facts, wanted);
    let yellow = vec![
        ("squares_left", Fact::Number(20)),
        ("pieces_left", Fact::Number(5)),
        ("all_placed", Fact::Flag(false)),
    ];
    assert_eq!(facts[1].facts, yellow);
    let picture = read(&moves(SOME, "")).unwrap().picture().unwrap();
    assert_eq!((picture.rows.len(), picture.rows[0].len()), (8, 10));
    assert_eq!(picture.below[0], "blue has left `L4`, `T4`, `O4` and `Z4`");
    assert_eq!(
        picture.below[4],
        "the rectangle is not complete: empty are `d1`, `e1`, `f1`, `g1`, `h1`, `i1`, `j1`, `d2` and 64 more"
    );
}

#[test]
fn the_rectangle_lies_or_stands() {
    assert!(lay(r#"{"blue": ["i1", "j1", "i2", "j2"]}"#).is_ok());
    assert!(lay(r#"{"blue": ["a9", "a10", "b9", "b10"]}"#).is_ok());
    let both = r#"{"blue": ["i1", "j1", "i2", "j2"]}, {"red": ["a9", "a10", "b9", "b10"]}"#;
    assert_eq!(
        lay(both).unwrap_err(),
        "move 2, red: `a9` is off the rectangle, which is 10 wide and 8 high (it is 10 wide and 8 high, `a1` to `j8`, or \
         8 wide and 10 high, `a1` to `h10`)"
    );
    let standing = r#"{"blue": ["a9", "a10", "b9", "b10"]}, {"red": ["h10", "i10", "h9", "i9"]}"#;
    assert!(
        lay(standing)
            .unwrap_err()
            .starts_with("move 2, red: `i10` is off the rectangle, which is 8 wide and 10 high")
    );
    let picture = read(&moves(r#"{"blue": ["a9", "a10", "b9", "b10"]}"#, "")).unwrap().picture().unwrap();
    assert_eq!((picture.rows.len(), picture.rows[0].len()), (10, 8));
}

#[test]
fn what_is_against_the_rules_is_told_exactly() {
    for (piece, wanted) in [
        (r#"{"blue": ["c2", "d2", "d3", "e3"]}"#, "move 3, blue: `c2` is taken by the piece `O4` of red"),
        (
            r#"{"red": ["d2", "e2", "f2", "e3"]}"#,
            "move 3, red: the pieces `T4` and `O4` lie side by side at `d2` and `c2` (pieces of one colour may touch only at corners)",
        ),
        (r#"{"blue": ["b5", "b6", "b7", "b8"]}"#, "move 3, blue: the piece `I4` was laid before"),
        (
            r#"{"blue": ["b5", "b6", "b7"]}"#,
            "move 3, blue: the piece `I3` has 3 squares (the rectangle is laid of the pieces of four squares: `I4`, `L4`, `T4`, `O4` and `Z4`)",
        ),
        (
            r#"{"blue": ["b5", "b6", "b7", "b8", "c8"]}"#,
            "move 3, blue: the piece `L` has 5 squares (the rectangle is laid of the pieces of four squares: `I4`, `L4`, `T4`, `O4` and `Z4`)",
        ),
        (
            r#"{"blue": ["b5", "b6", "b7", "d8"]}"#,
            "move 3, blue: these squares are no piece (a piece is squares that lie side by side, each named once)",
        ),
        (
            r#"{"blue": ["k1", "k2", "k3", "l3"]}"#,
            "move 3, blue: `k1` is off the rectangle, which is 10 wide and 8 high (it is 10 wide and 8 high, `a1` to `j8`, or 8 wide and 10 high, `a1` to `h10`)",
        ),
        (r#"{"blue": "passes"}"#, "move 3: nobody passes who lays the rectangle"),
        (r#"{"purple": ["b5"]}"#, "move 3: `purple` is no colour of this game"),
        (
            r#"{"blue": ["b5", "b6", "c5", "c6"], "by": "Ala"}"#,
            "move 3: nobody called `Ala` plays (say who lays the rectangle: `\"players\": [\"Ala\"]`)",
        ),
    ] {
        assert_eq!(lay(&format!("{SOME}, {piece}")).unwrap_err(), wanted);
    }
    // At corners pieces of one colour may touch, and others along their sides.
    assert!(
        lay(&format!(r#"{SOME}, {{"red": ["d3", "e3", "f3", "e4"]}}, {{"blue": ["b5", "b6", "c5", "c6"]}}"#))
            .is_ok()
    );
    assert_eq!(
        read(&moves(SOME, ", \"order\": [\"blue\"]")).unwrap_err(),
        "the rectangle is laid in any order"
    );
    assert_eq!(
        read(&moves(SOME, ", \"players\": [\"Ala\", \"Ola\"]")).unwrap_err(),
        "2 players are named, and 1 play"
    );
}

#[test]
fn a_format_judges_it() {
    let whole = moves(&json(&found(1)), ", \"players\": [\"Ala\"]");
    let run = score_json(&[&whole], &[("players", "rectangle")]);
    assert!(run.codes().is_empty(), "{}", run.text());
    assert!(
        run.json.contains("\"solved\": true") && run.json.contains("\"entrant\": \"Ala\""),
        "{}",
        run.json
    );
    let run = score_json(&[&moves(SOME, "")], &[("players", "rectangle")]);
    assert!(run.codes().is_empty() && run.json.contains("\"solved\": false"), "{}", run.text());
    assert!(run.json.contains("\"pieces_placed\": 2"), "{}", run.json);
    // The puzzle is no game, and a game is no answer to it.
    for (players, code) in
        [("four", Code::OtherSeats), ("two", Code::OtherSeats), ("one", Code::UnreadableMoves)]
    {
        let run = score_json(&[&whole], &[("players", players)]);
        assert_eq!(run.codes(), [code]);
        assert!(run.text().contains("with `--set players=rectangle`\n"), "{}", run.text());
    }
    let alone =
        ["Ola", "Ela", "Ula"].iter().fold(super::file("four"), |text, name| text.replace(name, "Ala"));
    let run = score("blokus", &[&alone], &[("players", "rectangle")]);
    assert_eq!(run.codes(), [Code::UnreadableMoves]);
    assert!(run.text().contains("this is a game, and no layout of the rectangle"), "{}", run.text());
}
