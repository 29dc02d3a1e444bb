//! Built-in columns whose texts mean more than their type says: when a game was played, and in which edition.
//!
//! Comes in: a text. Goes out: a day, or a text that names an edition; and the words that say what is wanted. It must
//! never know a game. Start with [`Reads`].

use super::cell::{Field, Refusal};
use crate::ruleset::{BuiltinColumn, Edition, Every, Origin, Ruleset};
use crate::value::{Date, Kind, Symbols, Value, Zone};

/// How the texts of a column are read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Reads {
    /// By the type of the column alone.
    #[default]
    Plainly,
    /// As days, or as times, whose day is that of the zone.
    Times(Option<Zone>),
    /// As the names of editions.
    Editions(Every),
}

impl Reads {
    /// How a column is read. When a game was played is the one thing that a zone has a say in: the other dates of a
    /// format, such as a day of birth, are days, and a time among them is a slip.
    pub fn of(origin: &Origin, ruleset: &Ruleset) -> Self {
        match (origin, &ruleset.editions) {
            (Origin::Builtin(BuiltinColumn::Date), _) => Self::times(ruleset),
            (Origin::Builtin(BuiltinColumn::Edition), Some(editions)) => Self::Editions(editions.every),
            (
                Origin::Builtin(_)
                | Origin::Recorded { .. }
                | Origin::Ruled
                | Origin::State
                | Origin::Hidden { .. },
                _,
            ) => Self::Plainly,
        }
    }

    /// How dates of games and acts are read.
    pub fn times(ruleset: &Ruleset) -> Self {
        if ruleset.is_dated() {
            Self::Times(ruleset.editions.as_ref().and_then(|editions| editions.zone.clone()))
        } else {
            Self::Plainly
        }
    }

    /// A day.
    pub fn day(&self, text: &str) -> Option<Date> {
        match self {
            Self::Times(zone) => Date::at(text, zone.as_ref()),
            Self::Plainly | Self::Editions(_) => Date::parse(text),
        }
    }

    /// A text.
    #[inline]
    pub fn text(&self, text: &str, symbols: &mut Symbols) -> Result<Value, Refusal> {
        match self {
            Self::Editions(every) if Edition::parse(text, *every).is_none() => Err(Refusal::Kind),
            Self::Plainly | Self::Times(_) | Self::Editions(_) => Ok(Value::Text(symbols.intern(text))),
        }
    }

    /// What is read, with its article.
    pub fn noun(&self) -> Option<&'static str> {
        match self {
            Self::Plainly => None,
            Self::Times(_) => Some("a day or a time"),
            Self::Editions(_) => Some("an edition"),
        }
    }

    /// What to write.
    pub fn wanted(&self) -> Option<&'static str> {
        match self {
            Self::Plainly => None,
            Self::Times(_) => Some(
                "write a day as year, month and day, for example `2026-11-30`, or a time with its offset, \
                 `2026-11-30T23:50:00+01:00`",
            ),
            Self::Editions(Every::Month) => {
                Some("write the year and the month in which it begins, for example `2026-11`")
            }
            Self::Editions(Every::Year) => Some("write the year in which it begins, for example `2026`"),
        }
    }
}

impl Field {
    /// The field of the date of an act.
    pub fn of_act_date(ruleset: &Ruleset) -> Self {
        let mut field = Self::plain(Kind::Date);
        field.reads = Reads::times(ruleset);
        field
    }

    /// The field of the edition of an act.
    pub fn of_act_edition(every: Every) -> Self {
        let mut field = Self::plain(Kind::Text);
        (field.reads, field.is_label) = (Reads::Editions(every), true);
        field
    }
}
