//! Whether a published cell says what a value is, however it is written.
//!
//! Comes in: the text of a cell, a value. Goes out: [`Fits`]. Where a text can be read in two ways (`1,234`), it says the
//! value when one of them does. Start with [`fits`] and [`is_place`].

use super::entrants::folded;
use crate::engine::StandingRow;
use crate::value::{Date, Kind, Rational, Symbols, Value, parse_duration};

/// How a cell and a value compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fits {
    /// It is the value.
    Exactly,
    /// It is the value, rounded to the digits that were published.
    Rounded,
    /// It is the value, if it is read in one of two ways: `1,234`.
    InOneWay,
    /// It is another one.
    Not,
    /// It cannot be read; what was expected.
    Unread(&'static str),
}

/// Before a number that our own tables have rounded.
const ABOUT: char = '≈';

/// Whether nothing stands in a cell.
pub(super) fn is_empty(cell: &str) -> bool {
    matches!(cell.trim(), "" | "–" | "-" | "—" | "\u{2212}")
}

/// A cell without the asterisks by which Markdown makes it heavy.
pub(super) fn plain(cell: &str) -> &str {
    cell.trim().trim_matches('*').trim()
}

/// Whether a cell says a value.
pub(super) fn fits(written: &str, value: Value, kind: &Kind, symbols: &Symbols) -> Fits {
    if is_empty(written) {
        return if value == Value::Missing { Fits::Exactly } else { Fits::Not };
    }
    let cell = plain(written);
    let either = |fits: bool| if fits { Fits::Exactly } else { Fits::Not };
    let of_text = |cell: &str| folded(&value.words(symbols)) == folded(cell);
    match kind {
        Kind::Integer | Kind::Number => numeric(&numbers(cell), (cell, value.size()), "a number"),
        Kind::Duration => {
            let read = |decimal| parse_duration(cell.trim_start_matches(ABOUT), decimal);
            let spelled = ['.', ','].into_iter().filter_map(read);
            let mut found: Vec<Rational> = spelled.chain(words_of_time(cell)).collect();
            found.extend(numbers(cell).into_iter().map(|(number, _)| number));
            let found: Vec<(Rational, u32)> =
                found.into_iter().map(|number| (number, digits(cell))).collect();
            numeric(&found, (cell, value.size()), "a length of time")
        }
        Kind::Flag => match folded(cell).as_str() {
            "yes" | "true" | "1" | "x" | "✓" | "✔" => either(value == Value::Flag(true)),
            "no" | "false" | "0" => either(value == Value::Flag(false)),
            _ => Fits::Unread("yes or no"),
        },
        Kind::Date => {
            let days = days(cell);
            if days.is_empty() {
                Fits::Unread("a day")
            } else {
                either(days.iter().any(|day| value == Value::Date(*day)))
            }
        }
        Kind::Text | Kind::Choice(_) | Kind::Unknown => either(of_text(written) || of_text(cell)),
    }
}

fn numeric(found: &[(Rational, u32)], (cell, value): (&str, Option<Rational>), wanted: &'static str) -> Fits {
    if found.is_empty() {
        return Fits::Unread(wanted);
    }
    let Some(value) = value else { return Fits::Not };
    // A value of more than one may be in percent itself.
    let in_percent = cell.ends_with(['%', '％']) && value.abs().is_ok_and(|value| value > Rational::ONE);
    if in_percent && let Fits::Exactly | Fits::Rounded | Fits::InOneWay = of_percent(cell, value) {
        return of_percent(cell, value);
    }
    if found.iter().any(|(number, _)| *number == value) {
        return if is_twofold(cell) { Fits::InOneWay } else { Fits::Exactly };
    }
    // A whole number is no rounded half: that is how tables are wrong.
    let may_round = |digits: u32| digits > 0 || cell.starts_with(ABOUT);
    let is_rounded =
        found.iter().any(|(number, digits)| may_round(*digits) && rounds(value, *number, *digits));
    if is_rounded { Fits::Rounded } else { Fits::Not }
}

fn of_percent(cell: &str, value: Rational) -> Fits {
    let cell = cell.trim_end_matches(['%', '％']).trim_end();
    numeric(&numbers(cell), (cell, Some(value)), "a number")
}

/// Whether a number can be read in two ways: as thousands, or with digits after the point.
pub(super) fn is_twofold(cell: &str) -> bool {
    let mut found = numbers(cell);
    found.dedup_by_key(|(number, _)| *number);
    found.len() > 1
}

/// Whether a number is no farther from a value than half of its last digit.
fn rounds(value: Rational, number: Rational, digits: u32) -> bool {
    let apart = value.subtract(&number).and_then(|apart| apart.abs());
    let Some(scale) = 10_i128.checked_pow(digits).and_then(|scale| scale.checked_mul(2)) else {
        return false;
    };
    apart
        .and_then(|apart| apart.multiply(&Rational::from_integer(scale)))
        .is_ok_and(|apart| apart <= Rational::ONE)
}

/// The digits after the last point or comma.
fn digits(cell: &str) -> u32 {
    let after = cell.rfind(['.', ',']).map_or("", |at| &cell[at + 1..]);
    u32::try_from(after.chars().take_while(char::is_ascii_digit).count()).unwrap_or(0)
}

/// The numbers that a cell may stand for, each with its digits after the point.
fn numbers(cell: &str) -> Vec<(Rational, u32)> {
    let Some(plain) = together(cell.trim_start_matches(ABOUT)) else { return Vec::new() };
    if let Some(number) = with_exponent(&plain) {
        return vec![number];
    }
    if let Some(percent) = plain.strip_suffix(['%', '％']) {
        let hundredth = |(number, digits): (Rational, u32)| {
            Some((number.divide(&Rational::from_integer(100)).ok()?, digits + 2))
        };
        return numbers(percent).into_iter().filter_map(hundredth).collect();
    }
    let mut found = Vec::new();
    for (decimal, thousands) in [('.', ','), (',', '.')] {
        if let Some(number) = Rational::parse(&plain, decimal) {
            found.push((number, digits(&plain)));
        }
        let (whole, fraction) = plain.split_once(decimal).unwrap_or((&plain, ""));
        let mut groups = whole.split(thousands);
        let is_first = |group: &str| {
            let group = group.trim_start_matches(['-', '+', '\u{2212}']);
            (1..=3).contains(&group.len()) && !group.starts_with('0')
        };
        let is_grouped = groups.next().is_some_and(is_first) && whole.contains(thousands);
        if is_grouped && groups.all(|group| group.len() == 3) && !fraction.contains(thousands) {
            let plain = plain.replace(thousands, "");
            found.extend(
                Rational::parse(&plain, decimal).map(|number| (number, digits(&plain.replace(decimal, ".")))),
            );
        }
    }
    found
}

/// A number without the blanks and strokes between its thousands, and around its sign; `None` where they stand between other
/// digits, which are no one number.
fn together(cell: &str) -> Option<String> {
    let mut all = String::new();
    let mut before = 0;
    for part in cell.split(|sign: char| sign.is_whitespace() || matches!(sign, '\'' | '’')) {
        let own = part.bytes().take_while(u8::is_ascii_digit).count();
        if own > 0 && before > 0 {
            let is_first = all.trim_start_matches(['-', '+', '\u{2212}']).len() == before;
            if own != 3 || !(before == 3 || is_first && before < 3) {
                return None;
            }
        }
        if !part.is_empty() {
            before = part.bytes().rev().take_while(u8::is_ascii_digit).count();
        }
        all.push_str(part);
    }
    Some(all)
}

/// `1.2e3`, as programs write it, with its digits after the point.
fn with_exponent(plain: &str) -> Option<(Rational, u32)> {
    let (number, exponent) = plain.split_once(['e', 'E'])?;
    let exponent: i32 = exponent.parse().ok()?;
    let after = digits(number);
    let number = Rational::parse(number, '.')?;
    let power = Rational::from_integer(10_i128.checked_pow(exponent.unsigned_abs())?);
    let number = if exponent < 0 { number.divide(&power) } else { number.multiply(&power) };
    let after = i64::from(after).checked_sub(i64::from(exponent))?;
    Some((number.ok()?, u32::try_from(after.max(0)).ok()?))
}

/// `1 min 30.5 s`
fn words_of_time(cell: &str) -> Option<Rational> {
    let words: Vec<&str> = cell.trim_start_matches(ABOUT).split_whitespace().collect();
    let mut all = Rational::ZERO;
    for pair in words.chunks(2) {
        let [number, unit] = pair else { return None };
        all = all.add(&parse_duration(&format!("{number} {unit}"), '.')?).ok()?;
    }
    Some(all)
}

/// The days that a cell may stand for: `2026-11-30`, `30.11.2026`, `30/11/2026` or `11/30/2026`.
fn days(cell: &str) -> Vec<Date> {
    if let Some(day) = Date::parse(cell) {
        return vec![day];
    }
    let parts: Vec<i32> = cell.split(['.', '/', '-']).filter_map(|part| part.trim().parse().ok()).collect();
    let [first, second, third] = parts[..] else { return Vec::new() };
    let mut found: Vec<Date> = Vec::new();
    if first > 31 {
        found.extend(Date::new(first, second, third));
    } else {
        found.extend(Date::new(third, second, first));
        if cell.contains('/') {
            found.extend(Date::new(third, first, second));
        }
    }
    found
}

/// Whether a cell says a place, which so many share: `4`, `4.`, `=4`, `4=`, `T4`, `4th`, `4-6`.
pub(super) fn is_place(cell: &str, own: StandingRow, sharing: usize) -> bool {
    let cell: String =
        plain(cell).chars().filter(|sign| !sign.is_whitespace()).collect::<String>().to_lowercase();
    let is_marked = cell.starts_with(['=', 't']) || cell.ends_with('=');
    let plain = cell.trim_start_matches(['=', 't', '#']).trim_end_matches(['=', '.', 'º', '°', '位']);
    let plain =
        ["st", "nd", "rd", "th", "er", "e"].iter().find_map(|end| plain.strip_suffix(end)).unwrap_or(plain);
    let (first, last) = match plain.split_once(['-', '–']) {
        Some((first, last)) => (first, Some(last)),
        None => (plain, None),
    };
    let is_number = |text: &str, wanted: usize| text.trim_end_matches('.').parse() == Ok(wanted);
    let place = own.place as usize;
    is_number(first, place)
        && last.is_none_or(|last| is_number(last, place + sharing.saturating_sub(1)))
        && (!is_marked || own.shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_number(cell: &str, above: i128, below: i128) -> Fits {
        let value = Value::Number(Rational::new(above, below).unwrap());
        fits(cell, value, &Kind::Number, &Symbols::default())
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for cell in
            ["1234.5", "1234,5", "1 234,5", "1\u{202f}234,5", "1,234.5", "1.234,5", "1'234.5", "+1234.50"]
        {
            assert_eq!(of_number(cell, 2469, 2), Fits::Exactly, "{cell}");
        }
        for cell in ["1 2", "12 34", "1 234 56", "1234 567", "1.2 345", "1'2", "12 345 6"] {
            assert_eq!(of_number(cell, 12, 1), Fits::Unread("a number"), "{cell}");
        }
        assert_eq!(of_number("12 345 678", 12_345_678, 1), Fits::Exactly);
        assert_eq!(of_number("**12**", 12, 1), Fits::Exactly);
        for cell in ["1.2e1", "12e0", "1.2E+01", "120e-1", "0.12e2"] {
            assert_eq!(of_number(cell, 12, 1), Fits::Exactly, "{cell}");
        }
        assert_eq!(of_number("6.7e-1", 2, 3), Fits::Rounded);
        assert_eq!(of_number("1.2e1", 13, 1), Fits::Not);
        assert_eq!(of_number("1e999999999", 13, 1), Fits::Unread("a number"));
        for cell in ["\u{2212}155", "-155", "- 155", "-155,0"] {
            assert_eq!(of_number(cell, -155, 1), Fits::Exactly, "{cell}");
        }
        assert_eq!(of_number("155", -155, 1), Fits::Not);
        assert_eq!(of_number("1,234", 1234, 1), Fits::InOneWay);
        assert_eq!(of_number("1.234", 617, 500), Fits::InOneWay);
        assert_eq!(of_number("1,234", 1235, 1), Fits::Not);
        assert_eq!(of_number("1,234,567", 1_234_567, 1), Fits::Exactly);
        assert_eq!(of_number("12,34", 1234, 1), Fits::Not);
        assert_eq!(of_number("many", 1, 1), Fits::Unread("a number"));
    }

    #[test]
    fn what_was_rounded_agrees_and_a_whole_number_is_no_half() {
        assert_eq!(of_number("0.67", 2, 3), Fits::Rounded);
        assert_eq!(of_number("0,667", 2, 3), Fits::Rounded);
        assert_eq!(of_number("0.66", 2, 3), Fits::Not);
        assert_eq!(of_number("≈0.667", 2, 3), Fits::Rounded);
        assert_eq!(of_number("3", 5, 2), Fits::Not);
        assert_eq!(of_number("2/3", 2, 3), Fits::Exactly);
    }

    #[test]
    fn percents_are_hundredths_and_say_when_they_are_rounded() {
        for cell in ["62.5 %", "62,5%", "62.50\u{a0}%"] {
            assert_eq!(of_number(cell, 5, 8), Fits::Exactly, "{cell}");
        }
        assert_eq!(of_number("63 %", 5, 8), Fits::Rounded);
        assert_eq!(of_number("62 %", 2, 3), Fits::Not);
        assert_eq!(of_number("66.7 %", 2, 3), Fits::Rounded);
        assert_eq!(of_number("100 %", 1, 1), Fits::Exactly);
        assert_eq!(of_number("62.5 %", 125, 2), Fits::Exactly);
        assert_eq!(of_number("0.5 %", 1, 2), Fits::Not);
        assert_eq!(of_number("%", 1, 2), Fits::Unread("a number"));
    }

    #[test]
    fn places_are_shared_or_plain() {
        let own = |place, shared| StandingRow { place, entrant: 0, shared };
        for cell in ["4", "4.", "4th", "#4", " 4 "] {
            assert!(is_place(cell, own(4, false), 1), "{cell}");
            assert!(is_place(cell, own(4, true), 2), "{cell}");
        }
        for cell in ["=4", "4=", "T4", "T-4", "4-5", "4.–5."] {
            let is_shared = is_place(cell, own(4, true), 2);
            assert_eq!(is_shared, cell != "T-4", "{cell}");
            assert!(!is_place(cell, own(4, false), 1), "{cell}");
        }
        assert!(!is_place("5", own(4, false), 1));
        assert!(!is_place("4-6", own(4, true), 2));
    }

    #[test]
    fn days_and_flags_and_lengths_of_time() {
        let symbols = Symbols::default();
        let day = Value::Date(Date::new(1988, 3, 1).unwrap());
        for cell in ["1988-03-01", "1.3.1988", "01/03/1988", "3/1/1988"] {
            assert_eq!(fits(cell, day, &Kind::Date, &symbols), Fits::Exactly, "{cell}");
        }
        assert_eq!(fits("2.3.1988", day, &Kind::Date, &symbols), Fits::Not);
        assert_eq!(fits("spring", day, &Kind::Date, &symbols), Fits::Unread("a day"));
        assert_eq!(fits("X", Value::Flag(true), &Kind::Flag, &symbols), Fits::Exactly);
        let ninety = Value::Duration(Rational::new(181, 2).unwrap());
        for cell in ["1 min 30.5 s", "1:30.5", "1:30,5", "90.5"] {
            assert_eq!(fits(cell, ninety, &Kind::Duration, &symbols), Fits::Exactly, "{cell}");
        }
        assert_eq!(fits("–", Value::Missing, &Kind::Number, &symbols), Fits::Exactly);
        assert_eq!(fits("", ninety, &Kind::Duration, &symbols), Fits::Not);
    }
}
