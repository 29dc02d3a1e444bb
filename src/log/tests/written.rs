//! Parts in lists that are written as one text: read in every encoding, corrected, written again.

use super::fixtures::racks;
use super::shown::{acts, log, outcome, tables};
use super::writing::written;
use crate::log::{Reading, wide_headings};
use insta::assert_snapshot;
use proptest::prelude::*;
use std::fmt::Write as _;

/// The tables of logs, without the places of their games.
fn facts(logs: &[(&str, &str)]) -> String {
    let logs: Vec<(&str, &[u8])> = logs.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let mut log = log(&racks(), &logs, Reading::default());
    log.tables.games.iter_mut().for_each(|place| (place.log, place.line) = (0, 0));
    log.names = vec!["log".to_owned()];
    tables(&racks(), &log)
}

#[test]
fn one_log_in_every_encoding() {
    let entrants = "name,laps\nA,2026-11-30: 1.5|2026-12-01 :2/3\nB,\n";
    let texts = r#"{"entrant": {"name": "A", "laps": ["2026-11-30: 1.5", "2026-12-01:2/3"]}}
{"entrant": {"name": "B"}}
{"game": {"id": "g", "ends": ["5-10", "0-0"], "board": {"words": ["8×QUIZ", "0.5×a×b"]}, "sides": {"A": {"score": 3, "hand": ["hearts 1", "spades  13"], "purse": ["1:30", 45], "first": {"tiles": ["1-2"]}}, "B": {"score": 4, "hand": [], "second": {"tiles": ["3-4", " 5 - 6 "]}}}}}
"#;
    let objects = r#"{"entrant": {"name": "A", "laps": [{"day": "2026-11-30", "points": 1.5}, {"day": "2026-12-01", "points": "2/3"}]}}
{"entrant": {"name": "B"}}
{"game": {"id": "g", "ends": [{"a": 5, "b": 10}, {"a": 0, "b": 0}], "board": {"words": [{"points": 8, "word": "QUIZ"}, {"word": "a×b", "points": "0.5"}]}, "sides": {"A": {"score": 3, "hand": [{"suit": "hearts", "rank": 1}, {"rank": 13, "suit": "spades"}], "purse": [{"worth": 90}, {"worth": 45}], "first": {"tiles": [{"a": 1, "b": 2}]}}, "B": {"score": 4, "hand": [], "second": {"tiles": [{"a": 3, "b": 4}, {"a": 5, "b": 6}]}}}}}
"#;
    let wide = "id,ends,board.words,1,2,1.score,2.score,1.hand,2.hand,1.purse,1.first.tiles,2.second.tiles\n\
                g,5-10|0-0,8×QUIZ|0.5×a×b,A,B,3,4,hearts 1|spades 13,,1:30|45,1-2,3-4|5-6\n";
    let long = "game,ends,board.words,entrant,score,hand,purse,first.tiles,second.tiles\n\
                g,5-10|0-0,,A,3,hearts 1|spades 13,1:30 | 45 s,1-2,\n\
                g,5-10|0-0,8×QUIZ|0.5×a×b,B,4,,,,3-4|5-6\n";
    let first = facts(&[("texts", texts)]);
    assert_eq!(first, facts(&[("objects", objects)]));
    assert_eq!(first, facts(&[("entrants", entrants), ("wide", wide)]));
    assert_eq!(first, facts(&[("entrants", entrants), ("long", long)]));
    assert_eq!(written(&racks(), objects), written(&racks(), texts));
    assert_snapshot!(first + &written(&racks(), objects));
}

#[test]
fn a_sheet_to_be_filled_in_has_a_column_for_each_list() {
    let recorded = wide_headings(&racks(), &racks().defaults(), 2).recorded;
    let lists =
        ["1.hand", "1.purse", "2.hand", "2.purse", "1.first.tiles", "2.second.tiles", "board.words", "ends"];
    for heading in lists {
        assert!(recorded.iter().any(|known| known == heading), "{heading}: {recorded:?}");
    }
    assert!(!recorded.iter().any(|known| known.contains("suit") || known.contains("laps")), "{recorded:?}");
}

#[test]
fn what_a_text_does_not_hold_is_an_object() {
    let text = r#"{"game": {"board": {"words": [{"points": 1, "word": ""}, {"points": 2, "word": " a"}, "3×a b", {"points": "1/3", "word": "|"}]}, "sides": {"A": {"hand": [{"suit": "hearts", "rank": 1, "marked": false}, {"suit": "hearts", "rank": 2, "marked": true}, {"suit": "hearts", "rank": 3, "from": "x"}, {"suit": "hearts", "rank": 4, "dots": [5]}, {"suit": "hearts", "rank": 5, "dots": []}]}, "B": {}}}}
"#;
    assert_snapshot!(written(&racks(), text));
}

#[test]
fn corrections() {
    let game = r#"{"game": {"id": "g", "ends": ["5-10", "1-1"], "sides": {"A": {"hand": ["hearts 1", {"suit": "spades", "rank": 2, "from": "x", "dots": [1]}], "purse": [1, 2], "first": {"tiles": ["1-2"]}}, "B": {"hand": ["hearts 3"]}}}}
"#;
    let corrections = r#"{"correction": {"game": "g", "ends": ["5-10", "0-1"], "sides": {"A": {"hand": ["hearts 1", {"rank": 3, "from": null, "marked": true}], "purse": [3, "1:00"], "first": {"tiles": [{"b": 3}]}}}}}
{"correction": {"game": "g", "sides": {"A": {"hand": ["spades 13", "hearts 12"]}}}}
"#;
    let text = format!("{game}{corrections}");
    let read = log(&racks(), &[("log", text.as_bytes())], Reading::default());
    let plain = log(&racks(), &[("log", game.as_bytes())], Reading::default());
    assert_eq!(tables(&racks(), &read.as_of(0)), tables(&racks(), &plain), "undone");
    assert_snapshot!(tables(&racks(), &read) + &acts(&racks(), &read) + &written(&racks(), &text));
}

#[test]
fn bad_corrections() {
    let game = r#"{"game": {"id": "g", "ends": ["5-10", "1-1"], "sides": {"A": {"hand": [{"suit": "spades", "rank": 2, "dots": [1]}]}, "B": {}}}}
"#;
    let mut out = String::new();
    for correction in [
        r#""ends": ["5-10"]"#,
        r#""ends": ["5-10", "1-19"]"#,
        r#""ends": ["5-10", "1\u002d19"]"#,
        r#""ends": ["510", 7]"#,
        r#""ends": [{"a": 19}, {"c": 1}]"#,
        r#""ends": [null, ["5-10"]]"#,
        r#""ends": [{"a": null}, {"a": 1, "a": 2}]"#,
        r#""ends": "5-10|1-1""#,
        r#""ends": ["5-10", "1-1"]"#,
        r#""sides": {"A": {"hand": [{"dots": [2]}]}}"#,
        r#""sides": {"A": {"hand": [{"dots": 2, "name": "hearts 1"}]}, "B": {"purse": [3]}}"#,
        r#""sides": {"B": {"first": {"tiles": []}}}"#,
    ] {
        let text = format!("{game}{{\"correction\": {{\"game\": \"g\", {correction}}}}}\n");
        let said = outcome(&racks(), &[("log", text.as_bytes())], false);
        assert!(!said.contains("undone"), "{said}");
        let _ = writeln!(out, "## {correction}\n{said}");
    }
    assert_snapshot!(out);
}

#[test]
fn a_list_may_be_long() {
    let tiles: Vec<String> = (0..200_000).map(|tile| format!("{}-{}", tile % 19, tile % 7)).collect();
    let csv = format!("id,1,2,ends\ng,A,B,{}\n", tiles.join("|"));
    let json = format!(
        "{{\"game\": {{\"id\": \"g\", \"ends\": {tiles:?}, \"sides\": {{\"A\": {{}}, \"B\": {{}}}}}}}}\n"
    );
    assert!(facts(&[("csv", &csv)]) == facts(&[("json", &json)]));
    let last = csv.len() - 1;
    let bad = format!("{}|x\n", &csv[..last]);
    let said = outcome(&racks(), &[("csv", bad.as_bytes())], false);
    assert!(said.contains("`x` is not written as `a-b`"), "{said}");
}

type Tile = (u8, u8);

/// The tiles as the text of a cell, as texts of JSON, and as objects.
fn shapes(tiles: &[Tile], blanks: &str) -> (String, String, String) {
    let texts: Vec<String> = tiles.iter().map(|(a, b)| format!("{blanks}{a}{blanks}-{blanks}{b}")).collect();
    let objects: Vec<String> = tiles.iter().map(|(a, b)| format!("{{\"b\": {b}, \"a\": {a}}}")).collect();
    let quoted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
    (texts.join("|"), quoted.join(", "), objects.join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn it_is_one_list_however_it_is_written(
        games in prop::collection::vec(prop::array::uniform3(prop::collection::vec((0..19_u8, 0..19_u8), 0..4)), 1..4),
        blanks in prop::sample::select(vec!["", " ", "  "]),
    ) {
        let (mut texts, mut objects) = (String::new(), String::new());
        let mut wide = "id,1,2,ends,1.first.tiles,2.second.tiles\n".to_owned();
        let mut long = "game,entrant,ends,first.tiles,second.tiles\n".to_owned();
        for (id, [ends, first, second]) in games.iter().enumerate() {
            let [ends, first, second] = [ends, first, second].map(|tiles| shapes(tiles, blanks));
            let json = |ends: &str, first: &str, second: &str| {
                // A part of which nothing is recorded is not there.
                let part = |name: &str, tiles: &str| match tiles {
                    "" => "{}".to_owned(),
                    tiles => format!("{{{name:?}: {{\"tiles\": [{tiles}]}}}}"),
                };
                let (first, second) = (part("first", first), part("second", second));
                format!("{{\"game\": {{\"id\": \"g{id}\", \"ends\": [{ends}], \"sides\": {{\"A\": {first}, \"B\": {second}}}}}}}\n")
            };
            texts.push_str(&json(&ends.1, &first.1, &second.1));
            objects.push_str(&json(&ends.2, &first.2, &second.2));
            let _ = writeln!(wide, "g{id},A,B,{},{},{}", ends.0, first.0, second.0);
            let _ = writeln!(long, "g{id},A,,{},\ng{id},B,{},,{}", first.0, ends.0, second.0);
        }
        let wanted = facts(&[("log", &objects)]);
        for log in [&texts, &wide, &long] {
            prop_assert_eq!(&facts(&[("log", log)]), &wanted, "{}", log);
        }
        // Read from texts and written, from objects and written: the same texts.
        prop_assert_eq!(written(&racks(), &texts), written(&racks(), &objects));
    }

    #[test]
    fn any_text_is_refused_or_read_as_it_is_written(
        list in prop::sample::select(vec!["ends", "board", "hand", "purse", "laps"]),
        text in "[0-9]{0,2}[-–: ×|]{0,3}[0-9a-z./:]{0,4}|(hearts|spades) {1,2}[0-9]{1,2}|2026-1[0-9]-[0-9]{2} ?: ?-?[0-9]{1,3}(/[0-9])?|[0-9]{1,2}×\\PC{0,8}|\\PC{0,12}",
    ) {
        let quoted = serde_json::to_string(&text).unwrap();
        let game = |ends: &str, board: &str, side: &str| {
            format!("{{\"game\": {{\"ends\": [{ends}], \"board\": {{\"words\": [{board}]}}, \"sides\": {{\"A\": {{{side}}}, \"B\": {{}}}}}}}}\n")
        };
        let log = match list {
            "ends" => game(&quoted, "", ""),
            "board" => game("", &quoted, ""),
            "laps" => format!("{{\"entrant\": {{\"name\": \"A\", \"laps\": [{quoted}]}}}}\n{}", game("", "", "")),
            list => game("", "", &format!("\"{list}\": [{quoted}]")),
        };
        let said = outcome(&racks(), &[("log", log.as_bytes())], false);
        if said.starts_with("R0") {
            prop_assert!(!said.contains("[]"), "every complaint points at something: {said}");
        } else {
            // What is written says the same when it is read, and is written the same again.
            written(&racks(), &log);
        }
        // In a cell as well, nothing panics, and whatever is read there is read from JSON.
        if !text.contains(['"', ',', '\n', '\r']) && list == "ends" && !text.contains('|') && !text.trim().is_empty() {
            let cell = outcome(&racks(), &[("log", format!("id,1,2,ends\n,A,B,{text}\n").as_bytes())], false);
            prop_assert_eq!(cell.starts_with("R0"), said.starts_with("R0"), "{}\n{}", cell, said);
        }
    }
}
