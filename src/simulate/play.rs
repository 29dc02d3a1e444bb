//! One invented event, round by round: what a real log is checked by prescribes its games.
//!
//! Comes in: a log with entrants, and a seed. Goes out: the log with games and decisions, and the course of the event.
//! It must never pair anybody itself. Start with [`play`].

use super::days::Days;
use super::decide::{self, DECIDES};
use super::open::Free;
use crate::engine::{self, Failed, Fresh};
use crate::event::{self, Course, Due, GameCourse, GameState, Given, PhaseCourse};
use crate::log::{Deed, Draft, Log, NewGame};
use crate::pairing::SharedLots;
use crate::ruleset::{Edition, PhaseId, Ruleset, Scheme, Settings, SheetKind};
use crate::sheet::row_id;

/// So many extra games of a match are played at most: a model that never decides is to come to an end.
pub const MOST_EXTRA: u32 = 1000;

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
    /// The matches that a lot decided since no game did: the phase and the name of each.
    pub undecided: Vec<(PhaseId, String)>,
}

/// Where an event is stopped, and when it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// After so many rounds; `None`: it is played as far as it goes.
    pub rounds: Option<u32>,
    /// Which edition is played, in a format with editions; `None`: that of January 2026.
    pub edition: Option<Edition>,
    /// How many extra games a match has at most; `None`: [`MOST_EXTRA`].
    pub extra: Option<u32>,
    /// Where the event is one of many, the seed of them all.
    pub one_of: Option<u64>,
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
    let most = bounds.extra.unwrap_or(MOST_EXTRA);
    let mut log = seeded((ruleset, settings), entrants, seed, &days);
    let (mut free, mut undecided) = (Vec::new(), Vec::new());
    let shared = bounds.one_of.map(SharedLots::new);
    let mut before: Option<(Due, usize, usize)> = None;
    let course = loop {
        let given =
            Given { edition: days.edition, is_invented: true, one_of: bounds.one_of, ..Given::seed(seed) };
        let course = event::follow(ruleset, settings, &log, given)?;
        let enough = bounds.rounds.is_some_and(|rounds| rounds_over(ruleset, &course) >= rounds as usize);
        let now = Some((course.due.clone(), course.rounds_played(), found(&course)));
        let level = course.phases.last().map(PhaseCourse::level).unwrap_or_default();
        let drawn = (&course, shared.as_ref());
        let endless = endless(ruleset, settings, &course, most);
        log = match &course.due {
            // Whatever is added is found again, so nothing is due twice; if it ever were, this is the end.
            _ if now == before => break course,
            Due::Round | Due::Open if enough => break course,
            Due::Results | Due::Winner { .. } if !level.is_empty() => {
                decide::winners((ruleset, settings), &log, drawn, &days, (&level, decide::LEVEL))
            }
            Due::Results if !endless.is_empty() => {
                undecided.extend(names(&course, &endless));
                let reason = format!("level after {most} extra games: drawn by lot");
                decide::winners((ruleset, settings), &log, drawn, &days, (&endless, &reason))
            }
            Due::Round | Due::Results => results(ruleset, settings, &log, &course, (seed, &days))?,
            Due::Order { .. } => decide::order((ruleset, settings), &log, drawn, &days),
            Due::Open => {
                let Some(invented) = Free::new((ruleset, settings), &log, drawn) else { break course };
                let log = invented.play(ruleset, settings, &log, (DECIDES, seed, &days))?;
                free.push(invented);
                log
            }
            Due::Winner { .. } | Due::Draw { .. } | Due::Impossible { .. } | Due::Over => break course,
        };
        before = now;
    };
    // What was added to the list of entrants has a name of its own.
    log.names.iter_mut().skip(entrants.names.len()).for_each(|name| INVENTED.clone_into(name));
    Ok(Played { log, course, free, undecided })
}

/// How many games of the log are found among the prescribed ones.
fn found(course: &Course) -> usize {
    let games = course.phases.iter().flat_map(|phase| &phase.rounds).flat_map(|round| &round.games);
    games.filter(|game| is_recorded(game)).count()
}

fn is_recorded(game: &GameCourse) -> bool {
    match game.state {
        GameState::Played(_) | GameState::Void(_) | GameState::Disputed(_) => true,
        GameState::Missing | GameState::Cancelled(_) | GameState::Decided(_) => false,
    }
}

/// The matches under way that have been played on for too long.
fn endless(ruleset: &Ruleset, settings: &Settings, course: &Course, most_extra: u32) -> Vec<usize> {
    let Some((phase, rounds)) = course.under_way() else { return Vec::new() };
    let Scheme::Knockout(knockout) = &ruleset.phase(phase.phase).scheme else { return Vec::new() };
    let most = knockout.games_of_a_match(settings).saturating_add(most_extra) as usize;
    let games =
        rounds.iter().flat_map(|round| round.games.chunk_by(|left, right| left.in_match == right.in_match));
    let too_many = games.filter(|games| {
        games.iter().any(|game| game.state == GameState::Missing)
            && games.iter().filter(|game| is_recorded(game)).count() >= most
    });
    too_many.filter_map(|games| games.first()?.in_match).collect()
}

/// Matches of the last phase, by name.
fn names(course: &Course, matches: &[usize]) -> Vec<(PhaseId, String)> {
    let Some(phase) = course.phases.last() else { return Vec::new() };
    let found = matches.iter().filter_map(|place| phase.bracket.get(*place));
    found.map(|course| (phase.phase, course.line.name.clone())).collect()
}

/// How many rounds are over; a phase in which opponents are chosen freely is one.
fn rounds_over(ruleset: &Ruleset, course: &Course) -> usize {
    let phases = course.phases.iter();
    let counts = phases.filter(|phase| phase.is_over || !phase.is_free(ruleset));
    counts.flat_map(|phase| &phase.rounds).filter(|round| round.is_over).count()
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

/// The log with what is missing of the round under way; of several the first.
fn results(
    ruleset: &Ruleset,
    settings: &Settings,
    log: &Log,
    course: &Course,
    (seed, days): (u64, &Days<'_>),
) -> Result<Log, Box<Failed>> {
    let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
    let games = row_id(draft.games());
    let under_way = course.under_way();
    if let Some((phase, round)) = under_way.and_then(|(phase, rounds)| Some((phase, *rounds.first()?))) {
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
