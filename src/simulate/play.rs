//! One invented event, round by round: what a real log is checked by prescribes its games.
//!
//! Comes in: a log with entrants, and a seed. Goes out: the log with games and decisions, and the course of the event.
//! It must never pair anybody itself. Start with [`play`].

use super::days::Days;
use super::open::Free;
use crate::engine::{self, Failed, Fresh};
use crate::event::{self, Course, Due, GameCourse, GameState, Given, PhaseCourse, RoundCourse};
use crate::log::{Deed, Draft, Log, NewGame};
use crate::pairing::Lots;
use crate::ruleset::{Edition, Ruleset, Settings, SheetKind};
use crate::sheet::row_id;

/// Who decides where an arbiter would have to.
const DECIDES: &str = "simulation";

/// What the log is called in which invented records stand.
const INVENTED: &str = "the invented log";

/// An event that was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// Its log: entrants, games, decisions.
    pub log: Log,
    /// How it went.
    pub course: Course,
    /// The phases in which opponents were chosen freely.
    pub(super) free: Vec<Free>,
}

/// Where an event is stopped, and when it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// After so many rounds; `None`: it is played as far as it goes.
    pub rounds: Option<u32>,
    /// Which edition is played, in a format with editions; `None`: that of January 2026.
    pub edition: Option<Edition>,
}

/// Plays an event as far as it goes: to its end, to a round that cannot be paired, to a phase in which more than two choose
/// one another freely, or until so many rounds have been played. [`Course::due`] says which.
///
/// # Errors
/// When results cannot be invented, or not be scored.
pub fn play(
    ruleset: &Ruleset,
    settings: &Settings,
    entrants: &Log,
    seed: u64,
    bounds: Bounds,
) -> Result<Played, Box<Failed>> {
    let days = Days::new(ruleset, bounds.edition);
    let mut log = seeded((ruleset, settings), entrants, seed, &days);
    let mut free = Vec::new();
    let mut before: Option<(Due, usize, usize)> = None;
    loop {
        let given = Given { edition: days.edition, ..Given::seed(seed) };
        let course = event::follow(ruleset, settings, &log, given)?;
        let over = course.rounds_played();
        let enough = bounds.rounds.is_some_and(|rounds| rounds_over(ruleset, &course) >= rounds as usize);
        let missing =
            course.phases.last().and_then(|phase| phase.rounds.last()).map_or(0, RoundCourse::missing);
        let now = Some((course.due.clone(), over, missing));
        log = match &course.due {
            // Whatever is added is found again, so nothing is due twice; if it ever were, this is the end.
            _ if now == before => return Ok(played(entrants, log, course, free)),
            Due::Round | Due::Open if enough => return Ok(played(entrants, log, course, free)),
            Due::Round | Due::Results => results(ruleset, settings, &log, &course, (seed, &days))?,
            Due::Winner { .. } | Due::Order { .. } => decided((ruleset, settings), &log, &course, &days),
            Due::Open => {
                let Some(invented) = Free::new(ruleset, settings, &log, &course) else {
                    return Ok(played(entrants, log, course, free));
                };
                let log = invented.play(ruleset, settings, &log, (DECIDES, seed, &days))?;
                free.push(invented);
                log
            }
            Due::Draw { .. } | Due::Impossible { .. } | Due::Over => {
                return Ok(played(entrants, log, course, free));
            }
        };
        before = now;
    }
}

/// How many rounds are over; a phase in which opponents are chosen freely is one.
fn rounds_over(ruleset: &Ruleset, course: &Course) -> usize {
    let phases = course.phases.iter();
    let counts = phases.filter(|phase| phase.is_over || !phase.is_free(ruleset));
    counts.flat_map(|phase| &phase.rounds).filter(|round| round.missing() == 0).count()
}

/// What was added to the list of entrants has a name of its own.
fn played(entrants: &Log, mut log: Log, course: Course, free: Vec<Free>) -> Played {
    log.names.iter_mut().skip(entrants.names.len()).for_each(|name| INVENTED.clone_into(name));
    Played { log, course, free }
}

/// The log with the seed in it, so that whoever scores it draws the same lots. One that is recorded stays in force.
fn seeded((ruleset, settings): (&Ruleset, &Settings), log: &Log, seed: u64, days: &Days<'_>) -> Log {
    if log.acts.iter().any(|act| matches!(act.what, Deed::Seed(_))) {
        return log.clone();
    }
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    draft.add_act(Some(DECIDES), None, Deed::Seed(seed));
    draft.finish()
}

/// The log with what is missing of the last round.
fn results(
    ruleset: &Ruleset,
    settings: &Settings,
    log: &Log,
    course: &Course,
    (seed, days): (u64, &Days<'_>),
) -> Result<Log, Box<Failed>> {
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    let games = row_id(draft.games());
    if let Some((phase, round)) = last_round(course) {
        let missing = |(_, game): &(usize, &GameCourse)| game.state == GameState::Missing;
        for (place, game) in round.games.iter().enumerate().filter(missing) {
            let in_match = game.in_match.and_then(|place| phase.bracket.get(place));
            let pool = game.pool.map(|pool| pool.to_string());
            draft.add_game(NewGame {
                phase: Some(phase.phase),
                round: Some(round.number),
                id: Some(&game.id),
                in_match: in_match.map(|course| course.line.name.as_str()),
                date: days.of_game(phase, round, place),
                pool: pool.as_deref(),
                umpire: game.pairing.umpire,
                sides: &game.pairing.sides,
            });
        }
    }
    let log = draft.finish();
    let entrants = ruleset.sheet_of(&SheetKind::Entrant).map_or(0, |sheet| row_id(log.tables.rows(sheet)));
    engine::invent(ruleset, settings, log, seed, Fresh { entrants, games })
}

/// The log with the decision that is due, by lot.
fn decided((ruleset, settings): (&Ruleset, &Settings), log: &Log, course: &Course, days: &Days<'_>) -> Log {
    let names = log.entrants(ruleset);
    let lots = Lots { seed: course.seed, names: &names };
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    match (&course.due, course.phases.last()) {
        (Due::Order { phase, round, levels, .. }, _) => {
            for level in levels {
                let mut order = level.clone();
                lots.order(&event::level_occasion(&ruleset.phase(*phase).name, *round), &mut order);
                let deed = Deed::Order { phase: *phase, round: Some(*round), order };
                draft.add_act(Some(DECIDES), Some("level: drawn by lot"), deed);
            }
        }
        (Due::Winner { in_match }, Some(phase)) => {
            let Some(course) = phase.bracket.get(*in_match) else { return draft.finish() };
            let mut sides: Vec<u32> = course.sides.iter().filter_map(|side| side.entrant()).collect();
            let name = &course.line.name;
            lots.order(&event::winner_occasion(&ruleset.phase(phase.phase).name, name), &mut sides);
            if let Some(&winner) = sides.first() {
                let deed = Deed::Winner { phase: phase.phase, name: name.clone(), winner: Some(winner) };
                draft.add_act(Some(DECIDES), Some("level: drawn by lot"), deed);
            }
        }
        (
            Due::Winner { .. }
            | Due::Round
            | Due::Results
            | Due::Draw { .. }
            | Due::Open
            | Due::Impossible { .. }
            | Due::Over,
            _,
        ) => {}
    }
    draft.finish()
}

fn last_round(course: &Course) -> Option<(&PhaseCourse, &RoundCourse)> {
    let phase = course.phases.last()?;
    Some((phase, phase.rounds.last()?))
}
