//! Of which edition a game is.

use super::{CUP, PAIR, Read, cup, day, format, game, table};
use rulesctl::ruleset::Edition;
use rulesctl::session::Scoring;
use std::collections::BTreeMap;

fn games(line: &str, log: &[String]) -> BTreeMap<String, Vec<String>> {
    Read::of(&cup(line), &log.concat()).games()
}

#[test]
fn a_game_is_of_the_month_of_its_date_less_the_periods_before() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-30""#),
        game("b", PAIR, r#""date": "2026-12-01""#),
        game("c", PAIR, r#""date": "2026-12-12", "phase": "cup", "round": 1, "match": "semi 1""#),
        game("d", PAIR, r#""date": "2027-01-02", "phase": "cup", "round": 1, "match": "semi 1""#),
        game("e", PAIR, r#""date": "2026-12-01", "edition": "2026-11""#),
        game("f", PAIR, r#""edition": "2026-10""#),
    ];
    assert_eq!(games("", &log), table(&["2026-10: f", "2026-11: a c e", "2026-12: b d"]));
}

#[test]
fn the_month_is_that_of_the_zone() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-30T23:30:00Z""#),
        game("b", PAIR, r#""date": "2026-12-01T00:30:00+02:00""#),
        game("c", PAIR, r#""date": "2026-11-30T23:59""#),
    ];
    assert_eq!(games("zone = 'Europe/Paris'", &log), table(&["2026-11: b c", "2026-12: a"]));
    assert_eq!(games("zone = '-12:00'", &log), table(&["2026-11: a b c"]));
    assert_eq!(games("", &log), table(&["2026-11: a c", "2026-12: b"]));
}

#[test]
fn a_match_is_of_one_edition_as_a_whole() {
    let log = [
        game("a1", PAIR, r#""match": "a", "date": "2026-11-30T23:50:00+01:00""#),
        game("a2", PAIR, r#""match": "a", "date": "2026-12-01T00:10:00+01:00""#),
        game("a3", PAIR, r#""match": "a", "date": "2026-12-20""#),
        game("b1", PAIR, r#""match": "b""#),
        game("c1", PAIR, r#""match": "c", "date": "2026-12-02""#),
        game("b2", PAIR, r#""match": "b", "date": "2026-11-29""#),
        game("d1", PAIR, r#""match": "d", "date": "2026-12-03""#),
        game("d2", PAIR, r#""match": "d", "edition": "2026-11""#),
        // The same id, and others: another match.
        game("e1", ["Cy", "Di"], r#""match": "a", "date": "2026-12-04""#),
    ];
    assert_eq!(games("", &log), table(&["2026-11: a1 a2 a3 b1 b2 d1 d2", "2026-12: c1 e1"]));
}

#[test]
fn matches_of_a_bracket_have_their_names_in_every_edition() {
    let semi = |id: &str, rest: &str| {
        game(id, PAIR, &format!(r#""phase": "cup", "round": 1, "match": "semi 1"{rest}"#))
    };
    let log = [
        semi("a1", r#", "date": "2026-12-05""#),
        semi("a2", ""),
        semi("b1", r#", "date": "2027-01-31""#),
        semi("b2", r#", "date": "2027-02-01""#),
        semi("c1", r#", "date": "2027-02-10""#),
        semi("d1", r#", "edition": "2026-11""#),
        semi("d2", ""),
    ];
    assert_eq!(games("", &log), table(&["2026-11: a1 a2 d1 d2", "2026-12: b1 b2", "2027-01: c1"]));
    let log = [semi("a1", ""), semi("a2", r#", "date": "2026-12-05""#)];
    assert_eq!(games("", &log), table(&["2026-11: a1 a2"]));
}

#[test]
fn editions_may_be_years() {
    let log = [
        game("a", PAIR, r#""date": "2026-12-31""#),
        game("b", PAIR, r#""date": "2027-01-01""#),
        game("c", PAIR, r#""date": "2027-12-31", "phase": "cup", "round": 1, "match": "final""#),
        game("d", PAIR, r#""edition": 2025"#),
    ];
    let mut read = Read::of(&format(&CUP.replace("'month'\n%", "'year'")), &log.concat());
    assert_eq!(read.games(), table(&["2025: d", "2026: a c", "2027: b"]));
}

#[test]
fn corrected_games_are_where_they_should_have_been() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-03""#),
        game("b", PAIR, r#""date": "2026-11-04""#),
        "{\"correction\": {\"game\": \"a\", \"date\": \"2026-12-03\"}}\n".to_owned(),
        "{\"correction\": {\"game\": \"b\", \"edition\": \"2026-10\"}}\n".to_owned(),
    ];
    assert_eq!(games("", &log), table(&["2026-10: b", "2026-12: a"]));
}

#[test]
fn sheets_have_columns_for_both() {
    let wide =
        "id,date,edition,1,2,1.score,2.score\na,2026-11-30T23:30:00Z,,Ada,Bo,2,1\nb,,2026-10,Ada,Bo,2,1\n";
    let long = "id,date,entrant,score\na,2026-12-01,Ada,2\na,2026-12-01,Bo,1\nb,2026-11-01,Ada,1\nb,2026-11-01,Bo,0\n";
    let format = cup("zone = 'Europe/Paris'");
    assert_eq!(Read::of(&format, wide).games(), table(&["2026-10: b", "2026-12: a"]));
    assert_eq!(Read::of(&format, long).games(), table(&["2026-11: b", "2026-12: a"]));
}

#[test]
fn under_way_is_what_has_begun_and_is_not_over() {
    let dates = ["2026-09-01", "2026-10-01", "2026-11-30"];
    let log: String = dates.iter().map(|date| game(date, PAIR, &format!(r#""date": "{date}""#))).collect();
    let under_way = |today| {
        let read = Read::on(&cup(""), &log, Scoring { today, ..Scoring::default() });
        let editions = read.editions().under_way();
        editions.iter().map(Edition::to_string).collect::<Vec<_>>().join(" ")
    };
    // An edition takes two months; without a day it is the latest in the log.
    assert_eq!(under_way(None), "2026-10 2026-11");
    assert_eq!(under_way(Some(day("2026-10-31"))), "2026-09 2026-10");
    assert_eq!(under_way(Some(day("2026-12-31"))), "2026-11");
    // None: the last one that has begun, or else the last one.
    assert_eq!(under_way(Some(day("2027-01-01"))), "2026-11");
    assert_eq!(under_way(Some(day("2026-08-31"))), "2026-11");
}
