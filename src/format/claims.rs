//! `[claims]`: what an organiser wants to be sure of.
//!
//! Comes in: the table; the key is the claim in words. Goes out: a [`ClaimEntry`] for each.
//! It must never know whether a claim holds. Start with [`read`].

use super::names::Naming;
use super::overlay::Overlay;
use super::walk::{Reader, Table, Value};
use super::{ClaimEntry, FormatFile, SheetName};
use crate::source::Span;
use crate::syntax::parse_expression;
use toml::de::DeValue;

/// Reads the claims into `format`.
pub(super) fn read(reader: &mut Reader<'_>, table: &Table<'_>, format: &mut FormatFile) {
    let mut claims = Overlay::new(&mut format.claims, |claim| &claim.text.text);
    for entry in &table.entries {
        reader.check_name(&entry.name, Naming::ForPeople);
        let (on, holds) = if let DeValue::Table(map) = entry.value.node {
            let called = format!("the claim `{}`", entry.name.text);
            let claim = reader.open(map, entry.value.span, &called);
            reader.known(&claim, &["on", "holds"]);
            let on = claim.get("on").and_then(|value| read_sheet(reader, value));
            let holds = reader
                .required(&claim, "holds", "holds = 'points <= 64'")
                .and_then(|value| reader.rule_text(value, "holds"));
            (on, holds)
        } else {
            let key = format!("\"{}\"", entry.name.text);
            (None, reader.rule_text(&entry.value, &key))
        };
        let holds = holds.and_then(|text| parse_expression(&text, reader.complaints));
        claims.put(ClaimEntry { text: entry.name.clone(), on, holds });
    }
}

fn read_sheet(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<(SheetName, Span)> {
    let name = reader.reference(value, "on = \"game\"")?;
    let sheet = match name.text.as_str() {
        "event" => SheetName::Event,
        "entrant" => SheetName::Entrant,
        "match" => SheetName::Match,
        "match.side" => SheetName::MatchSide,
        "game" => SheetName::Game,
        "side" => SheetName::Side,
        part => SheetName::Part(part.to_owned()),
    };
    Some((sheet, name.span))
}
