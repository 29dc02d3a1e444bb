//! One edition of an event that is held anew again and again: which it is, and its days.
//!
//! Comes in: a day, or a name (`2026-11`, `2026`). Goes out: an [`Edition`], and the days of its periods. It must never
//! know a game. Start with [`Edition::of`].

use super::calendar::Deadline;
use super::{Day, Every, Phase, Ruleset};
use crate::value::Date;
use std::fmt;

/// The year of the last editions.
const LAST_YEAR: i32 = 9999;

/// An edition: it is named after the month or the year in which it begins. Earlier ones come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edition {
    /// How long a period is.
    pub every: Every,
    /// Months, or years, from the year 0 on.
    number: i32,
}

impl Edition {
    /// The edition that begins in the month (or the year) of a day.
    #[must_use]
    pub fn of(day: Date, every: Every) -> Option<Self> {
        let (year, month, _) = day.parts()?;
        Self::numbered(
            match every {
                Every::Month => i32::from(year) * 12 + i32::from(month) - 1,
                Every::Year => i32::from(year),
            },
            every,
        )
    }

    /// Reads its name: `2026-11` of editions that are months, `2026` of editions that are years.
    #[must_use]
    pub fn parse(text: &str, every: Every) -> Option<Self> {
        let (year, month) = match every {
            Every::Month => text.split_once('-')?,
            Every::Year => (text, "01"),
        };
        let digits = |text: &str, count: usize| -> Option<i32> {
            let is_plain = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| text.parse().ok())?
        };
        let (year, month) = (digits(year, 4)?, digits(month, 2)?);
        match every {
            Every::Month if (1..=12).contains(&month) => Self::numbered(year * 12 + month - 1, every),
            Every::Month => None,
            Every::Year => Self::numbered(year, every),
        }
    }

    /// The edition so many periods before this one.
    #[must_use]
    pub fn earlier(self, periods: u32) -> Option<Self> {
        let number = self.number.checked_sub(i32::try_from(periods).ok()?)?;
        Self::numbered(number, self.every)
    }

    /// The edition so many periods after this one.
    #[must_use]
    pub fn later(self, periods: u32) -> Option<Self> {
        let number = self.number.checked_add(i32::try_from(periods).ok()?)?;
        Self::numbered(number, self.every)
    }

    /// The first day of its first period.
    #[must_use]
    pub fn first_day(self) -> Option<Date> {
        let (year, month) = self.begins();
        Date::new(year, month, 1)
    }

    /// The last day of one of its periods, from 1.
    #[must_use]
    pub fn last_day(self, period: u32) -> Option<Date> {
        let (year, month) = self.later(period.checked_sub(1)?)?.begins();
        Date::last_of_month(
            year,
            match self.every {
                Every::Month => month,
                Every::Year => 12,
            },
        )
    }

    /// Whether a day lies between the first day of the edition and the last one of so many periods.
    #[must_use]
    pub fn is_under_way(self, day: Date, periods: u32) -> bool {
        let begun = self.first_day().is_some_and(|first| first <= day);
        begun && self.last_day(periods).is_none_or(|last| day <= last)
    }

    fn numbered(number: i32, every: Every) -> Option<Self> {
        let last = match every {
            Every::Month => LAST_YEAR * 12 + 11,
            Every::Year => LAST_YEAR,
        };
        (0..=last).contains(&number).then_some(Self { every, number })
    }

    /// The year and the month in which it begins.
    fn begins(self) -> (i32, i32) {
        match self.every {
            Every::Month => (self.number / 12, self.number % 12 + 1),
            Every::Year => (self.number, 1),
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.begins();
        match self.every {
            Every::Month => write!(out, "{year:04}-{month:02}"),
            Every::Year => write!(out, "{year:04}"),
        }
    }
}

impl Phase {
    /// The deadline of a match: the one that names it, or else the one that names its round.
    #[must_use]
    pub fn deadline_of(&self, name: &str) -> Option<&Deadline> {
        let whole = self.deadlines.iter().find(|line| line.matches == name);
        whole.or_else(|| self.deadlines.iter().find(|line| line.is_of(name)))
    }

    /// The date of a day that the phase speaks of, in an edition; of a month that is too short for it, the last day.
    /// `None` where it would need to be known which edition it is.
    #[must_use]
    pub fn date_of(&self, day: Day, edition: Option<Edition>) -> Option<Date> {
        let last = || edition?.last_day(self.period);
        match day {
            Day::Date(date) => Some(date),
            Day::Last => last(),
            Day::OfMonth(wanted) => {
                let (year, month, length) = last()?.parts()?;
                Date::new(year.into(), month.into(), i32::from(length).min(i32::from(wanted)))
            }
        }
    }
}

impl Ruleset {
    /// How many months or years an edition takes, from the first day of its first phase to the last of its last.
    #[must_use]
    pub fn periods(&self) -> u32 {
        self.phases.iter().map(|phase| phase.period).max().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Edition {
        Edition::parse(text, Every::Month).unwrap()
    }

    #[test]
    fn editions_are_named_after_their_beginning() {
        let day = Date::parse("2026-11-30").unwrap();
        assert_eq!(Edition::of(day, Every::Month).unwrap().to_string(), "2026-11");
        assert_eq!(Edition::of(day, Every::Year).unwrap().to_string(), "2026");
        assert_eq!(month("2026-01").earlier(1), Some(month("2025-12")));
        assert_eq!(month("0000-01").earlier(1), None);
        assert_eq!(month("9999-12").later(1), None);
        assert_eq!(Edition::of(Date::parse("0000-01-01").unwrap(), Every::Month), Some(month("0000-01")));
    }

    #[test]
    fn other_names_are_none() {
        for text in ["2026-13", "2026-00", "2026-1", "26-01", "november", "", "2026", "2026-11-30", "+026-11"]
        {
            assert_eq!(Edition::parse(text, Every::Month), None, "{text}");
        }
        for text in ["2026-11", "26", "02026", "year"] {
            assert_eq!(Edition::parse(text, Every::Year), None, "{text}");
        }
    }

    #[test]
    fn days_are_those_of_the_period() {
        let days = |edition: Edition, period| edition.last_day(period).unwrap().to_string();
        assert_eq!(days(month("2026-01"), 2), "2026-02-28");
        assert_eq!(days(month("2027-12"), 3), "2028-02-29");
        assert_eq!(days(Edition::parse("2026", Every::Year).unwrap(), 1), "2026-12-31");
        assert_eq!(month("2026-11").first_day().unwrap().to_string(), "2026-11-01");
        let way = |day: &str| month("2026-11").is_under_way(Date::parse(day).unwrap(), 2);
        assert_eq!(
            ["2026-10-31", "2026-11-01", "2026-12-31", "2027-01-01"].map(way),
            [false, true, true, false]
        );
    }
}
