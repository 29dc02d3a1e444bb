//! `random(low, high)`: where it may stand, and what it draws from.
//!
//! A draw is known by the column that is invented and by its number in the rule: two draws are two values, one that is
//! looked at twice is one. Start with [`Checker::lower_random`].

use super::checker::Checker;
use super::paths::each_call;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::expression::Random;
use crate::ruleset::{Expr, Node};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{Body, Call};
use crate::value::{Kind, Type};

/// The function that draws a whole number.
pub(super) const RANDOM: &str = "random";

/// The column that is being invented.
#[derive(Debug, Clone)]
pub(super) struct Inventing {
    column: ColumnId,
    sheet: SheetId,
    /// Where its rule draws, in the order of the text.
    draws: Vec<Span>,
}

impl Inventing {
    /// By this rule.
    pub(super) fn by(body: &Body, column: ColumnId, sheet: SheetId) -> Self {
        let mut draws = Vec::new();
        each_call(body, &mut |call| {
            if call.function.text == RANDOM {
                draws.push(call.function.span);
            }
        });
        draws.sort_unstable();
        Self { column, sheet, draws }
    }

    /// Which draw of the rule it is, from 1.
    fn number(&self, call: &Call) -> u32 {
        let place = self.draws.binary_search(&call.function.span).unwrap_or_default();
        u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1)
    }
}

impl Checker<'_> {
    pub(super) fn lower_random(&mut self, call: &Call, scope: &Scope, at: Span) -> Expr {
        let Some(inventing) = self.inventing.clone() else {
            self.complain(
                Diagnostic::new(
                    Code::ChanceInRule,
                    "a rule comes out the same each time, and `random` does not",
                )
                .at(at, "left to chance")
                .help("only the rules of `[simulate]` draw: there, invent what is recorded"),
            );
            return Self::unknown(at);
        };
        if scope.row != inventing.sheet {
            self.complain(
                Diagnostic::new(
                    Code::ChanceInRule,
                    "`random` draws for one row, and an aggregate takes many",
                )
                .at(at, "for which of them?")
                .help("draw in a recorded column of the rows that are taken together"),
            );
            return Self::unknown(at);
        }
        let [low, high] = call.arguments.as_slice() else {
            let found = match call.arguments.len() {
                0 => "none is here".to_owned(),
                1 => "one is here".to_owned(),
                count => format!("{count} are here"),
            };
            self.complain(
                Diagnostic::new(Code::WrongArguments, format!("`random` takes two values, and {found}"))
                    .at(at, "the wrong number of arguments")
                    .help("write the least and the greatest that is drawn, for example `random(1, 6)`"),
            );
            return Self::unknown(at);
        };
        let [low, high] = [low, high].map(|end| {
            let end = self.lower(end, scope);
            let end = self.met(end);
            self.wanted(end, &Kind::Integer, "a whole number")
        });
        if [&low, &high].iter().any(|end| end.ty.kind == Kind::Unknown) {
            return Self::unknown(at);
        }
        let number = inventing.number(call);
        let random = Random { low, high, column: inventing.column, number };
        Expr { node: Node::Random(Box::new(random)), ty: Type::of(Kind::Integer), at }
    }
}
