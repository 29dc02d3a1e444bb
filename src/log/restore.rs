//! From tables back to a store, so that a log can go on.
//!
//! Comes in: finished [`Tables`]. Goes out: a [`Store`] that holds the same rows. It must never know what is added.
//! Start with [`Store::of`].

use super::slots::{GAME, Layout, SIDE, TableId, TableKind};
use super::store::{Links, Store, row_number};
use crate::ruleset::{BuiltinColumn, LinkRole};
use crate::sheet::{Column, Data, Index, NO_ROW, Tables};

impl Store {
    /// What was stored before.
    pub fn of(layout: &Layout<'_>, tables: &Tables) -> Self {
        let mut store = Self::new(layout);
        store.games.clone_from(&tables.games);
        let ruleset = layout.ruleset;
        let sheet_of = |id: TableId| layout.table(id).sheet;
        let rows_of = |id: TableId| sheet_of(id).map_or(0, |sheet| tables.rows(sheet));
        for ((id, table), stored) in layout.all().zip(&mut store.tables) {
            let Some(sheet) = table.sheet else { continue };
            stored.rows = tables.rows(sheet);
            for (field, column) in table.fields.iter().zip(&mut stored.columns) {
                match tables.column(field.column) {
                    Some(known) => column.clone_from(known),
                    None => (0..stored.rows).for_each(|_| column.push(field.default)),
                }
            }
            let name =
                ruleset.builtin(sheet, if id == SIDE { BuiltinColumn::Seat } else { BuiltinColumn::Name });
            if let Some(Column { data: Data::Symbol(names), .. }) = name.and_then(|name| tables.column(name))
            {
                stored.names.clone_from(names);
            }
            let inside = |owner: TableId| {
                let link = ruleset.link_of(sheet, &LinkRole::Inside(sheet_of(owner)?))?;
                tables.link(link)
            };
            let links = |owner: TableId| Links::of(inside(owner), rows_of(owner), stored.rows);
            let owner = match &table.kind {
                TableKind::Entrant | TableKind::Game => continue,
                TableKind::Side => GAME,
                TableKind::Named(_) | TableKind::Each(_) => SIDE,
                TableKind::Loose { owner } | TableKind::Values { owner } => *owner,
            };
            (stored.game, stored.owner) = (links(GAME), links(owner));
        }
        let entrants =
            sheet_of(SIDE).and_then(|side| tables.link(ruleset.link_of(side, &LinkRole::Entrant)?));
        store.side_entrants =
            (0..rows_of(SIDE)).map(|side| entrants.map_or(NO_ROW, |index| index.get(side))).collect();
        store
    }
}

impl Links {
    /// What a finished link says, of so many parents.
    fn of(index: Option<&Index>, parents: usize, children: usize) -> Self {
        let rows = match index {
            Some(Index::Every(every)) => {
                return Self { every: *every, parents: row_number(parents), rows: None };
            }
            Some(Index::Rows(rows)) => rows.clone(),
            Some(Index::One) => vec![0; children],
            None => vec![NO_ROW; children],
        };
        // Without children yet, every parent may still have as many as the next one.
        Self { every: 0, parents: row_number(parents), rows: (parents > 0).then_some(rows) }
    }
}
