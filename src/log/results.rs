//! Results that several report, that somebody confirms, or that the arbiter annuls: what of a log counts, and what is agreed.
//!
//! Nothing here is kept but derived: from what was recorded, from [`Report`]s and from acts, so that a log as it stood
//! earlier, or without some games, says what it said then. Start with [`Log::annulled`].

use super::Log;
use super::acts::{Change, Deed};
use crate::sheet::RecordPlace;
use crate::value::Symbol;

/// A record of a game that was recorded before, by somebody else.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The row of the game.
    pub game: u32,
    /// Who reports it.
    pub by: Symbol,
    /// Where it stands.
    pub place: RecordPlace,
    /// How many games stand before it in the log.
    pub games_before: u32,
    /// What it says otherwise than what stood before it.
    pub changes: Vec<Change>,
    /// Whether it contradicts what stood before it. Else what it says beyond that is among what is recorded.
    pub contradicts: bool,
}

/// A game that does not count, whatever the format says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annulled {
    /// The row of the game.
    pub game: u32,
    /// How many games stood in the log when it ceased to count.
    pub since: u32,
}

impl Log {
    /// The games that do not count, whatever the format says of them: those that an act annuls, in the order of the acts.
    #[must_use]
    pub fn annulled(&self) -> Vec<Annulled> {
        let by_acts = self.acts.iter().flat_map(|act| {
            let rows = match &act.what {
                Deed::Void { games } => games.rows.as_slice(),
                Deed::Withdrawal { .. }
                | Deed::Winner { .. }
                | Deed::Order { .. }
                | Deed::Pools { .. }
                | Deed::Seed(_)
                | Deed::Correction { .. }
                | Deed::Report { .. }
                | Deed::Confirmation { .. }
                | Deed::Close { .. } => &[],
            };
            rows.iter().map(|&game| Annulled { game, since: act.games_before })
        });
        by_acts.collect()
    }
}
