//! Whole games in which everybody moves at random, as files: for tests and for benchmarks.

use rulesctl::replay::blokus::{Game, Move, Variant};
use std::fmt::Write as _;

/// What stands before the moves of a game of four.
pub const FOUR: &str = "GM[Blokus]CA[UTF-8]P1[Ala]P2[Ola]P3[Ela]P4[Ula]";

/// A whole game as a file: what stands before the moves, and a line for each move.
pub fn record(variant: Variant, seed: u64, head: &str) -> String {
    let ids = if variant == Variant::Duo { ["B", "W", "", ""] } else { ["1", "2", "3", "4"] };
    let mut text = format!("(;{head}\n");
    let mut lots = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut game = Game::new(variant);
    let colours = variant.colours().len();
    let (mut colour, mut passes) = (0, 0);
    while passes < colours {
        let mut all = game.moves(colour);
        passes += 1;
        if !all.is_empty() {
            passes = 0;
            lots ^= lots << 13;
            lots ^= lots >> 7;
            lots ^= lots << 17;
            let chosen = all.swap_remove((lots >> 16) as usize % all.len());
            writeln!(text, ";{}[{chosen}]", ids[colour]).unwrap();
            game.play(&Move { colour, squares: chosen.squares }).unwrap();
        }
        colour = (colour + 1) % colours;
    }
    text + ")\n"
}
