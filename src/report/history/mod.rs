//! What became of one entrant: a summary and a line a game for people, everything for programs.
//!
//! Comes in: a [`View`], the row of an entrant. Goes out: text. It must never follow a state or compare a level.
//! Start with [`table`] or [`json`].

mod json;
mod table;

pub use json::json;
pub use table::table;

use super::sides::{Lines, cell};
use super::view::{RowName, View};
use crate::engine::{History, history};
use crate::ruleset::BuiltinColumn;
use crate::sheet::ColumnId;
use crate::value::Kind;
use std::collections::BTreeSet;

/// An entrant, and what became of it.
struct Story<'a> {
    view: &'a View<'a>,
    entrant: u32,
    history: History,
    /// The rows of the games.
    games: BTreeSet<usize>,
    /// What games record that is a date, where some game has one.
    dates: Vec<ColumnId>,
}

impl<'a> Story<'a> {
    fn new(view: &'a View<'a>, entrant: u32) -> Self {
        let history = history(view.ruleset(), view.subject.outcome, entrant);
        let is_date = |id: &ColumnId| view.ruleset().column(*id).ty.kind == Kind::Date && view.is_used(*id);
        let recorded = view.games.iter().flat_map(|games| games.recorded(view.ruleset()));
        Self {
            dates: recorded.filter(is_date).collect(),
            games: history.games.iter().map(|played| played.game as usize).collect(),
            view,
            entrant,
            history,
        }
    }

    fn name(&self) -> &'a str {
        self.view.entrant_name(self.entrant as usize)
    }

    /// Whether a remark is about the entrant, or about a game of the entrant and nobody in particular.
    fn is_about(&self, name: &RowName) -> bool {
        match name.entrant {
            Some(entrant) => entrant == self.entrant as usize,
            None => name.game.is_some_and(|game| self.games.contains(&game)),
        }
    }

    /// Whom the entrant played against in a game.
    fn against(&self, game: usize) -> Vec<&'a str> {
        let mut names = self.view.entrants_in(self.view.sides.as_ref(), game);
        names.retain(|name| *name != self.name());
        names
    }

    /// `game 12 (final, round 2, 2026-11-30)`
    fn game_words(&self, game: usize) -> String {
        let when = |column| {
            let id = self.view.used(self.view.games.as_ref()?.sheet, column)?;
            Some(cell(self.view, id, game))
        };
        let round = when(BuiltinColumn::Round).map(|round| format!("round {round}"));
        let dates = self.dates.iter().map(|date| cell(self.view, *date, game));
        let dates = when(BuiltinColumn::Date).into_iter().chain(dates);
        let words: Vec<String> = when(BuiltinColumn::Phase).into_iter().chain(round).chain(dates).collect();
        let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        format!("game {}{words}", self.view.game_id(game))
    }

    /// The games and their sides, where the format has them.
    fn lines(&self) -> Option<Lines<'_>> {
        let (rows, sides) = (self.view.games.as_ref()?, self.view.sides.as_ref()?);
        Some(Lines { first: "game", rows, sides, parts: true, is_listed: &|_| true })
    }
}
