//! The meaning of expressions, one row at a time, as plainly as possible.

use crate::builtins::Overload;
use crate::ruleset::expression::{BandTable, Taken};
use crate::ruleset::{Expr, Node};
use crate::sheet::ColumnId;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Date, Fault, Kind, Rational, Value};
use std::collections::BTreeMap;

/// The columns of the row.
pub(super) type Row = BTreeMap<ColumnId, Value>;

pub(super) fn holds(condition: &Expr, row: &Row) -> bool {
    evaluate(condition, row) == Ok(Value::Flag(true))
}

pub(super) fn as_number(value: &Value) -> Option<Rational> {
    match value {
        Value::Integer(value) | Value::Date(Date(value)) => Some(Rational::from(*value)),
        Value::Number(value) | Value::Duration(value) => Some(*value),
        Value::Flag(_) | Value::Text(_) | Value::Missing => None,
    }
}

fn number(value: Value) -> Rational {
    as_number(&value).unwrap()
}

fn typed(number: Rational, kind: &Kind) -> Result<Value, Fault> {
    match kind {
        Kind::Integer => Ok(Value::Integer(number.to_i64().ok_or(Fault::Overflow)?)),
        _ => Ok(Value::Number(number)),
    }
}

pub(super) fn evaluate(expr: &Expr, row: &Row) -> Result<Value, Fault> {
    let truth = |expr: &Expr| Ok(evaluate(expr, row)? == Value::Flag(true));
    Ok(match &expr.node {
        Node::Literal(value) => *value,
        Node::Column { column, .. } => row[column],
        Node::Widen(inner) => Value::Number(number(evaluate(inner, row)?)),
        Node::Unary(UnaryOperator::Not, inner) => Value::Flag(!truth(inner)?),
        Node::Unary(UnaryOperator::Negate, inner) => {
            typed(number(evaluate(inner, row)?).negate()?, &expr.ty.kind)?
        }
        Node::Binary(BinaryOperator::And, left, right) => Value::Flag(truth(left)? && truth(right)?),
        Node::Binary(BinaryOperator::Or, left, right) => Value::Flag(truth(left)? || truth(right)?),
        Node::Binary(operator, left, right) => {
            let (left, right) = (evaluate(left, row)?, evaluate(right, row)?);
            match operator {
                BinaryOperator::Equal => Value::Flag(left == right),
                BinaryOperator::NotEqual => Value::Flag(left != right),
                BinaryOperator::Less => Value::Flag(number(left) < number(right)),
                BinaryOperator::AtMost => Value::Flag(number(left) <= number(right)),
                BinaryOperator::Greater => Value::Flag(number(left) > number(right)),
                BinaryOperator::AtLeast => Value::Flag(number(left) >= number(right)),
                BinaryOperator::Add => typed(number(left).add(&number(right))?, &expr.ty.kind)?,
                BinaryOperator::Subtract => typed(number(left).subtract(&number(right))?, &expr.ty.kind)?,
                BinaryOperator::Multiply => typed(number(left).multiply(&number(right))?, &expr.ty.kind)?,
                BinaryOperator::Divide => typed(number(left).divide(&number(right))?, &expr.ty.kind)?,
                BinaryOperator::DivideFloor => {
                    typed(number(left).divide_floor(&number(right))?, &expr.ty.kind)?
                }
                BinaryOperator::Modulo => typed(number(left).modulo(&number(right))?, &expr.ty.kind)?,
                BinaryOperator::And | BinaryOperator::Or => unreachable!(),
            }
        }
        Node::Among(subject, members) => {
            let subject = evaluate(subject, row)?;
            Value::Flag(members.iter().any(|member| evaluate(member, row) == Ok(subject)))
        }
        Node::If { value, condition, otherwise } => {
            return if truth(condition)? { evaluate(value, row) } else { evaluate(otherwise, row) };
        }
        Node::Else(value, fallback) => {
            return match evaluate(value, row) {
                Ok(Value::Missing) | Err(Fault::DivisionByZero) => evaluate(fallback, row),
                other => other,
            };
        }
        Node::Known(inner) => Value::Flag(evaluate(inner, row)? != Value::Missing),
        Node::Call(function, arguments) => {
            let values: Result<Vec<Value>, Fault> =
                arguments.iter().map(|argument| evaluate(argument, row)).collect();
            return call(function.row().overloads, &values?);
        }
        Node::Tally(items) => {
            let mut sum = Rational::ZERO;
            for item in items {
                if item.condition.as_ref().map_or(Ok(true), truth)? {
                    let value = number(evaluate(&item.value, row)?);
                    sum = if item.negative { sum.subtract(&value)? } else { sum.add(&value)? };
                }
            }
            typed(sum, &expr.ty.kind)?
        }
        Node::Bands(table) => return bands(table, row),
        Node::Cases(lines) => {
            for line in lines {
                if line.condition.as_ref().map_or(Ok(true), truth)? {
                    return evaluate(&line.value, row);
                }
            }
            return Err(Fault::NoBand);
        }
        Node::Option(_) | Node::Random(_) => unreachable!("no options and no draws here"),
    })
}

fn bands(table: &BandTable, row: &Row) -> Result<Value, Fault> {
    let subject = evaluate(&table.subject, row)?;
    for band in &table.bands {
        let takes = match &band.taken {
            Taken::Ranges(ranges) => ranges.iter().any(|range| range.contains(number(subject))),
            Taken::Choices(choices) => choices.iter().any(|choice| Value::Text(*choice) == subject),
            Taken::Otherwise => true,
        };
        if takes {
            return evaluate(&band.values[0], row);
        }
    }
    Err(Fault::NoBand)
}

fn call(overloads: &[Overload], values: &[Value]) -> Result<Value, Fault> {
    let integers: Option<Vec<i64>> = values
        .iter()
        .map(|value| match value {
            Value::Integer(value) => Some(*value),
            _ => None,
        })
        .collect();
    for overload in overloads {
        match (overload, &integers) {
            (Overload::Integer(function), Some(integers)) => {
                return function(integers[0]).map(Value::Integer);
            }
            (Overload::Integers(function), Some(integers)) => {
                let mut all = integers.iter().copied();
                let first = all.next().unwrap();
                return all.try_fold(first, function).map(Value::Integer);
            }
            (Overload::Number(function), None) => return function(&number(values[0])).map(Value::Number),
            (Overload::NumberToInteger(function), None) => {
                return function(&number(values[0])).map(Value::Integer);
            }
            (Overload::Numbers(function), None) => {
                let mut all = values.iter().map(|value| number(*value));
                let first = all.next().unwrap();
                return all.try_fold(first, |left, right| function(&left, &right)).map(Value::Number);
            }
            _ => {}
        }
    }
    unreachable!("no overload fits")
}
