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
    sides: Grouping,
}

impl<'a> Seated<'a> {
    fn new(ruleset: &Ruleset, tables: &'a Tables) -> Option<Self> {
        let sides = ruleset.sheet_of(&SheetKind::Side)?;
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let entrants = ruleset.sheet_of(&SheetKind::Entrant)?;
        let game = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
        let rows = tables.rows(games);
        Some(Self {
            entrants: tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?,
            entrant_rows: tables.rows(entrants),
            games: rows,
            sides: Grouping::new(game, tables.rows(sides), rows),
        })
    }

    fn waves(&self, one_by_one: bool) -> Waves {
        // The first wave that is free for each entrant.
        let mut free = vec![0_u32; self.entrant_rows];
        let mut waves = Waves { of_games: Vec::with_capacity(self.games), count: 0 };
        let mut newest = 0;
        for game in 0..self.games {
            let here = self.sides.children(game);
            let entrants = here.iter().map(|&side| self.entrants.get(side as usize));
            let entrants = entrants.filter(|&entrant| entrant != NO_ROW);
            let mut wave = if one_by_one { newest } else { 0 };
            for entrant in entrants.clone() {
                wave = wave.max(free[entrant as usize]);
            }
            for entrant in entrants {
                free[entrant as usize] = wave + 1;
            }
            newest = wave + 1;
            waves.count = waves.count.max(newest as usize);
            waves.of_games.push(wave);
        }
        waves
    }
}
