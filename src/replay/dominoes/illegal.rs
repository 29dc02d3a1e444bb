//! A move or an end that is against the rules, and what is said of it.
//!
//! Comes in: what the game found, and the names of the players. Goes out: the same in words. It must never know how it
//! was found. Start with [`Illegal`]. `misdeal` does the same for the hands that were dealt.

use super::house::Drawing;
use super::tiles::{Tile, Tiles};
use crate::replay::Fault;
use crate::replay::moves::{did_you_mean, shown};
use std::ops::Range;

/// A move, or an end, that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The number of the move, from 1; where the record ends too early, the number that the next one would have.
    pub number: u32,
    /// Whose move it is.
    pub player: usize,
    /// Why.
    pub reason: Reason,
}

/// Where a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// In the stock.
    Stock,
    /// On the table.
    Table,
    /// In the hand of a player.
    Hand(usize),
}

/// Why a move is against the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// There is no such player.
    NoPlayer,
    /// Somebody played their last tile, or everybody said that they could play nothing.
    AfterEnd(Option<usize>),
    /// It is the turn of somebody else, who may have drawn in it.
    NotTheirTurn { turn: usize, has_drawn: bool },
    /// The set does not have the tile.
    NotInSet { tile: Tile, set: u8 },
    /// The tile is somewhere else.
    NotInHand { tile: Tile, found: Whereabouts, hand: Tiles },
    /// The house does not allow more lines.
    NoMoreLines(u32),
    /// There is no tile yet to which another one could be attached.
    NothingThere,
    /// The tile does not have that number.
    NotOnTile { tile: Tile, number: u8 },
    /// No end with that number is open.
    NotOpen { number: u8, ends: Vec<u8> },
    /// The tile fits two ends, and the record does not say to which it was attached.
    FitsTwice(Tile),
    /// The tile fits no open end.
    FitsNowhere { tile: Tile, ends: Vec<u8>, may_open: bool },
    /// The house has no drawing.
    NobodyDraws,
    /// There is nothing to draw, but for those that stay asleep.
    UsedUp { asleep: u32 },
    /// Only one tile may be drawn.
    DrewBefore,
    /// The tile is somewhere else.
    NotInStock { tile: Tile, found: Whereabouts },
    /// The stock still has so many tiles to give.
    MustDraw { left: u32, drawing: Drawing, could: Tiles },
    /// A game is not blocked while the stock still has so many tiles to give.
    TooEarly { left: u32, may_pass: bool },
    /// There is nothing to confirm.
    NobodyDeclared,
    /// Somebody declared before.
    DeclaredBefore(usize),
    /// The record ends before the game.
    NotOver(Unfinished),
}

/// What is still to do in a game that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// Nobody made a move.
    Begin,
    /// One of these tiles can be played.
    Play(Tiles),
    /// Nothing can be played, and so many tiles can be drawn.
    Draw(u32),
    /// Nothing can be played, and no more may be drawn.
    Pass,
    /// Nothing can be played or drawn.
    Declare,
    /// Others said so, and it is still to be confirmed, and then by these.
    Confirm { then: Vec<usize> },
}

/// The players by their names, for sentences.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    pub fn of(self, player: usize) -> String {
        self.0.get(player).map_or_else(|| "somebody".to_owned(), |name| shown(name))
    }

    /// The complaint that nobody has this name.
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    pub fn without(self, name: &str, at: Range<usize>) -> Box<Fault> {
        let known: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let help = did_you_mean(name, &known, &format!("who plays is {}", self.all()));
        Fault::unreadable(format!("nobody called {} plays", shown(name)), at, &help)
    }

    /// All of them in their order.
    pub fn all(self) -> String {
        and((0..self.0.len()).map(|player| self.of(player)))
    }
}

/// `a, b and c`
fn and(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

pub(super) fn tiles(number: u32) -> String {
    if number == 1 { "1 tile".to_owned() } else { format!("{number} tiles") }
}

/// The open ends, each number once.
fn open(ends: &[u8]) -> String {
    let mut numbers = ends.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    and(numbers.iter().map(|number| format!("`{number}`")))
}

fn place(found: Whereabouts, names: Names<'_>) -> String {
    match found {
        Whereabouts::Stock => "in the stock".to_owned(),
        Whereabouts::Table => "on the table".to_owned(),
        Whereabouts::Hand(player) => format!("in the hand of {}", names.of(player)),
    }
}

/// What to do about a record that ends too early.
const TO_ITS_END: &str = "record the game to its end, or record its result by hand";

impl Illegal {
    /// What is wrong.
    pub(super) fn message(&self, names: Names<'_>) -> String {
        let player = names.of(self.player);
        match (&self.reason, self.number.saturating_sub(1)) {
            (Reason::NotOver(to_do), 0) => format!("the game is not over: {}", to_do.message(&player)),
            (Reason::NotOver(to_do), last) => {
                format!("the game is not over after move {last}: {}", to_do.message(&player))
            }
            (reason, _) => format!("move {}, {player}: {}", self.number, reason.message(names)),
        }
    }

    /// What to do about it, where there is more to say.
    pub(super) fn help(&self, names: Names<'_>) -> Option<String> {
        let player = names.of(self.player);
        let help = match &self.reason {
            Reason::NotTheirTurn { turn, has_drawn: true } => {
                format!("{} has drawn, and goes on until they play a tile or say that they cannot", names.of(*turn))
            }
            Reason::NotTheirTurn { .. } => format!(
                "clockwise, as the hands were dealt, they sit {}; who can play nothing draws or `passes`, and the \
                 record says so",
                names.all()
            ),
            Reason::NotInSet { set, .. } => format!(
                "its highest tile is `{set}-{set}`; choose the option `set` for the set that was used"
            ),
            Reason::NotInHand { found: Whereabouts::Stock, tile, .. } => {
                format!("it is in the stock: write `draws {tile}` first if it was drawn")
            }
            Reason::NotInHand { found, hand, .. } => {
                format!("it is {}; the hand of {player} is {hand}", place(*found, names))
            }
            Reason::NoMoreLines(_) => "attach it to an open end, or choose the option `lines`".to_owned(),
            Reason::NothingThere => "it is the first tile: leave `at` out".to_owned(),
            Reason::NotOnTile { tile, .. } => format!(
                "`at` is the number of the open end, which the tile has as well: {}",
                open(&[tile.low(), tile.high()])
            ),
            Reason::NotOpen { ends, .. } | Reason::FitsNowhere { ends, may_open: false, .. } => {
                format!("open ends: {}", open(ends))
            }
            Reason::FitsNowhere { ends, may_open: true, .. } => {
                format!("open ends: {}; write `\"line\": \"new\"` beside it if it opens a line", open(ends))
            }
            Reason::FitsTwice(tile) => {
                format!("write `\"at\": {}` or `\"at\": {}` beside it", tile.low(), tile.high())
            }
            Reason::NobodyDraws => "who can play nothing `passes`; or choose the option `drawing`".to_owned(),
            Reason::UsedUp { asleep: 0 } => "who can play nothing `passes`".to_owned(),
            Reason::UsedUp { asleep } => {
                format!("the option `asleep` keeps {} in it; who can play nothing `passes`", tiles(*asleep))
            }
            Reason::DrewBefore => {
                "who then can play nothing `passes`; or choose another option `drawing`".to_owned()
            }
            Reason::MustDraw { could, .. } if !could.is_empty() => {
                format!("they could play {could}; a turn is passed over only when the stock is used up")
            }
            Reason::MustDraw { drawing: Drawing::One, .. } => {
                "who can play nothing draws a tile first; write it as `draws 6-4`".to_owned()
            }
            Reason::MustDraw { .. } => {
                "who can play nothing draws until a tile can be played; write each as `draws 6-4`".to_owned()
            }
            Reason::TooEarly { may_pass: true, .. } => {
                "write `passes`: a game is blocked only when the stock is used up".to_owned()
            }
            Reason::TooEarly { .. } => {
                "a game is blocked only when the stock is used up; write each tile that was drawn as `draws 6-4`"
                    .to_owned()
            }
            Reason::NobodyDeclared => {
                "the first one who can play nothing, when the stock is used up, `declares`; a tile that is played \
                 makes an end of it"
                    .to_owned()
            }
            Reason::DeclaredBefore(first) => {
                format!("{} did, and no tile was played since: write `confirms`", names.of(*first))
            }
            Reason::NotOver(Unfinished::Begin) => "write the moves in `played`".to_owned(),
            Reason::NotOver(Unfinished::Play(could)) => format!("{player} could play {could}; {TO_ITS_END}"),
            Reason::NotOver(Unfinished::Confirm { then }) if !then.is_empty() => format!(
                "after {player}, {} must play or confirm; {TO_ITS_END}",
                and(then.iter().map(|player| names.of(*player)))
            ),
            Reason::NotOver(
                Unfinished::Draw(_) | Unfinished::Pass | Unfinished::Declare | Unfinished::Confirm { .. },
            ) => TO_ITS_END.to_owned(),
            Reason::NoPlayer | Reason::AfterEnd(_) | Reason::NotInStock { .. } => return None,
        };
        Some(help)
    }
}

impl Reason {
    fn message(&self, names: Names<'_>) -> String {
        match self {
            Self::NoPlayer => "nobody sits there".to_owned(),
            Self::AfterEnd(Some(out)) => format!("the game was over: {} had no tile left", names.of(*out)),
            Self::AfterEnd(None) => {
                "the game was over: everybody had said that they can play nothing".to_owned()
            }
            Self::NotTheirTurn { turn, .. } => format!("it is the turn of {}", names.of(*turn)),
            Self::NotInSet { tile, set } => format!("`{tile}` is no tile of the double-{set} set"),
            Self::NotInHand { tile, .. } => format!("`{tile}` is not in this hand"),
            Self::NoMoreLines(1) => "there is a line, and the house allows only one".to_owned(),
            Self::NoMoreLines(most) => format!("there are {most} lines, and the house does not allow more"),
            Self::NothingThere => "there is no open end yet".to_owned(),
            Self::NotOnTile { tile, number } => format!("`{tile}` has no {number}"),
            Self::NotOpen { number, .. } => format!("no open end is {number}"),
            Self::FitsTwice(tile) => format!("`{tile}` fits two open ends"),
            Self::FitsNowhere { tile, .. } => format!("`{tile}` fits no open end"),
            Self::NobodyDraws => "nobody draws in this house".to_owned(),
            Self::UsedUp { .. } => "there is nothing to draw: the stock is used up".to_owned(),
            Self::DrewBefore => "a second tile is drawn, and the house allows only one".to_owned(),
            Self::NotInStock { tile, found } => {
                format!("`{tile}` cannot be drawn, it is {}", place(*found, names))
            }
            Self::MustDraw { could, .. } if !could.is_empty() => "they pass, but can play a tile".to_owned(),
            Self::MustDraw { left, .. } => {
                format!("they pass, but the stock still has {} to give", tiles(*left))
            }
            Self::TooEarly { left, .. } => {
                format!("they declare the game blocked, but the stock still has {} to give", tiles(*left))
            }
            Self::NobodyDeclared => {
                "there is nothing to confirm: nobody has declared the game blocked".to_owned()
            }
            Self::DeclaredBefore(_) => "the game was declared blocked before".to_owned(),
            Self::NotOver(to_do) => to_do.message("somebody"),
        }
    }
}

impl Unfinished {
    fn message(&self, player: &str) -> String {
        let mut message = match self {
            Self::Begin => return "nobody has begun".to_owned(),
            Self::Play(_) => return format!("{player} can play"),
            Self::Draw(_) | Self::Pass | Self::Declare | Self::Confirm { .. } => {
                format!("{player} can play nothing, and ")
            }
        };
        message.push_str(match self {
            Self::Begin | Self::Play(_) => "",
            Self::Draw(_) => "has to draw",
            Self::Pass => "has not passed",
            Self::Declare => "has not declared it",
            Self::Confirm { .. } => "has not confirmed it",
        });
        message
    }
}
