//! Literals, one more and one less.
//!
//! By one of what is written last: `18` is 17 or 19, `0.5` is 0.4 or 0.6, `20 min` is 19 or 21 minutes, a day is the day
//! before or after. Start with [`neighbours`].

use crate::syntax::ast::Term;
use crate::value::{Date, Rational, parse_duration};

/// The literals next to one: as a term, and as it is written. None of what is no number.
pub(super) fn neighbours(term: &Term, written: &str) -> Vec<(Term, String)> {
    [true, false].into_iter().filter_map(|up| neighbour(term, written, up)).collect()
}

/// The literal one step above or below.
pub(super) fn neighbour(term: &Term, written: &str, up: bool) -> Option<(Term, String)> {
    let step = if up { 1 } else { -1 };
    match term {
        Term::Integer(value) => {
            let next = value.checked_add(step)?;
            Some((Term::Integer(next), next.to_string()))
        }
        Term::Number(_) => {
            let (number, percent) = match written.strip_suffix('%') {
                Some(number) => (number, "%"),
                None => (written, ""),
            };
            let next = stepped(number, step)?;
            let value = Rational::parse(&next, '.')?;
            let parts = Rational::from_integer(if percent.is_empty() { 1 } else { 100 });
            Some((Term::Number(value.divide(&parts).ok()?), format!("{next}{percent}")))
        }
        Term::Duration(_) => {
            let (number, unit) = written.split_at(written.find(char::is_alphabetic)?);
            let blanks = &number[number.trim_end().len()..];
            let next = format!("{}{blanks}{unit}", stepped(number.trim_end(), step)?);
            Some((Term::Duration(parse_duration(&next, '.')?), next))
        }
        Term::Date(day) => {
            let next = Date(day.0.checked_add(step)?);
            Some((Term::Date(next), next.to_string()))
        }
        Term::Text(_)
        | Term::Flag(_)
        | Term::Path(_)
        | Term::Unary(..)
        | Term::Binary(..)
        | Term::In(..)
        | Term::If { .. }
        | Term::Else(..)
        | Term::Call(_) => None,
    }
}

/// A decimal number with its last digit one more or one less.
fn stepped(number: &str, step: i64) -> Option<String> {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => (-1, digits.trim_start()),
        None => (1, number),
    };
    let places = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let whole: i64 = digits.replace('.', "").parse().ok()?;
    let next = (sign * whole).checked_add(step)?;
    let size = format!("{:0>width$}", next.unsigned_abs(), width = places + 1);
    let (before, after) = size.split_at(size.len() - places);
    let point = if places > 0 { "." } else { "" };
    Some(format!("{}{before}{point}{after}", if next < 0 { "-" } else { "" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(term: &Term, text: &str) -> Vec<String> {
        neighbours(term, text).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn what_is_written_last_is_changed_by_one() {
        assert_eq!(written(&Term::Integer(-12), "-12"), ["-11", "-13"]);
        let number = |text: &str| Term::Number(Rational::parse(text, '.').unwrap());
        assert_eq!(written(&number("0.50"), "0.50"), ["0.51", "0.49"]);
        assert_eq!(written(&number("-0.1"), "-0.1"), ["0.0", "-0.2"]);
        assert_eq!(written(&number("9.9"), "9.9"), ["10.0", "9.8"]);
        let third = neighbours(&number("0.33"), "33%");
        assert_eq!(third, [(number("0.34"), "34%".to_owned()), (number("0.32"), "32%".to_owned())]);
        let minutes = Term::Duration(Rational::from_integer(1200));
        let next = neighbours(&minutes, "20 min");
        assert_eq!(next[0], (Term::Duration(Rational::from_integer(1260)), "21 min".to_owned()));
        let day = Term::Date(Date::parse("2024-02-29").unwrap());
        assert_eq!(written(&day, "2024-02-29"), ["2024-03-01", "2024-02-28"]);
        assert!(neighbours(&Term::Flag(true), "yes").is_empty());
        assert!(neighbours(&Term::Integer(i64::MAX), "9223372036854775807").len() == 1);
    }
}
