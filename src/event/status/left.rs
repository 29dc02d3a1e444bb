//! How many rows can still be added to a sum, for each entrant of a phase that is under way.
//!
//! Comes in: a phase as far as it went. Goes out: for each entrant the most games (or matches) that are still to come. It
//! may say too many, and never too few. Start with [`rows_left`].

use super::Unclear;
use crate::engine::Outcome;
use crate::event::choices;
use crate::event::course::{Course, GameState, PhaseCourse};
use crate::event::facts::Facts;
use crate::event::meetings::Meetings;
use crate::ruleset::{Growth, Pools, RoundRobin, Scheme, SheetKind};

/// For each row of the entrant sheet how many sides can still come; `None`: without end.
pub fn rows_left(
    facts: &Facts<'_>,
    course: &Course,
    (phase, outcome): (&PhaseCourse, &Outcome),
    growth: &Growth,
) -> Result<Vec<Option<u32>>, Unclear> {
    let ruleset = facts.ruleset;
    let has_matches = ruleset.sheet_of(&SheetKind::Match).is_some();
    let over_matches = ruleset.sheet(growth.over).kind == SheetKind::MatchSide;
    match &ruleset.phase(phase.phase).scheme {
        Scheme::Open(open) if has_matches == over_matches => {
            let meetings = Meetings::of(ruleset, outcome, phase.phase);
            let present = choices::present(phase, &course.withdrawn);
            Ok(choices::left(ruleset, facts.settings, open, &meetings, &present))
        }
        Scheme::Open(_) => Err(Unclear::GamesOfMatches),
        // A game more can make a match count that did not, or change what it is worth.
        Scheme::Pools(_) | Scheme::RoundRobin(_) if over_matches || growth.looks_at_matches => {
            Err(Unclear::GamesOfMatches)
        }
        Scheme::Pools(pools) => Ok(in_pools(facts, phase, pools)),
        Scheme::RoundRobin(table) => Ok(in_a_table(facts, phase, table)),
        Scheme::Knockout(_) => Err(Unclear::Bracket),
    }
}

/// The last round of a phase, where it has one: games of later rounds do not belong to it.
pub fn last_round(phase: &PhaseCourse, scheme: &Scheme) -> Option<u32> {
    match scheme {
        Scheme::Pools(pools) => Some(pools.rounds),
        Scheme::RoundRobin(table) => {
            let entrants = entrants_of_table(phase);
            Some(table.legs.saturating_mul(if entrants.is_multiple_of(2) {
                entrants.saturating_sub(1)
            } else {
                entrants
            }))
        }
        Scheme::Knockout(_) | Scheme::Open(_) => None,
    }
}

fn entrants_of_table(phase: &PhaseCourse) -> u32 {
    let entrants = phase.rounds.first().map_or(phase.entrants.len(), |round| round.order.len());
    u32::try_from(entrants).unwrap_or(u32::MAX)
}

/// The games of the round under way that are missing, or in dispute, and as many as a pool can have in each round to come.
fn in_pools(facts: &Facts<'_>, phase: &PhaseCourse, pools: &Pools) -> Vec<Option<u32>> {
    let of_member = pools.schedules.iter().flat_map(|schedule| {
        (0..schedule.size).map(|member| {
            schedule.games.iter().flat_map(|game| &game.sides).filter(|side| side.member == member).count()
        })
    });
    let most = u32::try_from(of_member.max().unwrap_or(0)).unwrap_or(u32::MAX);
    let paired = u32::try_from(phase.rounds.len()).unwrap_or(u32::MAX);
    let later = pools.rounds.saturating_sub(paired).saturating_mul(most);
    let mut left = vec![Some(later); facts.names.len()];
    count(phase, GameState::is_open, |entrant| {
        if let Some(Some(left)) = left.get_mut(entrant as usize) {
            *left = left.saturating_add(1);
        }
    });
    left
}

/// All games of the table, without those that were played or will not be.
fn in_a_table(facts: &Facts<'_>, phase: &PhaseCourse, table: &RoundRobin) -> Vec<Option<u32>> {
    let games = table.schedule.as_ref().map_or(1, |schedule| schedule.games.len());
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    let others = entrants_of_table(phase).saturating_sub(1);
    let all = table.legs.saturating_mul(others).saturating_mul(games);
    let mut left = vec![Some(all); facts.names.len()];
    count(
        phase,
        |state| !state.is_open(),
        |entrant| {
            if let Some(Some(left)) = left.get_mut(entrant as usize) {
                *left = left.saturating_sub(1);
            }
        },
    );
    left
}

/// Calls `take` with every entrant of the games in such a state.
fn count(phase: &PhaseCourse, is_wanted: impl Fn(GameState) -> bool, mut take: impl FnMut(u32)) {
    let games = phase.rounds.iter().flat_map(|round| &round.games);
    for game in games.filter(|game| is_wanted(game.state)) {
        game.pairing.sides.iter().for_each(|(_, entrant)| take(*entrant));
    }
}
