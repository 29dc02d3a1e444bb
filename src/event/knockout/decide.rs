//! Who goes on from a match: by its games, by a decision, since an opponent is not there, or by lot.
//!
//! Games come first, then what the arbiter decided, then withdrawals. A match that its games leave level is played on, one
//! game after the other, where the format says so; else a lot is drawn, or somebody decides. What a match came to when it
//! was sealed stands. Start with [`Follower::decide`].

use super::super::course::{GameState, MatchCourse, MatchSide, MatchStage, Remark, Won};
use super::super::draws;
use super::super::facts::Ran;
use super::super::follow::{Follower, Moment, Step};
use super::meeting::Meeting;
use super::{Cup, Winners};
use crate::log::Deed;
use crate::ruleset::{PhaseId, Settling, Source};

impl<'a> Follower<'a> {
    /// How far a match of two entrants is. `ran` is what came out of the matches of its round that were played.
    pub(super) fn decide(
        &mut self,
        moment: Moment,
        cup: &Cup<'a>,
        meeting: &mut Meeting,
        ran: Option<&Ran>,
    ) -> Step<()> {
        let Decisions { above: decided, below } = self.decisions(moment.phase, meeting.place, meeting.sealed);
        let by_games = match ran.filter(|_| meeting.is_played()) {
            Some(ran) => self.by_games(moment, cup, meeting, ran)?,
            None => None,
        };
        if by_games.is_none() && meeting.is_played() && cup.scheme.extra {
            self.one_more(moment, meeting, None);
        }
        self.name_games(meeting);
        let gone = self.gone(meeting);
        let act = decided.or(below.filter(|_| gone.is_none()));
        mark(meeting, gone.as_ref(), act.map(|(act, _)| act));
        let over = |winner, by| MatchStage::Over { winner, by };
        let stage = match (by_games, decided, gone) {
            (Some(winner), ..) => over(Some(winner), Won::Games),
            (None, Some((act, winner)), _) => over(winner, Won::Decision(act)),
            (None, None, Some(gone)) if !meeting.is_played() => over(gone.stays, Won::Walkover),
            (None, None, _) if !meeting.is_played() => MatchStage::Due,
            (None, None, _) => match self.facts.ruleset.phase(moment.phase).ties {
                Settling::Lot => over(Some(self.by_lot(moment, meeting)), Won::Lot),
                Settling::Decision => MatchStage::Level,
            },
        };
        let stage = match (stage, below) {
            (MatchStage::Due | MatchStage::Level, Some((act, winner))) => over(winner, Won::Decision(act)),
            (MatchStage::Due | MatchStage::Level, None)
            | (MatchStage::Over { .. } | MatchStage::Waits, _) => stage,
        };
        if let MatchStage::Over { by: Won::Decision(act), .. } = stage {
            self.used[act] = true;
        }
        self.here().bracket[meeting.place].stage = stage;
        Ok(())
    }

    /// A match in which one side or both are nobody.
    pub(super) fn decide_alone(&mut self, cup: &mut Cup<'a>, place: usize) {
        let course = self.here().bracket[place].clone();
        let alone: Vec<u32> = course.entrants().collect();
        let sealed = self.seal_alone(cup, place, &course);
        let decided = self.decisions(cup.phase, place, sealed).above.filter(|(_, winner)| winner.is_none());
        let (winner, by) = match (alone.first().copied(), decided) {
            (Some(_), Some((act, _))) => {
                self.used[act] = true;
                (None, Won::Decision(act))
            }
            // Who would have met somebody, and has withdrawn as well, does not go on.
            (Some(alone), None) if self.facts.has_withdrawn(alone, sealed) && self.lost_opponent(&course) => {
                (None, Won::Walkover)
            }
            (winner, _) => (winner, Won::Bye),
        };
        self.here().bracket[place].stage = MatchStage::Over { winner, by };
    }

    /// Whether a side is nobody since nobody went on from the match that it comes from, and not for want of entrants.
    fn lost_opponent(&mut self, course: &MatchCourse) -> bool {
        let bracket = &self.here().bracket;
        let sides = course.line.sides.iter().zip(course.sides);
        let mut empty = sides.filter(|(_, side)| *side == MatchSide::Nobody);
        empty.any(|(source, _)| match source {
            Source::Seed(_) => false,
            Source::Winner(of) | Source::Loser(of) => bracket
                .get(usize::from(*of))
                .is_some_and(|before| before.winner().is_none() && before.entrants().next().is_some()),
        })
    }

    /// The entrant who alone has the first place in a match that was played: after the games that the bracket prescribes,
    /// or after the first extra one that decides.
    fn by_games(
        &mut self,
        moment: Moment,
        cup: &Cup<'a>,
        meeting: &mut Meeting,
        ran: &Ran,
    ) -> Step<Option<u32>> {
        let late = self.facts.corrected_after(meeting.sealed);
        let is_settled = self.facts.is_settled(meeting.sealed);
        let as_of = if is_settled { u32::MAX } else { meeting.sealed };
        let extra: Vec<u32> = if cup.scheme.extra { meeting.prescribed().1.to_vec() } else { Vec::new() };
        let mut winner = None;
        for played in 0..=extra.len() {
            if let Some(&row) = played.checked_sub(1).and_then(|last| extra.get(last)) {
                self.one_more(moment, meeting, Some(row));
                if !meeting.is_played() {
                    return Ok(None);
                }
            }
            let later = extra.get(played..).unwrap_or_default();
            // Nobody plays on in an invented event once a match is decided.
            if !later.is_empty() && self.given.is_invented {
                continue;
            }
            let then = match (later.is_empty(), is_settled) {
                (true, true) => None,
                _ => Some(self.score_matches(moment, as_of, later)?),
            };
            winner = self.first_of(then.as_ref().unwrap_or(ran), meeting);
            if winner.is_some() {
                let superfluous = later.iter().map(|&game| Remark::Superfluous { game });
                meeting.remarks.extend(superfluous);
                break;
            }
        }
        if !late.is_empty() {
            self.compare_winner(moment, (winner, self.first_of(ran, meeting)), late);
        }
        Ok(winner)
    }

    fn first_of(&self, ran: &Ran, meeting: &Meeting) -> Option<u32> {
        let game = meeting.counting.first()?;
        let row = ran.kept.binary_search(game).ok()?;
        Winners::new(self.facts.ruleset, &ran.outcome.tables)?.of(row)
    }

    /// Says so where a correction that came too late makes another winner.
    fn compare_winner(&mut self, moment: Moment, (then, now): (Option<u32>, Option<u32>), acts: Vec<usize>) {
        if then.is_none() || then == now {
            return;
        }
        self.course.remarks.push(Remark::WouldChange {
            phase: moment.phase,
            round: moment.round + 1,
            acts,
            games: Vec::new(),
            instead: now.map(|now| vec![now]).into_iter().collect(),
        });
    }

    /// The decisions on a match that name one of its entrants, or nobody.
    fn decisions(&mut self, phase: PhaseId, place: usize, sealed: u32) -> Decisions {
        let mut found = Decisions::default();
        let Some(course) = self.here().bracket.get(place).cloned() else { return found };
        for (act, record) in self.facts.log.acts.iter().enumerate() {
            let Deed::Winner { phase: of, name, winner } = &record.what else { continue };
            let plays = |winner: u32| course.sides.contains(&MatchSide::Entrant(winner));
            if *of != phase || *name != course.line.name || !winner.is_none_or(plays) {
                continue;
            }
            if record.games_before <= sealed {
                found.above = Some((act, *winner));
            } else if found.below.is_none() {
                found.below = Some((act, *winner));
            }
        }
        found
    }

    /// Who of a match has withdrawn before it was sealed.
    fn gone(&self, meeting: &Meeting) -> Option<Gone> {
        let [one, other] = meeting.entrants;
        let act = |who| self.facts.withdrawal(who, meeting.sealed);
        match (act(one), act(other)) {
            (None, None) => None,
            (Some(_), None) => Some(Gone { first: one, stays: Some(other) }),
            (None, Some(_)) => Some(Gone { first: other, stays: Some(one) }),
            (Some(first), Some(second)) => {
                let (first, second, who, last) =
                    if first < second { (first, second, one, other) } else { (second, first, other, one) };
                // Who went on before withdrawing has gone on.
                let went_on = self.was_played_on(meeting, first..second);
                Some(Gone { first: who, stays: went_on.then_some(last) })
            }
        }
    }

    /// Whether a match that this one leads to was decided by an act between these.
    fn was_played_on(&self, meeting: &Meeting, between: std::ops::Range<usize>) -> bool {
        let Some(phase) = self.course.phases.last() else { return false };
        let mut led = vec![false; phase.bracket.len()];
        for (place, course) in phase.bracket.iter().enumerate() {
            led[place] = course.line.sides.iter().any(|source| match source {
                Source::Seed(_) => false,
                Source::Winner(of) | Source::Loser(of) => {
                    let of = usize::from(*of);
                    of == meeting.place || led.get(of).copied().unwrap_or(false)
                }
            });
        }
        let acts = self.facts.log.acts.get(between).unwrap_or_default();
        acts.iter().any(|act| {
            let Deed::Winner { phase: of, name, .. } = &act.what else { return false };
            let mut matches = phase.bracket.iter().zip(&led);
            *of == phase.phase && matches.any(|(course, led)| *led && course.line.name == *name)
        })
    }

    /// The winner of a match that the games left level, where the format has a lot drawn.
    fn by_lot(&mut self, moment: Moment, meeting: &Meeting) -> u32 {
        let name = &self.here().bracket[meeting.place].line.name.clone();
        let phase = &self.facts.ruleset.phase(moment.phase).name;
        let lots = self.lots(moment);
        let mut sides = meeting.entrants;
        lots.order(&draws::winner_occasion(phase, name), &mut sides);
        sides[0]
    }
}

/// Marks the games that will not be played, since somebody is gone, or since the match is decided; one that is in dispute does
/// not count then.
fn mark(meeting: &mut Meeting, gone: Option<&Gone>, decided: Option<usize>) {
    for game in meeting.games.iter_mut().filter(|game| game.state.is_open()) {
        match (game.state.row(), gone, decided) {
            (_, None, None) => {}
            (Some(row), ..) => game.state = GameState::Void(row),
            (None, Some(gone), _) => game.state = GameState::Cancelled(gone.first),
            (None, None, Some(act)) => game.state = GameState::Decided(act),
        }
    }
}

/// What was decided of a match: the act, and who goes on.
#[derive(Default)]
struct Decisions {
    /// The last one before the match was sealed.
    above: Option<(usize, Option<u32>)>,
    /// The first one after that. It counts where nothing else decides: then the later match was played too early.
    below: Option<(usize, Option<u32>)>,
}

/// Who of a match has withdrawn.
struct Gone {
    /// The first who did.
    first: u32,
    /// Who goes on; `None`: both are gone.
    stays: Option<u32>,
}
