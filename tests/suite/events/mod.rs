//! Whole events of the tournament in pools, paired round by round and played from outside: each round is paired from the
//! log so far, and its results are appended to the log as an organiser would.

mod driver;
mod trouble;

use driver::Event;
use rulesctl::event::{Due, MatchSide, RoundCourse, Won};
use rulesctl::log::Input;
use rulesctl::session::{Scoring, Session};
use std::collections::BTreeMap;

/// How often each entrant sits in each seat, and how often each is umpire.
fn sat(round: &RoundCourse) -> BTreeMap<u32, Vec<u32>> {
    let mut all: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for game in &round.games {
        for (seat, who) in &game.pairing.sides {
            all.entry(*who).or_default().push(seat.unwrap().0);
        }
    }
    all
}

#[test]
fn every_round_gives_everybody_two_games_one_with_each_pair_of_colours() {
    for entrants in [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 23, 31, 50] {
        let mut event = Event::of(entrants, 7);
        let course = event.finish();
        let phase = &course.phases[0];
        assert_eq!(phase.rounds.len(), 4);
        let mut played: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for round in &phase.rounds {
            let sat = sat(round);
            assert_eq!(sat.len(), entrants, "everybody plays");
            for (who, mut seats) in sat {
                seats.sort_unstable();
                assert_eq!(seats.len(), 2, "two games each");
                assert_ne!(seats[0], seats[1], "one with each pair of colours");
                played.entry(who).or_default().extend(seats);
            }
            for pool in &round.pools {
                let games: Vec<_> =
                    round.games.iter().filter(|game| game.pool == Some(pool.number)).collect();
                let mut pairs: Vec<Vec<u32>> = games
                    .iter()
                    .map(|game| {
                        let mut pair: Vec<u32> = game.pairing.sides.iter().map(|(_, who)| *who).collect();
                        pair.sort_unstable();
                        pair
                    })
                    .collect();
                pairs.sort();
                pairs.dedup();
                match pool.members.len() {
                    2 => assert_eq!((games.len(), pairs.len()), (2, 1)),
                    3 => {
                        assert_eq!((games.len(), pairs.len()), (3, 3));
                        let mut umpires: Vec<u32> =
                            games.iter().filter_map(|game| game.pairing.umpire).collect();
                        umpires.sort_unstable();
                        umpires.dedup();
                        assert_eq!(umpires.len(), 3, "each is umpire once");
                    }
                    4 => assert_eq!((games.len(), pairs.len()), (4, 4)),
                    size => panic!("a pool of {size}"),
                }
                for game in games {
                    let umpire = game.pairing.umpire;
                    assert!(game.pairing.sides.iter().all(|(_, who)| Some(*who) != umpire));
                }
            }
        }
        for (who, mut seats) in played {
            seats.sort_unstable();
            assert_eq!(seats.len(), 8, "{who} plays eight games");
            assert_eq!(seats[3], seats[0], "four with one pair of colours");
            assert_eq!(seats[7], seats[4], "four with the other");
            assert_ne!(seats[3], seats[4]);
        }
        let places: Vec<u32> = course.places.iter().map(|place| place.place).collect();
        assert_eq!(course.places.len(), entrants);
        assert_eq!(places[..entrants.min(4)], [1, 2, 3, 4][..entrants.min(4)]);
    }
}

#[test]
fn three_entrants_play_a_final_with_a_bye() {
    let course = Event::of(3, 1).finish();
    let bracket = &course.phases[1].bracket;
    assert_eq!(bracket[0].sides[1], MatchSide::Nobody);
    assert_eq!(bracket[0].won(), Some(Won::Bye));
    // Who lost the other semi-final is third without a game.
    assert_eq!(bracket[2].won(), Some(Won::Bye));
}

#[test]
fn five_and_two_and_one_are_refused_in_words() {
    for entrants in [1, 2, 5] {
        let (followed, complaints) = Event::of(entrants, 1).pair();
        assert!(matches!(followed.unwrap().course.due, Due::Impossible { .. }));
        insta::assert_snapshot!(format!("refused_{entrants}"), complaints);
    }
}

#[test]
fn what_pairs_is_what_checks() {
    let mut event = Event::of(9, 3);
    event.finish();
    let mut session = Session::new();
    let inputs = vec![
        Input { name: "entrants.csv".to_owned(), bytes: Box::new(event.entrants.as_bytes()) },
        Input { name: "event.jsonl".to_owned(), bytes: Box::new(event.log.as_bytes()) },
    ];
    let scoring = Scoring { seed: 3, ..Scoring::default() };
    let settings = event.format.ruleset.defaults();
    let scored = session.score(event.format, settings.clone(), inputs, scoring);
    assert_eq!(session.rendered(false), "");
    assert_eq!(scored.unwrap().course.unwrap().due, Due::Over);
    // With another seed the pools of the first round would have been others.
    let mut session = Session::new();
    let inputs = vec![
        Input { name: "entrants.csv".to_owned(), bytes: Box::new(event.entrants.as_bytes()) },
        Input { name: "event.jsonl".to_owned(), bytes: Box::new(event.log.as_bytes()) },
    ];
    session.score(event.format, settings, inputs, Scoring { seed: 4, ..scoring });
    assert!(session.rendered(false).contains("the pairing prescribes no game"));
}
