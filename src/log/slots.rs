//! Where each recorded value belongs: the tables of one record, their fields, and the keys that name them.
//!
//! Comes in: a [`Ruleset`] and the seating plan in force. Goes out: a [`Layout`], and [`Keys`] that
//! find a field by name without searching twice. It must never know an encoding or a file.
//! Start with [`Layout::new`].

use super::cell::Field;
use super::keys::{Key, Keys};
use super::written::Form;
use crate::replay::Choice;
use crate::ruleset::{BuiltinColumn, Origin, Plan, Ruleset, Settings, SheetKind};
use crate::sheet::SheetId;
use crate::value::{Symbol, Symbols, Value};

/// A table of [`Layout::tables`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableId(pub usize);

/// The table of entrants.
pub(super) const ENTRANT: TableId = TableId(0);
/// The table of games.
pub(super) const GAME: TableId = TableId(1);
/// The table of sides.
pub(super) const SIDE: TableId = TableId(2);

/// One field of one row of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub table: TableId,
    pub row: usize,
    pub column: usize,
}

/// A sheet that the log fills.
#[derive(Debug)]
pub(super) struct Table {
    /// Its sheet; a format without it records nothing there.
    pub sheet: Option<SheetId>,
    /// What one row is called.
    pub name: String,
    /// What it is called in its owner's record, where it is a list.
    pub plural: String,
    /// What its rows are.
    pub kind: TableKind,
    /// Its fields.
    pub fields: Vec<Field>,
    /// How an element is written as one text, where it is a list of parts that says so.
    pub written: Option<Form>,
}

impl Table {
    /// Whether it is a list that can stand in one text, with `|` between its elements.
    pub fn fits_cell(&self) -> bool {
        match self.kind {
            TableKind::Values { .. } => true,
            TableKind::Loose { .. } => self.written.is_some(),
            TableKind::Entrant
            | TableKind::Game
            | TableKind::Side
            | TableKind::Named(_)
            | TableKind::Each(_) => false,
        }
    }
}

/// What the rows of a table are, within one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TableKind {
    Entrant,
    Game,
    Side,
    /// The parts that bear names, of the seats in their order or of the game.
    Named(Vec<NamedRow>),
    /// The parts of which every side owns one of each name, side by side.
    Each(Vec<Symbol>),
    /// A list of parts without names.
    Loose {
        owner: TableId,
    },
    /// A list of values.
    Values {
        owner: TableId,
    },
}

/// A part with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedRow {
    pub name: Symbol,
    /// The seat that owns it; `None`: the game does.
    pub seat: Option<usize>,
}

/// The tables of a format under one seating plan. Owners come before what they own.
#[derive(Debug)]
pub(super) struct Layout<'r> {
    pub ruleset: &'r Ruleset,
    pub plan: &'r Plan,
    settings: Settings,
    pub tables: Vec<Table>,
    /// The names of the seats, in order.
    pub seats: Vec<String>,
    /// The built-in columns of a game that a log records, each with its place among the fields.
    builtins: Vec<(BuiltinColumn, usize)>,
}

impl<'r> Layout<'r> {
    pub fn new(ruleset: &'r Ruleset, settings: &Settings) -> Self {
        let plan = ruleset.plan(settings);
        let symbols = &ruleset.symbols;
        let mut layout = Self {
            ruleset,
            plan,
            settings: settings.clone(),
            tables: Vec::new(),
            seats: plan.seats.iter().map(|seat| symbols.text(seat.name).to_owned()).collect(),
            builtins: Vec::new(),
        };
        for (kind, wanted) in [
            (TableKind::Entrant, SheetKind::Entrant),
            (TableKind::Game, SheetKind::Game),
            (TableKind::Side, SheetKind::Side),
        ] {
            let sheet = layout.sheets().find(|&sheet| ruleset.sheet(sheet).kind == wanted);
            layout.add(sheet, kind);
        }
        layout.add_parts();
        layout.add_lists();
        layout.find_builtins();
        layout
    }

    fn find_builtins(&mut self) {
        use BuiltinColumn::{
            ConfirmedBy, Date, Edition, Id, MatchId, Phase, Pool, ReportedBy, Round, Umpire,
        };
        let Table { sheet: Some(game), fields, .. } = &self.tables[GAME.0] else { return };
        let place_of = |builtin: BuiltinColumn| {
            let column = self.ruleset.builtin(*game, builtin)?;
            Some((builtin, fields.iter().position(|field| field.column == column)?))
        };
        self.builtins = [Id, MatchId, Phase, Round, Pool, Umpire, ReportedBy, ConfirmedBy, Date, Edition]
            .into_iter()
            .filter_map(place_of)
            .collect();
    }

    /// The place of a built-in column among the fields of a game.
    pub fn builtin_of_game(&self, wanted: BuiltinColumn) -> Option<usize> {
        self.builtins.iter().find(|(builtin, _)| *builtin == wanted).map(|&(_, place)| place)
    }

    /// Whether games are grouped into matches.
    pub fn has_matches(&self) -> bool {
        self.builtin_of_game(BuiltinColumn::MatchId).is_some()
    }

    /// What the organiser chose, by the name of the option.
    pub fn choice(&self, name: &str) -> Option<Choice<'_>> {
        let place = self.ruleset.options.iter().position(|option| option.name == name)?;
        match self.settings.0.get(place)? {
            Value::Integer(number) => Some(Choice::Number(*number)),
            Value::Flag(yes) => Some(Choice::Flag(*yes)),
            Value::Text(name) => Some(Choice::Name(self.symbols().text(*name))),
            Value::Missing | Value::Number(_) | Value::Date(_) | Value::Duration(_) => None,
        }
    }

    fn sheets(&self) -> impl Iterator<Item = SheetId> + use<> {
        (0..u16::try_from(self.ruleset.sheets.len()).unwrap_or(u16::MAX)).map(SheetId)
    }

    fn add_parts(&mut self) {
        for sheet in self.sheets() {
            let SheetKind::Part { names, of_game } = &self.ruleset.sheet(sheet).kind else {
                continue;
            };
            let kind = if names.is_empty() {
                TableKind::Loose { owner: if *of_game { GAME } else { SIDE } }
            } else if *of_game {
                TableKind::Named(names.iter().map(|&name| NamedRow { name, seat: None }).collect())
            } else if self.plan.each.iter().any(|(each, _)| *each == sheet) {
                let each = self.plan.each.iter().filter(|(each, _)| *each == sheet);
                TableKind::Each(each.map(|&(_, name)| name).collect())
            } else {
                let seats = self.plan.seats.iter().enumerate();
                let owned = seats.flat_map(|(seat, info)| {
                    let parts = info.parts.iter().filter(|(owned, _)| *owned == sheet);
                    parts.map(move |&(_, name)| NamedRow { name, seat: Some(seat) })
                });
                TableKind::Named(owned.collect())
            };
            self.add(Some(sheet), kind);
        }
    }

    fn add_lists(&mut self) {
        for sheet in self.sheets() {
            if let SheetKind::List { owner, name, parts } = &self.ruleset.sheet(sheet).kind
                && let Some(place) = self.tables.iter().position(|table| table.sheet == Some(*owner))
            {
                let owner = TableId(place);
                let kind = if *parts { TableKind::Loose { owner } } else { TableKind::Values { owner } };
                let id = self.add(Some(sheet), kind);
                let table = &mut self.tables[id.0];
                table.name.clone_from(name);
                table.plural.clone_from(name);
                table.fields.iter_mut().for_each(|field| field.is_of_list = !*parts);
            }
        }
    }

    fn add(&mut self, sheet: Option<SheetId>, kind: TableKind) -> TableId {
        let (mut name, mut plural, mut fields) = (String::new(), String::new(), Vec::new());
        if let Some(sheet) = sheet {
            let info = self.ruleset.sheet(sheet);
            (name, plural) = (info.name.clone(), info.plural.clone());
            for (id, column) in self.ruleset.columns_of(sheet) {
                let recorded = match &column.origin {
                    Origin::Recorded { .. } => true,
                    Origin::Builtin(builtin) => is_recorded(*builtin),
                    Origin::Ruled | Origin::State | Origin::Hidden { .. } => false,
                };
                if recorded {
                    fields.push(Field::new(id, column, self.ruleset));
                }
            }
        }
        let mut table = Table { sheet, name, plural, kind, fields, written: None };
        let written = sheet.and_then(|sheet| self.ruleset.written(sheet));
        table.written = written.and_then(|written| Form::new(written, &table));
        self.tables.push(table);
        TableId(self.tables.len() - 1)
    }

    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.0]
    }

    pub fn field(&self, address: Address) -> &Field {
        &self.tables[address.table.0].fields[address.column]
    }

    /// All tables with their ids.
    pub fn all(&self) -> impl Iterator<Item = (TableId, &Table)> {
        self.tables.iter().enumerate().map(|(place, table)| (TableId(place), table))
    }

    /// The lists that hang on the rows of a table.
    pub fn lists_of(&self, owner: TableId) -> impl Iterator<Item = (TableId, &Table)> {
        self.all().filter(move |(_, table)| match table.kind {
            TableKind::Loose { owner: of } | TableKind::Values { owner: of } => of == owner,
            TableKind::Entrant
            | TableKind::Game
            | TableKind::Side
            | TableKind::Named(_)
            | TableKind::Each(_) => false,
        })
    }

    /// The parts with names, each with its table and its row there.
    pub fn named(&self) -> impl Iterator<Item = (TableId, usize, NamedRow)> {
        self.all().flat_map(|(id, table)| {
            let rows: &[NamedRow] = match &table.kind {
                TableKind::Named(rows) => rows,
                TableKind::Entrant
                | TableKind::Game
                | TableKind::Side
                | TableKind::Each(_)
                | TableKind::Loose { .. }
                | TableKind::Values { .. } => &[],
            };
            rows.iter().enumerate().map(move |(row, named)| (id, row, *named))
        })
    }

    /// The parts of which every side owns one, each with its table and its place among the names there.
    pub fn each(&self) -> impl Iterator<Item = (TableId, usize, Symbol)> {
        self.all().flat_map(|(id, table)| {
            let names = each_of(&table.kind).unwrap_or_default();
            names.iter().enumerate().map(move |(place, name)| (id, place, *name))
        })
    }

    /// The side that a row belongs to: of a part that every side owns, or of a side itself.
    pub fn side_of(&self, table: TableId, row: usize) -> Option<usize> {
        match &self.table(table).kind {
            TableKind::Side => Some(row),
            TableKind::Named(rows) => rows[row].seat,
            TableKind::Each(names) => row.checked_div(names.len()),
            TableKind::Entrant | TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        }
    }

    /// The row, in the record of side `side`, of what a key of that record names.
    pub fn row_of_side(&self, table: TableId, row: usize, side: usize) -> usize {
        each_of(&self.table(table).kind).map_or(row, |names| side * names.len() + row)
    }

    /// A key in the record of side `side`, with the row of its part.
    #[inline]
    pub fn of_side(&self, key: Key, side: usize) -> Key {
        match key {
            Key::Part(table, row) => Key::Part(table, self.row_of_side(table, row, side)),
            Key::PartField(address) => {
                Key::PartField(Address { row: self.row_of_side(address.table, address.row, side), ..address })
            }
            Key::PartRows(list, row) => match self.table(list).kind {
                TableKind::Loose { owner } | TableKind::Values { owner } => {
                    Key::PartRows(list, self.row_of_side(owner, row, side))
                }
                TableKind::Entrant
                | TableKind::Game
                | TableKind::Side
                | TableKind::Named(_)
                | TableKind::Each(_) => key,
            },
            Key::Name | Key::Entrant | Key::Seat | Key::Sides | Key::Moves | Key::Field(_) | Key::Rows(_) => {
                key
            }
        }
    }

    pub fn symbols(&self) -> &Symbols {
        &self.ruleset.symbols
    }

    /// The row that a key of a game's record names.
    pub fn game_keys(&self) -> Keys {
        let mut keys = Keys::default();
        keys.add("sides", Key::Sides);
        self.add_own(&mut keys, GAME);
        keys.add("moves", Key::Moves);
        for (table, row, named) in self.named() {
            keys.add(self.symbols().text(named.name), Key::Part(table, row));
        }
        keys
    }

    /// What the keys of a side's record name; `seat` is its seat, in formats with seats.
    pub fn side_keys(&self, seat: Option<usize>) -> Keys {
        let mut keys = Keys::default();
        keys.add("entrant", Key::Entrant);
        keys.add("seat", Key::Seat);
        self.add_own(&mut keys, SIDE);
        let of_seat = self.named().filter(|(_, _, named)| seat.is_some() && named.seat == seat);
        let of_seat = of_seat.map(|(table, row, named)| (table, row, named.name));
        let owned: Vec<_> = of_seat.chain(self.each()).collect();
        for &(table, row, name) in &owned {
            keys.add(self.symbols().text(name), Key::Part(table, row));
        }
        if let [(table, row, _)] = owned[..] {
            for (column, field) in self.table(table).fields.iter().enumerate() {
                keys.add(&field.name, Key::PartField(Address { table, row, column }));
            }
            for (list, info) in self.lists_of(table) {
                keys.add(&info.plural, Key::PartRows(list, row));
            }
        }
        keys
    }

    /// What the keys of any other record name: of a part, an entrant, an element of a list.
    pub fn row_keys(&self, table: TableId) -> Keys {
        let mut keys = Keys::default();
        if table == ENTRANT {
            keys.add("name", Key::Name);
        }
        self.add_own(&mut keys, table);
        keys
    }

    fn add_own(&self, keys: &mut Keys, table: TableId) {
        for (column, field) in self.table(table).fields.iter().enumerate() {
            keys.add(&field.name, Key::Field(column));
        }
        for (list, info) in self.lists_of(table) {
            keys.add(&info.plural, Key::Rows(list));
            // A list of parts may be called by the name of one of them as well.
            if matches!(info.kind, TableKind::Loose { .. }) {
                keys.add(&info.name, Key::Rows(list));
            }
        }
    }

    /// The row of a table in words: `blue_red`, `blue`.
    pub fn row_name(&self, table: TableId, row: usize) -> Option<&str> {
        match &self.table(table).kind {
            TableKind::Side => self.seats.get(row).map(String::as_str),
            TableKind::Named(rows) => rows.get(row).map(|named| self.symbols().text(named.name)),
            TableKind::Each(names) => {
                names.get(row.checked_rem(names.len())?).map(|&name| self.symbols().text(name))
            }
            TableKind::Entrant | TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        }
    }
}

/// Whether a built-in column is in the record of its row as a field like others.
fn is_recorded(builtin: BuiltinColumn) -> bool {
    match builtin {
        BuiltinColumn::Id
        | BuiltinColumn::MatchId
        | BuiltinColumn::Phase
        | BuiltinColumn::Round
        | BuiltinColumn::Pool
        | BuiltinColumn::Umpire
        | BuiltinColumn::ReportedBy
        | BuiltinColumn::ConfirmedBy
        | BuiltinColumn::Date
        | BuiltinColumn::Edition => true,
        BuiltinColumn::Name
        | BuiltinColumn::Written
        | BuiltinColumn::Number
        | BuiltinColumn::Seat
        | BuiltinColumn::Place
        | BuiltinColumn::Penalty
        | BuiltinColumn::Void => false,
    }
}

/// The names of parts of which every side owns one of each.
pub(super) fn each_of(kind: &TableKind) -> Option<&[Symbol]> {
    match kind {
        TableKind::Each(names) => Some(names),
        TableKind::Entrant
        | TableKind::Game
        | TableKind::Side
        | TableKind::Named(_)
        | TableKind::Loose { .. }
        | TableKind::Values { .. } => None,
    }
}
