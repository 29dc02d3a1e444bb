//! Values as people write them that are no values: what was probably meant.
//!
//! Comes in: a text that was refused, and its [`Field`]. Goes out: what to write instead, in words. It must never know
//! where the text stood. Start with [`mend`].

use super::cell::{Field, Spelling, read_text};
use crate::value::{Kind, Rational, Symbols, parse_duration};
use unicode_normalization::UnicodeNormalization;

/// Units of time, as they are called in many places, in thousandths of a second.
const UNITS: [(&[&str], i128); 5] = [
    (&["ms", "msec"], 1),
    (&["s", "sec", "secs", "second", "seconds", "\"", "″", "''", "’’"], 1_000),
    (&["min", "m", "mins", "minute", "minutes", "'", "′", "’"], 60_000),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600_000),
    (&["d", "day", "days"], 86_400_000),
];

/// Words for a choice or a yes that there is not.
const NOTHING: [&str; 10] = ["-", "--", "–", "—", "?", "/", "n/a", "na", "none", "null"];

/// What to write instead of a text that is no value of its field, where that can be told. `wanted` is what to write at
/// all.
pub(super) fn mend(text: &str, field: &Field, spelling: Spelling, wanted: &str) -> Option<String> {
    let is_number = match field.ty.kind {
        Kind::Integer | Kind::Number | Kind::Duration | Kind::Date => true,
        Kind::Flag | Kind::Choice(_) => false,
        Kind::Text | Kind::Unknown => return None,
    };
    let text = text.trim();
    let says_nothing = if is_number {
        !text.is_empty() && !text.contains(char::is_numeric)
    } else {
        NOTHING.contains(&text.to_lowercase().as_str())
    };
    if says_nothing {
        let empty = if spelling.is_cell { "leave the cell empty" } else { "leave it out" };
        return field.ty.optional.then(|| format!("{empty} where there is none, or {wanted}"));
    }
    if !is_number || text.len() > 60 {
        return None;
    }
    // Nothing is offered that would be refused again for what it is.
    let reads = |text: &str| {
        let field = Field::plain(field.ty.kind.clone());
        read_text(text, &field, spelling, &mut Symbols::default()).is_ok()
    };
    other_digits(text, &reads).or_else(|| separated(text, &reads)).or_else(|| match field.ty.kind {
        Kind::Duration => time(text),
        _ => None,
    })
}

/// Digits of another script, or as wide as a letter of Chinese.
fn other_digits(text: &str, reads: &impl Fn(&str) -> bool) -> Option<String> {
    if !text.contains(|sign: char| sign.is_numeric() && !sign.is_ascii()) {
        return None;
    }
    let is_wide = |sign: char| sign.is_ascii() || ('\u{FF01}'..='\u{FF5E}').contains(&sign);
    let plain: String = text.nfkc().collect();
    if text.chars().all(is_wide) && reads(&plain) {
        return Some(format!("write it in plain digits: `{plain}`"));
    }
    Some("write it in plain digits, 0 to 9".to_owned())
}

/// A comma for a decimal point, and what stands between thousands.
fn separated(text: &str, reads: &impl Fn(&str) -> bool) -> Option<String> {
    let digit_first =
        text.trim_start_matches(['-', '−', '+']).starts_with(|sign: char| sign.is_ascii_digit());
    if !digit_first {
        return None;
    }
    if text.matches(',').count() == 1 && !text.contains('.') {
        let point = text.replace(',', ".");
        if reads(&point) {
            return Some(format!("write a decimal point: `{point}`"));
        }
    }
    let is_gap = |sign: char| sign == '\'' || sign == '’' || sign == '_' || sign.is_whitespace();
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let whole = text.split(['.', ',']).next().unwrap_or_default();
    let plain = if whole.contains(is_gap) && whole.split(is_gap).skip(1).all(is_group) {
        text.replace(is_gap, "")
    } else {
        // Of a point and a comma the last one comes before the fraction.
        let last = text.rfind(['.', ','])?;
        let (whole, fraction) = text.split_at(last);
        if !whole.contains(['.', ',']) || fraction.get(..1).is_some_and(|mark| whole.contains(mark)) {
            return None;
        }
        format!("{}{fraction}", whole.replace(['.', ','], ""))
    };
    reads(&plain).then(|| format!("put nothing between the thousands: `{plain}`"))
}

/// A length of time on a clock that goes beyond 59, in several units, or in a unit of another name.
fn time(text: &str) -> Option<String> {
    if text.contains(':') {
        return beyond_the_clock(text);
    }
    let (sum, units) = several_units(text)?;
    let plain = written(sum)?;
    Some(if units > 1 {
        format!("write a length of time in one unit, or as on a clock: `{plain}`")
    } else {
        format!("the units are `ms`, `s`, `min`, `h` and `d`: write `{plain}`")
    })
}

fn beyond_the_clock(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    if parts.len() > 3 {
        return Some("write no more than hours, minutes and seconds: `1:02:03`".to_owned());
    }
    let sixty = Rational::from_integer(60);
    let mut sum = Rational::ZERO;
    let mut beyond = None;
    for (place, part) in parts.iter().enumerate() {
        let value = if place == 0 { Rational::parse(part, '.') } else { decimal(part) }?;
        if place > 0 && value >= sixty {
            let unit = if place + 1 == parts.len() { "seconds" } else { "minutes" };
            beyond.get_or_insert((unit, *part));
        }
        sum = sum.multiply(&sixty).ok()?.add(&value).ok()?;
    }
    let (unit, part) = beyond?;
    let how = written(sum).map_or_else(String::new, |plain| format!(": write `{plain}`"));
    Some(format!("after `:` there are at most 59 {unit}, not {part}{how}"))
}

/// Numbers with a unit each, one after the other: their sum in seconds, and how many there are.
fn several_units(text: &str) -> Option<(Rational, usize)> {
    let (mut rest, mut sum, mut count) = (text, Rational::ZERO, 0);
    let mut last = UNITS.len();
    while !rest.is_empty() {
        let is_digit = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == ',';
        let end = rest.find(|sign| !is_digit(sign)).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after.find(|sign: char| is_digit(sign) || sign.is_whitespace()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let unit = unit.to_lowercase();
        let found = match UNITS.iter().position(|(names, _)| names.contains(&unit.as_str())) {
            // After hours come minutes, after minutes seconds.
            None if unit.is_empty() && (2..=3).contains(&last) => last - 1,
            found => found?,
        };
        if found >= last {
            return None;
        }
        let scale = Rational::new(UNITS[found].1, 1_000).ok()?;
        sum = sum.add(&decimal(digits)?.multiply(&scale).ok()?).ok()?;
        (last, count) = (found, count + 1);
        rest = after.trim_start_matches([' ', '\t', ',', '+']);
    }
    (count > 0).then_some((sum, count))
}

fn decimal(digits: &str) -> Option<Rational> {
    Rational::parse(digits, if digits.contains(',') { ',' } else { '.' })
}

/// Seconds as they can be read again: `45 s`, `10:03`, `1:02:03`.
fn written(seconds: Rational) -> Option<String> {
    let sixty = Rational::from_integer(60);
    let minutes = seconds.divide_floor(&sixty).ok()?;
    let rest = seconds.modulo(&sixty).ok()?;
    let two = |number: Rational| {
        let zero = if number < Rational::from_integer(10) { "0" } else { "" };
        format!("{zero}{number}")
    };
    let hours = minutes.divide_floor(&sixty).ok()?;
    let text = if minutes == Rational::ZERO {
        format!("{seconds} s")
    } else if hours == Rational::ZERO {
        format!("{minutes}:{}", two(rest))
    } else {
        format!("{hours}:{}:{}", two(minutes.modulo(&sixty).ok()?), two(rest))
    };
    parse_duration(&text, '.').filter(|read| *read == seconds).map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::{Spelling, mend};
    use crate::log::cell::Field;
    use crate::value::Kind;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_text_is_met_without_panic(text in "[-+0-9,.:/ '\"a-zA-Zé０-９½\u{300}\u{A0}]{0,12}|\\PC{0,80}") {
            for kind in [Kind::Integer, Kind::Number, Kind::Duration, Kind::Date, Kind::Flag, Kind::Text] {
                said(kind, &text);
            }
        }
    }

    fn said(kind: Kind, text: &str) -> String {
        let spelling = Spelling { decimal_comma: false, is_cell: true };
        mend(text, &Field::plain(kind), spelling, "write it").unwrap_or_default()
    }

    #[test]
    fn times_are_read_as_they_were_meant() {
        let cases = [
            ("10:75", "after `:` there are at most 59 seconds, not 75: write `11:15`"),
            ("1:75:00", "after `:` there are at most 59 minutes, not 75: write `2:15:00`"),
            ("1:2:3:4", "write no more than hours, minutes and seconds: `1:02:03`"),
            ("10 min 3 s", "write a length of time in one unit, or as on a clock: `10:03`"),
            ("10m3.5s", "write a length of time in one unit, or as on a clock: `10:03.5`"),
            ("1h30", "write a length of time in one unit, or as on a clock: `1:30:00`"),
            ("2'05\"", "write a length of time in one unit, or as on a clock: `2:05`"),
            ("45 sec", "the units are `ms`, `s`, `min`, `h` and `d`: write `45 s`"),
            ("3 Minutes", "the units are `ms`, `s`, `min`, `h` and `d`: write `3:00`"),
            ("1,5", "write a decimal point: `1.5`"),
            ("３:０５", "write it in plain digits: `3:05`"),
            ("３：０５", "write it in plain digits: `3:05`"),
            ("3 s 10 min", ""),
            ("3 parsecs", ""),
            ("10:xx", ""),
            (":", ""),
            ("1:", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(said(Kind::Duration, text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_were_meant() {
        let cases = [
            ("１２", "write it in plain digits: `12`"),
            ("１２．５", "write it in plain digits: `12.5`"),
            ("1²", "write it in plain digits, 0 to 9"),
            ("١٢", "write it in plain digits, 0 to 9"),
            ("0,5", "write a decimal point: `0.5`"),
            ("1 000", "put nothing between the thousands: `1000`"),
            ("1'000.5", "put nothing between the thousands: `1000.5`"),
            ("1,234.5", "put nothing between the thousands: `1234.5`"),
            ("12 34", ""),
            ("1,2,3", ""),
            ("1e3", ""),
            ("NaN", ""),
            ("inf", ""),
            ("-", ""),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(said(Kind::Number, text), expected, "{text}");
        }
    }

    #[test]
    fn what_there_is_not_is_left_empty() {
        let mut field = Field::plain(Kind::Duration);
        field.ty.optional = true;
        let cell = Spelling { decimal_comma: false, is_cell: true };
        let help = "leave the cell empty where there is none, or write it";
        assert_eq!(mend("DNF", &field, cell, "write it").as_deref(), Some(help));
        assert_eq!(mend("–", &field, cell, "write it").as_deref(), Some(help));
        let help = "leave it out where there is none, or write it";
        assert_eq!(mend("NaN", &field, Spelling::default(), "write it").as_deref(), Some(help));
        assert_eq!(mend("3 DNF", &field, cell, "write it"), None);
    }
}
