//! CSV with a row for each entrant.
//!
//! Comes in: records and a header. Goes out: entrants, through the recorder. It must never know how a
//! value is read. Start with [`read`].

use super::complain::{Place, RecordText, Reporter, Trouble};
use super::csv_header::{Header, Slot};
use super::csv_record::{RecordError, Records};
use super::csv_wide::{without_heading, wrong_cells};
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
        let bad_byte = match records.next() {
            Ok(true) => None,
            Ok(false) => return Ok(()),
            Err(RecordError::NotUtf8(at)) => Some(at),
            Err(error) => return Err(error),
        };
        recorder.begin();
        let text = RecordText { bytes: records.text(), place: RecordPlace { log, line: records.line() } };
        if let Some(at) = bad_byte {
            recorder.troubles.push(super::not_utf8(text.bytes, at, 0));
            recorder.given_up = true;
        } else if records.is_blank() {
            continue;
        } else if records.len() != header.slots.len() {
            recorder.troubles.push(wrong_cells(records, header));
            recorder.given_up = true;
        } else {
            row(records, header, recorder);
        }
        recorder.finish_entrant(Ended {
            place: text.place,
            bytes: text.bytes,
            whole: Place::new(0, text.bytes.len()),
            locate: &|address| header.column_of(layout, address, None).map(|column| records.place(column)),
            name_place: &|place| reporter.place_name(place),
        });
        if !recorder.troubles.is_empty() {
            reporter.record(text, None, &mut recorder.troubles);
        }
    }
}

/// Stages one row.
fn row(records: &Records<'_>, header: &Header, recorder: &mut Recorder<'_>) {
    for (column, slot) in header.slots.iter().enumerate() {
        let (text, place) = (records.cell(column), records.place(column));
        match slot {
            Slot::Name if text.is_empty() => recorder.troubles.push(
                Trouble::new(Code::MissingValue, "an entrant without a name", place)
                    .help("write the name in the column `name`"),
            ),
            Slot::Name => recorder.entrant_name(text, place),
            _ if text.is_empty() => {}
            Slot::Cell(address) => recorder.text(*address, text, place),
            Slot::List(list, owner) => recorder.list(*list, *owner, text, records.text_place(column)),
            Slot::Nothing => recorder.troubles.push(without_heading(text, place)),
            // These are columns of games.
            Slot::Side(_)
            | Slot::Entrant
            | Slot::Seat
            | Slot::OfSide(_)
            | Slot::ListOfSide(_)
            | Slot::OfPart(_)
            | Slot::OfEach(_)
            | Slot::ListOfEach(..) => {}
        }
    }
}
