//! The lines that a diagnostic points at, cut out of their sources.
//!
//! Comes in: labels, and the [`Sources`]. Goes out: [`Excerpt`]s, small texts with the same labels moved
//! into them: labels of one source that stand near each other share one, long lines keep what is near a label.
//! It must never know what is said about the lines. Start with [`of_labels`].

use super::Label;
use crate::source::{Source, SourceId, Sources, Span};
use std::ops::Range;

/// Lines between two labels beyond which each has its own excerpt.
const FAR: usize = 40;
/// Lines of one label; what is beyond is cut off.
const MOST_LINES: usize = 40;
/// Characters of a line beyond which it is cut.
const LONG_LINE: usize = 120;
/// Characters kept before and after each end of a label on a long line.
const NEAR: usize = 40;
/// Stands for what was cut.
const GAP: &str = " … ";

/// A few lines of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// What the source is called.
    pub name: String,
    /// The line of the place that matters most.
    pub line: usize,
    /// Its column, in characters.
    pub column: usize,
    /// The number of the first line of `text`.
    pub first_line: usize,
    /// The lines, cut.
    pub text: String,
    /// The labels, by their bytes in `text`.
    pub labels: Vec<Place>,
}

/// A label, moved into its excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub range: Range<usize>,
    /// The remark.
    pub text: String,
    /// Whether it is the place of the mistake.
    pub primary: bool,
}

/// One excerpt for each group of labels that stand together; the one with the first label comes first.
#[must_use]
pub fn of_labels(labels: &[Label], sources: &Sources) -> Vec<Excerpt> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (place, label) in labels.iter().enumerate() {
        let source = sources.get(label.span.source);
        let range = inside(&source.text, label.span);
        let lines = lines_of(&source.text, &range);
        let marked = Marked { label, range, first: place == 0 };
        let near = groups.iter_mut().find(|group| {
            group.id == label.span.source
                && few_lines(&source.text, group.lines.end.min(lines.end), group.lines.start.max(lines.start))
        });
        if let Some(group) = near {
            group.lines = group.lines.start.min(lines.start)..group.lines.end.max(lines.end);
            group.marked.push(marked);
        } else {
            groups.push(Group { id: label.span.source, source, lines, marked: vec![marked] });
        }
    }
    groups.iter().map(Group::excerpt).collect()
}

struct Marked<'a> {
    label: &'a Label,
    range: Range<usize>,
    first: bool,
}

struct Group<'a> {
    id: SourceId,
    source: &'a Source,
    /// Whole lines, by their bytes.
    lines: Range<usize>,
    marked: Vec<Marked<'a>>,
}

impl Group<'_> {
    fn excerpt(&self) -> Excerpt {
        let whole = &self.source.text;
        let before = whole[..self.lines.start].bytes().filter(|&byte| byte == b'\n').count();
        let first_line = self.source.first_line + before;
        let mut text = String::new();
        let mut kept: Vec<(Range<usize>, usize)> = Vec::new();
        let mut start = self.lines.start;
        for line in whole[self.lines.clone()].split_inclusive('\n') {
            let range = start..start + line.len();
            for (index, piece) in self.keep(&range).into_iter().enumerate() {
                if index > 0 || piece.start > range.start {
                    text.push_str(GAP);
                }
                kept.push((piece.clone(), text.len()));
                text.push_str(&whole[piece]);
            }
            let cut_short = kept.last().is_some_and(|(piece, _)| piece.end < range.end);
            if cut_short {
                text.push_str(GAP.trim_end());
                text.push('\n');
            }
            start = range.end;
        }
        let labels = self.marked.iter().map(|marked| Place {
            range: moved(&kept, marked.range.start, &text)..moved(&kept, marked.range.end, &text),
            text: marked.label.text.clone(),
            primary: marked.first,
        });
        let labels: Vec<Place> = labels.collect();
        let at = self.marked.first().map_or(self.lines.start, |marked| marked.range.start);
        let (line, column) = position(self.source, at);
        Excerpt { name: self.source.name.clone(), line, column, first_line, text, labels }
    }

    /// The pieces of a line that are shown: all of it, or what is near the ends of labels.
    fn keep(&self, line: &Range<usize>) -> Vec<Range<usize>> {
        let text = &self.source.text;
        if text[line.clone()].chars().nth(LONG_LINE).is_none() {
            return std::iter::once(line.clone()).collect();
        }
        let ends = self.marked.iter().flat_map(|marked| [marked.range.start, marked.range.end]);
        let mut pieces: Vec<Range<usize>> = ends
            .filter(|end| line.contains(end) || *end == line.end)
            .map(|end| back(text, line.start, end, NEAR)..forward(text, line.end, end, NEAR))
            .collect();
        pieces.sort_by_key(|piece| piece.start);
        if pieces.is_empty() {
            pieces.push(line.start..forward(text, line.end, line.start, LONG_LINE));
        }
        let mut merged: Vec<Range<usize>> = Vec::new();
        for piece in pieces {
            match merged.last_mut() {
                Some(last) if piece.start <= last.end + GAP.len() => last.end = last.end.max(piece.end),
                _ => merged.push(piece),
            }
        }
        // So little is not worth a cut.
        if let Some(first) = merged.first_mut().filter(|first| first.start - line.start <= GAP.len()) {
            first.start = line.start;
        }
        if let Some(last) = merged.last_mut().filter(|last| line.end - last.end <= GAP.len()) {
            last.end = line.end;
        }
        merged
    }
}

/// The span inside the text, on the borders of characters, never after the last line break.
fn inside(text: &str, span: Span) -> Range<usize> {
    let content = text.strip_suffix('\n').map_or(text, |rest| rest.strip_suffix('\r').unwrap_or(rest));
    let border = |at: usize| floor_border(text, at.min(content.len()));
    let start = border(span.range().start);
    let mut end = span.range().end.min(content.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end.max(start)
}

fn floor_border(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    // Between the two halves of a line break is before it.
    if at > 0 && text.as_bytes().get(at) == Some(&b'\n') && text.as_bytes()[at - 1] == b'\r' {
        at -= 1;
    }
    at
}

/// The whole lines that a range touches, the last line break included; not more than [`MOST_LINES`].
fn lines_of(text: &str, range: &Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let mut end = start;
    for line in text[start..].split_inclusive('\n').take(MOST_LINES) {
        end += line.len();
        if end > range.end {
            break;
        }
    }
    start..end
}

/// Whether there are few lines from `from` to `to`.
fn few_lines(text: &str, from: usize, to: usize) -> bool {
    from >= to || text[from..to].bytes().filter(|&byte| byte == b'\n').count() <= FAR
}

/// Where a byte of the source stands in the excerpt: in the last piece that begins at or before it.
fn moved(kept: &[(Range<usize>, usize)], at: usize, text: &str) -> usize {
    let place = kept.iter().rev().find(|(piece, _)| piece.start <= at);
    place.map_or(0, |(piece, start)| start + at.min(piece.end) - piece.start).min(text.len())
}

fn back(text: &str, limit: usize, from: usize, count: usize) -> usize {
    let found = text[limit..from].char_indices().rev().take(count).last();
    found.map_or(from, |(at, _)| limit + at)
}

fn forward(text: &str, limit: usize, from: usize, count: usize) -> usize {
    text[from..limit].char_indices().nth(count).map_or(limit, |(at, _)| from + at)
}

/// Line and column, both from 1, the column in characters.
fn position(source: &Source, at: usize) -> (usize, usize) {
    let before = &source.text[..at];
    let line = before.bytes().filter(|&byte| byte == b'\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (source.first_line + line, before[start..].chars().count() + 1)
}
