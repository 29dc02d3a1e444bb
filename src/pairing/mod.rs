//! Who meets whom: entrants in order come in, pairings go out; one file per scheme.
//!
//! Entrants are rows of the entrant sheet, already in a strict order; whoever is level has been put in order before.
//! Everything is pure: the same order and the same seed give the same pairings. It must never know a log, a score or
//! a format as typed. Start with [`pools::draw`], [`schedule::games`], [`knockout::bracket`], [`round_robin::rounds`].

pub mod knockout;
mod lots;
pub mod pools;
pub mod round_robin;
pub mod schedule;
mod words;

#[cfg(test)]
mod tests;

pub use lots::{Lots, SharedLots};

use crate::value::Symbol;

/// A pool of one round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// From 1.
    pub number: u32,
    /// Its entrants: A, B, C…
    pub members: Vec<Member>,
}

/// An entrant in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The row of the entrant.
    pub entrant: u32,
    /// The group that it was cut into, 0 for the best; `None` where there was no cut (pools recorded by hand).
    pub group: Option<u32>,
}

/// A game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// Who plays, in the order of the schedule: the seat (`None` where the format has none), and the row of the entrant.
    pub sides: Vec<(Option<Symbol>, u32)>,
    /// Who is umpire.
    pub umpire: Option<u32>,
    /// When it is played, from 1: games of a pool with one number can be played at the same time.
    pub slot: u32,
    /// Which line of the schedule it comes from, from 0.
    pub line: u32,
}

/// Why there can be no pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Impossible {
    /// The number of entrants cannot be cut into such pools.
    Pools {
        /// How many entrants there are.
        entrants: u32,
        /// How many make a full pool.
        groups: u32,
        /// The size of the pools that take in the remainder.
        remainder: Option<u32>,
    },
    /// No schedule says how a pool of this size plays.
    NoSchedule {
        /// The size.
        size: u32,
    },
    /// There are too few entrants to play at all.
    TooFew {
        /// How many there are.
        entrants: u32,
        /// How many there must be.
        least: u32,
    },
    /// There are more entrants than a bracket can have.
    TooMany {
        /// How many there are.
        entrants: u32,
        /// How many there can be.
        most: u32,
    },
}

/// What a member of a pool or a group is called, from 0: A, B, … Z, AA, AB…
#[must_use]
pub fn letter(place: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(place) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    letters.iter().rev().collect()
}
