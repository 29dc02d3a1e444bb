//! What nothing asked for: games, acts and entrants that found no place in an event.
//!
//! Comes in: an event that was followed. Goes out: remarks. It must never pair anybody. Start with
//! [`Follower::look_back`].

use super::course::{Due, MatchStage, Remark, Won};
use super::follow::Follower;
use super::ranking;
use crate::log::{Deed, Log};
use crate::ruleset::{BuiltinColumn, Open, PhaseId, Ruleset, Scheme, SheetKind};
use crate::sheet::{Column, Tables};

impl Follower<'_> {
    /// Remarks on games, acts and entrants that nothing asked for.
    pub(super) fn look_back(&mut self) {
        let is_over = self.course.due == Due::Over;
        for game in (0..self.facts.games).filter(|&game| !self.seen[game as usize]) {
            let waits = !is_over && self.facts.round(game).is_some_and(|round| self.can_come(game, round));
            self.course.remarks.push(if waits {
                Remark::TooEarly { game }
            } else {
                Remark::NotPrescribed { game }
            });
        }
        for (act, record) in self.facts.log.acts.iter().enumerate().filter(|(act, _)| !self.used[*act]) {
            let why = match &record.what {
                Deed::Winner { phase, name, winner } => self.why_no_winner(*phase, name, *winner),
                Deed::Order { phase, order, .. } => self.why_no_order(*phase, order),
                Deed::Pools { .. } => "no such round was paired, or a later record draws it",
                Deed::Close { .. } => "the phase was closed before",
                Deed::Withdrawal { .. }
                | Deed::Seed(_)
                | Deed::Correction { .. }
                | Deed::Report { .. }
                | Deed::Void { .. }
                | Deed::Confirmation { .. } => continue,
            };
            self.course.remarks.push(Remark::IdleAct { act, why });
        }
        self.pass_over_late_entries();
    }

    /// Whether the phase of a game has such a round.
    fn can_come(&self, game: u32, round: u32) -> bool {
        match &self.facts.ruleset.phase(self.facts.phase(game)).scheme {
            Scheme::Pools(pools) => round <= pools.rounds,
            Scheme::RoundRobin(_) | Scheme::Knockout(_) | Scheme::Open(_) => true,
        }
    }

    /// Says of those who entered too late that there is no game for them in the first phase.
    fn pass_over_late_entries(&mut self) {
        let Some(first) = self.course.phases.first() else { return };
        let phase = first.phase;
        let goes_on = match self.facts.ruleset.phase(phase).scheme {
            Scheme::Pools(_) => !first.is_over,
            Scheme::Open(_) => true,
            Scheme::RoundRobin(_) | Scheme::Knockout(_) => false,
        };
        let known = ranking::mask(&first.entrants);
        let plays = |entrant: &u32| known.get(*entrant as usize).copied().unwrap_or(false);
        let all = self.field(self.facts.games);
        let entrants: Vec<u32> = all.into_iter().filter(|entrant| !plays(entrant)).collect();
        if !goes_on && !entrants.is_empty() {
            self.course.remarks.push(Remark::WithoutGames { entrants, phase });
        }
    }
}

impl Follower<'_> {
    /// Why a decision on a match has no effect.
    fn why_no_winner(&self, phase: PhaseId, name: &str, winner: Option<u32>) -> &'static str {
        let course = self.course.phases.iter().find(|course| course.phase == phase);
        let Some(course) = course else { return "its phase has not begun" };
        let found = course.bracket.iter().find(|one| one.line.name == name);
        let Some(found) = found else { return "the bracket has no such match" };
        let sides: Vec<u32> = found.entrants().collect();
        match found.stage {
            MatchStage::Waits => "who plays the match is not known yet",
            _ if sides.is_empty() => "nobody plays the match",
            _ if winner.is_some_and(|winner| !sides.contains(&winner)) => {
                "the winner that it names does not play in that match"
            }
            MatchStage::Over { by: Won::Decision(_), .. } => "another record decides the match",
            MatchStage::Over { by: Won::Games, .. } => "the games decide the match",
            MatchStage::Over { by: Won::Bye, .. } => {
                "there is nobody to play against, so nothing waits for it"
            }
            MatchStage::Over { by: Won::Walkover, .. } => "a withdrawal had decided the match",
            MatchStage::Over { by: Won::Lot, .. } => "a lot had decided the match",
            MatchStage::Due | MatchStage::Level => "no match waits for this decision",
        }
    }

    /// Why an order has no effect.
    fn why_no_order(&self, phase: PhaseId, order: &[u32]) -> &'static str {
        match &self.course.due {
            Due::Order { phase: of, levels, .. }
                if *of == phase && levels.iter().flatten().any(|who| order.contains(who)) =>
            {
                "it does not name everybody who is level, or it stands below the games that it should come before"
            }
            Due::Order { .. }
            | Due::Round
            | Due::Results
            | Due::Winner { .. }
            | Due::Draw { .. }
            | Due::Open
            | Due::Impossible { .. }
            | Due::Over => {
                "nobody is level whose order it decides, or what it should decide had been paired above it"
            }
        }
    }
}

/// Who has withdrawn, in the order of the log.
pub(super) fn withdrawn(log: &Log) -> Vec<u32> {
    let mut all = Vec::new();
    for act in &log.acts {
        match act.what {
            Deed::Withdrawal { entrant } if !all.contains(&entrant) => all.push(entrant),
            Deed::Withdrawal { .. }
            | Deed::Winner { .. }
            | Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Correction { .. }
            | Deed::Report { .. }
            | Deed::Void { .. }
            | Deed::Confirmation { .. }
            | Deed::Close { .. } => {}
        }
    }
    all
}

/// Whether a log says enough to be followed: games name their rounds, or the matches of a bracket; or the format says
/// which games of a phase count, or by which day it is over.
#[must_use]
pub fn is_followable(ruleset: &Ruleset, tables: &Tables) -> bool {
    let game = ruleset.sheet_of(&SheetKind::Game);
    let column = |builtin| game.and_then(|game| tables.column(ruleset.builtin(game, builtin)?));
    let names = |column: &Column| (0..column.len()).any(|game| column.is_known(game));
    let is_bracket = |scheme: &Scheme| matches!(scheme, Scheme::Knockout(_));
    let has_limits = |scheme: &Scheme| match scheme {
        Scheme::Open(Open { most_matches, most_meetings, .. }) => {
            most_matches.is_some() || most_meetings.is_some()
        }
        Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Knockout(_) => false,
    };
    let has = |is: &dyn Fn(&Scheme) -> bool| ruleset.phases.iter().any(|phase| is(&phase.scheme));
    !ruleset.phases.is_empty()
        && (ruleset.is_dated()
            || has(&has_limits)
            || column(BuiltinColumn::Round).is_some_and(names)
            || has(&is_bracket) && column(BuiltinColumn::MatchId).is_some_and(names))
}
