//! Lots of entrants.
//!
//! Comes in: what is drawn for, and rows of entrants. Goes out: their order, by the lots of their names.
//! It must never know what the order is for. Start with [`Lots::order`].

use crate::lot::{lot, mixed};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Draws lots among entrants.
#[derive(Clone, Copy)]
pub struct Lots<'a> {
    /// What decides.
    seed: u64,
    /// The name of the entrant in each row.
    names: &'a [&'a str],
    /// What the event has in common with others, where it is one of many that are invented.
    shared: Option<&'a SharedLots>,
}

/// The lots that many invented events have in common: for each occasion, and each name. Every event mixes its own out of
/// them.
#[derive(Debug, Default)]
pub struct SharedLots {
    seed: u64,
    /// Of each occasion, those of all names.
    drawn: RefCell<FxHashMap<String, Vec<u64>>>,
}

impl SharedLots {
    /// Nothing drawn yet, from the seed of all these events.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, drawn: RefCell::default() }
    }

    /// Hands over the lots of these names for an occasion. Names may join, and never change.
    fn drawn<T>(&self, occasion: &str, names: &[&str], take: impl FnOnce(&[u64]) -> T) -> T {
        if let Some(known) = self.drawn.borrow().get(occasion).filter(|known| known.len() == names.len()) {
            return take(known);
        }
        let all: Vec<u64> = names.iter().map(|name| lot(self.seed, occasion, "", name)).collect();
        let taken = take(&all);
        self.drawn.borrow_mut().insert(occasion.to_owned(), all);
        taken
    }
}

impl<'a> Lots<'a> {
    /// Lots that a seed decides, among entrants with these names.
    #[must_use]
    pub fn new(seed: u64, names: &'a [&'a str]) -> Self {
        Self { seed, names, shared: None }
    }

    /// The same, but in one of many events where they have lots in common.
    #[must_use]
    pub fn sharing(self, shared: Option<&'a SharedLots>) -> Self {
        Self { shared, ..self }
    }

    /// The lot of an entrant, for an occasion.
    #[must_use]
    pub fn of(&self, occasion: &str, entrant: u32) -> u64 {
        match self.shared {
            None => lot(self.seed, occasion, "", at(self.names, entrant)),
            Some(shared) => shared.drawn(occasion, self.names, |drawn| mixed(at(drawn, entrant), self.seed)),
        }
    }

    /// Puts entrants in the order of their lots.
    pub fn order(&self, occasion: &str, entrants: &mut [u32]) {
        match self.shared {
            None => by_lot(entrants, |entrant| lot(self.seed, occasion, "", at(self.names, entrant))),
            Some(shared) => shared.drawn(occasion, self.names, |drawn| {
                by_lot(entrants, |entrant| mixed(at(drawn, entrant), self.seed));
            }),
        }
    }
}

/// What stands in the row of an entrant.
fn at<T: Copy + Default>(all: &[T], entrant: u32) -> T {
    all.get(entrant as usize).copied().unwrap_or_default()
}

/// Of equal lots the entrant comes first whose row does.
fn by_lot(entrants: &mut [u32], lot: impl Fn(u32) -> u64) {
    let key = |entrant: u32| (lot(entrant), entrant);
    match entrants {
        [first, second] => {
            if key(*second) < key(*first) {
                std::mem::swap(first, second);
            }
        }
        _ => entrants.sort_by_cached_key(|&entrant| key(entrant)),
    }
}
