//! Lines about phases: schedules, brackets, selections.

use super::Name;
use crate::source::Span;

/// A schedule: the games of a pool or of a match.
pub type Schedule = Vec<ScheduleLine>;

/// One game of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleLine {
    /// Who plays.
    pub sides: Vec<ScheduleSide>,
    /// `umpire B`
    pub umpire: Option<Letter>,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
    /// The line, without the citations.
    pub span: Span,
}

/// `A yellow_green`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduleSide {
    /// Who.
    pub letter: Letter,
    /// Where they sit.
    pub seat: Option<Name>,
}

/// An entrant of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letter {
    /// 0 for A, 1 for B…
    pub number: u32,
    /// Where.
    pub span: Span,
}

/// A bracket: who meets whom in a knockout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bracket {
    /// The matches, as they are written.
    Written(Vec<BracketLine>),
    /// `single elimination`
    SingleElimination {
        /// `, third place`
        third_place: bool,
    },
}

/// One match of a bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketLine {
    /// Its name; blanks inside are one each.
    pub name: Name,
    /// Who meets.
    pub sides: [BracketSide; 2],
    /// `-> winner 1`
    pub winner: Option<(u32, Span)>,
    /// `-> loser 2`
    pub loser: Option<(u32, Span)>,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
}

/// A side of a match, and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketSide {
    /// Where it comes from.
    pub origin: BracketOrigin,
    /// The whole: `winner of semi 1`.
    pub span: Span,
}

/// Where a side of a match comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BracketOrigin {
    /// `seed 1`
    Seed(u32),
    /// `winner of semi 1`
    Winner(Name),
    /// `loser of semi 1`
    Loser(Name),
}

/// `top 4 of qualification`, `places 5 to 8 of qualification`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// From this place.
    pub first: u32,
    /// To this one, which counts as well.
    pub last: u32,
    /// The phase.
    pub of: Name,
    /// `top 4`
    pub span: Span,
}

/// How those are put in order whom a ranking leaves level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Settling {
    /// They are drawn by lot, from the seed.
    Lot,
    /// Somebody decides, and the log records it.
    #[default]
    Decision,
}

/// How places are given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Draw {
    /// By lot.
    Lot,
    /// By position: the first of each group together, then the second of each…
    #[default]
    Position,
    /// By position, every other group backwards: 1, 6, 7 and 2, 5, 8 and 3, 4, 9.
    Snake,
}
