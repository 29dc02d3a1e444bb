//! Expressions: from flat runs of operands and operators to the tree. Which operator binds more tightly is known here.

use super::ast::{BinaryOperator, Expression, Members, Term, UnaryOperator};
use super::grammar::Rule;
use super::limits::HIGHEST;
use super::piece::{Built, Piece, next, next_if};
use crate::diagnostic::{Code, Diagnostic};
use pest::iterators::{Pair, Pairs};
use std::ops::Range;

/// An expression that has been built.
pub(super) struct Node {
    /// The expression.
    pub expression: Expression,
    /// Its place in the decoded text, brackets around it included.
    pub range: Range<usize>,
    /// How high the tree is.
    pub height: usize,
}

/// How tightly operators bind, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`, `<`, `in`, …
    Comparison,
    /// `+` and `-`
    Sum,
    /// `*`, `/`, `div` and `mod`
    Product,
    /// Nothing between two operands binds so tightly.
    Operand,
}

/// How tightly an operator binds, and what binds tightly enough to stand on its right; `None` for what joins nothing.
fn binding(operator: Rule) -> Option<(Binding, Binding)> {
    Some(match operator {
        Rule::word_or => (Binding::Or, Binding::And),
        Rule::word_and => (Binding::And, Binding::Comparison),
        Rule::plus | Rule::minus => (Binding::Sum, Binding::Product),
        Rule::times | Rule::slash | Rule::word_div | Rule::word_mod => (Binding::Product, Binding::Operand),
        Rule::members => (Binding::Comparison, Binding::Sum),
        other if is_comparator(other) => (Binding::Comparison, Binding::Sum),
        _ => return None,
    })
}

/// Whether a sign compares two values.
fn is_comparator(operator: Rule) -> bool {
    matches!(
        operator,
        Rule::equal | Rule::not_equal | Rule::less | Rule::at_most | Rule::greater | Rule::at_least
    )
}

impl Piece<'_, '_> {
    /// An `expression` or a `disjunction`.
    pub(super) fn expression(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        match pair.as_rule() {
            Rule::disjunction => self.joined(&mut pair.into_inner(), Binding::Or),
            Rule::expression => {
                let mut parts = pair.into_inner();
                let first = self.joined(&mut next(&mut parts).into_inner(), Binding::Or)?;
                if parts.is_empty() { Ok(first) } else { self.alternatives(first, parts) }
            }
            _ => self.unread(&pair),
        }
    }

    /// What is taken in the stead of a value.
    fn alternatives(&self, first: Node, parts: Pairs<'_, Rule>) -> Built<Node> {
        let mut links = Vec::new();
        for tail in parts {
            let has_condition = tail.as_rule() == Rule::if_else;
            let mut inner = tail.into_inner().filter(|part| part.as_rule() == Rule::disjunction);
            let mut condition = None;
            if has_condition && let Some(pair) = inner.next() {
                condition = Some(self.expression(pair)?);
            }
            if let Some(pair) = inner.next() {
                links.push((condition, self.expression(pair)?));
            }
        }
        self.fold_else(first, links)
    }

    /// `a [if c] else b [if d] else e`, from the right to the left. Each link is the condition, if there is
    /// one, and the operand behind its `else`.
    fn fold_else(&self, first: Node, mut links: Vec<(Option<Node>, Node)>) -> Built<Node> {
        let Some((mut condition, mut otherwise)) = links.pop() else { return Ok(first) };
        while let Some((before, value)) = links.pop() {
            otherwise = self.choose(value, condition, otherwise)?;
            condition = before;
        }
        self.choose(first, condition, otherwise)
    }

    fn choose(&self, value: Node, condition: Option<Node>, otherwise: Node) -> Built<Node> {
        let range = value.range.start..otherwise.range.end;
        let mut height = value.height.max(otherwise.height);
        let term = match condition {
            Some(condition) => {
                height = height.max(condition.height);
                Term::If {
                    value: Box::new(value.expression),
                    condition: Box::new(condition.expression),
                    otherwise: Box::new(otherwise.expression),
                }
            }
            None => Term::Else(Box::new(value.expression), Box::new(otherwise.expression)),
        };
        self.node(term, range, height + 1)
    }

    /// The run from here up to the first operator that binds more loosely than `loosest`, from the left to the right.
    fn joined(&self, parts: &mut Pairs<'_, Rule>, loosest: Binding) -> Built<Node> {
        let mut node = self.first(parts)?;
        while let Some((binding, within)) =
            parts.peek().and_then(|operator| binding(operator.as_rule())).filter(|(own, _)| *own >= loosest)
        {
            let operator = next(parts);
            if operator.as_rule() == Rule::members {
                node = self.membership(node, operator)?;
                continue;
            }
            let right = self.joined(parts, within)?;
            if binding == Binding::Comparison
                && let Some(second) = parts.peek().filter(|second| is_comparator(second.as_rule()))
            {
                let _ = parts.next();
                let third = self.joined(parts, within)?;
                return self.chained([&node, &right, &third], [&operator, &second]);
            }
            node = self.binary(node, self.operator(&operator)?, right)?;
        }
        Ok(node)
    }

    /// An operand with its signs, or a comparison with the `not`s before it.
    fn first(&self, parts: &mut Pairs<'_, Rule>) -> Built<Node> {
        let mut nots = Vec::new();
        while let Some(not) = next_if(parts, Rule::word_not) {
            nots.push(self.range(&not));
        }
        if nots.is_empty() {
            return self.signed(next(parts));
        }
        let operand = self.joined(parts, Binding::Comparison)?;
        self.prefixed(nots, UnaryOperator::Not, operand)
    }

    /// `0 < x < 5`
    fn chained(&self, operands: [&Node; 3], operators: [&Pair<'_, Rule>; 2]) -> Built<Node> {
        let text = self.script.text.text();
        let [left, middle, right] = operands.map(|node| text.get(node.range.clone()).unwrap_or(""));
        let [first, second] = operators.map(Pair::as_str);
        Err(Box::new(
            Diagnostic::new(Code::Syntax, format!("`{first}` and `{second}` in one comparison"))
                .at(self.span(operators[1]), "only two values can be compared at a time")
                .help(format!("write `{left} {first} {middle} and {middle} {second} {right}`")),
        ))
    }

    fn membership(&self, left: Node, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut end = self.range(&pair).start;
        let mut height = left.height;
        let mut parts = pair.into_inner();
        let _ = next_if(&mut parts, Rule::word_in);
        let members = if let Some(first) = next_if(&mut parts, Rule::listed) {
            let mut listed = Vec::new();
            for part in first.into_inner() {
                if part.as_rule() == Rule::expression {
                    let member = self.expression(part)?;
                    height = height.max(member.height);
                    listed.push(member.expression);
                } else {
                    end = self.range(&part).end;
                }
            }
            Members::Listed(listed)
        } else {
            let low = self.joined(&mut parts, Binding::Sum)?;
            height = height.max(low.height);
            if next_if(&mut parts, Rule::word_to).is_some() {
                let high = self.joined(&mut parts, Binding::Sum)?;
                height = height.max(high.height);
                end = high.range.end;
                Members::Range(Box::new(low.expression), Box::new(high.expression))
            } else {
                end = low.range.end;
                list_named(low.expression)?
            }
        };
        let range = left.range.start..end;
        self.node(Term::In(Box::new(left.expression), members), range, height + 1)
    }

    fn signed(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut parts = pair.into_inner();
        let mut signs = Vec::new();
        while let Some(minus) = next_if(&mut parts, Rule::minus) {
            signs.push(self.range(&minus));
        }
        let operand = next(&mut parts);
        let node = match operand.as_rule() {
            Rule::literal => {
                let number = operand.clone().into_inner().all(|literal| {
                    matches!(
                        literal.as_rule(),
                        Rule::integer | Rule::decimal | Rule::percent | Rule::duration
                    )
                });
                let minus = if number { signs.pop() } else { None };
                let range = minus.as_ref().map_or_else(|| self.range(&operand).start, |minus| minus.start)
                    ..self.range(&operand).end;
                Node { expression: self.literal(operand, minus.as_ref())?, range, height: 1 }
            }
            Rule::bracketed => {
                let range = self.range(&operand);
                let mut inner = operand.into_inner();
                let _ = next_if(&mut inner, Rule::open);
                Node { range, ..self.expression(next(&mut inner))? }
            }
            Rule::reference => self.reference(operand)?,
            _ => return self.unread(&operand),
        };
        self.prefixed(signs, UnaryOperator::Negate, node)
    }

    /// Signs or `not`s before an operand, the innermost last.
    fn prefixed(&self, places: Vec<Range<usize>>, operator: UnaryOperator, operand: Node) -> Built<Node> {
        let mut node = operand;
        for place in places.into_iter().rev() {
            let range = place.start..node.range.end;
            node = self.node(Term::Unary(operator, Box::new(node.expression)), range, node.height + 1)?;
        }
        Ok(node)
    }

    fn operator(&self, pair: &Pair<'_, Rule>) -> Built<BinaryOperator> {
        Ok(match pair.as_rule() {
            Rule::plus => BinaryOperator::Add,
            Rule::minus => BinaryOperator::Subtract,
            Rule::times => BinaryOperator::Multiply,
            Rule::slash => BinaryOperator::Divide,
            Rule::word_div => BinaryOperator::DivideFloor,
            Rule::word_mod => BinaryOperator::Modulo,
            Rule::equal => BinaryOperator::Equal,
            Rule::not_equal => BinaryOperator::NotEqual,
            Rule::less => BinaryOperator::Less,
            Rule::at_most => BinaryOperator::AtMost,
            Rule::greater => BinaryOperator::Greater,
            Rule::at_least => BinaryOperator::AtLeast,
            Rule::word_or => BinaryOperator::Or,
            Rule::word_and => BinaryOperator::And,
            _ => return self.unread(pair),
        })
    }

    fn binary(&self, left: Node, operator: BinaryOperator, right: Node) -> Built<Node> {
        let range = left.range.start..right.range.end;
        let height = left.height.max(right.height) + 1;
        let term = Term::Binary(operator, Box::new(left.expression), Box::new(right.expression));
        self.node(term, range, height)
    }

    /// A node of the tree, unless the tree grows too high.
    pub(super) fn node(&self, term: Term, range: Range<usize>, height: usize) -> Built<Node> {
        let span = self.place(range.clone());
        if height > HIGHEST {
            let end = self.script.text.end(range.end);
            return Err(Box::new(
                Diagnostic::new(Code::TooDeep, format!("more than {HIGHEST} operations hang on one another"))
                    .at(end, "up to here")
                    .help("divide the rule over several columns and give each a name, or write it as a tally or as cases"),
            ));
        }
        Ok(Node { expression: Expression { term, span }, range, height })
    }
}

/// What stands alone after `in` must be the name of a list.
fn list_named(list: Expression) -> Built<Members> {
    match list.term {
        Term::Path(path) => Ok(Members::List(path)),
        Term::Text(text) => Ok(Members::List(vec![text])),
        _ => Err(Box::new(
            Diagnostic::new(Code::Syntax, "after `in` stands a list or a range")
                .at(list.span, "this is one value")
                .help(
                    "write `= VALUE`, `in (A, B)`, `in LOW to HIGH`, or `in` and the name of a recorded list",
                ),
        )),
    }
}
