//! What is invented lies in the range that is declared.
//!
//! Comes in: the steps of the model and what their values can come to. Goes out: a warning (R0510) for each recorded
//! column that may be given a value which a log could not record. It must never look at what is scored. Start with
//! [`prove`].

use super::ranges::region::Region;
use super::ranges::set::Set;
use super::ranges::{Analysis, is_deep, words};
use super::satisfy::Facts;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::{Expr, Step};
use crate::sheet::ColumnId;
use crate::value::{Bound, Type};

/// Complains of values that may leave their range.
pub(super) fn prove(analysis: &mut Analysis, complaints: &mut Complaints) {
    let ruleset = analysis.ruleset;
    for step in ruleset.model_steps() {
        if let Step::Map { out, value } = step
            && !is_deep(value)
            && let Some(complaint) = outside(analysis, *out, value)
        {
            complaints.push(complaint);
        }
    }
}

fn outside(analysis: &mut Analysis, out: ColumnId, value: &Expr) -> Option<Diagnostic> {
    let info = analysis.ruleset.column(out);
    let Set::Numbers(given) = analysis.range(value, &[], &Facts::default()).set else { return None };
    let declared = Region::new([*info.ty.range], given.whole());
    let beyond = given.without(declared.pieces());
    let witness = beyond.sample()?;
    let (kind, name) = (&info.ty.kind, &info.name);
    let sheet = &analysis.ruleset.sheet(info.sheet).name;
    let mut complaint = Diagnostic::new(
        Code::MayLeaveDomain,
        format!(
            "`{sheet}.{name}` may be invented as {}, and that is never recorded",
            words::number(witness, kind)
        ),
    )
    .at(value.at, format!("can be {}", words::region(&given, kind)));
    if let Some(at) = info.at {
        complaint = complaint.at(at, format!("is declared as {}", words::region(&declared, kind)));
    }
    Some(complaint.help(inside(&info.ty)?))
}

/// How a value is kept in the range of a type; `None` where there is no range.
pub(super) fn inside(ty: &Type) -> Option<String> {
    let end = |bound: Option<Bound>| bound.map(|bound| words::number(bound.at, &ty.kind));
    Some(match (end(ty.range.low), end(ty.range.high)) {
        (Some(low), Some(high)) => format!("keep it inside: `min(max(…, {low}), {high})`"),
        (Some(low), None) => format!("keep it inside: `max(…, {low})`"),
        (None, Some(high)) => format!("keep it inside: `min(…, {high})`"),
        (None, None) => return None,
    })
}
