//! Knockouts, match by match: who meets whom once the matches before are decided, and who goes on.
//!
//! A match waits for those alone that its sides come from, whatever other matches of its round wait for. A side is nobody
//! where the bracket has more seeds than there are entrants, and where nobody goes on from the match that it comes from:
//! the other side goes on without playing. It must never know how a bracket is drawn up. Start with
//! [`Follower::knockout`]; [`meeting`] has the games of a match, [`decide`] who goes on from it.

mod decide;
mod meeting;
mod sealed;
mod winners;

pub use winners::Winners;

use super::course::{Due, Ending, MatchCourse, MatchSide, MatchStage, Remark, RoundCourse};
use super::facts::Ran;
use super::follow::{Follower, Moment, Step, Stop};
use crate::engine::Outcome;
use crate::pairing::{Impossible, knockout};
use crate::ruleset::{BracketMatch, Knockout, PhaseId, Source};
use meeting::Meeting;
use sealed::Rows;
use std::collections::BTreeMap;

/// A knockout being followed.
pub(super) struct Cup<'a> {
    phase: PhaseId,
    scheme: &'a Knockout,
    seeds: Vec<u32>,
    /// The games of the log, match by match.
    rows: Rows,
    /// For each moment at which it was asked, which games are void.
    void: BTreeMap<u32, Vec<bool>>,
}

impl<'a> Follower<'a> {
    /// Follows a knockout that began when the log held this many games.
    pub(super) fn knockout(&mut self, phase: PhaseId, scheme: &'a Knockout, begin: u32) -> Step<()> {
        let seeds = self.here().entrants.clone();
        self.refuse(phase, &seeds)?;
        let entrants = u32::try_from(seeds.len()).unwrap_or(u32::MAX);
        let lines = knockout::bracket(&scheme.bracket, entrants);
        let rounds = knockout::rounds(&lines);
        let matches = lines.into_iter().zip(&rounds).map(|(line, &round)| MatchCourse::new(line, round));
        let mut bracket: Vec<MatchCourse> = matches.collect();
        self.give_days(phase, &mut bracket);
        self.facts.know_bracket(phase, &bracket);
        let rows = Rows::new(&self.facts, phase, &bracket);
        self.here().bracket = bracket;
        self.name_those_without_a_seed(phase, &seeds);
        let mut cup = Cup { phase, scheme, seeds, rows, void: BTreeMap::new() };
        let mut all_over = true;
        for round in 1..=rounds.iter().copied().max().unwrap_or(0) {
            let moment = Moment { phase, round, begin };
            all_over = self.knockout_round(moment, &mut cup, all_over)?;
        }
        let due = if all_over { None } else { self.due_in_bracket() };
        due.map_or(Ok(()), |due| Err(Stop::Due(due)))
    }

    /// Nobody plays where nobody has entered at all; and a bracket has its bounds.
    fn refuse(&self, phase: PhaseId, seeds: &[u32]) -> Step<()> {
        let entrants = u32::try_from(seeds.len()).unwrap_or(u32::MAX);
        let why = match entrants {
            0 if self.facts.names.is_empty() => Impossible::TooFew { entrants, least: 1 },
            _ if entrants > knockout::MOST => Impossible::TooMany { entrants, most: knockout::MOST },
            _ => return Ok(()),
        };
        Err(Stop::Due(Due::Impossible { phase, round: 1, why }))
    }

    /// Follows the matches of a round; whether all of them are decided, and all before them.
    fn knockout_round(&mut self, moment: Moment, cup: &mut Cup<'a>, before: bool) -> Step<bool> {
        let places: Vec<usize> = self.matches_of(moment.round);
        let moment = Moment { begin: cup.rows.beginning(&places, moment.round, self.facts.games), ..moment };
        places.iter().for_each(|&place| self.fill(place, &cup.seeds));
        let mut meetings = Vec::new();
        for &place in &places {
            match self.here().bracket[place].sides {
                [MatchSide::Entrant(first), MatchSide::Entrant(second)] => {
                    meetings.push(self.meeting(moment, cup, (place, [first, second]))?);
                }
                [MatchSide::Open, _] | [_, MatchSide::Open] => {}
                [MatchSide::Nobody, _] | [_, MatchSide::Nobody] => self.decide_alone(cup, place),
            }
        }
        let ran = self.score_meetings(moment, &meetings)?;
        for meeting in &mut meetings {
            self.decide(moment, cup, meeting, ran.as_ref())?;
        }
        let is_known = |course: &&MatchCourse| course.stage != MatchStage::Waits;
        let bracket = &self.here().bracket;
        let mut matches = places.iter().filter_map(|&place| bracket.get(place));
        let all_over = before && matches.clone().all(MatchCourse::is_over);
        if !matches.any(|course| is_known(&course)) {
            return Ok(all_over);
        }
        let mut course = RoundCourse::empty(moment.round, self.seed_at(moment));
        course.is_over = all_over;
        for meeting in meetings {
            self.take(meeting, &mut course);
        }
        if let Some(ran) = ran {
            (course.outcome, course.scored) = (Some(Box::new(ran.outcome)), ran.kept);
            course.decisive = self.without_superfluous(moment)?;
        }
        self.here().rounds.push(course);
        Ok(all_over)
    }

    /// Takes the games of a match into its round.
    fn take(&mut self, meeting: Meeting, course: &mut RoundCourse) {
        let before = course.games.len();
        for mut remark in meeting.remarks {
            if let Remark::Swapped { prescribed: (_, _, place), .. } = &mut remark {
                *place += before;
            }
            self.course.remarks.push(remark);
        }
        course.games.extend(meeting.games);
    }

    /// What came out of the matches of a round, and of those before it, so far; `None` where none of its matches has begun.
    fn score_meetings(&self, moment: Moment, meetings: &[Meeting]) -> Step<Option<Ran>> {
        if meetings.iter().all(|meeting| meeting.rows.is_empty()) {
            return Ok(None);
        }
        self.score_matches(moment, u32::MAX, &[]).map(Some)
    }

    /// What came out without the games that were played on when their match was decided, and the games that this is over:
    /// what the bracket shows of a match is what decided it. `None` where there are no such games.
    fn without_superfluous(&self, moment: Moment) -> Step<Option<(Box<Outcome>, Vec<u32>)>> {
        let mut left_out = Vec::new();
        for remark in &self.course.remarks {
            if let Remark::Superfluous { game } = remark {
                left_out.push(*game);
            }
        }
        if left_out.is_empty() {
            return Ok(None);
        }
        let ran = self.score_matches(moment, u32::MAX, &left_out)?;
        Ok(Some((Box::new(ran.outcome), ran.kept)))
    }

    /// What an unfinished bracket waits for.
    fn due_in_bracket(&mut self) -> Option<Due> {
        let here = self.here();
        let matches = here.level();
        let mut under_way = here.rounds.iter().filter(|round| round.is_under_way()).peekable();
        if under_way.peek().is_none() {
            return (!matches.is_empty()).then_some(Due::Winner { matches });
        }
        let has_begun = under_way.any(RoundCourse::has_begun);
        Some(if has_begun || !matches.is_empty() { Due::Results } else { Due::Round })
    }

    /// Says so where the bracket has fewer seeds than there are entrants.
    fn name_those_without_a_seed(&mut self, phase: PhaseId, seeds: &[u32]) {
        if self.here().bracket.is_empty() {
            return;
        }
        let sources = self.here().bracket.iter().flat_map(|course| course.line.sides);
        let last = sources.filter_map(|source| match source {
            Source::Seed(seed) => Some(seed as usize),
            Source::Winner(_) | Source::Loser(_) => None,
        });
        let entrants = seeds.get(last.max().unwrap_or(0)..).unwrap_or_default().to_vec();
        if !entrants.is_empty() {
            self.course.remarks.push(Remark::WithoutGames { entrants, phase });
        }
    }

    fn matches_of(&mut self, round: u32) -> Vec<usize> {
        let bracket = &self.here().bracket;
        (0..bracket.len()).filter(|&place| bracket[place].round == round).collect()
    }

    /// Who plays a match, as far as the matches before are decided.
    fn fill(&mut self, place: usize, seeds: &[u32]) {
        let bracket = &self.here().bracket;
        let ending = |of: u16| bracket.get(usize::from(of)).and_then(MatchCourse::ending);
        let sides = sides(&bracket[place].line, seeds, ending);
        self.here().bracket[place].sides = sides;
    }
}

/// Who plays a match: its sides by the seeds, and by what came of the matches before it.
#[must_use]
pub fn sides(line: &BracketMatch, seeds: &[u32], ending: impl Fn(u16) -> Option<Ending>) -> [MatchSide; 2] {
    let known = |found: Option<u32>| found.map_or(MatchSide::Nobody, MatchSide::Entrant);
    let side = |source: Source| match source {
        Source::Seed(seed) => known((seed as usize).checked_sub(1).and_then(|seed| seeds.get(seed)).copied()),
        Source::Winner(of) => ending(of).map_or(MatchSide::Open, |ending| known(ending.winner)),
        Source::Loser(of) => ending(of).map_or(MatchSide::Open, |ending| known(ending.loser())),
    };
    line.sides.map(side)
}
