//! States stay in the range that is declared.
//!
//! Comes in: what the rules of states can come to. Goes out: a warning (R0510) for each state that may begin with a value
//! outside its range, or leave it after a game. Start with [`prove`].

use crate::check::invented::inside;
use crate::check::ranges::region::Region;
use crate::check::ranges::set::Set;
use crate::check::ranges::{Analysis, is_deep, words};
use crate::check::satisfy::Facts;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::{Expr, State};
use crate::sheet::ColumnId;

/// Complains of states that may leave their range.
pub(in crate::check) fn prove(analysis: &mut Analysis, complaints: &mut Complaints) {
    let ruleset = analysis.ruleset;
    let states = ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
    for state in states {
        for out in [state.start, state.now] {
            let Some(value) = analysis.definition(out).filter(|value| !is_deep(value)) else { continue };
            let value = ruleset.rule_of(out, value);
            if let Some(complaint) = outside(analysis, state, out, value) {
                complaints.push(complaint);
            }
        }
    }
}

fn outside(analysis: &mut Analysis, state: &State, out: ColumnId, value: &Expr) -> Option<Diagnostic> {
    let info = analysis.ruleset.column(state.last);
    let Set::Numbers(given) = analysis.range(value, &[], &Facts::default()).set else { return None };
    let declared = Region::new([*info.ty.range], given.whole());
    let beyond = given.without(declared.pieces());
    let witness = words::number(beyond.sample()?, &info.ty.kind);
    let (kind, name) = (&info.ty.kind, &info.name);
    let message = if out == state.start {
        format!("`{name}` may begin with {witness}, which is outside its range")
    } else {
        format!("`{name}` may come to {witness}, which is outside its range")
    };
    let mut complaint = Diagnostic::new(Code::MayLeaveDomain, message)
        .at(value.at, format!("can be {}", words::region(&given, kind)));
    if let Some(at) = info.at {
        complaint = complaint.at(at, format!("is declared as {}", words::region(&declared, kind)));
    }
    Some(complaint.help(inside(&info.ty)?))
}
