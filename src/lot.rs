//! Lots: an order that the seed alone decides, and that anybody can check.
//!
//! A lot is the first eight bytes, read from the lowest, of the BLAKE3 hash of: the seed (eight bytes from the lowest),
//! then three texts, each after its length (eight bytes likewise): what is drawn for, which group, and a name. The least
//! lot comes first. So the lot of one does not change when others are added.
//! Where numbers are drawn one after the other, not names, [`draws`] reads on in the same hash. One of many invented events
//! makes a lot of its own of one that all of them have in common: [`mixed`].
//! It must never know what is drawn. Start with [`lot`].

use std::ops::Range;

/// So many numbers are read at a time.
const AT_A_TIME: usize = 512;

/// What most lots are no longer than, as it is hashed.
const SHORT: usize = 128;

/// The lot of `name`: for what `occasion`, and in which `group` (empty where there is one group only).
#[must_use]
pub fn lot(seed: u64, occasion: &str, group: &str, name: &str) -> u64 {
    let texts = [occasion, group, name];
    let hash = match written_short(seed, texts) {
        Some((bytes, length)) => blake3::hash(bytes.get(..length).unwrap_or_default()),
        None => blake3::hash(&written(seed, occasion, group, name)),
    };
    numbers(hash.as_bytes()).next().unwrap_or_default()
}

/// The lot that one of many invented events makes of a lot that all of them have in common: the two numbers, of which each bit
/// stands where only one of them has it, stirred as the generator `SplitMix64` stirs its own (Steele, Lea and Flood: Fast
/// Splittable Pseudorandom Number Generators, 2014). Of two that all have in common either comes first in as many events.
#[must_use]
#[inline]
pub fn mixed(common: u64, seed: u64) -> u64 {
    let mut mixed = common ^ seed;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Numbers of 64 bits, one for each place: the hash of the lot, read on (its extended output), eight bytes for each place
/// from 0. The number at place 0 is the lot itself; none depends on how many others are asked for.
#[must_use]
pub fn draws(seed: u64, occasion: &str, group: &str, name: &str, places: Range<u64>) -> Vec<u64> {
    made_of_draws(seed, (occasion, group, name), places, |drawn| drawn)
}

/// What is made of each of these numbers.
#[must_use]
pub fn made_of_draws<T>(
    seed: u64,
    (occasion, group, name): (&str, &str, &str),
    places: Range<u64>,
    mut of: impl FnMut(u64) -> T,
) -> Vec<T> {
    let mut left = usize::try_from(places.end.saturating_sub(places.start)).unwrap_or(0);
    let mut drawn = Vec::with_capacity(left);
    let mut hash = blake3::Hasher::new();
    let mut reader = hash.update(&written(seed, occasion, group, name)).finalize_xof();
    reader.set_position(places.start.saturating_mul(8));
    let mut bytes = [0; 8 * AT_A_TIME];
    while left > 0 {
        let count = left.min(AT_A_TIME);
        reader.fill(&mut bytes[..8 * count]);
        drawn.extend(numbers(&bytes[..8 * count]).map(&mut of));
        left -= count;
    }
    drawn
}

/// An integer from `low` to `high`, made of a number of 64 bits that is drawn evenly: the number times the size of the
/// range, over 2 to the 64th, rounded down, and `low` added. Where the size does not divide 2 to the 64th, some integers
/// are more likely than others, by 1 in 2 to the 64th. `None` where `low` is above `high`.
#[must_use]
#[inline]
pub fn between(low: i64, high: i64, drawn: u64) -> Option<i64> {
    if low > high {
        return None;
    }
    // One less than the size, which need not fit in 64 bits.
    let last = low.abs_diff(high);
    let step = (u128::from(drawn) * (u128::from(last) + 1)) >> 64;
    Some(low.wrapping_add_unsigned(u64::try_from(step).unwrap_or(last)))
}

/// What is hashed.
fn written(seed: u64, occasion: &str, group: &str, name: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * 8 + occasion.len() + group.len() + name.len());
    bytes.extend_from_slice(&seed.to_le_bytes());
    for text in [occasion, group, name] {
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

/// The same, where it is as short as most lots are; and its length.
fn written_short(seed: u64, texts: [&str; 3]) -> Option<([u8; SHORT], usize)> {
    let mut bytes = [0; SHORT];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut length = 8;
    for text in texts {
        let end = length + 8 + text.len();
        let (size, place) = bytes.get_mut(length..end)?.split_first_chunk_mut::<8>()?;
        *size = (text.len() as u64).to_le_bytes();
        place.copy_from_slice(text.as_bytes());
        length = end;
    }
    Some((bytes, length))
}

/// Every eight bytes as a number, the lowest first.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let (numbers, _) = bytes.as_chunks::<8>();
    numbers.iter().map(|&bytes| u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_does_not_depend_on_how_many_are_asked_for() {
        let all = draws(7, "simulate", "side.score", "1", 0..2000);
        assert_eq!(all[0], lot(7, "simulate", "side.score", "1"));
        for (first, last) in [(0, 1), (3, 9), (7, 8), (8, 9), (63, 100), (500, 1030), (513, 1999)] {
            let few = draws(7, "simulate", "side.score", "1", first..last);
            let same = &all[usize::try_from(first).unwrap()..usize::try_from(last).unwrap()];
            assert_eq!(few, same);
        }
        assert_ne!(all, draws(8, "simulate", "side.score", "1", 0..2000));
        assert_ne!(all, draws(7, "simulate", "side.score", "2", 0..2000));
    }

    #[test]
    fn a_lot_is_the_first_draw_however_long_its_name_is() {
        for length in [0, 1, 63, 64, 65, 86, 87, 88, 89, 90, 500] {
            let name = "é".repeat(length);
            assert_eq!(lot(7, "level", "A", &name), draws(7, "level", "A", &name, 0..1)[0], "{length}");
            assert_eq!(lot(7, &name, "", "A"), draws(7, &name, "", "A", 0..1)[0], "{length}");
        }
    }

    #[test]
    fn of_two_lots_either_comes_first_in_half_of_the_events() {
        let (one, other) = (lot(7, "final", "", "A"), lot(7, "final", "", "B"));
        for event in 0..1000 {
            let seed = lot(7, "simulate", "event", &event.to_string());
            let twin = seed ^ one ^ other;
            assert_eq!(mixed(one, seed), mixed(other, twin));
            assert_eq!(mixed(other, seed), mixed(one, twin));
        }
        // The first numbers of the generator, whose state grows by the golden ratio, as published.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        assert_eq!(mixed(golden, 0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mixed(golden.wrapping_mul(2), 0), 0x6e78_9e6a_a1b9_65f4);
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
