//! Whether published pairings are those that the format prescribes, or that a seed draws.
//!
//! Comes in: an event that was followed, and tables whose rows say who meets whom. Goes out: [`Verified`]: each pairing that
//! differs, with who should have met whom and how that came about. In a round neither the order of pairings matters nor, where
//! the format has no seats, the order of those who meet. It must never pair anybody. Start with [`verify`].

mod amiss;
mod compare;
mod rows;

pub use amiss::{Amiss, How};

use super::columns::{Heading, Meaning};
use super::entrants::{Entrants, folded};
use super::{Compared, Verified, Wanted, called, names};
use crate::event::{Course, PhaseCourse, RoundCourse};
use crate::explain::{Absent, Subject};
use crate::log::{Published, PublishedTable};
use crate::ruleset::{PhaseId, Scheme};
use compare::Comparison;
use rows::{Known, Said};
use std::collections::BTreeMap;

/// A table with what its columns are.
type Headed<'a> = (&'a PublishedTable, Vec<Heading>);

/// Whether the tables of a file say who meets whom; if so they are compared. `None`: they are something else.
pub(super) fn verify(
    subject: &Subject<'_>,
    published: &Published,
    wanted: Wanted<'_>,
    entrants: &Entrants,
) -> Option<Result<Verified, Absent>> {
    let Subject { ruleset, settings, course, .. } = *subject;
    let known = Known { ruleset, settings, entrants, course };
    let edition = wanted.edition.map(|edition| edition.to_string());
    let is_of_it =
        |table: &&PublishedTable| table.edition.is_none() || edition.is_none() || table.edition == edition;
    let headed = published.tables.iter().filter(is_of_it);
    let mut headed: Vec<Headed<'_>> =
        headed.filter_map(|table| Some((table, rows::columns(table, known)?))).collect();
    if !headed.iter().all(rows::is_bracket) {
        headed.retain(|table| !rows::is_bracket(table));
    }
    let is_standing = |table: &PublishedTable| {
        let standings = subject.ruleset.standings.iter();
        table.name.as_ref().is_some_and(|name| standings.clone().any(|standing| names(standing, name)))
    };
    // What comes with a standing, such as a bracket, is not what was published.
    if headed.is_empty() || published.tables.iter().any(is_standing) {
        return None;
    }
    Some(compared(subject, (published, &headed), wanted, known))
}

fn compared(
    subject: &Subject<'_>,
    (published, headed): (&Published, &[Headed<'_>]),
    wanted: Wanted<'_>,
    known: Known<'_>,
) -> Result<Verified, Absent> {
    if subject.ruleset.phases.is_empty() {
        let message =
            format!("the format `{}` has no phases: it does not say who meets whom", subject.ruleset.name);
        let help =
            "publish a table of its standing; a format says who meets whom under `[[phase]]`".to_owned();
        return Err(Absent { message, help });
    }
    let Some(course) = subject.course else {
        return Err(super::choose::no_event());
    };
    let mut beside = published.beside.clone();
    let is_left = |table: &&PublishedTable| !headed.iter().any(|(known, _)| std::ptr::eq(*known, *table));
    beside
        .extend(published.tables.iter().filter(is_left).map(|table| format!("the table {}", called(table))));
    let mut comparison = Comparison::new(*subject, course, wanted.reach, known.entrants);
    let (rounds, lost) = by_round(headed, (course, known), wanted, &mut beside);
    for (said, wanted) in &lost {
        comparison.not_there(said, wanted);
    }
    let mut titles = Vec::new();
    for ((phase, round), (headings, said)) in &rounds {
        let Some((phase, round)) = at(course, *phase, *round) else { continue };
        let title = &subject.ruleset.phase(phase.phase).title;
        if matches!(subject.ruleset.phase(phase.phase).scheme, Scheme::Open(_)) {
            beside.push(format!("{} of {title}: opponents are chosen freely", rows_of(said.len())));
            continue;
        }
        titles.push(format!("{title}, round {}", round.number));
        comparison.round((phase, round), said, headings);
    }
    let mut found = comparison.found;
    let all = headed.iter().flat_map(|(_, headings)| headings.iter().cloned());
    let mut headings: Vec<Heading> = Vec::new();
    all.for_each(|heading| {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    });
    for (table, _) in headed {
        for (line, reason) in &table.unread {
            found.differences.push(super::Difference {
                entrant: String::new(),
                line: Some(*line),
                what: super::Differing::NoRow { reason: reason.clone() },
                explanation: None,
            });
        }
    }
    found.differences.sort_by_key(|one| one.line.unwrap_or(usize::MAX));
    Ok(Verified { compared: Compared::Rounds(titles), headings, beside, ..found })
}

fn rows_of(count: usize) -> String {
    if count == 1 { "1 pairing".to_owned() } else { format!("{count} pairings") }
}

/// The rows of each round that is compared, by the places of its phase and of the round.
type Rounds<'a> = BTreeMap<(usize, usize), (&'a [Heading], Vec<Said>)>;

/// Sorts rows by their rounds; those of a round that the event has not come to are lost, each with what was wanted.
fn by_round<'a>(
    headed: &'a [Headed<'_>],
    (course, known): (&Course, Known<'_>),
    wanted: Wanted<'_>,
    beside: &mut Vec<String>,
) -> (Rounds<'a>, Vec<(Said, String)>) {
    let mut rounds: Rounds<'a> = BTreeMap::new();
    let mut lost = Vec::new();
    let mut passed = 0;
    let edition = wanted.edition.map(|edition| edition.to_string());
    for (table, headings) in headed {
        let edition_at = headings.iter().position(|heading| heading.meaning == Meaning::Edition);
        let mut groups: BTreeMap<(Option<usize>, Option<u32>), Vec<Said>> = BTreeMap::new();
        for row in &table.rows {
            let of = edition_at.and_then(|at| row.cells.get(at)).filter(|of| !of.is_empty());
            if of.is_some_and(|of| edition.as_ref().is_some_and(|edition| edition != of)) {
                passed += 1;
                continue;
            }
            let Some(said) = rows::said(table, row, headings, known) else { continue };
            if let Some((title, place)) = place_of_match(known, course, &said) {
                match place {
                    Some(place) => rounds.entry(place).or_insert((headings, Vec::new())).1.push(said),
                    None => lost.push((said, title)),
                }
                continue;
            }
            match place_of_game(course, &said) {
                Some(place) => rounds.entry(place).or_insert((headings, Vec::new())).1.push(said),
                None => {
                    let phase = said.phase.map(|phase| usize::from(phase.0));
                    groups.entry((phase, said.round)).or_default().push(said);
                }
            }
        }
        for (_, group) in groups {
            let Some(first) = group.first() else { continue };
            match fitting(course, (first.phase, first.round), &group) {
                Some(place) => rounds.entry(place).or_insert((headings, Vec::new())).1.extend(group),
                None => {
                    let words = words_of_round(known, (first.phase, first.round));
                    lost.extend(group.into_iter().map(|said| (said, words.clone())));
                }
            }
        }
    }
    if passed > 0 {
        beside.push(format!("{passed} rows of other editions"));
    }
    (rounds, lost)
}

/// The round of the game whose id a row says, unless it says another round.
fn place_of_game(course: &Course, said: &Said) -> Option<(usize, usize)> {
    let id = said.id.as_ref()?;
    places(course).find(|&(phase, round)| {
        at(course, phase, round).is_some_and(|(phase, round)| {
            fits(phase, round, (said.phase, said.round)) && round.games.iter().any(|game| game.id == *id)
        })
    })
}

/// The round of the match that a row names, where a bracket has it, and its title; no round where none of its games has been
/// prescribed yet.
fn place_of_match(
    known: Known<'_>,
    course: &Course,
    said: &Said,
) -> Option<(String, Option<(usize, usize)>)> {
    let wanted = folded(said.in_match()?);
    let is_of_it = |phase: &PhaseCourse| said.phase.is_none_or(|id| id == phase.phase);
    let mut phases = course.phases.iter().enumerate().filter(|(_, phase)| is_of_it(phase));
    let found = phases.find_map(|(of, phase)| {
        let at = phase.bracket.iter().position(|course| folded(&course.line.name) == wanted)?;
        Some((of, phase, at))
    });
    let Some((of, phase, at)) = found else {
        // The phase has not begun.
        let (id, name) = known.of_bracket(&wanted)?;
        let has_begun = course.phases.iter().any(|phase| phase.phase == id);
        return (!has_begun).then(|| (format!("{}, {name}", known.ruleset.phase(id).title), None));
    };
    let is_in = |round: &RoundCourse| round.games.iter().any(|game| game.in_match == Some(at));
    let round = phase.rounds.iter().position(is_in);
    let name = phase.bracket.get(at).map_or("", |course| course.line.name.as_str());
    let title = format!("{}, {name}", known.ruleset.phase(phase.phase).title);
    Some((title, round.map(|round| (of, round))))
}

/// The round that some rows are of: of those that it may be the one that most of them are prescribed in, the last one where
/// several are alike.
fn fitting(course: &Course, said: (Option<PhaseId>, Option<u32>), group: &[Said]) -> Option<(usize, usize)> {
    let candidates = places(course).filter(|&(phase, round)| {
        at(course, phase, round).is_some_and(|(phase, round)| fits(phase, round, said))
    });
    candidates.max_by_key(|&(phase, round)| {
        at(course, phase, round).map_or(0, |(_, round)| {
            let is_prescribed = |said: &&Said| compare::same(round, said).next().is_some();
            group.iter().filter(is_prescribed).count()
        })
    })
}

fn fits(phase: &PhaseCourse, round: &RoundCourse, said: (Option<PhaseId>, Option<u32>)) -> bool {
    said.0.is_none_or(|wanted| wanted == phase.phase) && said.1.is_none_or(|wanted| wanted == round.number)
}

fn places(course: &Course) -> impl Iterator<Item = (usize, usize)> {
    let phases = course.phases.iter().enumerate();
    phases.flat_map(|(place, phase)| (0..phase.rounds.len()).map(move |round| (place, round)))
}

fn at(course: &Course, phase: usize, round: usize) -> Option<(&PhaseCourse, &RoundCourse)> {
    let phase = course.phases.get(phase)?;
    Some((phase, phase.rounds.get(round)?))
}

fn words_of_round(known: Known<'_>, (phase, round): (Option<PhaseId>, Option<u32>)) -> String {
    let title = phase.map(|phase| known.ruleset.phase(phase).title.clone());
    let round = round.map(|round| format!("round {round}"));
    match (title, round) {
        (Some(title), Some(round)) => format!("{title}, {round}"),
        (Some(words), None) | (None, Some(words)) => words,
        (None, None) => "the event".to_owned(),
    }
}
