//! Files of Pentobi (`.blksgf`): the properties that say what was played, by whom, and every move.
//!
//! Comes in: bytes. Goes out: a [`Record`], whose moves are replayed by [`Recorded::replay`]. It must never know a
//! format. Start with [`read`]. Only the main line counts; comments, times, marks and the like are passed over.

use super::board::Square;
use super::facts::Facts;
use super::game::{Game, Move, Variant};
use crate::replay::tree::{Property, main_line, text};
use crate::replay::{Fact, Facts as Known, Fault, FaultKind, Game as Played, Player, Record, Thing};
use std::ops::Range;

/// No game has more moves, passes among them.
const MOST_MOVES: usize = 1_000;
/// A longer name of a player is read so far.
const LONGEST_NAME: usize = 1_000;

/// All properties that name a player.
const NAMES: [&str; 6] = ["PB", "PW", "P1", "P2", "P3", "P4"];

/// The moves of a file.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Recorded {
    variant: Variant,
    moves: Vec<(Move, Range<usize>)>,
    end: Range<usize>,
}

/// Reads a file.
///
/// # Errors
/// What cannot be understood.
pub(in crate::replay) fn read(bytes: &[u8]) -> Result<Record, Box<Fault>> {
    let mut reading = Reading { bytes, ..Reading::default() };
    main_line(bytes, |property| reading.property(property))?;
    reading.finish()
}

impl Recorded {
    /// Replays every move.
    pub fn replay(&self) -> Result<Vec<Known>, Box<Fault>> {
        let mut game = Game::new(self.variant);
        let illegal = |illegal: super::Illegal, at: &Range<usize>| {
            let (message, help) = (illegal.to_string(), illegal.help());
            Box::new(Fault { kind: FaultKind::Illegal, message, at: at.clone(), help })
        };
        for (played, at) in &self.moves {
            game.play(played).map_err(|error| illegal(error, at))?;
        }
        let facts = game.finish().map_err(|error| illegal(error, &self.end))?;
        let colours = self.variant.colours().iter().zip(facts);
        Ok(colours.map(|(name, facts)| Known { of: Thing::Part(name), facts: named(facts) }).collect())
    }
}

/// The facts of a colour, by the names of the columns that record them.
fn named(facts: Facts) -> Vec<(&'static str, Fact)> {
    let Facts { squares_left, pieces_left, all_placed, last_was_single } = facts;
    vec![
        ("squares_left", Fact::Number(squares_left)),
        ("pieces_left", Fact::Number(pieces_left)),
        ("all_placed", Fact::Flag(all_placed)),
        ("last_was_single", Fact::Flag(last_was_single)),
    ]
}

/// The properties that name a player. Who plays two colours may be named at each of them.
fn names_of(variant: Variant, player: usize) -> &'static [&'static str] {
    match (variant, player) {
        (Variant::Two | Variant::Duo, 0) => &["PB", "P1", "P3"],
        (Variant::Two | Variant::Duo, _) => &["PW", "P2", "P4"],
        (Variant::Four | Variant::Three, 0) => &["P1"],
        (Variant::Four | Variant::Three, 1) => &["P2"],
        (Variant::Four | Variant::Three, 2) => &["P3"],
        (Variant::Four | Variant::Three, _) => &["P4"],
    }
}

/// A file while it is read.
#[derive(Default)]
struct Reading<'a> {
    bytes: &'a [u8],
    /// What is played, and where that stands.
    variant: Option<(Variant, &'static str, Range<usize>)>,
    /// Names of players, each by its property.
    names: Vec<(&'static str, String, Range<usize>)>,
    moves: Vec<(Move, Range<usize>)>,
    end: Range<usize>,
}

/// What a property records.
enum Meaning {
    Game,
    Name(&'static str),
    Colour(usize),
    /// A colour that this game does not have.
    Foreign,
    SetUp,
    Other,
}

impl Reading<'_> {
    fn property(&mut self, property: &Property<'_>) -> Result<(), Box<Fault>> {
        let whole = property.at.start..property.values.last().map_or(property.at.end, |value| value.end + 1);
        match self.meaning(property.name) {
            Meaning::Game => self.game(property),
            Meaning::Name(which) => {
                self.name(which, property);
                Ok(())
            }
            Meaning::Colour(colour) => {
                self.end = whole.clone();
                self.played(colour, property, whole)
            }
            Meaning::Foreign => {
                let message = format!("`{}` is no colour of this game", property.name);
                let names = match self.variant {
                    Some((Variant::Duo, ..)) => "the colours are `B` and `W`",
                    _ => "the colours are `1`, `2`, `3` and `4`",
                };
                Err(Fault::unreadable(message, property.at.clone(), names))
            }
            Meaning::SetUp => {
                let message = "the game was not played from the beginning: pieces were set up";
                let help = "a position without its moves cannot be verified; record the result by hand";
                Err(Fault::unreadable(message, property.at.clone(), help))
            }
            Meaning::Other => Ok(()),
        }
    }

    fn meaning(&self, name: &str) -> Meaning {
        let is_duo = matches!(self.variant, Some((Variant::Duo, ..)));
        if let Some(name) = NAMES.iter().find(|known| **known == name) {
            return Meaning::Name(name);
        }
        match name {
            "GM" => Meaning::Game,
            "1" => Meaning::Colour(0),
            "2" => Meaning::Colour(1),
            "B" if is_duo => Meaning::Colour(0),
            "W" if is_duo => Meaning::Colour(1),
            "BLUE" if !is_duo => Meaning::Colour(0),
            "YELLOW" if !is_duo => Meaning::Colour(1),
            "3" | "RED" if !is_duo => Meaning::Colour(2),
            "4" | "GREEN" if !is_duo => Meaning::Colour(3),
            "B" | "W" | "3" | "4" | "BLUE" | "YELLOW" | "RED" | "GREEN" => Meaning::Foreign,
            "AB" | "AW" | "AE" | "A1" | "A2" | "A3" | "A4" => Meaning::SetUp,
            _ => Meaning::Other,
        }
    }

    fn game(&mut self, property: &Property<'_>) -> Result<(), Box<Fault>> {
        let at = first(property);
        if self.variant.is_some() || !self.moves.is_empty() {
            let message = "`GM` stands once, before the first move";
            return Err(Fault::unreadable(message, property.at.clone(), ""));
        }
        let called = text(self.bytes.get(at.clone()).unwrap_or_default());
        let (variant, name) = match called.as_str() {
            "Blokus" => (Variant::Four, "Blokus"),
            "Blokus Two-Player" => (Variant::Two, "Blokus Two-Player"),
            "Blokus Three-Player" => (Variant::Three, "Blokus Three-Player"),
            "Blokus Duo" => (Variant::Duo, "Blokus Duo"),
            _ => {
                let shown: String = called.chars().take(40).collect();
                let message = format!("games of `{shown}` cannot be replayed");
                let help = "replayed are `Blokus`, `Blokus Two-Player`, `Blokus Three-Player` and `Blokus Duo`; \
                            record the result of other games by hand";
                return Err(Fault::unreadable(message, at, help));
            }
        };
        self.variant = Some((variant, name, at));
        Ok(())
    }

    fn name(&mut self, which: &'static str, property: &Property<'_>) {
        let at = first(property);
        let raw = self.bytes.get(at.clone()).unwrap_or_default();
        let name = text(raw.get(..LONGEST_NAME).unwrap_or(raw));
        if !name.is_empty() {
            self.names.push((which, name, at));
        }
    }

    /// Old files have a value for each square, new ones one value with commas.
    fn played(
        &mut self,
        colour: usize,
        property: &Property<'_>,
        whole: Range<usize>,
    ) -> Result<(), Box<Fault>> {
        if self.variant.is_none() {
            return Err(no_game(property.at.clone()));
        }
        let number = self.moves.len() + 1;
        if number > MOST_MOVES {
            return Err(Fault::unreadable("no game has so many moves", whole, ""));
        }
        let mut squares = Vec::new();
        for value in property.values {
            let raw = self.bytes.get(value.clone()).unwrap_or_default();
            if raw.trim_ascii().is_empty() {
                continue;
            }
            let mut start = value.start;
            for piece in raw.split(|&byte| byte == b',') {
                let at = start..start + piece.len();
                start = at.end + 1;
                let square = square(piece.trim_ascii()).ok_or_else(|| no_square(number, piece, at))?;
                squares.push(square);
                if squares.len() > super::pieces::MOST_SQUARES {
                    let message = format!("move {number}: no piece has more than 5 squares");
                    return Err(Fault::unreadable(message, whole, "write one piece for each move"));
                }
            }
        }
        self.moves.push((Move { colour, squares }, whole));
        Ok(())
    }

    fn finish(self) -> Result<Record, Box<Fault>> {
        let Some((variant, name, at)) = self.variant else { return Err(no_game(0..1)) };
        let players = variant.players().iter().enumerate().map(|(number, &parts)| {
            let properties = names_of(variant, number);
            let named = properties.iter().find_map(|name| self.names.iter().find(|known| known.0 == *name));
            Player {
                name: named.map(|(_, name, _)| name.clone()),
                at: named.map_or_else(|| at.clone(), |(.., at)| at.clone()),
                parts,
            }
        });
        let players = players.collect();
        let end = if self.moves.is_empty() { at.clone() } else { self.end };
        let game = Recorded { variant, moves: self.moves, end };
        Ok(Record { variant: name, at, players, date: None, round: None, game: Played::Blokus(game) })
    }
}

/// The first value of a property.
fn first(property: &Property<'_>) -> Range<usize> {
    property.values.first().cloned().unwrap_or_else(|| property.at.clone())
}

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn no_game(at: Range<usize>) -> Box<Fault> {
    Fault::unreadable(
        "the record does not say which game was played",
        at,
        "begin it with `(;GM[Blokus]`, or the name of another way of playing",
    )
}

/// `a1`: a letter for the column, a number for the row.
fn square(name: &[u8]) -> Option<Square> {
    let (letter, digits) = name.split_first()?;
    let column = letter.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < 26)?;
    if !matches!(digits, [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']) {
        return None;
    }
    let row: u8 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(Square { column, row: row.checked_sub(1)? })
}

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn no_square(number: usize, name: &[u8], at: Range<usize>) -> Box<Fault> {
    let shown: String = text(name).chars().take(20).collect();
    Fault::unreadable(
        format!("move {number}: `{shown}` is no square"),
        at,
        "write a letter for the column and a number for the row, from `a1` at the lower left",
    )
}
