//! Conditions that cannot hold on any line: of the bands, cases and items behind the columns that they speak of.
//!
//! What a table gives as a whole says little of two rows together: `points < opponent.points` is possible, and so is
//! `score >= opponent.score`. On each pair of bands it is plain that both are not. Start with [`Analysis::refute`].

use super::comparisons::allowed;
use super::variables::{Compared, Linear, VariableId};
use super::{Facts, Goal, PROOF};
use crate::builtins::FunctionId;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::{Set, TextSet};
use crate::check::ranges::{Analysis, taken};
use crate::ruleset::expression::{BandTable, CaseLine, TallyItem};
use crate::ruleset::{Expr, Node};
use crate::sheet::LinkId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind, Rational};

/// So many combinations of lines are looked at for one proof.
const COMBINATIONS: usize = 4_000;

/// So many expressions are looked at for one proof.
const FUEL: u64 = 300_000;

/// The conditions of a tally are tried in all combinations as long as there are no more of them than this.
const CONDITIONS: usize = 6;

/// A line: what is known where it is taken, and the items whose sum it gives, each with whether it is taken off.
type Line<'e> = (Facts, Vec<(bool, &'e Expr)>);

impl<'r> Analysis<'r> {
    /// Whether it is sure that the goals are never met together.
    pub(in crate::check) fn refute(&mut self, goals: Vec<Goal<'r>>) -> bool {
        self.closely(FUEL, |analysis| {
            let mut possible = false;
            let mut left = COMBINATIONS;
            let complete = analysis.search(&Facts::default(), goals, PROOF, &mut |analysis, mut facts| {
                possible = analysis.look_deeper(&mut facts) && analysis.withstands(&facts, &[], &mut left);
                !possible
            });
            complete && !possible
        })
    }

    /// Whether the facts may hold together, on some lines of the columns that were not looked at yet.
    fn withstands(&mut self, facts: &Facts, seen: &[VariableId], left: &mut usize) -> bool {
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let next = facts.terms().into_iter().filter(|id| !seen.contains(id)).find_map(|id| {
            let (column, path) = self.variables.get(id).column.clone()?;
            let definition = self.definition(column).filter(|_| self.is_total(&path))?;
            Some((id, definition, path))
        });
        let Some((id, definition, path)) = next else { return true };
        let seen = [seen, &[id]].concat();
        for (mut facts, items) in self.lines(definition, &path, facts) {
            let possible = self.comes_to(&mut facts, id, &items, &path)
                && self.look_deeper(&mut facts)
                && self.withstands(&facts, &seen, left);
            if possible {
                return true;
            }
        }
        false
    }

    /// The lines of a rule that can be taken; a line whose value has lines of its own is each of those.
    fn lines<'e>(&mut self, rule: &'e Expr, path: &[LinkId], facts: &Facts) -> Vec<Line<'e>> {
        let mut all = Vec::new();
        for (facts, items) in self.lines_as_written(rule, path, facts) {
            match items[..] {
                [(false, inner)] if !std::ptr::eq(inner, rule) => all.extend(self.lines(inner, path, &facts)),
                _ => all.push((facts, items)),
            }
        }
        all
    }

    /// Each of these values, where it is `beyond` all others.
    fn lines_of_extreme<'e>(
        &mut self,
        values: &'e [Expr],
        beyond: BinaryOperator,
        path: &[LinkId],
        facts: &Facts,
    ) -> Vec<Line<'e>> {
        let region = allowed(beyond, true).unwrap_or_else(|| Region::everything(false));
        let mut lines = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let mut facts = facts.clone();
            let others = values.iter().enumerate().filter(|(other, _)| *other != place);
            let possible = others.into_iter().all(|(_, other)| match self.compare(value, other, path) {
                None => true,
                Some(Compared::Constant(constant)) => region.contains(constant),
                Some(compared) => self.learn_compared(&mut facts, compared, &region),
            });
            if possible && self.settle(&mut facts) {
                lines.push((facts, vec![(false, value)]));
            }
        }
        lines
    }

    fn lines_as_written<'e>(&mut self, rule: &'e Expr, path: &[LinkId], facts: &Facts) -> Vec<Line<'e>> {
        match &rule.node {
            Node::Widen(inner) => self.lines_as_written(inner, path, facts),
            Node::Bands(table) => self.lines_of_bands(table, path, facts),
            Node::Cases(lines) => self.lines_of_cases(lines, path, facts),
            Node::Tally(items) => self.lines_of_tally(items, path, facts),
            Node::Call(FunctionId::MAX, values) => {
                self.lines_of_extreme(values, BinaryOperator::AtLeast, path, facts)
            }
            Node::Call(FunctionId::MIN, values) => {
                self.lines_of_extreme(values, BinaryOperator::AtMost, path, facts)
            }
            Node::If { value, condition, otherwise } => {
                let mut lines = Vec::new();
                for (truth, value) in [(true, &**value), (false, &**otherwise)] {
                    if let Some(facts) = self.assume(facts, condition, path, truth) {
                        lines.push((facts, vec![(false, value)]));
                    }
                }
                lines
            }
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_) => vec![(facts.clone(), vec![(false, rule)])],
        }
    }

    fn lines_of_bands<'e>(&mut self, table: &'e BandTable, path: &[LinkId], facts: &Facts) -> Vec<Line<'e>> {
        let subject = self.range(&table.subject, path, facts).set;
        let mut lines = Vec::new();
        for (place, band) in table.bands.iter().enumerate() {
            let taken = taken(table, place, &subject);
            let Some(facts) = self.suppose(facts, &table.subject, path, &taken) else { continue };
            let Some(pick) = &table.pick else {
                lines.extend(band.values.first().map(|value| (facts, vec![(false, value)])));
                continue;
            };
            for (seat, value) in pick.seats.iter().zip(&band.values) {
                let seat = Set::Texts(TextSet::Only([*seat].into()));
                if let Some(facts) = self.suppose(&facts, &pick.seat, path, &seat) {
                    lines.push((facts, vec![(false, value)]));
                }
            }
        }
        lines
    }

    fn lines_of_cases<'e>(&mut self, cases: &'e [CaseLine], path: &[LinkId], facts: &Facts) -> Vec<Line<'e>> {
        let mut lines = Vec::new();
        let mut left = Some(facts.clone());
        for line in cases {
            let Some(rest) = left.take() else { break };
            let Some(condition) = &line.condition else {
                lines.push((rest, vec![(false, &line.value)]));
                break;
            };
            if let Some(facts) = self.assume(&rest, condition, path, true) {
                lines.push((facts, vec![(false, &line.value)]));
            }
            left = self.assume(&rest, condition, path, false);
        }
        lines
    }

    /// Every combination of the items that can count together.
    fn lines_of_tally<'e>(
        &mut self,
        items: &'e [TallyItem],
        path: &[LinkId],
        facts: &Facts,
    ) -> Vec<Line<'e>> {
        if items.iter().filter(|item| item.condition.is_some()).count() > CONDITIONS {
            return vec![(facts.clone(), Vec::new())];
        }
        let mut lines: Vec<Line<'e>> = vec![(facts.clone(), Vec::new())];
        for item in items {
            let mut longer = Vec::new();
            for (facts, counted) in lines {
                let with = [counted.as_slice(), &[(item.negative, &item.value)]].concat();
                let Some(condition) = &item.condition else {
                    longer.push((facts, with));
                    continue;
                };
                if let Some(facts) = self.assume(&facts, condition, path, true) {
                    longer.push((facts, with));
                }
                if let Some(facts) = self.assume(&facts, condition, path, false) {
                    longer.push((facts, counted));
                }
            }
            lines = longer;
        }
        // Without any item that counts it is nothing, which has no expression.
        lines
    }

    /// Adds to the facts that a term is the sum of these items; `false` where that contradicts them.
    fn comes_to(
        &mut self,
        facts: &mut Facts,
        id: VariableId,
        items: &[(bool, &Expr)],
        path: &[LinkId],
    ) -> bool {
        if let [(false, only)] = items {
            let set = self.range(only, path, facts).set;
            if !self.follow(facts, id, &set) {
                return false;
            }
        }
        let kind = self.variables.get(id).kind.clone();
        if items.is_empty() || !matches!(kind, Kind::Integer | Kind::Number | Kind::Duration) {
            return true;
        }
        let minus = Rational::from_integer(-1);
        let mut difference = Linear::term(id).times(minus);
        for (negative, item) in items {
            let factor = if *negative { minus } else { Rational::ONE };
            let item = self.linear(item, path);
            difference = difference.zip(item).and_then(|(sum, item)| sum.plus(&item, factor));
        }
        let Some(difference) = difference else { return true };
        // In every sum that the facts speak of the items can stand in the place of the term.
        for sum in facts.sums() {
            let parts = &self.variables.get(sum).parts;
            let Some((_, factor)) = parts.iter().find(|(part, _)| *part == id) else { continue };
            let put_in = Linear::of(parts).plus(&difference, *factor);
            let region = self.known(facts, sum).region(false);
            if !self.comes_into(facts, put_in.as_ref(), &kind, &region) {
                return false;
            }
        }
        self.comes_into(facts, Some(&difference), &kind, &Region::point(Rational::ZERO)) && self.settle(facts)
    }

    /// Adds to the facts that a sum is in a region; `false` where that contradicts them.
    fn comes_into(&mut self, facts: &mut Facts, sum: Option<&Linear>, kind: &Kind, region: &Region) -> bool {
        match sum.and_then(|sum| self.normal(sum, kind)) {
            None => true,
            Some(Compared::Constant(constant)) => region.contains(constant),
            Some(compared) => self.learn_compared(facts, compared, region),
        }
    }

    /// The rule behind a column, if it is plain arithmetic: then the column is a sum of what the rule mentions. It is only
    /// looked into where proofs look closely: elsewhere a column is what an author calls it.
    pub(super) fn arithmetic(&mut self, expr: &Expr, prefix: &[LinkId]) -> Option<(&'r Expr, Vec<LinkId>)> {
        let Node::Column { column, path } = &expr.node else { return None };
        if !self.is_close() || !self.is_total(prefix) || !self.is_total(path) {
            return None;
        }
        let rule = self.definition(*column).filter(|rule| is_arithmetic(rule))?;
        Some((rule, self.way(prefix, path)))
    }
}

/// Whether a rule is a column, or a sum of columns.
fn is_arithmetic(rule: &Expr) -> bool {
    if !matches!(rule.ty.kind, Kind::Integer | Kind::Number | Kind::Duration) {
        return false;
    }
    match &rule.node {
        Node::Column { .. } | Node::Literal(_) => true,
        Node::Widen(inner) | Node::Unary(_, inner) => is_arithmetic(inner),
        Node::Binary(
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide,
            left,
            right,
        ) => is_arithmetic(left) && is_arithmetic(right),
        Node::Binary(..)
        | Node::Option(_)
        | Node::Among(..)
        | Node::If { .. }
        | Node::Else(..)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => false,
    }
}
