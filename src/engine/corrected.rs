//! What corrections and annulments came to: states at the end that are other than they were by the log as it was first recorded.
//!
//! A correction of a game long ago may move all that came after it, for everybody who played. Comes in: an outcome. Goes
//! out: whose states are different, and what they would be. Start with [`corrected`].

use super::{Outcome, games_where, run};
use crate::log::{Act, Deed};
use crate::ruleset::{Ruleset, Settings, SheetKind, State};
use crate::sheet::row_id;
use crate::value::Value;

/// An entrant whose states at the end are other than without the corrections.
#[derive(Debug, Clone, PartialEq)]
pub struct Corrected {
    /// The row of the entrant sheet.
    pub entrant: u32,
    /// The states that are different, in the order of the ladder.
    pub states: Vec<CorrectedState>,
}

/// A state at the end, by both logs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorrectedState {
    /// Which.
    pub state: State,
    /// What it would be by the log as it was first recorded.
    pub before: Value,
    /// What it is.
    pub after: Value,
}

/// Scores the log of an outcome as it was first recorded as well, and compares. `None` where nothing is corrected or annulled, or
/// no states, and where that log cannot be scored.
#[must_use]
pub fn corrected(
    ruleset: &Ruleset,
    settings: &Settings,
    outcome: &Outcome,
    seed: u64,
) -> Option<Vec<Corrected>> {
    let ladder = ruleset.ladder.as_ref().filter(|ladder| !ladder.states.is_empty())?;
    let is_late = |act: &Act| !act.what.changes().is_empty() || matches!(act.what, Deed::Void { .. });
    if !outcome.acts.iter().any(is_late) {
        return None;
    }
    let recorded = games_where(&outcome.log(), ruleset, |_| true).as_of(0);
    let first = run(ruleset, settings, recorded, seed).ok()?;
    let entrants = ruleset.sheet_of(&SheetKind::Entrant)?;
    let of_entrant = |entrant: u32| {
        let states = ladder.states.iter().map(|&state| CorrectedState {
            state,
            before: first.value(ruleset, state.last, entrant),
            after: outcome.value(ruleset, state.last, entrant),
        });
        let states: Vec<_> = states.filter(|state| state.before != state.after).collect();
        (!states.is_empty()).then_some(Corrected { entrant, states })
    };
    Some((0..outcome.tables.rows(entrants)).filter_map(|row| of_entrant(row_id(row))).collect())
}
