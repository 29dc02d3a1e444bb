//! One value per row, all of one physical kind.

use super::Integers;
use crate::value::{Date, Kind, Rational, Symbol, Value};

/// The values of a column. Dates are days, durations are exact seconds, choices and texts are symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Data {
    /// Integers and dates (days since 1970-01-01).
    Integer(Integers),
    /// Numbers and durations (seconds).
    Number(Vec<Rational>),
    /// Yes and no.
    Flag(Vec<bool>),
    /// Texts and choices.
    Symbol(Vec<Symbol>),
}

impl Data {
    /// An empty column for values of this kind.
    #[must_use]
    pub fn empty(kind: &Kind) -> Self {
        match kind {
            Kind::Integer | Kind::Date => Self::Integer(Integers::new()),
            Kind::Number | Kind::Duration => Self::Number(Vec::new()),
            Kind::Flag | Kind::Unknown => Self::Flag(Vec::new()),
            Kind::Text | Kind::Choice(_) => Self::Symbol(Vec::new()),
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Integer(values) => values.len(),
            Self::Number(values) => values.len(),
            Self::Flag(values) => values.len(),
            Self::Symbol(values) => values.len(),
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A column: its values, and which of them are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// One value a row; anything where it is not known.
    pub data: Data,
    /// Which rows are known; `None`: all of them.
    pub known: Option<Vec<bool>>,
}

impl Column {
    /// A column in which every row is known.
    #[must_use]
    pub fn full(data: Data) -> Self {
        Self { data, known: None }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Whether the value of `row` is known.
    #[must_use]
    pub fn is_known(&self, row: usize) -> bool {
        self.known.as_ref().is_none_or(|known| known[row])
    }

    /// The value of a row, read as `kind` (which tells dates from integers, durations from numbers).
    ///
    /// # Panics
    /// When there is no such row.
    #[must_use]
    pub fn value(&self, row: usize, kind: &Kind) -> Value {
        if !self.is_known(row) {
            return Value::Missing;
        }
        match &self.data {
            Data::Integer(values) if *kind == Kind::Date => Value::Date(Date(values.at(row))),
            Data::Integer(values) => Value::Integer(values.at(row)),
            Data::Number(values) if *kind == Kind::Duration => Value::Duration(values[row]),
            Data::Number(values) => Value::Number(values[row]),
            Data::Flag(values) => Value::Flag(values[row]),
            Data::Symbol(values) => Value::Text(values[row]),
        }
    }

    /// Replaces the value of a row; a value of another physical kind counts as missing.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn set(&mut self, row: usize, value: Value) {
        let known = match (&mut self.data, value) {
            (Data::Integer(values), Value::Integer(value) | Value::Date(Date(value))) => {
                values.set(row, value);
                true
            }
            (Data::Number(values), Value::Number(value) | Value::Duration(value)) => {
                put(&mut values[row], value)
            }
            (Data::Number(values), Value::Integer(value)) => put(&mut values[row], value.into()),
            (Data::Flag(values), Value::Flag(value)) => put(&mut values[row], value),
            (Data::Symbol(values), Value::Text(value)) => put(&mut values[row], value),
            (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => false,
        };
        if !known || self.known.is_some() {
            let rows = self.data.len();
            self.known.get_or_insert_with(|| vec![true; rows])[row] = known;
        }
    }

    /// All rows, so many times over.
    #[must_use]
    pub fn repeated(&self, times: usize) -> Self {
        let data = match &self.data {
            Data::Integer(values) => Data::Integer(values.repeat(times)),
            Data::Number(values) => Data::Number(values.repeat(times)),
            Data::Flag(values) => Data::Flag(values.repeat(times)),
            Data::Symbol(values) => Data::Symbol(values.repeat(times)),
        };
        Self { data, known: self.known.as_ref().map(|known| known.repeat(times)) }
    }

    /// Appends all rows of another column; one of another physical kind is passed over.
    pub fn append(&mut self, more: &Self) {
        let (old, new) = (self.len(), more.len());
        match (&mut self.data, &more.data) {
            (Data::Integer(values), Data::Integer(more)) => values.append(more.slice(0..more.len())),
            (Data::Number(values), Data::Number(more)) => values.extend_from_slice(more),
            (Data::Flag(values), Data::Flag(more)) => values.extend_from_slice(more),
            (Data::Symbol(values), Data::Symbol(more)) => values.extend_from_slice(more),
            (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => return,
        }
        if self.known.is_some() || more.known.is_some() {
            let known = self.known.get_or_insert_with(|| vec![true; old]);
            match &more.known {
                Some(more) => known.extend_from_slice(more),
                None => known.resize(old + new, true),
            }
        }
    }

    /// Appends a value; a value of another physical kind counts as missing.
    pub fn push(&mut self, value: Value) {
        let known = match (&mut self.data, value) {
            (Data::Integer(values), Value::Integer(value) | Value::Date(Date(value))) => {
                values.push(value);
                true
            }
            (Data::Number(values), Value::Number(value) | Value::Duration(value)) => push(values, value),
            (Data::Number(values), Value::Integer(value)) => push(values, value.into()),
            (Data::Flag(values), Value::Flag(value)) => push(values, value),
            (Data::Symbol(values), Value::Text(value)) => push(values, value),
            (Data::Integer(values), _) => {
                values.push(0);
                false
            }
            (Data::Number(values), _) => !push(values, Rational::ZERO),
            (Data::Flag(values), _) => !push(values, false),
            (Data::Symbol(values), _) => !push(values, Symbol(0)),
        };
        if let Some(all) = &mut self.known {
            all.push(known);
        } else if !known {
            let mut all = vec![true; self.data.len() - 1];
            all.push(false);
            self.known = Some(all);
        }
    }
}

fn push<T>(values: &mut Vec<T>, value: T) -> bool {
    values.push(value);
    true
}

fn put<T>(place: &mut T, value: T) -> bool {
    *place = value;
    true
}
