//! JSON piece by piece: keys, texts, values, lists with a line a row.
//!
//! Comes in: values. Goes out: bytes, as they are made. It must never hold more than one value.
//! Start with [`Fields`].

use crate::value::{Symbols, Value};
use std::io::{self, Write};

/// Numbers as JSON numbers where their decimals end, else as `"2/3"`; durations in seconds.
pub fn value(held: Value, symbols: &Symbols, out: &mut dyn Write) -> io::Result<()> {
    match held {
        Value::Integer(whole) => write!(out, "{whole}"),
        Value::Number(number) | Value::Duration(number) => {
            let written = number.to_string();
            if written.contains('/') { text(out, &written) } else { out.write_all(written.as_bytes()) }
        }
        Value::Flag(flag) => write!(out, "{flag}"),
        Value::Text(symbol) => text(out, symbols.text(symbol)),
        Value::Date(date) => text(out, &date.to_string()),
        Value::Missing => out.write_all(b"null"),
    }
}

/// An id as it was recorded: a number where it is written as one, else a text.
pub fn id(out: &mut dyn Write, id: &str) -> io::Result<()> {
    match id.parse::<i64>() {
        Ok(number) if number.to_string() == id => write!(out, "{number}"),
        _ => text(out, id),
    }
}

/// A text, with quotes around it.
pub fn text(out: &mut dyn Write, text: &str) -> io::Result<()> {
    serde_json::to_writer(out, text).map_err(io::Error::from)
}

/// A list of texts, in one line.
pub fn texts<'a>(out: &mut dyn Write, texts: impl Iterator<Item = &'a str>) -> io::Result<()> {
    out.write_all(b"[")?;
    for (place, one) in texts.enumerate() {
        out.write_all(if place == 0 { b"" } else { b", " })?;
        text(out, one)?;
    }
    out.write_all(b"]")
}

/// A list with a line for each of these.
pub fn list<T>(
    out: &mut dyn Write,
    all: &[T],
    mut write: impl FnMut(&mut dyn Write, &T) -> io::Result<()>,
) -> io::Result<()> {
    rows(out, all.len(), |out, place| write(out, &all[place]))
}

/// A key with a number.
pub fn number(keys: &mut Fields, key: &str, number: u32, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    write!(out, "{number}")
}

/// A list with a line for each of so many rows.
pub fn rows(
    out: &mut dyn Write,
    count: usize,
    mut row: impl FnMut(&mut dyn Write, usize) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"[")?;
    for place in 0..count {
        out.write_all(if place == 0 { b"\n  " } else { b",\n  " })?;
        row(out, place)?;
    }
    out.write_all(b"]")
}

/// The keys of an object, with what stands between them.
pub struct Fields {
    between: &'static str,
    written: usize,
}

impl Fields {
    /// No key written yet.
    pub fn new(between: &'static str) -> Self {
        Self { between, written: 0 }
    }

    /// Whether no key has been written.
    pub fn is_empty(&self) -> bool {
        self.written == 0
    }

    /// Writes a key; its value is to follow.
    pub fn key(&mut self, out: &mut dyn Write, key: &str) -> io::Result<()> {
        if self.written > 0 {
            out.write_all(self.between.as_bytes())?;
        }
        self.written += 1;
        text(out, key)?;
        out.write_all(b": ")
    }
}
