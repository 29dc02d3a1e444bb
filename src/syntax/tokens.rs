//! Cuts a rule string into words and signs, without knowing what they mean.
//!
//! The grammar decides what is valid. These tokens serve what must be known before it runs (how deeply
//! brackets nest, where lines end, which signs come from another language) and after it has failed
//! (what stands at the place of the failure).

use pest::unicode::{XID_CONTINUE, XID_START};
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// Anything that begins with a digit.
    Number,
    /// A text in double quotes, or one that is never closed.
    Quoted {
        /// Whether the closing quote is there.
        closed: bool,
    },
    /// `(`
    Open,
    /// `)`
    Close,
    /// Any other sign, as long as it makes sense together (`<=`, `==`, `->`).
    Sign,
    /// The end of a line.
    LineEnd,
    /// `# …`
    Comment,
}

/// A token and its place in the decoded text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// Its bytes.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Whether it is a word or a sign, not a line end or a comment.
    pub fn is_said(&self) -> bool {
        !matches!(self.kind, Kind::LineEnd | Kind::Comment)
    }
}

/// Signs of more than one character, ours and those of other languages, longer ones before their beginnings.
const SIGNS: [&str; 23] = [
    "===", "!==", "-->", "==>", "<=>", "...", "==", "!=", "<=", ">=", "=>", "=<", "<>", "->", "**", "&&",
    "||", ":=", "//", "..", "?:", "??", "/*",
];

/// All tokens of `text`, in their order; blanks lie between them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = match first {
            ' ' | '\t' | '\r' => {
                at += 1;
                continue;
            }
            '\n' => (Kind::LineEnd, 1),
            '#' => (Kind::Comment, rest.find('\n').unwrap_or(rest.len())),
            '(' => (Kind::Open, 1),
            ')' => (Kind::Close, 1),
            '"' => quoted(rest),
            '0'..='9' => (Kind::Number, number(rest)),
            first if first.is_ascii_alphabetic() || first == '_' || XID_START(first) => {
                (Kind::Word, word(rest))
            }
            // These are the beginning of no longer sign.
            ',' | '+' | '@' => (Kind::Sign, 1),
            first => {
                let known = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                (Kind::Sign, known.map_or(first.len_utf8(), |sign| sign.len()))
            }
        };
        all.push(Token { kind, start: at, end: at + length });
        at += length;
    }
    all
}

/// The length of the identifier characters at the start of `rest`.
fn word(rest: &str) -> usize {
    let goes_on = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || XID_CONTINUE(letter);
    rest.find(|letter| !goes_on(letter)).unwrap_or(rest.len())
}

/// The length of a number and of all that is glued to it.
fn number(rest: &str) -> usize {
    let whole = word(rest);
    let digits = rest[..whole].bytes().all(|digit| digit.is_ascii_digit());
    match rest[whole..].strip_prefix('.') {
        Some(fraction) if digits && fraction.starts_with(|digit: char| digit.is_ascii_digit()) => {
            whole + 1 + word(fraction)
        }
        Some(_) | None => whole,
    }
}

fn quoted(rest: &str) -> (Kind, usize) {
    match rest[1..].find(['"', '\n']) {
        Some(end) if rest[1 + end..].starts_with('"') => (Kind::Quoted { closed: true }, end + 2),
        Some(end) => (Kind::Quoted { closed: false }, end + 1),
        None => (Kind::Quoted { closed: false }, rest.len()),
    }
}
