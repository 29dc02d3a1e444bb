//! Why a condition holds or does not: the part of it that decided, and the values that part looked at.
//!
//! Comes in: a condition, a row. Goes out: a [`Finding`] for each part that decided. Of `and` that does not hold it is the
//! first that does not; of `or` that holds the first that does. Start with [`Builder::findings`].

use super::cell::Builder;
use super::tree::{Finding, Side};
use crate::ruleset::expression::{Expr, Node, Taken};
use crate::ruleset::{BuiltinColumn, Origin};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Interval, Rational, Value};

impl Builder<'_> {
    /// What decided a condition on a row.
    pub(super) fn findings(&mut self, condition: &Expr, row: u32) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut open = vec![condition];
        while let Some(expr) = open.pop() {
            if let Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) =
                &expr.node
            {
                let deciding = *operator == BinaryOperator::Or;
                let left_holds = self.opened.holds(left, row);
                let right_decides = || left_holds == Some(!deciding);
                if left_holds == Some(deciding) || left_holds.is_none() {
                    open.push(left);
                } else if right_decides() && self.opened.holds(right, row) == Some(deciding) {
                    open.push(right);
                } else {
                    open.push(right);
                    open.push(left);
                }
                continue;
            }
            found.push(self.finding(expr, row));
        }
        found
    }

    /// A condition that is not made of others.
    fn finding(&mut self, expr: &Expr, row: u32) -> Finding {
        let holds = self.opened.holds(expr, row);
        if let Node::Among(part, _) = &expr.node
            && let (Node::Column { column, .. }, true) = (&part.node, part.at == expr.at)
        {
            // What is kept once it has been reached stands where the word `kept` does.
            let name = self.opened.ruleset.column(*column).name.clone();
            let value = self.opened.value(part, row).unwrap_or(Value::Missing);
            let text = self.quotes.words(expr.at);
            return Finding { text, holds, values: vec![(format!("{name} before"), value)], side: None };
        }
        let values = self.looked_at(expr, row);
        Finding { text: self.condition_words(expr), holds, values, side: None }
    }

    /// A condition as it is written; what `check` has added to a rule in words of its own.
    pub(super) fn condition_words(&self, expr: &Expr) -> String {
        let mut inner = expr;
        while let Node::Unary(UnaryOperator::Not, part) | Node::Else(part, _) = &inner.node {
            inner = part;
        }
        if let Node::Column { column, .. } = &inner.node
            && inner.at == expr.at
        {
            let info = self.opened.ruleset.column(*column);
            if info.origin == Origin::Builtin(BuiltinColumn::Void) {
                let negated = matches!(expr.node, Node::Unary(..));
                let sheet = &self.opened.ruleset.sheet(info.sheet).name;
                return if negated { format!("the {sheet} counts") } else { format!("the {sheet} is void") };
            }
            if info.origin == (Origin::Hidden { aggregate: false }) {
                let speaking = self.opened.ruleset.verdicts.iter().filter(|one| one.speaks_of_the_row());
                let is_verdict = speaking.into_iter().any(|one| one.condition == *column);
                return match info.at.filter(|_| is_verdict) {
                    Some(at) => self.quotes.words(at),
                    None => super::cell::one_line(&info.name),
                };
            }
        }
        self.quotes.words(expr.at)
    }

    /// What a condition looks at: the operands of a comparison, or what it asks of.
    fn looked_at(&mut self, expr: &Expr, row: u32) -> Vec<(String, Value)> {
        let mut operands: Vec<&Expr> = Vec::new();
        let mut inner = expr;
        loop {
            match &inner.node {
                Node::Unary(UnaryOperator::Not, part) => inner = part,
                Node::Binary(_, left, right) => {
                    operands.extend([&**left, &**right]);
                    break;
                }
                Node::Among(part, _) => {
                    operands.push(part);
                    break;
                }
                Node::Known(part) => {
                    operands.push(part);
                    break;
                }
                Node::Literal(_)
                | Node::Column { .. }
                | Node::Option(_)
                | Node::Widen(_)
                | Node::Unary(..)
                | Node::If { .. }
                | Node::Else(..)
                | Node::Call(..)
                | Node::Random(_)
                | Node::Tally(_)
                | Node::Bands(_)
                | Node::Cases(_) => break,
            }
        }
        let mut told: Vec<(String, Value)> = Vec::new();
        for operand in operands {
            let operand = bare(operand);
            if matches!(operand.node, Node::Literal(_)) {
                continue;
            }
            let words = self.quotes.words(operand.at);
            let value = self.opened.value(operand, row).unwrap_or(Value::Missing);
            if !told.iter().any(|(known, _)| *known == words) {
                told.push((words, value));
            }
        }
        told
    }

    /// Why a band does not take a value.
    pub(super) fn beside(text: String, taken: &Taken, value: Value) -> Finding {
        let side = match taken {
            Taken::Ranges(ranges) => value.size().map(|at| side(ranges, at)),
            Taken::Choices(_) | Taken::Otherwise => None,
        };
        Finding { text, holds: Some(false), values: Vec::new(), side: Some(side.unwrap_or(Side::Beside)) }
    }
}

/// What an expression is of before it is widened.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match &expr.node {
        Node::Widen(inner) => bare(inner),
        Node::Literal(_)
        | Node::Column { .. }
        | Node::Option(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Among(..)
        | Node::If { .. }
        | Node::Else(..)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => expr,
    }
}

fn side(ranges: &[Interval], at: Rational) -> Side {
    let is_below =
        |range: &Interval| range.low.is_some_and(|low| at < low.at || at == low.at && !low.inclusive);
    let is_above =
        |range: &Interval| range.high.is_some_and(|high| at > high.at || at == high.at && !high.inclusive);
    if ranges.iter().all(is_below) {
        Side::Below
    } else if ranges.iter().all(is_above) {
        Side::Above
    } else {
        Side::Beside
    }
}
