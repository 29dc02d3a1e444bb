//! Rounds in which everybody meets everybody.
//!
//! The numbers of the table are given out once, when the phase begins. It must never know the table.
//! Start with [`Follower::round_robin`].

use super::course::{Due, GameCourse, RoundCourse};
use super::follow::{Follower, Moment, Step, Stop};
use super::{draws, found};
use crate::pairing::{Impossible, round_robin, schedule};
use crate::ruleset::{PhaseId, RoundRobin};

impl<'a> Follower<'a> {
    /// Follows a round robin that began when the log held this many games.
    pub(super) fn round_robin(&mut self, phase: PhaseId, scheme: &'a RoundRobin, begin: u32) -> Step<()> {
        let first = Moment { phase, round: 1, begin };
        let entrants = self.present(first);
        let count = u32::try_from(entrants.len()).unwrap_or(u32::MAX);
        if count < 2 {
            let why = Impossible::TooFew { entrants: count, least: 2 };
            return Err(Stop::Due(Due::Impossible { phase, round: 1, why }));
        }
        let (levels, mut from) = self.levels(first, &scheme.by, begin, &entrants)?;
        let ruleset = self.facts.ruleset;
        let (mut order, settled) =
            self.settle(Moment { round: 0, ..first }, (phase, ruleset.phase(phase).ties), &levels, |_| true)?;
        let name = &ruleset.phase(phase).name;
        let of_games = self.name_of_games(phase);
        let seed = self.seed_at(first);
        draws::numbers(name, scheme.draw, &mut order, &self.lots(first));
        let seats: Vec<_> = ruleset.plan(self.facts.settings).seats.iter().map(|seat| seat.name).collect();
        for (round, table) in (1..).zip(round_robin::rounds(&order, scheme.legs)) {
            let moment = Moment { round, ..first };
            let mut games: Vec<GameCourse> = Vec::new();
            for (one, other) in table.pairs {
                let pairings = match &scheme.schedule {
                    Some(schedule) => schedule::games(schedule, &[one, other]),
                    None => schedule::plain(&seats, &[one, other]),
                };
                for pairing in pairings {
                    let id = format!("{of_games}-{round}-{}", games.len() + 1);
                    games.push(found::prescribed(id, pairing));
                }
            }
            let recorded = self.recorded(moment);
            self.find_games(moment, &recorded, &mut games)?;
            let byes = table.bye.into_iter().collect();
            let settled = if round == 1 { settled.clone() } else { Vec::new() };
            let (order, from) = (order.clone(), from.take());
            let course = RoundCourse {
                order,
                settled,
                byes,
                games,
                from,
                recorded: !recorded.is_empty(),
                ..RoundCourse::empty(round, seed)
            };
            self.keep(moment, course)?;
        }
        Ok(())
    }
}
