//! How long it takes to check formats, examples and all, as `rulesctl check` does.
//!
//! `check TIMES FORMAT…`. Run by `benches/compare`, which sets the parsing of the same TOML beside it.

#![allow(missing_docs, clippy::pedantic, clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "peers/src/timed.rs"]
mod timed;

use mimalloc::MiMalloc;
use rulesctl::format::{FormatFinder, Found, Library};
use rulesctl::session::Session;
use std::env;

/// As in the program.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some((times, names)) = arguments.split_first() else { return println!("check TIMES FORMAT…") };
    let formats: Vec<(String, Found)> =
        names.iter().map(|name| (name.clone(), FormatFinder.find(name, "").unwrap())).collect();
    let check = |(name, found): &(String, Found)| {
        let mut session = Session::new();
        let format = session.check(name, found, &FormatFinder).unwrap();
        assert_eq!(session.counts().0, 0, "{name} has errors");
        format
    };
    timed::times(
        times.parse().unwrap(),
        || (),
        |()| formats.iter().map(check).collect::<Vec<_>>(),
        |formats| {
            let rules = formats.iter().flat_map(|format| &format.file.sheets).map(|sheet| sheet.rules.len());
            format!("formats {} rules {}", formats.len(), rules.sum::<usize>())
        },
    );
}
