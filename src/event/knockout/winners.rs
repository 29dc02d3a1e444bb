//! Who won matches, by what was scored.
//!
//! Comes in: scored tables. Goes out: for a game the entrant who alone has the first place in its match. It must never
//! know a bracket. Start with [`Winners::new`].

use crate::ruleset::{BuiltinColumn, LinkRole, Ruleset, SheetKind};
use crate::sheet::{Column, Grouping, Index, NO_ROW, Tables};
use crate::value::{Kind, Value};

/// Who won matches that have been scored.
pub struct Winners<'a> {
    /// From a game to its match.
    in_match: &'a Index,
    sides: Grouping,
    place: &'a Column,
    /// Whether a match counts for nothing, where the format says so of some.
    void: Option<&'a Column>,
    entrants: &'a Index,
}

impl<'a> Winners<'a> {
    /// The winners by these tables; `None` where the format has no matches.
    #[must_use]
    pub fn new(ruleset: &Ruleset, tables: &'a Tables) -> Option<Self> {
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let matches = ruleset.sheet_of(&SheetKind::Match)?;
        let sides = ruleset.sheet_of(&SheetKind::MatchSide)?;
        let index = tables.link(ruleset.link_of(sides, &LinkRole::Inside(matches))?)?;
        Some(Self {
            in_match: tables.link(ruleset.link_of(games, &LinkRole::Inside(matches))?)?,
            sides: Grouping::new(index, tables.rows(sides), tables.rows(matches)),
            place: tables.column(ruleset.builtin(sides, BuiltinColumn::Place)?)?,
            void: ruleset.builtin(matches, BuiltinColumn::Void).and_then(|void| tables.column(void)),
            entrants: tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?,
        })
    }

    /// The entrant who alone has the first place in the match of this game.
    #[must_use]
    pub fn of(&self, game: usize) -> Option<u32> {
        let in_match = Some(self.in_match.get(game)).filter(|&found| found != NO_ROW)?;
        let is_void = |void: &Column| void.value(in_match as usize, &Kind::Flag) == Value::Flag(true);
        if self.void.is_some_and(is_void) {
            return None;
        }
        let is_first = |side: &&u32| self.place.value(**side as usize, &Kind::Integer) == Value::Integer(1);
        let mut first = self.sides.children(in_match as usize).iter().filter(is_first);
        match (first.next(), first.next()) {
            (Some(&side), None) => Some(self.entrants.get(side as usize)),
            (Some(_), Some(_)) | (None, _) => None,
        }
    }
}
