//! A column of this row (borrowed), or of the row that links lead to (gathered).

use super::super::batch::{Batch, Known, Lane, Values, each};
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
        let len = rows.len();
        let tables = self.tables;
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
        Index::Every(count) => {
            let count = *count as usize;
            let mut out = vec![blank; rows.len()];
            // The rows that are left of the first target, if it begins before them; then those of one after the other.
            let left = (rows.start.next_multiple_of(count) - rows.start).min(rows.len());
            let (first, rest) = out.split_at_mut(left);
            if !first.is_empty() {
                first.fill(values[rows.start / count]);
            }
            for (run, &value) in rest.chunks_mut(count).zip(&values[rows.start.div_ceil(count)..]) {
                run.fill(value);
            }
            Lane::Own(out)
        }
        Index::Rows(targets) => Lane::Own(
            targets[rows]
                .iter()
                .map(|&target| values.get(target as usize).copied().unwrap_or(blank))
                .collect(),
        ),
    }
}
