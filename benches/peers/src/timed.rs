//! A clock that is the same on both sides: how long something takes, several times, after one time that does not count.
//!
//! What is printed is read by `benches/compare`: a line `ns` for each time, and what came out.

use std::hint::black_box;
use std::time::Instant;

/// Times `work` on what `prepare` makes; only `work` counts. Then prints what `result` says of what came out.
pub fn times<I, O>(
    times: usize,
    mut prepare: impl FnMut() -> I,
    mut work: impl FnMut(I) -> O,
    result: impl Fn(&O) -> String,
) {
    let first = work(prepare());
    let said = result(&first);
    drop(first);
    for _ in 0..times {
        let given = black_box(prepare());
        let begin = Instant::now();
        let out = black_box(work(given));
        let spent = begin.elapsed();
        println!("ns {}", spent.as_nanos());
        assert_eq!(result(&out), said, "it comes out differently each time");
    }
    println!("result {said}");
}

/// A number for a column of points: equal columns have equal numbers, and others almost surely not.
#[allow(dead_code, reason = "not everybody who takes this file needs it")]
pub fn checksum(points: impl IntoIterator<Item = i64>) -> String {
    let sum = points.into_iter().fold(0_u64, |sum, point| sum.wrapping_mul(31).wrapping_add(point as u64));
    sum.to_string()
}
