//! The plainest loop over games, one after the other.

use super::SEED;
use super::played::Played;
use crate::lot::lot;

/// What somebody has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Has {
    pub(super) integers: [i64; 8],
    pub(super) level: usize,
    /// The number of the last game, 0 where there is none.
    pub(super) newest: i64,
}

/// The plainest loop: one game after the other. What every side had before and has after its game, and what everybody has
/// in the end.
pub(super) fn by_hand(played: &Played, looks_back: bool) -> (Vec<(Has, Has)>, Vec<Has>) {
    let began = |&orbs: &i64| Has { integers: [0, 0, orbs, 0, 0, 0, 0, 0], ..Has::default() };
    let mut all: Vec<Has> = played.start.iter().map(began).collect();
    let mut sides = vec![(Has::default(), Has::default()); played.sides.len()];
    let total = |side: usize| {
        let parts = played.parts.iter().filter(|part| part.0 as usize == side);
        played.score[side] - parts.map(|part| part.1).sum::<i64>()
    };
    let mut pot_before = -1;
    for game in 0..played.games {
        let number = i64::try_from(game).unwrap() + 1;
        let here: Vec<usize> =
            (0..sides.len()).filter(|&side| played.sides[side].0 as usize == game).collect();
        let who = |side: usize| played.sides[side].1 as usize;
        let place = |side: usize| 1 + here.iter().filter(|&&other| total(other) > total(side)).count();
        let counts = |side: usize| !played.void[game] && !played.late[side];
        let had = |side: usize| all[who(side)];
        let counting = || here.iter().copied().filter(|&side| counts(side));
        let worst = counting().map(place).max();
        let paid = |side: usize| {
            let pays = counts(side) && Some(place(side)) == worst && place(side) != 1;
            if pays { had(side).integers[2].min(2) } else { 0 }
        };
        let pot: i64 = counting().map(paid).sum();
        let firsts = i64::try_from(counting().filter(|&side| place(side) == 1).count()).unwrap();
        let mut drawn = here.clone();
        let handicapped = |side: usize| total(side) + i64::from(had(side).level == 0);
        let own_lot = |side: usize| lot(SEED, "side", &number.to_string(), &(who(side) + 1).to_string());
        drawn.sort_by_key(|&side| (-handicapped(side), own_lot(side), side));
        let mut have = Vec::new();
        for &side in &here {
            let before = had(side);
            let [wins, streak, orbs, rating, best, luck, ..] = before.integers;
            let won = place(side) == 1;
            let is_beaten = |&&other: &&usize| {
                other != side && had(other).integers[3] >= rating && total(other) < total(side)
            };
            let mut parts: Vec<i64> =
                played.parts.iter().filter(|part| part.0 as usize == side).map(|part| part.1).collect();
            parts.retain(|&left| left > best % 3);
            parts.sort_by_key(|&left| -left);
            let luck_now = 1 + drawn.iter().position(|&other| other == side).unwrap();
            let integers = [
                wins + i64::from(won),
                if won { streak + 1 } else { 0 },
                orbs - paid(side) + if won && firsts > 0 { pot / firsts } else { 0 },
                rating + i64::try_from(here.iter().filter(is_beaten).count()).unwrap(),
                (best + parts.iter().take(2).sum::<i64>()) % 7,
                luck + i64::try_from(luck_now).unwrap(),
                if before.newest == 0 { 0 } else { number - before.newest },
                if game == 0 {
                    -1
                } else if looks_back {
                    pot_before
                } else {
                    number - 1
                },
            ];
            let level = match integers {
                [wins, _, orbs, ..] if before.level == 2 || (wins >= 3 && orbs >= 4) => 2,
                [wins, ..] => usize::from(wins >= 1),
            };
            let now = if counts(side) { Has { integers, level, newest: 0 } } else { before };
            have.push((side, before, Has { newest: number, ..now }));
        }
        for (side, before, now) in have {
            sides[side] = (before, now);
            all[who(side)] = now;
        }
        pot_before = pot;
    }
    (sides, all)
}
