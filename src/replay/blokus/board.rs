//! A board as sets of squares: what is taken, and for each colour where its pieces lie, end and touch.
//!
//! Comes in: pieces that are placed. Goes out: where a colour may place what. It must never know whose turn it is.
//! Start with [`Board::search`]. A row is a set of bits; a frame of one square lies around the board, so that
//! nothing has to be asked about edges.

use super::pieces::{MOST_SQUARES, PIECES, PieceId, SHAPES, Shape};
use std::fmt;

/// The largest board, its frame, and the rows that a shape at the top edge would reach.
const ROWS: usize = 20 + 2 + MOST_SQUARES;

/// A set of squares.
type Squares = [u32; ROWS];

/// A square; `a1` is column 0, row 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From the left.
    pub column: u8,
    /// From below.
    pub row: u8,
}

impl Square {
    /// How a square is written.
    pub(super) const HELP: &str =
        "write a letter for the column and a number for the row, from `a1` at the lower left";

    /// Reads `a1`: a letter for the column, a number for the row.
    pub(super) fn read(name: &[u8]) -> Option<Self> {
        let (letter, digits) = name.split_first()?;
        let column = letter.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < 26)?;
        if !matches!(digits, [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']) {
            return None;
        }
        let row: u8 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        Some(Self { column, row: row.checked_sub(1)? })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a'.saturating_add(self.column.min(25)));
        write!(out, "{letter}{}", u32::from(self.row) + 1)
    }
}

/// A piece on its squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// Which piece.
    pub piece: PieceId,
    /// Its squares, from the lowest row up.
    pub squares: Vec<Square>,
}

impl fmt::Display for Placement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, square) in self.squares.iter().enumerate() {
            write!(out, "{}{square}", if place > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// What one colour has on the board.
#[derive(Debug, Clone)]
struct Own {
    squares: Squares,
    /// What lies beside them.
    beside: Squares,
    /// Where a piece may begin: at their corners, or at first on the starting squares.
    contacts: Squares,
    is_first: bool,
}

/// A board and its pieces.
#[derive(Debug, Clone)]
pub(super) struct Board {
    size: u8,
    free: Squares,
    own: Vec<Own>,
}

impl Board {
    /// An empty board, with the starting squares of each colour.
    pub fn new(size: u8, starts: &[Vec<Square>]) -> Self {
        let mut free = Squares::default();
        let row = (1_u32 << size) - 1;
        free.iter_mut().skip(1).take(usize::from(size)).for_each(|squares| *squares = row << 1);
        let own = Own { squares: [0; ROWS], beside: [0; ROWS], contacts: [0; ROWS], is_first: true };
        let mut board = Self { size, free, own: vec![own; starts.len()] };
        starts.iter().enumerate().for_each(|(colour, starts)| board.set_starts(colour, starts));
        board
    }

    /// Says where the first piece of a colour may begin.
    pub fn set_starts(&mut self, colour: usize, starts: &[Square]) {
        let own = &mut self.own[colour];
        own.contacts = Squares::default();
        starts.iter().for_each(|&start| own.contacts[row_of(start)] |= bit(start));
    }

    /// Whether a square is on the board.
    pub fn has(&self, square: Square) -> bool {
        square.column < self.size && square.row < self.size
    }

    /// The colour that lies on a square.
    pub fn colour_at(&self, square: Square) -> Option<usize> {
        self.own.iter().position(|own| own.squares[row_of(square)] & bit(square) != 0)
    }

    /// The first of these squares that lies beside the colour's own pieces.
    pub fn beside(&self, colour: usize, squares: &[Square]) -> Option<Square> {
        let own = &self.own[colour];
        squares.iter().copied().find(|&square| own.beside[row_of(square)] & bit(square) != 0)
    }

    /// Whether one of these squares touches a corner of the colour's own pieces, or lies on a starting square where
    /// there are none.
    pub fn touches(&self, colour: usize, squares: &[Square]) -> bool {
        let own = &self.own[colour];
        squares.iter().any(|&square| own.contacts[row_of(square)] & bit(square) != 0)
    }

    /// Whether a colour has nothing on the board.
    pub fn is_first(&self, colour: usize) -> bool {
        self.own[colour].is_first
    }

    /// Places a piece; whoever calls knows that it may lie there.
    pub fn place(&mut self, colour: usize, squares: &[Square]) {
        let own = &mut self.own[colour];
        if std::mem::replace(&mut own.is_first, false) {
            own.contacts = Squares::default();
        }
        for &square in squares {
            let (row, bit) = (row_of(square), bit(square));
            self.free[row] &= !bit;
            own.squares[row] |= bit;
            own.beside[row] |= bit << 1 | bit >> 1;
            for near in [row - 1, row + 1] {
                own.beside[near] |= bit;
                own.contacts[near] |= bit << 1 | bit >> 1;
            }
        }
    }

    /// Shows where the colour may place which of the pieces it has left (a set of their numbers), until it is told to
    /// stop.
    pub fn search(&self, colour: usize, left: u32, mut stop: impl FnMut(&dyn Fn() -> Placement) -> bool) {
        let own = &self.own[colour];
        let mut open = Squares::default();
        let mut contacts = Squares::default();
        for row in 1..=usize::from(self.size) {
            open[row] = self.free[row] & !own.beside[row];
            contacts[row] = own.contacts[row] & open[row];
        }
        if contacts == Squares::default() {
            return;
        }
        // The largest come first: whoever looks for one move sees the one that hurts.
        for shape in SHAPES.iter().rev().filter(|shape| left & piece_bit(shape.piece) != 0) {
            for row in 1..=usize::from(self.size) {
                let mut found = places(shape, row, &open, &contacts);
                while found != 0 {
                    let column = found.trailing_zeros();
                    found &= found - 1;
                    if stop(&|| placement(shape, column, row)) {
                        return;
                    }
                }
            }
        }
    }
}

/// The bit of a piece in a set of pieces.
pub(super) fn piece_bit(piece: PieceId) -> u32 {
    1 << piece.0
}

/// The set of all pieces.
pub(super) const ALL_PIECES: u32 = (1 << PIECES.len()) - 1;

/// The columns in which a shape may lie with its lowest row in this one.
fn places(shape: &Shape, row: usize, open: &Squares, contacts: &Squares) -> u32 {
    let (mut fits, mut touches) = (u32::MAX, 0);
    for &(column, above) in shape.cells() {
        fits &= open[row + above as usize] >> column;
        touches |= contacts[row + above as usize] >> column;
    }
    fits & touches
}

fn placement(shape: &Shape, column: u32, row: usize) -> Placement {
    let number = |number: u32| u8::try_from(number).unwrap_or(u8::MAX);
    let row = u32::try_from(row).unwrap_or(u32::MAX);
    let squares = shape
        .cells()
        .iter()
        .map(|&(right, above)| Square { column: number(column + right - 1), row: number(row + above - 1) });
    Placement { piece: shape.piece, squares: squares.collect() }
}

fn row_of(square: Square) -> usize {
    usize::from(square.row) + 1
}

fn bit(square: Square) -> u32 {
    2 << square.column
}
