//! Blokus, replayed from its moves.
//!
//! Comes in: moves, each a colour and its squares. Goes out: [`Facts`] of each colour, or the first move that is against
//! the rules. It scores nothing, and must never know a format. Start with [`Game`]; `sgf` reads the files, `json` the same in
//! JSON, and `layout` and `solve` are the puzzle of the rectangle.

mod board;
mod facts;
mod game;
mod json;
mod json_players;
mod layout;
mod pieces;
mod recorded;
mod said;
mod sgf;
mod solve;
#[cfg(test)]
mod tests;

pub use board::{Placement, Square};
pub use facts::{Facts, Illegal, Reason};
pub use game::{Corners, Game, Move, Variant};
pub(super) use json::from_json;
pub use pieces::{MOST_SQUARES, PIECES, Piece, PieceId};
pub(super) use recorded::{RECTANGLE, Recorded};
pub(super) use sgf::read;
pub(super) use solve::answer;
