//! Options: what they may be, and what they are.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::format::{Literal, OptionValues};
use crate::ruleset::{OptionId, OptionInfo, OptionType};
use crate::value::{Kind, Type, Value};

impl Checker<'_> {
    pub(super) fn lay_out_options(&mut self) {
        for entry in &self.file.options {
            let values = match &entry.values {
                Some(OptionValues::Choices(names)) => OptionType::Choices(
                    names.iter().map(|name| self.ruleset.symbols.intern(&name.text)).collect(),
                ),
                Some(OptionValues::Typed(kind)) => {
                    if kind.optional || kind.default.is_some() {
                        let name = &entry.name.text;
                        self.complain(
                            Diagnostic::new(Code::BadOption, format!("the option `{name}` always has a value"))
                                .at(kind.span, "a type alone is wanted")
                                .help("leave `?` and `=` out of the type: what it is without `--set` stands in `default`"),
                        );
                    }
                    OptionType::Typed(self.declared_type(kind).0)
                }
                None => OptionType::Typed(Type::of(Kind::Unknown)),
            };
            let default = entry
                .default
                .as_ref()
                .and_then(|default| self.option_value(&entry.name.text, &values, default));
            let fixed = self.file.fixed.iter().rev().find(|(name, _)| name.text == entry.name.text);
            let default = match fixed {
                Some((_, literal)) => self.option_value(&entry.name.text, &values, literal),
                None => default,
            };
            self.ruleset.options.push(OptionInfo {
                name: entry.name.text.clone(),
                text: entry.text.clone(),
                values,
                default: default.unwrap_or(Value::Integer(0)),
                fixed: fixed.is_some(),
            });
        }
        for (name, _) in &self.file.fixed {
            if self.option_named(&name.text).is_none() {
                self.complain_of_option(name.text.as_str(), name.span);
            }
        }
    }

    fn complain_of_option(&mut self, name: &str, span: crate::source::Span) {
        let known: Vec<&str> = self.ruleset.options.iter().map(|option| option.name.as_str()).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "the format that is built on has no options".to_owned(),
            None => format!("there is {}", one_of(&known)),
        };
        self.complain(
            Diagnostic::new(Code::UnknownOption, format!("no option is called `{name}`"))
                .at(span, "set here")
                .help(help),
        );
    }

    fn option_value(&mut self, name: &str, values: &OptionType, literal: &Literal) -> Option<Value> {
        let value = match values {
            OptionType::Choices(choices) => {
                let text = literal.value.text();
                let found = self.ruleset.symbols.find(&text).filter(|symbol| choices.contains(symbol));
                found.map(Value::Text).ok_or_else(|| {
                    let choices: Vec<&str> =
                        choices.iter().map(|&choice| self.ruleset.symbols.text(choice)).collect();
                    format!("it can be {}", one_of(&choices))
                })
            }
            OptionType::Typed(ty) if ty.kind == Kind::Unknown => return None,
            OptionType::Typed(ty) => ty
                .read(&literal.value.text(), &mut self.ruleset.symbols)
                .map_err(|expected| format!("it can be {expected}")),
        };
        match value {
            Ok(value) => Some(value),
            Err(help) => {
                let text = literal.value.text();
                self.complain(
                    Diagnostic::new(Code::BadOption, format!("the option `{name}` cannot be `{text}`"))
                        .at(literal.span, "not a value of this option")
                        .help(help),
                );
                None
            }
        }
    }

    /// The option of this name.
    pub(super) fn option_named(&self, name: &str) -> Option<OptionId> {
        let place = self.ruleset.options.iter().position(|option| option.name == name)?;
        u16::try_from(place).ok().map(OptionId)
    }
}
