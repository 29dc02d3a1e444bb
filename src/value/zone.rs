//! Zones: where on earth a day begins and ends.
//!
//! The tz database is the one that is compiled in, so that one log gives the same days on every machine. Start with
//! [`Zone::parse`].

use jiff::Timestamp;
use jiff::civil;
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use std::fmt;

/// The hours and minutes of an offset go no further than those of a day.
const MOST_HOURS: i32 = 23;

/// A zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

impl Zone {
    /// Reads `Europe/Paris` (a name of the tz database, in its own spelling) or `+01:00`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(seconds) = offset(text) {
            let zone = TimeZone::fixed(Offset::from_seconds(seconds).ok()?);
            return Some(Self { name: text.to_owned(), zone });
        }
        let database = TimeZoneDatabase::bundled();
        let is_known = database.available().any(|name| name.as_str() == text);
        let zone = is_known.then(|| database.get(text).ok())??;
        Some(Self { name: text.to_owned(), zone })
    }

    /// The names of all zones of the tz database.
    #[must_use]
    pub fn names() -> Vec<String> {
        TimeZoneDatabase::bundled().available().map(|name| name.as_str().to_owned()).collect()
    }

    /// The day in this zone of a moment: a civil time that runs so many seconds ahead of UTC.
    pub(super) fn day_of(&self, time: civil::DateTime, ahead: i32) -> Option<civil::Date> {
        let moment: Timestamp = Offset::from_seconds(ahead).ok()?.to_timestamp(time).ok()?;
        Some(self.zone.to_datetime(moment).date())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

/// Reads `+01:00`, `-00:30`: seconds ahead of UTC.
pub(super) fn offset(text: &str) -> Option<i32> {
    let (sign, rest) = match text.as_bytes() {
        [b'+', rest @ ..] => (1, rest),
        [b'-', rest @ ..] => (-1, rest),
        _ => return None,
    };
    let [tens, hours, b':', ten_minutes, minutes] = rest else { return None };
    let (hours, minutes) = (two_digits(*tens, *hours)?, two_digits(*ten_minutes, *minutes)?);
    (hours <= MOST_HOURS && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60)
}

/// The number that two digits write.
pub(super) fn two_digits(tens: u8, ones: u8) -> Option<i32> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i32::from(byte - b'0'));
    Some(digit(tens)? * 10 + digit(ones)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_known_by_their_own_names() {
        for text in ["Europe/Paris", "UTC", "America/Argentina/Buenos_Aires", "+01:00", "-00:30", "+23:59"] {
            assert!(Zone::parse(text).is_some(), "{text}");
        }
        for text in [
            "europe/paris",
            "Europe/Pariss",
            "Paris",
            "",
            "+1",
            "+01",
            "+0100",
            "+24:00",
            "+30:00",
            "+01:60",
            "01:00",
            "Z",
        ] {
            assert!(Zone::parse(text).is_none(), "{text}");
        }
        assert!(Zone::names().iter().any(|name| name == "Europe/Paris"));
    }
}
