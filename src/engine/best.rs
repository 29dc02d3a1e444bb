//! `best N of`, `worst N of`: only some of the rows of each parent take part.
//!
//! Comes in: the rows that could take part, with their values. Goes out: which do. Of equal values the earlier row is
//! taken. Start with [`selected`].

use super::batch::{Lane, Values, View};
use super::order::SymbolOrder;
use crate::sheet::{Data, Grouping, Index};
use crate::value::{Kind, Symbols};
use std::cmp::Ordering;

/// The rows that could take part: the parent and the value of each, in the order of the child sheet.
pub(super) struct Kept {
    /// The parents.
    pub parents: Vec<u32>,
    data: Data,
}

impl Kept {
    /// None yet.
    pub(super) fn new(kind: &Kind) -> Self {
        Self { parents: Vec::new(), data: Data::empty(kind) }
    }

    /// Adds the rows of a chunk that take part.
    pub(super) fn add(&mut self, values: Option<&Values<'_>>, parents: &[u32], take: &[bool]) {
        let taken = parents.iter().zip(take).filter(|(_, take)| **take);
        self.parents.extend(taken.map(|(parent, _)| *parent));
        match (&mut self.data, values) {
            (Data::Integer(out), Some(Values::Integer(lane))) => compress(out.wide(), lane, take),
            (Data::Number(out), Some(Values::Number(lane))) => compress(out, lane, take),
            (Data::Flag(out), Some(Values::Flag(lane))) => compress(out, lane, take),
            (Data::Symbol(out), Some(Values::Symbol(lane))) => compress(out, lane, take),
            (data @ (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_)), _) => {
                super::blend::lengthen(data, self.parents.len());
            }
        }
    }

    /// The values, as a batch over these rows.
    pub(super) fn values(&self) -> Values<'_> {
        match &self.data {
            Data::Integer(values) => Values::Integer(Lane::of(values.slice(0..values.len()))),
            Data::Number(values) => Values::Number(Lane::Slice(values)),
            Data::Flag(values) => Values::Flag(Lane::Slice(values)),
            Data::Symbol(values) => Values::Symbol(Lane::Slice(values)),
        }
    }
}

/// Which of the kept rows are the `limit` greatest or least of their parent.
pub(super) fn selected(
    kept: &Kept,
    limit: usize,
    greatest: bool,
    parents: usize,
    (kind, symbols): (&Kind, &Symbols),
) -> Vec<bool> {
    let rows = kept.parents.len();
    let mut take = vec![true; rows];
    let groups = Grouping::new(&Index::Rows(kept.parents.clone()), rows, parents);
    let order = SymbolOrder::new(kind, symbols);
    let compare = |left: &u32, right: &u32| {
        let (left, right) = (*left as usize, *right as usize);
        let order = match &kept.data {
            Data::Integer(values) => values.at(left).cmp(&values.at(right)),
            Data::Number(values) => values[left].cmp(&values[right]),
            Data::Flag(values) => values[left].cmp(&values[right]),
            Data::Symbol(values) => order.compare(values[left], values[right]),
        };
        let order = if greatest { order.reverse() } else { order };
        order.then(left.cmp(&right))
    };
    let mut scratch = Vec::new();
    for parent in 0..parents {
        let children = groups.children(parent);
        if children.len() <= limit {
            continue;
        }
        scratch.clear();
        scratch.extend_from_slice(children);
        for &row in without_the_first(&mut scratch, limit, compare) {
            take[row as usize] = false;
        }
    }
    take
}

/// What is left when the `limit` first of an order are taken away.
fn without_the_first(rows: &mut [u32], limit: usize, compare: impl Fn(&u32, &u32) -> Ordering) -> &[u32] {
    rows.select_nth_unstable_by(limit, compare);
    &rows[limit..]
}

fn compress<T: Copy>(out: &mut Vec<T>, lane: &Lane<'_, T>, take: &[bool]) {
    match lane.view() {
        View::Same(value) => out.extend(take.iter().filter(|take| **take).map(|_| value)),
        View::Each(values) => {
            out.extend(values.iter().zip(take).filter(|(_, take)| **take).map(|(value, _)| *value));
        }
    }
}
