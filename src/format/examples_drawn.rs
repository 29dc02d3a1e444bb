//! `[[example]]` with a `phase`: worked examples of who meets whom.
//!
//! Comes in: the table. Goes out: a [`DrawnExample`]: how many entrants there are, and what must come out, in numbers.
//! It must never know whether the phase exists. Start with [`read`].

use super::examples::{read_name, read_set};
use super::walk::{Reader, Table, Value};
use super::{DrawnExample, ExpectedGame, ExpectedRound, Together};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

const KEYS: [&str; 13] = [
    "name",
    "set",
    "phase",
    "round",
    "ranked",
    "pools",
    "matches",
    "sizes",
    "refused",
    "games",
    "by_lot",
    "because",
    "not_because",
];
/// Keys that no example of a game has.
const OWN: [&str; 7] = ["phase", "ranked", "pools", "matches", "sizes", "refused", "by_lot"];
/// Keys that only an example of a game has.
const OF_GAMES: [&str; 4] = ["game", "expect", "entrants", "after"];
/// Ways to say what must come out, of which one is enough.
const OUTCOMES: [&str; 4] = ["pools", "matches", "sizes", "refused"];
const PHASE: &str = "phase = \"qualification\"";
const ROUND: &str = "round = 2";
const RANKED: &str = "ranked = 6";
const POOLS: &str = "pools = [[1, 3, 5], [2, 4, 6]]";
const MATCHES: &str = "matches = [[1, 4], [2, 3]]";
const SIZES: &str = "sizes = [3, 3]";
const REFUSED: &str = "refused = true";
const BY_LOT: &str = "by_lot = true";
const GAMES: &str = "games = [{ blue = 1, yellow = 2, umpire = 3 }]";
const BECAUSE: &str = "because = [\"thirds\"]";
/// More entrants than this say nothing that fewer do not.
const MOST: u32 = 10_000;

/// Whether an example speaks of who meets whom.
pub(super) fn is_drawn(table: &Table<'_>) -> bool {
    OWN.iter().any(|key| table.get(key).is_some())
}

/// Reads one; `None` where too little of it can be read.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<DrawnExample> {
    for entry in table.entries.iter().filter(|entry| !KEYS.contains(&entry.name.text.as_str())) {
        let key = entry.name.text.as_str();
        let hint = OF_GAMES.contains(&key).then(|| {
            format!("it is about who meets whom, and nothing is scored: take `{key}` out, or make two examples of it")
        });
        reader.unknown(table, &entry.name, &KEYS, hint);
    }
    let name = read_name(reader, table);
    let set = read_set(reader, table);
    let phase = reader.required(table, "phase", PHASE).and_then(|value| reader.reference(value, PHASE));
    let round = table.get("round").map(|value| Some((number(reader, value, 1, ROUND)?, value.span)));
    let ranked = reader.required(table, "ranked", RANKED);
    let ranked = ranked.and_then(|value| Some((number(reader, value, 0, RANKED)?, value.span)));
    let games = table.get("games").and_then(|value| read_games(reader, value));
    let by_lot = table.get("by_lot").and_then(|value| read_by_lot(reader, value));
    if by_lot.is_some() && table.get("games").is_none() {
        reader.missing(table, "`games`", GAMES);
    }
    let expect = read_expected(reader, table);
    let because = table.get("because").map(|value| reader.references(value, BECAUSE));
    let not_because = table.get("not_because").map(|value| reader.references(value, BECAUSE));
    Some(DrawnExample {
        name,
        set,
        phase: phase?,
        round: match round {
            Some(round) => Some(round?),
            None => None,
        },
        ranked: ranked?,
        expect: expect?,
        games,
        by_lot,
        because: because.unwrap_or_default(),
        not_because: not_because.unwrap_or_default(),
    })
}

fn read_expected(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<ExpectedRound> {
    let mut given = OUTCOMES.iter().filter_map(|key| table.entry(key));
    let Some(first) = given.next() else {
        if table.get("games").is_none() {
            reader.missing(table, "`pools`", POOLS);
        }
        return Some(ExpectedRound::Games);
    };
    let second = given.next().or_else(|| table.entry("games").filter(|_| first.name.text == "refused"));
    if let Some(second) = second {
        let message = format!("the example has `{}` and `{}`", first.name.text, second.name.text);
        reader.complain(
            Diagnostic::new(Code::WrongShape, message)
                .at(second.name.span, "one of the two is enough")
                .help(format!("take `{}` out", second.name.text)),
        );
        return None;
    }
    let value = &first.value;
    match first.name.text.as_str() {
        "pools" => Some(ExpectedRound::Pools(together(reader, value, POOLS)?, value.span)),
        "matches" => Some(ExpectedRound::Matches(together(reader, value, MATCHES)?, value.span)),
        "sizes" => Some(ExpectedRound::Sizes(numbers(reader, value, SIZES)?, value.span)),
        _ => read_refused(reader, value).map(ExpectedRound::Refused),
    }
}

fn read_refused(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Span> {
    let refused = reader.flag(value, REFUSED)?;
    if !refused {
        reader.complain(
            Diagnostic::new(Code::WrongShape, "`refused` is `true`, or not there")
                .at(value.span, "`false`")
                .help(format!("say what comes out instead: `{POOLS}`")),
        );
    }
    refused.then_some(value.span)
}

fn read_by_lot(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Span> {
    let by_lot = reader.flag(value, BY_LOT)?;
    by_lot.then_some(value.span)
}

/// Pools, or matches: lists of entrants.
fn together(reader: &mut Reader<'_>, value: &Value<'_>, example: &str) -> Option<Vec<Together>> {
    let items = reader.list(value, "a list of lists of entrants", example)?;
    items.iter().map(|item| Some((numbers(reader, item, example)?, item.span))).collect()
}

fn read_games(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<(Vec<ExpectedGame>, Span)> {
    let items = reader.list(value, "a list of games", GAMES)?;
    let games = items.iter().map(|item| {
        if item.node.is_array() {
            let players = numbers(reader, item, GAMES)?;
            let seats = players.into_iter().map(|entrant| (None, entrant)).collect();
            return Some(ExpectedGame { seats, umpire: None, span: item.span });
        }
        if !item.node.is_table() {
            reader.wrong(item, "a table of seats, or a list of entrants", GAMES);
            return None;
        }
        let game = reader.table(item, "`games`", GAMES)?;
        let mut seats = Vec::new();
        let mut umpire = None;
        for entry in &game.entries {
            let entrant = number(reader, &entry.value, 1, GAMES)?;
            if entry.name.text == "umpire" {
                umpire = Some(entrant);
            } else {
                seats.push((Some(entry.name.clone()), entrant));
            }
        }
        Some(ExpectedGame { seats, umpire, span: item.span })
    });
    Some((games.collect::<Option<_>>()?, value.span))
}

fn numbers(reader: &mut Reader<'_>, value: &Value<'_>, example: &str) -> Option<Vec<u32>> {
    let items = reader.list(value, "a list of whole numbers", example)?;
    items.iter().map(|item| number(reader, item, 1, example)).collect()
}

/// A whole number from `least` on.
fn number(reader: &mut Reader<'_>, value: &Value<'_>, least: u32, example: &str) -> Option<u32> {
    if !value.node.is_integer() {
        reader.wrong(value, "a whole number", example);
        return None;
    }
    let number = reader.integer(value)?;
    let fits = u32::try_from(number).ok().filter(|number| (least..=MOST).contains(number));
    if fits.is_none() {
        let message = format!("{} must be from {least} to {MOST}, not {number}", value.what);
        let help = format!("write it like this: `{example}`");
        reader.complain(
            Diagnostic::new(Code::WrongShape, message).at(value.span, "out of this range").help(help),
        );
    }
    fits
}
