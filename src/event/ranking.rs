//! Who is ahead of whom: a standing, or keys, and what becomes of those who are level.
//!
//! Comes in: what was scored. Goes out: entrants in a strict order, and how those were put in order who are level, or who
//! waits for a decision. It must never know a scheme. Start with [`levels`], then [`Settler::settle`].

use super::course::{How, Settled};
use crate::engine::{self, Outcome};
use crate::log::{Act, Deed};
use crate::pairing::Lots;
use crate::ruleset::{PhaseId, Ranking, Settling, StandingId};
use std::ops::Range;

/// Entrants in order: those of one group are level.
pub(super) type Levels = Vec<Vec<u32>>;

/// Those of `entrants` in the order of a ranking; `entrants` stand in the order of entry.
pub(super) fn levels(
    by: &Ranking,
    standing: Option<StandingId>,
    outcome: &Outcome,
    entrants: &[u32],
) -> Levels {
    match by {
        Ranking::Entry => entrants.iter().map(|&entrant| vec![entrant]).collect(),
        Ranking::Keys(keys) => engine::levels(keys, &outcome.tables, entrants),
        Ranking::Standing => match standing.and_then(|id| outcome.standings.get(usize::from(id.0))) {
            None => vec![entrants.to_vec()],
            Some(table) => {
                let mut waiting = mask(entrants);
                let mut levels: Levels = Vec::new();
                let mut last = 0;
                for row in &table.rows {
                    if !waiting.get_mut(row.entrant as usize).is_some_and(std::mem::take) {
                        continue;
                    }
                    match levels.last_mut() {
                        Some(level) if row.shared && row.place == last => level.push(row.entrant),
                        Some(_) | None => levels.push(vec![row.entrant]),
                    }
                    last = row.place;
                }
                // Who is not listed comes behind everybody who is.
                let others: Vec<u32> =
                    entrants.iter().copied().filter(|&entrant| waiting[entrant as usize]).collect();
                levels.extend(Some(others).filter(|others| !others.is_empty()));
                levels
            }
        },
    }
}

/// Puts level entrants in order.
pub(super) struct Settler<'a> {
    /// How.
    pub ties: Settling,
    /// The phase whose ranking it is, its name, and the round after which it ranks.
    pub phase: (PhaseId, &'a str, u32),
    /// The acts that may decide, each with its place in the log.
    pub acts: Vec<(usize, &'a Act)>,
    /// What draws.
    pub lots: Lots<'a>,
}

impl Settler<'_> {
    /// The entrants in a strict order, and how; or those who wait for a decision. `matters` says of the places (from 0)
    /// that level entrants take whether the order between them matters.
    pub fn settle(
        &self,
        levels: &Levels,
        matters: impl Fn(Range<usize>) -> bool,
    ) -> Result<(Vec<u32>, Vec<Settled>), Vec<u32>> {
        let mut order = Vec::new();
        let mut settled = Vec::new();
        for level in levels {
            let places = order.len()..order.len() + level.len();
            if level.len() < 2 || !matters(places) {
                order.extend(level);
                continue;
            }
            let found = self.settle_one(level).ok_or_else(|| level.clone())?;
            order.extend(&found.order);
            settled.push(found);
        }
        Ok((order, settled))
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
                let occasion = format!("{name} {round} level");
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
