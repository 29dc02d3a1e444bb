//! Many events: the same numbers on any way to them.

use super::{DUEL, POOLS, duel, format};
use crate::event::Due;
use crate::ruleset::Ruleset;
use crate::simulate::plan::Plan;
use crate::simulate::{Chances, EntrantChances, Runs, entrants, many, play};
use crate::value::Rational;

fn runs(events: u32, seed: u64) -> Runs {
    Runs { events, seed, rounds: None }
}

#[track_caller]
fn chances(ruleset: &Ruleset, players: u32, runs: Runs) -> Chances {
    let settings = ruleset.defaults();
    let field = entrants(ruleset, &settings, players, runs.seed).unwrap();
    let first = play(ruleset, &settings, &field, runs.seed, runs.rounds).unwrap();
    let chances = many(ruleset, &settings, (&field, &first), runs, |_| {}).unwrap();
    assert_eq!(chances.events, runs.events);
    for one in &chances.entrants {
        let times: u32 = one.places.iter().map(|place| place.times).sum();
        assert_eq!(times, runs.events, "whoever plays has one place in each event, or none");
        let sum = one.places.iter().try_fold(Rational::ZERO, |sum, place| sum.add(&place.chance.value));
        assert_eq!(sum, Ok(Rational::ONE));
    }
    chances
}

/// Plays the events abreast and one by one, and compares all that was counted.
#[track_caller]
fn is_the_same_singly(ruleset: &Ruleset, players: u32, runs: Runs) -> Chances {
    let settings = ruleset.defaults();
    let field = entrants(ruleset, &settings, players, runs.seed).unwrap();
    let first = play(ruleset, &settings, &field, runs.seed, runs.rounds).unwrap();
    let plan = Plan::new(ruleset, &settings, &first);
    let abreast = super::super::many::abreast(&plan, &first.log, runs, &|_| {}).unwrap();
    let singly = super::super::many::singly(&plan, &field, runs, &|_| {}).unwrap();
    let abreast = abreast.expect("these events can be computed abreast").chances(&plan);
    assert_eq!(abreast, singly.chances(&plan));
    abreast
}

/// Nothing is drawn but lots, so that both ways have the same results.
fn without_chance(phases: &str) -> Ruleset {
    let rule = "score = \"random(0, 3) + (entrant.rating else 0) div 50\"";
    let instead = "score = \"((entrant.rating else 0) * 7 + (opponent.entrant.rating else 0) * 3 + (round else 0) * 5) mod 11\"";
    assert!(DUEL.contains(rule));
    format(&format!("{}\n{phases}", DUEL.replace(rule, instead)))
}

#[test]
fn abreast_or_one_by_one_pools_and_a_knockout_come_to_the_same() {
    for players in [6, 9, 10, 11, 13] {
        let chances = is_the_same_singly(&without_chance(POOLS), players, runs(40, 5));
        assert_eq!(chances.due, Due::Over);
        let any = chances.lots.any.unwrap().value;
        assert!(any > Rational::ZERO, "{players}");
    }
}

#[test]
fn abreast_or_one_by_one_a_part_of_an_event_comes_to_the_same() {
    for rounds in 1..=5 {
        let runs = Runs { rounds: Some(rounds), ..runs(10, 2) };
        let chances = is_the_same_singly(&without_chance(POOLS), 9, runs);
        assert_eq!(chances.rounds, rounds);
    }
}

#[test]
fn abreast_or_one_by_one_everybody_against_everybody_comes_to_the_same() {
    let ruleset = without_chance(
        "[[phase]]\nname = \"all\"\npairing = \"round-robin\"\nlegs = 2\ndraw = \"lot\"\nstanding = \"table\"\n
         [[phase]]\nname = \"final\"\npairing = \"knockout\"\nentrants = \"top 3 of all\"\nbracket = \"single elimination\"\nties = \"lot\"\n",
    );
    let chances = is_the_same_singly(&ruleset, 5, runs(30, 1));
    assert_eq!((chances.rounds, chances.games), (12, 22));
}

#[test]
fn abreast_or_one_by_one_lots_in_a_standing_come_to_the_same_but_for_the_lots() {
    let phases = "[[phase]]\nname = \"all\"\npairing = \"round-robin\"\nstanding = \"table\"\n";
    let with_lots = DUEL.replace("columns = [\"points\", \"scores\"]", "ties = \"lot\"");
    let chances = chances(&format(&format!("{with_lots}\n{phases}")), 4, runs(50, 1));
    let placed = |one: &EntrantChances| one.places.iter().all(|place| place.place.is_some());
    assert!(chances.entrants.iter().all(placed));
}

#[test]
fn a_rule_that_looks_beyond_an_event_is_no_hindrance() {
    let ruleset =
        duel(&format!("[event.rules]\nall = \"sum(game.sum)\"\n[game.rules]\nsum = \"sum(score)\"\n{POOLS}"));
    chances(&ruleset, 9, runs(5, 1));
    let needed = DUEL.replace(
        "points = \"sum(side.points)\"",
        "points = \"sum(side.points) * (2 if event.all > 20 else 3)\"",
    );
    let ruleset = format(&format!(
        "{needed}\n[event.rules]\nall = \"sum(game.sum)\"\n[game.rules]\nsum = \"sum(score)\"\n{POOLS}"
    ));
    chances(&ruleset, 9, runs(5, 1));
}

#[test]
fn the_same_seed_gives_the_same_on_any_number_of_threads() {
    let ruleset = duel(POOLS);
    let on = |threads: usize, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| chances(&ruleset, 9, runs(600, seed)))
    };
    let one = on(1, 7);
    assert_eq!(one, on(2, 7));
    assert_eq!(one, on(3, 7));
    assert_ne!(one, on(2, 8));
}

#[test]
fn the_better_player_wins_more_often() {
    let chances = chances(&duel(POOLS), 9, runs(500, 1));
    let first = |one: &EntrantChances| {
        one.places.iter().find(|place| place.place == Some(1)).map_or(0, |place| place.times)
    };
    let mut first: Vec<u32> = chances.entrants.iter().map(first).collect();
    first.sort_unstable();
    assert!(first[8] > 3 * first[0].max(1), "{first:?}");
    assert_eq!(first.iter().sum::<u32>(), 500);
}
