//! Turns the record of a game's moves into facts: what is left, what was placed, whether the game is over.
//!
//! Comes in: the bytes of one file. Goes out: a [`Record`] with its players, and from it the facts of each part, or a
//! [`Fault`] that says which move is wrong and why. It scores nothing, and it must never know a format or a log.
//! Start with [`begins`] and [`Record::read`]. Each game is a folder: it may say the game's name, and nobody else may.

pub mod blokus;
mod tree;

use std::ops::Range;

/// Whether a log whose first line is this one is the record of a game's moves.
#[must_use]
pub fn begins(line: &[u8]) -> bool {
    let rest = line.trim_ascii().strip_prefix(b"(");
    rest.map(<[u8]>::trim_ascii_start).is_some_and(|rest| rest.is_empty() || rest.starts_with(b";"))
}

/// One game as it was recorded, not yet replayed.
#[derive(Debug, Clone)]
pub struct Record {
    /// What is played, in the words of the record.
    pub variant: &'static str,
    /// Where the record says so.
    pub at: Range<usize>,
    /// Who plays, in their order.
    pub players: Vec<Player>,
    game: blokus::Recorded,
}

/// Who plays, and what they play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Their name, where it is recorded.
    pub name: Option<String>,
    /// Where it stands; else the place of [`Record::at`].
    pub at: Range<usize>,
    /// The names of the parts that are theirs.
    pub parts: &'static [&'static str],
}

/// What is known of a part when all moves were replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its facts, by name.
    pub facts: Vec<(&'static str, Fact)>,
}

/// What is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// So many.
    Number(u32),
    /// Yes or no.
    Flag(bool),
}

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

    /// Replays every move.
    ///
    /// # Errors
    /// The first move that the rules forbid, or a game that is not over.
    pub fn replay(&self) -> Result<Vec<Part>, Box<Fault>> {
        self.game.replay()
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
