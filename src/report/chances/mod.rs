//! What many invented events come to, as tables, JSON and CSV; computes nothing.
//!
//! Comes in: [`Chances`]. Goes out: the chances of final places, means, and what is to be said of the event; every
//! estimate with its standard error. It must never count or average anything. Start with [`write_chances`].

mod csv;
mod json;
mod table;

use super::Shape;
use crate::ruleset::{Ruleset, Settings};
use crate::simulate::Chances;
use crate::value::Symbols;
use std::io::{self, Write};

/// What is written about: what many events came to, and how they were played.
#[derive(Debug, Clone, Copy)]
pub struct ChancesSubject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// What all chance came from.
    pub seed: u64,
    /// The semantic hash of the rules that were in force.
    pub hash: &'a str,
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
        Shape::Table => table::write(subject, out),
        Shape::Json => json::write(subject, out),
        Shape::Csv => csv::write(subject, out),
    }
}
