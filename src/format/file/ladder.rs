//! What goes from game to game, as typed.

use super::RuleEntry;
use crate::source::Span;
use crate::syntax::ast::{Levels, Name, TypeText};

/// `[ladder]`
#[derive(Debug, Clone, Default)]
pub struct LadderEntry {
    /// `[ladder.state.NAME]`, in order.
    pub states: Vec<StateEntry>,
    /// `[ladder.levels]`
    pub levels: Option<LevelsEntry>,
}

/// `[ladder.state.NAME]`
#[derive(Debug, Clone)]
pub struct StateEntry {
    /// Its name.
    pub name: Name,
    /// `type = "…"`; `None`: the kind of its start.
    pub kind: Option<TypeText>,
    /// `start = …`: what an entrant begins with.
    pub start: RuleEntry,
    /// `after = "…"`: its value after a game, over the sides.
    pub after: RuleEntry,
    /// `text = "…"`: what it means.
    pub text: Option<String>,
}

/// `[ladder.levels]`
#[derive(Debug, Clone)]
pub struct LevelsEntry {
    /// The levels, from the lowest; empty when they could not be read (complained about already).
    pub levels: Levels,
    /// `start = "…"`: the level of an entrant before its first game.
    pub start: RuleEntry,
    /// `never_below = "…"`
    pub never_below: Option<Name>,
    /// `text = "…"`: what a level means.
    pub text: Option<String>,
    /// `cites = ["…"]`: clauses on which the levels rest as a whole.
    pub cites: Vec<Name>,
    /// The key `levels`.
    pub key: Span,
    /// The string of the levels.
    pub span: Span,
}
