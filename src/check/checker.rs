//! The state of one check: the ruleset as it grows, and what is known of each column.

use super::ladder::StateInWork;
use super::precedence;
use super::random::Inventing;
use super::scope::Target;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::format::{FormatFile, OrderEntry, RuleEntry, VerdictEntry};
use crate::ruleset::{ClauseId, ColumnInfo, Expr, Node, Origin, Ruleset, Step};
use crate::sheet::{ColumnId, LinkId, SheetId};
use crate::source::{Sources, Span};
use crate::syntax::ast::Name;
use crate::value::{Kind, Type, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Rules that need each other through more steps than this are refused.
pub(super) const LONGEST_CHAIN: usize = 60;

/// What a computed column is defined by.
#[derive(Clone, Copy)]
pub(super) enum Definition<'a> {
    /// Nothing to compute: recorded, built in, or filled by the rule that needs it.
    Given,
    /// A rule of the format.
    Rule(&'a RuleEntry),
    /// The order of the sides of a game or a match.
    Place(&'a OrderEntry),
    /// The condition of a verdict.
    Condition(&'a VerdictEntry),
    /// What a fault costs.
    Costs(&'a VerdictEntry),
    /// Whether a row is void: any of the conditions of its sheet.
    Void,
    /// What all faults of a row cost.
    Penalty,
    /// What an entrant begins with, of the state in this place.
    Start(usize),
    /// The value of this state after a game.
    After(usize),
    /// A value of this state that nothing computes: its type is that of the start.
    OfState(usize),
}

/// How far a column has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    Lowering,
    Done,
}

/// A verdict with the columns that its parts became.
pub(super) struct LoweredVerdict<'a> {
    pub(super) sheet: SheetId,
    pub(super) entry: &'a VerdictEntry,
    pub(super) condition: ColumnId,
    pub(super) costs: Option<ColumnId>,
}

/// One check under way.
pub(super) struct Checker<'a> {
    pub(super) file: &'a FormatFile,
    pub(super) sources: &'a Sources,
    pub(super) complaints: &'a mut Complaints,
    pub(super) ruleset: Ruleset,
    /// What defines each column, by its id.
    pub(super) definitions: Vec<Definition<'a>>,
    pub(super) progress: Vec<Progress>,
    /// The columns being lowered, outermost first.
    pub(super) stack: Vec<ColumnId>,
    pub(super) by_name: FxHashMap<SheetId, FxHashMap<String, ColumnId>>,
    pub(super) clause_ids: FxHashMap<&'a str, ClauseId>,
    pub(super) cited: BTreeSet<ClauseId>,
    pub(super) used: BTreeSet<ColumnId>,
    /// Lists of parts, and the part that gives them their shape.
    pub(super) lists: Vec<(SheetId, &'a str)>,
    pub(super) voids: FxHashMap<SheetId, ColumnId>,
    /// For each sheet of which limits speak the column that says whether a row is over one.
    pub(super) limited: Vec<(SheetId, ColumnId)>,
    pub(super) verdicts: Vec<LoweredVerdict<'a>>,
    /// Values that a condition around this place has found to be there: `time` in `time if known(time) else 0 s`.
    pub(super) assumed: Vec<Target>,
    /// Ways that lead somewhere from here: from the rows of an aggregate back to the row that asks, since rows that lead
    /// to none are passed over.
    pub(super) present: Vec<Vec<LinkId>>,
    /// Inside a key `among tied`: aggregates are collected here, to be computed anew for each group still level.
    pub(super) tied_steps: Option<Vec<Step>>,
    /// The states of the ladder.
    pub(super) states: Vec<StateInWork<'a>>,
    /// Inside the text of a verdict: the column that says whether it holds.
    pub(super) saying: Option<ColumnId>,
    /// Inside a rule of the model: what it invents.
    pub(super) inventing: Option<Inventing>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(file: &'a FormatFile, sources: &'a Sources, complaints: &'a mut Complaints) -> Self {
        let rules = file.sheets.iter().map(|sheet| sheet.rules.len()).sum();
        Self {
            file,
            sources,
            complaints,
            ruleset: Ruleset {
                columns: Vec::with_capacity(rules),
                steps: Vec::with_capacity(rules),
                name: file.name.clone(),
                title: file.title.clone().unwrap_or_else(|| file.name.clone()),
                ..Ruleset::default()
            },
            definitions: Vec::new(),
            progress: Vec::new(),
            stack: Vec::new(),
            by_name: FxHashMap::default(),
            clause_ids: FxHashMap::default(),
            cited: BTreeSet::new(),
            used: BTreeSet::new(),
            lists: Vec::new(),
            voids: FxHashMap::default(),
            limited: Vec::new(),
            verdicts: Vec::new(),
            assumed: Vec::new(),
            present: Vec::new(),
            tied_steps: None,
            states: Vec::new(),
            saying: None,
            inventing: None,
        }
    }

    /// Adds a column and what defines it.
    pub(super) fn add_column(&mut self, info: ColumnInfo, definition: Definition<'a>) -> ColumnId {
        let id = ColumnId(u32::try_from(self.ruleset.columns.len()).unwrap_or(u32::MAX));
        if !matches!(info.origin, Origin::Hidden { .. }) {
            self.by_name.entry(info.sheet).or_default().entry(info.name.clone()).or_insert(id);
        }
        let given = matches!(definition, Definition::Given);
        self.ruleset.columns.push(info);
        self.definitions.push(definition);
        self.progress.push(if given { Progress::Done } else { Progress::Waiting });
        id
    }

    /// Adds a column without a name; `words` is what messages call it.
    pub(super) fn add_hidden(
        &mut self,
        sheet: SheetId,
        words: String,
        at: Option<Span>,
        definition: Definition<'a>,
    ) -> ColumnId {
        let info = ColumnInfo {
            name: words,
            sheet,
            ty: Type::of(Kind::Unknown),
            origin: Origin::Hidden { aggregate: false },
            cites: Vec::new(),
            at,
            text: None,
        };
        self.add_column(info, definition)
    }

    /// Lowers every rule, order, condition and claim, each after what it needs.
    pub(super) fn lower_all(&mut self) {
        for column in precedence::order(self) {
            self.need(column, None);
        }
        self.lower_verdicts();
        self.lower_standings();
        self.lower_editions();
        self.lower_phases();
        self.lower_claims();
        self.lower_model();
        self.lower_texts();
        self.part_ladder();
        self.find_needed_texts();
        self.find_shown();
    }

    /// Makes sure that a column has its type and its step; `from` is the place that needs it.
    pub(super) fn need(&mut self, column: ColumnId, from: Option<Span>) {
        match self.progress[column.0 as usize] {
            Progress::Done => return,
            Progress::Lowering => {
                self.complain_of_cycle(column, from);
                return;
            }
            Progress::Waiting if self.stack.len() >= LONGEST_CHAIN => {
                self.complain_of_chain(column);
                self.progress[column.0 as usize] = Progress::Done;
                return;
            }
            Progress::Waiting => {}
        }
        self.progress[column.0 as usize] = Progress::Lowering;
        self.stack.push(column);
        // A key among tied that needs another column must not take that column's steps for its own.
        let tied = self.tied_steps.take();
        let assumed = std::mem::take(&mut self.assumed);
        let present = std::mem::take(&mut self.present);
        self.lower_definition(column);
        self.present = present;
        self.assumed = assumed;
        self.tied_steps = tied;
        self.stack.pop();
        self.progress[column.0 as usize] = Progress::Done;
    }

    fn lower_definition(&mut self, column: ColumnId) {
        let sheet = self.ruleset.column(column).sheet;
        match self.definitions[column.0 as usize] {
            Definition::Given => {}
            Definition::Rule(entry) => {
                if let Some(rule) = &entry.rule {
                    let cites = self.cite(&rule.cites);
                    self.ruleset.columns[column.0 as usize].cites = cites;
                    let value = self.lower_body(&rule.body, sheet, entry.span);
                    self.fill(column, value);
                }
            }
            Definition::Place(entry) => self.lower_place(column, entry),
            Definition::Condition(entry) => {
                if let Some((condition, cites)) = &entry.condition {
                    let cites = self.cite(cites);
                    self.ruleset.columns[column.0 as usize].cites = cites;
                    let value = self.lower_condition(condition, sheet);
                    self.fill(column, value);
                }
            }
            Definition::Costs(entry) => {
                if let Some(rule) = &entry.costs {
                    let cites = self.cite(&rule.cites);
                    self.ruleset.columns[column.0 as usize].cites = cites;
                    let value = self.lower_body(&rule.body, sheet, entry.span);
                    self.fill(column, value);
                }
            }
            Definition::Void => {
                let value = self.void_condition(sheet);
                self.fill(column, value);
            }
            Definition::Penalty => {
                let value = self.penalty(sheet);
                self.fill(column, value);
            }
            Definition::Start(place) => self.lower_start(place),
            Definition::After(place) => self.lower_after(place),
            Definition::OfState(place) => self.need_start(place),
        }
    }

    /// Gives a column the type of its value, and its step.
    pub(super) fn fill(&mut self, column: ColumnId, value: Expr) {
        self.ruleset.columns[column.0 as usize].ty = value.ty.clone();
        self.ruleset.steps.push(Step::Map { out: column, value });
    }

    /// The clauses of citations; complains of those that do not exist.
    pub(super) fn cite(&mut self, cites: &[Name]) -> Vec<ClauseId> {
        if let (Some(_), Some(first), Some(last)) = (&self.inventing, cites.first(), cites.last()) {
            self.complain(
                Diagnostic::new(Code::WrongShape, "what is invented applies no clause")
                    .at(first.span.to(last.span), "cited for nothing")
                    .help("take the citation out"),
            );
            return Vec::new();
        }
        cites.iter().filter_map(|name| self.cite_one(name)).collect()
    }

    /// Adds a complaint.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push(diagnostic);
    }

    /// The text of a span, on one line.
    pub(super) fn words(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// An expression of no known type, where a complaint has been made.
    pub(super) fn unknown(at: Span) -> Expr {
        Expr { node: Node::Literal(Value::Flag(false)), ty: Type::of(Kind::Unknown), at }
    }

    /// The ruleset as far as it came.
    pub(super) fn finish(mut self) -> Ruleset {
        self.add_annulled();
        self.ruleset.voids = self.voids.into_iter().collect();
        self.ruleset.voids.sort_unstable();
        self.ruleset.limited = self.limited;
        self.ruleset
    }
}
