//! Cases: a condition and a value a line.

use super::ast::Case;
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next};
use super::script::Script;
use crate::diagnostic::Complaints;
use pest::iterators::Pair;

/// Every case; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Vec<Case>> {
    piece::each(script, &cut(script, Cut::Cases), Rule::whole_case, complaints, Piece::case)
}

impl Piece<'_, '_> {
    fn case(&self, pair: Pair<'_, Rule>) -> Built<Case> {
        let start = self.range(&pair).start;
        let mut parts = pair.into_inner();
        let head = next(&mut parts);
        let condition =
            if head.as_rule() == Rule::expression { Some(self.expression(head)?.expression) } else { None };
        let _ = next(&mut parts);
        let value = self.expression(next(&mut parts))?;
        Ok(Case {
            condition,
            span: self.place(start..value.range.end),
            value: value.expression,
            cites: self.cites(next(&mut parts))?,
        })
    }
}
