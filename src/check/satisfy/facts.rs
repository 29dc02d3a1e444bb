//! What is known about the terms of one row.

use super::variables::{Compared, VariableId};
use crate::check::ranges::Analysis;
use crate::check::ranges::arithmetic::{binary, scaled};
use crate::check::ranges::region::Region;
use crate::check::ranges::set::Set;
use crate::ruleset::Expr;
use crate::sheet::LinkId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind, Rational};
use std::collections::{BTreeMap, BTreeSet};

/// Sums and their parts make each other narrower so many times.
const ROUNDS: usize = 4;

/// What is known about the terms of one row; all other terms can be whatever their ranges allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::check) struct Facts {
    known: BTreeMap<VariableId, Set>,
    /// Those that a condition speaks of; the others follow from them.
    stated: BTreeSet<VariableId>,
    /// Those that are sums.
    sums: BTreeSet<VariableId>,
}

impl Facts {
    /// Whether nothing is known.
    pub(in crate::check) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The terms that conditions speak of.
    pub(in crate::check) fn stated(&self) -> impl Iterator<Item = VariableId> + '_ {
        self.stated.iter().copied()
    }

    /// Every term of which something is known.
    pub(super) fn terms(&self) -> Vec<VariableId> {
        self.known.keys().copied().collect()
    }

    /// What holds under either.
    pub(super) fn join(&self, other: &Self) -> Self {
        let mut known = BTreeMap::new();
        for (id, set) in &self.known {
            if let Some(also) = other.known.get(id) {
                known.insert(*id, set.join(also));
            }
        }
        let kept =
            |ids: &BTreeSet<VariableId>| ids.iter().copied().filter(|id| known.contains_key(id)).collect();
        let (stated, sums) = (kept(&self.stated), kept(&self.sums));
        Self { known, stated, sums }
    }
}

impl Analysis<'_> {
    /// What a term can be.
    pub(in crate::check) fn known(&self, facts: &Facts, id: VariableId) -> Set {
        facts.known.get(&id).cloned().unwrap_or_else(|| self.variables.get(id).base.clone())
    }

    /// Adds to the facts that a term is in a set; `false` where that contradicts them.
    pub(super) fn learn(&self, facts: &mut Facts, id: VariableId, set: &Set) -> bool {
        facts.stated.insert(id);
        self.follow(facts, id, set)
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
        if let Some(set) = self.find_atom(expr, prefix).and_then(|id| facts.known.get(&id)) {
            return Some(set.clone());
        }
        if facts.sums.is_empty() || !matches!(expr.ty.kind, Kind::Integer | Kind::Number | Kind::Duration) {
            return None;
        }
        let Some(Compared::Scaled { id, factor, offset }) = self.measure(expr, prefix) else {
            return None;
        };
        let Some(Set::Numbers(region)) = facts.known.get(&id) else {
            return None;
        };
        binary(BinaryOperator::Add, &scaled(region, factor), &Region::point(offset)).map(Set::numbers)
    }

    /// Makes sums and their parts narrower by each other; `false` where nothing is left.
    pub(super) fn settle(&self, facts: &mut Facts) -> bool {
        for _ in 0..ROUNDS {
            let before = facts.known.clone();
            for sum in facts.sums.clone() {
                if !self.settle_sum(facts, sum) {
                    return false;
                }
            }
            if before == facts.known {
                break;
            }
        }
        true
    }

    fn settle_sum(&self, facts: &mut Facts, sum: VariableId) -> bool {
        let parts = &self.variables.get(sum).parts;
        let regions: Vec<Region> =
            parts.iter().map(|(id, factor)| scaled(&self.known(facts, *id).region(false), *factor)).collect();
        let add = |left: Region, right: &Region| {
            binary(BinaryOperator::Add, &left, right).unwrap_or_else(|| Region::everything(false))
        };
        let total = regions.iter().fold(Region::point(Rational::ZERO), add);
        if !self.follow(facts, sum, &Set::numbers(total)) {
            return false;
        }
        let whole = self.known(facts, sum).region(false);
        for (place, (id, factor)) in parts.iter().enumerate() {
            let others = regions.iter().enumerate().filter(|(other, _)| *other != place);
            let others = others.fold(Region::point(Rational::ZERO), |sum, (_, region)| add(sum, region));
            let left = binary(BinaryOperator::Subtract, &whole, &others);
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
        let variable = self.variables.get(id);
        let met = self.known(facts, id).meet(set);
        if met.is_nothing() {
            return false;
        }
        if !variable.parts.is_empty() {
            facts.sums.insert(id);
        }
        facts.known.insert(id, met);
        true
    }
}

/// The numbers `v` for which `factor · v + offset` is in the region.
fn shifted(region: &Region, offset: Rational, factor: Rational) -> Option<Region> {
    let moved = binary(BinaryOperator::Subtract, region, &Region::point(offset))?;
    let scale = Rational::ONE.divide(&factor).ok()?;
    Some(Region::new(scaled(&moved, scale).pieces().iter().copied(), false))
}
