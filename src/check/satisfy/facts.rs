//! What is known about the terms of one row.

use super::variables::{Compared, VariableId};
use crate::check::ranges::Analysis;
use crate::check::ranges::arithmetic::{PIECES, binary, scaled};
use crate::check::ranges::region::Region;
use crate::check::ranges::set::Set;
use crate::ruleset::Expr;
use crate::sheet::LinkId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind, Rational};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Sums and their parts make each other narrower so many times.
const ROUNDS: usize = 4;

/// What is known about the terms of one row; all other terms can be whatever their ranges allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::check) struct Facts {
    /// In the order of their terms.
    known: Vec<Fact>,
}

/// What is known about one term.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    id: VariableId,
    set: Set,
    /// Whether a condition speaks of it; otherwise it follows from other facts.
    stated: bool,
    /// Whether it is a sum.
    sum: bool,
    /// Whether it and its parts, where it is a sum, have made each other as narrow as they can.
    settled: bool,
}

impl Facts {
    /// Whether nothing is known.
    pub(in crate::check) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The terms that conditions speak of.
    pub(in crate::check) fn stated(&self) -> impl Iterator<Item = VariableId> + '_ {
        self.known.iter().filter(|fact| fact.stated).map(|fact| fact.id)
    }

    /// The same without a list of them.
    pub(super) fn ids(&self) -> impl Iterator<Item = VariableId> + '_ {
        self.known.iter().map(|fact| fact.id)
    }

    /// Every term of which something is known.
    pub(super) fn terms(&self) -> Vec<VariableId> {
        self.known.iter().map(|fact| fact.id).collect()
    }

    /// Every sum of which something is known.
    pub(super) fn sums(&self) -> Vec<VariableId> {
        self.known.iter().filter(|fact| fact.sum).map(|fact| fact.id).collect()
    }

    /// What holds under either.
    pub(super) fn join(&self, other: &Self) -> Self {
        let joined = |fact: &Fact| {
            let set = fact.set.join(other.get(fact.id)?);
            Some(Fact { id: fact.id, set, stated: fact.stated, sum: fact.sum, settled: !fact.sum })
        };
        Self { known: self.known.iter().filter_map(joined).collect() }
    }

    fn get(&self, id: VariableId) -> Option<&Set> {
        let place = self.place(id).ok()?;
        self.known.get(place).map(|fact| &fact.set)
    }

    /// Where a term stands, or where it would.
    fn place(&self, id: VariableId) -> Result<usize, usize> {
        self.known.binary_search_by_key(&id, |fact| fact.id)
    }

    fn has_sums(&self) -> bool {
        self.known.iter().any(|fact| fact.sum)
    }
}

impl Analysis<'_> {
    /// What a term can be.
    pub(in crate::check) fn known(&self, facts: &Facts, id: VariableId) -> Set {
        self.known_set(facts, id).clone()
    }

    fn known_set<'f>(&'f self, facts: &'f Facts, id: VariableId) -> &'f Set {
        facts.get(id).unwrap_or_else(|| &self.variables.get(id).base)
    }

    /// Adds to the facts that a term is in a set; `false` where that contradicts them.
    pub(super) fn learn(&self, facts: &mut Facts, id: VariableId, set: &Set) -> bool {
        let possible = self.follow(facts, id, set);
        if let Some(fact) = facts.place(id).ok().and_then(|place| facts.known.get_mut(place)) {
            fact.stated = true;
        }
        possible
    }

    /// The same of a term on a scale.
    pub(super) fn learn_compared(&self, facts: &mut Facts, compared: Compared, region: &Region) -> bool {
        let Compared::Scaled { id, factor, offset } = compared else {
            return true;
        };
        match shifted(region, offset, factor) {
            Some(region) => self.learn(facts, id, &Set::numbers(region)),
            None => true,
        }
    }

    /// Adds to the facts that an expression is in a set; `None` where that contradicts them.
    pub(in crate::check) fn suppose(
        &mut self,
        facts: &Facts,
        expr: &Expr,
        prefix: &[LinkId],
        set: &Set,
    ) -> Option<Facts> {
        let mut facts = facts.clone();
        let possible = match set {
            Set::Nothing => false,
            Set::Anything => true,
            Set::Numbers(region) => match self.measure(expr, prefix) {
                Some(Compared::Constant(constant)) => region.contains(constant),
                Some(compared) => self.learn_compared(&mut facts, compared, region),
                None => true,
            },
            Set::Flags { .. } | Set::Texts(_) => {
                let id = self.atom(expr, prefix);
                self.learn(&mut facts, id, set)
            }
        };
        (possible && self.settle(&mut facts)).then_some(facts)
    }

    /// What the facts say of an expression, beyond what follows from its parts.
    pub(in crate::check) fn refined(&mut self, facts: &Facts, expr: &Expr, prefix: &[LinkId]) -> Option<Set> {
        if facts.is_empty() {
            return None;
        }
        if let Some(set) = self.find_atom(expr, prefix).and_then(|id| facts.get(id)) {
            return Some(set.clone());
        }
        if !facts.has_sums() || !matches!(expr.ty.kind, Kind::Integer | Kind::Number | Kind::Duration) {
            return None;
        }
        let Some(Compared::Scaled { id, factor, offset }) = self.measure(expr, prefix) else {
            return None;
        };
        let Some(Set::Numbers(region)) = facts.get(id) else {
            return None;
        };
        binary(BinaryOperator::Add, &scaled(region, factor), &Region::point(offset)).map(Set::numbers)
    }

    /// Makes sums and their parts narrower by each other; `false` where nothing is left.
    pub(super) fn settle(&self, facts: &mut Facts) -> bool {
        for _ in 0..ROUNDS {
            let mut unsettled = false;
            let mut place = 0;
            while let Some(fact) = facts.known.get_mut(place) {
                let sum = fact.id;
                place += 1;
                if fact.settled {
                    continue;
                }
                fact.settled = true;
                unsettled = true;
                if !self.settle_sum(facts, sum) {
                    return false;
                }
                // Parts that nothing was known of now stand before it.
                place = facts.place(sum).map_or(place, |place| place + 1);
            }
            if !unsettled {
                break;
            }
        }
        true
    }

    fn settle_sum(&self, facts: &mut Facts, sum: VariableId) -> bool {
        let parts = &self.variables.get(sum).parts;
        let region = |(id, factor): &(VariableId, Rational)| match self.known_set(facts, *id) {
            Set::Numbers(region) => scaled(region, *factor),
            set => scaled(&set.region(false), *factor),
        };
        let regions: SmallVec<[Region; 2]> = parts.iter().map(region).collect();
        if !self.follow(facts, sum, &Set::numbers(total(&regions, None).into_owned())) {
            return false;
        }
        let whole = self.known_set(facts, sum).region(false);
        for (place, (id, factor)) in parts.iter().enumerate() {
            let left = binary(BinaryOperator::Subtract, &whole, &total(&regions, Some(place)));
            let Some(part) = left.and_then(|left| shifted(&left, Rational::ZERO, *factor)) else {
                continue;
            };
            if !self.follow(facts, *id, &Set::numbers(part)) {
                return false;
            }
        }
        true
    }

    /// Adds to the facts what follows from them; `false` where it contradicts them.
    pub(super) fn follow(&self, facts: &mut Facts, id: VariableId, set: &Set) -> bool {
        if let (Some(Set::Numbers(known)), Set::Numbers(set)) = (facts.get(id), set)
            && known.is_plainly_within(set)
        {
            return true;
        }
        let met = self.known_set(facts, id).meet(set);
        if met.is_nothing() {
            return false;
        }
        match facts.place(id) {
            Ok(place) => {
                if facts.known[place].set != met {
                    facts.known[place].set = met;
                    self.unsettle(facts, id);
                }
            }
            Err(place) => {
                let sum = !self.variables.get(id).parts.is_empty();
                facts.known.insert(place, Fact { id, set: met, stated: false, sum, settled: !sum });
                self.unsettle(facts, id);
            }
        }
        true
    }

    /// A term has become narrower: sums that it is, or that it is a part of, are no longer settled.
    fn unsettle(&self, facts: &mut Facts, id: VariableId) {
        let is_part = |sum: VariableId| self.variables.get(sum).parts.iter().any(|(part, _)| *part == id);
        for fact in facts.known.iter_mut().filter(|fact| fact.sum && fact.settled) {
            fact.settled = fact.id != id && !is_part(fact.id);
        }
    }
}

/// The sum of these sets, without the one in a place.
fn total(regions: &[Region], without: Option<usize>) -> Cow<'_, Region> {
    let add = |left: Cow<'_, Region>, right: &Region| {
        Cow::Owned(binary(BinaryOperator::Add, &left, right).unwrap_or_else(|| Region::everything(false)))
    };
    let counted = regions.iter().enumerate().filter(|(place, _)| Some(*place) != without);
    let mut counted = counted.map(|(_, region)| region);
    match counted.next() {
        Some(first) => counted.fold(coarse(first), add),
        None => Cow::Owned(Region::point(Rational::ZERO)),
    }
}

/// The same region, unless it has too many pieces.
fn coarse(region: &Region) -> Cow<'_, Region> {
    if region.pieces().len() <= PIECES {
        return Cow::Borrowed(region);
    }
    Cow::Owned(region.clone().coarse(PIECES))
}

/// The numbers `v` for which `factor · v + offset` is in the region.
fn shifted(region: &Region, offset: Rational, factor: Rational) -> Option<Region> {
    let moved = if offset == Rational::ZERO {
        coarse(region)
    } else {
        Cow::Owned(binary(BinaryOperator::Subtract, region, &Region::point(offset))?)
    };
    let is_unit = factor == Rational::ONE || factor == Rational::from_integer(-1);
    let scale = if is_unit { factor } else { Rational::ONE.divide(&factor).ok()? };
    Some(scaled(&moved, scale).among_all())
}
