//! How an event stands, for people and for programs; computes nothing.
//!
//! Comes in: an [`EventSubject`] and its [`Status`]. Goes out: a table or JSON. It must never decide who is in or out.
//! Start with [`write_status`].

mod json;
mod table;

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
        StatusShape::Table { all } => table::write(&view, subject.status, all, out),
        StatusShape::Json => json::write(&view, subject, out),
    }
}

/// The games of a phase that are to be played yet, each with its round.
fn missing(phase: &PhaseCourse) -> impl Iterator<Item = (&RoundCourse, &GameCourse)> {
    let games = phase.rounds.iter().flat_map(|round| round.games.iter().map(move |game| (round, game)));
    games.filter(|(_, game)| game.state == GameState::Missing)
}
