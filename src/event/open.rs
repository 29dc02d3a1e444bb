//! Phases in which opponents are chosen freely: every game fits.
//!
//! Such a phase is over when its last day lies behind, when it was closed, or when a game of a later phase was recorded.
//! Who goes on from it is settled then: games that are recorded below its end count in its standing, and change nothing of
//! who was admitted. It must never know who was admitted. Start with [`Follower::open`].

use super::course::{Due, RoundCourse};
use super::facts::Ran;
use super::follow::{Follower, Moment, Step, Stop};
use crate::ruleset::{Admission, PhaseId};
use std::collections::BTreeSet;

impl Follower<'_> {
    /// Follows a phase in which opponents are chosen freely.
    pub(super) fn open(&mut self, phase: PhaseId) -> Step<()> {
        let games: Vec<u32> = self.facts.games_of(phase).collect();
        games.iter().for_each(|&game| self.seen[game as usize] = true);
        let moment = Moment { phase, round: u32::MAX, begin: self.facts.games };
        let mut round = RoundCourse::empty(1, self.seed_at(moment));
        let ran = self.score_open(moment, self.facts.games, u32::MAX)?;
        (round.outcome, round.scored) = (Some(Box::new(ran.outcome)), ran.kept);
        let end = self.end_of_open(phase);
        self.take_in(moment, end.unwrap_or(self.facts.games));
        round.is_over = end.is_some() || self.is_past(self.last_day(phase));
        let is_over = round.is_over;
        self.here().rounds.push(round);
        if is_over { Ok(()) } else { Err(Stop::Due(Due::Open)) }
    }

    /// Whoever enters before the end plays in it, and whoever is found in its games; in the order of entry.
    fn take_in(&mut self, moment: Moment, end: u32) {
        if matches!(self.facts.ruleset.phase(moment.phase).entrants, Admission::Places { .. }) {
            return;
        }
        let before = |game: &u32| *game < end;
        let players =
            self.facts.games_of(moment.phase).filter(before).flat_map(|game| self.facts.sides(game));
        let players: BTreeSet<u32> = players.map(|(_, who)| who).chain(self.field(end)).collect();
        let mut all: BTreeSet<u32> = self.here().entrants.iter().copied().collect();
        all.extend(players);
        self.here().entrants = all.into_iter().collect();
    }

    /// How many games stood in the log when the phase was ended by a record: it was closed, or a later one began.
    pub(super) fn end_of_open(&mut self, phase: PhaseId) -> Option<u32> {
        let later = (0..self.facts.games).find(|&game| self.facts.phase(game) > phase);
        let closed = self.facts.closed(phase);
        if let Some((act, _)) = closed {
            self.used[act] = true;
        }
        later.into_iter().chain(closed.map(|(_, games)| games)).min()
    }

    /// Scores the games of a phase and of those before it, of the first `games` in the log.
    pub(super) fn score_open(&self, moment: Moment, games: u32, as_of: u32) -> Step<Ran> {
        let keep = |game: u32| game < games && self.facts.phase(game) <= moment.phase;
        self.facts.score(as_of, self.seed_at(moment), keep).map_err(Stop::Failed)
    }
}
