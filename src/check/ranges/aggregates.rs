//! What an aggregate can come to: from what a child can hold, and how many children there are.

use super::Analysis;
use super::arithmetic::repeated;
use super::counts::Count;
use super::region::Region;
use super::set::{Possible, Set};
use crate::check::satisfy::Facts;
use crate::ruleset::{Aggregate, Reduce};
use crate::value::Rational;

impl<'r> Analysis<'r> {
    /// What an aggregate can come to.
    pub(super) fn reduce(&mut self, reduce: &'r Reduce) -> Possible {
        let mut count = self.children_of(reduce.over, &reduce.path);
        let mut facts = Facts::default();
        if let Some(filter) = &reduce.filter {
            let (yes, no) = self.truth(&facts, filter, &[]);
            if no {
                count.least = 0;
            }
            if !yes {
                count.most = Some(0);
            }
            facts = self.assume(&facts, filter, &[], true).unwrap_or_default();
        }
        if reduce.among_tied.is_some() {
            count.least = 0;
        }
        if let Some(best) = &reduce.best {
            let wanted = self.range(&best.count, &[], &Facts::default()).set.region(true).hull();
            let bound = |at: Option<crate::value::Bound>| {
                let at = at?.at.floor().to_i64()?.max(0);
                u64::try_from(at).ok()
            };
            count.least = count.least.min(wanted.and_then(|wanted| bound(wanted.low)).unwrap_or(0));
            if let Some(most) = wanted.and_then(|wanted| bound(wanted.high)) {
                count.most = Some(count.most.map_or(most, |before| before.min(most)));
            }
        }
        let value = match &reduce.value {
            Some(value) => self.range(value, &[], &facts),
            None => Possible::of(Set::Nothing),
        };
        if value.missing {
            count.least = 0;
        }
        let mut possible = aggregate(reduce, &value, count);
        if let (Aggregate::Sum, Some(value), None, None) =
            (reduce.aggregate, &reduce.value, &reduce.best, &reduce.among_tied)
        {
            possible.set = self.narrower_sum(reduce, value, possible.set, count);
        }
        possible
    }
}

/// From what a row can hold, and how many rows there are.
fn aggregate(reduce: &Reduce, value: &Possible, count: Count) -> Possible {
    let (yes, no) = value.set.truth();
    let some = count.most != Some(0);
    let whole =
        |least: u64, most: Option<u64>| Set::numbers(repeated(&Region::point(Rational::ONE), least, most));
    let picked = || Possible {
        set: if some { value.set.clone() } else { Set::Nothing },
        missing: count.least == 0,
        zero: false,
    };
    match reduce.aggregate {
        Aggregate::Sum => {
            let region = match &value.set {
                Set::Numbers(region) => repeated(region, count.least, count.most),
                Set::Nothing => Region::point(Rational::ZERO),
                Set::Flags { .. } | Set::Texts(_) | Set::Anything => Region::everything(false),
            };
            Possible::of(Set::numbers(region))
        }
        Aggregate::Mean => {
            let mut possible = picked();
            if let Set::Numbers(region) = &possible.set {
                possible.set = Set::numbers(Region::new(region.hull(), false));
            }
            possible
        }
        Aggregate::Min | Aggregate::Max | Aggregate::First | Aggregate::Last => picked(),
        Aggregate::Count => Possible::of(match &reduce.value {
            None => whole(count.least, count.most),
            Some(_) => whole(if no { 0 } else { count.least }, if yes { count.most } else { Some(0) }),
        }),
        Aggregate::Any => Possible::of(Set::flags(some && yes, count.least == 0 || no)),
        Aggregate::All => Possible::of(Set::flags(count.least == 0 || yes, some && no)),
        Aggregate::None => Possible::of(Set::flags(count.least == 0 || no, some && yes)),
    }
}
