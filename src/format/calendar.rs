//! `[edition]`, and what a phase says of days and limits.
//!
//! Comes in: the tables. Goes out: an [`EditionEntry`], [`DayEntry`]s, [`CountEntry`]s. It must never know whether a match
//! or an option exists. Start with [`edition`].

use super::schemes::{cites, count};
use super::walk::{Reader, Table, Value};
use super::{CountEntry, DayEntry, DeadlineEntry, EditionEntry, FormatFile, LimitEntry, OpenEntry};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Day, Every};
use crate::value::Date;
use toml::de::DeValue;

const EVERY: [(&str, Every); 2] = [("month", Every::Month), ("year", Every::Year)];
const DAY: &str = "\"day 12\"";
const MOST: i64 = 1_000_000;

/// Reads `[edition]` into `format`.
pub(super) fn edition(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    reader.known(table, &["every", "zone", "cites"]);
    let every = reader.required(table, "every", "every = \"month\"").and_then(|value| {
        reader.word(
            value,
            &EVERY,
            "no length of an edition",
            "`month`: one for each month; `year`: one for each year",
        )
    });
    let zone = table.get("zone").and_then(|value| reader.reference(value, "zone = \"Europe/Paris\""));
    let cites = cites(reader, table);
    let Some(every) = every else { return };
    format.edition = Some(EditionEntry { every, zone, cites, span: table.span });
}

/// `period = 2` of a phase.
pub(super) fn period(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<(u32, crate::source::Span)> {
    let value = table.get("period")?;
    Some((count(reader, value, 1..=120, "period = 2")?, value.span))
}

/// `until = "last day"` of a phase.
pub(super) fn until(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<DayEntry> {
    table.get("until").and_then(|value| day(reader, value, "until = \"last day\""))
}

/// `[phase.deadlines]`
pub(super) fn deadlines(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<DeadlineEntry> {
    let Some(value) = table.get("deadlines") else { return Vec::new() };
    let example = "[phase.deadlines]";
    let Some(table) = reader.table(value, example, example) else { return Vec::new() };
    let lines = table.entries.iter().filter_map(|entry| {
        let example = format!("\"{}\" = {DAY}", entry.name.text);
        let (by, cites) = if entry.value.node.is_table() {
            let line = reader.table(
                &entry.value,
                "a deadline",
                &format!("\"{}\" = {{ by = {DAY} }}", entry.name.text),
            )?;
            reader.known(&line, &["by", "cites"]);
            let by = reader
                .required(&line, "by", &format!("by = {DAY}"))
                .and_then(|value| day(reader, value, &example));
            (by?, cites(reader, &line))
        } else {
            (day(reader, &entry.value, &example)?, Vec::new())
        };
        Some(DeadlineEntry { matches: entry.name.clone(), by, cites })
    });
    lines.collect()
}

/// `most_matches`, `most_meetings` and `games` of an open phase.
pub(super) fn limits(reader: &mut Reader<'_>, table: &Table<'_>) -> OpenEntry {
    OpenEntry {
        most_matches: limit(reader, table, ("most_matches", 15)),
        most_meetings: limit(reader, table, ("most_meetings", 1)),
        games: count_of(reader, table, ("games", 16)),
    }
}

/// How many count, and the clauses that say so, where it is a table.
fn limit(reader: &mut Reader<'_>, table: &Table<'_>, (key, for_example): (&str, u32)) -> Option<LimitEntry> {
    let value = table.get(key)?;
    if !value.node.is_table() {
        let count = count_of(reader, table, (key, for_example))?;
        return Some(LimitEntry { count, cites: Vec::new() });
    }
    let example = format!("{key} = {{ count = {for_example} }}");
    let line = reader.table(value, "a limit", &example)?;
    reader.known(&line, &["count", "cites"]);
    reader.required(&line, "count", &format!("count = {for_example}"))?;
    let count = count_of(reader, &line, ("count", for_example));
    let cites = cites(reader, &line);
    Some(LimitEntry { count: count?, cites })
}

/// A number, or the name of the option that holds it.
pub(super) fn count_of(
    reader: &mut Reader<'_>,
    table: &Table<'_>,
    (key, for_example): (&str, u32),
) -> Option<CountEntry> {
    let value = table.get(key)?;
    if value.node.is_str() {
        return reader.reference(value, &format!("{key} = {for_example}")).map(CountEntry::Option);
    }
    count(reader, value, 1..=MOST, &format!("{key} = {for_example}")).map(CountEntry::Number)
}

/// `"day 12"`, `"last day"`, `2026-12-12`.
fn day(reader: &mut Reader<'_>, value: &Value<'_>, example: &str) -> Option<DayEntry> {
    let read = match value.node {
        DeValue::String(text) => match text.trim() {
            "last day" => Some(Day::Last),
            text => {
                let number = text.strip_prefix("day ").and_then(|number| number.trim().parse().ok());
                number.filter(|day| (1..=31).contains(day)).map(Day::OfMonth)
            }
        },
        DeValue::Datetime(written) => Date::parse(&written.to_string()).map(Day::Date),
        DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => None,
    };
    if read.is_none() {
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("{} is no day", value.what))
                .at(value.span, "a day is wanted")
                .note("`\"day 12\"`: of the month in which the phase is played; `\"last day\"`: of that month; or a date")
                .help(format!("write it like this: `{example}`")),
        );
    }
    Some(DayEntry { day: read?, span: value.span })
}
