//! The one currency of complaints.
//!
//! Everything that is wrong with a format, a log or a computation becomes a [`Diagnostic`]: a stable
//! code, one line that says what is wrong, labels on the author's own text, and help that says what
//! to do. They are collected in [`Complaints`], so that one run shows all of them.
//! It must never know who complains. Written style: lower case, no final stop, the author's text in
//! backticks, what is wrong in the message, what to do in the help, no Rust names.

mod code;
mod excerpt;
mod page;
mod render;
mod suggest;

pub use code::{Code, Severity};
pub use page::{Page, PageCase, PageError};
pub use render::{render, render_place};
pub use suggest::{nearest, one_of};

use crate::source::Span;
use rustc_hash::FxHashSet;

/// A place in a source with a remark.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark; may be empty.
    pub text: String,
}

/// One complaint.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; the first is the place of the mistake, the others say what it clashes with.
    pub labels: Vec<Label>,
    /// Facts worth knowing: a witness, the clause, a path.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A complaint without a place yet.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), labels: Vec::new(), notes: Vec::new(), help: None }
    }

    /// Points at `span`.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
}

/// Complaints in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub struct Complaints {
    all: Vec<Diagnostic>,
    seen: FxHashSet<Diagnostic>,
}

impl Complaints {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one, unless the same one is there already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.seen.insert(diagnostic.clone()) {
            self.all.push(diagnostic);
        }
    }

    /// Adds all of `others`.
    pub fn extend(&mut self, others: Self) {
        for diagnostic in others.all {
            self.push(diagnostic);
        }
    }

    /// Whether any of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.all.iter().any(|diagnostic| diagnostic.code.severity() == Severity::Error)
    }

    /// Whether there are none at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// In the order of the places they point at.
    #[must_use]
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.all.iter().collect();
        all.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
        all
    }

    /// In the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter()
    }
}
