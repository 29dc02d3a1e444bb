//! Standings of logs of any size: the games come by in blocks, and none is kept.
//!
//! Comes in: a format, logs. Goes out: what [`Session::score`] gives, as far as standings are written from it; or nothing, and not a
//! word, where the logs must be read as a whole. Start with [`Session::standings`].

use super::{Format, Scored, Scoring, Session};
use crate::engine::{Fold, Folding};
use crate::event;
use crate::log::{Block, Blocks, Unread};
use crate::report::Stamp;
use crate::ruleset::Settings;

impl Session {
    /// The standings alone, of logs in which nothing is out of the ordinary and by rules that look at each game by itself. The memory
    /// that this takes does not grow with the games. `None` where [`Session::score`] has to be asked.
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
        let folding = Folding::new(ruleset, settings, blocks.given(), seed)?;
        let take = |fold: &mut Fold<'_>, block: Block| fold.add(block.tables, block.entrants);
        let taken = blocks.read(folding.recorded(), || folding.begin(), take)?;
        let outcome = folding.finish(taken.log, &taken.parts)?;
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
