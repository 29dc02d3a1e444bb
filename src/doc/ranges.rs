//! Values, ranges and types in words: `10 to 18`, `19 or more`, `a whole number, 0 to 89`.
//!
//! Start with [`View::range`].

use super::document::{Inline, Line, code, filled, joined, plain};
use super::view::View;
use crate::ruleset::expression::Taken;
use crate::ruleset::{Count, OptionId, SheetKind};
use crate::sheet::{ColumnId, SheetId};
use crate::value::{Date, Interval, Kind, Rational, Type, Value, format_duration};

impl View<'_> {
    /// A value.
    pub fn value(&self, value: Value) -> Line {
        match value {
            Value::Flag(flag) => plain(if flag { self.words.yes } else { self.words.no }),
            Value::Text(symbol) => code(self.text(symbol)),
            Value::Missing => plain("–"),
            Value::Integer(_) | Value::Number(_) | Value::Date(_) | Value::Duration(_) => {
                plain(minus(&value.words(&self.ruleset.symbols)))
            }
        }
    }

    /// What a band takes of values of this kind.
    pub fn taken(&self, taken: &Taken, kind: &Kind) -> Line {
        match taken {
            Taken::Ranges(ranges) => {
                let ranges = ranges.iter().map(|range| plain(self.range(*range, kind)));
                joined(ranges, &Inline::Plain(self.words.comma.to_owned()))
            }
            Taken::Choices(choices) => {
                let choices = choices.iter().map(|&choice| code(self.text(choice)));
                joined(choices, &Inline::Plain(self.words.comma.to_owned()))
            }
            Taken::Otherwise => plain(self.words.otherwise),
        }
    }

    /// A range of values of this kind.
    pub fn range(&self, range: Interval, kind: &Kind) -> String {
        let words = self.words;
        let fill = |template: &str, values: &[Rational]| {
            values.iter().enumerate().fold(template.to_owned(), |text, (place, value)| {
                text.replace(&format!("{{{place}}}"), &size(*value, kind))
            })
        };
        let [or_more, above, or_less, below] = match kind {
            Kind::Date => [words.or_later, words.after_day, words.or_earlier, words.before_day],
            Kind::Integer
            | Kind::Number
            | Kind::Duration
            | Kind::Flag
            | Kind::Text
            | Kind::Choice(_)
            | Kind::Unknown => [words.or_more, words.above, words.or_less, words.below],
        };
        match (range.low, range.high) {
            (None, None) => words.anything.to_owned(),
            (Some(low), None) => fill(if low.inclusive { or_more } else { above }, &[low.at]),
            (None, Some(high)) => fill(if high.inclusive { or_less } else { below }, &[high.at]),
            (Some(low), Some(high)) => match (low.inclusive, high.inclusive) {
                (true, true) if low.at == high.at => size(low.at, kind),
                (true, true) => fill(words.to, &[low.at, high.at]),
                (true, false) => fill(words.from_below, &[low.at, high.at]),
                (false, true) => fill(words.above_to, &[low.at, high.at]),
                (false, false) => fill(words.between, &[low.at, high.at]),
            },
        }
    }

    /// What a recorded column, or an option, can hold.
    pub fn kind(&self, ty: &Type) -> Line {
        let words = self.words;
        let word = match &ty.kind {
            Kind::Integer => words.integer,
            Kind::Number => words.number,
            Kind::Flag => words.flag,
            Kind::Text => words.text,
            Kind::Date => words.date,
            Kind::Duration => words.duration,
            Kind::Choice(choices) => {
                let choices = choices.iter().map(|&choice| code(self.text(choice)));
                let all = joined(choices, &Inline::Plain(words.comma.to_owned()));
                return filled(words.one_of, &[all]);
            }
            Kind::Unknown => return Line::new(),
        };
        if *ty.range == Interval::default() {
            return plain(word);
        }
        plain(format!("{word}{}{}", words.comma, self.range(*ty.range, &ty.kind)))
    }

    /// A number that an option may hold.
    pub fn count(&self, count: Count) -> Line {
        match count {
            Count::Number(number) => plain(number.to_string()),
            Count::Option(OptionId(place)) => match self.chosen.value(OptionId(place)) {
                Some(value) => self.value(value),
                None => {
                    let option = self.ruleset.options.get(usize::from(place));
                    option.map_or_else(Line::new, |option| {
                        let default = self.value(option.default);
                        filled(self.words.option_unless, &[code(option.name.as_str()), default])
                    })
                }
            },
        }
    }

    /// The column of a list that holds its values, where it is one of values.
    pub fn column_of_list(&self, list: SheetId) -> Option<ColumnId> {
        match &self.ruleset.sheet(list).kind {
            SheetKind::List { parts: false, .. } => self.ruleset.find_column(list, "value"),
            _ => None,
        }
    }
}

/// One end of a range.
fn size(at: Rational, kind: &Kind) -> String {
    let text = match kind {
        Kind::Duration => format_duration(at),
        Kind::Date => at.to_i64().map_or_else(|| at.to_string(), |day| Date(day).to_string()),
        Kind::Integer | Kind::Number | Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => {
            at.to_string()
        }
    };
    if *kind == Kind::Date { text } else { minus(&text) }
}

/// A number with the sign that is set in print.
pub fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.starts_with(|first: char| first.is_ascii_digit()) => format!("−{rest}"),
        Some(_) | None => text.to_owned(),
    }
}
