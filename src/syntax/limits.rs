//! What is refused before pest sees it, so that no input can exhaust the stack or the patience.

use super::tokens::{Kind, Token};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::RuleText;

/// The longest rule string, in bytes.
pub(super) const LONGEST: usize = 64 * 1024;

/// How deeply brackets may nest.
pub(super) const DEEPEST: usize = 64;

/// How many operations may hang on one another: the depth of the tree that comes out.
pub(super) const HIGHEST: usize = 128;

/// How many complaints about one rule string are enough; what follows is not read.
pub(super) const ENOUGH: usize = 50;

/// What the last complaint says where there were enough.
pub(super) const NOT_READ: &str = "the rest of this rule string was not read";

/// As much of a string as is looked at: all of it, unless it is too long.
pub(super) fn beginning(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.get(..end).unwrap_or("")
}

/// Refuses a string that is too long.
pub(super) fn length(text: &RuleText) -> Result<(), Diagnostic> {
    let bytes = text.text().len();
    if bytes <= LONGEST {
        return Ok(());
    }
    let first = text.text().chars().next().map_or(0, char::len_utf8);
    let message = format!("a rule string of {bytes} bytes is too long; {LONGEST} are the most");
    Err(Diagnostic::new(Code::TooLong, message)
        .at(text.span(0..first), "it begins here")
        .help("divide the rule over several columns, and give each a name"))
}

/// Refuses brackets that nest too deeply.
pub(super) fn nesting(text: &RuleText, tokens: &[Token]) -> Result<(), Diagnostic> {
    let mut depth = 0_usize;
    for token in tokens {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Word | Kind::Number | Kind::Quoted { .. } | Kind::Sign | Kind::LineEnd | Kind::Comment => {}
        }
        if depth > DEEPEST {
            let message = format!("brackets nest more than {DEEPEST} deep");
            return Err(Diagnostic::new(Code::TooDeep, message)
                .at(text.span(token.range()), format!("the bracket number {depth} that is open"))
                .help("divide the rule over several columns, and give each a name"));
        }
    }
    Ok(())
}
