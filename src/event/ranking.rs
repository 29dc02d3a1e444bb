//! Who is ahead of whom: a standing, or keys, and what becomes of those who are level.
//!
//! Comes in: what was scored. Goes out: entrants in a strict order, and how those were put in order who are level, or who
//! waits for a decision. It must never know a scheme. Start with [`levels`], then [`Settler::settle`].

use super::course::{How, Settled};
use super::draws;
use crate::engine::{self, Outcome, StandingRow};
use crate::log::{Act, Deed};
use crate::pairing::Lots;
use crate::ruleset::{PhaseId, Ranking, Settling, StandingId};
use std::ops::Range;

/// Entrants in order, some of them level.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    order: Vec<u32>,
    /// Where each group of level entrants ends in the order.
    ends: Vec<usize>,
    /// The place of each group, where it is known from elsewhere: from a bracket, in which a place may stay empty. Of those
    /// that are not said here none is known.
    places: Vec<Option<u32>>,
    /// How many of the last are in no place at all, as their standing does not list them.
    unranked: usize,
}

impl Levels {
    /// Everybody is level.
    #[must_use]
    pub fn one(entrants: &[u32]) -> Self {
        let mut levels = Self::default();
        levels.push(entrants.iter().copied());
        levels
    }

    /// Nobody yet, and room for so many.
    fn with_capacity(entrants: usize) -> Self {
        Self {
            order: Vec::with_capacity(entrants),
            ends: Vec::with_capacity(entrants),
            places: Vec::new(),
            unranked: 0,
        }
    }

    /// Nobody is level.
    #[must_use]
    pub fn strict(entrants: &[u32]) -> Self {
        Self {
            order: entrants.to_vec(),
            ends: (1..=entrants.len()).collect(),
            places: Vec::new(),
            unranked: 0,
        }
    }

    /// Adds a group behind all others; an empty one is left out.
    pub fn push(&mut self, group: impl IntoIterator<Item = u32>) {
        self.push_at(None, group);
    }

    /// Adds a group on a place behind all others; an empty one is left out.
    pub fn push_at(&mut self, place: Option<u32>, group: impl IntoIterator<Item = u32>) {
        let before = self.order.len();
        self.order.extend(group);
        if self.order.len() > before {
            if place.is_some() {
                self.places.resize(self.ends.len(), None);
                self.places.push(place);
            }
            self.ends.push(self.order.len());
        }
    }

    /// Whether nobody is level with anybody.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.ends.len() == self.order.len()
    }

    /// All of them, the best first.
    #[must_use]
    pub fn into_order(self) -> Vec<u32> {
        self.order
    }

    /// All of them, the best first.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The groups of those who are level, the best first.
    pub fn groups(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).filter_map(|(start, &end)| self.order.get(start..end))
    }

    /// The groups with their places, where these are known from elsewhere.
    pub fn placed(&self) -> impl Iterator<Item = (Option<u32>, &[u32])> {
        let places = self.places.iter().copied().chain(std::iter::repeat(None));
        places.zip(self.groups())
    }

    /// Those who stay.
    #[must_use]
    pub fn filtered(&self, stays: impl Fn(u32) -> bool) -> Self {
        let mut left = Self::default();
        for (place, group) in self.placed() {
            left.push_at(place, group.iter().copied().filter(|&entrant| stays(entrant)));
        }
        let (_, unranked) = self.split();
        left.unranked = unranked.iter().filter(|&&entrant| stays(entrant)).count();
        left
    }

    /// Those who have a place, and those who are in none: the standing does not list them.
    #[must_use]
    pub fn split(&self) -> (&[u32], &[u32]) {
        self.order.split_at(self.order.len().saturating_sub(self.unranked))
    }

    /// Those who have a place.
    #[must_use]
    pub fn ranked(mut self) -> Self {
        let (ranked, _) = self.split();
        let left = ranked.len();
        self.order.truncate(left);
        self.ends.retain(|&end| end <= left);
        self.places.truncate(self.ends.len());
        self.unranked = 0;
        self
    }
}

/// Those of `entrants` in the order of a ranking; `entrants` stand in the order of entry.
#[must_use]
pub(super) fn levels(
    by: &Ranking,
    standing: Option<StandingId>,
    outcome: &Outcome,
    entrants: &[u32],
) -> Levels {
    match by {
        Ranking::Entry => Levels::strict(entrants),
        Ranking::Keys(keys) => {
            let mut levels = Levels::default();
            engine::levels(keys, &outcome.tables, entrants).into_iter().for_each(|group| levels.push(group));
            levels
        }
        Ranking::Standing => match standing.and_then(|id| outcome.standings.get(usize::from(id.0))) {
            None => Levels::one(entrants),
            Some(table) => of_rows(&table.rows, entrants),
        },
    }
}

/// Those of `entrants` in the order of a standing. Who is not listed in it comes behind everybody who is.
#[must_use]
pub fn of_rows(rows: &[StandingRow], entrants: &[u32]) -> Levels {
    // Each of them stands in it once: where all do and nobody else, there is nobody to look for.
    let is_one = |entrant: u32| (entrant as usize) < entrants.len();
    let are_all = rows.len() == entrants.len()
        && (0..).zip(entrants).all(|(row, &entrant)| row == entrant)
        && rows.iter().all(|row| is_one(row.entrant));
    let mut waiting = if are_all { Vec::new() } else { mask(entrants) };
    let mut levels = Levels::with_capacity(entrants.len());
    let mut last = 0;
    for row in rows {
        if !are_all && !waiting.get_mut(row.entrant as usize).is_some_and(std::mem::take) {
            continue;
        }
        levels.order.push(row.entrant);
        match levels.ends.last_mut() {
            Some(end) if row.shared && row.place == last => *end += 1,
            Some(_) | None => levels.ends.push(levels.order.len()),
        }
        last = row.place;
    }
    let ranked = levels.order.len();
    if ranked < entrants.len() {
        levels.push(entrants.iter().copied().filter(|&entrant| waiting[entrant as usize]));
    }
    levels.unranked = levels.order.len() - ranked;
    levels
}

/// Puts level entrants in order.
pub struct Settler<'a> {
    /// How.
    pub ties: Settling,
    /// The phase whose ranking it is, its name, and the round after which it ranks.
    pub phase: (PhaseId, &'a str, u32),
    /// The acts that may decide, each with its place in the log.
    pub acts: Vec<(usize, &'a Act)>,
    /// What draws.
    pub lots: Lots<'a>,
}

/// What keeps entrants from being put in order.
#[derive(Debug, Clone)]
pub struct Undecided {
    /// Each group of those who wait for a decision.
    pub levels: Vec<Vec<u32>>,
    /// What was found for others.
    pub settled: Vec<Settled>,
}

impl Settler<'_> {
    /// The entrants in a strict order, and how; or those who wait for a decision. `matters` says of the places (from 0)
    /// that level entrants take whether the order between them matters.
    ///
    /// # Errors
    /// All who wait for a decision, and what was decided of others.
    pub fn settle(
        &self,
        levels: &Levels,
        matters: impl Fn(Range<usize>) -> bool,
    ) -> Result<(Vec<u32>, Vec<Settled>), Undecided> {
        let mut order = Vec::with_capacity(levels.order().len());
        let mut settled = Vec::new();
        let mut levels_left = Vec::new();
        for level in levels.groups() {
            let places = order.len()..order.len() + level.len();
            if level.len() < 2 || !matters(places) {
                order.extend(level);
                continue;
            }
            match self.settle_one(level) {
                Some(found) => {
                    order.extend(&found.order);
                    settled.push(found);
                }
                None => {
                    order.extend(level);
                    levels_left.push(level.to_vec());
                }
            }
        }
        if levels_left.is_empty() {
            Ok((order, settled))
        } else {
            Err(Undecided { levels: levels_left, settled })
        }
    }

    /// An act decides even where the format would draw.
    fn settle_one(&self, level: &[u32]) -> Option<Settled> {
        let (phase, name, round) = self.phase;
        for (place, act) in self.acts.iter().rev() {
            let Deed::Order { phase: of, round: after, order } = &act.what else { continue };
            if *of == phase && after.is_none_or(|after| after == round) && is_all_in(level, order) {
                let order = order.iter().copied().filter(|entrant| level.contains(entrant)).collect();
                return Some(Settled { order, how: How::Decision(*place) });
            }
        }
        match self.ties {
            Settling::Decision => None,
            Settling::Lot => {
                let occasion = draws::level_occasion(name, round);
                let mut order = level.to_vec();
                self.lots.order(&occasion, &mut order);
                Some(Settled { order, how: How::Lot { occasion } })
            }
        }
    }
}

/// For each row whether it is one of these.
pub(super) fn mask(entrants: &[u32]) -> Vec<bool> {
    let rows = entrants.iter().max().map_or(0, |&last| last as usize + 1);
    let mut mask = vec![false; rows];
    entrants.iter().for_each(|&entrant| mask[entrant as usize] = true);
    mask
}

fn is_all_in(some: &[u32], all: &[u32]) -> bool {
    some.iter().all(|one| all.contains(one))
}
