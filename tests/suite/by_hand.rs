//! The values of the cases, worked out by hand.
//!
//! A case below `tests/language/` may say in its remarks what comes out, one value a line, each from the words of the
//! reference and not from the program:
//!
//! ```text
//! #= game 1.spread = 3                 a column of a game by its id; `match m1.…` the same
//! #= game 1 Ada.points = 2             of a side by its entrant or its seat, or of a part by its name
//! #= game 1 Ada.first.points = 11      of a part of this side
//! #= game 1 Ada.now.wins = 2           of a state, after this game
//! #= entrant Ada.points = 7
//! #= event.games = 4
//! #= standing table = 1 Ada, 2 Bo      places and entrants
//! #= warnings = 1                      how many; `voids`, `faults` the same
//! #= warning 2 = too long              what the second of them says; `void`, `fault` the same
//! ```
//!
//! `missing` stands for a value that is not there. Fractions are written as in JSON: `0.75`, `2/3`.

use crate::support::{Run, files, root};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;

#[test]
fn what_was_worked_out_by_hand_comes_out() {
    let mut wrong = String::new();
    let mut count = 0;
    for path in files(&root().join("tests/language"), ".toml") {
        let format = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = format.lines().filter_map(|line| line.strip_prefix("#= ")).collect();
        if lines.is_empty() {
            continue;
        }
        let run = Run::beside(&path);
        assert!(!run.json.is_empty(), "{} must be scored:\n{}", path.display(), run.text());
        let report: Value = serde_json::from_str(&run.json).unwrap();
        for line in lines {
            count += 1;
            let Some((place, wanted)) = line.rsplit_once(" = ") else {
                let _ = writeln!(wrong, "{}: `{line}` has no ` = `", path.display());
                continue;
            };
            let found = found(&report, place).unwrap_or_else(|| "nothing of this name".to_owned());
            if found != wanted {
                let _ = writeln!(wrong, "{}: {place} must be {wanted}, and is {found}", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(count > 1000, "only {count} values by hand");
}

/// What a report has at a place.
fn found(report: &Value, place: &str) -> Option<String> {
    let (kind, rest) = place.split_at(place.find([' ', '.']).unwrap_or(place.len()));
    let rest = rest.get(1..).unwrap_or_default();
    match kind {
        "warnings" | "voids" | "faults" => Some(report[kind].as_array()?.len().to_string()),
        "warning" | "void" | "fault" => {
            let place = rest.parse::<usize>().ok()?.checked_sub(1)?;
            Some(shown(&report[format!("{kind}s")].get(place)?["text"]))
        }
        "standing" => {
            let rows = report["standings"][rest].as_array()?.iter();
            let words =
                rows.map(|row| format!("{} {}", row["place"], row["entrant"].as_str().unwrap_or("?")));
            Some(words.collect::<Vec<_>>().join(", "))
        }
        "event" => Some(shown(&report["event"][rest])),
        "entrant" => {
            let (name, column) = rest.split_once('.')?;
            Some(cell(named(&report["entrants"], "name", name)?, column))
        }
        "game" | "match" => {
            let (who, column) = rest.split_once('.')?;
            let (id, who) = who.split_once(' ').map_or((who, None), |(id, who)| (id, Some(who)));
            let all = if kind == "game" { &report["games"] } else { &report["matches"] };
            let row = named(all, "id", id)?;
            let Some(who) = who else { return Some(cell(row, column)) };
            let side = ["entrant", "seat"].iter().find_map(|key| named(&row["sides"], key, who));
            let mut owners = row["sides"].as_array()?.iter().chain([row]);
            let mut part = || owners.find_map(|owner| owner["parts"].get(who));
            // `now.wins` is one column.
            let of_part = column.split_once('.').filter(|(name, _)| *name != "now");
            if let (Some(side), Some((name, column))) = (side, of_part) {
                return Some(
                    side["parts"]
                        .get(name)
                        .map_or_else(|| "no such part".to_owned(), |part| shown(&part[column])),
                );
            }
            side.map(|side| cell(side, column)).or_else(|| part().map(|part| shown(&part[column])))
        }
        _ => None,
    }
}

fn named<'a>(rows: &'a Value, key: &str, name: &str) -> Option<&'a Value> {
    rows.as_array()?.iter().find(|row| shown(&row[key]) == name)
}

/// A column of a row: a ruled or recorded one, else one that every format has.
fn cell(row: &Value, column: &str) -> String {
    shown(row["columns"].get(column).unwrap_or(&row[column]))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "missing".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}
