//! What is drawn in an event, and for which occasion: pools, who is A in a match, the numbers of a table, an order of
//! entrants who are level.
//!
//! Comes in: entrants in order, and lots. Goes out: who sits where. The same occasion is drawn for wherever the same thing
//! is drawn, so that whoever knows the seed can repeat it. It must never know a log. Start with [`pools`].

use crate::pairing::{Impossible, Lots, Pool, letter, pools as pairing};
use crate::ruleset::{Cut, Draw};
use std::ops::Range;

/// The pools of a round.
///
/// # Errors
/// When so many entrants cannot be cut into such pools.
pub fn pools(
    (phase, round): (&str, u32),
    cut: &Cut,
    groups: u32,
    order: &[u32],
    lots: &Lots<'_>,
) -> Result<Vec<Pool>, Impossible> {
    pairing::draw(order, cut, groups, lots, format_args!("{phase} {round}"))
}

/// The places of each group that a round of pools is dealt from, and what is drawn for where lots put those in it in order.
///
/// # Errors
/// When so many entrants cannot be cut into such pools.
pub fn groups(
    (phase, round): (&str, u32),
    cut: &Cut,
    (entrants, groups): (usize, u32),
) -> Result<Vec<(Range<usize>, String)>, Impossible> {
    let places = (0..).zip(pairing::groups(entrants, cut, groups)?);
    Ok(places.map(|(group, places)| (places, group_occasion(phase, round, group))).collect())
}

/// Who is A in a match, and who is B, where lots are drawn for this occasion if they are.
#[must_use]
pub fn members(occasion: &str, draw: Draw, sides: [u32; 2], lots: &Lots<'_>) -> [u32; 2] {
    let mut members = sides;
    match draw {
        Draw::Lot => lots.order(occasion, &mut members),
        Draw::Position | Draw::Snake => {}
    }
    members
}

/// Gives out the numbers of a table in which everybody meets everybody.
pub fn numbers(phase: &str, draw: Draw, order: &mut [u32], lots: &Lots<'_>) {
    match draw {
        Draw::Lot => lots.order(phase, order),
        Draw::Position | Draw::Snake => {}
    }
}

/// What is drawn for in a group of a round of pools, 0 for the best.
#[must_use]
pub fn group_occasion(phase: &str, round: u32, group: u32) -> String {
    format!("{phase} {round} {}", letter(group))
}

/// What is drawn for where lots say who is A in a match.
#[must_use]
pub fn match_occasion(phase: &str, name: &str) -> String {
    format!("{phase} {name}")
}

/// What is drawn for where a phase leaves entrants level after a round.
#[must_use]
pub fn level_occasion(phase: &str, round: u32) -> String {
    format!("{phase} {round} level")
}

/// What is drawn for where a match that has been played has no winner.
#[must_use]
pub fn winner_occasion(phase: &str, name: &str) -> String {
    format!("{phase} {name} level")
}
