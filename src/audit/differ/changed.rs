//! What becomes of a log: who moves, which values change, who is admitted and who wins instead.
//!
//! Inert: `logs` fills it in, and reports show it. Start with [`LogAnswer`].

use crate::ruleset::Edition;

/// What becomes of a log, or of an edition that it holds.
#[derive(Debug, Clone)]
pub struct LogAnswer {
    /// The edition; `None`: the log as a whole.
    pub edition: Option<Edition>,
    /// The hash of the bytes of the logs, where one of the two could read them.
    pub logs: Option<String>,
    /// What changes, where both score it.
    pub change: Option<Box<LogChange>>,
    /// Why one of the two does not.
    pub refused: [Option<Refusal>; 2],
    /// What one of the two alone says does not fit the event.
    pub remarks: [Vec<String>; 2],
}

/// Why a log is not scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The first error: its code, what is wrong, and where, as far as that is known.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// `evening.csv:3`
    pub place: Option<String>,
    /// How many errors there are besides.
    pub more: usize,
}

impl LogAnswer {
    /// Whether anything is different.
    #[must_use]
    pub fn is_different(&self) -> bool {
        let only_one = self.refused[0].is_some() != self.refused[1].is_some();
        only_one || self.change.as_ref().is_some_and(|change| change.is_different())
    }

    /// Whether neither of the two scores it.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.refused.iter().all(Option::is_some)
    }
}

/// What changes.
#[derive(Debug, Clone, Default)]
pub struct LogChange {
    /// The standings in which somebody moves.
    pub standings: Vec<StandingChange>,
    /// The sheets in which values change.
    pub sheets: Vec<SheetChange>,
    /// How many games there are, and in how many of them a value changes.
    pub games: [usize; 2],
    /// The sheets whose rows are not the same by both formats, so that their values were not compared.
    pub other_rows: Vec<String>,
    /// The phases that admit others.
    pub phases: Vec<PhaseChange>,
    /// The matches that somebody else wins.
    pub matches: Vec<MatchChange>,
    /// Whose final place changes.
    pub places: Vec<Moved>,
    /// Phases that only one of the two comes to: their names, by the old format and by the new one.
    pub only: [Vec<String>; 2],
}

impl LogChange {
    /// Whether anything changes.
    #[must_use]
    pub fn is_different(&self) -> bool {
        !self.standings.is_empty()
            || !self.sheets.is_empty()
            || !self.other_rows.is_empty()
            || !self.phases.is_empty()
            || !self.matches.is_empty()
            || !self.places.is_empty()
            || self.only.iter().any(|only| !only.is_empty())
    }
}

/// A standing in which somebody moves.
#[derive(Debug, Clone)]
pub struct StandingChange {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How many entrants are in it.
    pub entrants: usize,
    /// Who moves, in the new order; who is no longer in it comes last.
    pub moved: Vec<Moved>,
}

/// An entrant with two places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Its name.
    pub entrant: String,
    /// By the old format, and by the new one; `None`: none.
    pub places: [Option<u32>; 2],
}

/// A sheet in which values change.
#[derive(Debug, Clone)]
pub struct SheetChange {
    /// Its name.
    pub sheet: String,
    /// How many rows it has.
    pub rows: usize,
    /// The columns that change, and on how many rows.
    pub columns: Vec<(String, usize)>,
    /// On how many rows any of them does.
    pub changed: usize,
    /// The first of these rows.
    pub shown: Vec<RowChange>,
}

/// A row in which values change.
#[derive(Debug, Clone)]
pub struct RowChange {
    /// What it is called: `game 3, Ada`.
    pub row: String,
    /// What changes.
    pub cells: Vec<CellChange>,
}

/// A value that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellChange {
    /// The column.
    pub column: String,
    /// By the old format, and by the new one.
    pub values: [String; 2],
}

/// A phase that admits others.
#[derive(Debug, Clone)]
pub struct PhaseChange {
    /// Its name.
    pub phase: String,
    /// Who is admitted by one alone.
    pub only: [Vec<String>; 2],
    /// Whether the same are admitted in another order.
    pub reordered: bool,
}

/// A match that somebody else wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchChange {
    /// Its phase.
    pub phase: String,
    /// Its name.
    pub name: String,
    /// Who wins it, by each; `None`: nobody, or it is not decided.
    pub winners: [Option<String>; 2],
    /// Whether it is decided, by each.
    pub decided: [bool; 2],
}
