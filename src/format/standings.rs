//! `[standing.NAME]`, and what a standing and a placing share: an order and what becomes of ties.
//!
//! Comes in: the tables. Goes out: a [`StandingEntry`] for each; one written again replaces the one of
//! the base. It must never know what a key compares. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::walk::{Reader, Table};
use super::{FormatFile, OrderEntry, StandingEntry};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::syntax::ast::{Over, Ties};
use crate::syntax::{parse_expression, parse_order, parse_shown};

const COLUMNS: &str = "columns = [\"played\", \"sum(points) as total\"]";
const KEYS: [&str; 6] = ["title", "order", "ties", "columns", "listed", "over"];
const OVER: [(&str, Over); 2] = [("season", Over::Season), ("edition", Over::Edition)];
const TIES: [(&str, Ties); 3] = [("share", Ties::Share), ("lot", Ties::Lot), ("refuse", Ties::Refuse)];

/// Reads the standings into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    let mut standings = Overlay::new(&mut format.standings, |standing| &standing.name.text);
    if reader.nameless(table, &KEYS, "[standing.table]") {
        return;
    }
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let called = format!("[standing.{}]", entry.name.text);
        let Some(inner) = reader.table(&entry.value, &called, &called) else { continue };
        reader.known(&inner, &KEYS);
        let title = inner.get("title").and_then(|value| reader.string(value, "title = \"Final standing\""));
        let order = read_order(reader, &inner);
        let columns = inner.get("columns").and_then(|value| {
            let items = reader.list(value, "a list of columns in quotes", COLUMNS)?;
            let shown = items.iter().filter_map(|item| {
                if !item.node.is_str() {
                    reader.wrong(item, "a column in quotes", COLUMNS);
                    return None;
                }
                let text = reader.rule_text(item, "columns")?;
                parse_shown(&text, reader.complaints)
            });
            Some(shown.collect())
        });
        let listed = inner
            .get("listed")
            .and_then(|value| reader.rule_text(value, "listed"))
            .and_then(|text| parse_expression(&text, reader.complaints));
        let over = inner.get("over").and_then(|value| {
            let wanted = "`season`: the games of all editions; `edition`: those of one";
            Some((reader.word(value, &OVER, "no stretch of games", wanted)?, value.span))
        });
        let Some(order) = order else { continue };
        standings.put(StandingEntry { name: entry.name.clone(), title, order, columns, listed, over });
    }
}

/// `order` and `ties` of a table; `None` where there is no order.
pub(super) fn read_order(reader: &mut Reader<'_>, table: &Table<'_>) -> Option<OrderEntry> {
    let ties = table.get("ties").and_then(|value| {
        let name = reader.reference(value, "ties = \"share\"")?;
        let found = TIES.iter().find(|(word, _)| *word == name.text);
        if found.is_none() {
            let near = nearest(&name.text, TIES.iter().map(|(word, _)| *word)).unwrap_or("share");
            reader.complain(
                Diagnostic::new(Code::WrongShape, format!("`{}` is no way to settle a tie", name.text))
                    .at(name.span, "`share`, `lot` or `refuse` is wanted")
                    .note("`share`: they share the place; `lot`: they are drawn; `refuse`: somebody has to decide")
                    .help(format!("write `ties = \"{near}\"`")),
            );
        }
        found.map(|(_, ties)| *ties)
    });
    let value = reader.required(table, "order", "order = 'sum(points) highest first'")?;
    let text = reader.rule_text(value, "order");
    let order = text.and_then(|text| parse_order(&text, reader.complaints));
    Some(OrderEntry { order, ties: ties.unwrap_or_default(), span: value.span })
}
