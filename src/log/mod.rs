//! Reads games in any supported encoding into sheets of columns; one file per encoding.
//!
//! Comes in: bytes, and a [`Ruleset`] that says what is recorded. Goes out: a [`Log`]: recorded and
//! built-in columns of the entrant, game, side, part and list sheets, and the links between them.
//! It must never know a rule. Start with [`read`].

use crate::diagnostic::Complaints;
use crate::format::Record;
use crate::ruleset::{Ruleset, Settings};
use crate::sheet::{RecordPlace, Tables};
use crate::source::{Sources, Span};
use crate::syntax::ast::Name;
use crate::value::Symbols;
use std::io::Read;

/// A log to be read: its name for messages, and its bytes.
pub struct Input<'a> {
    /// A path, or `<stdin>`.
    pub name: String,
    /// The bytes, read once from the front.
    pub bytes: Box<dyn Read + 'a>,
}

/// What was read.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// Recorded columns and the links of what was recorded.
    pub tables: Tables,
    /// The symbols of the ruleset, and the texts of the log.
    pub symbols: Symbols,
    /// The names of the logs; [`RecordPlace::log`] counts them.
    pub names: Vec<String>,
    /// Records that were left out (`keep_going` only).
    pub left_out: Vec<LeftOut>,
}

/// A record that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it stands.
    pub place: RecordPlace,
    /// Its id or number, where it has one.
    pub game: Option<String>,
    /// Why, in one line.
    pub reason: String,
}

/// Reads logs, in order, as one. With `keep_going` a bad record is left out and listed with a
/// warning's weight; without it, any error gives `None`.
pub fn read(
    _ruleset: &Ruleset,
    _settings: &Settings,
    _inputs: Vec<Input<'_>>,
    _keep_going: bool,
    _sources: &mut Sources,
    _complaints: &mut Complaints,
) -> Option<Log> {
    None
}

/// The entrants and games of an example of the format, as a log.
pub fn from_example(
    _ruleset: &Ruleset,
    _settings: &Settings,
    _entrants: &[(Name, Record)],
    _games: &[(Record, Span)],
    _complaints: &mut Complaints,
) -> Option<Log> {
    None
}
