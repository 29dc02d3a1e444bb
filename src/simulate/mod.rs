//! Invents events from a seed.
//!
//! Comes in: a ruleset with phases and a model, entrants, a seed. Goes out: one event with its log ([`play`]), or what
//! comes of many. The same seed gives the same, on any machine. It must never know a format as typed, a file or a terminal.
//! Start with [`play`].

mod entrants;
mod play;

pub use entrants::entrants;
pub use play::play;

#[cfg(test)]
mod tests;
