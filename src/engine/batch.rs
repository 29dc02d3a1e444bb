//! The values of an expression on a chunk of rows.
//!
//! A [`Batch`] is a [`Lane`] of one physical kind, a mask of what is known, and a sparse list of faults.
//! Constants are one value for all rows; own columns are borrowed; everything else is a vector of its own.
//! It must never know an expression. Start with [`Batch`]; [`zip`] is the loop under every kernel.

use crate::sheet::{Data, IntegerSlice};
use crate::source::Span;
use crate::value::{Date, Fault, Kind, Rational, Symbol, Value};

/// One value per row of a chunk.
#[derive(Debug, Clone)]
pub(super) enum Lane<'a, T> {
    /// The same on every row.
    Same(T),
    /// Borrowed from a column.
    Slice(&'a [T]),
    /// Computed.
    Own(Vec<T>),
}

impl<'a> Lane<'a, i64> {
    /// Integers of a column.
    pub(super) fn of(integers: IntegerSlice<'a>) -> Self {
        match integers {
            IntegerSlice::Wide(values) => Self::Slice(values),
            IntegerSlice::Small(_) => Self::Own(integers.to_wide()),
        }
    }
}

/// A lane as it is looped over.
pub(super) enum View<'v, T> {
    /// The same on every row.
    Same(T),
    /// One a row.
    Each(&'v [T]),
}

impl<T: Copy> Lane<'_, T> {
    /// How to loop over it.
    pub(super) fn view(&self) -> View<'_, T> {
        match self {
            Self::Same(value) => View::Same(*value),
            Self::Slice(values) => View::Each(values),
            Self::Own(values) => View::Each(values),
        }
    }

    /// The value on one row of the chunk.
    pub(super) fn get(&self, row: usize) -> T {
        match self {
            Self::Same(value) => *value,
            Self::Slice(values) => values[row],
            Self::Own(values) => values[row],
        }
    }

    /// Appends it to a vector, on `len` rows.
    pub(super) fn append_to(&self, out: &mut Vec<T>, len: usize) {
        match self.view() {
            View::Same(value) => out.resize(out.len() + len, value),
            View::Each(values) => out.extend_from_slice(values),
        }
    }
}

/// Applies a function to each row of a lane.
pub(super) fn each<'o, A: Copy, B>(lane: &Lane<'_, A>, mut function: impl FnMut(A) -> B) -> Lane<'o, B> {
    match lane.view() {
        View::Same(value) => Lane::Same(function(value)),
        View::Each(values) => Lane::Own(values.iter().map(|&value| function(value)).collect()),
    }
}

/// Applies a function to each row of two lanes.
pub(super) fn zip<'o, A: Copy, B: Copy, C>(
    left: &Lane<'_, A>,
    right: &Lane<'_, B>,
    mut function: impl FnMut(A, B) -> C,
) -> Lane<'o, C> {
    match (left.view(), right.view()) {
        (View::Same(left), View::Same(right)) => Lane::Same(function(left, right)),
        (View::Same(left), View::Each(right)) => {
            Lane::Own(right.iter().map(|&right| function(left, right)).collect())
        }
        (View::Each(left), View::Same(right)) => {
            Lane::Own(left.iter().map(|&left| function(left, right)).collect())
        }
        (View::Each(left), View::Each(right)) => {
            Lane::Own(left.iter().zip(right).map(|(&left, &right)| function(left, right)).collect())
        }
    }
}

/// A lane of any physical kind.
#[derive(Debug, Clone)]
pub(super) enum Values<'a> {
    /// Integers and dates.
    Integer(Lane<'a, i64>),
    /// Numbers and durations.
    Number(Lane<'a, Rational>),
    /// Yes and no.
    Flag(Lane<'a, bool>),
    /// Texts and choices.
    Symbol(Lane<'a, Symbol>),
}

impl Values<'_> {
    /// As numbers, integers widened; `None` for what has no size.
    pub(super) fn into_numbers<'o>(self) -> Option<Lane<'o, Rational>>
    where
        Self: 'o,
    {
        match self {
            Self::Integer(lane) => Some(each(&lane, Rational::from)),
            Self::Number(lane) => Some(lane),
            Self::Flag(_) | Self::Symbol(_) => None,
        }
    }
}

/// A row that has no value, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowFault {
    /// The row; inside a batch counted from its first one.
    pub row: usize,
    /// What happens.
    pub fault: Fault,
    /// The part of the rule.
    pub at: Span,
}

/// Faults by ascending row, at most one a row.
pub(super) type Faults = Vec<RowFault>;

/// Faults whose rows count from this one of a sheet now count from its first.
pub(super) fn counted_from(first: usize, faults: &mut Faults) {
    for fault in faults {
        fault.row += first;
    }
}

/// Which rows are known; `None`: all of them.
pub(super) type Known<'a> = Option<Lane<'a, bool>>;

/// The values of an expression on a chunk of rows. A row with a fault holds any value, and counts as neither
/// known nor missing.
#[derive(Debug, Clone)]
pub(super) struct Batch<'a> {
    /// How many rows.
    pub len: usize,
    /// The values.
    pub values: Values<'a>,
    /// Which of them are known.
    pub known: Known<'a>,
    /// Which of them cannot be computed.
    pub faults: Faults,
}

impl<'a> Batch<'a> {
    /// Values that are all there.
    pub(super) fn full(len: usize, values: Values<'a>) -> Self {
        Self { len, values, known: None, faults: Vec::new() }
    }

    /// The same value on every row; `kind` says what is missing where it is.
    pub(super) fn constant(len: usize, value: Value, kind: &Kind) -> Self {
        let values = match value {
            Value::Integer(value) | Value::Date(Date(value)) => Values::Integer(Lane::Same(value)),
            Value::Number(value) | Value::Duration(value) => Values::Number(Lane::Same(value)),
            Value::Flag(value) => Values::Flag(Lane::Same(value)),
            Value::Text(value) => Values::Symbol(Lane::Same(value)),
            Value::Missing => return Self::missing(len, kind),
        };
        Self::full(len, values)
    }

    /// Nothing known.
    pub(super) fn missing(len: usize, kind: &Kind) -> Self {
        let values = match Data::empty(kind) {
            Data::Integer(_) => Values::Integer(Lane::Same(0)),
            Data::Number(_) => Values::Number(Lane::Same(Rational::ZERO)),
            Data::Flag(_) => Values::Flag(Lane::Same(false)),
            Data::Symbol(_) => Values::Symbol(Lane::Same(Symbol(0))),
        };
        Self { len, values, known: Some(Lane::Same(false)), faults: Vec::new() }
    }

    /// Whether every row has a value.
    pub(super) fn is_whole(&self) -> bool {
        self.known.is_none() && self.faults.is_empty()
    }

    /// Whether a row is known (never asked of a row with a fault).
    pub(super) fn is_known(&self, row: usize) -> bool {
        self.known.as_ref().is_none_or(|known| known.get(row))
    }

    /// The fault of a row.
    pub(super) fn fault(&self, row: usize) -> Option<RowFault> {
        self.faults.binary_search_by_key(&row, |fault| fault.row).ok().map(|place| self.faults[place])
    }

    /// The value of a row, read as `kind` (never asked of a row with a fault).
    pub(super) fn value(&self, row: usize, kind: &Kind) -> Value {
        if !self.is_known(row) {
            return Value::Missing;
        }
        match &self.values {
            Values::Integer(lane) if *kind == Kind::Date => Value::Date(Date(lane.get(row))),
            Values::Integer(lane) => Value::Integer(lane.get(row)),
            Values::Number(lane) if *kind == Kind::Duration => Value::Duration(lane.get(row)),
            Values::Number(lane) => Value::Number(lane.get(row)),
            Values::Flag(lane) => Value::Flag(lane.get(row)),
            Values::Symbol(lane) => Value::Text(lane.get(row)),
        }
    }

    /// The yes/no value of a row: `None` where it is missing or at fault.
    pub(super) fn flag(&self, row: usize) -> Option<bool> {
        let Values::Flag(lane) = &self.values else {
            return None;
        };
        (self.is_known(row) && self.fault(row).is_none()).then(|| lane.get(row))
    }

    /// What a yes/no value is on every row, where that is the same and seen without looking at them.
    pub(super) fn settled(&self) -> Option<bool> {
        match (&self.values, &self.known) {
            (Values::Flag(Lane::Same(flag)), None) if self.faults.is_empty() => Some(*flag),
            (Values::Integer(_) | Values::Number(_) | Values::Flag(_) | Values::Symbol(_), _) => None,
        }
    }

    /// Read as a condition.
    pub(super) fn into_condition(self) -> Condition {
        let len = self.len;
        let Values::Flag(lane) = &self.values else {
            return Condition { holds: vec![false; len], fails: vec![false; len], faults: self.faults };
        };
        let mut holds = Vec::with_capacity(len);
        lane.append_to(&mut holds, len);
        let mut fails: Vec<bool> = holds.iter().map(|&holds| !holds).collect();
        if let Some(known) = &self.known {
            for row in 0..len {
                let known = known.get(row);
                holds[row] &= known;
                fails[row] &= known;
            }
        }
        for fault in &self.faults {
            holds[fault.row] = false;
            fails[fault.row] = false;
        }
        Condition { holds, fails, faults: self.faults }
    }
}

/// Where a condition holds, where it fails; neither where it is missing or at fault.
pub(super) struct Condition {
    /// Yes.
    pub holds: Vec<bool>,
    /// No.
    pub fails: Vec<bool>,
    /// Rows on which it cannot be computed.
    pub faults: Faults,
}

/// Whether any row is marked.
pub(super) fn any(mask: &[bool]) -> bool {
    mask.contains(&true)
}

/// The same fault on every marked row.
pub(super) fn marked(rows: &[bool], fault: Fault, at: Span) -> Faults {
    let marked = rows.iter().enumerate().filter(|(_, marked)| **marked);
    marked.map(|(row, _)| RowFault { row, fault, at }).collect()
}

/// The faults of both; of two on one row the first stays.
pub(super) fn merge(first: Faults, second: Faults) -> Faults {
    if second.is_empty() {
        return first;
    }
    if first.is_empty() {
        return second;
    }
    let mut all = first;
    all.extend(second);
    all.sort_by_key(|fault| fault.row);
    all.dedup_by_key(|fault| fault.row);
    all
}

/// Known where both are.
pub(super) fn both<'o>(left: Known<'o>, right: Known<'o>) -> Known<'o> {
    match (left, right) {
        (None, other) | (other, None) => other,
        (Some(left), Some(right)) => Some(zip(&left, &right, |left, right| left & right)),
    }
}
