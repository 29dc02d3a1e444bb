//! The file as TOML, and its first key.
//!
//! Comes in: the text of a file. Goes out: its root table, complaints about what is no TOML, and whether
//! it is written in a language that this version reads.
//! It must never know another key than `language`. Start with [`Reader::speaks`].

use super::walk::{Reader, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use toml::de::{DeValue, Error};

/// The version of the language that is read.
const LANGUAGE: i64 = 1;
const EXAMPLE: &str = "language = 1";
/// A file that is no TOML at all is not worth a thousand complaints.
const MOST_ERRORS: usize = 20;

impl Reader<'_> {
    /// Whether the file can be read on: its language is not newer than this version.
    pub fn speaks(&mut self, root: &Table<'_>) -> bool {
        let Some(entry) = root.entry("language") else {
            self.complain(
                Diagnostic::new(
                    Code::LanguageVersion,
                    "the file does not say in which language it is written",
                )
                .at(self.first_line(), "`language` comes first")
                .help(format!("begin the file with `{EXAMPLE}`")),
            );
            return true;
        };
        let DeValue::Integer(digits) = entry.value.node else {
            self.complain(
                Diagnostic::new(Code::LanguageVersion, "the language is a whole number")
                    .at(entry.value.span, super::walk::shape(entry.value.node))
                    .help(format!("write `{EXAMPLE}`")),
            );
            return true;
        };
        let version = i64::from_str_radix(digits.as_str(), digits.radix());
        match version {
            Ok(LANGUAGE) => {
                if root.entries.first().is_some_and(|first| first.name.text != "language") {
                    self.complain(
                        Diagnostic::new(Code::LanguageVersion, "`language` is not the first key")
                            .at(entry.name.span, "should stand before all else")
                            .help(format!("move `{EXAMPLE}` to the top of the file")),
                    );
                }
                true
            }
            Ok(version) if version < LANGUAGE => {
                self.complain(
                    Diagnostic::new(Code::LanguageVersion, format!("there is no language {version}"))
                        .at(entry.value.span, "the first is 1")
                        .help(format!("write `{EXAMPLE}`")),
                );
                true
            }
            Ok(_) | Err(_) => {
                let message = format!(
                    "the file is written in language {digits}, this version of rulesctl reads language {LANGUAGE}"
                );
                self.complain(
                    Diagnostic::new(Code::LanguageVersion, message)
                        .at(entry.value.span, "too new")
                        .help("use a newer version of rulesctl"),
                );
                false
            }
        }
    }

    /// Complains of every place that is no TOML.
    pub fn syntax_errors(&mut self, errors: &[Error]) {
        for (count, error) in errors.iter().enumerate() {
            let range = error.span().unwrap_or(0..0);
            let span = self.span(range.clone());
            if count == MOST_ERRORS {
                let more = format!("and {} more places that are not TOML", errors.len() - count);
                self.complain(Diagnostic::new(Code::NotToml, more).at(span, "the next of them"));
                return;
            }
            let diagnostic = if error.message().starts_with("duplicate key") {
                let key = self.text.get(range).unwrap_or("").to_owned();
                Diagnostic::new(Code::NotToml, format!("`{key}` is written twice in one table"))
                    .at(span, "the second")
                    .help("leave one of the two, or put them together")
            } else {
                Diagnostic::new(Code::NotToml, format!("this is not TOML: {}", error.message()))
                    .at(span, "cannot be read from here on")
            };
            self.complain(diagnostic);
        }
    }

    fn first_line(&self) -> Span {
        let line = self.text.find(['\r', '\n']).unwrap_or(self.text.len());
        self.span(0..line)
    }
}
