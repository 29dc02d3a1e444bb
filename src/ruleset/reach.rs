//! How far the first key of a standing can still move.
//!
//! Inert, like the rest of the ruleset: `check` proves it, `event` counts what is still to be played. Start with [`Reach`].

use crate::sheet::{ColumnId, SheetId};
use crate::value::Rational;

/// What is known of the first key of a standing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// It is a sum, and what a row adds to it is known.
    Sum(Growth),
    /// It cannot be told how far it moves.
    Unknown(Obscure),
}

/// A sum over the sides of games or matches, of values in a range that is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Growth {
    /// The key: a column of the entrant sheet.
    pub column: ColumnId,
    /// The sheet whose rows are added up: the sides of games, or those of matches.
    pub over: SheetId,
    /// The least that a row adds, 0 or less, as a row may take no part; `None`: without end.
    pub least: Option<Rational>,
    /// The most that a row adds, 0 or more; `None`: without end.
    pub most: Option<Rational>,
    /// Whether what a row adds can hang on its match: then a further game of the match can change it.
    pub looks_at_matches: bool,
    /// Whether the larger sum is ahead.
    pub highest_first: bool,
}

/// Why it cannot be told how far a key moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obscure {
    /// The standing lists some entrants only.
    Listed,
    /// The key is no sum over games or matches of an entrant.
    NoSum,
    /// What is added up looks at more than its own game or match.
    Elsewhere,
}

impl Obscure {
    /// Why, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Listed => "the standing does not list everybody, and who is listed can change",
            Self::NoSum => {
                "the first key of the standing is no plain sum over the games or matches of an entrant"
            }
            Self::Elsewhere => {
                "what the first key of the standing adds up looks at more than its own game or match, so it can still change"
            }
        }
    }
}
