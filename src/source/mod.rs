//! Knows where every byte came from.
//!
//! A [`Span`] is a range of bytes in one of the [`Sources`]: a format file, or an excerpt of a log.
//! Everything above points with spans; only `diagnostic` turns them into lines and columns.
//! Start with [`Sources::add`], then [`RuleText`] for a rule string inside a TOML file.
//! It must never know what the bytes mean.

mod rule_text;

pub use rule_text::{RuleText, TextError};

use std::ops::Range;
use std::sync::Arc;

/// A file (or an excerpt of one) that has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SourceId(u32);

/// A range of bytes in one source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// Which source.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `range` in `source`. Positions past 4 GiB are clamped.
    #[must_use]
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |position: usize| u32::try_from(position).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end) }
    }

    /// The bytes as a range for slicing.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of `last` (both in one source).
    #[must_use]
    pub fn to(self, last: Self) -> Self {
        Self { source: self.source, start: self.start.min(last.start), end: self.end.max(last.end) }
    }
}

/// A text with a name that can be pointed into.
#[derive(Debug, Clone)]
pub struct Source {
    /// What a person calls it: a path, `blokus.toml`, `<stdin>`.
    pub name: String,
    /// The text; for an excerpt, the lines that matter and no more.
    pub text: Arc<str>,
    /// The number of the first line of `text` in the file (1 for a whole file).
    pub first_line: usize,
}

/// Every text that a diagnostic may point into.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// No sources yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a whole file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.add_excerpt(name, text, 1)
    }

    /// Adds lines cut out of a file too large to keep; `first_line` is the number of the first of them.
    pub fn add_excerpt(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        first_line: usize,
    ) -> SourceId {
        let id = SourceId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Source { name: name.into(), text: text.into(), first_line });
        id
    }

    /// The source with this id.
    ///
    /// # Panics
    /// When `id` was made by another `Sources`.
    #[must_use]
    pub fn get(&self, id: SourceId) -> &Source {
        &self.all[id.0 as usize]
    }

    /// The text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or("")
    }

    /// Line and column of the start of a span, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let source = self.get(span.source);
        let upto = source.text.get(..span.start as usize).unwrap_or(&source.text);
        let line = upto.bytes().filter(|&byte| byte == b'\n').count();
        let last = upto.rfind('\n').map_or(0, |newline| newline + 1);
        (source.first_line + line, upto[last..].chars().count() + 1)
    }
}
