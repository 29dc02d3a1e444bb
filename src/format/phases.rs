//! `[[phase]]`: the parts of an event, in order.
//!
//! Comes in: the tables. Goes out: a [`PhaseEntry`] for each; a file that has any has all of its own, and none of the
//! base. What belongs to one way of pairing, `schemes` reads.
//! It must never know whether a name exists. Start with [`read`].

use super::names::Naming;
use super::walk::{Reader, Table, Value};
use super::{FormatFile, PhaseEntry, SchemeEntry, calendar, schemes};
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::syntax::ast::Settling;
use crate::syntax::parse_selection;

const CALLED: &str = "[[phase]]";
const PAIRING: &str = "pairing = \"pools\"";
/// The ways of pairing, and the keys that belong to each.
const PAIRINGS: [(&str, &[&str]); 4] = [
    ("pools", &["rounds", "pools"]),
    ("round-robin", &["legs", "by", "draw", "schedule"]),
    ("knockout", &["bracket", "draw", "schedule", "games", "extra"]),
    ("open", &["most_matches", "most_meetings", "games"]),
];
/// The keys of every phase.
const KEYS: [&str; 10] =
    ["name", "title", "entrants", "pairing", "standing", "ties", "cites", "period", "until", "deadlines"];
const TIES: [(&str, Settling); 2] = [("lot", Settling::Lot), ("decision", Settling::Decision)];

/// Reads the phases into `format`, in the place of those of the base.
pub(super) fn read(reader: &mut Reader<'_>, value: &Value<'_>, format: &mut FormatFile) {
    format.phases =
        reader.tables(value, CALLED).iter().filter_map(|table| read_phase(reader, table)).collect();
}

fn read_phase(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<PhaseEntry> {
    let pairing = read_pairing(reader, table);
    read_keys(reader, table, pairing);
    let name = reader
        .required(table, "name", "name = \"final\"")
        .and_then(|value| reader.reference(value, "name = \"final\""));
    let title = table.get("title").and_then(|value| reader.string(value, "title = \"Final phase\""));
    let entrants = table
        .get("entrants")
        .and_then(|value| reader.rule_text(value, "entrants"))
        .and_then(|text| parse_selection(&text, reader.complaints));
    let standing = table.get("standing").and_then(|value| reader.reference(value, "standing = \"overall\""));
    let ties = table.get("ties").and_then(|value| {
        let note = "`lot`: they are drawn; `decision`: somebody decides, and the log records it";
        reader.word(value, &TIES, "no way to settle a tie", note)
    });
    let cites = schemes::cites(reader, table);
    let scheme = match pairing {
        Some("pools") => schemes::pools(reader, table).map(SchemeEntry::Pools),
        Some("round-robin") => Some(SchemeEntry::RoundRobin(schemes::round_robin(reader, table))),
        Some("knockout") => schemes::knockout(reader, table).map(SchemeEntry::Knockout),
        Some("open") => Some(SchemeEntry::Open(calendar::limits(reader, table))),
        Some(_) | None => None,
    };
    let period = calendar::period(reader, table);
    let until = calendar::until(reader, table);
    let deadlines = calendar::deadlines(reader, table);
    let name = name?;
    reader.check_name(&name, Naming::InRules);
    let ties = ties.unwrap_or_default();
    Some(PhaseEntry { name, title, entrants, standing, ties, scheme, cites, period, until, deadlines })
}

fn read_pairing(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<&'static str> {
    let value = reader.required(table, "pairing", PAIRING)?.clone();
    let name = reader.reference(&value, PAIRING)?;
    if let Some((word, _)) = PAIRINGS.iter().find(|(word, _)| *word == name.text) {
        return Some(word);
    }
    let words: Vec<&str> = PAIRINGS.iter().map(|(word, _)| *word).collect();
    let lower = name.text.to_lowercase();
    if lower.contains("swiss") {
        reader.complain(
            Diagnostic::new(Code::NotYet, "this version of the language has no Swiss pairing yet")
                .at(value.span, "kept for a later version")
                .help(format!(
                    "pair by {}; rounds that are drawn by the standing can be `pools`",
                    one_of(&words)
                )),
        );
        return None;
    }
    let known = match lower.replace(['-', '_', ' '], "").as_str() {
        "league" | "allplayall" | "everybody" | "roundrobin" => Some("round-robin"),
        "bracket" | "elimination" | "singleelimination" | "cup" | "playoff" | "playoffs" | "knockout" => {
            Some("knockout")
        }
        "pool" | "groups" | "group" => Some("pools"),
        "free" | "none" => Some("open"),
        _ => nearest(&name.text, words.iter().copied()),
    };
    let help = known
        .map_or_else(|| format!("write {}", one_of(&words)), |word| format!("write `pairing = \"{word}\"`"));
    reader.complain(
        Diagnostic::new(Code::WrongShape, format!("`{}` is no way of pairing", name.text))
            .at(value.span, format!("{} is wanted", one_of(&words)))
            .help(help),
    );
    None
}

/// Complains of keys that no phase has, or that belong to another way of pairing.
fn read_keys(reader: &mut Reader<'_>, table: &Table<'_>, pairing: Option<&str>) {
    let own = PAIRINGS.iter().find(|(word, _)| Some(*word) == pairing).map_or(&[][..], |(_, keys)| *keys);
    let keys: Vec<&str> = KEYS.iter().chain(own).copied().collect();
    for entry in &table.entries {
        let key = entry.name.text.as_str();
        let others: Vec<&str> =
            PAIRINGS.iter().filter(|(_, keys)| keys.contains(&key)).map(|(word, _)| *word).collect();
        if keys.contains(&key) || pairing.is_none() && !others.is_empty() {
            continue;
        }
        let hint = match (key, pairing) {
            ("rounds", Some("round-robin")) => Some(
                "a round robin has as many rounds as it takes; `legs` says how often each pair meets".to_owned(),
            ),
            ("rounds", Some("knockout")) => {
                Some("take it out: the bracket says how many rounds there are".to_owned())
            }
            ("rounds", Some("open")) => {
                Some("take it out: in an open phase entrants meet when they like".to_owned())
            }
            ("groups" | "first" | "later", _) => {
                Some(format!("it stands in the table of the pools: `[phase.pools]` with `{key} = …`"))
            }
            ("schedule", Some("pools")) => Some(
                "it stands in a table of its own, with a line for each size of pool: `[phase.pools.schedule]`".to_owned(),
            ),
            ("draw" | "by", Some("pools")) => {
                Some(format!("it stands with the cut it belongs to: `first = {{ {key} = … }}`"))
            }
            _ if !others.is_empty() => {
                let of: Vec<String> = others.iter().map(|word| format!("pairing = \"{word}\"")).collect();
                Some(format!("it belongs to {}", one_of(&of)))
            }
            _ => None,
        };
        reader.unknown(table, &entry.name, &keys, hint);
    }
}

impl Reader<'_> {
    /// One of a few words, each with what it means; `note` explains them.
    pub(super) fn word<T: Copy>(
        &mut self,
        value: &Value<'_>,
        words: &[(&str, T)],
        what: &str,
        note: &str,
    ) -> Option<T> {
        let key = value.what.trim_matches('`').to_owned();
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let first = all.first().copied().unwrap_or("…");
        let name = self.reference(value, &format!("{key} = \"{first}\""))?;
        let found = words.iter().find(|(word, _)| *word == name.text);
        if found.is_none() {
            let near = nearest(&name.text, all.iter().copied()).unwrap_or(first);
            self.complain(
                Diagnostic::new(Code::WrongShape, format!("`{}` is {what}", name.text))
                    .at(name.span, format!("{} is wanted", one_of(&all)))
                    .note(note)
                    .help(format!("write `{key} = \"{near}\"`")),
            );
        }
        found.map(|(_, meant)| *meant)
    }
}
