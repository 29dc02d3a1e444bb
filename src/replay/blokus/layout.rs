//! The puzzle: the twenty pieces of four squares, laid as a rectangle of 10 by 8.
//!
//! Comes in: pieces in any order. Goes out: what each colour has left, or the first piece that may not lie where it does.
//! It must never know an encoding. Start with [`Layout::replay`]. Pieces of different colours may touch in any way, those of
//! one colour only at corners. The rectangle lies or stands: the first square that only one of the two has decides.

use super::board::Square;
use super::game::CLASSIC;
use super::pieces::{PIECES, PieceId, piece_of};
use super::recorded::{Laid, RECTANGLE, Recorded, ink, left, list, paint};
use crate::replay::{Fact, Facts as Known, Fault, FaultKind, Game as Played, Picture, Player, Record, Thing};
use std::fmt::Write as _;
use std::ops::Range;

/// The longer edge of the rectangle.
pub(super) const LONG: u8 = 10;
/// The shorter one.
pub(super) const SHORT: u8 = 8;
/// So many squares has each of its pieces.
pub(super) const SQUARES: u32 = 4;
/// So many empty squares are named.
const MOST_NAMED: usize = 8;

/// What somebody laid.
#[derive(Debug, Clone)]
pub(in crate::replay) struct Layout {
    pub laid: Vec<Laid>,
    /// Who laid it, where that is recorded.
    pub player: Option<String>,
    /// Where the record says that it is the puzzle.
    pub at: Range<usize>,
}

/// A piece that lies.
struct Lying {
    colour: usize,
    piece: PieceId,
    squares: Vec<Square>,
}

impl Layout {
    /// The record of what was laid.
    pub fn record(self) -> Record {
        let at = self.at.clone();
        let player = Player { name: self.player.clone(), at: at.clone(), parts: CLASSIC };
        let game = Played::Blokus(Recorded::Layout(self));
        Record { variant: RECTANGLE, at, players: vec![player], date: None, round: None, game }
    }

    /// Lays every piece.
    pub fn replay(&self) -> Result<Vec<Known>, Box<Fault>> {
        let mut lying: Vec<Lying> = Vec::new();
        let (wide, high) = self.edges();
        for (number, laid) in (1..).zip(&self.laid) {
            let colour = laid.played.colour;
            let name = CLASSIC.get(colour).copied().unwrap_or("?");
            let illegal = |(message, help): (String, Option<String>)| {
                let message = format!("move {number}, {name}: {message}");
                Box::new(Fault { kind: FaultKind::Illegal, message, at: laid.at.clone(), help })
            };
            let squares = &laid.played.squares;
            let off = squares.iter().find(|square| square.column >= wide || square.row >= high);
            if let Some(off) = off {
                let help =
                    "it is 10 wide and 8 high, `a1` to `j8`, or 8 wide and 10 high, `a1` to `h10`".to_owned();
                let message = format!("`{off}` is off the rectangle, which is {wide} wide and {high} high");
                return Err(illegal((message, Some(help))));
            }
            let piece = judge(&lying, colour, squares).map_err(illegal)?;
            lying.push(Lying { colour, piece, squares: squares.clone() });
            self.check_who(number, laid)?;
        }
        let facts = CLASSIC.iter().enumerate().map(|(colour, name)| {
            let pieces = u32::try_from(left(&self.laid, colour, is_of_puzzle).len()).unwrap_or(0);
            let facts = vec![
                ("squares_left", Fact::Number(pieces * SQUARES)),
                ("pieces_left", Fact::Number(pieces)),
                ("all_placed", Fact::Flag(pieces == 0)),
            ];
            Known { of: Thing::Part(name), facts }
        });
        Ok(facts.collect())
    }

    /// The squares along the lower edge, and along the left one.
    fn edges(&self) -> (u8, u8) {
        let squares = self.laid.iter().flat_map(|laid| &laid.played.squares);
        for square in squares {
            if square.column >= SHORT {
                return (LONG, SHORT);
            }
            if square.row >= SHORT {
                return (SHORT, LONG);
            }
        }
        (LONG, SHORT)
    }

    fn check_who(&self, number: usize, laid: &Laid) -> Result<(), Box<Fault>> {
        let Some((by, at)) = laid.by.as_ref().filter(|(by, _)| self.player.as_ref() != Some(by)) else {
            return Ok(());
        };
        let shown: String = by.chars().take(40).collect();
        let help = match &self.player {
            Some(player) => format!("the rectangle is laid by `{player}` alone"),
            None => format!("say who lays the rectangle: `\"players\": [\"{shown}\"]`"),
        };
        Err(Fault::unreadable(format!("move {number}: nobody called `{shown}` plays"), at.clone(), &help))
    }

    /// The complaint that the puzzle is no game.
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    pub fn no_game(&self) -> Box<Fault> {
        let message = "this is a layout of the rectangle, and no game";
        Fault::unreadable(message, self.at.clone(), &format!("score it with `--set players={RECTANGLE}`"))
    }

    /// What lies in the rectangle, and what is missing in it.
    pub fn picture(&self) -> Picture {
        let (wide, high) = self.edges();
        let mut rows = vec![vec![None; usize::from(wide)]; usize::from(high)];
        paint(&mut rows, &self.laid);
        let mut below: Vec<String> = Vec::new();
        for (colour, name) in CLASSIC.iter().enumerate() {
            let left = left(&self.laid, colour, is_of_puzzle);
            if !left.is_empty() {
                below.push(format!("{name} has left {}", list(left.iter().map(|name| format!("`{name}`")))));
            }
        }
        let squares = (0..high).flat_map(|row| (0..wide).map(move |column| Square { column, row }));
        let is_empty = |square: &Square| {
            let row = rows.get(usize::from(high - 1 - square.row));
            row.and_then(|row| row.get(usize::from(square.column))).is_some_and(Option::is_none)
        };
        let empty: Vec<Square> = squares.filter(is_empty).collect();
        if empty.is_empty() {
            below.push("the rectangle is complete".to_owned());
        } else {
            let mut named = list(empty.iter().take(MOST_NAMED).map(|square| format!("`{square}`")));
            if let Some(more) = empty.len().checked_sub(MOST_NAMED).filter(|more| *more > 0) {
                named = named.replace(" and ", ", ");
                let _ = write!(named, " and {more} more");
            }
            below.push(format!("the rectangle is not complete: empty are {named}"));
        }
        Picture { rows, inks: CLASSIC.iter().map(|name| ink(name)).collect(), below }
    }
}

/// Whether a piece is one of those that are laid.
pub(super) fn is_of_puzzle(piece: PieceId) -> bool {
    PIECES.get(usize::from(piece.0)).is_some_and(|piece| piece.squares == SQUARES)
}

/// Which piece these squares are, if it may lie there beside the others; else why not, and what to do.
fn judge(lying: &[Lying], colour: usize, squares: &[Square]) -> Result<PieceId, (String, Option<String>)> {
    let colour_name = |colour: usize| CLASSIC.get(colour).copied().unwrap_or("?");
    let Some(piece) = piece_of(squares) else {
        let help = "a piece is squares that lie side by side, each named once";
        return Err(("these squares are no piece".to_owned(), Some(help.to_owned())));
    };
    if !is_of_puzzle(piece) {
        let message = format!("the piece {} has {} squares", name(piece), squares.len());
        let help = "the rectangle is laid of the pieces of four squares: `I4`, `L4`, `T4`, `O4` and `Z4`";
        return Err((message, Some(help.to_owned())));
    }
    if lying.iter().any(|other| (other.colour, other.piece) == (colour, piece)) {
        return Err((format!("the piece {} was laid before", name(piece)), None));
    }
    for other in lying {
        if let Some(taken) = squares.iter().find(|square| other.squares.contains(square)) {
            let by = format!("the piece {} of {}", name(other.piece), colour_name(other.colour));
            return Err((format!("`{taken}` is taken by {by}"), None));
        }
    }
    for other in lying.iter().filter(|other| other.colour == colour) {
        let pairs = squares.iter().flat_map(|one| other.squares.iter().map(move |two| (one, two)));
        for (one, two) in pairs {
            let apart = one.column.abs_diff(two.column) + one.row.abs_diff(two.row);
            if apart == 1 {
                let (own, other) = (name(piece), name(other.piece));
                let message = format!("the pieces {own} and {other} lie side by side at `{one}` and `{two}`");
                let help = "pieces of one colour may touch only at corners";
                return Err((message, Some(help.to_owned())));
            }
        }
    }
    Ok(piece)
}

fn name(piece: PieceId) -> String {
    format!("`{}`", PIECES.get(usize::from(piece.0)).map_or("", |piece| piece.name))
}
