//! Expressions as sequences of numbers, so that equal ones are found to be equal.

use crate::check::ranges::Analysis;
use crate::ruleset::{Expr, Node};
use crate::sheet::{ColumnId, LinkId};
use crate::value::{Date, Rational, Value};
use smallvec::SmallVec;

/// A sequence of numbers; of a column it is short.
pub(super) type Spelling = SmallVec<[u64; 8]>;

/// An expression as a sequence of numbers: equal sequences mean equal values on the same row.
pub(super) fn spell(analysis: &Analysis, expr: &Expr, prefix: &[LinkId], out: &mut Spelling) {
    match &expr.node {
        Node::Literal(value) => spell_value(value, out),
        Node::Column { column, path } => spell_column(*column, &analysis.way(prefix, path), out),
        Node::Option(id) => out.extend([3, u64::from(id.0)]),
        Node::Widen(inner) => spell(analysis, inner, prefix, out),
        Node::Unary(operator, inner) => {
            out.extend([4, *operator as u64]);
            spell(analysis, inner, prefix, out);
        }
        Node::Binary(operator, left, right) => {
            out.extend([5, *operator as u64]);
            spell(analysis, left, prefix, out);
            spell(analysis, right, prefix, out);
        }
        Node::Among(subject, members) => {
            spell_all(analysis, 6, std::iter::once(&**subject).chain(members), prefix, out);
        }
        Node::If { value, condition, otherwise } => {
            spell_all(analysis, 7, [&**value, &**condition, &**otherwise], prefix, out);
        }
        Node::Else(value, fallback) => spell_all(analysis, 8, [&**value, &**fallback], prefix, out),
        Node::Known(inner) => spell_all(analysis, 9, [&**inner], prefix, out),
        Node::Call(function, arguments) => {
            out.extend([10, u64::from(function.0)]);
            spell_all(analysis, 10, arguments, prefix, out);
        }
        // Two draws are two values, also from one range.
        Node::Random(random) => {
            out.extend([12, u64::from(random.column.0), u64::from(random.number), prefix.len() as u64]);
            out.extend(prefix.iter().map(|link| u64::from(link.0)));
        }
        // Tables are only equal to themselves.
        Node::Tally(_) | Node::Bands(_) | Node::Cases(_) => {
            out.extend([11, std::ptr::from_ref(expr).addr() as u64, prefix.len() as u64]);
            out.extend(prefix.iter().map(|link| u64::from(link.0)));
        }
    }
}

fn spell_all<'e>(
    analysis: &Analysis,
    tag: u64,
    all: impl IntoIterator<Item = &'e Expr>,
    prefix: &[LinkId],
    out: &mut Spelling,
) {
    out.push(tag);
    let count = out.len();
    out.push(0);
    for expr in all {
        out[count] += 1;
        spell(analysis, expr, prefix, out);
    }
}

fn spell_column(column: ColumnId, way: &[LinkId], out: &mut Spelling) {
    out.extend([2, u64::from(column.0), way.len() as u64]);
    out.extend(way.iter().map(|link| u64::from(link.0)));
}

fn spell_value(value: &Value, out: &mut Spelling) {
    let halves = |whole: i128| {
        let bytes = whole.to_le_bytes();
        let half = |from: usize| {
            bytes[from..from + 8].iter().rev().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte))
        };
        [half(0), half(8)]
    };
    let mut number = |value: &Rational| {
        out.push(1);
        out.extend(halves(value.numerator()));
        out.extend(halves(value.denominator()));
    };
    match value {
        Value::Integer(value) => number(&Rational::from(*value)),
        Value::Number(value) | Value::Duration(value) => number(value),
        Value::Date(Date(day)) => number(&Rational::from(*day)),
        Value::Flag(value) => out.extend([12, u64::from(*value)]),
        Value::Text(symbol) => out.extend([13, u64::from(symbol.0)]),
        Value::Missing => out.push(14),
    }
}
