//! Values of several rows each, one after the other.
//!
//! Comes in: values, and how many belong together. Goes out: those that do. It must never know what is made of them. Start
//! with [`each_run`].

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
