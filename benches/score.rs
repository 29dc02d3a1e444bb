//! How long it takes to read and to score a log of a million two-player games with `blokus`.
//!
//! The log is generated from a fixed seed. `read` is CSV to columns, `score` is columns to outcome, `all` is both.
//! Compare the rows of one run with one another; absolute times are those of the machine.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

use divan::{Bencher, counter::ItemsCount};
use rulesctl::check::check;
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::{Outcome, run};
use rulesctl::format::{FormatFinder, Library, load};
use rulesctl::log::{Input, Log, Reading, read};
use rulesctl::ruleset::{Ruleset, Settings};
use rulesctl::source::Sources;
use rulesctl::value::Value;
use std::fmt::Write as _;
use std::sync::LazyLock;

const GAMES: usize = 1_000_000;
const ENTRANTS: u64 = 10_000;

static CSV: LazyLock<String> = LazyLock::new(|| generated(GAMES));

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn all(bencher: Bencher<'_, '_>) {
    let (ruleset, settings) = blokus_for_two();
    LazyLock::force(&CSV);
    bencher.counter(ItemsCount::new(GAMES)).bench(|| score(&ruleset, &settings, games(&ruleset, &settings)));
}

#[divan::bench(name = "read", sample_count = 5)]
fn reading(bencher: Bencher<'_, '_>) {
    let (ruleset, settings) = blokus_for_two();
    LazyLock::force(&CSV);
    bencher.counter(ItemsCount::new(GAMES)).bench(|| games(&ruleset, &settings));
}

#[divan::bench(name = "score", sample_count = 5)]
fn scoring(bencher: Bencher<'_, '_>) {
    let (ruleset, settings) = blokus_for_two();
    let log = games(&ruleset, &settings);
    bencher
        .counter(ItemsCount::new(GAMES))
        .with_inputs(|| log.clone())
        .bench_values(|log| score(&ruleset, &settings, log));
}

fn blokus_for_two() -> (Ruleset, Settings) {
    let found = FormatFinder.find("blokus", "").unwrap();
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file =
        load("blokus", &found.path, &found.text, &FormatFinder, &mut sources, &mut complaints).unwrap();
    let ruleset = check(&file, &sources, &mut complaints).unwrap();
    let mut settings = ruleset.defaults();
    let option = ruleset.options.iter().position(|option| option.name == "players").unwrap();
    settings.0[option] = Value::Text(ruleset.symbols.find("two").unwrap());
    (ruleset, settings)
}

fn games(ruleset: &Ruleset, settings: &Settings) -> Log {
    let input = Input { name: "generated.csv".to_owned(), bytes: Box::new(CSV.as_bytes()) };
    read(ruleset, settings, vec![input], Reading::default(), &mut Sources::new(), &mut Complaints::new())
        .unwrap()
}

fn score(ruleset: &Ruleset, settings: &Settings, log: Log) -> Outcome {
    run(ruleset, settings, log, 0).unwrap()
}

/// A wide CSV of so many games; who plays and what is left over comes from `SplitMix64` with seed 1.
fn generated(games: usize) -> String {
    let mut state = 1_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    };
    let mut csv = String::from(
        "id,blue_red,yellow_green,blue.squares_left,red.squares_left,yellow.squares_left,green.squares_left\n",
    );
    for game in 0..games {
        let one = below(ENTRANTS);
        let other = (one + 1 + below(ENTRANTS - 1)) % ENTRANTS;
        let left = [below(40), below(40), below(40), below(40)];
        let _ = writeln!(csv, "{game},P{one},P{other},{},{},{},{}", left[0], left[1], left[2], left[3]);
    }
    csv
}
