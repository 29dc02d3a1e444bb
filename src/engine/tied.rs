//! Who is still level with whom, for keys `among tied`.
//!
//! Comes in: a group for each entrant (or none). Goes out: which sides belong to games, or matches, in which all
//! entrants are of one group. Start with [`Levels`].

use super::kernel::Evaluator;
use crate::ruleset::{LinkRole, SheetKind};
use crate::sheet::{Index, NO_ROW, SheetId};

/// The group of each entrant; [`NO_ROW`] for those that are level with nobody.
pub(super) struct Levels {
    /// By the row of the entrant.
    pub groups: Vec<u32>,
}

/// No side was met yet.
const OPEN: u32 = NO_ROW - 1;

impl Levels {
    /// Whether each row of a sheet of sides (of games or of matches) belongs to a game (or match) of one group.
    pub(super) fn sides(&self, run: &Evaluator<'_>, sheet: SheetId) -> Vec<bool> {
        let rows = run.tables.rows(sheet);
        let Some((entrants, containers, count)) = links(run, sheet) else {
            return vec![false; rows];
        };
        let mut common = vec![OPEN; count];
        for side in 0..rows {
            let group = self.groups.get(entrants.get(side) as usize).copied().unwrap_or(NO_ROW);
            if let Some(common) = common.get_mut(containers.get(side) as usize) {
                *common = if *common == OPEN || *common == group { group } else { NO_ROW };
            }
        }
        (0..rows)
            .map(|side| common.get(containers.get(side) as usize).is_some_and(|&group| group != NO_ROW))
            .collect()
    }
}

/// From a sheet of sides to the entrants and to the games (or matches), and how many of these there are.
fn links<'a>(run: &Evaluator<'a>, sheet: SheetId) -> Option<(&'a Index, &'a Index, usize)> {
    let ruleset = run.ruleset;
    let container = match &ruleset.sheet(sheet).kind {
        SheetKind::Side => SheetKind::Game,
        SheetKind::MatchSide => SheetKind::Match,
        SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::Game
        | SheetKind::Part { .. }
        | SheetKind::List { .. }
        | SheetKind::Join { .. } => return None,
    };
    let container = ruleset.sheet_of(&container)?;
    let entrants = run.tables.link(ruleset.link_of(sheet, &LinkRole::Entrant)?)?;
    let containers = run.tables.link(ruleset.link_of(sheet, &LinkRole::Inside(container))?)?;
    Some((entrants, containers, run.tables.rows(container)))
}
