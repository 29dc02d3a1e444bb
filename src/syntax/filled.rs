//! A text with values in braces: `holds {count(tiles)} tiles`. `{{` and `}}` are braces that are said.
//!
//! Comes in: the text. Goes out: its words and its expressions, or complaints. It must never know what a value is.
//! Start with [`parse`].

use super::ast::{Filled, FilledPiece};
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::RuleText;
use std::ops::Range;

/// How a brace that is said is written.
const TWICE: &str = "a brace that is said is written twice: `{{` and `}}`";

/// Reads the text: all expressions, also where an earlier one has a complaint. `None` when any of them has.
pub(super) fn parse(text: &RuleText, complaints: &mut Complaints) -> Option<Filled> {
    let whole = text.text();
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut sound = true;
    let mut at = 0;
    while let Some(length) = whole[at..].find(['{', '}']) {
        words.push_str(&whole[at..at + length]);
        let brace = at + length;
        let rest = &whole[brace..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            words.push_str(&rest[..1]);
            at = brace + 2;
            continue;
        }
        if rest.starts_with('}') {
            complaints.push(refused(text, brace..brace + 1, "this brace closes nothing", TWICE));
            sound = false;
            at = brace + 1;
            continue;
        }
        let Some(end) = closing(rest) else {
            let help = format!("close it with `}}` behind the value; {TWICE}");
            complaints.push(refused(text, brace..brace + 1, "this brace is never closed", help));
            return None;
        };
        pieces.extend(said(&mut words));
        match expression(text, brace..brace + end + 1, complaints) {
            Some(value) => pieces.push(value),
            None => sound = false,
        }
        at = brace + end + 1;
    }
    words.push_str(&whole[at..]);
    pieces.extend(said(&mut words));
    sound.then_some(Filled { pieces })
}

/// The value in a pair of braces.
fn expression(text: &RuleText, braces: Range<usize>, complaints: &mut Complaints) -> Option<FilledPiece> {
    let inside = text.part(braces.start + 1..braces.end - 1)?;
    if inside.text().trim().is_empty() {
        let help = "write a value between them, or `{{}}` for two braces that are said";
        complaints.push(refused(text, braces, "nothing stands between these braces", help));
        return None;
    }
    super::parse_expression(&inside, complaints).map(FilledPiece::Value)
}

/// Where the brace at the start of `rest` is closed; a brace in a text of the expression closes nothing.
fn closing(rest: &str) -> Option<usize> {
    let mut in_quotes = false;
    rest.char_indices().find_map(|(at, letter)| {
        in_quotes ^= letter == '"';
        (letter == '}' && !in_quotes).then_some(at)
    })
}

/// The words gathered so far; a text of several lines is the same in a file of either kind of line ends.
fn said(words: &mut String) -> Option<FilledPiece> {
    let words = std::mem::take(words);
    (!words.is_empty()).then(|| FilledPiece::Words(words.replace("\r\n", "\n")))
}

fn refused(text: &RuleText, range: Range<usize>, message: &str, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Syntax, message).at(text.span(range), "").help(help)
}
