//! The rows that an aggregate looked at for one row of its parent sheet, and what became of each.
//!
//! Comes in: a [`Reduce`], a row of the sheet that it fills. Goes out: a [`Share`] for each row below, in their order. Few
//! parents are looked for one by one; where many are opened their rows are gathered once. Start with [`Opened::parts`].

use super::Opened;
use crate::engine::best::{Kept, selected};
use crate::engine::reduce::{Pass, limit, took_part};
use crate::engine::tied::Levels;
use crate::ruleset::expression::{Expr, Node};
use crate::ruleset::{BuiltinColumn, LinkRole, Origin, Reduce, Ruleset};
use crate::sheet::{Grouping, LinkId, NO_ROW, SheetId, row_id};
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use crate::value::{Kind, Value};

/// So many parents are looked for one by one before the rows of all are gathered.
const FEW: u32 = 6;

/// A row that an aggregate looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The row of its sheet.
    pub row: u32,
    /// What became of it.
    pub fate: Fate,
    /// The value that it has to give; missing where the aggregate counts rows, and where it has none.
    pub value: Value,
}

/// Whether a row took part in an aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It did.
    Taken,
    /// It does not count, whatever the rules say: it is annulled, or over a limit.
    Annulled,
    /// The condition does not hold.
    LeftOut,
    /// It is void, or something that it is inside of is; the rest of the condition holds.
    Void,
    /// It has no value.
    Missing,
    /// Others are better, or worse.
    NotChosen,
    /// It is of a game with somebody who was not level any more.
    Apart,
}

/// The rows below each row of a parent sheet.
#[derive(Default)]
pub(super) struct Below {
    asked: u32,
    all: Option<Grouping>,
}

impl<'a> Opened<'a> {
    /// What became of the rows that an aggregate looked at for a row of the sheet that it fills. Where there were so many
    /// pairs of rows that they were not kept there are none.
    pub fn parts(&mut self, reduce: &'a Reduce, parent: u32) -> Vec<Share> {
        self.shares(reduce, parent, None)
    }

    /// The same, where only games between these entrants count.
    pub fn parts_among(&mut self, reduce: &'a Reduce, parent: u32, level: &[u32]) -> Vec<Share> {
        let entrants = self.rows(self.ruleset.column(reduce.out).sheet);
        let mut groups = vec![NO_ROW; entrants];
        for &entrant in level {
            if let Some(group) = groups.get_mut(entrant as usize) {
                *group = 0;
            }
        }
        self.shares(reduce, parent, Some(&Levels { groups }))
    }

    fn shares(&mut self, reduce: &'a Reduce, parent: u32, levels: Option<&Levels>) -> Vec<Share> {
        self.prepared.reduce(reduce, self.ruleset, &self.outcome.tables);
        let rows = self.below(&reduce.path, reduce.over, parent);
        let run = self.run();
        let pass = Pass::new(&run, reduce, levels);
        let anybody = levels.map(|_| Pass::new(&run, reduce, None));
        let mut parts: Vec<Share> = rows
            .into_iter()
            .map(|row| {
                let here = row as usize;
                let here = here..here + 1;
                let value = reduce.value.as_ref().map(|value| (value, run.eval(value, here.clone())));
                let value = value.map_or(Value::Missing, |(value, batch)| batch.value(0, &value.ty.kind));
                let holds = |filter| run.eval(filter, here.clone()).flag(0) == Some(true);
                let fate = if took_part(&pass, here.clone()).contains(&true) {
                    Fate::Taken
                } else if anybody.as_ref().is_some_and(|pass| took_part(pass, here.clone()).contains(&true)) {
                    Fate::Apart
                } else if self.is_annulled(reduce, row) {
                    Fate::Annulled
                } else if reduce.filter.as_ref().is_none_or(holds) {
                    Fate::Missing
                } else if reduce.filter.as_ref().is_some_and(|filter| {
                    conditions(filter).all(|one| asks_for_void(run.ruleset, one) || holds(one))
                }) {
                    Fate::Void
                } else {
                    Fate::LeftOut
                };
                Share { row, fate, value }
            })
            .collect();
        if let Some(best) = &reduce.best {
            let kind = reduce.value.as_ref().map_or(&Kind::Flag, |value| &value.ty.kind);
            let mut kept = Kept::new(kind);
            for part in parts.iter().filter(|part| part.fate == Fate::Taken) {
                let row = part.row as usize;
                let value = reduce.value.as_ref().map(|value| run.eval(value, row..row + 1));
                kept.add(value.as_ref().map(|value| &value.values), &[0], &[true]);
            }
            let chosen = selected(&kept, limit(&run, reduce), best.greatest, 1, (kind, run.symbols));
            let taken = parts.iter_mut().filter(|part| part.fate == Fate::Taken);
            for (part, _) in taken.zip(chosen).filter(|(_, chosen)| !chosen) {
                part.fate = Fate::NotChosen;
            }
        }
        parts
    }

    /// The rows of a sheet from which links lead to this row, in their order.
    pub fn below(&mut self, path: &[LinkId], sheet: SheetId, parent: u32) -> Vec<u32> {
        let rows = self.rows(sheet);
        let known = self.below.entry(path.to_vec()).or_default();
        known.asked = known.asked.saturating_add(1);
        let tables = &self.outcome.tables;
        if let ([link], true) = (path, known.asked > FEW && known.all.is_none())
            && let Some(index) = tables.link(*link)
        {
            let parents = tables.rows(self.ruleset.link(*link).to);
            known.all = Some(Grouping::new(index, rows, parents));
        }
        match &self.below.get(path).and_then(|below| below.all.as_ref()) {
            Some(all) => all.children(parent as usize).to_vec(),
            None => (0..rows).map(row_id).filter(|&row| self.target(path, row) == Some(parent)).collect(),
        }
    }

    /// The rows of a sheet in the group of one of them, that one among them.
    pub fn group(&mut self, link: LinkId, row: u32) -> Vec<u32> {
        match self.target(&[link], row) {
            Some(group) => self.below(&[link], self.ruleset.link(link).from, group),
            None => Vec::new(),
        }
    }

    /// The row of a pair that it is about: the inner one; of another row the row itself.
    #[must_use]
    pub fn inner(&self, sheet: SheetId, row: u32) -> (SheetId, u32) {
        let inner = self.ruleset.link_of(sheet, &LinkRole::Inner);
        let found = inner.and_then(|link| Some((self.ruleset.link(link).to, self.target(&[link], row)?)));
        found.map_or((sheet, row), |(sheet, row)| self.inner(sheet, row))
    }

    fn is_annulled(&self, reduce: &Reduce, row: u32) -> bool {
        self.prepared.annulled(reduce.out).iter().any(|(sheet, way)| {
            let unit = self.prepared.index(way, &self.outcome.tables).map(|index| index.get(row as usize));
            let unit = unit.filter(|&unit| unit != NO_ROW);
            let annulled = self.outcome.tables.annulled(*sheet).zip(unit);
            annulled.is_some_and(|(annulled, unit)| annulled.get(unit as usize).copied().unwrap_or(false))
        })
    }
}

/// The conditions that must all hold.
fn conditions(filter: &Expr) -> impl Iterator<Item = &Expr> {
    let mut open = vec![filter];
    std::iter::from_fn(move || {
        loop {
            let expr = open.pop()?;
            let Node::Binary(BinaryOperator::And, left, right) = &expr.node else { return Some(expr) };
            open.extend([&**right, &**left]);
        }
    })
}

/// Whether a condition asks for nothing but that the row is not void.
fn asks_for_void(ruleset: &Ruleset, condition: &Expr) -> bool {
    let mut inner = condition;
    while let Node::Unary(UnaryOperator::Not, part) | Node::Else(part, _) = &inner.node {
        inner = part;
    }
    matches!(&inner.node, Node::Column { column, .. }
        if inner.at == condition.at && ruleset.column(*column).origin == Origin::Builtin(BuiltinColumn::Void))
}
