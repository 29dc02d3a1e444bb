//! Why not? The first condition that kept a clause from having a part in a figure, and the nearest change of it.
//!
//! Comes in: cells, the name of a clause. Goes out: a node for each line that cites it, those that lack least first. Start with
//! [`Builder::why_not`].

use super::cell::Builder;
use super::find::Absent;
use super::names;
use super::search::{Guard, Place};
use super::tree::{Change, Finding, Node, Step, What};
use crate::diagnostic::one_of;
use crate::ruleset::expression::{Expr, Node as Expression};
use crate::ruleset::{ClauseId, Origin, Ruleset, Step as Computed, VerdictKind};
use crate::sheet::ColumnId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Rational, Value};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// So many places that cite a clause are told.
const MOST_PLACES: usize = 3;

impl<'a> Builder<'a> {
    /// Why a clause has no part in these cells; or that it has.
    pub(super) fn why_not(&mut self, cells: &[(ColumnId, u32)], clause: ClauseId, depth: usize) -> Vec<Node> {
        let mut found: Vec<((usize, Option<Rational>), Place<'a>)> = Vec::new();
        for place in self.search(cells, clause) {
            let unmet = self.unmet(&place);
            let distance = self.distance(&place);
            found.push(((unmet, distance), place));
        }
        // What lacks least comes first; where the same line is looked at on many rows, that nearest to being taken.
        found.sort_by(|(left, _), (right, _)| left.0.cmp(&right.0).then(farther(left.1, right.1)));
        let is_taken = found.first().is_some_and(|((unmet, _), _)| *unmet == 0);
        found.retain(|((unmet, _), _)| !is_taken || *unmet == 0);
        let mut seen = FxHashSet::default();
        found.retain(|(_, place)| seen.insert((place.cell.0, place.line.as_ref().map(|(_, at)| *at))));
        found.truncate(if is_taken { 1 } else { MOST_PLACES });
        found.into_iter().map(|(_, place)| self.told(&place, clause, depth)).collect()
    }

    /// How far the first thing that a place lacks is from what it would have to be, where that is a matter of size.
    fn distance(&mut self, place: &Place<'a>) -> Option<Rational> {
        let guard = place.guards.iter().copied().find(|guard| !self.is_met(*guard))?;
        let change = self.change_of(guard)?;
        change.wanted.limit()?.size()?.subtract(&change.is.size()?).ok()?.abs().ok()
    }

    fn change_of(&mut self, guard: Guard<'a>) -> Option<Change> {
        match guard {
            Guard::Condition { at: (condition, row), wanted, .. } => self.change(condition, row, wanted),
            Guard::Verdict { cell: (_, row), step } => self.change_of_step(step, row, true),
            Guard::Band { at: (_, row), table, line } => {
                let subject = self.opened.value(&table.subject, row).ok()?;
                self.change_of_band(table, line, subject)
            }
        }
    }

    /// A place, and what it lacks.
    fn told(&mut self, place: &Place<'a>, clause: ClauseId, depth: usize) -> Node {
        let (column, row) = place.cell;
        let info = self.opened.ruleset.column(column);
        let verdict = self.opened.ruleset.verdicts.iter().find(|verdict| verdict.condition == column);
        let text = match (&place.line, verdict, info.at) {
            (Some((words, _)), _, _) => words.clone(),
            (None, Some(_), Some(at)) => self.quotes.words(at),
            (None, _, _) => super::cell::one_line(&info.name),
        };
        let of_column =
            verdict.map_or_else(|| info.name.clone(), |verdict| kind_word(verdict.kind).to_owned());
        let unmet = place.guards.iter().copied().find(|guard| !self.is_met(*guard));
        let rows_sheet = info.sheet;
        let of = if self.opened.rows(rows_sheet) > row as usize {
            names::name(&self.opened, rows_sheet, row)
        } else {
            super::tree::RowName::default()
        };
        let what = What::WhyNot { text, column: of_column, of, taken: unmet.is_none() };
        let mut node = Node::new(what, None);
        let at = place.line.as_ref().map(|(_, at)| *at).or(info.at);
        node.rule = at.map(|at| self.quotes.of(at));
        node.clauses = self.quotes.clauses(&[clause]);
        let Some(guard) = unmet else { return node };
        match guard {
            Guard::Condition { at: (condition, row), line, .. } => {
                let why = self.findings(condition, row);
                let line = line.map(|line| self.case(line).text);
                node.steps.push(Step::Unmet { why, line });
                node.steps.extend(self.change_of(guard).map(Step::Change));
                self.read_deciding(condition, row, &mut node, depth);
            }
            Guard::Verdict { cell: (_, row), step } => {
                self.told_verdict((guard, step), row, &mut node, depth);
            }
            Guard::Band { at: (_, row), table, .. } => {
                node.steps.extend(self.change_of(guard).map(Step::Change));
                self.read(&table.subject, row, &mut node, depth);
            }
        }
        let rest = self.unmet(place);
        if rest > 1 {
            let text = match rest - 1 {
                1 => "another condition after this one does not hold either".to_owned(),
                more => format!("{more} more conditions after this one do not hold either"),
            };
            node.steps.push(Step::Said(text));
        }
        node
    }

    /// A condition that makes a row void, or worth a word, and does not hold.
    fn told_verdict(
        &mut self,
        (guard, step): (Guard<'a>, &'a Computed),
        row: u32,
        node: &mut Node,
        depth: usize,
    ) {
        match step {
            Computed::Map { value, .. } => {
                let why = self.findings(value, row);
                node.steps.push(Step::Unmet { why, line: None });
                node.steps.extend(self.change_of(guard).map(Step::Change));
                self.read_deciding(value, row, node, depth);
                // A condition that is nothing but an aggregate is opened as that aggregate.
                if let [only] = node.children.as_mut_slice()
                    && only.rule.is_some()
                    && only.rule == node.rule
                {
                    let mut only = std::mem::replace(only, Node::new(What::Words(String::new()), None));
                    node.steps.append(&mut only.steps);
                    node.more += only.more;
                    node.children = only.children;
                }
            }
            Computed::Reduce(reduce) => {
                let text = self.opened.ruleset.column(reduce.out).at.map(|at| self.quotes.words(at));
                let finding = Finding {
                    text: text.unwrap_or_default(),
                    holds: Some(false),
                    values: Vec::new(),
                    side: None,
                };
                node.steps.push(Step::Unmet { why: vec![finding], line: None });
                node.steps.extend(self.change_of(guard).map(Step::Change));
                let mut rows = Node::new(node.what.clone(), Some(self.opened.cell(reduce.out, row)));
                self.aggregated(reduce, row, &mut rows, depth);
                node.children.append(&mut rows.children);
            }
            Computed::Place(_) => {}
        }
    }

    /// How many conditions of a place do not hold.
    fn unmet(&mut self, place: &Place<'a>) -> usize {
        place.guards.iter().map(|guard| self.lacking(*guard)).sum()
    }

    /// How many conditions of a guard do not hold.
    fn lacking(&mut self, guard: Guard<'a>) -> usize {
        match guard {
            Guard::Condition { at: (condition, row), wanted, .. } => self.lacking_in(condition, row, wanted),
            Guard::Verdict { cell: (_, row), step: Computed::Map { value, .. } } => {
                self.lacking_in(value, row, true)
            }
            Guard::Verdict { step: Computed::Reduce(_) | Computed::Place(_), .. } | Guard::Band { .. } => {
                usize::from(!self.is_met(guard))
            }
        }
    }

    fn lacking_in(&mut self, condition: &Expr, row: u32, wanted: bool) -> usize {
        if self.opened.holds(condition, row) == Some(wanted) {
            return 0;
        }
        match &condition.node {
            Expression::Unary(UnaryOperator::Not, part) => self.lacking_in(part, row, !wanted),
            Expression::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                let parts = [left, right].map(|part| self.lacking_in(part, row, wanted));
                let needs_both = (*operator == BinaryOperator::And) == wanted;
                if needs_both { parts[0] + parts[1] } else { parts[0].min(parts[1]) }
            }
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
            | Expression::Bands(_)
            | Expression::Cases(_) => 1,
        }
    }

    fn read_deciding(&mut self, condition: &Expr, row: u32, node: &mut Node, depth: usize) {
        self.read(condition, row, node, depth);
        // What decides is told by the step; what only leads there says nothing new.
        node.steps.retain(|step| !matches!(step, Step::Chosen { .. }));
    }

    fn is_met(&mut self, guard: Guard<'a>) -> bool {
        match guard {
            Guard::Condition { at: (condition, row), wanted, .. } => {
                self.opened.holds(condition, row) == Some(wanted)
            }
            Guard::Verdict { cell: (column, row), .. } => self.opened.cell(column, row) == Value::Flag(true),
            Guard::Band { at: (expr, row), table, line } => {
                self.opened.band(expr, table, row).is_some_and(|(taken, _)| taken == line)
            }
        }
    }

    /// Nothing that these cells come from cites the clause.
    pub(super) fn nowhere(&self, clause: ClauseId, cells: &[(ColumnId, u32)]) -> Absent {
        let ruleset = self.opened.ruleset;
        let name = &ruleset.clause(clause).name;
        let of = cells.first().map_or("", |(column, _)| ruleset.column(*column).name.as_str());
        let message = match cells {
            [_] => format!("nothing that `{of}` is computed from cites `{name}`"),
            _ => format!("nothing that is said here is computed by a rule that cites `{name}`"),
        };
        let citing = citing(ruleset, clause);
        let elsewhere = super::citing::elsewhere(ruleset, clause);
        let help = if let Some(first) = elsewhere.first() {
            format!("it is cited by {first}")
        } else if citing.is_empty() {
            "no rule cites it: it is a note, or verified in the record of moves".to_owned()
        } else {
            format!("it is cited by {}: say `--column`", one_of(&citing))
        };
        let help = if citing.is_empty() || elsewhere.is_empty() {
            help
        } else {
            format!("{help}; and by {}: say `--column`", one_of(&citing))
        };
        Absent::new(message, help)
    }
}

/// Which of two distances is the greater one; one that is not known comes last.
fn farther(left: Option<Rational>, right: Option<Rational>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// The clause of this name.
pub(super) fn clause(ruleset: &Ruleset, wanted: &str) -> Result<ClauseId, Absent> {
    let names: Vec<String> = ruleset.clauses.iter().map(|clause| clause.name.clone()).collect();
    let wanted = wanted.trim().trim_start_matches('@');
    let place = names.iter().position(|name| name == wanted);
    let id = place.and_then(|place| u32::try_from(place).ok()).map(ClauseId);
    let message = format!("the format `{}` has no clause `{wanted}`", ruleset.name);
    id.ok_or_else(|| Absent::unknown(message, wanted, &names))
}

/// The columns whose rules cite a clause.
fn citing(ruleset: &Ruleset, clause: ClauseId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for info in ruleset.columns.iter().filter(|info| matches!(info.origin, Origin::Recorded { .. })) {
        if info.cites.contains(&clause) && !names.contains(&info.name) {
            names.push(info.name.clone());
        }
    }
    for step in ruleset.scoring() {
        let info = ruleset.column(step.out());
        if matches!(info.origin, Origin::Hidden { .. }) {
            continue;
        }
        let cites = info.cites.contains(&clause) || super::search::cites(step, clause);
        if cites && !names.contains(&info.name) {
            names.push(info.name.clone());
        }
    }
    names
}

/// What a verdict does to a row.
pub(super) fn kind_word(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Void => "void",
        VerdictKind::Warn => "a warning",
        VerdictKind::Fault => "a fault",
    }
}
