//! Steps, one after the other, and what becomes of rows that have no value.
//!
//! Comes in: tables that have all that the steps look at. Goes out: the same with the columns of the steps, and the ties
//! that they refuse; or the faults of the first step that fails. Rows that are void do not matter. Start with [`take`].

use super::fault::{self, RunError};
use super::pairs::Course;
use super::prepared::Prepared;
use super::reduce::Trouble;
use super::verdict::Void;
use super::waves;
use crate::ruleset::{Ladder, Ruleset, Step, VerdictKind};
use crate::sheet::{Column, ColumnId, SheetId, Tables};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Rows of a sheet whose tie is refused.
pub(super) type Refused = (SheetId, Vec<u32>);

/// Takes all steps of a course, and a ladder in its place among them.
pub(super) fn take<'a>(
    course: &Course<'a>,
    ladder: Option<&'a Ladder>,
    prepared: &mut Prepared,
    tables: &mut Tables,
) -> Result<Vec<Refused>, Vec<RunError>> {
    let mut refused = Vec::new();
    let mut troubles = Vec::new();
    for stage in stages(course, ladder) {
        match stage {
            Stage::Step(step) if course.passes(step) => {}
            Stage::Step(step) => {
                let taken = course.step(step, (None, &[]), prepared, tables);
                let sheet = course.ruleset.column(step.out()).sheet;
                refused.extend(taken.ties.into_iter().map(|rows| (sheet, rows)));
                let column = begun((course.ruleset, ladder), step, taken.column, tables);
                tables.set_column(step.out(), column);
                troubles.extend(taken.troubles);
            }
            Stage::Ladder(ladder) => {
                let climbed = waves::climb(course, ladder, tables);
                refused.extend(climbed.ties);
                troubles.extend(climbed.troubles);
            }
        }
        if !troubles.is_empty() && !has_voids(course) && !tables.has_annulled() {
            break;
        }
    }
    judge(course, troubles, tables)?;
    Ok(refused)
}

/// Computes these columns, and whatever they need. What cannot be computed is told when all steps are taken.
pub(super) fn take_for(course: &Course<'_>, mut wanted: BTreeSet<ColumnId>, tables: &mut Tables) {
    let ruleset = course.ruleset;
    let scoring: FxHashMap<ColumnId, &Step> = ruleset.scoring().map(|step| (step.out(), step)).collect();
    let mut open: Vec<ColumnId> = wanted.iter().copied().collect();
    while let Some(column) = open.pop() {
        let reads = scoring.get(&column).map(|step| step.reads()).unwrap_or_default();
        open.extend(reads.into_iter().filter(|column| wanted.insert(*column)));
    }
    let states = ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
    let mut carried = states.flat_map(|state| [state.before, state.now, state.last]);
    let mut prepared = Prepared::default();
    if carried.any(|column| wanted.contains(&column)) {
        // What goes from game to game is computed as a whole, or not at all.
        let _ = take(course, ruleset.ladder.as_ref(), &mut prepared, tables);
        return;
    }
    for step in course.steps.iter().filter(|step| wanted.contains(&step.out()) && !course.passes(step)) {
        let taken = course.step(step, (None, &[]), &mut prepared, tables);
        tables.set_column(step.out(), taken.column);
    }
}

/// What entrants begin with: what is known of it already stands above the rule.
pub(super) fn begun(
    (ruleset, ladder): (&Ruleset, Option<&Ladder>),
    step: &Step,
    mut column: Column,
    tables: &Tables,
) -> Column {
    let starts = ladder.iter().flat_map(|ladder| &ladder.states).any(|state| state.start == step.out());
    if let (true, Some(known)) = (starts, tables.column(step.out())) {
        let kind = &ruleset.column(step.out()).ty.kind;
        for row in (0..column.len().min(known.len())).filter(|&row| known.is_known(row)) {
            column.set(row, known.value(row, kind));
        }
    }
    column
}

/// What is computed next: a column, or all that goes from game to game.
enum Stage<'a> {
    Step(&'a Step),
    Ladder(&'a Ladder),
}

fn stages<'a>(course: &Course<'a>, ladder: Option<&'a Ladder>) -> impl Iterator<Item = Stage<'a>> {
    let at = ladder.map_or(0, |ladder| ladder.at.min(course.steps.len()));
    let (before, after) = course.steps.split_at(at);
    let before = before.iter().map(Stage::Step).chain(ladder.map(Stage::Ladder));
    before.chain(after.iter().map(Stage::Step))
}

/// Whether it may be known only later that rows are void, and do not matter.
pub(super) fn has_voids(course: &Course<'_>) -> bool {
    course.ruleset.verdicts.iter().any(|verdict| verdict.kind == VerdictKind::Void)
}

/// The faults of the first step that has some on rows that matter.
pub(super) fn judge(
    course: &Course<'_>,
    mut troubles: Vec<(&Step, Trouble)>,
    tables: &Tables,
) -> Result<(), Vec<RunError>> {
    let mut void = Void::new(course.ruleset, tables);
    for (_, trouble) in &mut troubles {
        let void = void.rows(trouble.sheet);
        trouble.faults.retain(|fault| !void[fault.row]);
    }
    waves::keep_causes(&mut troubles, course.ruleset, tables);
    for (step, trouble) in troubles {
        if let Some(error) = fault::of_step(step, &trouble, course.ruleset) {
            return Err(vec![error]);
        }
    }
    Ok(())
}
