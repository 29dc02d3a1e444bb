//! What is counted while events are played.
//!
//! Comes in: what one event after the other came to. Goes out: sums that can be added up, in any order, and [`Chances`].
//! It must never know how an event is played. Start with [`Tally::new`].

use super::chances::{Chances, EntrantChances, LotChances, Meetings, PlaceChance, SeatChances};
use super::plan::Plan;
use super::{Estimate, Sums};
use crate::event::FinalPlace;
use crate::value::Rational;

/// Counts of some events.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    entrants: usize,
    events: u64,
    /// For each entrant how often no place, the first, the second… was reached.
    places: Vec<u32>,
    /// For each column of the standing, and in it for each entrant, the values.
    columns: Vec<Vec<Sums>>,
    pub pairs: Sums,
    pub repeats: Sums,
    pub seats: Vec<Seat>,
    /// How many games were looked at, and in how many of them nobody alone won.
    pub games: u64,
    pub undecided: u64,
    lots: [u64; 3],
}

/// Counts of a seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seat {
    pub least: u32,
    pub most: u32,
    pub wins: u64,
}

/// What an event left to lots.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LeftToLots {
    /// An order of entrants whom a standing left level.
    pub order: bool,
    /// A match.
    pub in_match: bool,
}

impl Tally {
    /// Nothing counted yet.
    pub(super) fn new(plan: &Plan<'_>) -> Self {
        let entrants = plan.names.len();
        Self {
            entrants,
            events: 0,
            places: vec![0; entrants * (entrants + 1)],
            columns: vec![vec![Sums::default(); entrants]; plan.columns.len()],
            pairs: Sums::default(),
            repeats: Sums::default(),
            seats: vec![Seat { least: u32::MAX, most: 0, wins: 0 }; plan.seats.len()],
            games: 0,
            undecided: 0,
            lots: [0; 3],
        }
    }

    /// An event is over.
    pub(super) fn event(&mut self, places: &[FinalPlace], lots: LeftToLots) {
        self.events += 1;
        for (count, happened) in
            self.lots.iter_mut().zip([lots.order, lots.in_match, lots.order || lots.in_match])
        {
            *count += u64::from(happened);
        }
        for place in places {
            let entrant = place.entrant as usize;
            let column = entrant * (self.entrants + 1) + place.place as usize;
            if let Some(count) = self.places.get_mut(column) {
                *count += 1;
            }
        }
    }

    /// A value of a column of the standing.
    pub(super) fn value(&mut self, column: usize, entrant: usize, value: Rational) {
        if let Some(sums) = self.columns.get_mut(column).and_then(|column| column.get_mut(entrant)) {
            sums.add(value);
        }
    }

    /// A whole value of a column of the standing.
    pub(super) fn whole(&mut self, column: usize, entrant: usize, value: i64) {
        if let Some(sums) = self.columns.get_mut(column).and_then(|column| column.get_mut(entrant)) {
            sums.add_whole(value);
        }
    }

    /// Adds what was counted of other events.
    pub(super) fn merge(&mut self, other: &Self) {
        self.events += other.events;
        self.places.iter_mut().zip(&other.places).for_each(|(count, more)| *count += more);
        for (column, more) in self.columns.iter_mut().zip(&other.columns) {
            column.iter_mut().zip(more).for_each(|(sums, more)| sums.merge(more));
        }
        self.pairs.merge(&other.pairs);
        self.repeats.merge(&other.repeats);
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            seat.least = seat.least.min(more.least);
            seat.most = seat.most.max(more.most);
            seat.wins += more.wins;
        }
        self.games += other.games;
        self.undecided += other.undecided;
        self.lots.iter_mut().zip(other.lots).for_each(|(count, more)| *count += more);
    }

    /// What it comes to.
    pub(super) fn chances(&self, plan: &Plan<'_>) -> Chances {
        let chance = |times| Estimate::chance(times, self.events);
        let entrant = |(row, name): (usize, &&str)| EntrantChances {
            name: (*name).to_owned(),
            places: self.places_of(row),
            place: self.mean_place(row),
            means: self.columns.iter().map(|column| column.get(row).and_then(Sums::mean)).collect(),
        };
        let mut entrants: Vec<EntrantChances> = plan.names.iter().enumerate().map(entrant).collect();
        // Who never had a place comes last.
        entrants.sort_by_key(|one| (one.place.is_none(), one.place.map(|place| place.value)));
        let of_games = |times| Estimate::chance(times, self.games);
        let seat = |(seat, name): (&Seat, &String)| SeatChances {
            name: name.clone(),
            least: if seat.least == u32::MAX { 0 } else { seat.least },
            most: seat.most,
            wins: of_games(seat.wins),
        };
        Chances {
            events: u32::try_from(self.events).unwrap_or(u32::MAX),
            rounds: plan.rounds,
            games: plan.games,
            due: plan.due.clone(),
            columns: plan.columns.clone(),
            standing_of: plan.standing_of,
            entrants,
            meetings: Meetings {
                games: plan.games_outside_knockouts,
                pairs: self.pairs.mean(),
                repeats: self.repeats.mean(),
            },
            seats: self.seats.iter().zip(&plan.seats).map(seat).collect(),
            undecided: of_games(self.undecided),
            time: plan.time,
            lots: LotChances {
                orders: chance(self.lots[0]),
                matches: chance(self.lots[1]),
                any: chance(self.lots[2]),
            },
        }
    }

    /// How often an entrant reached the first place, the second…
    fn counts(&self, row: usize) -> &[u32] {
        let start = row * (self.entrants + 1) + 1;
        self.places.get(start..start + self.entrants).unwrap_or_default()
    }

    fn mean_place(&self, row: usize) -> Option<Estimate> {
        let mut sums = Sums::default();
        for (place, &times) in (1..).zip(self.counts(row)) {
            sums.add_times(Rational::from_integer(place), times);
        }
        sums.mean()
    }

    /// The places that an entrant ever reached; at the end, how often that was none.
    fn places_of(&self, row: usize) -> Vec<PlaceChance> {
        let counts = self.counts(row);
        let placed: u64 = counts.iter().map(|&times| u64::from(times)).sum();
        let none = u32::try_from(self.events.saturating_sub(placed)).unwrap_or(u32::MAX);
        let all = (1..).map(Some).zip(counts.iter().copied()).chain(std::iter::once((None, none)));
        let reached = all.filter(|(_, times)| *times > 0).filter_map(|(place, times)| {
            let chance = Estimate::chance(u64::from(times), self.events)?;
            Some(PlaceChance { place, times, chance })
        });
        reached.collect()
    }
}
