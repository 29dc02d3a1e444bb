//! Steps that have a value on every row, whatever is recorded: nothing in them can grow too large, or divide by nothing.
//!
//! Comes in: what columns and expressions can hold. Goes out: the columns of such steps. Whoever does not look at one of them need not
//! compute it: nothing would go unsaid. It errs on the side of too few. Start with [`find`].

use super::ranges::set::Set;
use super::ranges::{Analysis, is_deep};
use super::satisfy::Facts;
use crate::builtins::Aggregate;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{Reduce, Step, Ties};
use crate::sheet::ColumnId;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind, Rational};
use std::collections::BTreeSet;

/// There are never 2^32 rows: sums of so many numbers, none of which is beyond this, fit 64 bits.
const SMALL: i64 = 1 << 30;
/// What integers are computed with has 64 bits.
const LARGE: i64 = i64::MAX - 1;

/// The columns of steps that never fail.
pub(super) fn find(analysis: &mut Analysis) -> BTreeSet<ColumnId> {
    let ruleset = analysis.ruleset;
    ruleset.steps.iter().filter(|step| never_fails(analysis, step)).map(Step::out).collect()
}

fn never_fails(analysis: &mut Analysis, step: &Step) -> bool {
    match step {
        Step::Map { value, .. } => has_value(analysis, value),
        Step::Place(place) => place.ties != Ties::Refuse,
        Step::Reduce(reduce) => {
            let Reduce { value, filter, best, aggregate, .. } = &**reduce;
            let adds = matches!(aggregate, Aggregate::Sum | Aggregate::Mean);
            best.is_none()
                && filter.as_ref().is_none_or(|filter| has_value(analysis, filter))
                && value.as_ref().is_none_or(|value| {
                    let fits = !adds || value.ty.kind == Kind::Integer && is_within(analysis, value, SMALL);
                    fits && has_value(analysis, value)
                })
        }
    }
}

/// Whether an expression has a value, or is missing, but never at fault.
fn has_value(analysis: &mut Analysis, expr: &Expr) -> bool {
    if is_deep(expr) {
        return false;
    }
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        let computes = match &expr.node {
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Bands(_)
            | Node::Cases(_) => false,
            Node::Unary(..) | Node::Tally(_) => true,
            Node::Binary(operator, ..) => match operator {
                BinaryOperator::And
                | BinaryOperator::Or
                | BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::AtMost
                | BinaryOperator::Greater
                | BinaryOperator::AtLeast => false,
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply => true,
                BinaryOperator::Divide | BinaryOperator::DivideFloor | BinaryOperator::Modulo => {
                    return false;
                }
            },
            Node::Call(..) | Node::Random(_) => return false,
        };
        if computes && !fits(analysis, expr) {
            return false;
        }
        expr.parts(&mut open);
    }
    true
}

/// Whether all that an expression computes on the way to its value has 64 bits.
fn fits(analysis: &mut Analysis, expr: &Expr) -> bool {
    let is_whole = |expr: &Expr| expr.ty.kind == Kind::Integer;
    // Where the whole fits, a part of a sum may still have been too large.
    let items_fit = match &expr.node {
        Node::Tally(items) => {
            items.iter().all(|item| is_whole(&item.value) && is_within(analysis, &item.value, SMALL))
        }
        _ => true,
    };
    expr.ty.kind == Kind::Flag || items_fit && is_whole(expr) && is_within(analysis, expr, LARGE)
}

/// Whether all values of an expression lie between this and its opposite.
fn is_within(analysis: &mut Analysis, expr: &Expr, most: i64) -> bool {
    match analysis.range(expr, &[], &Facts::default()).set {
        Set::Nothing => true,
        Set::Numbers(region) => region.hull().is_none_or(|hull| {
            let within = |at: Rational| at >= Rational::from(-most) && at <= Rational::from(most);
            hull.low.is_some_and(|low| within(low.at)) && hull.high.is_some_and(|high| within(high.at))
        }),
        Set::Flags { .. } | Set::Texts(_) | Set::Anything => false,
    }
}
