//! CSV with a row for each game.
//!
//! Comes in: records and a header. Goes out: games, through the recorder. It must never know how a
//! value is read. Start with [`read`].

use super::complain::{Place, RecordText, Reporter, Trouble};
use super::csv_header::{Header, Slot};
use super::csv_record::{RecordError, Records};
use super::recorder::{Ended, Recorder};
use crate::diagnostic::Code;
use crate::sheet::RecordPlace;

/// Reads all rows after the header.
pub(super) fn read(
    records: &mut Records<'_>,
    header: &Header,
    log: u32,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(), RecordError> {
    let layout = recorder.layout;
    loop {
        let place = |records: &Records<'_>| RecordPlace { log, line: records.line() };
        match records.next() {
            Ok(false) => return Ok(()),
            Ok(true) => {}
            Err(RecordError::NotUtf8(at)) => {
                let text = RecordText { bytes: records.text(), place: place(records) };
                reporter.record(text, None, &mut vec![super::not_utf8(text.bytes, at, 0)]);
                continue;
            }
            Err(error) => return Err(error),
        }
        recorder.begin();
        if records.len() != header.slots.len() {
            if records.is_blank() {
                continue;
            }
            recorder.troubles.push(wrong_cells(records, header));
            recorder.given_up = true;
        } else if !row(records, header, recorder) {
            continue;
        }
        let text = RecordText { bytes: records.text(), place: place(records) };
        recorder.finish_game(Ended {
            place: text.place,
            bytes: text.bytes,
            whole: Place::new(0, text.bytes.len()),
            locate: &|address| header.column_of(layout, address, None).map(|column| records.place(column)),
            name_place: &|place| reporter.place_name(place),
        });
        if !recorder.troubles.is_empty() {
            let game = recorder.game_id().map(|id| recorder.symbols.text(id).to_owned());
            reporter.record(text, game, &mut recorder.troubles);
        }
    }
}

/// Stages one row; `false` if it is blank.
fn row(records: &Records<'_>, header: &Header, recorder: &mut Recorder<'_>) -> bool {
    let mut blank = true;
    if recorder.layout.seats.is_empty() {
        for _ in 0..header.sides {
            recorder.stage.add_side(Place::default());
        }
    }
    for (column, slot) in header.slots.iter().enumerate() {
        let text = records.cell(column);
        if text.is_empty() {
            continue;
        }
        blank = false;
        let place = if slot.is_list() { records.text_place(column) } else { records.place(column) };
        cell(slot, text, place, recorder);
    }
    !blank
}

/// Stages one cell that is not empty.
#[inline]
fn cell(slot: &Slot, text: &str, place: Place, recorder: &mut Recorder<'_>) {
    match slot {
        Slot::Cell(address) => recorder.text(*address, text, place),
        Slot::Side(side) => recorder.entrant(*side, text, place),
        Slot::List(list, owner) => recorder.list(*list, *owner, text, place),
        Slot::Nothing => recorder.troubles.push(without_heading(text, place)),
        // These are columns of other shapes.
        Slot::Entrant
        | Slot::Seat
        | Slot::OfSide(_)
        | Slot::ListOfSide(_)
        | Slot::OfPart(_)
        | Slot::OfEach(_)
        | Slot::ListOfEach(..)
        | Slot::Name => {}
    }
}

/// The complaint about a cell in a column that has no heading.
pub(super) fn without_heading(text: &str, place: Place) -> Trouble {
    let text = super::cell::shortened(text);
    Trouble::new(Code::WrongCells, format!("`{text}` stands in a column without a heading"), place)
        .help("name the column in the header, or empty the cell")
}

/// The complaint about a row with too few or too many cells.
pub(super) fn wrong_cells(records: &Records<'_>, header: &Header) -> Trouble {
    let (count, wanted) = (records.len(), header.slots.len());
    let cells = |count: usize| if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
    let length = records.text().len();
    let place = if count > wanted {
        Place { end: Place::new(0, length).end, ..records.place(wanted) }
    } else {
        Place::new(length, length)
    };
    let message = format!("this row has {}, but the header has {wanted}", cells(count));
    let trouble = Trouble::new(Code::WrongCells, message, place);
    if let Some(other) = records.other_delimiter(wanted) {
        let own = separator(records.delimiter());
        return Trouble { place: Place::new(0, length), ..trouble }
            .label(format!("separated by {}, but the header by {own}", separator(other)))
            .help(format!("separate the cells of every row by {own}, as in the header"));
    }
    if count < wanted && records.is_cut() {
        return trouble
            .label("the file ends here, in the middle of a row")
            .help("the log was cut off: copy it again");
    }
    if count > wanted && records.delimiter() == b',' {
        return trouble.label("too many").help(if header.slots.iter().any(Slot::is_list) {
            "put a text that has a comma in it between quotes, write numbers with a decimal point, and separate the values \
             of a list with `|`"
        } else {
            "put a text that has a comma in it between quotes, and write numbers with a decimal point"
        });
    }
    let label = if count > wanted { "too many" } else { "something is missing" };
    trouble.label(label).help("give every row as many cells as the header has; a cell may be empty")
}

/// What stands between cells, in words.
fn separator(delimiter: u8) -> String {
    if delimiter == b'\t' { "tabs".to_owned() } else { format!("`{}`", char::from(delimiter)) }
}
