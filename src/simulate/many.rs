//! Many events: batch by batch, and what they come to.
//!
//! Comes in: entrants, a seed, how many events. Goes out: [`Chances`], the same however many threads there are. It must
//! never know a terminal. Start with [`many`].

use super::abreast::Batches;
use super::chances::Chances;
use super::plan::Plan;
use super::play::Played;
use super::singly::play_and_count;
use super::tally::Tally;
use crate::engine::Failed;
use crate::log::Log;
use crate::ruleset::{Edition, Ruleset, Settings};
use rayon::prelude::*;
use std::ops::Range;

/// So many batches are kept until they are added up.
const KEPT: usize = 64;

/// How many events are played, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs {
    /// How many events.
    pub events: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// After how many rounds they stop; `None`: they are played as far as they go.
    pub rounds: Option<u32>,
    /// Which edition they play, in a format with editions; `None`: that of January 2026.
    pub edition: Option<Edition>,
}

/// Plays many events among the same entrants; a `first` one, which does not count, shows what shape they all have. `progress` is told how many have been played.
///
/// # Errors
/// When results cannot be invented, or not be scored.
pub fn many(
    ruleset: &Ruleset,
    settings: &Settings,
    (entrants, first): (&Log, &Played),
    runs: Runs,
    progress: impl Fn(u32),
) -> Result<Chances, Box<Failed>> {
    let plan = Plan::new(ruleset, settings, first);
    let tally = match abreast(&plan, &first.log, runs, &progress)? {
        Some(tally) => tally,
        None => singly(&plan, entrants, runs, &progress)?,
    };
    Ok(tally.chances(&plan))
}

/// The events, batches of them abreast; `None` where that cannot be.
pub(super) fn abreast(
    plan: &Plan<'_>,
    log: &Log,
    runs: Runs,
    progress: &impl Fn(u32),
) -> Result<Option<Tally>, Box<Failed>> {
    let Some(batches) = Batches::new(plan, log, runs.seed) else { return Ok(None) };
    all(plan, runs, batches.size(), |events| batches.play(events), progress)
}

/// The events one by one.
pub(super) fn singly(
    plan: &Plan<'_>,
    entrants: &Log,
    runs: Runs,
    progress: &impl Fn(u32),
) -> Result<Tally, Box<Failed>> {
    let one = |events: Range<u32>| play_and_count(plan, entrants, runs, events.start).map(Some);
    Ok(all(plan, runs, 1, one, progress)?.unwrap_or_else(|| Tally::new(plan)))
}

/// Plays all batches, and adds them up in their order; `None` as soon as one of them cannot be played.
fn all(
    plan: &Plan<'_>,
    runs: Runs,
    size: usize,
    batch: impl Fn(Range<u32>) -> Result<Option<Tally>, Box<Failed>> + Sync,
    progress: &impl Fn(u32),
) -> Result<Option<Tally>, Box<Failed>> {
    let size = u32::try_from(size).unwrap_or(u32::MAX).max(1);
    let end = |start: u32| start.saturating_add(size).min(runs.events);
    let batches: Vec<Range<u32>> =
        (0..runs.events).step_by(size as usize).map(|start| start..end(start)).collect();
    let mut tally = Tally::new(plan);
    for some in batches.chunks(KEPT) {
        // One after the other: whoever is done first takes the next.
        let played: Vec<_> = some.par_iter().with_max_len(1).map(|events| batch(events.clone())).collect();
        for one in played {
            let Some(one) = one? else { return Ok(None) };
            tally.merge(&one);
        }
        progress(some.last().map_or(0, |events| events.end));
    }
    Ok(Some(tally))
}
