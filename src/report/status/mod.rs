//! How an event stands, for people and for programs; computes nothing.
//!
//! Comes in: an [`EventSubject`] and its [`Status`]. Goes out: a table or JSON. It must never decide who is in or out.
//! Start with [`write_status`].

mod ahead;
mod json;
mod qualifying;
mod table;

use super::editions::{self, Held};
use super::event::{EventSubject, EventView, LogView, Recorded};
use crate::event::{GameCourse, GameState, PhaseCourse, RoundCourse, Status};
use std::io::{self, Write};

/// What is written about.
#[derive(Debug, Clone, Copy)]
pub struct StatusSubject<'a> {
    /// The event, and its log.
    pub event: EventSubject<'a>,
    /// How it stands.
    pub status: &'a Status,
}

/// How it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusShape {
    /// For people; with every name where all are wanted.
    Table {
        /// Whether lists are written out.
        all: bool,
    },
    /// For programs; everything.
    Json,
}

/// Writes how an event stands.
///
/// # Errors
/// When `out` does.
pub fn write_status(subject: StatusSubject<'_>, shape: StatusShape, out: &mut dyn Write) -> io::Result<()> {
    let EventSubject { ruleset, settings, log, course, .. } = subject.event;
    let view = EventView::new(LogView::new(ruleset, settings, Recorded::from(log)), course);
    match shape {
        StatusShape::Table { all } => {
            table::write(&view, (subject.status, log), all, out)?;
            subject.event.stamp.line(out)
        }
        StatusShape::Json => {
            json::write(&view, subject, out)?;
            out.write_all(b"\n")
        }
    }
}

/// Writes how editions stand, one after the other.
///
/// # Errors
/// When `out` does.
pub fn write_statuses(
    held: Held<'_>,
    subjects: &[StatusSubject<'_>],
    shape: StatusShape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        StatusShape::Table { .. } => {
            for (place, subject) in subjects.iter().enumerate() {
                if place > 0 {
                    writeln!(out)?;
                }
                write_status(*subject, shape, out)?;
            }
            Ok(())
        }
        StatusShape::Json => editions::json(held, subjects, out, |out, subject| {
            let EventSubject { ruleset, settings, log, course, .. } = subject.event;
            let view = EventView::new(LogView::new(ruleset, settings, Recorded::from(log)), course);
            json::write(&view, *subject, out)
        }),
    }
}

/// `5 games`, `1 match`
fn counted(count: usize, what: &str) -> String {
    let plural = if what.ends_with("ch") { "es" } else { "s" };
    format!("{count} {what}{}", if count == 1 { "" } else { plural })
}

fn names(view: &EventView<'_>, entrants: &[u32]) -> Vec<String> {
    entrants.iter().map(|&entrant| view.name(entrant).to_owned()).collect()
}

/// The first names of a list, and how many more there are.
fn short(names: &[String], most: usize) -> String {
    let first = names.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// The games of a phase that are to be played yet, each with its round.
fn missing(phase: &PhaseCourse) -> impl Iterator<Item = (&RoundCourse, &GameCourse)> {
    let games = phase.rounds.iter().flat_map(|round| round.games.iter().map(move |game| (round, game)));
    games.filter(|(_, game)| game.state == GameState::Missing)
}
