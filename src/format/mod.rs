//! One TOML file (and what it extends) to a [`FormatFile`].
//!
//! Comes in: the text of a format. Goes out: every table and key as typed, rule strings parsed, with
//! spans; a key that means nothing is a complaint. The only module that knows toml.
//! It must never know whether a name exists or a type fits. Start with [`load`].

mod file;

pub use file::*;

use crate::diagnostic::Complaints;
use crate::source::Sources;

/// Finds the text of a format by its name.
pub trait Library {
    /// The text of the format of this name (`extends = "…"`), with the name for messages.
    fn find(&self, name: &str) -> Option<(String, String)>;

    /// The names that could have been asked for.
    fn names(&self) -> Vec<String>;
}

/// Reads a format and what it extends.
///
/// `name` is what the format is called (`blokus`), `path` what messages call the file.
/// Returns `None` when the file cannot be read as TOML at all.
pub fn load(
    _name: &str,
    _path: &str,
    _text: &str,
    _library: &dyn Library,
    _sources: &mut Sources,
    _complaints: &mut Complaints,
) -> Option<FormatFile> {
    None
}
