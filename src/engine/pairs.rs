//! Pairs of rows that have something in common: each side with the other sides of its game.
//!
//! A sheet of pairs is only ever aggregated into the sheet of its outer rows. Where it is small it is kept like any
//! other sheet. A large one is *passing*: it is laid out for some of the outer rows at a time, aggregated, and laid out
//! anew for the next, so that memory does not grow with the square of a game. What is computed on passing pairs
//! passes with them. Start with [`Pairs::new`], then [`Course::step`].

use super::kernel::Evaluator;
use super::prepared::Prepared;
use super::reduce::{Gathering, Trouble};
use super::step::{self, Stepped};
use super::tabled::Under;
use super::tied::Levels;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{LinkRole, Reduce, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{Column, ColumnId, Data, Grouping, Index, LinkId, NO_ROW, SheetId, Tables, row_id};
use crate::value::Symbols;
use std::collections::BTreeSet;
use std::ops::Range;

/// How many pairs there may be at a time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// A sheet with no more of them than this is kept.
    pub kept: usize,
    /// No more of them than this are laid out at a time, or those of a single outer row.
    pub laid: usize,
}

impl Limits {
    /// Some tens of megabytes for what is kept, and little for what passes.
    pub(super) const USUAL: Self = Self { kept: 4_000_000, laid: 250_000 };
}

/// How the rows of a sheet of pairs come about.
#[derive(Debug)]
pub(super) struct Pairs {
    sheet: SheetId,
    outer: LinkId,
    inner: LinkId,
    outer_rows: usize,
    /// From each outer row to what it has in common with others.
    up: Index,
    /// The inner rows that have it in common.
    children: Grouping,
    /// Whether a row is never paired with itself.
    except_self: bool,
}

impl Pairs {
    /// The pairs of a sheet, none laid out. `None` as long as a link that they need is not filled.
    pub(super) fn new(ruleset: &Ruleset, tables: &Tables, sheet: SheetId) -> Option<Self> {
        let SheetKind::Join { outer_path, inner_path, except_self } = &ruleset.sheet(sheet).kind else {
            return None;
        };
        let outer = ruleset.link_of(sheet, &LinkRole::Outer)?;
        let inner = ruleset.link_of(sheet, &LinkRole::Inner)?;
        let (outer_sheet, inner_sheet) = (ruleset.link(outer).to, ruleset.link(inner).to);
        let up = whole(tables, outer_path, outer_sheet)?;
        let down = whole(tables, inner_path, inner_sheet)?;
        let inner_rows = tables.rows(inner_sheet);
        let parents = match inner_path.last().or(outer_path.last()) {
            Some(link) => tables.rows(ruleset.link(*link).to),
            None => inner_rows,
        };
        Some(Self {
            sheet,
            outer,
            inner,
            outer_rows: tables.rows(outer_sheet),
            up,
            children: Grouping::new(&down, inner_rows, parents),
            except_self: *except_self && outer_sheet == inner_sheet,
        })
    }

    /// Whether there are at most so many.
    pub(super) fn are_at_most(&self, limit: usize) -> bool {
        self.rows_with_at_most(0, limit) == (0..self.outer_rows)
    }

    /// Lays out the pairs of all outer rows.
    pub(super) fn lay_all(&self, tables: &mut Tables) {
        self.lay(0..self.outer_rows, tables);
    }

    /// Lays out none.
    pub(super) fn lay_none(&self, tables: &mut Tables) {
        self.lay(0..0, tables);
    }

    /// Lays out the pairs of these outer rows.
    fn lay(&self, outer_rows: Range<usize>, tables: &mut Tables) {
        let most = outer_rows.clone().map(|row| self.of(row).len()).sum();
        let (mut outers, mut inners) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for row in outer_rows {
            for &child in self.of(row) {
                if self.except_self && child == row_id(row) {
                    continue;
                }
                outers.push(row_id(row));
                inners.push(child);
            }
        }
        tables.set_rows(self.sheet, outers.len());
        tables.set_link(self.outer, Index::Rows(outers));
        tables.set_link(self.inner, Index::Rows(inners));
    }

    /// What an outer row is paired with, itself not yet left out.
    fn of(&self, row: usize) -> &[u32] {
        match self.up.get(row) {
            NO_ROW => &[],
            parent => self.children.children(parent as usize),
        }
    }

    /// The outer rows from `start` on that together have at most `limit` pairs.
    fn rows_with_at_most(&self, start: usize, limit: usize) -> Range<usize> {
        let (mut end, mut left) = (start, limit);
        while end < self.outer_rows {
            let own = self.of(end).len();
            match left.checked_sub(own) {
                Some(rest) => left = rest,
                None => break,
            }
            end += 1;
        }
        start..end
    }

    /// The first of these outer rows whose pairs are laid out at a time: one at least. `None` where there are no rows.
    fn first_of(&self, rows: &Range<usize>, limit: usize) -> Option<Range<usize>> {
        let most = self.rows_with_at_most(rows.start, limit).end;
        (!rows.is_empty()).then(|| rows.start..most.clamp(rows.start + 1, rows.end))
    }
}

fn whole(tables: &Tables, path: &[LinkId], from: SheetId) -> Option<Index> {
    let rows = tables.rows(from);
    path.iter().try_fold(Index::SAME, |sofar, link| Some(sofar.then(tables.link(*link)?, rows)))
}

/// What steps are taken with, where pairs may be passing.
pub(super) struct Course<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    pub symbols: &'a Symbols,
    /// What is computed, in order.
    pub steps: &'a [Step],
    pub seed: u64,
    pub limits: Limits,
    /// The sheets of pairs that are never there as a whole.
    pub passing: &'a BTreeSet<SheetId>,
}

/// What a step comes to, and the steps that cannot be computed on some rows: itself, or some on passing pairs.
pub(super) struct Taken<'a> {
    pub column: Column,
    pub ties: Vec<Vec<u32>>,
    pub troubles: Vec<(&'a Step, Trouble)>,
}

impl<'a> Course<'a> {
    /// Whether the column of a step passes with the pairs that it is on, and is computed whenever they are laid out.
    pub(super) fn passes(&self, step: &Step) -> bool {
        self.passing.contains(&self.ruleset.column(step.out()).sheet)
    }

    /// Computes the column of a step; with `levels`, of a step of a key among tied. `among` are the steps of that key.
    pub(super) fn step(
        &self,
        step: &'a Step,
        (levels, among): (Option<&Levels>, &'a [Step]),
        prepared: &mut Prepared,
        tables: &mut Tables,
    ) -> Taken<'a> {
        self.prepare(step, prepared, tables);
        if !self.is_over_passing(step) {
            let Self { ruleset, settings, symbols, .. } = *self;
            prepared.tabulate(step, Under { ruleset, settings, symbols }, (tables, 1));
        }
        self.step_prepared(step, (levels, among), prepared, tables)
    }

    /// Prepares a step; one over passing pairs prepares itself whenever they are laid out.
    pub(super) fn prepare(&self, step: &Step, prepared: &mut Prepared, tables: &Tables) {
        if !self.is_over_passing(step) {
            prepared.step(step, self.ruleset, tables);
        }
    }

    /// [`Self::step`], of a step that is prepared.
    pub(super) fn step_prepared(
        &self,
        step: &'a Step,
        (levels, among): (Option<&Levels>, &'a [Step]),
        prepared: &mut Prepared,
        tables: &mut Tables,
    ) -> Taken<'a> {
        match step {
            Step::Reduce(reduce) if self.passing.contains(&reduce.over) => {
                self.reduce(step, reduce, (levels, among), prepared, tables)
            }
            Step::Map { .. } | Step::Reduce(_) | Step::Place(_) => {
                let run = self.evaluator(prepared, tables);
                let Stepped { column, ties, trouble } = step::eval(&run, step, levels, self.seed);
                let troubles = if trouble.faults.is_empty() { Vec::new() } else { vec![(step, trouble)] };
                Taken { column, ties, troubles }
            }
        }
    }

    fn is_over_passing(&self, step: &Step) -> bool {
        match step {
            Step::Reduce(reduce) => self.passing.contains(&reduce.over),
            Step::Map { .. } | Step::Place(_) => false,
        }
    }

    /// An aggregate over passing pairs.
    fn reduce(
        &self,
        step: &'a Step,
        reduce: &Reduce,
        (levels, among): (Option<&Levels>, &'a [Step]),
        all: &mut Prepared,
        tables: &mut Tables,
    ) -> Taken<'a> {
        let out = self.ruleset.column(reduce.out).sheet;
        let mut gathering = Gathering::new(self.ruleset, self.symbols, reduce, tables.open(out));
        let mut troubles = Vec::new();
        let before = self.on_pairs(reduce, among);
        if let Some(pairs) = all.take_pairs(self.ruleset, tables, reduce.over) {
            let mut left = tables.open(self.ruleset.link(pairs.outer).to);
            while let Some(rows) = pairs.first_of(&left, self.limits.laid) {
                left.start = rows.end;
                pairs.lay(rows, tables);
                let mut prepared = Prepared::default();
                for &earlier in &before {
                    let taken = self.step(earlier, (levels, among), &mut prepared, tables);
                    tables.set_column(earlier.out(), taken.column);
                    for (failed, trouble) in taken.troubles {
                        self.add_trouble(&mut troubles, failed, &pairs, &trouble, tables);
                    }
                }
                prepared.step(step, self.ruleset, tables);
                let run = self.evaluator(&prepared, tables);
                let faults = gathering.pass(&run, levels);
                let limit = super::reduce::limit(&run, reduce);
                gathering.select(limit);
                self.add_trouble(
                    &mut troubles,
                    step,
                    &pairs,
                    &Trouble { sheet: reduce.over, faults },
                    tables,
                );
            }
            for earlier in before {
                let kind = &self.ruleset.column(earlier.out()).ty.kind;
                tables.set_column(earlier.out(), Column::full(Data::empty(kind)));
            }
            pairs.lay_none(tables);
            all.keep_pairs(reduce.over, pairs);
        }
        let (column, faults) = gathering.finish();
        if !faults.is_empty() && !troubles.iter().any(|(failed, _)| failed.out() == reduce.out) {
            troubles.push((step, Trouble { sheet: out, faults }));
        }
        Taken { column, ties: Vec::new(), troubles }
    }

    /// The steps on a sheet of pairs that an aggregate over it needs, in order.
    fn on_pairs(&self, reduce: &Reduce, among: &'a [Step]) -> Vec<&'a Step> {
        let ladder = self.ruleset.ladder.as_ref();
        let at = ladder.map_or(0, |ladder| ladder.at.min(self.steps.len()));
        let (first, later) = self.steps.split_at(at);
        let steps = || ladder.iter().flat_map(|ladder| &ladder.steps);
        let all = || first.iter().chain(steps()).chain(later).chain(among);
        let mut needed: BTreeSet<ColumnId> = BTreeSet::new();
        let mut open: Vec<&Expr> = reduce.value.iter().chain(&reduce.filter).collect();
        while let Some(expr) = open.pop() {
            if let Node::Column { column, .. } = &expr.node
                && self.passing.contains(&self.ruleset.column(*column).sheet)
                && needed.insert(*column)
            {
                for step in all().filter(|step| step.out() == *column) {
                    match step {
                        Step::Map { value, .. } => open.push(value),
                        Step::Reduce(reduce) => open.extend(reduce.value.iter().chain(&reduce.filter)),
                        Step::Place(_) => {}
                    }
                }
            }
            expr.parts(&mut open);
        }
        let here = |step: &&Step| {
            needed.contains(&step.out()) && self.ruleset.column(step.out()).sheet == reduce.over
        };
        all().filter(here).collect()
    }

    /// Adds the outer rows of the pairs on which a step cannot be computed: the pairs will be gone when it is told.
    fn add_trouble(
        &self,
        troubles: &mut Vec<(&'a Step, Trouble)>,
        step: &'a Step,
        pairs: &Pairs,
        trouble: &Trouble,
        tables: &Tables,
    ) {
        let Some(index) = tables.link(pairs.outer).filter(|_| !trouble.faults.is_empty()) else {
            return;
        };
        // What fails on rows that stay can be told of these rows.
        if trouble.sheet != pairs.sheet {
            return troubles.push((step, Trouble { sheet: trouble.sheet, faults: trouble.faults.clone() }));
        }
        let known = troubles.iter().position(|(failed, _)| failed.out() == step.out());
        let place = known.unwrap_or_else(|| {
            let sheet = self.ruleset.link(pairs.outer).to;
            troubles.push((step, Trouble { sheet, faults: Vec::new() }));
            troubles.len() - 1
        });
        let faults = &mut troubles[place].1.faults;
        for fault in &trouble.faults {
            let row = index.get(fault.row) as usize;
            if faults.last().is_none_or(|last| last.row != row) {
                faults.push(super::batch::RowFault { row, ..*fault });
            }
        }
    }

    /// What expressions are evaluated against.
    pub(super) fn evaluator<'r>(&'r self, prepared: &'r Prepared, tables: &'r Tables) -> Evaluator<'r> {
        let Self { ruleset, settings, symbols, seed, .. } = *self;
        Evaluator { ruleset, settings, symbols, tables, prepared, seed, is_lifted: false }
    }
}
