//! `[clauses]`: the regulation, clause by clause.
//!
//! Comes in: the table. Goes out: a [`ClauseEntry`] for each key; a clause written again replaces the
//! one of the base. It must never know who cites a clause. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::walk::{Reader, Table, Value};
use super::{ClauseEntry, ClauseStatus, FormatFile};
use crate::diagnostic::{Code, Diagnostic};
use toml::de::DeValue;

/// What verifies a clause: the replay of a game that is recorded by its moves.
const MOVES: &str = "moves";

/// Reads the clauses into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    let mut clauses = Overlay::new(&mut format.clauses, |clause| &clause.name.text);
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let (text, status) = if let DeValue::Table(map) = entry.value.node {
            let called = format!("[clauses.{}]", entry.name.text);
            let clause = reader.open(map, entry.value.span, &called);
            read_table(reader, &clause)
        } else {
            let example = format!("{} = \"The words of the clause.\"", entry.name.text);
            (reader.string(&entry.value, &example), ClauseStatus::Rule)
        };
        clauses.put(ClauseEntry { name: entry.name.clone(), text: text.unwrap_or_default(), status });
    }
}

fn read_table(reader: &mut Reader<'_>, table: &Table<'_>) -> (Option<String>, ClauseStatus) {
    reader.known(table, &["text", "note", "waits", "verified"]);
    let text = reader
        .required(table, "text", "text = \"The words of the clause.\"")
        .and_then(|value| reader.string(value, "text = \"The words of the clause.\""));
    let note = table.get("note").and_then(|value| reader.flag(value, "note = true")).unwrap_or(false);
    let waits = table.get("waits").and_then(|value| reader.string(value, "waits = \"knockout\""));
    let verified = table.get("verified").is_some_and(|value| verified(reader, value));
    if let (true, Some(value)) = (note, table.get("waits")) {
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("{} is a note and waits as well", table.title()))
                .at(value.span, "a note has nothing to wait for")
                .help("keep `note = true` where there is nothing to compute, else `waits`"),
        );
    }
    if let (true, Some(value)) = (note || waits.is_some(), table.get("verified")) {
        let other = if note { "is a note" } else { "waits" };
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("{} {other} and is verified as well", table.title()))
                .at(value.span, "what is verified is applied already")
                .help("keep `verified` where the replay of moves sees to it, and take the other out"),
        );
    }
    let status = match (note, waits, verified) {
        (true, _, _) => ClauseStatus::Note,
        (false, Some(waits), _) => ClauseStatus::Waits(waits),
        (false, None, true) => ClauseStatus::Verified,
        (false, None, false) => ClauseStatus::Rule,
    };
    (text, status)
}

/// `verified = "moves"`: whether it says so.
fn verified(reader: &mut Reader<'_>, value: &Value<'_>) -> bool {
    let example = format!("verified = \"{MOVES}\"");
    let Some(by) = reader.string(value, &example) else { return false };
    if by != MOVES {
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("nothing is verified by `{by}`"))
                .at(value.span, "not known here")
                .help(format!("write `{example}` where the replay of a record of moves sees to the clause")),
        );
    }
    by == MOVES
}
