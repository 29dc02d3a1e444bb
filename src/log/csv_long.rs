//! CSV with a row for each side of a game.
//!
//! Comes in: records and a header; the rows of one game follow one another. Goes out: games, through
//! the recorder. It must never know how a value is read. Start with [`read`].

use super::complain::{Place, RecordText, Reporter, Trouble};
use super::csv_header::{Header, Slot};
use super::csv_record::{RecordError, Records};
use super::csv_wide::{without_heading, wrong_cells};
use super::keys::Key;
use super::recorder::{Ended, Recorder};
use super::slots::{Address, GAME, Layout, SIDE, TableKind};
use crate::diagnostic::Code;
use crate::ruleset::BuiltinColumn;
use crate::sheet::RecordPlace;

/// The rows of the game that is being read.
#[derive(Default)]
struct Game {
    id: String,
    /// Who reports it, once a row says so: rows of another are another record of the game.
    reporter: String,
    open: bool,
    line: u32,
    /// The rows, one line after another as in the file.
    text: Vec<u8>,
    next_line: u32,
    /// The side of each row.
    sides: Vec<Option<usize>>,
    /// Where the cells stand, row by row.
    places: Vec<Place>,
}

/// The columns that say which game and which side a row speaks of.
struct Lead {
    id: usize,
    seat: Option<usize>,
    entrant: usize,
    reporter: Option<usize>,
}

/// Reads all rows after the header.
pub(super) fn read(
    records: &mut Records<'_>,
    header: &Header,
    log: u32,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(), RecordError> {
    let id = recorder.layout.game_keys().find("id").and_then(|key| match key {
        Key::Field(column) => Some(Address { table: GAME, row: 0, column }),
        _ => None,
    });
    let find = |wanted: &Slot| header.slots.iter().position(|slot| slot == wanted);
    let lead = id.and_then(|id| find(&Slot::Cell(id))).zip(find(&Slot::Entrant));
    // The header was read only if it has both.
    let Some((id, entrant)) = lead else { return Ok(()) };
    let by = recorder.layout.builtin_of_game(BuiltinColumn::ReportedBy);
    let by = by.and_then(|column| find(&Slot::Cell(Address { table: GAME, row: 0, column })));
    let lead = Lead { id, seat: find(&Slot::Seat), entrant, reporter: by };
    let mut game = Game::default();
    loop {
        let bad_byte = match records.next() {
            Ok(true) => None,
            Ok(false) => break,
            Err(RecordError::NotUtf8(at)) => Some(at),
            Err(error) => {
                game.finish(header, log, recorder, reporter);
                return Err(error);
            }
        };
        let id = if lead.id < records.len() { records.cell(lead.id) } else { "" };
        if id.is_empty() && records.is_blank() && bad_byte.is_none() {
            continue;
        }
        let by = lead.reporter.filter(|&by| by < records.len()).map_or("", |by| records.cell(by));
        let is_by_another = !by.is_empty() && !game.reporter.is_empty() && by != game.reporter;
        if !game.open || (!id.is_empty() && id != game.id) || is_by_another {
            game.finish(header, log, recorder, reporter);
            game.begin(id, records.line(), recorder);
        }
        if game.reporter.is_empty() {
            game.reporter.push_str(by);
        }
        let base = game.add(records);
        if let Some(at) = bad_byte {
            recorder.troubles.push(super::not_utf8(records.text(), at, base));
            recorder.given_up = true;
        } else if records.len() != header.slots.len() {
            let trouble = wrong_cells(records, header);
            let place = shifted(trouble.place, base);
            recorder.troubles.push(Trouble { place, ..trouble });
            recorder.given_up = true;
        } else {
            row(records, header, &lead, &mut game, base, recorder);
        }
    }
    game.finish(header, log, recorder, reporter);
    Ok(())
}

impl Game {
    fn begin(&mut self, id: &str, line: u32, recorder: &mut Recorder<'_>) {
        recorder.begin();
        self.id.clear();
        self.id.push_str(id);
        self.reporter.clear();
        self.open = true;
        self.line = line;
        self.next_line = line;
        self.text.clear();
        self.sides.clear();
        self.places.clear();
    }

    /// Adds the text of a row; gives where it begins.
    fn add(&mut self, records: &Records<'_>) -> usize {
        while self.next_line < records.line() {
            self.text.push(b'\n');
            self.next_line += 1;
        }
        let base = self.text.len();
        self.text.extend_from_slice(records.text());
        self.text.push(b'\n');
        let inside = memchr::memchr_iter(b'\n', records.text()).count();
        self.next_line =
            self.next_line.saturating_add(u32::try_from(inside).unwrap_or(u32::MAX)).saturating_add(1);
        base
    }

    fn finish(
        &mut self,
        header: &Header,
        log: u32,
        recorder: &mut Recorder<'_>,
        reporter: &mut Reporter<'_>,
    ) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        let text = RecordText { bytes: &self.text, place: RecordPlace { log, line: self.line } };
        let first_row = self.text.iter().position(|&byte| byte == b'\n').unwrap_or(0);
        let layout = recorder.layout;
        recorder.finish_game(Ended {
            place: text.place,
            bytes: text.bytes,
            whole: Place::new(0, first_row),
            locate: &|address| self.locate(header, layout, address),
            name_place: &|place| reporter.place_name(place),
        });
        if !recorder.troubles.is_empty() {
            reporter.record(text, Some(self.id.clone()), &mut recorder.troubles);
        }
    }
}

impl Game {
    /// The empty cell in which a missing value would stand: in the row of its side, else in the first.
    fn locate(&self, header: &Header, layout: &Layout<'_>, address: Address) -> Option<Place> {
        let side = layout.side_of(address.table, address.row);
        let column = header.column_of(layout, address, side)?;
        let row = side.and_then(|side| self.sides.iter().position(|known| *known == Some(side))).unwrap_or(0);
        self.places.get(row * header.slots.len() + column).copied()
    }
}

/// Stages one row.
fn row(
    records: &Records<'_>,
    header: &Header,
    lead: &Lead,
    game: &mut Game,
    base: usize,
    recorder: &mut Recorder<'_>,
) {
    let place = |column: usize| shifted(records.place(column), base);
    if records.cell(lead.id).is_empty() {
        recorder.troubles.push(
            Trouble::new(
                Code::MissingValue,
                "this row does not say which game it belongs to",
                place(lead.id),
            )
            .help("write the id of the game in the column `game` of each of its rows"),
        );
    }
    let side = side(records, lead, base, recorder);
    game.sides.push(side);
    game.places.extend((0..records.len()).map(place));
    // What a row says of an unknown side, or of a side that was there, is not worth another word.
    if side.is_none() {
        recorder.given_up = true;
        return;
    }
    for (column, slot) in header.slots.iter().enumerate() {
        let text = records.cell(column);
        if !text.is_empty() {
            let place =
                if slot.is_list() { shifted(records.text_place(column), base) } else { place(column) };
            cell(slot, side, text, place, recorder);
        }
    }
}

/// The side that the row speaks of.
fn side(records: &Records<'_>, lead: &Lead, base: usize, recorder: &mut Recorder<'_>) -> Option<usize> {
    let entrant = records.cell(lead.entrant);
    let entrant_place = shifted(records.place(lead.entrant), base);
    let side = match lead.seat {
        None => recorder.stage.add_side(entrant_place),
        Some(column) => {
            let (seat, place) = (records.cell(column), shifted(records.place(column), base));
            if seat.is_empty() {
                recorder.troubles.push(
                    Trouble::new(Code::WrongSides, "this row does not say which seat it speaks of", place)
                        .help("write the seat in the column `seat`"),
                );
                return None;
            }
            let side = recorder.seat(seat, place)?;
            let row = recorder.stage.table(SIDE).rows[side];
            if row.touched {
                recorder.troubles.push(
                    Trouble::new(
                        Code::WrongSides,
                        format!("the seat `{seat}` is there twice in one game"),
                        place,
                    )
                    .also(row.place, "the first row of this seat")
                    .help("give each row of a game another seat, and each game another id"),
                );
                return None;
            }
            recorder.stage.touch(SIDE, side, place);
            side
        }
    };
    if entrant.is_empty() {
        recorder.troubles.push(
            Trouble::new(Code::WrongSides, "this row does not say who plays", entrant_place)
                .help("write the name in the column `entrant`"),
        );
    } else {
        recorder.entrant(side, entrant, entrant_place);
    }
    Some(side)
}

/// Stages one cell that is not empty.
#[inline]
fn cell(slot: &Slot, side: Option<usize>, text: &str, place: Place, recorder: &mut Recorder<'_>) {
    match (slot, side) {
        (Slot::Cell(address), _) => {
            recorder.text(*address, text, place);
            if let TableKind::Named(rows) = &recorder.layout.table(address.table).kind
                && let Some(seat) = rows[address.row].seat
                && side.is_some_and(|side| side != seat)
            {
                recorder.stage.row_mut(address.table, address.row).foreign.get_or_insert(place);
            }
        }
        (Slot::OfSide(column), Some(side)) => {
            recorder.text(Address { table: SIDE, row: side, column: *column }, text, place);
        }
        (Slot::OfPart(seats), Some(side)) => {
            if let Some(address) = seats.get(side).copied().flatten() {
                recorder.text(address, text, place);
            } else {
                let seat = recorder.layout.seats.get(side).cloned().unwrap_or_default();
                let message = format!("it is not said to which part of `{seat}` this belongs");
                recorder.troubles.push(
                    Trouble::new(Code::WrongSides, message, place)
                        .help("name the part in the header: `PART.FIELD`"),
                );
            }
        }
        (Slot::OfEach(address), Some(side)) => {
            let row = recorder.layout.row_of_side(address.table, address.row, side);
            recorder.text(Address { row, ..*address }, text, place);
        }
        (Slot::ListOfEach(list, part, name), Some(side)) => {
            let owner = recorder.layout.row_of_side(*part, *name, side);
            recorder.list(*list, owner, text, place);
        }
        (Slot::List(list, owner), _) => recorder.list_once(*list, *owner, text, place),
        (Slot::ListOfSide(list), Some(side)) => recorder.list(*list, side, text, place),
        (Slot::Nothing, _) => recorder.troubles.push(without_heading(text, place)),
        // Read before the others, or of a side that is not known.
        (
            Slot::Entrant
            | Slot::Seat
            | Slot::OfSide(_)
            | Slot::ListOfSide(_)
            | Slot::OfPart(_)
            | Slot::OfEach(_)
            | Slot::ListOfEach(..)
            | Slot::Name
            | Slot::Side(_),
            _,
        ) => {}
    }
}

fn shifted(place: Place, base: usize) -> Place {
    Place::new(place.start as usize + base, place.end as usize + base)
}
