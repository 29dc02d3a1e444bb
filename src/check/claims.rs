//! Claims: proved where the ranges are enough.
//!
//! Comes in: the claims of a ruleset and what its columns can hold. Goes out: which claims hold on every row of every
//! log, and a complaint (R0606) about those that hold on none. What is neither is left to be tried on every game.
//! It must never try a game. Start with [`prove`].

use super::ranges::{Analysis, is_deep};
use super::satisfy::{Answer, Facts, Goal};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::Claim;

/// Whether each claim is proved, in their order.
pub(super) fn prove(analysis: &mut Analysis, complaints: &mut Complaints) -> Vec<bool> {
    let ruleset = analysis.ruleset;
    ruleset.claims.iter().map(|claim| prove_one(analysis, claim, complaints)).collect()
}

fn prove_one(analysis: &mut Analysis, claim: &Claim, complaints: &mut Complaints) -> bool {
    let possible = analysis.column(claim.condition).clone();
    let (yes, no) = possible.set.truth();
    let facts = Facts::default();
    if possible.set.is_nothing() {
        return false;
    }
    let Some(condition) = analysis.definition(claim.condition).filter(|rule| !is_deep(rule)) else {
        if !yes {
            complaints.push(never(claim));
        }
        return !no;
    };
    let holds = analysis.satisfy(&facts, vec![Goal::new(condition, true)]);
    let fails = analysis.satisfy(&facts, vec![Goal::new(condition, false)]);
    match (holds, fails) {
        (Answer::Found(_) | Answer::TooLarge, Answer::Impossible) => yes,
        (Answer::Impossible, Answer::Found(known)) => {
            let mut complaint = never(claim);
            complaint.notes.extend(analysis.told(&known, &facts, ""));
            complaints.push(complaint);
            false
        }
        (Answer::Found(_) | Answer::Impossible | Answer::TooLarge, _) => !no,
    }
}

fn never(claim: &Claim) -> Diagnostic {
    Diagnostic::new(Code::ClaimFails, format!("the claim `{}` never holds", claim.text))
        .at(claim.at, "never true")
        .help("mend the claim, or the rules that it speaks of")
}
