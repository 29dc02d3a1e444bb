//! Types and exact values.
//!
//! What a cell can hold ([`Value`]), what a column is declared to hold ([`Type`]), and checked
//! arithmetic ([`Fault`] instead of a wrap, never a float).
//! It must never know sheets, rules or where a value came from.

mod date;
mod duration;
mod fault;
mod moment;
mod rational;
mod reading;
mod symbol;
mod types;
mod zone;

pub use date::Date;
pub use duration::{format_duration, parse_duration};
pub use fault::Fault;
pub use rational::Rational;
pub use symbol::{Symbol, Symbols};
pub use types::{Bound, DeclaredRange, Interval, Kind, Type};
pub use zone::Zone;

/// One cell, or one literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// An exact fraction.
    Number(Rational),
    /// Yes or no.
    Flag(bool),
    /// A text, or one of several choices.
    Text(Symbol),
    /// A day.
    Date(Date),
    /// A length of time, in seconds, exact.
    Duration(Rational),
    /// Not recorded, or nothing to compute from.
    Missing,
}
