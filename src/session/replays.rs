//! Games that are replayed with no format, and answers to puzzles.
//!
//! Comes in: logs, or a seed. Goes out: games, one after the other; an answer. It must never know how they are shown.
//! Start with [`Session::replay`] and [`answer`].

use super::Session;
use crate::diagnostic::Complaints;
use crate::log::{self, Unread, Visit};
use crate::lot;
use crate::replay::{Answer, Choices, Puzzle};
use std::io;

/// So many numbers are drawn at a time.
const DRAWN: u64 = 1 << 10;

impl Session {
    /// Replays every game of the logs that is recorded by its moves, as the organiser chose to play. Gives how many games
    /// had no moves.
    ///
    /// # Errors
    /// When `visit` does.
    pub fn replay<'a>(
        &mut self,
        logs: impl IntoIterator<Item: Into<Unread<'a>>>,
        choices: Choices<'_>,
        visit: Visit<'_>,
    ) -> io::Result<usize> {
        let mut own = Complaints::new();
        let passed_over = log::replays(logs, choices, &mut self.sources, &mut own, visit);
        self.complaints.extend(own);
        passed_over
    }
}

/// An answer to a puzzle, found with the numbers that a seed draws.
#[must_use]
pub fn answer(puzzle: &Puzzle, seed: u64) -> Option<Answer> {
    let mut drawn = Vec::new().into_iter();
    let mut next = 0_u64;
    puzzle.find(&mut || {
        if drawn.len() == 0 {
            drawn = lot::draws(seed, "find", "", puzzle.name, next..next.saturating_add(DRAWN)).into_iter();
            next = next.saturating_add(DRAWN);
        }
        drawn.next().unwrap_or_default()
    })
}
