//! The final places, and the order in which a phase leaves its entrants.
//!
//! A phase is ranked by the places that its bracket gives, else by its standing after its last round. Later phases come
//! first; one that took its entrants from some places of another gives out those places.
//! Start with [`levels_of`] and [`of`].

use super::course::{Course, FinalPlace, MatchCourse, PhaseCourse};
use super::ranking::{Levels, levels};
use crate::ruleset::{Admission, Ranking, Ruleset};

/// The entrants of a phase, as far as it went, in the order of what came out.
pub(super) fn levels_of(ruleset: &Ruleset, course: &PhaseCourse) -> Levels {
    if !course.bracket.is_empty() {
        return by_bracket(&course.bracket);
    }
    let outcome = course.rounds.iter().rev().find_map(|round| round.outcome.as_deref());
    match (outcome, ruleset.phase(course.phase).standing) {
        (Some(outcome), Some(standing)) => {
            levels(&Ranking::Standing, Some(standing), outcome, &course.entrants)
        }
        (None, _) | (_, None) => vec![course.entrants.clone()],
    }
}

/// Those to whom a bracket gives a place.
fn by_bracket(bracket: &[MatchCourse]) -> Levels {
    let mut placed: Vec<(u32, u32)> = Vec::new();
    for course in bracket {
        placed.extend(course.line.winner_place.zip(course.winner()));
        placed.extend(course.line.loser_place.zip(course.loser()));
    }
    placed.sort_by_key(|(place, _)| *place);
    let same = |left: &(u32, u32), right: &(u32, u32)| left.0 == right.0;
    placed.chunk_by(same).map(|level| level.iter().map(|(_, entrant)| *entrant).collect()).collect()
}

/// The final places, as far as phases are over.
pub(super) fn of(ruleset: &Ruleset, course: &Course) -> Vec<FinalPlace> {
    let mut places: Vec<FinalPlace> = Vec::new();
    for phase in course.phases.iter().rev().filter(|phase| phase.is_over) {
        let first = match ruleset.phase(phase.phase).entrants {
            Admission::Everybody => 1,
            Admission::Places { first, .. } => first,
        };
        let levels = levels_of(ruleset, phase);
        let before: Vec<u32> = places.iter().map(|place| place.entrant).collect();
        let ahead = levels.iter().flatten().filter(|entrant| before.contains(entrant)).count();
        let mut next = first.saturating_add(u32::try_from(ahead).unwrap_or(u32::MAX));
        for level in levels {
            let new: Vec<u32> = level.iter().copied().filter(|entrant| !before.contains(entrant)).collect();
            let shared = new.len() > 1;
            let place =
                |entrant: &u32| FinalPlace { place: next, shared, entrant: *entrant, phase: phase.phase };
            places.extend(new.iter().map(place));
            next = next.saturating_add(u32::try_from(new.len()).unwrap_or(u32::MAX));
        }
    }
    places.sort_by_key(|place| place.place);
    places
}
