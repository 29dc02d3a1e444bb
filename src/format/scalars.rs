//! Single values of the file: texts, names, numbers, rule strings.
//!
//! Comes in: a value of a table. Goes out: what it holds, or a complaint that shows how to write it.
//! Rule strings become a [`RuleText`], which knows where each of its bytes stands.
//! It must never know which key it reads. Start with [`Reader::string`].

use super::names::Naming;
use super::walk::{Reader, Value};
use super::{Literal, LiteralValue};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::RuleText;
use crate::syntax::ast::Name;
use toml::de::DeValue;

impl Reader<'_> {
    /// A text.
    pub fn string(&mut self, value: &Value<'_>, example: &str) -> Option<String> {
        match value.node {
            DeValue::String(text) => Some(plain(text)),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.wrong(value, "a text in quotes", example);
                None
            }
        }
    }

    /// A text that knows where each of its bytes stands.
    pub fn placed(&mut self, value: &Value<'_>, example: &str) -> Option<RuleText> {
        self.string(value, example)?;
        let raw = self.raw(value).to_owned();
        self.decode(value, &raw)
    }

    /// A text that names something which stands elsewhere.
    pub fn reference(&mut self, value: &Value<'_>, example: &str) -> Option<Name> {
        Some(Name { text: self.string(value, example)?, span: value.span })
    }

    /// A list of texts that name things which stand elsewhere.
    pub fn references(&mut self, value: &Value<'_>, example: &str) -> Vec<Name> {
        let Some(items) = self.list(value, "a list of names", example) else { return Vec::new() };
        items.iter().filter_map(|item| self.reference(item, example)).collect()
    }

    /// A list of new names.
    pub fn names(&mut self, value: &Value<'_>, naming: Naming, example: &str) -> Vec<Name> {
        let names = self.references(value, example);
        for name in &names {
            self.check_name(name, naming);
        }
        names
    }

    /// The items of a list.
    pub fn list<'t>(&mut self, value: &Value<'t>, wanted: &str, example: &str) -> Option<Vec<Value<'t>>> {
        match value.node {
            DeValue::Array(items) => Some(self.items(value, items)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Table(_) => {
                self.wrong(value, wanted, example);
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, value: &Value<'_>, example: &str) -> Option<bool> {
        match value.node {
            DeValue::Boolean(flag) => Some(*flag),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.wrong(value, "`true` or `false`", example);
                None
            }
        }
    }

    /// A single value of any kind.
    pub fn literal(&mut self, value: &Value<'_>, example: &str) -> Option<Literal> {
        let held = match value.node {
            DeValue::String(text) => LiteralValue::Text(plain(text)),
            DeValue::Boolean(flag) => LiteralValue::Flag(*flag),
            DeValue::Integer(_) => LiteralValue::Integer(self.integer(value)?),
            DeValue::Float(digits) if !digits.as_str().bytes().any(|byte| byte.is_ascii_digit()) => {
                self.complain(
                    Diagnostic::new(Code::WrongShape, format!("{} must be an exact number", value.what))
                        .at(value.span, "not a number that can be counted with")
                        .help("write a number with digits, such as `12` or `0.5`"),
                );
                return None;
            }
            DeValue::Float(digits) => LiteralValue::Digits(digits.as_str().to_owned()),
            DeValue::Datetime(_) => LiteralValue::Digits(self.raw(value).to_owned()),
            DeValue::Array(_) | DeValue::Table(_) => {
                self.wrong(value, "a single value", example);
                return None;
            }
        };
        Some(Literal { value: held, span: value.span })
    }

    /// The value of a TOML integer; `None` for anything else, and with a complaint where it does not fit.
    pub fn integer(&mut self, value: &Value<'_>) -> Option<i64> {
        let DeValue::Integer(digits) = value.node else { return None };
        let read = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        if read.is_none() {
            self.complain(
                Diagnostic::new(Code::LiteralTooLarge, format!("{} is too large a number", value.what))
                    .at(value.span, "does not fit into 64 bits")
                    .help(format!("whole numbers go from {} to {}", i64::MIN, i64::MAX)),
            );
        }
        read
    }

    /// A rule string of any kind, decoded. `key` is shown in the example of a mended line.
    pub fn rule_text(&mut self, value: &Value<'_>, key: &str) -> Option<RuleText> {
        let raw = self.raw(value).to_owned();
        let quoted = match value.node {
            DeValue::String(_) => return self.decode(value, &raw),
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => raw,
            DeValue::Boolean(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            DeValue::Array(items) => {
                let single = match items.iter().next().map(toml::Spanned::get_ref) {
                    Some(DeValue::String(line)) if items.len() == 1 && !line.contains(['\'', '\n']) => line,
                    _ => "…",
                };
                let example = match items.len() {
                    0 | 1 => format!("{key} = '{single}'"),
                    _ => format!("{key} = '''…'''"),
                };
                self.wrong(value, "one rule in quotes", &example);
                return None;
            }
            DeValue::Table(_) => {
                self.wrong(value, "a rule in quotes", &format!("{key} = '…'"));
                return None;
            }
        };
        self.wrong(value, "a rule in quotes", &format!("{key} = '{quoted}'"));
        None
    }

    fn decode(&mut self, value: &Value<'_>, raw: &str) -> Option<RuleText> {
        let text = RuleText::new(self.source, value.span.range(), raw).ok();
        if text.is_none() {
            self.complain(
                Diagnostic::new(Code::NotToml, format!("{} is no text that can be read", value.what))
                    .at(value.span, "cannot be decoded")
                    .help("write it between `'` and `'`, where nothing is an escape"),
            );
        }
        text
    }
}

/// A text of several lines is the same text in a file of either kind of line ends.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
}
