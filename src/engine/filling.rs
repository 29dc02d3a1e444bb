//! A column in the making: batches appended, chunk after chunk.
//!
//! The mask of what is known is begun with the first row that is not. It must never know where batches come from.

use super::batch::{Batch, Faults, Lane, RowFault, Values};
use crate::sheet::{Column, Data};
use crate::value::{Kind, Rational};

/// From this many rows on it is not so much computing that takes time as memory: integers stay as small as they are looked up. Shorter
/// columns are near at hand, and whoever adds them up wants them wide.
const LONG: usize = 1 << 16;

/// A column in the making, and the rows that have no value.
pub(super) struct Filling {
    column: Column,
    faults: Faults,
    /// How many rows there is to be room for.
    rows: usize,
}

impl Filling {
    /// An empty column of this kind with room for so many rows.
    pub(super) fn new(kind: &Kind, rows: usize) -> Self {
        let mut data = Data::empty(kind);
        match &mut data {
            Data::Integer(_) => {}
            Data::Number(values) => values.reserve_exact(rows),
            Data::Flag(values) => values.reserve_exact(rows),
            Data::Symbol(values) => values.reserve_exact(rows),
        }
        Self { column: Column::full(data), faults: Vec::new(), rows }
    }

    /// Appends a chunk.
    pub(super) fn append(&mut self, batch: &Batch<'_>) {
        let (start, len) = (self.column.len(), batch.len);
        let fits = match (&mut self.column.data, &batch.values) {
            (Data::Integer(out), Values::Integer(lane)) => {
                if out.is_empty() {
                    out.wide().reserve_exact(self.rows);
                }
                append(out.wide(), lane, len)
            }
            (Data::Number(out), Values::Number(lane)) => append(out, lane, len),
            (Data::Number(out), Values::Integer(lane)) => {
                append(out, &super::batch::each(lane, Rational::from), len)
            }
            (Data::Flag(out), Values::Flag(lane)) => append(out, lane, len),
            (Data::Symbol(out), Values::Symbol(lane)) => append(out, lane, len),
            (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => false,
        };
        debug_assert!(fits, "a rule gives what its column holds");
        let missing = Lane::Same(false);
        let known = if fits { batch.known.as_ref() } else { Some(&missing) };
        if !fits {
            super::blend::lengthen(&mut self.column.data, start + len);
        }
        match (&mut self.column.known, known) {
            (None, None) => {}
            (Some(all), None) => all.resize(start + len, true),
            (all, Some(known)) => {
                let all = all.get_or_insert_with(|| vec![true; start]);
                known.append_to(all, len);
            }
        }
        self.faults.extend(batch.faults.iter().map(|fault| RowFault { row: start + fault.row, ..*fault }));
    }

    /// Appends the values at these places of another column, which is of the same kind.
    pub(super) fn gather(&mut self, from: &Column, places: &[u16]) {
        let start = self.column.len();
        match (&mut self.column.data, &from.data) {
            (Data::Integer(out), Data::Integer(values)) => {
                if out.is_empty() && self.rows >= LONG {
                    *out = values.none_of_these(self.rows);
                } else if out.is_empty() {
                    out.wide().reserve_exact(self.rows);
                }
                out.gather(values, places);
            }
            (Data::Number(out), Data::Number(values)) => take(out, values, places),
            (Data::Number(out), Data::Integer(values)) => {
                out.extend(places.iter().map(|&place| Rational::from(values.at(usize::from(place)))));
            }
            (Data::Flag(out), Data::Flag(values)) => take(out, values, places),
            (Data::Symbol(out), Data::Symbol(values)) => take(out, values, places),
            (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => {
                debug_assert!(false, "what is looked up is of the kind of its column");
            }
        }
        let known = from.known.as_ref().map(|known| places.iter().map(|&place| known[usize::from(place)]));
        match (&mut self.column.known, known) {
            (None, None) => {}
            (Some(all), None) => all.resize(start + places.len(), true),
            (all, Some(known)) => all.get_or_insert_with(|| vec![true; start]).extend(known),
        }
    }

    /// The column, missing where it has a fault, and its faults, whose rows now count from the first of the column.
    pub(super) fn finish(mut self) -> (Column, Faults) {
        mark_missing(&mut self.column, &self.faults);
        if self.column.known.as_ref().is_some_and(|known| !known.contains(&false)) {
            self.column.known = None;
        }
        (self.column, self.faults)
    }
}

/// Rows at fault are missing, for what is computed from them before it is known whether they matter.
pub(super) fn mark_missing(column: &mut Column, faults: &Faults) {
    if faults.is_empty() {
        return;
    }
    let rows = column.len();
    let known = column.known.get_or_insert_with(|| vec![true; rows]);
    for fault in faults {
        known[fault.row] = false;
    }
}

fn take<T: Copy>(out: &mut Vec<T>, values: &[T], places: &[u16]) {
    out.extend(places.iter().map(|&place| values[usize::from(place)]));
}

fn append<T: Copy>(out: &mut Vec<T>, lane: &Lane<'_, T>, len: usize) -> bool {
    lane.append_to(out, len);
    true
}
