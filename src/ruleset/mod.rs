//! The checked program: names resolved, types known, order fixed; inert.
//!
//! A [`Ruleset`] is what `check` lowers a format to and what `log`, `engine` and `report` work from.
//! Sheets are joined by links; rules have become [`Step`]s over whole columns, in an order in which
//! each finds what it needs. Spans are carried along for messages and never looked at to compute.
//! It must never know TOML, files or how a column is computed. Start with [`Ruleset`], then [`expression`].

mod calendar;
mod claim;
mod edition;
pub mod expression;
mod hash;
mod ladder;
mod phase;
mod reach;
mod schema;
mod settings;
mod step;
mod ties;
mod verdict;
mod written;

pub use calendar::{Count, Day, Deadline, Editions, Every, Limit, Open};
pub use claim::{Claim, Proof};
pub use edition::Edition;
pub use expression::{Expr, Node};
pub use hash::{PartKind, RulesetPart};
pub use ladder::{Ladder, State};
pub use phase::{
    Admission, Bracket, BracketMatch, Cut, Draw, Knockout, Model, Phase, PhaseId, Pools, Ranking, RoundRobin,
    Schedule, ScheduledGame, ScheduledSide, Scheme, Settling, Source, StandingId,
};
pub use reach::{Growth, Obscure, Reach};
pub use schema::{
    BuiltinColumn, ColumnInfo, LinkInfo, LinkRole, OptionId, OptionInfo, OptionType, Origin, Plan, Seat,
    SheetInfo, SheetKind,
};
pub use settings::Choice;
pub use step::{Aggregate, Best, OrderKey, Place, Reduce, Step};
pub use verdict::{Said, Verdict};
pub use written::Written;

use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::value::{Symbols, Value};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::syntax::ast::{Over, Ties, VerdictKind};

/// A clause of the regulation, by its place in [`Ruleset::clauses`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u32);

/// A clause.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its name.
    pub name: String,
    /// Its words.
    pub text: String,
}

/// A checked format.
#[derive(Debug, Clone, Default)]
pub struct Ruleset {
    /// The format's name.
    pub name: String,
    /// Its title, or its name.
    pub title: String,
    /// Texts and choices that rules mention; a log's names are added to a copy.
    pub symbols: Symbols,
    /// The sheets; the event is the first, with one row.
    pub sheets: Vec<SheetInfo>,
    /// The columns of all sheets, recorded, built in, ruled and hidden.
    pub columns: Vec<ColumnInfo>,
    /// The links between sheets.
    pub links: Vec<LinkInfo>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The options.
    pub options: Vec<OptionInfo>,
    /// The seating plans: one, or one for each choice of [`Self::seating_option`], in the order of its choices.
    pub plans: Vec<Plan>,
    /// The option that chooses the plan.
    pub seating_option: Option<OptionId>,
    /// How to compute everything, in order.
    pub steps: Vec<Step>,
    /// What makes a record void, worth a word, or a fault.
    pub verdicts: Vec<Verdict>,
    /// How to compute what the texts of verdicts hold, in order, once everything is scored.
    pub texts: Vec<Step>,
    /// How elements of lists are written as one text.
    pub written: Vec<Written>,
    /// For each sheet with void conditions: the hidden column (yes/no) that says whether a row is void.
    pub voids: Vec<(SheetId, ColumnId)>,
    /// For each sheet whose rows may be over a limit of a phase: the hidden column (yes/no) that says which are.
    pub limited: Vec<(SheetId, ColumnId)>,
    /// What tables show of a sheet, where the format says it; of the others they show everything.
    pub shown: Vec<(SheetId, Vec<ColumnId>)>,
    /// The standings.
    pub standings: Vec<Standing>,
    /// How far the first key of each standing can still move, in their order; it is no part of the semantic hash.
    pub reaches: Vec<Reach>,
    /// The columns of steps that have a value, or miss one, on every row whatever is recorded; no part of the semantic hash.
    pub faultless: BTreeSet<ColumnId>,
    /// The least and the greatest value of columns of integers that hold few different ones, whatever is recorded; no part of the
    /// semantic hash.
    pub narrow: BTreeMap<ColumnId, (i64, i64)>,
    /// The claims.
    pub claims: Vec<Claim>,
    /// How often the event is held anew; `None`: a log is one event.
    pub editions: Option<Editions>,
    /// The phases of an event, in order; none where the format speaks of games alone.
    pub phases: Vec<Phase>,
    /// How a simulation invents results.
    pub model: Model,
    /// What goes from game to game.
    pub ladder: Option<Ladder>,
}

/// An order of the entrants.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Its title, or its name.
    pub title: String,
    /// The keys, over the entrant sheet.
    pub keys: Vec<OrderKey>,
    /// What becomes of ties.
    pub ties: Ties,
    /// What is shown: headings and columns of the entrant sheet.
    pub columns: Vec<(String, ColumnId)>,
    /// Who is listed: a column (yes/no) of the entrant sheet; `None`: everybody.
    pub listed: Option<ColumnId>,
    /// Over which games it ranks.
    pub over: Over,
}

/// The values of the options for one run, in the order of [`Ruleset::options`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings(pub Vec<Value>);

impl Ruleset {
    /// The sheet with this id.
    #[must_use]
    pub fn sheet(&self, id: SheetId) -> &SheetInfo {
        &self.sheets[id.0 as usize]
    }

    /// The phase with this id.
    #[must_use]
    pub fn phase(&self, id: PhaseId) -> &Phase {
        &self.phases[id.0 as usize]
    }

    /// The phase of this name.
    #[must_use]
    pub fn find_phase(&self, name: &str) -> Option<PhaseId> {
        let place = self.phases.iter().position(|phase| phase.name == name)?;
        u16::try_from(place).ok().map(PhaseId)
    }

    /// The standing with this id.
    #[must_use]
    pub fn standing(&self, id: StandingId) -> &Standing {
        &self.standings[id.0 as usize]
    }

    /// The column with this id.
    #[must_use]
    pub fn column(&self, id: ColumnId) -> &ColumnInfo {
        &self.columns[id.0 as usize]
    }

    /// The link with this id.
    #[must_use]
    pub fn link(&self, id: LinkId) -> &LinkInfo {
        &self.links[id.0 as usize]
    }

    /// The clause with this id.
    #[must_use]
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.0 as usize]
    }

    /// The sheet of this kind, if the format has it.
    #[must_use]
    pub fn sheet_of(&self, kind: &SheetKind) -> Option<SheetId> {
        let place = self.sheets.iter().position(|sheet| sheet.kind == *kind)?;
        u16::try_from(place).ok().map(SheetId)
    }

    /// The columns of a sheet, in the order in which they are shown.
    pub fn columns_of(&self, sheet: SheetId) -> impl Iterator<Item = (ColumnId, &ColumnInfo)> {
        (0_u32..).map(ColumnId).zip(&self.columns).filter(move |(_, column)| column.sheet == sheet)
    }

    /// A column of a sheet by its name, as rules and examples know it; hidden columns have none, nor has `void` where
    /// nothing in the format makes a row void.
    #[must_use]
    pub fn find_column(&self, sheet: SheetId, name: &str) -> Option<ColumnId> {
        let has_name = |id: ColumnId, column: &ColumnInfo| match column.origin {
            Origin::Hidden { .. } => false,
            Origin::Builtin(BuiltinColumn::Void) => self.voids.contains(&(sheet, id)),
            Origin::Builtin(_) | Origin::Recorded { .. } | Origin::Ruled | Origin::State => true,
        };
        self.columns_of(sheet)
            .find(|(id, column)| column.name == name && has_name(*id, column))
            .map(|(id, _)| id)
    }

    /// A column that every format has.
    #[must_use]
    pub fn builtin(&self, sheet: SheetId, builtin: BuiltinColumn) -> Option<ColumnId> {
        self.columns_of(sheet).find(|(_, column)| column.origin == Origin::Builtin(builtin)).map(|(id, _)| id)
    }

    /// The link that plays this role out of `from`.
    #[must_use]
    pub fn link_of(&self, from: SheetId, role: &LinkRole) -> Option<LinkId> {
        let place = self.links.iter().position(|link| link.from == from && link.role == *role)?;
        u16::try_from(place).ok().map(LinkId)
    }

    /// Whether a part that every side owns has no row where nothing of it is recorded, like a set that was not
    /// played. A part of which nothing can be recorded is always there.
    #[must_use]
    pub fn may_be_left_out(&self, part: SheetId) -> bool {
        let is_its_list =
            |sheet: &SheetInfo| matches!(&sheet.kind, SheetKind::List { owner, .. } if *owner == part);
        self.columns_of(part).any(|(_, column)| matches!(column.origin, Origin::Recorded { .. }))
            || self.sheets.iter().any(is_its_list)
    }

    /// Every step that scores, each after what it needs: those before the ladder, those in it, those after it.
    pub fn scoring(&self) -> impl Iterator<Item = &Step> {
        let at = self.ladder.as_ref().map_or(self.steps.len(), |ladder| ladder.at.min(self.steps.len()));
        let (before, after) = self.steps.split_at(at);
        before.iter().chain(self.ladder.iter().flat_map(|ladder| &ladder.steps)).chain(after)
    }

    /// The steps of the model that are not also steps of the scoring.
    pub fn model_steps(&self) -> impl Iterator<Item = &Step> {
        let scored: BTreeSet<ColumnId> = self.scoring().map(Step::out).collect();
        self.model.steps.iter().filter(move |step| !scored.contains(&step.out()))
    }

    /// How the rows of a list are written, where its part says so.
    #[must_use]
    pub fn written(&self, list: SheetId) -> Option<&Written> {
        self.written.iter().find(|written| written.list == list)
    }

    /// The settings in which every option has its default.
    #[must_use]
    pub fn defaults(&self) -> Settings {
        Settings(self.options.iter().map(|option| option.default).collect())
    }

    /// The seating plan that these settings choose.
    #[must_use]
    pub fn plan(&self, settings: &Settings) -> &Plan {
        let chosen = self.seating_option.and_then(|option| {
            let OptionType::Choices(choices) = &self.options[option.0 as usize].values else {
                return None;
            };
            choices.iter().position(|choice| Value::Text(*choice) == settings.0[option.0 as usize])
        });
        &self.plans[chosen.unwrap_or(0)]
    }
}
