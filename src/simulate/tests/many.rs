//! Many events: the same numbers on any way to them.

use super::{DUEL, POOLS, duel, format};
use crate::engine::RunError;
use crate::event::Due;
use crate::ruleset::Ruleset;
use crate::simulate::abreast::Batches;
use crate::simulate::plan::Plan;
use crate::simulate::{Bounds, Chances, EntrantChances, Runs, entrants, many, play};
use crate::value::{Fault, Rational};

fn runs(events: u32, seed: u64) -> Runs {
    Runs { events, seed, rounds: None, edition: None }
}

#[track_caller]
fn chances(ruleset: &Ruleset, players: u32, runs: Runs) -> Chances {
    let settings = ruleset.defaults();
    let field = entrants(ruleset, &settings, players, runs.seed).unwrap();
    let first = play(
        ruleset,
        &settings,
        &field,
        runs.seed,
        Bounds { rounds: runs.rounds, edition: runs.edition, ..Bounds::default() },
    )
    .unwrap();
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
    let first = play(
        ruleset,
        &settings,
        &field,
        runs.seed,
        Bounds { rounds: runs.rounds, edition: runs.edition, ..Bounds::default() },
    )
    .unwrap();
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

/// The same phases by other rules, in which every game is decided by who plays it.
#[track_caller]
pub(super) fn comes_to_the_same_with(changes: &[(&str, &str)], phases: &str, players: u32) -> Chances {
    let mut text = DUEL.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    text = text.replace(
        "random(0, 3) + (entrant.rating else 0) div 50",
        "((entrant.rating else 0) * 7 + (opponent.entrant.rating else 0) * 3 + (round else 0) * 5) mod 11",
    );
    is_the_same_singly(&format(&format!("{text}\n{phases}")), players, runs(30, 3))
}

#[test]
fn among_those_who_are_tied_only_their_own_event_counts() {
    let order = (
        "order   = \"points highest first\"",
        "order = '''\n  points  highest first\n  sum(side.points)  highest first  among tied\n  opponents  highest first\n  \
         sum(side.score)  highest first  among tied\n'''",
    );
    let opponents = (
        "scores = \"sum(side.score)\"",
        "scores = \"sum(side.score)\"\nopponents = \"sum(r in sides: r.opponent.entrant.points)\"",
    );
    for players in [6, 8, 9] {
        comes_to_the_same_with(&[order, opponents], POOLS, players);
    }
    let all = "[[phase]]\nname = \"all\"\npairing = \"round-robin\"\nstanding = \"table\"\ndraw = \"lot\"\n";
    comes_to_the_same_with(&[order, opponents], all, 7);
}

#[test]
fn what_is_void_or_not_listed_counts_in_no_event() {
    let void = (
        "[entrant.rules]",
        "[[game.void]]\nwhen = \"sum(score) mod 5 = 0\"\ntext = \"void\"\n\n[entrant.rules]",
    );
    let listed =
        ("columns = [\"points\", \"scores\"]", "columns = [\"points\", \"scores\"]\nlisted = \"points > 1\"");
    let (pools, _) = POOLS.split_once("[[phase]]\nname = \"final\"").unwrap();
    comes_to_the_same_with(&[void], pools, 9);
    comes_to_the_same_with(&[void, listed], pools, 10);
    // A game of a bracket that is void is played again: that is not the same number of games in every event.
    let text = DUEL.replace(void.0, void.1);
    let ruleset = format(&format!("{text}\n{POOLS}"));
    let settings = ruleset.defaults();
    let field = entrants(&ruleset, &settings, 9, 1).unwrap();
    let first = play(&ruleset, &settings, &field, 1, Bounds::default()).unwrap();
    let plan = Plan::new(&ruleset, &settings, &first);
    assert!(super::super::many::abreast(&plan, &first.log, runs(40, 1), &|_| {}).unwrap().is_none());
    assert_eq!(chances(&ruleset, 9, runs(20, 1)).due, Due::Over);
}

#[test]
fn keys_of_a_cut_may_look_at_what_was_played() {
    let phases = POOLS.replace("by = \"standing\"", "by = \"sum(side.score) lowest first\"");
    comes_to_the_same_with(&[], &phases, 9);
    let phases = POOLS.replace("by = \"standing\"", "by = \"entry\"");
    comes_to_the_same_with(&[], &phases, 9);
}

#[test]
fn games_of_more_than_two_sides_without_seats_are_counted() {
    let ruleset = format(
        "[side.record]\nscore = \"integer 0 to 100\"\n
[entrant.record]\nstrength = \"integer 0 to 20\"\n
[game.placing]\norder = \"score highest first\"\nties = \"share\"\n
[side.rules]\npoints = \"4 - place\"\nahead = \"count(others.score < score)\"\n
[entrant.rules]\npoints = \"sum(side.points) + sum(ahead)\"\n
[standing.table]\norder = \"points highest first\"\ncolumns = [\"points\"]\n
[[phase]]\nname = \"heats\"\npairing = \"pools\"\nrounds = 3\nstanding = \"table\"\nties = \"lot\"\n
[phase.pools]\ngroups = 3\nfirst = { draw = \"lot\" }\nlater = { by = \"standing\", draw = \"snake\" }\n
[phase.pools.schedule]\n3 = \"A v B v C\"\n
[simulate.side]\nscore = \"(entrant.strength * 5 + (round else 0) * 3) mod 7\"\n",
    );
    let chances = is_the_same_singly(&ruleset, 9, runs(40, 1));
    assert_eq!((chances.games, chances.seats.len()), (9, 0));
    assert!(chances.meetings.repeats.unwrap().value > Rational::ZERO);
    assert!(chances.undecided.unwrap().value > Rational::ZERO);
}

#[test]
fn events_are_abreast_only_where_no_rule_looks_beyond_one() {
    let is_abreast = |changes: &[(&str, &str)]| {
        let mut text = DUEL.to_owned();
        for (old, new) in changes {
            assert!(text.contains(old), "{old}");
            text = text.replace(old, new);
        }
        let ruleset = format(&format!("{text}\n{POOLS}"));
        let settings = ruleset.defaults();
        let field = entrants(&ruleset, &settings, 6, 1).unwrap();
        let first = play(&ruleset, &settings, &field, 1, Bounds::default()).unwrap();
        Batches::new(&Plan::new(&ruleset, &settings, &first), &first.log, 1).is_some()
    };
    let points = "points = \"sum(side.points)\"";
    let order = "order   = \"points highest first\"";
    assert!(is_abreast(&[]));
    // What only a claim or a warning looks at does not rank.
    let claim = "[claims]\n\"a\" = { on = \"event\", holds = \"count(games) < 999\" }\n[simulate]";
    assert!(is_abreast(&[("[simulate]", claim)]));
    assert!(!is_abreast(&[(points, "points = \"sum(side.points) + number\"")]));
    assert!(!is_abreast(&[
        (points, "points = \"count(side.name_of = \\\"P1\\\")\""),
        ("[side.rules]", "[side.rules]\nname_of = \"entrant.name\"")
    ]));
    assert!(!is_abreast(&[
        (order, "order = '''\n  points - event.mean  highest first\n'''"),
        ("[simulate]", "[event.rules]\nmean = \"mean(side.score) else 0\"\n[simulate]")
    ]));
    // A model that looks at what was played before.
    assert!(!is_abreast(&[
        ("(entrant.rating else 0) div 50", "min(entrant.played, 5)"),
        (points, "points = \"sum(side.points)\"\nplayed = \"count(sides)\"")
    ]));
}

/// The error of events that can be invented, but of which not all can be scored.
fn fault(changes: &[(&str, &str)]) -> RunError {
    let mut text = DUEL.replace("integer 0 to 100\"\n\n[side.rules]", "integer 0 to 9999\"\n\n[side.rules]");
    text = text.replace("random(0, 3) + (entrant.rating else 0) div 50", "random(0, 2000)");
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let ruleset = format(&format!("{text}\n{POOLS}"));
    let settings = ruleset.defaults();
    let field = entrants(&ruleset, &settings, 9, 1).unwrap();
    let first = play(&ruleset, &settings, &field, 1, Bounds::default()).unwrap();
    let failed = many(&ruleset, &settings, (&field, &first), runs(300, 1), |_| {}).unwrap_err();
    assert_eq!(failed.errors.len(), 1);
    failed.errors[0].clone()
}

#[test]
fn what_cannot_be_added_up_is_told_with_the_games_of_it() {
    let sum = |sum: &str| {
        fault(&[("scores = \"sum(side.score)\"", sum), ("points highest first", "scores highest first")])
    };
    // One game in a thousand has a side without a score; the row is one of sides, among all that were played.
    let RunError::Fault { fault, every, rows, .. } = sum("scores = \"sum(6 div side.score)\"") else {
        panic!("a fault")
    };
    assert_eq!((fault, every.len()), (Fault::DivisionByZero, rows));
    // In the second round only: the games of the first stand before them.
    let RunError::Fault { fault, row, .. } =
        sum("scores = \"sum(6 div side.score where (round else 0) = 2)\"")
    else {
        panic!("a fault")
    };
    assert_eq!(fault, Fault::DivisionByZero);
    assert!(row >= 9 * 2 * 256, "256 events have nine games a round: {row}");
    // Each value is small enough; some sums are not.
    let RunError::Fault { fault, .. } =
        sum("scores = \"sum(side.score * 1000000000000000 where phase = first)\"")
    else {
        panic!("a fault")
    };
    assert_eq!(fault, Fault::Overflow);
}

#[test]
fn where_no_game_decides_lots_do() {
    let ruleset = format(
        "[seating]\nsides = 2\n
[side.record]\nscore = \"integer 0 to 9\"\n
[match.placing]\norder = \"sum(score) highest first\"\n
[[phase]]\nname = \"cup\"\npairing = \"knockout\"\nbracket = \"single elimination\"\nextra = \"until decided\"\n
[simulate.side]\nscore = \"5\"\n",
    );
    let settings = ruleset.defaults();
    let field = entrants(&ruleset, &settings, 4, 1).unwrap();
    let bounds = Bounds { extra: Some(20), ..Bounds::default() };
    let first = play(&ruleset, &settings, &field, 1, bounds).unwrap();
    let names: Vec<&str> = first.undecided.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["semi 1", "semi 2", "final"]);
    let chances = many(&ruleset, &settings, (&field, &first), runs(8, 1), |_| {}).unwrap();
    assert_eq!(chances.lots.matches.unwrap().value, Rational::ONE);
    assert_eq!((chances.rounds, chances.games), (2, 3), "extra games are not counted");
}
