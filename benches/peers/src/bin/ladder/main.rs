//! The regulation of `formats/blokus-ladder.toml`, written by hand: plays a log of four-player games in its order, and prints all
//! rankings of the club.
//!
//! `ladder FILE`. It can do nothing else: it takes the columns in the order in which they are generated, and the regulation as
//! the options of the format have it by default; it does not say what is wrong with a file, and warns of nothing.
//! `climb` is what becomes of a player in a game; `rank` is the rankings.

mod climb;
mod rank;

use climb::{Side, play};
use memmap2::Mmap;
use rustc_hash::FxHashMap;
use std::env;
use std::error::Error;
use std::fs::File;

/// A player: the states, and what the rankings are made from.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    pub name: &'a [u8],
    pub wins: u32,
    pub row: u32,
    pub orbs: u32,
    pub level: u8,
    pub games: u32,
    pub firsts: u32,
    pub places: u32,
    pub pieces: u32,
    pub squares: u32,
    pub perfects: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which file?")?;
    let file = File::open(path)?;
    // SAFETY: nobody writes the file while it is compared on.
    let bytes = unsafe { Mmap::map(&file)? };
    let begin = memchr::memchr(b'\n', &bytes).map_or(bytes.len(), |end| end + 1);
    let mut fields = Fields { bytes: &bytes, at: begin };
    let mut rows: FxHashMap<&[u8], u32> = FxHashMap::default();
    let mut players: Vec<Player<'_>> = Vec::new();
    while fields.at < bytes.len() {
        let _id = fields.next();
        let seats = [(); 4].map(|()| {
            let name = fields.next();
            *rows.entry(name).or_insert_with(|| {
                players.push(Player::new(name));
                players.len() as u32 - 1
            })
        });
        let sides = seats.map(|player| Side { player, squares: fields.number(), pieces: fields.number() });
        play(&sides, &mut players);
    }
    rank::print(&players)?;
    Ok(())
}

impl<'a> Player<'a> {
    fn new(name: &'a [u8]) -> Self {
        let none = [0; 9];
        let [wins, row, orbs, games, firsts, places, pieces, squares, perfects] = none;
        Self { name, wins, row, orbs, level: climb::START, games, firsts, places, pieces, squares, perfects }
    }
}

/// The fields of all lines, one after the other.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|byte| matches!(byte, b',' | b'\n')).unwrap_or(rest.len());
        self.at += end + 1;
        &rest[..end]
    }

    fn number(&mut self) -> u32 {
        self.next().iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    }
}
