//! `[simulate]`: how results are invented.
//!
//! Comes in: the table. Goes out: how long games take, and a rule for each recorded column, laid over what the base says,
//! rule by rule. It must never know which columns are recorded. Start with [`read`].

use super::sheets::read_rule_table;
use super::walk::{Reader, Table, Value};
use super::{FormatFile, InventedEntry, RuleEntry, SheetName, SimulateEntry};
use crate::diagnostic::nearest;
use crate::source::Span;
use crate::syntax::ast::Expression;
use crate::syntax::parse_expression;

const KEYS: [&str; 5] = ["game_time", "game", "side", "entrant", "part"];

/// Reads the model into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    for entry in &table.entries {
        if !KEYS.contains(&entry.name.text.as_str()) {
            let alone = !entry.value.node.is_table();
            reader.unknown(table, &entry.name, &KEYS, hint(&entry.name.text, alone));
        }
    }
    let model = format.simulate.get_or_insert_with(SimulateEntry::default);
    if let Some(value) = table.get("game_time") {
        model.game_time = read_time(reader, value);
    }
    for sheet in [SheetName::Game, SheetName::Side, SheetName::Entrant] {
        if let Some(value) = table.get(&sheet.to_string()) {
            read_sheet(reader, value, sheet, model);
        }
    }
    let example = "[simulate.part.colour]";
    if let Some(value) = table.get("part")
        && let Some(parts) = reader.table(value, "[simulate.part]", example)
    {
        for entry in &parts.entries {
            let mut value = entry.value.clone();
            value.span = entry.name.span;
            read_sheet(reader, &value, SheetName::Part(entry.name.text.clone()), model);
        }
    }
}

fn read_time(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Expression> {
    if !value.node.is_str() {
        reader.wrong(value, "a length of time in quotes", "game_time = \"40 min\"");
        return None;
    }
    let text = reader.rule_text(value, "game_time")?;
    parse_expression(&text, reader.complaints)
}

fn read_sheet(reader: &mut Reader<'_>, value: &Value<'_>, sheet: SheetName, model: &mut SimulateEntry) {
    let called = match &sheet {
        SheetName::Part(name) => format!("[simulate.part.{name}]"),
        named => format!("[simulate.{named}]"),
    };
    let Some(table) = reader.table(value, &called, &called) else { return };
    let rules = rules_of(model, sheet, value.span);
    read_rule_table(reader, &table, rules);
}

/// The rules for a sheet; empty where nothing has been said of it yet.
fn rules_of(model: &mut SimulateEntry, sheet: SheetName, span: Span) -> &mut Vec<RuleEntry> {
    let known = model.invented.iter().position(|invented| invented.sheet == sheet);
    let place = known.unwrap_or_else(|| {
        model.invented.push(InventedEntry { sheet, span, rules: Vec::new() });
        model.invented.len() - 1
    });
    &mut model.invented[place].rules
}

/// What to do about a key that other models would have.
fn hint(key: &str, alone: bool) -> Option<String> {
    let help = match key {
        "match" | "event" => "only what is recorded is invented: of games, sides, entrants and parts",
        "seed" => "a seed is given when something is simulated: `--seed 7`",
        "events" | "runs" | "games" => "how many are simulated is said when it is done",
        _ if alone && nearest(key, KEYS).is_none() => {
            "say of what it is recorded: `[simulate.side]`, `[simulate.game]` or `[simulate.entrant]`"
        }
        _ => return None,
    };
    Some(help.to_owned())
}
