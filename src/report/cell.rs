//! One value as text: exact for programs, rounded for people.

use crate::value::{Rational, Symbols, Value, format_duration};

/// Most digits after the point in a table.
const SHOWN_DIGITS: u32 = 3;

/// The value as it is: fractions that do not end as `2/3`, durations in seconds, nothing where it is missing.
#[must_use]
pub fn exact(value: Value, symbols: &Symbols) -> String {
    value.exact(symbols)
}

/// The value for people: numbers rounded to three digits after the point, with `≈` where that changes them.
#[must_use]
pub fn shown(value: Value, symbols: &Symbols) -> String {
    match value {
        Value::Number(number) => {
            let (number, mark) = rounded(number);
            format!("{mark}{number}")
        }
        Value::Duration(seconds) => {
            let (seconds, mark) = rounded(seconds);
            format!("{mark}{}", format_duration(seconds))
        }
        Value::Text(symbol) => symbols.text(symbol).chars().map(harmless).collect(),
        Value::Missing => "–".to_owned(),
        Value::Integer(_) | Value::Flag(_) | Value::Date(_) => exact(value, symbols),
    }
}

/// A character that a terminal prints and does not act upon.
pub(super) fn harmless(sign: char) -> char {
    let steers = sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if steers { char::REPLACEMENT_CHARACTER } else { sign }
}

/// The nearest number with few digits, and the mark that says whether it is another one.
fn rounded(number: Rational) -> (Rational, &'static str) {
    let scale = Rational::from_integer(i128::from(10_u32.pow(SHOWN_DIGITS)));
    let near = number.multiply(&scale).and_then(|scaled| scaled.round()?.divide(&scale));
    match near {
        Ok(near) if near == number => (number, ""),
        Ok(near) => (near, "≈"),
        Err(_) => (number, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(above: i128, below: i128) -> Rational {
        Rational::new(above, below).unwrap()
    }

    #[test]
    fn numbers_are_rounded_for_people_only() {
        let symbols = Symbols::default();
        let both = |value| (exact(value, &symbols), shown(value, &symbols));
        let pair = |left: &str, right: &str| (left.to_owned(), right.to_owned());
        assert_eq!(both(Value::Number(number(2, 3))), pair("2/3", "≈0.667"));
        assert_eq!(both(Value::Number(number(-1, 8))), pair("-0.125", "-0.125"));
        assert_eq!(both(Value::Number(number(1, 16))), pair("0.0625", "≈0.063"));
        assert_eq!(both(Value::Duration(number(181, 2))), pair("90.5", "1 min 30.5 s"));
        assert_eq!(both(Value::Missing), pair("", "–"));
        assert_eq!(both(Value::Flag(true)), pair("yes", "yes"));
        let huge = number(i128::MAX - 1, 7);
        assert_eq!(both(Value::Number(huge)).0, both(Value::Number(huge)).1);
    }

    #[test]
    fn names_cannot_steer_the_terminal() {
        let mut symbols = Symbols::default();
        let name = Value::Text(symbols.intern("\u{1b}[2J\nAnna"));
        assert_eq!(shown(name, &symbols), "\u{fffd}[2J\u{fffd}Anna");
    }
}
