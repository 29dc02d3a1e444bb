//! The language row by row, straight from its description: a tree walk that shares no code with the kernels.

use crate::builtins::{Aggregate, Overload};
use crate::ruleset::expression::{Expr, Node, Taken};
use crate::ruleset::{Reduce, Ruleset, Settings};
use crate::sheet::{NO_ROW, Tables};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::*;

pub type Cell = Result<Value, (Fault, Span)>;

pub struct Oracle<'a> {
    pub rules: &'a Ruleset,
    pub settings: &'a Settings,
    pub tables: &'a Tables,
}

fn number(value: Value) -> Rational {
    match value {
        Value::Integer(value) => Rational::from(value),
        Value::Number(value) | Value::Duration(value) => value,
        Value::Date(Date(day)) => Rational::from(day),
        other => panic!("{other:?} is no number"),
    }
}

fn flag(value: Value) -> Option<bool> {
    match value {
        Value::Flag(flag) => Some(flag),
        Value::Missing => None,
        other => panic!("{other:?} is no condition"),
    }
}

impl Oracle<'_> {
    pub fn cell(&self, expr: &Expr, row: usize) -> Cell {
        let fail = |fault| Err((fault, expr.at));
        let fit = |value: i128| match i64::try_from(value) {
            Ok(value) => Ok(Value::Integer(value)),
            Err(_) => fail(Fault::Overflow),
        };
        Ok(match &expr.node {
            Node::Literal(value) => *value,
            Node::Option(option) => self.settings.0[option.0 as usize],
            Node::Column { column, path } => {
                let mut row = u32::try_from(row).unwrap();
                for link in path {
                    row = self.tables.link(*link).unwrap().get(row as usize);
                    if row == NO_ROW {
                        return Ok(Value::Missing);
                    }
                }
                self.tables.column(*column).unwrap().value(row as usize, &self.rules.column(*column).ty.kind)
            }
            Node::Widen(part) => match self.cell(part, row)? {
                Value::Missing => Value::Missing,
                value => Value::Number(number(value)),
            },
            Node::Unary(operator, part) => match (operator, self.cell(part, row)?) {
                (_, Value::Missing) => Value::Missing,
                (UnaryOperator::Not, value) => Value::Flag(!flag(value).unwrap()),
                (UnaryOperator::Negate, Value::Integer(value)) => fit(-i128::from(value))?,
                (UnaryOperator::Negate, value) => match number(value).negate() {
                    Ok(value) => Value::Number(value),
                    Err(fault) => return fail(fault),
                },
            },
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                let deciding = *operator == BinaryOperator::Or;
                let left = flag(self.cell(left, row)?);
                if left == Some(deciding) {
                    return Ok(Value::Flag(deciding));
                }
                match (left, flag(self.cell(right, row)?)) {
                    (Some(_), Some(right)) => Value::Flag(right),
                    _ => Value::Missing,
                }
            }
            Node::Binary(operator, left, right) => match (self.cell(left, row)?, self.cell(right, row)?) {
                (Value::Missing, _) | (_, Value::Missing) => Value::Missing,
                (left, right) => match binary(*operator, left, right) {
                    Ok(value) => value,
                    Err(fault) => return fail(fault),
                },
            },
            Node::Among(part, others) => {
                let part = self.cell(part, row)?;
                let mut found = part != Value::Missing;
                let mut hit = false;
                for other in others {
                    let other = self.cell(other, row)?;
                    found &= other != Value::Missing;
                    hit |= other == part;
                }
                if found { Value::Flag(hit) } else { Value::Missing }
            }
            Node::If { value, condition, otherwise } => match flag(self.cell(condition, row)?) {
                Some(true) => self.cell(value, row)?,
                Some(false) => self.cell(otherwise, row)?,
                None => Value::Missing,
            },
            Node::Else(value, fallback) => match self.cell(value, row) {
                Ok(Value::Missing) | Err((Fault::DivisionByZero, _)) => self.cell(fallback, row)?,
                other => other?,
            },
            Node::Known(part) => Value::Flag(self.cell(part, row)? != Value::Missing),
            Node::Random(_) => unreachable!("no draws here"),
            Node::Call(function, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.cell(argument, row)?);
                }
                if values.contains(&Value::Missing) {
                    return Ok(Value::Missing);
                }
                let whole = values.iter().all(|value| matches!(value, Value::Integer(_)));
                let result =
                    function.row().overloads.iter().find_map(|overload| match (overload, &values[..]) {
                        (Overload::Integer(function), [Value::Integer(value)]) => {
                            Some(function(*value).map(Value::Integer))
                        }
                        (Overload::Number(function), [value]) => {
                            Some(function(&number(*value)).map(Value::Number))
                        }
                        (Overload::NumberToInteger(function), [value]) => {
                            Some(function(&number(*value)).map(Value::Integer))
                        }
                        (Overload::Integers(function), [Value::Integer(first), rest @ ..]) if whole => {
                            let rest = rest.iter().map(|value| number(*value).to_i64().unwrap());
                            Some(rest.into_iter().try_fold(*first, function))
                                .map(|result| result.map(Value::Integer))
                        }
                        (Overload::Numbers(function), [first, rest @ ..]) if !rest.is_empty() => {
                            let mut rest = rest.iter().map(|value| number(*value));
                            Some(rest.try_fold(number(*first), |sofar, value| function(&sofar, &value)))
                                .map(|result| result.map(Value::Number))
                        }
                        _ => None,
                    });
                match result.unwrap() {
                    Ok(value) => value,
                    Err(fault) => return fail(fault),
                }
            }
            Node::Tally(items) => {
                let whole = expr.ty.kind == Kind::Integer;
                let mut sum = if whole { Value::Integer(0) } else { Value::Number(Rational::ZERO) };
                for item in items {
                    let holds = match &item.condition {
                        Some(condition) => flag(self.cell(condition, row)?),
                        None => Some(true),
                    };
                    let value = match holds {
                        Some(true) => self.cell(&item.value, row)?,
                        Some(false) => continue,
                        None => Value::Missing,
                    };
                    let operator = if item.negative { BinaryOperator::Subtract } else { BinaryOperator::Add };
                    sum = match (sum, value) {
                        (Value::Missing, _) | (_, Value::Missing) => Value::Missing,
                        (sum, value) => match binary(operator, sum, value) {
                            Ok(sum) => sum,
                            Err(fault) => return Err((fault, item.at)),
                        },
                    };
                }
                sum
            }
            Node::Bands(table) => {
                let subject = self.cell(&table.subject, row)?;
                let seat = match &table.pick {
                    Some(pick) => Some(self.cell(&pick.seat, row)?),
                    None => None,
                };
                if subject == Value::Missing || seat == Some(Value::Missing) {
                    return Ok(Value::Missing);
                }
                let line = table.bands.iter().find(|band| match (&band.taken, subject) {
                    (Taken::Otherwise, _) => true,
                    (Taken::Choices(choices), Value::Text(text)) => choices.contains(&text),
                    (Taken::Ranges(ranges), value) => {
                        ranges.iter().any(|range| range.contains(number(value)))
                    }
                    (Taken::Choices(_), _) => false,
                });
                let column = match (&table.pick, seat) {
                    (Some(pick), Some(Value::Text(seat))) => pick.seats.iter().position(|name| *name == seat),
                    _ => Some(0),
                };
                match (line, column) {
                    (Some(line), Some(column)) => self.cell(&line.values[column], row)?,
                    _ => return fail(Fault::NoBand),
                }
            }
            Node::Cases(lines) => {
                for line in lines {
                    let holds = match &line.condition {
                        Some(condition) => flag(self.cell(condition, row)?),
                        None => Some(true),
                    };
                    match holds {
                        Some(true) => return self.cell(&line.value, row),
                        Some(false) => {}
                        None => return Ok(Value::Missing),
                    }
                }
                return fail(Fault::NoBand);
            }
        })
    }

    /// The aggregate for one parent; the first child row at fault is told by its number.
    pub fn reduce(&self, reduce: &Reduce, parent: usize) -> Result<Value, Fault> {
        let mut rows: Vec<(usize, Value)> = Vec::new();
        for row in 0..self.tables.rows(reduce.over) {
            let mut target = u32::try_from(row).unwrap();
            for link in &reduce.path {
                if target != NO_ROW {
                    target = self.tables.link(*link).unwrap().get(target as usize);
                }
            }
            if target != u32::try_from(parent).unwrap() {
                continue;
            }
            if let Some(filter) = &reduce.filter
                && flag(self.cell(filter, row).map_err(|fault| fault.0)?) != Some(true)
            {
                continue;
            }
            let value = match &reduce.value {
                Some(value) => self.cell(value, row).map_err(|fault| fault.0)?,
                None => Value::Flag(true),
            };
            if value != Value::Missing {
                rows.push((row, value));
            }
        }
        if let Some(best) = &reduce.best {
            let Ok(Value::Integer(count)) = self.cell(&best.count, 0) else { panic!("no count") };
            let mut order = rows.clone();
            order.sort_by(|left, right| {
                let by = number(left.1).cmp(&number(right.1));
                let by = if best.greatest { by.reverse() } else { by };
                by.then(left.0.cmp(&right.0))
            });
            order.truncate(usize::try_from(count).unwrap_or(0));
            rows.retain(|row| order.contains(row));
        }
        let values: Vec<Value> = rows.into_iter().map(|(_, value)| value).collect();
        let yes = values.iter().filter(|value| **value == Value::Flag(true)).count();
        let pick = |value: Option<&Value>| value.copied().unwrap_or(Value::Missing);
        let sum =
            |values: &[Value]| values.iter().try_fold(Rational::ZERO, |sum, value| sum.add(&number(*value)));
        let by_size = |left: &&Value, right: &&Value| number(**left).cmp(&number(**right));
        Ok(match reduce.aggregate {
            Aggregate::Sum => {
                let sum = sum(&values)?;
                if self.rules.column(reduce.out).ty.kind == Kind::Integer {
                    Value::Integer(sum.to_i64().ok_or(Fault::Overflow)?)
                } else {
                    Value::Number(sum)
                }
            }
            Aggregate::Mean if values.is_empty() => Value::Missing,
            Aggregate::Mean => {
                let count = Rational::from(i64::try_from(values.len()).unwrap());
                Value::Number(sum(&values)?.divide(&count)?)
            }
            Aggregate::Min => pick(values.iter().min_by(by_size)),
            Aggregate::Max => pick(values.iter().rev().max_by(by_size)),
            Aggregate::Count => match reduce.value.as_ref().map(|value| &value.ty.kind) {
                Some(Kind::Flag) => Value::Integer(i64::try_from(yes).unwrap()),
                _ => Value::Integer(i64::try_from(values.len()).unwrap()),
            },
            Aggregate::Any => Value::Flag(yes > 0),
            Aggregate::All => Value::Flag(yes == values.len()),
            Aggregate::None => Value::Flag(yes == 0),
            Aggregate::First => pick(values.first()),
            Aggregate::Last => pick(values.last()),
        })
    }
}

fn binary(operator: BinaryOperator, left: Value, right: Value) -> Result<Value, Fault> {
    if let (Value::Integer(left), Value::Integer(right)) = (left, right) {
        let (left, right) = (i128::from(left), i128::from(right));
        let floor = |left: i128, right: i128| {
            if right == 0 {
                return Err(Fault::DivisionByZero);
            }
            let (quotient, rest) = (left / right, left % right);
            Ok(if rest != 0 && (rest < 0) != (right < 0) { quotient - 1 } else { quotient })
        };
        let result = match operator {
            BinaryOperator::Add => left + right,
            BinaryOperator::Subtract => left - right,
            BinaryOperator::Multiply => left * right,
            BinaryOperator::DivideFloor => floor(left, right)?,
            BinaryOperator::Modulo => left - right * floor(left, right)?,
            _ => return Ok(compare(operator, left.cmp(&right))),
        };
        return i64::try_from(result).map(Value::Integer).map_err(|_| Fault::Overflow);
    }
    match (left, right) {
        (Value::Flag(left), Value::Flag(right)) => return Ok(compare(operator, left.cmp(&right))),
        (Value::Text(left), Value::Text(right)) => return Ok(compare(operator, left.cmp(&right))),
        _ => {}
    }
    let (left, right) = (number(left), number(right));
    Ok(Value::Number(match operator {
        BinaryOperator::Add => left.add(&right)?,
        BinaryOperator::Subtract => left.subtract(&right)?,
        BinaryOperator::Multiply => left.multiply(&right)?,
        BinaryOperator::Divide => left.divide(&right)?,
        BinaryOperator::DivideFloor => left.divide_floor(&right)?,
        BinaryOperator::Modulo => left.modulo(&right)?,
        _ => return Ok(compare(operator, left.cmp(&right))),
    }))
}

fn compare(operator: BinaryOperator, order: std::cmp::Ordering) -> Value {
    Value::Flag(match operator {
        BinaryOperator::Equal => order.is_eq(),
        BinaryOperator::NotEqual => order.is_ne(),
        BinaryOperator::Less => order.is_lt(),
        BinaryOperator::AtMost => order.is_le(),
        BinaryOperator::Greater => order.is_gt(),
        BinaryOperator::AtLeast => order.is_ge(),
        other => panic!("{other:?} does not compare"),
    })
}
