//! Games that nobody played: everybody moves at random, to the end.

use rulesctl::replay::blokus::{Corners, Game, Move, Variant};
use std::fmt::Write as _;

/// A generator of numbers: the same seed, the same game.
pub struct Lots(u64);

impl Lots {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }
}

/// The moves of a whole game; passes are not among them.
pub fn moves(variant: Variant, order: &[usize], corners: Corners, seed: u64) -> Vec<Move> {
    let mut lots = Lots::new(seed);
    let mut game = Game::begin(variant, order, corners);
    let mut played = Vec::new();
    let mut passes = 0;
    for &colour in order.iter().cycle() {
        if passes == order.len() {
            break;
        }
        let mut all = game.moves(colour);
        if all.is_empty() {
            passes += 1;
            continue;
        }
        passes = 0;
        let chosen = all.swap_remove(lots.below(all.len()));
        let next = Move { colour, squares: chosen.squares };
        game.play(&next).unwrap();
        played.push(next);
    }
    played
}

/// The order of the colours where it is not said otherwise.
pub fn usual(variant: Variant) -> Vec<usize> {
    (0..variant.colours().len()).collect()
}

/// A game as a file: what stands before the moves, and a line for each move.
pub fn file(variant: Variant, moves: &[Move], head: &str) -> String {
    let ids = if variant == Variant::Duo { ["B", "W", "", ""] } else { ["1", "2", "3", "4"] };
    let mut text = format!("(;{head}\n");
    for played in moves {
        writeln!(text, ";{}[{}]", ids[played.colour], squares(played, "")).unwrap();
    }
    text + ")\n"
}

/// A game as the value of `moves` in JSON: what stands before the moves, and who made each, by its place.
pub fn json(
    variant: Variant,
    moves: &[Move],
    head: &str,
    mut by: impl FnMut(usize, &Move) -> Option<String>,
) -> String {
    let colours = variant.colours();
    let all: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(place, played)| {
            let by = by(place, played).map_or(String::new(), |by| format!(", \"by\": \"{by}\""));
            format!("{{\"{}\": [{}]{by}}}", colours[played.colour], squares(played, "\""))
        })
        .collect();
    let variant = variant.name();
    format!("{{\"of\": \"blokus\", \"variant\": \"{variant}\"{head}, \"played\": [{}]}}", all.join(", "))
}

/// `a1,b1`, each in these quotes.
fn squares(played: &Move, quote: &str) -> String {
    let names: Vec<String> = played.squares.iter().map(|square| format!("{quote}{square}{quote}")).collect();
    names.join(",")
}
