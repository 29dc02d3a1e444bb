//! Schedules: who meets whom in a pool or in a match, line by line.
//!
//! Comes in: a schedule and its members A, B, C… Goes out: games, each with its seats, its umpire, and when it is played.
//! It must never know how the members came together. Start with [`games`], then [`nth`].

use super::{Impossible, Pairing};
use crate::ruleset::{Schedule, ScheduledGame};
use crate::value::Symbol;
use std::collections::BTreeSet;

/// The games that a schedule gives these members, in the order of its lines.
///
/// A game is played at the same time as the one before it unless somebody would have to be in two places: then a new
/// slot begins. A line that names somebody who is not there is left out.
#[must_use]
pub fn games(schedule: &Schedule, members: &[u32]) -> Vec<Pairing> {
    let mut games = Vec::with_capacity(schedule.games.len());
    let mut slot = 1;
    let mut busy: BTreeSet<u32> = BTreeSet::new();
    for (line, game) in (0..).zip(&schedule.games) {
        let Some(mut pairing) = fill(game, members) else { continue };
        let needed = || pairing.sides.iter().map(|(_, entrant)| *entrant).chain(pairing.umpire);
        if needed().any(|entrant| busy.contains(&entrant)) {
            slot += 1;
            busy.clear();
        }
        busy.extend(needed());
        pairing.slot = slot;
        pairing.line = line;
        games.push(pairing);
    }
    games
}

/// The game of this number, from 1, where the games of a meeting are played over and over: those of its schedule in
/// turn, each time around at later times.
#[must_use]
pub fn nth(meeting: &[Pairing], number: u32) -> Option<Pairing> {
    let size = u32::try_from(meeting.len()).ok()?;
    let before = number.checked_sub(1)?;
    let (turn, line) = (before.checked_div(size)?, before.checked_rem(size)?);
    let slots = meeting.iter().map(|game| game.slot).max().unwrap_or(1);
    let game = meeting.get(line as usize)?;
    Some(Pairing { slot: game.slot.saturating_add(turn.saturating_mul(slots)), ..game.clone() })
}

/// The schedule for a pool of this size.
///
/// # Errors
/// When there is none.
pub fn for_size(schedules: &[Schedule], size: u32) -> Result<&Schedule, Impossible> {
    schedules.iter().find(|schedule| schedule.size == size).ok_or(Impossible::NoSchedule { size })
}

/// One game, the members in the seats in their order; without seats, as they come.
#[must_use]
pub fn plain(seats: &[Symbol], members: &[u32]) -> Vec<Pairing> {
    let seats = seats.iter().copied().map(Some).chain(std::iter::repeat(None));
    let sides: Vec<(Option<Symbol>, u32)> = seats.zip(members.iter().copied()).collect();
    if sides.is_empty() { Vec::new() } else { vec![Pairing { sides, umpire: None, slot: 1, line: 0 }] }
}

/// A line with its members in it.
fn fill(game: &ScheduledGame, members: &[u32]) -> Option<Pairing> {
    let entrant = |member: u32| members.get(member as usize).copied();
    let sides = game.sides.iter().map(|side| Some((side.seat, entrant(side.member)?)));
    let umpire = match game.umpire {
        Some(member) => Some(entrant(member)?),
        None => None,
    };
    Some(Pairing { sides: sides.collect::<Option<_>>()?, umpire, slot: 1, line: 0 })
}
