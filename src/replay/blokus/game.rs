//! A game, move by move.
//!
//! Comes in: a [`Variant`], then moves in their order. Goes out: the [`Facts`] of each colour, or the first move that is
//! against the rules. It must never know a file. Start with [`Game::play`].
//!
//! A colour that can place nothing never can again: other colours only take squares away. So each is searched but once
//! for a move that it does not have.

use super::board::{ALL_PIECES, Board, Placement, Square, piece_bit};
use super::facts::{Facts, Illegal, Reason};
use super::pieces::{PIECES, PieceId, piece_of};

/// A way of playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Four players with a colour each.
    Four,
    /// Two teams of two players, who have a colour each.
    Teams,
    /// Two players with two colours each.
    Two,
    /// Three players with a colour each, and a fourth colour that they play in turn.
    Three,
    /// One player with all colours.
    Solo,
    /// Two players with a colour each on a smaller board.
    Duo,
}

/// Which corner a colour begins in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corners {
    /// Its own: clockwise from the upper left, in the order of the colours. On the smaller board either of the two marked
    /// squares.
    Own,
    /// Whichever is still free.
    Free,
    /// The first whichever it likes, each that follows the next one clockwise.
    Clockwise,
}

pub(super) const CLASSIC: &[&str] = &["blue", "yellow", "red", "green"];
/// Each of them alone.
pub(super) const SINGLE: &[&[&str]] = &[&["blue"], &["yellow"], &["red"], &["green"]];
const DUO: &[&str] = &["purple", "orange"];

/// The corners of the board, clockwise from the upper left.
const CORNERS: [Square; 4] = [at(0, 19), at(19, 19), at(19, 0), at(0, 0)];
const MARKED: &[Square] = &[at(4, 9), at(9, 4)];

const fn at(column: u8, row: u8) -> Square {
    Square { column, row }
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Four, Self::Teams, Self::Two, Self::Three, Self::Solo, Self::Duo];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Four => "four",
            Self::Teams => "teams",
            Self::Two => "two",
            Self::Three => "three",
            Self::Solo => "solo",
            Self::Duo => "duo",
        }
    }

    /// Its colours, in the order in which they move, where it is not said otherwise.
    #[must_use]
    pub fn colours(self) -> &'static [&'static str] {
        match self {
            Self::Four | Self::Teams | Self::Two | Self::Three | Self::Solo => CLASSIC,
            Self::Duo => DUO,
        }
    }

    /// The colours of each player, or of each team. A colour that is nobody's is played by all in turn.
    #[must_use]
    pub fn players(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Four => SINGLE,
            Self::Teams | Self::Two => &[&["blue", "red"], &["yellow", "green"]],
            Self::Three => &[&["blue"], &["yellow"], &["red"]],
            Self::Solo => &[CLASSIC],
            Self::Duo => &[&["purple"], &["orange"]],
        }
    }

    /// The squares along an edge of its board.
    #[must_use]
    pub fn size(self) -> u8 {
        match self {
            Self::Four | Self::Teams | Self::Two | Self::Three | Self::Solo => 20,
            Self::Duo => 14,
        }
    }

    /// The squares of which the first piece of each colour covers one, while nothing is placed.
    fn starts(self, corners: Corners) -> Vec<Vec<Square>> {
        match (self, corners) {
            (Self::Duo, _) => vec![MARKED.to_vec(); DUO.len()],
            (_, Corners::Own) => CORNERS.iter().map(|&corner| vec![corner]).collect(),
            (_, Corners::Free | Corners::Clockwise) => vec![CORNERS.to_vec(); CLASSIC.len()],
        }
    }
}

/// One move: the colour's place among the colours, and the squares it covers; none of them is a pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The colour's place among [`Variant::colours`].
    pub colour: usize,
    /// The squares, in any order.
    pub squares: Vec<Square>,
}

/// What a colour has left.
#[derive(Debug, Clone, Copy)]
struct Hand {
    left: u32,
    is_out: bool,
    last_was_single: bool,
}

/// A game so far.
#[derive(Debug, Clone)]
pub struct Game {
    variant: Variant,
    corners: Corners,
    board: Board,
    hands: Vec<Hand>,
    /// Which colour moves after each.
    following: Vec<usize>,
    /// Where each colour may begin.
    starts: Vec<Vec<Square>>,
    next: usize,
    number: u32,
}

impl Game {
    /// A game before its first move; the colours move in their order, and each has its corner.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let order: Vec<usize> = (0..variant.colours().len()).collect();
        Self::begin(variant, &order, Corners::Own)
    }

    /// A game before its first move, in which the colours move in this order; those that it does not name come last.
    #[must_use]
    pub fn begin(variant: Variant, order: &[usize], corners: Corners) -> Self {
        let hand = Hand { left: ALL_PIECES, is_out: false, last_was_single: false };
        let colours = variant.colours().len();
        let mut turns: Vec<usize> = Vec::with_capacity(colours);
        for colour in order.iter().copied().chain(0..colours).filter(|colour| *colour < colours) {
            if !turns.contains(&colour) {
                turns.push(colour);
            }
        }
        let mut following = vec![0; colours];
        for (colour, next) in turns.iter().zip(turns.iter().cycle().skip(1)) {
            following[*colour] = *next;
        }
        let starts = variant.starts(corners);
        Self {
            variant,
            corners,
            board: Board::new(variant.size(), &starts),
            hands: vec![hand; colours],
            following,
            starts,
            next: turns.first().copied().unwrap_or(0),
            number: 0,
        }
    }

    /// Makes a move. Colours between the last one and this one pass, and must have nothing to place.
    ///
    /// # Errors
    /// Why the rules forbid it; the game is then as it was.
    pub fn play(&mut self, played: &Move) -> Result<(), Illegal> {
        let number = self.number.saturating_add(1);
        let name = self.name(played.colour);
        let illegal = |reason| Illegal { number, colour: name, reason };
        if played.colour >= self.hands.len() {
            return Err(illegal(Reason::NoColour));
        }
        let mut turn = self.next;
        while turn != played.colour {
            if let Some(could) = self.one_move(turn) {
                return Err(illegal(Reason::NotItsTurn(self.name(turn), could)));
            }
            turn = self.after(turn);
        }
        if played.squares.is_empty() {
            if let Some(could) = self.one_move(played.colour) {
                return Err(illegal(Reason::PassWithMove(could)));
            }
        } else {
            match self.judge(played) {
                Ok(piece) => self.place(played, piece),
                Err(_) if self.is_over() => return Err(illegal(Reason::AfterEnd)),
                Err(reason) => return Err(illegal(reason)),
            }
        }
        self.number = number;
        self.next = self.after(played.colour);
        Ok(())
    }

    /// Ends the game.
    ///
    /// # Errors
    /// A move that somebody still has.
    pub fn finish(&mut self) -> Result<Vec<Facts>, Illegal> {
        let mut turn = self.next;
        for _ in 0..self.hands.len() {
            if let Some(could) = self.one_move(turn) {
                let (number, colour) = (self.number.saturating_add(1), self.name(turn));
                return Err(Illegal { number, colour, reason: Reason::NotOver(could) });
            }
            turn = self.after(turn);
        }
        Ok(self.facts())
    }

    /// What is known of each colour so far.
    #[must_use]
    pub fn facts(&self) -> Vec<Facts> {
        let facts = self.hands.iter().map(|hand| {
            let left = (0..).zip(&PIECES).filter(|(id, _)| hand.left & piece_bit(PieceId(*id)) != 0);
            Facts {
                squares_left: left.map(|(_, piece)| piece.squares).sum(),
                pieces_left: hand.left.count_ones(),
                all_placed: hand.left == 0,
                last_was_single: hand.last_was_single,
            }
        });
        facts.collect()
    }

    /// The colour whose turn it would be if it can move.
    #[must_use]
    pub fn next(&self) -> usize {
        self.next
    }

    /// Every move that a colour has, the largest pieces first.
    #[must_use]
    pub fn moves(&self, colour: usize) -> Vec<Placement> {
        let mut all = Vec::new();
        if let Some(hand) = self.hands.get(colour) {
            self.board.search(colour, hand.left, |placement| {
                all.push(placement());
                false
            });
        }
        all
    }

    /// Which piece this is, if the colour may place it there.
    fn judge(&self, played: &Move) -> Result<PieceId, Reason> {
        let Move { colour, squares } = played;
        if let Some(off) = squares.iter().find(|square| !self.board.has(**square)) {
            return Err(Reason::OffBoard(*off));
        }
        let piece = piece_of(squares).ok_or(Reason::UnknownPiece)?;
        if self.hands[*colour].left & piece_bit(piece) == 0 {
            return Err(Reason::UsedTwice(piece));
        }
        for square in squares {
            if let Some(other) = self.board.colour_at(*square) {
                return Err(Reason::Overlaps(*square, self.name(other)));
            }
        }
        if let Some(square) = self.board.beside(*colour, squares) {
            return Err(Reason::SideContact(square));
        }
        if self.board.touches(*colour, squares) {
            return Ok(piece);
        }
        Err(if self.board.is_first(*colour) {
            Reason::NotOnStart(self.starts[*colour].clone())
        } else {
            Reason::NoCornerContact
        })
    }

    fn place(&mut self, played: &Move, piece: PieceId) {
        if self.board.is_first(played.colour) {
            self.take_corner(played);
        }
        self.board.place(played.colour, &played.squares);
        let hand = &mut self.hands[played.colour];
        hand.left &= !piece_bit(piece);
        hand.last_was_single = played.squares.len() == 1;
    }

    /// The first piece of a colour takes a corner: what does that leave to the others?
    fn take_corner(&mut self, played: &Move) {
        let Some(taken) = CORNERS.iter().position(|corner| played.squares.contains(corner)) else { return };
        let is_next = (0..self.hands.len()).all(|colour| self.board.is_first(colour));
        match self.corners {
            Corners::Own => {}
            Corners::Free => {
                self.starts.iter_mut().for_each(|starts| starts.retain(|start| *start != CORNERS[taken]));
            }
            Corners::Clockwise if is_next => {
                let mut colour = played.colour;
                for after in 1..CORNERS.len() {
                    colour = self.after(colour);
                    self.starts[colour] = vec![CORNERS[(taken + after) % CORNERS.len()]];
                    self.board.set_starts(colour, &self.starts[colour]);
                }
            }
            Corners::Clockwise => {}
        }
    }

    fn is_over(&mut self) -> bool {
        (0..self.hands.len()).all(|colour| self.one_move(colour).is_none())
    }

    /// A move that a colour has.
    fn one_move(&mut self, colour: usize) -> Option<Placement> {
        let hand = self.hands[colour];
        if hand.is_out {
            return None;
        }
        let mut found = None;
        self.board.search(colour, hand.left, |placement| {
            found = Some(placement());
            true
        });
        self.hands[colour].is_out = found.is_none();
        found
    }

    fn after(&self, colour: usize) -> usize {
        self.following[colour]
    }

    fn name(&self, colour: usize) -> &'static str {
        self.variant.colours().get(colour).copied().unwrap_or("?")
    }
}
