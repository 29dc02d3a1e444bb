//! The final places, and the order in which a phase leaves its entrants.
//!
//! A phase is ranked by the places that its bracket gives, else by its standing after its last round. Later phases come
//! first; one that took its entrants from some places of another gives out those places.
//! Start with [`levels_of`] and [`of`].

use super::course::{Course, FinalPlace, MatchCourse, PhaseCourse};
use super::ranking::{Levels, levels};
use crate::ruleset::{Admission, BracketMatch, PhaseId, Ranking, Ruleset};

/// The entrants of a phase, as far as it went, in the order of what came out.
pub(super) fn levels_of(ruleset: &Ruleset, course: &PhaseCourse) -> Levels {
    if !course.bracket.is_empty() {
        let decided = |course: &MatchCourse| (course.winner(), course.loser());
        return by_bracket(course.bracket.iter().map(|course| (&course.line, decided(course))));
    }
    let outcome = course.rounds.iter().rev().find_map(|round| round.outcome.as_deref());
    match (outcome, ruleset.phase(course.phase).standing) {
        (Some(outcome), Some(standing)) => {
            levels(&Ranking::Standing, Some(standing), outcome, &course.entrants)
        }
        (None, _) | (_, None) => Levels::one(&course.entrants),
    }
}

/// Those to whom a bracket gives a place: its matches, each with who won it and who lost.
pub fn by_bracket<'a>(
    matches: impl IntoIterator<Item = (&'a BracketMatch, (Option<u32>, Option<u32>))>,
) -> Levels {
    let mut placed: Vec<(u32, u32)> = Vec::new();
    for (line, (winner, loser)) in matches {
        placed.extend(line.winner_place.zip(winner));
        placed.extend(line.loser_place.zip(loser));
    }
    placed.sort_by_key(|(place, _)| *place);
    let mut levels = Levels::default();
    let groups = placed.chunk_by(|left, right| left.0 == right.0);
    groups.for_each(|group| levels.push(group.iter().map(|(_, entrant)| *entrant)));
    levels
}

/// The final places, as far as phases are over.
pub(super) fn of(ruleset: &Ruleset, course: &Course) -> Vec<FinalPlace> {
    let over = course.phases.iter().filter(|phase| phase.is_over);
    merged(ruleset, over.map(|phase| (phase.phase, levels_of(ruleset, phase))))
}

/// The places as they stand, as if whatever has been played to the end of a round were all.
#[must_use]
pub fn so_far(ruleset: &Ruleset, course: &Course) -> Vec<FinalPlace> {
    let begun = course.phases.iter().filter(|phase| phase.has_played(ruleset));
    merged(ruleset, begun.map(|phase| (phase.phase, levels_of(ruleset, phase))))
}

/// The final places that phases give, each with the order in which it leaves its entrants.
pub fn merged(
    ruleset: &Ruleset,
    over: impl DoubleEndedIterator<Item = (PhaseId, Levels)>,
) -> Vec<FinalPlace> {
    let mut places: Vec<FinalPlace> = Vec::new();
    let mut placed: Vec<bool> = Vec::new();
    for (phase, levels) in over.rev() {
        let first = match ruleset.phase(phase).entrants {
            Admission::Everybody => 1,
            Admission::Places { first, .. } => first,
        };
        let is_placed = |entrant: u32| placed.get(entrant as usize).copied().unwrap_or(false);
        let ahead = levels.order().iter().filter(|&&entrant| is_placed(entrant)).count();
        let mut next = first.saturating_add(u32::try_from(ahead).unwrap_or(u32::MAX));
        let left = levels.filtered(|entrant| !is_placed(entrant));
        for level in left.groups() {
            let shared = level.len() > 1;
            places.extend(level.iter().map(|&entrant| FinalPlace { place: next, shared, entrant, phase }));
            next = next.saturating_add(u32::try_from(level.len()).unwrap_or(u32::MAX));
        }
        for &entrant in left.order() {
            let row = entrant as usize;
            placed.resize(placed.len().max(row + 1), false);
            placed[row] = true;
        }
    }
    places.sort_by_key(|place| place.place);
    places
}
