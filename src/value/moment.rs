//! The day of something that happened at a time: `2026-11-30T23:50:00+01:00`.
//!
//! What is read is a date and time of RFC 3339, and so the letters `T` and `Z` may be small, and a minute may have a
//! leap second; or a local time without an offset, whose day is the one that is written. Start with [`Date::at`].

use super::zone::{offset, two_digits};
use super::{Date, Zone};
use jiff::civil;

impl Date {
    /// Reads a day, or the day of a time. Where the time has an offset, it is the day of the zone at that moment; without a
    /// zone, and without an offset, the day as it is written.
    #[must_use]
    pub fn at(text: &str, zone: Option<&Zone>) -> Option<Self> {
        let Some((day, [b'T' | b't' | b' ', time @ ..])) = text.as_bytes().split_at_checked(10) else {
            return Self::parse(text);
        };
        let written = Self::parse(std::str::from_utf8(day).ok()?)?;
        let [tens, hours, b':', ten_minutes, minutes, rest @ ..] = time else { return None };
        let (hours, minutes) = (two_digits(*tens, *hours)?, two_digits(*ten_minutes, *minutes)?);
        let (seconds, rest) = match rest {
            [b':', tens, ones, rest @ ..] => (two_digits(*tens, *ones)?, without_fraction(rest)?),
            rest => (0, rest),
        };
        if hours > 23 || minutes > 59 || seconds > 60 {
            return None;
        }
        let ahead = match rest {
            [] => None,
            [b'Z' | b'z'] => Some(0),
            rest => Some(offset(std::str::from_utf8(rest).ok()?)?),
        };
        let (Some(ahead), Some(zone)) = (ahead, zone) else { return Some(written) };
        let small = |part: i32| i8::try_from(part).ok();
        // A leap second belongs to the minute that it ends.
        let time = civil::Time::new(small(hours)?, small(minutes)?, small(seconds.min(59))?, 0).ok()?;
        let day = zone.day_of(written.civil()?.to_datetime(time), ahead)?;
        Self::of(day)
    }
}

/// What follows a fraction of a second, where there is one.
fn without_fraction(rest: &[u8]) -> Option<&[u8]> {
    let [b'.' | b',', digits @ ..] = rest else { return Some(rest) };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then(|| &digits[count..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str, zone: Option<&str>) -> String {
        let zone = zone.map(|zone| Zone::parse(zone).unwrap());
        Date::at(text, zone.as_ref()).map_or_else(|| "none".to_owned(), |day| day.to_string())
    }

    #[test]
    fn the_day_is_that_of_the_zone() {
        let paris = Some("Europe/Paris");
        // Winter: an hour ahead of UTC; summer: two.
        for (text, expected) in [
            ("2026-11-30", "2026-11-30"),
            ("2026-11-30T23:50:00+01:00", "2026-11-30"),
            ("2026-11-30T22:59:59Z", "2026-11-30"),
            ("2026-11-30T23:00:00Z", "2026-12-01"),
            ("2026-06-30T21:59:59Z", "2026-06-30"),
            ("2026-06-30T22:00:00Z", "2026-07-01"),
            ("2026-12-01T00:10:00+02:00", "2026-11-30"),
            ("2026-11-30T17:30:00-08:00", "2026-12-01"),
            // The local time in the hour that comes twice is told apart by its offset, and its day is the same.
            ("2026-10-25T02:30:00+02:00", "2026-10-25"),
            ("2026-10-25T02:30:00+01:00", "2026-10-25"),
            // Without an offset: as written.
            ("2026-11-30T23:50:00", "2026-11-30"),
            ("2026-11-30T23:50", "2026-11-30"),
            ("2026-11-30 23:50:00", "2026-11-30"),
        ] {
            assert_eq!(day(text, paris), expected, "{text}");
        }
        assert_eq!(day("2026-11-30T23:00:00Z", None), "2026-11-30");
        assert_eq!(day("2026-11-30T23:00:00Z", Some("+01:00")), "2026-12-01");
        assert_eq!(day("2026-11-30T23:00:00Z", Some("UTC")), "2026-11-30");
        assert_eq!(day("2026-12-01T09:00:00Z", Some("Pacific/Niue")), "2026-11-30");
    }

    #[test]
    fn hostile_times() {
        let utc = Some("UTC");
        for text in [
            "2026-02-30",
            "2026-02-30T12:00:00Z",
            "2026-11-31",
            "2026-11-30T24:00:00Z",
            "2026-11-30T23:60:00Z",
            "2026-11-30T23:59:61Z",
            "2026-11-30T23:50:00+30:00",
            "2026-11-30T23:50:00+01:60",
            "2026-11-30T23:50:00+0100",
            "2026-11-30T23:50:00 Europe/Paris",
            "2026-11-30T23:50:00+01:00[Europe/Paris]",
            "2026-11-30T",
            "2026-11-30T23",
            "2026-11-30T23:5",
            "2026-11-30T23:50:00.Z",
            "2026-11-30T23:50:00ZZ",
            "2026-11-30x23:50:00Z",
            "30.11.2026",
            "2026-11-30T23:50:0٠Z",
            "٢٠٢٦-11-30",
            "-001-11-30T12:00:00Z",
            "",
        ] {
            assert_eq!(day(text, utc), "none", "{text}");
            assert_eq!(day(text, None), "none", "{text}");
        }
        for (text, expected) in [
            ("2026-11-30t23:50:00z", "2026-11-30"),
            ("2016-12-31T23:59:60Z", "2016-12-31"),
            ("2026-11-30T23:50:00-00:00", "2026-11-30"),
            ("2026-11-30T23:50:00.123456789012Z", "2026-11-30"),
            ("0000-01-01T00:00:00Z", "0000-01-01"),
        ] {
            assert_eq!(day(text, utc), expected, "{text}");
        }
        // What lies beyond the calendar is no day.
        assert_eq!(day("9999-12-31T23:59:59-01:00", utc), "none");
    }

    proptest! {
        /// Whatever the zone, the day is no more than two days from the one that is written: an offset is less than a day,
        /// and so is a zone.
        #[test]
        fn the_day_is_near_the_written_one(
            (day, minute) in (0_i64..40_000, 0_i32..24 * 60),
            (ahead, place) in (-23 * 60..=23 * 60_i32, 0_usize..500),
        ) {
            let names = Zone::names();
            let zone = Zone::parse(&names[place % names.len()]).unwrap();
            let sign = if ahead < 0 { '-' } else { '+' };
            let ahead = ahead.abs();
            let text = format!(
                "{}T{:02}:{:02}:00{sign}{:02}:{:02}",
                Date(day), minute / 60, minute % 60, ahead / 60, ahead % 60
            );
            let found = Date::at(&text, Some(&zone)).unwrap();
            prop_assert!((found.0 - day).abs() <= 2, "{text}: {found}");
            prop_assert_eq!(Date::at(&text, None), Some(Date(day)));
        }

        #[test]
        fn no_text_brings_it_down(text in "\\PC*") {
            let _ = Date::at(&text, Some(&Zone::parse("Europe/Paris").unwrap()));
        }
    }
}
