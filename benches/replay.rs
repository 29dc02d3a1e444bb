//! How long it takes to replay a whole game, every pass verified.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use rulesctl::replay::blokus::{Game, Move, Variant};

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
