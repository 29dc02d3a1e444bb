//! Rows of the tables as JSON: a game with its sides, parts and lists, an entrant, a cell at its path.
//!
//! Comes in: a [`Log`]. Goes out: JSON objects, as the records of a log have them. It must never know the order of a log.
//! Start with [`Rows::game`].

use super::cell::Field;
use super::slots::{ENTRANT, GAME, Layout, SIDE, TableId, TableKind};
use super::{Change, Log};
use crate::ruleset::{BuiltinColumn, LinkRole};
use crate::sheet::{Grouping, Index, NO_ROW, SheetId, Tables};
use crate::value::{Kind, Rational, Symbols, Value};
use serde_json::{Map, Value as Json};

type Object = Map<String, Json>;

/// The rows of a log.
pub(super) struct Rows<'w> {
    layout: &'w Layout<'w>,
    tables: Tables,
    symbols: &'w Symbols,
    /// For each table the rows inside of each game, and inside of each side or owner of a list.
    links: Vec<[Option<Grouping>; 2]>,
}

impl<'w> Rows<'w> {
    pub fn new(layout: &'w Layout<'w>, log: &'w Log) -> Self {
        let mut rows = Self { layout, tables: log.tables.clone(), symbols: &log.symbols, links: Vec::new() };
        let links = layout.all().map(|(id, table)| match table.kind {
            TableKind::Entrant | TableKind::Game => [None, None],
            TableKind::Side => [rows.grouping(id, GAME), None],
            TableKind::Named(_) | TableKind::Each(_) => [rows.grouping(id, GAME), rows.grouping(id, SIDE)],
            TableKind::Loose { owner } | TableKind::Values { owner } => [None, rows.grouping(id, owner)],
        });
        rows.links = links.collect();
        rows
    }

    /// How many entrants there are.
    pub fn entrants(&self) -> usize {
        self.layout.table(ENTRANT).sheet.map_or(0, |sheet| self.tables.rows(sheet))
    }

    /// The record of an entrant.
    pub fn entrant(&self, row: u32) -> Object {
        let mut object = Object::new();
        object.insert("name".to_owned(), self.entrant_name(row).into());
        self.fill(&mut object, ENTRANT, row);
        object
    }

    pub fn entrant_name(&self, row: u32) -> &str {
        let column = self.layout.table(ENTRANT).sheet;
        let column = column.and_then(|sheet| self.layout.ruleset.builtin(sheet, BuiltinColumn::Name));
        self.text(column, row).unwrap_or_default()
    }

    /// A built-in column of a game.
    pub fn builtin(&self, builtin: BuiltinColumn, game: u32) -> Option<Json> {
        let field = self.layout.table(GAME).fields.get(self.layout.builtin_of_game(builtin)?)?;
        let value = self.tables.column(field.column)?.value(game as usize, &field.ty.kind);
        self.json(&value)
    }

    /// The record of a game.
    pub fn game(&self, game: u32) -> Object {
        let mut object = Object::new();
        self.fill(&mut object, GAME, game);
        let mut sides = Object::new();
        for &side in self.inside(SIDE, 0, game) {
            let (name, has_seats) = (self.name(SIDE, side).to_owned(), !self.layout.seats.is_empty());
            let mut record = Object::new();
            if has_seats {
                record.insert("entrant".to_owned(), self.entrant_name(self.entrant_of(side)).into());
            }
            self.fill(&mut record, SIDE, side);
            for (id, table) in self.layout.all() {
                let is_each = matches!(table.kind, TableKind::Each(_));
                if is_each || matches!(table.kind, TableKind::Named(_)) {
                    for &part in self.inside(id, 1, side) {
                        self.put_part(&mut record, id, part, is_each);
                    }
                }
            }
            sides.insert(name, record.into());
        }
        object.insert("sides".to_owned(), sides.into());
        self.put_parts_of_game(&mut object, game);
        object
    }

    /// Corrects a cell.
    pub fn correct(&mut self, change: &Change) {
        if let Some(column) = self.tables.column_mut(change.column) {
            column.set(change.row as usize, change.after);
        }
    }

    /// Writes a cell that was corrected into the record of its game, a list as a whole.
    pub fn put(&self, change: &Change, record: &mut Object) {
        let sheet = self.layout.ruleset.column(change.column).sheet;
        let Some((id, table)) = self.layout.all().find(|(_, table)| table.sheet == Some(sheet)) else {
            return;
        };
        let Some(field) = table.fields.iter().find(|field| field.column == change.column) else { return };
        if let TableKind::Values { owner } | TableKind::Loose { owner } = table.kind {
            let owner_row = self.owner(id, owner, change.row);
            let Some(place) = self.place(owner, owner_row, record) else { return };
            if matches!(table.kind, TableKind::Values { .. }) {
                place.insert(table.plural.clone(), self.list(id, owner_row));
                return;
            }
            let elements = self.inside(id, 1, owner_row);
            let list = place.entry(table.plural.clone()).or_insert_with(|| self.uncorrected(id, elements));
            let element = elements.iter().position(|row| *row == change.row);
            if let Some(Json::Object(element)) = element.and_then(|element| list.get_mut(element)) {
                element.insert(field.name.clone(), self.json(&change.after).unwrap_or(Json::Null));
            }
        } else if let Some(place) = self.place(id, change.row, record) {
            place.insert(field.name.clone(), self.json(&change.after).unwrap_or(Json::Null));
        }
    }

    /// The object of a row in the record of its game.
    fn place<'o>(&self, table: TableId, row: u32, record: &'o mut Object) -> Option<&'o mut Object> {
        match &self.layout.table(table).kind {
            TableKind::Game => Some(record),
            TableKind::Side => inner(inner(record, "sides")?, self.name(SIDE, row)),
            TableKind::Named(_) | TableKind::Each(_) => {
                let name = self.name(table, row);
                match self.owner(table, SIDE, row) {
                    NO_ROW => inner(record, name),
                    side => inner(inner(inner(record, "sides")?, self.name(SIDE, side))?, name),
                }
            }
            TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        }
    }

    /// Parts of the game itself, and of seats where nobody sits.
    fn put_parts_of_game(&self, record: &mut Object, game: u32) {
        for (id, table) in self.layout.all() {
            let TableKind::Named(names) = &table.kind else { continue };
            let of_seats = names.iter().any(|named| named.seat.is_some());
            for &part in self.inside(id, 0, game) {
                if self.owner(id, SIDE, part) == NO_ROW {
                    self.put_part(record, id, part, of_seats);
                }
            }
        }
    }

    /// A part, where anything of it is recorded; one that need not be there always.
    fn put_part(&self, record: &mut Object, table: TableId, row: u32, always: bool) {
        let mut object = Object::new();
        self.fill(&mut object, table, row);
        if always || !object.is_empty() {
            record.insert(self.name(table, row).to_owned(), object.into());
        }
    }

    /// The fields and lists of a row.
    fn fill(&self, object: &mut Object, table: TableId, row: u32) {
        let fields = &self.layout.table(table).fields;
        let phase = self.layout.builtin_of_game(BuiltinColumn::Phase);
        let phase = phase.filter(|_| table == GAME && !self.layout.ruleset.phases.is_empty());
        let phase = phase.and_then(|phase| fields.get(phase)).map(|field| field.column);
        for field in fields {
            let value = self.value(field, row);
            // Which phase a game belongs to is said, even where it is the first.
            let is_said = value != field.default || phase == Some(field.column);
            if is_said && let Some(value) = self.json(&value) {
                object.insert(field.name.clone(), value);
            }
        }
        for (list, info) in self.layout.lists_of(table) {
            if !self.inside(list, 1, row).is_empty() {
                object.insert(info.plural.clone(), self.list(list, row));
            }
        }
    }

    fn list(&self, list: TableId, owner: u32) -> Json {
        let info = self.layout.table(list);
        let is_values = matches!(info.kind, TableKind::Values { .. });
        let elements = self.inside(list, 1, owner).iter().map(|&row| {
            let value = info.fields.first().filter(|_| is_values);
            if let Some(field) = value {
                return self.json(&self.value(field, row)).unwrap_or(Json::Null);
            }
            self.written(list, row).unwrap_or_else(|| {
                let mut object = Object::new();
                self.fill(&mut object, list, row);
                object.into()
            })
        });
        elements.collect()
    }

    /// The parts in a list as a correction writes them, before it says what changes of those that are no texts.
    fn uncorrected(&self, list: TableId, elements: &[u32]) -> Json {
        let info = self.layout.table(list);
        let is_all = info.written.as_ref().is_some_and(|form| form.fields().count() == info.fields.len());
        let text = |&row: &u32| self.written(list, row).filter(|_| is_all);
        elements.iter().map(|row| text(row).unwrap_or_else(|| Json::Object(Object::new()))).collect()
    }

    /// A part in a list as one text, where that says everything of it.
    fn written(&self, list: TableId, row: u32) -> Option<Json> {
        let info = self.layout.table(list);
        let form = info.written.as_ref()?;
        let is_told = |column: usize, field: &Field| {
            form.fields().any(|(own, _)| own == column) || self.value(field, row) == field.default
        };
        let is_all = info.fields.iter().enumerate().all(|(column, field)| is_told(column, field));
        let mut lists = self.layout.lists_of(list);
        if !is_all || lists.any(|(inner, _)| !self.inside(inner, 1, row).is_empty()) {
            return None;
        }
        let mut text = String::new();
        for (column, then) in form.fields() {
            let value = self.value(&info.fields[column], row).exact(self.symbols);
            // A text may be anything: nothing at all, or with blanks at its ends.
            if value.is_empty() || value.trim() != value {
                return None;
            }
            text.push_str(&value);
            text.push_str(then);
        }
        Some(text.into())
    }

    fn value(&self, field: &Field, row: u32) -> Value {
        let column = self.tables.column(field.column);
        column.map_or(Value::Missing, |column| column.value(row as usize, &field.ty.kind))
    }

    fn json(&self, value: &Value) -> Option<Json> {
        let number = |number: &Rational| match number.to_i64() {
            Some(whole) => whole.into(),
            None => number.to_string().into(),
        };
        Some(match value {
            Value::Integer(whole) => (*whole).into(),
            Value::Number(value) | Value::Duration(value) => number(value),
            Value::Flag(yes) => (*yes).into(),
            Value::Text(text) => self.symbols.text(*text).into(),
            Value::Date(date) => date.to_string().into(),
            Value::Missing => return None,
        })
    }

    /// The rows of a table inside of a game (0), or of a side or the owner of a list (1).
    fn inside(&self, table: TableId, which: usize, parent: u32) -> &[u32] {
        let grouping = self.links.get(table.0).and_then(|links| links.get(which)?.as_ref());
        grouping.map(|grouping| grouping.children(parent as usize)).unwrap_or_default()
    }

    fn grouping(&self, from: TableId, to: TableId) -> Option<Grouping> {
        let rows = |id: TableId| self.layout.table(id).sheet.map_or(0, |sheet| self.tables.rows(sheet));
        Some(Grouping::new(self.link(from, to)?, rows(from), rows(to)))
    }

    fn link(&self, from: TableId, to: TableId) -> Option<&Index> {
        let (from, to) = (self.layout.table(from).sheet?, self.layout.table(to).sheet?);
        self.link_of(from, &LinkRole::Inside(to))
    }

    fn link_of(&self, from: SheetId, role: &LinkRole) -> Option<&Index> {
        self.tables.link(self.layout.ruleset.link_of(from, role)?)
    }

    fn owner(&self, from: TableId, to: TableId, row: u32) -> u32 {
        self.link(from, to).map_or(NO_ROW, |index| index.get(row as usize))
    }

    fn entrant_of(&self, side: u32) -> u32 {
        let index = self.layout.table(SIDE).sheet.and_then(|sheet| self.link_of(sheet, &LinkRole::Entrant));
        index.map_or(NO_ROW, |index| index.get(side as usize))
    }

    /// The name of a part; of a side its seat, or its entrant where there are no seats.
    fn name(&self, table: TableId, row: u32) -> &str {
        let builtin = if table == SIDE { BuiltinColumn::Seat } else { BuiltinColumn::Name };
        let sheet = self.layout.table(table).sheet;
        self.text(sheet.and_then(|sheet| self.layout.ruleset.builtin(sheet, builtin)), row)
            .unwrap_or_default()
    }

    fn text(&self, column: Option<crate::sheet::ColumnId>, row: u32) -> Option<&str> {
        let column = self.tables.column(column?).filter(|column| (row as usize) < column.len())?;
        match column.value(row as usize, &Kind::Text) {
            Value::Text(text) => Some(self.symbols.text(text)),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }
}

/// The object under a key, new if there is none.
fn inner<'o>(object: &'o mut Object, key: &str) -> Option<&'o mut Object> {
    object.entry(key).or_insert_with(|| Json::Object(Object::new())).as_object_mut()
}
