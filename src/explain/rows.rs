//! Opens an aggregate: the rows that took part, each with what it gave, and how many did not.
//!
//! Comes in: a [`Reduce`], a row of the sheet that it fills. Goes out: children of a node. Rows that decide come first. Start
//! with [`Builder::aggregated`].

use super::cell::Builder;
use super::names;
use super::tree::{Node as Told, RowName, Rows, Step, What};
use super::why::bare;
use crate::engine::{Fate, Share};
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{Aggregate, Origin, Reduce, SheetKind};
use crate::sheet::{ColumnId, SheetId};
use crate::value::Value;

impl<'a> Builder<'a> {
    /// Opens an aggregate.
    pub(super) fn aggregated(&mut self, reduce: &'a Reduce, row: u32, node: &mut Told, depth: usize) {
        let parts = self.opened.parts(reduce, row);
        self.shares(reduce, parts, node, depth);
    }

    /// Opens an aggregate over games between those who are still level.
    pub(super) fn aggregated_among(
        &mut self,
        reduce: &'a Reduce,
        (row, level): (u32, &[u32]),
        node: &mut Told,
        depth: usize,
    ) {
        let parts = self.opened.parts_among(reduce, row, level);
        self.shares(reduce, parts, node, depth);
    }

    fn shares(&mut self, reduce: &'a Reduce, parts: Vec<Share>, node: &mut Told, depth: usize) {
        if self.opened.is_passing(reduce.over) {
            let text = "over so many pairs of rows that they are not told one by one";
            node.steps.push(Step::Said(text.to_owned()));
            return;
        }
        let count = |fate: Fate| parts.iter().filter(|part| part.fate == fate).count();
        let (sheet, _) = self.opened.inner(reduce.over, 0);
        node.steps.push(Step::Aggregated(Rows {
            aggregate: reduce.aggregate,
            called: self.called(sheet),
            taken: count(Fate::Taken),
            hits: asks(reduce).then(|| parts.iter().filter(|part| is_hit(part)).count()),
            left_out: count(Fate::LeftOut),
            void: count(Fate::Void),
            missing: count(Fate::Missing),
            annulled: count(Fate::Annulled),
            not_chosen: count(Fate::NotChosen),
            apart: count(Fate::Apart),
            among_tied: reduce.among_tied.is_some(),
        }));
        let result = node.value;
        let mut taken: Vec<Share> = parts.into_iter().filter(|part| part.fate == Fate::Taken).collect();
        match reduce.aggregate {
            Aggregate::Sum | Aggregate::Mean => {}
            // What decides is told, and nothing else needs to be.
            Aggregate::Count | Aggregate::Any => taken.retain(|part| counts(reduce, part)),
            Aggregate::None if result == Some(Value::Flag(false)) => {
                taken.retain(|part| part.value == Value::Flag(true));
            }
            Aggregate::All if result == Some(Value::Flag(false)) => {
                taken.retain(|part| part.value == Value::Flag(false));
            }
            Aggregate::None | Aggregate::All => {}
            Aggregate::Min | Aggregate::Max => taken.sort_by_key(|part| Some(part.value) != result),
            Aggregate::First => taken.truncate(1),
            Aggregate::Last => drop(taken.drain(..taken.len().saturating_sub(1))),
        }
        let most = self.reach.most.unwrap_or(usize::MAX);
        node.more += taken.len().saturating_sub(most);
        taken.truncate(most);
        for part in taken {
            let child = self.part(reduce, part, depth + 1);
            node.children.push(child);
        }
    }

    /// What a row of a sheet is called, and several.
    fn called(&self, sheet: SheetId) -> [String; 2] {
        let info = self.opened.ruleset.sheet(sheet);
        let one = match &info.kind {
            SheetKind::List { .. } => format!("of the {}", info.plural),
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::Part { .. }
            | SheetKind::Join { .. } => info.name.replace('.', " "),
        };
        [one, info.plural.replace('.', " ")]
    }

    /// A row that took part.
    fn part(&mut self, reduce: &Reduce, part: Share, depth: usize) -> Told {
        let of = names::name(&self.opened, reduce.over, part.row);
        let looked_at = reduce.value.as_ref().or(reduce.filter.as_ref());
        if let Some((column, row)) = reduce.value.as_ref().and_then(|value| self.single(value, part.row)) {
            let sheet = self.opened.ruleset.column(column).sheet;
            let is_hidden = matches!(self.opened.ruleset.column(column).origin, Origin::Hidden { .. });
            if !is_hidden && is_same_row(&names::name(&self.opened, sheet, row), &of) {
                return self.cell(column, row, depth);
            }
        }
        let text = reduce.value.as_ref().map(|value| self.quotes.words(bare(value).at));
        let value = reduce.value.as_ref().map(|_| part.value);
        let mut child = Told::new(What::Row { text: text.unwrap_or_default(), of }, value);
        if depth > self.reach.depth.unwrap_or(usize::MAX) {
            return child;
        }
        if let Some(expr) = looked_at {
            self.read(expr, part.row, &mut child, depth);
            child.children.retain(|child| !is_void(child));
        }
        child
    }

    /// The single cell that an expression is.
    pub(super) fn single(&self, expr: &Expr, row: u32) -> Option<(ColumnId, u32)> {
        match &bare(expr).node {
            Node::Column { column, path } => Some((*column, self.opened.target(path, row)?)),
            Node::Literal(_)
            | Node::Option(_)
            | Node::Widen(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_)
            | Node::Tally(_)
            | Node::Bands(_)
            | Node::Cases(_) => None,
        }
    }
}

/// Whether a condition is asked of each row.
fn asks(reduce: &Reduce) -> bool {
    match reduce.aggregate {
        Aggregate::Count => reduce.value.is_some(),
        Aggregate::Any | Aggregate::All | Aggregate::None => true,
        Aggregate::Sum
        | Aggregate::Mean
        | Aggregate::Min
        | Aggregate::Max
        | Aggregate::First
        | Aggregate::Last => false,
    }
}

fn is_hit(part: &Share) -> bool {
    part.fate == Fate::Taken && part.value == Value::Flag(true)
}

/// Whether a row is one of those that are counted.
fn counts(reduce: &Reduce, part: &Share) -> bool {
    reduce.value.is_none() || part.value == Value::Flag(true)
}

/// That a row counts is no news in a list of those that do.
fn is_void(node: &Told) -> bool {
    matches!(&node.what, What::Cell { column, .. } if column == "void")
        && node.value == Some(Value::Flag(false))
}

/// Whether a cell is of the row of an aggregate, or of one inside of it that stands for it.
fn is_same_row(cell: &RowName, row: &RowName) -> bool {
    cell.game == row.game
        && cell.in_match == row.in_match
        && cell.entrant == row.entrant
        && cell.part == row.part
}
