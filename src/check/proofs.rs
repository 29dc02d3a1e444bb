//! All proofs over a lowered ruleset.
use super::ranges::Analysis;
use crate::diagnostic::Complaints;
use crate::ruleset::Ruleset;
use crate::source::Sources;
/// Proves.
pub fn prove(ruleset: &mut Ruleset, sources: &Sources, _complaints: &mut Complaints) {
    let _ = Analysis::new(ruleset, sources, true);
}
