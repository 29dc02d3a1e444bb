//! Functions of the built-in table.

use super::super::batch::{Batch, Lane, Values, both, merge, zip};
use super::arithmetic::{self, Place, only_known};
use super::{Evaluator, mismatch};
use crate::builtins::{FunctionId, Overload};
use crate::ruleset::expression::{Expr, Node};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Fault, Kind, Rational, Value};
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// Applies a function to its arguments.
    pub(super) fn call(
        &self,
        expr: &Expr,
        id: FunctionId,
        arguments: &[Expr],
        rows: &Range<usize>,
    ) -> Batch<'a> {
        let len = rows.len();
        let place = Place { len, at: expr.at };
        if let (FunctionId::FLOOR, [quotient]) = (id, arguments)
            && let Some(whole) = self.floor_of_quotient(expr, quotient, rows)
        {
            return whole;
        }
        let batches: Vec<Batch<'a>> =
            arguments.iter().map(|argument| self.eval(argument, rows.clone())).collect();
        let integers = batches.iter().all(|batch| matches!(batch.values, Values::Integer(_)));
        let overload = id.row().overloads.iter().find(|overload| match overload {
            Overload::Integer(_) => batches.len() == 1 && integers,
            Overload::Number(_) | Overload::NumberToInteger(_) => batches.len() == 1,
            Overload::Integers(_) => batches.len() > 1 && integers,
            Overload::Numbers(_) => batches.len() > 1,
        });
        let mut batches = batches.into_iter();
        let (Some(overload), Some(first)) = (overload, batches.next()) else {
            return mismatch(len, expr);
        };
        let Batch { values, mut known, mut faults, .. } = first;
        match (overload, values) {
            (Overload::Integer(function), Values::Integer(lane)) => {
                let (lane, own) = place.checked(0, &lane, &NOTHING, |value, ()| function(value));
                let faults = merge(faults, only_known(own, known.as_ref()));
                Batch { len, values: Values::Integer(lane), known, faults }
            }
            (Overload::Integers(function), Values::Integer(mut lane)) => {
                for Batch { values, known: other, faults: theirs, .. } in batches {
                    let Values::Integer(right) = values else {
                        return mismatch(len, expr);
                    };
                    // The two that rules use most have loops without a call in them.
                    let (value, own) = match id {
                        FunctionId::MIN => (zip(&lane, &right, i64::min), Vec::new()),
                        FunctionId::MAX => (zip(&lane, &right, i64::max), Vec::new()),
                        _ => place.checked(0, &lane, &right, function),
                    };
                    lane = value;
                    known = both(known, other);
                    faults = merge(merge(faults, theirs), only_known(own, known.as_ref()));
                }
                Batch { len, values: Values::Integer(lane), known, faults }
            }
            (overload, values) => {
                let Some(mut lane) = values.into_numbers() else {
                    return mismatch(len, expr);
                };
                match overload {
                    Overload::NumberToInteger(function) => {
                        let (lane, own) = place.checked(0, &lane, &NOTHING, |value, ()| function(&value));
                        let faults = merge(faults, only_known(own, known.as_ref()));
                        return Batch { len, values: Values::Integer(lane), known, faults };
                    }
                    Overload::Number(function) => {
                        let (value, own) =
                            place.checked(Rational::ZERO, &lane, &NOTHING, |value, ()| function(&value));
                        lane = value;
                        faults = merge(faults, only_known(own, known.as_ref()));
                    }
                    Overload::Numbers(function) => {
                        for Batch { values, known: other, faults: theirs, .. } in batches {
                            let Some(right) = values.into_numbers() else {
                                return mismatch(len, expr);
                            };
                            let (value, own) = place.checked(Rational::ZERO, &lane, &right, |left, right| {
                                function(&left, &right)
                            });
                            lane = value;
                            known = both(known, other);
                            faults = merge(merge(faults, theirs), only_known(own, known.as_ref()));
                        }
                    }
                    Overload::Integer(_) | Overload::Integers(_) => return mismatch(len, expr),
                }
                Batch { len, values: Values::Number(lane), known, faults }
            }
        }
    }

    /// `floor(a / b)` of integers, which is had without the fraction. `None` where it is something else.
    fn floor_of_quotient(&self, expr: &Expr, quotient: &Expr, rows: &Range<usize>) -> Option<Batch<'a>> {
        let Node::Binary(BinaryOperator::Divide, left, right) = &quotient.node else { return None };
        // The operands of a fraction have been widened.
        let whole = |part: &Expr| match &part.node {
            Node::Widen(inner) => Some(self.eval(inner, rows.clone())),
            Node::Literal(Value::Number(number)) => {
                let lane = Lane::Same(number.to_i64()?);
                Some(Batch::full(rows.len(), Values::Integer(lane)))
            }
            _ => None,
        };
        let (left, right) = (whole(left)?, whole(right)?);
        let operands = ((left, &Kind::Integer), (right, &Kind::Integer));
        let mut whole = arithmetic::apply(BinaryOperator::DivideFloor, quotient, operands.0, operands.1);
        // It is the fraction that cannot be divided by zero, and its floor that may be too large.
        let too_large = whole.faults.iter_mut().filter(|fault| fault.fault == Fault::Overflow);
        too_large.filter(|fault| fault.at == quotient.at).for_each(|fault| fault.at = expr.at);
        Some(whole)
    }
}

const NOTHING: Lane<'static, ()> = Lane::Same(());
