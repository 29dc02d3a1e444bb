//! Standings without the games: games come in blocks, what they add to entrants and the event is kept, and they are let go.
//!
//! Comes in: a ruleset, then blocks of games in any order and in several hands. Goes out: an [`Outcome`] with the same standings as
//! [`super::run`] gives, without a row of any game; or nothing, where a rule looks at more than one game at a time, where a rule
//! or a claim fails, or where the order of games would matter but to a ladder: then all of them are needed together. So it never words an error.
//! It must never know where blocks come from. Start with [`Folding::new`], then [`Fold::add`], then [`Folding::finish`].

mod climb;
mod fold;
mod needs;

pub use fold::Fold;

use super::derive;
use super::pairs::{Course, Limits};
use super::prepared::Prepared;
use super::reduce::Gathering;
use super::{Outcome, rank, steps, verdict, written};
use crate::log::Log;
use crate::ruleset::{Reduce, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{ColumnId, Tables};
use needs::Needs;
use std::collections::BTreeSet;

/// How standings are computed from blocks of games.
pub struct Folding<'r> {
    ruleset: &'r Ruleset,
    settings: &'r Settings,
    seed: u64,
    needs: Needs,
}

impl<'r> Folding<'r> {
    /// `given` are the columns of games that the logs record. `None` where all games are needed together.
    #[must_use]
    pub fn new(
        ruleset: &'r Ruleset,
        settings: &'r Settings,
        given: &BTreeSet<ColumnId>,
        seed: u64,
    ) -> Option<Self> {
        Some(Self { ruleset, settings, seed, needs: Needs::new(ruleset, settings, given)? })
    }

    /// The recorded columns that are looked at.
    #[must_use]
    pub fn recorded(&self) -> &BTreeSet<ColumnId> {
        &self.needs.recorded
    }

    /// No game yet.
    #[must_use]
    pub fn begin(&self) -> Fold<'_> {
        Fold::new(self)
    }

    /// The standings of the entrants of a log that holds nothing but them; each fold with the row of each entrant that it counted.
    /// `None` where something fails.
    #[must_use]
    pub fn finish(&self, log: Log, mut folds: Vec<(Fold<'_>, Vec<u32>)>) -> Option<Outcome> {
        let Self { ruleset, settings, seed, .. } = *self;
        let mut log = log;
        let mut tables = std::mem::take(&mut log.tables);
        derive::complete(ruleset, &mut tables, Limits::USUAL);
        written::fill(ruleset, &mut tables, &mut log.symbols);
        for (fold, reduce) in self.needs.folds.iter().enumerate() {
            let parents = tables.rows(ruleset.column(reduce.out).sheet);
            let mut all = Gathering::new(ruleset, &log.symbols, reduce, 0..parents);
            for (part, rows) in &folds {
                all.take_in(&part.gathered[fold], if self.is_of_event(reduce) { &[0] } else { rows });
            }
            let (column, faults) = all.finish();
            if !faults.is_empty() {
                return None;
            }
            tables.set_column(reduce.out, column);
        }
        let passing = BTreeSet::new();
        let symbols = &log.symbols;
        let limits = Limits::USUAL;
        let course =
            Course { ruleset, settings, symbols, steps: &ruleset.steps, seed, limits, passing: &passing };
        let mut prepared = Prepared::default();
        let mut refused = Vec::new();
        let mut take = |entrants: &[Step], tables: &mut Tables| {
            for step in entrants {
                let taken = course.step(step, (None, &[]), &mut prepared, tables);
                if !taken.troubles.is_empty() {
                    return None;
                }
                let sheet = ruleset.column(step.out()).sheet;
                refused.extend(taken.ties.into_iter().map(|rows| -> steps::Refused { (sheet, rows) }));
                let column = steps::begun((ruleset, ruleset.ladder.as_ref()), step, taken.column, tables);
                tables.set_column(step.out(), column);
            }
            Some(())
        };
        take(&self.needs.entrants, &mut tables)?;
        if let Some(climbing) = &self.needs.climbing {
            let kept = folds.iter_mut().flat_map(|(fold, rows)| {
                let rows: &[u32] = rows;
                std::mem::take(&mut fold.kept).into_iter().map(move |kept| (kept, rows))
            });
            climb::climb(&course, climbing, &mut tables, kept.collect())?;
            take(&climbing.entrants, &mut tables)?;
        }
        let standings = rank(&course, &mut prepared, refused, &mut tables).ok()?;
        let verdicts = verdict::hits(ruleset, &tables);
        let Log { symbols, names: logs, left_out, acts, reports, entered, .. } = log;
        let over = Vec::new();
        Some(Outcome { tables, symbols, logs, standings, verdicts, left_out, acts, reports, over, entered })
    }

    fn is_of_event(&self, reduce: &Reduce) -> bool {
        self.ruleset.sheet(self.ruleset.column(reduce.out).sheet).kind == SheetKind::Event
    }
}
