//! An example as TOML, ready to be put into a format.
//!
//! Comes in: an example in memory. Goes out: its text, which reads back as the same. Start with [`example`].

use crate::format::{
    DrawnExample, ExampleEntry, ExpectedGame, ExpectedRound, Field, LiteralValue, Record, Together,
};
use crate::syntax::ast::Name;
use std::fmt::Write as _;

/// An example with games.
#[must_use]
pub fn example(entry: &ExampleEntry) -> String {
    let mut out = games(entry);
    let expect: Vec<String> = entry
        .expect
        .iter()
        .map(|(path, value)| {
            let path: Vec<String> = path.iter().map(|name| key(&name.text)).collect();
            format!("{} = {}", path.join("."), literal(&value.value))
        })
        .collect();
    let _ = writeln!(out, "expect = {{ {} }}", expect.join(", "));
    out
}

/// An example with games, and without what it expects.
#[must_use]
pub fn games(entry: &ExampleEntry) -> String {
    let mut out = head(&entry.name);
    let set: Vec<String> = entry
        .set
        .iter()
        .map(|(name, value)| format!("{} = {}", key(&name.text), literal(&value.value)))
        .collect();
    if !set.is_empty() {
        let _ = writeln!(out, "set = {{ {} }}", set.join(", "));
    }
    for (called, records) in [("entrants", &entry.entrants), ("begin", &entry.begin)] {
        if !records.is_empty() {
            let all: Vec<String> =
                records.iter().map(|(name, one)| format!("{} = {}", key(&name.text), record(one))).collect();
            let _ = writeln!(out, "{called} = {{ {} }}", all.join(", "));
        }
    }
    match entry.games.as_slice() {
        [(only, _)] => {
            let _ = writeln!(out, "game = {}", record(only));
        }
        several => {
            out.push_str("games = [\n");
            for (one, _) in several {
                let _ = writeln!(out, "  {},", record(one));
            }
            out.push_str("]\n");
        }
    }
    out
}

/// An example of a round.
#[must_use]
pub fn drawn(entry: &DrawnExample) -> String {
    let mut out = head(&entry.name);
    let _ = writeln!(out, "phase = {}", quoted(&entry.phase.text));
    if let Some((round, _)) = entry.round {
        let _ = writeln!(out, "round = {round}");
    }
    let _ = writeln!(out, "ranked = {}", entry.ranked.0);
    let together = |all: &[Together]| {
        let all: Vec<String> = all.iter().map(|(who, _)| format!("{who:?}")).collect();
        all.join(", ")
    };
    let _ = match &entry.expect {
        ExpectedRound::Pools(all, _) => writeln!(out, "pools = [{}]", together(all)),
        ExpectedRound::Matches(all, _) => writeln!(out, "matches = [{}]", together(all)),
        ExpectedRound::Sizes(sizes, _) => writeln!(out, "sizes = {sizes:?}"),
        ExpectedRound::Refused(_) => writeln!(out, "refused = true"),
        ExpectedRound::Games => Ok(()),
    };
    if let Some((games, _)) = &entry.games {
        write_games(&mut out, games);
    }
    if entry.by_lot.is_some() {
        out.push_str("by_lot = true\n");
    }
    out
}

fn write_games(out: &mut String, games: &[ExpectedGame]) {
    out.push_str("games = [\n");
    for game in games {
        let seats: Vec<String> = game
            .seats
            .iter()
            .map(|(seat, who)| match seat {
                Some(seat) => format!("{} = {who}", key(&seat.text)),
                None => who.to_string(),
            })
            .collect();
        let umpire = game.umpire.map(|umpire| format!(", umpire = {umpire}")).unwrap_or_default();
        let named = game.seats.iter().any(|(seat, _)| seat.is_some());
        let _ = if named {
            writeln!(out, "  {{ {}{umpire} }},", seats.join(", "))
        } else {
            writeln!(out, "  [{}],", seats.join(", "))
        };
    }
    out.push_str("]\n");
}

fn head(name: &Name) -> String {
    format!("[[example]]\nname = {}\n", quoted(&name.text))
}

fn record(record: &Record) -> String {
    let all: Vec<String> =
        record.iter().map(|(name, one)| format!("{} = {}", key(&name.text), field(one))).collect();
    if all.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", all.join(", ")) }
}

/// What is recorded in one field.
#[must_use]
pub fn field(one: &Field) -> String {
    match one {
        Field::Value(value) => literal(&value.value),
        Field::Record(inner) => record(inner),
        Field::List(items) => {
            let items: Vec<String> = items.iter().map(field).collect();
            format!("[{}]", items.join(", "))
        }
    }
}

fn literal(value: &LiteralValue) -> String {
    match value {
        LiteralValue::Integer(whole) => whole.to_string(),
        LiteralValue::Digits(digits) => digits.clone(),
        LiteralValue::Flag(flag) => flag.to_string(),
        LiteralValue::Text(text) => quoted(text),
    }
}

/// A key, in quotes where it needs them.
fn key(name: &str) -> String {
    let bare =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if bare { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => {
                out.push('\\');
                out.push(sign);
            }
            sign if sign.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(sign));
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
    out
}
