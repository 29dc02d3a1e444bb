//! The tables of a format that hold one part alone, line by line.
//!
//! Comes in: a format as typed. Goes out: which table says what of a part, and its lines without blanks, remarks and
//! headings. It must never read what they say. Start with [`tables`], then [`lines_of`].

use crate::format::FormatFile;
use crate::source::{Sources, Span};
use crate::syntax::ast::VerdictKind;

/// A table that holds one part alone.
pub(super) struct Table {
    /// The part.
    pub of: String,
    /// A place in the table.
    pub at: Span,
    /// Whether tables below it belong to it.
    pub deep: bool,
}

/// What only says how a part is shown.
const SHOWN: [&str; 3] = ["title", "columns", "text"];

/// The tables of a format that hold one part alone; and recorded columns, which are a line each.
pub(super) fn tables(file: &FormatFile) -> Vec<Table> {
    let mut all = Vec::new();
    let mut add = |of: String, at: Span, deep: bool| all.push(Table { of, at, deep });
    for option in &file.options {
        add(format!("options.{}", option.name.text), option.name.span, false);
    }
    if let Some(seating) = &file.seating {
        add("seating".to_owned(), seating.span, true);
    }
    for sheet in &file.sheets {
        let name = sheet.sheet.to_string();
        if let Some(placing) = &sheet.placing {
            add(format!("{name}.placing"), placing.span, false);
        }
        for verdict in &sheet.verdicts {
            let kind = match verdict.kind {
                VerdictKind::Void => "void",
                VerdictKind::Warn => "warn",
                VerdictKind::Fault => "fault",
            };
            add(format!("{name}.{kind}"), verdict.span, false);
        }
    }
    for state in file.ladder.iter().flat_map(|ladder| &ladder.states) {
        add(format!("ladder.state.{}", state.name.text), state.name.span, false);
    }
    for standing in &file.standings {
        add(format!("standing.{}", standing.name.text), standing.name.span, false);
    }
    if let Some(edition) = &file.edition {
        add("edition".to_owned(), edition.span, false);
    }
    for phase in &file.phases {
        add(format!("phase {}", phase.name.text), phase.name.span, true);
    }
    all
}

/// The lines of the table in which a place stands, with single blanks. `deep`: those of the tables below it as well.
pub(super) fn lines_of(sources: &Sources, at: Span, deep: bool) -> Vec<(String, Span)> {
    let text = &*sources.get(at.source).text;
    let mut lines: Vec<(&str, usize)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        lines.push((line.trim(), start));
        start += line.len();
    }
    let own = lines.iter().rposition(|(_, start)| *start <= at.start as usize).unwrap_or(0);
    let head = lines[..=own.min(lines.len().saturating_sub(1))].iter().rposition(|(line, _)| is_head(line));
    let Some(head) = head else { return Vec::new() };
    let name = lines[head].0.trim_matches(['[', ']', ' ']);
    let below = |line: &str| {
        let inner = line.trim_matches(['[', ']', ' ']);
        deep && inner.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
    };
    let mut found = Vec::new();
    for (line, start) in &lines[head + 1..] {
        if is_head(line) {
            if below(line) {
                continue;
            }
            break;
        }
        let key = line.split(['=', ' ']).next().unwrap_or("");
        // Where a text of several lines begins and ends says nothing.
        let is_quote = ["'''", "\"\"\""].iter().any(|quote| line.ends_with(quote));
        if line.is_empty() || line.starts_with('#') || is_quote || SHOWN.contains(&key) {
            continue;
        }
        let place = Span::new(at.source, *start..start + line.len());
        found.push((line.split_whitespace().collect::<Vec<_>>().join(" "), place));
    }
    found
}

/// `[standing.evening]`, `[[phase]]`: a line of a list begins with a bracket too, and ends with a comma.
fn is_head(line: &str) -> bool {
    let bare = line.split(" #").next().unwrap_or(line).trim_end();
    let name = bare.trim_start_matches('[').trim_end_matches(']');
    let is_name = |sign: char| sign.is_alphanumeric() || "._-\"' ".contains(sign);
    bare.starts_with('[') && bare.ends_with(']') && !name.is_empty() && name.chars().all(is_name)
}
