//! The order of names as people count: `game 9` comes before `game 10`.
//!
//! Comes in: names as bytes, the folders in them ending in `/`. Goes out: which comes first, the same on every machine: it
//! knows no language and no letters. Start with [`order`].

use std::cmp::Ordering;

/// Which of two names comes first: byte by byte, a run of digits by the number it is, what is in a folder before what only
/// begins with its name. Names that differ in nothing but zeros before a number are told apart byte by byte.
pub(super) fn order(one: &[u8], other: &[u8]) -> Ordering {
    by_numbers(one, other).then_with(|| one.cmp(other))
}

fn by_numbers(mut one: &[u8], mut other: &[u8]) -> Ordering {
    loop {
        if let (Some((number, rest)), Some((other_number, other_rest))) = (number(one), number(other)) {
            let longer = number.len().cmp(&other_number.len());
            let order = longer.then_with(|| number.cmp(other_number));
            if order.is_ne() {
                return order;
            }
            (one, other) = (rest, other_rest);
            continue;
        }
        match (one.split_first(), other.split_first()) {
            (Some((byte, rest)), Some((other_byte, other_rest))) => {
                let order = rank(*byte).cmp(&rank(*other_byte));
                if order.is_ne() {
                    return order;
                }
                (one, other) = (rest, other_rest);
            }
            (one, other) => return one.is_some().cmp(&other.is_some()),
        }
    }
}

/// The number that a text begins with, without the zeros before it, and what comes after it.
fn number(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let zeros = number.iter().take_while(|byte| **byte == b'0').count();
    (digits > 0).then(|| (&number[zeros..], rest))
}

/// The end of a folder's name comes before everything that may go on in its place.
fn rank(byte: u8) -> u8 {
    if byte == b'/' { 0 } else { byte }
}

#[cfg(test)]
mod tests {
    use super::order;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    #[test]
    fn numbers_count() {
        let sorted = [
            "",
            "/b",
            "0",
            "00",
            "01",
            "1",
            "1/9",
            "1 b",
            "1-2",
            "2/1",
            "9",
            "10",
            "A",
            "a",
            "a/1",
            "a b",
            "a-1",
            "a.csv",
            "a1",
            "a9",
            "a9b",
            "a09c",
            "a10",
            "a99999999999999999999998",
            "a99999999999999999999999",
            "b",
            "é",
        ];
        for (place, one) in sorted.iter().enumerate() {
            for (other_place, other) in sorted.iter().enumerate() {
                let found = order(one.as_bytes(), other.as_bytes());
                assert_eq!(found, place.cmp(&other_place), "`{one}` and `{other}`");
            }
        }
    }

    proptest! {
        #[test]
        fn it_is_an_order(names in prop::array::uniform3("[019a/.-]{0,6}")) {
            let [a, b, c] = names.each_ref().map(String::as_bytes);
            prop_assert_eq!(order(a, b), order(b, a).reverse());
            prop_assert_eq!(order(a, b) == Ordering::Equal, a == b);
            if order(a, b).is_le() && order(b, c).is_le() {
                prop_assert!(order(a, c).is_le());
            }
        }
    }
}
