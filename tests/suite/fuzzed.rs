//! Whatever a file holds, its reader answers in words: nothing panics, nothing goes on for ever.
//!
//! Every target of `tests/fuzz/targets.rs` is driven over the files that ship, as they are and made wrong in so many
//! deterministic ways. Real fuzzing, without end, goes by the same functions: see `fuzz/README.md`.

#[path = "../fuzz/mutate.rs"]
mod mutate;
#[path = "../fuzz/seeds.rs"]
mod seeds;
#[path = "../fuzz/targets.rs"]
mod targets;

use crate::support::root;
use mutate::{Lots, mutated};
use std::panic::catch_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use targets::{TARGETS, Target};

/// So long nothing takes, however busy the machine is.
const FOR_EVER: Duration = Duration::from_secs(120);
/// A longer text is fuzzed as well, but not here.
const LONGEST: usize = 6_000;

/// Runs a target over its seeds, and over so many mutations of them.
fn drive(name: &str, mutations: usize) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let mut seeds = seeds::seeds(name, &root());
    seeds.retain(|(_, text)| text.len() <= LONGEST);
    assert!(!seeds.is_empty(), "there are no seeds for `{name}`");
    seeds.push(("nothing".to_owned(), Vec::new()));
    let (tell, told) = channel();
    let Target { run, .. } = *target;
    let runner = thread::spawn(move || {
        let mut lots = Lots::new(seeds.len() as u64);
        for number in 0..mutations {
            // Every seed in its turn, spread over all of them where there are more seeds than mutations.
            let place =
                (number * seeds.len().div_ceil(mutations).max(1) + number / seeds.len()) % seeds.len();
            let (seed, text) = &seeds[place];
            let text = mutated(text, &seeds, &mut lots);
            tell.send((number, seed.clone(), text.clone())).unwrap();
            if catch_unwind(|| run(&text)).is_err() {
                return;
            }
        }
        tell.send((mutations, String::new(), Vec::new())).unwrap();
    });
    let mut last = None;
    let end = loop {
        match told.recv_timeout(FOR_EVER) {
            Ok(next) => last = Some(next),
            Err(end) => break end,
        }
    };
    let (number, seed, text) = last.expect("something was run");
    if number < mutations {
        let what = match end {
            RecvTimeoutError::Disconnected => "panics",
            RecvTimeoutError::Timeout => "does not end",
        };
        panic!("`{name}` {what} on mutation {number} of {seed}:\n{}\n", text.escape_ascii());
    }
    runner.join().unwrap();
}

#[test]
fn formats() {
    drive("format", 1_500);
}

#[test]
fn rules() {
    drive("rule", 100);
}

#[test]
fn tables() {
    drive("csv", 300);
}

#[test]
fn json_lines() {
    drive("json_lines", 300);
}

#[test]
fn moves() {
    drive("moves", 300);
}

#[test]
fn moves_in_json() {
    drive("moves_json", 100);
}
