//! What an explanation is made of: plain data, a tree for each thing that was asked about.
//!
//! Values are as they were computed; words are found for them by whoever shows the tree. Start with [`Explanation`], then
//! [`Node`].

use crate::ruleset::Aggregate;
use crate::sheet::RecordPlace;
use crate::syntax::ast::Direction;
use crate::value::Value;

/// What was asked, and why it is so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// A tree for each thing that was asked about.
    pub nodes: Vec<Node>,
}

/// Something that the tool says, and what it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What it is.
    pub what: What,
    /// Its value; `None` where it has none to tell.
    pub value: Option<Value>,
    /// Where the value comes from.
    pub from: From,
    /// The rule as it is written in the format.
    pub rule: Option<Quote>,
    /// The clauses that the rule cites.
    pub clauses: Vec<Cited>,
    /// What was decided on the way, in the order in which it was looked at.
    pub steps: Vec<Step>,
    /// What it was computed from.
    pub children: Vec<Self>,
    /// So many children more are not told.
    pub more: usize,
    /// Why it is not opened further, where it could be.
    pub shut: Option<Shut>,
}

/// What a node is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A cell of a sheet.
    Cell {
        /// The column.
        column: String,
        /// Its row.
        of: RowName,
    },
    /// An aggregate inside a rule: its words, and for which row it was taken.
    Aggregate {
        /// As it is written.
        text: String,
        /// Its row.
        of: RowName,
    },
    /// A row that went into an aggregate, and the value that it gave.
    Row {
        /// What was looked at, as it is written; empty where rows are counted.
        text: String,
        /// The row.
        of: RowName,
    },
    /// An option of the format.
    Option(String),
    /// An item of a tally.
    Item {
        /// As it is written.
        text: String,
        /// Whether it counts.
        counts: bool,
    },
    /// The place in a standing.
    Place {
        /// The title of the standing.
        standing: String,
        /// Who.
        of: RowName,
        /// Of how many.
        among: usize,
        /// Whether others have it too.
        shared: bool,
    },
    /// A comparison with somebody else.
    Against {
        /// Who is looked at.
        of: RowName,
        /// With whom.
        other: RowName,
        /// Whether the one who is looked at comes first; `None`: neither does.
        ahead: Option<bool>,
    },
    /// A key by which two were compared: the value of the node is that of the one who is looked at.
    Key {
        /// As it is written.
        text: String,
        /// Which end comes first.
        direction: Direction,
        /// The value of the other one.
        other: Value,
        /// Whether the one who is looked at comes first by it; `None`: they are level.
        ahead: Option<bool>,
        /// Whether only games between those still level counted.
        among_tied: bool,
    },
    /// What became of a state, game by game.
    History {
        /// The state.
        column: String,
        /// Whose.
        of: RowName,
    },
    /// Something in words that stands for itself.
    Words(String),
    /// Why something did not happen: a line of a rule that cites a clause.
    WhyNot {
        /// The line.
        text: String,
        /// What the rule is of: a column and its row.
        column: String,
        /// Its row.
        of: RowName,
        /// Whether it did happen.
        taken: bool,
    },
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// It was computed.
    Rule,
    /// It was recorded here.
    Record(RecordPlace),
    /// It is recorded, but nothing tells where.
    Log,
    /// It may have been left out in this record: it is the default.
    Default(RecordPlace),
    /// Nothing to tell.
    Nowhere,
}

/// A piece of the format as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// Its words; of several lines as they stand.
    pub text: String,
    /// The file.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
}

/// A clause of the regulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// Its name.
    pub name: String,
    /// Its words.
    pub text: String,
}

/// Something that was decided on the way to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Bands were looked at over this value.
    Over {
        /// What they are cut over.
        text: String,
        /// Its value.
        value: Value,
    },
    /// A band or a case was passed by.
    Passed {
        /// As it is written.
        line: Quote,
        /// Why.
        why: Vec<Finding>,
    },
    /// A band or a case was taken.
    Taken {
        /// As it is written.
        line: Quote,
        /// The clauses that it cites.
        clauses: Vec<Cited>,
        /// Why, where there is more to say than that nothing before it was.
        why: Vec<Finding>,
    },
    /// Of `A if C else B` one was taken.
    Chosen {
        /// What was taken.
        text: String,
        /// Why.
        why: Vec<Finding>,
    },
    /// Of `A else B` the second was taken, as the first is missing or divides by zero.
    Instead {
        /// What is missing.
        missing: String,
        /// What was taken.
        text: String,
    },
    /// What would have had to be otherwise.
    Unmet {
        /// What decided.
        why: Vec<Finding>,
        /// The line that was taken since the condition holds; `None`: it should have held, and does not.
        line: Option<String>,
    },
    /// An item of a tally does not count, or an item of it does, under a condition.
    If(Vec<Finding>),
    /// Rows were aggregated.
    Aggregated(Rows),
    /// The value was corrected.
    Corrected {
        /// What was recorded before.
        before: Value,
        /// By whom.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
        /// Where the act stands.
        place: RecordPlace,
    },
    /// It does not count, whatever the rules say: an act annuls it.
    Annulled {
        /// By whom.
        by: Option<String>,
        /// Why.
        reason: Option<String>,
        /// Where the act stands.
        place: RecordPlace,
    },
    /// It does not count as long as somebody reports it otherwise.
    Disputed {
        /// Who.
        by: String,
        /// Where the report stands.
        place: RecordPlace,
        /// What is reported otherwise: the column, its row, what is recorded, what is reported.
        changes: Vec<(String, RowName, Value, Value)>,
    },
    /// What it was before.
    Was(Value),
    /// What it began with.
    Began(Value),
    /// In so many games it moved, in so many it stayed as it was.
    Stayed {
        /// It moved.
        moved: usize,
        /// It did not.
        stayed: usize,
    },
    /// A value is carried on: from the game before, or from the beginning.
    Carried {
        /// The column that it is carried from.
        column: String,
        /// The game; `None`: from what the entrant begins with.
        after: Option<RowName>,
    },
    /// It cannot be said more exactly: words.
    Said(String),
    /// The nearest change that would have made a condition true.
    Change(Change),
}

/// What became of the rows that an aggregate looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// Which aggregate.
    pub aggregate: Aggregate,
    /// What they are called: one, and several.
    pub called: [String; 2],
    /// So many took part.
    pub taken: usize,
    /// So many of these fulfil the condition that is asked of each; `None` where none is.
    pub hits: Option<usize>,
    /// So many were left out by a condition.
    pub left_out: usize,
    /// So many are void, by a condition of the format, or inside of something that is.
    pub void: usize,
    /// So many have no value.
    pub missing: usize,
    /// So many do not count, whatever the rules say.
    pub annulled: usize,
    /// So many were not among the best, or the worst.
    pub not_chosen: usize,
    /// So many are of games with somebody who was not level any more.
    pub apart: usize,
    /// Whether only games between those still level counted.
    pub among_tied: bool,
}

/// What decided a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part of the condition that decided, as it is written.
    pub text: String,
    /// Whether it holds; `None`: that cannot be told.
    pub holds: Option<bool>,
    /// What it looked at, with the values.
    pub values: Vec<(String, Value)>,
    /// For a band: on which side of it the value lies.
    pub side: Option<Side>,
}

/// Where a value lies that a band does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Below all that it takes.
    Below,
    /// Above all that it takes.
    Above,
    /// Elsewhere.
    Beside,
}

/// A change that would have made a condition true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Of which row, where it is another one than that of the rule.
    pub whose: Option<RowName>,
    /// What would have to be different, as it is written.
    pub text: String,
    /// What it is.
    pub is: Value,
    /// What it would have to be.
    pub wanted: Wanted,
}

/// What something would have to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// This.
    Exactly(Value),
    /// This or more.
    AtLeast(Value),
    /// This or less.
    AtMost(Value),
    /// More than this.
    Above(Value),
    /// Less than this.
    Below(Value),
    /// Anything but this.
    Not(Value),
    /// One of these.
    OneOf(Vec<Value>),
    /// Recorded.
    Known,
    /// Not recorded.
    Unknown,
}

impl Wanted {
    /// The value nearest to what is wanted, where that is a matter of size.
    #[must_use]
    pub fn limit(&self) -> Option<Value> {
        match self {
            Self::Exactly(value) | Self::AtLeast(value) | Self::AtMost(value) => Some(*value),
            Self::Above(_) | Self::Below(_) | Self::Not(_) | Self::OneOf(_) | Self::Known | Self::Unknown => {
                None
            }
        }
    }
}

/// Why something is not opened further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shut {
    /// It is opened further up.
    Above,
    /// It lies deeper than was asked for.
    Deep,
}

/// What a row is called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowName {
    /// The game that it belongs to.
    pub game: Option<String>,
    /// Where that game was recorded.
    pub place: Option<RecordPlace>,
    /// The match that it belongs to.
    pub in_match: Option<String>,
    /// Whose it is.
    pub entrant: Option<String>,
    /// Where they sit.
    pub seat: Option<String>,
    /// The part that it is: its kind, and its own name where it has one.
    pub part: Option<String>,
}

impl Node {
    /// A node of which nothing but its value is known.
    #[must_use]
    pub fn new(what: What, value: Option<Value>) -> Self {
        Self {
            what,
            value,
            from: From::Nowhere,
            rule: None,
            clauses: Vec::new(),
            steps: Vec::new(),
            children: Vec::new(),
            more: 0,
            shut: None,
        }
    }
}
