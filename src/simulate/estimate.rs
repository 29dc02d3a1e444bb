//! Chances and means with their standard errors, exact but for the root.
//!
//! Comes in: counts, sums, sums of squares. Goes out: [`Estimate`]s. It must never know what was counted.
//! Start with [`Estimate::chance`] and [`Sums`].

use crate::value::Rational;

/// The root of an error is rounded down to one of so many parts of one.
const PARTS: i128 = 1_000_000;

/// What many events say about a chance or a mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// The share, or the mean: exact over the events that were played.
    pub value: Rational,
    /// The standard error, rounded down to a millionth; `None` where it cannot be known: of one event, or too large.
    pub error: Option<Rational>,
}

impl Estimate {
    /// How often something happened.
    #[must_use]
    pub fn chance(times: u64, of: u64) -> Option<Self> {
        let value = Rational::new(i128::from(times), i128::from(of)).ok()?;
        // The error is the root of p (1 - p) / n.
        let rest = Rational::ONE.subtract(&value).ok();
        let variance = rest.and_then(|rest| {
            value.multiply(&rest).and_then(|both| both.divide(&Rational::from_integer(i128::from(of)))).ok()
        });
        Some(Self { value, error: variance.filter(|_| of > 1).and_then(root) })
    }
}

/// Values that are added up: how many, their sum and the sum of their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    count: u64,
    /// The sum of what are integers of 64 bits, and that of their squares.
    whole: (i128, i128),
    /// The same of other values; `None` where any sum was too large to be exact.
    exact: Option<(Rational, Rational)>,
}

impl Default for Sums {
    fn default() -> Self {
        Self { count: 0, whole: (0, 0), exact: Some((Rational::ZERO, Rational::ZERO)) }
    }
}

impl Sums {
    /// Adds a value.
    pub fn add(&mut self, value: Rational) {
        if let Some(value) = value.to_i64() {
            return self.add_whole(value);
        }
        self.put(1, Some(value), value.multiply(&value).ok());
    }

    /// Adds a whole value.
    pub fn add_whole(&mut self, value: i64) {
        self.count += 1;
        let value = i128::from(value);
        self.put_whole((value, value * value));
    }

    fn put_whole(&mut self, (sum, squares): (i128, i128)) {
        let both = self.whole.0.checked_add(sum).zip(self.whole.1.checked_add(squares));
        match both {
            Some(both) => self.whole = both,
            None => self.exact = None,
        }
    }

    /// Adds a value so many times.
    pub fn add_times(&mut self, value: Rational, times: u32) {
        let all = value.multiply(&Rational::from(i64::from(times))).ok();
        self.put(u64::from(times), all, all.and_then(|all| all.multiply(&value).ok()));
    }

    /// So many values: their sum and that of their squares, where these are not too large.
    fn put(&mut self, count: u64, sum: Option<Rational>, squares: Option<Rational>) {
        self.count += count;
        self.exact = self
            .exact
            .and_then(|(all, all_squares)| Some((all.add(&sum?).ok()?, all_squares.add(&squares?).ok()?)));
    }

    /// Adds those of other events.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.put_whole(other.whole);
        self.exact = match (self.exact, other.exact) {
            (Some((sum, squares)), Some((more, more_squares))) => {
                sum.add(&more).ok().zip(squares.add(&more_squares).ok())
            }
            (None, _) | (_, None) => None,
        };
    }

    /// The sum of all values, and that of their squares.
    fn all(&self) -> Option<(Rational, Rational)> {
        let (sum, squares) = self.exact?;
        let whole = |whole| Rational::from_integer(whole);
        sum.add(&whole(self.whole.0)).ok().zip(squares.add(&whole(self.whole.1)).ok())
    }

    /// The mean; `None` of nothing, and where it is too large.
    #[must_use]
    pub fn mean(&self) -> Option<Estimate> {
        let (sum, squares) = self.all()?;
        let count = Rational::from_integer(i128::from(self.count));
        let value = sum.divide(&count).ok()?;
        // The error is the root of (Σx² - n m²) / (n (n - 1)).
        let error = || {
            let spread = squares.subtract(&value.multiply(&sum).ok()?).ok()?;
            let ways = count.multiply(&count.subtract(&Rational::ONE).ok()?).ok()?;
            root(spread.divide(&ways).ok()?)
        };
        Some(Estimate { value, error: error() })
    }
}

/// The root, rounded down to a millionth.
fn root(of: Rational) -> Option<Rational> {
    let square = Rational::from_integer(PARTS * PARTS);
    // What is too large for that is rounded down to a whole first.
    let (scaled, parts) = match of.multiply(&square) {
        Ok(scaled) => (scaled, PARTS),
        Err(_) => (of, 1),
    };
    let whole = u128::try_from(scaled.floor().numerator()).ok()?;
    Rational::new(i128::try_from(whole.isqrt()).ok()?, parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(above: i128, below: i128) -> Rational {
        Rational::new(above, below).unwrap()
    }

    #[test]
    fn chances_have_the_error_of_a_share() {
        // p = 1/4 of 300: √(3/16/300) = √(1/1600) = 1/40
        let chance = Estimate::chance(75, 300).unwrap();
        assert_eq!(chance, Estimate { value: number(1, 4), error: Some(number(1, 40)) });
        assert_eq!(Estimate::chance(0, 9).unwrap().error, Some(Rational::ZERO));
        assert_eq!(Estimate::chance(0, 0), None);
        assert!(Estimate::chance(3_333_333, 9_999_991).unwrap().error.is_some());
    }

    #[test]
    fn means_have_the_error_of_a_mean() {
        // 1, 2, 3, 4: the mean is 5/2, the variance 5/3, the error √(5/12) = 0.645497…
        let mut sums = Sums::default();
        (1..=4).for_each(|value| sums.add(Rational::from_integer(value)));
        let mean = sums.mean().unwrap();
        assert_eq!(mean, Estimate { value: number(5, 2), error: Some(number(645_497, 1_000_000)) });
    }

    #[test]
    fn parts_come_to_the_same_as_the_whole() {
        let value = |place: i128| number(place * 7 - 20, 1 + place % 3);
        let [mut whole, mut first, mut second] = [Sums::default(); 3];
        (0..20).for_each(|place| whole.add(value(place)));
        (0..9).for_each(|place| first.add(value(place)));
        (9..20).for_each(|place| second.add(value(place)));
        first.merge(&second);
        assert_eq!(first, whole);
    }

    #[test]
    fn what_is_too_large_is_not_said() {
        let mut sums = Sums::default();
        sums.add(Rational::from_integer(i128::MAX));
        assert_eq!(sums.mean(), None);
        let mut one = Sums::default();
        assert_eq!(one.mean(), None);
        one.add(Rational::ONE);
        assert_eq!(one.mean().unwrap().error, None);
    }
}
