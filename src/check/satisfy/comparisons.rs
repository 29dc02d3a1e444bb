//! Comparisons taken apart: down to one term and the set of values that it may have.

use super::variables::Compared;
use super::{Facts, Goal, Next, settled, unwiden};
use crate::check::ranges::Analysis;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::{Set, TextSet};
use crate::ruleset::{Expr, Node};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Bound, Interval, Kind, Rational, Value};

impl Analysis<'_> {
    pub(super) fn take_comparison<'e>(
        &mut self,
        goal: &Goal<'e>,
        operator: BinaryOperator,
        (left, right): (&'e Expr, &'e Expr),
        facts: &mut Facts,
    ) -> Next<'e> {
        let wanted = goal.wanted;
        match unwiden(left).ty.kind {
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                let Some(region) = allowed(operator, wanted) else {
                    return self.take_whole(goal, facts);
                };
                match self.compare(left, right, &goal.prefix) {
                    None => self.take_whole(goal, facts),
                    Some(Compared::Constant(constant)) => settled(region.contains(constant)),
                    Some(compared) => settled(self.learn_compared(facts, compared, &region)),
                }
            }
            Kind::Flag => {
                let equal = match operator {
                    BinaryOperator::Equal => wanted,
                    BinaryOperator::NotEqual => !wanted,
                    _ => return self.take_whole(goal, facts),
                };
                Next::Either(
                    vec![goal.part(right, equal), goal.part(left, true)],
                    vec![goal.part(right, !equal), goal.part(left, false)],
                )
            }
            Kind::Text | Kind::Choice(_) => {
                let equal = match operator {
                    BinaryOperator::Equal => wanted,
                    BinaryOperator::NotEqual => !wanted,
                    _ => return self.take_whole(goal, facts),
                };
                let (subject, text) = match (&left.node, &right.node) {
                    (_, Node::Literal(Value::Text(text))) => (left, *text),
                    (Node::Literal(Value::Text(text)), _) => (right, *text),
                    _ => return self.take_equal_texts(goal, (left, right), equal, facts),
                };
                let only = TextSet::Only([text].into());
                let texts = if equal { only } else { only.complement() };
                let id = self.atom(subject, &goal.prefix);
                settled(self.learn(facts, id, &Set::Texts(texts)))
            }
            Kind::Unknown => self.take_whole(goal, facts),
        }
    }

    /// Two texts that are both not known: `a = b`, `b = a`, `a != b` are one flag.
    fn take_equal_texts<'e>(
        &mut self,
        goal: &Goal<'e>,
        (left, right): (&'e Expr, &'e Expr),
        equal: bool,
        facts: &mut Facts,
    ) -> Next<'e> {
        let (first, second) = (self.atom(left, &goal.prefix), self.atom(right, &goal.prefix));
        if first == second {
            return settled(equal);
        }
        let meet = self.known(facts, first).meet(&self.known(facts, second));
        if equal && meet.is_nothing() {
            return Next::Never;
        }
        let id = self.equality(first.min(second), first.max(second));
        settled(self.learn(facts, id, &Set::flags(equal, !equal)))
    }

    pub(super) fn take_among<'e>(
        &mut self,
        goal: &Goal<'e>,
        subject: &'e Expr,
        members: &'e [Expr],
        facts: &mut Facts,
    ) -> Next<'e> {
        let literals: Option<Vec<Value>> = members
            .iter()
            .map(|member| match &unwiden(member).node {
                Node::Literal(value) => Some(*value),
                _ => None,
            })
            .collect();
        let Some(literals) = literals else {
            return self.take_whole(goal, facts);
        };
        match unwiden(subject).ty.kind {
            Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => {
                let points = literals.iter().filter_map(|value| Set::of_value(value).region(false).hull());
                let inside = Region::new(points.collect::<Vec<_>>(), false);
                let region = if goal.wanted { inside } else { inside.complement() };
                match self.measure(subject, &goal.prefix) {
                    None => self.take_whole(goal, facts),
                    Some(Compared::Constant(constant)) => settled(region.contains(constant)),
                    Some(compared) => settled(self.learn_compared(facts, compared, &region)),
                }
            }
            Kind::Text | Kind::Choice(_) => {
                let texts = literals.iter().filter_map(|value| match value {
                    Value::Text(text) => Some(*text),
                    _ => None,
                });
                let inside = TextSet::Only(texts.collect());
                let texts = if goal.wanted { inside } else { inside.complement() };
                let id = self.atom(subject, &goal.prefix);
                settled(self.learn(facts, id, &Set::texts(texts)))
            }
            Kind::Flag | Kind::Unknown => self.take_whole(goal, facts),
        }
    }
}

/// What `left - right` may be for the comparison to come out as wanted.
pub(super) fn allowed(operator: BinaryOperator, wanted: bool) -> Option<Region> {
    let zero = |inclusive| Some(Bound { at: Rational::ZERO, inclusive });
    let interval = match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => Interval { low: zero(true), high: zero(true) },
        BinaryOperator::Less => Interval { low: None, high: zero(false) },
        BinaryOperator::AtMost => Interval { low: None, high: zero(true) },
        BinaryOperator::Greater => Interval { low: zero(false), high: None },
        BinaryOperator::AtLeast => Interval { low: zero(true), high: None },
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => return None,
    };
    let region = Region::of(interval, false);
    let outside = (operator == BinaryOperator::NotEqual) == wanted;
    Some(if outside { region.complement() } else { region })
}
