//! The last days of phases and matches, and what is overdue by them.
//!
//! Comes in: the day on which one asks. Goes out: on each phase and match its last day, and what of them should have been
//! over. It must never know who goes on. Start with [`Follower::last_day`], then [`overdue`].

use super::course::{Awaited, Course, MatchCourse, MatchStage, Overdue, PhaseCourse, Progress, RoundCourse};
use super::follow::Follower;
use crate::ruleset::{ClauseId, Edition, Phase, PhaseId, Ruleset, Scheme, Source};
use crate::value::Date;

impl Follower<'_> {
    /// The last day of a phase: its own, or the last one of its period.
    pub(super) fn last_day(&self, phase: PhaseId) -> Option<Date> {
        last_day(self.facts.ruleset.phase(phase), self.given.edition)
    }

    /// Gives the matches of a bracket their last days.
    pub(super) fn give_days(&self, phase: PhaseId, bracket: &mut [MatchCourse]) {
        let own = self.facts.ruleset.phase(phase);
        let last = self.last_day(phase);
        for course in bracket {
            let deadline = own.deadline_of(&course.line.name);
            course.last_day = deadline.and_then(|line| own.date_of(line.by, self.given.edition)).or(last);
        }
    }

    /// Whether a day lies behind.
    pub(super) fn is_past(&self, day: Option<Date>) -> bool {
        day.zip(self.given.today).is_some_and(|(day, today)| day < today)
    }
}

/// What should have been over by the day on which one asks, phase by phase.
pub(super) fn overdue(ruleset: &Ruleset, course: &Course) -> Vec<Overdue> {
    let Some(today) = course.today else { return Vec::new() };
    let of_phase = |phase: &PhaseCourse| {
        let own = ruleset.phase(phase.phase);
        let past = |day: &Date| *day < today;
        let open = phase.bracket.iter().enumerate().filter(|(_, course)| !course.is_over());
        let mut all: Vec<Overdue> = open
            .filter_map(|(place, course)| {
                let cites = own.deadline_of(&course.line.name).map_or(&own.cites, |line| &line.cites);
                let waits_for = awaited(phase, (place, course));
                Some(entry(phase, (Some(place), waits_for), course.last_day.filter(past)?, cites))
            })
            .collect();
        let is_paired = match own.scheme {
            Scheme::Pools(_) | Scheme::RoundRobin(_) => phase.rounds.iter().any(RoundCourse::is_under_way),
            Scheme::Knockout(_) | Scheme::Open(_) => false,
        };
        let games = phase.rounds.iter().filter(|round| round.is_under_way()).flat_map(|round| &round.games);
        all.extend(phase.last_day.filter(past).filter(|_| is_paired).map(|day| {
            let waits_for = Awaited::Games(Progress::of(games));
            entry(phase, (None, waits_for), day, &own.cites)
        }));
        all
    };
    course.phases.iter().flat_map(of_phase).collect()
}

fn entry(
    phase: &PhaseCourse,
    (in_match, waits_for): (Option<usize>, Awaited),
    day: Date,
    cites: &[ClauseId],
) -> Overdue {
    Overdue { phase: phase.phase, in_match, day, cites: cites.to_vec(), waits_for }
}

/// What a match waits for.
fn awaited(phase: &PhaseCourse, (place, course): (usize, &MatchCourse)) -> Awaited {
    let open = |source: &Source| match source {
        Source::Seed(_) => None,
        Source::Winner(of) | Source::Loser(of) => {
            let of = usize::from(*of);
            phase.bracket.get(of).filter(|before| !before.is_over()).map(|_| of)
        }
    };
    match course.stage {
        MatchStage::Waits => Awaited::Matches(course.line.sides.iter().filter_map(open).collect()),
        MatchStage::Level => Awaited::Decision,
        MatchStage::Due | MatchStage::Over { .. } => Awaited::Games(phase.progress(place)),
    }
}

/// The last day of a phase: its own, or the last one of its period.
pub(super) fn last_day(phase: &Phase, edition: Option<Edition>) -> Option<Date> {
    match phase.until {
        Some(day) => phase.date_of(day, edition),
        None => edition?.last_day(phase.period),
    }
}
