//! Several editions of an event, one after the other, and what ranks over all of them.
//!
//! Comes in: what is written about each, in order. Goes out: each as it would be written alone, under its name. It must
//! never know which editions are wanted, or why. Start with [`write_editions`] and [`write_paired`].

use super::event::{EventSubject, EventView, LogView, Recorded, write_what_is_due};
use super::fields::{Fields, list, text};
use super::view::View;
use super::{EventPart, Part, Shape, Stamp, Subject, csv, json as outcomes, left_out, table, write_event};
use crate::log::LeftOut;
use crate::ruleset::{Edition, Ruleset};
use crate::value::Date;
use std::io::{self, Write};

/// What is common to the editions that are written.
#[derive(Debug, Clone, Copy)]
pub struct Held<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The day on which one asks; `None` where there is none.
    pub today: Option<Date>,
    /// Whether the day is the latest that the log holds, and not one that was asked for.
    pub is_latest: bool,
    /// Of which rules, which logs and which seed all of them are.
    pub stamp: &'a Stamp,
    /// The names of the logs.
    pub logs: &'a [String],
    /// Records that were left out of the log.
    pub left_out: &'a [LeftOut],
}

/// Writes outcomes of editions, and of all of them together.
///
/// # Errors
/// When `out` does.
pub fn write_editions(
    held: Held<'_>,
    (editions, season): (&[Subject<'_>], Option<Subject<'_>>),
    (shape, part): (Shape, Part<'_>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let views: Vec<View<'_>> = editions.iter().map(|subject| View::new(*subject)).collect();
    let season = season.map(View::new);
    match shape {
        Shape::Table => {
            day(held, out)?;
            for view in &views {
                writeln!(out)?;
                heading(&name(view.subject.edition), out)?;
                table::write(view, part, out)?;
            }
            if let Some(season) = &season {
                writeln!(out)?;
                heading("All editions", out)?;
                table::write_standings(season, part, out)?;
            }
            list_left_out(held, out)?;
            held.stamp.line(out)
        }
        Shape::Json => {
            out.write_all(b"{")?;
            let mut top = Fields::new(",\n ");
            head(held, &mut top, out)?;
            top.key(out, "editions")?;
            list(out, &views, |out, view| outcomes::write(view, part, out))?;
            if let Some(season) = &season {
                top.key(out, "season")?;
                write_season(season, part, out)?;
            }
            top.key(out, "left_out")?;
            list(out, held.left_out, |out, left| left_out::json(held.logs, left, out))?;
            out.write_all(b"}\n")
        }
        Shape::Csv => {
            let all = views.iter().map(|view| (Some(name(view.subject.edition)), view));
            let all: Vec<_> = all.chain(season.iter().map(|view| (Some(String::new()), view))).collect();
            csv::write(&all, part, out)
        }
    }
}

/// Writes what is due in editions, or another part of one of them.
///
/// # Errors
/// When `out` does.
pub fn write_paired(
    held: Held<'_>,
    editions: &[EventSubject<'_>],
    (shape, part): (Shape, EventPart),
    out: &mut dyn Write,
) -> io::Result<()> {
    match (shape, part) {
        (Shape::Json, EventPart::Due) => json(held, editions, out, |out, subject| {
            let EventSubject { ruleset, settings, stamp, log, course } = *subject;
            let view = LogView::new(ruleset, settings, Recorded::from(log));
            write_what_is_due(&EventView::new(view, course), stamp, out)
        }),
        (Shape::Table | Shape::Json | Shape::Csv, _) => {
            for (place, subject) in editions.iter().enumerate() {
                if place > 0 && shape == Shape::Table {
                    writeln!(out)?;
                }
                write_event(*subject, shape, part, out)?;
            }
            Ok(())
        }
    }
}

/// Editions as JSON, each by `write`.
pub fn json<T>(
    held: Held<'_>,
    editions: &[T],
    out: &mut dyn Write,
    write: impl FnMut(&mut dyn Write, &T) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(held, &mut top, out)?;
    top.key(out, "editions")?;
    list(out, editions, write)?;
    out.write_all(b"}\n")
}

/// Which day it is.
fn day(held: Held<'_>, out: &mut dyn Write) -> io::Result<()> {
    match held.today {
        Some(today) if held.is_latest => writeln!(out, "as of {today}, the latest day in the log"),
        Some(today) => writeln!(out, "as of {today}"),
        None => writeln!(out, "no day: the log holds no dates"),
    }
}

fn heading(name: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{name}\n{}\n", "═".repeat(name.chars().count()))
}

fn name(edition: Option<Edition>) -> String {
    edition.map_or_else(String::new, |edition| edition.to_string())
}

fn list_left_out(held: Held<'_>, out: &mut dyn Write) -> io::Result<()> {
    if held.left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nLeft out of the log")?;
    held.left_out.iter().try_for_each(|left| writeln!(out, "  {}", left_out::words(left, held.logs)))
}

fn head(held: Held<'_>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    top.key(out, "format")?;
    text(out, &held.ruleset.name)?;
    held.stamp.all(top, out)?;
    let Some(today) = held.today else { return Ok(()) };
    top.key(out, "today")?;
    text(out, &today.to_string())
}

/// The standings over all editions, and the entrants with what they have in all of them.
fn write_season(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    outcomes::head(view, &mut top, out)?;
    top.key(out, "standings")?;
    outcomes::standings(view, part, out)?;
    if let (Part::Everything, Some(entrants)) = (part, &view.entrants) {
        top.key(out, "entrants")?;
        super::fields::rows(out, entrants.rows, |out, row| outcomes::entrant(view, entrants, row, out))?;
    }
    top.key(out, "left_out")?;
    let outcome = view.subject.outcome;
    list(out, &outcome.left_out, |out, left| left_out::json(&outcome.logs, left, out))?;
    out.write_all(b"}")
}
