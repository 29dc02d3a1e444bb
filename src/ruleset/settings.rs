//! Choosing the values of options by name, for one run.

use super::{OptionType, Ruleset, Settings};
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::source::Span;
use crate::value::{Kind, Type};

/// A value for an option, as a person writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<'a> {
    /// The option.
    pub name: &'a str,
    /// The value.
    pub value: &'a str,
    /// Where name and value stand, if in a file.
    pub places: Option<(Span, Span)>,
}

impl Ruleset {
    /// Sets an option.
    ///
    /// # Errors
    /// When there is no such option, when the format has fixed it, or when it cannot have this value.
    pub fn choose(&mut self, settings: &mut Settings, choice: Choice<'_>) -> Result<(), Box<Diagnostic>> {
        let Choice { name, value, places } = choice;
        let Some(place) = self.options.iter().position(|option| option.name == name) else {
            return Err(Box::new(self.unknown(choice)));
        };
        let option = &self.options[place];
        if option.fixed {
            let message = format!("the option `{name}` is fixed by the format");
            let fixed = self.settings_words(&self.defaults(), place);
            let diagnostic = point(Diagnostic::new(Code::BadOption, message), places, |(name, _)| name);
            return Err(Box::new(
                diagnostic.note(format!("it is `{fixed}` in `{}`", self.name)).help("leave it out"),
            ));
        }
        let ty = match &option.values {
            OptionType::Choices(choices) => Type::of(Kind::Choice(choices.clone().into())),
            OptionType::Typed(ty) => ty.clone(),
        };
        match ty.read(value, &mut self.symbols) {
            Ok(value) => {
                settings.0[place] = value;
                Ok(())
            }
            Err(expected) => {
                let message = format!("the option `{name}` cannot be `{value}`");
                let diagnostic = point(Diagnostic::new(Code::BadOption, message), places, |(_, value)| value);
                Err(Box::new(diagnostic.help(self.possible(place, value, &expected))))
            }
        }
    }

    /// The value of an option under these settings, in words.
    #[must_use]
    pub fn settings_words(&self, settings: &Settings, place: usize) -> String {
        settings.0.get(place).map_or_else(String::new, |value| value.words(&self.symbols))
    }

    fn unknown(&self, Choice { name, places, .. }: Choice<'_>) -> Diagnostic {
        let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
        let message = format!("no option is called `{name}`");
        let diagnostic = point(Diagnostic::new(Code::UnknownOption, message), places, |(name, _)| name);
        diagnostic.help(match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => format!("the format `{}` has no options", self.name),
            None => format!("there is {}", one_of(&known)),
        })
    }

    fn possible(&self, place: usize, value: &str, expected: &str) -> String {
        match &self.options[place].values {
            OptionType::Choices(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| self.symbols.text(*choice)).collect();
                match nearest(value, names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`? it can be {}", one_of(&names)),
                    None => format!("it can be {}", one_of(&names)),
                }
            }
            OptionType::Typed(_) => format!("it can be {expected}"),
        }
    }
}

fn point(
    diagnostic: Diagnostic,
    places: Option<(Span, Span)>,
    which: impl Fn((Span, Span)) -> Span,
) -> Diagnostic {
    match places {
        Some(places) => diagnostic.at(which(places), "set here"),
        None => diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::OptionInfo;
    use crate::value::{Interval, Rational, Value};

    fn ruleset() -> Ruleset {
        let mut ruleset = Ruleset { name: "duel".to_owned(), ..Ruleset::default() };
        let [none, split] = ["none", "split"].map(|name| ruleset.symbols.intern(name));
        let mut deals = Type::of(Kind::Integer);
        deals.range = Interval::closed(Rational::ONE, Rational::from_integer(100)).into();
        let option = |name: &str, values, default, fixed| OptionInfo {
            name: name.to_owned(),
            text: None,
            values,
            default,
            fixed,
        };
        ruleset.options = vec![
            option("tie", OptionType::Choices(vec![none, split]), Value::Text(none), false),
            option("deals", OptionType::Typed(deals.clone()), Value::Integer(16), false),
            option("rounds", OptionType::Typed(deals), Value::Integer(4), true),
        ];
        ruleset
    }

    fn refused(name: &str, value: &str) -> (Code, String) {
        let mut ruleset = ruleset();
        let mut settings = ruleset.defaults();
        let choice = Choice { name, value, places: None };
        let diagnostic = ruleset.choose(&mut settings, choice).unwrap_err();
        (diagnostic.code, diagnostic.help.unwrap())
    }

    #[test]
    fn options_are_set() {
        let mut ruleset = ruleset();
        let mut settings = ruleset.defaults();
        for (name, value) in [("tie", "split"), ("deals", "8")] {
            ruleset.choose(&mut settings, Choice { name, value, places: None }).unwrap();
        }
        assert_eq!(ruleset.settings_words(&settings, 0), "split");
        assert_eq!(settings.0[1], Value::Integer(8));
    }

    #[test]
    fn the_nearest_is_offered() {
        let with = |code, help: &str| (code, help.to_owned());
        assert_eq!(refused("tei", "none"), with(Code::UnknownOption, "did you mean `tie`?"));
        assert_eq!(
            refused("players", "two"),
            with(Code::UnknownOption, "there is `tie`, `deals` or `rounds`")
        );
        let split = "did you mean `split`? it can be `none` or `split`";
        assert_eq!(refused("tie", "splitt"), with(Code::BadOption, split));
        assert_eq!(refused("deals", "0"), with(Code::BadOption, "it can be an integer from 1 to 100"));
        assert_eq!(refused("rounds", "5"), with(Code::BadOption, "leave it out"));
    }
}
