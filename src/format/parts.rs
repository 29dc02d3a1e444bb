//! `[part.NAME]`: things that a side or a game owns.
//!
//! Comes in: the tables. Goes out: a [`PartEntry`] for each part and, with it, its sheet.
//! It must never know which seat owns what. Start with [`read`].

use super::names::Naming;
use super::sheets;
use super::walk::{Reader, Table};
use super::{FormatFile, PartEntry, SheetName};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::syntax::parse_written;

const NAMES: &str = "names = [\"blue\", \"yellow\", \"red\", \"green\"]";
const OWNERS: [&str; 2] = ["side", "game"];

/// Reads the parts into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    if reader.nameless(table, &["names", "plural", "of", "written"], "[part.colour]") {
        return;
    }
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let called = format!("[part.{}]", entry.name.text);
        let Some(part) = reader.table(&entry.value, &called, "[part.colour]") else { continue };
        sheets::read(reader, &part, SheetName::Part(entry.name.text.clone()), format);
        let names = part.get("names").map(|value| {
            let names = reader.names(value, Naming::InRules, NAMES);
            reader.once(&names, "name");
            names
        });
        let plural = part.get("plural").and_then(|value| {
            let plural = reader.reference(value, "plural = \"colours\"")?;
            reader.check_name(&plural, Naming::InRules);
            Some(plural)
        });
        let of_game = part.get("of").and_then(|value| {
            let owner = reader.reference(value, "of = \"game\"")?;
            if !OWNERS.contains(&owner.text.as_str()) {
                let near = nearest(&owner.text, OWNERS).unwrap_or("side");
                reader.complain(
                    Diagnostic::new(
                        Code::WrongShape,
                        format!("a part is of a side or of the game, not of `{}`", owner.text),
                    )
                    .at(owner.span, "neither of the two")
                    .help(format!("write `of = \"{near}\"`")),
                );
            }
            Some(owner.text == "game")
        });
        let written = part.get("written").and_then(|value| {
            let text = reader.placed(value, "written = \"a-b\"")?;
            let written = parse_written(&text, reader.complaints)?;
            let names: Vec<_> = written.columns.iter().map(|column| column.name.clone()).collect();
            reader.once(&names, "column");
            Some(written)
        });
        let older = format.parts.iter_mut().find(|older| older.name.text == entry.name.text);
        if let Some(older) = older {
            older.names = names.unwrap_or_else(|| std::mem::take(&mut older.names));
            older.plural = plural.or_else(|| older.plural.take());
            older.of_game = of_game.unwrap_or(older.of_game);
            older.written = written.or_else(|| older.written.take());
        } else {
            format.parts.push(PartEntry {
                name: entry.name.clone(),
                names: names.unwrap_or_default(),
                plural,
                of_game: of_game.unwrap_or(false),
                written,
            });
        }
    }
}
