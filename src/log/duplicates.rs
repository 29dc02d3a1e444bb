//! Games that are recorded twice: by their ids, or to the letter.
//!
//! Comes in: ids as symbols, records as bytes. Goes out: the place of the earlier one, if any.
//! It must never know what a record says. Start with [`Duplicates`].

use crate::sheet::{NO_ROW, RecordPlace};
use crate::value::Symbol;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// What was seen so far.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    /// For each symbol the game that has it for an id, or [`NO_ROW`].
    games: Vec<u32>,
    records: FxHashMap<u64, RecordPlace>,
    /// Where games stand that were refused, by their ids.
    refused: FxHashMap<Symbol, RecordPlace>,
}

impl Duplicates {
    /// The game that has this id.
    pub fn game(&self, id: Symbol) -> Option<usize> {
        let game = self.games.get(id.0 as usize).copied().filter(|&game| game != NO_ROW)?;
        Some(game as usize)
    }

    /// Notes the id of a game.
    pub fn add_game(&mut self, id: Symbol, game: usize) {
        let place = id.0 as usize;
        if place >= self.games.len() {
            self.games.resize((place + 1).max(self.games.len() * 2), NO_ROW);
        }
        self.games[place] = u32::try_from(game).unwrap_or(NO_ROW);
    }

    /// Where a game of this id stands that was refused.
    pub fn refused(&self, id: Symbol) -> Option<RecordPlace> {
        self.refused.get(&id).copied()
    }

    /// Notes the id of a game that is refused.
    pub fn add_refused(&mut self, id: Symbol, place: RecordPlace) {
        self.refused.entry(id).or_insert(place);
    }

    /// Notes a record without an id; the place of an earlier one that is the same to the letter.
    pub fn add_record(&mut self, record: &[u8], place: RecordPlace) -> Option<RecordPlace> {
        let mut hasher = FxHasher::default();
        hasher.write(record.trim_ascii());
        let known = *self.records.entry(hasher.finish()).or_insert(place);
        (known != place).then_some(known)
    }
}
