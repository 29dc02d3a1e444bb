//! Literals: from digits to exact values.

use super::ast::{Expression, Name, Term};
use super::grammar::Rule;
use super::piece::{Built, Piece, next, next_if};
use crate::diagnostic::{Code, Diagnostic};
use crate::value::{Date, Rational, parse_duration};
use pest::iterators::Pair;
use std::ops::Range;

impl Piece<'_, '_> {
    /// A `literal`; `minus` is the place of the sign before it, which belongs to the literal.
    pub(super) fn literal(&self, pair: Pair<'_, Rule>, minus: Option<&Range<usize>>) -> Built<Expression> {
        let token = next(&mut pair.into_inner());
        let range = self.range(&token);
        let start = minus.map_or(range.start, |minus| minus.start);
        let span = self.place(start..range.end);
        let text = token.as_str();
        let sign = if minus.is_some() { "-" } else { "" };
        let too_large = || {
            let help = if token.as_rule() == Rule::integer {
                format!("a whole number has 64 bits: it lies between {} and {}", i64::MIN, i64::MAX)
            } else {
                "write it with fewer digits".to_owned()
            };
            let message = format!("`{sign}{text}` is too large a number");
            Box::new(Diagnostic::new(Code::LiteralTooLarge, message).at(span, "").help(help))
        };
        let signed = |size: Option<Rational>| {
            let size = size.ok_or_else(too_large)?;
            if minus.is_some() { size.negate().map_err(|_| too_large()) } else { Ok(size) }
        };
        let term = match token.as_rule() {
            Rule::integer => Term::Integer(format!("{sign}{text}").parse().map_err(|_| too_large())?),
            Rule::decimal => Term::Number(signed(Rational::parse(text, '.'))?),
            Rule::percent => {
                let hundred = Rational::from_integer(100);
                let parts = Rational::parse(text.trim_end_matches('%'), '.');
                Term::Number(signed(parts.and_then(|parts| parts.divide(&hundred).ok()))?)
            }
            Rule::duration => Term::Duration(signed(parse_duration(text, '.'))?),
            Rule::date => Term::Date(Date::parse(text).ok_or_else(|| {
                Box::new(
                    Diagnostic::new(Code::Syntax, format!("there is no day `{text}`"))
                        .at(span, "")
                        .help("a date is written year, month, day: `2026-11-30`"),
                )
            })?),
            Rule::word_yes => Term::Flag(true),
            Rule::word_no => Term::Flag(false),
            _ => return self.unread(&token),
        };
        Ok(Expression { term, span })
    }

    /// An `end` of a range, or a default: a literal with its sign, or a name.
    pub(super) fn end(&self, pair: Pair<'_, Rule>) -> Built<Expression> {
        let mut parts = pair.into_inner();
        let minus = next_if(&mut parts, Rule::minus).map(|minus| self.range(&minus));
        let value = next(&mut parts);
        match value.as_rule() {
            Rule::literal => {
                let place = minus.as_ref().map_or(0, |minus| minus.start)..self.range(&value).end;
                let literal = self.literal(value, minus.as_ref())?;
                match literal.term {
                    Term::Flag(_) | Term::Date(_) if minus.is_some() => Err(Box::new(
                        Diagnostic::new(Code::Syntax, "a sign before something that is not a number")
                            .at(self.place(place), "")
                            .help("leave the `-` out"),
                    )),
                    _ => Ok(literal),
                }
            }
            Rule::path => self.named(value),
            _ => self.unread(&value),
        }
    }

    /// A `path` as a value: a text where it is one quoted word, else a path.
    pub(super) fn named(&self, path: Pair<'_, Rule>) -> Built<Expression> {
        let span = self.span(&path);
        let text = path.as_str();
        let mut parts = path.clone().into_inner();
        let first = next(&mut parts);
        if first.as_rule() == Rule::quoted && parts.next().is_none() {
            let text = text.trim_matches('"').to_owned();
            return Ok(Expression { term: Term::Text(Name { text, span }), span });
        }
        Ok(Expression { term: Term::Path(self.path(path)?), span })
    }
}
