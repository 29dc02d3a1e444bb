//! What there is: sheets, columns, links, options, seats.

use super::ClauseId;
use crate::sheet::{LinkId, SheetId};
use crate::source::Span;
use crate::value::{Symbol, Type, Value};

/// A sheet.
#[derive(Debug, Clone)]
pub struct SheetInfo {
    /// Its name in a rule: `game`, `match.side`, `colour`.
    pub name: String,
    /// What its rows are called in an aggregate: `games`, `colours`.
    pub plural: String,
    /// What its rows are.
    pub kind: SheetKind,
}

/// What the rows of a sheet are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SheetKind {
    /// The whole log: one row.
    Event,
    /// Players or teams.
    Entrant,
    /// Games that the same entrants play under one pairing.
    Match,
    /// An entrant in a match.
    MatchSide,
    /// Recorded games.
    Game,
    /// An entrant in a game.
    Side,
    /// Things that a side or a game owns.
    Part {
        /// The names of the single ones, in order; empty for a list without names.
        names: Vec<Symbol>,
        /// Whether they belong to the game and never to a side.
        of_game: bool,
    },
    /// The elements of a recorded list. The log records it under this name, in a row of that sheet.
    List {
        /// The sheet whose rows own the lists.
        owner: SheetId,
        /// The name of the recorded list.
        name: String,
        /// Whether its elements are parts, with the columns of such a part; else each is a value, and `value` is its
        /// only recorded column.
        parts: bool,
    },
    /// Each row of one sheet paired with rows of another: has a link [`LinkRole::Outer`] and a link [`LinkRole::Inner`].
    Join {
        /// The links from a row of the outer sheet to the row whose children it is paired with.
        outer_path: Vec<LinkId>,
        /// The links from a row of the inner sheet to that same row.
        inner_path: Vec<LinkId>,
        /// Whether a row is never paired with itself (`others`).
        except_self: bool,
    },
}

impl SheetKind {
    /// Whether a row belongs to one game: a side, a part, or the game itself.
    #[must_use]
    pub fn is_of_game(&self) -> bool {
        match self {
            Self::Game | Self::Side | Self::Part { .. } => true,
            Self::Event
            | Self::Entrant
            | Self::Match
            | Self::MatchSide
            | Self::List { .. }
            | Self::Join { .. } => false,
        }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its name; what a hidden column stands for, for messages (`sum(points)`).
    pub name: String,
    /// The sheet it is a column of.
    pub sheet: SheetId,
    /// What it holds.
    pub ty: Type,
    /// Where its values come from.
    pub origin: Origin,
    /// Clauses cited for the rule as a whole.
    pub cites: Vec<ClauseId>,
    /// Its definition in the file; `None` for built-in columns.
    pub at: Option<Span>,
    /// What it means, where the format says so.
    pub text: Option<String>,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The log, with a default where it is silent.
    Recorded {
        /// The value where nothing is recorded.
        default: Option<Value>,
    },
    /// The log or the way it is laid out; every format has it.
    Builtin(BuiltinColumn),
    /// A rule.
    Ruled,
    /// A state of the ladder, where no step computes it: before a game, or after the last one.
    State,
    /// A step that a rule needs: an aggregate, a condition, a key.
    Hidden {
        /// Whether it is an aggregate (a [`super::Reduce`]).
        aggregate: bool,
    },
}

/// Columns that are there in every format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BuiltinColumn {
    /// `entrant.name`, `colour.name`: text or choice
    Name,
    /// `name` of an element of a list: text, what is written for it; only where its part says how; computed
    Written,
    /// `number`: place in the sheet from 1; for entrants the order of registration (the entrants of the log's
    /// entrant records, then those that first appear in a game)
    Number,
    /// `game.id`: text?
    Id,
    /// `game.match`: text?, only where the format has matches
    MatchId,
    /// `game.phase`, `match.phase`: text?; where the format has phases a choice of their names, the first where the log
    /// names none
    Phase,
    /// `game.round`, `match.round`: integer?
    Round,
    /// `game.pool`: text?, only where the format has phases
    Pool,
    /// `game.umpire`: text?, the name of an entrant, only where the format has phases
    Umpire,
    /// `game.reported_by`: text?, who recorded the result, only where the format has phases
    ReportedBy,
    /// `game.confirmed_by`: text?, who confirmed it, only where the format has phases
    ConfirmedBy,
    /// `game.date`: date?, only where the format has editions or days by which something is over
    Date,
    /// `game.edition`: text?, only where the format has editions: `2026-11`
    Edition,
    /// `side.seat`: choice; text where the format has no seats
    Seat,
    /// `side.place`, `match.side.place`: integer 1 or more; computed by a [`super::Place`]
    Place,
    /// `penalty`: what the faults of the row cost; computed
    Penalty,
    /// `void`: yes/no, whether the row does not count; computed. On sheets with void conditions, and those that a limit of
    /// a phase speaks of; games and matches of other formats have it for what the arbiter annuls, and no rule sees it
    Void,
}

/// A link.
#[derive(Debug, Clone)]
pub struct LinkInfo {
    /// Its name in a rule (`entrant`, `opponent`, `game`, a seat), for messages.
    pub name: String,
    /// The sheet it leads from.
    pub from: SheetId,
    /// The sheet it leads to.
    pub to: SheetId,
    /// What it means.
    pub role: LinkRole,
    /// Whether every row has a target.
    pub total: bool,
}

/// What a link means.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LinkRole {
    /// From a row to the row that it is inside of, in the sheet `to`:
    /// side → game, part → side (none where the seat is empty), part → game, list → owner, game → match,
    /// side → match.side, match.side → match, and everything → event.
    Inside(SheetId),
    /// side → entrant, match.side → entrant
    Entrant,
    /// side → the other side of its game; match.side → the other side of its match
    Opponent,
    /// side → the side of the same entrant in its game before; game → the game before it in the log. None where there is none.
    Previous,
    /// game → its side in this seat
    Seat(Symbol),
    /// join → outer row
    Outer,
    /// join → inner row
    Inner,
}

/// An option, by its place in [`super::Ruleset::options`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OptionId(pub u16);

/// An option.
#[derive(Debug, Clone)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// What it decides.
    pub text: Option<String>,
    /// What it may be.
    pub values: OptionType,
    /// What it is, where nothing is said.
    pub default: Value,
    /// Whether the format has fixed it, so that `--set` may not.
    pub fixed: bool,
}

/// What an option may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionType {
    /// One of these.
    Choices(Vec<Symbol>),
    /// Any value of the type.
    Typed(Type),
}

/// Who sits where.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The seats, in order; empty where sides have no seats.
    pub seats: Vec<Seat>,
    /// What every side owns: the single parts, in order, of each kind that belongs to sides and of which no seat of
    /// this plan owns one. A side has a row of it where the log records something of it
    /// ([`super::Ruleset::may_be_left_out`]).
    pub each: Vec<(SheetId, Symbol)>,
    /// A game has at least so many sides.
    pub least: u32,
    /// And at most so many; `None`: without end.
    pub most: Option<u32>,
}

/// A seat, and what it owns.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Its name.
    pub name: Symbol,
    /// The parts it owns: the part's sheet and the name of the single one. Their rows are there wherever somebody
    /// sits here.
    pub parts: Vec<(SheetId, Symbol)>,
}
