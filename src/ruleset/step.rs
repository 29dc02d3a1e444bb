//! What the engine does, one whole column at a time.

use super::{ClauseId, Expr, Node, Ties};
pub use crate::builtins::Aggregate;
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Direction;

/// One column computed from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Row by row.
    Map {
        /// The column that is filled.
        out: ColumnId,
        /// Its value on each row.
        value: Expr,
    },
    /// From the rows of a child sheet to those of a parent.
    Reduce(Box<Reduce>),
    /// Places inside each group of rows.
    Place(Box<Place>),
}

impl Step {
    /// The column that the step fills.
    #[must_use]
    pub fn out(&self) -> ColumnId {
        match self {
            Self::Map { out, .. } => *out,
            Self::Reduce(reduce) => reduce.out,
            Self::Place(place) => place.out,
        }
    }

    /// The columns that it looks at.
    #[must_use]
    pub fn reads(&self) -> Vec<ColumnId> {
        if let Self::Place(place) = self {
            return place.keys.iter().map(|key| key.column).collect();
        }
        let mut columns = Vec::new();
        self.walk(|column, _| columns.push(column));
        columns
    }

    /// The links that it goes along.
    #[must_use]
    pub fn links(&self) -> Vec<LinkId> {
        let mut links = Vec::new();
        match self {
            Self::Map { .. } => {}
            Self::Reduce(reduce) => return reduce.links(),
            Self::Place(place) => links.push(place.group),
        }
        self.walk(|_, path| links.extend(path));
        links
    }

    /// Calls `take` with every column in its expressions, and the links that lead there.
    fn walk(&self, take: impl FnMut(ColumnId, &[LinkId])) {
        match self {
            Self::Map { value, .. } => walk(vec![value], take),
            Self::Reduce(reduce) => walk(reduce.expressions(), take),
            Self::Place(_) => {}
        }
    }
}

/// Calls `take` with every column in expressions, and the links that lead there.
fn walk(mut open: Vec<&Expr>, mut take: impl FnMut(ColumnId, &[LinkId])) {
    while let Some(expr) = open.pop() {
        if let Node::Column { column, path } = &expr.node {
            take(*column, path);
        }
        expr.parts(&mut open);
    }
}

/// An aggregate. Rows whose path leads nowhere are passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduce {
    /// The column of the parent sheet that is filled. It is optional exactly where the aggregate may find nothing.
    pub out: ColumnId,
    /// The child sheet.
    pub over: SheetId,
    /// The links from a child to its parent; empty where both are one sheet is impossible.
    pub path: Vec<LinkId>,
    /// Which aggregate.
    pub aggregate: Aggregate,
    /// What is aggregated, on the child sheet; `None` for a plain count of rows.
    pub value: Option<Expr>,
    /// Which rows take part, on the child sheet (`where`, and rows that are not void).
    pub filter: Option<Expr>,
    /// `best N of`
    pub best: Option<Best>,
    /// For a key `among tied`: only rows take part whose entrant is level with every other entrant of the same game
    /// (or match), given as: child sheet → sheet of sides (game sides or match sides) whose container is looked at.
    pub among_tied: Option<Vec<LinkId>>,
}

impl Reduce {
    /// The columns that it looks at.
    #[must_use]
    pub fn reads(&self) -> Vec<ColumnId> {
        let mut columns = Vec::new();
        walk(self.expressions(), |column, _| columns.push(column));
        columns
    }

    /// The links that it goes along.
    #[must_use]
    pub fn links(&self) -> Vec<LinkId> {
        let mut links = self.path.clone();
        links.extend(self.among_tied.iter().flatten());
        walk(self.expressions(), |_, path| links.extend(path));
        links
    }

    fn expressions(&self) -> Vec<&Expr> {
        let Self { value, filter, best, .. } = self;
        value.iter().chain(filter).chain(best.as_ref().map(|best| &best.count)).collect()
    }
}

/// Only some of the rows of each group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The greatest (`best`) or the least (`worst`).
    pub greatest: bool,
    /// How many: a constant expression (a literal or an option).
    pub count: Expr,
}

/// Places 1, 2, … inside each group of rows (the sides of a game, the sides of a match).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The column that is filled (integers from 1).
    pub out: ColumnId,
    /// The link from a row to its group.
    pub group: LinkId,
    /// The keys.
    pub keys: Vec<OrderKey>,
    /// What becomes of ties.
    pub ties: Ties,
}

/// A key of an order. Its column is computed before; for `among tied` it is computed anew for each group still level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderKey {
    /// The column that is compared, on the sheet whose rows are ordered; what is missing comes last.
    pub column: ColumnId,
    /// Which end comes first.
    pub direction: Direction,
    /// Only the games between those still level count: the steps that compute `column` for them, in order.
    pub among_tied: Option<Vec<Step>>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// The key as it stands in the order.
    pub at: Option<Span>,
}
