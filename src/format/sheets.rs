//! The tables of a sheet: `record`, `rules`, `placing`, and `void`, `warn`, `fault`.
//!
//! Comes in: `[game]`, `[side]`, `[match]`, `[match.side]`, `[entrant]`, `[event]` or `[part.NAME]`.
//! Goes out: its [`SheetEntry`], laid over what the base says of the sheet.
//! It must never know what a column means. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::standings::read_order;
use super::walk::{Entry, Reader, Table, Value};
use super::{FormatFile, RecordedEntry, RuleEntry, SheetEntry, SheetName, VerdictEntry};
use crate::diagnostic::{Complaints, nearest};
use crate::spread;
use crate::syntax::ast::{TypeBase, TypeText, VerdictKind};
use crate::syntax::{parse_condition, parse_filled, parse_rule, parse_type};
use toml::de::DeValue;

const VERDICTS: [(&str, VerdictKind); 3] =
    [("void", VerdictKind::Void), ("warn", VerdictKind::Warn), ("fault", VerdictKind::Fault)];

/// Reads a sheet into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, sheet: SheetName, format: &mut FormatFile) {
    let keys = keys(&sheet);
    for entry in &table.entries {
        if !keys.contains(&entry.name.text.as_str()) {
            let hint = misplaced(&entry.name.text, &sheet).or_else(|| column_beside(entry, &sheet));
            reader.unknown(table, &entry.name, keys, hint);
        }
    }
    let takes = |key: &str| keys.contains(&key).then(|| table.entry(key)).flatten();
    if let Some(entry) = takes("side") {
        let example = "[match.side.rules]";
        if let Some(inner) = reader.table(&entry.value, "[match.side]", example) {
            read(reader, &inner, SheetName::MatchSide, format);
        }
    }
    let part = matches!(sheet, SheetName::Part(_));
    let prefix = if part { format!("part.{sheet}") } else { sheet.to_string() };
    let target = entry_mut(format, sheet);
    if let Some(entry) = takes("record") {
        read_recorded(reader, entry, &prefix, target);
    }
    if let Some(entry) = takes("rules") {
        read_rules(reader, entry, &prefix, target);
    }
    if let Some(entry) = takes("placing") {
        let called = format!("[{prefix}.placing]");
        if let Some(placing) = reader.table(&entry.value, &called, &called) {
            reader.known(&placing, &["order", "ties"]);
            target.placing = read_order(reader, &placing);
        }
    }
    if let Some(entry) = takes("columns") {
        let example = "columns = [\"points\"]";
        let columns = reader.list(&entry.value, "a list of names of columns", example).map(|items| {
            let names: Vec<_> = items.iter().filter_map(|item| reader.reference(item, example)).collect();
            reader.once(&names, "column");
            names
        });
        target.columns = columns.or_else(|| target.columns.take());
    }
    for (key, kind) in VERDICTS {
        if let Some(entry) = takes(key) {
            read_verdicts(reader, &entry.value, kind, (&prefix, key), target);
        }
    }
}

/// The entry of a sheet; it is put at its place among the others where it is not there yet.
pub(super) fn entry_mut(format: &mut FormatFile, sheet: SheetName) -> &mut SheetEntry {
    let place = format.sheets.iter().position(|entry| entry.sheet == sheet).unwrap_or_else(|| {
        let place = format.sheets.partition_point(|entry| rank(&entry.sheet) <= rank(&sheet));
        let empty = SheetEntry {
            sheet,
            recorded: Vec::new(),
            rules: Vec::new(),
            placing: None,
            verdicts: Vec::new(),
            columns: None,
        };
        format.sheets.insert(place, empty);
        place
    });
    &mut format.sheets[place]
}

fn rank(sheet: &SheetName) -> u8 {
    match sheet {
        SheetName::Game => 0,
        SheetName::Side => 1,
        SheetName::Match => 2,
        SheetName::MatchSide => 3,
        SheetName::Entrant => 4,
        SheetName::Event => 5,
        SheetName::Part(_) => 6,
    }
}

fn keys(sheet: &SheetName) -> &'static [&'static str] {
    match sheet {
        SheetName::Event => &["rules", "warn"],
        SheetName::Entrant => &["record", "rules", "void", "warn", "fault"],
        SheetName::Side => &["record", "rules", "columns", "void", "warn", "fault"],
        SheetName::Match => &["rules", "placing", "columns", "side", "void", "warn", "fault"],
        SheetName::MatchSide => &["rules", "columns", "void", "warn", "fault"],
        SheetName::Game => &["record", "rules", "placing", "columns", "void", "warn", "fault"],
        SheetName::Part(_) => {
            &["names", "plural", "of", "written", "record", "rules", "columns", "void", "warn", "fault"]
        }
    }
}

fn misplaced(key: &str, sheet: &SheetName) -> Option<String> {
    match (key, sheet) {
        ("record", SheetName::Match | SheetName::MatchSide) => {
            Some("record it in `[game.record]` or `[side.record]`, and gather it by a rule".to_owned())
        }
        ("record", SheetName::Event) => Some(
            "what is recorded stands in `[game.record]`, `[side.record]` or `[entrant.record]`".to_owned(),
        ),
        ("columns", SheetName::Entrant) => {
            Some("what is shown of entrants stands in `[standing.NAME]`: `columns = [\"points\"]`".to_owned())
        }
        ("placing", SheetName::Entrant | SheetName::Event) => {
            Some("entrants are put in order by `[standing.NAME]`".to_owned())
        }
        ("placing", SheetName::Side | SheetName::MatchSide | SheetName::Part(_)) => Some(
            "the sides of a game are put in order by `[game.placing]`, those of a match by `[match.placing]`"
                .to_owned(),
        ),
        _ => None,
    }
}

/// `[side] goals = "integer"`: a column beside the tables that hold columns.
fn column_beside(entry: &Entry<'_>, sheet: &SheetName) -> Option<String> {
    let keys = keys(sheet);
    if entry.value.node.is_table()
        || entry.value.node.is_array()
        || nearest(&entry.name.text, keys.iter().copied()).is_some()
    {
        return None;
    }
    let prefix = match sheet {
        SheetName::Part(name) => format!("part.{name}"),
        named => named.to_string(),
    };
    Some(if keys.contains(&"record") {
        format!("what is recorded stands in `[{prefix}.record]`, what is computed in `[{prefix}.rules]`")
    } else {
        format!("what is computed stands in `[{prefix}.rules]`")
    })
}

fn read_recorded(reader: &mut Reader<'_>, entry: &Entry<'_>, prefix: &str, target: &mut SheetEntry) {
    let called = format!("[{prefix}.record]");
    let Some(table) = reader.table(&entry.value, &called, &called) else { return };
    let mut columns = Overlay::new(&mut target.recorded, |column| &column.name.text);
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let key = &entry.name.text;
        let (kind, text, note) = if let DeValue::Table(map) = entry.value.node {
            let called = format!("[{prefix}.record.{key}]");
            let column = reader.open(map, entry.value.span, &called);
            reader.known(&column, &["type", "text", "note"]);
            let kind = reader.required(&column, "type", "type = \"integer 0 to 89\"").cloned();
            let text = column.get("text").and_then(|value| reader.string(value, "text = \"What it means.\""));
            let note = column.get("note").and_then(|value| reader.flag(value, "note = true"));
            (kind, text, note.unwrap_or(false))
        } else {
            (Some(entry.value.clone()), None, false)
        };
        let kind = kind.and_then(|value| {
            if value.node.is_str() {
                let text = reader.rule_text(&value, key)?;
                let kind = parse_type(&text, reader.complaints);
                choices_once(reader, kind.as_ref());
                kind
            } else {
                let example = if value.node.is_bool() { "yes/no" } else { "integer" };
                reader.wrong(&value, "a type in quotes", &format!("{key} = \"{example}\""));
                None
            }
        });
        columns.put(RecordedEntry { name: entry.name.clone(), kind, text, note });
    }
}

/// Complains of a choice that a type lists twice.
pub(super) fn choices_once(reader: &mut Reader<'_>, kind: Option<&TypeText>) {
    let base = kind.map(|kind| match &kind.base {
        TypeBase::List(element) => &element.base,
        base => base,
    });
    if let Some(TypeBase::Choice(names)) = base {
        reader.once(names, "choice");
    }
}

fn read_rules(reader: &mut Reader<'_>, entry: &Entry<'_>, prefix: &str, target: &mut SheetEntry) {
    let called = format!("[{prefix}.rules]");
    if let Some(table) = reader.table(&entry.value, &called, &called) {
        read_rule_table(reader, &table, &mut target.rules);
    }
}

/// `NAME = "RULE"`, laid over the rules of the base. Each is read for itself, and what is wrong with it is told in its turn.
pub(super) fn read_rule_table(reader: &mut Reader<'_>, table: &Table<'_>, rules: &mut Vec<RuleEntry>) {
    let (source, text) = (reader.source, reader.text);
    let read = spread::each(&table.entries, |entry| {
        let mut complaints = Complaints::new();
        let rule = read_rule(&mut Reader::new(source, text, &mut complaints), entry);
        (rule, complaints)
    });
    let mut columns = Overlay::new(rules, |column| &column.name.text);
    for (rule, complaints) in read {
        reader.complaints.extend(complaints);
        columns.put(rule);
    }
}

fn read_rule(reader: &mut Reader<'_>, entry: &Entry<'_>) -> RuleEntry {
    reader.check_name(&entry.name, Naming::InRules);
    let text = reader.rule_text(&entry.value, &entry.name.text);
    let rule = text.and_then(|text| parse_rule(&text, reader.complaints));
    RuleEntry { name: entry.name.clone(), rule, span: entry.value.span }
}

fn read_verdicts(
    reader: &mut Reader<'_>,
    value: &Value<'_>,
    kind: VerdictKind,
    (prefix, key): (&str, &str),
    target: &mut SheetEntry,
) {
    let called = format!("[[{prefix}.{key}]]");
    for table in reader.tables(value, &called) {
        let keys: &[&str] = match kind {
            VerdictKind::Fault => &["when", "text", "costs"],
            VerdictKind::Void | VerdictKind::Warn => &["when", "text"],
        };
        for entry in table.entries.iter().filter(|entry| !keys.contains(&entry.name.text.as_str())) {
            let hint = (entry.name.text == "costs")
                .then(|| format!("only a fault costs something: `[[{prefix}.fault]]`"));
            reader.unknown(&table, &entry.name, keys, hint);
        }
        let condition = reader
            .required(&table, "when", "when = '…'")
            .and_then(|value| reader.rule_text(value, "when"))
            .and_then(|text| parse_condition(&text, reader.complaints));
        let text = reader
            .required(&table, "text", "text = \"What is said of it.\"")
            .and_then(|value| reader.placed(value, "text = \"What is said of it.\""));
        let said = text.as_ref().and_then(|text| parse_filled(text, reader.complaints));
        let costs = (kind == VerdictKind::Fault).then(|| table.get("costs")).flatten();
        let costs = costs
            .and_then(|value| reader.rule_text(value, "costs"))
            .and_then(|text| parse_rule(&text, reader.complaints));
        let text = text.map_or_else(String::new, |text| text.text().replace("\r\n", "\n"));
        target.verdicts.push(VerdictEntry { kind, condition, text, said, costs, span: table.span });
    }
}
