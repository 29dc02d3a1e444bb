//! Pairings by hand, and what holds of all of them.

mod by_hand;
mod many;
mod properties;

use super::{Impossible, Lots, Pairing, Pool, pools};
use crate::ruleset::{Cut, Draw, Ranking, Schedule, ScheduledGame, ScheduledSide};
use crate::source::Span;
use crate::value::Symbol;

const YELLOW_GREEN: Symbol = Symbol(1);
const BLUE_RED: Symbol = Symbol(2);

fn cut(draw: Draw, remainder: Option<u32>) -> Cut {
    Cut { by: Ranking::Entry, draw, remainder, cites: Vec::new(), at: Span::default() }
}

fn names(number: usize) -> Vec<String> {
    (1..=number).map(|name| name.to_string()).collect()
}

/// The pools of entrants 1, 2, 3… by their numbers, by lot if need be (with this seed).
fn drawn(number: u32, groups: u32, cut: &Cut, seed: u64) -> Result<Vec<Pool>, Impossible> {
    let order: Vec<u32> = (1..=number).collect();
    let names = names(order.len() + 1);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    pools::draw(&order, cut, groups, &Lots::new(seed, &names), "qualification 1")
}

fn entrants(pools: &[Pool]) -> Vec<Vec<u32>> {
    pools.iter().map(|pool| pool.members.iter().map(|member| member.entrant).collect()).collect()
}

/// `0 yellow-green against 2 blue-red, 1 is umpire`: as `(0, 2, Some(1))`.
fn schedule(size: u32, lines: &[(u32, u32, Option<u32>)]) -> Schedule {
    let side = |member, seat| ScheduledSide { member, seat: Some(seat) };
    let game = |&(yellow, blue, umpire): &(u32, u32, Option<u32>)| ScheduledGame {
        sides: vec![side(yellow, YELLOW_GREEN), side(blue, BLUE_RED)],
        umpire,
        cites: Vec::new(),
    };
    Schedule { size, games: lines.iter().map(game).collect(), at: Span::default() }
}

/// Pools of two, three and four, in which everybody plays each pair of colours once.
fn regulation() -> Vec<Schedule> {
    vec![
        schedule(2, &[(0, 1, None), (1, 0, None)]),
        schedule(3, &[(0, 2, Some(1)), (1, 0, Some(2)), (2, 1, Some(0))]),
        schedule(4, &[(0, 2, None), (1, 3, None), (2, 1, None), (3, 0, None)]),
    ]
}

fn who(pairing: &Pairing) -> Vec<u32> {
    pairing.sides.iter().map(|(_, entrant)| *entrant).collect()
}
