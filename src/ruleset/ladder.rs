//! What goes from game to game: states and levels.
//!
//! A state has a value for each entrant. On the side sheet stand its value before the game (`orbs`) and after it
//! (`now.orbs`); on the entrant sheet its value after the last game (`orbs`). A level is a state like any other, whose
//! values are the names of the levels. Every side of a game sees the values before it. Start with [`Ladder`].

use super::{Expr, Node, Ruleset, Step};
use crate::sheet::ColumnId;

/// The states of a format, and how they are computed.
#[derive(Debug, Clone, Default)]
pub struct Ladder {
    /// The states, the level last where there is one.
    pub states: Vec<State>,
    /// What must be computed game by game: every step that a state after a game needs, and that needs a state before one;
    /// in order. They fill columns of the sheets game, side, part and list (and of pairs of such rows) alone. None of them
    /// is among [`super::Ruleset::steps`].
    pub steps: Vec<Step>,
    /// So many of [`super::Ruleset::steps`] come before the ladder: they need no state. The others come after it.
    pub at: usize,
    /// The place of the level among the states.
    pub level: Option<usize>,
}

impl Ladder {
    /// The level, where there are levels.
    #[must_use]
    pub fn level_state(&self) -> Option<State> {
        self.states.get(self.level?).copied()
    }
}

/// A state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The column of the entrant sheet that holds what an entrant begins with; computed before the ladder.
    pub start: ColumnId,
    /// The column of the side sheet that holds the value before the game; filled by the engine.
    pub before: ColumnId,
    /// The column of the side sheet that holds the value after the game; filled by one of the steps. (It is the value before
    /// where the game or the side is void: the step sees to that.)
    pub now: ColumnId,
    /// The column of the entrant sheet that holds the value after the last game; filled by the engine.
    pub last: ColumnId,
}

impl Ruleset {
    /// The rule of a step: without what was added to it for void games, where it is that of a state.
    #[must_use]
    pub fn rule_of<'r>(&self, out: ColumnId, value: &'r Expr) -> &'r Expr {
        let mut states = self.ladder.iter().flat_map(|ladder| &ladder.states);
        let Some(state) = states.find(|state| state.now == out) else { return value };
        match &value.node {
            Node::If { value: before, otherwise, .. }
                if matches!(&before.node, Node::Column { column, path } if *column == state.before && path.is_empty())
                    && before.at == value.at =>
            {
                otherwise
            }
            _ => value,
        }
    }
}
