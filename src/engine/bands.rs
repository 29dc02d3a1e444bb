//! Bands: the value of the line that takes the subject.
//!
//! A [`Lookup`] is made once a run: a dense table over small ranges of integers, sorted pieces over large ones and over
//! numbers, a table by symbol over choices. A line and a column of the table make a slot. Start with [`eval`].

use super::batch::{Batch, Faults, Values, View, both, marked, merge};
use super::blend::Blend;
use super::kernel::{Evaluator, gather};
use super::lookup::NONE;
use crate::ruleset::expression::{BandTable, Expr, Node, SeatPick};
use crate::sheet::{Column, Data, row_id};
use crate::value::{Fault, Symbol, Value};
use std::ops::Range;

/// The values of a table of bands.
pub(super) fn eval<'a>(
    run: &Evaluator<'a>,
    expr: &Expr,
    table: &BandTable,
    rows: &Range<usize>,
) -> Batch<'a> {
    let len = rows.len();
    let Some(slots) = Slots::new(run, expr, table, rows) else {
        return Batch::missing(len, &expr.ty.kind);
    };
    let mut used = vec![false; table.bands.len() * slots.columns];
    for (&slot, &taken) in slots.of_rows.iter().zip(&slots.taken) {
        used[slot as usize] |= taken;
    }
    // Whatever looks at no row is computed once and copied; the rest is computed on all rows, and taken where it counts.
    let mut constants = Column::full(Data::empty(&expr.ty.kind));
    let mut varying = Vec::new();
    for (slot, used) in used.iter().enumerate() {
        let value =
            used.then(|| table.bands[slot / slots.columns].values.get(slot % slots.columns)).flatten();
        let constant = value.and_then(|value| constant(run, value));
        if let (Some(value), None) = (value, constant) {
            varying.push((slot, value));
        }
        constants.push(constant.unwrap_or(Value::Missing));
    }
    if constants.is_empty() {
        constants.push(Value::Missing);
    }
    let copied = gather(&constants, &slots.of_rows);
    if varying.is_empty() && slots.is_whole && slots.faults.is_empty() {
        // What is missing in lines that no row takes is none of its rows.
        let known = copied.known.filter(|known| (0..len).any(|row| !known.get(row)));
        return Batch { known, ..copied };
    }
    let mut blend = Blend::new(&expr.ty.kind, len);
    if varying.is_empty() {
        blend.put(&copied, &slots.taken);
    } else {
        let mut plain = slots.taken.clone();
        for (slot, value) in varying {
            let take: Vec<bool> =
                (0..len).map(|row| slots.taken[row] && slots.of_rows[row] as usize == slot).collect();
            for (plain, take) in plain.iter_mut().zip(&take) {
                *plain &= !take;
            }
            blend.put(&run.eval(value, rows.clone()), &take);
        }
        blend.put(&copied, &plain);
    }
    blend.fail(slots.faults);
    blend.finish()
}

/// The lines that rows take, by the same kernels; `None` where the table cannot be looked up.
pub(super) fn lines(
    run: &Evaluator<'_>,
    expr: &Expr,
    table: &BandTable,
    rows: &Range<usize>,
) -> Option<Slots> {
    Slots::new(run, expr, table, rows)
}

/// Which line and column each row takes.
pub(super) struct Slots {
    columns: usize,
    /// Line times columns, plus column; 0 where none is taken.
    of_rows: Vec<u32>,
    taken: Vec<bool>,
    /// Whether every row takes a line.
    is_whole: bool,
    faults: Faults,
}

impl Slots {
    /// The line that a row takes, and its column; `None` where it takes none.
    pub(super) fn line(&self, row: usize) -> Option<(usize, usize)> {
        let slot = self.of_rows[row] as usize;
        self.taken[row].then_some((slot / self.columns, slot % self.columns))
    }

    fn new(run: &Evaluator<'_>, expr: &Expr, table: &BandTable, rows: &Range<usize>) -> Option<Self> {
        let len = rows.len();
        let lookup = run.prepared.lookup(table)?;
        let subject = run.eval(&table.subject, rows.clone());
        let mut of_rows = Vec::with_capacity(len);
        match &subject.values {
            Values::Integer(lane) => lookup.integers(lane, len, &mut of_rows),
            Values::Number(lane) => lookup.numbers(lane, len, &mut of_rows),
            Values::Symbol(lane) => lookup.symbols(lane, len, &mut of_rows),
            Values::Flag(_) => of_rows.resize(len, lookup.otherwise()),
        }
        let mut known = subject.known;
        let mut faults = subject.faults;
        let mut none: Vec<bool> = of_rows.iter().map(|&line| line == NONE).collect();
        let mut columns = 1;
        if let Some(SeatPick { seats, seat }) = &table.pick {
            columns = seats.len().max(1);
            let seat = run.eval(seat, rows.clone());
            let Values::Symbol(lane) = &seat.values else {
                return None;
            };
            let column = |seat: Symbol| seats.iter().position(|&column| column == seat).map(row_id);
            let count = row_id(columns);
            let seat_row = |(slot, none): (&mut u32, &mut bool), seat: Symbol| match column(seat) {
                Some(column) if *slot != NONE => *slot = *slot * count + column,
                Some(_) => {}
                None => *none = true,
            };
            let slots = of_rows.iter_mut().zip(&mut none);
            match lane.view() {
                View::Same(seat) => slots.for_each(|row| seat_row(row, seat)),
                View::Each(seats) => slots.zip(seats).for_each(|(row, &seat)| seat_row(row, seat)),
            }
            known = both(known, seat.known);
            faults = merge(faults, seat.faults);
        }
        let mut missed = marked(&none, Fault::NoBand, expr.at);
        let mut taken: Vec<bool> = none.iter().map(|&none| !none).collect();
        if let Some(known) = &known {
            missed.retain(|fault| known.get(fault.row));
            for (row, taken) in taken.iter_mut().enumerate() {
                *taken &= known.get(row);
            }
        }
        for fault in &faults {
            taken[fault.row] = false;
        }
        let is_whole = taken.iter().fold(true, |all, &taken| all & taken);
        if !is_whole {
            for (slot, _) in of_rows.iter_mut().zip(&taken).filter(|(_, taken)| !**taken) {
                *slot = 0;
            }
        }
        Some(Self { columns, of_rows, taken, is_whole, faults: merge(faults, missed) })
    }
}

fn constant(run: &Evaluator<'_>, value: &Expr) -> Option<Value> {
    if let Node::Literal(value) = &value.node {
        return Some(*value);
    }
    let mut open = vec![value];
    while let Some(part) = open.pop() {
        if matches!(part.node, Node::Column { .. }) {
            return None;
        }
        part.parts(&mut open);
    }
    // A constant that has no value is left to the rows, which say so.
    Some(run.constant(value)).filter(|value| *value != Value::Missing)
}
