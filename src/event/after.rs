//! A round of an event that is over, as people name it: by its phase and its number.
//!
//! Comes in: `qualification 2`, or `2`; the course of an event. Goes out: the round, or why there is none. Start with
//! [`after`].

use super::course::{Course, PhaseCourse, RoundCourse};
use crate::diagnostic::one_of;
use crate::ruleset::{PhaseId, Ruleset, Scheme};

/// A round that is over.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// Its phase.
    pub phase: &'a PhaseCourse,
    /// The round.
    pub round: &'a RoundCourse,
}

/// Why there is no such round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchRound {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Finds a round that is over: `qualification 2`, or `2` where one ranked phase alone has such a round.
///
/// # Errors
/// Where there is none: it has not been paired, is not over, or several phases have one of this number.
pub fn after<'a>(wanted: &str, ruleset: &Ruleset, course: &'a Course) -> Result<After<'a>, NoSuchRound> {
    let wanted = wanted.trim();
    let (name, number) = match wanted.rsplit_once(char::is_whitespace) {
        Some((name, number)) => (Some(name.trim_end()), number),
        None => (None, wanted),
    };
    let number: u32 = number.parse().map_err(|_| unknown(wanted, ruleset, course))?;
    let id = match name {
        Some(name) => ruleset.find_phase(name),
        None => only(number, wanted, ruleset, course)?,
    };
    let phase = course.phases.iter().find(|phase| Some(phase.phase) == id);
    let round = phase.and_then(|phase| phase.rounds.iter().find(|round| round.number == number));
    match (phase, round) {
        (Some(phase), Some(round))
            if round.is_over && round.outcome.is_some() && !is_open(phase, ruleset) =>
        {
            Ok(After { phase, round })
        }
        (Some(phase), Some(round)) => {
            let name = &ruleset.phase(phase.phase).name;
            let message = match round.missing() {
                _ if is_open(phase, ruleset) => {
                    format!("`{name}` has no rounds: its games are played as they come")
                }
                0 if round.disputed() > 0 => {
                    format!("round {number} of `{name}` is not over: a game of it is in dispute")
                }
                0 if !round.is_over => {
                    format!("round {number} of `{name}` is not over: a match of it, or before it, waits")
                }
                0 => format!("nothing was scored after round {number} of `{name}`, as no standing ranks it"),
                1 => format!("round {number} of `{name}` is not over: 1 result is missing"),
                missing => format!("round {number} of `{name}` is not over: {missing} results are missing"),
            };
            Err(NoSuchRound { message, help: known(ruleset, course) })
        }
        (None, _) | (_, None) => Err(unknown(wanted, ruleset, course)),
    }
}

fn unknown(wanted: &str, ruleset: &Ruleset, course: &Course) -> NoSuchRound {
    NoSuchRound { message: format!("no round `{wanted}` has been paired"), help: known(ruleset, course) }
}

/// The phase that alone has a round of this number. Where some of them are ranked by a standing, only those count.
fn only(
    number: u32,
    wanted: &str,
    ruleset: &Ruleset,
    course: &Course,
) -> Result<Option<PhaseId>, NoSuchRound> {
    let has = |phase: &&PhaseCourse| phase.rounds.iter().any(|round| round.number == number);
    let mut with_it: Vec<&PhaseCourse> = course.phases.iter().filter(has).collect();
    let is_ranked =
        |phase: &PhaseCourse| !is_open(phase, ruleset) && ruleset.phase(phase.phase).standing.is_some();
    if with_it.iter().any(|phase| is_ranked(phase)) {
        with_it.retain(|phase| is_ranked(phase));
    }
    if let [] | [_] = with_it.as_slice() {
        return Ok(with_it.first().map(|phase| phase.phase));
    }
    let full = with_it.iter().map(|phase| format!("{} {number}", ruleset.phase(phase.phase).name));
    let full: Vec<String> = full.collect();
    let message = format!("`{wanted}` could be a round of several phases");
    Err(NoSuchRound { message, help: format!("say which one: {}", one_of(&full)) })
}

/// The rounds that are over.
fn known(ruleset: &Ruleset, course: &Course) -> String {
    let of_phase = |phase: &PhaseCourse| {
        let over = phase.rounds.iter().filter(|round| round.is_over && round.outcome.is_some());
        let numbers: Vec<u32> = over.map(|round| round.number).collect();
        let name = &ruleset.phase(phase.phase).name;
        match (numbers.first(), numbers.last()) {
            _ if is_open(phase, ruleset) => None,
            (Some(first), Some(last)) if first == last => Some(format!("`{name} {first}`")),
            (Some(first), Some(last)) => Some(format!("`{name} {first}` to `{name} {last}`")),
            (None, _) | (_, None) => None,
        }
    };
    let known: Vec<String> = course.phases.iter().filter_map(of_phase).collect();
    if known.is_empty() {
        "no round is over yet".to_owned()
    } else {
        format!("there is {}", known.join(", "))
    }
}

fn is_open(phase: &PhaseCourse, ruleset: &Ruleset) -> bool {
    matches!(ruleset.phase(phase.phase).scheme, Scheme::Open(_))
}
