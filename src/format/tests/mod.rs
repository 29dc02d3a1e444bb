//! Formats in, compact renderings out: of what was read, and of what was said.

mod complaints;
mod drawn;
mod formats;
mod hostile;
mod phases;
mod rendered;

use super::*;
use crate::diagnostic::Complaints;
use crate::source::{Sources, Span};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Formats by name.
struct Shelf(BTreeMap<&'static str, &'static str>);

impl Library for Shelf {
    fn find(&self, name: &str, _from: &str) -> Result<Found, Absent> {
        let text = self.0.get(name).ok_or(Absent::Unknown)?;
        Ok(Found { path: format!("{name}.toml"), text: (*text).to_owned() })
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().map(|name| (*name).to_owned()).collect()
    }
}

fn read(text: &str, shelf: &[(&'static str, &'static str)]) -> (Option<FormatFile>, Sources, Complaints) {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let shelf = Shelf(shelf.iter().copied().collect());
    let format = load("own", "own.toml", text, &shelf, &mut sources, &mut complaints);
    (format, sources, complaints)
}

fn place(sources: &Sources, span: Span) -> String {
    let (line, column) = sources.line_column(span);
    let text = sources.slice(span).replace('\n', "⏎");
    let shown: String = text.chars().take(40).collect();
    format!("{}:{line}:{column} «{shown}»", sources.get(span.source).name)
}

fn complaints(sources: &Sources, complaints: &Complaints) -> String {
    let mut out = String::new();
    for diagnostic in complaints.sorted() {
        writeln!(out, "{}: {}", diagnostic.code, diagnostic.message).unwrap();
        for label in &diagnostic.labels {
            writeln!(out, "    {} {}", place(sources, label.span), label.text).unwrap();
        }
        for note in &diagnostic.notes {
            writeln!(out, "    = {note}").unwrap();
        }
        if let Some(help) = &diagnostic.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

/// A format built on that has one option.
const BASE: (&str, &str) = (
    "base",
    "language = 1\n[options.players]\nchoices = [\"two\", \"four\"]\ndefault = \"two\"\n[game.record]\nx = \"integer\"\n",
);

/// Each text with what is said of it.
fn said(texts: &[&str]) -> String {
    let mut out = String::new();
    for text in texts {
        let (_, sources, found) = read(text, &[BASE]);
        writeln!(out, "{}\n---\n{}===", text.trim_end(), complaints(&sources, &found)).unwrap();
    }
    out
}
