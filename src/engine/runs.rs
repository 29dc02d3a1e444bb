//! The parents of rows, and the values of one parent after the other where each has as many rows.
//!
//! Comes in: links, or values and how many belong together. Goes out: parents, or those values. It must never know what is
//! made of them. Start with [`Parents`], then [`each_run`].

use crate::sheet::Index;
use std::ops::Range;

/// The parents of the rows of a chunk.
#[derive(Clone, Copy)]
pub(super) enum Parents<'c> {
    /// One for each row.
    Each(&'c [u32]),
    /// So many rows for each, beginning with this one.
    Runs { first: usize, every: usize },
}

impl Parents<'_> {
    /// Parents that are known without looking: where each has as many rows as the others, and the chunk begins with one.
    pub(super) fn in_runs(index: &Index, rows: &Range<usize>) -> Option<Self> {
        match index {
            Index::Every(every) => {
                let every = *every as usize;
                rows.start.is_multiple_of(every).then(|| Self::Runs { first: rows.start / every, every })
            }
            Index::One => Some(Self::Runs { first: 0, every: rows.len().max(1) }),
            Index::Rows(_) => None,
        }
    }
}

/// Takes so many values at a time. The loops over as few as most parents have are unrolled.
pub(super) fn each_run<T>(values: &[T], every: usize, mut take: impl FnMut(&[T])) {
    let rest = match every {
        1 => fixed_runs::<T, 1>(values, &mut take),
        2 => fixed_runs::<T, 2>(values, &mut take),
        4 => fixed_runs::<T, 4>(values, &mut take),
        _ => values,
    };
    rest.chunks(every.max(1)).for_each(take);
}

/// Takes `N` values at a time; those that are left over.
fn fixed_runs<'v, T, const N: usize>(values: &'v [T], take: &mut impl FnMut(&[T])) -> &'v [T] {
    let (runs, rest) = values.as_chunks::<N>();
    runs.iter().for_each(|run| take(run));
    rest
}
