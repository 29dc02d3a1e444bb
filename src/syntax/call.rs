//! Names, and functions and aggregates with what they are given.

use super::ast::{Binder, Call, Choice, Expression, Name, Term};
use super::expression::Node;
use super::grammar::Rule;
use super::piece::{Built, Piece, next};
use crate::diagnostic::{Code, Diagnostic};
use pest::iterators::Pair;

impl Piece<'_, '_> {
    /// `reference`
    pub(super) fn reference(&self, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut parts = pair.into_inner();
        let path = next(&mut parts);
        let range = self.range(&path);
        match parts.next() {
            None => Ok(Node { expression: self.named(path)?, range, height: 1 }),
            Some(arguments) => {
                let function = self.function(path)?;
                self.call(function, range.start, arguments)
            }
        }
    }

    /// The name of a function has no dots and no quotes.
    fn function(&self, path: Pair<'_, Rule>) -> Built<Name> {
        let span = self.span(&path);
        let mut parts = path.into_inner();
        let name = next(&mut parts);
        if name.as_rule() == Rule::quoted || parts.next().is_some() {
            return Err(Box::new(
                Diagnostic::new(Code::Syntax, "brackets after something that is not a function")
                    .at(span, "the name of a function has no dots and no quotes")
                    .help("a value inside brackets goes to a function: `sum(side.points)`"),
            ));
        }
        self.name(&name)
    }

    fn call(&self, function: Name, start: usize, pair: Pair<'_, Rule>) -> Built<Node> {
        let mut end = start;
        let mut height = 1;
        let mut call = Call { function, choice: None, binder: None, arguments: Vec::new(), filter: None };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::choice => call.choice = Some(self.choice(part)?),
                Rule::binder => call.binder = Some(self.binder(part)?),
                Rule::expression => {
                    let argument = self.expression(part)?;
                    height = height.max(argument.height);
                    call.arguments.push(argument.expression);
                }
                Rule::filter => {
                    let mut inner = part.into_inner();
                    let _ = next(&mut inner);
                    let filter = self.expression(next(&mut inner))?;
                    height = height.max(filter.height);
                    call.filter = Some(filter.expression);
                }
                Rule::open | Rule::comma | Rule::close => end = self.range(&part).end,
                _ => return self.unread(&part),
            }
        }
        self.node(Term::Call(Box::new(call)), start..end, height + 1)
    }

    fn choice(&self, pair: Pair<'_, Rule>) -> Built<Choice> {
        let mut parts = pair.into_inner();
        let best = next(&mut parts).as_rule() == Rule::word_best;
        let count = next(&mut parts);
        let count = if count.as_rule() == Rule::integer {
            let span = self.span(&count);
            let number = count.as_str().parse().map_err(|_| {
                Diagnostic::new(Code::LiteralTooLarge, format!("`{}` is too large a number", count.as_str()))
                    .at(span, "")
            })?;
            Expression { term: Term::Integer(number), span }
        } else {
            self.named(count)?
        };
        Ok(Choice { best, count })
    }

    fn binder(&self, pair: Pair<'_, Rule>) -> Built<Binder> {
        let mut parts = pair.into_inner();
        let name = self.name(&next(&mut parts))?;
        let _ = next(&mut parts);
        Ok(Binder { name, list: self.path(next(&mut parts))? })
    }
}
