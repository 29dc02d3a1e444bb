//! Typed expressions over the rows of one sheet.

use super::{ClauseId, OptionId};
use crate::builtins::FunctionId;
use crate::sheet::{ColumnId, LinkId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Interval, Symbol, Type, Value};

/// An expression, its type, and its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub at: Span,
}

/// What an expression is. Both operands of an operator have one kind: [`Node::Widen`] stands where an integer had to
/// become a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A literal; [`Value::Missing`] stands only where a text has nothing to say.
    Literal(Value),
    /// A column of this row, or of the row that the links lead to (missing where they lead nowhere).
    Column {
        /// The column.
        column: ColumnId,
        /// From this row to its row; empty for a column of this sheet.
        path: Vec<LinkId>,
    },
    /// An option.
    Option(OptionId),
    /// An integer as a number.
    Widen(Box<Expr>),
    /// `-a`, `not a`
    Unary(UnaryOperator, Box<Expr>),
    /// `a + b`. `and` and `or` do not look at a fault on their right where the left decides.
    /// `/` on integers gives a number (its operands are widened); `div` and `mod` keep integers.
    /// Dates: `date - date` is a duration, `date + duration` a date.
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `a in (x, y)`: all of one kind
    Among(Box<Expr>, Vec<Expr>),
    /// `VALUE if CONDITION else OTHERWISE`: a fault in the branch not taken is none.
    If {
        /// The value if the condition holds.
        value: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// `VALUE else FALLBACK`: the fallback where the value is missing or divides by zero.
    Else(Box<Expr>, Box<Expr>),
    /// `known(a)`: whether an optional value is there.
    Known(Box<Expr>),
    /// A function of values: `abs`, `isqrt`, `min(a, b)`.
    Call(FunctionId, Vec<Expr>),
    /// `random(low, high)`: only in a model.
    Random(Box<Random>),
    /// The sum of the items whose condition holds.
    Tally(Vec<TallyItem>),
    /// The value of the band that takes the subject.
    Bands(Box<BandTable>),
    /// The value of the first case whose condition holds.
    Cases(Vec<CaseLine>),
}

/// An integer from `low` to `high`, each of them equally likely. The same place in the file, on the same row, is the same
/// integer however often it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    /// The least that is drawn.
    pub low: Expr,
    /// The greatest.
    pub high: Expr,
    /// The recorded column that is invented.
    pub column: ColumnId,
    /// Which draw of its rule, from 1.
    pub number: u32,
}

/// One item of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TallyItem {
    /// Whether it is taken off.
    pub negative: bool,
    /// The amount.
    pub value: Expr,
    /// When it counts; always where `None`.
    pub condition: Option<Expr>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// The line.
    pub at: Span,
}

/// A table of bands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandTable {
    /// What the bands are cut over.
    pub subject: Expr,
    /// The column that this sheet's rows read: for a table with one column per seat, the row's seat decides.
    pub pick: Option<SeatPick>,
    /// The lines.
    pub bands: Vec<BandLine>,
}

/// How a row picks its column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatPick {
    /// The seat of each column.
    pub seats: Vec<Symbol>,
    /// The row's seat.
    pub seat: Expr,
}

/// One line of a table of bands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BandLine {
    /// What it takes; the last line may be [`Taken::Otherwise`].
    pub taken: Taken,
    /// One value for each column (or the only one); all of one kind.
    pub values: Vec<Expr>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// The line.
    pub at: Span,
    /// What stands before its arrow.
    pub range_at: Span,
}

/// What a band takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// Numbers (seconds for durations, days for dates) in any of these ranges.
    Ranges(Vec<Interval>),
    /// Any of these choices or texts.
    Choices(Vec<Symbol>),
    /// Everything else.
    Otherwise,
}

/// One line of a list of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseLine {
    /// The condition; `None` for `otherwise`.
    pub condition: Option<Expr>,
    /// The value.
    pub value: Expr,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// The line.
    pub at: Span,
}

impl Expr {
    /// Appends the expressions that this one is made of, in the order in which they are written.
    pub fn parts<'e>(&'e self, out: &mut Vec<&'e Self>) {
        self.each_part(&mut |part| out.push(part));
    }

    /// Calls `take` with each of the expressions that this one is made of, in the order in which they are written.
    pub fn each_part<'e>(&'e self, take: &mut impl FnMut(&'e Self)) {
        match &self.node {
            Node::Literal(_) | Node::Column { .. } | Node::Option(_) => {}
            Node::Widen(part) | Node::Unary(_, part) | Node::Known(part) => take(part),
            Node::Binary(_, left, right) | Node::Else(left, right) => {
                [left, right].into_iter().for_each(|part| take(part));
            }
            Node::Among(part, others) => {
                take(part);
                others.iter().for_each(take);
            }
            Node::If { value, condition, otherwise } => {
                [value, condition, otherwise].into_iter().for_each(|part| take(part));
            }
            Node::Call(_, arguments) => arguments.iter().for_each(take),
            Node::Random(random) => [&random.low, &random.high].into_iter().for_each(take),
            Node::Tally(items) => {
                for item in items {
                    take(&item.value);
                    item.condition.iter().for_each(&mut *take);
                }
            }
            Node::Bands(table) => {
                take(&table.subject);
                table.pick.iter().for_each(|pick| take(&pick.seat));
                table.bands.iter().flat_map(|band| &band.values).for_each(take);
            }
            Node::Cases(lines) => {
                for line in lines {
                    line.condition.iter().for_each(&mut *take);
                    take(&line.value);
                }
            }
        }
    }

    /// The same, to be changed.
    pub fn parts_mut<'e>(&'e mut self, out: &mut Vec<&'e mut Self>) {
        match &mut self.node {
            Node::Literal(_) | Node::Column { .. } | Node::Option(_) => {}
            Node::Widen(part) | Node::Unary(_, part) | Node::Known(part) => out.push(part),
            Node::Binary(_, left, right) | Node::Else(left, right) => out.extend([&mut **left, &mut **right]),
            Node::Among(part, others) => {
                out.push(part);
                out.extend(others);
            }
            Node::If { value, condition, otherwise } => {
                out.extend([&mut **value, &mut **condition, &mut **otherwise]);
            }
            Node::Call(_, arguments) => out.extend(arguments),
            Node::Random(random) => out.extend([&mut random.low, &mut random.high]),
            Node::Tally(items) => {
                for item in items {
                    out.push(&mut item.value);
                    out.extend(&mut item.condition);
                }
            }
            Node::Bands(table) => {
                out.push(&mut table.subject);
                out.extend(table.pick.iter_mut().map(|pick| &mut pick.seat));
                out.extend(table.bands.iter_mut().flat_map(|band| &mut band.values));
            }
            Node::Cases(lines) => {
                for line in lines {
                    out.extend(&mut line.condition);
                    out.push(&mut line.value);
                }
            }
        }
    }
}
