//! Tally: the sum of the items whose condition holds.
//!
//! A fault counts where its item does. Start with [`eval`].

use super::batch::{Batch, Condition, Faults, Known, Lane, Values, any, both, each, merge, zip};
use super::kernel::{Evaluator, Place, minus, only_known, plus};
use crate::ruleset::expression::{Expr, TallyItem};
use crate::value::{Kind, Rational};
use std::ops::Range;

/// The values of a tally.
pub(super) fn eval<'a>(
    run: &Evaluator<'a>,
    expr: &Expr,
    items: &[TallyItem],
    rows: &Range<usize>,
) -> Batch<'a> {
    let len = rows.len();
    let mut sum = Sum {
        len,
        values: match expr.ty.kind {
            Kind::Number | Kind::Duration => Values::Number(Lane::Same(Rational::ZERO)),
            Kind::Integer | Kind::Flag | Kind::Text | Kind::Date | Kind::Choice(_) | Kind::Unknown => {
                Values::Integer(Lane::Same(0))
            }
        },
        known: None,
        faults: Vec::new(),
    };
    for item in items {
        let condition = item.condition.as_ref().map(|condition| run.eval(condition, rows.clone()));
        let (condition, is_settled) = match condition {
            None => (None, true),
            Some(condition) => match condition.settled() {
                Some(true) => (None, true),
                Some(false) => continue,
                None => {
                    let is_settled = condition.is_whole();
                    (Some(condition.into_condition()), is_settled)
                }
            },
        };
        if let (Some(condition), false) = (&condition, is_settled) {
            sum.faults = merge(std::mem::take(&mut sum.faults), condition.faults.clone());
        }
        if condition.as_ref().is_none_or(|condition| any(&condition.holds)) {
            let value = run.eval(&item.value, rows.clone());
            sum.add(item, value, condition.as_ref());
        }
        if let (Some(condition), false) = (&condition, is_settled) {
            sum.unsettle(condition);
        }
    }
    Batch { len, values: sum.values, known: sum.known, faults: sum.faults }
}

struct Sum<'a> {
    len: usize,
    values: Values<'a>,
    known: Known<'a>,
    faults: Faults,
}

impl<'a> Sum<'a> {
    fn add(&mut self, item: &TallyItem, value: Batch<'a>, condition: Option<&Condition>) {
        let place = Place { len: self.len, at: item.at };
        let holds = condition.map(|condition| Lane::Slice(&condition.holds));
        let counts = |row: usize| holds.as_ref().is_none_or(|holds| holds.get(row));
        let own = match (&self.values, value.values) {
            // Nothing is added to nothing.
            (Values::Integer(Lane::Same(0)), Values::Integer(lane)) if holds.is_none() && !item.negative => {
                self.values = Values::Integer(lane);
                Vec::new()
            }
            (Values::Integer(sofar), Values::Integer(lane)) => {
                let lane = match &holds {
                    None => lane,
                    Some(holds) => zip(&lane, holds, |value, holds| if holds { value } else { 0 }),
                };
                let (lane, own) = if item.negative {
                    place.integers(sofar, &lane, minus)
                } else {
                    place.integers(sofar, &lane, plus)
                };
                self.values = Values::Integer(lane);
                own
            }
            (sofar, values) => {
                let sofar = match sofar {
                    Values::Integer(lane) => each(lane, Rational::from),
                    Values::Number(lane) => lane.clone(),
                    Values::Flag(_) | Values::Symbol(_) => Lane::Same(Rational::ZERO),
                };
                let lane = values.into_numbers().unwrap_or(Lane::Same(Rational::ZERO));
                let lane = match &holds {
                    None => lane,
                    Some(holds) => {
                        zip(&lane, holds, |value, holds| if holds { value } else { Rational::ZERO })
                    }
                };
                let step = if item.negative { Rational::subtract } else { Rational::add };
                let (lane, own) =
                    place.checked(Rational::ZERO, &sofar, &lane, |left, right| step(&left, &right));
                self.values = Values::Number(lane);
                own
            }
        };
        let mut theirs = value.faults;
        theirs.retain(|fault| counts(fault.row));
        let known = match (value.known, &holds) {
            (None, _) => None,
            (Some(known), None) => Some(Lane::Own((0..self.len).map(|row| known.get(row)).collect())),
            (Some(known), Some(holds)) => {
                Some(Lane::Own((0..self.len).map(|row| known.get(row) | !holds.get(row)).collect()))
            }
        };
        self.known = both(self.known.take(), known);
        let faults = merge(std::mem::take(&mut self.faults), theirs);
        self.faults = merge(faults, only_known(own, self.known.as_ref()));
    }

    /// A condition that is missing leaves the sum missing.
    fn unsettle(&mut self, condition: &Condition) {
        let settled = |row: usize| condition.holds[row] | condition.fails[row];
        if (0..self.len).any(|row| !settled(row)) {
            let known = Lane::Own((0..self.len).map(settled).collect());
            self.known = both(self.known.take(), Some(known));
        }
    }
}
