//! Games that nobody pairs: for each one entrants are drawn.
//!
//! Comes in: entrants, and how many games. Goes out: a log with as many games and invented results. As many sit down as a
//! game can have, or as it must where there is no most; everybody is as likely to. Start with [`season`].

use crate::engine::{self, Failed, Fresh};
use crate::log::{Draft, Log, NewGame};
use crate::lot;
use crate::ruleset::{Ruleset, Settings, SheetKind};
use crate::sheet::row_id;
use crate::value::Symbol;

/// Plays so many games. The entrants of a game are those whom the numbers of the seed draw from all of them, one after the
/// other: `lot::draws(seed, "season", "", "")`, from the first game's first side on.
///
/// # Errors
/// When results cannot be invented.
pub fn season(
    ruleset: &Ruleset,
    settings: &Settings,
    entrants: &Log,
    seed: u64,
    games: u32,
) -> Result<Log, Box<Failed>> {
    let plan = ruleset.plan(settings);
    let sides = plan.most.unwrap_or(plan.least).max(1) as usize;
    let seats: Vec<Option<Symbol>> = plan.seats.iter().map(|seat| Some(seat.name)).collect();
    let seat = |place: usize| seats.get(place).copied().flatten();
    let rows = ruleset.sheet_of(&SheetKind::Entrant).map_or(0, |sheet| entrants.tables.rows(sheet));
    let mut all: Vec<u32> = (0..row_id(rows)).collect();
    let mut draft = Draft::of(ruleset, settings, entrants);
    let first = row_id(draft.games());
    let sides = sides.min(all.len());
    for game in 0..u64::from(games) {
        let from = game * sides as u64;
        let drawn = lot::draws(seed, "season", "", "", from..from + sides as u64);
        // Each draws from those who are left; the others stay behind them.
        for (place, number) in drawn.into_iter().enumerate() {
            let last = i64::from(row_id(all.len())) - 1;
            let low = i64::from(row_id(place));
            let found = lot::between(low, last, number).and_then(|found| usize::try_from(found).ok());
            all.swap(place, found.unwrap_or(place));
        }
        let table: Vec<(Option<Symbol>, u32)> =
            all.iter().take(sides).enumerate().map(|(place, &who)| (seat(place), who)).collect();
        draft.add_game(NewGame { sides: &table, ..NewGame::default() });
    }
    engine::invent(ruleset, settings, draft.finish(), seed, Fresh { entrants: row_id(rows), games: first })
}
