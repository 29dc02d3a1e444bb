//! `[options.NAME]` and `set = {…}`: what a regulation leaves to the variant played.
//!
//! Comes in: the tables. Goes out: an [`OptionEntry`] for each option, and the options that the file
//! fixes. A file that builds on another may say anew only what it changes.
//! It must never know whether a default fits. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::sheets::choices_once;
use super::walk::{Reader, Table, Value};
use super::{FormatFile, OptionEntry, OptionValues};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::{ast::Name, parse_type};

const EXAMPLE: &str = "[options.players]";
const CHOICES: &str = "choices = [\"four\", \"two\"]";
const KEYS: [&str; 4] = ["text", "choices", "type", "default"];
const TYPE: &str = "type = \"integer 1 to 100\"";

/// Reads the options into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    let mut options = Overlay::new(&mut format.options, |option| &option.name.text);
    if reader.nameless(table, &KEYS, EXAMPLE) {
        return;
    }
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::InRules);
        let called = format!("[options.{}]", entry.name.text);
        let Some(option) = reader.table(&entry.value, &called, EXAMPLE) else { continue };
        let read = read_option(reader, &entry.name, &option, options.inherited(&entry.name.text));
        options.put(read);
    }
}

/// Reads `set = { players = "two" }` into `format`.
pub(super) fn read_fixed(reader: &mut Reader<'_>, value: &Value<'_>, format: &mut FormatFile) {
    let example = "set = { players = \"two\" }";
    let Some(table) = reader.table(value, "`set`", example) else { return };
    let mut fixed = Overlay::new(&mut format.fixed, |(name, _)| &name.text);
    for setting in settings(reader, &table) {
        fixed.put(setting);
    }
}

/// The options set in a table, each with its value.
pub(super) fn settings(reader: &mut Reader<'_>, table: &Table<'_>) -> Vec<(Name, super::Literal)> {
    let example = "set = { players = \"two\" }";
    let mut settings = Vec::new();
    for entry in &table.entries {
        let literal = reader.literal(&entry.value, example);
        settings.extend(literal.map(|literal| (entry.name.clone(), literal)));
    }
    settings
}

fn read_option(
    reader: &mut Reader<'_>,
    name: &Name,
    table: &Table<'_>,
    base: Option<&OptionEntry>,
) -> OptionEntry {
    reader.known(table, &KEYS);
    let text = table.get("text").and_then(|value| reader.string(value, "text = \"How many play.\""));
    let values = match (table.get("choices"), table.get("type")) {
        (Some(value), None) => choices(reader, value),
        (None, Some(value)) => reader
            .rule_text(value, "type")
            .and_then(|text| parse_type(&text, reader.complaints))
            .inspect(|kind| choices_once(reader, Some(kind)))
            .map(|kind| OptionValues::Typed(Box::new(kind))),
        (None, None) => {
            if base.is_none() {
                reader.missing(table, "`choices` or `type`", CHOICES);
            }
            base.and_then(|base| base.values.clone())
        }
        (Some(_), Some(value)) => {
            reader.complain(
                Diagnostic::new(Code::WrongShape, format!("{} has `choices` and a `type`", table.title()))
                    .at(value.span, "one of the two is enough")
                    .help(format!("keep `{CHOICES}` or `{TYPE}`")),
            );
            None
        }
    };
    let default = match (table.get("default"), base) {
        (Some(value), _) => reader.literal(value, "default = \"four\""),
        (None, Some(base)) => base.default.clone(),
        (None, None) => {
            let example = match &values {
                Some(OptionValues::Choices(choices)) => {
                    choices.first().map(|first| format!("default = \"{}\"", first.text))
                }
                Some(OptionValues::Typed(_)) | None => None,
            };
            reader.missing(table, "`default`", example.as_deref().unwrap_or("default = …"));
            None
        }
    };
    let text = text.or_else(|| base.and_then(|base| base.text.clone()));
    OptionEntry { name: name.clone(), text, values, default }
}

fn choices(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<OptionValues> {
    let items = reader.list(value, "a list of names", CHOICES)?;
    if items.is_empty() {
        reader.complain(
            Diagnostic::new(Code::WrongShape, format!("{} is empty", value.what))
                .at(value.span, "nothing to choose from")
                .help(format!("write it like this: `{CHOICES}`")),
        );
    }
    let names = reader.names(value, Naming::InRules, CHOICES);
    reader.once(&names, "choice");
    // One that could not be read has been complained about; the others are no whole list.
    (names.len() == items.len() && !items.is_empty()).then_some(OptionValues::Choices(names))
}
