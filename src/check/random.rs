//! `random(low, high)`: where it may stand, and what it draws from.
//!
//! A draw is known by the column that is invented and by its number in the rule: two draws are two values, one that is
//! looked at twice is one. Start with [`Checker::lower_random`].

use super::checker::Checker;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::expression::Random;
use crate::ruleset::{Expr, Node};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Call;
use crate::value::{Kind, Type};

/// The function that draws a whole number.
pub(super) const RANDOM: &str = "random";

/// The column that is being invented.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inventing {
    pub(super) column: ColumnId,
    pub(super) sheet: SheetId,
    /// How many draws its rule has so far.
    pub(super) draws: u32,
}

impl Checker<'_> {
    pub(super) fn lower_random(&mut self, call: &Call, scope: &Scope, at: Span) -> Expr {
        let Some(inventing) = self.inventing else {
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
            let sheet = self.ruleset.sheet(inventing.sheet).name.clone();
            self.complain(
                Diagnostic::new(Code::ChanceInRule, "`random` draws for a row, and an aggregate takes many")
                    .at(at, "for which row?")
                    .help(format!(
                        "invent a recorded column of the rows below, and take that together for the `{sheet}`"
                    )),
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
        let number = inventing.draws.saturating_add(1);
        // The ends may draw themselves.
        let number = self.inventing.as_mut().map_or(number, |inventing| {
            inventing.draws += 1;
            inventing.draws
        });
        let random = Random { low, high, column: inventing.column, number };
        Expr { node: Node::Random(Box::new(random)), ty: Type::of(Kind::Integer), at }
    }
}
