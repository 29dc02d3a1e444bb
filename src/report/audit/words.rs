//! Words that the audits have in common.

use super::Audited;
use crate::audit::{Reason, What};
use crate::report::fields::{Fields, text};
use crate::report::grid::printed;
use crate::source::Span;
use crate::syntax::ast::VerdictKind;
use std::io::{self, Write};

/// What stands at a place.
pub fn what(what: What) -> &'static str {
    match what {
        What::Rule => "rule",
        What::Item => "item",
        What::Band => "band",
        What::Case => "case",
        What::Then => "value of an `if`",
        What::Otherwise => "`else` of an `if`",
        What::There => "value before an `else`",
        What::Fallback => "`else` for what is missing",
        What::Verdict(VerdictKind::Void) => "void",
        What::Verdict(VerdictKind::Warn) => "warning",
        What::Verdict(VerdictKind::Fault) => "fault",
        What::Key => "key",
        What::Level => "level",
        What::Levels => "levels",
        What::Choice => "choice",
        What::Edition => "edition",
        What::Phase => "phase",
        What::Deadline => "deadline",
        What::Cut => "making of pools",
        What::Line => "line of a schedule",
        What::Match => "match",
    }
}

/// `2000 invented records and 50 events`: some of what was invented are events.
pub fn invented(all: usize, events: usize, what: &str) -> String {
    match events {
        0 => counted(all, what),
        events if events == all => counted(events, "invented event"),
        events => format!("{} and {}", counted(all - events, what), counted(events, "event")),
    }
}

/// Why a change changes nothing.
pub fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Everywhere => "both give the same for all values that can be recorded",
        Reason::NeverTogether => "the two conditions never hold together",
        Reason::OneRow => "there is never more than one row to choose from",
        Reason::RowsAlike => "every row gives the same value",
        Reason::NeverLevel => "a key is different for everybody, so nobody is ever level",
        Reason::Unread => "no rule tells the two values apart",
    }
}

/// `blokus.toml:12`
pub fn place(audited: Audited<'_>, at: Span) -> String {
    let (line, _) = audited.sources.line_column(at);
    format!("{}:{line}", printed(&audited.sources.get(at.source).name))
}

/// `1 example`, `3 examples`
pub fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// The share of so many of all, in whole percent, rounded down: what is not all is never 100.
pub fn percent(part: usize, all: usize) -> String {
    format!("{} %", part.saturating_mul(100).checked_div(all).unwrap_or(100))
}

/// Keys that say where something stands: `file`, `line`, `column`.
pub fn place_keys(audited: Audited<'_>, at: Span, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    let (line, column) = audited.sources.line_column(at);
    keys.key(out, "file")?;
    text(out, &audited.sources.get(at.source).name)?;
    keys.key(out, "line")?;
    write!(out, "{line}")?;
    keys.key(out, "column")?;
    write!(out, "{column}")
}

/// A key with a text.
pub fn text_key(key: &str, value: &str, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    text(out, value)
}

/// A key with a number.
pub fn number_key(key: &str, value: u64, keys: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    keys.key(out, key)?;
    write!(out, "{value}")
}
