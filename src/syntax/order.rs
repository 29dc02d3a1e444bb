//! Orders, a key a line, and the columns of a standing.

use super::ast::{Direction, Key, Name, Order, Shown};
use super::grammar::Rule;
use super::lines::{Cut, cut};
use super::piece::{self, Built, Piece, next, next_if};
use super::script::Script;
use crate::diagnostic::Complaints;
use crate::source::Span;
use pest::iterators::{Pair, Pairs};

/// Every key; `None` when any line has a complaint.
pub(super) fn parse(script: &Script<'_>, complaints: &mut Complaints) -> Option<Order> {
    piece::each(script, &cut(script, Cut::Order), Rule::whole_key, complaints, Piece::key)
}

impl Piece<'_, '_> {
    fn key(&self, pair: Pair<'_, Rule>) -> Built<Key> {
        let mut parts = pair.into_inner();
        let value = self.expression(next(&mut parts))?.expression;
        let label = self.heading(&mut parts)?;
        let direction = self.direction(next(&mut parts))?;
        let among_tied = next_if(&mut parts, Rule::among_tied).is_some();
        Ok(Key { value, label, direction, among_tied, cites: self.cites(next(&mut parts))? })
    }

    /// `shown`
    pub(super) fn shown(&self, pair: Pair<'_, Rule>) -> Built<Shown> {
        let mut parts = pair.into_inner();
        let value = self.expression(next(&mut parts))?.expression;
        Ok(Shown { value, label: self.heading(&mut parts)? })
    }

    fn heading(&self, parts: &mut Pairs<'_, Rule>) -> Built<Option<Name>> {
        let Some(heading) = next_if(parts, Rule::heading) else { return Ok(None) };
        let mut inner = heading.into_inner();
        let _ = next(&mut inner);
        self.name(&next(&mut inner)).map(Some)
    }

    fn direction(&self, pair: Pair<'_, Rule>) -> Built<(Direction, Span)> {
        let mut parts = pair.into_inner();
        let which = next(&mut parts);
        let place = self.range(&which).start..self.range(&next(&mut parts)).end;
        let direction = match which.as_rule() {
            Rule::word_highest => Direction::Highest,
            Rule::word_lowest => Direction::Lowest,
            Rule::word_latest => Direction::Latest,
            Rule::word_earliest => Direction::Earliest,
            Rule::word_longest => Direction::Longest,
            Rule::word_shortest => Direction::Shortest,
            Rule::word_yes => Direction::Yes,
            Rule::word_no => Direction::No,
            _ => return self.unread(&which),
        };
        Ok((direction, self.place(place)))
    }
}
