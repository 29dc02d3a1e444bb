//! The parts of rules that rows can take or pass by: items, bands, cases, both sides of `if … else`.
//!
//! Comes in: an expression, some rows, and which of them matter. Goes out: what of it each of these rows looks at, and which
//! parts it takes. Conditions are tried by the kernels that compute the column, so that what is told of a rule and what the
//! rule does cannot disagree. It must never follow a column to where its values come from. Start with [`look`].

use super::kernel::Evaluator;
use super::{bands, cases};
use crate::ruleset::expression::{BandTable, CaseLine, Expr, Node, TallyItem};
use crate::ruleset::{ClauseId, OrderKey};
use crate::sheet::ColumnId;
use crate::source::Span;
use crate::syntax::ast::BinaryOperator;
use crate::value::Fault;
use std::ops::Range;
use std::rc::Rc;

/// A part of a format that rows can take, or pass by. Those inside of rules are known by where they stand in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The rule of a column.
    Column(ColumnId),
    /// An item of a tally that counts.
    Item(Span),
    /// A band that takes the subject.
    Band(Span),
    /// A case, or a level, whose condition is the first that holds.
    Case(Span),
    /// The value of this `VALUE if CONDITION else OTHERWISE`.
    Then(Span),
    /// What is there if the condition does not hold.
    Otherwise(Span),
    /// The value of this `VALUE else FALLBACK`.
    There(Span),
    /// What stands in for it.
    Fallback(Span),
    /// A verdict that speaks of a row, by its place in [`crate::ruleset::Ruleset::verdicts`].
    Verdict(usize),
    /// A key of an order that told rows apart which the keys before it had left level.
    Key(Span),
}

impl Part {
    /// The part that a key is, where it stands in the format.
    #[must_use]
    pub fn of_key(key: &OrderKey) -> Option<Self> {
        key.at.map(Self::Key)
    }
}

/// What rows look at.
pub(super) enum Seen<'a> {
    /// A part of the expression.
    Inner(&'a Expr),
    /// A part that they take, and the clauses that it cites.
    Taken(Part, &'a [ClauseId]),
}

/// Which rows of a chunk: some of them at least.
pub(super) type Mask = Rc<[bool]>;

/// Tells what the marked rows look at, one level deep. Columns, literals and options have nothing inside.
pub(super) fn look<'a>(
    run: &Evaluator<'_>,
    expr: &'a Expr,
    rows: &Range<usize>,
    take: &Mask,
    see: &mut impl FnMut(Seen<'a>, Mask),
) {
    let mut look = Look { run, rows, take, see };
    match &expr.node {
        Node::Literal(_) | Node::Option(_) | Node::Column { .. } => {}
        Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
            look.all(left);
            let deciding = *operator == BinaryOperator::Or;
            let batch = run.eval(left, rows.clone());
            look.some(Seen::Inner(right), |row| batch.flag(row) != Some(deciding));
        }
        Node::Widen(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Among(..)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_) => {
            let mut parts = Vec::new();
            expr.parts(&mut parts);
            parts.into_iter().for_each(|part| look.all(part));
        }
        Node::If { value, condition, otherwise } => {
            look.all(condition);
            let batch = run.eval(condition, rows.clone());
            // What was added to a rule stands where the whole rule does: it is no part of what the author wrote.
            let written = value.at != expr.at;
            for (branch, part, wanted) in
                [(&**value, Part::Then(expr.at), true), (&**otherwise, Part::Otherwise(expr.at), false)]
            {
                look.some(Seen::Inner(branch), |row| batch.flag(row) == Some(wanted));
                if written {
                    look.some(Seen::Taken(part, &[]), |row| batch.flag(row) == Some(wanted));
                }
            }
        }
        Node::Else(value, fallback) => {
            look.all(value);
            let batch = run.eval(value, rows.clone());
            let is_gone = |row: usize| match batch.fault(row) {
                Some(fault) => fault.fault == Fault::DivisionByZero,
                None => !batch.is_known(row),
            };
            look.some(Seen::Inner(fallback), is_gone);
            if value.at != expr.at {
                look.some(Seen::Taken(Part::Fallback(expr.at), &[]), is_gone);
                look.some(Seen::Taken(Part::There(expr.at), &[]), |row| !is_gone(row));
            }
        }
        Node::Tally(items) => look.items(items),
        Node::Bands(table) => look.bands(expr, table),
        Node::Cases(lines) => look.cases(lines),
    }
}

struct Look<'r, 'e, F> {
    run: &'r Evaluator<'e>,
    rows: &'r Range<usize>,
    take: &'r Mask,
    see: &'r mut F,
}

impl<'a, F: FnMut(Seen<'a>, Mask)> Look<'_, '_, F> {
    /// All rows look at it.
    fn all(&mut self, expr: &'a Expr) {
        (self.see)(Seen::Inner(expr), Rc::clone(self.take));
    }

    /// Those of the rows that fulfil this.
    fn some(&mut self, seen: Seen<'a>, holds: impl Fn(usize) -> bool) {
        let mask: Mask = self.take.iter().enumerate().map(|(row, take)| *take && holds(row)).collect();
        if mask.contains(&true) {
            (self.see)(seen, mask);
        }
    }

    fn items(&mut self, items: &'a [TallyItem]) {
        for item in items {
            let batch = item.condition.as_ref().map(|condition| {
                self.all(condition);
                self.run.eval(condition, self.rows.clone())
            });
            let counts = |row: usize| batch.as_ref().is_none_or(|batch| batch.flag(row) == Some(true));
            self.some(Seen::Taken(Part::Item(item.at), &item.cites), counts);
            self.some(Seen::Inner(&item.value), counts);
        }
    }

    fn bands(&mut self, expr: &'a Expr, table: &'a BandTable) {
        self.all(&table.subject);
        let Some(taken) = bands::lines(self.run, expr, table, self.rows) else { return };
        for (number, line) in table.bands.iter().enumerate() {
            let is_here = |row: usize| taken.line(row).is_some_and(|(line, _)| line == number);
            self.some(Seen::Taken(Part::Band(line.at), &line.cites), is_here);
            for (column, value) in line.values.iter().enumerate() {
                self.some(Seen::Inner(value), |row| taken.line(row) == Some((number, column)));
            }
        }
    }

    fn cases(&mut self, lines: &'a [CaseLine]) {
        let taken = cases::lines(self.run, lines, self.rows);
        for (number, line) in lines.iter().enumerate() {
            let is_here = |row: usize| taken[row].line == Some(number);
            if let Some(condition) = &line.condition {
                self.some(Seen::Inner(condition), |row| taken[row].tried > number);
            }
            self.some(Seen::Taken(Part::Case(line.at), &line.cites), is_here);
            self.some(Seen::Inner(&line.value), is_here);
        }
    }
}
