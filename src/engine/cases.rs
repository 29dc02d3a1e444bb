//! Cases: the value of the first line whose condition holds.
//!
//! A row whose condition is missing or at fault looks at no later line. Start with [`eval`].

use super::batch::{Batch, any};
use super::blend::Blend;
use super::kernel::Evaluator;
use crate::ruleset::expression::{CaseLine, Expr};
use crate::value::Fault;
use std::ops::Range;

/// The values of a list of cases.
pub(super) fn eval<'a>(
    run: &Evaluator<'a>,
    expr: &Expr,
    lines: &[CaseLine],
    rows: &Range<usize>,
) -> Batch<'a> {
    let len = rows.len();
    let mut open = vec![true; len];
    let mut blend = Blend::new(&expr.ty.kind, len);
    for line in lines {
        if !any(&open) {
            break;
        }
        let taken = match &line.condition {
            None => std::mem::replace(&mut open, vec![false; len]),
            Some(condition) => {
                let mut condition = run.eval(condition, rows.clone()).into_condition();
                blend.fail(condition.faults.extract_if(.., |fault| open[fault.row]));
                for ((open, holds), fails) in open.iter_mut().zip(&mut condition.holds).zip(&condition.fails)
                {
                    *holds &= *open;
                    *open &= fails;
                }
                condition.holds
            }
        };
        if any(&taken) {
            blend.put(&run.eval(&line.value, rows.clone()), &taken);
        }
    }
    blend.fail(super::batch::marked(&open, Fault::NoBand, expr.at));
    blend.finish()
}

/// The line that a row takes, by the same kernels; `None` where it takes none.
pub(super) fn line(run: &Evaluator<'_>, lines: &[CaseLine], row: usize) -> Option<usize> {
    for (place, line) in lines.iter().enumerate() {
        let Some(condition) = &line.condition else {
            return Some(place);
        };
        if run.eval(condition, row..row + 1).flag(0)? {
            return Some(place);
        }
    }
    None
}
