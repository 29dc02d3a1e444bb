//! Exact fractions over checked 128-bit integers.

use super::Fault;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A fraction whose digits end is written as a decimal with at most so many behind the point.
const MOST_PLACES: u32 = 18;

/// An exact fraction in lowest terms.
#[derive(Debug, Clone, Copy, Eq)]
pub struct Rational(Ratio<i128>);

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// A whole number.
    #[must_use]
    pub const fn from_integer(whole: i128) -> Self {
        Self(Ratio::new_raw(whole, 1))
    }

    /// `numerator / denominator`, in lowest terms.
    ///
    /// # Errors
    /// When the denominator is zero, or the smallest 128-bit integer takes part.
    pub fn new(numerator: i128, denominator: i128) -> Result<Self, Fault> {
        if denominator == 0 {
            return Err(Fault::DivisionByZero);
        }
        if numerator == i128::MIN || denominator == i128::MIN {
            return Err(Fault::Overflow);
        }
        Ok(Self(Ratio::new(numerator, denominator)))
    }

    /// The numerator in lowest terms; it carries the sign.
    #[must_use]
    pub fn numerator(&self) -> i128 {
        *self.0.numer()
    }

    /// The denominator in lowest terms, positive.
    #[must_use]
    pub fn denominator(&self) -> i128 {
        *self.0.denom()
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.denominator() == 1
    }

    fn whole_pair(&self, other: &Self) -> Option<(i128, i128)> {
        (self.is_integer() && other.is_integer()).then(|| (self.numerator(), other.numerator()))
    }

    /// Above and below, where both have 64 bits: what they are multiplied with of another fits.
    fn small(&self) -> Option<(i128, i128)> {
        let is_small = |part: i128| i64::try_from(part).is_ok();
        let (above, below) = (self.numerator(), self.denominator());
        (is_small(above) && is_small(below)).then_some((above, below))
    }

    /// How many digits stand behind the point; `None` where they do not end within 18 digits.
    fn places(&self) -> Option<u32> {
        let below = u64::try_from(self.denominator()).ok()?;
        let twos = below.trailing_zeros();
        let (mut fives, mut rest) = (0, below >> twos);
        while rest.is_multiple_of(5) {
            rest /= 5;
            fives += 1;
        }
        Some(twos.max(fives)).filter(|&places| rest == 1 && places <= MOST_PLACES)
    }

    /// The sum.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn add(&self, other: &Self) -> Result<Self, Fault> {
        match self.whole_pair(other) {
            Some((left, right)) => left.checked_add(right).map(Self::from_integer),
            None => self.0.checked_add(&other.0).map(Self),
        }
        .ok_or(Fault::Overflow)
    }

    /// The difference.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn subtract(&self, other: &Self) -> Result<Self, Fault> {
        match self.whole_pair(other) {
            Some((left, right)) => left.checked_sub(right).map(Self::from_integer),
            None => self.0.checked_sub(&other.0).map(Self),
        }
        .ok_or(Fault::Overflow)
    }

    /// The product.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn multiply(&self, other: &Self) -> Result<Self, Fault> {
        match self.whole_pair(other) {
            Some((left, right)) => left.checked_mul(right).map(Self::from_integer),
            None => self.0.checked_mul(&other.0).map(Self),
        }
        .ok_or(Fault::Overflow)
    }

    /// The quotient.
    ///
    /// # Errors
    /// Division by zero, or a result that does not fit.
    pub fn divide(&self, other: &Self) -> Result<Self, Fault> {
        if other.0.is_zero() {
            return Err(Fault::DivisionByZero);
        }
        if let Some(quotient) = self.divide_small(other) {
            return Ok(quotient);
        }
        self.0.checked_div(&other.0).map(Self).ok_or(Fault::Overflow)
    }

    /// The quotient of whole numbers of 64 bits, which is had much faster.
    fn divide_small(&self, other: &Self) -> Option<Self> {
        let (left, right) = self.whole_pair(other)?;
        let (left, right) =
            (i64::try_from(left).ok()?, i64::try_from(right).ok().filter(|&right| right > 0)?);
        let common = Integer::gcd(&left.unsigned_abs(), &right.unsigned_abs());
        let common = i64::try_from(common).ok()?;
        Some(Self(Ratio::new_raw(i128::from(left / common), i128::from(right / common))))
    }

    /// The whole number of times that `other` goes in, rounded down.
    ///
    /// # Errors
    /// Division by zero, or a result that does not fit.
    pub fn divide_floor(&self, other: &Self) -> Result<Self, Fault> {
        Ok(self.divide(other)?.floor())
    }

    /// What is left after [`Self::divide_floor`]; it has the sign of `other`.
    ///
    /// # Errors
    /// Division by zero, or a result that does not fit.
    pub fn modulo(&self, other: &Self) -> Result<Self, Fault> {
        self.subtract(&other.multiply(&self.divide_floor(other)?)?)
    }

    /// The same with the other sign.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn negate(&self) -> Result<Self, Fault> {
        Self::ZERO.subtract(self)
    }

    /// The size without the sign.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn abs(&self) -> Result<Self, Fault> {
        if self.0.is_negative() { self.negate() } else { Ok(*self) }
    }

    /// The largest whole number that is not greater.
    #[must_use]
    pub fn floor(&self) -> Self {
        if self.is_integer() {
            return *self;
        }
        if let (Ok(above), Ok(below)) = (i64::try_from(self.numerator()), i64::try_from(self.denominator())) {
            return Self::from_integer(i128::from(Integer::div_floor(&above, &below)));
        }
        Self::from_integer(Integer::div_floor(&self.numerator(), &self.denominator()))
    }

    /// The smallest whole number that is not less.
    #[must_use]
    pub fn ceil(&self) -> Self {
        if self.is_integer() {
            return *self;
        }
        Self::from_integer(Integer::div_ceil(&self.numerator(), &self.denominator()))
    }

    /// The nearest whole number; a half goes away from zero.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn round(&self) -> Result<Self, Fault> {
        let half = Self::new(1, 2)?;
        if self.0.is_negative() { Ok(self.subtract(&half)?.ceil()) } else { Ok(self.add(&half)?.floor()) }
    }

    /// As a 64-bit integer, if it is whole and fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        self.is_integer().then(|| i64::try_from(self.numerator()).ok()).flatten()
    }

    /// Reads `12`, `-0.75`, `.5`, `3/4`. `decimal` is the sign between whole and fraction.
    #[must_use]
    pub fn parse(text: &str, decimal: char) -> Option<Self> {
        if let Some((above, below)) = text.split_once('/') {
            let whole = |part: &str| Self::parse(part.trim(), decimal).filter(Self::is_integer);
            return whole(above)?.divide(&whole(below)?).ok();
        }
        let (negative, digits) = match text.strip_prefix(['-', '\u{2212}']) {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once(decimal).unwrap_or((digits, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut numerator: i128 = 0;
        let mut denominator: i128 = 1;
        for (digit, after) in
            whole.bytes().map(|digit| (digit, false)).chain(fraction.bytes().map(|digit| (digit, true)))
        {
            if !digit.is_ascii_digit() {
                return None;
            }
            numerator = numerator.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
            if after {
                denominator = denominator.checked_mul(10)?;
            }
        }
        Self::new(if negative { -numerator } else { numerator }, denominator).ok()
    }
}

impl From<i64> for Rational {
    fn from(whole: i64) -> Self {
        Self::from_integer(i128::from(whole))
    }
}

// In lowest terms, equal fractions look alike.
impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        (self.numerator(), self.denominator()) == (other.numerator(), other.denominator())
    }
}

impl Hash for Rational {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numerator(), self.denominator()).hash(state);
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.whole_pair(other) {
            Some((left, right)) => left.cmp(&right),
            None => match (self.small(), other.small()) {
                (Some(left), Some(right)) => (left.0 * right.1).cmp(&(right.0 * left.1)),
                _ => self.0.cmp(&other.0),
            },
        }
    }
}

/// A decimal where it ends within 18 digits (`0.75`), else a fraction (`2/3`).
impl fmt::Display for Rational {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = (self.numerator(), self.denominator());
        if let Some(places) = self.places() {
            let scale = 10_i128.pow(places);
            let scaled =
                if places == 0 { Some(numerator) } else { numerator.checked_mul(scale / denominator) };
            if let Some(scaled) = scaled {
                let sign = if scaled < 0 { "-" } else { "" };
                let width = places as usize;
                // Shorter numbers are divided much faster.
                return match (u64::try_from(scaled.unsigned_abs()), 10_u64.pow(places)) {
                    (Ok(size), 1) => write!(out, "{sign}{size}"),
                    (Ok(size), unit) => write!(out, "{sign}{}.{:0width$}", size / unit, size % unit),
                    (Err(_), 1) => write!(out, "{scaled}"),
                    (Err(_), unit) => {
                        let (size, unit) = (scaled.unsigned_abs(), u128::from(unit));
                        write!(out, "{sign}{}.{:0width$}", size / unit, size % unit)
                    }
                };
            }
        }
        if let (Ok(above), Ok(below)) = (i64::try_from(numerator), i64::try_from(denominator)) {
            return write!(out, "{above}/{below}");
        }
        write!(out, "{numerator}/{denominator}")
    }
}

#[cfg(test)]
mod tests {
    use super::Rational;
    use num_rational::Ratio;

    fn fraction(above: i128, below: i128) -> Rational {
        Rational::new(above, below).unwrap()
    }

    #[test]
    fn decimals_are_written_where_they_end_within_eighteen_digits() {
        let written = |above, below| fraction(above, below).to_string();
        assert_eq!(written(-1, 2), "-0.5");
        assert_eq!(written(-7, 1), "-7");
        assert_eq!(written(10_001, 10_000), "1.0001");
        assert_eq!(written(1, 1 << 18), "0.000003814697265625");
        assert_eq!(written(1, 1 << 19), "1/524288");
        assert_eq!(written(3, 10_i128.pow(18)), "0.000000000000000003");
        assert_eq!(written(3, 10_i128.pow(19)), "3/10000000000000000000");
        assert_eq!(written(-20, 6), "-10/3");
        assert_eq!(written(i128::MAX, 1), i128::MAX.to_string());
        // As a decimal it is too long for 128 bits.
        assert_eq!(written(i128::MAX, 4), format!("{}/4", i128::MAX));
        assert_eq!(written(10_i128.pow(20) + 1, 4), "25000000000000000000.25");
    }

    #[test]
    fn small_fractions_are_compared_as_large_ones_are() {
        let ends = [i128::from(i64::MIN), -3, -1, 0, 1, 2, 7, i128::from(i64::MAX), i128::from(i64::MAX) + 9];
        let all =
            || ends.iter().flat_map(|&above| [1, 2, 3, i128::from(i64::MAX)].map(|below| (above, below)));
        for (one, other) in all().flat_map(|one| all().map(move |other| (one, other))) {
            let wanted = Ratio::new(one.0, one.1).cmp(&Ratio::new(other.0, other.1));
            assert_eq!(fraction(one.0, one.1).cmp(&fraction(other.0, other.1)), wanted, "{one:?}, {other:?}");
        }
    }
}
