//! The days that a log speaks of.
//!
//! Comes in: a log. Goes out: its latest day, and the edition of each game. It must never know what is over by then. Start
//! with [`Log::latest_day`].

use super::Log;
use crate::ruleset::{BuiltinColumn, Edition, Ruleset, SheetKind};
use crate::sheet::Data;
use crate::value::{Date, Symbol};
use rustc_hash::FxHashMap;

impl Log {
    /// The latest day of a game or an act; `None` where there is none, or nothing in the format depends on a day.
    #[must_use]
    pub fn latest_day(&self, ruleset: &Ruleset) -> Option<Date> {
        let game = ruleset.sheet_of(&SheetKind::Game).filter(|_| ruleset.is_dated())?;
        let column = ruleset.builtin(game, BuiltinColumn::Date).and_then(|id| self.tables.column(id));
        let of_games = column.and_then(|column| match &column.data {
            Data::Integer(days) => {
                let known = days.iter().enumerate().filter(|(row, _)| column.is_known(*row));
                known.map(|(_, day)| Date(day)).max()
            }
            Data::Number(_) | Data::Flag(_) | Data::Symbol(_) => None,
        });
        let of_acts = self.acts.iter().filter_map(|act| act.date).max();
        of_games.max(of_acts)
    }

    /// The edition of each game; nothing in a format without editions.
    #[must_use]
    pub fn editions_of_games(&self, ruleset: &Ruleset) -> Vec<Option<Edition>> {
        let game = ruleset.sheet_of(&SheetKind::Game);
        let column = game.and_then(|game| self.tables.column(ruleset.builtin(game, BuiltinColumn::Edition)?));
        let (Some(column), Some(editions)) = (column, &ruleset.editions) else { return Vec::new() };
        let Data::Symbol(names) = &column.data else { return Vec::new() };
        let mut read: FxHashMap<Symbol, Option<Edition>> = FxHashMap::default();
        let mut edition = |(row, name): (usize, &Symbol)| {
            let known = column.is_known(row).then_some(*name)?;
            *read.entry(known).or_insert_with(|| Edition::parse(self.symbols.text(known), editions.every))
        };
        names.iter().enumerate().map(&mut edition).collect()
    }
}
