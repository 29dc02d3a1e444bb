//! How many rows of one sheet belong to one row of another.

use super::Analysis;
use crate::ruleset::{LinkRole, Plan, SheetKind};
use crate::sheet::{LinkId, SheetId};

/// At least and at most so many; `None`: without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    /// At least.
    pub(super) least: u64,
    /// At most.
    pub(super) most: Option<u64>,
}

impl Count {
    /// Any number.
    const ANY: Self = Self { least: 0, most: None };

    fn exactly(count: u64) -> Self {
        Self { least: count, most: Some(count) }
    }

    fn times(self, other: Self) -> Self {
        let most = match (self.most, other.most) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(left), Some(right)) => left.checked_mul(right),
            (None, _) | (_, None) => None,
        };
        Self { least: self.least.saturating_mul(other.least), most }
    }

    fn join(self, other: Self) -> Self {
        let most = self.most.zip(other.most).map(|(left, right)| left.max(right));
        Self { least: self.least.min(other.least), most }
    }
}

impl Analysis<'_> {
    /// How many rows of `over` lead to one row by `path`, over all seating plans that can be chosen.
    pub(super) fn children_of(&self, over: SheetId, path: &[LinkId]) -> Count {
        let plans = self.plans().iter().map(|plan| self.children_in(plan, over, path));
        plans.reduce(Count::join).unwrap_or(Count::ANY)
    }

    fn children_in(&self, plan: &Plan, over: SheetId, path: &[LinkId]) -> Count {
        if let Some(all) = self.parts_of_full_game(plan, over, path) {
            return all;
        }
        path.iter().map(|link| self.rows_at(plan, *link)).fold(Count::exactly(1), Count::times)
    }

    /// Parts by way of the sides of a game in which every seat is taken.
    fn parts_of_full_game(&self, plan: &Plan, over: SheetId, path: &[LinkId]) -> Option<Count> {
        let [to_side, to_game] = path else {
            return None;
        };
        let (first, second) = (self.ruleset.link(*to_side), self.ruleset.link(*to_game));
        let named =
            matches!(&self.ruleset.sheet(over).kind, SheetKind::Part { names, .. } if !names.is_empty());
        let through = self.ruleset.sheet(first.to).kind == SheetKind::Side
            && self.ruleset.sheet(second.to).kind == SheetKind::Game
            && matches!(first.role, LinkRole::Inside(_))
            && matches!(second.role, LinkRole::Inside(_));
        let all: usize = plan.seats.iter().map(|seat| parts_of(over, seat)).sum();
        // What every side owns is counted side by side.
        let seated = named && through && is_full(plan) && parts_of_each(plan, over) == 0;
        seated.then(|| Count::exactly(all as u64))
    }

    /// How many rows lead to one row by one link.
    fn rows_at(&self, plan: &Plan, link: LinkId) -> Count {
        let link = self.ruleset.link(link);
        let sides = Count { least: u64::from(plan.least), most: plan.most.map(u64::from) };
        let to = &self.ruleset.sheet(link.to).kind;
        match (&link.role, &self.ruleset.sheet(link.from).kind) {
            (LinkRole::Inside(_), SheetKind::Side) if *to == SheetKind::Game => sides,
            (LinkRole::Inside(_), SheetKind::MatchSide) if *to == SheetKind::Match => sides,
            (LinkRole::Inside(_), SheetKind::Part { .. }) if parts_of_each(plan, link.from) > 0 => {
                let most = parts_of_each(plan, link.from);
                let least = if self.ruleset.may_be_left_out(link.from) { 0 } else { most };
                let of_side = Count { least, most: Some(most) };
                match to {
                    SheetKind::Side => of_side,
                    SheetKind::Game => of_side.times(sides),
                    _ => Count::ANY,
                }
            }
            (LinkRole::Inside(_), SheetKind::Part { names, .. }) if !names.is_empty() => match to {
                SheetKind::Side => parts_of_side(plan, link.from),
                SheetKind::Game => {
                    let owned: usize = plan.seats.iter().map(|seat| parts_of(link.from, seat)).sum();
                    let full = is_full(plan) && owned > 0;
                    Count { least: if full { owned as u64 } else { 0 }, most: Some(names.len() as u64) }
                }
                _ => Count::ANY,
            },
            // At most one row has a given row as its opponent, in its seat, or before it.
            (LinkRole::Opponent | LinkRole::Previous | LinkRole::Seat(_), _) => {
                Count { least: 0, most: Some(1) }
            }
            (LinkRole::Outer, SheetKind::Join { outer_path, inner_path, except_self }) => {
                let inner = self.inner_of(link.from);
                let together = inner.map_or(Count::ANY, |inner| self.children_in(plan, inner, inner_path));
                let missing = outer_path.iter().any(|link| !self.ruleset.link(*link).total);
                let less = u64::from(*except_self);
                Count {
                    least: if missing { 0 } else { together.least.saturating_sub(less) },
                    most: together.most.map(|most| most.saturating_sub(less)),
                }
            }
            (LinkRole::Inside(_) | LinkRole::Entrant | LinkRole::Outer | LinkRole::Inner, _) => Count::ANY,
        }
    }

    fn inner_of(&self, join: SheetId) -> Option<SheetId> {
        let links = self.ruleset.links.iter();
        links.filter(|link| link.from == join && link.role == LinkRole::Inner).map(|link| link.to).next()
    }
}

/// Whether every seat of a plan is taken in every game.
pub(super) fn is_full(plan: &Plan) -> bool {
    let seats = plan.seats.len() as u64;
    seats > 0 && u64::from(plan.least) == seats && plan.most.map(u64::from) == Some(seats)
}

/// How many parts of a kind every side owns.
fn parts_of_each(plan: &Plan, part: SheetId) -> u64 {
    plan.each.iter().filter(|(sheet, _)| *sheet == part).count() as u64
}

fn parts_of_side(plan: &Plan, part: SheetId) -> Count {
    let counts = plan.seats.iter().map(|seat| Count::exactly(parts_of(part, seat) as u64));
    counts.reduce(Count::join).unwrap_or(Count::ANY)
}

fn parts_of(part: SheetId, seat: &crate::ruleset::Seat) -> usize {
    seat.parts.iter().filter(|(sheet, _)| *sheet == part).count()
}
