//! The regulation of `formats/blokus-pools.toml`, written by hand: scores a wide CSV of games, and prints the standing.
//!
//! `pools FILE`. It can do nothing else: it takes the columns in the order in which they are generated, it does not say what
//! is wrong with a file, and it looks for no game that stands there twice. Two threads take half of the file each.

use memmap2::Mmap;
use rustc_hash::FxHashMap;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::{env, thread};

/// What an entrant has come to.
#[derive(Clone, Copy, Default)]
struct Tally {
    played: u32,
    points: i64,
    scores: i64,
}

/// Entrants in the order in which they are first named.
#[derive(Default)]
struct Table<'a> {
    rows: FxHashMap<&'a [u8], u32>,
    entrants: Vec<(&'a [u8], Tally)>,
}

impl<'a> Table<'a> {
    fn tally(&mut self, name: &'a [u8]) -> &mut Tally {
        let next = self.entrants.len();
        let row = *self.rows.entry(name).or_insert(next as u32) as usize;
        if row == next {
            self.entrants.push((name, Tally::default()));
        }
        &mut self.entrants[row].1
    }

    fn score(&mut self, lines: &'a [u8]) {
        let mut rest = Fields { bytes: lines, at: 0 };
        while rest.at < lines.len() {
            let _id = rest.field();
            let (one, other) = (rest.field(), rest.field());
            let (ours, our_bonus) = rest.colours();
            let (theirs, their_bonus) = rest.colours();
            let base = match ours - theirs {
                19.. => 50,
                10..=18 => 40,
                1..=9 => 30,
                0 => 20,
                -12..=-1 => 10,
                _ => 0,
            };
            for (name, score, points) in
                [(one, ours, base + our_bonus), (other, theirs, 50 - base + their_bonus)]
            {
                let tally = self.tally(name);
                tally.played += 1;
                tally.points += points;
                tally.scores += score;
            }
        }
    }

    fn merge(&mut self, other: Self) {
        for (name, more) in other.entrants {
            let tally = self.tally(name);
            tally.played += more.played;
            tally.points += more.points;
            tally.scores += more.scores;
        }
    }
}

/// The fields of all lines, one after the other.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    fn field(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let end = rest.iter().position(|byte| matches!(byte, b',' | b'\n')).unwrap_or(rest.len());
        self.at += end + 1;
        &rest[..end]
    }

    /// The score of two colours, and their bonus.
    fn colours(&mut self) -> (i64, i64) {
        let (mut score, mut bonus) = (0, 0);
        for _ in 0..2 {
            let left = self.field().iter().fold(0, |left, digit| left * 10 + i64::from(digit - b'0'));
            let single = !self.field().is_empty();
            if left == 0 {
                score += 15 + 5 * i64::from(single);
                bonus += 5 + 2 * i64::from(single);
            }
            score -= left;
        }
        (score, bonus)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which file?")?;
    let file = File::open(path)?;
    // SAFETY: nobody writes the file while it is compared on.
    let bytes = unsafe { Mmap::map(&file)? };
    let line_after = |at: usize| memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
    let begin = line_after(0);
    let middle = line_after(begin + (bytes.len() - begin) / 2);
    let (mut table, mut second) = (Table::default(), Table::default());
    thread::scope(|scope| {
        scope.spawn(|| second.score(&bytes[middle..]));
        table.score(&bytes[begin..middle]);
    });
    table.merge(second);
    let mut order = table.entrants;
    order.sort_by_key(|(_, tally)| (-tally.points, -tally.scores));
    print(&order)?;
    Ok(())
}

fn print(order: &[(&[u8], Tally)]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "standing,place,entrant,played,points,scores,born")?;
    let (mut place, mut last) = (0, None);
    for (row, (name, Tally { played, points, scores })) in (1..).zip(order) {
        if last != Some((points, scores)) {
            (place, last) = (row, Some((points, scores)));
        }
        write!(out, "players,{place},")?;
        out.write_all(name)?;
        writeln!(out, ",{played},{points},{scores},")?;
    }
    out.flush()
}
