//! One event of many, where a rule looks beyond an event: played and followed for itself.
//!
//! Comes in: entrants and a number. Goes out: what is counted of that event, the same as in a batch.
//! Start with [`play_and_count`].

use super::abreast::seed_of;
use super::many::Runs;
use super::open::Free;
use super::plan::{Plan, played};
use super::play::{Bounds, Played, play};
use super::tally::{LeftToLots, Tally};
use super::watch::{Watch, count_wins};
use crate::engine::{self, Failed, Outcome};
use crate::event::{self, Course, GameState, PhaseCourse, Won};
use crate::log::Log;
use crate::ruleset::{Draw, Scheme};
use crate::sheet::row_id;

/// Plays an event, counted from 0, and counts what it came to.
pub(super) fn play_and_count(
    plan: &Plan<'_>,
    entrants: &Log,
    runs: Runs,
    event: u32,
) -> Result<Tally, Box<Failed>> {
    let (ruleset, settings) = (plan.ruleset, plan.settings);
    let seed = seed_of(runs.seed, event);
    let bounds = Bounds {
        rounds: runs.rounds,
        edition: runs.edition,
        extra: Some(plan.most_extra),
        one_of: Some(runs.seed),
    };
    let Played { log, course, free, .. } = play(ruleset, settings, entrants, seed, bounds)?;
    let mut tally = Tally::new(plan);
    watch(plan, (&course, &free), &mut tally);
    for phase in course.phases.iter().filter(|phase| Some(phase.phase) == plan.standing_of) {
        if let Some(outcome) = phase.rounds.iter().rev().find_map(|round| round.outcome.as_deref()) {
            count_columns(plan, outcome, &mut tally);
        }
    }
    let scored = engine::run(ruleset, settings, log, course.seed)?;
    count_wins(plan, &scored.tables, &mut tally);
    tally.event(&event::so_far(ruleset, &course), left_to_lots(plan, &course));
    Ok(tally)
}

fn watch(plan: &Plan<'_>, (course, free): (&Course, &[Free]), tally: &mut Tally) {
    let seats = &plan.ruleset.plan(plan.settings).seats;
    let everybody: Vec<u32> = (0..row_id(plan.names.len())).collect();
    let mut watch = Watch::new(plan);
    watch.begin();
    let mut number = 0;
    for phase in course.phases.iter().filter(|phase| phase.bracket.is_empty()) {
        for free in free.iter().filter(|free| free.phase == phase.phase) {
            let before = number;
            for (time, sides) in free.each_game(seats.len()) {
                number = number.max(before + time);
                watch.game(before + time, &sides, &free.order);
            }
        }
        for round in &phase.rounds {
            number += 1;
            for game in round.games.iter().filter(|game| matches!(game.state, GameState::Played(_))) {
                let sides = game.pairing.sides.iter().map(|&(seat, entrant)| {
                    let seat = seat.and_then(|seat| seats.iter().position(|known| known.name == seat));
                    (seat, entrant as usize)
                });
                watch.game(number, &sides.collect::<Vec<_>>(), &everybody);
            }
        }
    }
    watch.end(tally);
}

fn count_columns(plan: &Plan<'_>, outcome: &Outcome, tally: &mut Tally) {
    for (place, (_, column)) in plan.columns.iter().enumerate() {
        let kind = &plan.ruleset.column(*column).ty.kind;
        let Some(column) = outcome.tables.column(*column) else { continue };
        for row in 0..column.len() {
            if let Some(value) = column.value(row, kind).size() {
                tally.value(place, row, value);
            }
        }
    }
}

/// What was left to lots once something had been played: orders that are not drawn anyway, and matches.
fn left_to_lots(plan: &Plan<'_>, course: &Course) -> LeftToLots {
    let mut lots = LeftToLots::default();
    for (place, phase) in played(plan.ruleset, course).enumerate() {
        lots.order |= !phase.settled.is_empty();
        lots.in_match |=
            phase.bracket.iter().any(|one| matches!(one.won(), Some(Won::Decision(_) | Won::Lot)));
        let rounds = phase.rounds.iter().filter(|round| round.is_over && !round.settled.is_empty());
        for round in rounds {
            let is_first = place == 0 && round.number == 1;
            lots.order |= !is_first && !is_drawn(plan, phase, round.number);
        }
    }
    lots
}

/// Whether a round is drawn by lot anyway.
fn is_drawn(plan: &Plan<'_>, phase: &PhaseCourse, round: u32) -> bool {
    match &plan.ruleset.phase(phase.phase).scheme {
        Scheme::Pools(pools) if round == 1 => pools.first.draw == Draw::Lot,
        Scheme::Pools(pools) => pools.later.draw == Draw::Lot,
        Scheme::RoundRobin(round_robin) => round_robin.draw == Draw::Lot,
        Scheme::Knockout(_) | Scheme::Open(_) => false,
    }
}
