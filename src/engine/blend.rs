//! One batch put together from several, row by row: the branches of `if`, the lines of cases and bands, `else`.
//!
//! Each branch is [`put`](Blend::put) on the rows that take it, with its faults on these rows alone.
//! A row that no branch was put on is missing. It must never know why a row takes a branch.

use super::batch::{Batch, Faults, Lane, RowFault, Values, View};
use crate::sheet::{Data, Integers};
use crate::value::{Kind, Rational, Symbol};

/// A batch in the making.
pub(super) struct Blend {
    values: Data,
    known: Vec<bool>,
    faults: Faults,
}

impl Blend {
    /// Nothing yet, on `len` rows.
    pub(super) fn new(kind: &Kind, len: usize) -> Self {
        Self { values: blank(kind, len), known: vec![false; len], faults: Vec::new() }
    }

    /// Takes the rows marked from `batch`.
    pub(super) fn put(&mut self, batch: &Batch<'_>, take: &[bool]) {
        let fits = match (&mut self.values, &batch.values) {
            (Data::Integer(out), Values::Integer(lane)) => copy(out.wide(), lane, take),
            (Data::Number(out), Values::Number(lane)) => copy(out, lane, take),
            (Data::Flag(out), Values::Flag(lane)) => copy(out, lane, take),
            (Data::Symbol(out), Values::Symbol(lane)) => copy(out, lane, take),
            (Data::Number(out), Values::Integer(lane)) => {
                for (row, out) in out.iter_mut().enumerate().filter(|(row, _)| take[*row]) {
                    *out = lane.get(row).into();
                }
                true
            }
            (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => false,
        };
        debug_assert!(fits, "the branches of an expression have one kind");
        match &batch.known {
            _ if !fits => {}
            None => {
                for (known, &take) in self.known.iter_mut().zip(take) {
                    *known |= take;
                }
            }
            Some(lane) => {
                for (row, known) in self.known.iter_mut().enumerate() {
                    *known |= take[row] & lane.get(row);
                }
            }
        }
        self.faults.extend(batch.faults.iter().filter(|fault| take[fault.row]));
    }

    /// Adds faults of rows on which no branch is put.
    pub(super) fn fail(&mut self, faults: impl IntoIterator<Item = RowFault>) {
        self.faults.extend(faults);
    }

    /// What came of it.
    pub(super) fn finish(mut self) -> Batch<'static> {
        self.faults.sort_by_key(|fault| fault.row);
        self.faults.dedup_by_key(|fault| fault.row);
        for fault in &self.faults {
            self.known[fault.row] = true;
        }
        let len = self.known.len();
        let known = self.known.contains(&false).then_some(Lane::Own(self.known));
        let values = match self.values {
            Data::Integer(values) => Values::Integer(Lane::Own(values.into_wide())),
            Data::Number(values) => Values::Number(Lane::Own(values)),
            Data::Flag(values) => Values::Flag(Lane::Own(values)),
            Data::Symbol(values) => Values::Symbol(Lane::Own(values)),
        };
        Batch { len, values, known, faults: self.faults }
    }
}

/// One value where `holds` is marked and the other elsewhere, which both are there on every row. `None` where one is not,
/// or has a fault: that is for [`Blend`].
pub(super) fn choose(holds: &[bool], value: &Batch<'_>, otherwise: &Batch<'_>) -> Option<Batch<'static>> {
    let is_whole = |batch: &Batch<'_>| batch.known.is_none() && batch.faults.is_empty();
    if !is_whole(value) || !is_whole(otherwise) {
        return None;
    }
    let values = match (&value.values, &otherwise.values) {
        (Values::Integer(value), Values::Integer(other)) => Values::Integer(either(holds, value, other)),
        (Values::Number(value), Values::Number(other)) => Values::Number(either(holds, value, other)),
        (Values::Flag(value), Values::Flag(other)) => Values::Flag(either(holds, value, other)),
        (Values::Symbol(value), Values::Symbol(other)) => Values::Symbol(either(holds, value, other)),
        (Values::Integer(_) | Values::Number(_) | Values::Flag(_) | Values::Symbol(_), _) => return None,
    };
    Some(Batch::full(holds.len(), values))
}

fn either<'o, T: Copy>(holds: &[bool], value: &Lane<'_, T>, otherwise: &Lane<'_, T>) -> Lane<'o, T> {
    let rows = holds.iter();
    Lane::Own(match (value.view(), otherwise.view()) {
        (View::Same(value), View::Same(other)) => {
            rows.map(|&holds| if holds { value } else { other }).collect()
        }
        (View::Same(value), View::Each(other)) => {
            rows.zip(other).map(|(&holds, &other)| if holds { value } else { other }).collect()
        }
        (View::Each(value), View::Same(other)) => {
            rows.zip(value).map(|(&holds, &value)| if holds { value } else { other }).collect()
        }
        (View::Each(value), View::Each(other)) => {
            let rows = rows.zip(value).zip(other);
            rows.map(|((&holds, &value), &other)| if holds { value } else { other }).collect()
        }
    })
}

/// A column of nothing in particular.
pub(super) fn blank(kind: &Kind, len: usize) -> Data {
    let mut data = match Data::empty(kind) {
        Data::Integer(_) => Data::Integer(Integers::Wide(Vec::new())),
        other => other,
    };
    lengthen(&mut data, len);
    data
}

/// Goes on with nothing in particular, up to `len` rows.
pub(super) fn lengthen(data: &mut Data, len: usize) {
    match data {
        Data::Integer(values) => values.resize(len, 0),
        Data::Number(values) => values.resize(len, Rational::ZERO),
        Data::Flag(values) => values.resize(len, false),
        Data::Symbol(values) => values.resize(len, Symbol(0)),
    }
}

fn copy<T: Copy>(out: &mut [T], lane: &Lane<'_, T>, take: &[bool]) -> bool {
    match lane.view() {
        View::Same(value) => {
            for (out, &take) in out.iter_mut().zip(take) {
                *out = if take { value } else { *out };
            }
        }
        View::Each(values) => {
            for ((out, &take), &value) in out.iter_mut().zip(take).zip(values) {
                *out = if take { value } else { *out };
            }
        }
    }
    true
}
