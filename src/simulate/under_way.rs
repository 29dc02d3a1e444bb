//! One event of a batch, as far as it has been played.
//!
//! Comes in: a seed. Goes out: the same, with what was drawn and what came of it, phase by phase; who is level is put in order
//! by lot. It must never know a game. Start with [`UnderWay::new`].

use super::plan::Plan;
use super::tally::LeftToLots;
use crate::event::{Ending, Levels, Settler};
use crate::pairing::{Lots, SharedLots};
use crate::ruleset::{PhaseId, Settling};
use std::ops::Range;

/// An event under way. Entrants are rows of the sheet of one event.
#[derive(Default)]
pub(super) struct UnderWay {
    seed: u64,
    /// The entrants of the phase under way.
    pub field: Vec<u32>,
    /// The order in which each phase left its entrants.
    pub left: Vec<Levels>,
    /// What came of each match of the bracket under way.
    pub decided: Vec<Option<Ending>>,
    /// Who played in each wave.
    pub orders: Vec<Vec<u32>>,
    /// What lots decided.
    pub left_to_lots: LeftToLots,
}

impl UnderWay {
    /// Nothing has been played.
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// What draws its lots.
    pub(super) fn lots<'a>(&self, plan: &'a Plan<'_>, shared: &'a SharedLots) -> Lots<'a> {
        Lots::new(self.seed, &plan.names).sharing(Some(shared))
    }
}

/// Entrants in a strict order after a round of a phase, by lot where they are level and that matters; and whether any were.
pub(super) fn settled(
    plan: &Plan<'_>,
    lots: Lots<'_>,
    (phase, round): (PhaseId, u32),
    levels: Levels,
    matters: impl Fn(Range<usize>) -> bool,
) -> (Vec<u32>, bool) {
    if levels.is_strict() {
        return (levels.into_order(), false);
    }
    let settler = Settler {
        ties: Settling::Lot,
        phase: (phase, &plan.ruleset.phase(phase).name, round),
        acts: Vec::new(),
        lots,
    };
    match settler.settle(&levels, matters) {
        Ok((order, settled)) => (order, !settled.is_empty()),
        // A lot always decides.
        Err(_) => (levels.into_order(), true),
    }
}
