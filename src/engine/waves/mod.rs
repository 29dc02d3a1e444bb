//! What goes from game to game, computed over columns all the same.
//!
//! Games are taken in *waves*: a game is in the first wave after the last game of any of its entrants, so that no game of
//! a wave needs another of it. All rows that belong to games are laid once so that those of a wave stand together; then
//! the steps of the ladder are taken on these rows alone, wave by wave, by the code that takes any other step. A wave costs
//! what its rows cost. Comes in: tables in which all steps before the ladder are done. Goes out: the same with the columns
//! of the ladder, in the order of the log. It must never evaluate an expression. Start with [`climb`].

mod causes;
mod layout;
mod needs;
mod order;
mod restore;
mod rows;
mod states;

pub(super) use causes::keep_causes;
pub(super) use needs::Needs;
pub(super) use states::States;

use super::batch::{Faults, RowFault};
use super::pairs::Course;
use super::prepared::Prepared;
use super::reduce::Trouble;
use crate::ruleset::{Ladder, Ruleset, Step};
use crate::sheet::{Column, ColumnId, Data, SheetId, Tables};
use crate::source::Span;
use crate::value::{Fault, Interval, Kind, Type};
use layout::Layout;

/// What is to be told of a ladder. All rows are those of the log.
#[derive(Default)]
pub(super) struct Climbed<'a> {
    /// The groups of rows whose tie is refused.
    pub ties: Vec<(SheetId, Vec<u32>)>,
    /// The steps that cannot be computed on some rows, in their order. What follows from a fault may be among them.
    pub troubles: Vec<(&'a Step, Trouble)>,
}

/// Games in the order of waves, to be climbed.
pub(super) struct Laid {
    layout: Layout,
    waves: usize,
}

/// Lays out what is needed of games.
pub(super) fn lay(course: &Course<'_>, needs: &Needs, tables: &mut Tables) -> Laid {
    let waves = order::waves(course.ruleset, tables, needs.one_by_one);
    Laid { layout: Layout::new(course, needs, &waves, tables), waves: waves.count }
}

/// Computes all columns of a ladder.
pub(super) fn climb<'a>(course: &Course<'a>, ladder: &'a Ladder, tables: &mut Tables) -> Climbed<'a> {
    let needs = Needs::new(course, ladder);
    let Some(mut states) = States::new(course.ruleset, ladder, tables) else {
        return Climbed::default();
    };
    let mut laid = lay(course, &needs, tables);
    let (steps, mut climbed) = take(course, ladder, &mut laid, &mut states);
    let layout = laid.layout;
    climbed.number_as(&layout);
    climbed.troubles.extend(begun_outside(course, ladder, tables));
    let place = |failed: &Step| ladder.steps.iter().position(|step| step.out() == failed.out());
    climbed.troubles.sort_by_key(|(failed, _)| place(failed));
    let outs = steps.iter().map(|step| step.out());
    let columns: Vec<ColumnId> = outs.chain(ladder.states.iter().map(|state| state.before)).collect();
    layout.give_back(&columns, course.ruleset, tables);
    states.finish(tables);
    climbed
}

/// Climbs some games, and goes on with the states of those before them. The columns of the ladder stay in the order of waves, with
/// all else that was laid out. `None` where there is anything to tell.
pub(super) fn climbed(
    course: &Course<'_>,
    ladder: &Ladder,
    mut laid: Laid,
    states: &mut States,
) -> Option<Tables> {
    let (_, climbed) = take(course, ladder, &mut laid, states);
    (climbed.ties.is_empty() && climbed.troubles.is_empty()).then(|| laid.layout.into_tables())
}

/// Takes the steps of a ladder, wave by wave.
fn take<'a>(
    course: &Course<'a>,
    ladder: &'a Ladder,
    Laid { layout, waves }: &mut Laid,
    states: &mut States,
) -> (Vec<&'a Step>, Climbed<'a>) {
    let mut climbed = Climbed::default();
    for state in &ladder.states {
        layout.begin(state.before, course.ruleset);
    }
    let steps: Vec<&Step> = ladder.steps.iter().filter(|step| layout.has(course, step)).collect();
    // A wave may be a single game: whatever does not change from wave to wave is done before.
    let mut prepared = Prepared::default();
    for step in &steps {
        layout.begin(step.out(), course.ruleset);
        course.prepare(step, &mut prepared, &layout.tables);
    }
    for wave in 0..=*waves {
        if !layout.open(wave) {
            continue;
        }
        states.before(&mut layout.tables);
        for step in &steps {
            let mut taken = course.step_prepared(step, (None, &[]), &mut prepared, &mut layout.tables);
            states.hold(course.ruleset, step.out(), &mut taken.column, &layout.tables);
            let sheet = course.ruleset.column(step.out()).sheet;
            climbed.ties.extend(taken.ties.into_iter().map(|rows| (sheet, rows)));
            for (failed, trouble) in taken.troubles {
                climbed.add(failed, trouble);
            }
            layout.go_on(step.out(), &taken.column);
        }
        states.after(&layout.tables);
    }
    for (step, trouble) in outside(course.ruleset, ladder, &steps, &layout.tables) {
        climbed.add(step, trouble);
    }
    (steps, climbed)
}

/// Whether entrants begin with anything that a state is not declared to have.
pub(super) fn begins_outside(course: &Course<'_>, ladder: &Ladder, tables: &Tables) -> bool {
    !begun_outside(course, ladder, tables).is_empty()
}

/// What entrants begin with that a state is not declared to have.
fn begun_outside<'a>(course: &Course<'a>, ladder: &Ladder, tables: &Tables) -> Vec<(&'a Step, Trouble)> {
    let mut found = Vec::new();
    for state in &ladder.states {
        let (start, ty) = (course.ruleset.column(state.start), &course.ruleset.column(state.before).ty);
        let step = course.steps.iter().find(|step| step.out() == state.start);
        let (Some(step @ Step::Map { value, .. }), Some(column)) = (step, tables.column(state.start)) else {
            continue;
        };
        let faults = outside_of(ty, &start.ty.kind, column, value.at);
        if !faults.is_empty() {
            found.push((step, Trouble { sheet: start.sheet, faults }));
        }
    }
    found
}

/// The rows of a column whose value a type does not have.
fn outside_of(ty: &Type, kind: &Kind, column: &Column, at: Span) -> Faults {
    if *ty.range == Interval::default() || column.is_empty() {
        return Vec::new();
    }
    if let Data::Integer(values) = &column.data {
        // Where the least and the greatest are inside, all others are.
        let Some(ends) = values.ends() else { return Vec::new() };
        if ty.range.contains(ends.0.into()) && ty.range.contains(ends.1.into()) {
            return Vec::new();
        }
    }
    let known = (0..column.len()).filter(|&row| column.is_known(row));
    let wrong = known.filter(|&row| !ty.allows(&column.value(row, kind)));
    wrong.map(|row| RowFault { row, fault: Fault::OutOfRange, at }).collect()
}

/// The states after a game that they are not declared to have.
fn outside<'a>(
    ruleset: &Ruleset,
    ladder: &Ladder,
    steps: &[&'a Step],
    tables: &Tables,
) -> Vec<(&'a Step, Trouble)> {
    let mut found = Vec::new();
    for state in &ladder.states {
        let info = ruleset.column(state.now);
        let step = steps.iter().find(|step| step.out() == state.now);
        let (Some(&step @ Step::Map { value, .. }), Some(column)) = (step, tables.column(state.now)) else {
            continue;
        };
        let faults = outside_of(&info.ty, &info.ty.kind, column, value.at);
        if !faults.is_empty() {
            found.push((step, Trouble { sheet: info.sheet, faults }));
        }
    }
    found
}

impl<'a> Climbed<'a> {
    /// Adds what a step came to in one wave.
    fn add(&mut self, step: &'a Step, trouble: Trouble) {
        let known = self
            .troubles
            .iter_mut()
            .find(|(failed, known)| failed.out() == step.out() && known.sheet == trouble.sheet);
        match known {
            Some((_, known)) => known.faults.extend(trouble.faults),
            None => self.troubles.push((step, trouble)),
        }
    }

    /// From the rows of the layout to those of the log.
    fn number_as(&mut self, layout: &Layout) {
        for (sheet, rows) in &mut self.ties {
            rows.iter_mut().for_each(|row| *row = layout.row_of_log(*sheet, *row));
        }
        self.ties.sort_by_key(|(sheet, rows)| (*sheet, rows.iter().min().copied()));
        for (_, trouble) in &mut self.troubles {
            for fault in &mut trouble.faults {
                fault.row = layout.row_of_log(trouble.sheet, crate::sheet::row_id(fault.row)) as usize;
            }
            trouble.faults.sort_by_key(|fault| fault.row);
        }
    }
}
