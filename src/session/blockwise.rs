//! Standings of logs of any size: the games come by in blocks, and none is kept.
//!
//! Comes in: a format, logs. Goes out: what [`Session::score`] gives, as far as standings are written from it; or nothing, and not a
//! word, where the logs must be read as a whole. Start with [`Session::standings`].

use super::{Format, Scored, Scoring, Session};
use crate::engine::Folding;
use crate::event;
use crate::log::{Blocks, Unread};
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
        let folding = Folding::new(ruleset, settings, seed)?;
        let blocks = Blocks::open((ruleset, settings), logs, folding.recorded())?;
        let taken = blocks.read(|| folding.begin(), |fold, block| fold.add(block.tables, block.entrants))?;
        let outcome = folding.finish(taken.log, &taken.parts)?;
        if event::is_followable(ruleset, &outcome.tables) {
            return None;
        }
        Some(Scored {
            outcome,
            settings: settings.clone(),
            seed,
            hash: ruleset.semantic_hash(settings),
            corrected: None,
            remarks: Vec::new(),
            course: None,
            edition: None,
        })
    }
}
