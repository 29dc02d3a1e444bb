//! Places 1, 2, … inside each group of rows: the sides of a game, the sides of a match.
//!
//! Comes in: a [`Place`] whose keys are computed. Goes out: the column of places, and the ties that are refused.
//! Those that are level share the place and the next is skipped; or a lot is drawn. Start with [`eval`].

use super::kernel::Evaluator;
use super::lot::Lot;
use super::order::Keys;
use crate::ruleset::{Place, Ties};
use crate::sheet::{Column, Data, Grouping, Index, NO_ROW, row_id};

/// Places, and the groups of rows whose tie is refused.
pub(super) fn eval(run: &Evaluator<'_>, place: &Place, seed: u64) -> (Column, Vec<Vec<u32>>) {
    let sheet = run.ruleset.column(place.out).sheet;
    let rows = run.tables.rows(sheet);
    let mut places = vec![0_i64; rows];
    let mut refused = Vec::new();
    if let Some(index) = run.tables.link(place.group) {
        let keys = Keys::new(&place.keys, run.tables);
        let lot = (place.ties == Ties::Lot).then(|| Lot::of_placing(run, sheet, seed));
        let groups = run.tables.rows(run.ruleset.link(place.group).to);
        let mut sorted = Vec::new();
        each_group(index, rows, groups, |group| {
            sorted.clear();
            sorted.extend_from_slice(group);
            sorted.sort_by(|&left, &right| keys.compare(left, right));
            let mut first = 1;
            for level in sorted.chunk_by_mut(|&left, &right| keys.compare(left, right).is_eq()) {
                if let (Some(lot), true) = (&lot, level.len() > 1) {
                    lot.draw(level);
                }
                if place.ties == Ties::Refuse && level.len() > 1 {
                    refused.push(level.to_vec());
                }
                for (row, place) in level.iter().zip(first..) {
                    places[*row as usize] = if lot.is_some() { place } else { first };
                }
                first = first.saturating_add_unsigned(level.len() as u64);
            }
        });
    }
    let known = places.contains(&0).then(|| places.iter().map(|&place| place != 0).collect());
    (Column { data: Data::Integer(places), known }, refused)
}

/// Calls `take` with the rows of each group, in their order.
fn each_group(index: &Index, rows: usize, groups: usize, mut take: impl FnMut(&[u32])) {
    let contiguous = match index {
        Index::Every(_) | Index::One => true,
        Index::Rows(targets) => targets.is_sorted(),
    };
    if !contiguous {
        let grouping = Grouping::new(index, rows, groups);
        (0..groups).for_each(|group| take(grouping.children(group)));
        return;
    }
    let mut group = Vec::new();
    let mut row = 0;
    while row < rows {
        let parent = index.get(row);
        if parent == NO_ROW {
            break;
        }
        group.clear();
        while row < rows && index.get(row) == parent {
            group.push(row_id(row));
            row += 1;
        }
        take(&group);
    }
}
