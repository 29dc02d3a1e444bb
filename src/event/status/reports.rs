//! What is not settled yet of single results: those that nobody has confirmed.
//!
//! Comes in: a log. Goes out: rows of its game sheet. It must never decide whether a game counts.
//! Start with [`unconfirmed`].

use crate::engine::{self, Outcome};
use crate::log::{Deed, Log};
use crate::ruleset::{Ruleset, SheetKind};
use crate::sheet::row_id;

/// The games that count and that nobody has confirmed; `None` where the log confirms no result at all.
pub fn unconfirmed(ruleset: &Ruleset, log: &Log, outcome: &Outcome) -> Option<Vec<u32>> {
    let sheet = ruleset.sheet_of(&SheetKind::Game)?;
    let mut open: Vec<bool> =
        engine::void_rows(ruleset, &outcome.tables, sheet).into_iter().map(|void| !void).collect();
    let mut any = false;
    for act in &log.acts {
        let Deed::Confirmation { games } = &act.what else { continue };
        any = true;
        for game in &games.rows {
            if let Some(open) = open.get_mut(*game as usize) {
                *open = false;
            }
        }
    }
    any.then(|| open.iter().enumerate().filter(|(_, open)| **open).map(|(row, _)| row_id(row)).collect())
}
