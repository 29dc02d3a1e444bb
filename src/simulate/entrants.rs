//! Entrants that nobody has registered: `P1`, `P2`… with whatever the model invents of them.
//!
//! Comes in: how many, and a seed. Goes out: a log without games. Start with [`entrants`].

use crate::engine::{self, Failed, Fresh};
use crate::log::{Draft, Log};
use crate::ruleset::{Ruleset, Settings};

/// So many invented entrants. Their numbers have as many digits as the greatest, so that the names sort as they were
/// registered.
///
/// # Errors
/// When the model cannot be computed.
pub fn entrants(ruleset: &Ruleset, settings: &Settings, count: u32, seed: u64) -> Result<Log, Box<Failed>> {
    let digits = count.to_string().len();
    let mut draft = Draft::new(ruleset, settings);
    for number in 1..=count {
        draft.add_entrant(&format!("P{number:0digits$}"));
    }
    engine::invent(ruleset, settings, draft.finish(), seed, Fresh::default())
}
