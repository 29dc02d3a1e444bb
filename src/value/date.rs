//! A day of the civil calendar.

use jiff::civil;
use std::fmt;

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
        let day: civil::Date = shape.then(|| text.parse().ok())??;
        let span = Self::epoch().until((jiff::Unit::Day, day)).ok()?;
        Some(Self(i64::from(span.get_days())))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = jiff::Span::new().try_days(self.0).and_then(|span| Self::epoch().checked_add(span));
        match day {
            Ok(day) => write!(out, "{day}"),
            Err(_) => write!(out, "day {}", self.0),
        }
    }
}
