//! One step: one column from others.
//!
//! Comes in: a [`Step`]. Goes out: its column, the ties that it refuses, or the rows on which it cannot be computed.
//! It must never know where the column is kept. Start with [`eval`].

use super::filling::Filling;
use super::kernel::{Evaluator, chunks};
use super::placing;
use super::reduce::{self, Trouble};
use super::tied::Levels;
use crate::ruleset::{SheetKind, Step};
use crate::sheet::{Column, NO_ROW};

/// A column, and the groups of rows whose tie it refuses.
pub(super) type Stepped = (Column, Vec<Vec<u32>>);

/// Computes the column of a step.
pub(super) fn eval(run: &Evaluator<'_>, step: &Step, seed: u64) -> Result<Stepped, Trouble> {
    with_levels(run, step, None, seed)
}

/// Computes the column of a step of a key among tied.
pub(super) fn among_tied(
    run: &Evaluator<'_>,
    step: &Step,
    levels: &Levels,
    seed: u64,
) -> Result<Column, Trouble> {
    with_levels(run, step, Some(levels), seed).map(|(column, _)| column)
}

fn with_levels(
    run: &Evaluator<'_>,
    step: &Step,
    levels: Option<&Levels>,
    seed: u64,
) -> Result<Stepped, Trouble> {
    match step {
        Step::Map { out, value } => {
            let out = run.ruleset.column(*out);
            let rows = run.tables.rows(out.sheet);
            let mut filling = Filling::new(&out.ty.kind, rows);
            for rows in chunks(rows) {
                filling.append(&run.eval(value, rows));
            }
            let (column, mut faults) = filling.finish();
            if let (Some(levels), SheetKind::Entrant) = (levels, &run.ruleset.sheet(out.sheet).kind) {
                // Those that are level with nobody are not compared: of them there is nothing to say.
                faults.retain(|fault| levels.groups.get(fault.row).is_some_and(|&group| group != NO_ROW));
            }
            if faults.is_empty() {
                Ok((column, Vec::new()))
            } else {
                Err(Trouble { sheet: out.sheet, faults })
            }
        }
        Step::Reduce(reduce) => Ok((reduce::eval(run, reduce, levels)?, Vec::new())),
        Step::Place(place) => Ok(placing::eval(run, place, seed)),
    }
}
