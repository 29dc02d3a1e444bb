//! Operators: which kinds go together, and what comes out.

use super::checker::Checker;
use super::mismatch::is_literal;
use super::scope::Scope;
use super::types::type_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{Expr, Node};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expression, Term};
use crate::value::{Date, Kind, Symbol, Type, Value};

impl Checker<'_> {
    pub(super) fn lower_binary(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        scope: &Scope,
        at: Span,
    ) -> Expr {
        match operator {
            BinaryOperator::And | BinaryOperator::Or => {
                let left = self.condition(left, scope);
                let looked_at = operator == BinaryOperator::And;
                let right = self.assuming(&[(&left, looked_at)], |checker| checker.condition(right, scope));
                binary(operator, left, right, Kind::Flag, at)
            }
            BinaryOperator::Equal | BinaryOperator::NotEqual => {
                let (left, right) = self.lower_equal(left, right, scope);
                self.compare(operator, left, right, at)
            }
            BinaryOperator::Less
            | BinaryOperator::AtMost
            | BinaryOperator::Greater
            | BinaryOperator::AtLeast => {
                let (left, right) = self.lower_equal(left, right, scope);
                self.compare(operator, left, right, at)
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideFloor
            | BinaryOperator::Modulo => {
                let left = self.lower(left, scope);
                let left = self.met(left);
                let right = self.lower(right, scope);
                let right = self.met(right);
                self.arithmetic(operator, left, right, at)
            }
        }
    }

    /// Both sides of a comparison; a bare name beside a choice may be one of the choices.
    fn lower_equal(&mut self, left: &Expression, right: &Expression, scope: &Scope) -> (Expr, Expr) {
        let bare = |expression: &Expression| match &expression.term {
            Term::Path(path) => path.len() == 1,
            Term::Text(_) => true,
            _ => false,
        };
        let found = |checker: &mut Self, expression: &Expression| match &expression.term {
            Term::Path(path) => {
                !matches!(checker.find_path(scope, path), Ok(None))
                    || path.len() == 1 && checker.option_named(&path[0].text).is_some()
            }
            _ => false,
        };
        if bare(left) && !found(self, left) {
            let right = self.lower(right, scope);
            let left = self.as_choice(left, &right.ty.kind, scope);
            (left, right)
        } else {
            let left = self.lower(left, scope);
            let right = self.as_choice(right, &left.ty.kind, scope);
            (left, right)
        }
    }

    /// A comparison of two values that are there.
    pub(super) fn compare(&mut self, operator: BinaryOperator, left: Expr, right: Expr, at: Span) -> Expr {
        let left = self.met(left);
        let right = self.met(right);
        let ordered = !matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual);
        let (mut both, kind) = self.one_kind(vec![left, right], "the two sides");
        if let (true, Kind::Choice(_)) = (ordered, &kind)
            && let (Some(right), Some(left)) = (both.pop(), both.pop())
        {
            return self.compare_choices(operator, left, right, at);
        }
        if ordered && !kind.is_numeric() && kind != Kind::Date {
            let words = self.kind_words(&kind);
            self.complain(
                Diagnostic::new(Code::TypeMismatch, format!("{words} cannot be larger or smaller"))
                    .at(at, "compared by size")
                    .help("compare with `=` or `!=`"),
            );
            return Self::unknown(at);
        }
        match (both.pop(), both.pop()) {
            (Some(right), Some(left)) => binary(operator, left, right, Kind::Flag, at),
            _ => Self::unknown(at),
        }
    }

    fn arithmetic(&mut self, operator: BinaryOperator, left: Expr, right: Expr, at: Span) -> Expr {
        use BinaryOperator::{Add, Divide, DivideFloor, Multiply, Subtract};
        if left.ty.kind == Kind::Unknown || right.ty.kind == Kind::Unknown {
            return Self::unknown(at);
        }
        match (&left.ty.kind, operator, &right.ty.kind) {
            (Kind::Date, Subtract, Kind::Date) => return binary(operator, left, right, Kind::Duration, at),
            (Kind::Date, Add | Subtract, Kind::Duration) => {
                if let Node::Literal(Value::Duration(length)) = &right.node
                    && !Date::moves_by(length)
                {
                    self.complain(
                        Diagnostic::new(Code::TypeMismatch, "a date moves by whole days")
                            .at(right.at, "this is no whole number of days")
                            .help("write whole days: `1 d`"),
                    );
                    return Self::unknown(at);
                }
                return binary(operator, left, right, Kind::Date, at);
            }
            (Kind::Duration, Multiply | Divide, Kind::Integer | Kind::Number) => {
                let right = widen(right);
                return binary(operator, left, right, Kind::Duration, at);
            }
            (Kind::Integer | Kind::Number, Multiply, Kind::Duration) => {
                let left = widen(left);
                return binary(operator, left, right, Kind::Duration, at);
            }
            (Kind::Duration, Divide | DivideFloor, Kind::Duration) => {
                return binary(operator, left, right, Kind::Number, at);
            }
            (Kind::Duration, Multiply, Kind::Duration) => {
                self.complain(
                    Diagnostic::new(Code::TypeMismatch, "a duration times a duration is no duration")
                        .at(at, "multiply by a number"),
                );
                return Self::unknown(at);
            }
            (Kind::Date, _, other) | (other, _, Kind::Date) if *other != Kind::Text => {
                let words = self.words(if left.ty.kind == Kind::Date { left.at } else { right.at });
                let (message, help) = match (operator, other) {
                    (Add, Kind::Date) => (
                        "two dates cannot be added",
                        "the time between them is the later minus the earlier".to_owned(),
                    ),
                    (Add | Subtract, _) => {
                        ("a date moves by a duration", format!("a day later is `{words} + 1 d`"))
                    }
                    _ => (
                        "a date cannot be multiplied or divided",
                        "the time between two dates is the later minus the earlier".to_owned(),
                    ),
                };
                let found = [&left, &right].map(|side| (side.at, self.kind_words(&side.ty.kind)));
                let mut diagnostic = Diagnostic::new(Code::TypeMismatch, message).help(help);
                for (at, words) in found {
                    diagnostic = diagnostic.at(at, format!("this is {words}"));
                }
                self.complain(diagnostic);
                return Self::unknown(at);
            }
            _ => {}
        }
        let left = self.numeric(left, "arithmetic");
        let right = self.numeric(right, "arithmetic");
        if left.ty.kind == Kind::Unknown || right.ty.kind == Kind::Unknown {
            return Self::unknown(at);
        }
        let (mut both, kind) = self.one_kind(vec![left, right], "the two sides");
        let (Some(right), Some(left)) = (both.pop(), both.pop()) else { return Self::unknown(at) };
        match (operator, &kind) {
            (_, Kind::Unknown) => Self::unknown(at),
            (Divide, Kind::Integer) => binary(operator, widen(left), widen(right), Kind::Number, at),
            _ => binary(operator, left, right, kind, at),
        }
    }

    /// A value that can be added and compared by size.
    pub(super) fn numeric(&mut self, expr: Expr, what: &str) -> Expr {
        if expr.ty.kind.is_numeric() {
            return expr;
        }
        let mut diagnostic = self.complain_of_kind(&format!("a number for {what}"), &expr.ty.kind, expr.at);
        if expr.ty.kind == Kind::Flag {
            let words = self.words(expr.at);
            diagnostic = diagnostic.help(format!("write `(1 if {words} else 0)`"));
        }
        if let (Kind::Choice(choices), false) = (&expr.ty.kind, is_literal(&expr)) {
            let words = self.words(expr.at);
            let first = choices.first().map_or("…", |&choice| self.ruleset.symbols.text(choice));
            diagnostic = diagnostic.help(format!("make a number of it: `(1 if {words} = {first} else 0)`"));
        }
        if expr.ty.kind == Kind::Text {
            diagnostic =
                diagnostic.help("if it is a number in every game, record it as `integer` or `number`");
        }
        self.complain(diagnostic);
        Self::unknown(expr.at)
    }

    /// Makes all of one kind, integers becoming numbers where they must; complains where they cannot be.
    pub(super) fn one_kind(&mut self, values: Vec<Expr>, what: &str) -> (Vec<Expr>, Kind) {
        let mut kind = Kind::Unknown;
        let mut first: Option<&Expr> = None;
        for value in &values {
            if let Some(joined) = join(&kind, &value.ty.kind) {
                if kind == Kind::Unknown && value.ty.kind != Kind::Unknown {
                    first = Some(value);
                }
                kind = joined;
                continue;
            }
            let found = self.kind_words(&value.ty.kind);
            let mut diagnostic = Diagnostic::new(Code::TypeMismatch, format!("{what} are not of one kind"))
                .at(value.at, format!("this is {found}"));
            if let Some(first) = first {
                diagnostic = diagnostic.at(first.at, format!("this is {}", self.kind_words(&first.ty.kind)));
                if let Some(help) = self.mend_pair(first, value) {
                    diagnostic = diagnostic.help(help);
                }
            }
            self.complain(diagnostic);
            return (values, Kind::Unknown);
        }
        if values.iter().any(|value| value.ty.kind == Kind::Unknown) && kind == Kind::Unknown {
            return (values, Kind::Unknown);
        }
        if kind == Kind::Number {
            return (values.into_iter().map(widen).collect(), kind);
        }
        (values, kind)
    }
}

/// The kind that holds both, if there is one.
fn join(left: &Kind, right: &Kind) -> Option<Kind> {
    match (left, right) {
        (Kind::Unknown, other) | (other, Kind::Unknown) => Some(other.clone()),
        (Kind::Integer, Kind::Number) | (Kind::Number, Kind::Integer) => Some(Kind::Number),
        (Kind::Text, Kind::Choice(_)) | (Kind::Choice(_), Kind::Text) => Some(Kind::Text),
        (Kind::Choice(one), Kind::Choice(other)) => {
            let mut all: Vec<Symbol> = one.to_vec();
            all.extend(other.iter().filter(|choice| !one.contains(choice)));
            Some(Kind::Choice(all.into()))
        }
        (one, other) if one == other => Some(one.clone()),
        _ => None,
    }
}

/// An integer as a number.
pub(super) fn widen(expr: Expr) -> Expr {
    if expr.ty.kind != Kind::Integer {
        return expr;
    }
    let at = expr.at;
    if let Node::Literal(Value::Integer(value)) = expr.node {
        let value = Value::Number(value.into());
        return Expr { node: Node::Literal(value), ty: type_of(&value), at };
    }
    let ty = Type { kind: Kind::Number, ..expr.ty.clone() };
    Expr { node: Node::Widen(Box::new(expr)), ty, at }
}

fn binary(operator: BinaryOperator, left: Expr, right: Expr, kind: Kind, at: Span) -> Expr {
    Expr { node: Node::Binary(operator, Box::new(left), Box::new(right)), ty: Type::of(kind), at }
}
