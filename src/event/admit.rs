//! Who plays in a phase: everybody, or those on some places of an earlier one.
//!
//! Who goes on is settled when the phase begins: what is corrected or recorded after that changes nothing, and is told.
//! It must never know how anybody is paired. Start with [`Follower::admit`].

use super::course::{Remark, Settled};
use super::follow::{Follower, Moment, Step};
use super::places;
use super::ranking::{Levels, levels};
use crate::ruleset::{Admission, Phase, PhaseId, Ranking, Scheme};
use std::ops::Range;

/// What of the log counts for who goes on from a phase.
#[derive(Clone, Copy)]
struct Until {
    /// How many games it held when the next phase began.
    begin: u32,
    /// The games of a phase in which opponents are chosen freely: the first so many of the log.
    games: u32,
    /// Corrections among the first so many games.
    as_of: u32,
}

impl<'a> Follower<'a> {
    /// Who plays in a phase that began when the log held this many games.
    pub(super) fn admit(
        &mut self,
        id: PhaseId,
        phase: &'a Phase,
        begin: u32,
    ) -> Step<(Vec<u32>, Vec<Settled>)> {
        match &phase.entrants {
            Admission::Everybody => Ok((self.field(begin), Vec::new())),
            Admission::Places { first, last, of } => {
                let earlier = self.course.phases.iter().find(|course| course.phase == *of);
                let round = earlier.and_then(|course| course.rounds.last()).map_or(0, |round| round.number);
                let end = self.end_of(*of, begin);
                let levels = self.final_levels(*of, Until { begin, games: end, as_of: begin })?;
                let wanted = (*first as usize).saturating_sub(1)..*last as usize;
                let moment = Moment { phase: *of, round, begin };
                let matters = |places: Range<usize>| places.start < wanted.end && places.end > wanted.start;
                let (order, settled) = self.settle(moment, (id, phase.ties), &levels, matters)?;
                let cut = |order: Vec<u32>| -> Vec<u32> {
                    order.into_iter().take(wanted.end).skip(wanted.start).collect()
                };
                let admitted = cut(order);
                let acts = self.facts.corrected_after(begin);
                let games = self.late_games(*of, end);
                if !acts.is_empty() || !games.is_empty() {
                    let until = Until { begin, games: self.facts.games, as_of: u32::MAX };
                    let levels = self.final_levels(*of, until)?;
                    let now = self.settle(moment, (id, phase.ties), &levels, matters);
                    if let Some(now) = now.ok().map(|(order, _)| cut(order)).filter(|now| *now != admitted) {
                        let instead = vec![now];
                        let remark = Remark::WouldChange { phase: id, round: 1, acts, games, instead };
                        self.course.remarks.push(remark);
                    }
                }
                Ok((admitted, settled))
            }
        }
    }

    /// The entrants of a phase that is over, in the order of what came out, without those who have withdrawn.
    fn final_levels(&self, phase: PhaseId, until: Until) -> Step<Levels> {
        let Some(course) = self.course.phases.iter().find(|course| course.phase == phase) else {
            return Ok(Levels::default());
        };
        let Until { begin, games, as_of } = until;
        let ruleset = self.facts.ruleset;
        let standing = ruleset.phase(phase).standing;
        let last = course.rounds.last().map_or(0, |round| round.number);
        let is_settled = self.facts.is_settled(as_of) && self.late_games(phase, games).is_empty();
        let moment = Moment { phase, round: last, begin };
        let ran = match ruleset.phase(phase).scheme {
            _ if is_settled || !course.bracket.is_empty() || standing.is_none() => None,
            Scheme::Open(_) => Some(self.score_open(moment, games, as_of)?),
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Knockout(_) => {
                Some(self.score(moment, as_of)?)
            }
        };
        let levels = match ran {
            None => places::levels_of(ruleset, course),
            Some(ran) => levels(&Ranking::Standing, standing, &ran.outcome, &course.entrants).ranked(),
        };
        Ok(levels.filtered(|entrant| !self.facts.has_withdrawn(entrant, begin)))
    }

    /// How many games of the log count for who goes on from a phase, where the next one began with so many.
    fn end_of(&mut self, phase: PhaseId, begin: u32) -> u32 {
        match self.facts.ruleset.phase(phase).scheme {
            Scheme::Open(_) => self.end_of_open(phase).map_or(begin, |end| end.min(begin)),
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Knockout(_) => self.facts.games,
        }
    }

    /// The games of a phase that stand below the first `games` of the log.
    fn late_games(&self, phase: PhaseId, games: u32) -> Vec<u32> {
        self.facts.games_of(phase).filter(|&game| game >= games).collect()
    }
}
