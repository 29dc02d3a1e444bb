//! An edition in a log of many is what a log of that edition alone would be.

use super::{Read, cup, day, game};
use proptest::prelude::*;
use rulesctl::session::Scoring;
use serde_json::Value;

const NAMES: [&str; 6] = ["Ada", "Bo", "Cy", "Di", "Eva", "Fay"];

/// Each edition, and the month after.
const EDITIONS: [(&str, &str); 4] =
    [("2026-10", "2026-11"), ("2026-11", "2026-12"), ("2026-12", "2027-01"), ("2027-01", "2027-02")];

/// A record of one edition.
#[derive(Debug, Clone)]
struct Record {
    edition: usize,
    pair: (usize, usize),
    day: u32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A game of the open phase, with a date.
    Dated,
    /// One that names its edition.
    Named,
    /// A match of three games past the end of the month.
    PastMidnight,
    /// A game of the bracket, in the month after, in one of its matches.
    Cup(usize),
    /// Acts that name their edition.
    Withdrawal,
    Seed(u64),
    /// An act about the last game of the edition, or the last match.
    Correction,
    Void,
    /// An act with a date.
    Decision,
}

fn record() -> impl Strategy<Value = Record> {
    let kind = prop_oneof![
        4 => Just(Kind::Dated),
        2 => Just(Kind::Named),
        2 => Just(Kind::PastMidnight),
        3 => (0_usize..3).prop_map(Kind::Cup),
        1 => Just(Kind::Withdrawal),
        1 => (0_u64..3).prop_map(Kind::Seed),
        1 => Just(Kind::Correction),
        1 => Just(Kind::Void),
        1 => Just(Kind::Decision),
    ];
    (0_usize..4, (0_usize..6, 1_usize..6), 3_u32..27, kind).prop_map(|(edition, (one, step), day, kind)| {
        Record { edition, pair: (one, (one + step) % 6), day, kind }
    })
}

/// The text of each record, with its edition.
fn texts(records: &[Record]) -> Vec<(usize, String)> {
    let mut last: [Option<(String, &str)>; 4] = [const { None }; 4];
    let mut open: [Option<String>; 4] = [const { None }; 4];
    let mut all = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let (name, after) = EDITIONS[record.edition];
        let pair = [NAMES[record.pair.0], NAMES[record.pair.1]];
        let (day, id) = (format!("{:02}", record.day), format!("g{number}"));
        let text = match record.kind {
            Kind::Dated => game(&id, pair, &format!(r#""date": "{name}-{day}""#)),
            Kind::Named => game(&id, pair, &format!(r#""edition": "{name}", "round": 1"#)),
            Kind::PastMidnight => {
                open[record.edition] = Some(format!("m{number}"));
                let dates = [
                    format!(r#", "date": "{name}-28T23:10""#),
                    String::new(),
                    format!(r#", "date": "{after}-{day}""#),
                ];
                let of_match = |(part, date): (&str, &String)| {
                    game(&format!("{id}{part}"), pair, &format!(r#""match": "m{number}"{date}"#))
                };
                ["", "b", "c"].into_iter().zip(&dates).map(of_match).collect()
            }
            Kind::Cup(of) => {
                let (of_match, round) = [("semi 1", 1), ("semi 2", 1), ("final", 2)][of];
                let rest = format!(
                    r#""phase": "cup", "round": {round}, "match": "{of_match}", "date": "{after}-{day}""#
                );
                game(&id, pair, &rest)
            }
            Kind::Withdrawal => {
                format!("{{\"withdrawal\": {{\"entrant\": \"{}\", \"edition\": \"{name}\"}}}}\n", pair[0])
            }
            Kind::Seed(seed) => format!("{{\"draw\": {{\"seed\": {seed}, \"edition\": \"{name}\"}}}}\n"),
            Kind::Correction => {
                let Some(game) = &last[record.edition] else { continue };
                let (game, pair) = game;
                format!(
                    "{{\"correction\": {{\"game\": \"{game}\", \"sides\": {{\"{pair}\": {{\"score\": {number}}}}}}}}}\n"
                )
            }
            Kind::Void => {
                let Some(of_match) = &open[record.edition] else { continue };
                format!("{{\"void\": {{\"match\": \"{of_match}\"}}}}\n")
            }
            Kind::Decision => format!(
                "{{\"decision\": {{\"phase\": \"cup\", \"match\": \"final\", \"winner\": \"{}\", \"date\": \"{after}-{day}\"}}}}\n",
                pair[0]
            ),
        };
        if text.starts_with("{\"game\"") {
            last[record.edition] = Some((id, pair[0]));
        }
        all.push((record.edition, text));
    }
    all
}

/// What is written about an edition, without the lines on which records stand.
fn scored(log: &str, edition: usize, scoring: Scoring) -> Option<Value> {
    let mut read = Read::on(&cup("zone = 'Europe/Paris'"), log, scoring);
    let known = read.editions().known.clone();
    let edition = known.into_iter().find(|known| known.to_string() == EDITIONS[edition].0)?;
    let mut json = read.json(edition);
    without_lines(&mut json);
    Some(json)
}

fn without_lines(json: &mut Value) {
    match json {
        Value::Object(members) => {
            members.remove("line");
            // The log of an edition alone has other bytes.
            members.remove("logs");
            members.remove("notes");
            members.values_mut().for_each(without_lines);
        }
        Value::Array(items) => items.iter_mut().for_each(without_lines),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn an_edition_is_what_its_records_alone_are(
        records in prop::collection::vec(record(), 1..40),
        seed in 0_u64..5,
    ) {
        let scoring = Scoring { seed, today: Some(day("2027-01-15")), ..Scoring::default() };
        let entrants = NAMES.map(|name| format!("{{\"entrant\": {{\"name\": \"{name}\"}}}}\n")).concat();
        let texts = texts(&records);
        let log = |edition: Option<usize>| -> String {
            let own = texts.iter().filter(|(of, _)| edition.is_none_or(|edition| edition == *of));
            std::iter::once(entrants.as_str()).chain(own.map(|(_, text)| text.as_str())).collect()
        };
        for (edition, (name, _)) in EDITIONS.iter().enumerate() {
            let together = scored(&log(None), edition, scoring);
            let alone = scored(&log(Some(edition)), edition, scoring);
            prop_assert_eq!(together, alone, "{} of\n{}", name, log(None));
        }
    }
}
