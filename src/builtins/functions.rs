//! Functions: from values to a value.

use crate::value::{Fault, Rational};

/// A function, by its place in [`FUNCTIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u16);

/// A row of the table of functions.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its name in a rule.
    pub name: &'static str,
    /// What it takes and gives.
    pub signature: &'static str,
    /// What it does.
    pub text: &'static str,
    /// A rule that uses it, and what it comes to.
    pub example: (&'static str, &'static str),
    /// What it does to values of each kind; the first that fits is used.
    pub overloads: &'static [Overload],
}

/// What a function does to values of one kind. Integers are widened where only numbers will do.
/// A duration goes where a number goes and comes back as a duration, except out of `NumberToInteger`.
#[derive(Debug, Clone, Copy)]
pub enum Overload {
    /// One integer, an integer.
    Integer(fn(i64) -> Result<i64, Fault>),
    /// One number, a number.
    Number(fn(&Rational) -> Result<Rational, Fault>),
    /// One number, an integer. Never of a duration.
    NumberToInteger(fn(&Rational) -> Result<i64, Fault>),
    /// Two or more integers, folded from the left.
    Integers(fn(i64, i64) -> Result<i64, Fault>),
    /// Two or more numbers, folded from the left.
    Numbers(fn(&Rational, &Rational) -> Result<Rational, Fault>),
}

fn fit(number: Rational) -> Result<i64, Fault> {
    number.to_i64().ok_or(Fault::Overflow)
}

/// Every function.
pub const FUNCTIONS: &[Function] =
    &[
        Function {
            name: "abs",
            signature: "a number, the same kind",
            text: "the size without the sign",
            example: ("abs(-3)", "3"),
            overloads: &[
                Overload::Integer(|value| value.checked_abs().ok_or(Fault::Overflow)),
                Overload::Number(Rational::abs),
            ],
        },
        Function {
            name: "isqrt",
            signature: "an integer of 0 or more, an integer",
            text: "the integer part of the square root",
            example: ("isqrt(20)", "4"),
            overloads: &[Overload::Integer(|value| {
                if value < 0 { Err(Fault::NegativeRoot) } else { Ok(value.isqrt()) }
            })],
        },
        Function {
            name: "floor",
            signature: "a number, an integer",
            text: "the nearest integer that is not greater",
            example: ("floor(-0.5)", "-1"),
            overloads: &[Overload::Integer(Ok), Overload::NumberToInteger(|value| fit(value.floor()))],
        },
        Function {
            name: "ceil",
            signature: "a number, an integer",
            text: "the nearest integer that is not less",
            example: ("ceil(-0.5)", "0"),
            overloads: &[Overload::Integer(Ok), Overload::NumberToInteger(|value| fit(value.ceil()))],
        },
        Function {
            name: "round",
            signature: "a number, an integer",
            text: "the nearest integer; a half goes away from zero",
            example: ("round(2.5)", "3"),
            overloads: &[Overload::Integer(Ok), Overload::NumberToInteger(|value| fit(value.round()?))],
        },
        Function {
            name: "min",
            signature: "two or more numbers, one of them",
            text: "the least of its arguments (with one argument: of the rows)",
            example: ("min(3, 5)", "3"),
            overloads: &[
                Overload::Integers(|left, right| Ok(left.min(right))),
                Overload::Numbers(|left, right| Ok(*left.min(right))),
            ],
        },
        Function {
            name: "max",
            signature: "two or more numbers, one of them",
            text: "the greatest of its arguments (with one argument: of the rows)",
            example: ("max(3, 5)", "5"),
            overloads: &[
                Overload::Integers(|left, right| Ok(left.max(right))),
                Overload::Numbers(|left, right| Ok(*left.max(right))),
            ],
        },
    ];

impl FunctionId {
    /// `floor`
    pub const FLOOR: Self = Self(2);
    /// `min`
    pub const MIN: Self = Self(5);
    /// `max`
    pub const MAX: Self = Self(6);

    /// The function of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let place = FUNCTIONS.iter().position(|function| function.name == name)?;
        u16::try_from(place).ok().map(Self)
    }

    /// Its row of the table.
    #[must_use]
    pub fn row(self) -> &'static Function {
        &FUNCTIONS[self.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_known_by_their_place_stand_there() {
        let named = [(FunctionId::FLOOR, "floor"), (FunctionId::MIN, "min"), (FunctionId::MAX, "max")];
        for (id, name) in named {
            assert_eq!(FunctionId::find(name), Some(id));
        }
    }
}
