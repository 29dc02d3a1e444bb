//! Runs a [`Ruleset`] over sheets: columns, places, standings, reasons.
//!
//! Comes in: a checked ruleset, the settings of its options, a log in columns. Goes out: an
//! [`Outcome`]. It must never know a format as typed, a file or a terminal. Start with [`run`].

use crate::log::{LeftOut, Log};
use crate::ruleset::{ClauseId, Ruleset, Settings};
use crate::sheet::{ColumnId, SheetId, Tables};
use crate::value::{Fault, Symbols};
use std::collections::BTreeSet;

/// Everything that was computed.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// All columns of all sheets.
    pub tables: Tables,
    /// The texts behind symbols.
    pub symbols: Symbols,
    /// The names of the logs.
    pub logs: Vec<String>,
    /// The standings, in the order of the ruleset.
    pub standings: Vec<StandingTable>,
    /// Rows that a `void`, `warn` or `fault` speaks of, by verdict and row.
    pub verdicts: Vec<VerdictHit>,
    /// Records that were left out.
    pub left_out: Vec<LeftOut>,
}

/// A standing.
#[derive(Debug, Clone)]
pub struct StandingTable {
    /// From the first to the last.
    pub rows: Vec<StandingRow>,
}

/// A line of a standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingRow {
    /// The place; those that share it have the same.
    pub place: u32,
    /// The row of the entrant sheet.
    pub entrant: u32,
    /// Whether the place is shared.
    pub shared: bool,
}

/// A row that a verdict speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerdictHit {
    /// Which, by its place in [`Ruleset::verdicts`].
    pub verdict: usize,
    /// The row of its sheet.
    pub row: u32,
}

/// Why nothing could be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunError {
    /// A rule has no exact value on a row.
    Fault {
        /// The column (for a hidden one, the rule that needs it is named by its span).
        column: ColumnId,
        /// The first row on which it happens.
        row: u32,
        /// On how many rows it happens.
        rows: usize,
        /// What happens.
        fault: Fault,
        /// The clauses of the rule, of the line of it that was taken.
        clauses: Vec<ClauseId>,
        /// The part of the rule that fails.
        at: crate::source::Span,
    },
    /// A tie where `ties = "refuse"`.
    Tie {
        /// The standing's name, or `None` for a placing.
        standing: Option<String>,
        /// The sheet whose rows are tied.
        sheet: SheetId,
        /// The rows.
        rows: Vec<u32>,
    },
    /// A claim that a row breaks.
    Claim {
        /// Which, by its place in [`Ruleset::claims`].
        claim: usize,
        /// The first row.
        row: u32,
        /// How many rows.
        rows: usize,
    },
}

/// Computes everything. `seed` decides lots.
///
/// # Errors
/// All faults of the first step that fails, all refused ties, all broken claims.
pub fn run(
    _ruleset: &Ruleset,
    _settings: &Settings,
    _log: Log,
    _seed: u64,
) -> Result<Outcome, Vec<RunError>> {
    Err(Vec::new())
}

/// The clauses that had a part in one cell: those of its rule, of the line that was taken, and of everything it
/// was computed from.
#[must_use]
pub fn reasons(
    _ruleset: &Ruleset,
    _settings: &Settings,
    _outcome: &Outcome,
    _column: ColumnId,
    _row: usize,
) -> BTreeSet<ClauseId> {
    BTreeSet::new()
}
