//! Outcomes to tables, JSON and CSV, a regulation to a page; computes nothing.
//!
//! Comes in: an [`Outcome`] and the [`Ruleset`] that it was computed with. Goes out: text, written as it is made,
//! so that a log of any size needs no second copy in memory.
//! It must never compare, add up or order anything: it shows what is there. Start with [`write`]; games that were replayed
//! without a format are written by [`Replays`], and a regulation by [`write_document`].

mod agreed;
mod annulled;
mod audit;
mod cell;
mod chances;
mod columns;
mod corrected;
mod csv;
mod diff;
mod doc;
mod editions;
mod event;
mod explain;
mod fields;
mod grid;
mod history;
mod json;
mod left_out;
mod levels;
mod markup;
mod moves;
mod remarks;
mod row_name;
mod sides;
mod stamp;
mod states;
mod status;
mod table;
mod tree;
mod unfitting;
mod verdicts;
mod verify;
mod view;

pub use audit::{
    Audited, claims_words, write_claims, write_clauses, write_coverage, write_mutants, write_ruled,
};
pub use cell::{exact, shown};
pub use chances::{ChancesSubject, write_chances};
pub use diff::{DiffShape, DiffSubject, write_diff};
pub use doc::{PageShape, write_document};
pub use editions::{Held, write_editions, write_paired};
pub use event::{EventPart, EventSubject, rounds_due, write_event};
pub use explain::{ExplainShape, ExplainSubject, write_explanation};
pub use left_out::words as left_out_words;
pub use moves::{Replays, write_answer};
pub use stamp::Stamp;
pub use status::{StatusShape, StatusSubject, write_status, write_statuses};
pub use tree::{TreeShape, write_tree};
pub use verify::{VerifySubject, write_verified};

use crate::diagnostic::Diagnostic;
use crate::engine::{Corrected, Outcome};
use crate::event::Course;
use crate::ruleset::{Edition, Ruleset, Settings};
use std::io::{self, Write};

/// How an outcome is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// For people.
    Table,
    /// For programs; everything.
    Json,
    /// For spreadsheets: one table.
    Csv,
}

/// What of an outcome is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// Standings, games, and what is to be said of them. As CSV: the standings, or the games where there are none.
    Everything,
    /// The standings, and what is said of entrants, without the games.
    Standings,
    /// The standing of this name alone.
    Standing(&'a str),
    /// The games alone.
    Games,
    /// What became of one entrant, a row of the entrant sheet, game by game. As CSV: the games, with that entrant's rows.
    History(u32),
}

impl Part<'_> {
    /// Whether the standing of this name belongs to it.
    fn has_standing(self, name: &str) -> bool {
        match self {
            Self::Everything | Self::Standings => true,
            Self::Standing(wanted) => wanted == name,
            Self::Games | Self::History(_) => false,
        }
    }
}

/// What is written about: the outcome, and how it came about.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// What decides lots.
    pub seed: u64,
    /// Of which rules, which logs and which seed it is.
    pub stamp: &'a Stamp,
    /// What came out.
    pub outcome: &'a Outcome,
    /// Whose states at the end are different because of corrections; `None` where that was not looked at.
    pub corrected: Option<&'a [Corrected]>,
    /// What of the log does not fit the event.
    pub remarks: &'a [Diagnostic],
    /// How the event went, where it can be followed.
    pub course: Option<&'a Course>,
    /// Which edition it is, in a format with editions.
    pub edition: Option<Edition>,
    /// After which round the outcome stands, by the name of its phase and its number; `None`: at the end of the log.
    pub after: Option<(&'a str, u32)>,
}

impl<'a> Subject<'a> {
    /// The names of the entrants, in the order of their sheet.
    #[must_use]
    pub fn entrants(&self) -> Vec<&'a str> {
        event::LogView::new(self.ruleset, self.settings, event::Recorded::from(self.outcome)).names
    }
}

/// Writes an outcome.
///
/// # Errors
/// When `out` does.
pub fn write(subject: Subject<'_>, shape: Shape, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let view = view::View::new(subject);
    match shape {
        Shape::Table => {
            table::write(&view, part, out)?;
            subject.stamp.line(out)
        }
        Shape::Json => {
            json::write(&view, part, out)?;
            out.write_all(b"\n")
        }
        Shape::Csv => csv::write(&[(None, &view)], part, out),
    }
}

#[cfg(test)]
mod tests;
