//! How long it takes to replay a whole game, every pass verified, and to find an answer to the puzzle of the rectangle.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use jiter::Jiter;
use rulesctl::json;
use rulesctl::replay::blokus::{Game, Move, Variant};
use rulesctl::replay::{Choice, PUZZLES, Record};
use rulesctl::session::answer;

fn main() {
    divan::main();
}

#[divan::bench]
fn four_players(bencher: Bencher<'_, '_>) {
    replay(bencher, Variant::Four);
}

#[divan::bench]
fn two_players_on_the_small_board(bencher: Bencher<'_, '_>) {
    replay(bencher, Variant::Duo);
}

#[divan::bench]
fn four_players_from_json(bencher: Bencher<'_, '_>) {
    let moves = game(Variant::Four);
    let played = moves.iter().map(|played| {
        let squares: Vec<String> = played.squares.iter().map(|square| format!("\"{square}\"")).collect();
        format!("{{\"{}\": [{}]}}", Variant::Four.colours()[played.colour], squares.join(", "))
    });
    let played: Vec<String> = played.collect();
    let text = format!("{{\"of\": \"blokus\", \"played\": [{}]}}", played.join(", "));
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let node = json::read(&mut Jiter::new(text.as_bytes()), text.as_bytes()).unwrap();
        Record::from_json(&node).unwrap().replay(&|_| None).unwrap()
    });
}

/// Fifty answers, each for a seed of its own: some are found at once, others after several searches.
#[divan::bench]
fn fifty_answers_to_the_rectangle() {
    (0..50).for_each(|seed| drop(divan::black_box(answer(&PUZZLES[0], seed).unwrap())));
}

/// A hand that two play until it is blocked.
const DOMINOES: &str = r#"{"of": "dominoes",
    "deal": {"Ada": ["4-4", "2-4", "2-3", "3-4", "0-0"], "Bo": ["0-4", "0-1", "1-4", "1-1", "2-2"]},
    "played": [{"Ada": "4-4"}, {"Bo": "0-4"}, {"Ada": "2-4"}, {"Bo": "0-1"}, {"Ada": "2-3"}, {"Bo": "1-4"},
        {"Ada": "3-4", "at": 3}, {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}, {"Bo": "draws 1-2"}, {"Bo": "draws 1-3"},
        {"Bo": "draws 3-3"}, {"Bo": "declares"}, {"Ada": "confirms"}]}"#;

#[divan::bench]
fn a_hand_of_dominoes(bencher: Bencher<'_, '_>) {
    let moves = json::read(&mut Jiter::new(DOMINOES.as_bytes()), DOMINOES.as_bytes()).unwrap();
    let set = |name: &str| (name == "set").then_some(Choice::Number(4));
    bencher
        .counter(ItemsCount::new(14_usize))
        .bench(|| Record::from_json(&moves).unwrap().replay(&set).unwrap());
}

fn replay(bencher: Bencher<'_, '_>, variant: Variant) {
    let moves = game(variant);
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        let mut game = Game::new(variant);
        moves.iter().for_each(|played| game.play(played).unwrap());
        game.finish().unwrap()
    });
}

/// A whole game in which everybody places one of the largest pieces, anywhere.
fn game(variant: Variant) -> Vec<Move> {
    let colours = variant.colours().len();
    let mut game = Game::new(variant);
    let mut moves = Vec::new();
    let (mut colour, mut passes) = (0, 0);
    while passes < colours {
        let mut all = game.moves(colour);
        passes += 1;
        if !all.is_empty() {
            passes = 0;
            let chosen = all.swap_remove(moves.len() * 7 % all.len());
            moves.push(Move { colour, squares: chosen.squares });
            moves.last().map(|played| game.play(played)).unwrap().unwrap();
        }
        colour = (colour + 1) % colours;
    }
    moves
}
