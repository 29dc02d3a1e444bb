//! Integers of a column, kept in as little memory as they need.
//!
//! Two bytes each as long as all of them fit, eight from the first that does not. Which it is can be seen only by how fast it is:
//! equal integers are equal. It must never know what they stand for. Start with [`Integers`].

use std::ops::Range;

/// Integers one after the other.
#[derive(Debug, Clone)]
pub enum Integers {
    /// All from -32768 to 32767.
    Small(Vec<i16>),
    /// Any.
    Wide(Vec<i64>),
}

/// Some of them, as they are kept.
#[derive(Debug, Clone, Copy)]
pub enum IntegerSlice<'a> {
    /// All from -32768 to 32767.
    Small(&'a [i16]),
    /// Any.
    Wide(&'a [i64]),
}

impl Integers {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::Small(Vec::new())
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Small(values) => values.len(),
            Self::Wide(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at this place; `None` behind the last.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<i64> {
        match self {
            Self::Small(values) => values.get(place).copied().map(i64::from),
            Self::Wide(values) => values.get(place).copied(),
        }
    }

    /// The one at this place.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    #[inline]
    pub fn at(&self, place: usize) -> i64 {
        match self {
            Self::Small(values) => values[place].into(),
            Self::Wide(values) => values[place],
        }
    }

    /// All in their order.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        let (small, wide): (&[i16], &[i64]) = match self {
            Self::Small(values) => (values, &[]),
            Self::Wide(values) => (&[], values),
        };
        small.iter().copied().map(i64::from).chain(wide.iter().copied())
    }

    /// The least and the greatest; `None` where there are none.
    #[must_use]
    pub fn ends(&self) -> Option<(i64, i64)> {
        fn ends<T: Copy + Ord + Into<i64>>(values: &[T]) -> Option<(i64, i64)> {
            let first = *values.first()?;
            let ends = |(low, high): (T, T), &value: &T| (low.min(value), high.max(value));
            let (low, high) = values.iter().fold((first, first), ends);
            Some((low.into(), high.into()))
        }
        match self {
            Self::Small(values) => ends(values),
            Self::Wide(values) => ends(values),
        }
    }

    /// Whether they are 1, 2, 3 and so on.
    #[must_use]
    pub fn count_up(&self) -> bool {
        fn differ<T: Copy + Into<i64>>(values: &[T]) -> i64 {
            (1_i64..).zip(values).fold(0, |differ, (at, &value)| differ | (at ^ value.into()))
        }
        match self {
            Self::Small(values) => differ(values) == 0,
            Self::Wide(values) => differ(values) == 0,
        }
    }

    /// Those of a range.
    ///
    /// # Panics
    /// When it reaches beyond the last.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> IntegerSlice<'_> {
        match self {
            Self::Small(values) => IntegerSlice::Small(&values[range]),
            Self::Wide(values) => IntegerSlice::Wide(&values[range]),
        }
    }

    /// The vector, with eight bytes for each.
    pub fn wide(&mut self) -> &mut Vec<i64> {
        match self {
            Self::Wide(values) => values,
            Self::Small(values) => {
                *self = Self::Wide(values.iter().copied().map(i64::from).collect());
                self.wide()
            }
        }
    }

    /// The same, and nothing is left here.
    #[must_use]
    pub fn into_wide(mut self) -> Vec<i64> {
        std::mem::take(self.wide())
    }

    /// The first ones alone.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Self::Small(values) => values.truncate(len),
            Self::Wide(values) => values.truncate(len),
        }
    }

    /// Appends one.
    #[inline]
    pub fn push(&mut self, value: i64) {
        match (&mut *self, i16::try_from(value)) {
            (Self::Small(values), Ok(value)) => values.push(value),
            (all, _) => all.wide().push(value),
        }
    }

    /// Puts another in this place.
    ///
    /// # Panics
    /// When there is no such place.
    #[inline]
    pub fn set(&mut self, place: usize, value: i64) {
        match (&mut *self, i16::try_from(value)) {
            (Self::Small(values), Ok(value)) => values[place] = value,
            (all, _) => all.wide()[place] = value,
        }
    }

    /// As many as this: the last ones are dropped, or this one is appended.
    pub fn resize(&mut self, len: usize, value: i64) {
        match (&mut *self, i16::try_from(value)) {
            (Self::Small(values), Ok(value)) => values.resize(len, value),
            (all, _) => all.wide().resize(len, value),
        }
    }

    /// All of them, so many times over.
    #[must_use]
    pub fn repeat(&self, times: usize) -> Self {
        match self {
            Self::Small(values) => Self::Small(values.repeat(times)),
            Self::Wide(values) => Self::Wide(values.repeat(times)),
        }
    }

    /// Appends others.
    pub fn append(&mut self, more: IntegerSlice<'_>) {
        match (&mut *self, more) {
            (Self::Small(values), IntegerSlice::Small(more)) => values.extend_from_slice(more),
            (Self::Small(values), IntegerSlice::Wide(more)) if values.is_empty() => {
                *self = Self::Wide(more.to_vec());
            }
            (all, IntegerSlice::Wide(more)) => all.wide().extend_from_slice(more),
            (Self::Wide(values), IntegerSlice::Small(more)) => {
                values.extend(more.iter().copied().map(i64::from));
            }
        }
    }

    /// None, with room for so many like these.
    #[must_use]
    pub fn none_of_these(&self, room: usize) -> Self {
        match self {
            Self::Small(_) => Self::Small(Vec::with_capacity(room)),
            Self::Wide(_) => Self::Wide(Vec::with_capacity(room)),
        }
    }

    /// Appends those at these places of others.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn gather(&mut self, others: &Self, places: &[u16]) {
        let places = places.iter().map(|&place| usize::from(place));
        match (&mut *self, others) {
            (Self::Small(values), Self::Small(others)) => values.extend(places.map(|place| others[place])),
            (all, Self::Wide(others)) => all.wide().extend(places.map(|place| others[place])),
            (Self::Wide(values), Self::Small(others)) => {
                values.extend(places.map(|place| i64::from(others[place])));
            }
        }
    }

    /// Those at these places.
    ///
    /// # Panics
    /// When there is no such place.
    #[must_use]
    pub fn pick(&self, places: impl IntoIterator<Item = usize>) -> Self {
        let places = places.into_iter();
        match self {
            Self::Small(values) => Self::Small(places.map(|place| values[place]).collect()),
            Self::Wide(values) => Self::Wide(places.map(|place| values[place]).collect()),
        }
    }
}

impl IntegerSlice<'_> {
    /// With eight bytes for each.
    #[must_use]
    pub fn to_wide(self) -> Vec<i64> {
        match self {
            Self::Small(values) => values.iter().copied().map(i64::from).collect(),
            Self::Wide(values) => values.to_vec(),
        }
    }
}

impl Default for Integers {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Integers {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Small(own), Self::Small(others)) => own == others,
            (Self::Wide(own), Self::Wide(others)) => own == others,
            (Self::Small(_), Self::Wide(_)) | (Self::Wide(_), Self::Small(_)) => self.iter().eq(other.iter()),
        }
    }
}

impl Eq for Integers {}

/// As they are: nobody asks whether they would fit into less.
impl From<Vec<i64>> for Integers {
    fn from(values: Vec<i64>) -> Self {
        Self::Wide(values)
    }
}

/// In as little memory as they need.
impl FromIterator<i64> for Integers {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut all = Self::new();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{IntegerSlice, Integers};

    const LARGE: i64 = 32768;

    fn small(values: &[i16]) -> Integers {
        Integers::Small(values.to_vec())
    }

    #[test]
    fn they_grow_with_the_first_that_does_not_fit() {
        let mut all: Integers = [32767, -32768].into_iter().collect();
        assert!(matches!(all, Integers::Small(_)));
        all.push(LARGE);
        all.push(-1);
        assert!(matches!(all, Integers::Wide(_)));
        assert_eq!(all.iter().collect::<Vec<_>>(), [32767, -32768, LARGE, -1]);
        let mut all = small(&[1, 2]);
        all.set(0, -LARGE - 1);
        assert_eq!(all, vec![-LARGE - 1, 2].into());
        let mut all = small(&[1]);
        all.resize(3, LARGE);
        assert_eq!(all, vec![1, LARGE, LARGE].into());
        all.truncate(1);
        assert_eq!(all, small(&[1]));
    }

    #[test]
    fn equal_ones_are_equal_however_they_are_kept() {
        assert_eq!(small(&[1, -1]), Integers::from(vec![1, -1]));
        assert_ne!(small(&[1, -1]), Integers::from(vec![1, 65535]));
        assert_ne!(small(&[1]), Integers::from(vec![1, 1]));
    }

    #[test]
    fn others_are_appended_and_picked_as_they_are() {
        let wide = vec![5, LARGE, 7];
        for mut all in [small(&[1]), vec![1].into()] {
            all.append(IntegerSlice::Small(&[2, 3]));
            all.append(IntegerSlice::Wide(&wide));
            all.gather(&small(&[8, 9]), &[1, 0, 1]);
            all.gather(&wide.clone().into(), &[2]);
            assert_eq!(all, vec![1, 2, 3, 5, LARGE, 7, 9, 8, 9, 7].into());
            assert_eq!(all.pick([4, 0, 0]), vec![LARGE, 1, 1].into());
            assert_eq!(all.ends(), Some((1, LARGE)));
            assert_eq!(all.get(10), None);
        }
        assert_eq!(small(&[3, -2]).ends(), Some((-2, 3)));
        assert_eq!(Integers::new().ends(), None);
    }

    #[test]
    fn they_count_up_from_one() {
        assert!(small(&[1, 2, 3]).count_up());
        assert!(Integers::from(vec![1, 2]).count_up());
        assert!(!small(&[0, 1, 2]).count_up());
        assert!(!Integers::from(vec![1, 3]).count_up());
    }
}
