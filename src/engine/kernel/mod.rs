//! Evaluates an expression on a chunk of rows: one kernel per node, each a loop over slices.
//!
//! Comes in: a typed expression and a range of rows. Goes out: a [`Batch`]. Faults are carried along like poison and
//! dropped where a row does not take the branch they are in.
//! It must never know what an expression is for. Start with [`Evaluator::eval`].

mod arithmetic;
mod call;
mod column;
mod compare;
mod logic;
mod random;

pub(super) use arithmetic::{Place, minus, only_known, plus};
pub(super) use column::gather;

use super::batch::{Batch, Values, each};
use super::blend::{Blend, choose};
use super::filling::Filling;
use super::prepared::Prepared;
use super::{bands, cases, tally};
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{Ruleset, Settings};
use crate::sheet::Tables;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Fault, Rational, Symbols, Value};
use std::ops::Range;

/// How many rows are computed at once: few enough that the vectors of an expression stay in the nearest cache.
pub(super) const CHUNK: usize = 1024;

/// The chunks of a range of rows.
pub(super) fn chunks(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = rows.end;
    rows.step_by(CHUNK).map(move |start| start..end.min(start + CHUNK))
}

/// What expressions are evaluated against.
#[derive(Clone, Copy)]
pub(super) struct Evaluator<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// The values of the options.
    pub settings: &'a Settings,
    /// The texts behind symbols.
    pub symbols: &'a Symbols,
    /// The columns computed so far.
    pub tables: &'a Tables,
    /// Composed links and search tables.
    pub prepared: &'a Prepared,
    /// What decides lots and draws.
    pub seed: u64,
    /// Whether rows are those to which the first link of every path leads: what several rows have in common is computed there.
    pub is_lifted: bool,
}

impl<'a> Evaluator<'a> {
    /// The values of an expression on a range of rows of its sheet.
    pub(super) fn eval(&self, expr: &Expr, rows: Range<usize>) -> Batch<'a> {
        let len = rows.len();
        if let Some(every) = self.lifted(expr) {
            let lifted = Self { is_lifted: true, ..*self };
            return column::behind(every, &rows, |targets| lifted.eval(expr, targets));
        }
        if let Some(found) = self.prepared.tabled(expr).and_then(|tabled| tabled.eval(self, &rows)) {
            return found;
        }
        match &expr.node {
            Node::Literal(value) => Batch::constant(len, *value, &expr.ty.kind),
            Node::Option(option) => {
                let value = self.settings.0.get(option.0 as usize).copied().unwrap_or(Value::Missing);
                Batch::constant(len, value, &expr.ty.kind)
            }
            Node::Column { column, path } => self.column(*column, path, &expr.ty.kind, rows),
            Node::Widen(part) => {
                let Batch { values, known, faults, .. } = self.eval(part, rows);
                match values.into_numbers() {
                    Some(lane) => Batch { len, values: Values::Number(lane), known, faults },
                    None => mismatch(len, expr),
                }
            }
            Node::Unary(UnaryOperator::Negate, part) => self.negate(expr, part, rows),
            Node::Unary(UnaryOperator::Not, part) => {
                let Batch { values, known, faults, .. } = self.eval(part, rows);
                match values {
                    Values::Flag(lane) => {
                        Batch { len, values: Values::Flag(each(&lane, |flag| !flag)), known, faults }
                    }
                    Values::Integer(_) | Values::Number(_) | Values::Symbol(_) => mismatch(len, expr),
                }
            }
            Node::Binary(..) => self.chain(expr, &rows),
            Node::Among(part, others) => self.among(expr, part, others, &rows),
            Node::If { value, condition, otherwise } => {
                let condition = self.eval(condition, rows.clone());
                if let Some(holds) = condition.settled() {
                    return self.eval(if holds { value } else { otherwise }, rows);
                }
                let is_decided = condition.known.is_none() && condition.faults.is_empty();
                let condition = condition.into_condition();
                let branches = [(&**value, &condition.holds), (&**otherwise, &condition.fails)];
                if let Some((only, _)) = branches.iter().find(|(_, take)| take.iter().all(|&take| take)) {
                    return self.eval(only, rows);
                }
                let branches = branches.map(|(branch, take)| {
                    (super::batch::any(take).then(|| self.eval(branch, rows.clone())), take)
                });
                if let [(Some(value), holds), (Some(otherwise), _)] = &branches
                    && is_decided
                    && let Some(chosen) = choose(holds, value, otherwise)
                {
                    return chosen;
                }
                let mut blend = Blend::new(&expr.ty.kind, len);
                for (branch, take) in &branches {
                    branch.iter().for_each(|branch| blend.put(branch, take));
                }
                blend.fail(condition.faults);
                blend.finish()
            }
            Node::Else(value, fallback) => self.otherwise(expr, value, fallback, &rows),
            Node::Known(part) => self.known(part, rows),
            Node::Call(function, arguments) => self.call(expr, *function, arguments, &rows),
            Node::Random(random) => self.random(expr, random, &rows),
            Node::Tally(items) => tally::eval(self, expr, items, &rows),
            Node::Bands(table) => bands::eval(self, expr, table, &rows),
            Node::Cases(lines) => cases::eval(self, expr, lines, &rows),
        }
    }

    /// How many rows have an expression in common, where it is not yet computed for all of them.
    fn lifted(&self, expr: &Expr) -> Option<usize> {
        if self.is_lifted { None } else { self.prepared.lifted(expr) }
    }

    /// Appends the values of an expression on a range of rows to a column of them.
    pub(super) fn fill(&self, filling: &mut Filling, expr: &Expr, rows: Range<usize>) {
        let tabled = self.prepared.tabled(expr);
        for rows in chunks(rows) {
            if !tabled.is_some_and(|tabled| tabled.fill(self, &rows, filling)) {
                filling.append(&self.eval(expr, rows));
            }
        }
    }

    /// The single value of an expression that looks at no row; missing where it has none.
    pub(super) fn constant(&self, expr: &Expr) -> Value {
        let batch = self.eval(expr, 0..1);
        if batch.faults.is_empty() && batch.is_known(0) {
            match batch.values {
                Values::Integer(lane) => Value::Integer(lane.get(0)),
                Values::Number(lane) => Value::Number(lane.get(0)),
                Values::Flag(lane) => Value::Flag(lane.get(0)),
                Values::Symbol(lane) => Value::Text(lane.get(0)),
            }
        } else {
            Value::Missing
        }
    }

    /// Operators bind to the left in long chains (`a + b + c + …`), so these are unrolled, not recursed into.
    fn chain(&self, expr: &Expr, rows: &Range<usize>) -> Batch<'a> {
        let mut open = Vec::new();
        let mut first = expr;
        while let Node::Binary(operator, left, right) = &first.node
            && (open.is_empty() || (self.prepared.tabled(first).is_none() && self.lifted(first).is_none()))
        {
            open.push((first, *operator, &**left, &**right));
            first = left;
        }
        let mut sofar = self.eval(first, rows.clone());
        for (expr, operator, left, right) in open.into_iter().rev() {
            sofar = match operator {
                BinaryOperator::And => self.decide(sofar, right, rows, false),
                BinaryOperator::Or => self.decide(sofar, right, rows, true),
                BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::Divide
                | BinaryOperator::DivideFloor
                | BinaryOperator::Modulo => {
                    let second = self.eval(right, rows.clone());
                    arithmetic::apply(operator, expr, (sofar, &left.ty.kind), (second, &right.ty.kind))
                }
                BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::AtMost
                | BinaryOperator::Greater
                | BinaryOperator::AtLeast => {
                    let second = self.eval(right, rows.clone());
                    self.compare(operator, &left.ty.kind, sofar, second)
                }
            };
        }
        sofar
    }

    fn known(&self, part: &Expr, rows: Range<usize>) -> Batch<'a> {
        let batch = self.eval(part, rows);
        let values = match batch.known {
            None => super::batch::Lane::Same(true),
            Some(known) => known,
        };
        Batch { len: batch.len, values: Values::Flag(values), known: None, faults: batch.faults }
    }

    fn otherwise(&self, expr: &Expr, value: &Expr, fallback: &Expr, rows: &Range<usize>) -> Batch<'a> {
        let len = rows.len();
        let mut batch = self.eval(value, rows.clone());
        if batch.known.is_none() && batch.faults.is_empty() {
            return batch;
        }
        let mut there: Vec<bool> = (0..len).map(|row| batch.is_known(row)).collect();
        let mut gone: Vec<bool> = there.iter().map(|&there| !there).collect();
        for fault in &batch.faults {
            there[fault.row] = false;
            gone[fault.row] = fault.fault == Fault::DivisionByZero;
        }
        let mut blend = Blend::new(&expr.ty.kind, len);
        blend.fail(batch.faults.extract_if(.., |fault| fault.fault != Fault::DivisionByZero));
        blend.put(&batch, &there);
        if super::batch::any(&gone) {
            blend.put(&self.eval(fallback, rows.clone()), &gone);
        }
        blend.finish()
    }
}

/// Operands of kinds that the checker lets nobody combine: nothing is known.
fn mismatch(len: usize, expr: &Expr) -> Batch<'static> {
    debug_assert!(false, "operands of kinds that do not go together");
    Batch::missing(len, &expr.ty.kind)
}

/// Whether a number is a value of a smaller kind.
fn whole(number: &Rational) -> Result<i64, Fault> {
    number.to_i64().ok_or(Fault::Overflow)
}
