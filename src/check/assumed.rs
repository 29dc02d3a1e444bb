//! What a condition finds out about optional values: where `known(time)` holds, `time` is there.
//!
//! Start with [`Checker::assuming`], which lowers something under what a condition says.

use super::checker::Checker;
use super::scope::Target;
use crate::ruleset::{Expr, Node};
use crate::sheet::LinkId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

impl Checker<'_> {
    /// Lowers something that is only looked at where `conditions` came out as said.
    pub(super) fn assuming<T>(
        &mut self,
        conditions: &[(&Expr, bool)],
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.assumed.len();
        for (condition, holds) in conditions {
            find_known(condition, *holds, &mut self.assumed);
        }
        let lowered = lower(self);
        self.assumed.truncate(before);
        lowered
    }

    /// Whether a path leads to a row from every row of this place.
    pub(super) fn leads(&self, path: &[LinkId]) -> bool {
        let known = self.present.iter().filter(|way| path.starts_with(way)).map(Vec::len).max();
        path[known.unwrap_or(0)..].iter().all(|&link| self.ruleset.link(link).total)
    }

    /// Whether a condition around this place has found that the value is there.
    pub(super) fn is_assumed(&self, target: &Target) -> bool {
        self.assumed.contains(target)
    }
}

/// The values that are there if the condition holds (or, if it does not).
fn find_known(condition: &Expr, holds: bool, found: &mut Vec<Target>) {
    match &condition.node {
        Node::Known(value) if holds => {
            if let Node::Column { column, path } = &value.node {
                found.push(Target { column: *column, path: path.clone() });
            }
        }
        Node::Unary(UnaryOperator::Not, inner) => find_known(inner, !holds, found),
        Node::Binary(operator, left, right) => {
            let both = match operator {
                BinaryOperator::And => holds,
                BinaryOperator::Or => !holds,
                _ => false,
            };
            if both {
                find_known(left, holds, found);
                find_known(right, holds, found);
            }
        }
        Node::Known(_)
        | Node::Literal(_)
        | Node::Column { .. }
        | Node::Option(_)
        | Node::Widen(_)
        | Node::Unary(..)
        | Node::Among(..)
        | Node::If { .. }
        | Node::Else(..)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => {}
    }
}
