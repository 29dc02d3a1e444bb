//! Aggregates: one pass over the rows of a child sheet, into a column of the parent sheet.
//!
//! Comes in: a [`Reduce`]. Goes out: its column, and the rows on which it cannot be computed.
//! Rows without a parent, and rows that the filter leaves out, are passed over, and so are their faults.
//! Start with [`eval`].

use super::accumulate::{Accumulator, Part};
use super::batch::{Batch, Faults, RowFault, any, counted_from, merge};
use super::best::{Kept, selected};
use super::kernel::{Evaluator, chunks};
use super::prepared::end;
use super::runs::Parents;
use super::tied::Levels;
use crate::ruleset::{Reduce, Ruleset};
use crate::sheet::{Column, ColumnId, Index, NO_ROW, SheetId, row_id};
use crate::value::{Kind, Symbols, Value};
use std::ops::Range;

/// Rows that have no value; most often none.
pub(super) struct Trouble {
    /// The sheet whose rows they are.
    pub sheet: SheetId,
    /// The rows.
    pub faults: Faults,
}

/// The column of an aggregate; with `levels`, what is `among tied` looks at games between those still level alone.
pub(super) fn eval(run: &Evaluator<'_>, reduce: &Reduce, levels: Option<&Levels>) -> (Column, Trouble) {
    let out = run.ruleset.column(reduce.out).sheet;
    let mut gathering = Gathering::new(run.ruleset, run.symbols, reduce, run.tables.open(out));
    let faults = gathering.pass(run, levels);
    gathering.select(limit(run, reduce));
    let (column, too_large) = gathering.finish();
    let trouble = if faults.is_empty() {
        Trouble { sheet: out, faults: too_large }
    } else {
        Trouble { sheet: reduce.over, faults }
    };
    (column, trouble)
}

/// An aggregate in the making, for some of the rows of the parent sheet. The child rows may come in several passes, all
/// those of a parent in one of them.
pub(super) struct Gathering<'a> {
    reduce: &'a Reduce,
    kind: &'a Kind,
    symbols: &'a Symbols,
    parents: Range<usize>,
    sum: Accumulator<'a>,
    /// What `best` or `worst` choose from.
    kept: Option<Kept>,
}

impl<'a> Gathering<'a> {
    /// No row has passed by.
    pub(super) fn new(
        ruleset: &'a Ruleset,
        symbols: &'a Symbols,
        reduce: &'a Reduce,
        parents: Range<usize>,
    ) -> Self {
        let kind = reduce.value.as_ref().map_or(&Kind::Flag, |value| &value.ty.kind);
        let at = reduce.value.as_ref().map(|value| value.at);
        let out = &ruleset.column(reduce.out).ty;
        let sum = Accumulator::new(reduce.aggregate, kind, out, parents.len(), (symbols, at));
        let kept = reduce.best.is_some().then(|| Kept::new(kind));
        Self { reduce, kind, symbols, parents, sum, kept }
    }

    /// Lets the open rows of the child sheet pass by; the faults among them.
    pub(super) fn pass(&mut self, run: &Evaluator<'_>, levels: Option<&Levels>) -> Faults {
        self.pass_as(run, self.reduce, levels)
    }

    /// The same, by an aggregate that comes to the same on these rows.
    pub(super) fn pass_as(
        &mut self,
        run: &Evaluator<'_>,
        reduce: &Reduce,
        levels: Option<&Levels>,
    ) -> Faults {
        let is_whole = self.parents == (0..run.tables.rows(run.ruleset.column(self.reduce.out).sheet));
        let by_runs = is_whole && self.kept.is_none();
        let pass = Pass { by_runs, ..Pass::new(run, reduce, levels) };
        let mut faults = Vec::new();
        let mut scratch = Scratch::default();
        for rows in chunks(run.tables.open(self.reduce.over)) {
            let start = rows.start;
            let (value, found) = pass.chunk(rows, &mut scratch);
            if !is_whole {
                scratch.count_parents_from(&self.parents);
            }
            faults.extend(found.into_iter().map(|fault| RowFault { row: start + fault.row, ..fault }));
            let values = value.as_ref().map(|value| &value.values);
            let Scratch { parents, take, run, .. } = &scratch;
            match &mut self.kept {
                Some(kept) => kept.add(values, parents, take),
                None => {
                    let parents = run.unwrap_or(Parents::Each(parents));
                    self.sum.add(values, self.kind, Part::new(parents, take));
                }
            }
        }
        faults
    }

    /// Makes room for more rows of the parent sheet.
    pub(super) fn grow(&mut self, parents: usize) {
        self.parents = 0..parents;
        self.sum.grow(parents);
    }

    /// Takes in what passed by another; `rows` says for each of its parents which one it is here.
    pub(super) fn take_in(&mut self, other: &Self, rows: &[u32]) {
        self.sum.take_in(&other.sum, rows);
    }

    /// Takes the `limit` best, or worst, of each parent, after a pass.
    pub(super) fn select(&mut self, limit: usize) {
        let (Some(kept), Some(best)) = (&mut self.kept, &self.reduce.best) else {
            return;
        };
        let kept = std::mem::replace(kept, Kept::new(self.kind));
        let take = selected(&kept, limit, best.greatest, self.parents.len(), (self.kind, self.symbols));
        let part = Part::new(Parents::Each(&kept.parents), &take);
        self.sum.add(self.reduce.value.is_some().then(|| kept.values()).as_ref(), self.kind, part);
    }

    /// The column that is filled.
    pub(super) fn out(&self) -> ColumnId {
        self.reduce.out
    }

    /// The column so far, and the parents whose result is too large.
    pub(super) fn so_far(&self) -> (Column, Faults) {
        self.sum.clone().finish()
    }

    /// The column, and the parents whose result is too large.
    pub(super) fn finish(self) -> (Column, Faults) {
        let (column, mut faults) = self.sum.finish();
        counted_from(self.parents.start, &mut faults);
        (column, faults)
    }
}

/// How many rows of each parent are looked at.
pub(super) fn limit(run: &Evaluator<'_>, reduce: &Reduce) -> usize {
    match reduce.best.as_ref().map(|best| run.constant(&best.count)) {
        Some(Value::Integer(count)) => usize::try_from(count.max(0)).unwrap_or(usize::MAX),
        Some(
            Value::Number(_)
            | Value::Flag(_)
            | Value::Text(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing,
        )
        | None => usize::MAX,
    }
}

/// Which rows took part, by the same pass over these rows alone.
pub(super) fn took_part(pass: &Pass<'_, '_>, rows: Range<usize>) -> Vec<bool> {
    let mut scratch = Scratch::default();
    let _ = pass.chunk(rows, &mut scratch);
    scratch.take
}

/// What a pass over the child rows looks at.
pub(super) struct Pass<'r, 'a> {
    run: &'r Evaluator<'a>,
    reduce: &'r Reduce,
    /// For `among tied`: which child rows may take part.
    level: Option<Vec<bool>>,
    /// Whether parents need not be looked up where each has as many rows as the others.
    by_runs: bool,
    /// Annulled rows that are passed over with all that is inside of them, and the way to them.
    annulled: Vec<(&'r [bool], &'r Index)>,
}

/// The vectors of a pass, used again for each chunk.
#[derive(Default)]
struct Scratch {
    parents: Vec<u32>,
    take: Vec<bool>,
    units: Vec<u32>,
    /// The parents, where they are known without looking; else they stand in `parents`.
    run: Option<Parents<'static>>,
}

impl Scratch {
    /// Parents count from the first of a range; rows whose parent is not in it take no part.
    fn count_parents_from(&mut self, range: &Range<usize>) {
        for (parent, take) in self.parents.iter_mut().zip(&mut self.take) {
            *take &= range.contains(&(*parent as usize));
            *parent = parent.wrapping_sub(row_id(range.start));
        }
    }
}

impl<'r, 'a> Pass<'r, 'a> {
    /// A pass for this aggregate.
    pub(super) fn new(run: &'r Evaluator<'a>, reduce: &'r Reduce, levels: Option<&Levels>) -> Self {
        let level = reduce.among_tied.as_ref().zip(levels).map(|(path, levels)| {
            let sides = levels.sides(run, end(path, reduce.over, run.ruleset));
            let mut targets = Vec::new();
            if let Some(index) = run.prepared.index(path, run.tables) {
                index.append_to(0..run.tables.rows(reduce.over), &mut targets);
            }
            targets.iter().map(|&side| sides.get(side as usize).copied().unwrap_or(false)).collect()
        });
        let annulled = run.prepared.annulled(reduce.out).iter().filter_map(|(sheet, way)| {
            Some((run.tables.annulled(*sheet)?, run.prepared.index(way, run.tables)?))
        });
        Self { run, reduce, level, by_runs: false, annulled: annulled.collect() }
    }

    /// Which rows of a chunk take part (left in the scratch), their values, and the faults among them.
    fn chunk(&self, rows: Range<usize>, scratch: &mut Scratch) -> (Option<Batch<'a>>, Faults) {
        let Scratch { parents, take, units, run } = scratch;
        parents.clear();
        take.clear();
        let index = self.run.prepared.index(&self.reduce.path, self.run.tables);
        *run = index.and_then(|index| Parents::in_runs(index, &rows)).filter(|_| self.by_runs);
        match index {
            _ if run.is_some() => take.resize(rows.len(), true),
            Some(index) => {
                index.append_to(rows.clone(), parents);
                take.extend(parents.iter().map(|&parent| parent != NO_ROW));
            }
            None => {
                parents.resize(rows.len(), NO_ROW);
                take.resize(rows.len(), false);
            }
        }
        if let Some(level) = &self.level {
            for (take, level) in take.iter_mut().zip(&level[rows.clone()]) {
                *take &= level;
            }
        }
        for (annulled, index) in &self.annulled {
            units.clear();
            index.append_to(rows.clone(), units);
            for (take, &unit) in take.iter_mut().zip(&*units) {
                *take &= !annulled.get(unit as usize).copied().unwrap_or(false);
            }
        }
        let mut faults = Vec::new();
        if let Some(filter) = &self.reduce.filter {
            let condition = self.run.eval(filter, rows.clone()).into_condition();
            faults = condition.faults;
            faults.retain(|fault| take[fault.row]);
            for (take, holds) in take.iter_mut().zip(&condition.holds) {
                *take &= holds;
            }
        }
        if !any(take) {
            return (None, faults);
        }
        let Some(value) = &self.reduce.value else {
            return (None, faults);
        };
        let mut value = self.run.eval(value, rows);
        value.faults.retain(|fault| take[fault.row]);
        if let Some(known) = &value.known {
            for (row, take) in take.iter_mut().enumerate() {
                *take &= known.get(row);
            }
        }
        for fault in &value.faults {
            take[fault.row] = false;
        }
        let faults = merge(faults, std::mem::take(&mut value.faults));
        (Some(value), faults)
    }
}
