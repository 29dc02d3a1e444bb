//! Draws: an integer for each row, which the seed, the place in the model and the row alone decide.
//!
//! The hash that is read is that of the lot for `simulate`, the column (`side.score`) and the number of the draw in its
//! rule; [`crate::lot::draws`] says how it is read. It must never know how many rows are computed at a time.

use super::super::batch::{Batch, Lane, RowFault, Values, both, merge};
use super::arithmetic::only_known;
use super::{Evaluator, mismatch};
use crate::lot::{between, made_of_draws};
use crate::ruleset::expression::{Expr, Random};
use crate::value::Fault;
use std::ops::Range;

/// What the lots of a simulation are drawn for.
const OCCASION: &str = "simulate";

impl<'a> Evaluator<'a> {
    /// `random(low, high)`
    pub(super) fn random(&self, expr: &Expr, random: &Random, rows: &Range<usize>) -> Batch<'a> {
        let len = rows.len();
        let low = self.eval(&random.low, rows.clone());
        let high = self.eval(&random.high, rows.clone());
        let (Values::Integer(lows), Values::Integer(highs)) = (low.values, high.values) else {
            return mismatch(len, expr);
        };
        let info = self.ruleset.column(random.column);
        let group = format!("{}.{}", self.ruleset.sheet(info.sheet).name, info.name);
        let places = rows.start as u64..rows.end as u64;
        let mut own = Vec::new();
        let number = random.number.to_string();
        let what = (OCCASION, group.as_str(), number.as_str());
        let values = match (&lows, &highs) {
            (&Lane::Same(low), &Lane::Same(high)) if low <= high => {
                made_of_draws(self.seed, what, places, |drawn| between(low, high, drawn).unwrap_or(low))
            }
            (lows, highs) => {
                let mut row = 0;
                made_of_draws(self.seed, what, places, |drawn| {
                    let value = between(lows.get(row), highs.get(row), drawn);
                    if value.is_none() {
                        own.push(RowFault { row, fault: Fault::EmptyDraw, at: expr.at });
                    }
                    row += 1;
                    value.unwrap_or(0)
                })
            }
        };
        let known = both(low.known, high.known);
        let faults = merge(merge(low.faults, high.faults), only_known(own, known.as_ref()));
        Batch { len, values: Values::Integer(Lane::Own(values)), known, faults }
    }
}
