//! A rule string that has passed the limits, with its tokens and the places that are known to be wrong.

use super::limits;
use super::mistakes::{self, Wording};
use super::tokens::{Token, tokens};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::RuleText;
use std::borrow::Cow;
use std::iter;
use std::ops::Range;

/// A rule string, ready to be parsed.
pub(super) struct Script<'t> {
    /// The string and its way back to the file.
    pub text: &'t RuleText,
    /// The same with nothing but blanks between what is said, byte for byte: what the grammar reads.
    pub plain: Cow<'t, str>,
    /// Its words and signs.
    pub tokens: Vec<Token>,
    /// Where a complaint stands already.
    wrong: Vec<Range<usize>>,
}

impl<'t> Script<'t> {
    /// Looks at a rule string before pest does. `None` when it cannot be parsed at all.
    pub fn read(text: &'t RuleText, complaints: &mut Complaints) -> Option<Self> {
        Self::read_as(text, Wording::Rule, complaints)
    }

    /// Looks at lines of another kind than rules, such as those of a schedule.
    pub fn read_as(text: &'t RuleText, wording: Wording, complaints: &mut Complaints) -> Option<Self> {
        let tokens = tokens(limits::beginning(text.text()));
        if let Err(refused) = limits::nesting(text, &tokens).and_then(|()| limits::length(text)) {
            complaints.push(refused);
            return None;
        }
        if !tokens.iter().any(Token::is_said) {
            let empty = Diagnostic::new(Code::Syntax, "nothing is written here")
                .at(text.whole(), "")
                .help("write something between the quotes, or take the key out");
            complaints.push(empty);
            return None;
        }
        let mut wrong = Vec::new();
        for (range, complaint) in mistakes::find(text, &tokens, wording) {
            complaints.push(complaint);
            wrong.push(range);
        }
        Some(Self { text, plain: plain(text.text(), &tokens), tokens, wrong })
    }

    /// The text of a token.
    pub fn word(&self, token: &Token) -> &'t str {
        self.text.text().get(token.range()).unwrap_or("")
    }

    /// Whether there is no complaint yet about this part.
    pub fn is_sound(&self, range: &Range<usize>) -> bool {
        let after = self.wrong.partition_point(|wrong| wrong.end <= range.start);
        self.wrong.get(after).is_none_or(|wrong| range.end <= wrong.start)
    }

    /// The words of a line.
    pub fn words_in(&self, line: &Range<usize>) -> Vec<Token> {
        let first = self.tokens.partition_point(|token| token.start < line.start);
        let last = self.tokens.partition_point(|token| token.end <= line.end);
        self.tokens.get(first..last).unwrap_or(&[]).iter().filter(|token| token.is_said()).copied().collect()
    }

    /// From the first word to the last, comments around them left out.
    pub fn extent(&self) -> Range<usize> {
        let mut said = self.tokens.iter().filter(|token| token.is_said());
        let first = said.next();
        let last = said.next_back().or(first);
        first.map_or(0, |token| token.start)..last.map_or(0, |token| token.end)
    }
}

/// The text with a blank for each byte of a remark, of an end of a line, and of any other sort of blank.
fn plain<'t>(text: &'t str, tokens: &[Token]) -> Cow<'t, str> {
    if !text.contains(['#', '\n', '\t', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for token in tokens.iter().filter(|token| token.is_said()) {
        plain.extend(iter::repeat_n(' ', token.start - plain.len()));
        plain.push_str(&text[token.range()]);
    }
    plain.extend(iter::repeat_n(' ', text.len() - plain.len()));
    Cow::Owned(plain)
}
