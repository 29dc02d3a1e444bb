//! What was recorded so far: columns that only grow, and the links between their rows.
//!
//! Comes in: whole records, one after the other. Goes out: [`Tables`]. It must never know how a
//! record was written. Start with [`Store::add_game`].

use super::slots::{Address, ENTRANT, GAME, Layout, SIDE, TableId, TableKind};
use super::stage::{Cell, Stage};
use crate::ruleset::{BuiltinColumn, LinkRole};
use crate::sheet::{Column, Data, Index, NO_ROW, RecordPlace, SheetId, Tables};
use crate::value::{Symbol, Value};
use std::ops::Range;

/// A link under construction: `Every` as long as that holds, then row by row.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub every: u32,
    pub parents: u32,
    pub rows: Option<Vec<u32>>,
}

impl Links {
    /// The next parent, with so many children.
    fn push(&mut self, children: u32) {
        if self.rows.is_none() && (self.parents == 0 || self.every == children) && children > 0 {
            self.every = children;
        } else {
            let parent = self.parents;
            self.rows().extend((0..children).map(|_| parent));
        }
        self.parents += 1;
    }

    /// Children without a parent.
    fn push_orphans(&mut self, children: u32) {
        if children > 0 {
            self.rows().extend((0..children).map(|_| NO_ROW));
        }
    }

    /// A child of any parent.
    fn push_child(&mut self, parent: u32) {
        self.rows().push(parent);
    }

    /// The children of a parent, where they follow one another in the order of their parents.
    fn children(&self, parent: u32) -> Range<usize> {
        match &self.rows {
            Some(rows) => {
                let start = rows.partition_point(|&row| row < parent);
                start..start + rows[start..].iter().take_while(|&&row| row == parent).count()
            }
            None => {
                let every = self.every as usize;
                parent as usize * every..(parent as usize + 1) * every
            }
        }
    }

    /// The parent of a child.
    fn parent(&self, child: usize) -> u32 {
        match &self.rows {
            Some(rows) => rows.get(child).copied().unwrap_or(NO_ROW),
            None => row_number(child.checked_div(self.every as usize).unwrap_or(0)),
        }
    }

    fn rows(&mut self) -> &mut Vec<u32> {
        let (every, parents) = (self.every, self.parents);
        self.rows
            .get_or_insert_with(|| (0..parents).flat_map(|parent| (0..every).map(move |_| parent)).collect())
    }

    fn finish(self) -> Index {
        match self.rows {
            Some(rows) => Index::Rows(rows),
            None if self.every > 0 => Index::Every(self.every),
            None => Index::Rows(Vec::new()),
        }
    }
}

/// The rows of one sheet.
#[derive(Debug, Default)]
pub(super) struct Stored {
    pub rows: usize,
    pub columns: Vec<Column>,
    /// Names of parts, seats of sides.
    pub names: Vec<Symbol>,
    pub game: Links,
    /// To the side, or to whatever owns a list.
    pub owner: Links,
    /// The row that each row of the record became.
    became: Vec<u32>,
}

/// All rows that were recorded.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) tables: Vec<Stored>,
    pub(super) side_entrants: Vec<u32>,
    pub games: Vec<RecordPlace>,
    order: Vec<usize>,
    owners: Vec<u32>,
}

impl Store {
    pub fn new(layout: &Layout<'_>) -> Self {
        let tables = layout.tables.iter().map(|table| Stored {
            columns: table.fields.iter().map(|field| Column::full(Data::empty(&field.ty.kind))).collect(),
            ..Stored::default()
        });
        Self {
            tables: tables.collect(),
            side_entrants: Vec::new(),
            games: Vec::new(),
            order: Vec::new(),
            owners: Vec::new(),
        }
    }

    /// Adds a game that is known to be right; `entrant` gives the row of who plays a side.
    pub fn add_game(
        &mut self,
        layout: &Layout<'_>,
        stage: &Stage,
        place: RecordPlace,
        mut entrant: impl FnMut(Symbol) -> u32,
    ) {
        self.games.push(place);
        for stored in &mut self.tables[GAME.0..] {
            stored.became.clear();
        }
        self.add_row(layout, GAME, stage.table(GAME).row(0));
        self.add_sides(layout, stage, &mut entrant);
        for (id, table) in layout.all() {
            match &table.kind {
                TableKind::Entrant | TableKind::Game | TableKind::Side => {}
                TableKind::Named(_) => self.add_named(layout, stage, id),
                TableKind::Each(names) => self.add_each(layout, stage, id, names),
                TableKind::Loose { owner } | TableKind::Values { owner } if *owner == ENTRANT => {}
                TableKind::Loose { owner } => {
                    let before = self.tables[id.0].rows;
                    self.add_list(layout, stage, id, *owner);
                    let added = row_number(self.tables[id.0].rows - before);
                    self.tables[id.0].game.push(added);
                }
                TableKind::Values { owner } => self.add_list(layout, stage, id, *owner),
            }
        }
    }

    /// Adds the lists of an entrant's record.
    pub fn add_entrant_lists(&mut self, layout: &Layout<'_>, stage: &Stage, entrant: u32) {
        for (id, _) in layout.lists_of(ENTRANT) {
            for row in 0..stage.table(id).rows.len() {
                self.add_row(layout, id, stage.table(id).row(row));
                self.tables[id.0].owner.push_child(entrant);
            }
        }
    }

    /// Adds the columns of an entrant, when all are known.
    pub fn add_entrant(&mut self, name: Symbol, values: &[Value]) {
        let stored = &mut self.tables[ENTRANT.0];
        stored.names.push(name);
        stored.rows += 1;
        for (column, value) in stored.columns.iter_mut().zip(values) {
            column.push(*value);
        }
    }

    fn add_row(&mut self, layout: &Layout<'_>, table: TableId, cells: &[Cell]) {
        let stored = &mut self.tables[table.0];
        let fields = &layout.table(table).fields;
        for ((column, cell), field) in stored.columns.iter_mut().zip(cells).zip(fields) {
            column.push(if cell.seen { cell.value } else { field.default });
        }
        stored.became.push(row_number(stored.rows));
        stored.rows += 1;
    }

    fn add_sides(&mut self, layout: &Layout<'_>, stage: &Stage, entrant: &mut impl FnMut(Symbol) -> u32) {
        let mut sides = 0;
        for (row, who) in stage.entrants.iter().enumerate() {
            let Some((who, _)) = who else {
                self.tables[SIDE.0].became.push(NO_ROW);
                continue;
            };
            self.add_row(layout, SIDE, stage.table(SIDE).row(row));
            self.side_entrants.push(entrant(*who));
            // Without seats, a side has the name of its entrant for a seat.
            let seat = layout.plan.seats.get(row).map_or(*who, |seat| seat.name);
            self.tables[SIDE.0].names.push(seat);
            sides += 1;
        }
        self.tables[SIDE.0].game.push(sides);
    }

    fn add_named(&mut self, layout: &Layout<'_>, stage: &Stage, id: TableId) {
        let TableKind::Named(rows) = &layout.table(id).kind else { return };
        let staged = stage.table(id);
        let before = self.tables[id.0].rows;
        self.tables[id.0].became.resize(rows.len(), NO_ROW);
        let add = |store: &mut Self, row: usize| {
            store.add_row(layout, id, staged.row(row));
            let stored = &mut store.tables[id.0];
            stored.names.push(rows[row].name);
            // `add_row` wrote its number at the end; named rows know their places.
            if let Some(number) = stored.became.pop() {
                stored.became[row] = number;
            }
        };
        for (seat, who) in stage.entrants.iter().enumerate() {
            if who.is_none() {
                continue;
            }
            let mut owned = 0;
            for row in (0..rows.len()).filter(|&row| rows[row].seat == Some(seat)) {
                add(self, row);
                owned += 1;
            }
            self.tables[id.0].owner.push(owned);
        }
        let mut orphans = 0;
        for (row, named) in rows.iter().enumerate() {
            let free = named.seat.is_none_or(|seat| stage.entrants[seat].is_none());
            if free && (named.seat.is_none() || staged.rows[row].touched) {
                add(self, row);
                orphans += 1;
            }
        }
        self.tables[id.0].owner.push_orphans(orphans);
        let added = row_number(self.tables[id.0].rows - before);
        self.tables[id.0].game.push(added);
    }

    /// The parts that every side owns, side by side: those of which something is recorded.
    fn add_each(&mut self, layout: &Layout<'_>, stage: &Stage, id: TableId, names: &[Symbol]) {
        let staged = stage.table(id);
        let may_be_left_out =
            layout.table(id).sheet.is_some_and(|sheet| layout.ruleset.may_be_left_out(sheet));
        let before = self.tables[id.0].rows;
        for (side, who) in stage.entrants.iter().enumerate() {
            let mut owned = 0;
            for (row, &name) in (side * names.len()..).zip(names) {
                if who.is_none() || may_be_left_out && !staged.rows[row].touched {
                    self.tables[id.0].became.push(NO_ROW);
                    continue;
                }
                self.add_row(layout, id, staged.row(row));
                self.tables[id.0].names.push(name);
                owned += 1;
            }
            if who.is_some() {
                self.tables[id.0].owner.push(owned);
            }
        }
        let added = row_number(self.tables[id.0].rows - before);
        self.tables[id.0].game.push(added);
    }

    /// The elements of the lists in a record, owner by owner.
    fn add_list(&mut self, layout: &Layout<'_>, stage: &Stage, id: TableId, owner: TableId) {
        let staged = stage.table(id);
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(0..staged.rows.len());
        let became = std::mem::take(&mut self.tables[owner.0].became);
        order.sort_by_key(|&row| became.get(staged.rows[row].owner as usize).copied().unwrap_or(NO_ROW));
        self.tables[id.0].became.resize(staged.rows.len(), NO_ROW);
        let mut next = order.iter().copied().peekable();
        let mut owners = std::mem::take(&mut self.owners);
        owners.clear();
        owners.extend(became.iter().copied().filter(|&row| row != NO_ROW));
        owners.sort_unstable();
        for &parent in &owners {
            let mut count = 0;
            let belongs = |row: &usize| {
                became.get(staged.rows[*row].owner as usize).is_some_and(|&target| target == parent)
            };
            while let Some(row) = next.next_if(belongs) {
                self.add_row(layout, id, staged.row(row));
                let stored = &mut self.tables[id.0];
                if let Some(number) = stored.became.pop() {
                    stored.became[row] = number;
                }
                count += 1;
            }
            self.tables[id.0].owner.push(count);
        }
        self.tables[owner.0].became = became;
        self.order = order;
        self.owners = owners;
    }

    /// How many rows a table has.
    pub fn rows(&self, table: TableId) -> usize {
        self.tables[table.0].rows
    }

    /// The rows of a table that belong to a game.
    pub fn rows_of_game(&self, table: TableId, game: u32) -> Range<usize> {
        if table == GAME {
            return game as usize..game as usize + 1;
        }
        self.tables[table.0].game.children(game)
    }

    /// The elements of the list that a row owns.
    pub fn elements(&self, list: TableId, owner: u32) -> Range<usize> {
        self.tables[list.0].owner.children(owner)
    }

    /// The side that owns the row of a part.
    pub fn side_of_part(&self, part: TableId, row: usize) -> u32 {
        self.tables[part.0].owner.parent(row)
    }

    /// The name of a part, the seat of a side.
    pub fn name(&self, table: TableId, row: usize) -> Option<Symbol> {
        self.tables[table.0].names.get(row).copied()
    }

    /// The entrant who plays a side.
    pub fn side_entrant(&self, side: usize) -> u32 {
        self.side_entrants.get(side).copied().unwrap_or(NO_ROW)
    }

    /// What was recorded.
    pub fn value(&self, layout: &Layout<'_>, cell: Address) -> Value {
        let kind = &layout.field(cell).ty.kind;
        self.tables[cell.table.0].columns[cell.column].value(cell.row, kind)
    }

    /// Replaces what was recorded.
    pub fn correct(&mut self, cell: Address, value: Value) {
        self.tables[cell.table.0].columns[cell.column].set(cell.row, value);
    }

    /// Everything, by the ids of the ruleset.
    pub fn into_tables(self, layout: &Layout<'_>) -> Tables {
        let ruleset = layout.ruleset;
        let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
        tables.games = self.games;
        let sheet_of = |id: TableId| layout.table(id).sheet;
        let link = |tables: &mut Tables, from: SheetId, role: LinkRole, index: Index| {
            if let Some(link) = ruleset.link_of(from, &role) {
                tables.set_link(link, index);
            }
        };
        let mut side_entrants = self.side_entrants;
        for ((id, table), stored) in layout.all().zip(self.tables) {
            let Some(sheet) = table.sheet else { continue };
            tables.set_rows(sheet, stored.rows);
            for (field, column) in table.fields.iter().zip(stored.columns) {
                tables.set_column(field.column, column);
            }
            let name = if id == SIDE { BuiltinColumn::Seat } else { BuiltinColumn::Name };
            if let Some(column) = ruleset.builtin(sheet, name) {
                tables.set_column(column, Column::full(Data::Symbol(stored.names)));
            }
            if let Some(game) = sheet_of(GAME)
                && matches!(
                    table.kind,
                    TableKind::Side | TableKind::Named(_) | TableKind::Each(_) | TableKind::Loose { .. }
                )
            {
                link(&mut tables, sheet, LinkRole::Inside(game), stored.game.finish());
            }
            match &table.kind {
                TableKind::Entrant | TableKind::Game => {}
                TableKind::Side => {
                    let rows = std::mem::take(&mut side_entrants);
                    link(&mut tables, sheet, LinkRole::Entrant, Index::Rows(rows));
                }
                TableKind::Named(_) | TableKind::Each(_) => {
                    if let Some(side) = sheet_of(SIDE) {
                        link(&mut tables, sheet, LinkRole::Inside(side), stored.owner.finish());
                    }
                }
                TableKind::Loose { owner } | TableKind::Values { owner } => {
                    if let Some(owner) = sheet_of(*owner).filter(|_| *owner != GAME || is_values(&table.kind))
                    {
                        link(&mut tables, sheet, LinkRole::Inside(owner), stored.owner.finish());
                    }
                }
            }
        }
        tables
    }
}

fn is_values(kind: &TableKind) -> bool {
    matches!(kind, TableKind::Values { .. })
}

pub(super) fn row_number(row: usize) -> u32 {
    u32::try_from(row).unwrap_or(NO_ROW)
}
