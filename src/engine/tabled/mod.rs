//! Expressions that look at few values: what they come to is looked up, and not computed row by row.
//!
//! Comes in: an expression, and for how many rows it is wanted. Goes out: a [`Tabled`], if the columns that it looks at can hold so
//! few different values that it is cheaper to compute it once for each combination of them. The same kernels compute it, so that
//! nothing can come out differently; where a combination is at fault, or a row holds a value that its column is not declared to
//! hold, rows are computed as ever. It must never know what an expression is for. Start with [`Tabled::of`].

mod axis;
mod cuts;
mod weight;

use super::batch::Batch;
use super::filling::Filling;
use super::kernel::{Evaluator, gather};
use super::prepared::Prepared;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{Ruleset, Settings};
use crate::sheet::{Column, ColumnId, Tables};
use crate::value::{Symbols, Value};
use axis::Axis;
use std::ops::Range;

/// Tables have no more places than this, with those between combinations: it has to stay in a near cache.
const PLACES: usize = 1 << 14;
/// A combination is worth computing for so many rows.
const ROWS: usize = 4;

/// Under what expressions are evaluated, whatever the rows.
#[derive(Clone, Copy)]
pub(super) struct Under<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    pub symbols: &'a Symbols,
}

/// What an expression comes to for each combination of the values that it looks at.
#[derive(Debug)]
pub(super) struct Tabled {
    axes: Vec<Axis>,
    column: Column,
}

/// What is known of an expression.
#[derive(Debug)]
pub(super) enum Worth {
    /// It is looked up.
    Tabled(Tabled),
    /// It would be, for so many rows.
    From(usize),
    /// It is computed.
    Never,
}

impl Tabled {
    /// Computes the table of an expression, if that is worth it for so many rows.
    pub(super) fn of(under: Under<'_>, expr: &Expr, rows: usize) -> Worth {
        let Some(axes) = axes(under, expr) else { return Worth::Never };
        let combinations: usize = axes.iter().map(|axis| axis.count).product();
        let enough = combinations.saturating_mul(ROWS);
        if enough > rows {
            return Worth::From(enough);
        }
        match computed(under, expr, &axes, combinations) {
            Some(column) => Worth::Tabled(Self { axes, column }),
            None => Worth::Never,
        }
    }

    /// The values on a range of rows; `None` where a row holds what it should not.
    pub(super) fn eval<'a>(&self, run: &Evaluator<'a>, rows: &Range<usize>) -> Option<Batch<'a>> {
        let places = self.places(run, rows)?;
        let mut found = gather(&self.column, &places);
        found.known = found.known.filter(|known| (0..places.len()).any(|row| !known.get(row)));
        Some(found)
    }

    /// Appends the values on a range of rows to a column of them; nothing and `false` where a row holds what it should not.
    #[must_use]
    pub(super) fn fill(&self, run: &Evaluator<'_>, rows: &Range<usize>, filling: &mut Filling) -> bool {
        let Some(places) = self.places(run, rows) else { return false };
        filling.gather(&self.column, &places);
        true
    }

    fn places(&self, run: &Evaluator<'_>, rows: &Range<usize>) -> Option<Vec<u16>> {
        let mut places = vec![0_u16; rows.len()];
        for axis in &self.axes {
            let own = run.tables.column(axis.column).filter(|_| axis.path.is_empty());
            let marked = own.and_then(|column| axis.mark_own(column, rows.clone(), &mut places));
            let fits = marked.unwrap_or_else(|| {
                let batch = run.column(axis.column, &axis.path, &axis.ty.kind, rows.clone());
                axis.mark(&batch, &mut places)
            });
            if !fits {
                return None;
            }
        }
        Some(places)
    }
}

/// The columns that an expression looks at, if looking their values up costs less than computing with them.
fn axes(under: Under<'_>, expr: &Expr) -> Option<Vec<Axis>> {
    let mut axes = Vec::new();
    let mut bits = 0;
    for seen in cuts::looked_at(under.settings, expr)? {
        let mut axis = Axis::new(under.ruleset, &seen, PLACES)?;
        axis.shift = bits;
        bits += axis.bits();
        if 1_usize.checked_shl(bits).is_none_or(|places| places > PLACES) {
            return None;
        }
        axes.push(axis);
    }
    let (mut passes, mut open) = (0, vec![expr]);
    while let Some(expr) = open.pop() {
        passes += weight::passes(expr);
        expr.parts(&mut open);
    }
    (!axes.is_empty() && passes > axes.len() + 1).then_some(axes)
}

/// What the expression comes to at each place; `None` where it cannot be computed for a combination.
fn computed(under: Under<'_>, expr: &Expr, axes: &[Axis], combinations: usize) -> Option<Column> {
    let Under { ruleset, settings, symbols } = under;
    let mut alone = expr.clone();
    let mut open = vec![&mut alone];
    while let Some(part) = open.pop() {
        if let Node::Column { column, path } = &mut part.node {
            let axis = axes.iter().position(|axis| axis.column == *column && axis.path == *path)?;
            *column = ColumnId(u32::try_from(axis).ok()?);
            path.clear();
        }
        part.parts_mut(&mut open);
    }
    let mut columns: Vec<Column> = axes.iter().map(Axis::empty).collect();
    let mut places = Vec::with_capacity(combinations);
    for combination in 0..combinations {
        let (mut rest, mut place) = (combination, 0);
        for (axis, column) in axes.iter().zip(&mut columns) {
            let own = rest % axis.count;
            rest /= axis.count;
            column.push(axis.value(own));
            place |= own << axis.shift;
        }
        places.push(place);
    }
    let mut tables = Tables::new(0, axes.len(), 0);
    for (id, column) in (0..).map(ColumnId).zip(columns) {
        tables.set_column(id, column);
    }
    let mut prepared = Prepared::default();
    prepared.expression(&alone, ruleset, &tables);
    let run = Evaluator {
        ruleset,
        settings,
        symbols,
        tables: &tables,
        prepared: &prepared,
        seed: 0,
        is_lifted: false,
    };
    let mut filling = Filling::new(&expr.ty.kind, combinations);
    run.fill(&mut filling, &alone, 0..combinations);
    let (column, faults) = filling.finish();
    faults.is_empty().then(|| spread(&column, &places, &expr.ty))
}

/// The values at their places; between them stands anything.
fn spread(column: &Column, places: &[usize], ty: &crate::value::Type) -> Column {
    let size = places.iter().max().map_or(0, |last| last + 1);
    let mut rows = vec![0_u32; size];
    for (row, &place) in (0..).zip(places) {
        rows[place] = row;
    }
    let mut spread = Column::full(crate::sheet::Data::empty(&ty.kind));
    for row in rows {
        let row = row as usize;
        spread.push(if row < column.len() { column.value(row, &ty.kind) } else { Value::Missing });
    }
    spread
}
