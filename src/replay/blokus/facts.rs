//! What comes out of a game: facts of a colour, or a move that is against the rules.
//!
//! Comes in: what the game found. Goes out: the same in words. It must never know how it was found.
//! Start with [`Illegal`].

use super::board::{Placement, Square};
use super::pieces::{PIECES, PieceId};
use std::fmt;

/// What is known of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The squares of the pieces that it did not place.
    pub squares_left: u32,
    /// How many pieces it did not place.
    pub pieces_left: u32,
    /// Whether it placed them all.
    pub all_placed: bool,
    /// Whether the last piece it placed was the one of a single square.
    pub last_was_single: bool,
}

/// A move, or an end, that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The number of the move, from 1; where the record ends too early, the number that the next one would have.
    pub number: u32,
    /// The name of the colour.
    pub colour: &'static str,
    /// Why.
    pub reason: Reason,
}

/// Why a move is against the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// There is no such colour.
    NoColour,
    /// A square is not on the board.
    OffBoard(Square),
    /// The squares are none of the pieces.
    UnknownPiece,
    /// The colour placed this piece before.
    UsedTwice(PieceId),
    /// Something lies there already.
    Overlaps(Square, &'static str),
    /// A square lies beside the colour's own pieces.
    SideContact(Square),
    /// No square touches a corner of the colour's own pieces.
    NoCornerContact,
    /// The first piece does not lie on a starting square.
    NotOnStart(Vec<Square>),
    /// Another colour could move, with this move for one.
    NotItsTurn(&'static str, Placement),
    /// The colour passes, but could have made this move.
    PassWithMove(Placement),
    /// Nobody could move any more.
    AfterEnd,
    /// The record ends, but the colour could make this move.
    NotOver(Placement),
}

impl fmt::Display for Illegal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, colour, reason } = self;
        if let Reason::NotOver(_) = reason {
            return write!(out, "the game is not over after {} moves: {colour} can place more", number - 1);
        }
        write!(out, "move {number}, {colour}: ")?;
        match reason {
            Reason::NoColour => write!(out, "this game has no such colour"),
            Reason::OffBoard(square) => write!(out, "`{square}` is off the board"),
            Reason::UnknownPiece => write!(out, "these squares are no piece"),
            Reason::UsedTwice(piece) => write!(out, "the piece {} was placed before", name(*piece)),
            Reason::Overlaps(square, other) => write!(out, "`{square}` is taken by {other}"),
            Reason::SideContact(square) => {
                write!(out, "`{square}` lies side by side with another piece of its colour")
            }
            Reason::NoCornerContact => write!(out, "the piece touches no corner of its colour"),
            Reason::NotOnStart(_) => write!(out, "the first piece does not cover a starting square"),
            Reason::NotItsTurn(other, _) => write!(out, "it is the turn of {other}"),
            Reason::PassWithMove(_) => write!(out, "it passes, but can place a piece"),
            Reason::AfterEnd => write!(out, "the game was over, nobody could place a piece"),
            Reason::NotOver(_) => Ok(()),
        }
    }
}

impl Illegal {
    /// What to do about it, where there is more to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let one = |placement: &Placement| format!("{} on `{placement}`", name(placement.piece));
        match &self.reason {
            Reason::NotItsTurn(other, could) => Some(format!(
                "{other} is passed over only when it can place nothing, and it could place {}",
                one(could)
            )),
            Reason::PassWithMove(could) => Some(format!("it could place {}", one(could))),
            Reason::NotOver(could) => Some(format!(
                "it could place {}; record the game to its end, or record its result by hand",
                one(could)
            )),
            Reason::NotOnStart(starts) => {
                let starts: Vec<String> = starts.iter().map(|start| format!("`{start}`")).collect();
                Some(format!("it starts on {}", starts.join(" or ")))
            }
            Reason::UnknownPiece => {
                Some("a piece is 1 to 5 squares that lie side by side, each named once".to_owned())
            }
            Reason::NoColour
            | Reason::OffBoard(_)
            | Reason::UsedTwice(_)
            | Reason::Overlaps(..)
            | Reason::SideContact(_)
            | Reason::NoCornerContact
            | Reason::AfterEnd => None,
        }
    }
}

fn name(piece: PieceId) -> String {
    format!("`{}`", PIECES.get(usize::from(piece.0)).map_or("", |piece| piece.name))
}
