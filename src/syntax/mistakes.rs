//! Spellings that are never right, wherever they stand: signs and words of other languages, typographic
//! quotes and dashes, invisible blanks. Found before pest runs, all of them in one go.

use super::limits::{ENOUGH, NOT_READ};
use super::numerals;
use super::tokens::{Kind, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::RuleText;
use std::ops::Range;

/// A mistake and its place in the decoded text.
pub(super) type Mistake = (Range<usize>, Diagnostic);

/// What the words are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    /// A rule, an order, a type.
    Rule,
    /// Lines of a schedule or a bracket, a selection: names there may hold digits and hyphens, and nothing is computed.
    Line,
}

/// What a mistake is looked for in: a rule string and its tokens.
pub(super) struct Reading<'t> {
    /// The rule string.
    pub text: &'t RuleText,
    /// Its tokens.
    pub tokens: &'t [Token],
}

/// The mistakes that the words alone betray: all of them, unless there are too many.
pub(super) fn find(text: &RuleText, tokens: &[Token], wording: Wording) -> Vec<Mistake> {
    let reading = Reading { text, tokens };
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let (mistake, taken) = match token.kind {
            Kind::Sign if is_quote(reading.word(index)) => reading.quotes(index),
            Kind::Sign if wording == Wording::Line => (reading.sign_of_line(index), 1),
            Kind::Word | Kind::Number if wording == Wording::Line => (None, 1),
            Kind::Sign => (reading.sign(index), 1),
            Kind::Word => (reading.wrong_word(index), 1),
            Kind::Number => numerals::find(&reading, index),
            Kind::Quoted { closed: false } => (Some(reading.unclosed(token)), 1),
            Kind::Quoted { closed: true } | Kind::Open | Kind::Close | Kind::LineEnd | Kind::Comment => {
                (None, 1)
            }
        };
        found.extend(mistake);
        index += taken;
        if found.len() >= ENOUGH && index < tokens.len() {
            if let Some((range, complaint)) = found.pop() {
                found.push((range.start..text.text().len(), complaint.note(NOT_READ)));
            }
            break;
        }
    }
    found
}

/// A complaint about a spelling, with the right one.
pub(super) fn spelling(wrong: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::WrongSpelling, format!("`{wrong}` means nothing here")).help(help)
}

pub(super) fn is_quote(sign: &str) -> bool {
    matches!(
        sign,
        "“" | "”"
            | "„"
            | "‟"
            | "«"
            | "»"
            | "‘"
            | "’"
            | "‚"
            | "'"
            | "`"
            | "「"
            | "」"
            | "『"
            | "』"
            | "＂"
            | "＇"
    )
}

impl Reading<'_> {
    /// The text of the token at `index`; empty where there is none.
    pub fn word(&self, index: usize) -> &str {
        self.tokens.get(index).and_then(|token| self.text.text().get(token.range())).unwrap_or("")
    }

    /// Whether two neighbouring tokens touch.
    pub fn touch(&self, left: usize, right: usize) -> bool {
        match (self.tokens.get(left), self.tokens.get(right)) {
            (Some(left), Some(right)) => left.end == right.start,
            _ => false,
        }
    }

    /// Whether the token at `index` is a number.
    pub fn is_number(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.kind == Kind::Number)
    }

    /// A mistake from one token to another.
    pub fn mistake(&self, from: usize, to: usize, complaint: Diagnostic) -> Option<Mistake> {
        let range = self.tokens.get(from)?.start..self.tokens.get(to)?.end;
        Some((range.clone(), complaint.at(self.text.span(range), "")))
    }

    /// `“two”`, `'two'`
    fn quotes(&self, open: usize) -> (Option<Mistake>, usize) {
        let line = self.tokens.iter().skip(open + 1).take_while(|token| token.kind != Kind::LineEnd).count();
        let close = (open + 1..=open + line).find(|index| is_quote(self.word(*index)));
        let Some(close) = close else {
            let complaint = spelling(self.word(open), "a text stands in straight double quotes: `\"…\"`");
            return (self.mistake(open, open, complaint), 1 + line);
        };
        let inside = match (self.tokens.get(open), self.tokens.get(close)) {
            (Some(open), Some(close)) => self.text.text().get(open.end..close.start).unwrap_or(""),
            _ => "",
        };
        let message =
            format!("`{}` and `{}` are not quotes of this language", self.word(open), self.word(close));
        let complaint = Diagnostic::new(Code::WrongSpelling, message)
            .help(format!("write straight double quotes: `\"{inside}\"`"));
        (self.mistake(open, close, complaint), close - open + 1)
    }

    fn unclosed(&self, token: &Token) -> Mistake {
        let quote = token.start..token.start + 1;
        let complaint = Diagnostic::new(Code::Syntax, "a quote that is never closed")
            .at(self.text.span(quote), "the text begins here")
            .help("write a `\"` at the end of the text, in the same line");
        (token.range(), complaint)
    }

    fn sign(&self, index: usize) -> Option<Mistake> {
        let sign = self.word(index);
        let complaint = match sign {
            "=>" if self.means_arrow(index) => spelling(sign, "write `->`"),
            "%" => return self.percent(index),
            "|" if self.word(index.saturating_sub(1)) == "yes" && self.word(index + 1) == "no" => {
                return self.mistake(index - 1, index + 1, spelling("yes|no", "write `yes/no`"));
            }
            _ => match (right_sign(sign), invisible(sign), full_width(sign)) {
                (Some(right), _, _) => spelling(sign, right),
                (None, Some(name), _) => {
                    Diagnostic::new(Code::WrongSpelling, format!("{name} that cannot be seen"))
                        .help("delete it, and write an ordinary blank where one is needed")
                }
                (None, None, Some(plain)) => {
                    Diagnostic::new(Code::WrongSpelling, format!("`{sign}` is a full-width character"))
                        .help(format!("write `{plain}`"))
                }
                (None, None, None) => return None,
            },
        };
        self.mistake(index, index, complaint)
    }

    /// Signs that are wrong in a schedule or a bracket as well. What stands between those who meet depends on its place.
    fn sign_of_line(&self, index: usize) -> Option<Mistake> {
        let sign = self.word(index);
        let complaint = match right_sign(sign) {
            _ if sign == "=>" => spelling(sign, "write `->`"),
            Some(right @ ("write `->`" | "write `,`")) => spelling(sign, right),
            Some(_) => return None,
            None if invisible(sign).is_some() || full_width(sign).is_some() => return self.sign(index),
            None => return None,
        };
        self.mistake(index, index, complaint)
    }

    /// `=>` stands for an arrow where the rule is made of arrows and this line has none.
    fn means_arrow(&self, index: usize) -> bool {
        let line_end = |token: &&Token| token.kind != Kind::LineEnd;
        let before = self.tokens[..index].iter().rev().take_while(line_end).count();
        let after = self.tokens[index..].iter().take_while(line_end).count();
        let line = index - before..index + after;
        let first = self.tokens.iter().position(Token::is_said).unwrap_or(0);
        let arrow = |index: usize| self.word(index) == "->";
        !line.clone().any(arrow)
            && (self.word(first) == "by"
                || self.word(line.start) == "otherwise"
                || (0..self.tokens.len()).any(arrow))
    }

    /// `%` behind a number are hundredths; anywhere else it was meant as `mod`.
    fn percent(&self, index: usize) -> Option<Mistake> {
        let after_number = index > 0 && self.is_number(index - 1);
        let next = self.tokens.get(index + 1).map(|token| token.kind);
        let operand = matches!(next, Some(Kind::Word | Kind::Number | Kind::Open | Kind::Quoted { .. }))
            && !super::grammar::spans_whole(super::grammar::Rule::keyword, self.word(index + 1));
        if after_number && self.touch(index - 1, index) && !(operand && self.touch(index, index + 1)) {
            return None;
        }
        if after_number && !operand {
            let number = self.word(index - 1);
            let complaint = Diagnostic::new(Code::WrongSpelling, "a blank before `%`");
            return self.mistake(index - 1, index, complaint.help(format!("write `{number}%`")));
        }
        self.mistake(index, index, spelling("%", "the remainder of a division is written `mod`: `a mod 2`"))
    }

    fn wrong_word(&self, index: usize) -> Option<Mistake> {
        let before = index.checked_sub(1).map_or("", |before| self.word(before));
        let after = self.word(index + 1);
        if matches!(before, "." | "@") || matches!(after, "." | "(" | ":") {
            return None;
        }
        let word = self.word(index);
        let complaint = match word {
            "true" | "True" | "TRUE" => spelling(word, "write `yes`"),
            "false" | "False" | "FALSE" => spelling(word, "write `no`"),
            "null" | "Null" | "NULL" | "nil" | "None" | "undefined" => no_null(word),
            "none" if matches!(before, "else" | "->") => no_null(word),
            _ => return None,
        };
        self.mistake(index, index, complaint)
    }
}

fn no_null(word: &str) -> Diagnostic {
    spelling(word, "there is no null; say with `else` what to take where a value is missing: `time else 0 s`")
}

/// What to write instead of a sign.
fn right_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "==" | "===" | ":=" => "write `=`",
        "!==" | "<>" | "≠" => "write `!=`",
        "=>" | "≥" | "⩾" | "≧" => "write `>=`",
        "=<" | "≤" | "⩽" | "≦" => "write `<=`",
        "<=>" => "write one of `=`, `<`, `>`",
        "&&" | "&" | "∧" => "write `and`",
        "||" | "|" | "∨" => "write `or`",
        "!" | "¬" | "~" => "write `not`",
        "∈" => "write `in`",
        "–" | "−" | "—" | "‒" | "‐" | "‑" => "write `-`",
        "×" | "·" | "∙" | "⋅" | "∗" | "•" => "write `*`",
        "÷" | "∕" | "⁄" => "write `/`",
        "→" | "⇒" | "➔" | "➜" | "-->" | "==>" => "write `->`",
        ".." | "..." | "…" => "write `to`: `1 to 9`",
        "**" | "^" | "²" | "³" => "there are no powers; multiply: `a * a`",
        "//" => "a quotient rounded down is written `div`; a remark begins with `#`",
        "/*" => "a remark begins with `#` and goes to the end of the line",
        "??" => "write `else`: `time else 0 s`",
        "?:" => "write `VALUE if CONDITION else OTHERWISE`",
        "[" | "{" => "only round brackets are used: write `(`",
        "]" | "}" => "only round brackets are used: write `)`",
        "、" => "write `,`",
        "。" => "leave it out",
        _ => return None,
    })
}

/// A character that is not to be seen.
fn invisible(sign: &str) -> Option<&'static str> {
    let letter = sign.chars().next()?;
    Some(match letter {
        '\u{a0}' | '\u{202f}' | '\u{2007}' => "a non-breaking blank",
        '\u{3000}' => "a full-width blank",
        '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{1680}' => "a typographic blank",
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => "a character of no width",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a mark for the direction of writing"
        }
        '\u{85}' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' => "an unusual line end",
        letter if letter.is_control() => "a control character",
        _ => return None,
    })
}

/// The ordinary character for a full-width one.
fn full_width(sign: &str) -> Option<char> {
    let letter = sign.chars().next().filter(|letter| ('\u{ff01}'..='\u{ff5e}').contains(letter))?;
    char::from_u32(u32::from(letter) - 0xfee0)
}
