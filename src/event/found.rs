//! Which games of the log are the prescribed ones.
//!
//! Comes in: the games that a round prescribes, and those that the log records for it. Goes out: the state of each
//! prescribed game, and a remark on each recorded one that does not fit. It must never know why a game is prescribed.
//! Start with [`find`].

use super::course::{GameCourse, GameState, Remark};
use super::facts::Facts;
use crate::pairing::Pairing;
use crate::ruleset::PhaseId;
use rustc_hash::FxHashMap;

/// Behind the id of a game that is played again.
const AGAIN: &str = "-again";

type Sides = Vec<(Option<crate::value::Symbol>, u32)>;

/// Finds the prescribed games among the recorded ones. First those that fit exactly, the one that is called as was
/// prescribed before others, in the order of the log; then those that are played by the right entrants in other seats.
pub(super) fn find(
    facts: &Facts<'_>,
    (phase, round): (PhaseId, u32),
    recorded: &[u32],
    games: &mut [GameCourse],
    remarks: &mut Vec<Remark>,
) {
    let mut exact: FxHashMap<Sides, Vec<usize>> = FxHashMap::default();
    let mut loose: FxHashMap<Vec<u32>, Vec<usize>> = FxHashMap::default();
    // A game that does not count has another one in its place.
    for (place, game) in games.iter().enumerate().rev().filter(|(_, game)| game.state == GameState::Missing) {
        exact.entry(sorted(game.pairing.sides.clone())).or_default().push(place);
        loose.entry(entrants(&game.pairing.sides)).or_default().push(place);
    }
    let mut others = Vec::new();
    // What was annulled when the next round had begun already stays played: what was paired stands.
    let until = if facts.has_annulled() { facts.after(phase, round) } else { 0 };
    // One that is in dispute is no game to be played again: it waits.
    let state = |row: u32| {
        if facts.is_disputed(row, until) { GameState::Disputed(row) } else { GameState::Played(row) }
    };
    let mut unnamed = Vec::new();
    for &row in recorded.iter().filter(|row| !facts.is_annulled(**row, until)) {
        let sides = sorted(facts.sides(row));
        let same = exact.get_mut(&sides).filter(|same| same.len() > 1);
        let named = same.and_then(|same| {
            let id = facts.id(row)?;
            Some(same.remove(same.iter().position(|&place| games[place].id == id)?))
        });
        match named {
            Some(place) => games[place].state = state(row),
            None => unnamed.push((row, sides)),
        }
    }
    for (row, sides) in unnamed {
        match exact.get_mut(&sides).and_then(Vec::pop) {
            Some(place) => games[place].state = state(row),
            None => others.push((row, sides)),
        }
    }
    for (row, sides) in others {
        let same = loose.get(&entrants(&sides)).map_or(&[][..], Vec::as_slice);
        let open = same.iter().rev().find(|&&place| games[place].state == GameState::Missing);
        let is_exact = |place: &&usize| sorted(games[**place].pairing.sides.clone()) == sides;
        let taken = same.iter().filter(is_exact).chain(same).find_map(|&place| match games[place].state {
            GameState::Played(first) | GameState::Disputed(first) => Some(first),
            GameState::Missing | GameState::Void(_) | GameState::Cancelled(_) | GameState::Decided(_) => None,
        });
        match (open, taken) {
            (Some(&place), _) => {
                games[place].state = state(row);
                remarks.push(Remark::Swapped { game: row, prescribed: (phase, round, place) });
            }
            (None, Some(first)) => remarks.push(Remark::Twice { game: row, first }),
            (None, None) => remarks.push(Remark::NotPrescribed { game: row }),
        }
    }
}

/// Keeps the recorded games that are void by the rules: in front of the prescribed game that each of them was stands another
/// one in its place, under an id that is free. When a later round has begun, and none has been played, there is none: what was
/// paired stands. Goes out: the other recorded games.
pub(super) fn keep_void(
    facts: &Facts<'_>,
    (phase, round): (PhaseId, u32),
    (recorded, void): (&[u32], &[bool]),
    games: &mut Vec<GameCourse>,
) -> Vec<u32> {
    let until = facts.after(phase, round);
    let is_void = |row: u32| {
        void.get(row as usize).copied().unwrap_or(false)
            && !facts.is_annulled(row, until)
            && !facts.is_disputed(row, until)
    };
    let (void, mut counting): (Vec<u32>, Vec<u32>) = recorded.iter().partition(|row| is_void(**row));
    let is_late = until < facts.games;
    for row in void {
        let who = entrants(&facts.sides(row));
        let is_it =
            |game: &GameCourse| game.state == GameState::Missing && entrants(&game.pairing.sides) == who;
        let Some(place) = games.iter().position(is_it) else {
            // Nothing prescribes it, be it void or not.
            counting.push(row);
            continue;
        };
        let is_replayed = counting.iter().any(|other| entrants(&facts.sides(*other)) == who);
        if is_late && !is_replayed {
            games[place].state = GameState::Void(row);
            continue;
        }
        let mut played = games[place].clone();
        played.state = GameState::Void(row);
        let id = facts.id(row).map_or_else(|| (u64::from(row) + 1).to_string(), str::to_owned);
        if games[place].id == id {
            games[place].id.push_str(AGAIN);
        }
        played.id = id;
        games.insert(place, played);
    }
    counting.sort_unstable();
    counting
}

/// Games that are missing will not be played where somebody has withdrawn.
pub(super) fn cancel(facts: &Facts<'_>, games: &mut [GameCourse]) {
    for game in games.iter_mut().filter(|game| game.state == GameState::Missing) {
        let gone = game.pairing.sides.iter().find(|(_, who)| facts.has_withdrawn(*who, facts.games));
        if let Some((_, who)) = gone {
            game.state = GameState::Cancelled(*who);
        }
    }
}

/// A prescribed game that has not been looked for yet.
pub(super) fn prescribed(id: String, pairing: Pairing) -> GameCourse {
    GameCourse { id, pairing, pool: None, in_match: None, state: GameState::Missing }
}

fn sorted(mut sides: Sides) -> Sides {
    sides.sort_unstable();
    sides
}

fn entrants(sides: &Sides) -> Vec<u32> {
    let mut entrants: Vec<u32> = sides.iter().map(|(_, who)| *who).collect();
    entrants.sort_unstable();
    entrants
}
