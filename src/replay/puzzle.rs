//! Puzzles that are laid with the pieces of a game, and of which the program can find answers.
//!
//! Comes in: the name of a puzzle, and numbers drawn by whoever asks. Goes out: an [`Answer`]. It must never know where the
//! numbers come from: the same numbers, the same answer. Start with [`PUZZLES`].

use super::{Record, blokus};

/// A puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Puzzle {
    /// What it is called.
    pub name: &'static str,
    /// What is to be done.
    pub text: &'static str,
    find: fn(&mut dyn FnMut() -> u64) -> Option<Answer>,
}

/// An answer: a record like one that was read, and its moves in the words of a record in JSON.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What was laid.
    pub record: Record,
    /// Each piece: what it belongs to, and its squares.
    pub laid: Vec<(&'static str, Vec<String>)>,
}

/// All of them.
pub const PUZZLES: [Puzzle; 1] = [Puzzle {
    name: blokus::RECTANGLE,
    text: "the twenty pieces of four squares as a rectangle of 10 by 8, pieces of one colour touching only at corners",
    find: blokus::answer,
}];

impl Puzzle {
    /// Finds an answer; `None` where the numbers lead nowhere for too long.
    pub fn find(&self, draw: &mut dyn FnMut() -> u64) -> Option<Answer> {
        (self.find)(draw)
    }
}
