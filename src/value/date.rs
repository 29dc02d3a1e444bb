//! A day of the civil calendar.

use super::{Fault, Rational};
use jiff::civil;
use std::fmt;

const SECONDS_OF_A_DAY: i128 = 86_400;

/// A day, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(pub i64);

impl Date {
    fn epoch() -> civil::Date {
        civil::date(1970, 1, 1)
    }

    /// Reads `2026-11-30`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let shape = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        Self::of(shape.then(|| text.parse().ok())??)
    }

    /// The day with this year, month and day; `None` where there is none.
    #[must_use]
    pub fn new(year: i32, month: i32, day: i32) -> Option<Self> {
        let small = |part: i32| i8::try_from(part).ok();
        Self::of(civil::Date::new(i16::try_from(year).ok()?, small(month)?, small(day)?).ok()?)
    }

    /// The last day of a month.
    #[must_use]
    pub fn last_of_month(year: i32, month: i32) -> Option<Self> {
        Self::of(Self::new(year, month, 1)?.civil()?.last_of_month())
    }

    /// Its year, its month from 1 and its day from 1; `None` outside of the calendar.
    #[must_use]
    pub fn parts(self) -> Option<(i16, i8, i8)> {
        self.civil().map(|day| (day.year(), day.month(), day.day()))
    }

    /// The date so many seconds after this one, or before it where they are negative.
    ///
    /// # Errors
    /// The seconds are no whole number of days, or lead out of the calendar: the years -9999 to 9999.
    pub fn after(self, seconds: &Rational) -> Result<Self, Fault> {
        let days = seconds.divide(&Rational::from_integer(SECONDS_OF_A_DAY))?;
        if !days.is_integer() {
            return Err(Fault::PartOfDay);
        }
        let day = days.add(&Rational::from(self.0))?.to_i64().map(Self).ok_or(Fault::Overflow)?;
        if day.civil().is_some() { Ok(day) } else { Err(Fault::Overflow) }
    }

    /// The exact time from another date to this one, in seconds.
    ///
    /// # Errors
    /// It does not fit.
    pub fn since(self, other: Self) -> Result<Rational, Fault> {
        let days = Rational::from_integer(i128::from(self.0) - i128::from(other.0));
        days.multiply(&Rational::from_integer(SECONDS_OF_A_DAY))
    }

    /// Whether a length of time, in seconds, is a whole number of days.
    #[must_use]
    pub fn moves_by(seconds: &Rational) -> bool {
        seconds.modulo(&Rational::from_integer(SECONDS_OF_A_DAY)) == Ok(Rational::ZERO)
    }

    pub(super) fn of(day: civil::Date) -> Option<Self> {
        let span = Self::epoch().until((jiff::Unit::Day, day)).ok()?;
        Some(Self(i64::from(span.get_days())))
    }

    /// The day in the calendar; `None` outside of it.
    pub(super) fn civil(self) -> Option<civil::Date> {
        let span = jiff::Span::new().try_days(self.0).ok()?;
        Self::epoch().checked_add(span).ok()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.civil() {
            Some(day) => write!(out, "{day}"),
            None => write!(out, "day {}", self.0),
        }
    }
}
