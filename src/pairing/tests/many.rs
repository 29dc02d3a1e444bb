//! Lots in one of many events.

use crate::lot::{lot, mixed};
use crate::pairing::{Lots, SharedLots};
use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["Ada", "Bo", "Cem", "Dana", "Eli"];

fn seed_of(event: u32) -> u64 {
    lot(7, "simulate", "event", &event.to_string())
}

#[test]
fn each_is_mixed_out_of_the_one_that_all_have_in_common() {
    let shared = SharedLots::new(7);
    for (event, occasion) in (1..50).flat_map(|event| [(event, "final"), (event, "pools 1 A")]) {
        let seed = seed_of(event);
        let own = |row: u32| mixed(lot(7, occasion, "", NAMES[row as usize]), seed);
        let lots = Lots::new(seed, &NAMES).sharing(Some(&shared));
        assert!((0..5).all(|row| lots.of(occasion, row) == own(row)));
        let (mut all, mut two) = (vec![4, 2, 0, 3, 1], vec![3, 1]);
        lots.order(occasion, &mut all);
        lots.order(occasion, &mut two);
        assert!(all.is_sorted_by_key(|&row| own(row)), "{all:?}");
        assert!(two.is_sorted_by_key(|&row| own(row)), "{two:?}");
    }
}

#[test]
fn who_joins_changes_the_lot_of_nobody() {
    let shared = SharedLots::new(7);
    let few = Lots::new(3, &NAMES[..2]).sharing(Some(&shared));
    let before = [0, 1].map(|row| few.of("final", row));
    let all = Lots::new(3, &NAMES).sharing(Some(&shared));
    assert_eq!(before, [0, 1].map(|row| all.of("final", row)));
    assert_eq!(all.of("final", 4), mixed(lot(7, "final", "", "Eli"), 3));
}

/// Each of the six orders of three in a sixth of the events: 1,000 of 6,000, with a standard deviation of 29.
#[test]
fn every_order_comes_as_often() {
    let shared = SharedLots::new(7);
    let mut counts: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for event in 0..6_000 {
        let mut order = vec![0, 1, 2];
        Lots::new(seed_of(event), &NAMES).sharing(Some(&shared)).order("final", &mut order);
        *counts.entry(order).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| count.abs_diff(1_000) < 116), "{counts:?}");
}

#[test]
fn an_event_that_stands_for_itself_draws_by_its_seed_alone() {
    let lots = Lots::new(7, &NAMES).sharing(None);
    assert!((0_u32..).zip(NAMES).all(|(row, name)| lots.of("final", row) == lot(7, "final", "", name)));
}
