//! What a file says in free text, where it is plain: a date, the number of a round.
//!
//! Comes in: a text that somebody typed. Goes out: what it surely means, or nothing. It must never know where it stood.
//! Start with [`one_date`] and [`leading_number`].

use crate::value::Date;

/// One full date as `2026-11-30`: the year first, or the day first with points (`30.11.2026`). What could be another date
/// as well, several dates, or half a date is none.
pub(super) fn one_date(text: &str) -> Option<String> {
    let separator = *text.as_bytes().iter().find(|byte| !byte.is_ascii_digit())?;
    let separator = Some(char::from(separator)).filter(|separator| "-/.".contains(*separator))?;
    let pieces: Vec<&str> = text.split(separator).map(str::trim).collect();
    let [first, month, last] = pieces[..] else { return None };
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (year, day) = match (first.len(), last.len(), separator) {
        (4, _, _) => (first, last),
        (_, 4, '.') => (last, first),
        _ => return None,
    };
    if !is_number(year, 4) || !is_number(month, 2) || !is_number(day, 2) {
        return None;
    }
    let date = format!("{year}-{month:0>2}-{day:0>2}");
    Date::parse(&date).map(|_| date)
}

/// The whole number with which a text begins: `5 (final)` is 5. `2.5` is none, and no round has the number 0.
pub(super) fn leading_number(text: &str) -> Option<String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let goes_on = rest
        .strip_prefix(['.', ',', '/', '-'])
        .is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()));
    let number: u32 = number.parse().ok().filter(|number| *number > 0 && !goes_on)?;
    Some(number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_where_they_are_plain() {
        for (text, wanted) in [
            ("2026-11-30", Some("2026-11-30")),
            ("2026-1-5", Some("2026-01-05")),
            ("2026/11/30", Some("2026-11-30")),
            ("2026.11.30", Some("2026-11-30")),
            ("30.11.2026", Some("2026-11-30")),
            ("30. 11. 2026", Some("2026-11-30")),
            ("11/30/2026", None),
            ("2026-11-30,31", None),
            ("2026-11-30,2026-12-01", None),
            ("2026-11", None),
            ("2026", None),
            ("2026-02-30", None),
            ("30.11.26", None),
            ("2026-11/30", None),
            ("30 November 2026", None),
            ("1.2.3", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(one_date(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_round_is_the_whole_number_at_the_beginning() {
        for (text, wanted) in [
            ("5", Some("5")),
            ("05", Some("5")),
            ("5 (final)", Some("5")),
            ("3rd", Some("3")),
            ("2-A", Some("2")),
            ("round 5", None),
            ("2.5", None),
            ("1/8", None),
            ("0", None),
            ("-1", None),
            ("99999999999", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(leading_number(text).as_deref(), wanted, "{text}");
        }
    }
}
