//! Reads a log and does nothing with it but add up.
//!
//! `reading csv|lines FILE TIMES`: with the `csv` crate, record by record as bytes, each field looked at; or line by line with
//! `serde_json` into structures made for it.

use csv::{ByteRecord, ReaderBuilder};
use rulesctl_peers::timed::times;
use serde::Deserialize;
use std::borrow::Cow;
use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// What is added up.
#[derive(Default)]
struct Sums {
    games: u64,
    ids: u64,
    left: u64,
    singles: u64,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    game: Game<'a>,
}

#[derive(Deserialize)]
struct Game<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    sides: Sides<'a>,
}

#[derive(Deserialize)]
struct Sides<'a> {
    #[serde(borrow)]
    blue_red: BlueRed<'a>,
    #[serde(borrow)]
    yellow_green: YellowGreen<'a>,
}

#[derive(Deserialize)]
struct BlueRed<'a> {
    #[serde(borrow)]
    entrant: Cow<'a, str>,
    blue: Colour,
    red: Colour,
}

#[derive(Deserialize)]
struct YellowGreen<'a> {
    #[serde(borrow)]
    entrant: Cow<'a, str>,
    yellow: Colour,
    green: Colour,
}

#[derive(Deserialize)]
struct Colour {
    squares_left: u64,
    #[serde(default)]
    last_was_single: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [shape, path, count] = &arguments[..] else { return Err("reading csv|lines FILE TIMES".into()) };
    let read = if shape == "csv" { csv } else { lines };
    let said = |sums: &Sums| {
        format!("games {} ids {} left {} singles {}", sums.games, sums.ids, sums.left, sums.singles)
    };
    times(count.parse()?, || (), |()| read(path).expect("the file is as it was generated"), said);
    Ok(())
}

fn csv(path: &str) -> Result<Sums, Box<dyn Error>> {
    let mut reader = ReaderBuilder::new().from_reader(File::open(path)?);
    let (mut record, mut sums) = (ByteRecord::new(), Sums::default());
    while reader.read_byte_record(&mut record)? {
        sums.games += 1;
        for (column, field) in record.iter().enumerate() {
            match column {
                0 => sums.ids += number(field),
                1 | 2 => assert!(!field.is_empty()),
                3 | 5 | 7 | 9 => sums.left += number(field),
                _ => sums.singles += u64::from(!field.is_empty()),
            }
        }
    }
    Ok(sums)
}

fn number(field: &[u8]) -> u64 {
    field.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'))
}

fn lines(path: &str) -> Result<Sums, Box<dyn Error>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut line, mut sums) = (Vec::new(), Sums::default());
    while file.read_until(b'\n', &mut line)? > 0 {
        let Line { game: Game { id, sides } } = serde_json::from_slice(&line)?;
        assert!(!sides.blue_red.entrant.is_empty() && !sides.yellow_green.entrant.is_empty());
        let Sides { blue_red: BlueRed { blue, red, .. }, yellow_green: YellowGreen { yellow, green, .. } } =
            sides;
        sums.games += 1;
        sums.ids += id.parse::<u64>()?;
        for colour in [blue, red, yellow, green] {
            sums.left += colour.squares_left;
            sums.singles += u64::from(colour.last_was_single);
        }
        line.clear();
    }
    Ok(sums)
}
