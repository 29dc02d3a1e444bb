//! What ranks over all editions, and what begins anew in each.

use super::{CUP, PAIR, Read, cup, format, game, json};
use rulesctl::diagnostic::Code;
use rulesctl::session::Scoring;

/// The entrants of the standing over all editions, with its column `x`.
fn season(text: &str, log: &[String]) -> Vec<(String, i64)> {
    let mut read = Read::of(&format(text), &log.concat());
    let scored = read.session.score_season(read.editions.as_ref().unwrap()).unwrap();
    let json = json(&scored, &read.editions().of_season);
    let standings = json["standings"].as_object().unwrap();
    assert_eq!(standings.keys().collect::<Vec<_>>(), ["season"]);
    let rows = standings["season"].as_array().unwrap().iter();
    let row = |row: &serde_json::Value| {
        (row["entrant"].as_str().unwrap().to_owned(), row["columns"]["x"].as_i64().unwrap())
    };
    rows.map(row).collect()
}

fn rows(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// The cup, with a standing over all editions.
fn with_season(x: &str) -> String {
    let season = format!(
        "[standing.season]\nover = 'season'\norder = '{x} as x highest first'\n[[phase]]\nname = 'open'"
    );
    CUP.replacen("[[phase]]\nname = 'open'", &season, 1).replace('%', "")
}

#[test]
fn matches_of_two_editions_are_two() {
    let semi = |id: &str, date: &str| {
        game(id, PAIR, &format!(r#""phase": "cup", "round": 1, "match": "semi 1", "date": "{date}""#))
    };
    // Ada wins each of them; as one match it would be one.
    let log = [semi("a", "2026-12-05"), semi("b", "2027-01-05")];
    assert_eq!(season(&with_season("won"), &log), rows(&[("Ada", 2), ("Bo", 0)]));
}

#[test]
fn limits_are_those_of_each_edition() {
    let text = with_season("games")
        .replace("name = 'open'\n", "name = 'open'\nmost_matches = 1\nmost_meetings = 1\n");
    let log = [
        game("a", PAIR, r#""match": "1", "date": "2026-11-05""#),
        // The second match of Ada in November.
        game("b", ["Ada", "Cy"], r#""match": "2", "date": "2026-11-06""#),
        game("c", ["Ada", "Cy"], r#""match": "3", "date": "2026-12-06""#),
    ];
    assert_eq!(season(&text, &log), rows(&[("Ada", 2), ("Bo", 1), ("Cy", 1)]));
}

#[test]
fn ties_are_refused_where_they_are() {
    // Two to one in November, one to two in December: level over both, and in neither.
    let log =
        [game("a", PAIR, r#""date": "2026-11-05""#), game("b", ["Bo", "Ada"], r#""date": "2026-12-05""#)];
    let refusing =
        with_season("score").replace("[standing.season]\n", "[standing.season]\nties = 'refuse'\n");
    let mut read = Read::of(&format(&refusing), &log.concat());
    for edition in read.editions().known.clone() {
        read.score(edition);
    }
    assert!(read.session.score_season(read.editions.as_ref().unwrap()).is_none());
    assert!(read.session.complaints.iter().any(|complaint| complaint.code == Code::TieRefused));
    let refusing = with_season("score").replace("[standing.table]\n", "[standing.table]\nties = 'refuse'\n");
    assert_eq!(season(&refusing, &log), rows(&[("Ada", 3), ("Bo", 3)]));
}

#[test]
fn every_edition_draws_by_a_seed_of_its_own() {
    let log = game("a", PAIR, r#""date": "2026-11-05""#) + &game("b", PAIR, r#""date": "2026-12-05""#);
    let seeds = |log: &str| {
        let mut read = Read::on(&cup(""), log, Scoring { seed: 5, ..Scoring::default() });
        let known = read.editions().known.clone();
        let seeds: Vec<u64> = known.iter().map(|edition| read.score(*edition).seed).collect();
        (seeds, read.session.score_season(read.editions.as_ref().unwrap()).unwrap().seed)
    };
    let lots = ["2026-11", "2026-12"].map(|name| rulesctl::lot::lot(5, "edition", "", name));
    assert_eq!(seeds(&log), (lots.to_vec(), 5));
    // A seed that is recorded is that of its edition, as it is.
    let recorded = "{\"draw\": {\"seed\": 77, \"edition\": \"2026-11\"}}\n";
    assert_eq!(seeds(&(log + recorded)), (vec![77, lots[1]], 5));
}

#[test]
fn who_comes_later_is_not_in_what_was_paired_before() {
    let league = "language = 1
[edition]
every = 'month'
[seating]
sides = 2
[side.record]
score = 'integer 0 or more'
[standing.table]
order = 'sum(score) highest first'
[[phase]]
name = 'league'
pairing = 'round-robin'
standing = 'table'
";
    let format = format(league);
    let november = game("a", PAIR, r#""round": 1, "date": "2026-11-05""#);
    let december = game("b", ["Bo", "Cy"], r#""round": 1, "date": "2026-12-05""#);
    let entrant = |name: &str| format!("{{\"entrant\": {{\"name\": \"{name}\"}}}}\n");
    let entrants = |log: &str, edition: usize| {
        let mut read = Read::of(&format, log);
        let edition = read.editions().known[edition];
        let json = read.json(edition);
        let names = json["phases"][0]["entrants"].as_array().unwrap().iter();
        let names: Vec<&str> = names.map(|name| name.as_str().unwrap()).collect();
        (names.join(" "), json["remarks"].as_array().unwrap().len())
    };
    let two = entrant("Ada") + &entrant("Bo");
    // Cy is registered when November has been played, and plays in December.
    let log = two.clone() + &november + &entrant("Cy") + &december;
    assert_eq!(entrants(&log, 0), ("Ada Bo".to_owned(), 0));
    assert_eq!(entrants(&log, 1).0, "Ada Bo Cy");
    // As long as there is no later edition Cy is too late for this one, which is said (R0911).
    assert_eq!(entrants(&(two + &november + &entrant("Cy")), 0), ("Ada Bo".to_owned(), 1));
    // Where nobody is registered, those who play in an edition are in it.
    let log = november + &december;
    assert_eq!(entrants(&log, 0).0, "Ada Bo");
    assert_eq!(entrants(&log, 1).0, "Bo Cy");
}
