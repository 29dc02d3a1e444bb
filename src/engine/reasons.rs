//! Why a cell is what it is: the clauses of its rule, of the lines that were taken, and of all that it was computed from.
//!
//! Comes in: an [`Outcome`] and a cell of it. Goes out: clauses, and the parts of rules that were taken. What a row looks at
//! is told by [`super::branches`], on the single row. What is still to be looked at waits in a list, each cell
//! once, so the depth of rules does not matter. Start with [`why`].

use super::Outcome;
use super::best::{Kept, selected};
use super::branches::{Mask, Part, Seen, look};
use super::kernel::Evaluator;
use super::opened::Carried;
use super::order::Key;
use super::prepared::Prepared;
use super::reduce::{Pass, limit, took_part};
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{ClauseId, OrderKey, Place, Reduce, Ruleset, Settings, Step};
use crate::sheet::{ColumnId, Grouping, NO_ROW, row_id};
use crate::value::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Why a cell is what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Why {
    /// The clauses that had a part in it: those of its rule, of the line that was taken, and of everything it was computed
    /// from. A condition that makes a row void counts where the row is void. What a state is before a game comes from all
    /// games before.
    pub clauses: BTreeSet<ClauseId>,
    /// The clauses of keys that were looked at and decided nothing: everybody was level on them.
    pub level_on: BTreeSet<ClauseId>,
    /// The parts of rules that were taken on the way.
    pub parts: BTreeSet<Part>,
}

impl Why {
    /// All clauses that are a reason, those of keys on which everybody was level among them.
    #[must_use]
    pub fn reasons(&self) -> BTreeSet<ClauseId> {
        &self.clauses | &self.level_on
    }
}

/// The clauses that had a part in one cell.
#[must_use]
pub fn reasons(
    ruleset: &Ruleset,
    settings: &Settings,
    outcome: &Outcome,
    column: ColumnId,
    row: usize,
) -> BTreeSet<ClauseId> {
    why(ruleset, settings, outcome, column, row).reasons()
}

/// Why a cell is what it is.
#[must_use]
pub fn why(ruleset: &Ruleset, settings: &Settings, outcome: &Outcome, column: ColumnId, row: usize) -> Why {
    if row >= outcome.tables.rows(ruleset.column(column).sheet) {
        return Why::default();
    }
    walk(ruleset, settings, outcome, &[column], |walk| walk.cell(column, row))
}

/// Why an entrant has its place in a standing (by its place in [`Ruleset::standings`]): the keys by which it was compared
/// with anybody, and the columns that were compared.
#[must_use]
pub fn why_in_place(
    ruleset: &Ruleset,
    settings: &Settings,
    outcome: &Outcome,
    standing: usize,
    entrant: u32,
) -> Why {
    let (Some(info), Some(table)) = (ruleset.standings.get(standing), outcome.standings.get(standing)) else {
        return Why::default();
    };
    let level: Vec<u32> = table.rows.iter().map(|row| row.entrant).collect();
    let columns: Vec<ColumnId> = info.keys.iter().map(|key| key.column).collect();
    walk(ruleset, settings, outcome, &columns, |walk| walk.compared(&info.keys, level, entrant))
}

fn walk(
    ruleset: &Ruleset,
    settings: &Settings,
    outcome: &Outcome,
    from: &[ColumnId],
    start: impl FnOnce(&mut Walk<'_>),
) -> Why {
    let steps = needed(ruleset, from);
    let mut prepared = Prepared::default();
    for step in steps.values() {
        prepared.step(step, ruleset, &outcome.tables);
    }
    let run = Evaluator {
        ruleset,
        settings,
        symbols: &outcome.symbols,
        tables: &outcome.tables,
        prepared: &prepared,
        // What is scored draws no numbers, and lots have been drawn.
        seed: 0,
        is_lifted: false,
    };
    let mut verdicts: FxHashMap<ColumnId, Vec<usize>> = FxHashMap::default();
    for (place, verdict) in ruleset.verdicts.iter().enumerate() {
        verdicts.entry(verdict.condition).or_default().push(place);
    }
    let mut walk = Walk {
        run,
        steps,
        carried: Carried::new(ruleset, outcome),
        verdicts,
        over: over(ruleset, outcome),
        children: FxHashMap::default(),
        seen: FxHashSet::default(),
        open: Vec::new(),
        one: Mask::from([true]),
        why: Why::default(),
    };
    start(&mut walk);
    walk.go();
    walk.why
}

/// The clauses by which a match is over a limit of its phase, by the cell that says so.
fn over(ruleset: &Ruleset, outcome: &Outcome) -> FxHashMap<(ColumnId, usize), Vec<ClauseId>> {
    let over = outcome.over.iter().filter_map(|over| {
        let (_, column) = ruleset.limited.iter().find(|(sheet, _)| *sheet == over.sheet)?;
        Some(((*column, over.row as usize), over.cites(ruleset)))
    });
    over.collect()
}

/// The steps that these columns need, by the column that they fill.
fn needed<'a>(ruleset: &'a Ruleset, from: &[ColumnId]) -> FxHashMap<ColumnId, &'a Step> {
    let placings = ruleset.scoring().filter_map(|step| match step {
        Step::Place(place) => Some(&place.keys),
        Step::Map { .. } | Step::Reduce(_) => None,
    });
    let keys = ruleset.standings.iter().map(|standing| &standing.keys).chain(placings).flatten();
    let among_tied = keys.filter_map(|key| key.among_tied.as_ref()).flatten();
    let mut all: FxHashMap<ColumnId, &Step> = among_tied.map(|step| (step.out(), step)).collect();
    all.extend(ruleset.scoring().map(|step| (step.out(), step)));
    let mut steps = FxHashMap::default();
    let mut open = from.to_vec();
    // A state may have come from any game before.
    open.extend(
        ruleset.ladder.iter().flat_map(|ladder| &ladder.states).flat_map(|state| [state.start, state.now]),
    );
    let mut exprs: Vec<&Expr> = Vec::new();
    while let Some(column) = open.pop() {
        let Some(&step) = all.get(&column).filter(|_| !steps.contains_key(&column)) else {
            continue;
        };
        steps.insert(column, step);
        match step {
            Step::Map { value, .. } => exprs.push(value),
            Step::Reduce(reduce) => exprs.extend(reduce.value.iter().chain(&reduce.filter)),
            Step::Place(place) => open.extend(place.keys.iter().map(|key| key.column)),
        }
        while let Some(expr) = exprs.pop() {
            if let Node::Column { column, .. } = &expr.node {
                open.push(*column);
            }
            expr.parts(&mut exprs);
        }
    }
    steps
}

struct Walk<'a> {
    run: Evaluator<'a>,
    steps: FxHashMap<ColumnId, &'a Step>,
    carried: Carried,
    verdicts: FxHashMap<ColumnId, Vec<usize>>,
    over: FxHashMap<(ColumnId, usize), Vec<ClauseId>>,
    /// The rows below each parent, for each aggregate or placing that was met.
    children: FxHashMap<ColumnId, Grouping>,
    seen: FxHashSet<(ColumnId, usize)>,
    open: Vec<Open<'a>>,
    /// The single row.
    one: Mask,
    why: Why,
}

/// What is still to be looked at.
enum Open<'a> {
    Cell(ColumnId, usize),
    Part(&'a Expr, usize),
}

impl<'a> Walk<'a> {
    fn cell(&mut self, column: ColumnId, row: usize) {
        if self.seen.insert((column, row)) {
            self.open.push(Open::Cell(column, row));
        }
    }

    fn part(&mut self, expr: &'a Expr, row: usize) {
        self.open.push(Open::Part(expr, row));
    }

    fn taken(&mut self, part: Part, cites: &[ClauseId]) {
        self.why.parts.insert(part);
        self.why.clauses.extend(cites);
    }

    fn go(&mut self) {
        while let Some(open) = self.open.pop() {
            match open {
                Open::Cell(column, row) => self.look_at_cell(column, row),
                Open::Part(expr, row) => self.look_at_part(expr, row),
            }
        }
    }

    fn look_at_cell(&mut self, id: ColumnId, row: usize) {
        if let Some(verdicts) = self.verdicts.get(&id) {
            let column = self.run.tables.column(id);
            let hit = column
                .is_some_and(|column| column.value(row, &Kind::Flag) == crate::value::Value::Flag(true));
            if !hit {
                return;
            }
            for &verdict in verdicts {
                self.why.parts.insert(Part::Verdict(verdict));
                self.why.clauses.extend(&self.run.ruleset.verdicts[verdict].cites);
            }
        }
        self.why.clauses.extend(self.over.get(&(id, row)).into_iter().flatten().copied());
        self.taken(Part::Column(id), &self.run.ruleset.column(id).cites);
        match self.steps.get(&id) {
            None => {
                if let Some((column, row)) = self.carried.from(id, row_id(row), self.run.tables) {
                    self.cell(column, row as usize);
                }
            }
            Some(Step::Map { value, .. }) => self.part(value, row),
            Some(Step::Reduce(reduce)) => self.look_at_rows(reduce, row),
            Some(Step::Place(place)) => self.look_at_group(place, row),
        }
    }

    /// Every row that took part in an aggregate.
    fn look_at_rows(&mut self, reduce: &'a Reduce, row: usize) {
        let run = self.run;
        let Some(index) = run.prepared.index(&reduce.path, run.tables) else {
            return;
        };
        let parents = run.tables.rows(run.ruleset.column(reduce.out).sheet);
        let grouping = self
            .children
            .entry(reduce.out)
            .or_insert_with(|| Grouping::new(index, run.tables.rows(reduce.over), parents));
        let pass = Pass::new(&run, reduce, None);
        let children = grouping.children(row).iter().map(|&child| child as usize);
        let mut taken: Vec<usize> = children.filter(|&child| took_part(&pass, child..child + 1)[0]).collect();
        if let Some(best) = &reduce.best {
            let kind = reduce.value.as_ref().map_or(&Kind::Flag, |value| &value.ty.kind);
            let mut kept = Kept::new(kind);
            for &child in &taken {
                let value = reduce.value.as_ref().map(|value| run.eval(value, child..child + 1));
                kept.add(value.as_ref().map(|value| &value.values), &[0], &[true]);
            }
            let mut chosen =
                selected(&kept, limit(&run, reduce), best.greatest, 1, (kind, run.symbols)).into_iter();
            taken.retain(|_| chosen.next().unwrap_or(false));
        }
        for child in taken {
            for expr in reduce.value.iter().chain(&reduce.filter) {
                self.part(expr, child);
            }
        }
    }

    /// The rows that a row was compared with.
    fn look_at_group(&mut self, place: &'a Place, row: usize) {
        let tables = self.run.tables;
        let Some(index) = tables.link(place.group) else {
            return;
        };
        let group = index.get(row);
        if group == NO_ROW {
            return;
        }
        let rows = tables.rows(self.run.ruleset.column(place.out).sheet);
        let groups = tables.rows(self.run.ruleset.link(place.group).to);
        let grouping = self.children.entry(place.out).or_insert_with(|| Grouping::new(index, rows, groups));
        let level = grouping.children(group as usize).to_vec();
        self.compared(&place.keys, level, row_id(row));
    }

    /// The keys by which a row was compared with others, as long as any were level with it.
    fn compared(&mut self, keys: &[OrderKey], mut level: Vec<u32>, row: u32) {
        for info in keys {
            if level.len() < 2 || !level.contains(&row) {
                break;
            }
            for &other in &level {
                self.cell(info.column, other as usize);
            }
            let key = Key::new(info, self.run.tables);
            let before = level.len();
            level.retain(|&other| key.compare(other, row).is_eq());
            if level.len() < before {
                self.why.parts.extend(Part::of_key(info));
                self.why.clauses.extend(&info.cites);
            } else {
                self.why.level_on.extend(&info.cites);
            }
        }
    }

    fn look_at_part(&mut self, expr: &'a Expr, row: usize) {
        let run = self.run;
        if let Node::Column { column, path } = &expr.node {
            let target = run.prepared.index(path, run.tables).map_or(NO_ROW, |index| index.get(row));
            if target != NO_ROW {
                self.cell(*column, target as usize);
            }
            return;
        }
        let one = Mask::clone(&self.one);
        look(&run, expr, &(row..row + 1), &one, &mut |seen, _| match seen {
            Seen::Inner(part) => self.open.push(Open::Part(part, row)),
            Seen::Taken(part, cites) => {
                self.why.parts.insert(part);
                self.why.clauses.extend(cites);
            }
        });
    }
}
