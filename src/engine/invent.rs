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
use super::{annul, derive, filter, steps, written};
use crate::log::Log;
use crate::ruleset::{ColumnInfo, LinkRole, Origin, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{Column, Data, SheetId, Tables};
use crate::value::{Fault, Interval, Kind, Rational, Type, Value};

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
    let mut log = log;
    let mut tables = std::mem::take(&mut log.tables);
    let limits = Limits::USUAL;
    let passing = derive::complete(ruleset, &mut tables, limits);
    annul::show(ruleset, &mut tables);
    written::fill(ruleset, &mut tables, &mut log.symbols);
    let steps = &ruleset.model.steps;
    let course = Course { ruleset, settings, symbols: &log.symbols, steps, seed, limits, passing: &passing };
    let done = run(&course, fresh, &mut Prepared::default(), &mut tables);
    let tables = if done.is_ok() { filter::recorded(ruleset, &tables) } else { tables };
    let log = Log { tables, ..log };
    match done {
        Ok(()) => Ok(log),
        Err(errors) => Err(Box::new(Failed { errors, log })),
    }
}

/// Takes the steps of a model. The columns of those that invent keep what they hold on rows that are not new.
pub(super) fn run(
    course: &Course<'_>,
    fresh: Fresh,
    prepared: &mut Prepared,
    tables: &mut Tables,
) -> Result<(), Vec<RunError>> {
    let ruleset = course.ruleset;
    let mut troubles = Vec::new();
    for step in course.steps.iter().filter(|step| !course.passes(step)) {
        let info = ruleset.column(step.out());
        if matches!(info.origin, Origin::Recorded { .. }) {
            let new = New::of(ruleset, tables, info.sheet, fresh);
            if new.is_none() {
                continue;
            }
            let taken = course.step(step, (None, &[]), prepared, tables);
            let mut wrong = outside(step, &taken.column, info, &new);
            for (_, trouble) in taken.troubles {
                wrong.faults.extend(trouble.faults.into_iter().filter(|fault| new.has(fault.row)));
            }
            wrong.faults.sort_by_key(|fault| fault.row);
            let whole = merged(tables.column(step.out()), taken.column, &info.ty.kind, &new);
            // The column stays as it is, so that it can be told what is wrong.
            tables.set_column(step.out(), whole);
            if let Some(error) = fault::of_step(step, &wrong, ruleset) {
                return Err(vec![error]);
            }
        } else {
            let taken = course.step(step, (None, &[]), prepared, tables);
            tables.set_column(step.out(), taken.column);
            troubles.extend(taken.troubles);
            if !troubles.is_empty() && !steps::has_voids(course) {
                break;
            }
        }
    }
    steps::judge(course, troubles, tables)
}

/// Which rows of a sheet are new.
enum New {
    All,
    Rows(Vec<bool>),
}

impl New {
    fn of(ruleset: &Ruleset, tables: &Tables, sheet: SheetId, fresh: Fresh) -> Self {
        let rows = tables.rows(sheet);
        let from = |first: u32| match first {
            0 => Self::All,
            _ => Self::Rows((0..rows).map(|row| row >= first as usize).collect()),
        };
        match &ruleset.sheet(sheet).kind {
            SheetKind::Entrant => from(fresh.entrants),
            SheetKind::Game => from(fresh.games),
            SheetKind::Side | SheetKind::Part { .. } => {
                let game = ruleset.sheet_of(&SheetKind::Game);
                let link = game.and_then(|game| ruleset.link_of(sheet, &LinkRole::Inside(game)));
                match link.and_then(|link| tables.link(link)) {
                    Some(_) if fresh.games == 0 => Self::All,
                    Some(index) => Self::Rows((0..rows).map(|row| index.get(row) >= fresh.games).collect()),
                    None => Self::Rows(vec![false; rows]),
                }
            }
            SheetKind::Event
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => Self::Rows(vec![false; rows]),
        }
    }

    fn has(&self, row: usize) -> bool {
        match self {
            Self::All => true,
            Self::Rows(rows) => rows.get(row).copied().unwrap_or(false),
        }
    }

    fn is_none(&self) -> bool {
        match self {
            Self::All => false,
            Self::Rows(rows) => !rows.contains(&true),
        }
    }
}

/// The new values that the column is not declared to hold.
fn outside(step: &Step, column: &Column, info: &ColumnInfo, new: &New) -> Trouble {
    let none = Trouble { sheet: info.sheet, faults: Vec::new() };
    let Step::Map { value, .. } = step else { return none };
    if *info.ty.range == Interval::default() || are_inside(column, &info.ty) {
        return none;
    }
    let rows = (0..column.len()).filter(|&row| new.has(row) && column.is_known(row));
    let wrong = rows.filter(|&row| !info.ty.allows(&column.value(row, &info.ty.kind)));
    let faults = wrong.map(|row| RowFault { row, fault: Fault::OutOfRange, at: value.at }).collect();
    Trouble { sheet: info.sheet, faults }
}

/// Whether the least and the greatest value, and so all of them, lie in the range; no if that is not seen so soon.
fn are_inside(column: &Column, ty: &Type) -> bool {
    match &column.data {
        Data::Integer(values) => values
            .ends()
            .into_iter()
            .flat_map(<[i64; 2]>::from)
            .all(|end| ty.range.contains(Rational::from(end))),
        Data::Number(values) => {
            let ends = values.iter().min().into_iter().chain(values.iter().max());
            ends.into_iter().all(|&end| ty.range.contains(end))
        }
        Data::Flag(_) | Data::Symbol(_) => true,
    }
}

/// The new values on the new rows, and what was there on all others.
fn merged(old: Option<&Column>, column: Column, kind: &Kind, new: &New) -> Column {
    let (Some(old), New::Rows(_)) = (old, new) else { return column };
    let mut whole = Column::full(Data::empty(kind));
    for row in 0..column.len() {
        let from = if new.has(row) { &column } else { old };
        whole.push(if row < from.len() { from.value(row, kind) } else { Value::Missing });
    }
    whole
}
