//! What the columns of conditions say: rows that are void, worth a word or at fault, and claims that are broken.
//!
//! Comes in: tables in which all steps are done. Goes out: hits, and the first row that breaks each claim.
//! A row is void with the row that it is inside of, and where it is annulled. Start with [`hits`], then [`Void`].

use super::VerdictHit;
use crate::ruleset::{LinkRole, Ruleset, VerdictKind};
use crate::sheet::{Data, Index, SheetId, Tables, row_id};
use rustc_hash::FxHashMap;

/// The rows that verdicts speak of, by verdict and row.
pub(super) fn hits(ruleset: &Ruleset, tables: &Tables) -> Vec<VerdictHit> {
    let mut hits = Vec::new();
    for (verdict, info) in ruleset.verdicts.iter().enumerate() {
        hits.extend(rows_where(tables, info.condition, true).map(|row| VerdictHit { verdict, row }));
    }
    hits
}

/// The rows that break each claim that was not proved: the claim, and the rows.
pub(super) fn broken(ruleset: &Ruleset, tables: &Tables, void: &mut Void<'_>) -> Vec<(usize, Vec<u32>)> {
    let mut broken = Vec::new();
    for (claim, info) in ruleset.claims.iter().enumerate().filter(|(_, info)| info.proof.is_none()) {
        let mut rows: Vec<u32> = rows_where(tables, info.condition, false).collect();
        if !rows.is_empty() {
            let void = void.rows(info.sheet);
            rows.retain(|&row| !void[row as usize]);
        }
        if !rows.is_empty() {
            broken.push((claim, rows));
        }
    }
    broken
}

/// Whether each row of a sheet is void, in tables in which all steps are done.
#[must_use]
pub fn void_rows(ruleset: &Ruleset, tables: &Tables, sheet: SheetId) -> Vec<bool> {
    Void::new(ruleset, tables).rows(sheet).to_vec()
}

/// Which rows are void, sheet by sheet, worked out when it is asked.
pub(super) struct Void<'a> {
    ruleset: &'a Ruleset,
    tables: &'a Tables,
    sheets: FxHashMap<SheetId, Vec<bool>>,
}

impl<'a> Void<'a> {
    /// Nothing asked yet.
    pub(super) fn new(ruleset: &'a Ruleset, tables: &'a Tables) -> Self {
        Self { ruleset, tables, sheets: FxHashMap::default() }
    }

    /// Whether each row of a sheet is void.
    pub(super) fn rows(&mut self, sheet: SheetId) -> &[bool] {
        if !self.sheets.contains_key(&sheet) {
            let void = self.find(sheet);
            self.sheets.insert(sheet, void);
        }
        &self.sheets[&sheet]
    }

    fn find(&mut self, sheet: SheetId) -> Vec<bool> {
        let rows = self.tables.rows(sheet);
        let mut void = self.tables.annulled(sheet).map_or_else(|| vec![false; rows], <[bool]>::to_vec);
        for verdict in &self.ruleset.verdicts {
            if verdict.sheet == sheet && verdict.kind == VerdictKind::Void {
                for row in rows_where(self.tables, verdict.condition, true) {
                    void[row as usize] = true;
                }
            }
        }
        for (link, index) in self.containers(sheet) {
            // Links lead from what is inside to what it is inside of, so this comes to an end.
            let outer = self.rows(link).to_vec();
            for (row, void) in void.iter_mut().enumerate() {
                *void |= outer.get(index.get(row) as usize).copied().unwrap_or(false);
            }
        }
        void
    }

    fn containers(&self, sheet: SheetId) -> Vec<(SheetId, &'a Index)> {
        let links = (0_u16..).map(crate::sheet::LinkId).zip(&self.ruleset.links);
        links
            .filter(|(_, info)| info.from == sheet && info.to != sheet)
            .filter(|(_, info)| match info.role {
                LinkRole::Inside(_) | LinkRole::Outer => true,
                LinkRole::Entrant
                | LinkRole::Opponent
                | LinkRole::Previous
                | LinkRole::Seat(_)
                | LinkRole::Inner => false,
            })
            .filter_map(|(id, info)| Some((info.to, self.tables.link(id)?)))
            .collect()
    }
}

/// The rows on which a yes/no column is known to be `wanted`.
fn rows_where(
    tables: &Tables,
    column: crate::sheet::ColumnId,
    wanted: bool,
) -> impl Iterator<Item = u32> + '_ {
    let column = tables.column(column);
    let values = match column.map(|column| &column.data) {
        Some(Data::Flag(values)) => values.as_slice(),
        Some(Data::Integer(_) | Data::Number(_) | Data::Symbol(_)) | None => &[],
    };
    let is_known = move |row: usize| column.is_some_and(|column| column.is_known(row));
    let rows = values.iter().enumerate().filter(move |(row, value)| **value == wanted && is_known(*row));
    rows.map(|(row, _)| row_id(row))
}
