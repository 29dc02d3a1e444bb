//! Examples as typed: games and what they are worth, rounds and who meets whom, logs and how their events stand.
//!
//! Inert. Start with [`ExampleEntry`].

use super::Literal;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::Date;

/// `[[example]]`
#[derive(Debug, Clone)]
pub struct ExampleEntry {
    /// Its name.
    pub name: Name,
    /// `set = { players = "two" }`
    pub set: Vec<(Name, Literal)>,
    /// `after = "Deal 1"`: the games of that example come first.
    pub after: Option<Name>,
    /// `entrants = { TITI = { born = "2001-02-03" } }`
    pub entrants: Vec<(Name, Record)>,
    /// `begin = { TITI = { wins = 3 } }`: states that entrants begin with.
    pub begin: Vec<(Name, Record)>,
    /// `game = {…}` or `games = [{…}, …]`
    pub games: Vec<(Record, Span)>,
    /// `expect = { TITI.match_points = 0 }`: paths and values.
    pub expect: Vec<(Vec<Name>, Literal)>,
    /// `because = ["gap"]`
    pub because: Vec<Name>,
    /// `not_because = ["speed"]`
    pub not_because: Vec<Name>,
    /// `log = '…'`, in place of games, and what is expected of the event.
    pub logged: Option<LoggedEntry>,
    /// The table.
    pub span: Span,
}

/// What an example records as a log does, and how its event must stand then.
#[derive(Debug, Clone)]
pub struct LoggedEntry {
    /// `log = '…'`: JSON Lines or CSV, and where it stands.
    pub log: Name,
    /// `date = 2026-12-13`: the day on which one asks; `None`: the latest in the log.
    pub date: Option<Date>,
    /// `winners = { "semi 1" = "Ada" }`: the matches of brackets that somebody has won.
    pub winners: Vec<(Name, Name)>,
    /// `nobody = ["semi 1"]`: those that are over, and nobody goes on.
    pub nobody: Vec<Name>,
    /// `undecided = ["semi 1"]`: those that are not over.
    pub undecided: Vec<Name>,
    /// `meets = { "semi 1" = ["Ada", "Bo"] }`: who meets in them, in any order.
    pub meets: Vec<(Name, Vec<Name>, Span)>,
    /// `places = { Ada = 1 }`: final places.
    pub places: Vec<(Name, u32, Span)>,
    /// `overdue = ["semi 1"]`: all matches that should have been over, and phases; `None`: nothing is said of it.
    pub overdue: Option<(Vec<Name>, Span)>,
}

impl LoggedEntry {
    /// Whether anything is expected of its event.
    #[must_use]
    pub fn is_of_event(&self) -> bool {
        let Self { winners, nobody, undecided, meets, places, overdue, .. } = self;
        let matches = !winners.is_empty() || !nobody.is_empty() || !undecided.is_empty() || !meets.is_empty();
        matches || !places.is_empty() || overdue.is_some()
    }
}

/// `[[example]]` with a `phase`: who comes together in a round. The entrants are called 1, 2, 3… in the order from which
/// it is paired.
#[derive(Debug, Clone)]
pub struct DrawnExample {
    /// Its name.
    pub name: Name,
    /// `set = { players = "two" }`
    pub set: Vec<(Name, Literal)>,
    /// `phase = "qualification"`
    pub phase: Name,
    /// `round = 2`; `None`: the first.
    pub round: Option<(u32, Span)>,
    /// `ranked = 15`: how many entrants there are.
    pub ranked: (u32, Span),
    /// What must come out.
    pub expect: ExpectedRound,
    /// `games = [{ blue = 1, yellow = 2, umpire = 3 }, [1, 4]]`, in order; `None`: whichever come out.
    pub games: Option<(Vec<ExpectedGame>, Span)>,
    /// `by_lot = true`: the games are those of one draw among others.
    pub by_lot: Option<Span>,
    /// `because = ["thirds"]`
    pub because: Vec<Name>,
    /// `not_because = ["lots"]`
    pub not_because: Vec<Name>,
}

/// What an example says of a round.
#[derive(Debug, Clone)]
pub enum ExpectedRound {
    /// `pools = [[1, 6, 11], [2, 7, 12]]`, and where the list stands.
    Pools(Vec<Together>, Span),
    /// `matches = [[1, 4], [2, 3]]`, likewise.
    Matches(Vec<Together>, Span),
    /// `sizes = [4, 3, 3]`: of the pools, in any order.
    Sizes(Vec<u32>, Span),
    /// `refused = true`: there can be no pairing.
    Refused(Span),
    /// Only its games are given.
    Games,
}

/// Those who come together, and where it is said.
pub type Together = (Vec<u32>, Span);

/// A game of such an example.
#[derive(Debug, Clone)]
pub struct ExpectedGame {
    /// Who sits where; `None`: wherever it may be.
    pub seats: Vec<(Option<Name>, u32)>,
    /// Who is umpire.
    pub umpire: Option<u32>,
    /// The table.
    pub span: Span,
}

/// A TOML table of recorded values.
pub type Record = Vec<(Name, Field)>;

/// A field of a record.
#[derive(Debug, Clone)]
pub enum Field {
    /// A value.
    Value(Literal),
    /// A table: a seat, a part, an entrant.
    Record(Record),
    /// A list.
    List(Vec<Field>),
}
