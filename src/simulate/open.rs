//! A phase in which opponents are chosen freely: all of it is invented at one time.
//!
//! Comes in: the log of an event that has come to such a phase. Goes out: the log with its games and their results, and with
//! the record that the phase is over; and who met whom. Opponents are drawn: the entrants in the order of their lots take
//! the places of `meetings`. It must never know how results come about. Start with [`Free::new`].

use super::days::Days;
use super::meetings::{self, Limits, Meeting};
use crate::engine::{self, Failed, Fresh};
use crate::event::Course;
use crate::log::{Deed, Draft, Log, NewGame};
use crate::pairing::{Lots, SharedLots};
use crate::ruleset::{Limit, Open, PhaseId, Ruleset, Scheme, Settings, SheetKind};
use crate::sheet::row_id;
use std::ops::Range;

/// A phase of free opponents, as it is invented.
#[derive(Debug, Clone)]
pub(super) struct Free {
    pub phase: PhaseId,
    /// Who plays, in the order of their places.
    pub order: Vec<u32>,
    pub meetings: Vec<Meeting>,
    /// How many games each of them has.
    pub games: u32,
    /// The rows of its games in the log.
    pub rows: Range<u32>,
}

/// What puts the entrants of a phase into their places.
pub(super) fn draw(phase: &str, lots: &Lots<'_>, field: &mut [u32]) {
    lots.order(&format!("{phase} opponents"), field);
}

/// How much is played in a phase.
pub(super) fn limits(open: &Open, settings: &Settings) -> Limits {
    let most = |limit: &Option<Limit>| limit.as_ref().map(|limit| limit.count.of(settings));
    Limits { matches: most(&open.most_matches), meetings: most(&open.most_meetings) }
}

/// How many games a match has.
pub(super) fn games_of_match(open: &Open, settings: &Settings) -> u32 {
    open.games.map_or(1, |count| count.of(settings)).max(1)
}

impl Free {
    /// The phase under way, where opponents are chosen freely in it. `None` where none is, where nobody can meet, and where
    /// a game is not one of two.
    pub(super) fn new(
        (ruleset, settings): (&Ruleset, &Settings),
        log: &Log,
        (course, shared): (&Course, Option<&SharedLots>),
    ) -> Option<Self> {
        let under_way = course.phases.last()?;
        let phase = ruleset.phase(under_way.phase);
        let Scheme::Open(open) = &phase.scheme else { return None };
        let plan = ruleset.plan(settings);
        if plan.least > 2 || plan.most.is_some_and(|most| most < 2) {
            return None;
        }
        let mut order = under_way.entrants.clone();
        order.retain(|entrant| !course.withdrawn.contains(entrant));
        let names = log.entrants(ruleset);
        draw(&phase.name, &Lots::new(course.seed, &names).sharing(shared), &mut order);
        let meetings = meetings::meetings(order.len(), limits(open, settings));
        let games = games_of_match(open, settings);
        let first = row_id(log.tables.games.len());
        let count = row_id(meetings.len()).saturating_mul(games);
        let rows = first..first.saturating_add(count);
        (!meetings.is_empty()).then_some(Self { phase: under_way.phase, order, meetings, games, rows })
    }

    /// The log with its games, with results, and with the record that it is over.
    pub(super) fn play(
        &self,
        ruleset: &Ruleset,
        settings: &Settings,
        log: &Log,
        (by, seed, days): (&str, u64, &Days<'_>),
    ) -> Result<Log, Box<Failed>> {
        let mut draft = Draft::of(ruleset, settings, log).of_edition(days.edition);
        let name = &ruleset.phase(self.phase).name;
        let seats = &ruleset.plan(settings).seats;
        let seat = |place: usize| seats.get(place).map(|seat| seat.name);
        for (place, meeting) in self.meetings.iter().enumerate() {
            let in_match = format!("{name}-{}", place + 1);
            let date = days.of_meeting(self.phase, place, self.meetings.len());
            for game in 0..self.games {
                let id = format!("{in_match}-{}", game + 1);
                let sides = self.sides(meeting, game).map(|(side, who)| (seat(side), who));
                draft.add_game(NewGame {
                    phase: Some(self.phase),
                    id: Some(if self.games == 1 { &in_match } else { &id }),
                    in_match: Some(&in_match),
                    date,
                    sides: &sides,
                    ..NewGame::default()
                });
            }
        }
        let entrants = ruleset.sheet_of(&SheetKind::Entrant).map_or(0, |sheet| log.tables.rows(sheet));
        let fresh = Fresh { entrants: row_id(entrants), games: self.rows.start };
        let log = engine::invent(ruleset, settings, draft.finish(), seed, fresh)?;
        let mut draft = Draft::of(ruleset, settings, &log).of_edition(days.edition);
        draft.add_act(Some(by), None, Deed::Close { phase: self.phase });
        Ok(draft.finish())
    }

    /// The sides of a game of a meeting, counted from 0: they change from game to game.
    fn sides(&self, meeting: &Meeting, game: u32) -> [(usize, u32); 2] {
        let who = places(meeting, game).map(|place| self.order.get(place).copied().unwrap_or_default());
        [(0, who[0]), (1, who[1])]
    }

    /// The sides of each of its games: the seats and the places, in the order of the log; and the how-manieth time it is
    /// that the two meet.
    pub(super) fn each_game(&self, seats: usize) -> impl Iterator<Item = (u32, [(Option<usize>, usize); 2])> {
        let seat = move |side: usize| (side < seats).then_some(side);
        self.meetings.iter().flat_map(move |meeting| {
            (0..self.games).map(move |game| {
                let [first, second] = places(meeting, game);
                (meeting.time, [(seat(0), first), (seat(1), second)])
            })
        })
    }
}

/// Who sits on each side of a game, by place.
fn places(meeting: &Meeting, game: u32) -> [usize; 2] {
    let [first, second] = meeting.places;
    if game.is_multiple_of(2) { [first, second] } else { [second, first] }
}
