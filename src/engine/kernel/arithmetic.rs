//! `+ - * / div mod`, and the sign.

use super::super::batch::{Batch, Faults, Lane, RowFault, Values, both, merge, zip};
use super::{Evaluator, mismatch, whole};
use crate::ruleset::expression::Expr;
use crate::source::Span;
use crate::syntax::ast::BinaryOperator;
use crate::value::{Date, Fault, Kind, Rational};
use num_integer::Integer;
use std::ops::Range;

/// Applies an operator to two operands; `left` and `right` come with their kinds.
pub(super) fn apply<'a>(
    operator: BinaryOperator,
    expr: &Expr,
    (left, left_kind): (Batch<'a>, &Kind),
    (right, right_kind): (Batch<'a>, &Kind),
) -> Batch<'a> {
    let len = left.len;
    let known = both(left.known, right.known);
    let faults = merge(left.faults, right.faults);
    let place = Place { len, at: expr.at };
    let dates = (*left_kind == Kind::Date, *right_kind == Kind::Date);
    let (values, own) = match (left.values, right.values) {
        (Values::Integer(left), Values::Integer(right)) if dates == (true, true) => {
            let (lane, own) =
                place.checked(Rational::ZERO, &left, &right, |left, right| Date(left).since(Date(right)));
            (Values::Number(lane), own)
        }
        (Values::Integer(date), Values::Number(length)) if dates.0 => {
            let back = operator == BinaryOperator::Subtract;
            let (lane, own) = place.checked(0, &date, &length, |date, length| {
                let length = if back { length.negate()? } else { length };
                Ok(Date(date).after(&length)?.0)
            });
            (Values::Integer(lane), own)
        }
        (Values::Number(length), Values::Integer(date)) if dates.1 => {
            let (lane, own) =
                place.checked(0, &length, &date, |length, date| Ok(Date(date).after(&length)?.0));
            (Values::Integer(lane), own)
        }
        (Values::Integer(left), Values::Integer(right)) if operator != BinaryOperator::Divide => {
            let (lane, own) = integers(&place, operator, &left, &right);
            (Values::Integer(lane), own)
        }
        (left, right) => {
            let (Some(left), Some(right)) = (left.into_numbers(), right.into_numbers()) else {
                return mismatch(len, expr);
            };
            let (lane, own) = numbers(&place, operator, &left, &right);
            if expr.ty.kind == Kind::Integer {
                let (lane, more) = place.checked(0, &lane, &Lane::Same(()), |number, ()| whole(&number));
                (Values::Integer(lane), merge(own, more))
            } else {
                (Values::Number(lane), own)
            }
        }
    };
    let faults = merge(faults, only_known(own, known.as_ref()));
    Batch { len, values, known, faults }
}

impl<'a> Evaluator<'a> {
    /// `-a`
    pub(super) fn negate(&self, expr: &Expr, part: &Expr, rows: Range<usize>) -> Batch<'a> {
        let Batch { len, values, known, faults } = self.eval(part, rows);
        let place = Place { len, at: expr.at };
        let (values, own) = match values {
            Values::Integer(lane) => {
                let (lane, own) = place.integers(&Lane::Same(0), &lane, minus);
                (Values::Integer(lane), own)
            }
            Values::Number(lane) => {
                let (lane, own) =
                    place.checked(Rational::ZERO, &lane, &Lane::Same(()), |number, ()| number.negate());
                (Values::Number(lane), own)
            }
            Values::Flag(_) | Values::Symbol(_) => return mismatch(len, expr),
        };
        let faults = merge(faults, only_known(own, known.as_ref()));
        Batch { len, values, known, faults }
    }
}

/// Drops the faults of rows that are missing.
pub(in super::super) fn only_known(mut faults: Faults, known: Option<&Lane<'_, bool>>) -> Faults {
    if let Some(known) = known {
        faults.retain(|fault| known.get(fault.row));
    }
    faults
}

/// Where faults arise: the rule, and how many rows there are.
pub(in super::super) struct Place {
    pub len: usize,
    pub at: Span,
}

impl Place {
    /// Applies a function that may fail to each row of two lanes; `blank` stands where it does.
    pub(in super::super) fn checked<'o, A: Copy, B: Copy, C: Copy>(
        &self,
        blank: C,
        left: &Lane<'_, A>,
        right: &Lane<'_, B>,
        function: impl Fn(A, B) -> Result<C, Fault>,
    ) -> (Lane<'o, C>, Faults) {
        let mut faults = Vec::new();
        let mut row = 0;
        let lane = zip(left, right, |left, right| {
            let value = function(left, right).unwrap_or_else(|fault| {
                faults.push(RowFault { row, fault, at: self.at });
                blank
            });
            row += 1;
            value
        });
        (lane, self.spread(row, faults))
    }

    /// Applies a function that tells whether it overflowed. The loop only remembers that it happened at all; rows
    /// are looked for once it has.
    pub(in super::super) fn integers<'o>(
        &self,
        left: &Lane<'_, i64>,
        right: &Lane<'_, i64>,
        function: impl Fn(i64, i64) -> Fitted,
    ) -> (Lane<'o, i64>, Faults) {
        let mut over = 0;
        let lane = zip(left, right, |left, right| {
            let Fitted { value, over: own } = function(left, right);
            over |= own;
            value
        });
        if over >= 0 {
            return (lane, Vec::new());
        }
        let (_, faults) = self.checked((), left, right, |left, right| {
            if function(left, right).over < 0 { Err(Fault::Overflow) } else { Ok(()) }
        });
        (lane, faults)
    }

    /// A fault of a constant is one of every row.
    fn spread(&self, computed: usize, faults: Faults) -> Faults {
        match faults.first() {
            Some(&only) if computed == 1 && self.len > 1 => {
                (0..self.len).map(|row| RowFault { row, ..only }).collect()
            }
            _ => faults,
        }
    }
}

/// A result in 64 bits, and whether it fits: `over` is negative where it does not. A sign is had without a branch, and is
/// remembered for several rows at a time, as an answer of yes or no is not.
#[derive(Clone, Copy)]
pub(in super::super) struct Fitted {
    value: i64,
    over: i64,
}

/// `left + right`. It does not fit where both have one sign and the sum has the other.
#[inline]
pub(in super::super) fn plus(left: i64, right: i64) -> Fitted {
    let value = left.wrapping_add(right);
    Fitted { value, over: (left ^ value) & (right ^ value) }
}

/// `left - right`. It does not fit where the signs differ and the difference has that of the right one.
#[inline]
pub(in super::super) fn minus(left: i64, right: i64) -> Fitted {
    let value = left.wrapping_sub(right);
    Fitted { value, over: (left ^ right) & (left ^ value) }
}

#[inline]
fn times(left: i64, right: i64) -> Fitted {
    let (value, over) = left.overflowing_mul(right);
    Fitted { value, over: -i64::from(over) }
}

fn integers<'o>(
    place: &Place,
    operator: BinaryOperator,
    left: &Lane<'_, i64>,
    right: &Lane<'_, i64>,
) -> (Lane<'o, i64>, Faults) {
    match operator {
        BinaryOperator::Subtract => place.integers(left, right, minus),
        BinaryOperator::Multiply => place.integers(left, right, times),
        BinaryOperator::DivideFloor => place.checked(0, left, right, |left, right| match right {
            0 => Err(Fault::DivisionByZero),
            -1 => left.checked_neg().ok_or(Fault::Overflow),
            _ => Ok(Integer::div_floor(&left, &right)),
        }),
        BinaryOperator::Modulo => place.checked(0, left, right, |left, right| match right {
            0 => Err(Fault::DivisionByZero),
            -1 => Ok(0),
            _ => Ok(Integer::mod_floor(&left, &right)),
        }),
        // The others are not arithmetic and never come here.
        BinaryOperator::Add
        | BinaryOperator::Divide
        | BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::AtMost
        | BinaryOperator::Greater
        | BinaryOperator::AtLeast
        | BinaryOperator::And
        | BinaryOperator::Or => place.integers(left, right, plus),
    }
}

fn numbers<'o>(
    place: &Place,
    operator: BinaryOperator,
    left: &Lane<'_, Rational>,
    right: &Lane<'_, Rational>,
) -> (Lane<'o, Rational>, Faults) {
    let function = match operator {
        BinaryOperator::Subtract => Rational::subtract,
        BinaryOperator::Multiply => Rational::multiply,
        BinaryOperator::Divide => Rational::divide,
        BinaryOperator::DivideFloor => Rational::divide_floor,
        BinaryOperator::Modulo => Rational::modulo,
        // The others are not arithmetic and never come here.
        BinaryOperator::Add
        | BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::AtMost
        | BinaryOperator::Greater
        | BinaryOperator::AtLeast
        | BinaryOperator::And
        | BinaryOperator::Or => Rational::add,
    };
    place.checked(Rational::ZERO, left, right, |left, right| function(&left, &right))
}
