//! `[[phase]]` as typed.

use super::{CountEntry, DayEntry, DeadlineEntry, OpenEntry};
use crate::source::Span;
use crate::syntax::ast::{Bracket, Draw, Name, Order, Schedule, Selection, Settling};

/// `[[phase]]`
#[derive(Debug, Clone)]
pub struct PhaseEntry {
    /// Its name.
    pub name: Name,
    /// `title = "…"`
    pub title: Option<String>,
    /// `entrants = "top 4 of qualification"`; `None`: everybody.
    pub entrants: Option<Selection>,
    /// `standing = "qualification"`
    pub standing: Option<Name>,
    /// `ties = "lot" | "decision"`
    pub ties: Settling,
    /// `pairing = "pools"`, and what belongs to it; `None` when it could not be read (complained about already).
    pub scheme: Option<SchemeEntry>,
    /// `cites = ["four_rounds"]`
    pub cites: Vec<Name>,
    /// `period = 2`: in which month or year of an edition it is played; the first, where it is not said.
    pub period: Option<(u32, Span)>,
    /// `until = "last day"`
    pub until: Option<DayEntry>,
    /// `[phase.deadlines]`
    pub deadlines: Vec<DeadlineEntry>,
}

/// Who meets whom.
#[derive(Debug, Clone)]
pub enum SchemeEntry {
    /// `pairing = "pools"`
    Pools(PoolsEntry),
    /// `pairing = "round-robin"`
    RoundRobin(RoundRobinEntry),
    /// `pairing = "knockout"`
    Knockout(KnockoutEntry),
    /// `pairing = "open"`
    Open(OpenEntry),
}

/// `rounds` and `[phase.pools]`
#[derive(Debug, Clone)]
pub struct PoolsEntry {
    /// `rounds = 4`
    pub rounds: u32,
    /// `groups = 3`
    pub groups: u32,
    /// Where the groups are said.
    pub groups_span: Span,
    /// `first = {…}`
    pub first: CutEntry,
    /// `later = {…}`; `None`: as the first.
    pub later: Option<CutEntry>,
    /// `[phase.pools.schedule]`
    pub schedules: Vec<ScheduleEntry>,
}

/// `{ by = "standing", draw = "lot", remainder = "pools of 4" }`
#[derive(Debug, Clone)]
pub struct CutEntry {
    /// `by = "…"`
    pub by: RankingEntry,
    /// `draw = "lot" | "position" | "snake"`
    pub draw: Draw,
    /// `remainder = "pools of 4"`
    pub remainder: Option<(u32, Span)>,
    /// `cites = […]`
    pub cites: Vec<Name>,
    /// The table.
    pub span: Span,
}

/// What orders entrants.
#[derive(Debug, Clone)]
pub enum RankingEntry {
    /// `"standing"`
    Standing(Span),
    /// `"entry"`
    Entry,
    /// An order.
    Keys(Order),
}

/// A schedule, and for how many it is.
#[derive(Debug, Clone)]
pub struct ScheduleEntry {
    /// For how many entrants.
    pub size: u32,
    /// The games; `None` when they could not be read (complained about already).
    pub games: Option<Schedule>,
    /// Its key.
    pub span: Span,
}

/// `legs`, `by`, `draw`, `schedule`
#[derive(Debug, Clone)]
pub struct RoundRobinEntry {
    /// `legs = 2`
    pub legs: u32,
    /// `by = "…"`
    pub by: RankingEntry,
    /// `draw = "lot" | "position"`
    pub draw: Draw,
    /// `schedule = '…'`, for two.
    pub schedule: Option<ScheduleEntry>,
}

/// `bracket`, `draw`, `schedule`
#[derive(Debug, Clone)]
pub struct KnockoutEntry {
    /// `bracket = '…'`; `None` when it could not be read (complained about already).
    pub bracket: Option<Bracket>,
    /// Where.
    pub bracket_span: Span,
    /// `draw = "lot" | "position"`
    pub draw: Draw,
    /// `schedule = '…'`, for two.
    pub schedule: Option<ScheduleEntry>,
    /// `games = 16`: how many games a match has, the lines of the schedule in turn; one round of them, where it is not said.
    pub games: Option<CountEntry>,
    /// `extra = "until decided"`: one more game as long as the match is level.
    pub extra: bool,
}
