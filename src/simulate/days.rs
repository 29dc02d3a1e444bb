//! The days on which invented games are played, in a format in which something depends on days.
//!
//! Comes in: the edition that is invented. Goes out: a day for each match, so that all is played in its time and one thing
//! after the other. A phase begins on the first day of its period, or the day after the last of an earlier phase that ends
//! before it; in a format without editions it takes no more than thirty days. Its matches are spread over its days, those
//! of a round over the days of that round; a match is played on one day. It must never know a result.
//! Start with [`Days::new`].

use crate::event::{MatchCourse, PhaseCourse, RoundCourse};
use crate::ruleset::{Deadline, Edition, Every, Phase, PhaseId, Ruleset, Scheme};
use crate::value::Date;

/// The edition that is invented where none is said: that of the month, or of the year, in which this day lies.
const USUAL: &str = "2026-01-01";

/// So many days a phase takes whose beginning nothing says.
const LENGTH: i64 = 30;

/// The days of an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Days<'r> {
    ruleset: &'r Ruleset,
    pub edition: Option<Edition>,
}

/// From the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    first: Date,
    last: Date,
}

impl Span {
    /// One of so many parts, from 0, the last day of a part no earlier than its first.
    fn part(self, part: usize, of: usize) -> Self {
        let before = |part: usize| Date(self.first.0 + share(self.last.0 - self.first.0 + 1, part, of));
        let first = before(part).min(self.last);
        Self { first, last: Date(before(part + 1).0 - 1).max(first).min(self.last) }
    }

    /// The day of one of so many, from 0.
    fn day(self, place: usize, of: usize) -> Date {
        Date(self.first.0 + share(self.last.0 - self.first.0 + 1, place, of)).min(self.last)
    }
}

/// So many days come before this part.
fn share(days: i64, part: usize, of: usize) -> i64 {
    let share = i128::from(days.max(1)) * part as i128 / (of.max(1)) as i128;
    i64::try_from(share).unwrap_or(days)
}

impl<'r> Days<'r> {
    /// The days of this edition, or of the usual one.
    pub(super) fn new(ruleset: &'r Ruleset, edition: Option<Edition>) -> Self {
        let usual = |every: Every| Edition::of(Date::parse(USUAL)?, every);
        let every = ruleset.editions.as_ref().map(|editions| editions.every);
        Self { ruleset, edition: every.and_then(|every| edition.or_else(|| usual(every))) }
    }

    /// The day of a match of a phase in which opponents are chosen freely, one of so many, from 0.
    pub(super) fn of_meeting(&self, phase: PhaseId, place: usize, of: usize) -> Option<Date> {
        Some(self.span(phase)?.day(place, of))
    }

    /// The day of a game of a round.
    pub(super) fn of_game(&self, course: &PhaseCourse, round: &RoundCourse, place: usize) -> Option<Date> {
        let phase = self.ruleset.phase(course.phase);
        let span = self.span(course.phase)?;
        let Some(in_match) = round.games.get(place)?.in_match else {
            let rounds = rounds(&phase.scheme, course.entrants.len()).max(round.number as usize);
            let part = span.part(round.number.saturating_sub(1) as usize, rounds);
            return Some(part.day(place, round.games.len()));
        };
        let own: Vec<usize> = of_round(course, round.number).map(|(place, _)| place).collect();
        let place = own.iter().position(|&own| own == in_match)?;
        let day = self.of_round(course, round.number, span).day(place, own.len());
        let name = &course.bracket.get(in_match)?.line.name;
        Some(self.deadline(phase, name).map_or(day, |last| day.min(last)))
    }

    /// The days of a phase.
    fn span(&self, id: PhaseId) -> Option<Span> {
        let last = self.last_day(id)?;
        let earlier = self.ruleset.phases.iter().take(usize::from(id.0));
        let earlier = (0..).map(PhaseId).zip(earlier).filter_map(|(id, _)| self.last_day(id));
        let after = earlier.filter(|before| *before < last).max().map(|before| Date(before.0 + 1));
        let period = self.ruleset.phase(id).period;
        let own = self.edition.and_then(|edition| edition.later(period.checked_sub(1)?)?.first_day());
        let own = own.or_else(|| self.edition.is_none().then_some(Date(last.0 - LENGTH + 1)))?;
        Some(Span { first: after.map_or(own, |after| own.max(after)), last })
    }

    /// The last day of a phase: its own, that of its period, or else that of its last match.
    fn last_day(&self, id: PhaseId) -> Option<Date> {
        let phase = self.ruleset.phase(id);
        let own = phase.until.and_then(|day| phase.date_of(day, self.edition));
        let own = own.or_else(|| self.edition?.last_day(phase.period));
        own.or_else(|| phase.deadlines.iter().filter_map(|line| phase.date_of(line.by, self.edition)).max())
    }

    fn deadline(&self, phase: &Phase, name: &str) -> Option<Date> {
        let whole = |line: &&Deadline| line.matches == name;
        let line = phase.deadlines.iter().find(whole);
        let line = line.or_else(|| phase.deadlines.iter().find(|line| line.is_of(name)))?;
        phase.date_of(line.by, self.edition)
    }

    /// The days of a round of a bracket: from the last deadline before it to the next one, which it shares with the rounds
    /// between the two.
    fn of_round(&self, course: &PhaseCourse, round: u32, span: Span) -> Span {
        let phase = self.ruleset.phase(course.phase);
        let last = course.bracket.iter().map(|one| one.round).max().unwrap_or(1).max(round);
        let end = |round: u32| {
            let own = of_round(course, round).filter_map(|(_, one)| self.deadline(phase, &one.line.name));
            own.max().or((round == last).then_some(span.last))
        };
        let from = (1..round).rev().find_map(|earlier| Some((earlier, end(earlier)?)));
        let to = (round..=last).find_map(|later| Some((later, end(later)?)));
        let (before, first) = from.map_or((0, span.first), |(round, day)| (round, Date(day.0 + 1)));
        let (after, last) = to.unwrap_or((last, span.last));
        let shared = Span { first: first.min(last), last };
        shared.part((round - before - 1) as usize, (after - before) as usize)
    }
}

/// The matches of a round, by their places in the bracket.
fn of_round(course: &PhaseCourse, round: u32) -> impl Iterator<Item = (usize, &MatchCourse)> {
    course.bracket.iter().enumerate().filter(move |(_, one)| one.round == round)
}

/// How many rounds so many entrants play.
fn rounds(scheme: &Scheme, entrants: usize) -> usize {
    match scheme {
        Scheme::Pools(pools) => pools.rounds as usize,
        Scheme::RoundRobin(table) => {
            let rounds = if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants };
            rounds.saturating_mul(table.legs as usize)
        }
        Scheme::Knockout(_) | Scheme::Open(_) => 1,
    }
}
