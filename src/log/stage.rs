//! One record being read: a row of cells for each thing in it, used again for the next record.
//!
//! Comes in: values at addresses. Goes out: cells, what is missing, what is there twice.
//! It must never know an encoding or a column of the result. Start with [`Stage::begin`].

use super::complain::Place;
use super::slots::{Address, Layout, SIDE, TableId, TableKind, each_of};
use crate::value::{Symbol, Value};

/// A cell of the record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub value: Value,
    pub place: Place,
    /// Whether something was recorded, if only a value that was refused.
    pub seen: bool,
}

const EMPTY: Cell = Cell { value: Value::Missing, place: Place { start: 0, end: 0 }, seen: false };

/// A row of the record.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    /// The row of the owner's table, for lists.
    pub owner: u32,
    /// Where it stands.
    pub place: Place,
    /// Whether anything of it is recorded.
    pub touched: bool,
    /// Where a part was recorded in the row of another seat (long CSV).
    pub foreign: Option<Place>,
}

/// The rows of one table in the record.
#[derive(Debug, Default)]
pub(super) struct Staged {
    stride: usize,
    pub cells: Vec<Cell>,
    pub rows: Vec<Row>,
}

impl Staged {
    fn reset(&mut self, rows: usize) {
        self.cells.clear();
        self.cells.resize(rows * self.stride, EMPTY);
        self.rows.clear();
        self.rows.resize(rows, Row::default());
    }

    fn add(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.cells.resize(self.rows.len() * self.stride, EMPTY);
        self.rows.len() - 1
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.stride..(row + 1) * self.stride]
    }
}

/// A record being read.
#[derive(Debug)]
pub(super) struct Stage {
    pub tables: Vec<Staged>,
    /// Who plays each side.
    pub entrants: Vec<Option<(Symbol, Place)>>,
    /// The name in an entrant's record.
    pub name: Option<(Symbol, Place)>,
    /// The lists that are recorded, if only as empty ones: each with its owner and its place.
    pub lists: Vec<(TableId, usize, Place)>,
    /// How many rows each table has in every record.
    fixed: Vec<usize>,
    /// How many rows each table has for every side; 0 where its rows are not of a side.
    for_each: Vec<usize>,
}

impl Stage {
    pub fn new(layout: &Layout<'_>) -> Self {
        let fixed = layout.tables.iter().map(|table| match &table.kind {
            TableKind::Entrant | TableKind::Game => 1,
            TableKind::Side => layout.seats.len(),
            TableKind::Named(rows) => rows.len(),
            TableKind::Each(names) => names.len() * layout.seats.len(),
            TableKind::Loose { .. } | TableKind::Values { .. } => 0,
        });
        let staged =
            layout.tables.iter().map(|table| Staged { stride: table.fields.len(), ..Staged::default() });
        let for_each = layout.tables.iter().map(|table| each_of(&table.kind).map_or(0, <[Symbol]>::len));
        let mut stage = Self {
            fixed: fixed.collect(),
            for_each: for_each.collect(),
            tables: staged.collect(),
            entrants: Vec::new(),
            name: None,
            lists: Vec::new(),
        };
        stage.begin();
        stage
    }

    /// Forgets the last record.
    pub fn begin(&mut self) {
        for (table, &rows) in self.tables.iter_mut().zip(&self.fixed) {
            table.reset(rows);
        }
        self.entrants.clear();
        self.entrants.resize(self.fixed[SIDE.0], None);
        self.name = None;
        self.lists.clear();
    }

    /// Another side, in formats without seats.
    pub fn add_side(&mut self, place: Place) -> usize {
        self.entrants.push(None);
        for (table, &rows) in self.tables.iter_mut().zip(&self.for_each) {
            for _ in 0..rows {
                table.add(Row::default());
            }
        }
        self.tables[SIDE.0].add(Row { place, ..Row::default() })
    }

    /// Another element of a list.
    pub fn add_element(&mut self, table: TableId, owner: usize, place: Place) -> usize {
        let owner = u32::try_from(owner).unwrap_or(u32::MAX);
        self.tables[table.0].add(Row { owner, place, touched: true, foreign: None })
    }

    pub fn table(&self, table: TableId) -> &Staged {
        &self.tables[table.0]
    }

    pub fn row_mut(&mut self, table: TableId, row: usize) -> &mut Row {
        &mut self.tables[table.0].rows[row]
    }

    /// Notes that something of a row is recorded, and so of the side that owns it in every game; the first place
    /// counts.
    #[inline]
    pub fn touch(&mut self, table: TableId, number: usize, place: Place) {
        let row = self.row_mut(table, number);
        if !row.touched {
            row.touched = true;
            row.place = place;
            if let Some(side) = number.checked_div(self.for_each[table.0]) {
                self.touch(SIDE, side, place);
            }
        }
    }

    #[inline]
    pub fn cell_mut(&mut self, address: Address) -> &mut Cell {
        let staged = &mut self.tables[address.table.0];
        &mut staged.cells[address.row * staged.stride + address.column]
    }
}
