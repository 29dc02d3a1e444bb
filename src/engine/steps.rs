//! Steps, one after the other, and what becomes of rows that have no value.
//!
//! Comes in: tables that have all that the steps look at. Goes out: the same with the columns of the steps, and the ties
//! that they refuse; or the faults of the first step that fails. Rows that are void do not matter. Start with [`take`].

use super::fault::{self, RunError};
use super::pairs::Course;
use super::prepared::Prepared;
use super::reduce::Trouble;
use super::verdict::Void;
use crate::ruleset::{Step, VerdictKind};
use crate::sheet::{SheetId, Tables};

/// Rows of a sheet whose tie is refused.
pub(super) type Refused = (SheetId, Vec<u32>);

/// Takes all steps of a course.
pub(super) fn take(
    course: &Course<'_>,
    prepared: &mut Prepared,
    tables: &mut Tables,
) -> Result<Vec<Refused>, Vec<RunError>> {
    let mut refused = Vec::new();
    let mut troubles = Vec::new();
    for step in course.steps.iter().filter(|step| !course.passes(step)) {
        let taken = course.step(step, (None, &[]), prepared, tables);
        let sheet = course.ruleset.column(step.out()).sheet;
        refused.extend(taken.ties.into_iter().map(|rows| (sheet, rows)));
        tables.set_column(step.out(), taken.column);
        troubles.extend(taken.troubles);
        if !troubles.is_empty() && !has_voids(course) {
            break;
        }
    }
    judge(course, troubles, tables)?;
    Ok(refused)
}

/// Whether it may be known only later that rows are void, and do not matter.
pub(super) fn has_voids(course: &Course<'_>) -> bool {
    course.ruleset.verdicts.iter().any(|verdict| verdict.kind == VerdictKind::Void)
}

/// The faults of the first step that has some on rows that matter.
pub(super) fn judge(
    course: &Course<'_>,
    troubles: Vec<(&Step, Trouble)>,
    tables: &Tables,
) -> Result<(), Vec<RunError>> {
    let mut void = Void::new(course.ruleset, tables);
    for (step, mut trouble) in troubles {
        let void = void.rows(trouble.sheet);
        trouble.faults.retain(|fault| !void[fault.row]);
        if let Some(error) = fault::of_step(step, &trouble, course.ruleset) {
            return Err(vec![error]);
        }
    }
    Ok(())
}
