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
        let condition = line.condition.as_ref().map(|condition| run.eval(condition, rows.clone()));
        let condition = match condition.as_ref().and_then(Batch::settled) {
            Some(true) => None,
            Some(false) => continue,
            None => condition.map(Batch::into_condition),
        };
        let taken = match condition {
            None => std::mem::replace(&mut open, vec![false; len]),
            Some(mut condition) => {
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

/// What becomes of a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tried {
    /// The line that it takes; `None` where it takes none.
    pub line: Option<usize>,
    /// How many lines it looks at.
    pub tried: usize,
}

/// The lines that rows take, by the same kernels.
pub(super) fn lines(run: &Evaluator<'_>, lines: &[CaseLine], rows: &Range<usize>) -> Vec<Tried> {
    let mut all = vec![Tried::default(); rows.len()];
    let mut open = vec![true; rows.len()];
    for (place, line) in lines.iter().enumerate() {
        if !any(&open) {
            break;
        }
        let batch = line.condition.as_ref().map(|condition| run.eval(condition, rows.clone()));
        let rows = all.iter_mut().zip(&mut open).enumerate().filter(|(_, (_, open))| **open);
        for (row, (one, open)) in rows {
            let holds = batch.as_ref().map_or(Some(true), |batch| batch.flag(row));
            one.tried = place + 1;
            one.line = (holds == Some(true)).then_some(place);
            *open = holds == Some(false);
        }
    }
    all
}
