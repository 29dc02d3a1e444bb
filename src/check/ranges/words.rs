//! Sets of values in words, for messages.

use super::region::Region;
use super::set::{Set, TextSet};
use crate::value::{Date, Interval, Kind, Rational, Symbols, format_duration};

/// At most so many pieces are listed.
const LISTED: usize = 6;

/// A number as the author would write it.
pub(crate) fn number(at: Rational, kind: &Kind) -> String {
    match kind {
        Kind::Duration => format_duration(at),
        Kind::Date => at.to_i64().map_or_else(|| at.to_string(), |day| Date(day).to_string()),
        Kind::Integer | Kind::Number | Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => {
            at.to_string()
        }
    }
}

/// `10`, `10 to 18`, `19 or more`, `above 9 but below 10`.
pub(crate) fn interval(interval: &Interval, kind: &Kind) -> String {
    let say = |at| number(at, kind);
    match (interval.low, interval.high) {
        (None, None) => any(kind).to_owned(),
        (Some(low), None) if low.inclusive => format!("{} or more", say(low.at)),
        (Some(low), None) => format!("above {}", say(low.at)),
        (None, Some(high)) if high.inclusive => format!("{} or less", say(high.at)),
        (None, Some(high)) => format!("below {}", say(high.at)),
        (Some(low), Some(high)) => match (low.inclusive, high.inclusive) {
            (true, true) if low.at == high.at => say(low.at),
            (true, true) => format!("{} to {}", say(low.at), say(high.at)),
            (true, false) => format!("{} or more but below {}", say(low.at), say(high.at)),
            (false, true) => format!("above {} up to {}", say(low.at), say(high.at)),
            (false, false) => format!("above {} but below {}", say(low.at), say(high.at)),
        },
    }
}

fn any(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer => "any whole number",
        Kind::Number => "any number",
        Kind::Duration => "any length of time",
        Kind::Date => "any day",
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => "any value",
    }
}

/// All pieces of a set of numbers.
pub(crate) fn region(region: &Region, kind: &Kind) -> String {
    let pieces: Vec<String> = region.pieces().iter().map(|piece| interval(piece, kind)).collect();
    listed(&pieces)
}

/// What a set of values holds.
pub(crate) fn set(set: &Set, kind: &Kind, symbols: &Symbols) -> String {
    match set {
        Set::Nothing => "nothing".to_owned(),
        Set::Numbers(numbers) => region(numbers, kind),
        Set::Flags { yes: true, no: true } => "yes or no".to_owned(),
        Set::Flags { yes, .. } => if *yes { "yes" } else { "no" }.to_owned(),
        Set::Texts(TextSet::Only(only)) => {
            let texts: Vec<String> = only.iter().map(|text| format!("`{}`", symbols.text(*text))).collect();
            listed(&texts)
        }
        Set::Texts(TextSet::Except(except)) if except.is_empty() => "any text".to_owned(),
        Set::Texts(TextSet::Except(except)) => {
            let texts: Vec<String> = except.iter().map(|text| format!("`{}`", symbols.text(*text))).collect();
            format!("any text but {}", listed(&texts))
        }
        Set::Anything => "anything".to_owned(),
    }
}

/// `a, b and c`, the first few.
pub(crate) fn listed(texts: &[String]) -> String {
    match texts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if texts.len() > LISTED => format!("{}, …", texts[..LISTED].join(", ")),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
