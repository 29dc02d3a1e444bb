//! The final places, and the order in which a phase leaves its entrants.
//!
//! A phase is ranked by the places that its bracket gives, else by its standing after its last round. Later phases come
//! first; one that took its entrants from some places of another gives out those places, and whoever is in no later phase
//! takes those that are left. Before an event is over there are only the places that stay so, whatever is still played.
//!
//! A bracket gives each place to who won or lost the match that decides it. Where nobody goes on from a match, the place
//! of its winner stays empty, and whoever was to play it shares that of its loser; nobody moves up.
//! Start with [`levels_of`] and [`of`].

use super::course::{Course, Ending, FinalPlace, MatchCourse, MatchSide, PhaseCourse};
use super::ranking::{Levels, levels, mask};
use crate::ruleset::{Admission, BracketMatch, PhaseId, Ranking, Ruleset, Source};
use std::ops::Range;

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

/// The final places, as far as they are known: whatever is still played, they stay so.
///
/// Whoever plays in a phase that is not over has a place where its bracket gives one already, and nobody has who would be
/// admitted to a phase to come. Those whom no later phase admits stand behind all whom it does.
pub(super) fn of(ruleset: &Ruleset, course: &Course) -> Vec<FinalPlace> {
    let mut parts: Vec<Part> = Vec::new();
    for phase in &course.phases {
        parts.push(if phase.is_over { over(ruleset, phase, &parts) } else { under_way(ruleset, phase) });
    }
    for (id, to_come) in (0..).map(PhaseId).zip(&ruleset.phases).skip(course.phases.len()) {
        let Admission::Places { first, last, of } = to_come.entrants else { return Vec::new() };
        parts.push(waiting_for(ruleset, course, (id, of), (first as usize).saturating_sub(1)..last as usize));
        let is_over = course.phases.iter().any(|phase| phase.phase == of && phase.is_over);
        if let Some(part) = parts.iter_mut().find(|part| part.phase == of && !is_over) {
            // Anybody of it may go on.
            part.waiting.extend(std::mem::take(&mut part.levels).order());
        }
    }
    // As long as everybody can enter a phase that is under way, nobody knows how many stand ahead of those before it.
    let is_for_all = |phase: &&PhaseCourse| ruleset.phase(phase.phase).entrants == Admission::Everybody;
    if let Some(last) = course.phases.last().filter(|phase| !phase.is_over).filter(is_for_all) {
        parts.retain(|part| part.phase >= last.phase);
    }
    let mut places = numbered(ruleset, &parts);
    for place in &mut places {
        place.shared |=
            course.phases.iter().any(|phase| phase.phase == place.phase && may_share(phase, place.entrant));
    }
    places
}

/// A phase on the way to the final places.
struct Part {
    phase: PhaseId,
    /// Those to whom it gives places.
    levels: Levels,
    /// Those who have no place yet.
    waiting: Vec<u32>,
    /// The places that are kept for all of them, from 1 on.
    kept: Range<u32>,
}

/// A phase that is over. To whom it gives no place, they come behind the others in it, as they stood where it took them from.
fn over(ruleset: &Ruleset, phase: &PhaseCourse, before: &[Part]) -> Part {
    let mut levels = levels_of(ruleset, phase);
    if let Admission::Places { of, .. } = ruleset.phase(phase.phase).entrants {
        let placed = mask(levels.order());
        let is_left = |entrant: &u32| !is_in(&placed, *entrant);
        let left: Vec<u32> = phase.entrants.iter().copied().filter(is_left).collect();
        if let Some(part) = before.iter().find(|part| part.phase == of).filter(|_| !left.is_empty()) {
            let left = mask(&left);
            part.levels
                .filtered(|entrant| is_in(&left, entrant))
                .groups()
                .for_each(|group| levels.push(group.to_vec()));
        }
    }
    Part { phase: phase.phase, levels, waiting: Vec::new(), kept: 0..0 }
}

/// A phase under way: what its bracket gives already stays so.
fn under_way(ruleset: &Ruleset, phase: &PhaseCourse) -> Part {
    let levels = if phase.bracket.is_empty() { Levels::default() } else { levels_of(ruleset, phase) };
    let placed = mask(levels.order());
    let waiting = phase.entrants.iter().copied().filter(|&entrant| !is_in(&placed, entrant)).collect();
    let first = first_place(ruleset, phase.phase);
    let count = u32::try_from(phase.entrants.len()).unwrap_or(u32::MAX);
    Part { phase: phase.phase, levels, waiting, kept: first..first.saturating_add(count) }
}

/// A phase to come, with those whom it would admit, and all who are level with them.
fn waiting_for(
    ruleset: &Ruleset,
    course: &Course,
    (phase, of): (PhaseId, PhaseId),
    wanted: Range<usize>,
) -> Part {
    let mut part = Part { phase, levels: Levels::default(), waiting: Vec::new(), kept: 0..0 };
    let Some(earlier) = course.phases.iter().find(|earlier| earlier.phase == of && earlier.is_over) else {
        return part;
    };
    let levels = levels_of(ruleset, earlier).filtered(|entrant| !course.withdrawn.contains(&entrant));
    let first = first_place(ruleset, of);
    let at = |place: usize| first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX));
    let mut next = 0;
    for group in levels.groups() {
        let start = next;
        next += group.len();
        if start < wanted.end && next > wanted.start {
            part.kept = if part.waiting.is_empty() { at(start)..at(next) } else { part.kept.start..at(next) };
            part.waiting.extend(group);
        }
    }
    part
}

/// Whether others can still come to the place that a loser has.
fn may_share(phase: &PhaseCourse, entrant: u32) -> bool {
    let lost = |course: &&MatchCourse| course.ending().is_some_and(|end| end.losers.contains(&Some(entrant)));
    phase.bracket.iter().filter(lost).filter_map(|course| course.line.loser_place).any(|place| {
        let is_open = |course: &MatchCourse| !course.is_over() && !course.sides.contains(&MatchSide::Nobody);
        phase.bracket.iter().any(|course| course.line.loser_place == Some(place) && is_open(course))
    })
}

/// The places as they stand, as if whatever has been played to the end of a round were all.
#[must_use]
pub fn so_far(ruleset: &Ruleset, course: &Course) -> Vec<FinalPlace> {
    let begun = course.phases.iter().filter(|phase| phase.has_played(ruleset));
    merged(ruleset, begun.map(|phase| (phase.phase, levels_of(ruleset, phase))))
}

/// The final places that phases give, each with the order in which it leaves its entrants.
pub fn merged(ruleset: &Ruleset, over: impl Iterator<Item = (PhaseId, Levels)>) -> Vec<FinalPlace> {
    let part = |(phase, levels)| Part { phase, levels, waiting: Vec::new(), kept: 0..0 };
    let parts: Vec<Part> = over.map(part).collect();
    numbered(ruleset, &parts)
}

/// Later phases first; whoever is in none of them takes the places that they leave, in the order of the phase before.
fn numbered(ruleset: &Ruleset, parts: &[Part]) -> Vec<FinalPlace> {
    let entrants = parts.iter().map(|part| part.levels.order().len()).max().unwrap_or_default();
    let mut places: Vec<FinalPlace> = Vec::with_capacity(entrants);
    let mut left: Vec<u32> = Vec::with_capacity(entrants);
    // The entrants who have a place or wait for one, and the places that are gone.
    let (mut seen, mut taken) = (vec![false; entrants], vec![false; entrants + 1]);
    let mut gone: Vec<u32> = Vec::with_capacity(2 * entrants);
    for part in parts.iter().rev() {
        part.waiting.iter().for_each(|&entrant| mark(&mut seen, entrant));
        let first = first_place(ruleset, part.phase);
        gone.extend(part.kept.clone());
        // The place that comes next by counting, and the one that was given last.
        let (mut next, mut last) = (first, 0);
        for (known, level) in part.levels.placed() {
            left.clear();
            left.extend(level.iter().filter(|&&entrant| !is_in(&seen, entrant)));
            if left.is_empty() {
                continue;
            }
            let counted = free(&taken, next);
            let known = known.map_or(0, |known| first.saturating_add(known.saturating_sub(1)));
            let place = free(&taken, counted.max(known).max(last + 1));
            for &entrant in &left {
                let counted = free(&taken, next);
                gone.push(counted);
                next = counted.saturating_add(1);
                mark(&mut seen, entrant);
            }
            let shared = left.len() > 1;
            let phase = part.phase;
            places.extend(left.iter().map(|&entrant| FinalPlace { place, shared, entrant, phase }));
            gone.push(place);
            last = place;
        }
        gone.drain(..).for_each(|place| mark(&mut taken, place));
    }
    places.sort_by_key(|place| place.place);
    places
}

/// The best place that a phase can give.
fn first_place(ruleset: &Ruleset, phase: PhaseId) -> u32 {
    match ruleset.phase(phase).entrants {
        Admission::Everybody => 1,
        Admission::Places { first, of, .. } => {
            first_place(ruleset, of).saturating_add(first.saturating_sub(1))
        }
    }
}

/// The first place from this one on that is not gone.
fn free(taken: &[bool], from: u32) -> u32 {
    let mut place = from;
    while is_in(taken, place) {
        place = place.saturating_add(1);
    }
    place
}

fn mark(marks: &mut Vec<bool>, row: u32) {
    let row = row as usize;
    if row >= marks.len() {
        marks.resize(row + 1, false);
    }
    marks[row] = true;
}

fn is_in(marks: &[bool], row: u32) -> bool {
    marks.get(row as usize).copied().unwrap_or(false)
}
