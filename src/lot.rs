//! Lots: an order that the seed alone decides, and that anybody can check.
//!
//! A lot is the first eight bytes, read from the lowest, of the BLAKE3 hash of: the seed (eight bytes from the lowest),
//! then three texts, each after its length (eight bytes likewise): what is drawn for, which group, and a name. The least
//! lot comes first. So the lot of one does not change when others are added.
//! Where numbers are drawn one after the other, not names, [`draws`] reads on in the same hash.
//! It must never know what is drawn. Start with [`lot`].

use std::ops::Range;

/// The lot of `name`: for what `occasion`, and in which `group` (empty where there is one group only).
#[must_use]
pub fn lot(seed: u64, occasion: &str, group: &str, name: &str) -> u64 {
    let bytes = *hash(seed, occasion, group, name).finalize().as_bytes();
    number(&bytes[..8])
}

/// Numbers of 64 bits, one for each place: the hash of the lot, read on (its extended output), eight bytes for each place
/// from 0. The number at place 0 is the lot itself; none depends on how many others are asked for.
#[must_use]
pub fn draws(seed: u64, occasion: &str, group: &str, name: &str, places: Range<u64>) -> Vec<u64> {
    let count = usize::try_from(places.end.saturating_sub(places.start)).unwrap_or(0);
    let mut bytes = vec![0; count.saturating_mul(8)];
    let mut reader = hash(seed, occasion, group, name).finalize_xof();
    reader.set_position(places.start.saturating_mul(8));
    reader.fill(&mut bytes);
    bytes.chunks_exact(8).map(number).collect()
}

/// An integer from `low` to `high`, made of a number of 64 bits that is drawn evenly: the number times the size of the
/// range, over 2 to the 64th, rounded down, and `low` added. Where the size does not divide 2 to the 64th, some integers
/// are more likely than others, by 1 in 2 to the 64th. `None` where `low` is above `high`.
#[must_use]
pub fn between(low: i64, high: i64, drawn: u64) -> Option<i64> {
    let size = u128::try_from(i128::from(high) - i128::from(low) + 1).ok().filter(|&size| size > 0)?;
    let step = (u128::from(drawn) * size) >> 64;
    i64::try_from(i128::from(low) + i128::try_from(step).ok()?).ok()
}

fn hash(seed: u64, occasion: &str, group: &str, name: &str) -> blake3::Hasher {
    let mut hash = blake3::Hasher::new();
    hash.update(&seed.to_le_bytes());
    for text in [occasion, group, name] {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash
}

/// Bytes as a number, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sofar, &byte| sofar << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_does_not_depend_on_how_many_are_asked_for() {
        let all = draws(7, "simulate", "side.score", "1", 0..100);
        assert_eq!(all[0], lot(7, "simulate", "side.score", "1"));
        for (first, last) in [(0, 1), (3, 9), (7, 8), (8, 9), (63, 100)] {
            let few = draws(7, "simulate", "side.score", "1", first..last);
            let same = &all[usize::try_from(first).unwrap()..usize::try_from(last).unwrap()];
            assert_eq!(few, same);
        }
        assert_ne!(all, draws(8, "simulate", "side.score", "1", 0..100));
        assert_ne!(all, draws(7, "simulate", "side.score", "2", 0..100));
    }

    #[test]
    fn both_ends_are_reached_and_nothing_beyond() {
        assert_eq!(between(1, 6, 0), Some(1));
        assert_eq!(between(1, 6, u64::MAX), Some(6));
        // A sixth of 2 to the 64th, rounded up, is the first that gives the second.
        assert_eq!(between(1, 6, 3_074_457_345_618_258_602), Some(1));
        assert_eq!(between(1, 6, 3_074_457_345_618_258_603), Some(2));
        assert_eq!(between(-3, -3, u64::MAX), Some(-3));
        assert_eq!(between(i64::MIN, i64::MAX, 0), Some(i64::MIN));
        assert_eq!(between(i64::MIN, i64::MAX, u64::MAX), Some(i64::MAX));
        assert_eq!(between(1, 0, 5), None);
        assert_eq!(between(i64::MAX, i64::MIN, 5), None);
    }
}
