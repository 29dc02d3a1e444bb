//! Where the values of states come from that no step computes: a state before a game is that after the game before.
//!
//! Comes in: an outcome. Goes out: for each such cell the cell that it was carried from. Start with [`Carried::from`].

use super::super::Outcome;
use super::super::derive::History;
use crate::ruleset::{LinkRole, Ruleset, SheetKind, State};
use crate::sheet::{ColumnId, LinkId, NO_ROW, Tables};
use rustc_hash::FxHashMap;

/// What is carried from game to game.
pub(in crate::engine) struct Carried {
    states: FxHashMap<ColumnId, State>,
    /// From sides to their entrants, and from each to the side before.
    history: Option<(LinkId, History)>,
}

impl Carried {
    /// The states of a format, and who played which game before which.
    pub(in crate::engine) fn new(ruleset: &Ruleset, outcome: &Outcome) -> Self {
        let states = ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
        let states: FxHashMap<ColumnId, State> =
            states.flat_map(|state| [(state.before, *state), (state.last, *state)]).collect();
        let sides = ruleset.sheet_of(&SheetKind::Side).filter(|_| !states.is_empty());
        let history = sides.and_then(|sides| {
            let entrant = ruleset.link_of(sides, &LinkRole::Entrant)?;
            Some((entrant, History::new(ruleset, &outcome.tables, sides)?))
        });
        Self { states, history }
    }

    /// The cell that a state before a game, or after the last one, has its value from.
    pub(in crate::engine) fn from(&self, id: ColumnId, row: u32, tables: &Tables) -> Option<(ColumnId, u32)> {
        let (state, (link, history)) = (self.states.get(&id)?, self.history.as_ref()?);
        let (side, entrant) = if id == state.last {
            (*history.newest.get(row as usize)?, row)
        } else {
            (*history.previous.get(row as usize)?, tables.link(*link)?.get(row as usize))
        };
        let cell = if side == NO_ROW { (state.start, entrant) } else { (state.now, side) };
        (cell.1 != NO_ROW).then_some(cell)
    }
}
