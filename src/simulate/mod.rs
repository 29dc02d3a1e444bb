//! Invents events from a seed.
//!
//! Comes in: a ruleset with a model, entrants, a seed. Goes out: one event with its log ([`play`]), what many come to
//! ([`many`]), or games that nobody pairs ([`season`]). The same seed gives the same, on any machine. It must never know a format as typed, a file or a terminal.
//! Start with [`play`], then [`many`].

mod abreast;
mod batch;
mod chances;
mod days;
mod decide;
mod entrants;
mod estimate;
mod fit;
mod many;
mod meetings;
mod open;
mod plan;
mod play;
mod season;
mod singly;
mod tally;
mod under_way;
mod watch;

pub use chances::{Chances, EntrantChances, LotChances, Meetings, PlaceChance, SeatChances};
pub use entrants::entrants;
pub use estimate::{Estimate, Sums};
pub use fit::{MOST_GAMES, Missing, games, missing};
pub use many::{Runs, many};
pub use play::{Bounds, MOST_EXTRA, Played, play};
pub use season::season;

#[cfg(test)]
mod tests;
