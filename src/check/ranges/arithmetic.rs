//! Arithmetic on sets of numbers: the result holds every number that the operation can give.
//! What does not fit into an exact fraction becomes an interval without end.

use super::region::{Region, compare_high, compare_low};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Bound, Fault, Interval, Rational};
use std::cmp::Ordering;

/// Two sets are combined piece by piece as long as there are no more pairs than this.
const PAIRS: usize = 64;

/// Sets with more pieces than this are filled up to one.
pub(crate) const PIECES: usize = 24;

/// What `left OPERATOR right` can be; division by zero apart. `None` for what is no arithmetic.
pub(crate) fn binary(operator: BinaryOperator, left: &Region, right: &Region) -> Option<Region> {
    let whole = left.whole() && right.whole();
    Some(match operator {
        BinaryOperator::Add => pairs(left, right, whole, add),
        BinaryOperator::Subtract => pairs(left, right, whole, |left, right| add(left, &negate(right))),
        BinaryOperator::Multiply => pairs(left, right, whole, multiply),
        BinaryOperator::Divide => pairs(left, &without_zero(right), false, divide),
        BinaryOperator::DivideFloor => {
            pairs(left, &without_zero(right), true, |left, right| floor(&divide(left, right)))
        }
        BinaryOperator::Modulo => pairs(left, &without_zero(right), whole, modulo),
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::AtMost
        | BinaryOperator::Greater
        | BinaryOperator::AtLeast
        | BinaryOperator::And
        | BinaryOperator::Or => return None,
    })
}

/// The numbers with the other sign.
pub(crate) fn negated(region: &Region) -> Region {
    match region.pieces() {
        [piece] => Region::of(negate(piece), region.whole()),
        pieces => Region::new(pieces.iter().map(negate), region.whole()),
    }
}

/// `factor` times each number.
pub(crate) fn scaled(region: &Region, factor: Rational) -> Region {
    if factor == Rational::ONE {
        return region.clone();
    }
    if factor == Rational::from_integer(-1) {
        return negated(region);
    }
    let whole = region.whole() && factor.is_integer();
    let factor = Interval::closed(factor, factor);
    Region::new(region.pieces().iter().map(|piece| multiply(piece, &factor)), whole)
}

/// The sum of between `least` and `most` numbers of the set.
pub(crate) fn repeated(region: &Region, least: u64, most: Option<u64>) -> Region {
    let times = |count: u64| Rational::from_integer(i128::from(count));
    let count = Interval {
        low: Interval::closed(times(least), times(least)).low,
        high: most.and_then(|most| Interval::closed(times(most), times(most)).high),
    };
    if most == Some(0) || region.is_empty() {
        return Region::point(Rational::ZERO);
    }
    if (least, most) == (1, Some(1)) {
        return region.clone();
    }
    let hull = region.hull().unwrap_or_default();
    let sum = Region::new([multiply(&hull, &count)], region.whole());
    if least == 0 && most == Some(1) { region.union(&Region::point(Rational::ZERO)) } else { sum }
}

/// What a function of the language gives; `None` for one that is not known here.
pub(crate) fn function(name: &str, arguments: &[Region]) -> Option<Region> {
    let first = arguments.first()?;
    let map = |whole: bool, change: fn(&Interval) -> Interval| {
        Region::new(first.pieces().iter().map(change), whole).coarse(PIECES)
    };
    Some(match name {
        "abs" => map(first.whole(), abs),
        "floor" => map(true, floor),
        "ceil" => map(true, |piece| negate(&floor(&negate(piece)))),
        "round" => map(true, round),
        "isqrt" => {
            let positive = Interval { low: Interval::closed(Rational::ZERO, Rational::ZERO).low, high: None };
            let allowed = first.intersect(&Region::new([positive], false));
            Region::new(allowed.pieces().iter().map(root), true).coarse(PIECES)
        }
        "min" => fold(arguments, |left, right| Interval {
            low: least(left.low, right.low, compare_low),
            high: least(left.high, right.high, compare_high),
        })?,
        "max" => fold(arguments, |left, right| Interval {
            low: greatest(left.low, right.low, compare_low),
            high: greatest(left.high, right.high, compare_high),
        })?,
        _ => return None,
    })
}

/// What can be drawn from a range whose ends lie in these sets.
pub(crate) fn between(low: &Region, high: &Region) -> Region {
    let ends = low.hull().zip(high.hull());
    Region::new(ends.map(|(low, high)| Interval { low: low.low, high: high.high }), true)
}

fn fold(arguments: &[Region], combine: fn(&Interval, &Interval) -> Interval) -> Option<Region> {
    let mut all = arguments.iter();
    let mut result = all.next()?.clone();
    for region in all {
        let whole = result.whole() && region.whole();
        result = pairs(&result, region, whole, combine);
    }
    Some(result)
}

fn pairs(
    left: &Region,
    right: &Region,
    whole: bool,
    combine: impl Fn(&Interval, &Interval) -> Interval,
) -> Region {
    if let ([left], [right]) = (left.pieces(), right.pieces()) {
        return Region::of(combine(left, right), whole);
    }
    if left.pieces().len() * right.pieces().len() > PAIRS {
        let hulls = left.hull().zip(right.hull());
        return Region::new(hulls.map(|(left, right)| combine(&left, &right)), whole);
    }
    let combine = &combine;
    let with_each = |left| right.pieces().iter().map(move |right| combine(left, right));
    Region::new(left.pieces().iter().flat_map(with_each), whole).coarse(PIECES)
}

fn without_zero(region: &Region) -> Region {
    region.without(&[Interval::closed(Rational::ZERO, Rational::ZERO)])
}

fn least<T: Copy>(left: T, right: T, compare: fn(T, T) -> Ordering) -> T {
    if compare(left, right) == Ordering::Greater { right } else { left }
}

fn greatest<T: Copy>(left: T, right: T, compare: fn(T, T) -> Ordering) -> T {
    if compare(left, right) == Ordering::Less { right } else { left }
}

fn negate(interval: &Interval) -> Interval {
    let end = |bound: Option<Bound>| {
        let bound = bound?;
        bound.at.negate().ok().map(|at| Bound { at, inclusive: bound.inclusive })
    };
    Interval { low: end(interval.high), high: end(interval.low) }
}

fn add(left: &Interval, right: &Interval) -> Interval {
    let end = |left: Option<Bound>, right: Option<Bound>| {
        let (left, right) = (left?, right?);
        let at = left.at.add(&right.at).ok()?;
        Some(Bound { at, inclusive: left.inclusive && right.inclusive })
    };
    Interval { low: end(left.low, right.low), high: end(left.high, right.high) }
}

/// An end of an interval on the number line with both infinities.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Below,
    At(Bound),
    Above,
}

impl End {
    fn sign(self) -> Ordering {
        match self {
            Self::Below => Ordering::Less,
            Self::At(bound) => bound.at.cmp(&Rational::ZERO),
            Self::Above => Ordering::Greater,
        }
    }

    fn times(self, other: Self) -> Result<Self, Fault> {
        match (self, other) {
            (Self::At(left), Self::At(right)) => {
                let at = left.at.multiply(&right.at)?;
                let zero = |bound: Bound| bound.at == Rational::ZERO && bound.inclusive;
                let inclusive = left.inclusive && right.inclusive || zero(left) || zero(right);
                Ok(Self::At(Bound { at, inclusive }))
            }
            (finite @ Self::At(bound), infinite) | (infinite, finite @ Self::At(bound)) => {
                Ok(match finite.sign() {
                    Ordering::Equal => Self::At(bound),
                    sign => Self::infinite(sign == infinite.sign()),
                })
            }
            (left, right) => Ok(Self::infinite(left.sign() == right.sign())),
        }
    }

    fn infinite(above: bool) -> Self {
        if above { Self::Above } else { Self::Below }
    }

    /// The bound; `None` at either infinity.
    fn bound(self) -> Option<Bound> {
        match self {
            Self::At(bound) => Some(bound),
            Self::Below | Self::Above => None,
        }
    }
}

fn multiply(left: &Interval, right: &Interval) -> Interval {
    let ends = |interval: &Interval| {
        [interval.low.map_or(End::Below, End::At), interval.high.map_or(End::Above, End::At)]
    };
    let ([first, second], [third, fourth]) = (ends(left), ends(right));
    let corners = [first.times(third), first.times(fourth), second.times(third), second.times(fourth)];
    let [Ok(first), Ok(second), Ok(third), Ok(fourth)] = corners else { return Interval::default() };
    let corners = [first, second, third, fourth];
    let finite = || corners.iter().filter_map(|corner| corner.bound());
    let low = finite().min_by(|left, right| compare_low(Some(*left), Some(*right)));
    let high = finite().max_by(|left, right| compare_high(Some(*left), Some(*right)));
    Interval {
        low: low.filter(|_| !corners.contains(&End::Below)),
        high: high.filter(|_| !corners.contains(&End::Above)),
    }
}

/// The quotient, where zero does not lie inside `right`.
fn divide(left: &Interval, right: &Interval) -> Interval {
    let zero = Rational::ZERO;
    let below = right.low.is_none_or(|bound| bound.at < zero);
    let above = right.high.is_none_or(|bound| bound.at > zero);
    if below && above {
        return Interval::default();
    }
    // 1 / x turns the order around; next to zero it grows without end, far out it comes near to zero.
    let turn = |bound: Option<Bound>| match bound {
        None => Some(Bound { at: zero, inclusive: false }),
        Some(bound) => {
            let at = Rational::ONE.divide(&bound.at).ok()?;
            Some(Bound { at, inclusive: bound.inclusive })
        }
    };
    multiply(left, &Interval { low: turn(right.high), high: turn(right.low) })
}

/// The remainder, which has the sign of the divisor; zero does not lie inside `right`.
fn modulo(left: &Interval, right: &Interval) -> Interval {
    let zero = Bound { at: Rational::ZERO, inclusive: true };
    let open = |bound: Option<Bound>| bound.map(|bound| Bound { at: bound.at, inclusive: false });
    let positive = right.low.is_some_and(|bound| bound.at >= Rational::ZERO);
    let negative = right.high.is_some_and(|bound| bound.at <= Rational::ZERO);
    if positive {
        let small = left.low.is_some_and(|low| low.at >= Rational::ZERO)
            && left.high.zip(right.low).is_some_and(|(high, low)| high.at < low.at);
        return if small { *left } else { Interval { low: Some(zero), high: open(right.high) } };
    }
    if negative { Interval { low: open(right.low), high: Some(zero) } } else { Interval::default() }
}

fn abs(interval: &Interval) -> Interval {
    let zero = Rational::ZERO;
    if interval.low.is_some_and(|bound| bound.at >= zero) {
        return *interval;
    }
    let turned = negate(interval);
    if interval.high.is_some_and(|bound| bound.at <= zero) {
        return turned;
    }
    let high = greatest(interval.high, turned.high, compare_high);
    Interval { low: Some(Bound { at: zero, inclusive: true }), high }
}

fn floor(interval: &Interval) -> Interval {
    let low = interval.low.map(|bound| Bound { at: bound.at.floor(), inclusive: true });
    let high = interval.high.map(|bound| {
        let down = bound.at.floor();
        let open = down == bound.at && !bound.inclusive;
        let at = if open { down.subtract(&Rational::ONE).unwrap_or(down) } else { down };
        Bound { at, inclusive: true }
    });
    Interval { low, high }
}

fn round(interval: &Interval) -> Interval {
    let end = |bound: Option<Bound>| {
        let at = bound?.at.round().ok()?;
        Some(Bound { at, inclusive: true })
    };
    Interval { low: end(interval.low), high: end(interval.high) }
}

/// The integer part of the square root; nothing in the interval is negative.
fn root(interval: &Interval) -> Interval {
    let end = |bound: Option<Bound>| {
        let root = bound?.at.floor().numerator().max(0).isqrt();
        Some(Bound { at: Rational::from_integer(root), inclusive: true })
    };
    Interval { low: end(interval.low), high: end(interval.high) }
}
