//! How an event went, as far as its log goes: phases, rounds, pools, matches, and what is due.
//!
//! Everything is by row: entrants of the entrant sheet, games of the game sheet of the whole log. Start with [`Course`].

use crate::engine::Outcome;
use crate::pairing::{Impossible, Pairing, Pool};
use crate::ruleset::{BracketMatch, Edition, PhaseId, Ruleset, Scheme};
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
    /// The final places, as far as they are known: phases that come later first.
    pub places: Vec<FinalPlace>,
    /// What does not fit.
    pub remarks: Vec<Remark>,
}

impl Course {
    /// How many rounds have been played to the end, in all phases.
    #[must_use]
    pub fn rounds_played(&self) -> usize {
        let rounds = self.phases.iter().flat_map(|phase| &phase.rounds);
        rounds.filter(|round| round.missing() == 0).count()
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
    /// Its rounds so far; the last one may be under way.
    pub rounds: Vec<RoundCourse>,
    /// Its bracket, where it has one.
    pub bracket: Vec<MatchCourse>,
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
            round.missing() == 0 && games
        };
        self.rounds.iter().any(is_played)
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
    /// Its games, in the order of pools and schedule.
    pub games: Vec<GameCourse>,
    /// What came out, over the games up to this round; `None` as long as it is not finished, or where no standing ranks
    /// the phase.
    pub outcome: Option<Box<Outcome>>,
    /// The rows of the log's game sheet that the outcome is over, in its order.
    pub scored: Vec<u32>,
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
            outcome: None,
            scored: Vec::new(),
            from: None,
        }
    }

    /// How many of its games are to be played yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.games.iter().filter(|game| game.state == GameState::Missing).count()
    }

    /// The row that a game of the log has in the outcome.
    #[must_use]
    pub fn row_in_outcome(&self, game: u32) -> Option<u32> {
        let row = self.scored.binary_search(&game).ok()?;
        u32::try_from(row).ok()
    }

    /// Whether any of its games has been played, or another in its place.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.recorded || self.games.iter().any(|game| matches!(game.state, GameState::Played(_)))
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
    /// Not yet.
    Missing,
    /// It will not be, since this entrant has withdrawn.
    Cancelled(u32),
    /// It need not be, since this act of the log decided the match.
    Decided(usize),
}

/// A match of a bracket.
#[derive(Debug, Clone)]
pub struct MatchCourse {
    /// As it stands in the bracket.
    pub line: BracketMatch,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// Who meets, as far as that is known.
    pub sides: [MatchSide; 2],
    /// Who went on, and why.
    pub won: Option<(u32, Won)>,
}

impl MatchCourse {
    /// Who went on.
    #[must_use]
    pub fn winner(&self) -> Option<u32> {
        self.won.map(|(winner, _)| winner)
    }

    /// Who did not, where somebody did.
    #[must_use]
    pub fn loser(&self) -> Option<u32> {
        let winner = self.winner()?;
        self.sides.iter().find_map(|side| match side {
            MatchSide::Entrant(entrant) if *entrant != winner => Some(*entrant),
            MatchSide::Entrant(_) | MatchSide::Nobody | MatchSide::Open => None,
        })
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

/// Why an entrant went on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Won {
    /// The games were won.
    Games,
    /// There was no opponent.
    Bye,
    /// The opponent withdrew.
    Walkover,
    /// It was decided: by this act of the log.
    Decision(usize),
    /// The games left them level, and a lot was drawn.
    Lot,
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
    /// The last round of the last phase, none of whose games has been played.
    Round,
    /// The rest of the last round of the last phase.
    Results,
    /// Somebody has to decide who goes on in this match of the last phase, by its place in the bracket.
    Winner {
        /// The match.
        in_match: usize,
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
    /// Whether it is shared.
    pub shared: bool,
    /// Who.
    pub entrant: u32,
    /// In which phase it was reached.
    pub phase: PhaseId,
}

/// Something that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The pairing of this round prescribes no such game.
    NotPrescribed {
        /// The row of the game.
        game: u32,
    },
    /// The pairing prescribes it, with other seats.
    Swapped {
        /// The row of the game.
        game: u32,
        /// The prescribed game: phase, round and place in [`RoundCourse::games`].
        prescribed: (PhaseId, u32, usize),
    },
    /// The pairing prescribes it once.
    Twice {
        /// The row of the game.
        game: u32,
        /// The row of the one that counts as the prescribed one.
        first: u32,
    },
    /// It belongs to a round that could not be paired yet.
    TooEarly {
        /// The row of the game.
        game: u32,
    },
    /// Corrections that came after a round was paired; with them it would have been paired otherwise.
    WouldChange {
        /// The phase.
        phase: PhaseId,
        /// The round.
        round: u32,
        /// The acts that corrected.
        acts: Vec<usize>,
        /// The pools (or matches) as they would have been, each with its entrants.
        instead: Vec<Vec<u32>>,
    },
    /// Entrants for whom there is no game in a phase: who entered when its table or its last round had been drawn up, or
    /// for whom the bracket has no seed.
    WithoutGames {
        /// Who.
        entrants: Vec<u32>,
        /// The phase.
        phase: PhaseId,
    },
    /// An act that has no effect here.
    IdleAct {
        /// Which.
        act: usize,
        /// Why, in words.
        why: &'static str,
    },
}
