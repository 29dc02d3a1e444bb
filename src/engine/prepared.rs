//! What is worked out once a run rather than once a chunk: composed links, the search tables of bands, and what
//! expressions that look at few values come to.
//!
//! Comes in: expressions, before they are evaluated. Goes out: an index for every path they take, and a
//! [`Lookup`] for every table of bands. It must never hold a value of a row. Start with [`Prepared::expression`].

use super::annul::passed_over;
use super::lifted;
use super::lookup::Lookup;
use super::pairs::Pairs;
use super::tabled::{Tabled, Under, Worth};
use crate::ruleset::expression::{BandTable, Expr, Node};
use crate::ruleset::{Best, OrderKey, Reduce, Ruleset, Step};
use crate::sheet::{ColumnId, Index, LinkId, SheetId, Tables};
use rustc_hash::FxHashMap;

/// For fewer rows than this nobody asks whether it is worth it to look something up, or to compute it elsewhere.
const FEW: usize = 256;

/// Composed links and search tables, for the links of one run.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    paths: FxHashMap<Vec<LinkId>, Index>,
    bands: FxHashMap<usize, Lookup>,
    pairs: FxHashMap<SheetId, Pairs>,
    /// Expressions that are looked up.
    tabled: FxHashMap<usize, Tabled>,
    /// Of expressions that have been gone through, from how many rows on more of their parts are worth looking up.
    awaited: FxHashMap<usize, usize>,
    /// Expressions that so many rows have in common.
    lifted: FxHashMap<usize, usize>,
    /// Where rows are annulled: for each aggregate the sheets whose annulled rows it passes over, and the ways there.
    annulled: FxHashMap<ColumnId, Vec<(SheetId, Vec<LinkId>)>>,
}

impl Prepared {
    /// Whatever a step needs.
    pub(super) fn step(&mut self, step: &Step, ruleset: &Ruleset, tables: &Tables) {
        match step {
            Step::Map { value, .. } => self.expression(value, ruleset, tables),
            Step::Reduce(reduce) => self.reduce(reduce, ruleset, tables),
            Step::Place(place) => self.keys(&place.keys, ruleset, tables),
        }
    }

    /// Whatever the steps of keys among tied need.
    pub(super) fn keys(&mut self, keys: &[OrderKey], ruleset: &Ruleset, tables: &Tables) {
        for step in keys.iter().filter_map(|key| key.among_tied.as_ref()).flatten() {
            match step {
                Step::Map { value, .. } => self.expression(value, ruleset, tables),
                Step::Reduce(reduce) => self.reduce(reduce, ruleset, tables),
                Step::Place(_) => {}
            }
        }
    }

    /// Whatever an aggregate needs.
    pub(super) fn reduce(&mut self, reduce: &Reduce, ruleset: &Ruleset, tables: &Tables) {
        self.path(&reduce.path, ruleset, tables);
        if let Some(path) = &reduce.among_tied {
            self.path(path, ruleset, tables);
        }
        if tables.has_annulled() && !self.annulled.contains_key(&reduce.out) {
            let mut ways = passed_over(ruleset, reduce);
            ways.retain(|(sheet, _)| tables.annulled(*sheet).is_some());
            ways.iter().for_each(|(_, way)| self.path(way, ruleset, tables));
            self.annulled.insert(reduce.out, ways);
        }
        let count = reduce.best.as_ref().map(|Best { count, .. }| count);
        for expr in [reduce.value.as_ref(), reduce.filter.as_ref(), count].into_iter().flatten() {
            self.expression(expr, ruleset, tables);
        }
    }

    /// Whatever an expression needs.
    pub(super) fn expression(&mut self, expr: &Expr, ruleset: &Ruleset, tables: &Tables) {
        if tables.most_rows() >= FEW {
            self.lift(expr, tables);
        }
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.node {
                Node::Column { path, .. } => self.path(last_part(path, tables), ruleset, tables),
                Node::Bands(table) => {
                    self.bands.entry(address(&**table)).or_insert_with(|| Lookup::new(table));
                }
                Node::Literal(_)
                | Node::Option(_)
                | Node::Widen(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Among(..)
                | Node::If { .. }
                | Node::Else(..)
                | Node::Known(_)
                | Node::Call(..)
                | Node::Random(_)
                | Node::Tally(_)
                | Node::Cases(_) => {}
            }
            expr.parts(&mut open);
        }
    }

    /// Parts of an expression that several rows have in common are computed once for all of them.
    pub(super) fn lift(&mut self, expr: &Expr, tables: &Tables) {
        for (part, every) in lifted::parts(expr, tables) {
            self.lifted.insert(address(part), every);
        }
    }

    /// What of a step comes to few different things is looked up from now on, if that is worth it for the open rows, so many
    /// times over.
    pub(super) fn tabulate(&mut self, step: &Step, under: Under<'_>, (tables, times): (&Tables, usize)) {
        match step {
            Step::Map { out, value } => {
                let rows = tables.open(under.ruleset.column(*out).sheet).len();
                self.tabulate_parts(vec![value], under, rows * times);
            }
            Step::Reduce(reduce) => self.tabulate_reduce(reduce, under, (tables, times)),
            Step::Place(_) => {}
        }
    }

    /// [`Self::tabulate`], for an aggregate.
    pub(super) fn tabulate_reduce(
        &mut self,
        reduce: &Reduce,
        under: Under<'_>,
        (tables, times): (&Tables, usize),
    ) {
        let parts = [reduce.value.as_ref(), reduce.filter.as_ref()].into_iter().flatten().collect();
        self.tabulate_parts(parts, under, tables.open(reduce.over).len() * times);
    }

    /// [`Self::tabulate`], for parts of a step, and so many rows.
    pub(super) fn tabulate_parts(&mut self, parts: Vec<&Expr>, under: Under<'_>, rows: usize) {
        if rows < FEW {
            return;
        }
        for whole in parts {
            if self.awaited.get(&address(whole)).is_some_and(|&enough| rows < enough) {
                continue;
            }
            let mut enough_for_more = usize::MAX;
            let mut open = vec![whole];
            while let Some(expr) = open.pop() {
                if self.tabled.contains_key(&address(expr)) {
                    continue;
                }
                match Tabled::of(under, expr, rows) {
                    Worth::Tabled(tabled) => {
                        self.tabled.insert(address(expr), tabled);
                        continue;
                    }
                    Worth::From(enough) => enough_for_more = enough_for_more.min(enough),
                    Worth::Never => {}
                }
                expr.parts(&mut open);
            }
            self.awaited.insert(address(whole), enough_for_more);
        }
    }

    /// How an expression is looked up.
    pub(super) fn tabled(&self, expr: &Expr) -> Option<&Tabled> {
        if self.tabled.is_empty() {
            return None;
        }
        self.tabled.get(&address(expr))
    }

    /// How many rows have an expression in common, where it is computed once for all of them.
    pub(super) fn lifted(&self, expr: &Expr) -> Option<usize> {
        if self.lifted.is_empty() {
            return None;
        }
        self.lifted.get(&address(expr)).copied()
    }

    fn path(&mut self, path: &[LinkId], ruleset: &Ruleset, tables: &Tables) {
        let [first @ .., last] = path else {
            return;
        };
        if first.is_empty() || self.paths.contains_key(path) {
            return;
        }
        // From the end on: there are fewer rows.
        let through = |rest: Option<Index>, link: &LinkId| {
            Some(tables.link(*link)?.then(&rest?, tables.rows(ruleset.link(*link).from)))
        };
        let whole = first.iter().rev().fold(tables.link(*last).cloned(), through);
        if let Some(whole) = whole {
            self.paths.insert(path.to_vec(), whole);
        }
    }

    /// Forgets what belongs to one set of tables: for the next one it is worked out anew.
    pub(super) fn forget_links(&mut self) {
        self.paths.clear();
        self.lifted.clear();
        self.pairs.clear();
        self.annulled.clear();
    }

    /// The pairs of a sheet, none laid out. `None` as long as a link that they need is not filled.
    pub(super) fn take_pairs(&mut self, ruleset: &Ruleset, tables: &Tables, sheet: SheetId) -> Option<Pairs> {
        self.pairs.remove(&sheet).or_else(|| Pairs::new(ruleset, tables, sheet))
    }

    /// Keeps the pairs of a sheet, to be taken again.
    pub(super) fn keep_pairs(&mut self, sheet: SheetId, pairs: Pairs) {
        self.pairs.insert(sheet, pairs);
    }

    /// The link that a path comes to; `None` where a part of it does not exist.
    pub(super) fn index<'p>(&'p self, path: &[LinkId], tables: &'p Tables) -> Option<&'p Index> {
        match path {
            [] => Some(&Index::SAME),
            [only] => tables.link(*only),
            _ => self.paths.get(path),
        }
    }

    /// The sheets whose annulled rows an aggregate passes over, and the ways there from its rows.
    pub(super) fn annulled(&self, aggregate: ColumnId) -> &[(SheetId, Vec<LinkId>)] {
        self.annulled.get(&aggregate).map(Vec::as_slice).unwrap_or_default()
    }

    /// The search table of a table of bands.
    pub(super) fn lookup(&self, table: &BandTable) -> Option<&Lookup> {
        self.bands.get(&address(table))
    }
}

/// The ruleset outlives the run and does not move, so an expression or a table of bands is known by where it is.
fn address<T>(it: &T) -> usize {
    std::ptr::from_ref(it).addr()
}

/// What is left of the way to a column behind links that as many rows follow to each target: through those it is followed
/// link by link.
fn last_part<'p>(path: &'p [LinkId], tables: &Tables) -> &'p [LinkId] {
    let mut left = path;
    while let [first, rest @ ..] = left
        && !rest.is_empty()
        && lifted::every(*first, tables).is_some()
    {
        left = rest;
    }
    left
}

/// The sheet that a path leads to.
pub(super) fn end(path: &[LinkId], from: SheetId, ruleset: &Ruleset) -> SheetId {
    path.last().map_or(from, |link| ruleset.link(*link).to)
}
