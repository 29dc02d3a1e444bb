//! The games of a bracket, match by match; and since when what a match came to cannot change any more.
//!
//! A match is *sealed* by the first game of any match that it led to, recorded when it had been decided: whatever is
//! recorded, decided or corrected below that game changes nothing of who played on. A game that was recorded before the
//! match was decided – while one of its games was in dispute, say – seals nothing. It must never know who won. Start with [`Rows::new`], then [`Follower::seal`].

use super::super::course::{MatchSide, Remark};
use super::super::facts::Facts;
use super::super::follow::{Follower, Moment, Step};
use super::meeting::Meeting;
use super::{Cup, MatchCourse, Winners};
use crate::log::Deed;
use crate::ruleset::{PhaseId, Settling, Source};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The games of a bracket in the log.
pub(super) struct Rows {
    /// Those that name a match, by its place.
    named: Vec<Vec<u32>>,
    /// Those that name none.
    nameless: Vec<Nameless>,
    /// For each match those that its winner and its loser go on to.
    next: Vec<Vec<usize>>,
    /// For each match how many games stood in the log when it was decided.
    pub decided: Vec<u32>,
}

/// A game that names no match.
struct Nameless {
    game: u32,
    round: Option<u32>,
    entrants: Vec<u32>,
}

impl Rows {
    /// The games of a phase.
    pub fn new(facts: &Facts<'_>, phase: PhaseId, bracket: &[MatchCourse]) -> Self {
        let places: FxHashMap<&str, usize> =
            bracket.iter().enumerate().map(|(place, course)| (course.line.name.as_str(), place)).collect();
        let mut rows = Self {
            named: vec![Vec::new(); bracket.len()],
            nameless: Vec::new(),
            next: vec![Vec::new(); bracket.len()],
            decided: vec![facts.games; bracket.len()],
        };
        for game in facts.games_of(phase) {
            match facts.in_match(game) {
                Some(name) => {
                    if let Some(&place) = places.get(name) {
                        rows.named[place].push(game);
                    }
                }
                None => {
                    let entrants = facts.sides(game).into_iter().map(|(_, who)| who).collect();
                    rows.nameless.push(Nameless { game, round: facts.round(game), entrants });
                }
            }
        }
        for (place, course) in bracket.iter().enumerate() {
            for source in course.line.sides {
                if let Source::Winner(of) | Source::Loser(of) = source {
                    rows.next[usize::from(of)].push(place);
                }
            }
        }
        rows
    }

    /// The games of a match: those that name it, and those that name none, of its round, among its entrants.
    pub fn of(&self, (place, round): (usize, u32), entrants: [u32; 2]) -> Vec<u32> {
        let named = self.named.get(place).into_iter().flatten().copied();
        let belongs = |known: &&Nameless| {
            known.round.is_none_or(|known| known == round)
                && known.entrants.iter().all(|who| entrants.contains(who))
        };
        let nameless = self.nameless.iter().filter(belongs).map(|known| known.game);
        let mut all: Vec<u32> = named.chain(nameless).collect();
        all.sort_unstable();
        all
    }

    /// The games of all matches that a match leads to, in the order of the log.
    pub fn led(&self, (place, round): (usize, u32), entrants: &[u32]) -> Vec<u32> {
        let mut found: BTreeSet<u32> = BTreeSet::new();
        let mut open: Vec<usize> = self.next.get(place).cloned().unwrap_or_default();
        let mut known: BTreeSet<usize> = BTreeSet::new();
        while let Some(place) = open.pop() {
            if known.insert(place) {
                found.extend(self.named.get(place).into_iter().flatten());
                open.extend(self.next.get(place).into_iter().flatten());
            }
        }
        let is_later = |known: &&Nameless| {
            known.round.is_some_and(|known| known > round)
                && known.entrants.iter().any(|who| entrants.contains(who))
        };
        found.extend(self.nameless.iter().filter(is_later).map(|known| known.game));
        found.into_iter().collect()
    }

    /// How many games stood in the log when the first of these matches began, all of one round.
    pub fn beginning(&self, places: &[usize], round: u32, games: u32) -> u32 {
        let named = places.iter().filter_map(|&place| self.named.get(place)?.first().copied()).min();
        let nameless = self.nameless.iter().find(|known| known.round == Some(round)).map(|known| known.game);
        [named, nameless].into_iter().flatten().min().unwrap_or(games)
    }

    /// How many games stood in the log when it was known who plays a match.
    pub fn known(&self, course: &MatchCourse) -> u32 {
        let before = course.line.sides.iter().map(|source| match source {
            Source::Seed(_) => 0,
            Source::Winner(of) | Source::Loser(of) => {
                self.decided.get(usize::from(*of)).copied().unwrap_or(0)
            }
        });
        before.max().unwrap_or(0)
    }
}

impl<'a> Follower<'a> {
    /// Finds out by which game a match of two entrants was sealed. What of its own games stands below counts for nothing.
    pub(super) fn seal(&mut self, moment: Moment, cup: &mut Cup<'a>, meeting: &mut Meeting) -> Step<()> {
        let Some(course) = self.here().bracket.get(meeting.place).cloned() else { return Ok(()) };
        let known = cup.rows.known(&course);
        let by_act = self.decided_by_act(moment.phase, &course).map(|games| games.max(known));
        meeting.sealed = self.facts.games;
        // How many games stood in the log when it was still undecided.
        let mut undecided = known;
        for row in cup.rows.led((meeting.place, moment.round), &meeting.entrants) {
            if row < known {
                continue;
            }
            let played = self.count(moment, cup, meeting, row)?;
            // As long as it is played on, nothing was decided.
            let goes_on = cup.scheme.extra && meeting.rows.iter().any(|&own| own >= row);
            let by_act = by_act.is_some_and(|games| games <= row);
            if by_act || played >= meeting.most && !goes_on && !self.was_level(moment, meeting, row)? {
                meeting.sealed = row;
                break;
            }
            undecided = row.saturating_add(1);
        }
        let counts = |row: u32| !self.facts.is_annulled(row, self.facts.games);
        let late = meeting.rows.iter().filter(|&&row| row >= meeting.sealed && counts(row));
        meeting.remarks.extend(late.map(|&game| Remark::Superfluous { game }));
        meeting.rows.iter().for_each(|&row| self.seen[row as usize] = true);
        meeting.rows.retain(|&row| row < meeting.sealed);
        let by_games = self.last_needed(moment, cup, meeting)?.map(|row| row.saturating_add(1).max(known));
        let decided = by_act.into_iter().chain(by_games).min().unwrap_or(self.facts.games);
        cup.rows.decided[meeting.place] = decided.max(undecided);
        Ok(())
    }

    /// Whether a match whose games had all been played was level above a game of the log, and waited, although what was
    /// corrected below makes a winner. Where nothing was corrected it is level to this day.
    fn was_level(&self, moment: Moment, meeting: &Meeting, row: u32) -> Step<bool> {
        let draws_lots = self.facts.ruleset.phase(moment.phase).ties == Settling::Lot;
        if draws_lots || self.facts.is_settled(row) {
            return Ok(false);
        }
        let later: Vec<u32> = (row..self.facts.games).collect();
        let then = self.score_matches(moment, row, &later)?;
        let mut own = meeting.rows.iter().filter(|&&own| own < row && self.is_of(meeting.entrants, own));
        let Some(&game) = own.next() else { return Ok(false) };
        let found = then.kept.binary_search(&game).ok();
        let winners = Winners::new(self.facts.ruleset, &then.outcome.tables);
        Ok(winners.zip(found).is_some_and(|(winners, game)| winners.of(game).is_none()))
    }

    /// By which game a match of one entrant was sealed, or of none: it was decided when that was known.
    pub(super) fn seal_alone(&self, cup: &mut Cup<'a>, place: usize, course: &MatchCourse) -> u32 {
        let alone: Vec<u32> = course.entrants().collect();
        let known = cup.rows.known(course);
        cup.rows.decided[place] = known;
        let led = cup.rows.led((place, course.round), &alone);
        led.into_iter().find(|&row| row >= known).unwrap_or(self.facts.games)
    }

    /// How many games stood above the first act that could decide a match: a decision, or a withdrawal.
    fn decided_by_act(&self, phase: PhaseId, course: &MatchCourse) -> Option<u32> {
        let plays = |who: u32| course.sides.contains(&MatchSide::Entrant(who));
        let decides = self.facts.log.acts.iter().filter(|act| match &act.what {
            Deed::Winner { phase: of, name, winner } => {
                *of == phase && *name == course.line.name && winner.is_none_or(plays)
            }
            Deed::Withdrawal { entrant } => plays(*entrant),
            Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Correction { .. }
            | Deed::Report { .. }
            | Deed::Void { .. }
            | Deed::Confirmation { .. }
            | Deed::Close { .. } => false,
        });
        decides.map(|act| act.games_before).min()
    }

    /// How many games of a match that count stood above a game of the log.
    fn count(&mut self, moment: Moment, cup: &mut Cup<'a>, meeting: &Meeting, row: u32) -> Step<usize> {
        let void = self.void(cup, moment, row)?;
        let is_void = |own: u32| void.get(own as usize).copied().unwrap_or(false);
        let counts = |own: &&u32| {
            **own < row
                && self.is_of(meeting.entrants, **own)
                && !is_void(**own)
                && !self.facts.was_disputed(**own, row)
        };
        Ok(meeting.rows.iter().filter(counts).count())
    }

    /// The last game of those that a match needs; where it is played on, the last of all.
    fn last_needed(&mut self, moment: Moment, cup: &mut Cup<'a>, meeting: &Meeting) -> Step<Option<u32>> {
        let extra = cup.scheme.extra;
        let void = self.void(cup, moment, meeting.sealed)?;
        let is_void = |own: u32| void.get(own as usize).copied().unwrap_or(false);
        let counts = |own: &&u32| self.is_of(meeting.entrants, **own) && !is_void(**own);
        let counting: Vec<u32> = meeting.rows.iter().filter(counts).copied().collect();
        let last = if extra { counting.last() } else { counting.get(meeting.most.saturating_sub(1)) };
        Ok(last.copied().filter(|_| counting.len() >= meeting.most))
    }
}
