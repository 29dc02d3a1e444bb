//! Opens a cell: what it is, where its value comes from, and what that was computed from.
//!
//! Comes in: a column and a row of an outcome. Goes out: a [`Node`]. A cell that stands further up is not opened a second
//! time, so that a tree is never larger than what was looked at. Start with [`Builder::cell`].

use super::names;
use super::quote::Quotes;
use super::tree::{From, Node, Shut, Step as Told, What};
use crate::engine::Opened;
use crate::ruleset::expression::{Expr, Node as Expression};
use crate::ruleset::{BuiltinColumn, ClauseId, Origin, Step};
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::value::Value;
use rustc_hash::FxHashMap;

/// Deeper than this nothing is opened, however deep was asked for.
const DEEPEST: usize = 60;

/// How far a tree is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// So many cells deep, below what was asked for; `None`: to what was recorded.
    pub depth: Option<usize>,
    /// So many of the rows of an aggregate are told; `None`: all.
    pub most: Option<usize>,
}

impl Reach {
    /// Everything.
    pub const ALL: Self = Self { depth: None, most: None };
}

/// A tree in the making.
pub(super) struct Builder<'a> {
    pub opened: Opened<'a>,
    pub quotes: Quotes<'a>,
    pub reach: Reach,
    /// What decided lots.
    pub seed: u64,
    /// How deep each cell was opened.
    seen: FxHashMap<(ColumnId, u32), usize>,
    /// The clauses of the phase whose limit a match or a game is over.
    over: FxHashMap<(ColumnId, u32), Vec<ClauseId>>,
    /// The last act that changed a recorded cell, by its place among the acts, and which of its changes.
    changed: FxHashMap<(ColumnId, u32), (usize, usize)>,
    /// The verdicts whose condition a column is.
    verdicts: FxHashMap<ColumnId, Vec<usize>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(opened: Opened<'a>, quotes: Quotes<'a>, reach: Reach, seed: u64) -> Self {
        let (ruleset, outcome) = (opened.ruleset, opened.outcome);
        let over = outcome.over.iter().filter_map(|over| {
            let (_, column) = ruleset.limited.iter().find(|(sheet, _)| *sheet == over.sheet)?;
            Some(((*column, over.row), over.cites(ruleset)))
        });
        let changed = outcome.acts.iter().enumerate().flat_map(|(act, done)| {
            let changes = done.what.changes().iter().enumerate();
            changes.map(move |(place, change)| ((change.column, change.row), (act, place)))
        });
        let mut verdicts: FxHashMap<ColumnId, Vec<usize>> = FxHashMap::default();
        for (place, verdict) in ruleset.verdicts.iter().enumerate() {
            verdicts.entry(verdict.condition).or_default().push(place);
        }
        Self {
            quotes,
            reach,
            seed,
            seen: FxHashMap::default(),
            over: over.collect(),
            changed: changed.collect(),
            verdicts,
            opened,
        }
    }

    /// A cell, opened where it is not too deep.
    pub(super) fn cell(&mut self, column: ColumnId, row: u32, depth: usize) -> Node {
        if let Some(node) = self.tied_cell(column, row, depth) {
            return node;
        }
        let info = self.opened.ruleset.column(column);
        let of = names::name(&self.opened, info.sheet, row);
        let what = match info.origin {
            Origin::Hidden { .. } => What::Aggregate { text: self.hidden_words(column, row), of },
            Origin::Recorded { .. } | Origin::Builtin(_) | Origin::Ruled | Origin::State => {
                What::Cell { column: info.name.clone(), of }
            }
        };
        let mut node = Node::new(what, Some(self.opened.cell(column, row)));
        self.fill(column, row, &mut node, depth);
        node
    }

    /// What a column without a name of its own is called; a verdict by what it says of the row, where it does.
    fn hidden_words(&self, column: ColumnId, row: u32) -> String {
        let ruleset = self.opened.ruleset;
        let spoken = ruleset
            .verdicts
            .iter()
            .find(|verdict| verdict.condition == column || verdict.costs == Some(column));
        let Some(verdict) = spoken else { return one_line(&ruleset.column(column).name) };
        let is_so =
            !verdict.speaks_of_the_row() || self.opened.cell(verdict.condition, row) == Value::Flag(true);
        let said =
            is_so.then(|| verdict.said(&self.opened.outcome.symbols, |value| self.opened.cell(value, row)));
        let costs = verdict.costs == Some(column);
        match (said, ruleset.column(verdict.condition).at) {
            (Some(said), _) if costs => format!("what “{said}” costs"),
            (Some(said), _) => format!("“{said}”"),
            (None, _) if costs => "what the fault costs".to_owned(),
            (None, Some(at)) => {
                format!("{} where `{}`", super::why_not::kind_word(verdict.kind), self.quotes.words(at))
            }
            (None, None) => super::why_not::kind_word(verdict.kind).to_owned(),
        }
    }

    /// Says where the value of a cell comes from.
    pub(super) fn fill(&mut self, column: ColumnId, row: u32, node: &mut Node, depth: usize) {
        let info = self.opened.ruleset.column(column);
        let mut cites = info.cites.clone();
        cites.extend(self.over.get(&(column, row)).into_iter().flatten());
        if self.opened.cell(column, row) == Value::Flag(true) {
            for &verdict in self.verdicts.get(&column).map(Vec::as_slice).unwrap_or_default() {
                cites.extend(&self.opened.ruleset.verdicts[verdict].cites);
            }
        }
        node.clauses = self.quotes.clauses(&cites);
        let Some(step) = self.opened.step(column) else {
            self.recorded(column, row, node);
            return;
        };
        node.from = From::Rule;
        if self.seen.get(&(column, row)).is_some_and(|known| *known <= depth) {
            node.shut = Some(Shut::Above);
            node.clauses = Vec::new();
            return;
        }
        if depth > self.reach.depth.unwrap_or(DEEPEST).min(DEEPEST) {
            node.shut = Some(Shut::Deep);
            node.clauses = Vec::new();
            return;
        }
        self.seen.insert((column, row), depth);
        match step {
            Step::Map { value, .. } => {
                // What was not written has no place.
                node.rule = info.at.map(|_| self.quotes.of(whole(value)));
                if info.origin == Origin::Builtin(BuiltinColumn::Void) {
                    node.steps = self.annulled(info.sheet, row);
                }
                self.rule(value, row, node, depth);
            }
            Step::Reduce(reduce) => {
                node.rule = info.at.map(|at| self.quotes.of(at));
                self.aggregated(reduce, row, node, depth);
            }
            Step::Place(place) => self.placed(place, row, node, depth),
        }
    }

    /// What no step computes: recorded, built in, or carried from game to game.
    fn recorded(&mut self, column: ColumnId, row: u32, node: &mut Node) {
        let info = self.opened.ruleset.column(column);
        if info.origin == Origin::State {
            node.from = From::Rule;
            node.steps.extend(self.carried(column, row));
            return;
        }
        let place = names::place_of(&self.opened, info.sheet, row);
        node.from = match (&info.origin, place) {
            (Origin::Recorded { default: Some(default) }, Some(place)) if node.value == Some(*default) => {
                From::Default(place)
            }
            (Origin::Builtin(BuiltinColumn::Number), _) => From::Nowhere,
            (Origin::Builtin(_) | Origin::Recorded { .. }, Some(place)) => From::Record(place),
            (Origin::Recorded { .. }, None) => From::Log,
            (Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. }, _) => From::Nowhere,
        };
        if let Some((act, change)) = self.changed.get(&(column, row)) {
            let act = &self.opened.outcome.acts[*act];
            if let Some(change) = act.what.changes().get(*change) {
                node.steps.push(Told::Corrected {
                    before: change.before,
                    by: act.by.clone(),
                    reason: act.reason.clone(),
                    place: act.place,
                });
            }
        }
    }

    /// Where a state before a game, or after the last one, has its value from.
    pub(super) fn carried(&mut self, column: ColumnId, row: u32) -> Option<Told> {
        let (from, at) = self.opened.carried_from(column, row)?;
        let info = self.opened.ruleset.column(from);
        let is_start = matches!(info.origin, Origin::Hidden { .. });
        let after = (!is_start).then(|| names::name(&self.opened, info.sheet, at));
        let column =
            if is_start { self.opened.ruleset.column(column).name.clone() } else { info.name.clone() };
        Some(Told::Carried { column, after })
    }
}

/// Where a rule stands as a whole: bands with all their lines.
fn whole(value: &Expr) -> Span {
    match &value.node {
        Expression::Bands(table) => table.bands.iter().fold(value.at, |at, band| at.to(band.at)),
        Expression::If { value: before, otherwise, .. } if before.at == value.at => whole(otherwise),
        Expression::Literal(_)
        | Expression::Column { .. }
        | Expression::Option(_)
        | Expression::Widen(_)
        | Expression::Unary(..)
        | Expression::Binary(..)
        | Expression::Among(..)
        | Expression::If { .. }
        | Expression::Else(..)
        | Expression::Known(_)
        | Expression::Call(..)
        | Expression::Random(_)
        | Expression::Tally(_)
        | Expression::Cases(_) => value.at,
    }
}

/// Words without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
