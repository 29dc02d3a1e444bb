//! Proves a format sound and lowers it to a [`Ruleset`].
//!
//! Comes in: a [`FormatFile`]. Goes out: a checked [`Ruleset`], and every complaint.
//! One file per proof: names, types, cycles, clauses, unused columns while lowering; ranges, bands,
//! cases, conditions and claims over the lowered program. It must never know a log or compute a
//! column. Start with [`check`].

mod aggregate;
mod annulled;
mod assumed;
mod bands;
mod body;
mod bracket;
mod calendar;
mod cases;
mod checker;
mod choices;
mod citations;
mod claims;
mod conditions;
mod domains;
mod expression;
mod faultless;
mod given;
mod invented;
mod judgements;
mod ladder;
mod lists;
mod lost;
mod mismatch;
mod model;
mod narrow;
mod needs;
mod operators;
mod options;
mod order;
mod paths;
mod phases;
mod pools;
mod precedence;
mod proofs;
mod random;
mod ranges;
mod reaches;
mod rowless;
mod rows;
mod ruled;
mod satisfy;
mod schedule;
mod schema;
mod scope;
mod shown;
mod texts;
mod types;
mod unused;
mod written;

pub use domains::domains;
pub use ruled::{Ruled, ruled};

use crate::diagnostic::{Code, Complaints, Diagnostic, Severity};
use crate::format::FormatFile;
use crate::ruleset::Ruleset;
use crate::source::Sources;
use checker::Checker;

/// Checks a format and lowers it. `None` when it has errors that leave nothing to run: a claim that does not hold
/// leaves all the rest.
pub fn check(file: &FormatFile, sources: &Sources, complaints: &mut Complaints) -> Option<Ruleset> {
    let mut own = Complaints::new();
    let mut checker = Checker::new(file, sources, &mut own);
    checker.lay_out();
    checker.lower_all();
    if !complaints.has_errors() {
        checker.find_unused();
    }
    let mut ruleset = checker.finish();
    if !own.has_errors() {
        proofs::prove(&mut ruleset, sources, &mut own);
    }
    let is_error = |one: &Diagnostic| one.code.severity() == Severity::Error;
    let sound = !own.iter().any(|one| is_error(one) && one.code != Code::ClaimFails);
    complaints.extend(own);
    sound.then_some(ruleset)
}
