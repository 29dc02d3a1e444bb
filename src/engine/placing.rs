//! Places 1, 2, … inside each group of rows: the sides of a game, the sides of a match.
//!
//! Comes in: a [`Place`] whose keys are computed. Goes out: the column of places, and the ties that are refused.
//! Those that are level share the place and the next is skipped; or a lot is drawn. Start with [`eval`].

use super::kernel::Evaluator;
use super::lot::Lot;
use super::order::Keys;
use crate::ruleset::{Place, Ties};
use crate::sheet::{Column, Data, Index, IntegerSlice, NO_ROW, row_id};
use std::ops::Range;

/// Groups of no more rows are placed without being sorted.
const FEW: usize = 4;

/// Places, and the groups of rows whose tie is refused.
pub(super) fn eval(run: &Evaluator<'_>, place: &Place, seed: u64) -> (Column, Vec<Vec<u32>>) {
    let sheet = run.ruleset.column(place.out).sheet;
    let open = run.tables.open(sheet);
    let mut places = vec![0_i64; open.len()];
    let mut refused = Vec::new();
    if let Some(index) = run.tables.link(place.group) {
        let keys = Keys::new(&place.keys, run.tables);
        let is_of_pairs =
            *index == Index::Every(2) && open.start.is_multiple_of(2) && open.len().is_multiple_of(2);
        if let (true, Ties::Share, Some((values, descending))) = (is_of_pairs, place.ties, keys.only_whole())
        {
            let places = in_pairs(values.slice(open), descending);
            return (Column::full(Data::Integer(places.into())), refused);
        }
        let lot = (place.ties == Ties::Lot).then(|| Lot::of_placing(run, sheet, seed));
        each_group(index, open.clone(), |group| {
            // A few who share the place where they are level, as most games have them, need not be sorted: each has as many
            // places before it as there are better ones.
            if group.len() <= FEW && place.ties == Ties::Share {
                for (place, &right) in group.iter().enumerate() {
                    places[right as usize - open.start] += 1;
                    for &left in &group[..place] {
                        let order = keys.compare(left, right);
                        places[left as usize - open.start] += i64::from(order.is_gt());
                        places[right as usize - open.start] += i64::from(order.is_lt());
                    }
                }
                return;
            }
            group.sort_by(|&left, &right| keys.compare(left, right));
            let mut first = 1;
            for level in group.chunk_by_mut(|&left, &right| keys.compare(left, right).is_eq()) {
                if let (Some(lot), true) = (&lot, level.len() > 1) {
                    lot.draw(level);
                }
                if place.ties == Ties::Refuse && level.len() > 1 {
                    refused.push(level.to_vec());
                }
                for (row, place) in level.iter().zip(first..) {
                    places[*row as usize - open.start] = if lot.is_some() { place } else { first };
                }
                first = first.saturating_add_unsigned(level.len() as u64);
            }
        });
    }
    let known = places.contains(&0).then(|| places.iter().map(|&place| place != 0).collect());
    (Column { data: Data::Integer(places.into()), known }, refused)
}

/// The places in groups of two, as most games have them, by one key.
fn in_pairs(values: IntegerSlice<'_>, descending: bool) -> Vec<i64> {
    fn places<T: Copy + Ord>(values: &[T], descending: bool) -> Vec<i64> {
        let (pairs, _) = values.as_chunks::<2>();
        let places = pairs.iter().flat_map(|&[left, right]| {
            let (left, right) = if descending { (right, left) } else { (left, right) };
            [1 + i64::from(left > right), 1 + i64::from(right > left)]
        });
        places.collect()
    }
    match values {
        IntegerSlice::Small(values) => places(values, descending),
        IntegerSlice::Wide(values) => places(values, descending),
    }
}

/// Calls `take` with the rows of each group, in their order.
pub(super) fn each_group(index: &Index, rows: Range<usize>, mut take: impl FnMut(&mut [u32])) {
    if let Index::Every(size) = index {
        // Those of a group stand together.
        let size = *size as usize;
        let (mut group, mut start) = (Vec::with_capacity(size), rows.start);
        while start < rows.end {
            let end = rows.end.min((start / size + 1) * size);
            group.clear();
            group.extend((start..end).map(row_id));
            take(&mut group);
            start = end;
        }
        return;
    }
    let group = |row: &u32| index.get(*row as usize);
    let mut ordered: Vec<u32> = rows.map(row_id).collect();
    if !ordered.is_sorted_by_key(group) {
        ordered.sort_by_key(group);
    }
    for rows in ordered.chunk_by_mut(|left, right| group(left) == group(right)) {
        if rows.first().is_some_and(|row| group(row) != NO_ROW) {
            take(rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{IntegerSlice, in_pairs};

    #[test]
    fn of_two_the_better_is_first_and_those_who_are_level_share() {
        let values = [5, 9, 9, 5, 7, 7, i64::MIN, i64::MAX];
        assert_eq!(in_pairs(IntegerSlice::Wide(&values), true), [2, 1, 1, 2, 1, 1, 2, 1]);
        assert_eq!(in_pairs(IntegerSlice::Wide(&values), false), [1, 2, 2, 1, 1, 1, 1, 2]);
    }
}
