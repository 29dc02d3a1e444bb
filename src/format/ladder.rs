//! `[ladder]`: what goes from game to game.
//!
//! Comes in: the table. Goes out: its states, each laid over the one of the base, and its levels, which replace those of the
//! base as a whole. It must never know whether a name exists. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::sheets::choices_once;
use super::walk::{Reader, Table, Value};
use super::{FormatFile, LadderEntry, LevelsEntry, LiteralValue, RuleEntry, StateEntry, schemes};
use crate::syntax::ast::{Body, Expression, Name, Rule, Term, TypeBase};
use crate::syntax::{is_plain_name, parse_levels, parse_rule, parse_type};
use crate::value::{Date, Rational};

const KEYS: [&str; 2] = ["state", "levels"];
const OF_A_STATE: [&str; 4] = ["type", "start", "after", "text"];
const OF_LEVELS: [&str; 5] = ["start", "never_below", "levels", "text", "cites"];
/// The column of a level.
pub(super) const LEVEL: &str = "level";

/// Reads the ladder into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    for entry in &table.entries {
        let name = entry.name.text.as_str();
        if !KEYS.contains(&name) {
            let of_levels = OF_LEVELS.contains(&name) && name != "text" || name == LEVEL;
            let hint = if of_levels {
                Some("the levels stand in a table of their own: `[ladder.levels]`".to_owned())
            } else if entry.value.node.is_table() && name != "states" {
                Some(format!("a state stands one table deeper: `[ladder.state.{name}]`"))
            } else {
                None
            };
            reader.unknown(table, &entry.name, &KEYS, hint);
        }
    }
    let ladder = format.ladder.get_or_insert_with(LadderEntry::default);
    if let Some(value) = table.get("state")
        && let Some(states) = reader.table(value, "[ladder.state]", "[ladder.state.wins]")
    {
        read_states(reader, &states, ladder);
    }
    if let Some(value) = table.get("levels")
        && let Some(levels) = reader.table(value, "[ladder.levels]", "[ladder.levels]")
        && let Some(levels) = read_levels(reader, &levels)
    {
        ladder.levels = Some(levels);
    }
}

fn read_states(reader: &mut Reader<'_>, table: &Table<'_>, ladder: &mut LadderEntry) {
    if reader.nameless(table, &OF_A_STATE, "[ladder.state.wins]") {
        return;
    }
    let mut states = Overlay::new(&mut ladder.states, |state| &state.name.text);
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let called = format!("[ladder.state.{}]", entry.name.text);
        let Some(inner) = reader.table(&entry.value, &called, &called) else { continue };
        if let Some(state) = read_state(reader, &entry.name, &inner) {
            states.put(state);
        }
    }
}

fn read_state(reader: &mut Reader<'_>, name: &Name, table: &Table<'_>) -> Option<StateEntry> {
    for entry in &table.entries {
        let key = entry.name.text.as_str();
        if !OF_A_STATE.contains(&key) {
            reader.unknown(table, &entry.name, &OF_A_STATE, hint(key));
        }
    }
    let kind = table
        .get("type")
        .and_then(|value| reader.rule_text(value, "type"))
        .and_then(|text| parse_type(&text, reader.complaints));
    choices_once(reader, kind.as_ref());
    let choices: Vec<&str> = match kind.as_ref().map(|kind| &kind.base) {
        Some(TypeBase::Choice(names)) => names.iter().map(|name| name.text.as_str()).collect(),
        _ => Vec::new(),
    };
    let start = reader
        .required(table, "start", "start = 0")
        .cloned()
        .map(|value| read_start(reader, &value, name, &choices, false));
    let example = format!("after = '{} + 1'", name.text);
    let after = reader.required(table, "after", &example).cloned().map(|value| {
        let text = reader.rule_text(&value, "after");
        let rule = text.and_then(|text| parse_rule(&text, reader.complaints));
        RuleEntry { name: name.clone(), rule, span: value.span }
    });
    let text = table.get("text").and_then(|value| reader.string(value, "text = \"What it means.\""));
    Some(StateEntry { name: name.clone(), kind, start: start?, after: after?, text })
}

fn read_levels(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<LevelsEntry> {
    for entry in &table.entries {
        let key = entry.name.text.as_str();
        if !OF_LEVELS.contains(&key) {
            let hint = matches!(key, "order" | "names" | "list" | "level")
                .then(|| "the levels are a list in quotes, a level a line: `levels = '''…'''`".to_owned());
            reader.unknown(table, &entry.name, &OF_LEVELS, hint);
        }
    }
    let value = reader.required(table, "levels", "levels = '''…'''").cloned();
    let key = table.entry("levels").map_or(table.span, |entry| entry.name.span);
    let levels = value
        .as_ref()
        .and_then(|value| reader.rule_text(value, "levels"))
        .and_then(|text| parse_levels(&text, reader.complaints));
    let levels = levels.unwrap_or_default();
    let names: Vec<Name> = levels.iter().map(|level| level.name.clone()).collect();
    reader.once(&names, "level");
    for name in &names {
        reader.check_name(name, Naming::ForPeople);
    }
    let choices: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    let first = choices.first().copied().unwrap_or("beginner");
    let name = Name { text: LEVEL.to_owned(), span: key };
    let start = reader
        .required(table, "start", &format!("start = \"{first}\""))
        .cloned()
        .map(|value| read_start(reader, &value, &name, &choices, true));
    let example = format!("never_below = \"{first}\"");
    let never_below = table.get("never_below").and_then(|value| reader.reference(value, &example));
    let text = table.get("text").and_then(|value| reader.string(value, "text = \"What it means.\""));
    let cites = schemes::cites(reader, table);
    Some(LevelsEntry { levels, start: start?, never_below, text, cites, key, span: value?.span })
}

/// What an entrant begins with: a value of TOML, one of the choices, or a rule. `named`: one word is the name of a choice,
/// also where no choice is called so.
fn read_start(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    name: &Name,
    choices: &[&str],
    named: bool,
) -> RuleEntry {
    let span = value.span;
    let is_text = value.node.is_str();
    let term = if is_text || value.node.is_table() || value.node.is_array() {
        None
    } else {
        reader.literal(value, "start = 0").and_then(|literal| match literal.value {
            LiteralValue::Integer(number) => Some(Term::Integer(number)),
            LiteralValue::Flag(flag) => Some(Term::Flag(flag)),
            LiteralValue::Digits(digits) => Date::parse(&digits)
                .map(Term::Date)
                .or_else(|| Rational::parse(&digits, '.').map(Term::Number)),
            LiteralValue::Text(_) => None,
        })
    };
    let single = |term: Term| Rule { body: Body::Expression(Expression { term, span }), cites: Vec::new() };
    let text = if is_text { reader.string(value, "start = 0") } else { None };
    let rule = match (term, text) {
        (Some(term), _) => Some(single(term)),
        (None, Some(text)) if choices.contains(&text.as_str()) => {
            Some(single(Term::Text(Name { text, span })))
        }
        (None, Some(text)) if named && is_plain_name(&text) => {
            Some(single(Term::Path(vec![Name { text, span }])))
        }
        (None, Some(text)) if named && begins_with_a_digit(&text) => {
            Some(single(Term::Text(Name { text, span })))
        }
        (None, _) => {
            let text = reader.rule_text(value, "start");
            text.and_then(|text| parse_rule(&text, reader.complaints))
        }
    };
    RuleEntry { name: name.clone(), rule, span }
}

fn begins_with_a_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit()) && !text.contains(' ')
}

/// What to do about a key that other ladders would have.
fn hint(key: &str) -> Option<String> {
    let help = match key {
        "initial" | "begin" | "from" | "default" | "first" => "what an entrant begins with is its `start`",
        "next" | "then" | "rule" | "update" | "step" | "change" => {
            "its value after a game is its `after`; the bare name is the one before"
        }
        "kept" | "never_below" => {
            "only levels are kept; a state stays where its `after` lets it: `max(…, 0)`"
        }
        "cites" | "because" => "cite the clause at the end of the rule: `after = '… @clause'`",
        _ => return None,
    };
    Some(help.to_owned())
}
