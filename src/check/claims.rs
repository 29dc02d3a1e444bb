//! Claims: proved where the ranges and the lines of the rules are enough.
//!
//! Comes in: the claims of a ruleset and what its columns can hold. Goes out: which claims hold on every row of every
//! log, and how that is known; and a complaint (R0606) about those that hold on none. What is neither is left to be tried.
//! It must never try a game. Start with [`prove`].

use super::ranges::{Analysis, is_deep, words};
use super::satisfy::{Answer, Facts, Goal, unwiden};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::{Aggregate, Claim, Expr, Node, Proof, Reduce, Step};
use crate::sheet::ColumnId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::Kind;

/// How each claim is proved, in their order; `None` where it is not.
pub(super) fn prove(analysis: &mut Analysis, complaints: &mut Complaints) -> Vec<Option<Proof>> {
    let ruleset = analysis.ruleset;
    ruleset.claims.iter().map(|claim| prove_one(analysis, claim, complaints)).collect()
}

fn prove_one(analysis: &mut Analysis, claim: &Claim, complaints: &mut Complaints) -> Option<Proof> {
    let possible = analysis.column(claim.condition).clone();
    let (yes, no) = possible.set.truth();
    let facts = Facts::default();
    if possible.set.is_nothing() {
        return None;
    }
    let Some(condition) = analysis.definition(claim.condition).filter(|rule| !is_deep(rule)) else {
        if !yes {
            complaints.push(never(claim));
        }
        let by_lines = no && never_holds(analysis, claim.condition, false);
        return if no { by_lines.then_some(Proof::Lines) } else { Some(Proof::Cases) };
    };
    let holds = analysis.satisfy(&facts, vec![Goal::new(condition, true)]);
    let fails = analysis.satisfy(&facts, vec![Goal::new(condition, false)]);
    let proved = match (holds, fails) {
        (Answer::Found(_) | Answer::TooLarge, Answer::Impossible) => yes,
        (Answer::Impossible, Answer::Found(known)) => {
            let mut complaint = never(claim);
            complaint.notes.extend(analysis.told(&known, &facts, ""));
            complaints.push(complaint);
            return None;
        }
        (Answer::Found(_) | Answer::Impossible | Answer::TooLarge, _) => !no,
    };
    if proved {
        return Some(how(analysis, condition));
    }
    is_never(analysis, condition, false).then_some(Proof::Lines)
}

/// Whether a condition never comes out like this, on any line of what it speaks of.
fn is_never<'r>(analysis: &mut Analysis<'r>, condition: &'r Expr, wanted: bool) -> bool {
    match &condition.node {
        Node::Widen(inner) => is_never(analysis, inner, wanted),
        Node::Unary(UnaryOperator::Not, inner) => is_never(analysis, inner, !wanted),
        // `and` is never false where neither side is, `or` never true.
        Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right)
            if (*operator == BinaryOperator::Or) == wanted =>
        {
            is_never(analysis, left, wanted) && is_never(analysis, right, wanted)
        }
        Node::Column { column, path } if path.is_empty() && reduce_of(analysis, *column).is_some() => {
            never_holds(analysis, *column, wanted)
        }
        _ => analysis.refute(vec![Goal::new(condition, wanted)]),
    }
}

/// The same of a column, where it says of some rows that none of them, or all of them, fulfil something.
fn never_holds(analysis: &mut Analysis, column: ColumnId, wanted: bool) -> bool {
    let Some(reduce) = reduce_of(analysis, column) else { return false };
    // What must be seen on some row for it to come out like this.
    let seen = match (reduce.aggregate, wanted) {
        (Aggregate::None, false) | (Aggregate::Any, true) => true,
        (Aggregate::All, false) => false,
        (
            Aggregate::None
            | Aggregate::Any
            | Aggregate::All
            | Aggregate::Sum
            | Aggregate::Mean
            | Aggregate::Min
            | Aggregate::Max
            | Aggregate::Count
            | Aggregate::First
            | Aggregate::Last,
            _,
        ) => return false,
    };
    let parts = [&reduce.value, &reduce.filter];
    let is_plain = reduce.best.is_none() && reduce.among_tied.is_none();
    if !is_plain || reduce.value.is_none() || parts.into_iter().flatten().any(is_deep) {
        return false;
    }
    let value = reduce.value.iter().map(|value| Goal::new(value, seen));
    let filter = reduce.filter.iter().map(|filter| Goal::new(filter, true));
    analysis.refute(value.chain(filter).collect())
}

fn reduce_of<'r>(analysis: &Analysis<'r>, column: ColumnId) -> Option<&'r Reduce> {
    analysis.ruleset.scoring().find_map(|step| match step {
        Step::Reduce(reduce) if reduce.out == column => Some(&**reduce),
        Step::Reduce(_) | Step::Map { .. } | Step::Place(_) => None,
    })
}

/// How a condition that is proved is proved: by the range of the one value that it compares, or case by case.
fn how(analysis: &mut Analysis, condition: &Expr) -> Proof {
    let (left, right) = match &condition.node {
        Node::Binary(
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::AtMost
            | BinaryOperator::Greater
            | BinaryOperator::AtLeast,
            left,
            right,
        ) => (&**left, &**right),
        _ => return Proof::Cases,
    };
    let is_number =
        matches!(unwiden(left).ty.kind, Kind::Integer | Kind::Number | Kind::Duration | Kind::Date);
    let value = match (&unwiden(left).node, &unwiden(right).node) {
        (_, Node::Literal(_)) if is_number => left,
        (Node::Literal(_), _) if is_number => right,
        _ => return Proof::Cases,
    };
    let set = analysis.range(value, &[], &Facts::default()).set;
    let region = set.region(false);
    let of = analysis.sources.slice(value.at).split_whitespace().collect::<Vec<_>>().join(" ");
    let is = words::region(&region, &unwiden(value).ty.kind);
    let is_sum = match &unwiden(value).node {
        Node::Column { column, path } if path.is_empty() => {
            reduce_of(analysis, *column).is_some_and(|reduce| reduce.aggregate == Aggregate::Sum)
        }
        _ => false,
    };
    match region.only() {
        Some(_) if is_sum => Proof::Sum { of, is },
        _ if region.hull().is_some_and(|hull| hull.low.is_some() || hull.high.is_some()) => {
            Proof::Range { of, is }
        }
        _ => Proof::Cases,
    }
}

fn never(claim: &Claim) -> Diagnostic {
    Diagnostic::new(Code::ClaimFails, format!("the claim `{}` never holds", claim.text))
        .at(claim.at, "never true")
        .help("mend the claim, or the rules that it speaks of")
}
