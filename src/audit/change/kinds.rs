//! What kinds of small changes there are.
//!
//! The list is the one of the reference (“Whether a format says enough”). Start with [`Kind`].

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A number, a length of time or a day in a rule, one more or one less.
    Literal,
    /// The border between two bands, or an open end of one, moved by one.
    Edge,
    /// A choice for its neighbour in the list; yes for no.
    Choice,
    /// `>` for `>=`, `=` for `!=`…
    Comparison,
    /// `and` for `or`.
    Connective,
    /// A condition turned round: `not` put in or left out, the two sides of an `if … else` exchanged.
    Negation,
    /// `+` for `-`, a sign left out.
    Sign,
    /// `min` for `max`, `any` for `all`, `best` for `worst`, the greatest for the sum…
    Function,
    /// A `where` left out.
    Filter,
    /// One of the members behind `in` left out.
    Member,
    /// An item of a tally left out.
    Item,
    /// The `if` of an item left out.
    Condition,
    /// A case left out.
    Case,
    /// Two neighbouring lines of a table or a list of cases exchanged.
    Lines,
    /// Two neighbouring keys exchanged.
    Keys,
    /// A key left out.
    Key,
    /// The direction of a key turned round.
    Direction,
    /// An `among tied` left out.
    AmongTied,
    /// What becomes of ties.
    Ties,
    /// `kept` left out.
    Kept,
    /// The default of a recorded column or of an option.
    Default,
    /// A line of a schedule: its seats exchanged, left out, its umpire left out.
    Schedule,
    /// Two seeds of a bracket exchanged.
    Seeds,
    /// How pools are made: groups, remainder, draw, rounds.
    Pools,
}

impl Kind {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Edge => "edge",
            Self::Choice => "choice",
            Self::Comparison => "comparison",
            Self::Connective => "connective",
            Self::Negation => "negation",
            Self::Sign => "sign",
            Self::Function => "function",
            Self::Filter => "filter",
            Self::Member => "member",
            Self::Item => "item",
            Self::Condition => "condition",
            Self::Case => "case",
            Self::Lines => "lines",
            Self::Keys => "keys",
            Self::Key => "key",
            Self::Direction => "direction",
            Self::AmongTied => "among tied",
            Self::Ties => "ties",
            Self::Kept => "kept",
            Self::Default => "default",
            Self::Schedule => "schedule",
            Self::Seeds => "seeds",
            Self::Pools => "pools",
        }
    }
}
