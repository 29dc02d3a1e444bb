//! What a block holds: the tables of its games, each with so many rows for every game, and where each cell of a row goes.
//!
//! Comes in: a [`Layout`] and the header of a wide table. Goes out: a [`Form`], or nothing where games are not all of one form.
//! It must never know a row. Start with [`Form::new`].

use super::super::cell::{Field, Spelling};
use super::super::csv_header::{Header, Slot};
use super::super::slots::{Address, GAME, Layout, SIDE, Table, TableId, TableKind};
use crate::ruleset::{BuiltinColumn, LinkRole, Ruleset, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Index, LinkId, NO_ROW, SheetId, row_id};
use crate::value::{Kind, Symbol, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The tables of a block, and how a row is read.
pub(super) struct Form {
    /// How many sides every game has.
    pub sides: usize,
    pub tables: Vec<Rows>,
    pub columns: Vec<Cells>,
    /// For each column of the rows what it holds.
    pub sinks: Vec<Sink>,
    /// How many of the values of a game must be recorded.
    pub required: usize,
    /// For JSON: where in `sinks` each field is, by table, row and column.
    places: FxHashMap<(usize, usize, usize), usize>,
    /// Whether games without an id are told apart by their rows.
    pub are_told_apart_by_rows: bool,
    pub delimiter: u8,
    pub spelling: Spelling,
}

/// The rows of a table in every game.
pub(super) struct Rows {
    pub sheet: SheetId,
    /// How many there are.
    pub every: usize,
    /// The column of names or seats, and what stands in it.
    pub names: Option<(ColumnId, Vec<Symbol>)>,
    /// The links to the game, and to the side; of the latter the side of each row.
    pub game: Option<LinkId>,
    pub side: Option<(LinkId, Vec<Option<usize>>)>,
    /// Where a row of the record stands among them.
    place: Vec<usize>,
    table: TableId,
}

/// A column of a block.
pub(super) struct Cells {
    pub column: ColumnId,
    pub kind: Kind,
    /// What stands where nothing is recorded.
    pub default: Value,
    /// Whether a value may be missing: there is no default, and it need not be recorded.
    may_miss: bool,
    /// How many rows of it every game has.
    pub every: usize,
}

/// What a cell of a row holds.
pub(super) enum Sink {
    /// Nothing: it has no heading.
    Nothing,
    /// The id of the game.
    Id,
    /// Who plays this side.
    Side(usize),
    /// A value.
    Value(Box<Target>),
}

/// Where a value goes.
pub(super) struct Target {
    /// How it is read.
    pub address: Address,
    pub is_whole: bool,
    pub low: i64,
    pub high: i64,
    pub required: bool,
    /// Which of the rows of a game it is on.
    place: Option<usize>,
    /// The column of the block, and which of the rows of a game; nothing where nobody looks at it.
    pub cells: Option<(usize, usize)>,
}

impl Form {
    /// The form of the rows of a wide table. `None` where they need be looked at one by one. As yet no column is kept.
    pub fn of_table(layout: &Layout<'_>, header: &Header, delimiter: u8) -> Option<Self> {
        let sides = if layout.seats.is_empty() { header.sides } else { layout.seats.len() };
        let are_named = (0..sides).all(|side| header.slots.contains(&Slot::Side(side)));
        let mut form = Self::new(layout, sides).filter(|_| are_named)?;
        form.delimiter = delimiter;
        form.spelling = Spelling { decimal_comma: delimiter != b',', is_cell: true };
        for slot in &header.slots {
            let sink = form.sink(layout, slot)?;
            form.sinks.push(sink);
        }
        Some(form)
    }

    /// The form of JSON Lines, whose games may record every field. `None` where they need be looked at one by one.
    pub fn of_lines(layout: &Layout<'_>) -> Option<Self> {
        let mut form = Self::new(layout, layout.seats.len())?;
        for rows in 0..form.tables.len() {
            let Rows { table, every, .. } = form.tables[rows];
            for row in 0..every {
                for column in 0..layout.table(table).fields.len() {
                    let address = Address { table, row, column };
                    // What cannot be read so is found when it is recorded.
                    let Some(sink @ Sink::Value(_)) = form.sink(layout, &Slot::Cell(address)) else {
                        continue;
                    };
                    form.required += usize::from(layout.field(address).required);
                    form.places.insert((table.0, row, column), form.sinks.len());
                    form.sinks.push(sink);
                }
            }
        }
        Some(form)
    }

    /// Whether it is of lines of JSON.
    pub fn is_of_lines(&self) -> bool {
        !self.places.is_empty()
    }

    /// What a field of a game holds, in JSON.
    pub fn sink_of(&self, Address { table, row, column }: Address) -> Option<&Sink> {
        self.sinks.get(*self.places.get(&(table.0, row, column))?)
    }

    /// The columns that may be recorded.
    pub fn given(&self, layout: &Layout<'_>) -> impl Iterator<Item = ColumnId> {
        self.sinks.iter().filter_map(|sink| match sink {
            Sink::Value(target) => Some(layout.field(target.address).column),
            Sink::Nothing | Sink::Id | Sink::Side(_) => None,
        })
    }

    fn new(layout: &Layout<'_>, sides: usize) -> Option<Self> {
        let plan = layout.plan;
        let count = row_id(sides);
        if sides == 0 || count < plan.least || plan.most.is_some_and(|most| count > most) {
            return None;
        }
        let mut form = Self {
            sides,
            tables: Vec::new(),
            columns: Vec::new(),
            sinks: Vec::new(),
            required: 0,
            places: FxHashMap::default(),
            are_told_apart_by_rows: !layout.has_matches(),
            delimiter: b',',
            spelling: Spelling::default(),
        };
        for (id, table) in layout.all() {
            form.add(layout, id, table)?;
        }
        Some(form)
    }

    /// Lets these columns be kept.
    pub fn keep(&mut self, layout: &Layout<'_>, wanted: &BTreeSet<ColumnId>) {
        for rows in &self.tables {
            let fields =
                layout.table(rows.table).fields.iter().filter(|field| wanted.contains(&field.column));
            self.columns.extend(fields.map(|field| Cells {
                column: field.column,
                kind: field.ty.kind.clone(),
                default: field.default,
                may_miss: field.default == Value::Missing && !field.required,
                every: rows.every,
            }));
        }
        for sink in &mut self.sinks {
            let Sink::Value(target) = sink else { continue };
            let column = layout.field(target.address).column;
            let kept = self.columns.iter().position(|cells| cells.column == column);
            target.cells = kept.zip(target.place);
        }
    }

    fn add(&mut self, layout: &Layout<'_>, table: TableId, info: &Table) -> Option<()> {
        let Some(sheet) = info.sheet else { return Some(()) };
        let ruleset = layout.ruleset;
        let (owners, names): (Vec<Option<usize>>, Vec<Symbol>) = match &info.kind {
            // Entrants stand above the games; of lists there are none.
            TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => return Some(()),
            TableKind::Each(_) => return None,
            TableKind::Game => (vec![None], Vec::new()),
            TableKind::Side => {
                let seats = layout.plan.seats.iter().map(|seat| seat.name);
                ((0..self.sides).map(Some).collect(), seats.collect())
            }
            TableKind::Named(rows) => {
                let named = ordered(rows.len(), |row| rows[row].seat);
                named.iter().map(|&row| (rows[row].seat, rows[row].name)).unzip()
            }
        };
        let place = match &info.kind {
            TableKind::Named(rows) => {
                let order = ordered(rows.len(), |row| rows[row].seat);
                (0..rows.len()).filter_map(|row| order.iter().position(|&other| other == row)).collect()
            }
            _ => (0..owners.len()).collect(),
        };
        let of = |kind: &SheetKind| ruleset.sheet_of(kind).filter(|to| *to != sheet);
        let inside = |to: SheetId| ruleset.link_of(sheet, &LinkRole::Inside(to));
        let game = of(&SheetKind::Game).and_then(inside);
        let side = of(&SheetKind::Side).filter(|_| table != GAME).and_then(inside);
        let builtin = if table == SIDE { BuiltinColumn::Seat } else { BuiltinColumn::Name };
        let column = ruleset.builtin(sheet, builtin).filter(|_| !names.is_empty());
        self.tables.push(Rows {
            sheet,
            every: owners.len(),
            names: column.map(|column| (column, names)),
            game,
            side: side.map(|link| (link, owners)),
            place,
            table,
        });
        Some(())
    }

    fn sink(&self, layout: &Layout<'_>, slot: &Slot) -> Option<Sink> {
        let address = match slot {
            Slot::Nothing => return Some(Sink::Nothing),
            Slot::Side(side) => return Some(Sink::Side(*side)),
            Slot::Cell(address) => *address,
            _ => return None,
        };
        let builtin = |builtin| layout.builtin_of_game(builtin) == Some(address.column);
        if address.table == GAME && builtin(BuiltinColumn::Id) {
            return Some(Sink::Id);
        }
        let field = layout.field(address);
        // What else is built in has a say in which games there are.
        let is_ordinary = !field.is_builtin(layout.ruleset) || builtin(BuiltinColumn::Phase);
        if !is_ordinary || field.ty.kind == Kind::Text {
            return None;
        }
        let rows = self.tables.iter().find(|rows| rows.table == address.table)?;
        let (low, high) = field.whole_range();
        Some(Sink::Value(Box::new(Target {
            address,
            is_whole: field.ty.kind == Kind::Integer,
            low,
            high,
            required: field.required,
            place: rows.place.get(address.row).copied(),
            cells: None,
        })))
    }
}

/// The rows of a part, those of the first seat first, and those of the game last.
fn ordered(rows: usize, seat: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by_key(|&row| seat(row).map_or(usize::MAX, |seat| seat));
    order
}

impl Rows {
    /// The link to the games, of so many games.
    pub fn to_games(&self) -> Index {
        Index::Every(row_id(self.every))
    }
}

impl Cells {
    /// The column for so many games, as long as nothing is recorded.
    pub fn begun(&self, games: usize) -> Column {
        let rows = games * self.every;
        let mut data = Data::empty(&self.kind);
        match (&mut data, self.default) {
            (Data::Integer(values), Value::Integer(value)) => values.resize(rows, value),
            (Data::Integer(values), Value::Date(day)) => values.resize(rows, day.0),
            (Data::Integer(values), _) => values.resize(rows, 0),
            (Data::Number(values), Value::Number(value) | Value::Duration(value)) => {
                values.resize(rows, value);
            }
            (Data::Number(values), Value::Integer(value)) => values.resize(rows, value.into()),
            (Data::Number(values), _) => values.resize(rows, crate::value::Rational::ZERO),
            (Data::Flag(values), value) => values.resize(rows, value == Value::Flag(true)),
            (Data::Symbol(values), Value::Text(value)) => values.resize(rows, value),
            (Data::Symbol(values), _) => values.resize(rows, Symbol(0)),
        }
        Column { data, known: self.may_miss.then(|| vec![false; rows]) }
    }
}

/// The link from rows to the sides that own them, in so many games of `sides` sides each.
pub(super) fn to_sides(owners: &[Option<usize>], sides: usize, games: usize) -> Index {
    let each = owners.len() / sides.max(1);
    let is_even = each * sides == owners.len()
        && owners.iter().enumerate().all(|(row, owner)| owner.is_some_and(|side| side == row / each.max(1)));
    if is_even && each > 0 {
        return Index::Every(row_id(each));
    }
    let game = |game: usize| {
        owners.iter().map(move |owner| owner.map_or(NO_ROW, |side| row_id(game * sides + side)))
    };
    Index::Rows((0..games).flat_map(game).collect())
}

impl Field {
    /// Whether it is a column that every format has.
    fn is_builtin(&self, ruleset: &Ruleset) -> bool {
        matches!(ruleset.column(self.column).origin, crate::ruleset::Origin::Builtin(_))
    }
}
