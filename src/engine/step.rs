//! One step: one column from others.
//!
//! Comes in: a [`Step`]. Goes out: its column, the ties that it refuses, the rows on which it cannot be computed.
//! It must never know where the column is kept. Start with [`eval`].

use super::annul::also_void;
use super::batch::counted_from;
use super::filling::Filling;
use super::kernel::Evaluator;
use super::placing;
use super::reduce::{self, Trouble};
use super::tied::Levels;
use crate::ruleset::{SheetKind, Step};
use crate::sheet::{Column, Data, NO_ROW};

/// What a step comes to.
pub(super) struct Stepped {
    /// The column, on the rows that are open; missing where it cannot be computed.
    pub column: Column,
    /// The groups of rows whose tie is refused.
    pub ties: Vec<Vec<u32>>,
    /// The rows on which it cannot be computed.
    pub trouble: Trouble,
}

/// Computes the column of a step; with `levels`, of a step of a key among tied.
pub(super) fn eval(run: &Evaluator<'_>, step: &Step, levels: Option<&Levels>, seed: u64) -> Stepped {
    let sheet = run.ruleset.column(step.out()).sheet;
    match step {
        Step::Map { out, value } => {
            let open = run.tables.open(sheet);
            let mut filling = Filling::new(&run.ruleset.column(*out).ty.kind, open.len());
            run.fill(&mut filling, value, open.clone());
            let (mut column, mut faults) = filling.finish();
            counted_from(open.start, &mut faults);
            if let (Some(levels), SheetKind::Entrant) = (levels, &run.ruleset.sheet(sheet).kind) {
                // Those that are level with nobody are not compared: of them there is nothing to say.
                faults.retain(|fault| levels.groups.get(fault.row).is_some_and(|&group| group != NO_ROW));
            }
            if let (Some(annulled), Data::Flag(void)) =
                (also_void(run.ruleset, run.tables, *out), &mut column.data)
            {
                void.iter_mut().zip(annulled).for_each(|(void, annulled)| *void |= annulled);
            }
            Stepped { column, ties: Vec::new(), trouble: Trouble { sheet, faults } }
        }
        Step::Reduce(reduce) => {
            let (column, trouble) = reduce::eval(run, reduce, levels);
            Stepped { column, ties: Vec::new(), trouble }
        }
        Step::Place(place) => {
            let (column, ties) = placing::eval(run, place, seed);
            Stepped { column, ties, trouble: Trouble { sheet, faults: Vec::new() } }
        }
    }
}
