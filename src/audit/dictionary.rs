//! The values at which rules do something: their literals, and what lies beside them.
//!
//! Comes in: a ruleset. Goes out: numbers and days worth a try. Start with [`Dictionary::of`].

use crate::ruleset::expression::{BandTable, Taken};
use crate::ruleset::{Expr, Node, Ruleset, Step};
use crate::value::{Interval, Rational, Value};
use std::collections::BTreeSet;

/// Values worth a try.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    /// Integers, and the whole numbers at fractions.
    pub whole: Vec<i64>,
    /// Fractions.
    pub numbers: Vec<Rational>,
    /// Lengths of time, in seconds.
    pub durations: Vec<Rational>,
    /// Days, counted from 1970-01-01.
    pub days: Vec<i64>,
}

impl Dictionary {
    /// What the scoring of a ruleset mentions.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Self {
        let mut found = Gathered::default();
        for step in ruleset.scoring() {
            found.step(step);
        }
        let keys = ruleset.standings.iter().flat_map(|standing| &standing.keys);
        keys.filter_map(|key| key.among_tied.as_ref()).flatten().for_each(|step| found.step(step));
        Self {
            whole: found.whole.into_iter().collect(),
            numbers: found.numbers.into_iter().collect(),
            durations: found.durations.into_iter().collect(),
            days: found.days.into_iter().collect(),
        }
    }
}

#[derive(Default)]
struct Gathered {
    whole: BTreeSet<i64>,
    numbers: BTreeSet<Rational>,
    durations: BTreeSet<Rational>,
    days: BTreeSet<i64>,
}

impl Gathered {
    fn step(&mut self, step: &Step) {
        match step {
            Step::Map { value, .. } => self.expression(value),
            Step::Reduce(reduce) => {
                reduce.value.iter().chain(&reduce.filter).for_each(|expr| self.expression(expr));
            }
            Step::Place(_) => {}
        }
    }

    fn expression(&mut self, expr: &Expr) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match &expr.node {
                Node::Literal(value) => self.value(*value),
                Node::Bands(table) => self.bands(table),
                Node::Column { .. }
                | Node::Option(_)
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
                | Node::Cases(_) => {}
            }
            expr.parts(&mut open);
        }
    }

    fn bands(&mut self, table: &BandTable) {
        for band in &table.bands {
            let ranges: &[Interval] = match &band.taken {
                Taken::Ranges(ranges) => ranges,
                Taken::Choices(_) | Taken::Otherwise => &[],
            };
            for bound in ranges.iter().flat_map(|range| [range.low, range.high]).flatten() {
                self.number(bound.at);
                self.durations.insert(bound.at);
            }
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Integer(whole) => self.number(whole.into()),
            Value::Number(number) => self.number(number),
            Value::Date(day) => self.days.extend([day.0.saturating_sub(1), day.0, day.0.saturating_add(1)]),
            Value::Duration(seconds) => {
                let one = Rational::ONE;
                self.durations.insert(seconds);
                self.durations.extend([seconds.add(&one), seconds.subtract(&one)].into_iter().flatten());
            }
            Value::Flag(_) | Value::Text(_) | Value::Missing => {}
        }
    }

    fn number(&mut self, number: Rational) {
        self.numbers.insert(number);
        for at in [number.floor(), number.ceil()].into_iter().filter_map(|at| at.to_i64()) {
            self.whole.extend([at.saturating_sub(1), at, at.saturating_add(1)]);
        }
    }
}
