//! Lines about levels.

use super::{Expression, Name};
use crate::source::Span;

/// The word before the name of a state that means its value after a game.
pub const NOW: &str = "now";

/// The name of the value of a state after a game: `now.wins`.
#[must_use]
pub fn after_game(state: &str) -> String {
    format!("{NOW}.{state}")
}

/// The levels of a ladder, from the lowest to the highest.
pub type Levels = Vec<Level>;

/// One level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: Name,
    /// `when …`: who is brought to it; everybody, where nothing is said.
    pub condition: Option<Expression>,
    /// `kept`, and where that is said.
    pub kept: Option<Span>,
    /// `never`, and where that is said: the level has a place in the list, and nobody is brought to it.
    pub never: Option<Span>,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
    /// The line, without the citations.
    pub span: Span,
}
