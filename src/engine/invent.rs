//! Invents what the newest rows of a log record.
//!
//! Comes in: a log in which some entrants and games are blank, and a seed. Goes out: the same log with their recorded
//! columns filled by the steps of the model. A value depends on the seed, the model, the row and what the model looks at,
//! and on nothing else. It must never score. Start with [`invent`].

use super::batch::RowFault;
use super::fault::{self, Failed, RunError};
use super::pairs::{Course, Limits};
use super::prepared::Prepared;
use super::reduce::Trouble;
use super::verdict::Void;
use super::{derive, filter};
use crate::log::Log;
use crate::ruleset::{ColumnInfo, LinkRole, Origin, Ruleset, Settings, SheetKind, Step, VerdictKind};
use crate::sheet::{Column, Data, SheetId, Tables};
use crate::value::{Fault, Kind, Value};

/// From where on rows are new; all before them keep what they hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fresh {
    /// From this row of the entrant sheet on.
    pub entrants: u32,
    /// From this row of the game sheet on; their sides and parts are as new as they are.
    pub games: u32,
}

/// Gives the fresh rows values: by the model of the format, or evenly from what is declared. What the model leaves open
/// ([`crate::ruleset::Model::undrawable`], lists, whatever need not be recorded) stays as it is.
///
/// # Errors
/// All faults of the first step that fails, a value outside its declared range among them; and the log.
pub fn invent(
    ruleset: &Ruleset,
    settings: &Settings,
    log: Log,
    seed: u64,
    fresh: Fresh,
) -> Result<Log, Box<Failed>> {
    let Log { mut tables, symbols, names, left_out, acts, entered } = log;
    let limits = Limits::USUAL;
    let passing = derive::complete(ruleset, &mut tables, limits);
    let steps = &ruleset.model.steps;
    let course = Course { ruleset, settings, symbols: &symbols, steps, seed, limits, passing: &passing };
    let done = run(&course, fresh, &mut tables);
    let tables = if done.is_ok() { filter::recorded(ruleset, &tables) } else { tables };
    let log = Log { tables, symbols, names, left_out, acts, entered };
    match done {
        Ok(()) => Ok(log),
        Err(errors) => Err(Box::new(Failed { errors, log })),
    }
}

fn run(course: &Course<'_>, fresh: Fresh, tables: &mut Tables) -> Result<(), Vec<RunError>> {
    let ruleset = course.ruleset;
    let mut prepared = Prepared::default();
    let mut troubles = Vec::new();
    let voids = ruleset.verdicts.iter().any(|verdict| verdict.kind == VerdictKind::Void);
    for step in course.steps.iter().filter(|step| !course.passes(step)) {
        let taken = course.step(step, (None, &[]), &mut prepared, tables);
        let info = ruleset.column(step.out());
        if matches!(info.origin, Origin::Recorded { .. }) {
            let is_fresh = fresh_rows(ruleset, tables, info.sheet, fresh);
            let mut wrong = outside(step, &taken.column, info, &is_fresh);
            for (_, trouble) in taken.troubles {
                wrong.faults.extend(trouble.faults.into_iter().filter(|fault| is_fresh[fault.row]));
            }
            wrong.faults.sort_by_key(|fault| fault.row);
            let old = tables.column(step.out());
            let whole = merged(old, &taken.column, &info.ty.kind, &is_fresh);
            tables.set_column(step.out(), whole);
            if let Some(error) = fault::of_step(step, &wrong, ruleset) {
                return Err(vec![error]);
            }
        } else {
            tables.set_column(step.out(), taken.column);
            troubles.extend(taken.troubles);
            if !troubles.is_empty() && !voids {
                break;
            }
        }
    }
    let mut void = Void::new(ruleset, tables);
    for (step, mut trouble) in troubles {
        let void = void.rows(trouble.sheet);
        trouble.faults.retain(|fault| !void[fault.row]);
        if let Some(error) = fault::of_step(step, &trouble, ruleset) {
            return Err(vec![error]);
        }
    }
    Ok(())
}

/// Which rows of a sheet are new.
fn fresh_rows(ruleset: &Ruleset, tables: &Tables, sheet: SheetId, fresh: Fresh) -> Vec<bool> {
    let rows = tables.rows(sheet);
    let from = |first: u32| (0..rows).map(|row| row >= first as usize).collect();
    match &ruleset.sheet(sheet).kind {
        SheetKind::Entrant => from(fresh.entrants),
        SheetKind::Game => from(fresh.games),
        SheetKind::Side | SheetKind::Part { .. } => {
            let game = ruleset.sheet_of(&SheetKind::Game);
            let link = game.and_then(|game| ruleset.link_of(sheet, &LinkRole::Inside(game)));
            match link.and_then(|link| tables.link(link)) {
                Some(index) => (0..rows).map(|row| index.get(row) >= fresh.games).collect(),
                None => vec![false; rows],
            }
        }
        SheetKind::Event
        | SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::List { .. }
        | SheetKind::Join { .. } => vec![false; rows],
    }
}

/// The new values that the column is not declared to hold.
fn outside(step: &Step, column: &Column, info: &ColumnInfo, is_fresh: &[bool]) -> Trouble {
    let Step::Map { value, .. } = step else {
        return Trouble { sheet: info.sheet, faults: Vec::new() };
    };
    let rows = (0..column.len()).filter(|&row| is_fresh[row] && column.is_known(row));
    let wrong = rows.filter(|&row| !info.ty.allows(&column.value(row, &info.ty.kind)));
    let faults = wrong.map(|row| RowFault { row, fault: Fault::OutOfRange, at: value.at }).collect();
    Trouble { sheet: info.sheet, faults }
}

/// The new values on the new rows, and what was there on all others.
fn merged(old: Option<&Column>, new: &Column, kind: &Kind, is_fresh: &[bool]) -> Column {
    let Some(old) = old.filter(|_| is_fresh.contains(&false)) else { return new.clone() };
    let mut whole = Column::full(Data::empty(kind));
    for (row, &is_fresh) in is_fresh.iter().enumerate() {
        let from = if is_fresh { new } else { old };
        whole.push(if row < from.len() { from.value(row, kind) } else { Value::Missing });
    }
    whole
}
