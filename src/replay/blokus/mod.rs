//! Blokus, replayed from its moves.
//!
//! Comes in: moves, each a colour and its squares. Goes out: [`Facts`] of each colour, or the first move that is against
//! the rules. It scores nothing, and must never know a format. Start with [`Game`]; `sgf` reads the files.

mod board;
mod facts;
mod game;
mod pieces;
mod sgf;
#[cfg(test)]
mod tests;

pub use board::{Placement, Square};
pub use facts::{Facts, Illegal, Reason};
pub use game::{Game, Move, Variant};
pub use pieces::{MOST_SQUARES, PIECES, Piece, PieceId};
pub(super) use sgf::{Recorded, read};
