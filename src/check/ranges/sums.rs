//! Sums whose rows depend on one another: over all seats of a game, over two opponents.

use super::arithmetic::binary;
use super::counts::{Count, is_full};
use super::evaluate::taken;
use super::region::Region;
use super::set::{Set, TextSet};
use super::{Analysis, children};
use crate::check::satisfy::{Answer, Facts, Goal};
use crate::ruleset::expression::CaseLine;
use crate::ruleset::{BuiltinColumn, Expr, LinkRole, Node, Plan, Reduce, SheetKind};
use crate::sheet::LinkId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Rational, Value};

/// Columns are looked through to their rules so many times.
const THROUGH: usize = 4;

/// So many expressions are looked at for one sum over two opponents.
const FUEL: u64 = 100_000;

impl<'r> Analysis<'r> {
    /// What is left of `plain` once it is known that the rows belong together.
    pub(super) fn narrower_sum(
        &mut self,
        reduce: &'r Reduce,
        value: &'r Expr,
        plain: Set,
        count: Count,
    ) -> Set {
        let [link] = reduce.path.as_slice() else {
            return plain;
        };
        // Where rows may be passed over, the others need not sum to anything.
        if count.least == 0 || !matches!(self.ruleset.link(*link).role, LinkRole::Inside(_)) {
            return plain;
        }
        let value = self.looked_through(value);
        let by_seat = self.by_seat(reduce, *link, value);
        let two = count == Count { least: 2, most: Some(2) };
        let by_opponent = if two { self.by_opponent(reduce, value) } else { Set::Anything };
        plain.meet(&by_seat).meet(&by_opponent)
    }

    /// A sum over the sides of a game in which every seat is taken: seat by seat, and where the value is a table over
    /// something that all sides of the game have in common, line by line.
    fn by_seat(&mut self, reduce: &'r Reduce, link: LinkId, value: &'r Expr) -> Set {
        let ruleset = self.ruleset;
        let sides = ruleset.sheet(reduce.over).kind == SheetKind::Side
            && ruleset.sheet(ruleset.link(link).to).kind == SheetKind::Game;
        let plans = self.plans().to_vec();
        if !sides || plans.is_empty() || !plans.iter().all(|plan| is_full(plan)) {
            return Set::Anything;
        }
        let Some(seat) = ruleset.builtin(reduce.over, BuiltinColumn::Seat) else {
            return Set::Anything;
        };
        let seat = Expr {
            node: Node::Column { column: seat, path: Vec::new() },
            ty: ruleset.column(seat).ty.clone(),
            at: value.at,
        };
        let mut total = Set::Nothing;
        for plan in plans {
            total = total.join(&self.plan_total(plan, &seat, value, &reduce.path));
        }
        total
    }

    /// A sum over two opponents: in each case of the rule of one of them, what comes to the other.
    fn by_opponent(&mut self, reduce: &'r Reduce, value: &'r Expr) -> Set {
        let Some(opponent) = self.ruleset.link_of(reduce.over, &LinkRole::Opponent) else {
            return Set::Anything;
        };
        if !self.ruleset.link(opponent).total {
            return Set::Anything;
        }
        self.closely(FUEL, |analysis| {
            let mut total = Set::Nothing;
            for (own, facts) in analysis.in_each_case(value) {
                let own = analysis.range(own, &[], &facts).set;
                let other = analysis.range(value, &[opponent], &facts).set;
                total = total.join(&sum(&own, &other));
            }
            match &value.node {
                Node::Cases(cases) => total.meet(&analysis.by_both_cases(cases, opponent)),
                _ => total,
            }
        })
    }

    /// The same in each case of the one with each case of the other, where both can be taken together.
    fn by_both_cases(&mut self, cases: &'r [CaseLine], opponent: LinkId) -> Set {
        let taken = |place: usize, path: &[LinkId]| -> Vec<Goal<'r>> {
            let lines = cases.iter().take(place + 1).enumerate();
            let goals = lines.filter_map(|(line, case)| Some((line, case.condition.as_ref()?)));
            goals.map(|(line, condition)| Goal::of(condition, path, line == place)).collect()
        };
        let mut total = Set::Nothing;
        for (place, own) in cases.iter().enumerate() {
            for (place_of_other, other) in cases.iter().enumerate() {
                let mut goals = taken(place, &[]);
                goals.extend(taken(place_of_other, &[opponent]));
                if matches!(self.satisfy(&Facts::default(), goals), Answer::Impossible) {
                    continue;
                }
                let own = self.range(&own.value, &[], &Facts::default()).set;
                let other = self.range(&other.value, &[opponent], &Facts::default()).set;
                total = total.join(&sum(&own, &other));
            }
        }
        total
    }

    /// The values of a rule, and what is known where each is taken.
    fn in_each_case(&mut self, rule: &'r Expr) -> Vec<(&'r Expr, Facts)> {
        let mut all = Vec::new();
        if let Node::Bands(table) = &rule.node
            && table.pick.is_none()
        {
            let subject = self.range(&table.subject, &[], &Facts::default()).set;
            for (place, band) in table.bands.iter().enumerate() {
                let taken = taken(table, place, &subject);
                let facts = self.suppose(&Facts::default(), &table.subject, &[], &taken);
                all.extend(band.values.first().zip(facts));
            }
            return all;
        }
        let mut left = Some(Facts::default());
        let lines: Vec<(Option<&Expr>, &Expr)> = match &rule.node {
            Node::Cases(lines) => lines.iter().map(|line| (line.condition.as_ref(), &line.value)).collect(),
            Node::If { value, condition, otherwise } => {
                vec![(Some(&**condition), &**value), (None, &**otherwise)]
            }
            _ => vec![(None, rule)],
        };
        for (condition, value) in lines {
            let Some(rest) = left.take() else {
                break;
            };
            let Some(condition) = condition else {
                all.push((value, rest));
                break;
            };
            if let Some(facts) = self.assume(&rest, condition, &[], true) {
                all.push((value, facts));
            }
            left = self.assume(&rest, condition, &[], false);
        }
        all
    }

    fn plan_total(&mut self, plan: &Plan, seat: &Expr, value: &'r Expr, path: &[LinkId]) -> Set {
        let Node::Bands(table) = &value.node else {
            return self.seats_total(plan, seat, value, &Facts::default());
        };
        if !self.is_shared(&table.subject, path, THROUGH) {
            return self.seats_total(plan, seat, value, &Facts::default());
        }
        let subject = self.range(&table.subject, &[], &Facts::default()).set;
        let mut total = Set::Nothing;
        for place in 0..table.bands.len() {
            let taken = taken(table, place, &subject);
            if let Some(facts) = self.suppose(&Facts::default(), &table.subject, &[], &taken) {
                total = total.join(&self.seats_total(plan, seat, value, &facts));
            }
        }
        total
    }

    fn seats_total(&mut self, plan: &Plan, seat: &Expr, value: &Expr, facts: &Facts) -> Set {
        let mut total = Set::Numbers(Region::point(Rational::ZERO));
        for taken in &plan.seats {
            let only = Set::Texts(TextSet::Only([taken.name].into()));
            let Some(facts) = self.suppose(facts, seat, &[], &only) else {
                return Set::Nothing;
            };
            total = sum(&total, &self.range(value, &[], &facts).set);
        }
        total
    }

    /// The rule behind a column of the same row.
    fn looked_through(&self, value: &'r Expr) -> &'r Expr {
        let mut value = value;
        for _ in 0..THROUGH {
            let definition = match &value.node {
                Node::Column { column, path } if path.is_empty() => self.definition(*column),
                Node::Widen(inner) => Some(&**inner),
                _ => None,
            };
            match definition {
                Some(definition) => value = definition,
                None => break,
            }
        }
        value
    }

    /// Whether an expression is the same on all rows that `path` joins.
    fn is_shared(&self, expr: &Expr, path: &[LinkId], through: usize) -> bool {
        match &expr.node {
            Node::Literal(value) => *value != Value::Missing,
            Node::Option(_) => true,
            // Each row draws for itself.
            Node::Random(_) => false,
            Node::Column { path: own, .. } if own.starts_with(path) => true,
            Node::Column { column, path: own } => {
                through > 0
                    && own.is_empty()
                    && self.definition(*column).is_some_and(|rule| self.is_shared(rule, path, through - 1))
            }
            Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => children(expr).into_iter().all(|child| self.is_shared(child, path, through)),
        }
    }
}

fn sum(left: &Set, right: &Set) -> Set {
    match (left, right) {
        (Set::Nothing, _) | (_, Set::Nothing) => Set::Nothing,
        (Set::Numbers(left), Set::Numbers(right)) => {
            binary(BinaryOperator::Add, left, right).map_or(Set::Anything, Set::numbers)
        }
        (Set::Numbers(_) | Set::Flags { .. } | Set::Texts(_) | Set::Anything, _) => Set::Anything,
    }
}
