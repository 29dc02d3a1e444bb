//! What many invented events come to, as tables, JSON and CSV; computes nothing.
//!
//! Comes in: [`Chances`]. Goes out: the chances of final places, means, and what is to be said of the event; every
//! estimate with its standard error. It must never count or average anything. Start with [`write_chances`].

mod csv;
mod json;
mod table;

use super::{Shape, Stamp};
use crate::ruleset::{Ruleset, Settings};
use crate::simulate::Chances;
use crate::value::{Rational, Symbols};
use std::io::{self, Write};

/// Digits after the point for programs: all numbers of a column have as many.
const DECIMALS: u32 = 6;

/// What is written about: what many events came to, and how they were played.
#[derive(Debug, Clone, Copy)]
pub struct ChancesSubject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// Of which rules, which logs and which seed it is.
    pub stamp: &'a Stamp,
    /// What they came to.
    pub chances: &'a Chances,
}

impl ChancesSubject<'_> {
    fn symbols(&self) -> &Symbols {
        &self.ruleset.symbols
    }
}

/// Writes what many events came to. As CSV: a row for each entrant and place.
///
/// # Errors
/// When `out` does.
pub fn write_chances(subject: ChancesSubject<'_>, shape: Shape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        Shape::Table => {
            table::write(subject, out)?;
            subject.stamp.line(out)
        }
        Shape::Json => json::write(subject, out),
        Shape::Csv => csv::write(subject, out),
    }
}

/// The nearest number with so many digits after the point, all of them written; `None` where it is too large for that.
fn fixed(value: Rational, digits: u32) -> Option<String> {
    let scale = 10_i128.pow(digits);
    let scaled = value.multiply(&Rational::from_integer(scale)).and_then(|scaled| scaled.round());
    let whole = scaled.ok()?.numerator();
    let sign = if whole < 0 { "-" } else { "" };
    let (size, unit) = (whole.unsigned_abs(), scale.unsigned_abs());
    Some(format!("{sign}{}.{:0width$}", size / unit, size % unit, width = digits as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_all_of_its_digits() {
        let said = |above, below, digits| fixed(Rational::new(above, below).unwrap(), digits);
        assert_eq!(said(2, 3, 6).unwrap(), "0.666667");
        assert_eq!(said(7, 1, 6).unwrap(), "7.000000");
        assert_eq!(said(-1, 8, 2).unwrap(), "-0.13");
        assert_eq!(said(-1, 1_000_000_000, 6).unwrap(), "0.000000");
        assert_eq!(said(-493, 20, 1).unwrap(), "-24.7");
        assert_eq!(said(i128::MAX, 1, 6), None);
    }
}
