//! How a part is written: `a-b`, names of columns with signs between them.
//!
//! Comes in: the text of the key. Goes out: the columns, each with what stands behind it, or a complaint (R0116). It must
//! never know which columns there are. Start with [`parse`].

use super::ast::{Name, Written, WrittenColumn};
use super::mistakes::is_quote;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::RuleText;
use pest::unicode::{PUNCTUATION, SYMBOL, XID_CONTINUE, XID_START};
use std::ops::Range;

/// How such a text looks.
const EXAMPLE: &str = "write columns with a sign between them, for example `a-b`";

/// Reads the text.
pub(super) fn parse(text: &RuleText, complaints: &mut Complaints) -> Option<Written> {
    match columns(text) {
        Ok(columns) => Some(Written { columns, span: text.whole() }),
        Err(complaint) => {
            complaints.push(*complaint);
            None
        }
    }
}

fn columns(text: &RuleText) -> Result<Vec<WrittenColumn>, Box<Diagnostic>> {
    let whole = text.text();
    if whole.trim().is_empty() {
        let complaint = Diagnostic::new(Code::BadWritten, "no column is named here");
        return Err(Box::new(complaint.at(text.whole(), "").help(EXAMPLE)));
    }
    let mut columns = Vec::new();
    let mut at = 0;
    loop {
        let end = name_end(text, at)?;
        let inside = whole[at..end].trim_matches('"');
        let name = Name { text: inside.to_owned(), span: text.span(at..end) };
        let next = end + signs(&whole[end..]);
        let then = (next > end).then(|| (whole[end..next].to_owned(), text.span(end..next)));
        at = next;
        if at == whole.len() {
            if let Some((signs, _)) = &then {
                let message = format!("{} stands behind the last column", words(signs));
                return refused(text, end..next, message, "end with a column");
            }
            columns.push(WrittenColumn { name, then });
            return Ok(columns);
        }
        if then.is_none() {
            // Whatever begins no column is refused for what it is.
            name_end(text, at)?;
            let message = format!("nothing stands behind `{inside}`");
            return refused(text, at..at + first(&whole[at..]), message, "put a sign between two columns");
        }
        columns.push(WrittenColumn { name, then });
    }
}

/// Where the name that begins at `at` ends, quotes and all.
fn name_end(text: &RuleText, at: usize) -> Result<usize, Box<Diagnostic>> {
    let rest = &text.text()[at..];
    let here = at..at + first(rest);
    let letter = rest.chars().next().unwrap_or(' ');
    if letter == '"' {
        return match rest[1..].find('"') {
            Some(0) => refused(text, at..at + 2, "an empty name", "write a name between the quotes"),
            Some(length) => Ok(at + length + 2),
            None => refused(text, here, "this quote is never closed", "close it, or take it out"),
        };
    }
    if letter == '_' || XID_START(letter) {
        let length = rest.find(|letter| !XID_CONTINUE(letter)).unwrap_or(rest.len());
        return Ok(at + length);
    }
    if at == 0 && is_sign(letter) {
        let before = &rest[..signs(rest)];
        let message = format!("{} stands before the first column", words(before));
        return refused(text, at..at + before.len(), message, "begin with a column");
    }
    refused(text, here, format!("{} cannot stand between columns", shown(letter)), reason(letter))
}

/// The length of what may stand between columns, at the start of `rest`.
fn signs(rest: &str) -> usize {
    rest.find(|letter| !is_sign(letter)).unwrap_or(rest.len())
}

/// Punctuation and blanks, but for what has a meaning of its own in a log.
fn is_sign(letter: char) -> bool {
    let has_meaning = letter == '|' || letter == '_' || is_quote(letter.encode_utf8(&mut [0; 4]));
    letter == ' ' || !has_meaning && letter != '"' && (PUNCTUATION(letter) || SYMBOL(letter))
}

/// What stands between columns, in words.
fn words(signs: &str) -> String {
    if signs.trim().is_empty() { "a blank".to_owned() } else { format!("`{signs}`") }
}

fn shown(letter: char) -> String {
    let is_seen = letter.is_alphanumeric() || PUNCTUATION(letter) || SYMBOL(letter);
    if is_seen { format!("`{letter}`") } else { format!("the character U+{:04X}", u32::from(letter)) }
}

/// Why a letter is no sign, and what to do.
fn reason(letter: char) -> &'static str {
    match letter {
        '|' => "it stands between the elements of a list in a cell: take another sign, for example `-`",
        letter if letter.is_numeric() => {
            "a digit could be one of the value before it: take a sign, for example `-`"
        }
        letter if is_quote(letter.encode_utf8(&mut [0; 4])) => {
            "quotes are for names: take another sign, for example `-`"
        }
        _ => "take punctuation or a plain blank, for example `-`",
    }
}

fn refused<T>(
    text: &RuleText,
    range: Range<usize>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::new(Code::BadWritten, message).at(text.span(range), "").help(help)))
}

/// The length of the first letter.
fn first(rest: &str) -> usize {
    rest.chars().next().map_or(0, char::len_utf8)
}
