//! One invented event, round by round: what a real log is checked by prescribes its games.
//!
//! Comes in: a log with entrants, and a seed. Goes out: the log with games and decisions, and the course of the event.
//! It must never pair anybody itself. Start with [`play`].

use crate::engine::{self, Failed, Fresh};
use crate::event::{self, Course, Due, GameState, Given, PhaseCourse, RoundCourse};
use crate::log::{Deed, Draft, Log, NewGame};
use crate::pairing::Lots;
use crate::ruleset::{Ruleset, Settings, SheetKind};
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
}

/// Plays an event as far as it goes: to its end, to a phase in which opponents are chosen freely, to a round that cannot be
/// paired, or until so many rounds have been played. [`Course::due`] says which.
///
/// # Errors
/// When results cannot be invented, or not be scored.
pub fn play(
    ruleset: &Ruleset,
    settings: &Settings,
    entrants: &Log,
    seed: u64,
    rounds: Option<u32>,
) -> Result<Played, Box<Failed>> {
    let mut log = seeded(ruleset, settings, entrants, seed);
    let mut before: Option<(Due, usize, usize)> = None;
    let given = Given { edition: ruleset.invented_edition(), ..Given::seed(seed) };
    loop {
        let course = event::follow(ruleset, settings, &log, given)?;
        let over = course.rounds_played();
        let enough = rounds.is_some_and(|rounds| over >= rounds as usize);
        let missing =
            course.phases.last().and_then(|phase| phase.rounds.last()).map_or(0, RoundCourse::missing);
        let now = Some((course.due.clone(), over, missing));
        log = match &course.due {
            // Whatever is added is found again, so nothing is due twice; if it ever were, this is the end.
            _ if now == before => return Ok(played(entrants, log, course)),
            Due::Round if enough => return Ok(played(entrants, log, course)),
            Due::Round | Due::Results => results(ruleset, settings, &log, &course, seed)?,
            Due::Winner { .. } | Due::Order { .. } => decided(ruleset, settings, &log, &course),
            Due::Draw { .. } | Due::Open | Due::Impossible { .. } | Due::Over => {
                return Ok(played(entrants, log, course));
            }
        };
        before = now;
    }
}

/// What was added to the list of entrants has a name of its own.
fn played(entrants: &Log, mut log: Log, course: Course) -> Played {
    log.names.iter_mut().skip(entrants.names.len()).for_each(|name| INVENTED.clone_into(name));
    Played { log, course }
}

/// The log with the seed in it, so that whoever scores it draws the same lots. One that is recorded stays in force.
fn seeded(ruleset: &Ruleset, settings: &Settings, log: &Log, seed: u64) -> Log {
    if log.acts.iter().any(|act| matches!(act.what, Deed::Seed(_))) {
        return log.clone();
    }
    let mut draft = Draft::of(ruleset, settings, log);
    draft.add_act(Some(DECIDES), None, Deed::Seed(seed));
    draft.finish()
}

/// The log with what is missing of the last round.
fn results(
    ruleset: &Ruleset,
    settings: &Settings,
    log: &Log,
    course: &Course,
    seed: u64,
) -> Result<Log, Box<Failed>> {
    let mut draft = Draft::of(ruleset, settings, log);
    let games = row_id(draft.games());
    if let Some((phase, round)) = last_round(course) {
        for game in round.games.iter().filter(|game| game.state == GameState::Missing) {
            let in_match = game.in_match.and_then(|place| phase.bracket.get(place));
            let pool = game.pool.map(|pool| pool.to_string());
            draft.add_game(NewGame {
                phase: Some(phase.phase),
                round: Some(round.number),
                id: Some(&game.id),
                in_match: in_match.map(|course| course.line.name.as_str()),
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
fn decided(ruleset: &Ruleset, settings: &Settings, log: &Log, course: &Course) -> Log {
    let names = log.entrants(ruleset);
    let lots = Lots { seed: course.seed, names: &names };
    let mut draft = Draft::of(ruleset, settings, log);
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
