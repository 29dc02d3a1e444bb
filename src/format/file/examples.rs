//! `[[example]]` as typed.

use super::Literal;
use crate::source::Span;
use crate::syntax::ast::Name;

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
    /// The table.
    pub span: Span,
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
