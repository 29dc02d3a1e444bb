//! Invented seasons from outside: phases in which opponents are chosen freely, and the days of games.

use crate::binary::{Scratch, code, printed, run, said};
use crate::support::{Folder, root};
use proptest::prelude::*;
use rulesctl::format::Found;
use rulesctl::log;
use rulesctl::session::{Field, Session};
use rulesctl::simulate::Bounds;
use serde_json::Value as Json;
use std::collections::BTreeMap;

const DUEL: &str = "tests/events/seasons/duel.toml";

/// What a command prints that ends well and has nothing to complain of.
#[track_caller]
fn well(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((code(&output), said(&output).as_str()), (0, ""), "{arguments:?}");
    printed(&output)
}

/// The games of a log.
fn games(log: &str) -> Vec<Json> {
    let records = log.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    records.filter_map(|record| record.get("game").cloned()).collect()
}

fn text<'j>(game: &'j Json, key: &str) -> &'j str {
    game[key].as_str().unwrap_or_default()
}

fn who(game: &Json) -> Vec<&str> {
    let mut who: Vec<&str> = game["sides"].as_object().unwrap().keys().map(String::as_str).collect();
    who.sort_unstable();
    who
}

/// The log of a season of duels.
fn season(scratch: &Scratch, more: &[&str]) -> String {
    let log = scratch.0.join("log.jsonl").display().to_string();
    let arguments = ["simulate", DUEL, "--log", &log];
    well(&[&arguments[..], more].concat());
    std::fs::read_to_string(&log).unwrap()
}

#[test]
fn all_matches_of_a_season_lie_in_their_time() {
    let scratch = Scratch::new("season-days");
    let log = season(&scratch, &["--players", "9", "--seed", "4", "--edition", "2026-11"]);
    let games = games(&log);
    let league: Vec<&Json> = games.iter().filter(|game| game["phase"] == "league").collect();
    // Nine play three matches each but for one, who plays two: 13 of two deals.
    assert_eq!(league.len(), 26);
    let days: Vec<&str> = league.iter().map(|game| text(game, "date")).collect();
    assert!(days.is_sorted());
    assert_eq!((days[0], days[25]), ("2026-11-01", "2026-11-28"));
    assert!(days.chunks(2).all(|deals| deals[0] == deals[1]), "a match is played on one day");
    let finals = games.iter().filter(|game| game["phase"] == "final");
    let finals: BTreeMap<&str, &str> = finals.map(|game| (text(game, "match"), text(game, "date"))).collect();
    // The semi-finals have the days from the 1st to the 12th, the others those from the 13th to the 31st.
    let expected = [
        ("final", "2026-12-22"),
        ("semi 1", "2026-12-01"),
        ("semi 2", "2026-12-07"),
        ("third", "2026-12-13"),
    ];
    assert_eq!(finals, BTreeMap::from(expected));
}

#[test]
fn a_season_is_scored_as_it_was_played() {
    let scratch = Scratch::new("season-scored");
    let log = scratch.0.join("log.jsonl").display().to_string();
    for players in ["4", "7", "10"] {
        let played = well(&["simulate", DUEL, "--players", players, "--seed", "2", "--log", &log]);
        let scored = well(&["score", DUEL, &log, "--strict"]);
        let places = |text: &str| {
            let start = text.find("\nFinal places\n").expect("it is played to its end");
            text[start..].split("\n\n").next().unwrap_or_default().to_owned()
        };
        assert_eq!(places(&played), places(&scored), "{players}");
        let csv = ["simulate", DUEL, "--players", players, "--seed", "2", "--output", "csv"];
        assert_eq!(well(&csv), well(&["pair", DUEL, &log, "--output", "csv"]), "{players}");
    }
}

#[test]
fn the_same_seed_invents_the_same_season() {
    let scratch = Scratch::new("season-seed");
    let one = season(&scratch, &["--players", "8", "--seed", "1"]);
    assert_eq!(one, season(&scratch, &["--players", "8", "--seed", "1", "--edition", "2026-01"]));
    assert_ne!(one, season(&scratch, &["--players", "8", "--seed", "2"]));
    let runs =
        || well(&["simulate", DUEL, "--players", "6", "--seed", "3", "--runs", "50", "--output", "csv"]);
    assert_eq!(runs(), runs());
}

#[test]
fn a_season_of_free_opponents_counts_as_one_round() {
    let scratch = Scratch::new("season-rounds");
    let log = season(&scratch, &["--players", "6", "--rounds", "1"]);
    assert!(games(&log).iter().all(|game| game["phase"] == "league"));
    assert!(log.contains("{\"close\":"), "{log}");
    let log = season(&scratch, &["--players", "6", "--rounds", "2"]);
    let semis = games(&log).iter().filter(|game| text(game, "match").starts_with("semi")).count();
    let finals = games(&log).iter().filter(|game| game["phase"] == "final").count();
    assert_eq!((semis, finals), (2, 2));
}

/// The log of an open phase among so many.
fn invented(players: u32, seed: u64, keys: &str) -> String {
    let text = format!(
        "language = 1\n[side.record]\nscore = \"integer 0 to 9\"\n[seating]\nsides = 2\n\
         [match.side.rules]\ntotal = \"sum(score)\"\n\
         [standing.table]\norder = \"sum(score) highest first\"\n\
         [[phase]]\nname = \"league\"\npairing = \"open\"\nstanding = \"table\"\n{keys}"
    );
    let mut session = Session::new();
    let format = session.load("league", &Found { path: "league.toml".to_owned(), text }, &Folder(root()));
    let format = format.unwrap();
    let settings = format.ruleset.defaults();
    let entrants = session.entrants(&format, &settings, Field::Invented(players), seed).unwrap();
    let played = session.play(&format, &settings, &entrants, seed, Bounds::default()).unwrap();
    // What the limits leave out would be void.
    let over = rulesctl::engine::run(&format.ruleset, &settings, played.log.clone(), seed).unwrap();
    assert!(over.over.is_empty());
    log::write(&played.log, &format.ruleset, &settings)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nobody_plays_more_than_allowed_and_everybody_as_much_as_the_field_allows(
        players in 2_u32..12,
        seed in 0_u64..1000,
        most_matches in proptest::option::of(1_u32..16),
        most_meetings in proptest::option::of(1_u32..4),
        deals in 1_u32..4,
    ) {
        let key = |name: &str, value: Option<u32>| value.map_or(String::new(), |value| format!("{name} = {value}\n"));
        let keys = format!(
            "games = {deals}\n{}{}", key("most_matches", most_matches), key("most_meetings", most_meetings)
        );
        let games = games(&invented(players, seed, &keys));
        let mut matches: BTreeMap<&str, (Vec<&str>, u32)> = BTreeMap::new();
        for game in &games {
            let known = matches.entry(text(game, "match")).or_insert_with(|| (who(game), 0));
            prop_assert_eq!(&known.0, &who(game));
            known.1 += 1;
        }
        prop_assert!(matches.values().all(|(_, count)| *count == deals));
        let mut met: BTreeMap<&[&str], u32> = BTreeMap::new();
        let mut own: BTreeMap<&str, u32> = BTreeMap::new();
        for (pair, _) in matches.values() {
            *met.entry(pair).or_default() += 1;
            pair.iter().for_each(|one| *own.entry(one).or_default() += 1);
        }
        if let Some(most) = most_meetings {
            prop_assert!(met.values().all(|&times| times <= most));
        }
        let others = players - 1;
        let each = match (most_matches, most_meetings) {
            (None, meetings) => others * meetings.unwrap_or(1),
            (Some(matches), None) => matches,
            (Some(matches), Some(meetings)) => matches.min(others * meetings),
        };
        prop_assert!(own.values().all(|&matches| matches <= each));
        // All of them play so many; where that cannot be, one of them plays one fewer.
        let expected = players * each / 2;
        prop_assert_eq!(u32::try_from(matches.len()).unwrap(), expected);
        // And nobody meets somebody again who has not met all.
        let (least, most) = (met.values().min().copied().unwrap_or(0), met.values().max().copied().unwrap_or(0));
        prop_assert!(met.len() < (players * others / 2) as usize || most - least <= 1);
        prop_assert!(met.len() == (players * others / 2) as usize || most <= 1);
    }
}
