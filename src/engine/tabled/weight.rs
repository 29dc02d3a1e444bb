//! How often the rows of a chunk are passed over to compute a part of an expression.
//!
//! Only whole orders matter: whether it is looked up or computed, it comes to the same. Start with [`passes`].

use crate::ruleset::expression::{Expr, Node};
use crate::value::Kind;

/// Fractions cost so many times what whole numbers do.
const FRACTION: usize = 4;

/// The passes of the outermost part alone.
pub(super) fn passes(expr: &Expr) -> usize {
    let each = match &expr.ty.kind {
        Kind::Number | Kind::Duration => FRACTION,
        Kind::Integer | Kind::Flag | Kind::Text | Kind::Date | Kind::Choice(_) | Kind::Unknown => 1,
    };
    let own = match &expr.node {
        Node::Literal(_) | Node::Option(_) => 0,
        Node::Column { path, .. } => usize::from(!path.is_empty()),
        Node::Widen(_) | Node::Unary(..) | Node::Binary(..) | Node::Known(_) | Node::Random(_) => 1,
        Node::Among(_, others) => 2 * others.len(),
        Node::If { .. } | Node::Else(..) => 3,
        Node::Call(_, arguments) => arguments.len(),
        Node::Tally(items) => items.iter().map(|item| if item.condition.is_some() { 3 } else { 1 }).sum(),
        Node::Bands(_) => 6,
        Node::Cases(lines) => 3 * lines.len(),
    };
    own * each
}
