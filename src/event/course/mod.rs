//! How an event went, as far as its log goes: phases, rounds, pools, matches, and what is due.
//!
//! Everything is by row: entrants of the entrant sheet, games of the game sheet of the whole log. Start with [`Course`].

mod matches;
mod progress;
mod remark;

pub use matches::{Ending, MatchCourse, MatchSide, MatchStage, Won};
pub use progress::{Awaited, Progress};
pub use remark::{Overdue, Remark};

use crate::engine::Outcome;
use crate::pairing::{Impossible, Pairing, Pool};
use crate::ruleset::{Edition, PhaseId, Ruleset, Scheme};
use crate::value::Date;

/// An event under way, or over.
#[derive(Debug, Clone)]
pub struct Course {
    /// What decided lots, at the end of the log.
    pub seed: u64,
    /// The day by which something was over or overdue; `None`: nothing was.
    pub today: Option<Date>,
    /// Which edition it is, in a format with editions.
    pub edition: Option<Edition>,
    /// The phases that have begun or are about to, in order.
    pub phases: Vec<PhaseCourse>,
    /// What comes next.
    pub due: Due,
    /// Who has withdrawn.
    pub withdrawn: Vec<u32>,
    /// The final places, as far as they are known: whatever is still played, they stay so.
    pub places: Vec<FinalPlace>,
    /// What should have been over by now, phase by phase.
    pub overdue: Vec<Overdue>,
    /// What does not fit.
    pub remarks: Vec<Remark>,
}

impl Course {
    /// How many rounds have been played to the end, in all phases.
    #[must_use]
    pub fn rounds_played(&self) -> usize {
        let rounds = self.phases.iter().flat_map(|phase| &phase.rounds);
        rounds.filter(|round| round.is_over).count()
    }

    /// The phase under way, and the rounds of which games can be played, or are in dispute: one; in a knockout often several.
    #[must_use]
    pub fn under_way(&self) -> Option<(&PhaseCourse, Vec<&RoundCourse>)> {
        let phase = self.phases.last()?;
        let rounds: Vec<&RoundCourse> = phase.rounds.iter().filter(|round| round.is_under_way()).collect();
        (!rounds.is_empty()).then_some((phase, rounds))
    }
}

/// A phase that has begun, or is about to.
#[derive(Debug, Clone)]
pub struct PhaseCourse {
    /// Which.
    pub phase: PhaseId,
    /// Who plays in it; where it takes its entrants from another phase, in the order of their places there (seed 1 first).
    pub entrants: Vec<u32>,
    /// Level entrants whose order mattered on the way into the phase, and how they were put in order.
    pub settled: Vec<Settled>,
    /// Its rounds so far. The last one may be under way; in a knockout, in which a match waits for those alone that its
    /// sides come from, so may several.
    pub rounds: Vec<RoundCourse>,
    /// Its bracket, where it has one.
    pub bracket: Vec<MatchCourse>,
    /// Its last day, where it has one.
    pub last_day: Option<Date>,
    /// Whether all of it has been played.
    pub is_over: bool,
}

impl PhaseCourse {
    /// Whether opponents are chosen freely in it.
    #[must_use]
    pub fn is_free(&self, ruleset: &Ruleset) -> bool {
        matches!(ruleset.phase(self.phase).scheme, Scheme::Open(_))
    }

    /// Whether anything of it has been played to the end of a round.
    #[must_use]
    pub fn has_played(&self, ruleset: &Ruleset) -> bool {
        let is_free = self.is_free(ruleset);
        let is_played = |round: &RoundCourse| {
            let games = if is_free { !round.scored.is_empty() } else { !round.games.is_empty() };
            (is_free || round.is_over) && games
        };
        self.rounds.iter().any(is_played)
    }

    /// The matches of its bracket that somebody has to decide, by their places.
    #[must_use]
    pub fn level(&self) -> Vec<usize> {
        let stages = self.bracket.iter().enumerate();
        stages.filter(|(_, course)| course.stage == MatchStage::Level).map(|(place, _)| place).collect()
    }
}

/// A round that has been paired.
#[derive(Debug, Clone)]
pub struct RoundCourse {
    /// From 1.
    pub number: u32,
    /// The order from which it was paired, the best first.
    pub order: Vec<u32>,
    /// Level entrants whose order mattered, and how they were put in order.
    pub settled: Vec<Settled>,
    /// Its pools; none in a knockout.
    pub pools: Vec<Pool>,
    /// Whether the pools were recorded in the log, and not drawn here.
    pub by_hand: bool,
    /// The seed that was in force when it was drawn.
    pub seed: u64,
    /// Who has no game in it.
    pub byes: Vec<u32>,
    /// Whether games of this round are recorded, prescribed or not.
    pub recorded: bool,
    /// Its games, in the order of pools (or matches) and schedule.
    pub games: Vec<GameCourse>,
    /// Whether it has been played to the end, and all rounds before it.
    pub is_over: bool,
    /// What came out, over the games up to this round; `None` as long as it is not over, or where no standing ranks the
    /// phase. Of a round of a bracket: as it stands, as soon as one of its games was played.
    pub outcome: Option<Box<Outcome>>,
    /// The rows of the log's game sheet that the outcome is over, in its order.
    pub scored: Vec<u32>,
    /// Of a round of a bracket the same without the games that were played on when their match was decided, and the rows that
    /// it is over; `None` where there are no such games.
    pub decisive: Option<(Box<Outcome>, Vec<u32>)>,
    /// What the order was worked out from, where that is not the outcome of the round before.
    pub from: Option<Box<Outcome>>,
}

impl RoundCourse {
    /// A round without anything in it.
    #[must_use]
    pub fn empty(number: u32, seed: u64) -> Self {
        Self {
            number,
            order: Vec::new(),
            settled: Vec::new(),
            pools: Vec::new(),
            by_hand: false,
            seed,
            byes: Vec::new(),
            recorded: false,
            games: Vec::new(),
            is_over: false,
            outcome: None,
            scored: Vec::new(),
            decisive: None,
            from: None,
        }
    }

    /// How many of its games are to be played yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.games.iter().filter(|game| game.state == GameState::Missing).count()
    }

    /// How many of its games wait for the arbiter, since they are in dispute.
    #[must_use]
    pub fn disputed(&self) -> usize {
        self.games.iter().filter(|game| matches!(game.state, GameState::Disputed(_))).count()
    }

    /// Whether games of it are to be played yet, or wait for the arbiter.
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        self.games.iter().any(|game| game.state.is_open())
    }

    /// The row that a game of the log has in the outcome.
    #[must_use]
    pub fn row_in_outcome(&self, game: u32) -> Option<u32> {
        let row = self.scored.binary_search(&game).ok()?;
        u32::try_from(row).ok()
    }

    /// What decided the matches of a bracket, and the rows of the log's game sheet that it is over.
    #[must_use]
    pub fn decisive(&self) -> Option<(&Outcome, &[u32])> {
        let decisive = self.decisive.as_ref().map(|(outcome, scored)| (outcome.as_ref(), scored.as_slice()));
        decisive.or_else(|| Some((self.outcome.as_deref()?, self.scored.as_slice())))
    }

    /// Whether any of its games has been played, or another in its place.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.recorded || self.games.iter().any(|game| game.state.row().is_some())
    }
}

/// A game that the format prescribes.
#[derive(Debug, Clone)]
pub struct GameCourse {
    /// What it is called: unique in the event, and the same whenever it is paired: `qualification-2-5`, `final-semi 1-2`.
    pub id: String,
    /// Who plays.
    pub pairing: Pairing,
    /// In which pool.
    pub pool: Option<u32>,
    /// In which match of the bracket, by its place there.
    pub in_match: Option<usize>,
    /// Whether it has been played.
    pub state: GameState,
}

/// Whether a game has been played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameState {
    /// In this row of the log's game sheet.
    Played(u32),
    /// It was, in this row, and does not count: as long as nothing else decides the match, another one is played in its place.
    Void(u32),
    /// It was, in this row, and records of it contradict one another: it waits for the arbiter, and nothing is played in its place.
    Disputed(u32),
    /// Not yet.
    Missing,
    /// It will not be, since this entrant has withdrawn.
    Cancelled(u32),
    /// It need not be, since this act of the log decided the match.
    Decided(usize),
}

impl GameState {
    /// The row of the game in the log, where it is recorded.
    #[must_use]
    pub fn row(self) -> Option<u32> {
        match self {
            Self::Played(row) | Self::Void(row) | Self::Disputed(row) => Some(row),
            Self::Missing | Self::Cancelled(_) | Self::Decided(_) => None,
        }
    }

    /// Whether it is not known what comes of it: it is to be played yet, or in dispute.
    #[must_use]
    pub fn is_open(self) -> bool {
        match self {
            Self::Missing | Self::Disputed(_) => true,
            Self::Played(_) | Self::Void(_) | Self::Cancelled(_) | Self::Decided(_) => false,
        }
    }
}

/// Entrants whom a ranking left level, in the order that was found for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The order.
    pub order: Vec<u32>,
    /// How it was found.
    pub how: How,
}

impl Settled {
    /// The act that decided, where one did.
    #[must_use]
    pub fn act(&self) -> Option<usize> {
        match &self.how {
            How::Decision(act) => Some(*act),
            How::Lot { .. } => None,
        }
    }
}

/// How level entrants were put in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// By lot, for this occasion: `crate::lot::lot(seed, occasion, "", name)`.
    Lot {
        /// What it was drawn for.
        occasion: String,
    },
    /// By this act of the log.
    Decision(usize),
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// The rounds of the last phase that are under way, none of whose games has been played.
    Round,
    /// The rest of the rounds of the last phase that are under way. In a knockout matches may wait for a decision besides.
    Results,
    /// Somebody has to decide who goes on in these matches of the last phase, by their places in the bracket.
    Winner {
        /// The matches.
        matches: Vec<usize>,
    },
    /// Somebody has to decide the order of entrants who are level.
    Order {
        /// The phase whose ranking leaves them level.
        phase: PhaseId,
        /// The round after which they are.
        round: u32,
        /// Who: each group of those who are level.
        levels: Vec<Vec<u32>>,
        /// The phase that leaves it to a decision: this one, or the one that takes its entrants from it.
        by: PhaseId,
    },
    /// A draw that was recorded and does not fit.
    Draw {
        /// The phase.
        phase: PhaseId,
        /// The round.
        round: u32,
        /// The act of the log.
        act: usize,
        /// Who takes part in the round and is in no pool.
        missing: Vec<u32>,
        /// Who is in a pool and does not take part.
        extra: Vec<u32>,
        /// The size of a pool for which the format has no schedule.
        size: Option<u32>,
    },
    /// Games of a phase in which opponents are chosen freely.
    Open,
    /// There can be no pairing.
    Impossible {
        /// The phase.
        phase: PhaseId,
        /// The round.
        round: u32,
        /// Why.
        why: Impossible,
    },
    /// Nothing: the event is over.
    Over,
}

/// A final place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinalPlace {
    /// From 1; those that share it have the same.
    pub place: u32,
    /// Whether it is shared, or others can still come to it.
    pub shared: bool,
    /// Who.
    pub entrant: u32,
    /// In which phase it was reached.
    pub phase: PhaseId,
}
