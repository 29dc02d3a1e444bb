//! Opens single cells of an outcome: what a rule looks at on one row, by the kernels that computed the column.
//!
//! Comes in: an [`Outcome`], a part of a rule, a row. Goes out: its value there, the line that the row takes, the rows that
//! went into an aggregate. Nothing is worked out before it is asked, and of a log only the rows that are asked for are
//! evaluated. It must never know how any of it is told. Start with [`Opened::new`].

mod carried;
mod rows;

pub use rows::{Fate, Share};

pub(in crate::engine) use carried::Carried;

use super::kernel::Evaluator;
use super::pairs::{Limits, Pairs};
use super::prepared::Prepared;
use super::reduce::limit;
use super::{Outcome, bands};
use crate::ruleset::expression::{BandTable, Expr};
use crate::ruleset::{OrderKey, Reduce, Ruleset, Settings, Step};
use crate::sheet::{ColumnId, LinkId, NO_ROW, SheetId};
use crate::value::{Fault, Value};
use rows::Below;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// An outcome whose cells can be opened.
pub struct Opened<'a> {
    /// The rules that it was computed by.
    pub ruleset: &'a Ruleset,
    /// The values of the options.
    pub settings: &'a Settings,
    /// What came out.
    pub outcome: &'a Outcome,
    steps: FxHashMap<ColumnId, &'a Step>,
    prepared: Prepared,
    below: FxHashMap<Vec<LinkId>, Below>,
    carried: Option<Carried>,
}

impl<'a> Opened<'a> {
    /// Nothing is open yet.
    #[must_use]
    pub fn new(ruleset: &'a Ruleset, settings: &'a Settings, outcome: &'a Outcome) -> Self {
        let among_tied = ruleset.standings.iter().flat_map(|standing| &standing.keys);
        let among_tied = among_tied.filter_map(|key| key.among_tied.as_ref()).flatten();
        let mut steps: FxHashMap<ColumnId, &Step> = among_tied.map(|step| (step.out(), step)).collect();
        steps.extend(ruleset.scoring().chain(&ruleset.texts).map(|step| (step.out(), step)));
        Self {
            ruleset,
            settings,
            outcome,
            steps,
            prepared: Prepared::default(),
            below: FxHashMap::default(),
            carried: None,
        }
    }

    /// How a column is computed; `None` where it is recorded, or carried from game to game.
    #[must_use]
    pub fn step(&self, column: ColumnId) -> Option<&'a Step> {
        self.steps.get(&column).copied()
    }

    /// A cell.
    #[must_use]
    pub fn cell(&self, column: ColumnId, row: u32) -> Value {
        self.outcome.value(self.ruleset, column, row)
    }

    /// Where links lead from a row.
    #[must_use]
    pub fn target(&self, path: &[LinkId], row: u32) -> Option<u32> {
        path.iter().try_fold(row, |row, link| {
            let target = self.outcome.tables.link(*link)?.get(row as usize);
            (target != NO_ROW).then_some(target)
        })
    }

    /// The value of a part of a rule on a row.
    ///
    /// # Errors
    /// Why it has none.
    pub fn value(&mut self, expr: &Expr, row: u32) -> Result<Value, Fault> {
        self.prepared.expression(expr, self.ruleset, &self.outcome.tables);
        let row = row as usize;
        let batch = self.run().eval(expr, row..row + 1);
        match batch.fault(0) {
            Some(fault) => Err(fault.fault),
            None => Ok(batch.value(0, &expr.ty.kind)),
        }
    }

    /// Whether a condition holds on a row; `None` where that cannot be told.
    pub fn holds(&mut self, condition: &Expr, row: u32) -> Option<bool> {
        match self.value(condition, row) {
            Ok(Value::Flag(holds)) => Some(holds),
            Ok(
                Value::Integer(_)
                | Value::Number(_)
                | Value::Text(_)
                | Value::Date(_)
                | Value::Duration(_)
                | Value::Missing,
            )
            | Err(_) => None,
        }
    }

    /// The band that takes a row, and its column of the table; `None` where none does.
    pub fn band(&mut self, expr: &Expr, table: &BandTable, row: u32) -> Option<(usize, usize)> {
        self.prepared.expression(expr, self.ruleset, &self.outcome.tables);
        let row = row as usize;
        bands::lines(&self.run(), expr, table, &(row..row + 1))?.line(0)
    }

    /// How many rows `best` or `worst` choose; `None` where all rows take part.
    pub fn limit(&mut self, reduce: &Reduce) -> Option<usize> {
        reduce.best.as_ref()?;
        self.prepared.expression(&reduce.best.as_ref()?.count, self.ruleset, &self.outcome.tables);
        Some(limit(&self.run(), reduce))
    }

    /// The order of two rows by one key.
    #[must_use]
    pub fn compare(&self, key: &OrderKey, left: u32, right: u32) -> Ordering {
        super::order::Key::new(key, &self.outcome.tables).compare(left, right)
    }

    /// The cell that a state before a game, or after the last one, has its value from.
    pub fn carried_from(&mut self, column: ColumnId, row: u32) -> Option<(ColumnId, u32)> {
        let (ruleset, outcome) = (self.ruleset, self.outcome);
        let carried = self.carried.get_or_insert_with(|| Carried::new(ruleset, outcome));
        carried.from(column, row, &outcome.tables)
    }

    /// How many rows a sheet has.
    #[must_use]
    pub fn rows(&self, sheet: SheetId) -> usize {
        self.outcome.tables.rows(sheet)
    }

    /// Whether a sheet has so many pairs of rows that they were not kept: what was aggregated over them cannot be told row by
    /// row.
    #[must_use]
    pub fn is_passing(&self, sheet: SheetId) -> bool {
        let tables = &self.outcome.tables;
        let pairs = (tables.rows(sheet) == 0).then(|| Pairs::new(self.ruleset, tables, sheet)).flatten();
        pairs.is_some_and(|pairs| !pairs.are_at_most(Limits::USUAL.kept))
    }

    fn run(&self) -> Evaluator<'_> {
        Evaluator {
            ruleset: self.ruleset,
            settings: self.settings,
            symbols: &self.outcome.symbols,
            tables: &self.outcome.tables,
            prepared: &self.prepared,
            // What is scored draws no numbers, and lots have been drawn.
            seed: 0,
            is_lifted: false,
        }
    }
}
