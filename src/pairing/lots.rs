//! Lots of entrants.
//!
//! Comes in: what is drawn for, and rows of entrants. Goes out: their order, by the lots of their names.
//! It must never know what the order is for. Start with [`Lots::order`].

use crate::lot::lot;

/// Draws lots among entrants.
#[derive(Clone, Copy)]
pub struct Lots<'a> {
    /// What decides.
    pub seed: u64,
    /// The name of the entrant in each row.
    pub names: &'a [&'a str],
}

impl Lots<'_> {
    /// The lot of an entrant, for an occasion.
    #[must_use]
    pub fn of(&self, occasion: &str, entrant: u32) -> u64 {
        lot(self.seed, occasion, "", self.names.get(entrant as usize).copied().unwrap_or_default())
    }

    /// Puts entrants in the order of their lots.
    pub fn order(&self, occasion: &str, entrants: &mut [u32]) {
        if let [first, second] = entrants {
            let lot = |entrant: u32| (self.of(occasion, entrant), entrant);
            if lot(*second) < lot(*first) {
                std::mem::swap(first, second);
            }
            return;
        }
        entrants.sort_by_cached_key(|&entrant| (self.of(occasion, entrant), entrant));
    }
}
