//! Small changes of a format, made on the tree.
//!
//! Comes in: a format as typed. Goes out: every change of it that is worth a try ([`changes`]), and the format with one of
//! them made ([`changed`]). Both walk the same way through the same places, so that the two cannot disagree. It must never
//! know what a change comes to. Start with [`changes`].

mod bands;
mod expressions;
mod kinds;
mod lines;
mod literals;
mod orders;
mod phases;
mod text;
mod walk;

pub use kinds::Kind;
pub use text::{Hunk, Patch};

use crate::format::FormatFile;
use crate::source::{Sources, Span};
use text::hunks;
use walk::{Mode, Walker};

pub(super) use walk::is_told_only;

/// A small change of a format.
#[derive(Debug, Clone)]
pub struct Change {
    /// Its kind.
    pub kind: Kind,
    /// What is changed: `` `>=` for `>` ``.
    pub title: String,
    /// What it is a part of: `side.points`.
    pub of: String,
    /// Where.
    pub at: Span,
    /// The lines of the file before and after it.
    pub hunks: Vec<Hunk>,
    /// The same as stretches of text; empty where the file says nothing at the place.
    pub patches: Vec<Patch>,
    /// Which place of the walk, and which of its changes.
    place: (u32, usize),
}

/// All changes of what stands in the file itself, in its order.
#[must_use]
pub fn changes(file: &FormatFile, sources: &Sources) -> Vec<Change> {
    let mut file = file.clone();
    let mut walker = Walker::new(&file, sources, Mode::Listing);
    walker.format(&mut file);
    let mut all = walker.found;
    all.sort_by_key(|change| (change.at, change.place));
    all
}

/// The format with one change made.
#[must_use]
pub fn changed(file: &FormatFile, sources: &Sources, change: &Change) -> FormatFile {
    let mut file = file.clone();
    let mut walker = Walker::new(&file, sources, Mode::Making(change.place));
    walker.format(&mut file);
    file
}

/// The text of the file with one change made. `None` where the change is of something that the file does not say.
#[must_use]
pub fn changed_text(file: &FormatFile, sources: &Sources, change: &Change) -> Option<String> {
    (!change.patches.is_empty()).then(|| text::whole(sources, file.source, &change.patches))
}

/// A change of one node of the tree.
pub(super) struct Proposal<T> {
    kind: Kind,
    title: String,
    at: Span,
    shown: Shown,
    node: T,
}

/// How a change is shown.
enum Shown {
    /// By what stands in the file.
    Text(Vec<Patch>),
    /// By what could stand there: before, and after.
    Words(String, String),
}

impl Shown {
    fn hunks(&self, sources: &Sources, at: Span) -> Vec<Hunk> {
        match self {
            Self::Text(patches) => hunks(sources, patches),
            Self::Words(before, after) => {
                let (line, _) = sources.line_column(at);
                vec![Hunk { line, before: vec![before.clone()], after: vec![after.clone()] }]
            }
        }
    }
}
