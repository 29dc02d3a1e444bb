//! What the arbiter did: withdrawals, decisions, corrections, draws by hand, games that do not count; and who confirmed
//! a result.
//!
//! A log is what happened, in order, and nothing in it is ever overwritten: each act knows how many games stood
//! before it. Start with [`Act`].

use super::Log;
use super::results::Report;
use crate::ruleset::{Edition, PhaseId};
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
    /// Which edition it is of; `None` in a format without editions, and where nothing tells.
    pub edition: Option<Edition>,
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
        /// Who goes on; `None`: nobody.
        winner: Option<u32>,
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
    /// Of the records of a game that contradict one another this one stands; the tables hold it.
    Report {
        /// The row of the game.
        game: u32,
        /// Who reported what stands.
        by: String,
        /// What it changed, in order.
        changes: Vec<Change>,
    },
    /// Games do not count, whatever the format says of them.
    Void {
        /// Which.
        games: Games,
    },
    /// Whoever did the act confirms the results of games.
    Confirmation {
        /// Which.
        games: Games,
        /// What that changed: of games that nobody had confirmed before.
        changes: Vec<Change>,
    },
    /// A phase in which opponents are chosen freely is over.
    Close {
        /// The phase.
        phase: PhaseId,
    },
}

/// Games that an act is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Games {
    /// Their rows, in the order of the log.
    pub rows: Vec<u32>,
    /// The match whose games they are, where the act names it: those that stand above the act.
    pub of_match: Option<String>,
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

impl Deed {
    /// What it changed of what was recorded.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        match self {
            Self::Correction { changes, .. }
            | Self::Report { changes, .. }
            | Self::Confirmation { changes, .. } => changes,
            Self::Withdrawal { .. }
            | Self::Winner { .. }
            | Self::Order { .. }
            | Self::Pools { .. }
            | Self::Seed(_)
            | Self::Void { .. }
            | Self::Close { .. } => &[],
        }
    }

    /// The games whose results it is about: corrected, decided, annulled, confirmed.
    #[must_use]
    pub fn games(&self) -> &[u32] {
        match self {
            Self::Correction { game, .. } | Self::Report { game, .. } => std::slice::from_ref(game),
            Self::Void { games } | Self::Confirmation { games, .. } => &games.rows,
            Self::Withdrawal { .. }
            | Self::Winner { .. }
            | Self::Order { .. }
            | Self::Pools { .. }
            | Self::Seed(_)
            | Self::Close { .. } => &[],
        }
    }
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
                | Deed::Correction { .. }
                | Deed::Report { .. }
                | Deed::Void { .. }
                | Deed::Confirmation { .. }
                | Deed::Close { .. } => None,
            }
        });
        seeds.next().unwrap_or(given)
    }

    /// The log as it stood when it held so many games: what came later and is about results (corrections, annulments,
    /// confirmations, reports) is undone, and is no longer among the acts. The games that came later are still there, and
    /// so are other acts: each knows how many games stood before it.
    #[must_use]
    pub fn as_of(&self, games: u32) -> Self {
        let mut log = self.clone();
        let is_act_undone = |act: &Act| act.games_before > games && !act.what.games().is_empty();
        let is_report_undone = |report: &Report| report.games_before > games;
        let acts = self.acts.iter().filter(|act| is_act_undone(act));
        let reports = self.reports.iter().filter(|report| is_report_undone(report) && !report.contradicts);
        let acts = acts.map(|act| (act.place, act.what.changes()));
        let reports = reports.map(|report| (report.place, report.changes.as_slice()));
        let mut undone: Vec<(RecordPlace, &[Change])> = acts.chain(reports).collect();
        // The last is undone first: several may have changed one value.
        undone.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        for change in undone.iter().flat_map(|(_, changes)| changes.iter().rev()) {
            if let Some(column) = log.tables.column_mut(change.column) {
                column.set(change.row as usize, change.before);
            }
        }
        log.acts.retain(|act| !is_act_undone(act));
        log.reports.retain(|report| !is_report_undone(report));
        log
    }
}
