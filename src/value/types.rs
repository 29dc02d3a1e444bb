//! What a column is declared to hold.

use super::{Rational, Symbol};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The sort of value, without its range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `integer`
    Integer,
    /// `number`: an exact fraction
    Number,
    /// `yes/no`
    Flag,
    /// `text`
    Text,
    /// `date`
    Date,
    /// `duration`: exact seconds
    Duration,
    /// `one of a, b, c`: the choices in the order listed
    Choice(Arc<[Symbol]>),
    /// Already complained about; fits everything, so that one mistake gives one message.
    Unknown,
}

impl Kind {
    /// Integers, numbers and durations can be added and compared by size.
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        matches!(self, Self::Integer | Self::Number | Self::Duration | Self::Unknown)
    }
}

/// One end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bound {
    /// Where it ends.
    pub at: Rational,
    /// Whether `at` itself is inside.
    pub inclusive: bool,
}

/// A range of numbers (seconds for durations, days for dates); `None` means without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Interval {
    /// The lower end.
    pub low: Option<Bound>,
    /// The upper end.
    pub high: Option<Bound>,
}

impl Interval {
    /// From `low` to `high`, both inside.
    #[must_use]
    pub fn closed(low: Rational, high: Rational) -> Self {
        let bound = |at| Some(Bound { at, inclusive: true });
        Self { low: bound(low), high: bound(high) }
    }

    /// Whether some number lies in both.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let before = |high: Option<Bound>, low: Option<Bound>| {
            high.zip(low).is_some_and(|(high, low)| {
                high.at < low.at || high.at == low.at && !(high.inclusive && low.inclusive)
            })
        };
        !before(self.high, other.low) && !before(other.high, self.low)
    }

    /// Whether `at` lies inside.
    #[must_use]
    pub fn contains(&self, at: Rational) -> bool {
        let low = self.low.is_none_or(|bound| bound.at < at || bound.inclusive && bound.at == at);
        let high = self.high.is_none_or(|bound| at < bound.at || bound.inclusive && bound.at == at);
        low && high
    }
}

/// The range of a type, which is read as an [`Interval`]. Most types have none, and every expression has a type: so it lies
/// elsewhere, and is not copied with the type.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct DeclaredRange(Option<Arc<Interval>>);

/// No end on either side.
static EVERYTHING: Interval = Interval { low: None, high: None };

impl From<Interval> for DeclaredRange {
    fn from(range: Interval) -> Self {
        Self((range != EVERYTHING).then(|| Arc::new(range)))
    }
}

impl Deref for DeclaredRange {
    type Target = Interval;

    fn deref(&self) -> &Interval {
        self.0.as_deref().unwrap_or(&EVERYTHING)
    }
}

impl fmt::Debug for DeclaredRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// A declared or inferred type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Type {
    /// The sort of value.
    pub kind: Kind,
    /// Whether it may be missing.
    pub optional: bool,
    /// The declared range of a numeric kind; everything, where none was declared.
    pub range: DeclaredRange,
}

impl Type {
    /// A type that is always there, without a range.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        Self { kind, optional: false, range: DeclaredRange::default() }
    }

    /// The same type, but it may be missing.
    #[must_use]
    pub fn maybe(mut self, optional: bool) -> Self {
        self.optional = optional;
        self
    }
}
