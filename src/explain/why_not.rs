//! Why not? The first condition that kept a clause from having a part in a figure, and the nearest change of it.
//!
//! Comes in: cells, the name of a clause. Goes out: a node for each line that cites it, those that lack least first. Start with
//! [`Builder::why_not`].

use super::cell::Builder;
use super::find::Absent;
use super::names;
use super::search::{Guard, Place};
use super::tree::{Change, Node, Step, What};
use crate::diagnostic::one_of;
use crate::ruleset::expression::Expr;
use crate::ruleset::{ClauseId, Origin, Ruleset};
use crate::sheet::ColumnId;
use crate::value::Rational;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// So many places that cite a clause are told.
const MOST_PLACES: usize = 3;

impl<'a> Builder<'a> {
    /// Why a clause has no part in these cells; or that it has.
    pub(super) fn why_not(
        &mut self,
        cells: &[(ColumnId, u32)],
        wanted: &str,
        depth: usize,
    ) -> Result<Vec<Node>, Absent> {
        let clause = clause(self.opened.ruleset, wanted)?;
        let mut found: Vec<((usize, Option<Rational>), Place<'a>)> = Vec::new();
        for place in self.search(cells, clause) {
            let unmet = place.guards.iter().filter(|guard| !self.is_met(**guard)).count();
            let distance = self.distance(&place);
            found.push(((unmet, distance), place));
        }
        if found.is_empty() {
            return Err(self.nowhere(clause, cells));
        }
        // What lacks least comes first; where the same line is looked at on many rows, that nearest to being taken.
        found.sort_by(|(left, _), (right, _)| left.0.cmp(&right.0).then(farther(left.1, right.1)));
        let is_taken = found.first().is_some_and(|((unmet, _), _)| *unmet == 0);
        found.retain(|((unmet, _), _)| !is_taken || *unmet == 0);
        let mut seen = FxHashSet::default();
        found.retain(|(_, place)| seen.insert((place.cell.0, place.line.as_ref().map(|(_, at)| *at))));
        found.truncate(if is_taken { 1 } else { MOST_PLACES });
        Ok(found.into_iter().map(|(_, place)| self.told(&place, clause, depth)).collect())
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
        let text = match &place.line {
            Some((words, _)) => words.clone(),
            None => super::cell::one_line(&info.name),
        };
        let unmet = place.guards.iter().copied().find(|guard| !self.is_met(*guard));
        let rows_sheet = info.sheet;
        let of = if self.opened.rows(rows_sheet) > row as usize {
            names::name(&self.opened, rows_sheet, row)
        } else {
            super::tree::RowName::default()
        };
        let what = What::WhyNot { text, column: info.name.clone(), of, taken: unmet.is_none() };
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
            Guard::Band { at: (_, row), table, .. } => {
                node.steps.extend(self.change_of(guard).map(Step::Change));
                self.read(&table.subject, row, &mut node, depth);
            }
        }
        let rest = place.guards.iter().filter(|guard| !self.is_met(**guard)).count();
        if rest > 1 {
            let text = match rest - 1 {
                1 => "another condition after this one does not hold either".to_owned(),
                more => format!("{more} more conditions after this one do not hold either"),
            };
            node.steps.push(Step::Said(text));
        }
        node
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
            Guard::Band { at: (expr, row), table, line } => {
                self.opened.band(expr, table, row).is_some_and(|(taken, _)| taken == line)
            }
        }
    }

    /// Nothing that these cells come from cites the clause.
    fn nowhere(&self, clause: ClauseId, cells: &[(ColumnId, u32)]) -> Absent {
        let ruleset = self.opened.ruleset;
        let name = &ruleset.clause(clause).name;
        let of = cells.first().map_or("", |(column, _)| ruleset.column(*column).name.as_str());
        let message = match cells {
            [_] => format!("nothing that `{of}` is computed from cites `{name}`"),
            _ => format!("nothing that is said here is computed by a rule that cites `{name}`"),
        };
        let citing = citing(ruleset, clause);
        let help = if citing.is_empty() {
            "no rule cites it: it is a note, or verified in the record of moves, or a phase rests on it"
                .to_owned()
        } else {
            format!("it is cited by {}: say `--column`", one_of(&citing))
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

fn clause(ruleset: &Ruleset, wanted: &str) -> Result<ClauseId, Absent> {
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
