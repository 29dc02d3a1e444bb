//! `[seating]`: how many sides a game has, who sits where, what each seat owns.
//!
//! Comes in: the table, with one plan or with one per choice of an option. Goes out: a [`SeatingEntry`],
//! which replaces that of the base. Whether it fits the parts and options, `seating_fit` says.
//! It must never know a game. Start with [`read`].

use super::names::Naming;
use super::walk::{Reader, Table, Value};
use super::{FormatFile, SeatingEntry, SeatingPlan, SideCount};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::Name;
use toml::de::DeValue;

const SIDES: &str = "sides = \"2 to 4\"";
const SEATS: &str = "seats = { north = [\"blue\"], south = [\"red\"] }";
const BY: &str = "by = \"players\"";

/// Reads the seating into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    let mut plans = Vec::new();
    let by = table.get("by").and_then(|value| reader.reference(value, BY));
    if table.get("by").is_some() {
        for entry in table.entries.iter().filter(|entry| entry.name.text != "by") {
            if matches!(entry.name.text.as_str(), "sides" | "seats") && !holds_plan(&entry.value) {
                let message =
                    format!("`{}` stands beside `by`, which chooses among several plans", entry.name.text);
                reader.complain(
                    Diagnostic::new(Code::BadSeating, message)
                        .at(entry.name.span, "to which plan does it belong?")
                        .help(format!("write it into each plan: `[seating.CHOICE]` with `{SEATS}`")),
                );
                continue;
            }
            let called = format!("[seating.{}]", entry.name.text);
            if let Some(plan) = reader.table(&entry.value, &called, &called) {
                plans.push(read_plan(reader, &plan, Some(entry.name.clone())));
            }
        }
    } else {
        let keys = ["by", "sides", "seats"];
        for entry in table.entries.iter().filter(|entry| !keys.contains(&entry.name.text.as_str())) {
            let hint = entry.value.node.is_table().then(|| {
                format!("a plan for a choice needs the option that chooses it: `{BY}` in `[seating]`")
            });
            reader.unknown(table, &entry.name, &keys, hint);
        }
        plans.push(read_keys(reader, table, None));
    }
    format.seating = Some(SeatingEntry { by, plans, span: table.span });
}

/// A choice may be called `sides` or `seats`: then it is a table that holds one of the two.
fn holds_plan(value: &Value<'_>) -> bool {
    let map = value.node.as_table();
    map.is_some_and(|map| map.iter().any(|(key, _)| matches!(key.get_ref().as_ref(), "sides" | "seats")))
}

fn read_plan(reader: &mut Reader<'_>, table: &Table<'_>, choice: Option<Name>) -> SeatingPlan {
    reader.known(table, &["sides", "seats"]);
    read_keys(reader, table, choice)
}

fn read_keys(reader: &mut Reader<'_>, table: &Table<'_>, choice: Option<Name>) -> SeatingPlan {
    let sides = table.get("sides").and_then(|value| read_sides(reader, value));
    let seats = table.get("seats").map(|value| read_seats(reader, value)).unwrap_or_default();
    if let (true, Some(value)) = (seats.is_empty(), table.get("seats").filter(|value| is_empty(value))) {
        reader.complain(
            Diagnostic::new(Code::BadSeating, "there are no seats").at(value.span, "empty").help(
                "name them, `seats = [\"north\", \"south\"]`, or leave the key out: then sides have no seats",
            ),
        );
    }
    let sides_span = table.get("sides").map_or(table.span, |value| value.span);
    SeatingPlan { choice, sides, sides_span, seats, span: table.span }
}

fn read_seats(reader: &mut Reader<'_>, value: &Value<'_>) -> Vec<(Name, Vec<Name>)> {
    if value.node.is_array() {
        let seats = reader.names(value, Naming::InRules, "seats = [\"north\", \"south\"]");
        return seats.into_iter().map(|seat| (seat, Vec::new())).collect();
    }
    let Some(table) = reader.table(value, "`seats`", SEATS) else { return Vec::new() };
    let mut seats = Vec::new();
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        seats.push((entry.name.clone(), reader.references(&entry.value, SEATS)));
    }
    seats
}

fn read_sides(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<SideCount> {
    let count = match value.node {
        DeValue::Integer(_) => {
            let count = u32::try_from(reader.integer(value)?).ok();
            count.map(|count| SideCount { least: count, most: Some(count) })
        }
        DeValue::String(text) => parse_sides(text),
        DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_)
        | DeValue::Table(_) => {
            reader.wrong(value, "a number of sides", SIDES);
            return None;
        }
    };
    if count.is_none() {
        reader.complain(
            Diagnostic::new(Code::WrongShape, "`sides` must be a number of sides")
                .at(value.span, "not a number of sides")
                .help("write `\"2\"`, `\"2 to 4\"` or `\"2 or more\"`"),
        );
    }
    count
}

fn parse_sides(text: &str) -> Option<SideCount> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?;
    match words.as_slice() {
        [count] => number(count).map(|count| SideCount { least: count, most: Some(count) }),
        [least, "to", most] => Some(SideCount { least: number(least)?, most: Some(number(most)?) }),
        [least, "or", "more"] => Some(SideCount { least: number(least)?, most: None }),
        _ => None,
    }
}

fn is_empty(value: &Value<'_>) -> bool {
    match value.node {
        DeValue::Array(items) => items.is_empty(),
        DeValue::Table(map) => map.is_empty(),
        _ => false,
    }
}
