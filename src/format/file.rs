//! A format as typed: every table and key of the file, rule strings parsed, with spans.

use crate::source::{SourceId, Span};
use crate::syntax::ast::{
    Expression, Filled, Name, Order, Over, Rule, Shown, Ties, TypeText, VerdictKind, Written,
};
use std::fmt;

mod calendar;
mod example;
mod ladder;
mod phase;

pub use calendar::*;
pub use example::*;
pub use ladder::*;
pub use phase::*;

/// One format after `extends` has been followed: what the file says, on top of what it builds on.
#[derive(Debug, Clone, Default)]
pub struct FormatFile {
    /// The name by which it was found: `blokus`, or the stem of the path.
    pub name: String,
    /// The file itself; what comes from elsewhere comes from a base.
    pub source: SourceId,
    /// `title = "…"`
    pub title: Option<String>,
    /// `written_in = "ja"`: the language of its own texts.
    pub written_in: Option<String>,
    /// `[source]`: what is known of the regulation itself.
    pub regulation: Vec<(Name, Literal)>,
    /// The formats it builds on, nearest first.
    pub bases: Vec<String>,
    /// `[clauses]`
    pub clauses: Vec<ClauseEntry>,
    /// `[options.NAME]`
    pub options: Vec<OptionEntry>,
    /// `set = { players = "two" }`: options that this format fixes.
    pub fixed: Vec<(Name, Literal)>,
    /// `[seating]`
    pub seating: Option<SeatingEntry>,
    /// `[part.NAME]`
    pub parts: Vec<PartEntry>,
    /// `[game]`, `[side]`, `[match]`, `[match.side]`, `[entrant]`, `[event]` and, after them, the parts in their order.
    /// All of them are there, also when the file says nothing of them; the two of the match only where the format has
    /// matches.
    pub sheets: Vec<SheetEntry>,
    /// Whether the format has `[match]` at all, and where.
    pub matches: Option<Span>,
    /// `[standing.NAME]`
    pub standings: Vec<StandingEntry>,
    /// `[edition]`
    pub edition: Option<EditionEntry>,
    /// `[[phase]]`, in order; all of them come from one file.
    pub phases: Vec<PhaseEntry>,
    /// `[ladder]`
    pub ladder: Option<LadderEntry>,
    /// `[claims]`
    pub claims: Vec<ClaimEntry>,
    /// `[simulate]`
    pub simulate: Option<SimulateEntry>,
    /// `[[example]]`; those of the file itself, not of its bases.
    pub examples: Vec<ExampleEntry>,
    /// `[[example]]` with a `phase`; those of the file itself as well.
    pub drawn_examples: Vec<DrawnExample>,
}

impl FormatFile {
    /// Whether games have a date of their own: the format has editions, or days by which something is over.
    #[must_use]
    pub fn is_dated(&self) -> bool {
        let by_days = |phase: &PhaseEntry| phase.until.is_some() || !phase.deadlines.is_empty();
        self.edition.is_some() || self.phases.iter().any(by_days)
    }

    /// What the file says of a sheet; `None` when the format has no such sheet.
    #[must_use]
    pub fn sheet(&self, name: &SheetName) -> Option<&SheetEntry> {
        self.sheets.iter().find(|entry| entry.sheet == *name)
    }
}

/// A clause of the regulation.
#[derive(Debug, Clone)]
pub struct ClauseEntry {
    /// Its name.
    pub name: Name,
    /// The regulation's words, or the organiser's.
    pub text: String,
    /// What becomes of it.
    pub status: ClauseStatus,
}

/// What becomes of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClauseStatus {
    /// A rule must cite it.
    Rule,
    /// `note = true`: nothing to compute.
    Note,
    /// `verified = "moves"`: the replay of a game that is recorded by its moves sees to it.
    Verified,
    /// `waits = "…"`: to be computed once the language can; says for what it waits.
    Waits(String),
}

/// `[options.NAME]`
#[derive(Debug, Clone)]
pub struct OptionEntry {
    /// Its name.
    pub name: Name,
    /// `text = "…"`: what it decides.
    pub text: Option<String>,
    /// `choices = [...]` or `type = "integer 1 to 100"`; `None` when that could not be read (complained about already).
    pub values: Option<OptionValues>,
    /// `default = …`; `None` when it could not be read (complained about already).
    pub default: Option<Literal>,
}

/// What an option may be set to.
#[derive(Debug, Clone)]
pub enum OptionValues {
    /// One of these.
    Choices(Vec<Name>),
    /// Any value of a type.
    Typed(Box<TypeText>),
}

/// A value written in TOML (not in a rule string): of an option, of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Literal {
    /// The value; durations, dates and fractions are texts until their type is known.
    pub value: LiteralValue,
    /// Where.
    pub span: Span,
}

/// A scalar of TOML. Floats keep their digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiteralValue {
    /// `12`
    Integer(i64),
    /// `0.5`, as written; also dates.
    Digits(String),
    /// `true`
    Flag(bool),
    /// `"two"`
    Text(String),
}

impl LiteralValue {
    /// The value as it would be typed in a log.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Digits(text) | Self::Text(text) => text.clone(),
            Self::Flag(true) => "yes".to_owned(),
            Self::Flag(false) => "no".to_owned(),
        }
    }
}

/// `[seating]`
#[derive(Debug, Clone)]
pub struct SeatingEntry {
    /// `by = "players"`: the option that chooses the plan.
    pub by: Option<Name>,
    /// One plan, or one per choice of the option (named after it).
    pub plans: Vec<SeatingPlan>,
    /// The table.
    pub span: Span,
}

/// Who sits where, and what each seat owns.
#[derive(Debug, Clone)]
pub struct SeatingPlan {
    /// The choice that it belongs to; `None` for the only plan.
    pub choice: Option<Name>,
    /// `sides = "2"`, `"2 to 4"`, `"2 or more"`: how many sides a game has; `None`: as many as there are seats.
    pub sides: Option<SideCount>,
    /// Where the number of sides is said; the plan, where it is not.
    pub sides_span: Span,
    /// `seats = { blue_red = ["blue", "red"] }` or `seats = ["north", "south"]`: in order, each with the names of its parts.
    pub seats: Vec<(Name, Vec<Name>)>,
    /// The plan.
    pub span: Span,
}

/// How many sides a game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideCount {
    /// At least.
    pub least: u32,
    /// At most; `None`: without end.
    pub most: Option<u32>,
}

/// `[part.NAME]`
#[derive(Debug, Clone)]
pub struct PartEntry {
    /// Its name, which is its sheet's.
    pub name: Name,
    /// `names = ["blue", …]`: what the single ones are called; empty for a list without names.
    pub names: Vec<Name>,
    /// `plural = "colours"`; the name with an `s` where it is not said.
    pub plural: Option<Name>,
    /// `of = "game"` or `of = "side"` (the default).
    pub of_game: bool,
    /// `written = "a-b"`: how one of them is written in a list; `None`: only as an object.
    pub written: Option<Written>,
}

/// Which sheet a table of the file speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SheetName {
    /// `[event]`
    Event,
    /// `[entrant]`
    Entrant,
    /// `[match]`
    Match,
    /// `[match.side]`
    MatchSide,
    /// `[game]`
    Game,
    /// `[side]`
    Side,
    /// `[part.NAME]`
    Part(String),
}

impl fmt::Display for SheetName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Event => "event",
            Self::Entrant => "entrant",
            Self::Match => "match",
            Self::MatchSide => "match.side",
            Self::Game => "game",
            Self::Side => "side",
            Self::Part(name) => name,
        })
    }
}

/// The columns of one sheet, and what judges its rows.
#[derive(Debug, Clone)]
pub struct SheetEntry {
    /// Which sheet.
    pub sheet: SheetName,
    /// `[SHEET.record]`
    pub recorded: Vec<RecordedEntry>,
    /// `[SHEET.rules]`
    pub rules: Vec<RuleEntry>,
    /// `[SHEET.placing]` (game and match): the order of its sides.
    pub placing: Option<OrderEntry>,
    /// `[[SHEET.void]]`, `[[SHEET.warn]]`, `[[SHEET.fault]]`
    pub verdicts: Vec<VerdictEntry>,
    /// `columns` of the sheet: what tables show; everything, where it is not said.
    pub columns: Option<Vec<Name>>,
}

/// A recorded column: `squares_left = "integer 0 to 89"` or `{ type = "…", text = "…" }`.
#[derive(Debug, Clone)]
pub struct RecordedEntry {
    /// Its name.
    pub name: Name,
    /// Its type; `None` when that could not be read (complained about already).
    pub kind: Option<TypeText>,
    /// What it means.
    pub text: Option<String>,
    /// `note = true`: kept and shown, and no rule need use it.
    pub note: bool,
}

/// A ruled column.
#[derive(Debug, Clone)]
pub struct RuleEntry {
    /// Its name.
    pub name: Name,
    /// Its rule; `None` when that could not be read (complained about already).
    pub rule: Option<Rule>,
    /// The rule string in the file.
    pub span: Span,
}

/// An order and what becomes of ties.
#[derive(Debug, Clone)]
pub struct OrderEntry {
    /// The keys; `None` when they could not be read.
    pub order: Option<Order>,
    /// `ties = "share" | "lot" | "refuse"`
    pub ties: Ties,
    /// The order string.
    pub span: Span,
}

/// `[[SHEET.void]]` and its like.
#[derive(Debug, Clone)]
pub struct VerdictEntry {
    /// Which of the three.
    pub kind: VerdictKind,
    /// `when = "…"`, with its citations.
    pub condition: Option<(Expression, Vec<Name>)>,
    /// `text = "…"`, as it stands in the file.
    pub text: String,
    /// The same, its values read; `None` when they could not be read (complained about already).
    pub said: Option<Filled>,
    /// `costs = "…"` (faults only): added up in the column `penalty` of the sheet.
    pub costs: Option<Rule>,
    /// The table.
    pub span: Span,
}

/// `[standing.NAME]`
#[derive(Debug, Clone)]
pub struct StandingEntry {
    /// Its name.
    pub name: Name,
    /// `title = "…"`
    pub title: Option<String>,
    /// The order of the entrants.
    pub order: OrderEntry,
    /// `columns = ["played", …]`; `None`: those of the keys.
    pub columns: Option<Vec<Shown>>,
    /// `listed = "…"`: who is listed; `None`: everybody.
    pub listed: Option<Expression>,
    /// `over = "season"`, and where it stands; `None`: over one edition.
    pub over: Option<(Over, Span)>,
}

/// `"text" = "condition"` or `"text" = { on = "game", holds = "condition" }`
#[derive(Debug, Clone)]
pub struct ClaimEntry {
    /// The claim in words.
    pub text: Name,
    /// The sheet on whose rows it holds, where it is said.
    pub on: Option<(SheetName, Span)>,
    /// The condition; `None` when it could not be read.
    pub holds: Option<Expression>,
}

/// `[simulate]`
#[derive(Debug, Clone, Default)]
pub struct SimulateEntry {
    /// `game_time = "40 min"`: how long the games that are played at one time take.
    pub game_time: Option<Expression>,
    /// What is invented, sheet by sheet.
    pub invented: Vec<InventedEntry>,
}

/// `[simulate.SHEET]`
#[derive(Debug, Clone)]
pub struct InventedEntry {
    /// Which sheet.
    pub sheet: SheetName,
    /// Where it is named.
    pub span: Span,
    /// A rule for each recorded column that is invented.
    pub rules: Vec<RuleEntry>,
}
