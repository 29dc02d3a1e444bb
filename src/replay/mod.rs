//! Turns the record of a game's moves into facts: what is left, what was placed, whether the game is over.
//!
//! Comes in: the bytes of one file, or the tree of a JSON value. Goes out: a [`Record`] with its players, and from it the
//! [`Facts`] of the game, its parts and its sides, a [`Picture`] of its board, or a [`Fault`] that says which move is wrong and
//! why. It scores nothing, and it must never know a format or a log. Start with [`begins`], [`Record::read`] and
//! [`Record::from_json`]; puzzles stand in [`PUZZLES`]. Each game is a folder: it may say the game's name, and nobody else may.

pub mod blokus;
mod dominoes;
mod moves;
mod picture;
mod puzzle;
mod tree;

pub use picture::{Ink, Picture};
pub use puzzle::{Answer, PUZZLES, Puzzle};

use crate::diagnostic::{nearest, one_of};
use crate::json::{Node, What};
use std::ops::Range;

/// The games whose moves can be replayed, by the names by which records in JSON call them.
const GAMES: [&str; 2] = ["blokus", "dominoes"];

/// Whether a log whose first line is this one is the record of a game's moves.
#[must_use]
pub fn begins(line: &[u8]) -> bool {
    let rest = line.trim_ascii().strip_prefix(b"(");
    rest.map(<[u8]>::trim_ascii_start).is_some_and(|rest| rest.is_empty() || rest.starts_with(b";"))
}

/// One game as it was recorded, not yet replayed.
#[derive(Debug, Clone)]
pub struct Record {
    /// In which of the ways of the game it is played.
    pub variant: &'static str,
    /// Where the record says so.
    pub at: Range<usize>,
    /// Who plays, in their order.
    pub players: Vec<Player>,
    /// When it was played, as the record says it, and where.
    pub date: Option<(String, Range<usize>)>,
    /// The round of the event, as the record says it, and where.
    pub round: Option<(String, Range<usize>)>,
    game: Game,
}

/// The moves of one game.
#[derive(Debug, Clone)]
enum Game {
    Blokus(blokus::Recorded),
    Dominoes(dominoes::Recorded),
}

/// Who plays, and what they play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Their name, where it is recorded.
    pub name: Option<String>,
    /// Where it stands; else the place of [`Record::at`].
    pub at: Range<usize>,
    /// The names of the parts that are theirs; of a game without such parts, none.
    pub parts: &'static [&'static str],
}

/// What is known of one thing when all moves were replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Of what.
    pub of: Thing,
    /// The facts, by name.
    pub facts: Vec<(&'static str, Fact)>,
}

/// What facts are known of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// The game as a whole.
    Game,
    /// The part of this name.
    Part(&'static str),
    /// The part of this name that the player with this number has, from 0.
    PartOf(usize, &'static str),
}

/// What is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// So many.
    Number(u32),
    /// Yes or no.
    Flag(bool),
    /// A list of values.
    Numbers(Vec<u32>),
    /// A list of things, each with what is known of it.
    List(Vec<Vec<(&'static str, u32)>>),
}

/// How the organiser chose to play, where the rules of a game leave it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice<'a> {
    /// So many.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// One of several ways, by its name.
    Name(&'a str),
}

/// Finds what the organiser chose, by the name of the choice.
pub type Choices<'a> = &'a dyn Fn(&str) -> Option<Choice<'a>>;

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Whether a rule is broken, or the record cannot be understood.
    pub kind: FaultKind,
    /// What is wrong.
    pub message: String,
    /// Where, in bytes from the beginning.
    pub at: Range<usize>,
    /// What to do.
    pub help: Option<String>,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// The record cannot be understood.
    Unreadable,
    /// A move, or the end, is against the rules of the game.
    Illegal,
}

impl Fault {
    #[expect(clippy::unnecessary_box_returns, reason = "every fault goes out in its box")]
    fn unreadable(message: impl Into<String>, at: Range<usize>, help: &str) -> Box<Self> {
        let help = (!help.is_empty()).then(|| help.to_owned());
        Box::new(Self { kind: FaultKind::Unreadable, message: message.into(), at, help })
    }
}

impl Record {
    /// Reads the record of one game.
    ///
    /// # Errors
    /// The first thing in it that cannot be understood.
    pub fn read(bytes: &[u8]) -> Result<Self, Box<Fault>> {
        blokus::read(bytes)
    }

    /// Reads the record of one game from the value of the key `moves`.
    ///
    /// # Errors
    /// The first thing in it that cannot be understood.
    pub fn from_json(node: &Node) -> Result<Self, Box<Fault>> {
        let What::Object(members) = &node.what else {
            let message = format!("`moves` must be an object, not {}", node.noun());
            return Err(Fault::unreadable(message, node.at.clone(), "write `{\"of\": …, \"played\": […]}`"));
        };
        let Some(of) = members.iter().find(|member| member.key == "of") else {
            let help = format!("add `\"of\"` with {}", one_of(&GAMES));
            return Err(Fault::unreadable(
                "the moves do not say of which game they are",
                node.at.clone(),
                &help,
            ));
        };
        let Some(name) = of.value.label() else {
            return Err(moves::unlike(&of.value, "`of`", "the name of a game"));
        };
        match name {
            "blokus" => blokus::from_json(members, &of.value.at),
            "dominoes" => dominoes::from_json(members, &of.value.at),
            name => {
                let help = match nearest(name, GAMES) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        format!("replayed is {}; record the result of other games by hand", one_of(&GAMES))
                    }
                };
                let shown: String = name.chars().take(40).collect();
                let message = format!("games of `{shown}` cannot be replayed");
                Err(Fault::unreadable(message, of.value.at.clone(), &help))
            }
        }
    }

    /// Of which game it is.
    #[must_use]
    pub fn of(&self) -> &'static str {
        match &self.game {
            Game::Blokus(_) => "blokus",
            Game::Dominoes(_) => "dominoes",
        }
    }

    /// How many moves were recorded.
    #[must_use]
    pub fn moves(&self) -> usize {
        match &self.game {
            Game::Blokus(game) => game.laid().len(),
            Game::Dominoes(game) => game.moves(),
        }
    }

    /// What lay on the board at last, of a record that was replayed without a fault; `None` of a game without a board.
    #[must_use]
    pub fn picture(&self) -> Option<Picture> {
        match &self.game {
            Game::Blokus(game) => Some(game.picture()),
            Game::Dominoes(_) => None,
        }
    }

    /// Replays every move.
    ///
    /// # Errors
    /// The first move that the rules forbid, a game that is not over, or a choice that is none of this game.
    pub fn replay(&self, choices: Choices<'_>) -> Result<Vec<Facts>, Box<Fault>> {
        match &self.game {
            Game::Blokus(game) => game.replay(choices),
            Game::Dominoes(game) => game.replay(choices),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::begins;

    #[test]
    fn records_of_moves_are_known_by_their_beginning() {
        assert!(begins(b"(;GM[x]") && begins(b" ( ; GM[x]") && begins(b"(") && begins(b"(  \r"));
        assert!(!begins(b"{}") && !begins(b"(a,b") && !begins(b"") && !begins(b";"));
    }
}
