//! One event at a time.

use super::{POOLS, duel};
use crate::event::{self, Due};
use crate::log::{self, Log};
use crate::ruleset::Ruleset;
use crate::simulate::{Bounds, Played, entrants, play};

fn invented(ruleset: &Ruleset, count: u32, seed: u64) -> Log {
    entrants(ruleset, &ruleset.defaults(), count, seed).unwrap()
}

#[test]
fn an_event_is_played_to_its_end() {
    let ruleset = duel(POOLS);
    let settings = ruleset.defaults();
    for count in 6..=17 {
        let Played { log, course, .. } =
            play(&ruleset, &settings, &invented(&ruleset, count, 1), 1, Bounds::default()).unwrap();
        assert_eq!(course.due, Due::Over, "{count}");
        assert_eq!(course.rounds_played(), 5, "{count}");
        assert!(course.remarks.is_empty(), "{count}: {:?}", course.remarks);
        let mut placed: Vec<u32> = course.places.iter().map(|place| place.entrant).collect();
        placed.sort_unstable();
        assert_eq!(placed, (0..count).collect::<Vec<_>>());
        let again = event::follow(&ruleset, &settings, &log, event::Given::seed(99)).unwrap();
        assert_eq!(again.places, course.places, "the log holds the seed");
    }
}

#[test]
fn the_same_seed_plays_the_same_event() {
    let ruleset = duel(POOLS);
    let settings = ruleset.defaults();
    let text = |seed| {
        let Played { log, .. } =
            play(&ruleset, &settings, &invented(&ruleset, 9, seed), seed, Bounds::default()).unwrap();
        log::write(&log, &ruleset, &settings)
    };
    assert_eq!(text(3), text(3));
    assert_ne!(text(3), text(4));
}

#[test]
fn it_stops_after_so_many_rounds() {
    let ruleset = duel(POOLS);
    let settings = ruleset.defaults();
    for rounds in 0..=4_u32 {
        let Played { log, course, .. } = play(
            &ruleset,
            &settings,
            &invented(&ruleset, 9, 1),
            1,
            Bounds { rounds: Some(rounds), ..Bounds::default() },
        )
        .unwrap();
        assert_eq!(course.due, Due::Round);
        assert_eq!(course.rounds_played(), rounds as usize);
        assert_eq!(log.tables.games.len(), [0, 9, 18, 27, 31][rounds as usize]);
    }
}

#[test]
fn where_opponents_are_chosen_freely_everybody_meets_everybody() {
    let ruleset = duel("[[phase]]\nname = \"ladder\"\npairing = \"open\"\nstanding = \"table\"\n");
    let Played { log, course, .. } =
        play(&ruleset, &ruleset.defaults(), &invented(&ruleset, 9, 1), 1, Bounds::default()).unwrap();
    assert_eq!((course.due, log.tables.games.len()), (Due::Over, 36));
}

#[test]
fn it_stops_where_more_than_two_choose_freely_or_nobody_can_meet() {
    let phase = "[[phase]]\nname = \"ladder\"\npairing = \"open\"\n";
    let table = "[side.record]\nscore = \"integer 0 to 9\"\n[seating]\nsides = 3\n";
    for (ruleset, players) in [(duel(phase), 1), (super::format(&format!("{table}{phase}")), 9)] {
        let field = invented(&ruleset, players, 1);
        let Played { log, course, .. } =
            play(&ruleset, &ruleset.defaults(), &field, 1, Bounds::default()).unwrap();
        assert_eq!((course.due, log.tables.games.len()), (Due::Open, 0));
    }
}

#[test]
fn it_stops_where_nothing_can_be_paired() {
    let ruleset = duel(POOLS);
    let Played { course, .. } =
        play(&ruleset, &ruleset.defaults(), &invented(&ruleset, 1, 1), 1, Bounds::default()).unwrap();
    assert!(matches!(course.due, Due::Impossible { .. }), "{:?}", course.due);
}

#[test]
fn whatever_an_arbiter_would_decide_is_drawn_by_lot() {
    let phases = POOLS.replace("ties = \"lot\"", "ties = \"decision\"");
    let ruleset = duel(&phases);
    let settings = ruleset.defaults();
    let mut acts = 0;
    for seed in 0..10 {
        let Played { log, course, .. } =
            play(&ruleset, &settings, &invented(&ruleset, 9, seed), seed, Bounds::default()).unwrap();
        assert_eq!(course.due, Due::Over);
        assert!(log.acts.iter().all(|act| act.by.as_deref() == Some("simulation")));
        acts += log.acts.len() - 1;
        // Where the format draws lots itself, the same lots are drawn.
        let drawn = duel(POOLS);
        let Played { course: other, .. } =
            play(&drawn, &settings, &invented(&drawn, 9, seed), seed, Bounds::default()).unwrap();
        assert_eq!(other.places, course.places);
    }
    assert!(acts > 10, "{acts}");
}

#[test]
fn everybody_meets_everybody() {
    let ruleset =
        duel("[[phase]]\nname = \"all\"\npairing = \"round-robin\"\nlegs = 2\nstanding = \"table\"\n");
    let Played { log, course, .. } =
        play(&ruleset, &ruleset.defaults(), &invented(&ruleset, 7, 1), 1, Bounds::default()).unwrap();
    assert_eq!((course.due.clone(), course.rounds_played()), (Due::Over, 14));
    assert_eq!(log.tables.games.len(), 42);
    assert_eq!(course.places.len(), 7);
}
