//! Rule text to AST.
//!
//! Comes in: a [`RuleText`] (a decoded string that knows its place in the file). Goes out: a tree of
//! [`ast`], every part with its span, or complaints. The grammar lies in `grammar/`.
//! It must never know which names exist or what type anything has. Start with [`parse_rule`].

pub mod ast;

use crate::diagnostic::Complaints;
use crate::source::RuleText;

/// Parses a rule in any of its four forms, with its citations.
pub fn parse_rule(_text: &RuleText, _complaints: &mut Complaints) -> Option<ast::Rule> {
    None
}

/// Parses a condition with its citations (`when = "…"`).
pub fn parse_condition(
    _text: &RuleText,
    _complaints: &mut Complaints,
) -> Option<(ast::Expression, Vec<ast::Name>)> {
    None
}

/// Parses an expression alone (claims, `listed`).
pub fn parse_expression(_text: &RuleText, _complaints: &mut Complaints) -> Option<ast::Expression> {
    None
}

/// Parses an order, a key a line.
pub fn parse_order(_text: &RuleText, _complaints: &mut Complaints) -> Option<ast::Order> {
    None
}

/// Parses a column of a standing.
pub fn parse_shown(_text: &RuleText, _complaints: &mut Complaints) -> Option<ast::Shown> {
    None
}

/// Parses a type.
pub fn parse_type(_text: &RuleText, _complaints: &mut Complaints) -> Option<ast::TypeText> {
    None
}

/// Whether a text can be a name without quotes: a Unicode identifier that is no keyword.
#[must_use]
pub fn is_plain_name(_text: &str) -> bool {
    true
}
