//! The nearest change that would have made a condition true, or a band take a value.
//!
//! Comes in: a condition, a row, what is wanted of it. Goes out: a [`Change`] of the first part that is in the way. It must
//! never try changes: it reads them off the comparison. Start with [`Builder::change`].

use super::cell::Builder;
use super::names;
use super::tree::{Change, Wanted};
use super::why::bare;
use crate::engine::{Fate, Share};
use crate::ruleset::expression::{BandTable, Expr, Node, Taken};
use crate::ruleset::{Aggregate, Step};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Bound, Date, Interval, Kind, Rational, Value};

/// So many rules are followed downward.
const DEEPEST: usize = 12;

impl<'a> Builder<'a> {
    /// What would have to be different for a condition to hold, or not to.
    pub(super) fn change(&mut self, condition: &Expr, row: u32, wanted: bool) -> Option<Change> {
        self.change_within(condition, row, wanted, DEEPEST)
    }

    fn change_within(&mut self, condition: &Expr, row: u32, wanted: bool, left: usize) -> Option<Change> {
        let left = left.checked_sub(1)?;
        match &condition.node {
            Node::Unary(UnaryOperator::Not, part) => self.change_within(part, row, !wanted, left),
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), first, second) => {
                let needs_both = (*operator == BinaryOperator::And) == wanted;
                let first_is = self.opened.holds(first, row) == Some(wanted);
                if needs_both && first_is {
                    return self.change_within(second, row, wanted, left);
                }
                let change = self.change_within(first, row, wanted, left);
                if needs_both {
                    change
                } else {
                    change.or_else(|| self.change_within(second, row, wanted, left))
                }
            }
            Node::Binary(operator, first, second) => self.comparison(*operator, (first, second), row, wanted),
            Node::Among(part, others) => {
                let is = self.opened.value(part, row).ok()?;
                let values: Vec<Value> =
                    others.iter().filter_map(|other| self.opened.value(other, row).ok()).collect();
                let text = self.quotes.words(bare(part).at);
                let wanted = match (wanted, &part.ty.kind) {
                    (_, Kind::Choice(choices)) => {
                        let all = choices.iter().map(|one| Value::Text(*one));
                        let all: Vec<Value> = all.collect();
                        among(&all, |one| values.contains(&one) == wanted)
                    }
                    (true, _) => Wanted::OneOf(values),
                    (false, _) => Wanted::Not(is),
                };
                Some(Change { whose: None, text, is, wanted })
            }
            Node::Known(part) => {
                let is = self.opened.value(part, row).ok()?;
                let text = self.quotes.words(bare(part).at);
                Some(Change {
                    whose: None,
                    text,
                    is,
                    wanted: if wanted { Wanted::Known } else { Wanted::Unknown },
                })
            }
            Node::Column { column, path } => {
                let target = self.opened.target(path, row)?;
                let step = self.opened.step(*column);
                if let Some(change) = step.and_then(|step| self.change_of_column(step, target, wanted, left))
                {
                    return Some(change);
                }
                let is = self.opened.cell(*column, target);
                let text = self.condition_words(condition);
                Some(Change { whose: None, text, is, wanted: Wanted::Exactly(Value::Flag(wanted)) })
            }
            Node::Else(part, _) => self.change_within(part, row, wanted, left),
            Node::Literal(_)
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::If { .. }
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => None,
        }
    }

    /// What would have to be different for a column to be yes, or no.
    pub(super) fn change_of_step(&mut self, step: &'a Step, row: u32, wanted: bool) -> Option<Change> {
        self.change_of_column(step, row, wanted, DEEPEST)
    }

    fn change_of_column(&mut self, step: &'a Step, row: u32, wanted: bool, left: usize) -> Option<Change> {
        match step {
            Step::Map { value, .. } => self.change_within(value, row, wanted, left),
            Step::Reduce(reduce) => {
                let wanted = match reduce.aggregate {
                    Aggregate::Any | Aggregate::All => wanted,
                    Aggregate::None => !wanted,
                    Aggregate::Sum
                    | Aggregate::Mean
                    | Aggregate::Count
                    | Aggregate::Min
                    | Aggregate::Max
                    | Aggregate::First
                    | Aggregate::Last => return None,
                };
                let parts = self.opened.parts(reduce, row);
                let is_in_the_way =
                    |part: &&Share| part.fate == Fate::Taken && part.value == Value::Flag(!wanted);
                let part = parts.iter().find(is_in_the_way)?;
                let mut change = self.change_within(reduce.value.as_ref()?, part.row, wanted, left)?;
                let of = names::name(&self.opened, reduce.over, part.row);
                change.whose = change.whose.or(Some(of));
                Some(change)
            }
            Step::Place(_) => None,
        }
    }

    fn comparison(
        &mut self,
        operator: BinaryOperator,
        (first, second): (&Expr, &Expr),
        row: u32,
        wanted: bool,
    ) -> Option<Change> {
        let mut operator = if wanted { operator } else { opposite(operator)? };
        let (mut first, mut second) = (bare(first), bare(second));
        if matches!(first.node, Node::Literal(_) | Node::Option(_)) {
            std::mem::swap(&mut first, &mut second);
            operator = mirrored(operator);
        }
        let is = self.opened.value(first, row).ok()?;
        let other = self.opened.value(second, row).ok()?;
        if other == Value::Missing {
            return None;
        }
        let whole = matches!((is, other), (Value::Integer(_), Value::Integer(_)));
        let wanted = match operator {
            BinaryOperator::Equal => Wanted::Exactly(other),
            BinaryOperator::NotEqual => Wanted::Not(other),
            BinaryOperator::AtLeast => Wanted::AtLeast(other),
            BinaryOperator::AtMost => Wanted::AtMost(other),
            BinaryOperator::Greater if whole => Wanted::AtLeast(moved(other, 1)?),
            BinaryOperator::Less if whole => Wanted::AtMost(moved(other, -1)?),
            BinaryOperator::Greater => Wanted::Above(other),
            BinaryOperator::Less => Wanted::Below(other),
            BinaryOperator::And
            | BinaryOperator::Or
            | BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideFloor
            | BinaryOperator::Modulo => return None,
        };
        Some(Change { whose: None, text: self.quotes.words(first.at), is, wanted })
    }

    /// What the subject of bands would have to be for one of them to take it.
    pub(super) fn change_of_band(&self, table: &BandTable, line: usize, is: Value) -> Option<Change> {
        let subject = bare(&table.subject);
        let text = self.quotes.words(subject.at);
        let kind = &subject.ty.kind;
        let wanted = match &table.bands.get(line)?.taken {
            Taken::Choices(choices) => Wanted::OneOf(choices.iter().map(|one| Value::Text(*one)).collect()),
            Taken::Otherwise => return None,
            Taken::Ranges(ranges) => {
                let at = is.size()?;
                let distance = |range: &Interval| nearest(range, at).map(|(far, _, _)| far);
                let range = ranges.iter().min_by_key(|range| distance(range))?;
                let (_, bound, is_low) = nearest(range, at)?;
                let value = of_kind(kind, bound.at)?;
                match (range.low.map(|low| low.at) == range.high.map(|high| high.at), is_low, bound.inclusive)
                {
                    (true, _, _) => Wanted::Exactly(value),
                    (false, true, true) => Wanted::AtLeast(value),
                    (false, true, false) => Wanted::Above(value),
                    (false, false, true) => Wanted::AtMost(value),
                    (false, false, false) => Wanted::Below(value),
                }
            }
        };
        Some(Change { whose: None, text, is, wanted })
    }
}

/// Some of the choices of a kind: one of them and all that stand behind it, or before it, or these.
fn among(all: &[Value], is_wanted: impl Fn(Value) -> bool) -> Wanted {
    let wanted: Vec<Value> = all.iter().copied().filter(|one| is_wanted(*one)).collect();
    match wanted.as_slice() {
        [only] => Wanted::Exactly(*only),
        [first, ..] if all.ends_with(&wanted) => Wanted::AtLeast(*first),
        [.., last] if all.starts_with(&wanted) => Wanted::AtMost(*last),
        _ => Wanted::OneOf(wanted),
    }
}

/// The end of a range that a value is nearest to, how far it is, and whether it is the lower one.
fn nearest(range: &Interval, at: Rational) -> Option<(Rational, Bound, bool)> {
    let far = |bound: Bound| at.subtract(&bound.at).and_then(|far| far.abs()).ok();
    let low = range.low.filter(|low| at <= low.at).and_then(|low| Some((far(low)?, low, true)));
    let high = range.high.filter(|high| at >= high.at).and_then(|high| Some((far(high)?, high, false)));
    low.or(high)
}

/// A number as a value of a kind: seconds of a duration, days of a date.
fn of_kind(kind: &Kind, at: Rational) -> Option<Value> {
    match kind {
        Kind::Integer => at.to_i64().map(Value::Integer),
        Kind::Number => Some(Value::Number(at)),
        Kind::Duration => Some(Value::Duration(at)),
        Kind::Date => at.to_i64().map(|days| Value::Date(Date(days))),
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Unknown => None,
    }
}

fn moved(value: Value, by: i64) -> Option<Value> {
    match value {
        Value::Integer(whole) => whole.checked_add(by).map(Value::Integer),
        Value::Number(_)
        | Value::Flag(_)
        | Value::Text(_)
        | Value::Date(_)
        | Value::Duration(_)
        | Value::Missing => None,
    }
}

/// The comparison that holds where this one does not.
fn opposite(operator: BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOperator::Equal => BinaryOperator::NotEqual,
        BinaryOperator::NotEqual => BinaryOperator::Equal,
        BinaryOperator::Less => BinaryOperator::AtLeast,
        BinaryOperator::AtMost => BinaryOperator::Greater,
        BinaryOperator::Greater => BinaryOperator::AtMost,
        BinaryOperator::AtLeast => BinaryOperator::Less,
        BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo => return None,
    })
}

/// The same comparison, with its sides changed.
fn mirrored(operator: BinaryOperator) -> BinaryOperator {
    match operator {
        BinaryOperator::Less => BinaryOperator::Greater,
        BinaryOperator::AtMost => BinaryOperator::AtLeast,
        BinaryOperator::Greater => BinaryOperator::Less,
        BinaryOperator::AtLeast => BinaryOperator::AtMost,
        BinaryOperator::Equal
        | BinaryOperator::NotEqual
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::Divide
        | BinaryOperator::DivideFloor
        | BinaryOperator::Modulo => operator,
    }
}
