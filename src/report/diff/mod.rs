//! What a change of a format changes: tables for people, JSON for programs; computes nothing.
//!
//! Comes in: a [`Comparison`], and what becomes of logs. Goes out: text. It must never judge which of the two formats is
//! right. Start with [`write_diff`].

mod json;
mod logs;
mod table;
mod touched;

use super::stamp;
use crate::audit::differ::{Comparison, LogAnswer};
use crate::ruleset::Ruleset;
use crate::source::Sources;
use std::io::{self, Write};

/// What is written about.
#[derive(Debug, Clone, Copy)]
pub struct DiffSubject<'a> {
    /// What the two formats are called: the old one, the new one.
    pub names: [&'a str; 2],
    /// What they mean.
    pub rulesets: [&'a Ruleset; 2],
    /// Where they were read from.
    pub sources: &'a Sources,
    /// What they have in common.
    pub comparison: &'a Comparison,
    /// What records were invented from, and what decides lots.
    pub seed: u64,
    /// What becomes of the logs: of each edition, where there are editions.
    pub logs: &'a [LogAnswer],
}

impl DiffSubject<'_> {
    /// The hash of the bytes of the logs.
    fn logs_hash(&self) -> Option<&str> {
        self.logs.iter().find_map(|log| log.logs.as_deref())
    }
}

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffShape {
    /// For people; with every row where all are wanted.
    Table {
        /// Whether lists are written out.
        all: bool,
    },
    /// For programs; everything.
    Json,
}

/// Writes what a change of a format changes.
///
/// # Errors
/// When `out` does.
pub fn write_diff(subject: DiffSubject<'_>, shape: DiffShape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        DiffShape::Table { all } => {
            table::write(subject, all, out)?;
            let rules = subject.comparison.hashes.join(" and ");
            writeln!(out, "\n{}", stamp::words(&rules, subject.logs_hash(), subject.seed))
        }
        DiffShape::Json => json::write(subject, out),
    }
}

/// What the two formats are called in the headings of tables.
const SIDES: [&str; 2] = ["old", "new"];

/// The first of a list, and how many more there are.
fn first<T>(all: &[T], most: usize, everything: bool) -> (&[T], usize) {
    let shown = if everything { all.len() } else { all.len().min(most) };
    all.split_at_checked(shown).map_or((all, 0), |(shown, rest)| (shown, rest.len()))
}
