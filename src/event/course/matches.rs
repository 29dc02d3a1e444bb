//! A match of a bracket: who meets, how far it is, and what came of it.
//!
//! Start with [`MatchCourse`].

use crate::ruleset::BracketMatch;
use crate::value::Date;

/// A match of a bracket.
#[derive(Debug, Clone)]
pub struct MatchCourse {
    /// As it stands in the bracket.
    pub line: BracketMatch,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// Who meets, as far as that is known.
    pub sides: [MatchSide; 2],
    /// How far it is.
    pub stage: MatchStage,
    /// Its last day, where it has one.
    pub last_day: Option<Date>,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStage {
    /// It waits for a match before it.
    Waits,
    /// Its games can be played: some of them are missing, or in dispute.
    Due,
    /// It has been played and is level: somebody has to decide.
    Level,
    /// It is decided.
    Over {
        /// Who goes on; `None`: nobody does.
        winner: Option<u32>,
        /// Why.
        by: Won,
    },
}

impl MatchCourse {
    /// A match of which nothing is known yet.
    #[must_use]
    pub fn new(line: BracketMatch, round: u32) -> Self {
        Self { line, round, sides: [MatchSide::Open; 2], stage: MatchStage::Waits, last_day: None }
    }

    /// Why it is over, where it is.
    #[must_use]
    pub fn won(&self) -> Option<Won> {
        match self.stage {
            MatchStage::Over { by, .. } => Some(by),
            MatchStage::Waits | MatchStage::Due | MatchStage::Level => None,
        }
    }

    /// Whether it is decided: somebody went on, or nobody will.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.won().is_some()
    }

    /// Who went on.
    #[must_use]
    pub fn winner(&self) -> Option<u32> {
        match self.stage {
            MatchStage::Over { winner, .. } => winner,
            MatchStage::Waits | MatchStage::Due | MatchStage::Level => None,
        }
    }

    /// Who did not, where somebody did.
    #[must_use]
    pub fn loser(&self) -> Option<u32> {
        let winner = self.winner()?;
        self.entrants().find(|entrant| *entrant != winner)
    }

    /// What came of it; `None` as long as it is not decided.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.stage {
            MatchStage::Over { winner: Some(winner), .. } => {
                Some(Ending { winner: Some(winner), losers: [self.loser(), None] })
            }
            MatchStage::Over { winner: None, .. } => {
                Some(Ending { winner: None, losers: self.sides.map(MatchSide::entrant) })
            }
            MatchStage::Waits | MatchStage::Due | MatchStage::Level => None,
        }
    }

    /// Those who meet, as far as they are known.
    pub fn entrants(&self) -> impl Iterator<Item = u32> {
        self.sides.into_iter().filter_map(MatchSide::entrant)
    }
}

/// What came of a match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// Who goes on.
    pub winner: Option<u32>,
    /// Who does not: both, where nobody goes on.
    pub losers: [Option<u32>; 2],
}

impl Ending {
    /// The one who lost against a winner.
    #[must_use]
    pub fn loser(&self) -> Option<u32> {
        self.winner.and(self.losers[0])
    }
}

/// Who plays a side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchSide {
    /// This entrant.
    Entrant(u32),
    /// Nobody: the other side goes on without playing.
    Nobody,
    /// It is not known yet.
    Open,
}

impl MatchSide {
    /// Who plays it.
    #[must_use]
    pub fn entrant(self) -> Option<u32> {
        match self {
            Self::Entrant(entrant) => Some(entrant),
            Self::Nobody | Self::Open => None,
        }
    }
}

/// Why a match is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Won {
    /// The games were won.
    Games,
    /// There was no opponent, or nobody at all.
    Bye,
    /// The opponent withdrew, or both did.
    Walkover,
    /// It was decided: by this act of the log.
    Decision(usize),
    /// The games left them level, and a lot was drawn.
    Lot,
}
