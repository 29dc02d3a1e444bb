//! Files of Pentobi (`.blksgf`): the properties that say what was played, by whom, and every move.
//!
//! Comes in: bytes. Goes out: a [`Record`], whose moves are replayed by [`Recorded::replay`]. It must never know a
//! format. Start with [`read`]. Only the main line counts; comments, times, marks and the like are passed over.

use super::board::Square;
use super::game::{Corners, Move, Variant};
use super::recorded::{Laid, MOST_MOVES, Moves, Person, Recorded};
use super::said::{leading_number, one_date};
use crate::replay::tree::{Property, decoded, main_line, text};
use crate::replay::{Fault, Game as Played, Player, Record};
use std::ops::Range;

/// A longer name of a player is read so far.
const LONGEST_NAME: usize = 1_000;

/// All properties that name a player.
const NAMES: [&str; 6] = ["PB", "PW", "P1", "P2", "P3", "P4"];

/// Reads a file.
///
/// # Errors
/// What cannot be understood.
pub(in crate::replay) fn read(bytes: &[u8]) -> Result<Record, Box<Fault>> {
    let mut reading = Reading { bytes, ..Reading::default() };
    let read = main_line(bytes, |property| reading.property(property));
    read.map_err(|fault| reading.after_moves(fault))?;
    reading.finish()
}

/// The properties that name a player. Who plays two colours may be named at each of them.
fn names_of(variant: Variant, player: usize) -> &'static [&'static str] {
    match (variant, player) {
        (Variant::Two | Variant::Teams | Variant::Duo, 0) => &["PB", "P1", "P3"],
        (Variant::Two | Variant::Teams | Variant::Duo, _) => &["PW", "P2", "P4"],
        (Variant::Four | Variant::Three | Variant::Solo, 0) => &["P1"],
        (Variant::Four | Variant::Three | Variant::Solo, 1) => &["P2"],
        (Variant::Four | Variant::Three | Variant::Solo, 2) => &["P3"],
        (Variant::Four | Variant::Three | Variant::Solo, _) => &["P4"],
    }
}

/// A file while it is read.
#[derive(Default)]
struct Reading<'a> {
    bytes: &'a [u8],
    /// What is played, and where that stands.
    variant: Option<(Variant, Range<usize>)>,
    /// Where the names of players stand, each by its property.
    names: Vec<(&'static str, Range<usize>)>,
    /// In which letters the file says that it is written.
    letters: Option<Range<usize>>,
    date: Option<(String, Range<usize>)>,
    round: Option<(String, Range<usize>)>,
    moves: Vec<Laid>,
    end: Range<usize>,
}

/// What a property records.
enum Meaning {
    Game,
    Name(&'static str),
    Letters,
    Date,
    Round,
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
                let at = first(property);
                if !self.said(&at).is_empty() {
                    self.names.push((which, at));
                }
                Ok(())
            }
            Meaning::Letters => {
                self.letters.get_or_insert_with(|| first(property));
                Ok(())
            }
            Meaning::Date => {
                let at = first(property);
                let date = one_date(&self.said(&at)).map(|date| (date, at));
                self.date = self.date.take().or(date);
                Ok(())
            }
            Meaning::Round => {
                let at = first(property);
                let round = leading_number(&self.said(&at)).map(|round| (round, at));
                self.round = self.round.take().or(round);
                Ok(())
            }
            Meaning::Colour(colour) => {
                self.end = whole.clone();
                self.played(colour, property, whole)
            }
            Meaning::Foreign => {
                let message = format!("`{}` is no colour of this game", property.name);
                let names = match self.variant {
                    Some((Variant::Duo, _)) => "the colours are `B` and `W`",
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
        let is_duo = matches!(self.variant, Some((Variant::Duo, _)));
        if let Some(name) = NAMES.iter().find(|known| **known == name) {
            return Meaning::Name(name);
        }
        match name {
            "GM" => Meaning::Game,
            "CA" => Meaning::Letters,
            "DT" => Meaning::Date,
            "RO" => Meaning::Round,
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
        let called = self.said(&at);
        let variant = match called.as_str() {
            "Blokus" => Variant::Four,
            "Blokus Two-Player" => Variant::Two,
            "Blokus Three-Player" => Variant::Three,
            "Blokus Duo" => Variant::Duo,
            _ => {
                let shown: String = called.chars().take(40).collect();
                let message = format!("games of `{shown}` cannot be replayed");
                let help = "replayed are `Blokus`, `Blokus Two-Player`, `Blokus Three-Player` and `Blokus Duo`; \
                            record the result of other games by hand";
                return Err(Fault::unreadable(message, at, help));
            }
        };
        self.variant = Some((variant, at));
        Ok(())
    }

    fn said(&self, at: &Range<usize>) -> String {
        text(self.bytes.get(at.clone()).unwrap_or_default())
    }

    /// The name of a player. In which letters it is written is known only at the end.
    fn name(&self, at: &Range<usize>) -> Result<String, Box<Fault>> {
        let raw = self.bytes.get(at.clone()).unwrap_or_default();
        let letters = self.letters.as_ref().map(|at| self.said(at));
        let name = decoded(raw, letters.as_deref()).ok_or_else(|| {
            let letters = letters.unwrap_or_default();
            let shown: String = letters.chars().take(40).collect();
            let message = format!("the letters of this name cannot be read: `CA` says `{shown}`");
            Fault::unreadable(message, at.clone(), "save the file again as UTF-8, with `CA[UTF-8]`")
        })?;
        Ok(name.chars().take(LONGEST_NAME).collect())
    }

    /// What is no tree is found behind so many moves.
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    fn after_moves(&self, mut fault: Box<Fault>) -> Box<Fault> {
        if !self.moves.is_empty() && !fault.message.starts_with("move ") {
            fault.message = format!("after move {}: {}", self.moves.len(), fault.message);
        }
        fault
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
                let square = Square::read(piece.trim_ascii()).ok_or_else(|| no_square(number, piece, at))?;
                squares.push(square);
                if squares.len() > super::pieces::MOST_SQUARES {
                    let message = format!("move {number}: no piece has more than 5 squares");
                    return Err(Fault::unreadable(message, whole, "write one piece for each move"));
                }
            }
        }
        self.moves.push(Laid { played: Move { colour, squares }, at: whole, by: None });
        Ok(())
    }

    fn finish(self) -> Result<Record, Box<Fault>> {
        let Some((variant, at)) = self.variant.clone() else { return Err(no_game(0..1)) };
        let mut players = Vec::new();
        for (number, &parts) in variant.players().iter().enumerate() {
            let mut properties = names_of(variant, number).iter();
            let named = properties.find_map(|name| self.names.iter().find(|known| known.0 == *name));
            let name = named.map(|(_, at)| self.name(at)).transpose()?;
            let at = named.map_or_else(|| at.clone(), |(_, at)| at.clone());
            players.push(Player { name, at, parts });
        }
        let end = if self.moves.is_empty() { at.clone() } else { self.end };
        let order = (0..variant.colours().len()).collect();
        // Who made a move is not recorded, so nobody has to be told from others.
        let people: Vec<Person> = Vec::new();
        let game = Moves { variant, order, corners: Corners::Own, laid: self.moves, people, end };
        let game = Played::Blokus(Recorded::Game(game));
        Ok(Record { variant: variant.name(), at, players, date: self.date, round: self.round, game })
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

#[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
fn no_square(number: usize, name: &[u8], at: Range<usize>) -> Box<Fault> {
    let shown: String = text(name).chars().take(20).collect();
    Fault::unreadable(format!("move {number}: `{shown}` is no square"), at, Square::HELP)
}
