//! Sets of numbers: a few intervals, and whether only whole numbers count.

use crate::value::{Bound, Interval, Rational};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// A set of numbers. The pieces are sorted, not empty, and do not touch; where only whole numbers count, every end
/// is a whole number that belongs to the set.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pieces: SmallVec<[Interval; 1]>,
    whole: bool,
}

impl Clone for Region {
    /// The pieces are copied as they lie, not one by one.
    fn clone(&self) -> Self {
        Self { pieces: SmallVec::from_slice(&self.pieces), whole: self.whole }
    }
}

impl Region {
    /// The numbers in any of `pieces`.
    pub(crate) fn new(pieces: impl IntoIterator<Item = Interval>, whole: bool) -> Self {
        let mut pieces: SmallVec<[Interval; 1]> = pieces
            .into_iter()
            .map(|piece| if whole { tighten(piece) } else { piece })
            .filter(|piece| !is_empty(piece))
            .collect();
        if pieces.len() > 1 {
            pieces.sort_by(|left, right| compare_low(left.low, right.low));
            pieces.dedup_by(|piece, last| {
                let joined = touches(last, piece, whole);
                if joined && compare_high(last.high, piece.high) == Ordering::Less {
                    last.high = piece.high;
                }
                joined
            });
        }
        Self { pieces, whole }
    }

    /// The numbers in an interval.
    pub(crate) fn of(interval: Interval, whole: bool) -> Self {
        let interval = if whole { tighten(interval) } else { interval };
        let pieces = if is_empty(&interval) { SmallVec::new() } else { smallvec![interval] };
        Self { pieces, whole }
    }

    /// No number at all.
    pub(crate) fn nothing(whole: bool) -> Self {
        Self { pieces: SmallVec::new(), whole }
    }

    /// Every number.
    pub(crate) fn everything(whole: bool) -> Self {
        Self { pieces: smallvec![Interval::default()], whole }
    }

    /// One number.
    pub(crate) fn point(at: Rational) -> Self {
        Self { pieces: smallvec![Interval::closed(at, at)], whole: at.is_integer() }
    }

    /// The intervals, from the lowest to the highest.
    pub(crate) fn pieces(&self) -> &[Interval] {
        &self.pieces
    }

    /// Whether only whole numbers count.
    pub(crate) fn whole(&self) -> bool {
        self.whole
    }

    /// Whether there is no number in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// From the lowest to the highest.
    pub(crate) fn hull(&self) -> Option<Interval> {
        Some(Interval { low: self.pieces.first()?.low, high: self.pieces.last()?.high })
    }

    /// The only number in it.
    pub(crate) fn only(&self) -> Option<Rational> {
        match self.pieces.as_slice() {
            [Interval { low: Some(low), high: Some(high) }] if low.at == high.at => Some(low.at),
            _ => None,
        }
    }

    /// Whether `at` is in it.
    pub(crate) fn contains(&self, at: Rational) -> bool {
        (!self.whole || at.is_integer()) && self.pieces.iter().any(|piece| piece.contains(at))
    }

    /// Whether it is plain that all its numbers are in the other: both are one interval.
    pub(crate) fn is_plainly_within(&self, other: &Self) -> bool {
        let ([own], [around]) = (self.pieces(), other.pieces()) else { return false };
        (self.whole || !other.whole)
            && compare_low(around.low, own.low) != Ordering::Greater
            && compare_high(own.high, around.high) != Ordering::Greater
    }

    /// The numbers in either.
    pub(crate) fn union(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        Self::new(self.pieces.iter().chain(&other.pieces).copied(), self.whole && other.whole)
    }

    /// The numbers in both.
    pub(crate) fn intersect(&self, other: &Self) -> Self {
        let whole = self.whole || other.whole;
        if let ([first], [second]) = (self.pieces(), other.pieces()) {
            return Self::of(meet(first, second), whole);
        }
        let mut both: SmallVec<[Interval; 2]> = SmallVec::new();
        let (mut left, mut right) = (0, 0);
        while let (Some(first), Some(second)) = (self.pieces.get(left), other.pieces.get(right)) {
            both.push(meet(first, second));
            if compare_high(first.high, second.high) == Ordering::Less {
                left += 1;
            } else {
                right += 1;
            }
        }
        Self::new(both, whole)
    }

    /// The numbers in none of `intervals`.
    pub(crate) fn without(&self, intervals: &[Interval]) -> Self {
        self.intersect(&Self::new(intervals.iter().copied(), self.whole).complement())
    }

    /// Every number that is not in it (only whole ones, where only those count).
    pub(crate) fn complement(&self) -> Self {
        let mut outside: SmallVec<[Interval; 2]> = SmallVec::new();
        let mut low = None;
        let mut ended = false;
        for piece in &self.pieces {
            if let Some(bound) = piece.low {
                outside.push(Interval { low, high: Some(flip(bound)) });
            }
            low = piece.high.map(flip);
            ended = piece.high.is_none();
        }
        if !ended {
            outside.push(Interval { low, high: None });
        }
        Self::new(outside, self.whole)
    }

    /// The same numbers, as some among all of them, not only among the whole ones.
    pub(crate) fn among_all(self) -> Self {
        Self { whole: false, ..self }
    }

    /// The same numbers, or a few more in exchange for fewer pieces.
    pub(crate) fn coarse(self, most: usize) -> Self {
        if self.pieces.len() <= most {
            return self;
        }
        let hull = self.hull();
        Self { pieces: hull.into_iter().collect(), whole: self.whole }
    }

    /// A number that is in it: 0 or an end, where that is possible.
    pub(crate) fn sample(&self) -> Option<Rational> {
        if self.contains(Rational::ZERO) {
            return Some(Rational::ZERO);
        }
        let first = self.pieces.first()?;
        let one = Rational::ONE;
        let low = first.low.map(|bound| bound.at);
        let high = first.high.map(|bound| bound.at);
        let middle = low.zip(high).and_then(|(low, high)| {
            let half = Rational::new(1, 2).ok()?;
            low.add(&high).ok()?.multiply(&half).ok()
        });
        let after = low.and_then(|low| low.add(&one).ok());
        let before = high.and_then(|high| high.subtract(&one).ok());
        [low, high, after, before, middle].into_iter().flatten().find(|&at| self.contains(at))
    }
}

/// Whether no number lies in the interval.
pub(crate) fn is_empty(interval: &Interval) -> bool {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => {
            low.at > high.at || low.at == high.at && !(low.inclusive && high.inclusive)
        }
        _ => false,
    }
}

/// The numbers in both intervals.
pub(crate) fn meet(left: &Interval, right: &Interval) -> Interval {
    let low = if compare_low(left.low, right.low) == Ordering::Less { right.low } else { left.low };
    let high = if compare_high(left.high, right.high) == Ordering::Less { left.high } else { right.high };
    Interval { low, high }
}

/// The lower end that takes more comes first.
pub(crate) fn compare_low(left: Option<Bound>, right: Option<Bound>) -> Ordering {
    match (left, right) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(left), Some(right)) => left.at.cmp(&right.at).then(right.inclusive.cmp(&left.inclusive)),
    }
}

/// The upper end that takes less comes first.
pub(crate) fn compare_high(left: Option<Bound>, right: Option<Bound>) -> Ordering {
    match (left, right) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(left), Some(right)) => left.at.cmp(&right.at).then(left.inclusive.cmp(&right.inclusive)),
    }
}

fn flip(bound: Bound) -> Bound {
    Bound { at: bound.at, inclusive: !bound.inclusive }
}

/// Ends moved inward to whole numbers.
fn tighten(piece: Interval) -> Interval {
    let one = Rational::ONE;
    let closed = |at| Some(Bound { at, inclusive: true });
    let ends = [piece.low, piece.high];
    if ends.iter().flatten().all(|bound| bound.inclusive && bound.at.is_integer()) {
        return piece;
    }
    let low = piece.low.and_then(|bound| {
        let up = bound.at.ceil();
        let open = up == bound.at && !bound.inclusive;
        closed(if open { up.add(&one).unwrap_or(up) } else { up })
    });
    let high = piece.high.and_then(|bound| {
        let down = bound.at.floor();
        let open = down == bound.at && !bound.inclusive;
        closed(if open { down.subtract(&one).unwrap_or(down) } else { down })
    });
    Interval { low, high }
}

/// Whether nothing lies between two intervals, the first of which begins first.
fn touches(first: &Interval, second: &Interval, whole: bool) -> bool {
    let (Some(high), Some(low)) = (first.high, second.low) else {
        return true;
    };
    let reach = if whole { high.at.add(&Rational::ONE).unwrap_or(high.at) } else { high.at };
    low.at < reach || low.at == reach && (low.inclusive || high.inclusive)
}
