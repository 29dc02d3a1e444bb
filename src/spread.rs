//! Work that falls into many pieces, none of which hangs on another: done on all cores.
//!
//! Comes in: a list, and what is to be done with each item. Goes out: what came of each, in the order of the list, whatever the
//! number of cores. It must never know what the work is. Start with [`each`].

use rayon::prelude::*;

/// Fewer items than this are not worth waking others for.
const MANY: usize = 128;

/// So many items at least are taken at a time.
const AT_A_TIME: usize = 16;

/// What comes of each item, in their order.
pub fn each<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync + Send) -> Vec<O> {
    if items.len() < MANY {
        return items.iter().map(work).collect();
    }
    items.par_iter().with_min_len(AT_A_TIME).map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn what_comes_of_each_stands_in_the_order_of_the_list() {
        for count in [0, 1, 127, 128, 5_000] {
            let items: Vec<usize> = (0..count).collect();
            let doubled: Vec<usize> = (0..count).map(|item| 2 * item).collect();
            assert_eq!(each(&items, |item| 2 * item), doubled);
        }
    }
}
