//! What the texts of verdicts hold: the values in their braces.
//!
//! Comes in: verdicts whose conditions are lowered. Goes out: what each says, and the steps that its values need, kept
//! apart from those that score. A value is only there where its verdict holds, and so is whatever the condition has found
//! to be known. It must never change what is scored. Start with [`Checker::lower_texts`].

use super::checker::{Checker, Definition};
use super::scope::Scope;
use crate::ruleset::{Expr, Node, Said, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::{Expression, FilledPiece};
use crate::value::{Kind, Type, Value};

impl Checker<'_> {
    /// Lowers the texts; everything that scores is lowered before.
    pub(super) fn lower_texts(&mut self) {
        let scored = std::mem::take(&mut self.ruleset.steps);
        for place in 0..self.verdicts.len() {
            let verdict = &self.verdicts[place];
            let (sheet, entry, condition) = (verdict.sheet, verdict.entry, verdict.condition);
            let Some(filled) = &entry.said else { continue };
            let holds = scored.iter().find_map(|step| match step {
                Step::Map { out, value } if *out == condition => Some(value),
                Step::Map { .. } | Step::Reduce(_) | Step::Place(_) => None,
            });
            let pieces = filled.pieces.iter().map(|piece| match piece {
                FilledPiece::Words(words) => Said::Words(words.clone()),
                FilledPiece::Value(value) => Said::Value(self.lower_said(value, sheet, (condition, holds))),
            });
            let text = pieces.collect();
            if let Some(verdict) = self.ruleset.verdicts.get_mut(place) {
                verdict.text = text;
            }
        }
        self.ruleset.texts = std::mem::replace(&mut self.ruleset.steps, scored);
    }

    /// A value of a text: a column of its own, which has nothing where the condition does not hold.
    fn lower_said(
        &mut self,
        expression: &Expression,
        sheet: SheetId,
        (column, holds): (ColumnId, Option<&Expr>),
    ) -> ColumnId {
        let assumed: Vec<_> = holds.map(|holds| (holds, true)).into_iter().collect();
        self.saying = Some(column);
        let value = self.assuming(&assumed, |checker| checker.lower_in_sheet(expression, sheet));
        self.saying = None;
        let value = self.met(value);
        // Of what fails only the value itself is told.
        let at = self.ruleset.column(column).at.unwrap_or(value.at);
        let ty = Type::of(value.ty.kind.clone()).maybe(true);
        let flag = Type::of(Kind::Flag);
        let condition = Expr { node: Node::Column { column, path: Vec::new() }, ty: flag, at };
        let nothing = Expr { node: Node::Literal(Value::Missing), ty: ty.clone(), at };
        let node =
            Node::If { value: Box::new(value), condition: Box::new(condition), otherwise: Box::new(nothing) };
        let words = self.words(expression.span);
        let out = self.add_hidden(sheet, words, Some(expression.span), Definition::Given);
        self.fill(out, Expr { node, ty, at });
        out
    }

    /// Inside a text: that the verdict holds, as the rows of an aggregate see it. Of rows that are not told of nothing is
    /// taken together, so that nothing can fail there.
    pub(super) fn where_said(&self, inside: &Scope, at: Span) -> Option<Expr> {
        let column = self.saying.filter(|_| inside.is_rooted)?;
        let path = inside.views.last()?.path.clone();
        let leads = path.iter().all(|&link| self.ruleset.link(link).total);
        let flag = Type::of(Kind::Flag);
        let holds = Expr { node: Node::Column { column, path }, ty: flag.clone().maybe(!leads), at };
        if leads {
            return Some(holds);
        }
        let no = Expr { node: Node::Literal(Value::Flag(false)), ty: flag.clone(), at };
        Some(Expr { node: Node::Else(Box::new(holds), Box::new(no)), ty: flag, at })
    }
}
