//! The values of columns, one by one, where there are few of them.
//!
//! Comes in: a checked ruleset. Goes out: for each column all values that it can hold, as far as they can be listed. Like
//! the analysis behind it, it errs on the side of too many values. Start with [`domains`].

use super::ranges::Analysis;
use super::ranges::set::{Set, TextSet};
use crate::ruleset::Ruleset;
use crate::sheet::ColumnId;
use crate::source::Sources;
use crate::value::{Date, Kind, Value};

/// For each column every value that it can hold, where there are no more than `most`.
#[must_use]
pub fn domains(ruleset: &Ruleset, sources: &Sources, most: usize) -> Vec<Option<Vec<Value>>> {
    let analysis = Analysis::new(ruleset, sources, true);
    let columns = (0_u32..).map(ColumnId).zip(&ruleset.columns);
    columns.map(|(id, info)| listed(&analysis.column(id).set, &info.ty.kind, most)).collect()
}

fn listed(set: &Set, kind: &Kind, most: usize) -> Option<Vec<Value>> {
    match (set, kind) {
        (Set::Nothing, _) => Some(Vec::new()),
        (Set::Flags { yes, no }, _) => {
            let all = [(*no, false), (*yes, true)];
            Some(all.into_iter().filter(|(can, _)| *can).map(|(_, flag)| Value::Flag(flag)).collect())
        }
        (Set::Texts(TextSet::Only(texts)), _) if texts.len() <= most => {
            Some(texts.iter().map(|&text| Value::Text(text)).collect())
        }
        (Set::Numbers(region), Kind::Integer | Kind::Date) if region.whole() => {
            let mut all = Vec::new();
            for piece in region.pieces() {
                let (low, high) = (piece.low?.at.to_i64()?, piece.high?.at.to_i64()?);
                let count = usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
                if all.len().checked_add(count)? > most {
                    return None;
                }
                let is_date = *kind == Kind::Date;
                let value = |at| if is_date { Value::Date(Date(at)) } else { Value::Integer(at) };
                all.extend((low..=high).map(value));
            }
            Some(all)
        }
        (Set::Numbers(_) | Set::Texts(_) | Set::Anything, _) => None,
    }
}
