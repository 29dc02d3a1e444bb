//! How far some games are, and what is awaited of what is overdue.
//!
//! Start with [`Progress`].

use super::{GameCourse, GameState, PhaseCourse};

/// How far the games of a match, or of a round, are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many were played and count.
    pub played: usize,
    /// How many there are, without those that were played in vain.
    pub all: usize,
    /// How many are in dispute.
    pub disputed: usize,
    /// How many are to be played yet.
    pub missing: usize,
}

impl Progress {
    /// Counts games.
    #[must_use]
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameCourse>) -> Self {
        let mut found = Self::default();
        for game in games {
            found.all += 1;
            match game.state {
                GameState::Played(_) => found.played += 1,
                GameState::Disputed(_) => found.disputed += 1,
                GameState::Missing => found.missing += 1,
                GameState::Void(_) => found.all -= 1,
                GameState::Cancelled(_) | GameState::Decided(_) => {}
            }
        }
        found
    }
}

impl PhaseCourse {
    /// How far a match of its bracket is, by its place.
    #[must_use]
    pub fn progress(&self, place: usize) -> Progress {
        let games = self.rounds.iter().flat_map(|round| &round.games);
        Progress::of(games.filter(|game| game.in_match == Some(place)))
    }
}

/// What something waits for that should have been over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// Its games, of which some are missing or in dispute.
    Games(Progress),
    /// A decision: the games left it level.
    Decision,
    /// Matches before it, by their places in the bracket.
    Matches(Vec<usize>),
}
