//! What lies on a board, as squares of colours: for people who want to see it.
//!
//! Comes in: from a game, its board. Goes out: a [`Picture`]. It must never know how it is shown. Start with [`Picture`].

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its rows, the highest first; in each the squares from the left, each with the place of what lies there among the
    /// inks.
    pub rows: Vec<Vec<Option<usize>>>,
    /// What may lie there.
    pub inks: Vec<Ink>,
    /// What is to be said below it, a line each.
    pub below: Vec<String>,
}

/// How something on a board is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// Its letter, of the English alphabet, where there are no colours.
    pub letter: char,
    /// What it is called.
    pub name: &'static str,
    /// Its colour among the 256 of a terminal.
    pub shade: u8,
}
