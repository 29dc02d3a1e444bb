//! How far the first key of each standing can still move: the range of what a game or a match adds to it.
//!
//! Comes in: an [`Analysis`]. Goes out: a [`Reach`] for each standing. It claims nothing that is not proved: a key that is
//! no plain sum, or a sum of values that others can still change, is said to be unknown. It must never complain.
//! Start with [`find`].

use super::ranges::{Analysis, is_deep};
use super::satisfy::Facts;
use crate::builtins::Aggregate;
use crate::ruleset::{
    BuiltinColumn, Expr, Growth, LinkRole, Node, Obscure, Origin, Reach, Reduce, Ruleset, SheetKind,
    Standing, Step,
};
use crate::sheet::{ColumnId, SheetId};
use crate::syntax::ast::{BinaryOperator, Direction};
use crate::value::Rational;
use std::collections::{BTreeMap, BTreeSet};

/// A key that is another column is followed so many times.
const THROUGH: usize = 8;

/// What is known of the first key of each standing.
pub(super) fn find(analysis: &mut Analysis<'_>) -> Vec<Reach> {
    let ruleset = analysis.ruleset;
    let steps: BTreeMap<ColumnId, &Step> = ruleset.scoring().map(|step| (step.out(), step)).collect();
    ruleset
        .standings
        .iter()
        .map(|standing| match growth(analysis, &steps, standing) {
            Ok(growth) => Reach::Sum(growth),
            Err(why) => Reach::Unknown(why),
        })
        .collect()
}

fn growth(
    analysis: &mut Analysis<'_>,
    steps: &BTreeMap<ColumnId, &Step>,
    standing: &Standing,
) -> Result<Growth, Obscure> {
    if standing.listed.is_some_and(|listed| !only_comes_true(analysis, steps, listed)) {
        return Err(Obscure::Listed);
    }
    let key = standing.keys.first().filter(|key| key.among_tied.is_none()).ok_or(Obscure::NoSum)?;
    let highest_first = match key.direction {
        Direction::Highest | Direction::Longest => true,
        Direction::Lowest | Direction::Shortest => false,
        Direction::Latest | Direction::Earliest | Direction::Yes | Direction::No => {
            return Err(Obscure::NoSum);
        }
    };
    let ruleset = analysis.ruleset;
    let reduce = sum_behind(ruleset, steps, key.column)
        .filter(|reduce| reduce.aggregate == Aggregate::Sum)
        .ok_or(Obscure::NoSum)?;
    let value = reduce.value.as_ref().filter(|value| !is_deep(value)).ok_or(Obscure::NoSum)?;
    let behind = behind(steps, [Some(value), reduce.filter.as_ref()].into_iter().flatten());
    if !behind.iter().all(|column| is_settled(ruleset, *column)) {
        return Err(Obscure::Elsewhere);
    }
    let is_of_match = |column: &ColumnId| {
        matches!(ruleset.sheet(ruleset.column(*column).sheet).kind, SheetKind::Match | SheetKind::MatchSide)
    };
    let looks_at_matches = behind.iter().any(is_of_match);
    let zero = Rational::from_integer(0);
    let hull = analysis.range(value, &[], &Facts::default()).set.region(false).hull();
    let (least, most) = match hull {
        Some(hull) => (hull.low.map(|low| low.at.min(zero)), hull.high.map(|high| high.at.max(zero))),
        None => (Some(zero), Some(zero)),
    };
    Ok(Growth { column: key.column, over: reduce.over, least, most, looks_at_matches, highest_first })
}

/// Whether a condition that holds goes on holding, whatever is still played: that a count, or a sum of what is never
/// negative, is large enough.
fn only_comes_true(
    analysis: &mut Analysis<'_>,
    steps: &BTreeMap<ColumnId, &Step>,
    condition: ColumnId,
) -> bool {
    let Some(Step::Map { value: condition, .. }) = steps.get(&condition) else { return false };
    let Node::Binary(BinaryOperator::Greater | BinaryOperator::AtLeast, grows, enough) = &condition.node
    else {
        return false;
    };
    let Node::Column { column, path } = &grows.node else { return false };
    if !path.is_empty() || !behind(steps, [&**enough]).is_empty() {
        return false;
    }
    let Some(reduce) = sum_behind(analysis.ruleset, steps, *column) else { return false };
    let behind = behind(steps, reduce.value.iter().chain(reduce.filter.as_ref()));
    if !behind.iter().all(|column| is_settled(analysis.ruleset, *column)) {
        return false;
    }
    let Some(value) = reduce.value.as_ref() else { return reduce.aggregate == Aggregate::Count };
    let hull = analysis.range(value, &[], &Facts::default()).set.region(false).hull();
    let is_negative = |low: Rational| low < Rational::from_integer(0);
    reduce.aggregate == Aggregate::Count
        || hull.is_none_or(|hull| hull.low.is_some_and(|low| !is_negative(low.at)))
}

/// The sum over the sides of an entrant, or the count of them, that a column is.
fn sum_behind<'r>(
    ruleset: &Ruleset,
    steps: &BTreeMap<ColumnId, &'r Step>,
    column: ColumnId,
) -> Option<&'r Reduce> {
    let mut at = column;
    for _ in 0..THROUGH {
        match steps.get(&at)? {
            Step::Map { value: Expr { node: Node::Column { column, path }, .. }, .. } if path.is_empty() => {
                at = *column;
            }
            Step::Map { .. } | Step::Place(_) => return None,
            Step::Reduce(reduce) => {
                let [link] = reduce.path.as_slice() else { return None };
                let is_of_entrant = ruleset.link(*link).role == LinkRole::Entrant;
                let is_side =
                    matches!(ruleset.sheet(reduce.over).kind, SheetKind::Side | SheetKind::MatchSide);
                let is_plain = reduce.best.is_none() && reduce.among_tied.is_none();
                let is_sum = matches!(reduce.aggregate, Aggregate::Sum | Aggregate::Count);
                return (is_of_entrant && is_side && is_plain && is_sum).then_some(reduce);
            }
        }
    }
    None
}

/// All columns that expressions hang on.
fn behind<'r>(
    steps: &BTreeMap<ColumnId, &'r Step>,
    exprs: impl IntoIterator<Item = &'r Expr>,
) -> BTreeSet<ColumnId> {
    let mut columns: Vec<ColumnId> = Vec::new();
    let mut open: Vec<&Expr> = exprs.into_iter().collect();
    while let Some(expr) = open.pop() {
        if let Node::Column { column, .. } = &expr.node {
            columns.push(*column);
        }
        expr.parts(&mut open);
    }
    let mut seen: BTreeSet<ColumnId> = BTreeSet::new();
    while let Some(column) = columns.pop() {
        if seen.insert(column)
            && let Some(step) = steps.get(&column)
        {
            columns.extend(step.reads());
        }
    }
    seen
}

/// Whether a column can be looked at: not one that speaks of all games of somebody, or of the event.
fn is_settled(ruleset: &Ruleset, column: ColumnId) -> bool {
    let info = ruleset.column(column);
    match &ruleset.sheet(info.sheet).kind {
        SheetKind::Event | SheetKind::Entrant => match info.origin {
            Origin::Recorded { .. } | Origin::Builtin(BuiltinColumn::Name | BuiltinColumn::Number) => true,
            Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. } => false,
        },
        SheetKind::Join { outer_path, .. } => {
            let at = outer_path.last().map(|link| ruleset.link(*link).to);
            at.is_some_and(|at| is_inside_a_match(ruleset, at))
        }
        SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::Game
        | SheetKind::Side
        | SheetKind::Part { .. }
        | SheetKind::List { .. } => true,
    }
}

fn is_inside_a_match(ruleset: &Ruleset, sheet: SheetId) -> bool {
    !matches!(ruleset.sheet(sheet).kind, SheetKind::Event | SheetKind::Entrant)
}
