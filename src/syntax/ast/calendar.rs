//! Days and editions, as a format speaks of them.

use crate::value::Date;

/// How often an event is held anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Every {
    /// `"month"`: an edition is called as `2026-11`.
    Month,
    /// `"year"`: `2026`.
    Year,
}

/// Over which games a standing ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Over {
    /// Those of one edition; in a format without editions, all.
    #[default]
    Edition,
    /// `"season"`: those of all editions.
    Season,
}

/// A day by which something has to be over; the day itself counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Day {
    /// `"day 12"`: of the month in which the phase is played.
    OfMonth(u8),
    /// `"last day"`: of the month or the year in which the phase is played.
    Last,
    /// `2026-12-12`
    Date(Date),
}
