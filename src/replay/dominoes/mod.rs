//! Dominoes, replayed from the deal and the moves.
//!
//! Comes in: JSON that says who holds what, and then what each does. Goes out: facts of the table and of each hand, or the
//! first move that is against the rules. It scores nothing, and must never know a format. Start with [`game::Game`];
//! `record` reads the JSON.

mod game;
mod house;
mod illegal;
mod misdeal;
mod record;
mod table;
mod teams;
#[cfg(test)]
mod tests;
mod tiles;

pub(super) use record::{Recorded, from_json};
