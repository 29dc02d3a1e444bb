//! Games that were replayed, and answers to puzzles: the board, and the facts of the replay.
//!
//! Comes in: one [`Replayed`] after the other, or an [`Answer`]. Goes out: text, written as they come. It must never know
//! the rules of a game. Start with [`Replays`]. Where there are no colours a board is made of letters.

use super::Shape;
use super::fields::{Fields, id, text, texts};
use super::grid::{Align, Grid, Sections, printed};
use crate::log::Replayed;
use crate::replay::{Answer, Fact, Facts, Picture, Player, Thing};
use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use std::io::{self, Write};

/// Writes games as they are replayed.
pub struct Replays<'o> {
    sections: Sections<'o>,
    shape: Shape,
    /// Whether the terminal shows colours.
    color: bool,
    written: usize,
}

impl<'o> Replays<'o> {
    /// Nothing written yet.
    pub fn new(shape: Shape, color: bool, out: &'o mut dyn Write) -> Self {
        Self { sections: Sections::new(out), shape, color, written: 0 }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When the output does.
    pub fn game(&mut self, game: &Replayed<'_>) -> io::Result<()> {
        self.written += 1;
        match self.shape {
            Shape::Table => table(game, self.color, &mut self.sections),
            Shape::Json | Shape::Csv => {
                self.sections.out.write_all(if self.written == 1 {
                    b"{\"games\": [\n  "
                } else {
                    b",\n  "
                })?;
                json(game, self.sections.out)
            }
        }
    }

    /// Ends the text; so many games of the logs had no moves.
    ///
    /// # Errors
    /// When the output does.
    pub fn finish(self, passed_over: usize) -> io::Result<()> {
        let Self { sections, shape, written, .. } = self;
        let out = sections.out;
        match shape {
            Shape::Table if passed_over == 0 => Ok(()),
            Shape::Table => {
                let words = match passed_over {
                    1 => "1 game without moves was passed over".to_owned(),
                    more => format!("{more} games without moves were passed over"),
                };
                writeln!(out, "{}{words}", if written > 0 { "\n" } else { "" })
            }
            Shape::Json | Shape::Csv => {
                out.write_all(if written == 0 { b"{\"games\": [" } else { b"" })?;
                writeln!(out, "],\n \"passed_over\": {passed_over}}}")
            }
        }
    }
}

/// Writes an answer to a puzzle: as it lies, or as a line of JSON that is a record of a log.
///
/// # Errors
/// When the output does.
pub fn write_answer(
    answer: &Answer,
    called: &str,
    shape: Shape,
    color: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let record = &answer.record;
    match shape {
        Shape::Table => {
            let mut sections = Sections::new(out);
            sections.begin(called)?;
            record.picture().map_or(Ok(()), |picture| board(&picture, color, &mut sections))
        }
        Shape::Json | Shape::Csv => {
            out.write_all(b"{\"game\": {\"id\": ")?;
            text(out, called)?;
            out.write_all(b", \"moves\": {\"of\": ")?;
            text(out, record.of())?;
            out.write_all(b", \"variant\": ")?;
            text(out, record.variant)?;
            out.write_all(b", \"played\": [")?;
            for (place, (whose, squares)) in answer.laid.iter().enumerate() {
                out.write_all(if place == 0 { b"{" } else { b", {" })?;
                text(out, whose)?;
                out.write_all(b": ")?;
                texts(out, squares.iter().map(String::as_str))?;
                out.write_all(b"}")?;
            }
            out.write_all(b"]}}}\n")
        }
    }
}

fn table(game: &Replayed<'_>, color: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    let record = game.record;
    let called = game.id.map_or_else(|| format!("{}:{}", game.log, game.line), str::to_owned);
    let count = match record.moves() {
        1 => "1 move".to_owned(),
        more => format!("{more} moves"),
    };
    let mut heading = format!("{called}: {} {}, {count}", record.of(), record.variant);
    if let Some((round, _)) = &record.round {
        heading.push_str(", round ");
        heading.push_str(round);
    }
    if let Some((date, _)) = &record.date {
        heading.push_str(", ");
        heading.push_str(date);
    }
    sections.begin(&heading)?;
    if let Some(picture) = record.picture() {
        board(&picture, color, sections)?;
        sections.gap()?;
    }
    sections.table(facts(&record.players, game.facts))
}

/// A table with a line for each thing of which something is known.
fn facts(players: &[Player], all: &[Facts]) -> Grid {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in all.iter().flat_map(|facts| &facts.facts) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let is_named = players.iter().any(|player| player.name.is_some());
    let mut headings = vec![("of".to_owned(), Align::Left)];
    headings.extend(is_named.then(|| ("player".to_owned(), Align::Left)));
    headings.extend(names.iter().map(|name| {
        let mut values = all.iter().flat_map(|facts| &facts.facts).filter(|(known, _)| known == name);
        let is_number = values.all(|(_, fact)| matches!(fact, Fact::Number(_)));
        ((*name).to_owned(), if is_number { Align::Right } else { Align::Left })
    }));
    let mut grid = Grid::new(headings);
    for Facts { of, facts } in all {
        let mut cells = vec![thing(*of).to_owned()];
        let player = side(*of, players).and_then(|side| players.get(side)?.name.as_deref());
        cells.extend(is_named.then(|| printed(player.unwrap_or_default())));
        cells.extend(names.iter().map(|name| {
            let known = facts.iter().find(|(known, _)| known == name);
            known.map_or_else(String::new, |(_, fact)| words(fact))
        }));
        grid.add(cells);
    }
    grid
}

fn thing(of: Thing) -> &'static str {
    match of {
        Thing::Game => "game",
        Thing::Part(name) | Thing::PartOf(_, name) => name,
    }
}

/// Whose it is, by the place among the players.
fn side(of: Thing, players: &[Player]) -> Option<usize> {
    match of {
        Thing::Game => None,
        Thing::Part(name) => players.iter().position(|player| player.parts.contains(&name)),
        Thing::PartOf(side, _) => Some(side),
    }
}

fn words(fact: &Fact) -> String {
    match fact {
        Fact::Number(number) => number.to_string(),
        Fact::Flag(true) => "yes".to_owned(),
        Fact::Flag(false) => "no".to_owned(),
        Fact::Numbers(numbers) => numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        Fact::List(things) => {
            let one = |thing: &Vec<(&str, u32)>| {
                thing.iter().map(|(_, number)| number.to_string()).collect::<Vec<_>>().join("|")
            };
            things.iter().map(one).collect::<Vec<_>>().join(" ")
        }
    }
}

/// A board, its rows numbered and its columns lettered, and what is to be said below it.
fn board(picture: &Picture, color: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    let Picture { rows, inks, below } = picture;
    let width = rows.len().to_string().len();
    for (row, number) in rows.iter().zip((1..=rows.len()).rev()) {
        write!(sections.out, "  {number:>width$}")?;
        for square in row {
            match square.and_then(|ink| inks.get(ink)) {
                None => write!(sections.out, " .")?,
                Some(ink) if color => {
                    let shade = Color::Ansi256(Ansi256Color(ink.shade));
                    let style = Style::new().bg_color(Some(shade)).fg_color(Some(AnsiColor::Black.into()));
                    write!(sections.out, "{style} {}{style:#}", ink.letter)?;
                }
                Some(ink) => write!(sections.out, " {}", ink.letter)?,
            }
        }
        writeln!(sections.out)?;
    }
    write!(sections.out, "  {:>width$}", "")?;
    for (_, letter) in rows.first().into_iter().flatten().zip('a'..='z') {
        write!(sections.out, " {letter}")?;
    }
    writeln!(sections.out)?;
    below.iter().try_for_each(|line| sections.line(line))
}

fn json(game: &Replayed<'_>, out: &mut dyn Write) -> io::Result<()> {
    let record = game.record;
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    if let Some(called) = game.id {
        keys.key(out, "id")?;
        id(out, called)?;
    }
    keys.key(out, "file")?;
    text(out, game.log)?;
    keys.key(out, "line")?;
    write!(out, "{}", game.line)?;
    keys.key(out, "of")?;
    text(out, record.of())?;
    keys.key(out, "variant")?;
    text(out, record.variant)?;
    keys.key(out, "moves")?;
    write!(out, "{}", record.moves())?;
    for (key, known) in [("date", &record.date), ("round", &record.round)] {
        if let Some((words, _)) = known {
            keys.key(out, key)?;
            id(out, words)?;
        }
    }
    keys.key(out, "players")?;
    out.write_all(b"[")?;
    for (place, Player { name, parts, .. }) in record.players.iter().enumerate() {
        out.write_all(if place == 0 { b"{" } else { b", {" })?;
        let mut keys = Fields::new(", ");
        if let Some(name) = name {
            keys.key(out, "name")?;
            text(out, name)?;
        }
        keys.key(out, "parts")?;
        texts(out, parts.iter().copied())?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")?;
    keys.key(out, "facts")?;
    out.write_all(b"[")?;
    for (place, Facts { of, facts }) in game.facts.iter().enumerate() {
        out.write_all(if place == 0 { b"\n    {" } else { b",\n    {" })?;
        let mut keys = Fields::new(", ");
        keys.key(out, "of")?;
        text(out, thing(*of))?;
        if let Some(side) = side(*of, &record.players) {
            keys.key(out, "side")?;
            write!(out, "{}", side + 1)?;
        }
        keys.key(out, "facts")?;
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        for (name, fact) in facts {
            keys.key(out, name)?;
            value(fact, out)?;
        }
        out.write_all(b"}}")?;
    }
    out.write_all(b"]")?;
    if let Some(Picture { rows, inks, below }) = record.picture() {
        keys.key(out, "board")?;
        let letter =
            |square: &Option<usize>| square.and_then(|ink| inks.get(ink)).map_or('.', |ink| ink.letter);
        let rows: Vec<String> = rows.iter().map(|row| row.iter().map(letter).collect()).collect();
        texts(out, rows.iter().map(String::as_str))?;
        keys.key(out, "remarks")?;
        texts(out, below.iter().map(String::as_str))?;
    }
    out.write_all(b"}")
}

fn value(fact: &Fact, out: &mut dyn Write) -> io::Result<()> {
    match fact {
        Fact::Number(number) => write!(out, "{number}"),
        Fact::Flag(yes) => write!(out, "{yes}"),
        Fact::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            write!(out, "[{}]", numbers.join(", "))
        }
        Fact::List(things) => {
            out.write_all(b"[")?;
            for (place, thing) in things.iter().enumerate() {
                out.write_all(if place == 0 { b"{" } else { b", {" })?;
                let mut keys = Fields::new(", ");
                for (name, number) in thing {
                    keys.key(out, name)?;
                    write!(out, "{number}")?;
                }
                out.write_all(b"}")?;
            }
            out.write_all(b"]")
        }
    }
}
