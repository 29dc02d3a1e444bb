//! The values behind a failure: what the part of a rule that fails was computed from.
//!
//! Comes in: a [`RunError`], and the tables it arose from. Goes out: a few words, such as "`won` is 5, `lost` is 0".
//! It must never compute a rule; it reads what is there. Start with [`behind_error`].

use super::fault::{RunError, holds};
use crate::log::Log;
use crate::ruleset::{Expr, Node, OrderKey, Origin, Ruleset, Step};
use crate::sheet::{ColumnId, LinkId, NO_ROW, SheetId};
use crate::source::Span;
use crate::value::{Fault, Value};

/// So many values are told.
const TOLD: usize = 4;

/// The values on the first row that a fault or a broken claim speaks of. `None` where there are none to tell.
pub(super) fn behind_error(error: &RunError, ruleset: &Ruleset, log: &Log) -> Option<String> {
    let (column, row, at) = match error {
        RunError::Fault { column, row, at, .. } => (*column, *row, Some(*at)),
        RunError::Claim { claim, row, .. } => (ruleset.claims.get(*claim)?.condition, *row, None),
        RunError::Tie { .. } => return None,
    };
    if let RunError::Fault { fault: Fault::OutOfRange, .. } = error {
        return value_of(column, row, ruleset, log).map(|value| format!("is {value}"));
    }
    let step = step_of(ruleset, column)?;
    let sheet = match (step, error) {
        (Step::Reduce(reduce), RunError::Fault { sheet, .. }) if *sheet == reduce.over => reduce.over,
        // The aggregate itself fails: its values are those of many rows.
        (Step::Reduce(_), _) => return Some("all rows taken together".to_owned()),
        (Step::Place(_), _) => return None,
        (Step::Map { .. }, _) => ruleset.column(column).sheet,
    };
    let mut whole = match step {
        Step::Map { value, .. } => vec![value],
        Step::Reduce(reduce) => reduce.value.iter().chain(&reduce.filter).collect(),
        Step::Place(_) => Vec::new(),
    };
    let part = loop {
        let expr = whole.pop()?;
        if at.is_none_or(|at| at == expr.at) {
            break expr;
        }
        expr.parts(&mut whole);
    };
    let told = Reader { ruleset, log, sheet, row }.values(part);
    (!told.is_empty()).then(|| told.join(", "))
}

/// The rule in whose text a place lies.
pub(super) fn rule_around(ruleset: &Ruleset, at: Span) -> Option<ColumnId> {
    let rules = all_steps(ruleset).filter_map(|step| match step {
        Step::Map { out, value } => Some((*out, value.at)),
        Step::Reduce(_) | Step::Place(_) => None,
    });
    let named = rules.filter(|(out, _)| match ruleset.column(*out).origin {
        Origin::Ruled | Origin::State | Origin::Recorded { .. } => true,
        Origin::Builtin(_) | Origin::Hidden { .. } => false,
    });
    let around = named.filter(|(_, whole)| holds(*whole, at));
    around.min_by_key(|(_, whole)| whole.end - whole.start).map(|(out, _)| out)
}

/// What each key that can be pointed at is on a row: its place, and its value.
pub(super) fn of_keys(keys: &[OrderKey], row: u32, log: &Log, ruleset: &Ruleset) -> Vec<(Span, String)> {
    let told = keys.iter().filter_map(|key| {
        let value = match &key.among_tied {
            None => value_of(key.column, row, ruleset, log)?,
            // Only known while those still level were looked at.
            Some(_) => return Some((key.at?, String::new())),
        };
        Some((key.at?, value))
    });
    told.collect()
}

fn step_of(ruleset: &Ruleset, column: ColumnId) -> Option<&Step> {
    all_steps(ruleset).find(|step| step.out() == column)
}

/// Every step, wherever it is computed.
pub(super) fn all_steps(ruleset: &Ruleset) -> impl Iterator<Item = &Step> {
    ruleset.scoring().chain(&ruleset.model.steps).chain(&ruleset.texts)
}

fn value_of(column: ColumnId, row: u32, ruleset: &Ruleset, log: &Log) -> Option<String> {
    let filled = log.tables.column(column).filter(|filled| (row as usize) < filled.len())?;
    match filled.value(row as usize, &ruleset.column(column).ty.kind) {
        Value::Missing => None,
        value => Some(value.words(&log.symbols)),
    }
}

/// Reads the columns of one row and of those that it is linked to.
struct Reader<'a> {
    ruleset: &'a Ruleset,
    log: &'a Log,
    sheet: SheetId,
    row: u32,
}

impl Reader<'_> {
    fn values(&self, part: &Expr) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        let mut open = vec![part];
        while let Some(expr) = open.pop() {
            if let Node::Column { column, path } = &expr.node
                && let Some(remark) = self.value(*column, path).filter(|remark| !told.contains(remark))
            {
                told.push(remark);
            }
            let start = open.len();
            expr.parts(&mut open);
            // The leftmost is looked at first.
            open[start..].reverse();
        }
        told.truncate(TOLD);
        told
    }

    fn value(&self, column: ColumnId, path: &[LinkId]) -> Option<String> {
        let mut row = self.row;
        let mut name = String::new();
        let mut sheet = self.sheet;
        for link in path {
            let info = self.ruleset.link(*link);
            if info.from != sheet {
                return None;
            }
            row = self.log.tables.link(*link)?.get(row as usize);
            if row == NO_ROW {
                return None;
            }
            sheet = info.to;
            name.push_str(&info.name);
            name.push('.');
        }
        name.push_str(&self.ruleset.column(column).name);
        value_of(column, row, self.ruleset, self.log).map(|value| format!("`{name}` is {value}"))
    }
}
