//! What became of a state, or of a level, game by game: every game in which it moved is opened.
//!
//! Comes in: a state and an entrant. Goes out: a child for each game in which it moved. Start with [`Builder::history`].

use super::cell::Builder;
use super::names;
use super::tree::{Node, Step, What};
use crate::engine::{self, History};
use crate::ruleset::{SheetKind, State};
use crate::sheet::ColumnId;

impl Builder<'_> {
    /// The state whose value after the last game is this column.
    pub(super) fn state_of(&self, column: ColumnId) -> Option<State> {
        let states = self.opened.ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
        states.copied().find(|state| state.last == column)
    }

    /// A state after the last game, as what it was after each of them, the last first; any other cell as it is.
    pub(super) fn game_by_game(&self, (column, row): (ColumnId, u32)) -> Vec<(ColumnId, u32)> {
        let Some(state) = self.state_of(column) else { return vec![(column, row)] };
        let History { games, .. } = engine::history(self.opened.ruleset, self.opened.outcome, row);
        games.iter().rev().map(|played| (state.now, played.side)).collect()
    }

    /// What became of a state of an entrant.
    pub(super) fn history(&mut self, state: State, entrant: u32, depth: usize) -> Node {
        let info = self.opened.ruleset.column(state.last);
        let of = self
            .opened
            .ruleset
            .sheet_of(&SheetKind::Entrant)
            .map(|sheet| names::name(&self.opened, sheet, entrant))
            .unwrap_or_default();
        let what = What::History { column: info.name.clone(), of };
        let mut node = Node::new(what, Some(self.opened.cell(state.last, entrant)));
        node.steps.push(Step::Began(self.opened.cell(state.start, entrant)));
        let History { games, .. } = engine::history(self.opened.ruleset, self.opened.outcome, entrant);
        let moved: Vec<u32> = games
            .iter()
            .map(|played| played.side)
            .filter(|&side| self.opened.cell(state.before, side) != self.opened.cell(state.now, side))
            .collect();
        let stayed = games.len() - moved.len();
        node.steps.push(Step::Stayed { moved: moved.len(), stayed });
        let most = self.reach.most.unwrap_or(usize::MAX);
        // The latest are those that are asked about.
        let first = moved.len().saturating_sub(most);
        node.more += first;
        for &side in &moved[first..] {
            let before = self.opened.cell(state.before, side);
            let mut child = self.cell(state.now, side, depth + 1);
            child.steps.insert(0, Step::Was(before));
            node.children.push(child);
        }
        node
    }
}
