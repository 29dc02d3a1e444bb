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
    /// Which event it is, as in `met`.
    event: u64,
    /// For each pair of entrants their meetings: the last event in which they met, then, below, the round in which they met
    /// first there, then whether they met in another one. Whatever is less than an event belongs to one before it.
    met: Vec<u64>,
    /// For each entrant and seat how often.
    sat: Vec<u32>,
    pairs: u32,
    repeats: u32,
}

/// How many bits a round takes, and whether there was another one.
const ROUND: u32 = 32;

impl Watch {
    /// Nothing seen yet.
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let (entrants, seats) = (plan.names.len(), plan.seats.len());
        Self {
            entrants,
            seats,
            event: 0,
            met: vec![0; entrants * entrants],
            sat: vec![0; entrants * seats],
            pairs: 0,
            repeats: 0,
        }
    }

    /// Another event begins.
    pub(super) fn begin(&mut self) {
        self.event += 1 << ROUND;
        self.pairs = 0;
        self.repeats = 0;
        self.sat.fill(0);
    }

    /// A game of a round: seats, and places in the order of those who play.
    pub(super) fn game(&mut self, round: u32, sides: &[(Option<usize>, usize)], order: &[u32]) {
        for &(seat, place) in sides {
            let (Some(seat), Some(&one)) = (seat, order.get(place)) else { continue };
            if let Some(sat) = self.sat.get_mut(one as usize * self.seats + seat) {
                *sat += 1;
            }
        }
        let here = self.event | (u64::from(round) << 1);
        let mut is_repeat = false;
        for (number, &(_, place)) in sides.iter().enumerate().skip(1) {
            for &(_, before) in &sides[..number] {
                if let (Some(&one), Some(&other)) = (order.get(before), order.get(place)) {
                    is_repeat |= self.meet(here, (one as usize, other as usize));
                }
            }
        }
        self.repeats += u32::from(is_repeat);
    }

    /// Two meet in a round of an event; whether they have met in another one.
    fn meet(&mut self, here: u64, (one, other): (usize, usize)) -> bool {
        let Some(met) = self.met.get_mut(one.min(other) * self.entrants + one.max(other)) else {
            return false;
        };
        // Whether they have is no more likely than not, so nothing hangs on it but numbers.
        let before = *met;
        let is_again = before >= self.event && before >> 1 != here >> 1;
        *met = if before < self.event { here } else { before | u64::from(is_again) };
        self.pairs += u32::from(is_again && before & 1 == 0);
        is_again
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
    let seat_of = |row: usize| {
        let seat = seats.get(row)?;
        seats_known.iter().position(|known| known == seat)
    };
    let mut wins = vec![0_u64; seats_known.len()];
    let mut decided = 0;
    // Who wins a game can be told of none before, so nothing hangs on it but numbers.
    let mut count = |row: usize, has_won: bool| {
        if let Some(wins) = seat_of(row).and_then(|seat| wins.get_mut(seat)) {
            *wins += u64::from(has_won);
        }
        decided += u64::from(has_won);
    };
    if size > 0 {
        for first in (0..places.len()).step_by(size) {
            let game = first..places.len().min(first + size);
            let is_first = |row: usize| places.at(row) == 1;
            let is_decided = game.clone().filter(|row| is_first(*row)).count() == 1;
            game.for_each(|row| count(row, is_decided & is_first(row)));
        }
    } else {
        let grouping = Grouping::new(index, tables.rows(sides), tables.rows(games));
        for game in 0..tables.rows(games) {
            let is_first = |side: u32| places.get(side as usize) == Some(1);
            let own = grouping.children(game);
            let is_decided = own.iter().filter(|side| is_first(**side)).count() == 1;
            own.iter().for_each(|&side| count(side as usize, is_decided & is_first(side)));
        }
    }
    tally.games += tables.rows(games) as u64;
    tally.undecided += (tables.rows(games) as u64).saturating_sub(decided);
    tally.seats.iter_mut().zip(wins).for_each(|(counts, won)| counts.wins += won);
    Some(())
}
