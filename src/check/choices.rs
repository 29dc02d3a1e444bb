//! Choices in the order in which they are listed: compared by size, cut into bands, and as a key of an order.
//!
//! A comparison with one of the choices becomes a question whether the other side is among those above or below it, so
//! that every proof can take it apart. A key becomes the place of the choice in the list.
//! Start with [`Checker::compare_choices`].

use super::checker::Checker;
use super::mismatch::is_literal;
use super::types::type_of;
use crate::diagnostic::{Code, Diagnostic, one_of};
use crate::ruleset::expression::{BandLine, BandTable, Taken};
use crate::ruleset::{Expr, Node};
use crate::source::Span;
use crate::syntax::ast::{BandRange, BinaryOperator, Expression};
use crate::value::{Interval, Kind, Rational, Symbol, Type, Value};
use std::cmp::Ordering;

impl Checker<'_> {
    /// `level >= expert`
    pub(super) fn compare_choices(
        &mut self,
        operator: BinaryOperator,
        left: Expr,
        right: Expr,
        at: Span,
    ) -> Expr {
        let Some(order) = self.common_order(&left, &right, at) else { return Self::unknown(at) };
        let flag = Type::of(Kind::Flag);
        match (literal(&left), literal(&right)) {
            (_, Some(end)) => {
                let members = members(operator, &order, end, right.at);
                Expr { node: Node::Among(Box::new(left), members), ty: flag, at }
            }
            (Some(end), None) => {
                let members = members(turned(operator), &order, end, left.at);
                Expr { node: Node::Among(Box::new(right), members), ty: flag, at }
            }
            (None, None) => {
                let ordered = |side: Expr| {
                    let ty = Type { kind: Kind::Choice(order.as_slice().into()), ..side.ty };
                    Box::new(Expr { ty, ..side })
                };
                Expr { node: Node::Binary(operator, ordered(left), ordered(right)), ty: flag, at }
            }
        }
    }

    /// The list that puts both sides in order.
    fn common_order(&mut self, left: &Expr, right: &Expr, at: Span) -> Option<Vec<Symbol>> {
        let (Kind::Choice(one), Kind::Choice(other)) = (&left.ty.kind, &right.ty.kind) else { return None };
        if is_literal(left) && is_literal(right) {
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "two texts cannot be larger or smaller")
                    .at(at, "compared by size")
                    .help("compare a choice with one of its choices: `level >= expert`"),
            );
            return None;
        }
        for (long, short) in [(one, other), (other, one)] {
            let mut rest = long.iter();
            if short.iter().all(|choice| rest.any(|next| next == choice)) {
                return Some(long.to_vec());
            }
        }
        let [first, second] = [one, other].map(|choices| {
            let names: Vec<&str> = choices.iter().map(|&choice| self.ruleset.symbols.text(choice)).collect();
            format!("in the order {}", names.join(", "))
        });
        self.complain(
            Diagnostic::new(Code::TypeMismatch, "these choices are not of one list")
                .at(left.at, first)
                .at(right.at, second)
                .help("choices are larger or smaller in the order in which they are listed: list them alike"),
        );
        None
    }

    /// The choices of a band: `expert or more`.
    pub(super) fn choices_of_band(
        &mut self,
        range: &BandRange,
        choices: &[Symbol],
        kind: &Kind,
    ) -> Option<Vec<Symbol>> {
        let place = |checker: &mut Self, end: &Expression| match checker.constant_choice(end, kind)? {
            Value::Text(symbol) => choices.iter().position(|choice| *choice == symbol),
            _ => None,
        };
        let all = choices.len();
        let (from, to) = match range {
            BandRange::Exactly(one) => {
                let at = place(self, one)?;
                (at, at + 1)
            }
            BandRange::Between(low, high) => {
                let ends = (place(self, low)?, place(self, high)?);
                if ends.0 > ends.1 {
                    let words = [low, high].map(|end| self.words(end.span));
                    self.complain(
                        Diagnostic::new(Code::TypeMismatch, "a range that holds nothing")
                            .at(low.span.to(high.span), "the lower end is above the upper end")
                            .help(format!("choices go as they are listed: `{} to {}`", words[1], words[0])),
                    );
                    return None;
                }
                (ends.0, ends.1 + 1)
            }
            BandRange::AtLeast(low) => (place(self, low)?, all),
            BandRange::Above(low) => (place(self, low)? + 1, all),
            BandRange::AtMost(high) => (0, place(self, high)? + 1),
            BandRange::Below(high) => (0, place(self, high)?),
        };
        if from >= to {
            let (BandRange::Above(end) | BandRange::Below(end)) = range else { return None };
            let names: Vec<&str> = choices.iter().map(|&choice| self.ruleset.symbols.text(choice)).collect();
            let help = format!("the choices are, in their order, {}", one_of(&names));
            self.complain(
                Diagnostic::new(Code::TypeMismatch, "a range that holds nothing")
                    .at(end.span, "no choice lies beyond this one")
                    .help(help),
            );
            return None;
        }
        choices.get(from..to).map(<[Symbol]>::to_vec)
    }
}

/// The place of a choice in its list, from 1: what stands for it where rows are put in order.
pub(super) fn place_of(value: Expr) -> Expr {
    let Kind::Choice(choices) = &value.ty.kind else { return value };
    let at = value.at;
    let count = i64::try_from(choices.len()).unwrap_or(i64::MAX);
    let range = Interval::closed(Rational::ONE, Rational::from(count));
    let ty = Type { range: range.into(), ..Type::of(Kind::Integer) };
    let line = |(&choice, place): (&Symbol, i64)| {
        let place = Value::Integer(place);
        let value = Expr { node: Node::Literal(place), ty: type_of(&place), at };
        let taken = Taken::Choices(vec![choice]);
        BandLine { taken, values: vec![value], cites: Vec::new(), at, range_at: at }
    };
    let bands = choices.iter().zip(1..).map(line).collect();
    Expr { node: Node::Bands(Box::new(BandTable { subject: value, pick: None, bands })), ty, at }
}

/// Whether a table was made by [`place_of`], so that nobody wrote it.
pub(super) fn is_place_of(table: &BandTable) -> bool {
    table.bands.iter().all(|band| band.range_at == table.subject.at)
}

fn literal(expr: &Expr) -> Option<Symbol> {
    match expr.node {
        Node::Literal(Value::Text(symbol)) => Some(symbol),
        _ => None,
    }
}

/// The choices for which `choice OPERATOR end` holds.
fn members(operator: BinaryOperator, order: &[Symbol], end: Symbol, at: Span) -> Vec<Expr> {
    let place = |symbol: Symbol| order.iter().position(|choice| *choice == symbol);
    let fits = |symbol: Symbol| {
        let found = place(symbol).cmp(&place(end));
        match operator {
            BinaryOperator::Less => found == Ordering::Less,
            BinaryOperator::AtMost => found != Ordering::Greater,
            BinaryOperator::Greater => found == Ordering::Greater,
            BinaryOperator::AtLeast => found != Ordering::Less,
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideFloor
            | BinaryOperator::Modulo
            | BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::And
            | BinaryOperator::Or => false,
        }
    };
    let member = |&symbol: &Symbol| {
        let value = Value::Text(symbol);
        Expr { node: Node::Literal(value), ty: type_of(&value), at }
    };
    order.iter().filter(|&&symbol| fits(symbol)).map(member).collect()
}

/// The operator with its sides exchanged.
fn turned(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::AtMost => BinaryOperator::AtLeast,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::AtLeast => BinaryOperator::AtMost,
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::And
        | BinaryOperator::Or => operator,
    }
}
