//! What an event is followed with, beside its log.
//!
//! Inert. Start with [`Given`].

use crate::ruleset::Edition;
use crate::value::Date;

/// What decides where the log does not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Given {
    /// Decides lots where the log records no other.
    pub seed: u64,
    /// The day by which something is over or overdue; `None`: nothing is.
    pub today: Option<Date>,
    /// Which edition the log is of, in a format with editions.
    pub edition: Option<Edition>,
    /// Whether the log was invented, game by game as they were due: then nobody played on once a match was decided.
    pub is_invented: bool,
    /// Where it is one of many that are invented, the seed of them all.
    pub one_of: Option<u64>,
}

impl Given {
    /// With a seed alone: nothing is over by its day.
    #[must_use]
    pub fn seed(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}
