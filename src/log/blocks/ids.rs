//! Which ids games have, so that two with the same one are found.
//!
//! Comes in: ids, or whole records where games have none. Goes out: whether one of them was there twice. Numbers that follow one
//! another take up no room; of anything else a hash is kept. It must never know a game. Start with [`Ids::add`].

use super::Odd;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// So many digits fit a number.
const DIGITS: usize = 18;

/// The ids so far.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// Numbers that follow one another: the first, and the one behind the last.
    runs: Vec<(u64, u64)>,
    hashes: Vec<u64>,
}

impl Ids {
    /// Adds the id of a game.
    #[inline]
    pub fn add(&mut self, id: &[u8]) -> Result<(), Odd> {
        match number(id) {
            Some(number) => self.add_number(number),
            None => {
                let text = std::str::from_utf8(id).map_err(|_| Odd)?;
                if text.is_empty() || text.trim() != text || text.contains('"') {
                    return Err(Odd);
                }
                self.add_record(id);
            }
        }
        Ok(())
    }

    /// Adds an id that is a number, written without a zero before it.
    #[inline]
    pub fn add_number(&mut self, number: u64) {
        match self.runs.last_mut() {
            Some(run) if run.1 == number => run.1 += 1,
            _ => self.runs.push((number, number + 1)),
        }
    }

    /// Adds a game without an id, which is told apart by all that is recorded of it.
    pub fn add_record(&mut self, record: &[u8]) {
        let mut hasher = FxHasher::default();
        hasher.write(record.trim_ascii());
        self.hashes.push(hasher.finish());
    }

    /// Whether all of them differ, those of all parts together. Of two hashes that are the same it is not known.
    pub fn all_differ(parts: impl IntoIterator<Item = Self>) -> bool {
        let mut all = Self::default();
        for mut part in parts {
            all.runs.append(&mut part.runs);
            all.hashes.append(&mut part.hashes);
        }
        all.runs.sort_unstable();
        all.hashes.sort_unstable();
        all.runs.windows(2).all(|two| two[0].1 <= two[1].0)
            && all.hashes.windows(2).all(|two| two[0] < two[1])
    }
}

/// The number that is written so and in no other way.
fn number(id: &[u8]) -> Option<u64> {
    let is_plain = match id {
        [b'0'] => true,
        [b'1'..=b'9', ..] => id.len() <= DIGITS,
        _ => false,
    };
    if !is_plain {
        return None;
    }
    let mut number = 0;
    for byte in id {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::Ids;

    fn ids(all: &[&str]) -> Ids {
        let mut ids = Ids::default();
        all.iter().for_each(|id| assert!(ids.add(id.as_bytes()).is_ok(), "{id}"));
        ids
    }

    #[test]
    fn twice_is_found_wherever_it_stands() {
        assert!(Ids::all_differ([ids(&["1", "2", "3", "7", "07", "a"]), ids(&["4", "5", "0", "00", "b"])]));
        assert!(!Ids::all_differ([ids(&["1", "2", "3"]), ids(&["2"])]));
        assert!(!Ids::all_differ([ids(&["4", "3", "4"])]));
        assert!(!Ids::all_differ([ids(&["a"]), ids(&["b", "a"])]));
        assert!(!Ids::all_differ([ids(&["007", "007"])]));
        assert!(Ids::all_differ([ids(&["999999999999999999", "1000000000000000000"])]));
    }
}
