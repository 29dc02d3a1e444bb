//! Events to tables, JSON and CSV; computes nothing.
//!
//! Comes in: a [`Course`], and the log that it follows. Goes out: the round that is due, one of its pools explained, or
//! the whole event. It must never pair, rank or draw anything: lots are shown as they fall.
//! Start with [`write_event`].

mod acts;
mod basis;
pub mod bracket;
mod choices;
mod csv;
mod explain;
mod explain_match;
mod explain_table;
mod games;
mod json;
mod round;
mod table;
mod view;
mod words;

pub use acts::{list as list_acts, path};
pub use json::{
    due as write_what_is_due, head, write_acts, write_bracket, write_due, write_late, write_overdue,
    write_phases, write_places,
};
pub use table::{brackets, overdue, places};
pub use view::{EventView, LogView, Recorded};
pub use words::by;

use super::{Shape, Stamp};
use crate::event::{Course, Due, RoundCourse};
use crate::log::Log;
use crate::ruleset::{Ruleset, Settings};
use std::io::{self, Write};

/// What is written about: how an event went, and its log.
#[derive(Debug, Clone, Copy)]
pub struct EventSubject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// Of which rules, which logs and which seed it is.
    pub stamp: &'a Stamp,
    /// The log.
    pub log: &'a Log,
    /// How the event went.
    pub course: &'a Course,
}

/// What of an event is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventPart {
    /// The round that is due, or what the event waits for, or that it is over. As CSV: a sheet in which the games that
    /// are due can be recorded; the final places, where it is over.
    Due,
    /// How the pool of this number came about, of the round that is due.
    Pool(u32),
    /// How the match at this place of the bracket under way came about.
    Match(usize),
    /// How the numbers of the table came about in which everybody meets everybody; and who meets, by number, in the game
    /// at this place of the round that is due.
    Numbers(Option<usize>),
    /// Every phase: rounds, standings, brackets; and the final places. As CSV: the final places.
    Everything,
}

/// Writes an event.
///
/// # Errors
/// When `out` does.
pub fn write_event(
    subject: EventSubject<'_>,
    shape: Shape,
    part: EventPart,
    out: &mut dyn Write,
) -> io::Result<()> {
    let EventSubject { ruleset, settings, log, course, .. } = subject;
    let view = EventView::new(LogView::new(ruleset, settings, Recorded::from(log)), course);
    written(&view, subject.stamp, (shape, part), out)?;
    if shape == Shape::Table { subject.stamp.line(out) } else { Ok(()) }
}

fn written(
    view: &EventView<'_>,
    stamp: &Stamp,
    (shape, part): (Shape, EventPart),
    out: &mut dyn Write,
) -> io::Result<()> {
    match (shape, part) {
        (Shape::Table, EventPart::Due) => table::due(view, out),
        (Shape::Table, EventPart::Everything) => table::everything(view, out),
        (Shape::Table, EventPart::Pool(number)) => explain::table(view, number, out),
        (Shape::Table, EventPart::Match(place)) => explain_match::table(view, place, out),
        (Shape::Table, EventPart::Numbers(game)) => explain_table::table(view, game, out),
        (Shape::Json, EventPart::Due) => {
            json::due(view, stamp, out)?;
            out.write_all(b"\n")
        }
        (Shape::Json, EventPart::Everything) => json::everything(view, stamp, out),
        (Shape::Json, EventPart::Pool(number)) => explain::json(view, number, stamp, out),
        (Shape::Json, EventPart::Match(place)) => explain_match::json(view, place, stamp, out),
        (Shape::Json, EventPart::Numbers(game)) => explain_table::json(view, game, stamp, out),
        (Shape::Csv, EventPart::Due) => csv::due(view, out),
        (Shape::Csv, EventPart::Everything) => csv::places(view, out),
        (Shape::Csv, EventPart::Pool(number)) => csv::pool(view, number, out),
        (Shape::Csv, EventPart::Match(place)) => csv::one_match(view, place, out),
        (Shape::Csv, EventPart::Numbers(_)) => csv::numbers(view, out),
    }
}

/// The rounds that are due, or under way: in a knockout there may be several.
#[must_use]
pub fn rounds_due(course: &Course) -> Vec<&RoundCourse> {
    match course.due {
        Due::Round | Due::Results => course.under_way().map(|(_, rounds)| rounds).unwrap_or_default(),
        Due::Winner { .. }
        | Due::Order { .. }
        | Due::Draw { .. }
        | Due::Open
        | Due::Impossible { .. }
        | Due::Over => Vec::new(),
    }
}
