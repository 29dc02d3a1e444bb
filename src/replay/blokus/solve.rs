//! Finds answers to the puzzle of the rectangle.
//!
//! Comes in: numbers, drawn by whoever asks. Goes out: for each of the twenty pieces its colour and its squares. It must
//! never know where the numbers come from: the same numbers, the same answer. Start with [`answer`].
//!
//! The first empty square, column by column, has to be covered by something: every piece that a colour still has is tried
//! there, in the order that is drawn. A search that has gone too far wrong is given up and begun anew, as most answers lie
//! near a good beginning. Sets of squares are the bits of one number, so that a piece is laid with a few operations.

use super::board::Square;
use super::game::{CLASSIC, Move};
use super::layout::{LONG, Layout, SHORT, is_of_puzzle};
use super::pieces::SHAPES;
use super::recorded::Laid;
use crate::replay::Answer;
use std::sync::LazyLock;

/// So many pieces are laid before a search is given up and begun anew.
const PATIENCE: u32 = 4_000;
/// So often a search is begun.
const MOST_SEARCHES: u32 = 10_000;
/// A colour has so many pieces, and all together have so many.
const KINDS: usize = 5;
const ALL: usize = KINDS * CLASSIC.len();

/// All squares of the rectangle; the bit of a square is its column times [`SHORT`] and its row.
const FULL: u128 = (1 << (LONG as u32 * SHORT as u32)) - 1;
/// The squares of the lowest and of the highest row.
const LOWEST: u128 = every(0);
const HIGHEST: u128 = every(SHORT as u32 - 1);

/// The squares of one row.
const fn every(row: u32) -> u128 {
    let (mut set, mut column) = (0, 0);
    while column < LONG as u32 {
        set |= 1 << (column * SHORT as u32 + row);
        column += 1;
    }
    set
}

/// A piece on its squares, wherever in the rectangle that is.
#[derive(Debug, Clone, Copy)]
struct Lie {
    kind: usize,
    squares: u128,
    /// The squares beside them.
    beside: u128,
}

/// For every square the ways in which a piece can cover it so that none before it is covered.
static LIES: LazyLock<Vec<Vec<Lie>>> = LazyLock::new(|| {
    let (wide, high) = (u32::from(LONG), u32::from(SHORT));
    let mut all = vec![Vec::new(); FULL.count_ones() as usize];
    let mut kinds = Vec::new();
    for shape in SHAPES.iter().filter(|shape| is_of_puzzle(shape.piece)) {
        if !kinds.contains(&shape.piece) {
            kinds.push(shape.piece);
        }
        for (left, low) in (0..wide).flat_map(|left| (0..high).map(move |low| (left, low))) {
            let cells = shape.cells().iter().map(|&(column, row)| (left + column, low + row));
            if !cells.clone().all(|(column, row)| column < wide && row < high) {
                continue;
            }
            let squares = cells.fold(0_u128, |squares, (column, row)| squares | 1 << (column * high + row));
            let beside =
                (squares & !HIGHEST) << 1 | (squares & !LOWEST) >> 1 | squares << high | squares >> high;
            all[squares.trailing_zeros() as usize].push(Lie { kind: kinds.len() - 1, squares, beside });
        }
    }
    all
});

/// A search, so far.
#[derive(Clone, Copy)]
struct State {
    free: u128,
    /// What each colour may not cover.
    barred: [u128; CLASSIC.len()],
    /// Which pieces each colour has laid.
    used: [[bool; KINDS]; CLASSIC.len()],
}

/// What can be tried next.
struct Level {
    before: State,
    /// Colours and pieces, the next to be tried last.
    open: Vec<(usize, Lie)>,
    laid: (usize, u128),
}

/// An answer; `None` where none was found, which has not been seen to happen.
pub(in crate::replay) fn answer(draw: &mut dyn FnMut() -> u64) -> Option<Answer> {
    let found = (0..MOST_SEARCHES).find_map(|_| search(draw))?;
    let moves = found.into_iter().map(|(colour, set)| Move { colour, squares: squares(set) });
    let moves: Vec<Move> = moves.collect();
    let laid = moves.iter().map(|played| {
        let name = CLASSIC.get(played.colour).copied().unwrap_or("?");
        (name, played.squares.iter().map(Square::to_string).collect())
    });
    let laid = laid.collect();
    let moves = moves.into_iter().map(|played| Laid { played, at: 0..0, by: None }).collect();
    let record = Layout { laid: moves, player: None, at: 0..0 }.record();
    Some(Answer { record, laid })
}

fn squares(set: u128) -> Vec<Square> {
    let all = (0..SHORT).flat_map(|row| (0..LONG).map(move |column| Square { column, row }));
    all.filter(|at| set & 1 << (u32::from(at.column) * u32::from(SHORT) + u32::from(at.row)) != 0).collect()
}

fn search(draw: &mut dyn FnMut() -> u64) -> Option<Vec<(usize, u128)>> {
    let begin = State { free: FULL, barred: [0; CLASSIC.len()], used: [[false; KINDS]; CLASSIC.len()] };
    let mut levels = vec![Level { before: begin, open: open(&begin, draw), laid: (0, 0) }];
    for _ in 0..PATIENCE {
        let level = levels.last_mut()?;
        let Some((colour, lie)) = level.open.pop() else {
            levels.pop();
            continue;
        };
        level.laid = (colour, lie.squares);
        let mut state = level.before;
        state.free &= !lie.squares;
        state.barred[colour] |= lie.beside;
        state.used[colour][lie.kind] = true;
        if levels.len() == ALL {
            return Some(levels.iter().map(|level| level.laid).collect());
        }
        let open = open(&state, draw);
        levels.push(Level { before: state, open, laid: (0, 0) });
    }
    None
}

/// What may cover the first empty square, in the order that is drawn.
fn open(state: &State, draw: &mut dyn FnMut() -> u64) -> Vec<(usize, Lie)> {
    let Some(lies) = LIES.get(state.free.trailing_zeros() as usize) else { return Vec::new() };
    let mut all = Vec::new();
    for lie in lies.iter().filter(|lie| lie.squares & !state.free == 0) {
        for colour in 0..CLASSIC.len() {
            if !state.used[colour][lie.kind] && lie.squares & state.barred[colour] == 0 {
                all.push((colour, *lie));
            }
        }
    }
    for end in (2..=all.len()).rev() {
        let chosen = (u128::from(draw()) * end as u128) >> 64;
        all.swap(end - 1, usize::try_from(chosen).unwrap_or(0));
    }
    all
}
