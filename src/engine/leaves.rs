//! What an expression looks at, and which values of it make a difference.
//!
//! Comes in: an expression. Goes out: its columns and options, each with the literals that it is compared with, where it is
//! compared and nothing else. Start with [`gather`], then [`samples`].

use crate::ruleset::{Expr, Node, OptionId};
use crate::sheet::{ColumnId, LinkId};
use crate::syntax::ast::BinaryOperator;
use crate::value::{Kind, Rational, Type, Value};

/// Something that an expression looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Leaf {
    Column(ColumnId, Vec<LinkId>),
    Option(OptionId),
}

/// The same, and what for.
#[derive(Debug, Clone)]
pub(super) struct Looked {
    pub leaf: Leaf,
    pub ty: Type,
    /// The numbers that it is compared with; `None` where something else is done with it.
    pub compared: Option<Vec<Rational>>,
}

impl Leaf {
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match &expr.node {
            Node::Column { column, path } => Some(Self::Column(*column, path.clone())),
            Node::Option(option) => Some(Self::Option(*option)),
            Node::Literal(_)
            | Node::Random(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => None,
        }
    }
}

/// Adds what an expression looks at; `None` where that is chance.
pub(super) fn gather(expr: &Expr, found: &mut Vec<Looked>) -> Option<()> {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.node {
            Node::Random(_) => return None,
            Node::Binary(operator, left, right) if compares(*operator) => {
                match (number(left), number(right)) {
                    (None, Some(literal)) if leaf(left).is_some() => take(leaf(left), Some(literal), found),
                    (Some(literal), None) if leaf(right).is_some() => take(leaf(right), Some(literal), found),
                    _ => open.extend([&**left, &**right]),
                }
                continue;
            }
            Node::Among(part, members) if leaf(part).is_some() => {
                let literals: Option<Vec<Rational>> = members.iter().map(number).collect();
                if let Some(literals) = literals {
                    literals.into_iter().for_each(|literal| take(leaf(part), Some(literal), found));
                    continue;
                }
            }
            _ => {}
        }
        match Leaf::of(expr) {
            Some(_) => take(Some(expr), None, found),
            None => expr.parts(&mut open),
        }
    }
    Some(())
}

fn take(expr: Option<&Expr>, literal: Option<Rational>, found: &mut Vec<Looked>) {
    let Some((expr, leaf)) = expr.and_then(|expr| Some((expr, Leaf::of(expr)?))) else { return };
    let place = found.iter().position(|looked| looked.leaf == leaf).unwrap_or_else(|| {
        found.push(Looked { leaf, ty: expr.ty.clone(), compared: Some(Vec::new()) });
        found.len() - 1
    });
    let looked = &mut found[place];
    // Where a condition has found it to be there, it is not optional.
    looked.ty.optional |= expr.ty.optional;
    match (literal, &mut looked.compared) {
        (Some(literal), Some(compared)) => compared.push(literal),
        (_, compared) => *compared = None,
    }
}

fn compares(operator: BinaryOperator) -> bool {
    match operator {
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::Less
        | BinaryOperator::AtMost
        | BinaryOperator::Greater
        | BinaryOperator::AtLeast => true,
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo
        | BinaryOperator::And
        | BinaryOperator::Or => false,
    }
}

/// A column or an option, also one that was made a number.
fn leaf(expr: &Expr) -> Option<&Expr> {
    match &expr.node {
        Node::Widen(inner) => leaf(inner),
        _ => Leaf::of(expr).map(|_| expr),
    }
}

/// A literal as a number: seconds, days.
fn number(expr: &Expr) -> Option<Rational> {
    match &expr.node {
        Node::Widen(inner) => number(inner),
        Node::Literal(Value::Integer(whole)) => Some(Rational::from_integer((*whole).into())),
        Node::Literal(Value::Number(number) | Value::Duration(number)) => Some(*number),
        Node::Literal(Value::Date(day)) => Some(Rational::from_integer(day.0.into())),
        _ => None,
    }
}

/// Values of a kind of number of which each other value is compared with these numbers as one of them is.
pub(super) fn samples(kind: &Kind, compared: &[Rational]) -> Option<Vec<Value>> {
    let mut at: Vec<Rational> = compared.to_vec();
    at.sort();
    at.dedup();
    let one = Rational::from_integer(1);
    let beside = |number: &Rational| [number.floor().subtract(&one), number.ceil().add(&one)];
    let mut all = Vec::new();
    for number in &at {
        all.extend([*number, number.floor(), number.ceil()]);
        for beside in beside(number) {
            all.push(beside.ok()?);
        }
    }
    for two in at.windows(2) {
        all.push(two[0].add(&two[1]).ok()?.divide(&Rational::from_integer(2)).ok()?);
    }
    if all.is_empty() {
        all.push(Rational::ZERO);
    }
    all.sort();
    all.dedup();
    let whole = |number: &Rational| number.is_integer().then(|| number.to_i64()).flatten();
    match kind {
        Kind::Integer => Some(all.iter().filter_map(whole).map(Value::Integer).collect()),
        Kind::Date => {
            Some(all.iter().filter_map(whole).map(|day| Value::Date(crate::value::Date(day))).collect())
        }
        Kind::Number => Some(all.into_iter().map(Value::Number).collect()),
        Kind::Duration => Some(all.into_iter().map(Value::Duration).collect()),
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => None,
    }
}
