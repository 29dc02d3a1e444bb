//! Tables in which the rows of a wave stand side by side.
//!
//! Comes in: the tables of a log, and what is needed of them. Goes out: the same rows in the order of waves, of which one
//! wave after the other is opened; and in the end the new columns in the order of the log. What stands in the right order
//! already is lent, not copied. It must never know a rule. Start with [`Layout::new`].

use super::super::filling::Filling;
use super::super::filter::pick;
use super::super::pairs::Course;
use super::needs::Needs;
use super::order::Waves;
use super::restore::Restore;
use super::rows::Rows;
use crate::ruleset::{LinkInfo, LinkRole, Ruleset, SheetKind, Step};
use crate::sheet::{Column, ColumnId, Index, LinkId, NO_ROW, SheetId, Tables};
use rustc_hash::FxHashMap;

/// The rows of games in the order of waves.
pub(super) struct Layout {
    /// What the steps are taken on.
    pub tables: Tables,
    /// By sheet; `None` for sheets whose rows belong to no game.
    rows: Vec<Option<Rows>>,
    lent_columns: Vec<ColumnId>,
    lent_links: Vec<LinkId>,
}

impl Layout {
    /// Lays out what is needed.
    pub(super) fn new(course: &Course<'_>, needs: &Needs, waves: &Waves, tables: &mut Tables) -> Self {
        let ruleset = course.ruleset;
        let mut laid = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
        let mut of_rows = OfRows { ruleset, tables, waves, known: FxHashMap::default() };
        let mut rows = Vec::new();
        for (id, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
            let is_passing = course.passing.contains(&id);
            let own = if is_passing { None } else { of_rows.of(id, &info.kind) };
            // Rows of no game come last.
            let own = own.map(|own| Rows::new(own, waves.count + 1));
            laid.set_rows(id, tables.rows(id));
            if let Some(annulled) = tables.annulled(id) {
                match own.as_ref().and_then(|own| own.order.as_deref()) {
                    Some(order) => {
                        let moved: Vec<bool> = order.iter().map(|&row| annulled[row as usize]).collect();
                        laid.annul(id, &moved);
                    }
                    None => laid.annul(id, annulled),
                }
            }
            rows.push(own);
        }
        let mut layout = Self { tables: laid, rows, lent_columns: Vec::new(), lent_links: Vec::new() };
        for &column in &needs.columns {
            layout.lay_column(column, ruleset.column(column).sheet, tables);
        }
        for &link in &needs.links {
            layout.lay_link(link, ruleset.link(link), tables);
        }
        layout
    }

    /// Whether a step is taken wave by wave: the others are on pairs, and taken whenever these are laid out.
    pub(super) fn has(&self, course: &Course<'_>, step: &Step) -> bool {
        let sheet = course.ruleset.column(step.out()).sheet;
        let has = self.rows_of(sheet).is_some();
        debug_assert!(has || course.passes(step), "a ladder computes what belongs to games");
        has
    }

    /// Opens the rows of a wave, of all sheets; whether there are any.
    pub(super) fn open(&mut self, wave: usize) -> bool {
        let mut some = false;
        for (sheet, rows) in (0_u16..).map(SheetId).zip(&self.rows) {
            if let Some(rows) = rows {
                let open = rows.of_wave(wave);
                some |= !open.is_empty();
                self.tables.set_open(sheet, open);
            }
        }
        some
    }

    /// The tables, with all rows open.
    pub(super) fn into_tables(mut self) -> Tables {
        for sheet in (0_u16..).map(SheetId).take(self.rows.len()) {
            self.tables.set_rows(sheet, self.tables.rows(sheet));
        }
        self.tables
    }

    /// Begins a column, with nothing in it yet.
    pub(super) fn begin(&mut self, id: ColumnId, ruleset: &Ruleset) {
        let info = ruleset.column(id);
        let (empty, _) = Filling::new(&info.ty.kind, self.tables.rows(info.sheet)).finish();
        self.tables.set_column(id, empty);
    }

    /// Goes on with a column, on the rows that are open.
    pub(super) fn go_on(&mut self, id: ColumnId, more: &Column) {
        let same =
            |column: &&mut Column| std::mem::discriminant(&column.data) == std::mem::discriminant(&more.data);
        match self.tables.column_mut(id).filter(same) {
            Some(column) => column.append(more),
            None => self.tables.set_column(id, more.clone()),
        }
    }

    /// The row of the log behind a row of the layout.
    pub(super) fn row_of_log(&self, sheet: SheetId, row: u32) -> u32 {
        self.rows_of(sheet).map_or(row, |rows| rows.row(row))
    }

    /// Puts these columns into the tables of the log, and gives back what was lent.
    pub(super) fn give_back(mut self, columns: &[ColumnId], ruleset: &Ruleset, tables: &mut Tables) {
        let mut restore = Restore::default();
        for &id in columns {
            let Some(column) = self.tables.take_column(id) else { continue };
            let column = match self.rows_of(ruleset.column(id).sheet).and_then(Rows::places) {
                Some(places) => restore.column(column, places),
                None => column,
            };
            tables.set_column(id, column);
        }
        for id in std::mem::take(&mut self.lent_columns) {
            if let Some(column) = self.tables.take_column(id) {
                tables.set_column(id, column);
            }
        }
        for id in std::mem::take(&mut self.lent_links) {
            if let Some(index) = self.tables.take_link(id) {
                tables.set_link(id, index);
            }
        }
    }

    fn rows_of(&self, sheet: SheetId) -> Option<&Rows> {
        self.rows[sheet.0 as usize].as_ref()
    }

    fn lay_column(&mut self, id: ColumnId, sheet: SheetId, tables: &mut Tables) {
        let order = self.rows_of(sheet).and_then(|rows| rows.order.as_deref());
        let column = match order {
            Some(order) => tables.column(id).map(|column| pick(column, order)),
            None => {
                let lent = tables.take_column(id);
                self.lent_columns.extend(lent.as_ref().map(|_| id));
                lent
            }
        };
        if let Some(column) = column {
            self.tables.set_column(id, column);
        }
    }

    fn lay_link(&mut self, id: LinkId, info: &LinkInfo, tables: &mut Tables) {
        let is_moved = |sheet| self.rows_of(sheet).is_some_and(|rows| rows.order.is_some());
        let index = if is_moved(info.from) || is_moved(info.to) {
            tables.link(id).map(|index| self.moved(index, info, tables))
        } else {
            let lent = tables.take_link(id);
            self.lent_links.extend(lent.as_ref().map(|_| id));
            lent
        };
        if let Some(index) = index {
            self.tables.set_link(id, index);
        }
    }

    fn moved(&self, index: &Index, info: &LinkInfo, tables: &Tables) -> Index {
        let (from, to) = (self.rows_of(info.from), self.rows_of(info.to));
        let rows = tables.rows(info.from);
        match index {
            Index::One => return Index::One,
            // What is inside of a row has moved along with it.
            Index::Every(count)
                if matches!(info.role, LinkRole::Inside(_))
                    && from.is_some()
                    && to.is_some()
                    && Some(rows) == tables.rows(info.to).checked_mul(*count as usize) =>
            {
                return Index::Every(*count);
            }
            Index::Every(_) | Index::Rows(_) => {}
        }
        let mut targets = Vec::with_capacity(rows);
        match from.and_then(|from| from.order.as_deref()) {
            Some(order) => targets.extend(order.iter().map(|&row| index.get(row as usize))),
            None => index.append_to(0..rows, &mut targets),
        }
        if let Some(places) = to.and_then(Rows::places) {
            for target in &mut targets {
                *target = places.get(*target as usize).copied().unwrap_or(NO_ROW);
            }
        }
        Index::Rows(targets)
    }
}

/// The wave of every row of a sheet.
struct OfRows<'a> {
    ruleset: &'a Ruleset,
    tables: &'a Tables,
    waves: &'a Waves,
    known: FxHashMap<SheetId, Vec<u32>>,
}

impl OfRows<'_> {
    /// `None` where the rows belong to no game.
    fn of(&mut self, sheet: SheetId, kind: &SheetKind) -> Option<&[u32]> {
        if *kind == SheetKind::Game {
            return Some(&self.waves.of_games);
        }
        if !self.known.contains_key(&sheet) {
            let own = self.owners(sheet, kind).into_iter().find_map(|link| self.through(sheet, link))?;
            self.known.insert(sheet, own);
        }
        self.known.get(&sheet).map(Vec::as_slice)
    }

    /// The links to what a row may belong to, the nearest to the game first.
    fn owners(&self, sheet: SheetId, kind: &SheetKind) -> Vec<LinkId> {
        let ruleset = self.ruleset;
        let inside = |kind: &SheetKind| ruleset.link_of(sheet, &LinkRole::Inside(ruleset.sheet_of(kind)?));
        let owners = match kind {
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game => [None, None],
            SheetKind::Side => [inside(&SheetKind::Game), None],
            SheetKind::Part { .. } => [inside(&SheetKind::Game), inside(&SheetKind::Side)],
            SheetKind::List { owner, .. } => [ruleset.link_of(sheet, &LinkRole::Inside(*owner)), None],
            SheetKind::Join { .. } => [ruleset.link_of(sheet, &LinkRole::Outer), None],
        };
        owners.into_iter().flatten().collect()
    }

    fn through(&mut self, sheet: SheetId, link: LinkId) -> Option<Vec<u32>> {
        let (ruleset, tables) = (self.ruleset, self.tables);
        let last = crate::sheet::row_id(self.waves.count);
        let index = tables.link(link)?;
        let to = ruleset.link(link).to;
        let owners = self.of(to, &ruleset.sheet(to).kind)?;
        let wave = |row| owners.get(index.get(row) as usize).copied().unwrap_or(last);
        Some((0..tables.rows(sheet)).map(wave).collect())
    }
}
