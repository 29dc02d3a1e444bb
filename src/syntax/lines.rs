//! Cuts the forms of several lines into their lines.
//!
//! A line ends where the text's line ends, but not inside brackets, and not where the next line plainly leads it on.

use super::script::Script;
use super::tokens::{Kind, Token};
use std::ops::Range;

/// The four forms of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One value.
    Expression,
    /// Lines that begin with `+` or `-`.
    Tally,
    /// A table that begins with `by`.
    Bands,
    /// Lines with an arrow.
    Cases,
}

/// What is cut into lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// Items: each begins with `+` or `-`.
    Tally,
    /// A head and bands.
    Bands,
    /// Cases: a line without an arrow goes on.
    Cases,
    /// Keys.
    Order,
    /// Games, or matches of a bracket.
    Games,
    /// Levels.
    Levels,
}

/// The form of a rule, told from its first word and its arrows.
pub(super) fn form(script: &Script<'_>) -> Form {
    let first = script.tokens.iter().find(|token| token.is_said()).map_or("", |token| script.word(token));
    match first {
        "by" => Form::Bands,
        "+" => Form::Tally,
        _ if has_arrow(script, &script.tokens) => Form::Cases,
        "-" if cut(script, Cut::Tally).len() > 1 => Form::Tally,
        _ => Form::Expression,
    }
}

/// A line that is being gathered.
struct Line {
    first: Token,
    last: Token,
    /// Whether there is an arrow outside all brackets.
    arrow: bool,
    /// Whether it is known to go on after the line end that was met last.
    goes_on: bool,
}

/// The lines, as ranges of the decoded text from the first word to the last.
pub(super) fn cut(script: &Script<'_>, cut: Cut) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut line: Option<Line> = None;
    let mut depth = 0_usize;
    for (index, token) in script.tokens.iter().enumerate() {
        match token.kind {
            Kind::Comment => continue,
            Kind::LineEnd => {
                if let Some(open) = line.take() {
                    let goes_on =
                        depth > 0 || open.goes_on || goes_on(script, cut, &open, &script.tokens[index..]);
                    if goes_on {
                        line = Some(Line { goes_on, ..open });
                    } else {
                        lines.push(open.first.start..open.last.end);
                    }
                }
                continue;
            }
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Word | Kind::Number | Kind::Quoted { .. } | Kind::Sign => {}
        }
        let arrow = depth == 0 && is_arrow(script.word(token));
        line = Some(match line {
            None => Line { first: *token, last: *token, arrow, goes_on: false },
            Some(open) => Line { last: *token, arrow: open.arrow || arrow, goes_on: false, ..open },
        });
    }
    lines.extend(line.map(|open| open.first.start..open.last.end));
    lines
}

/// Whether the line goes on after a line end; `rest` begins with that line end.
fn goes_on(script: &Script<'_>, cut: Cut, line: &Line, rest: &[Token]) -> bool {
    let Some(begin) = rest.iter().position(Token::is_said) else {
        return false;
    };
    let next = &rest[begin..];
    let first = next.first().map_or("", |token| script.word(token));
    let end = next.iter().position(|token| token.kind == Kind::LineEnd).unwrap_or(next.len());
    let own_arrow = has_arrow(script, &next[..end]);
    let last = script.word(&line.last);
    let waits = if last == "->" { !own_arrow } else { WAIT.contains(&last) };
    let leads_on = LEAD_ON.contains(&first) && !own_arrow;
    match cut {
        Cut::Tally => !matches!(first, "+" | "-"),
        Cut::Cases => leads_on || waits || !line.arrow,
        Cut::Bands | Cut::Order => leads_on || waits,
        Cut::Levels => leads_on || waits || OF_LEVELS.contains(&first) || last == "when",
        // The next match of a bracket begins with its name and a colon.
        Cut::Games => {
            let named = next[..end].iter().any(|token| script.word(token) == ":");
            !named && (JOINS.contains(&first) || JOINS.contains(&last))
        }
    }
}

/// Words that cannot begin a line.
const LEAD_ON: [&str; 24] = [
    "+", "*", "/", "=", "!=", "<", "<=", ">", ">=", ",", ".", ")", ":", "@", "->", "and", "or", "div", "mod",
    "in", "if", "else", "where", "as",
];

/// Words that cannot end a line.
const WAIT: [&str; 22] = [
    "+", "-", "*", "/", "=", "!=", "<", "<=", ">", ">=", ",", "@", "and", "or", "not", "div", "mod", "in",
    "if", "else", "where", "by",
];

/// Words behind the name of a level.
const OF_LEVELS: [&str; 3] = ["when", "kept", "never"];

/// Signs that neither begin nor end a line of a schedule or a bracket.
const JOINS: [&str; 5] = ["v", "->", ",", "@", ":"];

/// Whether there is an arrow outside all brackets.
fn has_arrow(script: &Script<'_>, tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    tokens.iter().any(|token| {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Word | Kind::Number | Kind::Quoted { .. } | Kind::Sign | Kind::LineEnd | Kind::Comment => {}
        }
        depth == 0 && is_arrow(script.word(token))
    })
}

/// Arrows as other languages write them count: they are answered with the right one.
fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "-->" | "==>" | "→" | "⇒" | "➔" | "➜")
}
