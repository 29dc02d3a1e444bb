//! `[edition]`, and what phases say of days and limits, as typed.

use crate::source::Span;
use crate::syntax::ast::{Day, Every, Name};

/// `[edition]`
#[derive(Debug, Clone)]
pub struct EditionEntry {
    /// `every = "month"`
    pub every: Every,
    /// `zone = "Europe/Paris"`: where the days of dates with a time begin and end.
    pub zone: Option<Name>,
    /// `cites = […]`
    pub cites: Vec<Name>,
    /// The header.
    pub span: Span,
}

/// A line of `[phase.deadlines]`.
#[derive(Debug, Clone)]
pub struct DeadlineEntry {
    /// The matches: by their name in the bracket, or by what stands before its number.
    pub matches: Name,
    /// The last day.
    pub by: DayEntry,
    /// `cites = […]`
    pub cites: Vec<Name>,
}

/// A day, and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct DayEntry {
    /// The day.
    pub day: Day,
    /// Where.
    pub span: Span,
}

/// A number, or the option that holds it.
#[derive(Debug, Clone)]
pub enum CountEntry {
    /// `15`
    Number(u32),
    /// `"deals"`
    Option(Name),
}

/// `most_matches = 15`, `most_matches = { count = 15, cites = […] }`
#[derive(Debug, Clone)]
pub struct LimitEntry {
    /// How many count.
    pub count: CountEntry,
    /// The clauses that say so.
    pub cites: Vec<Name>,
}

/// `most_matches`, `most_meetings` and `games` of an open phase.
#[derive(Debug, Clone, Default)]
pub struct OpenEntry {
    /// How many matches of an entrant count.
    pub most_matches: Option<LimitEntry>,
    /// How many matches of a pair count.
    pub most_meetings: Option<LimitEntry>,
    /// How many games a match has.
    pub games: Option<CountEntry>,
}
