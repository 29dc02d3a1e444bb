//! Rule text as written, with the place of every part in its file.

use crate::source::Span;
use crate::value::{Date, Rational};

mod calendar;
mod ladder;
mod parts;
mod phase;
mod texts;

pub use calendar::*;
pub use ladder::*;
pub use phase::*;
pub use texts::*;

/// A name where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name, without quotes.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A rule: how the values of one column come about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// One of the four forms.
    pub body: Body,
    /// Clauses cited for the rule as a whole.
    pub cites: Vec<Name>,
}

/// The four forms of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// `isqrt(lead)`
    Expression(Expression),
    /// Lines that begin with `+` or `-`.
    Tally(Vec<Item>),
    /// A table over one value.
    Bands(Bands),
    /// Conditions tried in order.
    Cases(Vec<Case>),
}

/// One line of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Whether it begins with `-`.
    pub negative: bool,
    /// What is added or taken off.
    pub value: Expression,
    /// `if …`
    pub condition: Option<Expression>,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
    /// The line, without the citations.
    pub span: Span,
}

/// `by VALUE -> A, B` and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bands {
    /// What the bands are cut over.
    pub subject: Expression,
    /// The names after the arrow of the head line; empty where there is one column without a name.
    pub columns: Vec<Name>,
    /// The lines.
    pub bands: Vec<Band>,
    /// Clauses cited on the head line.
    pub cites: Vec<Name>,
    /// The head line.
    pub span: Span,
}

/// One line of a table of bands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// The ranges that the line takes (`0`, `3 to 5`), or `None` for `otherwise`.
    pub ranges: Option<Vec<BandRange>>,
    /// One value per column.
    pub values: Vec<Expression>,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
    /// The line, without the citations.
    pub span: Span,
    /// What stands before the arrow.
    pub range_span: Span,
}

/// One range of a band. The ends are literals (or a sign and a literal), names of choices, or names of options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BandRange {
    /// `10 to 18`
    Between(Expression, Expression),
    /// `19 or more`
    AtLeast(Expression),
    /// `-13 or less`
    AtMost(Expression),
    /// `above 10`
    Above(Expression),
    /// `below 10`
    Below(Expression),
    /// `0`, or a choice
    Exactly(Expression),
}

/// One line of a list of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The condition, or `None` for `otherwise`.
    pub condition: Option<Expression>,
    /// The value.
    pub value: Expression,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
    /// The line, without the citations.
    pub span: Span,
}

/// An expression and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// What it is.
    pub term: Term,
    /// Where; brackets around it are left out.
    pub span: Span,
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// `12`
    Integer(i64),
    /// `0.5`, `33%`
    Number(Rational),
    /// `30 s`, `20 min`: exact seconds
    Duration(Rational),
    /// `2026-11-30`
    Date(Date),
    /// `"two"` (a quoted text may also be the name of a column: the checker decides)
    Text(Name),
    /// `yes`, `no`
    Flag(bool),
    /// `a`, `entrant.born`, `match.side.total`
    Path(Vec<Name>),
    /// `-a`, `not a`
    Unary(UnaryOperator, Box<Expression>),
    /// `a + b`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a in (x, y)`, `a in 1 to 5`, `a in ends`
    In(Box<Expression>, Members),
    /// `VALUE if CONDITION else OTHERWISE`
    If {
        /// The value if the condition holds.
        value: Box<Expression>,
        /// The condition.
        condition: Box<Expression>,
        /// The value if it does not.
        otherwise: Box<Expression>,
    },
    /// `VALUE else FALLBACK`
    Else(Box<Expression>, Box<Expression>),
    /// `isqrt(lead)`, `sum(best 6 of points where played)`, `any(t in hand: t.a in ends)`
    Call(Box<Call>),
}

/// What stands after `in`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// `(a, b, c)`
    Listed(Vec<Expression>),
    /// `1 to 5`
    Range(Box<Expression>, Box<Expression>),
    /// a recorded list
    List(Vec<Name>),
}

/// A function or an aggregate applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub function: Name,
    /// `best 6 of`, `worst 2 of`
    pub choice: Option<Choice>,
    /// `t in hand:`
    pub binder: Option<Binder>,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// `where …`
    pub filter: Option<Expression>,
}

/// `best N of`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Whether the greatest are chosen (`best`) or the least (`worst`).
    pub best: bool,
    /// How many: a literal or an option.
    pub count: Expression,
}

/// `t in hand:`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binder {
    /// The name of each row in turn.
    pub name: Name,
    /// The list.
    pub list: Vec<Name>,
}

/// Operators before an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// Operators between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: exact
    Divide,
    /// `div`: rounded down
    DivideFloor,
    /// `mod`
    Modulo,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `and`
    And,
    /// `or`
    Or,
}

/// An order: the keys from the first to the last.
pub type Order = Vec<Key>;

/// One key of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// What is compared.
    pub value: Expression,
    /// `as NAME`: the heading of its column.
    pub label: Option<Name>,
    /// Which end comes first, and where that is said.
    pub direction: (Direction, Span),
    /// `among tied`
    pub among_tied: bool,
    /// Clauses cited on the line.
    pub cites: Vec<Name>,
}

/// Which end of a key comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `highest first` (numbers)
    Highest,
    /// `lowest first` (numbers)
    Lowest,
    /// `latest first` (dates)
    Latest,
    /// `earliest first` (dates)
    Earliest,
    /// `longest first` (durations)
    Longest,
    /// `shortest first` (durations)
    Shortest,
    /// `yes first`
    Yes,
    /// `no first`
    No,
}

/// A column of a standing: `wins`, `sum(points) as "total points"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// What is shown.
    pub value: Expression,
    /// `as NAME`
    pub label: Option<Name>,
}

/// A type as written: `integer 0 to 89 = 0`, `one of a, b?`, `list of tile`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeText {
    /// The type itself.
    pub base: TypeBase,
    /// `0 to 89`, `0 or more`, `10 or less`
    pub range: Option<(BandRange, Span)>,
    /// A trailing `?`.
    pub optional: bool,
    /// `= 0`
    pub default: Option<Expression>,
    /// The whole.
    pub span: Span,
}

/// The base of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeBase {
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `yes/no`
    Flag,
    /// `text`
    Text,
    /// `date`
    Date,
    /// `duration`
    Duration,
    /// `one of a, b, c`
    Choice(Vec<Name>),
    /// `list of TYPE`
    List(Box<TypeText>),
    /// `list of PART`
    Parts(Name),
}

/// What becomes of those that every key leaves level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ties {
    /// They share the place; the next place is skipped.
    #[default]
    Share,
    /// They are drawn by lot, from the seed.
    Lot,
    /// It is an error: somebody has to decide.
    Refuse,
}

/// What a condition on a row means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VerdictKind {
    /// The record does not count.
    Void,
    /// Worth a word.
    Warn,
    /// Somebody's fault; may cost a penalty.
    Fault,
}
