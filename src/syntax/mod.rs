//! Rule text to AST.
//!
//! Comes in: a [`RuleText`] (a decoded string that knows its place in the file). Goes out: a tree of
//! [`ast`], every part with its span, or complaints. The grammar lies in `grammar/`.
//! It must never know which names exist or what type anything has. Start with [`parse_rule`].
//!
//! A rule string is read in four steps: `tokens` cuts it into words, `limits` and `mistakes` look at the
//! words alone, `lines` cuts the forms of several lines, and `piece` runs pest over one line and turns what it found
//! (`expression`, `tally`, `bands`, `schedule`, …) or what it did not find (`expected`, `hints`) into our own words.

pub mod ast;

mod bands;
mod bracket;
mod call;
mod cases;
mod expected;
mod expression;
mod filled;
mod grammar;
mod hints;
mod levels;
mod limits;
mod lines;
mod literal;
mod mistakes;
mod numerals;
mod order;
mod piece;
mod schedule;
mod script;
mod selection;
mod tally;
mod tokens;
mod types;
mod written;

use crate::diagnostic::Complaints;
use crate::source::RuleText;
use grammar::Rule;
use lines::Form;
use mistakes::Wording;
use piece::Piece;
use script::Script;

/// The words that are never names, unless they are quoted.
pub const KEYWORDS: [&str; 13] =
    ["and", "or", "not", "in", "if", "else", "div", "mod", "by", "otherwise", "where", "yes", "no"];

/// Parses a rule in any of its four forms, with its citations.
pub fn parse_rule(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Rule> {
    let script = Script::read(text, complaints)?;
    let body = match lines::form(&script) {
        Form::Expression => {
            let (expression, cites) = cited(&script, complaints)?;
            return Some(ast::Rule { body: ast::Body::Expression(expression), cites });
        }
        Form::Tally => ast::Body::Tally(tally::parse(&script, complaints)?),
        Form::Bands => ast::Body::Bands(bands::parse(&script, complaints)?),
        Form::Cases => ast::Body::Cases(cases::parse(&script, complaints)?),
    };
    Some(ast::Rule { body, cites: Vec::new() })
}

/// Parses a condition with its citations (`when = "…"`).
pub fn parse_condition(
    text: &RuleText,
    complaints: &mut Complaints,
) -> Option<(ast::Expression, Vec<ast::Name>)> {
    let script = Script::read(text, complaints)?;
    cited(&script, complaints)
}

/// Parses an expression alone (claims, `listed`).
pub fn parse_expression(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Expression> {
    let script = Script::read(text, complaints)?;
    piece::whole(&script, Rule::whole_expression, complaints, |piece, pair| piece.expression(pair))
        .map(|built| built.expression)
}

/// Parses an order, a key a line.
pub fn parse_order(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Order> {
    let script = Script::read(text, complaints)?;
    order::parse(&script, complaints)
}

/// Parses a column of a standing.
pub fn parse_shown(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Shown> {
    let script = Script::read(text, complaints)?;
    piece::whole(&script, Rule::whole_shown, complaints, Piece::shown)
}

/// Parses a type.
pub fn parse_type(text: &RuleText, complaints: &mut Complaints) -> Option<ast::TypeText> {
    let script = Script::read(text, complaints)?;
    piece::whole(&script, Rule::whole_type_text, complaints, Piece::type_text)
}

/// Parses a schedule, a game a line.
pub fn parse_schedule(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Schedule> {
    let script = Script::read_as(text, Wording::Line, complaints)?;
    schedule::parse(&script, complaints)
}

/// Parses a bracket: a match a line, or the word for all of them.
pub fn parse_bracket(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Bracket> {
    let script = Script::read_as(text, Wording::Line, complaints)?;
    bracket::parse(&script, complaints)
}

/// Parses a selection of entrants (`entrants = "top 4 of qualification"`).
pub fn parse_selection(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Selection> {
    let script = Script::read_as(text, Wording::Line, complaints)?;
    piece::whole(&script, Rule::whole_selection, complaints, Piece::selection)
}

/// Parses the levels of a ladder, a level a line.
pub fn parse_levels(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Levels> {
    let script = Script::read(text, complaints)?;
    levels::parse(&script, complaints)
}

/// Parses how a part is written: names of columns, and what stands between them.
pub fn parse_written(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Written> {
    written::parse(text, complaints)
}

/// Parses a text that may hold values in braces.
pub fn parse_filled(text: &RuleText, complaints: &mut Complaints) -> Option<ast::Filled> {
    filled::parse(text, complaints)
}

/// Whether a text can be a name without quotes: a Unicode identifier that is no keyword.
#[must_use]
pub fn is_plain_name(text: &str) -> bool {
    grammar::spans_whole(Rule::name, text)
}

fn cited(script: &Script<'_>, complaints: &mut Complaints) -> Option<(ast::Expression, Vec<ast::Name>)> {
    piece::whole(script, Rule::whole_cited, complaints, |piece, pair| {
        let mut parts = pair.into_inner();
        let built = piece.expression(piece::next(&mut parts))?;
        Ok((built.expression, piece.cites(piece::next(&mut parts))?))
    })
}

#[cfg(test)]
mod tests;
