//! What goes from game to game, over games that are let go: what a ladder looks at is kept of each block, and when all entrants are
//! known some blocks after the other are climbed, in their order.
//!
//! Comes in: the steps that standings need, then blocks in which all steps before the ladder are done. Goes out: what everybody
//! has after the last game, and what games add up to that only then were known; or nothing, where there is something to tell. It
//! must never know where blocks come from. Start with [`Climbing::begin`], then [`climb`].

use crate::engine::derive::Asked;
use crate::engine::kernel::Evaluator;
use crate::engine::pairs::{Course, Limits};
use crate::engine::prepared::Prepared;
use crate::engine::reduce::Gathering;
use crate::engine::step::{self, Stepped};
use crate::engine::tile;
use crate::engine::verdict::{self, Void};
use crate::engine::waves::{self, Laid, States};
use crate::ruleset::{Ladder, Reduce, Ruleset, Settings, SheetKind, Step};
use crate::sheet::{ColumnId, Index, LinkId, NO_ROW, SheetId, Tables};
use crate::value::Kind;
use std::collections::BTreeSet;

/// So many games are climbed at a time, or those of a single block: few enough that their columns stay in a near cache, and enough
/// that waves are not tiny.
const GAMES: usize = 16_000;

/// What is computed from game to game, and what looks at that.
pub(in crate::engine) struct Climbing {
    pub ladder: Ladder,
    /// What each game comes to afterwards, in order.
    pub later: Vec<Step>,
    /// What games add up to afterwards.
    pub folds: Vec<Reduce>,
    /// What entrants and the event come to afterwards, in order.
    pub entrants: Vec<Step>,
    /// The columns of the steps of the ladder.
    own: BTreeSet<ColumnId>,
    /// What cannot be computed before the ladder.
    behind: BTreeSet<ColumnId>,
    /// What is cheaper to compute again than to keep: numbers that are made of conditions, in order.
    first: Vec<Step>,
    /// The columns and links of games that are looked at.
    needs: waves::Needs,
    /// The columns of a block that are kept.
    kept: Vec<ColumnId>,
    sheets: Vec<SheetId>,
}

/// What is kept of a block.
pub(in crate::engine) struct Kept {
    /// Which block it is.
    pub number: u32,
    pub tables: Tables,
}

impl Climbing {
    /// No step yet.
    pub fn begin(ladder: &Ladder) -> Self {
        let states = ladder.states.iter().flat_map(|state| [state.before, state.last]);
        let own: BTreeSet<ColumnId> = ladder.steps.iter().map(Step::out).collect();
        let behind = states.chain(own.iter().copied()).collect();
        Self {
            ladder: Ladder { steps: Vec::new(), ..ladder.clone() },
            later: Vec::new(),
            folds: Vec::new(),
            entrants: Vec::new(),
            own,
            behind,
            first: Vec::new(),
            needs: waves::Needs::default(),
            kept: Vec::new(),
            sheets: Vec::new(),
        }
    }

    /// Takes the next step, in order; one that does not depend on the ladder is given back.
    pub fn take(&mut self, step: Step, (is_above, is_fold): (bool, bool)) -> Option<Step> {
        if self.own.contains(&step.out()) {
            self.ladder.steps.push(step);
            return None;
        }
        if !step.reads().iter().any(|column| self.behind.contains(column)) {
            return Some(step);
        }
        self.behind.insert(step.out());
        match step {
            Step::Reduce(reduce) if is_fold => self.folds.push(*reduce),
            step if is_above => self.entrants.push(step),
            step => self.later.push(step),
        }
        None
    }

    /// All steps are there: asks for what they look at. `games` are the steps before the ladder, `folds` what these add up to.
    pub fn complete(
        mut self,
        (ruleset, settings): (&Ruleset, &Settings),
        asked: &mut Asked,
        (games, folds): (&mut Vec<Step>, &[Reduce]),
    ) -> Self {
        let passing = BTreeSet::new();
        let (symbols, steps, limits) = (&ruleset.symbols, &ruleset.steps, Limits::USUAL);
        let course = Course { ruleset, settings, symbols, steps, seed: 0, limits, passing: &passing };
        let as_steps = |folds: &[Reduce]| -> Vec<Step> {
            folds.iter().map(|fold| Step::Reduce(Box::new(fold.clone()))).collect()
        };
        let (early, own) = (as_steps(folds), as_steps(&self.folds));
        let later: Vec<&Step> = self.later.iter().chain(&own).collect();
        self.needs = waves::Needs::with(&course, &self.ladder, &later);
        // What entrants come to stands nowhere while games are climbed.
        self.needs.columns.retain(|column| !is_shared(ruleset, ruleset.column(*column).sheet));
        self.needs.links.iter().for_each(|link| asked.links[link.0 as usize] = true);
        let mut kept = self.needs.columns.clone();
        for place in (0..games.len()).rev() {
            let out = games[place].out();
            let is_read = games.iter().chain(&early).any(|step| step.reads().contains(&out));
            if kept.contains(&out) && !is_read && is_made_of_conditions(ruleset, &games[place]) {
                kept.remove(&out);
                kept.extend(games[place].reads());
                self.first.insert(0, games.remove(place));
            }
        }
        let links = self.needs.links.iter().map(|link| ruleset.link(*link));
        let mut sheets: BTreeSet<SheetId> = links.flat_map(|link| [link.from, link.to]).collect();
        let outs = self.ladder.steps.iter().chain(later).map(Step::out);
        sheets.extend(kept.iter().copied().chain(outs).map(|column| ruleset.column(column).sheet));
        self.sheets = sheets.into_iter().filter(|sheet| !is_shared(ruleset, *sheet)).collect();
        self.kept = kept.into_iter().collect();
        self
    }

    /// What has to be kept of a block.
    pub fn kept(&self, ruleset: &Ruleset, number: u32, mut tables: Tables) -> Kept {
        let mut kept = empty(ruleset);
        for &sheet in &self.sheets {
            kept.set_rows(sheet, tables.rows(sheet));
        }
        for &id in &self.kept {
            if let Some(column) = tables.take_column(id) {
                kept.set_column(id, column);
            }
        }
        for &id in &self.needs.links {
            if let Some(index) = tables.take_link(id) {
                kept.set_link(id, index);
            }
        }
        Kept { number, tables: kept }
    }

    /// Some blocks, put together, with the row of each entrant instead of the numbers by which the block's reader knows them.
    fn joined(&self, ruleset: &Ruleset, blocks: &mut Vec<(Kept, &[u32])>, entrants: usize) -> Option<Tables> {
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let sheet = ruleset.sheet_of(&SheetKind::Entrant)?;
        let mut all = empty(ruleset);
        let links: Vec<LinkId> = self.needs.links.iter().copied().collect();
        let of_entrants = || links.iter().filter(|link| ruleset.link(**link).to == sheet);
        while all.rows(games) < GAMES {
            let Some((Kept { mut tables, .. }, rows)) = blocks.pop() else { break };
            for &link in of_entrants() {
                let Some(index) = tables.take_link(link) else { continue };
                let mut numbers = Vec::new();
                index.append_to(0..tables.rows(ruleset.link(link).from), &mut numbers);
                for number in &mut numbers {
                    *number = rows.get(*number as usize).copied().unwrap_or(NO_ROW);
                }
                tables.set_link(link, Index::Rows(numbers));
            }
            tile::append(ruleset, &mut all, &tables, (&self.kept, &links));
        }
        all.set_rows(sheet, entrants);
        if let Some(event) = ruleset.sheet_of(&SheetKind::Event) {
            all.set_rows(event, 1);
        }
        (all.rows(games) > 0).then_some(all)
    }
}

/// Whether a step makes a number of conditions on its own row, and has one on every row.
fn is_made_of_conditions(ruleset: &Ruleset, step: &Step) -> bool {
    let kind = |column: ColumnId| &ruleset.column(column).ty.kind;
    matches!(step, Step::Map { .. })
        && matches!(kind(step.out()), Kind::Integer | Kind::Number | Kind::Duration)
        && ruleset.faultless.contains(&step.out())
        && step.links().is_empty()
        && step.reads().into_iter().all(|column| *kind(column) == Kind::Flag)
}

fn is_shared(ruleset: &Ruleset, sheet: SheetId) -> bool {
    matches!(ruleset.sheet(sheet).kind, SheetKind::Entrant | SheetKind::Event)
}

fn empty(ruleset: &Ruleset) -> Tables {
    Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len())
}

/// Climbs all games. `tables` holds the entrants with what they begin with, and gets what they have in the end. `None` where there
/// is anything to tell.
pub(super) fn climb(
    course: &Course<'_>,
    climbing: &Climbing,
    tables: &mut Tables,
    mut blocks: Vec<(Kept, &[u32])>,
) -> Option<()> {
    let ruleset = course.ruleset;
    let entrants = tables.rows(ruleset.sheet_of(&SheetKind::Entrant)?);
    // The first block is taken first.
    blocks.sort_by_key(|(kept, _)| std::cmp::Reverse(kept.number));
    let mut next = || {
        let mut games = climbing.joined(ruleset, &mut blocks, entrants)?;
        let mut prepared = Prepared::default();
        for step in &climbing.first {
            let taken = course.step(step, (None, &[]), &mut prepared, &mut games);
            games.set_column(step.out(), taken.column);
        }
        Some(waves::lay(course, &climbing.needs, &mut games))
    };
    let mut climber = Climber {
        course,
        climbing,
        states: States::new(ruleset, &climbing.ladder, tables)?,
        prepared: Prepared::default(),
        gathered: climbing
            .folds
            .iter()
            .map(|fold| {
                let parents = tables.rows(ruleset.column(fold.out).sheet);
                Gathering::new(ruleset, course.symbols, fold, 0..parents)
            })
            .collect(),
    };
    // While some games are climbed, the next ones are laid out.
    let mut laid = next();
    while let Some(games) = laid {
        let (fine, more) = rayon::join(|| climber.climb(games), &mut next);
        fine?;
        laid = more;
    }
    climber.finish(tables)
}

/// Where everybody is.
struct Climber<'c> {
    course: &'c Course<'c>,
    climbing: &'c Climbing,
    states: States,
    prepared: Prepared,
    gathered: Vec<Gathering<'c>>,
}

impl Climber<'_> {
    /// Climbs some games.
    fn climb(&mut self, games: Laid) -> Option<()> {
        let Self { course, climbing, states, prepared, gathered } = self;
        let Course { ruleset, settings, symbols, seed, .. } = **course;
        let mut tables = waves::climbed(course, &climbing.ladder, games, states)?;
        prepared.forget_links();
        for step in &climbing.later {
            prepared.step(step, ruleset, &tables);
            let run =
                Evaluator { ruleset, settings, symbols, tables: &tables, prepared, seed, is_lifted: false };
            let Stepped { column, ties, trouble } = step::eval(&run, step, None, seed);
            if !ties.is_empty() || !trouble.faults.is_empty() {
                return None;
            }
            tables.set_column(step.out(), column);
        }
        if !verdict::broken(ruleset, &tables, &mut Void::new(ruleset, &tables)).is_empty() {
            return None;
        }
        for (gathering, reduce) in gathered.iter_mut().zip(&climbing.folds) {
            prepared.reduce(reduce, ruleset, &tables);
            let run =
                Evaluator { ruleset, settings, symbols, tables: &tables, prepared, seed, is_lifted: false };
            if !gathering.pass(&run, None).is_empty() {
                return None;
            }
        }
        Some(())
    }

    fn finish(self, tables: &mut Tables) -> Option<()> {
        let Self { course, climbing, states, gathered, .. } = self;
        if waves::begins_outside(course, &climbing.ladder, tables) {
            return None;
        }
        states.finish(tables);
        for (gathering, reduce) in gathered.into_iter().zip(&climbing.folds) {
            let (column, faults) = gathering.finish();
            if !faults.is_empty() {
                return None;
            }
            tables.set_column(reduce.out, column);
        }
        Some(())
    }
}
