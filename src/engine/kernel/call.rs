//! Functions of the built-in table.

use super::super::batch::{Batch, Lane, Values, both, merge};
use super::arithmetic::{Place, only_known};
use super::{Evaluator, mismatch};
use crate::builtins::{FunctionId, Overload};
use crate::ruleset::expression::Expr;
use crate::value::Rational;
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// Applies a function to its arguments.
    pub(super) fn call(
        &self,
        expr: &Expr,
        function: FunctionId,
        arguments: &[Expr],
        rows: &Range<usize>,
    ) -> Batch<'a> {
        let len = rows.len();
        let place = Place { len, at: expr.at };
        let batches: Vec<Batch<'a>> =
            arguments.iter().map(|argument| self.eval(argument, rows.clone())).collect();
        let integers = batches.iter().all(|batch| matches!(batch.values, Values::Integer(_)));
        let overload = function.row().overloads.iter().find(|overload| match overload {
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
                    let (value, own) = place.checked(0, &lane, &right, function);
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
}

const NOTHING: Lane<'static, ()> = Lane::Same(());
