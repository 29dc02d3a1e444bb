//! Searches what a cell could have been computed from for the places that cite a clause.
//!
//! Comes in: a cell, a clause. Goes out: every place found, with all that would have to hold for it to be taken, from the cell
//! on downward. Lines that were not taken are searched as well. It must never say why. Start with [`Builder::search`].

use super::cell::Builder;
use crate::engine::Fate;
use crate::ruleset::expression::{BandTable, CaseLine, Expr, Node, TallyItem};
use crate::ruleset::{BuiltinColumn, ClauseId, Origin, Ruleset, Step};
use crate::sheet::{ColumnId, LinkId};
use crate::source::Span;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// So many cells are looked at.
const MOST_CELLS: usize = 4000;

/// So many rows of an aggregate are looked at.
const MOST_ROWS: usize = 60;

/// Something that must be so for a part of a rule to be taken.
#[derive(Clone, Copy)]
pub(super) enum Guard<'a> {
    /// A condition that must hold, or must not.
    Condition { at: (&'a Expr, u32), wanted: bool, line: Option<&'a CaseLine> },
    /// A condition that makes a row void, or worth a word, must hold: the column that says so.
    Verdict { cell: (ColumnId, u32), step: &'a Step },
    /// A band that must take the subject.
    Band { at: (&'a Expr, u32), table: &'a BandTable, line: usize },
}

/// A place that cites a clause.
#[derive(Clone)]
pub(super) struct Place<'a> {
    /// The cell in whose rule it stands.
    pub cell: (ColumnId, u32),
    /// The line that cites it; `None`: the rule as a whole does.
    pub line: Option<(String, Span)>,
    /// What must be so, in the order in which it is looked at.
    pub guards: Vec<Guard<'a>>,
}

/// A search under way.
struct Search<'a> {
    clause: ClauseId,
    queue: VecDeque<(ColumnId, u32, Vec<Guard<'a>>)>,
    seen: FxHashSet<(ColumnId, u32)>,
    found: Vec<Place<'a>>,
}

impl<'a> Builder<'a> {
    /// Every place that cites a clause, those nearest to the cells first.
    pub(super) fn search(&mut self, cells: &[(ColumnId, u32)], clause: ClauseId) -> Vec<Place<'a>> {
        let queue = cells.iter().map(|&(column, row)| (column, row, Vec::new())).collect();
        let mut search = Search { clause, queue, seen: cells.iter().copied().collect(), found: Vec::new() };
        let mut looked_at = 0;
        while let Some((column, row, guards)) = search.queue.pop_front() {
            looked_at += 1;
            if looked_at > MOST_CELLS {
                break;
            }
            self.search_cell(&mut search, (column, row), guards);
        }
        search.found
    }

    fn search_cell(&mut self, search: &mut Search<'a>, cell: (ColumnId, u32), guards: Vec<Guard<'a>>) {
        let ruleset = self.opened.ruleset;
        let (column, row) = cell;
        let step = self.opened.step(column);
        let mut verdicts = ruleset.verdicts.iter().filter(|verdict| verdict.condition == column).peekable();
        if verdicts.peek().is_some() {
            // What a condition cites has a part where the condition holds.
            if let Some(step) =
                step.filter(|_| verdicts.any(|verdict| verdict.cites.contains(&search.clause)))
            {
                let mut guards = guards.clone();
                guards.push(Guard::Verdict { cell, step });
                search.found.push(Place { cell, line: None, guards });
            }
        } else if ruleset.column(column).cites.contains(&search.clause) {
            search.found.push(Place { cell, line: None, guards: guards.clone() });
        }
        match step {
            // What was before the game is a question about another game.
            None => {}
            Some(Step::Map { value, .. }) => self.search_part(search, value, cell, guards),
            Some(Step::Reduce(reduce)) => {
                let parts = self.opened.parts(reduce, row);
                // A row that is void is left out by the condition that makes it so.
                for part in parts.iter().filter(|part| part.fate == Fate::Void).take(MOST_ROWS) {
                    let voids = reduce.filter.as_ref().map_or_else(Vec::new, |filter| voids(ruleset, filter));
                    for (void, path) in voids {
                        if let Some(target) = self.opened.target(path, part.row) {
                            search.visit(void, target, &guards);
                        }
                    }
                }
                for part in parts.into_iter().filter(|part| part.fate == Fate::Taken).take(MOST_ROWS) {
                    for expr in reduce.value.iter().chain(&reduce.filter) {
                        self.search_part(search, expr, (column, part.row), guards.clone());
                    }
                }
            }
            Some(Step::Place(place)) => {
                for key in &place.keys {
                    if key.cites.contains(&search.clause) {
                        search.found.push(Place { cell, line: None, guards: guards.clone() });
                    }
                    search.visit(key.column, row, &guards);
                }
            }
        }
    }

    /// Searches a part of a rule: the row of the cell is the one on which the part is looked at.
    fn search_part(
        &mut self,
        search: &mut Search<'a>,
        expr: &'a Expr,
        cell: (ColumnId, u32),
        guards: Vec<Guard<'a>>,
    ) {
        let row = cell.1;
        let mut open: Vec<(&'a Expr, Vec<Guard<'a>>)> = vec![(expr, guards)];
        while let Some((expr, guards)) = open.pop() {
            match &expr.node {
                Node::Column { column, path } => {
                    if let Some(target) = self.opened.target(path, row) {
                        search.visit(*column, target, &guards);
                    }
                }
                Node::Tally(items) => {
                    for item in items {
                        self.search_item(search, item, (cell, &guards), &mut open);
                    }
                }
                Node::Bands(table) => {
                    open.push((&table.subject, guards.clone()));
                    for (line, band) in table.bands.iter().enumerate() {
                        let mut guards = guards.clone();
                        guards.push(Guard::Band { at: (expr, row), table, line });
                        if band.cites.contains(&search.clause) {
                            let words = self.quotes.words(band.range_at);
                            let line = Some((words, band.at));
                            search.found.push(Place { cell, line, guards: guards.clone() });
                        }
                        open.extend(band.values.iter().map(|value| (value, guards.clone())));
                    }
                }
                Node::Cases(lines) => self.search_cases(search, lines, (cell, &guards), &mut open),
                Node::If { value, condition, otherwise } => {
                    open.push((condition, guards.clone()));
                    for (branch, wanted) in [(value, true), (otherwise, false)] {
                        let mut guards = guards.clone();
                        guards.push(Guard::Condition { at: (condition, row), wanted, line: None });
                        open.push((branch, guards));
                    }
                }
                Node::Literal(_)
                | Node::Option(_)
                | Node::Widen(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Among(..)
                | Node::Else(..)
                | Node::Known(_)
                | Node::Call(..)
                | Node::Random(_) => {
                    let mut parts = Vec::new();
                    expr.parts(&mut parts);
                    open.extend(parts.into_iter().rev().map(|part| (part, guards.clone())));
                }
            }
        }
    }

    fn search_item(
        &mut self,
        search: &mut Search<'a>,
        item: &'a TallyItem,
        (cell, guards): ((ColumnId, u32), &[Guard<'a>]),
        open: &mut Vec<(&'a Expr, Vec<Guard<'a>>)>,
    ) {
        let mut inner = guards.to_vec();
        if let Some(condition) = &item.condition {
            open.push((condition, guards.to_vec()));
            inner.push(Guard::Condition { at: (condition, cell.1), wanted: true, line: None });
        }
        if item.cites.contains(&search.clause) {
            let line = Some((self.item_words(item), item.at));
            search.found.push(Place { cell, line, guards: inner.clone() });
        }
        open.push((&item.value, inner));
    }

    fn search_cases(
        &mut self,
        search: &mut Search<'a>,
        lines: &'a [CaseLine],
        (cell, guards): ((ColumnId, u32), &[Guard<'a>]),
        open: &mut Vec<(&'a Expr, Vec<Guard<'a>>)>,
    ) {
        let mut sofar = guards.to_vec();
        for line in lines {
            let mut inner = sofar.clone();
            if let Some(condition) = &line.condition {
                open.push((condition, sofar.clone()));
                inner.push(Guard::Condition { at: (condition, cell.1), wanted: true, line: None });
                sofar.push(Guard::Condition { at: (condition, cell.1), wanted: false, line: Some(line) });
            }
            if line.cites.contains(&search.clause) {
                let words = (self.case(line).text, line.at);
                search.found.push(Place { cell, line: Some(words), guards: inner.clone() });
            }
            open.push((&line.value, inner));
        }
    }
}

impl<'a> Search<'a> {
    fn visit(&mut self, column: ColumnId, row: u32, guards: &[Guard<'a>]) {
        if self.seen.insert((column, row)) {
            self.queue.push_back((column, row, guards.to_vec()));
        }
    }
}

/// The columns by which a condition asks whether a row is void, and where they are looked at.
fn voids<'a>(ruleset: &Ruleset, condition: &'a Expr) -> Vec<(ColumnId, &'a [LinkId])> {
    let mut open = vec![condition];
    let mut found = Vec::new();
    while let Some(expr) = open.pop() {
        if let Node::Column { column, path } = &expr.node
            && ruleset.column(*column).origin == Origin::Builtin(BuiltinColumn::Void)
        {
            found.push((*column, path.as_slice()));
        }
        expr.parts(&mut open);
    }
    found
}

/// Whether a step cites a clause anywhere.
pub(super) fn cites(step: &Step, clause: ClauseId) -> bool {
    let mut open: Vec<&Expr> = match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => reduce.value.iter().chain(&reduce.filter).collect(),
        Step::Place(place) => return place.keys.iter().any(|key| key.cites.contains(&clause)),
    };
    while let Some(expr) = open.pop() {
        let cited = match &expr.node {
            Node::Tally(items) => items.iter().any(|item| item.cites.contains(&clause)),
            Node::Bands(table) => table.bands.iter().any(|band| band.cites.contains(&clause)),
            Node::Cases(lines) => lines.iter().any(|line| line.cites.contains(&clause)),
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_) => false,
        };
        if cited {
            return true;
        }
        expr.parts(&mut open);
    }
    false
}
