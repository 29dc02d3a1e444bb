//! One line of a rule, run through pest, and the common parts of turning pairs into the tree.

use super::ast::{NOW, Name, after_game};
use super::expected;
use super::grammar::{self, Rule};
use super::limits::{ENOUGH, NOT_READ};
use super::script::Script;
use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::source::Span;
use pest::iterators::{Pair, Pairs};
use std::ops::Range;

/// What building the tree gives, or the complaint that stops it.
pub(super) type Built<T> = Result<T, Box<Diagnostic>>;

/// A line that is being turned into the tree.
pub(super) struct Piece<'s, 't> {
    /// The rule string.
    pub script: &'s Script<'t>,
    /// Where the line begins in the decoded text.
    pub offset: usize,
}

/// Parses the whole string as one line.
pub(super) fn whole<'s, 't, T>(
    script: &'s Script<'t>,
    rule: Rule,
    complaints: &mut Complaints,
    build: impl FnOnce(&Piece<'s, 't>, Pair<'s, Rule>) -> Built<T>,
) -> Option<T> {
    part(script, &script.extent(), rule, complaints, build)
}

/// Parses every line, also where an earlier one has a complaint. `None` when any of them has.
pub(super) fn each<'s, 't, T>(
    script: &'s Script<'t>,
    lines: &[Range<usize>],
    rule: Rule,
    complaints: &mut Complaints,
    build: impl Fn(&Piece<'s, 't>, Pair<'s, Rule>) -> Built<T>,
) -> Option<Vec<T>> {
    let mut built = Vec::new();
    let mut failed = 0;
    for line in lines {
        match part(script, line, rule, complaints, &build) {
            Some(one) => built.push(one),
            None => failed += 1,
        }
        if failed >= ENOUGH {
            let place = script.text.span(line.clone());
            complaints.push(Diagnostic::new(Code::Syntax, NOT_READ).at(place, "up to this line"));
            break;
        }
    }
    (failed == 0).then_some(built)
}

/// Parses one line. `None` when there is a complaint about it.
pub(super) fn part<'s, 't, T>(
    script: &'s Script<'t>,
    range: &Range<usize>,
    rule: Rule,
    complaints: &mut Complaints,
    build: impl FnOnce(&Piece<'s, 't>, Pair<'s, Rule>) -> Built<T>,
) -> Option<T> {
    if !script.is_sound(range) {
        return None;
    }
    let piece = Piece { script, offset: range.start };
    let result = match grammar::parse(rule, &script.plain[range.clone()]) {
        Ok(Some(pair)) => build(&piece, pair),
        Ok(None) => Err(Box::new(Diagnostic::new(Code::Syntax, "nothing is written here"))),
        Err(error) => Err(Box::new(expected::complaint(script, range, rule, &error))),
    };
    match result {
        Ok(built) => Some(built),
        Err(complaint) => {
            complaints.push(*complaint);
            None
        }
    }
}

/// The next pair, which the grammar promises.
pub(super) fn next<'p>(pairs: &mut Pairs<'p, Rule>) -> Pair<'p, Rule> {
    #[expect(clippy::expect_used, reason = "the grammar names every part that is asked for")]
    pairs.next().expect("the grammar promises a part")
}

/// The next pair, if it is of this rule.
pub(super) fn next_if<'p>(pairs: &mut Pairs<'p, Rule>, rule: Rule) -> Option<Pair<'p, Rule>> {
    let there = pairs.peek().is_some_and(|pair| pair.as_rule() == rule);
    if there { pairs.next() } else { None }
}

impl Piece<'_, '_> {
    /// Refuses a part that the grammar lets through, but that nothing is made of: a grammar that has grown
    /// further than the code must not be misread.
    pub fn unread<T>(&self, pair: &Pair<'_, Rule>) -> Built<T> {
        let message = format!("`{}` cannot be read here", pair.as_str());
        Err(Box::new(Diagnostic::new(Code::Syntax, message).at(self.span(pair), "")))
    }

    /// The place of a pair in the decoded text.
    pub fn range(&self, pair: &Pair<'_, Rule>) -> Range<usize> {
        let span = pair.as_span();
        self.offset + span.start()..self.offset + span.end()
    }

    /// The place of a range of the decoded text in the file.
    pub fn place(&self, range: Range<usize>) -> Span {
        self.script.text.span(range)
    }

    /// The place of a token in the file.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        self.place(self.range(pair))
    }

    /// A `name`, `quoted` or `label`.
    pub fn name(&self, pair: &Pair<'_, Rule>) -> Built<Name> {
        let span = self.span(pair);
        let text = pair.as_str();
        let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        if inside.is_empty() {
            return Err(Box::new(
                Diagnostic::new(Code::Syntax, "an empty name")
                    .at(span, "")
                    .help("write a name between the quotes"),
            ));
        }
        Ok(Name { text: inside.to_owned(), span })
    }

    /// An `integer` that counts something: a place, a seed.
    pub fn counted(&self, pair: &Pair<'_, Rule>) -> Built<(u32, Span)> {
        let (text, span) = (pair.as_str(), self.span(pair));
        match text.parse() {
            Ok(0) => Err(Box::new(
                Diagnostic::new(Code::Syntax, "the first is 1, not 0").at(span, "").help("count from 1"),
            )),
            Ok(number) => Ok((number, span)),
            Err(_) => Err(Box::new(
                Diagnostic::new(Code::LiteralTooLarge, format!("`{text}` is too large a number"))
                    .at(span, "")
                    .help("no event has so many entrants"),
            )),
        }
    }

    /// A `path`: its names. `now.wins` is one name: the value of `wins` after a game.
    pub fn path(&self, pair: Pair<'_, Rule>) -> Built<Vec<Name>> {
        let mut names = Vec::new();
        let mut parts = pair.into_inner();
        while let Some(part) = parts.next() {
            let mut name = self.name(&part)?;
            if part.as_rule() == Rule::name
                && name.text == NOW
                && let Some(of) = parts.next()
            {
                let of = self.name(&of)?;
                name = Name { text: after_game(&of.text), span: name.span.to(of.span) };
            }
            names.push(name);
        }
        Ok(names)
    }

    /// `cites`: the names of the clauses.
    pub fn cites(&self, pair: Pair<'_, Rule>) -> Built<Vec<Name>> {
        pair.into_inner().flat_map(Pair::into_inner).map(|name| self.name(&name)).collect()
    }
}
