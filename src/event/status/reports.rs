//! What is not settled yet of single results: those that are in dispute, and those that nobody has confirmed.
//!
//! Comes in: a log. Goes out: disputes, and rows of its game sheet. It must never decide whether a game counts.
//! Start with [`unconfirmed`].

use crate::engine::{self, Outcome};
use crate::log::{Agreement, Dispute, Log};
use crate::ruleset::{Ruleset, SheetKind};

/// The disputes that wait for the arbiter; `None` where nobody reports or confirms anything in the log.
pub fn disputes(ruleset: &Ruleset, log: &Log) -> Option<Vec<Dispute>> {
    log.results().agreements(ruleset)?;
    Some(log.results().open_disputes())
}

/// The games that count and that nobody has confirmed; `None` where nobody reports or confirms anything in the log.
pub fn unconfirmed(ruleset: &Ruleset, log: &Log, outcome: &Outcome) -> Option<Vec<u32>> {
    let sheet = ruleset.sheet_of(&SheetKind::Game)?;
    let agreements = log.results().agreements(ruleset)?;
    let void = engine::void_rows(ruleset, &outcome.tables, sheet);
    let games = (0..).zip(agreements.iter().zip(void));
    let open = games.filter(|(_, (agreement, void))| **agreement == Agreement::Unconfirmed && !void);
    Some(open.map(|(game, _)| game).collect())
}
