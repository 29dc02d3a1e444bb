//! Proves a format sound and lowers it to a [`Ruleset`].
//!
//! Comes in: a [`FormatFile`]. Goes out: a checked [`Ruleset`], and every complaint.
//! One file per proof. It must never know a log or compute a column. Start with [`check`].

mod bands;
mod cases;
mod claims;
mod conditions;
mod proofs;
mod ranges;
mod satisfy;

pub use proofs::prove;

use crate::diagnostic::Complaints;
use crate::format::FormatFile;
use crate::ruleset::Ruleset;

/// Checks a format and lowers it. `None` when it has errors that leave nothing to run.
pub fn check(_file: &FormatFile, _complaints: &mut Complaints) -> Option<Ruleset> {
    None
}
