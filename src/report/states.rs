//! States in tables: what an entrant had before a game and has after it, in one cell.
//!
//! Comes in: a [`View`]. Goes out: words. It must never know how a state moves. Start with [`View::states`].

use super::cell::shown;
use super::view::View;
use crate::ruleset::{Ladder, Ruleset, State};
use crate::sheet::{ColumnId, SheetId};

/// Whether a column holds a state before a game, or after it.
pub fn is_beside_a_game(ruleset: &Ruleset, column: ColumnId) -> bool {
    all(ruleset).iter().any(|state| state.before == column || state.now == column)
}

/// The states of a format.
fn all(ruleset: &Ruleset) -> &[State] {
    ruleset.ladder.as_ref().map_or(&[], |ladder| &ladder.states)
}

impl<'a> View<'a> {
    /// The states that the rows of a sheet have before and after a game.
    pub fn states(&self, sheet: SheetId) -> impl Iterator<Item = State> + use<'a> {
        let ruleset = self.ruleset();
        let states = all(ruleset).iter().copied();
        states.filter(move |state| ruleset.column(state.before).sheet == sheet)
    }

    /// Whether the format has levels.
    pub fn has_levels(&self) -> bool {
        self.ruleset().ladder.as_ref().and_then(Ladder::level_state).is_some()
    }

    /// What everybody has after the last game: the level first, where there are levels.
    pub fn states_at_the_end(&self) -> impl Iterator<Item = State> + use<'a> {
        let ladder = self.ruleset().ladder.as_ref();
        let level = ladder.and_then(Ladder::level_state);
        let others = all(self.ruleset()).iter().copied().filter(move |state| Some(*state) != level);
        level.into_iter().chain(others)
    }

    /// The name of a state before its value; a level says by itself what it is.
    pub fn label(&self, state: State) -> String {
        let ruleset = self.ruleset();
        let level = ruleset.ladder.as_ref().and_then(Ladder::level_state);
        if level == Some(state) { String::new() } else { format!("{} ", ruleset.column(state.last).name) }
    }

    /// `4 → 5`, or `4` where the state has not moved.
    pub fn moved(&self, state: State, side: usize) -> String {
        let [before, now] = [state.before, state.now].map(|column| self.value(column, side));
        let [was, is] = [before, now].map(|value| shown(value, self.symbols()));
        if before == now { is } else { format!("{was} → {is}") }
    }
}
