//! How long it takes to read a folder of ten thousand games from their moves, beside what cannot be saved.
//!
//! The games are played at random from fixed seeds, and written once into a folder for temporary files. `bytes` only
//! reads the files, as `cat` does; `moves` replays what is in memory, on one core; `one_core` and `two_cores` read the
//! folder as `score` does. Compare the rows of one run with one another.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "../tests/suite/selfplay.rs"]
mod selfplay;

use divan::{Bencher, counter::ItemsCount};
use rayon::ThreadPoolBuilder;
use rulesctl::check::check;
use rulesctl::diagnostic::Complaints;
use rulesctl::format::{FormatFinder, Library, load};
use rulesctl::log::{self, Log, Reading};
use rulesctl::replay::Record;
use rulesctl::replay::blokus::Variant;
use rulesctl::ruleset::Ruleset;
use rulesctl::source::Sources;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

const GAMES: usize = 10_000;
/// So many of them are different: it takes long to play them.
const PLAYED: usize = 500;
const IN_A_FOLDER: usize = 100;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(written);

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 10)]
fn bytes(bencher: Bencher<'_, '_>) {
    let files = files();
    let read = || files.iter().map(|file| fs::read(file).unwrap().len()).sum::<usize>();
    bencher.counter(ItemsCount::new(GAMES)).bench(read);
}

#[divan::bench(sample_count = 10)]
fn moves(bencher: Bencher<'_, '_>) {
    let files: Vec<Vec<u8>> = files().iter().map(|file| fs::read(file).unwrap()).collect();
    let replay = |bytes: &Vec<u8>| Record::read(bytes).unwrap().replay(&|_| None).unwrap().len();
    bencher.counter(ItemsCount::new(GAMES)).bench(|| files.iter().map(replay).sum::<usize>());
}

#[divan::bench(sample_count = 10)]
fn one_core(bencher: Bencher<'_, '_>) {
    read_on(1, bencher);
}

#[divan::bench(sample_count = 10)]
fn two_cores(bencher: Bencher<'_, '_>) {
    read_on(2, bencher);
}

fn read_on(threads: usize, bencher: Bencher<'_, '_>) {
    let ruleset = blokus();
    LazyLock::force(&FOLDER);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    bencher.counter(ItemsCount::new(GAMES)).bench(|| pool.install(|| read(&ruleset)));
}

fn read(ruleset: &Ruleset) -> Log {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let found = log::find(FOLDER.to_str().unwrap(), &mut complaints);
    assert_eq!(found.len(), GAMES);
    let settings = ruleset.defaults();
    log::read(ruleset, &settings, found, Reading::default(), &mut sources, &mut complaints).unwrap()
}

fn blokus() -> Ruleset {
    let found = FormatFinder.find("blokus", "").unwrap();
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let file =
        load("blokus", &found.path, &found.text, &FormatFinder, &mut sources, &mut complaints).unwrap();
    check(&file, &sources, &mut complaints).unwrap()
}

fn files() -> Vec<PathBuf> {
    (0..GAMES).map(|game| FOLDER.join(name(game))).collect()
}

fn name(game: usize) -> String {
    format!("round{}/{}.blksgf", game / IN_A_FOLDER + 1, game % IN_A_FOLDER + 1)
}

/// Writes the games, unless they were written before.
fn written() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rulesctl-bench-{GAMES}-games"));
    if folder.join(name(GAMES - 1)).exists() {
        return folder;
    }
    let players = |game: usize| {
        let names = ["Ada", "Bo", "Cem", "Dana"].iter().zip(1..);
        let names = names.map(|(name, seat)| format!("P{seat}[{name} {}]", game * seat % 97));
        format!("GM[Blokus]CA[UTF-8]{}", names.collect::<String>())
    };
    let played: Vec<String> =
        (1..).take(PLAYED).map(|seed| selfplay::record(Variant::Four, seed, selfplay::FOUR)).collect();
    for game in 0..GAMES {
        let path = folder.join(name(game));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, played[game % PLAYED].replace(selfplay::FOUR, &players(game))).unwrap();
    }
    folder
}
