//! What a step looks at.
//!
//! Start with [`needs`], or with [`looks`], which knows the way and the place as well.

use crate::ruleset::{Expr, Node, Reduce, Step};
use crate::sheet::{ColumnId, LinkId};
use crate::source::Span;

/// A column that a step looks at.
pub(super) struct Look<'s> {
    /// The column.
    pub(super) column: ColumnId,
    /// The links from the row of the step to the row of the column.
    pub(super) path: &'s [LinkId],
    /// Where it is named; `None` for a key.
    pub(super) at: Option<Span>,
}

/// The columns that a step looks at.
pub(super) fn needs(step: &Step) -> Vec<ColumnId> {
    looks(step).into_iter().map(|look| look.column).collect()
}

/// The columns that a step looks at, with the way to each.
pub(super) fn looks(step: &Step) -> Vec<Look<'_>> {
    let mut open: Vec<&Expr> = match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => {
            let Reduce { value, filter, best, .. } = &**reduce;
            value.iter().chain(filter).chain(best.as_ref().map(|best| &best.count)).collect()
        }
        Step::Place(place) => {
            let key = |column| Look { column, path: &[], at: None };
            return place.keys.iter().map(|of| key(of.column)).collect();
        }
    };
    let mut columns = Vec::new();
    while let Some(expr) = open.pop() {
        if let Node::Column { column, path } = &expr.node {
            columns.push(Look { column: *column, path, at: Some(expr.at) });
        }
        expr.parts(&mut open);
    }
    columns
}
