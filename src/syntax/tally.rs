//! Tallies: one item a line.

use super::ast::Item;
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next};
use super::script::Script;
use crate::diagnostic::Complaints;
use pest::iterators::Pair;

/// Every item; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Vec<Item>> {
    piece::each(script, &cut(script, Cut::Tally), Rule::whole_item, complaints, Piece::item)
}

impl Piece<'_, '_> {
    fn item(&self, pair: Pair<'_, Rule>) -> Built<Item> {
        let mut parts = pair.into_inner();
        let sign = next(&mut parts);
        let value = self.expression(next(&mut parts))?;
        let mut end = value.range.end;
        let mut condition = None;
        let mut part = next(&mut parts);
        if part.as_rule() == Rule::condition {
            let mut inner = part.into_inner();
            let _ = next(&mut inner);
            let node = self.expression(next(&mut inner))?;
            end = node.range.end;
            condition = Some(node.expression);
            part = next(&mut parts);
        }
        Ok(Item {
            negative: sign.as_rule() == Rule::minus,
            value: value.expression,
            condition,
            cites: self.cites(part)?,
            span: self.place(self.range(&sign).start..end),
        })
    }
}
