//! Reads games in any supported encoding into sheets of columns; one file per encoding.
//!
//! Comes in: files, folders and streams of bytes, and a [`Ruleset`] that says what is recorded. Goes out: a [`Log`]: recorded
//! and built-in columns of the entrant, game, side, part and list sheets, and the links between them. It must never know a
//! rule. Start with [`find`], which turns a path into logs that are [`Unread`], and [`read`]; a log without any text is made by a
//! [`Draft`], and [`write()`] gives a log as text.

mod acts;
mod agreeing;
mod ahead;
mod alike;
mod blank;
mod blocks;
mod called;
mod cell;
mod complain;
mod csv_entrants;
mod csv_header;
mod csv_long;
mod csv_names;
mod csv_record;
mod csv_wide;
mod days;
mod draft;
mod duplicates;
mod edition_of;
mod editions;
mod elsewhere;
mod entrants;
mod example;
mod facing;
mod find;
mod folder;
mod input;
mod json_acts;
mod json_correction;
mod json_decision;
mod json_game;
mod json_games;
mod json_keys;
mod json_lines;
mod json_lineup;
mod judge;
mod keys;
mod lists;
mod moves;
mod natural;
mod pairings;
mod published;
mod reads;
mod recorder;
mod replayed;
mod reports;
mod restore;
mod results;
mod seal;
mod settling;
mod slips;
mod slots;
mod stage;
mod store;
#[cfg(test)]
mod tests;
mod umpires;
mod unplayed;
mod unread;
mod unresolved;
mod whole;
mod write;
mod write_rows;
mod written;

pub use acts::{Act, Change, Deed, Games};
pub use blank::{WideHeadings, wide_headings};
pub use blocks::{Block, Blocks, Taken};
pub use draft::{Draft, NewGame};
pub use example::from_example;
pub use find::find;
pub use moves::{Replayed, Visit, replays};
pub use published::{MEETS, Published, PublishedRow, PublishedTable, published};
pub use results::{Agreement, Annulled, Dispute, Report, Results};
pub use settling::Settling;
pub use unread::{Input, LogFile, Unread};
pub use write::{quoted, write};

use crate::diagnostic::{Code, Complaints, Diagnostic};
use crate::ruleset::{BuiltinColumn, Ruleset, Settings, SheetKind};
use crate::sheet::{RecordPlace, Tables, row_id};
use crate::source::Sources;
use crate::value::{Kind, Symbols, Value};
use ahead::{Begin, Prepared};
use complain::{Place, RecordText, Reporter, Trouble};
use csv_header::{Header, Shape};
use csv_record::{RecordError, Records};
use editions::Editions;
use input::LineError;
use recorder::{Extent, Recorder};
use seal::Seal;
use slots::Layout;

/// What was read.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// Recorded columns and the links of what was recorded.
    pub tables: Tables,
    /// The symbols of the ruleset, and the texts of the log.
    pub symbols: Symbols,
    /// The names of the logs; [`RecordPlace::log`] counts them.
    pub names: Vec<String>,
    /// The BLAKE3 hash of all bytes of the logs: what `cat LOG… | b3sum` prints. `None` where none was read.
    pub hash: Option<String>,
    /// Records that were left out (`keep_going` only).
    pub left_out: Vec<LeftOut>,
    /// What the arbiter did, in the order of the log.
    pub acts: Vec<Act>,
    /// Further records of games by others than who recorded them first, in the order of the log.
    pub reports: Vec<Report>,
    /// What is to be said of games that are in dispute, by their rows, where it has not been said: in a format with editions,
    /// by whoever shows theirs.
    pub disputed: Vec<(u32, Diagnostic)>,
    /// For each entrant how many games stand in the log before the record that registers them; [`u32::MAX`] for who has
    /// no such record. Where nobody has one, 0 for all.
    pub entered: Vec<u32>,
}

/// How a log is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// Whether bad records are left out and listed; else any error gives no log.
    pub keep_going: bool,
    /// Whether a log without games will do, even an empty one: before the first round is paired there are none.
    pub may_be_empty: bool,
}

impl Log {
    /// The names of the entrants, in the order of their rows.
    #[must_use]
    pub fn entrants(&self, ruleset: &Ruleset) -> Vec<&str> {
        let sheet = ruleset.sheet_of(&SheetKind::Entrant);
        let column = sheet.and_then(|sheet| self.tables.column(ruleset.builtin(sheet, BuiltinColumn::Name)?));
        let name = |row: usize| match column.map(|column| column.value(row, &Kind::Text)) {
            Some(Value::Text(name)) => self.symbols.text(name),
            _ => "",
        };
        (0..sheet.map_or(0, |sheet| self.tables.rows(sheet))).map(name).collect()
    }
}

/// A record that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Where the mistake stands, or the record.
    pub place: RecordPlace,
    /// The column of the mistake in its line, in characters, from 1; of a record that cannot be scored there is none.
    pub column: Option<usize>,
    /// Its id or number, where it has one.
    pub game: Option<String>,
    /// Why, in one line: what is wrong, without its place.
    pub reason: String,
}

/// Reads logs, in order, as one. With [`Reading::keep_going`] a bad record is left out and listed with a
/// warning's weight; without it, any error gives `None`. What is wrong with a log as a whole (its
/// header, its encoding, an entrant of whom nothing is recorded that must be) is an error always.
pub fn read<'a>(
    ruleset: &Ruleset,
    settings: &Settings,
    logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    reading: Reading,
    sources: &mut Sources,
    complaints: &mut Complaints,
) -> Option<Log> {
    let layout = Layout::new(ruleset, settings);
    let mut recorder = Recorder::new(&layout);
    recorder.editions = Editions::new(ruleset);
    let mut reporter = Reporter::new(sources, complaints, reading.keep_going);
    let seal = Seal::default();
    ahead::in_turn(&mut logs.into_iter().map(Into::into), (&layout, &seal), |prepared| {
        take_in(prepared, reading, &mut recorder, &mut reporter);
    });
    unresolved::report(&mut recorder, &mut reporter);
    edition_of::settle(&mut recorder, &mut reporter);
    editions::report(&mut recorder, &mut reporter);
    let mut disputed = Vec::new();
    reports::warn(&mut recorder, &mut reporter, &mut disputed);
    unplayed::report(&recorder, &mut reporter);
    if !reporter.has_failed() {
        whole::judge(&recorder, reading, &mut reporter);
    }
    let failed = reporter.has_failed();
    let (names, left_out) = reporter.finish();
    if failed {
        disputed.into_iter().for_each(|(_, told)| complaints.push(told));
        return None;
    }
    let hash = (!names.is_empty()).then(|| seal.hash());
    Some(Log { names, hash, left_out, disputed, ..recorder.finish() })
}

/// Takes in a log whose turn has come.
fn take_in(
    prepared: Prepared<'_>,
    reading: Reading,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) {
    let Prepared { name, id, mut lines, begin } = prepared;
    let log = row_id(reporter.names.len());
    reporter.names.push(name.clone());
    let read = |recorder: &Recorder<'_>, reporter: &Reporter<'_>| {
        recorder.records + recorder.unplayed.games.len() + reporter.left_out.len()
    };
    let before = read(recorder, reporter);
    let failed = reporter.has_failed();
    let shape = match begin {
        Err(error) => return reporter.without_place(refuse_line(&error, &name, lines.line())),
        Ok(Begin::Empty) => None,
        Ok(Begin::Json) => {
            recorder.spelling = cell::Spelling::default();
            recorder.extent = Extent::Record;
            recorder.unplayed.by_empty_rows = false;
            let read = json_lines::read(&mut lines, log, recorder, reporter);
            if let Err(error) = read.and_then(|()| rest(reporter, || lines.pass_over_rest())) {
                reporter.without_place(refuse_line(&error, &name, lines.line()));
            }
            None
        }
        Ok(Begin::Moves(told)) => {
            replayed::read((&lines, *told), log, &id, recorder, reporter);
            None
        }
        Ok(Begin::Table) => {
            let mut records = Records::new(lines);
            let mut shape = None;
            if let Err(error) = read_csv(&mut records, log, &mut shape, recorder, reporter) {
                let text =
                    RecordText { bytes: records.text(), place: RecordPlace { log, line: records.line() } };
                refuse_record(error, text, &name, reporter);
            }
            if let Err(error) = rest(reporter, || records.pass_over_rest()) {
                reporter.without_place(refuse_line(&error, &name, records.line()));
            }
            shape
        }
    };
    // Whoever has complained already need not be told that nothing was read.
    let is_read = read(recorder, reporter) > before || failed != reporter.has_failed();
    if !is_read && !reading.may_be_empty {
        let (message, help) = match shape {
            None => (format!("the log `{name}` is empty"), "record at least one game in it"),
            Some(Shape::Wide | Shape::Long) => {
                (format!("the log `{name}` has a header, but no games"), "record at least one game in it")
            }
            Some(Shape::Entrants) => (
                format!("the list of entrants `{name}` has a header, but no entrants"),
                "write a row for each entrant",
            ),
        };
        reporter.without_place(Diagnostic::new(Code::EmptyLog, message).help(help));
    }
}

/// Reads what is left of a log that was not read to its end: the hash is that of every byte. Where nothing comes out there is
/// none, and no need to wait for the end of a stream that may have none.
fn rest(reporter: &Reporter<'_>, pass_over: impl FnOnce() -> Result<(), LineError>) -> Result<(), LineError> {
    if reporter.has_failed() { Ok(()) } else { pass_over() }
}

fn read_csv(
    records: &mut Records<'_>,
    log: u32,
    shape: &mut Option<Shape>,
    recorder: &mut Recorder<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(), RecordError> {
    records.split()?;
    let header = match Header::read(recorder.layout, records) {
        Ok(header) => header,
        Err(troubles) => {
            let place = RecordPlace { log, line: records.line() };
            reporter.fatal(RecordText { bytes: records.text(), place }, troubles);
            return Ok(());
        }
    };
    *shape = Some(header.shape);
    recorder.spelling = cell::Spelling { decimal_comma: records.delimiter() != b',', is_cell: true };
    recorder.extent = if header.shape == Shape::Long { Extent::Rows } else { Extent::Record };
    recorder.unplayed.by_empty_rows = unplayed::may_be_empty(recorder.layout);
    let read = match header.shape {
        Shape::Wide => csv_wide::read,
        Shape::Long => csv_long::read,
        Shape::Entrants => csv_entrants::read,
    };
    read(records, &header, log, recorder, reporter)
}

fn refuse_line(error: &LineError, name: &str, line: u32) -> Diagnostic {
    match error {
        LineError::Io(error) => {
            let words = match error.kind() {
                std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
                _ => error.to_string(),
            };
            Diagnostic::new(Code::Unreadable, format!("the log `{name}` cannot be read: {words}"))
        }
        LineError::TooLong => {
            let message = format!("line {line} of `{name}` is longer than 64 MB");
            Diagnostic::new(Code::Unreadable, message).help("write one record on each line")
        }
        LineError::Utf16 => Diagnostic::new(
            Code::NotUtf8,
            format!("the log `{name}` is written in UTF-16 from its first byte (line 1, column 1)"),
        )
        .help("save it again as UTF-8 (in a spreadsheet: “CSV UTF-8”)"),
    }
}

fn refuse_record(error: RecordError, text: RecordText<'_>, name: &str, reporter: &mut Reporter<'_>) {
    match error {
        RecordError::Line(error) => reporter.without_place(refuse_line(&error, name, text.place.line)),
        RecordError::NotUtf8(at) => reporter.fatal(text, vec![not_utf8(text.bytes, at, 0)]),
        RecordError::OpenQuote(place) => reporter.fatal(
            text,
            vec![
                Trouble::new(Code::WrongCells, "a quote is opened here and never closed", place)
                    .label("everything after it would be one cell")
                    .help("close it; a quote inside a quoted cell is written twice: `\"\"`"),
            ],
        ),
    }
}

/// The complaint about the byte `at` in `bytes`, which stand `base` bytes into the text of the record.
fn not_utf8(bytes: &[u8], at: usize, base: usize) -> Trouble {
    let byte = bytes.get(at).copied().unwrap_or_default();
    let place = Place::new(base + at, base + at + 1);
    Trouble::new(
        Code::NotUtf8,
        format!("the byte {byte:#04X}, number {} of this line, is not UTF-8", at_in_line(bytes, at) + 1),
        place,
    )
    .label("not a character in UTF-8")
    .help("save the log again as UTF-8 (in a spreadsheet: “CSV UTF-8”)")
}

fn at_in_line(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(..at).unwrap_or_default();
    before.iter().rposition(|&byte| byte == b'\n').map_or(at, |newline| at - newline - 1)
}
