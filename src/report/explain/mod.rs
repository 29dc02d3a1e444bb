//! Explanations as text, as JSON, and as a page of HTML.
//!
//! Comes in: an [`Explanation`], and the outcome that it explains. Goes out: text. The three shapes find the same words; they
//! must never compute or leave anything out that another one tells. Start with [`write_explanation`].

mod html;
mod json;
mod text;
mod words;

pub(super) use json::write_trees as trees_as_json;
pub(super) use text::write_trees as trees_as_text;

use super::Stamp;
use crate::engine::Outcome;
use crate::explain::Explanation;
use std::io::{self, Write};

/// How an explanation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExplainShape {
    /// Indented lines, for people.
    Text,
    /// Everything, for programs.
    Json,
    /// A page that folds.
    Html,
}

/// What is written about.
#[derive(Debug, Clone, Copy)]
pub struct ExplainSubject<'a> {
    /// The name of the format.
    pub name: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Of which rules, which logs and which seed it is.
    pub stamp: &'a Stamp,
    /// What was explained.
    pub outcome: &'a Outcome,
    /// Whether long lists are written out.
    pub all: bool,
    /// The explanation.
    pub explanation: &'a Explanation,
}

/// Writes an explanation.
///
/// # Errors
/// When `out` does.
pub fn write_explanation(
    subject: ExplainSubject<'_>,
    shape: ExplainShape,
    out: &mut dyn Write,
) -> io::Result<()> {
    match shape {
        ExplainShape::Text => text::write(subject, out),
        ExplainShape::Json => json::write(subject, out),
        ExplainShape::Html => html::write(subject, out),
    }
}
