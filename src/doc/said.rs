//! Expressions in words, as far as words are plainer than the rule.
//!
//! Comes in: an expression, variants taken out. Goes out: a line in which `and`, `or`, `not`, `if` and what stands in for a
//! missing value are words of the language, and values are values; all else stands as the format writes it. Start with
//! [`View::expression`].

use super::document::{Inline, Line, code, filled, plain};
use super::fold::is_new;
use super::view::View;
use crate::builtins::FUNCTIONS;
use crate::ruleset::{Expr, Node};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};

/// How tight an operator binds, from the loosest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    If,
    Else,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Sign,
    Whole,
}

impl View<'_> {
    /// An expression for people.
    pub fn expression(&self, expr: &Expr) -> Line {
        let words = self.words;
        match &expr.node {
            Node::Literal(value) => self.value(*value),
            Node::Widen(inner) => self.expression(inner),
            // `x in 1 to 5` is two comparisons that stand in one place.
            Node::Binary(BinaryOperator::And | BinaryOperator::Or, left, right)
                if !is_new(expr) && (left.at == right.at || left.at == expr.at) =>
            {
                code(self.code(expr))
            }
            Node::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                let own = tightness(expr);
                let template = if *operator == BinaryOperator::And { words.and } else { words.or };
                // People do not know which of the two binds more tightly: each stands in brackets inside of the other.
                let side =
                    |side: &Expr| self.around(side, if is_joined(side, own) { own } else { Tightness::Not });
                filled(template, &[side(left), side(right)])
            }
            Node::Unary(UnaryOperator::Not, inner) => {
                filled(words.not, &[self.around(inner, Tightness::Compare)])
            }
            Node::If { value, condition, otherwise } => {
                let parts = [value, condition, otherwise].map(|part| self.expression(part));
                filled(words.if_else, &parts)
            }
            Node::Else(value, fallback) => {
                filled(words.or_else, &[self.expression(value), self.expression(fallback)])
            }
            Node::Column { .. }
            | Node::Option(_)
            | Node::Unary(UnaryOperator::Negate, _)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => code(self.code(expr)),
        }
    }

    /// A part of an expression in words, in brackets where it binds less tightly than what is around it.
    fn around(&self, part: &Expr, around: Tightness) -> Line {
        let mut line = self.expression(part);
        if tightness(part) < around {
            line.insert(0, Inline::Plain("(".to_owned()));
            line.push(Inline::Plain(")".to_owned()));
        }
        line
    }

    /// An expression as the format writes it.
    pub fn code(&self, expr: &Expr) -> String {
        if !is_new(expr) {
            return self.written(expr.at);
        }
        let part = |part: &Expr| self.code(part);
        match &expr.node {
            Node::Literal(value) => value.words(&self.ruleset.symbols),
            Node::Column { column, .. } => self.ruleset.column(*column).name.clone(),
            Node::Option(option) => {
                let option = self.ruleset.options.get(usize::from(option.0));
                option.map_or_else(String::new, |option| option.name.clone())
            }
            Node::Widen(inner) => part(inner),
            Node::Unary(UnaryOperator::Negate, inner) => {
                format!("-{}", self.bracketed(inner, Tightness::Sign))
            }
            Node::Unary(UnaryOperator::Not, inner) => {
                format!("not {}", self.bracketed(inner, Tightness::Compare))
            }
            Node::Binary(operator, left, right) => {
                let own = tightness(expr);
                let left = self.bracketed(left, own);
                // `a - (b - c)`: what stands on the right of an operator of the same kind keeps its brackets.
                let tighter =
                    if own == Tightness::Sum || own == Tightness::Product { next(own) } else { own };
                format!("{left} {} {}", sign(*operator), self.bracketed(right, tighter))
            }
            Node::Among(value, members) => {
                let members: Vec<String> = members.iter().map(part).collect();
                format!("{} in ({})", self.bracketed(value, Tightness::Sum), members.join(", "))
            }
            Node::If { value, condition, otherwise } => {
                format!("{} if {} else {}", part(value), part(condition), part(otherwise))
            }
            Node::Else(value, fallback) => format!("{} else {}", part(value), part(fallback)),
            Node::Known(inner) => format!("known({})", part(inner)),
            Node::Call(function, arguments) => {
                let name = FUNCTIONS.get(usize::from(function.0)).map_or("", |function| function.name);
                let arguments: Vec<String> = arguments.iter().map(part).collect();
                format!("{name}({})", arguments.join(", "))
            }
            // These always keep their place in the file.
            Node::Random(_) | Node::Tally(_) | Node::Bands(_) | Node::Cases(_) => String::new(),
        }
    }

    fn bracketed(&self, part: &Expr, around: Tightness) -> String {
        let text = self.code(part);
        if tightness(part) < around { format!("({text})") } else { text }
    }

    /// A condition of a line; the last line may have none.
    pub fn condition(&self, condition: Option<&Expr>) -> Line {
        condition.map_or_else(|| plain(self.words.otherwise), |condition| self.expression(condition))
    }
}

fn tightness(expr: &Expr) -> Tightness {
    match &expr.node {
        Node::If { .. } => Tightness::If,
        Node::Else(..) => Tightness::Else,
        Node::Unary(UnaryOperator::Not, _) => Tightness::Not,
        Node::Unary(UnaryOperator::Negate, _) => Tightness::Sign,
        Node::Among(..) => Tightness::Compare,
        Node::Widen(inner) => tightness(inner),
        Node::Binary(operator, ..) => match operator {
            BinaryOperator::Or => Tightness::Or,
            BinaryOperator::And => Tightness::And,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::AtMost
            | BinaryOperator::Greater
            | BinaryOperator::AtLeast => Tightness::Compare,
            BinaryOperator::Add | BinaryOperator::Subtract => Tightness::Sum,
            BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::DivideFloor
            | BinaryOperator::Modulo => Tightness::Product,
        },
        Node::Literal(_)
        | Node::Column { .. }
        | Node::Option(_)
        | Node::Known(_)
        | Node::Call(..)
        | Node::Random(_)
        | Node::Tally(_)
        | Node::Bands(_)
        | Node::Cases(_) => Tightness::Whole,
    }
}

/// Whether an expression is joined by `and`, or by `or`, as what is around it.
fn is_joined(part: &Expr, around: Tightness) -> bool {
    tightness(part) == around
}

fn next(own: Tightness) -> Tightness {
    if own == Tightness::Sum { Tightness::Product } else { Tightness::Sign }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::DivideFloor => "div",
        BinaryOperator::Modulo => "mod",
        BinaryOperator::Equal => "=",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::AtMost => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::AtLeast => ">=",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
    }
}
