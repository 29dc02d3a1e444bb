//! Types as written, and literals of a type.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{BandRange, Expression, Term, TypeBase, TypeText, UnaryOperator};
use crate::value::{Bound, DeclaredRange, Interval, Kind, Rational, Type, Value};

impl Checker<'_> {
    /// The type that a text declares, and its default.
    pub(super) fn declared_type(&mut self, text: &TypeText) -> (Type, Option<Value>) {
        let kind = match &text.base {
            TypeBase::Integer => Kind::Integer,
            TypeBase::Number => Kind::Number,
            TypeBase::Flag => Kind::Flag,
            TypeBase::Text => Kind::Text,
            TypeBase::Date => Kind::Date,
            TypeBase::Duration => Kind::Duration,
            TypeBase::Choice(names) => {
                Kind::Choice(names.iter().map(|name| self.ruleset.symbols.intern(&name.text)).collect())
            }
            TypeBase::List(_) | TypeBase::Parts(_) => {
                self.complain(
                    Diagnostic::new(Code::TypeMismatch, "a list has no place here")
                        .at(text.span, "one value is wanted")
                        .help("record lists in `[side.record]` or `[game.record]`"),
                );
                Kind::Unknown
            }
        };
        let mut ty = Type { kind, optional: text.optional, range: DeclaredRange::default() };
        if let Some((range, span)) = &text.range {
            if ty.kind.is_numeric() || ty.kind == Kind::Date {
                if let Some(range) = self.constant_range(range, &ty.kind) {
                    ty.range = range.into();
                    if let (Some(low), Some(high)) = (range.low, range.high)
                        && low.at > high.at
                    {
                        self.complain(
                            Diagnostic::new(Code::TypeMismatch, "a range that holds nothing")
                                .at(*span, "the lower end is above the upper end")
                                .help("write the lower end first"),
                        );
                    }
                }
            } else {
                self.complain(
                    Diagnostic::new(Code::TypeMismatch, "only numbers, durations and dates have a range")
                        .at(*span, "a range of what?")
                        .help("take the range away"),
                );
            }
        }
        let default = text.default.as_ref().and_then(|default| {
            let value = self.constant(default, &ty.kind)?;
            if ty.allows(&value) {
                return Some(value);
            }
            let words = ty.words(&self.ruleset.symbols);
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "the default lies outside the range")
                    .at(default.span, format!("not {words}"))
                    .help("take another default, or a wider range"),
            );
            None
        });
        if text.optional
            && let Some(default) = &text.default
        {
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "an optional value with a default")
                    .at(default.span, "with this it is never missing")
                    .help("take away the `?`, or the default"),
            );
        }
        (ty, default)
    }

    /// The interval of a written range, for values of this kind.
    pub(super) fn constant_range(&mut self, range: &BandRange, kind: &Kind) -> Option<Interval> {
        let mut end = |expression: &Expression, inclusive| {
            let at = self.constant(expression, kind)?.size()?;
            Some(Bound { at, inclusive })
        };
        Some(match range {
            BandRange::Between(low, high) => {
                let (low, high) = (end(low, true), end(high, true));
                Interval { low: Some(low?), high: Some(high?) }
            }
            BandRange::AtLeast(low) => Interval { low: Some(end(low, true)?), high: None },
            BandRange::Above(low) => Interval { low: Some(end(low, false)?), high: None },
            BandRange::AtMost(high) => Interval { low: None, high: Some(end(high, true)?) },
            BandRange::Below(high) => Interval { low: None, high: Some(end(high, false)?) },
            BandRange::Exactly(at) => {
                let at = end(at, true)?;
                Interval { low: Some(at), high: Some(at) }
            }
        })
    }

    /// A literal as a value of this kind.
    pub(super) fn constant(&mut self, expression: &Expression, kind: &Kind) -> Option<Value> {
        let value = literal(&expression.term, self);
        let value = match (value, kind) {
            (Some(Value::Integer(value)), Kind::Number) => Some(Value::Number(value.into())),
            (Some(value), _) if kind_of(&value, kind) => Some(value),
            _ => None,
        };
        if value.is_none() && *kind != Kind::Unknown {
            let found = self.words(expression.span);
            let diagnostic = if let Kind::Choice(choices) = kind {
                self.complain_of_choice(&found, choices, expression.span)
            } else {
                let words = self.kind_words(kind);
                let whole = matches!(expression.term, Term::Integer(_));
                let help = match kind {
                    Kind::Duration if whole => format!("a duration has a unit: `{found} s`, `{found} min`"),
                    _ => example_of(kind),
                };
                Diagnostic::new(
                    Code::TypeMismatch,
                    format!("{words} has to be written out here, and `{found}` is none"),
                )
                .at(expression.span, "")
                .help(help)
            };
            self.complain(diagnostic);
        }
        value
    }
}

fn literal(term: &Term, checker: &mut Checker<'_>) -> Option<Value> {
    match term {
        Term::Integer(value) => Some(Value::Integer(*value)),
        Term::Number(value) => Some(Value::Number(*value)),
        Term::Duration(value) => Some(Value::Duration(*value)),
        Term::Date(day) => Some(Value::Date(*day)),
        Term::Flag(flag) => Some(Value::Flag(*flag)),
        Term::Text(text) => Some(Value::Text(checker.ruleset.symbols.intern(&text.text))),
        Term::Path(path) => match path.as_slice() {
            [name] => Some(Value::Text(checker.ruleset.symbols.intern(&name.text))),
            _ => None,
        },
        Term::Unary(UnaryOperator::Negate, operand) => match literal(&operand.term, checker)? {
            Value::Integer(value) => value.checked_neg().map(Value::Integer),
            Value::Number(value) => value.negate().ok().map(Value::Number),
            Value::Duration(value) => value.negate().ok().map(Value::Duration),
            Value::Flag(_) | Value::Text(_) | Value::Date(_) | Value::Missing => None,
        },
        Term::Unary(UnaryOperator::Not, _)
        | Term::Binary(..)
        | Term::In(..)
        | Term::If { .. }
        | Term::Else(..)
        | Term::Call(_) => None,
    }
}

fn kind_of(value: &Value, kind: &Kind) -> bool {
    match (value, kind) {
        (Value::Integer(_), Kind::Integer)
        | (Value::Number(_), Kind::Number)
        | (Value::Duration(_), Kind::Duration)
        | (Value::Date(_), Kind::Date)
        | (Value::Flag(_), Kind::Flag)
        | (Value::Text(_), Kind::Text) => true,
        (Value::Text(symbol), Kind::Choice(choices)) => choices.contains(symbol),
        _ => false,
    }
}

fn example_of(kind: &Kind) -> String {
    let example = match kind {
        Kind::Integer => "for example `12`",
        Kind::Number => "for example `12` or `0.5`",
        Kind::Duration => "for example `30 s` or `20 min`",
        Kind::Date => "for example `2026-11-30`",
        Kind::Flag => "`yes` or `no`",
        Kind::Text => "for example `\"a text\"`",
        Kind::Choice(_) | Kind::Unknown => "one of the choices",
    };
    example.to_owned()
}

/// The type of a literal.
pub(super) fn type_of(value: &Value) -> Type {
    let (kind, size) = match value {
        Value::Integer(number) => (Kind::Integer, Some(Rational::from(*number))),
        Value::Number(number) => (Kind::Number, Some(*number)),
        Value::Duration(number) => (Kind::Duration, Some(*number)),
        Value::Date(day) => (Kind::Date, Some(Rational::from(day.0))),
        Value::Flag(_) => (Kind::Flag, None),
        Value::Text(symbol) => (Kind::Choice([*symbol].into()), None),
        Value::Missing => (Kind::Unknown, None),
    };
    let range = size.map_or_else(Interval::default, |at| Interval::closed(at, at));
    Type { kind, optional: false, range: range.into() }
}
