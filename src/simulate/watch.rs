//! What is watched in the games of an event: who meets again, who sits where, which seat wins.
//!
//! Comes in: the games of one event after the other, or tables with scored games. Goes out: counts in a [`Tally`].
//! It must never know how games are paired. Start with [`Watch::begin`], and [`count_wins`].

use super::plan::Plan;
use super::tally::Tally;
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::{Data, Grouping, Index, Tables};
use crate::value::Symbol;

/// Watches meetings and seats, event by event.
pub(super) struct Watch {
    entrants: usize,
    seats: usize,
    /// Which event it is.
    event: u32,
    /// For each pair of entrants their meetings.
    met: Vec<Met>,
    /// For each entrant and seat how often.
    sat: Vec<u32>,
    pairs: u32,
    repeats: u32,
}

/// The meetings of a pair.
#[derive(Clone, Copy, Default)]
struct Met {
    /// The last event in which they met.
    event: u32,
    /// The round in which they met first there.
    round: u32,
    /// Whether they met in another one.
    again: bool,
}

impl Watch {
    /// Nothing seen yet.
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let (entrants, seats) = (plan.names.len(), plan.seats.len());
        Self {
            entrants,
            seats,
            event: 0,
            met: vec![Met::default(); entrants * entrants],
            sat: vec![0; entrants * seats],
            pairs: 0,
            repeats: 0,
        }
    }

    /// Another event begins.
    pub(super) fn begin(&mut self) {
        self.event += 1;
        self.pairs = 0;
        self.repeats = 0;
        self.sat.fill(0);
    }

    /// A game of a round: seats, and places in the order of those who play.
    pub(super) fn game(&mut self, round: u32, sides: &[(Option<usize>, usize)], order: &[u32]) {
        let mut is_repeat = false;
        for (number, &(seat, place)) in sides.iter().enumerate() {
            let Some(&one) = order.get(place) else { continue };
            if let Some(sat) = seat.and_then(|seat| self.sat.get_mut(one as usize * self.seats + seat)) {
                *sat += 1;
            }
            for &(_, place) in &sides[number + 1..] {
                let Some(&other) = order.get(place) else { continue };
                let (low, high) = (one.min(other) as usize, one.max(other) as usize);
                let Some(met) = self.met.get_mut(low * self.entrants + high) else { continue };
                if met.event != self.event {
                    *met = Met { event: self.event, round, again: false };
                } else if met.round != round {
                    is_repeat = true;
                    self.pairs += u32::from(!met.again);
                    met.again = true;
                }
            }
        }
        self.repeats += u32::from(is_repeat);
    }

    /// The event is over.
    pub(super) fn end(&self, tally: &mut Tally) {
        tally.pairs.add_whole(i64::from(self.pairs));
        tally.repeats.add_whole(i64::from(self.repeats));
        for sat in self.sat.chunks(self.seats.max(1)) {
            for (counts, &sat) in tally.seats.iter_mut().zip(sat) {
                counts.least = counts.least.min(sat);
                counts.most = counts.most.max(sat);
            }
        }
    }
}

/// Counts from which seats games were won: where one side alone has the first place.
pub(super) fn count_wins(plan: &Plan<'_>, tables: &Tables, tally: &mut Tally) -> Option<()> {
    let ruleset = plan.ruleset;
    let games = ruleset.sheet_of(&SheetKind::Game)?;
    let sides = ruleset.sheet_of(&SheetKind::Side)?;
    let index = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
    let seats = tables.column(ruleset.builtin(sides, BuiltinColumn::Seat)?)?;
    let places = tables.column(ruleset.builtin(sides, BuiltinColumn::Place)?)?;
    let (Data::Integer(places), Data::Symbol(seats)) = (&places.data, &seats.data) else { return None };
    let size = match index {
        Index::Every(size) => *size as usize,
        Index::One | Index::Rows(_) => 0,
    };
    let seats_known: Vec<Symbol> = ruleset.plan(plan.settings).seats.iter().map(|seat| seat.name).collect();
    let mut wins = vec![0_u64; seats_known.len()];
    let mut undecided = 0;
    // The row of the side that alone has the first place, if there is one.
    let mut count = |winner: Option<usize>| match winner {
        Some(row) => {
            let seat = seats.get(row).and_then(|seat| seats_known.iter().position(|known| known == seat));
            if let Some(wins) = seat.and_then(|seat| wins.get_mut(seat)) {
                *wins += 1;
            }
        }
        None => undecided += 1,
    };
    if size > 0 {
        for first in (0..places.len()).step_by(size) {
            let game = first..places.len().min(first + size);
            let mut winners = game.filter(|side| places.at(*side) == 1);
            let alone = winners.next().filter(|_| winners.next().is_none());
            count(alone);
        }
    } else {
        let grouping = Grouping::new(index, tables.rows(sides), tables.rows(games));
        for game in 0..tables.rows(games) {
            let is_first = |side: &&u32| places.get(**side as usize) == Some(1);
            let mut winners = grouping.children(game).iter().filter(is_first);
            let alone = winners.next().filter(|_| winners.next().is_none());
            count(alone.map(|&side| side as usize));
        }
    }
    tally.games += tables.rows(games) as u64;
    tally.undecided += undecided;
    tally.seats.iter_mut().zip(wins).for_each(|(counts, won)| counts.wins += won);
    Some(())
}
