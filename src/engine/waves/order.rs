//! Which games make a wave.
//!
//! Comes in: who plays in which game. Goes out: the wave of each game. It must never know a state. Start with [`waves`].

use crate::ruleset::{LinkRole, Ruleset, SheetKind};
use crate::sheet::{Grouping, Index, NO_ROW, Tables};

/// The wave of each game, from 0.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Waves {
    /// By the row of the game.
    pub of_games: Vec<u32>,
    /// How many there are.
    pub count: usize,
}

/// Puts each game into the first wave after the last game of any of its entrants, in the order of the log; where games are
/// to be taken one by one, also after the game before it.
pub(super) fn waves(ruleset: &Ruleset, tables: &Tables, one_by_one: bool) -> Waves {
    Seated::new(ruleset, tables).map_or_else(Waves::default, |seated| seated.waves(one_by_one))
}

/// Who plays in which game.
struct Seated<'a> {
    entrants: &'a Index,
    entrant_rows: usize,
    games: usize,
    side_rows: usize,
    sides: Sides,
}

/// The sides of each game.
enum Sides {
    /// So many, one game after the other.
    Every(usize),
    Grouped(Grouping),
}

impl<'a> Seated<'a> {
    fn new(ruleset: &Ruleset, tables: &'a Tables) -> Option<Self> {
        let sides = ruleset.sheet_of(&SheetKind::Side)?;
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let entrants = ruleset.sheet_of(&SheetKind::Entrant)?;
        let game = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
        let (games, side_rows) = (tables.rows(games), tables.rows(sides));
        let sides_of_games = match game {
            Index::Every(count) => Sides::Every(*count as usize),
            Index::One | Index::Rows(_) => Sides::Grouped(Grouping::new(game, side_rows, games)),
        };
        Some(Self {
            entrants: tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?,
            entrant_rows: tables.rows(entrants),
            games,
            side_rows,
            sides: sides_of_games,
        })
    }

    fn waves(&self, one_by_one: bool) -> Waves {
        // The first wave that is free for each entrant.
        let mut free = vec![0_u32; self.entrant_rows];
        let mut waves = Waves { of_games: Vec::with_capacity(self.games), count: 0 };
        let mut newest = 0;
        let mut here = Vec::new();
        for game in 0..self.games {
            self.entrants_of(game, &mut here);
            let start = if one_by_one { newest } else { 0 };
            let wave = here.iter().map(|&entrant| free[entrant as usize]).fold(start, u32::max);
            newest = wave + 1;
            here.iter().for_each(|&entrant| free[entrant as usize] = newest);
            waves.count = waves.count.max(newest as usize);
            waves.of_games.push(wave);
        }
        waves
    }

    fn entrants_of(&self, game: usize, here: &mut Vec<u32>) {
        here.clear();
        match &self.sides {
            Sides::Every(count) => {
                let end = self.side_rows.min((game + 1) * count);
                self.entrants.append_to(end.min(game * count)..end, here);
            }
            Sides::Grouped(sides) => {
                here.extend(sides.children(game).iter().map(|&side| self.entrants.get(side as usize)));
            }
        }
        here.retain(|&entrant| entrant != NO_ROW);
    }
}
