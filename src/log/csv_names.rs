//! The headings that a CSV log can have: from a dotted path to what its column holds.
//!
//! Comes in: a [`Layout`] and a heading. Goes out: a [`Slot`], or a complaint that names the nearest
//! heading. It must never know rows. Start with [`Names::find`].

use super::complain::{Place, Trouble};
use super::csv_header::{Shape, Slot};
use super::keys::{Key, Keys};
use super::slots::{Address, ENTRANT, GAME, Layout, SIDE, TableId, TableKind};
use crate::diagnostic::{Code, nearest, one_of};
use std::collections::BTreeSet;

/// So many sides can be told apart by number.
pub(super) const MOST_SIDES: usize = 1000;
/// So many headings are shown of all that there can be.
const MOST_SHOWN: usize = 12;

/// Why a heading names nothing.
pub(super) enum Problem {
    Unknown,
    /// It could be these two.
    Ambiguous(String, String),
    /// A list of parts that are not written as one text: no cell can hold it.
    Parts,
}

/// The names that a heading is made of.
pub(super) struct Names<'l> {
    layout: &'l Layout<'l>,
    game: Keys,
    /// For each seat; one entry without seats.
    sides: Vec<Keys>,
    rows: Vec<Keys>,
}

impl<'l> Names<'l> {
    pub fn new(layout: &'l Layout<'l>) -> Self {
        let sides = if layout.seats.is_empty() {
            vec![layout.side_keys(None)]
        } else {
            (0..layout.seats.len()).map(|seat| layout.side_keys(Some(seat))).collect()
        };
        let rows = layout.all().map(|(table, _)| layout.row_keys(table)).collect();
        Self { layout, game: layout.game_keys(), sides, rows }
    }

    pub fn id(&self) -> Option<Address> {
        match self.game.find("id") {
            Some(Key::Field(column)) => Some(Address { table: GAME, row: 0, column }),
            _ => None,
        }
    }

    pub fn find(&self, path: &str, shape: Shape) -> Result<Slot, Problem> {
        if shape == Shape::Entrants {
            return self.find_in_entrant(path);
        }
        if path == "game"
            && let Some(id) = self.id()
        {
            return Ok(Slot::Cell(id));
        }
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        match shape {
            Shape::Long => self.find_long(first, rest),
            Shape::Wide | Shape::Entrants => self.find_wide(first, rest),
        }
    }

    /// What a log with these headings holds: a row a side where one is `entrant`; a row an entrant where one is
    /// `name` and the others are columns of entrants, or nothing that a game has.
    pub fn shape(&self, headings: &[&str]) -> Shape {
        let shape = self.shape_of(headings);
        if shape != Shape::Wide {
            return shape;
        }
        // A header in capitals is refused, but as what it is meant to be.
        let meant = headings.iter().map(|path| match self.find(path, Shape::Wide) {
            Err(Problem::Unknown) => path.to_lowercase(),
            Ok(_) | Err(Problem::Ambiguous(..) | Problem::Parts) => (*path).to_owned(),
        });
        let meant: Vec<String> = meant.collect();
        self.shape_of(&meant.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn shape_of(&self, headings: &[&str]) -> Shape {
        if headings.contains(&"entrant") {
            return Shape::Long;
        }
        let of_games =
            |path: &str| [Shape::Wide, Shape::Long].iter().any(|&shape| self.find(path, shape).is_ok());
        let of_entrants =
            |path: &str| path.is_empty() || self.find_in_entrant(path).is_ok() || !of_games(path);
        let is_named = headings.contains(&"name") && self.find("name", Shape::Wide).is_err();
        if is_named && headings.iter().all(|path| of_entrants(path)) { Shape::Entrants } else { Shape::Wide }
    }

    /// Whether a heading that is none would be one in small letters.
    pub fn knows_in_lower_case(&self, path: &str, shape: Shape) -> bool {
        let lower = path.to_lowercase();
        lower != path && self.find(&lower, shape).is_ok()
    }

    fn find_in_entrant(&self, name: &str) -> Result<Slot, Problem> {
        match self.rows[ENTRANT.0].find(name) {
            Some(Key::Name) => Ok(Slot::Name),
            Some(Key::Field(column)) => Ok(Slot::Cell(Address { table: ENTRANT, row: 0, column })),
            Some(Key::Rows(list)) => self.list(list).map(|()| Slot::List(list, 0)),
            _ => Err(Problem::Unknown),
        }
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
            ("seat", None) if !self.layout.seats.is_empty() => return Ok(Slot::Seat),
            ("game", Some(rest)) => return self.find_in_game(rest),
            ("side", Some(rest)) => return self.find_in_row(rest),
            (part, Some(rest)) => match self.find_each(part, rest) {
                Err(Problem::Unknown) => return self.find_part(part, rest),
                found => return found,
            },
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
        for (seat, keys) in self.sides.iter().enumerate() {
            let seated = !self.layout.seats.is_empty();
            match keys.find(name).map(|key| if seated { self.layout.of_side(key, seat) } else { key }) {
                Some(Key::Field(column)) => return Ok(Slot::OfSide(column)),
                Some(Key::Rows(list)) => return self.list(list).map(|()| Slot::ListOfSide(list)),
                Some(Key::PartField(address)) if !seated => return Ok(Slot::OfEach(address)),
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
        match (keys.find(first).map(|key| self.layout.of_side(key, side)), rest) {
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

    /// A part that every side owns, in the row of a side (long).
    fn find_each(&self, name: &str, rest: &str) -> Result<Slot, Problem> {
        let mut of_name = self.layout.each().filter(|(_, _, part)| self.layout.symbols().text(*part) == name);
        let Some((table, place, _)) = of_name.next() else { return Err(Problem::Unknown) };
        match self.find_in_part(table, place, rest)? {
            Slot::Cell(address) => Ok(Slot::OfEach(address)),
            Slot::List(list, place) => Ok(Slot::ListOfEach(list, table, place)),
            _ => Err(Problem::Unknown),
        }
    }

    fn find_in_part(&self, table: TableId, row: usize, name: &str) -> Result<Slot, Problem> {
        match self.rows[table.0].find(name) {
            Some(Key::Field(column)) => Ok(Slot::Cell(Address { table, row, column })),
            Some(Key::Rows(list)) => self.list(list).map(|()| Slot::List(list, row)),
            _ => Err(Problem::Unknown),
        }
    }

    fn list(&self, list: TableId) -> Result<(), Problem> {
        if self.layout.table(list).fits_cell() { Ok(()) } else { Err(Problem::Parts) }
    }

    pub fn unknown(&self, path: &str, place: Place, shape: Shape, problem: Problem) -> Trouble {
        let is_long = shape == Shape::Long;
        let trouble =
            Trouble::new(Code::BadHeader, format!("`{path}` is not a column of this format"), place);
        let formed = if shape == Shape::Entrants {
            "a list of entrants has a column `name`, and columns named by fields of the entrant"
        } else if is_long && self.layout.seats.is_empty() {
            "columns are `game` (or `id`), `entrant`, then fields of the game and of the side"
        } else if is_long {
            "columns are `game` (or `id`), `seat`, `entrant`, then fields of the game and of the side, and `PART.FIELD`"
        } else if self.layout.seats.is_empty() {
            "columns are `id` (or `game`), fields of the game, `1`, `2`, … for the entrants of the sides, and `1.FIELD`; a log with a row a side has a column `entrant`"
        } else {
            "columns are `id` (or `game`), fields of the game, `SEAT` for who plays it, `SEAT.FIELD` and `PART.FIELD`; a log with a row a side has a column `entrant`"
        };
        match problem {
            Problem::Ambiguous(first, second) => {
                let mut trouble = trouble.help(format!("write `{first}` or `{second}`"));
                trouble.message = format!("`{path}` could be a field of the game or of the side");
                trouble
            }
            Problem::Parts => {
                let help = "write this log as JSON Lines, or say in the format how such a part is written as one text: \
                            `written = \"a-b\"`";
                let mut trouble = trouble.help(help);
                trouble.message = format!("`{path}` is a list of parts, which no cell can hold");
                trouble
            }
            Problem::Unknown if self.knows_in_lower_case(path, shape) => {
                trouble.did_you_mean(&path.to_lowercase())
            }
            Problem::Unknown => {
                let known = self.paths(shape);
                let part = path.split('.').next().and_then(|part| self.layout.part_elsewhere(part));
                if let Some(note) = part {
                    return Trouble { code: Code::WrongSides, ..trouble }.note(note).help(
                        "take the column out, or score the log with the options under which it was played",
                    );
                }

                let owned = format!(".{path}");
                let fields: Vec<&String> = known.iter().filter(|known| known.ends_with(&owned)).collect();
                let numbered = shape == Shape::Wide
                    && self.layout.seats.is_empty()
                    && path.starts_with(|first: char| first.is_ascii_digit())
                    && path.split('.').next().is_none_or(|side| self.side_of(side).is_none());
                let seat = path.split('.').next().and_then(|seat| self.layout.seat_elsewhere(seat));
                let entrant = (shape == Shape::Wide).then_some("entrant");
                let help = match nearest(path, known.iter().map(String::as_str).chain(entrant)) {
                    _ if numbered => format!("a game has {}", self.layout.sides_wanted()),
                    _ if path.contains('.') && !fields.is_empty() => {
                        format!("say whose: {}", one_of(&fields))
                    }
                    Some(near) => return trouble.did_you_mean(near),
                    None if seat.is_some() => return Trouble { help: seat, ..trouble },
                    None if is_long && path == "seat" => {
                        "the sides of this format have no seats: take the column out".to_owned()
                    }
                    None if !fields.is_empty() => format!("say whose: {}", one_of(&fields)),
                    None => {
                        let list: Vec<String> =
                            known.iter().take(MOST_SHOWN).map(|name| format!("`{name}`")).collect();
                        let more = if known.len() > MOST_SHOWN { ", …" } else { "" };
                        format!("the columns are {}{more}", list.join(", "))
                    }
                };
                trouble.note(formed).help(help)
            }
        }
    }

    /// The complaint about a first line in which no column is named.
    pub fn no_header(&self, place: Place) -> Trouble {
        let known = self.paths(Shape::Wide);
        let shown: Vec<&str> = known.iter().take(MOST_SHOWN).map(String::as_str).collect();
        let more = if known.len() > MOST_SHOWN { ",…" } else { "" };
        Trouble::new(Code::BadHeader, "the first line names no column of this format", place)
            .label("a header is wanted here")
            .note("a log with a row a side has a column `entrant`, a list of entrants a column `name`")
            .help(format!("begin the log with a header, such as `{}{more}`", shown.join(",")))
    }

    /// The heading of a field.
    pub fn path_of(&self, address: Address, shape: Shape) -> String {
        let field = &self.layout.field(address).name;
        match (shape, &self.layout.table(address.table).kind) {
            (Shape::Wide | Shape::Entrants, _) => self.wide_path(address.table, address.row, field),
            (Shape::Long, TableKind::Named(_) | TableKind::Each(_)) => {
                let part = self.layout.row_name(address.table, address.row).unwrap_or_default();
                format!("{part}.{field}")
            }
            (
                Shape::Long,
                TableKind::Side
                | TableKind::Entrant
                | TableKind::Game
                | TableKind::Loose { .. }
                | TableKind::Values { .. },
            ) => field.clone(),
        }
    }

    /// The heading of a field or a list of this name in a row of a table (wide).
    pub fn wide_path(&self, table: TableId, row: usize, name: &str) -> String {
        let part = || self.layout.row_name(table, row).unwrap_or_default();
        match &self.layout.table(table).kind {
            TableKind::Side => format!("{}.{name}", self.side_heading(row)),
            TableKind::Named(_) => format!("{}.{name}", part()),
            TableKind::Each(_) => match self.layout.side_of(table, row) {
                Some(side) => format!("{}.{}.{name}", self.side_heading(side), part()),
                None => format!("{}.{name}", part()),
            },
            TableKind::Entrant | TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => {
                name.to_owned()
            }
        }
    }

    /// The heading of who plays a side (wide).
    pub fn side_heading(&self, side: usize) -> String {
        self.layout.row_name(SIDE, side).map_or_else(|| (side + 1).to_string(), str::to_owned)
    }

    /// The headings of the parts that every side owns, without the side.
    fn each_paths(&self) -> Vec<String> {
        let parts =
            self.layout.each().map(|(table, place, name)| (table, place, self.layout.symbols().text(name)));
        parts
            .flat_map(|(table, place, part)| {
                let fields = self.rows[table.0].names();
                let fields = fields.filter(move |field| self.find_in_part(table, place, field).is_ok());
                fields.map(move |field| format!("{part}.{field}"))
            })
            .collect()
    }

    /// Every heading that there can be (without seats: for as many sides as a game must have, at least two).
    fn paths(&self, shape: Shape) -> Vec<String> {
        if shape == Shape::Entrants {
            let names = self.rows[ENTRANT.0].names().filter(|name| self.find_in_entrant(name).is_ok());
            return names.map(str::to_owned).collect();
        }
        let is_long = shape == Shape::Long;
        let mut paths: Vec<String> = vec![if is_long { "game" } else { "id" }.to_owned()];
        let game = self.game.names().filter(|name| self.find_in_game(name).is_ok());
        paths.extend(game.map(str::to_owned));
        if is_long {
            paths.extend((!self.layout.seats.is_empty()).then(|| "seat".to_owned()));
            paths.push("entrant".to_owned());
        }
        let of_each = self.each_paths();
        for (seat, keys) in self.sides.iter().enumerate() {
            let sides = if self.layout.seats.is_empty() {
                (0..(self.layout.plan.least as usize).clamp(2, 8)).collect()
            } else {
                vec![seat]
            };
            for side in sides {
                let name = self.side_heading(side);
                let fields = keys.names().filter(|field| !["entrant", "seat"].contains(field));
                let fields = fields.filter(|field| self.find_in_side(keys, side, field).is_ok());
                if is_long {
                    paths.extend(fields.map(str::to_owned));
                } else {
                    paths.push(name.clone());
                    paths.extend(fields.map(|field| format!("{name}.{field}")));
                    paths.extend(of_each.iter().map(|path| format!("{name}.{path}")));
                }
            }
        }
        if is_long {
            paths.extend(of_each);
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
