//! What standings need of games, and whether games can be taken one by one.
//!
//! Comes in: a ruleset. Goes out: the steps that look at a game at a time, the aggregates over all of them, and the steps that look
//! at these; those that what goes from game to game is computed by, and those after them, stand apart; or nothing. A step that is not
//! needed is left out only where it cannot fail, so that nothing goes unsaid. It must never know a row. Start with [`Needs::new`].

use super::climb::Climbing;
use crate::builtins::Aggregate;
use crate::engine::derive::Asked;
use crate::engine::specialised::Specialised;
use crate::ruleset::{
    BuiltinColumn, LinkRole, Origin, Reduce, Ruleset, Settings, SheetKind, Step, Ties, VerdictKind,
};
use crate::sheet::{ColumnId, LinkId, SheetId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What standings need.
pub(super) struct Needs {
    /// What each game comes to, in order.
    pub games: Vec<Step>,
    /// What games add up to, for entrants and for the event.
    pub folds: Vec<Reduce>,
    /// What entrants and the event come to, in order.
    pub entrants: Vec<Step>,
    /// What is looked at of a block.
    pub asked: Asked,
    /// The recorded columns of games that are looked at.
    pub recorded: BTreeSet<ColumnId>,
    /// What goes from game to game, and what looks at that.
    pub climbing: Option<Climbing>,
}

impl Needs {
    /// `given` are the columns of games that the logs record. `None` where all games are needed together.
    pub fn new(ruleset: &Ruleset, settings: &Settings, given: &BTreeSet<ColumnId>) -> Option<Self> {
        // What the texts of verdicts hold is not computed; with a ladder it may be anything.
        let is_whole = ruleset.ladder.is_some() && !ruleset.texts.is_empty()
            || !ruleset.limited.is_empty()
            || ruleset.written.iter().any(|written| written.needed)
            || ruleset.standings.is_empty()
            || ruleset
                .standings
                .iter()
                .flat_map(|standing| &standing.keys)
                .any(|key| key.among_tied.is_some());
        if is_whole {
            return None;
        }
        let mut special = Specialised::new(ruleset, settings, given);
        let steps: Vec<Step> = ruleset.scoring().map(|step| special.step(step)).collect();
        let needed = needed(ruleset, &steps, &special);
        let mut climbing = ruleset.ladder.as_ref().map(Climbing::begin);
        let mut needs = Self {
            games: Vec::new(),
            folds: Vec::new(),
            entrants: Vec::new(),
            asked: Asked {
                sheets: vec![false; ruleset.sheets.len()],
                links: vec![false; ruleset.links.len()],
                columns: vec![false; ruleset.columns.len()],
            },
            recorded: BTreeSet::new(),
            climbing: None,
        };
        let above =
            |sheet: SheetId| matches!(ruleset.sheet(sheet).kind, SheetKind::Entrant | SheetKind::Event);
        for step in steps.into_iter().filter(|step| needed.contains(&step.out())) {
            let looks_above = step.reads().iter().any(|&column| above(ruleset.column(column).sheet));
            let is_above = above(ruleset.column(step.out()).sheet);
            let is_fold = matches!(&step, Step::Reduce(reduce) if is_above && !above(reduce.over));
            if !is_above || is_fold {
                let is_lot = matches!(&step, Step::Place(place) if place.ties == Ties::Lot);
                let is_unfoldable = matches!(&step, Step::Reduce(reduce) if is_fold && !is_foldable(reduce));
                if looks_above || is_lot || is_unfoldable {
                    return None;
                }
                needs.ask(ruleset, settings, &step)?;
            }
            let step = match &mut climbing {
                Some(climbing) => climbing.take(step, (is_above, is_fold)),
                None => Some(step),
            };
            match step {
                Some(Step::Reduce(reduce)) if is_fold => needs.folds.push(*reduce),
                Some(step) if is_above => needs.entrants.push(step),
                Some(step) => needs.games.push(step),
                None => {}
            }
        }
        let Self { games, folds, asked, .. } = &mut needs;
        needs.climbing =
            climbing.map(|climbing| climbing.complete((ruleset, settings), asked, (games, folds)));
        needs.ask_links(ruleset);
        Some(needs)
    }

    /// Notes what a step of games looks at.
    fn ask(&mut self, ruleset: &Ruleset, settings: &Settings, step: &Step) -> Option<()> {
        let mut sheets = BTreeSet::from([ruleset.column(step.out()).sheet]);
        if let Step::Reduce(reduce) = step {
            sheets.insert(reduce.over);
        }
        for column in step.reads() {
            let info = ruleset.column(column);
            sheets.insert(info.sheet);
            match info.origin {
                Origin::Builtin(builtin) => {
                    is_the_same_in_a_block(ruleset, settings, builtin).then_some(())?;
                }
                Origin::Recorded { .. } => {
                    self.recorded.insert(column);
                }
                // It stands above the games only after the last of them.
                Origin::State => {}
                Origin::Ruled | Origin::Hidden { .. } => {}
            }
            if let Origin::Builtin(BuiltinColumn::Phase) = info.origin {
                self.recorded.insert(column);
            }
            self.asked.columns[column.0 as usize] = true;
        }
        for link in step.links() {
            if ruleset.link(link).role == LinkRole::Previous {
                return None;
            }
            self.ask_link(ruleset, link, &mut sheets);
        }
        for sheet in sheets {
            self.ask_sheet(ruleset, sheet)?;
        }
        Some(())
    }

    fn ask_link(&mut self, ruleset: &Ruleset, link: LinkId, sheets: &mut BTreeSet<SheetId>) {
        self.asked.links[link.0 as usize] = true;
        let info = ruleset.link(link);
        sheets.extend([info.from, info.to]);
    }

    /// Notes a sheet, and for pairs what they are made of.
    fn ask_sheet(&mut self, ruleset: &Ruleset, sheet: SheetId) -> Option<()> {
        if std::mem::replace(&mut self.asked.sheets[sheet.0 as usize], true) {
            return Some(());
        }
        match &ruleset.sheet(sheet).kind {
            SheetKind::Match | SheetKind::MatchSide | SheetKind::List { .. } => None,
            SheetKind::Part { names, .. } if names.is_empty() => None,
            SheetKind::Join { outer_path, inner_path, .. } => {
                let mut sheets = BTreeSet::new();
                for &link in outer_path.iter().chain(inner_path) {
                    let info = ruleset.link(link);
                    let leads_out =
                        matches!(ruleset.sheet(info.to).kind, SheetKind::Event | SheetKind::Entrant);
                    if leads_out || info.role == LinkRole::Previous {
                        return None;
                    }
                    self.ask_link(ruleset, link, &mut sheets);
                }
                sheets.into_iter().try_for_each(|sheet| self.ask_sheet(ruleset, sheet))
            }
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::Part { .. } => Some(()),
        }
    }

    /// Whatever links are made of: those from rows to what they are inside of.
    fn ask_links(&mut self, ruleset: &Ruleset) {
        let Asked { sheets, links, .. } = &mut self.asked;
        for (asked, info) in links.iter_mut().zip(&ruleset.links) {
            let is_inside = matches!(info.role, LinkRole::Inside(_));
            *asked |= is_inside && sheets[info.from.0 as usize] && sheets[info.to.0 as usize];
        }
    }
}

/// The columns that standings, voids and claims need, and those that may fail.
fn needed(ruleset: &Ruleset, steps: &[Step], special: &Specialised<'_>) -> BTreeSet<ColumnId> {
    let mut open: Vec<ColumnId> = Vec::new();
    for standing in &ruleset.standings {
        open.extend(standing.keys.iter().map(|key| key.column));
        open.extend(standing.columns.iter().map(|(_, column)| *column));
        open.extend(standing.listed);
    }
    let voids = ruleset.verdicts.iter().filter(|verdict| verdict.kind == VerdictKind::Void);
    open.extend(voids.map(|verdict| verdict.condition).filter(|&column| !special.never_holds(column)));
    open.extend(ruleset.claims.iter().filter(|claim| claim.proof.is_none()).map(|claim| claim.condition));
    // Of all states it is said where they are what they should not be.
    open.extend(
        ruleset.ladder.iter().flat_map(|ladder| &ladder.states).flat_map(|state| [state.start, state.now]),
    );
    let fails = |column: &ColumnId| !ruleset.faultless.contains(column) && !special.is_settled(*column);
    open.extend(steps.iter().map(Step::out).filter(fails));
    let steps: FxHashMap<ColumnId, &Step> = steps.iter().map(|step| (step.out(), step)).collect();
    let mut found = BTreeSet::new();
    while let Some(column) = open.pop() {
        if found.insert(column) {
            open.extend(steps.get(&column).map(|step| step.reads()).unwrap_or_default());
        }
    }
    found
}

/// Whether the order in which rows pass by does not matter.
fn is_foldable(reduce: &Reduce) -> bool {
    let is_any_order = match reduce.aggregate {
        Aggregate::Sum
        | Aggregate::Mean
        | Aggregate::Count
        | Aggregate::Any
        | Aggregate::All
        | Aggregate::None => true,
        Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => false,
    };
    is_any_order && reduce.best.is_none() && reduce.among_tied.is_none()
}

/// Whether a built-in column holds the same in a block as among all games.
fn is_the_same_in_a_block(ruleset: &Ruleset, settings: &Settings, builtin: BuiltinColumn) -> bool {
    match builtin {
        BuiltinColumn::Name
        | BuiltinColumn::Phase
        | BuiltinColumn::Place
        | BuiltinColumn::Penalty
        | BuiltinColumn::Void => true,
        BuiltinColumn::Seat => !ruleset.plan(settings).seats.is_empty(),
        BuiltinColumn::Written
        | BuiltinColumn::Number
        | BuiltinColumn::Id
        | BuiltinColumn::MatchId
        | BuiltinColumn::Round
        | BuiltinColumn::Pool
        | BuiltinColumn::Umpire
        | BuiltinColumn::ReportedBy
        | BuiltinColumn::ConfirmedBy
        | BuiltinColumn::Date
        | BuiltinColumn::Edition => false,
    }
}
