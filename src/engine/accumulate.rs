//! What an aggregate keeps for each parent while the rows of a child sheet pass by.
//!
//! Comes in: chunks of values, the parent of each row, and which rows take part. Goes out: a column of the parent sheet.
//! It must never know an expression. Start with [`Accumulator::new`].

use super::batch::{Faults, Lane, RowFault, Values, View};
use super::blend::blank;
use super::filling::mark_missing;
use super::order::SymbolOrder;
use crate::builtins::Aggregate;
use crate::sheet::{Column, Data, Index};
use crate::source::Span;
use crate::value::{Fault, Kind, Rational, Symbols, Type};
use std::collections::BTreeMap;
use std::ops::Range;

/// One aggregate over all parents.
#[derive(Clone)]
pub(super) struct Accumulator<'a> {
    aggregate: Aggregate,
    out: &'a Type,
    symbols: &'a Symbols,
    /// What is aggregated; nothing for a plain count, which always fits.
    at: Option<Span>,
    state: State,
}

#[derive(Clone)]
enum State {
    /// Sums of integers: never too large while they are being made.
    Whole { sums: Sums, counts: Vec<i64> },
    /// Sums of numbers; the parents whose sum did not fit.
    Exact { sums: Vec<Rational>, counts: Vec<i64>, over: Vec<bool> },
    /// How many.
    Counts(Vec<i64>),
    /// Whether a row was met that settles it.
    Met(Vec<bool>),
    /// One of the values.
    Chosen { values: Data, seen: Vec<bool> },
}

/// The parents of the rows of a chunk.
#[derive(Clone, Copy)]
pub(super) enum Parents<'c> {
    /// One for each row.
    Each(&'c [u32]),
    /// So many rows for each, beginning with this one.
    Runs { first: usize, every: usize },
}

impl Parents<'_> {
    /// Parents that are known without looking: where each has as many rows as the others, and the chunk begins with one.
    pub(super) fn in_runs(index: &Index, rows: &Range<usize>) -> Option<Self> {
        match index {
            Index::Every(every) => {
                let every = *every as usize;
                rows.start.is_multiple_of(every).then(|| Self::Runs { first: rows.start / every, every })
            }
            Index::One => Some(Self::Runs { first: 0, every: rows.len().max(1) }),
            Index::Rows(_) => None,
        }
    }
}

/// The rows of a chunk that take part.
#[derive(Clone, Copy)]
pub(super) struct Part<'c> {
    parents: Parents<'c>,
    /// How many rows there are.
    rows: usize,
    /// Which rows take part, whose parents exist; `None`: all of them.
    take: Option<&'c [bool]>,
}

impl<'c> Part<'c> {
    /// The rows that `take` marks.
    pub(super) fn new(parents: Parents<'c>, take: &'c [bool]) -> Self {
        // Looking at all of them at once is quicker than at one after the other.
        let all = take.iter().fold(true, |all, &take| all & take);
        Self { parents, rows: take.len(), take: (!all).then_some(take) }
    }
}

/// Sums of integers, in 64 bits as long as they fit.
#[derive(Clone)]
struct Sums {
    low: Vec<i64>,
    /// What was too much for some of them.
    more: BTreeMap<usize, i128>,
}

impl Sums {
    fn new(parents: usize) -> Self {
        Self { low: vec![0; parents], more: BTreeMap::new() }
    }

    fn grow(&mut self, parents: usize) {
        self.low.resize(parents, 0);
    }

    #[inline]
    fn add(&mut self, parent: usize, value: i64) {
        match self.low[parent].checked_add(value) {
            Some(sum) => self.low[parent] = sum,
            None => self.carry(parent, value),
        }
    }

    /// Adds runs of values, those of one parent after the other.
    fn add_runs<'v>(&mut self, first: usize, runs: impl Iterator<Item = &'v [i64]>) {
        for (parent, run) in (first..).zip(runs) {
            match run.iter().try_fold(0_i64, |sum, &value| sum.checked_add(value)) {
                Some(sum) => self.add(parent, sum),
                None => run.iter().for_each(|&value| self.add(parent, value)),
            }
        }
    }

    #[cold]
    fn carry(&mut self, parent: usize, value: i64) {
        *self.more.entry(parent).or_insert(0) += i128::from(self.low[parent]);
        self.low[parent] = value;
    }

    /// Adds a sum of another.
    fn take_in(&mut self, parent: usize, other: &Self, row: usize) {
        self.add(parent, other.low[row]);
        if let Some(more) = other.more.get(&row) {
            *self.more.entry(parent).or_insert(0) += more;
        }
    }

    fn all(&self) -> impl Iterator<Item = i128> {
        let more = |parent| self.more.get(&parent).copied().unwrap_or(0);
        let is_small = self.more.is_empty();
        let sum = move |(parent, &low)| i128::from(low) + if is_small { 0 } else { more(parent) };
        self.low.iter().enumerate().map(sum)
    }
}

impl<'a> Accumulator<'a> {
    /// Nothing met yet. `value` is the kind of what is aggregated, `out` the type of the column that is filled.
    pub(super) fn new(
        aggregate: Aggregate,
        value: &Kind,
        out: &'a Type,
        parents: usize,
        (symbols, at): (&'a Symbols, Option<Span>),
    ) -> Self {
        let state = match aggregate {
            Aggregate::Sum | Aggregate::Mean => {
                let counts = if aggregate == Aggregate::Mean { vec![0; parents] } else { Vec::new() };
                match Data::empty(value) {
                    Data::Integer(_) => State::Whole { sums: Sums::new(parents), counts },
                    Data::Number(_) | Data::Flag(_) | Data::Symbol(_) => State::Exact {
                        sums: vec![Rational::ZERO; parents],
                        counts,
                        over: vec![false; parents],
                    },
                }
            }
            Aggregate::Count => State::Counts(vec![0; parents]),
            Aggregate::Any | Aggregate::All | Aggregate::None => State::Met(vec![false; parents]),
            Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => {
                State::Chosen { values: blank(value, parents), seen: vec![false; parents] }
            }
        };
        Self { aggregate, out, symbols, at, state }
    }

    /// Makes room for more parents.
    pub(super) fn grow(&mut self, parents: usize) {
        let counted = if self.aggregate == Aggregate::Mean { parents } else { 0 };
        match &mut self.state {
            State::Whole { sums, counts } => {
                sums.grow(parents);
                counts.resize(counted, 0);
            }
            State::Exact { sums, counts, over } => {
                sums.resize(parents, Rational::ZERO);
                over.resize(parents, false);
                counts.resize(counted, 0);
            }
            State::Counts(counts) => counts.resize(parents, 0),
            State::Met(met) => met.resize(parents, false),
            State::Chosen { values, seen } => {
                super::blend::lengthen(values, parents);
                seen.resize(parents, false);
            }
        }
    }

    /// Takes in what another has made of other rows; `rows` says for each of its parents which one it is here. Only for
    /// aggregates to which the order of rows does not matter.
    pub(super) fn take_in(&mut self, other: &Self, rows: &[u32]) {
        let rows = rows.iter().map(|&row| row as usize);
        match (&mut self.state, &other.state) {
            (State::Whole { sums, counts }, State::Whole { sums: more, counts: also }) => {
                let others = 0..more.low.len();
                rows.clone().zip(others).for_each(|(row, other)| sums.take_in(row, more, other));
                add_all(counts, also, rows);
            }
            (State::Exact { sums, counts, over }, State::Exact { sums: more, counts: also, over: lost }) => {
                for (row, (more, lost)) in rows.clone().zip(more.iter().zip(lost)) {
                    over[row] |= lost;
                    match sums[row].add(more) {
                        Ok(sum) => sums[row] = sum,
                        Err(_) => over[row] = true,
                    }
                }
                add_all(counts, also, rows);
            }
            (State::Counts(counts), State::Counts(also)) => add_all(counts, also, rows),
            (State::Met(met), State::Met(also)) => {
                rows.zip(also).for_each(|(row, also)| met[row] |= also);
            }
            (
                State::Whole { .. }
                | State::Exact { .. }
                | State::Counts(_)
                | State::Met(_)
                | State::Chosen { .. },
                _,
            ) => {}
        }
    }

    /// Lets rows pass by; no values for a plain count.
    pub(super) fn add(&mut self, values: Option<&Values<'_>>, kind: &Kind, part: Part<'_>) {
        match (&mut self.state, values) {
            (State::Whole { sums, counts }, Some(Values::Integer(lane))) => {
                match part.runs(lane) {
                    Some((first, runs)) => sums.add_runs(first, runs),
                    None => part.fold(lane, |parent, value| sums.add(parent, value)),
                }
                count(counts, part);
            }
            (State::Exact { sums, counts, over }, Some(Values::Number(lane))) => {
                part.fold(lane, |parent, value| match sums[parent].add(&value) {
                    Ok(sum) => sums[parent] = sum,
                    Err(_) => over[parent] = true,
                });
                count(counts, part);
            }
            (State::Counts(counts), Some(Values::Flag(lane))) => {
                part.fold(lane, |parent, holds| counts[parent] += i64::from(holds));
            }
            (State::Counts(counts), _) => count(counts, part),
            (State::Met(met), Some(Values::Flag(lane))) => {
                let settling = self.aggregate != Aggregate::All;
                part.fold(lane, |parent, holds| met[parent] |= holds == settling);
            }
            (State::Met(met), None) if self.aggregate != Aggregate::All => {
                part.fold(&Lane::Same(()), |parent, ()| met[parent] = true);
            }
            (State::Chosen { values: Data::Integer(out), seen }, Some(Values::Integer(lane))) => {
                choose(self.aggregate, (out.wide(), seen), lane, part, |new, old| new < old);
            }
            (State::Chosen { values: Data::Number(out), seen }, Some(Values::Number(lane))) => {
                choose(self.aggregate, (out, seen), lane, part, |new, old| new < old);
            }
            (State::Chosen { values: Data::Flag(out), seen }, Some(Values::Flag(lane))) => {
                choose(self.aggregate, (out, seen), lane, part, |new, old| !new & old);
            }
            (State::Chosen { values: Data::Symbol(out), seen }, Some(Values::Symbol(lane))) => {
                let order = SymbolOrder::new(kind, self.symbols);
                choose(self.aggregate, (out, seen), lane, part, |new, old| order.compare(new, old).is_lt());
            }
            (State::Whole { .. } | State::Exact { .. } | State::Met(_) | State::Chosen { .. }, _) => {}
        }
    }

    /// The column, missing where a result does not fit, and the parents of which that is so.
    pub(super) fn finish(self) -> (Column, Faults) {
        let mut over = Vec::new();
        let mut column = match self.state {
            State::Whole { sums, counts } if self.aggregate == Aggregate::Mean => {
                let sums: Vec<Rational> = sums.all().map(Rational::from_integer).collect();
                means(&sums, &counts, &mut over)
            }
            State::Whole { sums, .. } => {
                let fit = |(row, sum)| {
                    i64::try_from(sum).unwrap_or_else(|_| {
                        over.push(row);
                        0
                    })
                };
                let sums: Vec<i64> = sums.all().enumerate().map(fit).collect();
                match Data::empty(&self.out.kind) {
                    Data::Number(_) => {
                        Column::full(Data::Number(sums.into_iter().map(Rational::from).collect()))
                    }
                    Data::Integer(_) | Data::Flag(_) | Data::Symbol(_) => {
                        Column::full(Data::Integer(sums.into()))
                    }
                }
            }
            State::Exact { sums, counts, over: lost } => {
                over.extend((0..lost.len()).filter(|&row| lost[row]));
                match self.aggregate {
                    Aggregate::Mean => means(&sums, &counts, &mut over),
                    Aggregate::Sum
                    | Aggregate::Min
                    | Aggregate::Max
                    | Aggregate::Count
                    | Aggregate::Any
                    | Aggregate::All
                    | Aggregate::None
                    | Aggregate::First
                    | Aggregate::Last => Column::full(Data::Number(sums)),
                }
            }
            State::Counts(counts) => Column::full(Data::Integer(counts.into())),
            State::Met(mut met) => {
                if self.aggregate != Aggregate::Any {
                    for met in &mut met {
                        *met = !*met;
                    }
                }
                Column::full(Data::Flag(met))
            }
            State::Chosen { values, seen } => {
                Column { data: values, known: seen.contains(&false).then_some(seen) }
            }
        };
        let (Some(at), false) = (self.at, over.is_empty()) else {
            return (column, Vec::new());
        };
        over.sort_unstable();
        over.dedup();
        let fault = |row| RowFault { row, fault: Fault::Overflow, at };
        let faults = over.into_iter().map(fault).collect();
        mark_missing(&mut column, &faults);
        (column, faults)
    }
}

impl Part<'_> {
    /// The first parent, and the values of each from there on, where all rows take part and those of a parent stand together.
    fn runs<'v, T: Copy>(self, lane: &'v Lane<'_, T>) -> Option<(usize, std::slice::Chunks<'v, T>)> {
        match (self.parents, self.take, lane.view()) {
            (Parents::Runs { first, every }, None, View::Each(values)) => Some((first, values.chunks(every))),
            (Parents::Runs { .. } | Parents::Each(_), ..) => None,
        }
    }

    fn fold<T: Copy>(self, lane: &Lane<'_, T>, mut step: impl FnMut(usize, T)) {
        match (self.parents, self.take, lane.view()) {
            (Parents::Each(parents), None, View::Each(values)) => {
                parents.iter().zip(values).for_each(|(&parent, &value)| step(parent as usize, value));
            }
            (Parents::Each(parents), None, View::Same(value)) => {
                parents.iter().for_each(|&parent| step(parent as usize, value));
            }
            (Parents::Runs { first, every }, None, View::Each(values)) => {
                for (parent, run) in (first..).zip(values.chunks(every)) {
                    run.iter().for_each(|&value| step(parent, value));
                }
            }
            (parents, take, view) => {
                let is_taken = |row: &usize| take.is_none_or(|take| take[*row]);
                for row in (0..self.rows).filter(is_taken) {
                    let parent = match parents {
                        Parents::Each(parents) => parents[row] as usize,
                        Parents::Runs { first, every } => first + row / every,
                    };
                    step(
                        parent,
                        match view {
                            View::Same(value) => value,
                            View::Each(values) => values[row],
                        },
                    );
                }
            }
        }
    }
}

fn add_all<T: Copy + std::ops::AddAssign>(all: &mut [T], more: &[T], rows: impl Iterator<Item = usize>) {
    rows.zip(more).for_each(|(row, more)| all[row] += *more);
}

fn count(counts: &mut [i64], part: Part<'_>) {
    if !counts.is_empty() {
        part.fold(&Lane::Same(1), |parent, one| counts[parent] += one);
    }
}

fn choose<T: Copy>(
    aggregate: Aggregate,
    (out, seen): (&mut [T], &mut [bool]),
    lane: &Lane<'_, T>,
    part: Part<'_>,
    less: impl Fn(T, T) -> bool,
) {
    match aggregate {
        Aggregate::Min => keep((out, seen), lane, part, less),
        Aggregate::Max => keep((out, seen), lane, part, |new, old| less(old, new)),
        Aggregate::Last => keep((out, seen), lane, part, |_, _| true),
        Aggregate::First
        | Aggregate::Sum
        | Aggregate::Mean
        | Aggregate::Count
        | Aggregate::Any
        | Aggregate::All
        | Aggregate::None => keep((out, seen), lane, part, |_, _| false),
    }
}

fn keep<T: Copy>(
    (out, seen): (&mut [T], &mut [bool]),
    lane: &Lane<'_, T>,
    part: Part<'_>,
    better: impl Fn(T, T) -> bool,
) {
    part.fold(lane, |parent, value| {
        if !seen[parent] || better(value, out[parent]) {
            out[parent] = value;
            seen[parent] = true;
        }
    });
}

fn means(sums: &[Rational], counts: &[i64], over: &mut Vec<usize>) -> Column {
    let mut known = vec![true; sums.len()];
    let mut means = Vec::with_capacity(sums.len());
    for (row, (sum, &count)) in sums.iter().zip(counts).enumerate() {
        known[row] = count > 0;
        means.push(if count > 0 {
            sum.divide(&Rational::from(count)).unwrap_or_else(|_| {
                over.push(row);
                Rational::ZERO
            })
        } else {
            Rational::ZERO
        });
    }
    Column { data: Data::Number(means), known: known.contains(&false).then_some(known) }
}
