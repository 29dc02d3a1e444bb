//! Names of entrants, numbered as they appear.
//!
//! Comes in: the bytes of a name, as a [`Key`]. Goes out: its number. A short name is its own key, so that finding it looks at no
//! text. It must never know a game. Start with [`Names::number`].

use super::super::alike;
use super::Odd;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// What a name is looked up by: its bytes, where they fit, else a hash of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Key {
    word: u64,
    length: u32,
}

/// So many bytes of a name are a key by themselves.
const SHORT: u32 = 8;
/// An odd number whose bits are mixed: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Key {
    /// The key of a name of at most eight bytes, which stand in a word from its lowest byte on; the others are zero.
    pub fn short(word: u64, length: u32) -> Self {
        Self { word, length }
    }

    /// The key of any name.
    pub fn of(name: &[u8]) -> Self {
        let length = u32::try_from(name.len()).unwrap_or(u32::MAX);
        if length > SHORT {
            let mut hasher = FxHasher::default();
            hasher.write(name);
            return Self { word: hasher.finish(), length };
        }
        let word = name.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Self { word, length }
    }
}

/// A place of the table of keys: sixteen bytes, so that many of them stay in a near cache.
#[derive(Debug, Clone, Copy)]
struct Entry {
    word: u64,
    length: u32,
    number: u32,
}

const FREE: u32 = u32::MAX;
/// A place that nothing stands in.
const NOBODY: Entry = Entry { word: 0, length: 0, number: FREE };

/// Who plays a side: the key of a name, and where it stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Named {
    pub key: Key,
    pub start: usize,
    pub end: usize,
}

/// So many names are looked up together.
pub(super) const BATCH: usize = 32;

/// The names so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    texts: Vec<u8>,
    ends: Vec<usize>,
    /// Where each name first stands, counted in sides over all blocks.
    first: Vec<u64>,
    /// Open addressing; a power of two, at most half full.
    table: Vec<Entry>,
}

impl Names {
    /// Names that are known before the first game, in their order. `None` where a line ends in one of them.
    pub fn known<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<Self> {
        let mut known = Self::default();
        for name in names {
            if name.contains(['\n', '\r']) {
                return None;
            }
            known.add(Key::of(name.as_bytes()), name.as_bytes(), 0);
        }
        Some(known)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A name by its number.
    pub fn text(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start..self.ends[number]]
    }

    /// Where a name first stands.
    pub fn first(&self, number: usize) -> u64 {
        self.first[number]
    }

    /// The numbers of at most [`BATCH`] names, the first of which stands on the side `first`. The places where they ought to be are
    /// fetched for all of them before the first is compared: they are far apart, and one need not wait for the other.
    pub fn numbers(
        &mut self,
        batch: &[Named],
        text: &[u8],
        first: u64,
        numbers: &mut Vec<u32>,
    ) -> Result<(), Odd> {
        let mut entries = [NOBODY; BATCH];
        if let Some(mask) = self.table.len().checked_sub(1) {
            for (entry, named) in entries.iter_mut().zip(batch) {
                *entry = self.table[start(named.key, mask)];
            }
        }
        for ((entry, named), place) in entries.iter().zip(batch).zip(first..) {
            let key = named.key;
            let is_it = entry.word == key.word && entry.length == key.length && key.length <= SHORT;
            numbers.push(if is_it && entry.number != FREE {
                entry.number
            } else {
                self.number(key, &text[named.start..named.end], place)?
            });
        }
        Ok(())
    }

    /// The number of a name; it stands on the side `place`. Only a name as it should be gets a number.
    #[inline]
    pub fn number(&mut self, key: Key, name: &[u8], place: u64) -> Result<u32, Odd> {
        if let Some(mask) = self.table.len().checked_sub(1) {
            let mut at = start(key, mask);
            loop {
                let entry = self.table[at];
                if entry.number == FREE {
                    break;
                }
                if entry.word == key.word
                    && entry.length == key.length
                    && (key.length <= SHORT || self.text(entry.number as usize) == name)
                {
                    return Ok(entry.number);
                }
                at = (at + 1) & mask;
            }
        }
        if !is_ordinary(name) {
            return Err(Odd);
        }
        Ok(self.add(key, name, place))
    }

    fn add(&mut self, key: Key, name: &[u8], place: u64) -> u32 {
        if (self.ends.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let number = u32::try_from(self.ends.len()).unwrap_or(FREE);
        self.texts.extend_from_slice(name);
        self.ends.push(self.texts.len());
        self.first.push(place);
        self.put(Entry { word: key.word, length: key.length, number });
        number
    }

    fn put(&mut self, entry: Entry) {
        let mask = self.table.len() - 1;
        let mut at = start(Key { word: entry.word, length: entry.length }, mask);
        while self.table[at].number != FREE {
            at = (at + 1) & mask;
        }
        self.table[at] = entry;
    }

    fn grow(&mut self) {
        let length = (self.table.len() * 2).max(64);
        let old = std::mem::replace(&mut self.table, vec![NOBODY; length]);
        old.into_iter().filter(|entry| entry.number != FREE).for_each(|entry| self.put(entry));
    }
}

/// Where a key is looked for first.
fn start(key: Key, mask: usize) -> usize {
    let mixed = (key.word ^ u64::from(key.length)).wrapping_mul(MIX);
    usize::try_from(mixed >> 32).unwrap_or_default() & mask
}

/// Whether nothing need be said of a name.
fn is_ordinary(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| {
        name.trim() == name
            && !alike::is_unseen(name)
            && !name.contains(|sign: char| sign.is_control() || sign == '"')
    })
}

#[cfg(test)]
mod tests {
    use super::{Key, Names};

    #[test]
    fn names_are_numbered_as_they_appear() {
        let mut names = Names::known(["Ada", "Bo the second of the name"]).unwrap();
        assert!(Names::known(["Ada\nBo"]).is_none());
        let mut number = |name: &str| names.number(Key::of(name.as_bytes()), name.as_bytes(), 7).ok();
        assert_eq!(number("Bo the second of the name"), Some(1));
        assert_eq!(number("Cy"), Some(2));
        assert_eq!(number("Ada"), Some(0));
        assert_eq!(number("Bo the second of the names"), Some(3));
        for more in 0..1000 {
            assert_eq!(number(&format!("P{more}")), Some(4 + more));
        }
        assert_eq!(number("P17"), Some(21));
        assert_eq!(names.text(21), b"P17");
        assert_eq!((names.first(0), names.first(2)), (0, 7));
    }

    #[test]
    fn what_needs_a_word_gets_no_number() {
        let mut names = Names::default();
        for odd in ["", " Ada", "Ada\u{a0}", "\u{200b}", "A\tB", "\"Ada", "Ada\""] {
            assert!(names.number(Key::of(odd.as_bytes()), odd.as_bytes(), 0).is_err(), "{odd:?}");
        }
        assert!(names.number(Key::of(b"\xff"), b"\xff", 0).is_err());
        assert_eq!(names.len(), 0);
    }
}
