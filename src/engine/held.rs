//! Who has which level.
//!
//! Comes in: an outcome. Goes out: its levels with those who have them, from the highest to the lowest. It must never know
//! how a level is reached. Start with [`held`].

use super::Outcome;
use super::history::rank;
use crate::ruleset::{Ladder, Ruleset, SheetKind};
use crate::sheet::row_id;
use crate::value::Value;
use std::collections::BTreeMap;

/// A level that somebody has.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// The level.
    pub level: Value,
    /// Who has it (rows of the entrant sheet), in the order of registration.
    pub entrants: Vec<u32>,
}

/// The levels that somebody has after the last game, from the highest to the lowest.
#[must_use]
pub fn held(ruleset: &Ruleset, outcome: &Outcome) -> Vec<Held> {
    let level = ruleset.ladder.as_ref().and_then(Ladder::level_state);
    let (Some(level), Some(entrants)) = (level, ruleset.sheet_of(&SheetKind::Entrant)) else {
        return Vec::new();
    };
    let kind = &ruleset.column(level.last).ty.kind;
    let mut by_rank: BTreeMap<usize, Held> = BTreeMap::new();
    for entrant in (0..outcome.tables.rows(entrants)).map(row_id) {
        let value = outcome.value(ruleset, level.last, entrant);
        if let Some(rank) = rank(kind, value) {
            let held = by_rank.entry(rank).or_insert_with(|| Held { level: value, entrants: Vec::new() });
            held.entrants.push(entrant);
        }
    }
    by_rank.into_values().rev().collect()
}
