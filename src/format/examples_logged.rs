//! `[[example]]` with a `log`: what is recorded of an event, and how it must stand then.
//!
//! Comes in: the table. Goes out: an [`ExampleEntry`] with a [`LoggedEntry`] in place of games. It must never know what a
//! log means. Start with [`read`].

use super::examples::{read_expected, read_name, read_set};
use super::walk::{Reader, Table, Value};
use super::{ExampleEntry, LoggedEntry};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::Date;
use toml::de::DeValue;

const KEYS: [&str; 13] = [
    "name",
    "set",
    "log",
    "date",
    "expect",
    "winners",
    "nobody",
    "undecided",
    "meets",
    "places",
    "overdue",
    "because",
    "not_because",
];
/// What can be expected, of which something must be.
const OUTCOMES: [&str; 7] = ["expect", "winners", "nobody", "undecided", "meets", "places", "overdue"];
const LOG: &str = "log = '{\"withdrawal\": {\"entrant\": \"Ada\"}}'";
const DATE: &str = "date = 2026-12-13";
const WINNERS: &str = "winners = { \"semi 1\" = \"Ada\" }";
const MEETS: &str = "meets = { final = [\"Ada\", \"Bo\"] }";
const PLACES: &str = "places = { Ada = 1 }";
const BECAUSE: &str = "because = [\"deadlines\"]";

/// Whether an example gives a log.
pub(super) fn is_logged(table: &Table<'_>) -> bool {
    table.get("log").is_some()
}

/// Reads one.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>) -> ExampleEntry {
    for entry in table.entries.iter().filter(|entry| !KEYS.contains(&entry.name.text.as_str())) {
        let hint = match entry.name.text.as_str() {
            key @ ("game" | "games" | "entrants" | "after" | "begin") => {
                Some(format!("what is recorded stands in `log`: take `{key}` out"))
            }
            _ => None,
        };
        reader.unknown(table, &entry.name, &KEYS, hint);
    }
    let name = read_name(reader, table);
    let set = read_set(reader, table);
    let log = table.get("log").and_then(|value| text(reader, value));
    let logged = LoggedEntry {
        log: log.unwrap_or_else(|| Name { text: String::new(), span: table.span }),
        date: table.get("date").and_then(|value| date(reader, value)),
        winners: pairs(reader, table, ("winners", WINNERS), |reader, value| {
            reader.reference(value, WINNERS).into_iter().collect()
        })
        .into_iter()
        .filter_map(|(of_match, mut names, _)| Some((of_match, names.pop()?)))
        .collect(),
        nobody: names(reader, table, "nobody").map(|(names, _)| names).unwrap_or_default(),
        undecided: names(reader, table, "undecided").map(|(names, _)| names).unwrap_or_default(),
        meets: pairs(reader, table, ("meets", MEETS), |reader, value| reader.references(value, MEETS)),
        places: places(reader, table),
        overdue: names(reader, table, "overdue"),
    };
    if !OUTCOMES.iter().any(|key| table.get(key).is_some()) {
        reader.missing(table, "`winners`", WINNERS);
    }
    let expect = table.get("expect").map(|value| read_expected(reader, value)).unwrap_or_default();
    let because = table.get("because").map(|value| reader.references(value, BECAUSE));
    let not_because = table.get("not_because").map(|value| reader.references(value, BECAUSE));
    ExampleEntry {
        name,
        set,
        after: None,
        entrants: Vec::new(),
        begin: Vec::new(),
        games: Vec::new(),
        expect,
        because: because.unwrap_or_default(),
        not_because: not_because.unwrap_or_default(),
        logged: Some(logged),
        span: table.span,
    }
}

/// The log itself.
fn text(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Name> {
    let DeValue::String(text) = value.node else {
        reader.wrong(value, "a text", LOG);
        return None;
    };
    Some(Name { text: text.to_string(), span: value.span })
}

fn date(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Date> {
    let date = match value.node {
        DeValue::Datetime(written) => Date::parse(&written.to_string()),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => None,
    };
    if date.is_none() {
        reader.wrong(value, "a day", DATE);
    }
    date
}

/// `nobody = ["semi 1"]`
fn names(reader: &mut Reader<'_>, table: &Table<'_>, key: &str) -> Option<(Vec<Name>, Span)> {
    let value = table.get(key)?;
    let example = format!("{key} = [\"semi 1\"]");
    // That none is, is worth saying too.
    let items = reader.list(value, "a list of names", &example)?;
    let names = items.iter().filter_map(|item| reader.reference(item, &example));
    Some((names.collect(), value.span))
}

/// A table of matches, each with names.
fn pairs(
    reader: &mut Reader<'_>,
    table: &Table<'_>,
    (key, example): (&str, &str),
    read: impl Fn(&mut Reader<'_>, &Value<'_>) -> Vec<Name>,
) -> Vec<(Name, Vec<Name>, Span)> {
    let Some(value) = table.get(key) else { return Vec::new() };
    let Some(pairs) = reader.table(value, &format!("`{key}`"), example) else { return Vec::new() };
    let pair = |entry: &super::walk::Entry<'_>| {
        let names = read(reader, &entry.value);
        (entry.name.clone(), names, entry.value.span)
    };
    pairs.entries.iter().map(pair).collect()
}

/// `places = { Ada = 1 }`
fn places(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Name, u32, Span)> {
    let Some(value) = table.get("places") else { return Vec::new() };
    let Some(places) = reader.table(value, "`places`", PLACES) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in &places.entries {
        let number = if entry.value.node.is_integer() { reader.integer(&entry.value) } else { None };
        match number.and_then(|number| u32::try_from(number).ok()).filter(|place| *place > 0) {
            Some(place) => all.push((entry.name.clone(), place, entry.value.span)),
            None => reader.complain(
                Diagnostic::new(Code::WrongShape, format!("{} is no place", entry.value.what))
                    .at(entry.value.span, "a whole number from 1 is wanted")
                    .help(format!("write it like this: `{PLACES}`")),
            ),
        }
    }
    all
}
