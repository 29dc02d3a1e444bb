//! What every column can hold.
//!
//! Comes in: a lowered ruleset. Goes out: an [`Analysis`], which knows for each column the set of values that it can
//! take, and tells the same of any expression under any [`Facts`]. It computes with sets where the engine computes
//! with values, one step after the other, and always errs on the side of too many values.
//! It must never complain: the proofs beside it do. Start with [`Analysis::new`].

mod aggregates;
pub(super) mod arithmetic;
mod counts;
mod evaluate;
pub(super) mod region;
pub(super) mod set;
mod sums;
pub(super) mod words;

pub(super) use evaluate::{combine, fits, taken};

use super::satisfy::{Assumed, Facts, Variables};
use crate::ruleset::{BuiltinColumn, Expr, OptionType, Origin, Plan, Ruleset, Step};
use crate::sheet::ColumnId;
use crate::source::Sources;
use crate::value::{Interval, Rational};
use region::Region;
use rustc_hash::FxHashMap;
use set::{Possible, Set, TextSet};

/// An expression with more levels than this is not looked into.
pub(super) const LEVELS: usize = 200;

/// Rules that lead to rules that lead to rules are not followed any further than this.
const INSIDE: usize = 300;

/// So many expressions are looked at in all, before everything else counts as not analysed.
const FUEL: u64 = 3_000_000;

/// And so many where proofs look closely.
const CLOSE_FUEL: u64 = 3_000_000;

/// What is known of a ruleset before any game is played.
pub(super) struct Analysis<'r> {
    /// What is analysed.
    pub(super) ruleset: &'r Ruleset,
    /// Where it was written.
    pub(super) sources: &'r Sources,
    /// The terms of conditions.
    pub(super) variables: Variables,
    /// Whether an option that the format fixes has only that value.
    fixed: bool,
    /// The seating plans that can be chosen.
    plans: Vec<&'r Plan>,
    /// What each column can hold; of its type, until its step was looked at.
    columns: Vec<Possible>,
    /// The expression behind each column that is computed row by row.
    definitions: Vec<Option<&'r Expr>>,
    /// What conditions say of the row itself, each by where it lies in the ruleset and by what it has to be.
    pub(super) assumed: FxHashMap<(usize, bool), Assumed>,
    /// How much work is left.
    fuel: u64,
    /// How many expressions are being looked at inside one another.
    level: usize,
    /// Whether columns that are plain arithmetic are looked through to what they are computed from.
    close: bool,
    /// How much work is left for that.
    close_fuel: u64,
}

impl<'r> Analysis<'r> {
    /// Looks at every step. Where `fixed`, options that the format fixes have only that value; otherwise every value
    /// of every option is looked at.
    pub(super) fn new(ruleset: &'r Ruleset, sources: &'r Sources, fixed: bool) -> Self {
        let mut analysis = Self {
            ruleset,
            sources,
            variables: Variables::default(),
            fixed,
            plans: Vec::new(),
            columns: Vec::new(),
            definitions: vec![None; ruleset.columns.len()],
            assumed: FxHashMap::default(),
            fuel: FUEL,
            level: 0,
            close: false,
            close_fuel: CLOSE_FUEL,
        };
        analysis.plans = analysis.chosen_plans();
        analysis.columns = ruleset.columns.iter().map(|column| analysis.at_first(column)).collect();
        for step in ruleset.scoring() {
            analysis.take(step);
        }
        for keys in key_lists(ruleset) {
            for step in keys.iter().flat_map(|key| key.among_tied.iter().flatten()) {
                analysis.take_among_tied(step);
            }
        }
        for step in &ruleset.texts {
            analysis.take(step);
        }
        for step in ruleset.model_steps() {
            // What is recorded can be anything that is declared, whatever a simulation makes of it.
            if !matches!(ruleset.column(step.out()).origin, Origin::Recorded { .. }) {
                analysis.take(step);
            }
        }
        // What goes from game to game can be looked at before its step was.
        if ruleset.ladder.is_some() {
            analysis.assumed.clear();
        }
        analysis
    }

    /// What a column can hold.
    pub(super) fn column(&self, id: ColumnId) -> &Possible {
        &self.columns[id.0 as usize]
    }

    /// The expression behind a column that is computed row by row.
    pub(super) fn definition(&self, id: ColumnId) -> Option<&'r Expr> {
        self.definitions.get(id.0 as usize).copied().flatten()
    }

    /// The seating plans that can be chosen.
    pub(super) fn plans(&self) -> &[&'r Plan] {
        &self.plans
    }

    /// Takes a little of the work that is left; `false` when there is none.
    pub(super) fn spend(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    /// Whether something was left out because there was too much of it.
    pub(super) fn is_exhausted(&self) -> bool {
        self.fuel == 0
    }

    /// Looks closely: columns that are plain arithmetic are what they are computed from. No more than so much work is
    /// done, and what is left out for that leaves the rest of the analysis as it is.
    pub(super) fn closely<T>(&mut self, fuel: u64, look: impl FnOnce(&mut Self) -> T) -> T {
        let (before, close) = (self.fuel, self.close);
        let all = self.close_fuel.min(fuel);
        self.fuel = all;
        self.close = true;
        let found = look(self);
        self.close_fuel -= all.saturating_sub(self.fuel);
        (self.fuel, self.close) = (before, close);
        found
    }

    /// Whether columns that are plain arithmetic are looked through.
    pub(super) fn is_close(&self) -> bool {
        self.close
    }

    /// Goes one level deeper; `None` where there are too many.
    pub(super) fn inside<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.level >= INSIDE || !self.spend() {
            return None;
        }
        self.level += 1;
        let found = look(self);
        self.level -= 1;
        Some(found)
    }

    /// What an option can be.
    fn option(&self, id: crate::ruleset::OptionId) -> Set {
        let Some(option) = self.ruleset.options.get(id.0 as usize) else {
            return Set::Anything;
        };
        if self.fixed && option.fixed {
            return Set::of_value(&option.default);
        }
        match &option.values {
            OptionType::Choices(choices) => Set::texts(TextSet::Only(choices.iter().copied().collect())),
            OptionType::Typed(ty) => Set::of_type(ty),
        }
    }

    fn chosen_plans(&self) -> Vec<&'r Plan> {
        let all = self.ruleset.plans.iter();
        let Some(id) = self.ruleset.seating_option else {
            return all.collect();
        };
        let choices = match self.ruleset.options.get(id.0 as usize).map(|option| &option.values) {
            Some(OptionType::Choices(choices)) => choices.as_slice(),
            Some(OptionType::Typed(_)) | None => &[],
        };
        let Set::Texts(possible) = self.option(id) else {
            return all.collect();
        };
        all.enumerate()
            .filter(|(place, _)| choices.get(*place).is_none_or(|choice| possible.contains(*choice)))
            .map(|(_, plan)| plan)
            .collect()
    }

    fn at_first(&self, column: &crate::ruleset::ColumnInfo) -> Possible {
        let possible = Possible::of_type(&column.ty);
        let Origin::Builtin(builtin) = &column.origin else {
            return possible;
        };
        let from = |low: i128, high: Option<u32>| {
            let bound = |at| Interval::closed(Rational::from_integer(at), Rational::from_integer(at));
            let high = high.and_then(|high| bound(i128::from(high)).high);
            Set::numbers(Region::new([Interval { low: bound(low).low, high }], true))
        };
        let set = match builtin {
            BuiltinColumn::Number => from(1, None),
            BuiltinColumn::Place => from(1, self.most_sides()),
            BuiltinColumn::Seat => possible.set.meet(&self.seats()),
            BuiltinColumn::Name
            | BuiltinColumn::Written
            | BuiltinColumn::Id
            | BuiltinColumn::MatchId
            | BuiltinColumn::Phase
            | BuiltinColumn::Round
            | BuiltinColumn::Pool
            | BuiltinColumn::Umpire
            | BuiltinColumn::ReportedBy
            | BuiltinColumn::ConfirmedBy
            | BuiltinColumn::Date
            | BuiltinColumn::Edition
            | BuiltinColumn::Penalty
            | BuiltinColumn::Void => possible.set.clone(),
        };
        Possible { set, ..possible }
    }

    fn most_sides(&self) -> Option<u32> {
        self.plans
            .iter()
            .map(|plan| plan.most)
            .try_fold(0, |most, next| Some(most.max(next?)))
            .filter(|most| *most > 0)
    }

    fn seats(&self) -> Set {
        if self.plans.is_empty() || self.plans.iter().any(|plan| plan.seats.is_empty()) {
            return Set::Anything;
        }
        let seats = self.plans.iter().flat_map(|plan| plan.seats.iter().map(|seat| seat.name));
        Set::texts(TextSet::Only(seats.collect()))
    }

    fn take(&mut self, step: &'r Step) {
        let out = step.out().0 as usize;
        let possible = match step {
            Step::Map { value, .. } if is_deep(value) => return,
            Step::Map { value, .. } => {
                if let Some(definition) = self.definitions.get_mut(out) {
                    *definition = Some(value);
                }
                self.range(value, &[], &Facts::default())
            }
            Step::Reduce(reduce) => {
                if [&reduce.value, &reduce.filter].into_iter().flatten().any(is_deep) {
                    return;
                }
                self.reduce(reduce)
            }
            // The place is known from the number of sides.
            Step::Place(_) => return,
        };
        if let Some(column) = self.columns.get_mut(out) {
            // A fault ends the run: it never reaches another column.
            *column = Possible { zero: false, ..possible };
        }
        // A state that leaves its declared range ends the run as well.
        let mut states = self.ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
        if states.any(|state| state.now == step.out() || state.start == step.out())
            && let Some(column) = self.columns.get_mut(out)
        {
            column.set = column.set.meet(&Set::of_type(&self.ruleset.column(step.out()).ty));
        }
    }

    /// A step that is computed anew for those still level: its column can hold what it held before, or this.
    fn take_among_tied(&mut self, step: &'r Step) {
        let out = step.out().0 as usize;
        let Some(before) = self.columns.get(out).cloned() else {
            return;
        };
        self.take(step);
        if let Some(column) = self.columns.get_mut(out) {
            *column = column.join(&before);
        }
        // What was known of it may be known no longer.
        self.assumed.clear();
        // Two definitions are none.
        if let Some(definition) = self.definitions.get_mut(out) {
            *definition = None;
        }
    }
}

/// The keys of every placing and standing.
pub(super) fn key_lists(ruleset: &Ruleset) -> impl Iterator<Item = &[crate::ruleset::OrderKey]> {
    let placings = ruleset.scoring().filter_map(|step| match step {
        Step::Place(place) => Some(place.keys.as_slice()),
        Step::Map { .. } | Step::Reduce(_) => None,
    });
    placings.chain(ruleset.standings.iter().map(|standing| standing.keys.as_slice()))
}

/// Whether an expression has too many levels to be looked into.
pub(super) fn is_deep(expr: &Expr) -> bool {
    has_more_levels(expr, LEVELS)
}

/// Whether there are more levels than this below an expression.
fn has_more_levels(expr: &Expr, levels: usize) -> bool {
    let mut more = false;
    expr.each_part(&mut |part| {
        more = more || levels.checked_sub(1).is_none_or(|below| has_more_levels(part, below));
    });
    more
}

/// The expressions that an expression is made of.
pub(super) fn children(expr: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    expr.parts(&mut parts);
    parts
}
