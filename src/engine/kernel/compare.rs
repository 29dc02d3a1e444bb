//! `= != < <= > >=` and `in`.

use super::super::batch::{Batch, Lane, Values, both, merge, zip};
use super::super::order::SymbolOrder;
use super::{Evaluator, mismatch};
use crate::ruleset::expression::Expr;
use crate::syntax::ast::BinaryOperator;
use crate::value::Kind;
use std::cmp::Ordering;
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// Compares two operands of one kind.
    pub(super) fn compare(
        &self,
        operator: BinaryOperator,
        kind: &Kind,
        left: Batch<'a>,
        right: Batch<'a>,
    ) -> Batch<'a> {
        let len = left.len;
        let lane = match (left.values, right.values) {
            (Values::Integer(left), Values::Integer(right)) => ordered(operator, &left, &right),
            (Values::Flag(left), Values::Flag(right)) => ordered(operator, &left, &right),
            (Values::Symbol(left), Values::Symbol(right)) => match operator {
                BinaryOperator::Equal => zip(&left, &right, |left, right| left == right),
                BinaryOperator::NotEqual => zip(&left, &right, |left, right| left != right),
                BinaryOperator::Less
                | BinaryOperator::AtMost
                | BinaryOperator::Greater
                | BinaryOperator::AtLeast
                | BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::DivideFloor
                | BinaryOperator::Modulo
                | BinaryOperator::And
                | BinaryOperator::Or => {
                    let order = SymbolOrder::new(kind, self.symbols);
                    zip(&left, &right, |left, right| holds(operator, order.compare(left, right)))
                }
            },
            (left, right) => {
                let (Some(left), Some(right)) = (left.into_numbers(), right.into_numbers()) else {
                    debug_assert!(false, "operands of kinds that do not go together");
                    return Batch::missing(len, &Kind::Flag);
                };
                ordered(operator, &left, &right)
            }
        };
        Batch {
            len,
            values: Values::Flag(lane),
            known: both(left.known, right.known),
            faults: merge(left.faults, right.faults),
        }
    }

    /// `a in (x, y)`
    pub(super) fn among(&self, expr: &Expr, part: &Expr, others: &[Expr], rows: &Range<usize>) -> Batch<'a> {
        let part = self.eval(part, rows.clone());
        let len = part.len;
        let (mut known, mut faults) = (part.known.clone(), part.faults.clone());
        let mut found: Lane<'a, bool> = Lane::Same(false);
        for other in others {
            let other = self.eval(other, rows.clone());
            let same = match (&part.values, &other.values) {
                (Values::Integer(left), Values::Integer(right)) => {
                    zip(left, right, |left, right| left == right)
                }
                (Values::Number(left), Values::Number(right)) => {
                    zip(left, right, |left, right| left == right)
                }
                (Values::Flag(left), Values::Flag(right)) => zip(left, right, |left, right| left == right),
                (Values::Symbol(left), Values::Symbol(right)) => {
                    zip(left, right, |left, right| left == right)
                }
                (Values::Integer(_) | Values::Number(_) | Values::Flag(_) | Values::Symbol(_), _) => {
                    return mismatch(len, expr);
                }
            };
            found = zip(&found, &same, |found, same| found | same);
            known = both(known, other.known);
            faults = merge(faults, other.faults);
        }
        Batch { len, values: Values::Flag(found), known, faults }
    }
}

fn ordered<'o, T: Copy + Ord>(
    operator: BinaryOperator,
    left: &Lane<'_, T>,
    right: &Lane<'_, T>,
) -> Lane<'o, bool> {
    match operator {
        BinaryOperator::NotEqual => zip(left, right, |left, right| left != right),
        BinaryOperator::Less => zip(left, right, |left, right| left < right),
        BinaryOperator::AtMost => zip(left, right, |left, right| left <= right),
        BinaryOperator::Greater => zip(left, right, |left, right| left > right),
        BinaryOperator::AtLeast => zip(left, right, |left, right| left >= right),
        // The others compare nothing and never come here.
        BinaryOperator::Equal
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => zip(left, right, |left, right| left == right),
    }
}

fn holds(operator: BinaryOperator, order: Ordering) -> bool {
    match operator {
        BinaryOperator::NotEqual => order.is_ne(),
        BinaryOperator::Less => order.is_lt(),
        BinaryOperator::AtMost => order.is_le(),
        BinaryOperator::Greater => order.is_gt(),
        BinaryOperator::AtLeast => order.is_ge(),
        BinaryOperator::Equal
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => order.is_eq(),
    }
}
