//! Standings of large logs: the games come by in blocks.
//!
//! Comes in: a format, logs. Goes out: what [`Session::score`] gives, as far as standings are written from it; or nothing, and not a
//! word, where the logs must be read record by record. Where rules look at each game by itself no game is kept. Start with
//! [`Session::standings`].

use super::{Format, Scored, Scoring, Session};
use crate::engine::{self, Fold, Folding, Outcome};
use crate::event;
use crate::log::{Block, Blocks, Log, Unread};
use crate::report::Stamp;
use crate::ruleset::{Ruleset, Settings};

impl Session {
    /// The standings alone, of logs in which nothing is out of the ordinary. `None` where [`Session::score`] has to be asked.
    pub fn standings(
        &self,
        format: &Format,
        settings: &Settings,
        logs: &[Unread<'_>],
        scoring: Scoring,
    ) -> Option<Scored> {
        let ruleset = &format.ruleset;
        let Scoring { seed, .. } = scoring;
        let blocks = Blocks::open(ruleset, settings, logs)?;
        let outcome = match Folding::new(ruleset, settings, blocks.given(), seed) {
            Some(folding) => folded(&folding, blocks)?,
            None => {
                let log = whole(ruleset, settings, blocks)?;
                engine::run(ruleset, settings, log, seed).ok()?
            }
        };
        if event::is_followable(ruleset, &outcome.tables) {
            return None;
        }
        Some(Scored {
            outcome,
            settings: settings.clone(),
            seed,
            // The bytes are not hashed: what is written of standings as CSV does not say of which logs they are.
            stamp: Stamp { rules: ruleset.semantic_hash(settings), logs: None, seed },
            corrected: None,
            remarks: Vec::new(),
            course: None,
            edition: None,
        })
    }
}

/// Standings whose games are let go, block after block: the memory that this takes does not grow with them.
fn folded(folding: &Folding<'_>, blocks: Blocks<'_>) -> Option<Outcome> {
    let take = |fold: &mut Fold<'_>, block: Block| fold.add(block);
    let taken = blocks.read(folding.recorded(), || folding.begin(), take)?;
    folding.finish(taken.log, taken.parts)
}

/// A log with all of its games, but without their ids.
fn whole(ruleset: &Ruleset, settings: &Settings, blocks: Blocks<'_>) -> Option<Log> {
    if !engine::asks_no_id(ruleset) {
        return None;
    }
    let given = blocks.given().clone();
    let keep = |kept: &mut Vec<Block>, block: Block| {
        kept.push(block);
        true
    };
    let taken = blocks.read(&given, Vec::new, keep)?;
    Some(engine::joined(ruleset, settings, taken.log, taken.parts))
}
