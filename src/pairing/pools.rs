//! Pools: entrants are cut into groups, and each pool gets one of each group.
//!
//! Comes in: the entrants in order, the best first. Goes out: the pools of a round, each with its members A, B, C…
//! Where the number of entrants is no multiple of the groups, the last pools are those that take in the remainder.
//! It must never know what the order comes from. Start with [`draw`].

use super::{Impossible, Lots, Member, Pool, letter};
use crate::ruleset::{Cut, Draw};
use std::fmt::Display;
use std::ops::Range;

/// Draws the pools of a round.
///
/// `occasion` is what lots are drawn for; each group has an occasion of its own: `occasion A`, `occasion B`…
///
/// # Errors
/// When so many entrants cannot be cut into such pools.
pub fn draw(
    order: &[u32],
    cut: &Cut,
    groups: u32,
    lots: &Lots<'_>,
    occasion: impl Display,
) -> Result<Vec<Pool>, Impossible> {
    let mut entrants = order.to_vec();
    if cut.draw == Draw::Lot {
        for (group, own) in (0..).zip(self::groups(order.len(), cut, groups)?) {
            if let Some(own) = entrants.get_mut(own) {
                lots.order(&format!("{occasion} {}", letter(group)), own);
            }
        }
    }
    deal(&entrants, cut, groups)
}

/// The places of each group, from 0: by lot, those in a group change places with one another before they are dealt.
///
/// # Errors
/// When so many entrants cannot be cut into such pools.
pub fn groups(entrants: usize, cut: &Cut, groups: u32) -> Result<Vec<Range<usize>>, Impossible> {
    let shape = Shape::of(u32::try_from(entrants).unwrap_or(u32::MAX), groups, cut.remainder)?;
    let group = |start: &mut usize, group| {
        let own = *start..entrants.min(*start + shape.size(group));
        *start = own.end;
        Some(own)
    };
    Ok((0..groups).scan(0, group).collect())
}

/// Deals entrants into pools, those of one group after the other.
///
/// # Errors
/// When so many entrants cannot be cut into such pools.
pub fn deal(order: &[u32], cut: &Cut, groups: u32) -> Result<Vec<Pool>, Impossible> {
    let entrants = u32::try_from(order.len()).unwrap_or(u32::MAX);
    let shape = Shape::of(entrants, groups, cut.remainder)?;
    let room = groups.saturating_add(1).min(entrants) as usize;
    let numbers = 1..=shape.pools;
    let mut pools: Vec<Pool> =
        numbers.map(|number| Pool { number, members: Vec::with_capacity(room) }).collect();
    let mut left_over = Vec::new();
    let mut entrants = order.to_vec();
    for (group, own) in (0..).zip(self::groups(order.len(), cut, groups)?) {
        let own = entrants.get_mut(own).unwrap_or_default();
        let (own, extra) = own.split_at_mut(own.len().min(pools.len()));
        if cut.draw == Draw::Snake && group % 2 == 1 {
            own.reverse();
        }
        let member = |&entrant: &u32| Member { entrant, group: Some(group) };
        pools.iter_mut().zip(&*own).for_each(|(pool, entrant)| pool.members.push(member(entrant)));
        left_over.extend(extra.iter().map(member));
    }
    let full = pools.len().saturating_sub(left_over.len());
    pools.iter_mut().skip(full).zip(left_over).for_each(|(pool, member)| pool.members.push(member));
    Ok(pools)
}

/// Whether so many entrants can be cut into such pools.
#[must_use]
pub fn is_possible(entrants: u32, groups: u32, remainder: Option<u32>) -> bool {
    Shape::of(entrants, groups, remainder).is_ok()
}

/// How many pools there are, and how large the groups.
struct Shape {
    pools: u32,
    /// So many of the first groups have one more than there are pools.
    longer: u32,
    /// The last group has so many fewer.
    short: u32,
    groups: u32,
}

impl Shape {
    fn of(entrants: u32, groups: u32, remainder: Option<u32>) -> Result<Self, Impossible> {
        let least = remainder.unwrap_or(groups).min(groups).max(2);
        if entrants < least {
            return Err(Impossible::TooFew { entrants, least });
        }
        let impossible = Impossible::Pools { entrants, groups, remainder };
        let even = Self { pools: entrants.checked_div(groups).unwrap_or(0), longer: 0, short: 0, groups };
        if groups < 2 {
            return Err(impossible);
        }
        let over = entrants % groups;
        match remainder {
            _ if over == 0 => Ok(even),
            Some(size) if Some(size) == groups.checked_add(1) && over <= even.pools => {
                Ok(Self { longer: over, ..even })
            }
            // A pool of one plays nothing.
            Some(size) if size == groups - 1 && size > 1 && groups - over <= even.pools + 1 => {
                Ok(Self { pools: even.pools + 1, short: groups - over, ..even })
            }
            Some(_) | None => Err(impossible),
        }
    }

    /// How many are in this group, 0 for the best.
    fn size(&self, group: u32) -> usize {
        let longer = u32::from(group < self.longer);
        let short = if group + 1 == self.groups { self.short } else { 0 };
        (self.pools + longer - short) as usize
    }
}
