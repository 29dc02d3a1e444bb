//! One TOML file (and what it extends) to a [`FormatFile`].
//!
//! Comes in: the text of a format. Goes out: every table and key as typed, rule strings parsed, with
//! spans; a key that means nothing is a complaint. The only module that knows toml.
//! It must never know whether a name exists or a type fits. Start with [`load`].

mod calendar;
mod claims;
mod clashes;
mod clauses;
mod document;
mod examples;
mod examples_drawn;
mod examples_logged;
mod extends;
mod file;
mod ladder;
mod names;
mod options;
mod overlay;
mod parts;
mod phases;
mod root;
mod scalars;
mod schemes;
mod seating;
mod seating_fit;
mod sheets;
mod shipped;
mod simulate;
mod standings;
mod walk;

#[cfg(test)]
mod tests;

pub use file::*;
pub use shipped::{FormatFinder, ShippedFormats};

use crate::diagnostic::Complaints;
use crate::source::Sources;

/// Finds the text of a format by its name.
pub trait Library {
    /// The format of this name, as it is written after `extends` in the file at the path `from` (empty where
    /// a person asks for it).
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    fn find(&self, name: &str, from: &str) -> Result<Found, Absent>;

    /// The names that could have been asked for.
    fn names(&self) -> Vec<String>;
}

/// A format that has been found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What messages call the file; paths of its own `extends` are taken from its directory.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Why a format is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absent {
    /// Nothing of this name.
    Unknown,
    /// It cannot be read, for this reason.
    Unreadable(String),
}

/// Reads a format and what it extends.
///
/// `name` is what the format is called (`blokus`), `path` what messages call the file.
/// Returns `None` when there is nothing to check: it is not TOML, its language is too new, or the format that
/// it builds on cannot be had; the complaints say so.
pub fn load(
    name: &str,
    path: &str,
    text: &str,
    library: &dyn Library,
    sources: &mut Sources,
    complaints: &mut Complaints,
) -> Option<FormatFile> {
    let found = Found { path: path.to_owned(), text: text.to_owned() };
    let mut loader = extends::Loader { library, sources, complaints, chain: Vec::new() };
    let format = loader.load(name, found)?;
    clashes::check(&format, complaints);
    seating_fit::check(&format, complaints);
    Some(format)
}
