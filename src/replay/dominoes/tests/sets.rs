//! Tiles and sets of them.

use super::super::tiles::{HIGHEST, Tile, Tiles};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn tile(text: &str) -> Tile {
    Tile::read(text).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn sets_have_as_many_tiles_as_players_know() {
    let counts = [(6, 28), (9, 55), (12, 91), (15, 136), (18, 190), (1, 3)];
    for (highest, count) in counts {
        let set = Tiles::up_to(highest);
        assert_eq!((set.count(), set.iter().count()), (count, count as usize), "double-{highest}");
        assert!(set.iter().all(|tile| tile.high() <= highest));
    }
}

#[test]
fn a_tile_is_written_in_several_ways() {
    for text in ["6-1", "1-6", "6|1", "6:1", " 1 - 6 ", "06-01"] {
        assert_eq!(tile(text).to_string(), "6-1", "{text}");
    }
    assert_eq!(tile("18-18").to_string(), "18-18");
    for text in ["", "-", "6", "6-", "-1", "6-1-2", "19-0", "6 1", "+6-1", "a-b", "100-1", "6--1", "٣-١"] {
        assert_eq!(Tile::read(text), None, "{text}");
    }
}

#[test]
fn tiles_are_named_in_a_sentence() {
    assert_eq!(Tiles::default().to_string(), "nothing");
    assert_eq!([tile("6-1")].into_iter().collect::<Tiles>().to_string(), "`6-1`");
    assert_eq!(Tiles::up_to(1).to_string(), "`0-0`, `1-0` and `1-1`");
    // Nine are named, as `and 1 more` would be no shorter.
    assert!(!Tiles::up_to(3).iter().skip(1).collect::<Tiles>().to_string().contains("more"));
    assert!(Tiles::up_to(3).to_string().ends_with("`3-1`, `2-2` and 2 more"), "{}", Tiles::up_to(3));
}

#[test]
fn the_other_end_of_a_tile() {
    assert_eq!(
        (tile("6-1").across(6), tile("6-1").across(1), tile("6-1").across(2)),
        (Some(1), Some(6), None)
    );
    assert_eq!(tile("4-4").across(4), Some(4));
}

proptest! {
    #[test]
    fn sets_of_tiles_are_sets(steps in prop::collection::vec((any::<bool>(), 0..=HIGHEST, 0..=HIGHEST), 0..200)) {
        let (mut tiles, mut wanted) = (Tiles::default(), BTreeSet::new());
        for (put, one, other) in steps {
            let (tile, pair) = (Tile::new(one, other).unwrap(), (one.min(other), one.max(other)));
            let changed = if put { tiles.insert(tile) } else { tiles.remove(tile) };
            prop_assert_eq!(changed, if put { wanted.insert(pair) } else { wanted.remove(&pair) });
        }
        let found: Vec<(u8, u8)> = tiles.iter().map(|tile| (tile.low(), tile.high())).collect();
        prop_assert_eq!(&found, &wanted.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(tiles.count() as usize, wanted.len());
        prop_assert_eq!(tiles.is_empty(), wanted.is_empty());
        let low: Vec<(u8, u8)> = tiles.with(0b101).iter().map(|tile| (tile.low(), tile.high())).collect();
        let wanted = wanted.into_iter().filter(|(one, other)| [one, other].iter().any(|end| [0, 2].contains(*end)));
        prop_assert_eq!(low, wanted.collect::<Vec<_>>());
    }
}
