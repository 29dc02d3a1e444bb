//! What comes next: the matches of a bracket that can be played, the last days of its stages, who still has matches to play.
//!
//! Comes in: a phase as far as it went. Goes out: lists. It must never decide anything. Start with [`playable`], [`stages`]
//! and [`played`].

use crate::event::choices;
use crate::event::course::{Course, MatchCourse, MatchStage, PhaseCourse, Progress};
use crate::ruleset::{Ruleset, Scheme, Settings};
use crate::value::Date;

/// A match that can be played now, or waits for the arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playable {
    /// Its place in the bracket.
    pub place: usize,
    /// How far its games are.
    pub progress: Progress,
    /// Whether its games left it level, and somebody has to decide.
    pub is_level: bool,
}

/// The matches of a bracket that have one last day and are called alike but for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageAhead {
    /// What they are called.
    pub name: String,
    /// Their last day.
    pub last_day: Date,
    /// How many are not decided.
    pub open: usize,
    /// How many there are.
    pub all: usize,
    /// Whether the day lies behind.
    pub is_past: bool,
}

/// How many matches an entrant has played in an open phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// Who.
    pub entrant: u32,
    /// How many count.
    pub played: u32,
    /// How many more there can be; `None`: without end.
    pub left: Option<u32>,
}

/// Who has played how many matches of an open phase that is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// How many matches of an entrant count at most.
    pub most: Option<u32>,
    /// Everybody, those with the fewest first; of those with as many in the order of the standing.
    pub entrants: Vec<Played>,
}

/// The matches that can be played, or wait for the arbiter, in the order of the bracket.
pub fn playable(phase: &PhaseCourse) -> Vec<Playable> {
    let matches = phase.bracket.iter().enumerate();
    let open = matches.filter(|(_, course)| match course.stage {
        MatchStage::Due | MatchStage::Level => true,
        MatchStage::Waits | MatchStage::Over { .. } => false,
    });
    open.map(|(place, course)| Playable {
        place,
        progress: phase.progress(place),
        is_level: course.stage == MatchStage::Level,
    })
    .collect()
}

/// The stages of a bracket that have matches to be decided, in the order of their last days.
pub fn stages(phase: &PhaseCourse, today: Option<Date>) -> Vec<StageAhead> {
    let mut found: Vec<StageAhead> = Vec::new();
    for course in &phase.bracket {
        let Some(last_day) = course.last_day else { continue };
        let name = stem(course);
        let known = found.iter().position(|stage| stage.name == name && stage.last_day == last_day);
        let place = known.unwrap_or_else(|| {
            let is_past = today.is_some_and(|today| last_day < today);
            found.push(StageAhead { name: name.to_owned(), last_day, open: 0, all: 0, is_past });
            found.len() - 1
        });
        if let Some(stage) = found.get_mut(place) {
            stage.all += 1;
            stage.open += usize::from(!course.is_over());
        }
    }
    found.retain(|stage| stage.open > 0);
    found.sort_by_key(|stage| stage.last_day);
    found
}

/// The name of a match without its number.
fn stem(course: &MatchCourse) -> &str {
    let name = course.line.name.as_str();
    match name.rsplit_once(' ') {
        Some((stem, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        Some(_) | None => name,
    }
}

/// Who has played how much of an open phase that is under way; `None` of any other.
pub fn played(
    ruleset: &Ruleset,
    settings: &Settings,
    course: &Course,
    phase: &PhaseCourse,
) -> Option<Fewest> {
    let Scheme::Open(open) = &ruleset.phase(phase.phase).scheme else { return None };
    if phase.is_over {
        return None;
    }
    let all = choices::choices(ruleset, settings, course).into_iter();
    let mut entrants: Vec<Played> = all
        .map(|choice| Played { entrant: choice.entrant, played: choice.played, left: choice.left })
        .collect();
    entrants.sort_by_key(|one| one.played);
    Some(Fewest { most: open.most_matches.as_ref().map(|limit| limit.count.of(settings)), entrants })
}
