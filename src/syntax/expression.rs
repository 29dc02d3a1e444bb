//! Expressions: from the pairs of each level of binding to the tree.

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

impl Piece<'_, '_> {
    /// An `expression`, or what stands at any tighter level of binding. Levels that only hand on the next one
    /// are passed over, so that they cost no stack.
    pub(super) fn expression(&self, mut pair: Pair<'_, Rule>) -> Built<Node> {
        while pair.as_rule() != Rule::signed {
            let mut inner = pair.clone().into_inner();
            match inner.next().filter(|_| inner.is_empty()) {
                Some(only) => pair = only,
                None => break,
            }
        }
        match pair.as_rule() {
            Rule::expression => self.alternatives(pair),
            Rule::negation => self.negation(pair),
            Rule::comparison => self.comparison(pair),
            Rule::signed => self.signed(pair),
            Rule::disjunction | Rule::conjunction | Rule::sum | Rule::product => {
                self.chain(pair.into_inner())
            }
            _ => self.unread(&pair),
        }
    }

    fn alternatives(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut parts = pair.into_inner();
        let first = self.expression(next(&mut parts))?;
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

    fn negation(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut parts = pair.into_inner();
        let mut nots = Vec::new();
        while let Some(not) = next_if(&mut parts, Rule::word_not) {
            nots.push(self.range(&not));
        }
        let operand = self.expression(next(&mut parts))?;
        self.prefixed(nots, UnaryOperator::Not, operand)
    }

    fn comparison(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut parts = pair.into_inner();
        let left = self.expression(next(&mut parts))?;
        let Some(operator) = parts.next() else { return Ok(left) };
        if operator.as_rule() == Rule::members {
            return self.membership(left, operator);
        }
        let right = self.expression(next(&mut parts))?;
        if let Some(second) = parts.next() {
            let third = self.expression(next(&mut parts))?;
            return self.chained([&left, &right, &third], [&operator, &second]);
        }
        self.binary(left, self.operator(&operator)?, right)
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
        let mut parts =
            pair.into_inner().filter(|part| !matches!(part.as_rule(), Rule::word_in | Rule::word_to));
        #[expect(clippy::expect_used, reason = "the grammar names what stands after `in`")]
        let first = parts.next().expect("something stands after `in`");
        let members = if first.as_rule() == Rule::listed {
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
            let low = self.expression(first)?;
            height = height.max(low.height);
            if let Some(high) = parts.next() {
                let high = self.expression(high)?;
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

    /// Operands and the operators between them, from the left to the right.
    fn chain(&self, mut parts: Pairs<'_, Rule>) -> Built<Node> {
        let mut node = self.expression(next(&mut parts))?;
        while let Some(operator) = parts.next() {
            let right = self.expression(next(&mut parts))?;
            node = self.binary(node, self.operator(&operator)?, right)?;
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
