//! Faults that are causes, and not what follows from another fault.
//!
//! Where a value could not be computed in one game, the next game of the same entrants begins without it; whatever fails
//! there may be right once the first is mended. Comes in: faults that matter. Goes out: those of them in games that no
//! other such game comes before, by way of the entrants that they have in common. Start with [`keep_causes`].

use super::super::fault::games_of;
use super::super::reduce::Trouble;
use crate::ruleset::{LinkRole, Ruleset, SheetKind, Step};
use crate::sheet::{ColumnId, Grouping, Tables, row_id};
use std::collections::BTreeSet;

/// Leaves out the faults of a ladder that may follow from others. All rows are those of the log.
pub(in super::super) fn keep_causes(troubles: &mut [(&Step, Trouble)], ruleset: &Ruleset, tables: &Tables) {
    let Some(ladder) = &ruleset.ladder else { return };
    let own: BTreeSet<ColumnId> = ladder.steps.iter().map(Step::out).collect();
    let mut troubles: Vec<&mut Trouble> = troubles
        .iter_mut()
        .filter(|(step, _)| own.contains(&step.out()))
        .map(|(_, trouble)| trouble)
        .collect();
    let game_of = |trouble: &Trouble, row: usize| {
        games_of(trouble.sheet, &[row_id(row)], ruleset, tables).first().copied()
    };
    let games =
        troubles.iter().flat_map(|trouble| trouble.faults.iter().map(|fault| game_of(trouble, fault.row)));
    let failing: BTreeSet<u32> = games.flatten().collect();
    if failing.is_empty() {
        return;
    }
    let later = after(&failing, ruleset, tables);
    for trouble in &mut troubles {
        let faults = std::mem::take(&mut trouble.faults);
        let is_cause = |row| game_of(trouble, row).is_none_or(|game| !later.contains(&game));
        let causes = faults.into_iter().filter(|fault| is_cause(fault.row)).collect();
        trouble.faults = causes;
    }
}

/// The games that these come before.
fn after(failing: &BTreeSet<u32>, ruleset: &Ruleset, tables: &Tables) -> BTreeSet<u32> {
    let mut later = BTreeSet::new();
    let sheets = [SheetKind::Side, SheetKind::Game, SheetKind::Entrant].map(|kind| ruleset.sheet_of(&kind));
    let [Some(sides), Some(games), Some(entrants)] = sheets else {
        return later;
    };
    let link = |role: &LinkRole| tables.link(ruleset.link_of(sides, role)?);
    let (Some(game), Some(entrant)) = (link(&LinkRole::Inside(games)), link(&LinkRole::Entrant)) else {
        return later;
    };
    let of_games = Grouping::new(game, tables.rows(sides), tables.rows(games));
    let mut doubtful = vec![false; tables.rows(entrants)];
    for game in failing.first().copied().unwrap_or(0)..row_id(tables.rows(games)) {
        let here = of_games.children(game as usize).iter().map(|&side| entrant.get(side as usize) as usize);
        let follows = here.clone().any(|entrant| doubtful.get(entrant).is_some_and(|doubtful| *doubtful));
        if follows {
            later.insert(game);
        }
        if follows || failing.contains(&game) {
            for entrant in here {
                if let Some(doubtful) = doubtful.get_mut(entrant) {
                    *doubtful = true;
                }
            }
        }
    }
    later
}
