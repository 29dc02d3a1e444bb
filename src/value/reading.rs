//! Values as people type them, read by the type they should have.

use super::{Date, Kind, Rational, Symbols, Type, Value, parse_duration};
use std::fmt::Write as _;

impl Type {
    /// Reads a value: `12`, `0.5`, `2/3`, `yes`, `45 s`, `2026-11-30`, a choice, a text.
    ///
    /// # Errors
    /// What was expected instead, in words.
    pub fn read(&self, text: &str, symbols: &mut Symbols) -> Result<Value, String> {
        let value = match &self.kind {
            Kind::Integer => text.parse().ok().map(Value::Integer),
            Kind::Number => Rational::parse(text, '.').map(Value::Number),
            Kind::Duration => parse_duration(text, '.').map(Value::Duration),
            Kind::Date => Date::parse(text).map(Value::Date),
            Kind::Flag => match text {
                "yes" | "true" => Some(Value::Flag(true)),
                "no" | "false" => Some(Value::Flag(false)),
                _ => None,
            },
            Kind::Text => Some(Value::Text(symbols.intern(text))),
            Kind::Choice(choices) => {
                symbols.find(text).filter(|symbol| choices.contains(symbol)).map(Value::Text)
            }
            Kind::Unknown => None,
        };
        value.filter(|value| self.allows(value)).ok_or_else(|| self.words(symbols))
    }

    /// Whether a numeric value lies in the declared range; other values always do.
    #[must_use]
    pub fn allows(&self, value: &Value) -> bool {
        value.size().is_none_or(|size| self.range.contains(size))
    }

    /// The type in words: `an integer from 0 to 89`, `one of a, b, c`.
    #[must_use]
    pub fn words(&self, symbols: &Symbols) -> String {
        let base = match &self.kind {
            Kind::Integer => "an integer",
            Kind::Number => "a number",
            Kind::Duration => "a duration",
            Kind::Date => "a date",
            Kind::Flag => "yes or no",
            Kind::Text => "a text",
            Kind::Choice(choices) => {
                let names: Vec<&str> = choices.iter().map(|&choice| symbols.text(choice)).collect();
                return format!("one of {}", names.join(", "));
            }
            Kind::Unknown => "a value",
        };
        let end = |at| match self.kind {
            Kind::Duration => super::format_duration(at),
            Kind::Date => at.to_i64().map_or_else(|| at.to_string(), |day| Date(day).to_string()),
            _ => at.to_string(),
        };
        match (self.range.low, self.range.high) {
            (None, None) => base.to_owned(),
            (Some(low), None) => format!("{base} of {} or more", end(low.at)),
            (None, Some(high)) => format!("{base} of {} or less", end(high.at)),
            (Some(low), Some(high)) => format!("{base} from {} to {}", end(low.at), end(high.at)),
        }
    }
}

impl Value {
    /// The size of a numeric value: seconds for a duration, days for a date.
    #[must_use]
    pub fn size(&self) -> Option<Rational> {
        match self {
            Self::Integer(value) => Some((*value).into()),
            Self::Number(value) | Self::Duration(value) => Some(*value),
            Self::Date(day) => Some(day.0.into()),
            Self::Flag(_) | Self::Text(_) | Self::Missing => None,
        }
    }

    /// The value as it is, to be read again: `12`, `2/3`, `yes`, `2026-11-30`, a duration in seconds; nothing where it is
    /// missing.
    #[must_use]
    pub fn exact(&self, symbols: &Symbols) -> String {
        let mut text = String::new();
        self.put_exact(symbols, &mut text);
        text
    }

    /// Appends the value as it is.
    pub fn put_exact(&self, symbols: &Symbols, text: &mut String) {
        // A text takes whatever is written into it.
        let _ = match self {
            Self::Integer(value) => write!(text, "{value}"),
            Self::Number(value) | Self::Duration(value) => write!(text, "{value}"),
            Self::Flag(true) => text.write_str("yes"),
            Self::Flag(false) => text.write_str("no"),
            Self::Text(symbol) => text.write_str(symbols.text(*symbol)),
            Self::Date(day) => write!(text, "{day}"),
            Self::Missing => Ok(()),
        };
    }

    /// The value in words: `12`, `2/3`, `yes`, `45 s`, `2026-11-30`; `–` where it is missing.
    #[must_use]
    pub fn words(&self, symbols: &Symbols) -> String {
        match self {
            Self::Duration(seconds) => super::format_duration(*seconds),
            Self::Missing => "–".to_owned(),
            Self::Integer(_) | Self::Number(_) | Self::Flag(_) | Self::Text(_) | Self::Date(_) => {
                self.exact(symbols)
            }
        }
    }
}
