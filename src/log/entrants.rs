//! Who takes part: in the order in which they are first named.
//!
//! Comes in: records of entrants, and names in games. Goes out: a row for each, with what was recorded.
//! It must never know an encoding. Start with [`Entrants::appears`].

use super::cell::Field;
use super::stage::Cell;
use crate::sheet::{NO_ROW, RecordPlace};
use crate::value::{Symbol, Value};
use std::collections::BTreeSet;

/// The entrants so far.
#[derive(Debug)]
pub(super) struct Entrants {
    /// For each symbol the entrant of that name, or [`NO_ROW`].
    by_name: Vec<u32>,
    all: Vec<Entrant>,
    /// What was recorded, `width` cells for each.
    cells: Vec<Option<Value>>,
    width: usize,
    /// Names in records that were left out.
    left_out: BTreeSet<Symbol>,
}

/// Somebody who takes part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entrant {
    pub name: Symbol,
    /// Where the record stands that registers the entrant.
    pub record: Option<RecordPlace>,
    /// Where the first game stands.
    pub first_game: Option<RecordPlace>,
    /// How many games stand before that record; where there is none, [`u32::MAX`].
    pub entered: u32,
}

impl Entrant {
    /// Where the name first stands.
    pub fn first_place(&self) -> Option<RecordPlace> {
        [self.record, self.first_game].into_iter().flatten().min()
    }
}

impl Entrants {
    /// None yet; each will have so many fields.
    pub fn new(width: usize) -> Self {
        Self { by_name: Vec::new(), all: Vec::new(), cells: Vec::new(), width, left_out: BTreeSet::new() }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The row of an entrant who plays in a game; new, if never named before.
    pub fn appears(&mut self, name: Symbol, game: RecordPlace) -> u32 {
        let row = self.find_or_add(name);
        self.all[row as usize].first_game.get_or_insert(game);
        row
    }

    /// The row of an entrant with a record of its own, before which so many games stand.
    pub fn record(&mut self, name: Symbol, cells: &[Cell], place: RecordPlace, games: u32) -> u32 {
        let row = self.find_or_add(name);
        self.all[row as usize].record = Some(place);
        self.all[row as usize].entered = games;
        let start = row as usize * self.width;
        for (kept, cell) in self.cells[start..start + self.width].iter_mut().zip(cells) {
            *kept = cell.seen.then_some(cell.value);
        }
        row
    }

    /// Where the record of this entrant stands.
    pub fn record_of(&self, name: Symbol) -> Option<RecordPlace> {
        self.all[self.find(name)? as usize].record
    }

    /// The row of the entrant of this name.
    pub fn find(&self, name: Symbol) -> Option<u32> {
        self.by_name.get(name.0 as usize).copied().filter(|&row| row != NO_ROW)
    }

    /// For each entrant how many games stand before the record that registers them: [`u32::MAX`] where there is none,
    /// but 0 for all where nobody has one.
    pub fn entered(&self) -> Vec<u32> {
        if self.all.iter().all(|entrant| entrant.record.is_none()) {
            return vec![0; self.all.len()];
        }
        self.all.iter().map(|entrant| entrant.entered).collect()
    }

    /// The name and the values of an entrant.
    pub fn row(&self, row: usize, fields: &[Field]) -> (Symbol, Vec<Value>) {
        let cells = &self.cells[row * self.width..(row + 1) * self.width];
        let values = cells.iter().zip(fields).map(|(cell, field)| cell.unwrap_or(field.default));
        (self.all[row].name, values.collect())
    }

    /// Everybody, in the order in which they were first named.
    pub fn all(&self) -> &[Entrant] {
        &self.all
    }

    /// Those who have no record, each with its first game.
    pub fn without_record(&self) -> impl Iterator<Item = (Symbol, RecordPlace)> {
        let games = self.all.iter().filter(|entrant| entrant.record.is_none());
        games.filter_map(|entrant| Some((entrant.name, entrant.first_game?)))
    }

    /// Notes the name in a record that is left out.
    pub fn leave_out(&mut self, name: Symbol) {
        self.left_out.insert(name);
    }

    /// The names in records that were left out.
    pub fn left_out(&self) -> &BTreeSet<Symbol> {
        &self.left_out
    }

    fn find_or_add(&mut self, name: Symbol) -> u32 {
        let place = name.0 as usize;
        if place >= self.by_name.len() {
            self.by_name.resize((place + 1).max(self.by_name.len() * 2), NO_ROW);
        }
        if self.by_name[place] == NO_ROW {
            self.by_name[place] = u32::try_from(self.all.len()).unwrap_or(NO_ROW);
            self.all.push(Entrant { name, record: None, first_game: None, entered: u32::MAX });
            self.cells.resize(self.all.len() * self.width, None);
        }
        self.by_name[place]
    }
}
