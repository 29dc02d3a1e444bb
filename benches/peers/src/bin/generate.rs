//! Writes the data that is compared on, from a seed.
//!
//! `generate wide|lines GAMES ENTRANTS SEED FILE`: two-player games as wide CSV, or the same as JSON Lines.
//! `generate ladder GAMES PLAYERS SEED FILE`: four-player games. `generate bands RECORDS SEED FILE`: what the bands are worked
//! out from. `generate entrants ENTRANTS SEED FILE`: a list of entrants. `generate rules RULES FILE`: a format with many
//! rules. Prints what a reader must come to.

use rulesctl_peers::random::Random;
use rulesctl_peers::records::{colour, records};
use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const COLOURS: [&str; 4] = ["blue", "red", "yellow", "green"];

fn main() -> Result {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.last().ok_or("generate what?")?;
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let number = |at: usize| -> Result<u32> { Ok(arguments.get(at).ok_or("a number is missing")?.parse()?) };
    match arguments[0].as_str() {
        "wide" => games(&mut out, number(1)?, number(2)?, number(3)?, wide)?,
        "lines" => games(&mut out, number(1)?, number(2)?, number(3)?, line)?,
        "ladder" => ladder(&mut out, number(1)?, number(2)?, number(3)?)?,
        "bands" => bands(&mut out, number(1)?, number(2)?)?,
        "entrants" => entrants(&mut out, number(1)?, number(2)?)?,
        "rules" => rules(&mut out, number(1)?)?,
        other => return Err(format!("cannot generate `{other}`").into()),
    }
    Ok(out.flush()?)
}

/// A game of two: who plays, and for each colour what is left.
struct Game {
    id: u32,
    names: [u32; 2],
    colours: [(i64, bool); 4],
}

fn games(
    out: &mut impl Write,
    games: u32,
    entrants: u32,
    seed: u32,
    write: impl Fn(&mut dyn Write, &Game) -> Result,
) -> Result {
    let mut random = Random(u64::from(seed));
    let (mut left, mut singles, mut ids) = (0, 0, 0_u64);
    for id in 0..=games {
        if id == 0 {
            write(out, &Game { id, names: [0; 2], colours: [(0, false); 4] })?;
            continue;
        }
        let one = random.below(entrants);
        let other = (one + 1 + random.below(entrants - 1)) % entrants;
        let colours = [(); 4].map(|()| colour(&mut random));
        for (squares, single) in colours {
            left += squares;
            singles += i64::from(single);
        }
        ids += u64::from(id);
        write(out, &Game { id, names: [one + 1, other + 1], colours })?;
    }
    println!("games {games} ids {ids} left {left} singles {singles}");
    Ok(())
}

fn wide(out: &mut dyn Write, game: &Game) -> Result {
    let Game { id, names: [one, other], colours } = game;
    if *id == 0 {
        let columns = COLOURS.map(|colour| format!("{colour}.squares_left,{colour}.last_was_single"));
        return Ok(writeln!(out, "id,blue_red,yellow_green,{}", columns.join(","))?);
    }
    write!(out, "{id},P{one},P{other}")?;
    for (left, single) in colours {
        write!(out, ",{left},{}", if *single { "yes" } else { "" })?;
    }
    Ok(writeln!(out)?)
}

fn line(out: &mut dyn Write, game: &Game) -> Result {
    let Game { id, names, colours } = game;
    if *id == 0 {
        return Ok(());
    }
    write!(out, r#"{{"game": {{"id": "{id}", "sides": {{"#)?;
    for (side, seat) in ["blue_red", "yellow_green"].iter().enumerate() {
        let comma = if side == 0 { "" } else { ", " };
        write!(out, r#"{comma}"{seat}": {{"entrant": "P{}""#, names[side])?;
        for (colour, (left, single)) in COLOURS.iter().zip(colours).skip(2 * side).take(2) {
            let single = if *single { r#", "last_was_single": true"# } else { "" };
            write!(out, r#", "{colour}": {{"squares_left": {left}{single}}}"#)?;
        }
        write!(out, "}}")?;
    }
    Ok(writeln!(out, "}}}}}}")?)
}

fn ladder(out: &mut impl Write, games: u32, players: u32, seed: u32) -> Result {
    let colours = ["blue", "yellow", "red", "green"];
    let columns = colours.map(|colour| format!("{colour}.残マス,{colour}.残ピース"));
    writeln!(out, "id,{},{}", colours.join(","), columns.join(","))?;
    let mut random = Random(u64::from(seed));
    for id in 1..=games {
        let mut sides: Vec<u32> = Vec::with_capacity(4);
        while sides.len() < 4 {
            let player = random.below(players) + 1;
            if !sides.contains(&player) {
                sides.push(player);
            }
        }
        write!(out, "{id}")?;
        sides.iter().try_for_each(|player| write!(out, ",P{player}"))?;
        for _ in 0..4 {
            let (left, _) = colour(&mut random);
            write!(out, ",{left},{}", (left + 4) / 5)?;
        }
        writeln!(out)?;
    }
    println!("games {games}");
    Ok(())
}

fn bands(out: &mut impl Write, count: u32, seed: u32) -> Result {
    writeln!(out, "blue_red,s,left_1,left_2,single_1,single_2")?;
    for record in records(count as usize, u64::from(seed)) {
        let (blue_red, one, two) = (record.blue_red, record.single_1, record.single_2);
        writeln!(out, "{blue_red},{},{},{},{one},{two}", record.s, record.left_1, record.left_2)?;
    }
    println!("records {count}");
    Ok(())
}

/// Names, ratings, and dates of birth that are all different, up to some millions of entrants.
fn entrants(out: &mut impl Write, count: u32, seed: u32) -> Result {
    writeln!(out, "name,rating,born")?;
    let mut random = Random(u64::from(seed));
    for entrant in 0..count {
        let rating = 1000 + (entrant * 67) % 1001;
        let day = random.below(28) + 1;
        // Nobody of the few is born in the same month as another.
        let (year, month) = (1950 + entrant % 55, entrant % 12 + 1);
        writeln!(out, "P{},{rating},{year}-{month:02}-{day:02}", entrant + 1)?;
    }
    println!("entrants {count}");
    Ok(())
}

/// A format whose rules build on those before them: sums, conditions, tables and bands in turn.
fn rules(out: &mut impl Write, count: u32) -> Result {
    let head =
        "language = 1\n\n[seating]\nsides = 2\n\n[side.record]\nscore = \"integer 0 to 100\"\n\n[side.rules]";
    writeln!(out, "{head}")?;
    let mut random = Random(1);
    for rule in 0..count {
        let before = |back: u32| match rule.checked_sub(back) {
            Some(before) => format!("rule_{before}"),
            None => "score".to_owned(),
        };
        let (last, other) = (before(1), before(2 + random.below(40)));
        write!(out, "rule_{rule} = ")?;
        match rule % 4 {
            0 => writeln!(out, "\"min(100, max(0, {last} + {other} - 50))\"")?,
            1 => writeln!(out, "\"{last} if {other} > {} else score\"", random.below(100))?,
            2 => {
                let cut = 1 + random.below(98);
                writeln!(
                    out,
                    "'''\nby {last}\n  {cut} or more -> {other}\n  {} or less -> {cut}\n'''",
                    cut - 1
                )?;
            }
            _ => writeln!(out, "'''\n  {last} > {other} -> {last}\n  otherwise -> {other}\n'''")?,
        }
    }
    println!("rules {count}");
    Ok(())
}
