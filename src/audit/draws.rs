//! Numbers and values that a seed draws.
//!
//! Comes in: a seed, and the values worth a try. Goes out: values inside of a range: its ends, what the rules mention and what
//! lies beside it, and any other. It must never know a column. Start with [`Draws::new`].

use super::dictionary::Dictionary;
use crate::lot;
use crate::value::{Date, Rational};

/// Numbers that are drawn from a hash at a time.
const BATCH: u64 = 256;

/// How far from zero whole numbers are drawn where no range says so.
const FAR: i64 = 60;

/// The first of some days on which people are born: 2000-01-01.
const BORN: i64 = 10_957;

/// The ends of a range; both belong to it.
pub(super) type Ends = (Option<Rational>, Option<Rational>);

/// Draws of one invented example.
#[derive(Debug)]
pub(super) struct Draws<'d> {
    dictionary: &'d Dictionary,
    seed: u64,
    name: String,
    next: u64,
    drawn: Vec<u64>,
}

impl<'d> Draws<'d> {
    /// For the example of this number.
    pub(super) fn new(dictionary: &'d Dictionary, seed: u64, number: u32) -> Self {
        Self { dictionary, seed, name: number.to_string(), next: 0, drawn: Vec::new() }
    }

    /// A whole number from `low` to `high`.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        if self.drawn.is_empty() {
            self.drawn = lot::draws(self.seed, "example", "", &self.name, self.next..self.next + BATCH);
            self.drawn.reverse();
            self.next += BATCH;
        }
        let drawn = self.drawn.pop().unwrap_or_default();
        lot::between(low, high.max(low), drawn).unwrap_or(low)
    }

    /// Yes in so many of a hundred cases.
    pub(super) fn likely(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// Any of these; `None` where there are none.
    pub(super) fn one_of<'v, T>(&mut self, all: &'v [T]) -> Option<&'v T> {
        let last = i64::try_from(all.len()).ok()?.checked_sub(1).filter(|last| *last >= 0)?;
        all.get(usize::try_from(self.between(0, last)).ok()?)
    }

    /// A whole number; `near` is one that was drawn before.
    pub(super) fn whole(&mut self, (low, high): Ends, near: Option<i64>) -> i64 {
        let dictionary = self.dictionary;
        let low_end = low.and_then(|low| low.ceil().to_i64());
        let high_end = high.and_then(|high| high.floor().to_i64());
        let (least, most) = match (low_end, high_end) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low, low.saturating_add(FAR)),
            (None, Some(high)) => (high.saturating_sub(FAR), high),
            (None, None) => (-FAR, FAR),
        };
        let inside =
            |value: i64| low_end.is_none_or(|low| low <= value) && high_end.is_none_or(|high| value <= high);
        let drawn = match self.between(1, 100) {
            1..=40 => self.one_of(&dictionary.whole).copied(),
            41..=50 => [low_end, high_end][usize::from(self.likely(50))],
            51..=65 => near.map(|near| near.saturating_add(self.between(-3, 3))),
            66..=80 => Some(least.saturating_add(self.between(0, 12))),
            _ => None,
        };
        drawn.filter(|&value| inside(value)).unwrap_or_else(|| self.between(least, most))
    }

    /// A number.
    pub(super) fn number(&mut self, (low, high): Ends) -> Rational {
        let dictionary = self.dictionary;
        let inside = |value: &Rational| is_inside((low, high), *value);
        let known = self.one_of(&dictionary.numbers).copied();
        let known = known.filter(|value| inside(value) && self.likely(50));
        let tenths = self.whole((low, high), None).saturating_mul(10).saturating_add(self.between(0, 9));
        let fraction = Rational::new(tenths.into(), 10).ok().filter(inside);
        known.or(fraction).or(low).or(high).unwrap_or(Rational::ZERO)
    }

    /// A length of time, in seconds.
    pub(super) fn duration(&mut self, (low, high): Ends) -> Rational {
        let dictionary = self.dictionary;
        let inside = |value: &Rational| is_inside((low, high), *value);
        let known = self.one_of(&dictionary.durations).copied();
        let known = known.filter(|value| inside(value) && self.likely(50));
        let minutes = Rational::from_integer(i128::from(self.between(0, 40)) * 30);
        known.or(Some(minutes).filter(inside)).or(low).or(high).unwrap_or(Rational::ZERO)
    }

    /// A day.
    pub(super) fn day(&mut self, (low, high): Ends) -> Date {
        let dictionary = self.dictionary;
        let known = self.one_of(&dictionary.days).copied();
        let known = known.filter(|_| self.likely(25));
        // Some days of some years, so that two are now and then the same.
        let day = BORN + 365 * self.between(0, 9) + self.between(0, 3);
        let inside = |day: i64| is_inside((low, high), day.into());
        let end = low.or(high).and_then(|end| end.to_i64());
        Date([known, Some(day)].into_iter().flatten().find(|&day| inside(day)).or(end).unwrap_or(day))
    }
}

fn is_inside((low, high): Ends, value: Rational) -> bool {
    low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high)
}
