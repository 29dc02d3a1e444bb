//! How many rows an aggregate finds, and whether they differ.
//!
//! Comes in: an aggregate before and after a change. Goes out: why the two give the same, where there is never more than one
//! row to choose from, or every row gives the same value. Start with [`never_more_than_one`].

use super::equal::Reason;
use crate::ruleset::{Aggregate, Expr, LinkRole, Node, Plan, Reduce, Ruleset, SheetKind, VerdictKind};
use crate::sheet::{LinkId, SheetId};
use crate::value::Value;

/// Why two aggregates over the same values of the same rows give the same, though the aggregates differ.
pub(super) fn never_more_than_one(ruleset: &Ruleset, one: &Reduce, other: &Reduce) -> Option<Reason> {
    let frame = |reduce: &Reduce| Reduce { aggregate: Aggregate::Count, best: None, ..reduce.clone() };
    if frame(one) != frame(other) || (one.aggregate, &one.best) == (other.aggregate, &other.best) {
        return None;
    }
    let at_least_one = |reduce: &Reduce| {
        let chosen = |count: &Expr| matches!(count.node, Node::Literal(Value::Integer(1..)));
        reduce.best.as_ref().is_none_or(|best| chosen(&best.count))
    };
    if !at_least_one(one) || !at_least_one(other) {
        return None;
    }
    let pick = |reduce: &Reduce| match reduce.aggregate {
        Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => true,
        Aggregate::Sum
        | Aggregate::Mean
        | Aggregate::Count
        | Aggregate::Any
        | Aggregate::All
        | Aggregate::None => false,
    };
    let flags = |reduce: &Reduce| match reduce.aggregate {
        Aggregate::Any | Aggregate::All => true,
        Aggregate::Min
        | Aggregate::Max
        | Aggregate::First
        | Aggregate::Last
        | Aggregate::Sum
        | Aggregate::Mean
        | Aggregate::Count
        | Aggregate::None => false,
    };
    let both = |is: &dyn Fn(&Reduce) -> bool| is(one) && is(other);
    // What is picked from rows that give one value is that value, and missing of no rows either way.
    if both(&pick) && is_of_the_parent(one) {
        return Some(Reason::RowsAlike);
    }
    let (least, most) = rows_of(ruleset, one)?;
    let same = most <= 1 && (one.aggregate == other.aggregate || both(&pick) || both(&flags) && least == 1);
    same.then_some(Reason::OneRow)
}

/// Whether what is aggregated, and which rows are, looks at nothing that differs from row to row.
fn is_of_the_parent(reduce: &Reduce) -> bool {
    let mut open: Vec<&Expr> = reduce.value.iter().chain(&reduce.filter).collect();
    while let Some(expr) = open.pop() {
        match &expr.node {
            Node::Column { path, .. } if !path.starts_with(&reduce.path) => return false,
            Node::Random(_) => return false,
            _ => expr.parts(&mut open),
        }
    }
    !reduce.path.is_empty()
}

/// How many rows there are to each parent: at least, and at most.
fn rows_of(ruleset: &Ruleset, reduce: &Reduce) -> Option<(u32, u32)> {
    let (least, most) = match &ruleset.sheet(reduce.over).kind {
        SheetKind::Part { of_game: false, .. } => parts_of_a_side(ruleset, reduce.over, &reduce.path)?,
        SheetKind::Join { outer_path, inner_path, except_self: true } => {
            let [outer] = reduce.path[..] else { return None };
            let is_outer = ruleset.link(outer).role == LinkRole::Outer;
            let sides = ruleset.link(outer).to;
            let of_game = |path: &[LinkId]| match path {
                [up] => ruleset.sheet(ruleset.link(*up).to).kind == SheetKind::Game,
                _ => false,
            };
            let others = is_outer
                && ruleset.sheet(sides).kind == SheetKind::Side
                && of_game(outer_path)
                && of_game(inner_path);
            if !others {
                return None;
            }
            let least = ruleset.plans.iter().map(|plan| plan.least).min()?;
            let most = ruleset.plans.iter().map(|plan| plan.most.unwrap_or(u32::MAX)).max()?;
            (least.saturating_sub(1), most.saturating_sub(1))
        }
        SheetKind::Part { of_game: true, .. }
        | SheetKind::Join { except_self: false, .. }
        | SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::Game
        | SheetKind::Side
        | SheetKind::List { .. } => return None,
    };
    // Who is void, or does not fulfil the condition, does not take part.
    let all_count = reduce.filter.is_none();
    Some((if all_count { least } else { 0 }, most))
}

/// How many parts of this kind a side has, by any plan.
fn parts_of_a_side(ruleset: &Ruleset, part: SheetId, path: &[LinkId]) -> Option<(u32, u32)> {
    let [up] = path else { return None };
    let owner = ruleset.link(*up).to;
    if ruleset.sheet(owner).kind != SheetKind::Side {
        return None;
    }
    let owned = |plan: &Plan| -> Vec<u32> {
        let of = |parts: &[(SheetId, _)]| parts.iter().filter(|(sheet, _)| *sheet == part).count();
        let each = of(&plan.each);
        let all: Vec<usize> = plan.seats.iter().map(|seat| each + of(&seat.parts)).collect();
        let all = if all.is_empty() { vec![each] } else { all };
        all.into_iter().map(|count| u32::try_from(count).unwrap_or(u32::MAX)).collect()
    };
    let counts: Vec<u32> = ruleset.plans.iter().flat_map(owned).collect();
    let judged = ruleset.verdicts.iter().any(|one| one.sheet == part && one.kind == VerdictKind::Void);
    let is_each = ruleset.plans.iter().any(|plan| plan.each.iter().any(|(sheet, _)| *sheet == part));
    let may_be_gone = judged || is_each && ruleset.may_be_left_out(part);
    let least = if may_be_gone { 0 } else { *counts.iter().min()? };
    Some((least, *counts.iter().max()?))
}
