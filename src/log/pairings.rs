//! Which entrants play which match, to find a match that others play as well.
//!
//! Comes in: games that are right, one after the other. Goes out: the first game of the same match, where others played
//! it; once for each set of entrants. It must never know an encoding. Start with [`Pairings::add`].

use crate::ruleset::Edition;
use crate::sheet::RecordPlace;
use crate::value::Symbol;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// What names a match: its id, its phase, its round; and its edition, where its name comes again in others.
pub(super) type MatchKey = (Symbol, Option<Symbol>, Option<i64>, Option<Edition>);

/// The matches so far.
#[derive(Debug, Default)]
pub(super) struct Pairings {
    known: FxHashMap<MatchKey, Pairing>,
    /// Who plays each match, by name, one match after the other.
    entrants: Vec<Symbol>,
    /// Who plays the game at hand.
    here: Vec<Symbol>,
    /// The hashes of matches with the others who play them, of whom it was said.
    said: FxHashSet<u64>,
}

/// Who plays a match.
#[derive(Debug, Clone, Copy)]
struct Pairing {
    start: usize,
    count: u32,
    /// Its first game.
    place: RecordPlace,
}

/// An earlier game of a match, played by others.
#[derive(Debug)]
pub(super) struct Others {
    /// Where it stands.
    pub place: RecordPlace,
    /// Who played it.
    pub entrants: Vec<Symbol>,
}

impl Pairings {
    /// Notes who plays a game of a match; the first game of the match, if others played it and this was not said before.
    pub fn add(
        &mut self,
        key: MatchKey,
        place: RecordPlace,
        entrants: impl Iterator<Item = Symbol>,
    ) -> Option<Others> {
        self.here.clear();
        self.here.extend(entrants);
        self.here.sort_unstable();
        let new = Pairing {
            start: self.entrants.len(),
            count: u32::try_from(self.here.len()).unwrap_or(u32::MAX),
            place,
        };
        let known = self.known.entry(key).or_insert(new);
        if known.start == new.start {
            self.entrants.extend_from_slice(&self.here);
            return None;
        }
        let range = known.start..known.start + known.count as usize;
        let earlier = self.entrants.get(range).unwrap_or_default();
        if earlier == self.here {
            return None;
        }
        let mut hasher = FxHasher::default();
        (key, &self.here).hash(&mut hasher);
        let is_new = self.said.insert(hasher.finish());
        is_new.then(|| Others { place: known.place, entrants: earlier.to_vec() })
    }
}
