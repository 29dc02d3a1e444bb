//! The header of a CSV log: which column holds which field.
//!
//! Comes in: the cells of the first line, and a [`Layout`]. Goes out: a [`Slot`] for each column, or
//! complaints that name the nearest known column. It must never know the rows. Start with [`Header::read`].

use super::complain::{Place, Trouble};
use super::csv_names::Names;
use super::csv_record::Records;
use super::slots::{Address, Layout, SIDE, TableId, TableKind, each_of};
use crate::diagnostic::Code;
use crate::value::Symbol;

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slot {
    /// It has no heading.
    Nothing,
    /// A field of the game, of a side (wide), of a part with a name or of the entrant.
    Cell(Address),
    /// A list of the game, of a side (wide), of a part with a name or of the entrant: the list and the owner's row.
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
    /// A field of a part that every side owns, of the side of the row (long): its row is the place among the names.
    OfEach(Address),
    /// A list of such a part: the list, the part, the place among the names.
    ListOfEach(TableId, TableId, usize),
    /// The name of the entrant (a list of entrants).
    Name,
}

impl Slot {
    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        match self {
            Self::List(..) | Self::ListOfSide(_) | Self::ListOfEach(..) => true,
            Self::Nothing
            | Self::Cell(_)
            | Self::Side(_)
            | Self::Entrant
            | Self::Seat
            | Self::OfSide(_)
            | Self::OfPart(_)
            | Self::OfEach(_)
            | Self::Name => false,
        }
    }
}

/// What a row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A game.
    Wide,
    /// A side of a game.
    Long,
    /// An entrant.
    Entrants,
}

/// A header that has been understood.
#[derive(Debug)]
pub(super) struct Header {
    /// For each column what it holds.
    pub slots: Vec<Slot>,
    /// What a row holds.
    pub shape: Shape,
    /// In formats without seats the number of sides that the columns name (wide).
    pub sides: usize,
}

impl Header {
    /// Reads the current record of `records` as a header.
    pub fn read(layout: &Layout<'_>, records: &Records<'_>) -> Result<Self, Vec<Trouble>> {
        let names = Names::new(layout);
        let headings: Vec<&str> = (0..records.len()).map(|place| records.cell(place)).collect();
        let shape = names.shape(&headings);
        let mut troubles = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        let mut named = 0;
        for column in 0..records.len() {
            let (path, place) = (records.cell(column), records.place(column));
            named += usize::from(!path.is_empty());
            let slot = match names.find(path, shape) {
                _ if path.is_empty() => Slot::Nothing,
                Ok(slot) => slot,
                Err(problem) => {
                    troubles.push(names.unknown(path, place, shape, problem));
                    Slot::Nothing
                }
            };
            let earlier = slots.iter().position(|known| *known == slot && slot != Slot::Nothing);
            if let Some(earlier) = earlier {
                let first = records.cell(earlier);
                let message = if first == path {
                    format!("the column `{path}` is there twice")
                } else {
                    format!("`{first}` and `{path}` name the same column")
                };
                troubles.push(
                    Trouble::new(Code::BadHeader, message, place)
                        .also(records.place(earlier), "the first one")
                        .help("take one of the two columns out"),
                );
            }
            slots.push(slot);
        }
        let near = troubles.iter().filter(|trouble| trouble.meant.is_some()).count();
        // Who writes `Name` for `name` has written a header all the same.
        let is_header =
            shape != Shape::Wide || headings.iter().any(|path| names.knows_in_lower_case(path, shape));
        if named > 0 && troubles.len() == named && near * 2 < named && !is_header {
            return Err(vec![names.no_header(Place::new(0, records.text().len()))]);
        }
        let sides = slots.iter().filter_map(|slot| match slot {
            Slot::Side(side) => Some(side + 1),
            Slot::Cell(address) => layout.side_of(address.table, address.row).map(|side| side + 1),
            Slot::List(list, owner) => match layout.table(*list).kind {
                TableKind::Values { owner: table } | TableKind::Loose { owner: table } => {
                    layout.side_of(table, *owner).map(|side| side + 1)
                }
                TableKind::Entrant
                | TableKind::Game
                | TableKind::Side
                | TableKind::Named(_)
                | TableKind::Each(_) => None,
            },
            _ => None,
        });
        let header = Self { shape, sides: sides.max().unwrap_or(0), slots };
        if troubles.is_empty() {
            let whole = Place::new(0, records.text().len());
            header.lacks(layout, &names, whole, &mut troubles);
        }
        if troubles.is_empty() { Ok(header) } else { Err(troubles) }
    }

    /// The column that holds this field of a row whose side is `side`.
    pub fn column_of(&self, layout: &Layout<'_>, address: Address, side: Option<usize>) -> Option<usize> {
        self.slots.iter().position(|slot| match slot {
            Slot::Cell(known) => *known == address,
            Slot::OfSide(column) => address.table == SIDE && *column == address.column,
            Slot::OfPart(seats) => match side {
                Some(side) => seats.get(side) == Some(&Some(address)),
                None => seats.contains(&Some(address)),
            },
            Slot::OfEach(known) => {
                let row = side.map_or(known.row, |side| layout.row_of_side(known.table, known.row, side));
                Address { row, ..*known } == address
            }
            Slot::Nothing
            | Slot::List(..)
            | Slot::ListOfEach(..)
            | Slot::Name
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
        if self.shape == Shape::Entrants {
            // It is told by its column `name`.
        } else if self.shape == Shape::Long {
            need(names.id().is_some_and(|id| self.slots.contains(&Slot::Cell(id))), "game".to_owned(), None);
            need(layout.seats.is_empty() || self.slots.contains(&Slot::Seat), "seat".to_owned(), None);
        } else {
            self.need_sides(layout, &mut need);
        }
        for (id, table) in layout.all() {
            let rows = match &table.kind {
                TableKind::Entrant if self.shape == Shape::Entrants => 1,
                _ if self.shape == Shape::Entrants => 0,
                TableKind::Game => 1,
                TableKind::Side | TableKind::Each(_) if self.shape == Shape::Long => {
                    each_of(&table.kind).map_or(1, <[Symbol]>::len)
                }
                TableKind::Side | TableKind::Each(_) => {
                    let sides = if layout.seats.is_empty() { self.sides } else { layout.seats.len() };
                    sides * each_of(&table.kind).map_or(1, <[Symbol]>::len)
                }
                TableKind::Named(rows) => rows.len(),
                TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => 0,
            };
            for row in 0..rows {
                for (column, field) in table.fields.iter().enumerate().filter(|(_, field)| field.required) {
                    let address = Address { table: id, row, column };
                    if self.may_be_played(layout, address) {
                        let name = names.path_of(address, self.shape);
                        need(self.column_of(layout, address, None).is_some(), name, field.text.clone());
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
            for side in 0..least.clamp(1, super::csv_names::MOST_SIDES) {
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
        // A part of every side need not be recorded; but what is recorded of it has to be enough.
        if each_of(&layout.table(address.table).kind).is_some() {
            return self.slots.iter().any(|slot| match slot {
                Slot::Cell(known) | Slot::OfEach(known) => {
                    (known.table, known.row) == (address.table, address.row)
                }
                _ => false,
            });
        }
        let seat = layout.side_of(address.table, address.row).filter(|_| self.shape == Shape::Wide);
        seat.is_none_or(|seat| self.slots.contains(&Slot::Side(seat)))
    }
}
