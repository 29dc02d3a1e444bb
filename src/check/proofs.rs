//! All proofs over a lowered ruleset, in order.
//!
//! Comes in: a ruleset in which every name and type is right. Goes out: complaints about bands, cases, conditions and
//! arithmetic, and which claims need not be tried. One file per proof stands beside this one; they share what
//! `ranges` and `satisfy` find out. It must never change what a rule computes. Start with [`prove`].

use super::conditions::{Asked, Walk};
use super::ranges::{Analysis, is_deep, key_lists};
use super::satisfy::Facts;
use super::{claims, faultless, invented, ladder, narrow, reaches};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::expression::Expr;
use crate::ruleset::{Node, Reduce, Ruleset, Step};
use crate::source::{Sources, Span};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// Makes every proof, and marks the claims that hold.
pub(crate) fn prove(ruleset: &mut Ruleset, sources: &Sources, complaints: &mut Complaints) {
    let fixes = ruleset.options.iter().any(|option| option.fixed);
    let mut analysis = Analysis::new(ruleset, sources, true);
    walk(&mut analysis, Asked { unused: !fixes, wrong: true }, complaints);
    let proved = claims::prove(&mut analysis, complaints);
    let reaches = reaches::find(&mut analysis);
    let faultless = faultless::find(&mut analysis);
    let narrow = narrow::find(&analysis);
    let mut exhausted = analysis.is_exhausted();
    if fixes {
        // What only the fixed options leave unused is of use to the format that this one builds on.
        let mut analysis = Analysis::new(ruleset, sources, false);
        walk(&mut analysis, Asked { unused: true, wrong: false }, complaints);
        exhausted |= analysis.is_exhausted();
    }
    if exhausted {
        complaints.push(too_large(first_place(ruleset)));
    }
    ruleset.reaches = reaches;
    ruleset.faultless = faultless;
    ruleset.narrow = narrow;
    for (claim, proved) in ruleset.claims.iter_mut().zip(proved) {
        claim.proof = proved;
    }
}

fn walk(analysis: &mut Analysis, asked: Asked, complaints: &mut Complaints) {
    let ruleset = analysis.ruleset;
    let mut walk = Walk { analysis, asked, complaints };
    for step in ruleset.scoring() {
        walk_step(&mut walk, step);
    }
    for keys in key_lists(ruleset) {
        for step in keys.iter().flat_map(|key| key.among_tied.iter().flatten()) {
            walk_step(&mut walk, step);
        }
    }
    for step in ruleset.model_steps() {
        walk_step(&mut walk, step);
    }
    for step in &ruleset.texts {
        walk_text(&mut walk, step);
    }
    if asked.wrong {
        invented::prove(analysis, complaints);
        ladder::prove_ranges(analysis, complaints);
    }
    if asked.unused {
        ladder::prove_levels(analysis, complaints);
    }
}

fn walk_step<'r>(walk: &mut Walk<'_, 'r>, step: &'r Step) {
    let ruleset = walk.analysis.ruleset;
    match step {
        Step::Map { out, value } => {
            let rule = ruleset.rule_of(*out, value);
            if is_deep(value) {
                walk.complaints.push(too_large(Some(value.at)));
            } else if ruleset.verdicts.iter().any(|verdict| verdict.condition == *out) {
                walk.condition(value, &Facts::default());
            } else if let (true, Node::Cases(lines)) = (ladder::is_level(ruleset, *out), &rule.node) {
                walk.each_case(lines, &Facts::default());
            } else {
                walk.rule(rule, &Facts::default());
            }
        }
        Step::Reduce(reduce) => walk_reduce(walk, reduce),
        Step::Place(_) => {}
    }
}

/// A step of the text of a verdict: its value is looked at where the verdict holds.
fn walk_text<'r>(walk: &mut Walk<'_, 'r>, step: &'r Step) {
    match step {
        Step::Map { value: Expr { node: Node::If { value, condition, .. }, .. }, .. } if !is_deep(value) => {
            if let Some(facts) = walk.analysis.assume(&Facts::default(), condition, &[], true) {
                walk.rule(value, &facts);
            }
        }
        Step::Map { .. } | Step::Reduce(_) | Step::Place(_) => walk_step(walk, step),
    }
}

fn walk_reduce<'r>(walk: &mut Walk<'_, 'r>, reduce: &'r Reduce) {
    let parts = [&reduce.value, &reduce.filter].into_iter().flatten();
    if let Some(deep) = parts.clone().find(|part| is_deep(part)) {
        walk.complaints.push(too_large(Some(deep.at)));
        return;
    }
    let mut facts = Some(Facts::default());
    for part in reduce.filter.iter().flat_map(conjuncts) {
        let Some(known) = facts else {
            break;
        };
        // That void rows do not count is not the author's condition, nor that a text is only said where its verdict holds.
        facts = if is_not_void(walk.analysis.ruleset, part) || is_said(walk.analysis.ruleset, part) {
            walk.analysis.assume(&known, part, &[], true)
        } else {
            walk.condition(part, &known)
        };
    }
    if let Some((value, facts)) = reduce.value.as_ref().zip(facts) {
        walk.rule(value, &facts);
    }
    walk.aggregate(reduce);
}

/// The conditions that are joined by `and`, from left to right.
fn conjuncts(filter: &Expr) -> Vec<&Expr> {
    match &filter.node {
        Node::Binary(BinaryOperator::And, left, right) => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        _ => vec![filter],
    }
}

/// Whether a condition only says that void rows do not count.
fn is_not_void(ruleset: &Ruleset, condition: &Expr) -> bool {
    match &condition.node {
        Node::Column { column, .. } => ruleset.voids.iter().any(|(_, void)| void == column),
        Node::Unary(UnaryOperator::Not, inner) | Node::Else(inner, _) => is_not_void(ruleset, inner),
        Node::Binary(BinaryOperator::Or | BinaryOperator::And, left, right) => {
            is_not_void(ruleset, left) && is_not_void(ruleset, right)
        }
        _ => false,
    }
}

/// Whether a condition only says that a verdict holds.
fn is_said(ruleset: &Ruleset, condition: &Expr) -> bool {
    match &condition.node {
        Node::Column { column, .. } => ruleset.verdicts.iter().any(|verdict| verdict.condition == *column),
        Node::Else(inner, _) => is_said(ruleset, inner),
        _ => false,
    }
}

fn too_large(at: Option<Span>) -> Diagnostic {
    let complaint = Diagnostic::new(Code::NotAnalysed, "the rules are too large to be fully analysed")
        .help("divide what is nested most deeply into columns of their own");
    match at {
        Some(at) => complaint.at(at, "not looked into any further"),
        None => complaint,
    }
}

fn first_place(ruleset: &Ruleset) -> Option<Span> {
    ruleset.columns.iter().find_map(|column| column.at)
}

#[cfg(test)]
mod tests;
