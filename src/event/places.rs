//! The final places, and the order in which a phase leaves its entrants.
//!
//! A phase is ranked by the places that its bracket gives, else by its standing after its last round. Later phases come
//! first; one that took its entrants from some places of another gives out those places.
//!
//! A bracket gives each place to who won or lost the match that decides it. Where nobody goes on from a match, the place
//! of its winner stays empty, and whoever was to play it shares that of its loser; nobody moves up.
//! Start with [`levels_of`] and [`of`].

use super::course::{Course, Ending, FinalPlace, PhaseCourse};
use super::ranking::{Levels, levels};
use crate::ruleset::{Admission, BracketMatch, PhaseId, Ranking, Ruleset, Source};

/// The entrants of a phase, as far as it went, in the order of what came out.
pub(super) fn levels_of(ruleset: &Ruleset, course: &PhaseCourse) -> Levels {
    if !course.bracket.is_empty() {
        let entrants = u32::try_from(course.entrants.len()).unwrap_or(u32::MAX);
        let ending = |course: &super::MatchCourse| course.ending().unwrap_or_default();
        return by_bracket(entrants, course.bracket.iter().map(|course| (&course.line, ending(course))));
    }
    let outcome = course.rounds.iter().rev().find_map(|round| round.outcome.as_deref());
    match (outcome, ruleset.phase(course.phase).standing) {
        (Some(outcome), Some(standing)) => {
            levels(&Ranking::Standing, Some(standing), outcome, &course.entrants).ranked()
        }
        (None, _) | (_, None) => Levels::one(&course.entrants),
    }
}

/// Those to whom a bracket of so many entrants gives a place: its matches in order, each with what came of it.
pub fn by_bracket<'a>(
    entrants: u32,
    matches: impl IntoIterator<Item = (&'a BracketMatch, Ending)>,
) -> Levels {
    let matches: Vec<(&BracketMatch, Ending)> = matches.into_iter().collect();
    let mut placed: Vec<(u32, u32)> = Vec::new();
    for (place, (line, ending)) in matches.iter().enumerate() {
        placed.extend(line.winner_place.zip(ending.winner));
        let of_losers = match ending.winner {
            Some(_) => line.loser_place,
            None => place_of_loser(place, &matches),
        };
        placed.extend(ending.losers.into_iter().flatten().filter_map(|loser| Some((of_losers?, loser))));
    }
    placed.sort_by_key(|(place, _)| *place);
    let absent = absent(entrants, &matches);
    let mut levels = Levels::default();
    for group in placed.chunk_by(|left, right| left.0 == right.0) {
        let Some(&(place, _)) = group.first() else { continue };
        let before = absent.iter().filter(|absent| **absent < place).count();
        let place = place.saturating_sub(u32::try_from(before).unwrap_or(u32::MAX)).max(1);
        levels.push_at(Some(place), group.iter().map(|(_, entrant)| *entrant));
    }
    levels
}

/// The place of whoever loses a match, and every match after it to which a loser goes on.
fn place_of_loser(place: usize, matches: &[(&BracketMatch, Ending)]) -> Option<u32> {
    let mut place = place;
    loop {
        let (line, _) = matches.get(place)?;
        if line.loser_place.is_some() {
            return line.loser_place;
        }
        let comes_from = |source: &Source| matches!(source, Source::Loser(of) if usize::from(*of) == place);
        // A match stands behind those that its sides come from, so this comes to an end.
        let next = matches.iter().skip(place + 1).position(|(line, _)| line.sides.iter().any(comes_from))?;
        place += 1 + next;
    }
}

/// The places that nobody can have, since there are fewer entrants than the bracket has seeds.
fn absent(entrants: u32, matches: &[(&BracketMatch, Ending)]) -> Vec<u32> {
    let mut there: Vec<(bool, bool)> = Vec::with_capacity(matches.len());
    let mut absent = Vec::new();
    for (line, _) in matches {
        let sides = line.sides.map(|source| match source {
            Source::Seed(seed) => seed <= entrants,
            Source::Winner(of) => there.get(usize::from(of)).is_some_and(|(winner, _)| *winner),
            Source::Loser(of) => there.get(usize::from(of)).is_some_and(|(_, loser)| *loser),
        });
        let (winner, loser) = (sides[0] || sides[1], sides[0] && sides[1]);
        absent.extend(line.winner_place.filter(|_| !winner));
        absent.extend(line.loser_place.filter(|_| !loser));
        there.push((winner, loser));
    }
    absent
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
    // The place of each entrant who has one.
    let mut placed: Vec<Option<u32>> = Vec::new();
    for (phase, levels) in over.rev() {
        let first = match ruleset.phase(phase).entrants {
            Admission::Everybody => 1,
            Admission::Places { first, .. } => first,
        };
        let ahead =
            levels.order().iter().filter_map(|&entrant| placed.get(entrant as usize).copied().flatten());
        let behind_all = ahead.clone().max().map_or(first, |last| last.saturating_add(1));
        let ahead = u32::try_from(ahead.count()).unwrap_or(u32::MAX);
        let mut next = first.saturating_add(ahead).max(behind_all);
        for (known, level) in levels.placed() {
            let left = level.iter().copied().filter(|&entrant| !has_place(&placed, entrant));
            let left: Vec<u32> = left.collect();
            let count = |entrants: usize| u32::try_from(entrants).unwrap_or(u32::MAX);
            // Those of the group who played on take its first places.
            let gone = count(level.len() - left.len());
            let known = known.map(|known| first.saturating_add(known.saturating_sub(1)).saturating_add(gone));
            let place = known.unwrap_or(next);
            let shared = left.len() > 1;
            places.extend(left.iter().map(|&entrant| FinalPlace { place, shared, entrant, phase }));
            next = next.max(place).saturating_add(count(left.len()));
            for entrant in left {
                let row = entrant as usize;
                placed.resize(placed.len().max(row + 1), None);
                placed[row] = Some(place);
            }
        }
    }
    places.sort_by_key(|place| place.place);
    places
}

fn has_place(placed: &[Option<u32>], entrant: u32) -> bool {
    placed.get(entrant as usize).is_some_and(Option::is_some)
}
