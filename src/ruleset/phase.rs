//! How an event goes: its phases, who meets whom in them, and what a simulation invents.
//!
//! Inert, like the rest of the ruleset: `pairing` draws from it, `event` follows it. Start with [`Phase`].

use super::{ClauseId, Count, Day, Deadline, Open, OrderKey, Settings, Step};
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::value::{Rational, Symbol};

pub use crate::syntax::ast::{Draw, Settling};

/// A phase, by its place in [`super::Ruleset::phases`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhaseId(pub u16);

/// A standing, by its place in [`super::Ruleset::standings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StandingId(pub u16);

/// A part of an event with one way of pairing.
#[derive(Debug, Clone)]
pub struct Phase {
    /// Its name, as games record it.
    pub name: String,
    /// The name as a choice: the value of the column `phase`.
    pub symbol: Symbol,
    /// Its title, or its name.
    pub title: String,
    /// Who plays in it.
    pub entrants: Admission,
    /// What ranks its entrants, during it and after it. `None`: its bracket does, or nothing.
    pub standing: Option<StandingId>,
    /// What becomes of entrants who are level where the order between them matters.
    pub ties: Settling,
    /// Who meets whom.
    pub scheme: Scheme,
    /// Clauses cited for the phase as a whole.
    pub cites: Vec<ClauseId>,
    /// In which month or year of an edition it is played, from 1.
    pub period: u32,
    /// Its last day.
    pub until: Option<Day>,
    /// The last days of matches.
    pub deadlines: Vec<Deadline>,
    /// Its name in the file.
    pub at: Span,
}

/// Who plays in a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Admission {
    /// Everybody who has entered.
    Everybody,
    /// Those on these places of an earlier phase.
    Places {
        /// From this place, 1 or more.
        first: u32,
        /// To this one, which counts as well.
        last: u32,
        /// Of this phase.
        of: PhaseId,
    },
}

/// Who meets whom.
#[derive(Debug, Clone)]
pub enum Scheme {
    /// Pools, drawn anew for each round.
    Pools(Pools),
    /// Everybody meets everybody.
    RoundRobin(RoundRobin),
    /// Who loses is out.
    Knockout(Knockout),
    /// Entrants find their opponents themselves.
    Open(Open),
}

/// Small pools, each with a schedule of its own.
#[derive(Debug, Clone)]
pub struct Pools {
    /// How many rounds.
    pub rounds: u32,
    /// Into how many groups the entrants are cut; a full pool holds one of each.
    pub groups: u32,
    /// How the pools of the first round come about.
    pub first: Cut,
    /// How those of all later rounds do.
    pub later: Cut,
    /// Who meets whom in a pool: one schedule for each size of pool, the smallest first.
    pub schedules: Vec<Schedule>,
}

/// How entrants are cut into groups, and pools are made of the groups.
#[derive(Debug, Clone)]
pub struct Cut {
    /// What orders the entrants before they are cut: the first group is the best.
    pub by: Ranking,
    /// How one of each group comes into one pool.
    pub draw: Draw,
    /// The size of the pools that take in the remainder, where the number of entrants is no multiple of the groups: one
    /// more than there are groups, or one fewer. `None`: there must be no remainder.
    pub remainder: Option<u32>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// Where it is said.
    pub at: Span,
}

/// What orders entrants.
#[derive(Debug, Clone)]
pub enum Ranking {
    /// The standing of the phase. (Before the first game of an event everybody is level in it.)
    Standing,
    /// These keys over the entrant sheet.
    Keys(Vec<OrderKey>),
    /// The order of registration; in a phase that takes its entrants from another, their places there.
    Entry,
}

/// The games of a pool, or of a match.
#[derive(Debug, Clone)]
pub struct Schedule {
    /// For how many entrants: A, B, C…
    pub size: u32,
    /// The games, in order.
    pub games: Vec<ScheduledGame>,
    /// Where it stands.
    pub at: Span,
}

/// A line of a schedule.
#[derive(Debug, Clone)]
pub struct ScheduledGame {
    /// Who plays, in the order of the line.
    pub sides: Vec<ScheduledSide>,
    /// Who is umpire: 0 for A, 1 for B…
    pub umpire: Option<u32>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
}

/// A side in a line of a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduledSide {
    /// 0 for A, 1 for B…
    pub member: u32,
    /// Where they sit; `None` where the format has no seats.
    pub seat: Option<Symbol>,
}

/// Everybody meets everybody, in rounds by the circle method.
#[derive(Debug, Clone)]
pub struct RoundRobin {
    /// How often each pair meets.
    pub legs: u32,
    /// What orders the entrants before the numbers are given out.
    pub by: Ranking,
    /// How the numbers of the table are given out: by lot, or by position.
    pub draw: Draw,
    /// The games of a meeting; `None`: one game, in the seats in their order.
    pub schedule: Option<Schedule>,
}

/// Who loses is out.
#[derive(Debug, Clone)]
pub struct Knockout {
    /// Who meets whom.
    pub bracket: Bracket,
    /// The games of a match; `None`: one game, in the seats in their order.
    pub schedule: Option<Schedule>,
    /// Who is A in that schedule: drawn by lot for each match, or the one who is named first in the bracket.
    pub draw: Draw,
    /// How many games a match has, the lines of the schedule in turn; `None`: each line once.
    pub games: Option<Count>,
    /// Whether one more game is played as long as a match is level.
    pub extra: bool,
}

impl Knockout {
    /// How many games a match has that is not played on: so many as are said, or the lines of the schedule.
    #[must_use]
    pub fn games_of_a_match(&self, settings: &Settings) -> u32 {
        let lines = || {
            self.schedule
                .as_ref()
                .map_or(1, |schedule| u32::try_from(schedule.games.len()).unwrap_or(u32::MAX))
        };
        self.games.map_or_else(lines, |count| count.of(settings)).max(1)
    }
}

/// Who meets whom in a knockout.
#[derive(Debug, Clone)]
pub enum Bracket {
    /// As it is written.
    Written(Vec<BracketMatch>),
    /// Single elimination for any number of entrants: the best seeds have byes.
    SingleElimination {
        /// Whether the losers of the two semi-finals play for the third place.
        third_place: bool,
    },
}

/// A match of a bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketMatch {
    /// Its name: `semi 1`.
    pub name: String,
    /// Who meets.
    pub sides: [Source; 2],
    /// The final place of the winner, where this match decides it.
    pub winner_place: Option<u32>,
    /// The final place of the loser, where this match decides it.
    pub loser_place: Option<u32>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
}

/// Where a side of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The entrant of the phase with this number, from 1.
    Seed(u32),
    /// The winner of an earlier match, by its place in the bracket.
    Winner(u16),
    /// The loser of an earlier match.
    Loser(u16),
}

/// How results are invented. It is no part of how they are scored, nor of the semantic hash.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// Fills recorded columns, each step after what it needs: the ruled columns that it looks at are among the steps.
    pub steps: Vec<Step>,
    /// Recorded columns that must hold something, that no rule invents, and that cannot be drawn: nothing can be invented
    /// as long as there are any.
    pub undrawable: Vec<ColumnId>,
    /// How long the games that are played at one time take, in seconds.
    pub game_time: Option<Rational>,
    /// Whether the format describes it; else every column is drawn evenly from its declared range.
    pub described: bool,
}
