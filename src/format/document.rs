//! The file as TOML, and its first key.
//!
//! Comes in: the text of a file. Goes out: its root table, complaints about what is no TOML, and whether
//! it is written in a language that this version reads.
//! It must never know another key than `language`. Start with [`Reader::speaks`].

use super::walk::{Reader, Table};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use std::ops::Range;
use toml::de::{DeValue, Error};

/// The version of the language that is read.
const LANGUAGE: i64 = 1;
const EXAMPLE: &str = "language = 1";
/// A file that is no TOML at all is not worth a thousand complaints.
const MOST_ERRORS: usize = 20;
/// Quotes that word processors put in.
const CURLY: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];

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

    /// Complains of every place that is no TOML; gives the start of the first line that cannot be trusted.
    pub fn syntax_errors(&mut self, errors: &[Error]) -> usize {
        let mut trusted = self.text.len();
        let line_of = |error: &Error| {
            let start = error.span().map_or(0, |range| range.start);
            self.text.get(..start).unwrap_or("").matches('\n').count()
        };
        let mut first_of_lines: Vec<&Error> = errors.iter().collect();
        first_of_lines.sort_by_key(|error| error.span().map_or(0, |range| range.start));
        first_of_lines.dedup_by_key(|error| line_of(error));
        let errors = first_of_lines;
        for (count, error) in errors.iter().enumerate() {
            let range = error.span().unwrap_or(0..0);
            let opened = self.opening_quote(error.message(), range.start);
            let first = opened.as_ref().map_or(range.start, |opened| opened.start);
            let line = self.text.get(..first).and_then(|before| before.rfind('\n'));
            trusted = trusted.min(line.map_or(0, |newline| newline + 1));
            if count < MOST_ERRORS {
                let diagnostic = self.syntax_error(error.message(), range, opened);
                self.complain(diagnostic);
            } else if count == MOST_ERRORS {
                let more = format!("and {} more places that are not TOML", errors.len() - count);
                let span = self.span(range);
                self.complain(Diagnostic::new(Code::NotToml, more).at(span, "the next of them"));
            }
        }
        trusted
    }

    fn syntax_error(&self, message: &str, range: Range<usize>, opened: Option<Range<usize>>) -> Diagnostic {
        let span = self.span(range.clone());
        let raw = self.text.get(range.clone()).unwrap_or("");
        let not = |message: &str| Diagnostic::new(Code::NotToml, message);
        if let Some(opened) = opened {
            let mark = self.text.get(opened.clone()).unwrap_or("").to_owned();
            return not("a text in quotes is not closed")
                .at(self.span(opened), "opened here")
                .at(span, "not closed up to here")
                .help(format!("close it with `{mark}`"));
        }
        if message.starts_with("duplicate key") {
            return self.duplicate(raw, &range);
        }
        if let Some(diagnostic) = self.key_of_blanks(message, &range).or_else(|| self.slip(message, &range)) {
            return diagnostic;
        }
        let no_value = message.starts_with("string values must be quoted")
            || message.starts_with("invalid literal string")
            || message.starts_with("key with no value");
        if no_value && raw.is_empty() {
            return not("a key has no value")
                .at(span, "the value is missing here")
                .help("write `key = value`; a text stands in quotes");
        }
        let inside = raw.trim_matches(CURLY);
        if inside.len() < raw.len() {
            return not("curly quotes do not enclose a text")
                .at(span, "not a number, and not in straight quotes")
                .help(format!("write straight quotes: `\"{}\"`", inside.escape_debug()));
        }
        if let "yes" | "no" | "True" | "False" | "Yes" | "No" = raw {
            let right = if matches!(raw, "yes" | "Yes" | "True") { "true" } else { "false" };
            return not(&format!("`{raw}` is no value"))
                .at(span, "not in quotes")
                .help(format!("outside of rules, yes and no are written `true` and `false`: `{right}`"));
        }
        if message.starts_with("string values must be quoted") {
            return not(&format!("`{raw}` is no value")).at(span, "not a number, and not in quotes").help(
                format!(
                    "a text stands in quotes: `\"{}\"`; the values of a list have commas between them",
                    raw.escape_debug()
                ),
            );
        }
        if message.contains("recur") {
            return not("tables or lists are nested too deeply")
                .at(span, "one level too many")
                .help("80 levels are read, a format needs 6");
        }
        not(&format!("this is not TOML: {message}")).at(span, "cannot be read from here on")
    }

    /// A key or a header for the second time.
    fn duplicate(&self, raw: &str, range: &Range<usize>) -> Diagnostic {
        let start = self.line_start(range.start);
        let before = self.text.get(..start).unwrap_or("");
        let line = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("").trim();
        let header = line.starts_with('[');
        let (message, help) = if header {
            (format!("the table `{line}` is there twice"), "put both together under one header")
        } else {
            (format!("`{raw}` is written twice in one table"), "leave one of the two, or put them together")
        };
        let diagnostic =
            Diagnostic::new(Code::NotToml, message).at(self.span(range.clone()), "the second").help(help);
        let mut at = before.len();
        for earlier in before.split_inclusive('\n').rev() {
            at -= earlier.len();
            let text = earlier.trim();
            let indent = earlier.len() - earlier.trim_start().len();
            if header && text == line {
                return diagnostic.at(self.span(at + indent..at + indent + text.len()), "the first");
            }
            let key = text.strip_prefix(raw).is_some_and(|rest| rest.trim_start().starts_with('='));
            if !header && key {
                return diagnostic.at(self.span(at + indent..at + indent + raw.len()), "the first");
            }
            if !header && text.starts_with('[') {
                break;
            }
        }
        diagnostic
    }

    /// `squares left = …`, `größe = …`: a key that needs quotes.
    fn key_of_blanks(&self, message: &str, range: &Range<usize>) -> Option<Diagnostic> {
        let start = self.line_start(range.start);
        let line = self.text.get(start..)?.lines().next()?;
        let header = line.trim_start().starts_with('[');
        let key = if header { line.trim().trim_matches(['[', ']']) } else { line.split_once('=')?.0.trim() };
        let quotable = !key.is_empty() && !key.contains(['"', '\'', ':', '=', ',', '{', '#', '[', ']']);
        let in_key = range.start <= start + line.find('=').unwrap_or(line.len());
        let fits = message.starts_with("invalid unquoted key")
            || message.starts_with("key with no value")
            || message.starts_with("unclosed table") && key.contains(' ');
        if !(quotable && in_key && fits) || key.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return None;
        }
        let name =
            if header { key.rsplit('.').find(|part| !is_bare(part)).unwrap_or(key).trim() } else { key };
        let place = start + line.find(name)?;
        Some(
            Diagnostic::new(Code::NotToml, format!("the name `{name}` needs quotes"))
                .at(
                    self.span(place..place + name.len()),
                    "only letters from a to z, digits, `_` and `-` need none",
                )
                .help(format!("write `\"{name}\"`")),
        )
    }

    /// Frequent slips in the signs of TOML.
    fn slip(&self, message: &str, range: &Range<usize>) -> Option<Diagnostic> {
        let not = |message: &str, label: &str, help: String| {
            Diagnostic::new(Code::NotToml, message).at(self.span(range.clone()), label).help(help)
        };
        let rest = self.text.get(range.start..).unwrap_or("");
        if message.starts_with("missing escaped value") {
            return Some(not(
                "a `\\` between double quotes has a meaning of its own",
                "no such escape",
                "write `\\\\`, or put the text in single quotes, where a `\\` is a `\\`".to_owned(),
            ));
        }
        if message.starts_with("missing comma between array elements") {
            return Some(not(
                "the values of a list have commas between them",
                "",
                "write a `,` before this".to_owned(),
            ));
        }
        if message.starts_with("unclosed table") || message.starts_with("unclosed array table") {
            let start = self.line_start(range.start);
            let double = self.text.get(start..).is_some_and(|line| line.trim_start().starts_with("[["));
            let close = if double { "]]" } else { "]" };
            return Some(not("a header is not closed", "", format!("close it with `{close}`")));
        }
        if message.starts_with("invalid unquoted key") && rest.starts_with(':') {
            let start = self.line_start(range.start);
            let key = self.text.get(start..range.start).unwrap_or("").trim();
            return Some(not(
                "a key and its value have a `=` between them, not a `:`",
                "",
                format!("write `{key} =`"),
            ));
        }
        None
    }

    fn line_start(&self, at: usize) -> usize {
        self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
    }

    /// The quote that opens a text which is not closed before `end`.
    fn opening_quote(&self, message: &str, end: usize) -> Option<Range<usize>> {
        let before = self.text.get(..end)?;
        let (mark, multi) = if message.starts_with("invalid multi-line literal") {
            ("'''", true)
        } else if message.starts_with("invalid multi-line basic") {
            ("\"\"\"", true)
        } else if message.starts_with("invalid literal") {
            ("'", false)
        } else if message.starts_with("invalid basic string, expected `\"`") {
            ("\"", false)
        } else {
            return None;
        };
        let line = if multi { 0 } else { before.rfind('\n').map_or(0, |newline| newline + 1) };
        let start = line + before.get(line..)?.rfind(mark)?;
        Some(start..start + mark.len())
    }

    fn first_line(&self) -> Span {
        let line = self.text.find(['\r', '\n']).unwrap_or(self.text.len());
        self.span(0..line)
    }
}

/// Whether a part of a key needs no quotes.
fn is_bare(part: &str) -> bool {
    part.trim().bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
