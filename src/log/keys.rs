//! The keys of one kind of record: what each name means.
//!
//! Comes in: names, added once for each kind of record by a [`super::slots::Layout`]. Goes out: a [`Key`] for a name.
//! It must never know a value or an encoding. Start with [`Keys::find`].

use super::slots::{Address, TableId};
use rustc_hash::FxHashMap;

/// What a key of a record means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// The name of an entrant.
    Name,
    /// Who plays this side.
    Entrant,
    /// Where this side sits.
    Seat,
    /// The sides of the game.
    Sides,
    /// The moves of the game.
    Moves,
    /// A field of the row itself.
    Field(usize),
    /// A list that the row owns.
    Rows(TableId),
    /// A part with a name: its row. In a side, the row of a part that every side owns is its place among the names
    /// until [`super::slots::Layout::of_side`] says of which side it is; the same holds for the next two.
    Part(TableId, usize),
    /// A field of the only part of the side.
    PartField(Address),
    /// A list of the only part of the side.
    PartRows(TableId, usize),
}

/// The keys of one kind of record. Records mostly have their keys in one order: each key remembers
/// which one came after it, so that most are found by one comparison.
#[derive(Debug, Default)]
pub(super) struct Keys {
    all: Vec<(String, Key)>,
    by_name: FxHashMap<String, usize>,
    after: Vec<usize>,
}

impl Keys {
    /// Adds a name; the first one of a name counts.
    pub fn add(&mut self, name: &str, key: Key) {
        if !self.by_name.contains_key(name) {
            self.by_name.insert(name.to_owned(), self.all.len());
            self.all.push((name.to_owned(), key));
        }
    }

    /// Where a search begins in a new record.
    pub fn begin(&mut self) -> usize {
        self.after.resize(self.all.len() + 1, 0);
        self.all.len()
    }

    /// The key after the one that was found `last`; its number is given back in `last`.
    pub fn find_after(&mut self, last: &mut usize, name: &str) -> Option<Key> {
        let guess = self.after.get(*last).copied().unwrap_or(0);
        if let Some((known, key)) = self.all.get(guess)
            && known == name
        {
            *last = guess;
            return Some(*key);
        }
        let &place = self.by_name.get(name)?;
        if let Some(after) = self.after.get_mut(*last) {
            *after = place;
        }
        *last = place;
        Some(self.all[place].1)
    }

    /// The key of this name.
    pub fn find(&self, name: &str) -> Option<Key> {
        self.by_name.get(name).map(|&place| self.all[place].1)
    }

    /// All names that a format gives, and those that all records have; not every game is one whose moves can be read.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter(|(_, key)| *key != Key::Moves).map(|(name, _)| name.as_str())
    }
}
