//! Of which edition an act is.

use super::{PAIR, Read, cup, game, table};
use std::collections::BTreeMap;

/// The acts of each edition, by their reasons, which are one word each.
fn acts(log: &[String]) -> BTreeMap<String, Vec<String>> {
    let mut read = Read::of(&cup("zone = 'Europe/Paris'"), &log.concat());
    let known = read.editions().known.clone();
    let mut all = BTreeMap::new();
    for edition in known {
        let acts = read.json(edition)["acts"].as_array().cloned().unwrap_or_default();
        let reasons = acts.iter().map(|act| act["reason"].as_str().unwrap().to_owned());
        all.insert(edition.to_string(), reasons.collect());
    }
    all
}

fn act(text: &str) -> String {
    format!("{text}\n")
}

#[test]
fn an_act_says_its_edition_or_is_of_that_of_its_game() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-03""#),
        game("b", PAIR, r#""date": "2026-12-03""#),
        game("c", PAIR, r#""date": "2027-01-03", "match": "m""#),
        act(
            r#"{"withdrawal": {"entrant": "Ada", "edition": "2026-11", "date": "2027-01-03", "reason": "named"}}"#,
        ),
        act(r#"{"correction": {"game": "a", "sides": {"Ada": {"score": 5}}, "reason": "corrected"}}"#),
        act(r#"{"void": {"game": "b", "reason": "annulled"}}"#),
        act(r#"{"void": {"match": "m", "reason": "whole"}}"#),
    ];
    assert_eq!(acts(&log), table(&["2026-11: named corrected", "2026-12: annulled", "2027-01: whole"]));
}

#[test]
fn an_act_with_a_date_is_of_the_edition_whose_phase_is_played_then() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-03""#),
        game("b", PAIR, r#""date": "2026-12-03""#),
        act(
            r#"{"decision": {"phase": "cup", "match": "final", "winner": "Ada", "date": "2026-12-20", "reason": "cup"}}"#,
        ),
        act(r#"{"close": {"phase": "open", "date": "2026-12-20", "reason": "open"}}"#),
        // In Paris this is January, in which the cup of December is played.
        act(
            r#"{"decision": {"phase": "cup", "match": "final", "winner": "Bo", "date": "2026-12-31T23:30:00Z", "reason": "midnight"}}"#,
        ),
        // What names no phase is of the latest edition under way that has games.
        act(r#"{"draw": {"seed": 7, "date": "2026-12-24", "reason": "december"}}"#),
        act(r#"{"draw": {"seed": 8, "date": "2027-01-24", "reason": "january"}}"#),
        act(r#"{"draw": {"seed": 9, "date": "2026-11-24", "reason": "november"}}"#),
    ];
    assert_eq!(acts(&log), table(&["2026-11: cup november", "2026-12: open midnight december january"]));
}

#[test]
fn an_act_that_says_nothing_is_of_the_edition_of_the_game_before_it() {
    let log = [
        act(r#"{"entrant": {"name": "Ada"}}"#),
        act(r#"{"draw": {"seed": 1, "reason": "first"}}"#),
        game("a", PAIR, r#""date": "2026-11-03""#),
        act(r#"{"draw": {"seed": 2, "reason": "second"}}"#),
        game("b", PAIR, r#""date": "2026-12-05", "phase": "cup", "round": 1, "match": "semi 1""#),
        game("c", PAIR, r#""date": "2026-12-06""#),
        act(r#"{"close": {"phase": "open", "reason": "open"}}"#),
        act(r#"{"decision": {"phase": "cup", "match": "semi 1", "winner": "Ada", "reason": "cup"}}"#),
    ];
    assert_eq!(acts(&log), table(&["2026-11: first second cup", "2026-12: open"]));
}

#[test]
fn a_match_of_a_bracket_is_annulled_in_one_edition() {
    let semi = |id: &str, date: &str| {
        game(id, PAIR, &format!(r#""phase": "cup", "round": 1, "match": "semi 1", "date": "{date}""#))
    };
    let log = |rest: &str| {
        let void = format!(r#"{{"void": {{"phase": "cup", "match": "semi 1"{rest}, "reason": "x"}}}}"#);
        [semi("a", "2026-12-05"), semi("b", "2027-01-05"), act(&void)]
    };
    // The last one that stands above, or the one that is named.
    assert_eq!(acts(&log("")), table(&["2026-11:", "2026-12: x"]));
    assert_eq!(acts(&log(r#", "edition": "2026-11""#)), table(&["2026-11: x", "2026-12:"]));
}
