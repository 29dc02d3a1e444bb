//! What a comparison with a published table came to: as text, and as JSON.
//!
//! Comes in: a [`Verified`], and what it was computed from. Goes out: text. It must never compare. Start with
//! [`write_verified`].

mod json;
mod table;

use super::explain::ExplainSubject;
use super::{Shape, Stamp};
use crate::engine::Outcome;
use crate::explain::Explanation;
use crate::ruleset::{Edition, Ruleset, Settings};
use crate::verify::Verified;
use std::io::{self, Write};

/// What is written about.
#[derive(Debug, Clone, Copy)]
pub struct VerifySubject<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// What came out.
    pub outcome: &'a Outcome,
    /// Of which rules, which logs and which seed it is.
    pub stamp: &'a Stamp,
    /// Of which edition it is.
    pub edition: Option<Edition>,
    /// Whether long lists are written out.
    pub all: bool,
    /// What the comparison came to.
    pub verified: &'a Verified,
}

impl<'a> VerifySubject<'a> {
    fn explained(&self, explanation: &'a Explanation) -> ExplainSubject<'a> {
        ExplainSubject {
            name: &self.ruleset.name,
            title: &self.ruleset.title,
            stamp: self.stamp,
            outcome: self.outcome,
            all: self.all,
            explanation,
        }
    }
}

/// Writes it; there is no CSV of it, and a table is written in its stead.
///
/// # Errors
/// When `out` does.
pub fn write_verified(subject: VerifySubject<'_>, shape: Shape, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        Shape::Table | Shape::Csv => table::write(subject, out),
        Shape::Json => json::write(subject, out),
    }
}
