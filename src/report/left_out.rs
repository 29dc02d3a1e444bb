//! Records that were left out: where they stand, and why.
//!
//! Comes in: a [`LeftOut`], the names of the logs. Goes out: a line, or an object. It must never know why a record is bad.
//! Start with [`words`] and [`json`].

use super::cell;
use super::fields::{Fields, id, text};
use crate::log::LeftOut;
use std::io::{self, Write};

/// A record that was left out, in a line: where it stands, and why.
#[must_use]
pub fn words(left: &LeftOut, logs: &[String]) -> String {
    let log = logs.get(left.place.log as usize).map_or("", String::as_str);
    let game = left.game.as_ref().map_or_else(String::new, |game| format!(" (game {game})"));
    let column = left.column.map_or_else(String::new, |column| format!(":{column}"));
    let words = format!("{log}:{}{column}: {}{game}", left.place.line, left.reason);
    words.chars().map(cell::harmless).collect()
}

/// A record that was left out, of one of these logs.
pub fn json(logs: &[String], left: &LeftOut, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    fields.key(out, "file")?;
    text(out, logs.get(left.place.log as usize).map_or("", String::as_str))?;
    fields.key(out, "line")?;
    write!(out, "{}", left.place.line)?;
    if let Some(column) = left.column {
        fields.key(out, "column")?;
        write!(out, "{column}")?;
    }
    if let Some(game) = &left.game {
        fields.key(out, "game")?;
        id(out, game)?;
    }
    fields.key(out, "reason")?;
    text(out, &left.reason)?;
    out.write_all(b"}")
}
