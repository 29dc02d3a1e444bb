//! The header of a CSV log: which column holds which field.
//!
//! Comes in: the cells of the first line, and a [`Layout`]. Goes out: a [`Slot`] for each column, or
//! complaints that name the nearest known column. It must never know the rows. Start with [`Header::read`].

use super::complain::{Place, Trouble};
use super::csv_record::Records;
use super::slots::{Address, GAME, Key, Keys, Layout, SIDE, TableId, TableKind};
use crate::diagnostic::{Code, nearest};
use std::collections::BTreeSet;

/// So many sides can be told apart by number.
const MOST_SIDES: usize = 1000;

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slot {
    /// It has no heading.
    Nothing,
    /// A field of the game, of a side (wide) or of a part with a name.
    Cell(Address),
    /// A list of the game, of a side (wide) or of a part with a name: the list and the owner's row.
    List(TableId, usize),
    /// Who plays this side (wide).
    Side(usize),
    /// Who plays the side of the row (long).
    Entrant,
    /// Where the side of the row sits (long).
    Seat,
    /// A field of the side of the row (long).
    OfSide(usize),
    /// A list of the side of the row (long).
    ListOfSide(TableId),
    /// A field of the only part that the seat owns: for each seat, if it owns just one (long).
    OfPart(Vec<Option<Address>>),
}

/// A header that has been understood.
#[derive(Debug)]
pub(super) struct Header {
    /// For each column what it holds.
    pub slots: Vec<Slot>,
    /// Whether a row is a side of a game, not a game.
    pub is_long: bool,
    /// In formats without seats the number of sides that the columns name (wide).
    pub sides: usize,
}

impl Header {
    /// Reads the current record of `records` as a header.
    pub fn read(layout: &Layout<'_>, records: &Records<'_>) -> Result<Self, Vec<Trouble>> {
        let is_long = (0..records.len()).any(|place| records.cell(place) == "entrant");
        let names = Names::new(layout);
        let mut troubles = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        for column in 0..records.len() {
            let (path, place) = (records.cell(column), records.place(column));
            let slot = match names.find(path, is_long) {
                _ if path.is_empty() => Slot::Nothing,
                Ok(slot) => slot,
                Err(problem) => {
                    troubles.push(names.unknown(path, place, is_long, problem));
                    Slot::Nothing
                }
            };
            let earlier = slots.iter().position(|known| *known == slot && slot != Slot::Nothing);
            if let Some(earlier) = earlier {
                troubles.push(
                    Trouble::new(Code::BadHeader, format!("the column `{path}` is there twice"), place)
                        .also(records.place(earlier), "the first one")
                        .help("take one of the two columns out"),
                );
            }
            slots.push(slot);
        }
        let sides = slots.iter().filter_map(|slot| match slot {
            Slot::Side(side) => Some(side + 1),
            Slot::Cell(address) if address.table == SIDE => Some(address.row + 1),
            _ => None,
        });
        let header = Self { is_long, sides: sides.max().unwrap_or(0), slots };
        if troubles.is_empty() {
            let whole = Place::new(0, records.text().len());
            header.lacks(layout, &names, whole, &mut troubles);
        }
        if troubles.is_empty() { Ok(header) } else { Err(troubles) }
    }

    /// The column that holds this field of a row whose side is `side`.
    pub fn column_of(&self, address: Address, side: Option<usize>) -> Option<usize> {
        self.slots.iter().position(|slot| match slot {
            Slot::Cell(known) => *known == address,
            Slot::OfSide(column) => address.table == SIDE && *column == address.column,
            Slot::OfPart(seats) => match side {
                Some(side) => seats.get(side) == Some(&Some(address)),
                None => seats.contains(&Some(address)),
            },
            Slot::Nothing
            | Slot::List(..)
            | Slot::Side(_)
            | Slot::Entrant
            | Slot::Seat
            | Slot::ListOfSide(_) => false,
        })
    }

    /// Complains of columns that must be there.
    fn lacks(&self, layout: &Layout<'_>, names: &Names<'_>, whole: Place, troubles: &mut Vec<Trouble>) {
        let mut lacking: Vec<(String, Option<String>)> = Vec::new();
        let mut need = |present: bool, name: String, text: Option<String>| {
            if !present && !lacking.iter().any(|(known, _)| *known == name) {
                lacking.push((name, text));
            }
        };
        if self.is_long {
            need(names.id().is_some_and(|id| self.slots.contains(&Slot::Cell(id))), "game".to_owned(), None);
            need(layout.seats.is_empty() || self.slots.contains(&Slot::Seat), "seat".to_owned(), None);
        } else {
            self.need_sides(layout, &mut need);
        }
        for (id, table) in layout.all() {
            let rows = match &table.kind {
                TableKind::Game => 1,
                TableKind::Side if self.is_long => 1,
                TableKind::Side if layout.seats.is_empty() => self.sides,
                TableKind::Side => layout.seats.len(),
                TableKind::Named(rows) => rows.len(),
                TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => 0,
            };
            for row in 0..rows {
                for (column, field) in table.fields.iter().enumerate().filter(|(_, field)| field.required) {
                    let address = Address { table: id, row, column };
                    if self.may_be_played(layout, address) {
                        let name = names.path_of(address, self.is_long);
                        need(self.column_of(address, None).is_some(), name, field.text.clone());
                    }
                }
            }
        }
        if lacking.is_empty() {
            return;
        }
        let list: Vec<String> = lacking.iter().take(8).map(|(name, _)| format!("`{name}`")).collect();
        let more = if lacking.len() > 8 { ", …" } else { "" };
        let noun = if lacking.len() == 1 { "the column" } else { "the columns" };
        let mut trouble = Trouble::new(
            Code::MissingValue,
            format!("the header lacks {noun} {}{more}", list.join(", ")),
            whole,
        )
        .help(if lacking.len() == 1 { "add the column" } else { "add the columns" });
        let texts: Vec<String> = lacking
            .iter()
            .filter_map(|(name, text)| text.as_ref().map(|text| format!("`{name}` is: {text}")))
            .take(8)
            .collect();
        if !texts.is_empty() {
            trouble = trouble.note(texts.join("; "));
        }
        troubles.push(trouble);
    }

    fn need_sides(&self, layout: &Layout<'_>, need: &mut impl FnMut(bool, String, Option<String>)) {
        let least = layout.plan.least as usize;
        if layout.seats.is_empty() {
            for side in 0..least.clamp(1, MOST_SIDES) {
                need(self.slots.contains(&Slot::Side(side)), (side + 1).to_string(), None);
            }
        } else {
            let named =
                (0..layout.seats.len()).filter(|&seat| self.slots.contains(&Slot::Side(seat))).count();
            for (seat, name) in layout.seats.iter().enumerate() {
                need(named >= least || self.slots.contains(&Slot::Side(seat)), name.clone(), None);
            }
        }
    }

    /// Whether the header names the side that this field belongs to, so that it will be needed.
    fn may_be_played(&self, layout: &Layout<'_>, address: Address) -> bool {
        let seat = match &layout.table(address.table).kind {
            _ if self.is_long => return true,
            TableKind::Side => Some(address.row),
            TableKind::Named(rows) => rows[address.row].seat,
            TableKind::Entrant | TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        };
        seat.is_none_or(|seat| self.slots.contains(&Slot::Side(seat)))
    }
}

/// Why a heading names nothing.
enum Problem {
    Unknown,
    /// It could be these two.
    Ambiguous(String, String),
    /// A list of parts: no cell can hold it.
    Parts,
}

/// The names that a heading is made of.
struct Names<'l> {
    layout: &'l Layout<'l>,
    game: Keys,
    /// For each seat; one entry without seats.
    sides: Vec<Keys>,
    rows: Vec<Keys>,
}

impl<'l> Names<'l> {
    fn new(layout: &'l Layout<'l>) -> Self {
        let sides = if layout.seats.is_empty() {
            vec![layout.side_keys(None)]
        } else {
            (0..layout.seats.len()).map(|seat| layout.side_keys(Some(seat))).collect()
        };
        let rows = layout.all().map(|(table, _)| layout.row_keys(table)).collect();
        Self { layout, game: layout.game_keys(), sides, rows }
    }

    fn id(&self) -> Option<Address> {
        match self.game.find("id") {
            Some(Key::Field(column)) => Some(Address { table: GAME, row: 0, column }),
            _ => None,
        }
    }

    fn find(&self, path: &str, is_long: bool) -> Result<Slot, Problem> {
        if path == "game"
            && let Some(id) = self.id()
        {
            return Ok(Slot::Cell(id));
        }
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        if is_long { self.find_long(first, rest) } else { self.find_wide(first, rest) }
    }

    fn find_wide(&self, first: &str, rest: Option<&str>) -> Result<Slot, Problem> {
        if let Some(side) = self.side_of(first) {
            let Some(rest) = rest else { return Ok(Slot::Side(side)) };
            let keys = &self.sides[if self.layout.seats.is_empty() { 0 } else { side }];
            let found = self.find_in_side(keys, side, rest);
            if !matches!(found, Err(Problem::Unknown)) {
                return found;
            }
        }
        match rest {
            None => self.find_in_game(first),
            Some(rest) => self.find_part(first, rest),
        }
    }

    fn find_long(&self, first: &str, rest: Option<&str>) -> Result<Slot, Problem> {
        match (first, rest) {
            ("entrant", None) => return Ok(Slot::Entrant),
            ("seat", None) => return Ok(Slot::Seat),
            ("game", Some(rest)) => return self.find_in_game(rest),
            ("side", Some(rest)) => return self.find_in_row(rest),
            (part, Some(rest)) => return self.find_part(part, rest),
            (_, None) => {}
        }
        match (self.find_in_game(first), self.find_in_row(first)) {
            (Ok(_), Ok(_)) => Err(Problem::Ambiguous(format!("game.{first}"), format!("side.{first}"))),
            (Err(Problem::Unknown), found) | (found, Err(_)) => found,
            (Err(problem), Ok(_)) => Err(problem),
        }
    }

    /// A name within the row of a side (long).
    fn find_in_row(&self, name: &str) -> Result<Slot, Problem> {
        let mut of_part = Vec::new();
        for keys in &self.sides {
            match keys.find(name) {
                Some(Key::Field(column)) => return Ok(Slot::OfSide(column)),
                Some(Key::Rows(list)) => return self.list(list).map(|()| Slot::ListOfSide(list)),
                Some(Key::PartField(address)) => of_part.push(Some(address)),
                _ => of_part.push(None),
            }
        }
        if of_part.iter().all(Option::is_none) { Err(Problem::Unknown) } else { Ok(Slot::OfPart(of_part)) }
    }

    fn side_of(&self, name: &str) -> Option<usize> {
        if self.layout.seats.is_empty() {
            let number: usize =
                name.parse().ok().filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()))?;
            let most = self.layout.plan.most.map_or(MOST_SIDES, |most| (most as usize).min(MOST_SIDES));
            return (1..=most).contains(&number).then(|| number - 1);
        }
        self.layout.seats.iter().position(|seat| seat == name)
    }

    fn find_in_game(&self, name: &str) -> Result<Slot, Problem> {
        match self.game.find(name) {
            Some(Key::Field(column)) => Ok(Slot::Cell(Address { table: GAME, row: 0, column })),
            Some(Key::Rows(list)) => self.list(list).map(|()| Slot::List(list, 0)),
            _ => Err(Problem::Unknown),
        }
    }

    fn find_in_side(&self, keys: &Keys, side: usize, rest: &str) -> Result<Slot, Problem> {
        let (first, rest) = rest.split_once('.').map_or((rest, None), |(first, rest)| (first, Some(rest)));
        match (keys.find(first), rest) {
            (Some(Key::Entrant), None) => Ok(Slot::Side(side)),
            (Some(Key::Field(column)), None) => Ok(Slot::Cell(Address { table: SIDE, row: side, column })),
            (Some(Key::PartField(address)), None) => Ok(Slot::Cell(address)),
            (Some(Key::Rows(list)), None) => self.list(list).map(|()| Slot::List(list, side)),
            (Some(Key::PartRows(list, row)), None) => self.list(list).map(|()| Slot::List(list, row)),
            (Some(Key::Part(table, row)), Some(rest)) => self.find_in_part(table, row, rest),
            _ => Err(Problem::Unknown),
        }
    }

    fn find_part(&self, name: &str, rest: &str) -> Result<Slot, Problem> {
        let parts = self.layout.named();
        let mut of_name = parts.filter(|(_, _, part)| self.layout.symbols().text(part.name) == name);
        let found = of_name.find_map(|(table, row, _)| match self.find_in_part(table, row, rest) {
            Err(Problem::Unknown) => None,
            found => Some(found),
        });
        found.unwrap_or(Err(Problem::Unknown))
    }

    fn find_in_part(&self, table: TableId, row: usize, name: &str) -> Result<Slot, Problem> {
        match self.rows[table.0].find(name) {
            Some(Key::Field(column)) => Ok(Slot::Cell(Address { table, row, column })),
            Some(Key::Rows(list)) => self.list(list).map(|()| Slot::List(list, row)),
            _ => Err(Problem::Unknown),
        }
    }

    fn list(&self, list: TableId) -> Result<(), Problem> {
        match self.layout.table(list).kind {
            TableKind::Values { .. } => Ok(()),
            TableKind::Entrant
            | TableKind::Game
            | TableKind::Side
            | TableKind::Named(_)
            | TableKind::Loose { .. } => Err(Problem::Parts),
        }
    }

    fn unknown(&self, path: &str, place: Place, is_long: bool, problem: Problem) -> Trouble {
        let trouble =
            Trouble::new(Code::BadHeader, format!("`{path}` is not a column of this format"), place);
        let formed = if is_long {
            "columns are named `game`, `seat`, `entrant`, then fields of the game and of the side, and `PART.FIELD`"
        } else if self.layout.seats.is_empty() {
            "columns are named by fields of the game, `1`, `2`, … for the entrants of the sides, and `1.FIELD`"
        } else {
            "columns are named by fields of the game, `SEAT` for who plays it, `SEAT.FIELD` and `PART.FIELD`"
        };
        match problem {
            Problem::Ambiguous(first, second) => {
                let mut trouble = trouble.help(format!("write `{first}` or `{second}`"));
                trouble.message = format!("`{path}` could be a field of the game or of the side");
                trouble
            }
            Problem::Parts => {
                let mut trouble = trouble.help("write this log as JSON Lines");
                trouble.message = format!("`{path}` is a list of parts, which no cell can hold");
                trouble
            }
            Problem::Unknown => {
                let known = self.paths(is_long);
                let help = match nearest(path, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        let list: Vec<String> =
                            known.iter().take(12).map(|name| format!("`{name}`")).collect();
                        let more = if known.len() > 12 { ", …" } else { "" };
                        format!("the columns are {}{more}", list.join(", "))
                    }
                };
                trouble.note(formed).help(help)
            }
        }
    }

    /// The heading of a field.
    fn path_of(&self, address: Address, is_long: bool) -> String {
        let field = &self.layout.field(address).name;
        match &self.layout.table(address.table).kind {
            TableKind::Side if is_long => field.clone(),
            TableKind::Side if self.layout.seats.is_empty() => format!("{}.{field}", address.row + 1),
            TableKind::Side | TableKind::Named(_) => {
                let owner = self.layout.row_name(address.table, address.row).unwrap_or_default();
                format!("{owner}.{field}")
            }
            TableKind::Entrant | TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => {
                field.clone()
            }
        }
    }

    /// Every heading that there can be (without seats: for as many sides as a game must have, at least two).
    fn paths(&self, is_long: bool) -> Vec<String> {
        let mut paths: Vec<String> = vec![if is_long { "game" } else { "id" }.to_owned()];
        let game = self.game.names().filter(|name| self.find_in_game(name).is_ok());
        paths.extend(game.map(str::to_owned));
        if is_long {
            paths.extend(["seat", "entrant"].map(str::to_owned));
        }
        for (seat, keys) in self.sides.iter().enumerate() {
            let sides = if self.layout.seats.is_empty() {
                (0..(self.layout.plan.least as usize).clamp(2, 8)).collect()
            } else {
                vec![seat]
            };
            for side in sides {
                let name =
                    self.layout.row_name(SIDE, side).map_or_else(|| (side + 1).to_string(), str::to_owned);
                let fields = keys.names().filter(|field| !["entrant", "seat"].contains(field));
                let fields = fields.filter(|field| self.find_in_side(keys, side, field).is_ok());
                if is_long {
                    paths.extend(fields.map(str::to_owned));
                } else {
                    paths.push(name.clone());
                    paths.extend(fields.map(|field| format!("{name}.{field}")));
                }
            }
        }
        for (table, row, part) in self.layout.named() {
            let part = self.layout.symbols().text(part.name);
            let fields =
                self.rows[table.0].names().filter(|name| self.find_in_part(table, row, name).is_ok());
            paths.extend(fields.map(|field| format!("{part}.{field}")));
        }
        let mut seen = BTreeSet::new();
        paths.retain(|path| seen.insert(path.clone()));
        paths
    }
}
