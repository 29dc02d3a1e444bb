//! What belongs to one way of pairing: pools, a round robin, a knockout.
//!
//! Comes in: the table of a phase. Goes out: its [`PoolsEntry`], [`RoundRobinEntry`] or [`KnockoutEntry`].
//! It must never know whether a schedule fits the seats, or a bracket the entrants. Start with [`pools`].

use super::calendar;
use super::walk::{Reader, Table, Value};
use super::{CutEntry, KnockoutEntry, PoolsEntry, RankingEntry, RoundRobinEntry, ScheduleEntry};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::syntax::ast::{Draw, Name};
use crate::syntax::{parse_bracket, parse_order, parse_schedule};
use std::ops::RangeInclusive;
use toml::de::DeValue;

const DRAWS: [(&str, Draw); 3] = [("lot", Draw::Lot), ("position", Draw::Position), ("snake", Draw::Snake)];
const EXTRA: [(&str, bool); 2] = [("until decided", true), ("none", false)];
const NO_DRAW: &str = "no way to give out places";
const CITES: &str = "cites = [\"four_rounds\"]";
const CUT: &str = "first = { by = \"entry\", draw = \"lot\" }";
const REMAINDER: &str = "remainder = \"pools of 4\"";
const SCHEDULE: &str = "schedule = 'A v B'";
const BRACKET: &str = "bracket = \"single elimination\"";
/// Entrants of a schedule are the letters from A to Z.
const LARGEST_POOL: i64 = 26;
const MOST_ROUNDS: i64 = 1000;

/// `rounds` and `[phase.pools]`.
pub(super) fn pools(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<PoolsEntry> {
    let rounds = reader
        .required(table, "rounds", "rounds = 4")
        .and_then(|value| count(reader, value, 1..=MOST_ROUNDS, "rounds = 4"));
    let value = reader.required(table, "pools", "[phase.pools]")?;
    let pools = reader.table(value, "[phase.pools]", "[phase.pools]")?;
    reader.known(&pools, &["groups", "first", "later", "schedule"]);
    let groups_span = pools.get("groups").map_or(pools.span, |value| value.span);
    let groups = reader
        .required(&pools, "groups", "groups = 3")
        .and_then(|value| count(reader, value, 2..=LARGEST_POOL, "groups = 3"));
    let plain = CutEntry {
        by: RankingEntry::Entry,
        draw: Draw::default(),
        remainder: None,
        cites: Vec::new(),
        span: groups_span,
    };
    let first = pools.get("first").map_or(Some(plain), |value| cut(reader, value, "first"));
    let later = match pools.get("later") {
        Some(value) => cut(reader, value, "later").map(Some),
        None => Some(None),
    };
    let schedules = match pools.get("schedule") {
        Some(value) => schedules(reader, value),
        None => {
            reader.missing(&pools, "`schedule`", "[phase.pools.schedule]");
            None
        }
    };
    Some(PoolsEntry {
        rounds: rounds?,
        groups: groups?,
        groups_span,
        first: first?,
        later: later?,
        schedules: schedules?,
    })
}

/// `legs`, `by`, `draw` and `schedule` of a round robin.
pub(super) fn round_robin(reader: &mut Reader<'_>, table: &Table<'_>) -> RoundRobinEntry {
    let legs = table.get("legs").and_then(|value| count(reader, value, 1..=MOST_ROUNDS, "legs = 2"));
    let by = table.get("by").and_then(|value| ranking(reader, value));
    RoundRobinEntry {
        legs: legs.unwrap_or(1),
        by: by.unwrap_or(RankingEntry::Entry),
        draw: draw_of_two(reader, table),
        schedule: schedule_of_two(reader, table),
    }
}

/// `bracket`, `draw` and `schedule` of a knockout.
pub(super) fn knockout(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<KnockoutEntry> {
    let draw = draw_of_two(reader, table);
    let schedule = schedule_of_two(reader, table);
    let value = reader.required(table, "bracket", BRACKET)?;
    let bracket = reader.rule_text(value, "bracket");
    let bracket = bracket.and_then(|text| parse_bracket(&text, reader.complaints));
    let games = calendar::count_of(reader, table, ("games", 16));
    let extra = table.get("extra").and_then(|value| {
        let note = "`until decided`: one more game, as long as the match is level; `none`: `ties` settles it";
        reader.word(value, &EXTRA, "no way to go on from a level match", note)
    });
    Some(KnockoutEntry {
        bracket,
        bracket_span: value.span,
        draw,
        schedule,
        games,
        extra: extra.unwrap_or(false),
    })
}

/// `cites = […]`: clauses cited by a table.
pub(super) fn cites(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<Name> {
    table.get("cites").map(|value| reader.references(value, CITES)).unwrap_or_default()
}

fn cut(reader: &mut Reader<'_>, value: &Value<'_>, key: &str) -> Option<CutEntry> {
    let example = CUT.replace("first", key);
    let table = reader.table(value, &format!("[phase.pools.{key}]"), &example)?;
    reader.known(&table, &["by", "draw", "remainder", "cites"]);
    let by = table.get("by").map_or(Some(RankingEntry::Entry), |value| ranking(reader, value));
    let draw = table.get("draw").and_then(|value| {
        let note = "`lot`: which of each group is drawn; `position`: the first of each group together; \
                    `snake`: every other group backwards";
        reader.word(value, &DRAWS, NO_DRAW, note)
    });
    let remainder = table.get("remainder").and_then(|value| Some((remainder(reader, value)?, value.span)));
    let cites = cites(reader, &table);
    Some(CutEntry { by: by?, draw: draw.unwrap_or_default(), remainder, cites, span: value.span })
}

/// `by = "standing"`, `"entry"`, or an order.
fn ranking(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<RankingEntry> {
    if let DeValue::String(text) = value.node {
        let word = text.trim();
        let near = nearest(word, ["standing", "entry"]);
        match (word, near) {
            ("standing", _) => return Some(RankingEntry::Standing(value.span)),
            ("entry", _) => return Some(RankingEntry::Entry),
            (word, Some(near)) if !word.contains(char::is_whitespace) => {
                reader.complain(
                    Diagnostic::new(Code::WrongShape, format!("`{word}` orders nobody"))
                        .at(value.span, "`standing`, `entry` or an order is wanted")
                        .help(format!("did you mean `{near}`?")),
                );
                return None;
            }
            (_, _) => {}
        }
    }
    let text = reader.rule_text(value, "by")?;
    parse_order(&text, reader.complaints).map(RankingEntry::Keys)
}

fn remainder(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<u32> {
    if !value.node.is_str() {
        reader.wrong(value, "a text in quotes", REMAINDER);
        return None;
    }
    let text = reader.string(value, REMAINDER)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let size = match *words {
        ["pools", "of", size] if size.bytes().all(|digit| digit.is_ascii_digit()) => size.parse().ok(),
        _ => None,
    };
    if size.is_none() {
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("`{text}` says nothing about a remainder"))
                .at(value.span, "the size of the pools that take it in is wanted")
                .help(format!("write it like this: `{REMAINDER}`")),
        );
    }
    size
}

/// `[phase.pools.schedule]`: a schedule for each size of pool.
fn schedules(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Vec<ScheduleEntry>> {
    let example = "[phase.pools.schedule]";
    let table = reader.table(value, example, example)?;
    let mut schedules = Vec::new();
    for entry in &table.entries {
        let key = &entry.name;
        let digits = key.text.bytes().all(|digit| digit.is_ascii_digit());
        let size =
            key.text.parse().ok().filter(|size| digits && (2..=LARGEST_POOL).contains(&i64::from(*size)));
        let Some(size) = size else {
            reader.complain(
                Diagnostic::new(Code::UnknownKey, format!("`{}` is no size of a pool", key.text))
                    .at(key.span, "how many are in the pool?")
                    .help(format!("the key is the number of entrants, from 2 to {LARGEST_POOL}: `3 = '…'`")),
            );
            continue;
        };
        schedules.push(schedule(reader, &entry.value, size, key));
    }
    Some(schedules)
}

fn schedule(reader: &mut Reader<'_>, value: &Value<'_>, size: u32, key: &Name) -> ScheduleEntry {
    let games = reader.rule_text(value, &key.text).and_then(|text| parse_schedule(&text, reader.complaints));
    ScheduleEntry { size, games, span: key.span }
}

fn schedule_of_two(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<ScheduleEntry> {
    let entry = table.entry("schedule")?;
    if entry.value.node.is_table() {
        reader.complain(
            Diagnostic::new(Code::WrongShape, "a meeting of two has one schedule, and not a table of them")
                .at(entry.name.span, "a table")
                .help(format!("write `{SCHEDULE}`")),
        );
        return None;
    }
    Some(schedule(reader, &entry.value, 2, &entry.name))
}

/// `draw = "lot" | "position"` of a phase.
fn draw_of_two(reader: &mut Reader<'_>, table: &Table<'_>) -> Draw {
    let value = table.get("draw");
    let draw = value.and_then(|value| {
        reader.word(value, &DRAWS[..2], NO_DRAW, "`lot`: it is drawn; `position`: in the order given")
    });
    draw.unwrap_or_default()
}

/// A whole number within bounds.
pub(super) fn count(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    bounds: RangeInclusive<i64>,
    example: &str,
) -> Option<u32> {
    let DeValue::Integer(_) = value.node else {
        reader.wrong(value, "a whole number", example);
        return None;
    };
    let number = reader.integer(value)?;
    if !bounds.contains(&number) {
        let (low, high) = bounds.into_inner();
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("{} cannot be {number}", value.what))
                .at(value.span, format!("from {low} to {high}"))
                .help(format!("write a number from {low} to {high}: `{example}`")),
        );
        return None;
    }
    u32::try_from(number).ok()
}
