//! A column of this row (borrowed), or of the row that links lead to (gathered).

use super::super::batch::{Batch, Known, Lane, RowFault, Values, View, each};
use super::super::lifted;
use super::Evaluator;
use crate::sheet::{Column, ColumnId, Data, Index, Integers, LinkId, NO_ROW};
use crate::value::{Kind, Rational, Symbol};
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// The values of a column, `path` away.
    pub(in super::super) fn column(
        &self,
        id: ColumnId,
        path: &[LinkId],
        kind: &Kind,
        rows: Range<usize>,
    ) -> Batch<'a> {
        if self.is_lifted {
            let below = Self { is_lifted: false, ..*self };
            return below.column(id, path.get(1..).unwrap_or_default(), kind, rows);
        }
        let len = rows.len();
        let tables = self.tables;
        if let [first, rest @ ..] = path
            && !rest.is_empty()
            && let Some(every) = lifted::every(*first, tables)
        {
            return behind(every, &rows, |targets| self.column(id, rest, kind, targets));
        }
        let (Some(column), Some(index)) = (tables.column(id), self.prepared.index(path, tables)) else {
            return Batch::missing(len, kind);
        };
        if path.is_empty() {
            own(column, rows)
        } else if column.is_empty() {
            Batch::missing(len, kind)
        } else {
            follow(column, index, rows)
        }
    }
}

/// The values of what so many rows each have in common, computed at the rows that they lead to.
pub(super) fn behind<'a>(
    every: usize,
    rows: &Range<usize>,
    eval: impl FnOnce(Range<usize>) -> Batch<'a>,
) -> Batch<'a> {
    let every = every.max(1);
    let targets = rows.start / every..rows.end.div_ceil(every);
    let first = targets.start;
    let batch = eval(targets);
    if every == 1 {
        return batch;
    }
    let own = rows.start - first * every..rows.end - first * every;
    let values = match batch.values {
        Values::Integer(lane) => Values::Integer(spread(&lane, every, &own)),
        Values::Number(lane) => Values::Number(spread(&lane, every, &own)),
        Values::Flag(lane) => Values::Flag(spread(&lane, every, &own)),
        Values::Symbol(lane) => Values::Symbol(spread(&lane, every, &own)),
    };
    let known = batch.known.map(|known| spread(&known, every, &own));
    let of_target = |fault: RowFault| {
        let rows = (fault.row * every..(fault.row + 1) * every).filter(|row| own.contains(row));
        rows.map(move |row| RowFault { row: row - own.start, ..fault })
    };
    let faults = batch.faults.into_iter().flat_map(of_target).collect();
    Batch { len: rows.len(), values, known, faults }
}

fn spread<'o, T: Copy>(lane: &Lane<'_, T>, every: usize, rows: &Range<usize>) -> Lane<'o, T> {
    match lane.view() {
        View::Same(value) => Lane::Same(value),
        View::Each(values) => Lane::Own(runs(values, every, rows)),
    }
}

/// For each row the value of the target that it leads to, where so many rows lead to each.
fn runs<T: Copy>(values: &[T], every: usize, rows: &Range<usize>) -> Vec<T> {
    let is_even = rows.start.is_multiple_of(every) && rows.end.is_multiple_of(every);
    let values = &values[rows.start / every..rows.end.div_ceil(every)];
    match every {
        2 if is_even => values.iter().flat_map(|&value| [value; 2]).collect(),
        4 if is_even => values.iter().flat_map(|&value| [value; 4]).collect(),
        _ => {
            let mut out = Vec::with_capacity(rows.len());
            // The rows that are left of the first target, if it begins before them; then those of one after the other.
            let mut here = every - rows.start % every;
            for &value in values {
                out.resize(rows.len().min(out.len() + here), value);
                here = every;
            }
            out
        }
    }
}

fn own(column: &Column, rows: Range<usize>) -> Batch<'_> {
    let len = rows.len();
    let known = column.known.as_ref().map(|known| Lane::Slice(&known[rows.clone()]));
    let values = match &column.data {
        Data::Integer(values) => Values::Integer(Lane::of(values.slice(rows))),
        Data::Number(values) => Values::Number(Lane::Slice(&values[rows])),
        Data::Flag(values) => Values::Flag(Lane::Slice(&values[rows])),
        Data::Symbol(values) => Values::Symbol(Lane::Slice(&values[rows])),
    };
    Batch { len, values, known, faults: Vec::new() }
}

/// The values of a small column at these rows of it.
pub(in super::super) fn gather<'o, R: Copy + Into<u32>>(column: &Column, rows: &[R]) -> Batch<'o> {
    fn take<'o, T: Copy, R: Copy + Into<u32>>(values: &[T], rows: &[R]) -> Lane<'o, T> {
        Lane::Own(rows.iter().map(|&row| values[row.into() as usize]).collect())
    }
    let values = match &column.data {
        Data::Integer(Integers::Small(values)) => {
            Values::Integer(Lane::Own(rows.iter().map(|&row| values[row.into() as usize].into()).collect()))
        }
        Data::Integer(Integers::Wide(values)) => Values::Integer(take(values, rows)),
        Data::Number(values) => Values::Number(take(values, rows)),
        Data::Flag(values) => Values::Flag(take(values, rows)),
        Data::Symbol(values) => Values::Symbol(take(values, rows)),
    };
    let known = column.known.as_ref().map(|known| take(known, rows));
    Batch { len: rows.len(), values, known, faults: Vec::new() }
}

fn follow<'a>(column: &'a Column, index: &Index, rows: Range<usize>) -> Batch<'a> {
    let len = rows.len();
    let there: Known<'_> = match index {
        Index::Every(_) | Index::One => None,
        Index::Rows(targets) => {
            let targets = &targets[rows.clone()];
            targets
                .contains(&NO_ROW)
                .then(|| Lane::Own(targets.iter().map(|&target| target != NO_ROW).collect()))
        }
    };
    let known = match (&column.known, there) {
        (None, there) => there,
        (Some(known), _) => Some(pick(known, index, rows.clone(), false)),
    };
    let values = match &column.data {
        Data::Integer(Integers::Small(values)) => {
            Values::Integer(each(&pick(values, index, rows, 0), i64::from))
        }
        Data::Integer(Integers::Wide(values)) => Values::Integer(pick(values, index, rows, 0)),
        Data::Number(values) => Values::Number(pick(values, index, rows, Rational::ZERO)),
        Data::Flag(values) => Values::Flag(pick(values, index, rows, false)),
        Data::Symbol(values) => Values::Symbol(pick(values, index, rows, Symbol(0))),
    };
    Batch { len, values, known, faults: Vec::new() }
}

fn pick<'a, T: Copy>(values: &'a [T], index: &Index, rows: Range<usize>, blank: T) -> Lane<'a, T> {
    match index {
        Index::One => Lane::Same(values[0]),
        Index::Every(1) => Lane::Slice(&values[rows]),
        Index::Every(count) => Lane::Own(runs(values, *count as usize, &rows)),
        Index::Rows(targets) => Lane::Own(
            targets[rows]
                .iter()
                .map(|&target| values.get(target as usize).copied().unwrap_or(blank))
                .collect(),
        ),
    }
}
