//! What is watched in the games of an event: who meets again, who sits where, which seat wins.
//!
//! Comes in: the games of one event after the other, or tables with scored games. Goes out: counts in a [`Tally`].
//! It must never know how games are paired. Start with [`Watch::begin`], and [`count_wins`].

use super::plan::Plan;
use super::tally::Tally;
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::{Data, Grouping, Index, Tables};
use crate::value::Rational;

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

    /// A game of a round: seats and entrants.
    pub(super) fn game(&mut self, round: u32, sides: &[(Option<usize>, u32)]) {
        let mut is_repeat = false;
        for (place, &(seat, one)) in sides.iter().enumerate() {
            if let Some(sat) = seat.and_then(|seat| self.sat.get_mut(one as usize * self.seats + seat)) {
                *sat += 1;
            }
            for &(_, other) in &sides[place + 1..] {
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
        tally.pairs.add(Rational::from(i64::from(self.pairs)));
        tally.repeats.add(Rational::from(i64::from(self.repeats)));
        for (seat, counts) in tally.seats.iter_mut().enumerate() {
            for &sat in self.sat.iter().skip(seat).step_by(self.seats.max(1)) {
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
    let mut wins = vec![false; places.len()];
    if size > 0 {
        for (wins, places) in wins.chunks_mut(size).zip(places.chunks(size)) {
            let is_alone = places.iter().filter(|place| **place == 1).count() == 1;
            wins.iter_mut().zip(places).for_each(|(wins, place)| *wins = is_alone && *place == 1);
        }
    } else {
        let grouping = Grouping::new(index, tables.rows(sides), tables.rows(games));
        for game in 0..tables.rows(games) {
            let is_first = |side: &&u32| places.get(**side as usize) == Some(&1);
            let mut first = grouping.children(game).iter().filter(is_first);
            if let (Some(&side), None) = (first.next(), first.next()) {
                wins[side as usize] = true;
            }
        }
    }
    let games = tables.rows(games) as u64;
    tally.games += games;
    tally.undecided += games - wins.iter().filter(|wins| **wins).count() as u64;
    for (counts, known) in tally.seats.iter_mut().zip(&ruleset.plan(plan.settings).seats) {
        let won = wins.iter().zip(seats).filter(|(wins, seat)| **wins && **seat == known.name);
        counts.wins += won.count() as u64;
    }
    Some(())
}
