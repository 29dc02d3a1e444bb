//! What holds of every draw.

use super::super::{Impossible, knockout, round_robin, schedule};
use super::{BLUE_RED, YELLOW_GREEN, cut, drawn, entrants, regulation, who};
use crate::ruleset::{Bracket, Draw, Source};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn any_draw() -> impl Strategy<Value = Draw> {
    prop_oneof![Just(Draw::Lot), Just(Draw::Position), Just(Draw::Snake)]
}

/// The remainder, from how many groups: one fewer, none, one more.
fn any_remainder() -> impl Strategy<Value = i64> {
    -1_i64..=1
}

proptest! {
    #[test]
    fn everybody_is_in_one_pool(number in 0_u32..=200, groups in 2_u32..=6, draw in any_draw(), kind in any_remainder(), seed: u64) {
        let remainder = u32::try_from(i64::from(groups) + kind).ok().filter(|_| kind != 0);
        let over = number % groups;
        let (least, pools) = match kind {
            0 => (groups, number / groups),
            1 => (groups, number / groups),
            _ => (groups - 1, number.div_ceil(groups)),
        };
        // How many pools are not of the ordinary size.
        let odd = match kind { 0 | 1 => over, _ => (groups - over) % groups };
        let possible = number >= least.max(2)
            && (over == 0 || kind != 0 && odd <= pools && remainder != Some(1));
        let result = drawn(number, groups, &cut(draw, remainder), seed);
        prop_assert_eq!(result.is_ok(), possible);
        let Ok(found) = result else { return Ok(()) };
        prop_assert_eq!(&drawn(number, groups, &cut(draw, remainder), seed).unwrap(), &found);

        let mut all: Vec<u32> = entrants(&found).concat();
        all.sort_unstable();
        prop_assert_eq!(all, (1..=number).collect::<Vec<_>>());
        prop_assert_eq!(found.len(), pools as usize);
        for (place, pool) in found.iter().enumerate() {
            prop_assert_eq!(pool.number as usize, place + 1);
            let is_odd = place >= found.len() - odd as usize;
            let size = if is_odd { remainder.unwrap() } else { groups };
            prop_assert_eq!(pool.members.len(), size as usize);
            let own: Vec<u32> = pool.members.iter().map(|member| member.group.unwrap()).collect();
            let one_of_each: Vec<u32> = (0..groups.min(size)).collect();
            prop_assert_eq!(&own[..one_of_each.len()], &one_of_each[..]);
        }
        // The better group is the one that stands higher in the order.
        let grouped: BTreeMap<u32, u32> = found
            .iter()
            .flat_map(|pool| &pool.members)
            .map(|member| (member.entrant, member.group.unwrap()))
            .collect();
        prop_assert!(grouped.values().is_sorted());
        let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
        grouped.values().for_each(|group| *sizes.entry(*group).or_default() += 1);
        prop_assert!(sizes.values().rev().is_sorted());
    }

    #[test]
    fn in_a_round_everybody_plays_twice(number in 2_u32..=200, draw in any_draw(), more: bool, seed: u64) {
        let pools = match drawn(number, 3, &cut(draw, Some(if more { 4 } else { 2 })), seed) {
            Ok(pools) => pools,
            Err(Impossible::Pools { .. } | Impossible::TooFew { .. }) => {
                prop_assert!(more && (number == 5 || number == 2));
                return Ok(());
            }
            Err(other) => panic!("{other:?}"),
        };
        let all = regulation();
        let mut played: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (pool, members) in pools.iter().zip(entrants(&pools)) {
            let size = u32::try_from(pool.members.len()).unwrap();
            let games = schedule::games(schedule::for_size(&all, size).unwrap(), &members);
            let mut pairs = BTreeSet::new();
            let mut busy = BTreeSet::new();
            for game in &games {
                let mut players = who(game);
                prop_assert!(game.umpire.is_none_or(|umpire| !players.contains(&umpire)));
                for &player in players.iter().chain(&game.umpire) {
                    prop_assert!(members.contains(&player));
                    prop_assert!(busy.insert((game.slot, player)), "in one place at a time");
                }
                for (seat, player) in &game.sides {
                    played.entry(*player).or_default().push(seat.unwrap());
                }
                players.sort_unstable();
                pairs.insert(players);
            }
            prop_assert_eq!(pairs.len(), match size { 2 => 1, 3 => 3, _ => 4 });
        }
        prop_assert_eq!(played.len(), number as usize);
        for seats in played.values_mut() {
            seats.sort_unstable();
            prop_assert_eq!(&seats[..], &[YELLOW_GREEN, BLUE_RED][..]);
        }
    }

    #[test]
    fn everybody_meets_everybody(number in 0_u32..=60, legs in 0_u32..=3) {
        let order: Vec<u32> = (0..number).map(|place| place * 3).collect();
        let rounds = round_robin::rounds(&order, legs);
        prop_assert_eq!(rounds.len(), round_robin::count(order.len(), legs) as usize);
        let mut met: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        let mut first: BTreeMap<u32, i64> = BTreeMap::new();
        for round in &rounds {
            let mut here: Vec<u32> =
                round.pairs.iter().flat_map(|(one, other)| [*one, *other]).chain(round.bye).collect();
            prop_assert_eq!(round.bye.is_some(), number % 2 == 1);
            here.sort_unstable();
            prop_assert_eq!(&here, &order, "everybody once in each round");
            for &(one, other) in &round.pairs {
                *met.entry((one.min(other), one.max(other))).or_default() += 1;
                *first.entry(one).or_default() += 1;
                *first.entry(other).or_default() -= 1;
            }
        }
        let pairs = number * number.saturating_sub(1) / 2;
        prop_assert_eq!(met.len(), if legs == 0 { 0 } else { pairs as usize });
        prop_assert!(met.values().all(|times| *times == legs));
        let most = i64::from(legs % 2 == 1 && number % 2 == 0);
        prop_assert!(first.values().all(|balance| balance.abs() <= most));
    }

    #[test]
    fn a_bracket_holds_every_seed_and_the_best_win_through(entrants in 2_u32..=600, third_place: bool) {
        let matches = knockout::bracket(&Bracket::SingleElimination { third_place }, entrants);
        let rounds = knockout::rounds(&matches);
        let size = entrants.next_power_of_two();
        let third = usize::from(third_place && size > 2);
        prop_assert_eq!(matches.len(), size as usize - 1 + third);
        prop_assert!(rounds.is_sorted());
        let names: BTreeSet<&str> = matches.iter().map(|one| one.name.as_str()).collect();
        prop_assert_eq!(names.len(), matches.len());
        // The better seed wins: places follow the seeds, and nobody is left without an opponent twice.
        let mut won: Vec<(u32, u32)> = Vec::new();
        let mut places: BTreeMap<u32, u32> = BTreeMap::new();
        for (one, round) in matches.iter().zip(&rounds) {
            let sides = one.sides.map(|side| match side {
                Source::Seed(seed) => seed,
                Source::Winner(place) => won[usize::from(place)].0,
                Source::Loser(place) => won[usize::from(place)].1,
            });
            let (better, worse) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
            prop_assert!(better <= entrants, "somebody is always there");
            prop_assert!(worse <= entrants || *round == 1 || one.name == "third");
            won.push((better, worse));
            places.extend(one.winner_place.map(|place| (better, place)));
            places.extend(one.loser_place.map(|place| (worse, place)));
        }
        prop_assert_eq!(places.len(), size as usize);
        for (seed, place) in places {
            let shared = if seed <= 2 || third_place && seed <= 4 { seed } else { seed.next_power_of_two() / 2 + 1 };
            prop_assert_eq!(place, shared, "seed {}", seed);
        }
    }
}
