//! Games that belong to no edition, or to two.

use super::{PAIR, Read, cup, game, table};
use rulesctl::session::Scoring;

fn refused(log: &[String]) -> String {
    let read = Read::of(&cup(""), &log.concat());
    assert!(read.editions.is_none(), "it is read");
    read.session.rendered(false)
}

fn says(log: &[String], parts: &[&str]) {
    let text = refused(log);
    parts.iter().for_each(|part| assert!(text.contains(part), "{part} is not in\n{text}"));
}

#[test]
fn games_without_any_edition() {
    let dated = || game("a", PAIR, r#""date": "2026-11-03""#);
    says(
        &[dated(), game("b", PAIR, "")],
        &["error[R0725]: nothing says of which edition this game is", "--> log.jsonl:2:2"],
    );
    says(
        &[game("a", PAIR, r#""date": "0000-01-03", "phase": "cup", "round": 1"#)],
        &["no edition has a game on this day"],
    );
    says(
        &[game("a", PAIR, r#""match": "m""#), dated(), game("c", PAIR, r#""match": "m""#)],
        &["no game of the match `m` says of which edition it is", "--> log.jsonl:1:2"],
    );
    says(
        &[dated(), "{\"correction\": {\"game\": \"a\", \"date\": null}}\n".to_owned()],
        &["as it is corrected, nothing says of which edition the game `a` is", "log.jsonl:1"],
    );
}

#[test]
fn a_match_of_two_editions() {
    let named = |id: &str, edition: &str| game(id, PAIR, &format!(r#""match": "m", "edition": "{edition}""#));
    says(
        &[named("a", "2026-11"), named("b", "2026-12")],
        &[
            "a game of the match `m` is of edition 2026-12, and an earlier one of 2026-11",
            "log.jsonl:2:",
            "log.jsonl:1",
        ],
    );
    says(
        &[
            named("a", "2026-11"),
            named("b", "2026-11"),
            "{\"correction\": {\"game\": \"a\", \"edition\": \"2026-12\"}}\n".to_owned(),
        ],
        &["as games are corrected, the game `b` is of another edition than its match"],
    );
}

#[test]
fn what_is_no_edition_and_no_day() {
    for (rest, message) in [
        (r#""edition": "2026-13""#, "`2026-13` is not an edition"),
        (r#""edition": "november""#, "`november` is not an edition"),
        (r#""edition": 2026"#, "`2026` is not an edition"),
        (r#""date": "2026-02-30""#, "`2026-02-30` is not a day or a time"),
        (r#""date": "2026-11-30T24:00:00Z""#, "is not a day or a time"),
        (r#""date": "2026-11-30T23:50:00+30:00""#, "is not a day or a time"),
    ] {
        says(&[game("a", PAIR, rest)], &["error[R0706]", message, "--> log.jsonl:1:"]);
    }
    says(
        &[
            game("a", PAIR, r#""date": "2026-11-03""#),
            "{\"withdrawal\": {\"entrant\": \"Ada\", \"edition\": \"11/2026\"}}\n".to_owned(),
            "{\"draw\": {\"edition\": \"2026-11\"}}\n".to_owned(),
        ],
        &["`11/2026` is not an edition", "this draw does not say what is drawn"],
    );
}

#[test]
fn bad_games_are_left_out_of_all_editions() {
    let log = [
        game("a", PAIR, r#""date": "2026-11-03""#),
        game("b", PAIR, ""),
        game("c", PAIR, r#""match": "m""#),
        game("d", PAIR, r#""match": "m""#),
        game("e", PAIR, r#""edition": "2026-14""#),
    ];
    let mut read = Read::on(&cup(""), &log.concat(), Scoring { keep_going: true, ..Scoring::default() });
    let lines: Vec<u32> = read.editions().left_out.iter().map(|left| left.place.line).collect();
    assert_eq!(lines, [2, 3, 4, 5]);
    assert_eq!(read.games(), table(&["2026-11: a"]));
}
