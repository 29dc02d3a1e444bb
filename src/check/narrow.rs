//! Whole numbers that can only be a few: the ends between which the values of a column lie, where these are proved.
//!
//! Comes in: what columns can hold. Goes out: the ends of those that hold integers, have both, and lie close together. It errs on
//! the side of too few columns, and of ends too far apart. Start with [`find`].

use super::ranges::Analysis;
use super::ranges::set::Set;
use crate::sheet::ColumnId;
use crate::value::{Interval, Kind};
use std::collections::BTreeMap;

/// Ends further apart than this are not kept: nobody has a use for them.
const FAR: i64 = 1 << 16;

/// The least and the greatest value of columns whose values lie close together.
pub(super) fn find(analysis: &Analysis<'_>) -> BTreeMap<ColumnId, (i64, i64)> {
    let columns = (0_u32..).map(ColumnId).zip(&analysis.ruleset.columns);
    let integers = columns.filter(|(_, info)| info.ty.kind == Kind::Integer);
    integers.filter_map(|(id, _)| Some((id, ends(analysis, id)?))).collect()
}

fn ends(analysis: &Analysis<'_>, column: ColumnId) -> Option<(i64, i64)> {
    let Set::Numbers(region) = &analysis.column(column).set else { return None };
    let Interval { low, high } = region.hull()?;
    let (low, high) = (low?.at.floor().to_i64()?, high?.at.ceil().to_i64()?);
    (high.checked_sub(low)? <= FAR).then_some((low, high))
}
