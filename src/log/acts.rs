//! What the arbiter did: withdrawals, decisions, corrections, draws by hand.
//!
//! A log is what happened, in order, and nothing in it is ever overwritten: each act knows how many games stood
//! before it. Start with [`Act`].

use super::Log;
use crate::ruleset::PhaseId;
use crate::sheet::{ColumnId, RecordPlace};
use crate::value::{Date, Value};

/// A record that is not a game and registers nobody.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// Where it stands.
    pub place: RecordPlace,
    /// How many games stand before it in the log.
    pub games_before: u32,
    /// `by`: who did it.
    pub by: Option<String>,
    /// `reason`: why.
    pub reason: Option<String>,
    /// `date`: when.
    pub date: Option<Date>,
    /// What was done.
    pub what: Deed,
}

/// What an act does.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// An entrant (a row of the entrant sheet) plays no more.
    Withdrawal {
        /// Who.
        entrant: u32,
    },
    /// A match of a bracket goes to this entrant.
    Winner {
        /// The phase.
        phase: PhaseId,
        /// The match, by its name in the bracket.
        name: String,
        /// Who goes on.
        winner: u32,
    },
    /// Entrants whom a ranking leaves level are put in this order.
    Order {
        /// The phase whose ranking it is.
        phase: PhaseId,
        /// The round after which they are level; `None`: whenever they are.
        round: Option<u32>,
        /// The order, the best first.
        order: Vec<u32>,
    },
    /// The pools of a round as they were drawn, not by this program.
    Pools {
        /// The phase.
        phase: PhaseId,
        /// The round.
        round: u32,
        /// The pools, each with its entrants from A on.
        pools: Vec<Vec<u32>>,
    },
    /// From here on lots are decided by this seed.
    Seed(u64),
    /// A game was recorded wrongly; the tables hold what is right.
    Correction {
        /// The row of the game.
        game: u32,
        /// What it changed, in order.
        changes: Vec<Change>,
    },
}

/// A value that was corrected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The recorded column.
    pub column: ColumnId,
    /// The row of its sheet.
    pub row: u32,
    /// What was recorded before.
    pub before: Value,
    /// What is right.
    pub after: Value,
}

impl Log {
    /// The seed that decided lots when the log held so many games: the last one it records by then, else the `given` one.
    #[must_use]
    pub fn seed(&self, games: u32, given: u64) -> u64 {
        let mut seeds = self.acts.iter().rev().filter(|act| act.games_before <= games).filter_map(|act| {
            match &act.what {
                Deed::Seed(seed) => Some(*seed),
                Deed::Withdrawal { .. }
                | Deed::Winner { .. }
                | Deed::Order { .. }
                | Deed::Pools { .. }
                | Deed::Correction { .. } => None,
            }
        });
        seeds.next().unwrap_or(given)
    }

    /// The log as it stood when it held so many games: corrections that came later are undone, and are no longer among
    /// the acts. The games that came later are still there, and so are other acts: each knows how many games stood
    /// before it.
    #[must_use]
    pub fn as_of(&self, games: u32) -> Self {
        let mut log = self.clone();
        let is_undone = |act: &Act| matches!(act.what, Deed::Correction { .. }) && act.games_before > games;
        for act in self.acts.iter().rev().filter(|act| is_undone(act)) {
            let Deed::Correction { changes, .. } = &act.what else { continue };
            for change in changes.iter().rev() {
                if let Some(column) = log.tables.column_mut(change.column) {
                    column.set(change.row as usize, change.before);
                }
            }
        }
        log.acts.retain(|act| !is_undone(act));
        log
    }
}
