//! Numbers that are not written as numbers: letters among digits, units without a blank, thousands apart,
//! dates of other countries.

use super::mistakes::{Mistake, Reading, spelling};
use crate::diagnostic::{Code, Diagnostic};

/// The mistake at the number at `index`, and how many tokens it takes.
pub(super) fn find(reading: &Reading<'_>, index: usize) -> (Option<Mistake>, usize) {
    if let Some((day, taken)) = date(reading, index) {
        let complaint = Diagnostic::new(Code::WrongSpelling, "a date in another order or with other signs")
            .help(format!("write year, month, day: `{day}`; for a calculation put blanks around the signs"));
        return (reading.mistake(index, index + taken - 1, complaint), taken);
    }
    if let Some((number, taken)) = thousands(reading, index) {
        let complaint = Diagnostic::new(Code::WrongSpelling, "a number with its thousands set apart")
            .help(format!("write `{number}`"));
        return (reading.mistake(index, index + taken - 1, complaint), taken);
    }
    let complaint = mixed(reading.word(index));
    (complaint.and_then(|complaint| reading.mistake(index, index, complaint)), 1)
}

/// Words for a unit of time, and how it is written.
pub(super) fn unit(word: &str) -> Option<&'static str> {
    Some(match word.to_lowercase().as_str() {
        "ms" | "msec" | "millisecond" | "milliseconds" => "ms",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "min" | "mins" | "minute" | "minutes" => "min",
        "h" | "hr" | "hrs" | "hour" | "hours" => "h",
        "d" | "day" | "days" => "d",
        _ => return None,
    })
}

/// Letters glued to digits.
fn mixed(number: &str) -> Option<Diagnostic> {
    let plain = |number: &str| number.bytes().all(|digit| digit.is_ascii_digit() || digit == b'.');
    if plain(number) {
        return None;
    }
    let digits =
        number.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(number.len());
    let (amount, letters) = number.split_at(digits);
    if let Some(unit) = unit(letters) {
        return Some(spelling(number, format!("write a blank before the unit: `{amount} {unit}`")));
    }
    let without: String = number.chars().filter(|letter| *letter != '_').collect();
    if plain(&without) {
        return Some(spelling(number, format!("write the digits without a sign between them: `{without}`")));
    }
    let meant: String = number
        .chars()
        .map(|letter| match letter {
            'O' | 'o' | 'Ο' | 'О' => '0',
            'l' | 'I' | 'i' => '1',
            letter => letter,
        })
        .collect();
    let complaint = Diagnostic::new(Code::MixedNumber, format!("`{number}` is neither a number nor a name"));
    Some(if plain(&meant) {
        complaint.help(format!("did you mean `{meant}`? there are letters among the digits"))
    } else {
        let product = letters.chars().count() > 1
            && letters.chars().all(|letter| letter.is_alphabetic() || letter == '_');
        let times =
            if product { format!("; a product is written `{amount} * {letters}`") } else { String::new() };
        complaint
            .help(format!("a name cannot begin with a digit, unless it is quoted: `\"{number}\"`{times}"))
    })
}

/// `2026-1-5`, `2026/11/30`, `30.11.2026`
fn date(reading: &Reading<'_>, index: usize) -> Option<(String, usize)> {
    let digits = |at: usize, least: usize, most: usize| {
        let word = reading.word(at);
        let fits = reading.is_number(at) && (least..=most).contains(&word.len());
        (fits && word.bytes().all(|digit| digit.is_ascii_digit())).then_some(word)
    };
    let glued = |count: usize| (index..index + count - 1).all(|at| reading.touch(at, at + 1));
    let first = reading.word(index);
    if let Some((day, month)) = first.split_once('.')
        && glued(3)
        && reading.word(index + 1) == "."
        && let Some(year) = digits(index + 2, 4, 4)
    {
        return padded(year, month, day).map(|date| (date, 3));
    }
    let sign = reading.word(index + 1);
    if !glued(5) || sign != reading.word(index + 3) || !matches!(sign, "-" | "/") {
        return None;
    }
    let month = digits(index + 2, 1, 2)?;
    let day = digits(index + 4, 1, 2)?;
    let year = digits(index, 4, 4)?;
    let right = sign == "-" && month.len() == 2 && day.len() == 2;
    padded(year, month, day).filter(|_| !right).map(|date| (date, 5))
}

fn padded(year: &str, month: &str, day: &str) -> Option<String> {
    (month.len() <= 2 && day.len() <= 2).then(|| format!("{year}-{month:0>2}-{day:0>2}"))
}

/// `1'000`, or an invisible blank between the groups.
fn thousands(reading: &Reading<'_>, index: usize) -> Option<(String, usize)> {
    let mut number = reading.word(index).to_owned();
    let mut taken = 1;
    let group = |at: usize| {
        let word = reading.word(at);
        reading.is_number(at) && word.len() == 3 && word.bytes().all(|digit| digit.is_ascii_digit())
    };
    while matches!(reading.word(index + taken), "'" | "’" | "\u{a0}" | "\u{202f}" | "\u{2007}")
        && reading.touch(index + taken - 1, index + taken)
        && reading.touch(index + taken, index + taken + 1)
        && group(index + taken + 1)
    {
        number.push_str(reading.word(index + taken + 1));
        taken += 2;
    }
    (taken > 1).then_some((number, taken))
}
