//! Games in which lots decide who is who: whether a list of them could come about.
//!
//! Comes in: the games by some lots, and those that are expected. Goes out: whether other lots give these. The games are the
//! same but for the names of those among whom lots are drawn. It must never draw. Start with [`ByLot::could_be`].

use super::prescribed::Round;
use crate::format::ExpectedGame;
use crate::pairing::Pairing;
use crate::value::Symbol;
use std::collections::BTreeMap;

/// Who takes whose place, as far as it is known from the games that were looked at.
pub(super) struct ByLot<'r> {
    round: &'r Round,
    places: BTreeMap<u32, u32>,
}

impl<'r> ByLot<'r> {
    pub(super) fn new(round: &'r Round) -> Self {
        Self { round, places: BTreeMap::new() }
    }

    /// Whether a game could be the one that is expected, by lots that suit all games before. Who is expected without a seat
    /// has the seat of this place in the list.
    pub(super) fn could_be<'s>(
        &mut self,
        game: &Pairing,
        expected: &ExpectedGame,
        text: &impl Fn(Symbol) -> &'s str,
    ) -> bool {
        if game.sides.len() != expected.seats.len() {
            return false;
        }
        let mut pairs = Vec::new();
        for (number, (wanted, entrant)) in expected.seats.iter().enumerate() {
            let found = match wanted {
                Some(wanted) => {
                    game.sides.iter().find(|(seat, _)| seat.is_some_and(|seat| text(seat) == wanted.text))
                }
                None => game.sides.get(number),
            };
            let Some((_, plays)) = found else { return false };
            pairs.push((*plays, *entrant));
        }
        match (game.umpire, expected.umpire) {
            (Some(umpire), Some(expected)) => pairs.push((umpire, expected)),
            (None, Some(_)) => return false,
            (Some(_) | None, None) => {}
        }
        let before = self.places.clone();
        let could_be =
            pairs.into_iter().all(|(by_these, by_others)| self.takes_the_place(by_these, by_others));
        if !could_be {
            self.places = before;
        }
        could_be
    }

    /// Whether by other lots one comes in the place of the other; from now on it does.
    fn takes_the_place(&mut self, by_these: u32, by_others: u32) -> bool {
        if let Some(known) = self.places.get(&by_these) {
            return *known == by_others;
        }
        let all = &self.round.drawn_among;
        let together = all.iter().any(|group| group.contains(&by_these) && group.contains(&by_others));
        let is_free = !self.places.values().any(|taken| *taken == by_others);
        if together && is_free {
            self.places.insert(by_these, by_others);
        }
        together && is_free
    }

    /// A game with those in it who are known to take the places.
    pub(super) fn renamed(&self, game: &Pairing) -> Pairing {
        let other = |entrant: u32| self.places.get(&entrant).copied().unwrap_or(entrant);
        Pairing {
            sides: game.sides.iter().map(|(seat, entrant)| (*seat, other(*entrant))).collect(),
            umpire: game.umpire.map(other),
            ..game.clone()
        }
    }
}
