//! What does not fit an event, and what is late in it.
//!
//! Start with [`Remark`].

use super::Awaited;
use crate::ruleset::{ClauseId, PhaseId};
use crate::value::Date;

/// Something that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The pairing of this round prescribes no such game.
    NotPrescribed {
        /// The row of the game.
        game: u32,
    },
    /// The pairing prescribes it, with other seats.
    Swapped {
        /// The row of the game.
        game: u32,
        /// The prescribed game: phase, round and place in [`super::RoundCourse::games`].
        prescribed: (PhaseId, u32, usize),
    },
    /// The pairing prescribes it once.
    Twice {
        /// The row of the game.
        game: u32,
        /// The row of the one that counts as the prescribed one.
        first: u32,
    },
    /// It belongs to a match that had been decided before it.
    Superfluous {
        /// The row of the game.
        game: u32,
    },
    /// It belongs to a round that could not be paired yet.
    TooEarly {
        /// The row of the game.
        game: u32,
    },
    /// Corrections that came after a round was paired; with them it would have been paired otherwise.
    WouldChange {
        /// The phase.
        phase: PhaseId,
        /// The round.
        round: u32,
        /// The acts that corrected.
        acts: Vec<usize>,
        /// The rows of games that were recorded too late.
        games: Vec<u32>,
        /// The pools (or matches) as they would have been, each with its entrants.
        instead: Vec<Vec<u32>>,
    },
    /// Entrants for whom there is no game in a phase: who entered when its table or its last round had been drawn up, or
    /// for whom the bracket has no seed.
    WithoutGames {
        /// Who.
        entrants: Vec<u32>,
        /// The phase.
        phase: PhaseId,
    },
    /// An act that has no effect here.
    IdleAct {
        /// Which.
        act: usize,
        /// Why, in words.
        why: &'static str,
    },
}

/// What should have been over by a day that lies behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// The phase.
    pub phase: PhaseId,
    /// The match, by its place in the bracket; `None`: the games of the round under way, in a phase without a bracket.
    pub in_match: Option<usize>,
    /// The last day.
    pub day: Date,
    /// The clauses that say so.
    pub cites: Vec<ClauseId>,
    /// What it waits for.
    pub waits_for: Awaited,
}
