//! Which values of a column an expression can tell apart.
//!
//! Comes in: an expression. Goes out: its columns, and of each that is only ever compared with constants the integers at which
//! something changes: between two of them all values are one to the expression. It must never know what a column can hold.
//! Start with [`looked_at`].

use crate::ruleset::Settings;
use crate::ruleset::expression::{BandTable, Expr, Node, Taken};
use crate::sheet::{ColumnId, LinkId};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Bound, Kind, Rational, Type, Value};
use std::collections::BTreeSet;

/// A column that an expression looks at.
pub(super) struct LookedAt<'e> {
    /// The column.
    pub column: ColumnId,
    /// The way to its row.
    pub path: &'e [LinkId],
    /// What it is declared to hold.
    pub ty: &'e Type,
    /// Where values change what comes out: from each of these integers on. `None` where each value may.
    pub cuts: Option<BTreeSet<i64>>,
}

/// The columns that an expression looks at, in the order in which they are met; `None` where it draws.
pub(super) fn looked_at<'e>(settings: &Settings, expr: &'e Expr) -> Option<Vec<LookedAt<'e>>> {
    let mut seen = Seen { settings, columns: Vec::new() };
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let Node::Random(_) = expr.node {
            return None;
        }
        if !seen.compared(expr, &mut open) {
            if let Some((column, path)) = column(expr) {
                seen.whole(column, path, &expr.ty);
            }
            expr.parts(&mut open);
        }
    }
    Some(seen.columns)
}

struct Seen<'e, 's> {
    settings: &'s Settings,
    columns: Vec<LookedAt<'e>>,
}

impl<'e> Seen<'e, '_> {
    /// Whether an expression is a column beside constants. What else it is made of is left open.
    fn compared(&mut self, expr: &'e Expr, open: &mut Vec<&'e Expr>) -> bool {
        match &expr.node {
            Node::Binary(operator, left, right) => {
                let (subject, constant, operator) = if integers(left).is_some() {
                    (left, right, *operator)
                } else {
                    (right, left, mirrored(*operator))
                };
                let Some(cuts) = self.size(constant).and_then(|at| cuts_of(operator, at)) else {
                    return false;
                };
                self.cut(subject, cuts)
            }
            Node::Among(subject, others) => {
                let Some(sizes) = others.iter().map(|other| self.size(other)).collect::<Option<Vec<_>>>()
                else {
                    return false;
                };
                let cuts = sizes.into_iter().filter_map(|at| cuts_of(BinaryOperator::Equal, at));
                self.cut(subject, cuts.flatten())
            }
            Node::Known(subject) => self.cut(subject, []),
            Node::Bands(table) => {
                let Some(cuts) = cuts_of_bands(table) else { return false };
                if !self.cut(&table.subject, cuts) {
                    return false;
                }
                open.extend(table.pick.iter().map(|pick| &pick.seat));
                open.extend(table.bands.iter().flat_map(|band| &band.values));
                true
            }
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Cases(_) => false,
        }
    }

    /// Cuts a column of integers; `false` where the subject is something else.
    fn cut(&mut self, subject: &'e Expr, cuts: impl IntoIterator<Item = i64>) -> bool {
        let Some((column, path, ty)) = integers(subject) else { return false };
        if let Some(own) = &mut self.at(column, path, ty).cuts {
            own.extend(cuts);
        }
        true
    }

    fn whole(&mut self, column: ColumnId, path: &'e [LinkId], ty: &'e Type) {
        self.at(column, path, ty).cuts = None;
    }

    fn at(&mut self, column: ColumnId, path: &'e [LinkId], ty: &'e Type) -> &mut LookedAt<'e> {
        let known = self.columns.iter().position(|seen| seen.column == column && seen.path == path);
        let place = known.unwrap_or_else(|| {
            self.columns.push(LookedAt { column, path, ty, cuts: Some(BTreeSet::new()) });
            self.columns.len() - 1
        });
        &mut self.columns[place]
    }

    /// The size of a constant.
    fn size(&self, expr: &Expr) -> Option<Rational> {
        let value = match &expr.node {
            Node::Literal(value) => *value,
            Node::Option(option) => self.settings.0.get(option.0 as usize).copied()?,
            Node::Widen(part) => return self.size(part),
            Node::Unary(..)
            | Node::Column { .. }
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => return None,
        };
        match value {
            Value::Integer(at) => Some(at.into()),
            Value::Number(at) => Some(at),
            Value::Missing | Value::Flag(_) | Value::Text(_) | Value::Date(_) | Value::Duration(_) => None,
        }
    }
}

fn column(expr: &Expr) -> Option<(ColumnId, &[LinkId])> {
    let Node::Column { column, path } = &expr.node else { return None };
    Some((*column, path))
}

/// A column of integers, widened or not.
fn integers(expr: &Expr) -> Option<(ColumnId, &[LinkId], &Type)> {
    if let Node::Widen(part) = &expr.node {
        return integers(part);
    }
    let (column, path) = column(expr)?;
    (expr.ty.kind == Kind::Integer).then_some((column, path, &expr.ty))
}

/// The operator that says the same with its operands the other way round.
fn mirrored(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::AtMost => BinaryOperator::AtLeast,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::AtLeast => BinaryOperator::AtMost,
        same => same,
    }
}

/// From which integers on a comparison with a constant comes out differently; `None` for what is no comparison.
fn cuts_of(operator: BinaryOperator, at: Rational) -> Option<Vec<i64>> {
    let (from, beyond) = (from(at), beyond(at));
    let cuts = match operator {
        BinaryOperator::Equal | BinaryOperator::NotEqual => [from, beyond],
        BinaryOperator::Less | BinaryOperator::AtLeast => [from, None],
        BinaryOperator::AtMost | BinaryOperator::Greater => [beyond, None],
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => return None,
    };
    Some(cuts.into_iter().flatten().collect())
}

/// The same for bands; `None` for those that are not of numbers.
fn cuts_of_bands(table: &BandTable) -> Option<Vec<i64>> {
    let mut cuts = Vec::new();
    for band in &table.bands {
        match &band.taken {
            Taken::Ranges(ranges) => {
                let low = |Bound { at, inclusive }| if inclusive { from(at) } else { beyond(at) };
                let high = |Bound { at, inclusive }| if inclusive { beyond(at) } else { from(at) };
                cuts.extend(ranges.iter().filter_map(|range| range.low.and_then(low)));
                cuts.extend(ranges.iter().filter_map(|range| range.high.and_then(high)));
            }
            Taken::Choices(_) => return None,
            Taken::Otherwise => {}
        }
    }
    Some(cuts)
}

/// The least integer that is not below this; `None` where it is beyond all integers, so that nothing changes there.
fn from(at: Rational) -> Option<i64> {
    at.ceil().to_i64()
}

/// The least integer above this.
fn beyond(at: Rational) -> Option<i64> {
    at.floor().to_i64()?.checked_add(1)
}
