//! All sheets of one run.

use super::{Column, ColumnId, Index, LinkId, SheetId};
use std::ops::Range;

/// Where a record stands in the logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordPlace {
    /// Which log, in the order given.
    pub log: u32,
    /// Its line (for CSV the line on which the record begins), from 1.
    pub line: u32,
}

/// Row counts, columns and links, by the ids of the ruleset.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    rows: Vec<usize>,
    open: Vec<Range<usize>>,
    columns: Vec<Option<Column>>,
    links: Vec<Option<Index>>,
    /// By sheet, which rows do not count, whatever rules say of them; empty as long as all of them count.
    annulled: Vec<Option<Vec<bool>>>,
    /// Where each game was recorded.
    pub games: Vec<RecordPlace>,
    /// Where each entrant was registered; nothing for who has no such record.
    pub registered: Vec<Option<RecordPlace>>,
}

impl Tables {
    /// Room for this many sheets, columns and links, all empty.
    #[must_use]
    pub fn new(sheets: usize, columns: usize, links: usize) -> Self {
        Self {
            rows: vec![0; sheets],
            open: vec![0..0; sheets],
            columns: vec![None; columns],
            links: vec![None; links],
            annulled: Vec::new(),
            games: Vec::new(),
            registered: Vec::new(),
        }
    }

    /// The number of rows of a sheet.
    #[must_use]
    pub fn rows(&self, sheet: SheetId) -> usize {
        self.rows[sheet.0 as usize]
    }

    /// The number of rows of the sheet that has most.
    #[must_use]
    pub fn most_rows(&self) -> usize {
        self.rows.iter().copied().max().unwrap_or_default()
    }

    /// Sets the number of rows of a sheet. All of them are open.
    pub fn set_rows(&mut self, sheet: SheetId, rows: usize) {
        self.rows[sheet.0 as usize] = rows;
        self.open[sheet.0 as usize] = 0..rows;
    }

    /// The rows of a sheet on which steps are taken: all, unless [`Self::set_open`] says otherwise. Steps may look at others.
    #[must_use]
    pub fn open(&self, sheet: SheetId) -> Range<usize> {
        self.open[sheet.0 as usize].clone()
    }

    /// Opens these rows of a sheet, and no others.
    pub fn set_open(&mut self, sheet: SheetId, rows: Range<usize>) {
        self.open[sheet.0 as usize] = rows;
    }

    /// A column that has been filled.
    #[must_use]
    pub fn column(&self, id: ColumnId) -> Option<&Column> {
        self.columns[id.0 as usize].as_ref()
    }

    /// A column that has been filled, to be changed.
    pub fn column_mut(&mut self, id: ColumnId) -> Option<&mut Column> {
        self.columns[id.0 as usize].as_mut()
    }

    /// Fills a column.
    pub fn set_column(&mut self, id: ColumnId, column: Column) {
        self.columns[id.0 as usize] = Some(column);
    }

    /// A link that has been filled.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<&Index> {
        self.links[id.0 as usize].as_ref()
    }

    /// Takes a link away.
    pub fn take_link(&mut self, id: LinkId) -> Option<Index> {
        self.links[id.0 as usize].take()
    }

    /// Takes a column away.
    pub fn take_column(&mut self, id: ColumnId) -> Option<Column> {
        self.columns[id.0 as usize].take()
    }

    /// Fills a link.
    pub fn set_link(&mut self, id: LinkId, index: Index) {
        self.links[id.0 as usize] = Some(index);
    }

    /// Which rows of a sheet do not count, whatever rules say; `None` where all of them may.
    #[must_use]
    pub fn annulled(&self, sheet: SheetId) -> Option<&[bool]> {
        self.annulled.get(sheet.0 as usize)?.as_deref()
    }

    /// Whether some row of any sheet does not count, whatever rules say.
    #[must_use]
    pub fn has_annulled(&self) -> bool {
        !self.annulled.is_empty()
    }

    /// Says which rows of a sheet do not count, beside those that did not before.
    pub fn annul(&mut self, sheet: SheetId, rows: &[bool]) {
        if !rows.contains(&true) {
            return;
        }
        self.annulled.resize(self.rows.len(), None);
        let known = self.annulled[sheet.0 as usize].get_or_insert_with(|| vec![false; rows.len()]);
        for (known, annulled) in known.iter_mut().zip(rows) {
            *known |= annulled;
        }
    }

    /// Lets all rows count again.
    pub fn annul_none(&mut self) {
        self.annulled.clear();
    }
}
