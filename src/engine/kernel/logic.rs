//! `and`, `or`: the right side is not looked at where the left decides.

use super::super::batch::{Batch, Lane, Values, both, merge, zip};
use super::Evaluator;
use crate::ruleset::expression::Expr;
use crate::value::Kind;
use std::ops::Range;

impl<'a> Evaluator<'a> {
    /// Goes on from the left operand; `deciding` is the value of it that settles the matter (no for `and`, yes for `or`).
    pub(super) fn decide(
        &self,
        left: Batch<'a>,
        right: &Expr,
        rows: &Range<usize>,
        deciding: bool,
    ) -> Batch<'a> {
        let len = left.len;
        let Values::Flag(first) = &left.values else {
            debug_assert!(false, "operands of kinds that do not go together");
            return Batch::missing(len, &Kind::Flag);
        };
        // Where it is the same everywhere, nothing is put together row by row.
        match left.settled() {
            Some(settled) if settled == deciding => return left,
            Some(_) => return self.eval(right, rows.clone()),
            None => {}
        }
        // A known left operand alone decides.
        let decided = match &left.known {
            None => zip(first, &Lane::Same(()), |first, ()| first == deciding),
            Some(known) => zip(first, known, |first, known| known && first == deciding),
        };
        let everywhere = match &decided {
            Lane::Same(all) => *all,
            Lane::Slice(all) => !all.contains(&false),
            Lane::Own(all) => !all.contains(&false),
        };
        if everywhere {
            return left;
        }
        let mut second = self.eval(right, rows.clone());
        let Values::Flag(other) = &second.values else {
            debug_assert!(false, "operands of kinds that do not go together");
            return Batch::missing(len, &Kind::Flag);
        };
        let lane = if deciding {
            zip(first, other, |first, other| first | other)
        } else {
            zip(first, other, |first, other| first & other)
        };
        second.faults.retain(|fault| !decided.get(fault.row));
        let known = both(left.known, second.known)
            .map(|known| zip(&known, &decided, |known, decided| known | decided));
        Batch { len, values: Values::Flag(lane), known, faults: merge(left.faults, second.faults) }
    }
}
