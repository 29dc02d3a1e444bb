//! A change as text: what is taken out of the file, and what is put in.
//!
//! The change itself is made on the tree; this is what a person reads of it. Start with [`Patch`], then [`hunks`].

use crate::source::{Sources, Span};
use std::ops::Range;

/// A stretch of a file, and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// The stretch; empty where something is put in between.
    pub at: Span,
    /// What stands there instead.
    pub text: String,
}

/// Some lines of a file before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The number of the first of them.
    pub line: usize,
    /// As they are.
    pub before: Vec<String>,
    /// As they would be.
    pub after: Vec<String>,
}

impl Patch {
    pub(super) fn new(at: Span, text: impl Into<String>) -> Self {
        Self { at, text: text.into() }
    }

    /// Something put in before this place.
    pub(super) fn before(at: Span, text: impl Into<String>) -> Self {
        Self::new(Span { end: at.start, ..at }, text)
    }

    /// Something put in behind this place.
    pub(super) fn behind(at: Span, text: impl Into<String>) -> Self {
        Self::new(Span { start: at.end, ..at }, text)
    }
}

/// What stands between two places, and where.
fn between(first: Span, second: Span) -> Span {
    Span { source: first.source, start: first.end, end: second.start.max(first.end) }
}

/// Where a word (or a sign) stands between two places, nearest to the first.
pub(super) fn word_between(sources: &Sources, first: Span, second: Span, word: &str) -> Option<Span> {
    word_in(sources, between(first, second), word)
}

/// Where a word (or a sign) stands in a stretch, for the first time.
pub(super) fn word_in(sources: &Sources, stretch: Span, word: &str) -> Option<Span> {
    let text = sources.slice(stretch);
    let is_letter = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    let is_word = is_letter(word.chars().next());
    let found = text.match_indices(word).map(|(at, _)| at).find(|at| {
        let (before, after) = (text[..*at].chars().next_back(), text[at + word.len()..].chars().next());
        !is_word || !is_letter(before) && !is_letter(after)
    })?;
    Some(part(stretch, found..found + word.len()))
}

/// A part of a stretch.
pub(super) fn part(stretch: Span, range: Range<usize>) -> Span {
    let at = |position: usize| stretch.start.saturating_add(u32::try_from(position).unwrap_or(u32::MAX));
    Span { source: stretch.source, start: at(range.start), end: at(range.end) }
}

/// A stretch without the blanks before it.
pub(super) fn with_blanks_before(sources: &Sources, at: Span) -> Span {
    let before = sources.slice(Span { start: 0, end: at.start, ..at });
    let kept = before.trim_end_matches([' ', '\t']).len();
    Span { start: u32::try_from(kept).unwrap_or(at.start), ..at }
}

/// A stretch with the blanks behind it.
pub(super) fn with_blanks_behind(sources: &Sources, at: Span) -> Span {
    let text = &sources.get(at.source).text;
    let rest = text.get(at.end as usize..).unwrap_or("");
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    Span { end: at.end.saturating_add(u32::try_from(blanks).unwrap_or(0)), ..at }
}

/// The whole lines that a stretch touches, the last line break included.
pub(super) fn lines(sources: &Sources, at: Span) -> Span {
    let text = &*sources.get(at.source).text;
    let start = text.get(..at.start as usize).and_then(|text| text.rfind('\n')).map_or(0, |end| end + 1);
    let rest = text.get(at.end as usize..).unwrap_or("");
    let end = rest.find('\n').map_or(text.len(), |end| at.end as usize + end + 1);
    Span::new(at.source, start..end)
}

/// The lines of a file that patches change, before and after. Lines that touch are one hunk.
pub(super) fn hunks(sources: &Sources, patches: &[Patch]) -> Vec<Hunk> {
    let mut sorted: Vec<&Patch> = patches.iter().collect();
    sorted.sort_by_key(|patch| (patch.at, patch.text.clone()));
    let mut groups: Vec<(Span, Vec<&Patch>)> = Vec::new();
    for patch in sorted {
        // Lines that are taken out as a whole end with their line break, and touch no other line.
        let inner = Span { end: patch.at.end.saturating_sub(1).max(patch.at.start), ..patch.at };
        let is_whole = sources.slice(patch.at).ends_with('\n');
        let touched = lines(sources, if is_whole { inner } else { patch.at });
        match groups.last_mut() {
            Some((known, all)) if known.source == touched.source && touched.start < known.end => {
                known.end = known.end.max(touched.end);
                all.push(patch);
            }
            _ => groups.push((touched, vec![patch])),
        }
    }
    groups.iter().map(|(touched, patches)| hunk(sources, *touched, patches)).collect()
}

fn hunk(sources: &Sources, touched: Span, patches: &[&Patch]) -> Hunk {
    let before = sources.slice(touched);
    let after = patched(before, touched.start as usize, patches);
    let (line, _) = sources.line_column(touched);
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let (mut line, mut before, mut after) = (line, lines(before), lines(&after));
    while before.len() > 1 && after.first() == before.first() {
        before.remove(0);
        after.remove(0);
        line += 1;
    }
    while before.len() > 1 && after.len() > 1 && after.last() == before.last() {
        before.pop();
        after.pop();
    }
    Hunk { line, before, after }
}

/// A text that begins at `start` of its file, with patches made.
fn patched(text: &str, start: usize, patches: &[&Patch]) -> String {
    let mut out = String::new();
    let mut done = 0;
    for patch in patches {
        let range = patch.at.range();
        let (from, to) = (range.start.saturating_sub(start), range.end.saturating_sub(start));
        out.push_str(text.get(done..from).unwrap_or(""));
        out.push_str(&patch.text);
        done = to.max(done);
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

/// The whole file with a change made in its text.
pub(super) fn whole(sources: &Sources, source: crate::source::SourceId, patches: &[Patch]) -> String {
    let mut sorted: Vec<&Patch> = patches.iter().filter(|patch| patch.at.source == source).collect();
    sorted.sort_by_key(|patch| patch.at);
    patched(&sources.get(source).text, 0, &sorted)
}
