//! Which parts of a format the rows of a log take, and which they pass by.
//!
//! Comes in: an [`Outcome`]. Goes out: every [`Part`] that some row took, how many did, and out of which logs. Whole columns
//! at a time, by what tells the reasons of a single cell ([`super::branches`]). Rows that are void count only where it is said
//! that they are. It must never judge what is enough. Start with [`used`].

use super::branches::{Mask, Part, Seen, look};
use super::kernel::{Evaluator, chunks};
use super::order::Key;
use super::placing::each_group;
use super::prepared::Prepared;
use super::reduce::{Pass, took_part};
use super::verdict::Void;
use super::{Limits, Outcome, Pairs};
use crate::ruleset::{Expr, LinkInfo, LinkRole, Place, Reduce, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{ColumnId, LinkId, NO_ROW, SheetId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How often a part was taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Use {
    /// By so many rows; of a key, how many groups of level rows it told apart.
    pub rows: u64,
    /// In games of these logs, by their place in [`Outcome::logs`]; what belongs to no single game is of all of them.
    pub logs: BTreeSet<u32>,
}

/// What was taken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// Every part that some row took.
    pub parts: BTreeMap<Part, Use>,
    /// Whether there were so many pairs of rows that they could not be looked at; parts of rules over pairs alone may be
    /// missing then.
    pub passed_over: bool,
}

/// Everything that the rows of an outcome took.
#[must_use]
pub fn used(ruleset: &Ruleset, settings: &Settings, outcome: &Outcome) -> Uses {
    let tables = &outcome.tables;
    let mut prepared = Prepared::default();
    ruleset.scoring().for_each(|step| prepared.step(step, ruleset, tables));
    let run = Evaluator {
        ruleset,
        settings,
        symbols: &outcome.symbols,
        tables,
        prepared: &prepared,
        seed: 0,
        is_lifted: false,
    };
    let mut sweep = Sweep {
        run,
        void: Void::new(ruleset, tables),
        judging: ruleset.verdicts.iter().map(|verdict| verdict.condition).collect(),
        logs: Logs::new(ruleset, outcome),
        counts: FxHashMap::default(),
    };
    ruleset.scoring().for_each(|step| sweep.step(step));
    for hit in &outcome.verdicts {
        let sheet = ruleset.verdicts[hit.verdict].sheet;
        sweep.count(Part::Verdict(hit.verdict), sheet, [hit.row as usize]);
    }
    for (standing, table) in ruleset.standings.iter().zip(&outcome.standings) {
        for (key, &decided) in standing.keys.iter().zip(&table.decided) {
            if let Some(part) = Part::of_key(key).filter(|_| decided > 0) {
                let sheet = ruleset.column(key.column).sheet;
                sweep.count(part, sheet, 0..decided as usize);
            }
        }
    }
    let parts = sweep.counts.into_iter().map(|(part, count)| (part, count.finish())).collect();
    Uses { parts, passed_over: passes(ruleset, outcome) }
}

/// Whether pairs of rows were too many to be kept.
fn passes(ruleset: &Ruleset, outcome: &Outcome) -> bool {
    let sheets = (0_u16..).map(SheetId).take(ruleset.sheets.len());
    let mut pairs = sheets.filter_map(|sheet| Pairs::new(ruleset, &outcome.tables, sheet));
    pairs.any(|pairs| !pairs.are_at_most(Limits::USUAL.kept))
}

struct Sweep<'a> {
    run: Evaluator<'a>,
    void: Void<'a>,
    /// The columns that say what is to be said of rows, also of those that are void.
    judging: FxHashSet<ColumnId>,
    logs: Logs,
    counts: FxHashMap<Part, Count>,
}

impl<'a> Sweep<'a> {
    fn step(&mut self, step: &'a Step) {
        match step {
            Step::Map { out, value } => self.map(*out, value),
            Step::Reduce(reduce) => self.reduce(reduce),
            Step::Place(place) => self.place(place),
        }
    }

    fn map(&mut self, out: ColumnId, value: &'a Expr) {
        let sheet = self.run.ruleset.column(out).sheet;
        let judges = self.judging.contains(&out);
        for rows in chunks(0..self.run.tables.rows(sheet)) {
            let void = self.void.rows(sheet);
            let counting = |row: usize| judges || !void[row];
            let mask: Mask = rows.clone().map(counting).collect();
            if mask.contains(&true) {
                self.mark(Part::Column(out), sheet, (&rows, &mask));
                self.expression(value, sheet, rows, mask);
            }
        }
    }

    fn reduce(&mut self, reduce: &'a Reduce) {
        let run = self.run;
        let Some(index) = run.prepared.index(&reduce.path, run.tables) else { return };
        let pass = Pass::new(&run, reduce, None);
        for rows in chunks(0..run.tables.rows(reduce.over)) {
            let void = self.void.rows(reduce.over);
            let counting = |row: usize| !void[row] && index.get(row) != NO_ROW;
            let there: Mask = rows.clone().map(counting).collect();
            let taken = took_part(&pass, rows.clone());
            let taken: Mask = taken.iter().zip(&*there).map(|(taken, there)| *taken && *there).collect();
            for (expr, mask) in [(&reduce.filter, there), (&reduce.value, taken)] {
                if let Some(expr) = expr.as_ref().filter(|_| mask.contains(&true)) {
                    self.expression(expr, reduce.over, rows.clone(), mask);
                }
            }
        }
    }

    /// Everything in an expression, at any depth.
    fn expression(&mut self, expr: &'a Expr, sheet: SheetId, rows: Range<usize>, mask: Mask) {
        let run = self.run;
        let mut open = vec![(expr, mask)];
        while let Some((expr, mask)) = open.pop() {
            look(&run, expr, &rows, &mask, &mut |seen, mask| match seen {
                Seen::Inner(inner) => open.push((inner, mask)),
                Seen::Taken(part, _) => self.mark(part, sheet, (&rows, &mask)),
            });
        }
    }

    fn place(&mut self, place: &'a Place) {
        let tables = self.run.tables;
        let sheet = self.run.ruleset.column(place.out).sheet;
        let Some(index) = tables.link(place.group) else { return };
        let keys: Vec<(Option<Part>, Key<'_>)> =
            place.keys.iter().map(|key| (Part::of_key(key), Key::new(key, tables))).collect();
        let void = self.void.rows(sheet).to_vec();
        each_group(index, 0..tables.rows(sheet), |group| {
            let mut levels: Vec<Vec<u32>> =
                vec![group.iter().copied().filter(|&row| !void[row as usize]).collect()];
            for (part, key) in &keys {
                levels.retain(|level| level.len() > 1);
                let mut next = Vec::new();
                for mut level in levels.drain(..) {
                    level.sort_by(|&left, &right| key.compare(left, right));
                    let split = level.chunk_by(|&left, &right| key.compare(left, right).is_eq());
                    let split: Vec<Vec<u32>> = split.map(<[u32]>::to_vec).collect();
                    if let (Some(part), true) = (part, split.len() > 1) {
                        self.count(*part, sheet, level.first().map(|row| *row as usize));
                    }
                    next.extend(split);
                }
                levels = next;
            }
        });
    }

    fn mark(&mut self, part: Part, sheet: SheetId, (rows, mask): (&Range<usize>, &Mask)) {
        let taken = rows.clone().zip(&**mask).filter(|(_, taken)| **taken).map(|(row, _)| row);
        self.count(part, sheet, taken);
    }

    fn count(&mut self, part: Part, sheet: SheetId, rows: impl IntoIterator<Item = usize>) {
        let count = self.counts.entry(part).or_insert_with(|| Count::new(self.logs.count));
        let of_rows = self.logs.of_rows(sheet);
        for row in rows {
            count.rows += 1;
            match of_rows {
                Some(logs) => {
                    if let Some(seen) = count.logs.get_mut(logs[row] as usize) {
                        *seen = true;
                    }
                }
                None => count.logs.clone_from(&self.logs.with_games),
            }
        }
    }
}

struct Count {
    rows: u64,
    logs: Vec<bool>,
}

impl Count {
    fn new(logs: usize) -> Self {
        Self { rows: 0, logs: vec![false; logs] }
    }

    fn finish(self) -> Use {
        let logs = (0_u32..).zip(self.logs).filter(|(_, seen)| *seen).map(|(log, _)| log).collect();
        Use { rows: self.rows, logs }
    }
}

/// Out of which log each row comes.
struct Logs {
    count: usize,
    with_games: Vec<bool>,
    /// By sheet; nothing for rows that belong to no single game.
    of_sheets: Vec<Option<Vec<u32>>>,
}

impl Logs {
    fn new(ruleset: &Ruleset, outcome: &Outcome) -> Self {
        let tables = &outcome.tables;
        let count = outcome.logs.len();
        let mut with_games = vec![false; count];
        for place in &tables.games {
            if let Some(has) = with_games.get_mut(place.log as usize) {
                *has = true;
            }
        }
        let mut of_sheets: Vec<Option<Vec<u32>>> = vec![None; ruleset.sheets.len()];
        if let Some(games) = ruleset.sheet_of(&SheetKind::Game) {
            of_sheets[usize::from(games.0)] = Some(tables.games.iter().map(|place| place.log).collect());
        }
        // What is inside of a game is inside of what is inside of it: each round finds those one level deeper. A part that
        // no side owns is inside of its game alone.
        let games = ruleset.sheet_of(&SheetKind::Game);
        let mut links: Vec<(LinkId, &LinkInfo)> = (0_u16..).map(LinkId).zip(&ruleset.links).collect();
        links.sort_by_key(|(_, link)| Some(link.to) != games);
        loop {
            let found = links.iter().find_map(|(id, link)| {
                let leads_up = matches!(link.role, LinkRole::Inside(_) | LinkRole::Outer);
                let is_new = leads_up && of_sheets[usize::from(link.from.0)].is_none();
                let owners = of_sheets[usize::from(link.to.0)].as_ref().filter(|_| is_new)?;
                let index = tables.link(*id)?;
                let log = |row| owners.get(index.get(row) as usize).copied().unwrap_or(u32::MAX);
                Some((link.from, (0..tables.rows(link.from)).map(log).collect()))
            });
            match found {
                Some((sheet, logs)) => of_sheets[usize::from(sheet.0)] = Some(logs),
                None => break,
            }
        }
        Self { count, with_games, of_sheets }
    }

    fn of_rows(&self, sheet: SheetId) -> Option<&[u32]> {
        self.of_sheets[usize::from(sheet.0)].as_deref()
    }
}
