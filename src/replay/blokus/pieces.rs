//! The 21 pieces, in all the ways in which they can lie.
//!
//! Comes in: squares. Goes out: which piece they are. It must never know a board.
//! Start with [`PIECES`] and [`piece_of`].

use super::board::Square;
use std::sync::LazyLock;

/// No piece has more squares.
pub const MOST_SQUARES: usize = 5;

/// A piece, by its place in [`PIECES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceId(pub u8);

/// A piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// What players call it: the letter it looks like, and its number of squares where that is not five.
    pub name: &'static str,
    /// How many squares it has.
    pub squares: u32,
    /// One way in which it lies, row by row.
    drawing: &'static [&'static str],
}

const fn piece(name: &'static str, squares: u32, drawing: &'static [&'static str]) -> Piece {
    Piece { name, squares, drawing }
}

/// All pieces of a colour.
pub const PIECES: [Piece; 21] = [
    piece("1", 1, &["#"]),
    piece("2", 2, &["##"]),
    piece("I3", 3, &["###"]),
    piece("V3", 3, &["##", "#."]),
    piece("I4", 4, &["####"]),
    piece("L4", 4, &["###", "#.."]),
    piece("T4", 4, &["###", ".#."]),
    piece("O4", 4, &["##", "##"]),
    piece("Z4", 4, &["##.", ".##"]),
    piece("F", 5, &[".##", "##.", ".#."]),
    piece("I", 5, &["#####"]),
    piece("L", 5, &["####", "#..."]),
    piece("N", 5, &["##..", ".###"]),
    piece("P", 5, &["##", "##", "#."]),
    piece("T", 5, &["###", ".#.", ".#."]),
    piece("U", 5, &["#.#", "###"]),
    piece("V", 5, &["###", "#..", "#.."]),
    piece("W", 5, &["#..", "##.", ".##"]),
    piece("X", 5, &[".#.", "###", ".#."]),
    piece("Y", 5, &["####", ".#.."]),
    piece("Z", 5, &["##.", ".#.", ".##"]),
];

/// The rows of a shape, each a set of columns.
pub(super) type Rows = [u32; MOST_SQUARES];

/// One way in which a piece lies, as far down and left as it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub piece: PieceId,
    pub rows: Rows,
    /// Its squares, column and row; the first [`Piece::squares`] count.
    cells: [(u32, u32); MOST_SQUARES],
    count: usize,
}

impl Shape {
    /// Its squares, column and row.
    pub fn cells(&self) -> &[(u32, u32)] {
        &self.cells[..self.count]
    }
}

/// Every piece in every way in which it can lie.
pub(super) static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let mut all: Vec<Shape> = Vec::new();
    for (id, piece) in (0..).zip(&PIECES) {
        let mut cells = drawn(piece.drawing);
        for turn in 0..8 {
            let shape = shape(PieceId(id), &cells);
            if !all.iter().any(|known| known.rows == shape.rows) {
                all.push(shape);
            }
            // A quarter turn; after four of them the piece is turned over.
            let flipped = if turn == 3 { -1 } else { 1 };
            cells.iter_mut().for_each(|(column, row)| (*column, *row) = (-*row * flipped, *column));
        }
    }
    all
});

/// Which piece these squares are, in whatever order they are named.
pub(super) fn piece_of(squares: &[Square]) -> Option<PieceId> {
    let left = squares.iter().map(|square| square.column).min()?;
    let low = squares.iter().map(|square| square.row).min()?;
    let mut rows = Rows::default();
    for square in squares {
        let column = 1_u32.checked_shl(u32::from(square.column - left))?;
        let row = rows.get_mut(usize::from(square.row - low))?;
        if *row & column != 0 {
            return None;
        }
        *row |= column;
    }
    SHAPES.iter().find(|shape| shape.rows == rows).map(|shape| shape.piece)
}

fn drawn(drawing: &[&str]) -> Vec<(i32, i32)> {
    let rows = (0..).zip(drawing);
    let cells =
        rows.flat_map(|(row, line)| (0..).zip(line.bytes()).map(move |(column, sign)| (column, row, sign)));
    cells.filter(|cell| cell.2 == b'#').map(|(column, row, _)| (column, row)).collect()
}

fn shape(piece: PieceId, cells: &[(i32, i32)]) -> Shape {
    let least = |of: fn(&(i32, i32)) -> i32| cells.iter().map(of).min().unwrap_or(0);
    let (left, low) = (least(|cell| cell.0), least(|cell| cell.1));
    let mut made = Shape { piece, rows: Rows::default(), cells: Default::default(), count: 0 };
    let mut moved: Vec<(u32, u32)> =
        cells.iter().map(|(column, row)| (column.abs_diff(left), row.abs_diff(low))).collect();
    moved.sort_by_key(|&(column, row)| (row, column));
    for (place, &(column, row)) in moved.iter().enumerate() {
        made.rows[row as usize] |= 1 << column;
        made.cells[place] = (column, row);
        made.count = place + 1;
    }
    made
}
