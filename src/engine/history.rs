//! What became of one entrant, game by game.
//!
//! Comes in: an outcome, an entrant. Goes out: the rows of what the entrant played, where the level moved, and in which
//! game each level was first reached. It must never know how any of it is shown. Start with [`history`].

use super::Outcome;
use super::verdict::Void;
use crate::ruleset::{Ladder, LinkRole, Ruleset, SheetKind, State};
use crate::sheet::{NO_ROW, row_id};
use crate::value::{Kind, Value};

/// What became of an entrant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// What the entrant played, in the order of the log.
    pub games: Vec<Played>,
    /// Every level that the entrant has had, in the order in which they were reached.
    pub reached: Vec<Reached>,
}

/// A game that an entrant played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The row of the game.
    pub game: u32,
    /// The row of the side.
    pub side: u32,
    /// Whether it does not count.
    pub is_void: bool,
    /// Where the level went; `None` where it stayed.
    pub level: Option<Moved>,
}

/// Where a level went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// A higher one was reached.
    Up,
    /// It was lost: a lower one is what is left.
    Down,
}

/// A level, and when an entrant first had it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// The level.
    pub level: Value,
    /// The row of the game after which the entrant had it; `None`: from the beginning.
    pub game: Option<u32>,
}

/// Follows an entrant (a row of the entrant sheet) through the log.
#[must_use]
pub fn history(ruleset: &Ruleset, outcome: &Outcome, entrant: u32) -> History {
    let level = ruleset.ladder.as_ref().and_then(Ladder::level_state);
    let mut history = History { games: played(ruleset, outcome, entrant), reached: Vec::new() };
    let Some(level) = level else { return history };
    let start = outcome.value(ruleset, level.start, entrant);
    history.reached.push(Reached { level: start, game: None });
    for played in &mut history.games {
        let now = outcome.value(ruleset, level.now, played.side);
        played.level = moved(ruleset, outcome, level, played.side);
        if history.reached.iter().all(|known| known.level != now) {
            history.reached.push(Reached { level: now, game: Some(played.game) });
        }
    }
    history
}

fn played(ruleset: &Ruleset, outcome: &Outcome, entrant: u32) -> Vec<Played> {
    let tables = &outcome.tables;
    let sheets = (ruleset.sheet_of(&SheetKind::Side), ruleset.sheet_of(&SheetKind::Game));
    let (Some(sides), Some(games)) = sheets else { return Vec::new() };
    let link = |role: LinkRole| tables.link(ruleset.link_of(sides, &role)?);
    let links = (link(LinkRole::Entrant), link(LinkRole::Inside(games)));
    let (Some(entrants), Some(inside)) = links else { return Vec::new() };
    let mut void = Void::new(ruleset, tables);
    let void = void.rows(sides);
    let own = (0..tables.rows(sides)).filter(|&side| entrants.get(side) == entrant);
    let own = own.map(|side| Played {
        game: inside.get(side),
        side: row_id(side),
        is_void: void.get(side).copied().unwrap_or(false),
        level: None,
    });
    own.filter(|played| played.game != NO_ROW).collect()
}

/// Where a level went in the game of a side.
fn moved(ruleset: &Ruleset, outcome: &Outcome, level: State, side: u32) -> Option<Moved> {
    let rank = |column| rank(&ruleset.column(level.now).ty.kind, outcome.value(ruleset, column, side));
    match rank(level.before)?.cmp(&rank(level.now)?) {
        std::cmp::Ordering::Less => Some(Moved::Up),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Moved::Down),
    }
}

/// The place of a choice among those of its kind; the last is the highest.
pub(super) fn rank(kind: &Kind, value: Value) -> Option<usize> {
    match (kind, value) {
        (Kind::Choice(choices), Value::Text(symbol)) => choices.iter().position(|choice| *choice == symbol),
        (
            Kind::Integer
            | Kind::Number
            | Kind::Flag
            | Kind::Text
            | Kind::Date
            | Kind::Duration
            | Kind::Choice(_)
            | Kind::Unknown,
            _,
        ) => None,
    }
}
