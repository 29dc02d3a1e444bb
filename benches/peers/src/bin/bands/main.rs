//! The six bands with their bonuses, over records in memory: by a loop written by hand, and by languages of expressions.
//!
//! `bands loop|cel|rhai|evalexpr|zen RECORDS SEED TIMES`. An expression is compiled once and evaluated record by record; how the
//! fields of a record reach it is what its library offers that costs least. Each language is a file beside this one.

mod by_cel;
mod by_evalexpr;
mod by_rhai;
mod by_zen;

use rulesctl_peers::records::{Record, records};
use rulesctl_peers::timed::{checksum, times};
use std::env;
use std::error::Error;

/// The rule for the languages that write a choice as `a ? b : c`.
const TERNARY: &str = "(blue_red
    ? (s >= 19 ? 50 : s >= 10 ? 40 : s >= 1 ? 30 : s >= 0 ? 20 : s >= -12 ? 10 : 0)
    : (s >= 19 ? 0 : s >= 10 ? 10 : s >= 1 ? 20 : s >= 0 ? 30 : s >= -12 ? 40 : 50))
    + 5 * ((left_1 == 0 ? 1 : 0) + (left_2 == 0 ? 1 : 0))
    + 2 * ((left_1 == 0 && single_1 ? 1 : 0) + (left_2 == 0 && single_2 ? 1 : 0))";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [engine, count, seed, repetitions] = &arguments[..] else {
        return Err("bands loop|cel|rhai|evalexpr|zen RECORDS SEED TIMES".into());
    };
    let records = records(count.parse()?, seed.parse()?);
    let repetitions = repetitions.parse()?;
    match engine.as_str() {
        "loop" => time(repetitions, || records.iter().map(points).collect()),
        "cel" => by_cel::time(repetitions, &records),
        "rhai" => by_rhai::time(repetitions, &records),
        "evalexpr" => by_evalexpr::time(repetitions, &records),
        "zen" => by_zen::time(repetitions, &records),
        other => return Err(format!("`{other}` is no engine").into()),
    }
    Ok(())
}

/// Times how long it takes to get the points of all records.
fn time(repetitions: usize, mut work: impl FnMut() -> Vec<i64>) {
    times(repetitions, || (), |()| work(), |points| checksum(points.iter().copied()));
}

/// The rule as one would write it by hand.
fn points(record: &Record) -> i64 {
    let base = match record.s {
        19.. => 50,
        10..=18 => 40,
        1..=9 => 30,
        0 => 20,
        -12..=-1 => 10,
        _ => 0,
    };
    let base = if record.blue_red { base } else { 50 - base };
    let all_placed = [record.left_1 == 0, record.left_2 == 0];
    let completed = all_placed.iter().filter(|&&all| all).count() as i64;
    let small = i64::from(all_placed[0] && record.single_1) + i64::from(all_placed[1] && record.single_2);
    base + 5 * completed + 2 * small
}
