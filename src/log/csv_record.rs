//! A CSV record and its cells.
//!
//! Comes in: [`Lines`]. Goes out: the cells of one record after another, with their places in its text.
//! It must never know what a cell means. Start with [`Records::next`].

use super::complain::Place;
use super::input::{LineError, Lines};
use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};
use std::ops::Range;

/// What may stand between cells.
const DELIMITERS: [u8; 3] = [b';', b',', b'\t'];

/// Why there is no next record.
#[derive(Debug)]
pub(super) enum RecordError {
    /// There is no next line.
    Line(LineError),
    /// A quote is never closed; where it was opened.
    OpenQuote(Place),
    /// A byte that is not UTF-8; which.
    NotUtf8(usize),
}

impl From<LineError> for RecordError {
    fn from(error: LineError) -> Self {
        Self::Line(error)
    }
}

/// The records of a CSV file.
pub(super) struct Records<'a> {
    lines: Lines<'a>,
    delimiter: u8,
    quotes: csv_core::Reader,
    cells: Cells,
}

/// The cells of the current record.
#[derive(Debug, Default)]
struct Cells {
    /// Where each cell stands in the record, with its quotes.
    raw: Vec<Range<usize>>,
    /// Where its text stands in `unquoted`; empty where no cell has quotes.
    texts: Vec<Range<usize>>,
    unquoted: Vec<u8>,
}

impl<'a> Records<'a> {
    /// The records of `lines`, whose current line is the header; [`Self::split`] comes next.
    pub fn new(lines: Lines<'a>) -> Self {
        let delimiter = delimiter(lines.record());
        let quotes = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        Self { lines, delimiter, quotes, cells: Cells::default() }
    }

    /// Goes to the next record that is not blank; `false` at the end.
    pub fn next(&mut self) -> Result<bool, RecordError> {
        loop {
            if !self.lines.next()? {
                return Ok(false);
            }
            if !self.lines.record().trim_ascii().is_empty() {
                self.split()?;
                return Ok(true);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.cells.raw.len()
    }

    /// The text of a cell, without quotes and without blanks around it.
    #[inline]
    pub fn cell(&self, place: usize) -> &str {
        let bytes = if self.cells.texts.is_empty() {
            &self.lines.record()[self.cells.raw[place].clone()]
        } else {
            &self.cells.unquoted[self.cells.texts[place].clone()]
        };
        let plain = |byte: Option<&u8>| byte.is_none_or(|byte| (0x21..0x7F).contains(byte));
        // A record is looked over for UTF-8 as a whole before it is split.
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        if plain(bytes.first()) && plain(bytes.last()) { text } else { text.trim() }
    }

    /// Where a cell stands in the text of the record.
    #[inline]
    pub fn place(&self, place: usize) -> Place {
        let range = &self.cells.raw[place];
        Place::new(range.start, range.end)
    }

    /// Where the text of a cell stands, without quotes and blanks; where a quote is written twice in it, the cell.
    pub fn text_place(&self, place: usize) -> Place {
        let (cell, text) = (self.place(place), self.cell(place));
        let raw = self.text().get(self.cells.raw[place].clone()).unwrap_or_default();
        let found = memchr::memmem::find(raw, text.as_bytes());
        let start = cell.start as usize + found.unwrap_or_default();
        if found.is_some() { Place::new(start, start + text.len()) } else { cell }
    }

    /// Whether all cells are empty.
    pub fn is_blank(&self) -> bool {
        (0..self.len()).all(|place| self.cell(place).is_empty())
    }

    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// What the row is separated by, if not by what the header is, where it is too short for a header of so many cells.
    pub fn other_delimiter(&self, wanted: usize) -> Option<u8> {
        let others = DELIMITERS.into_iter().filter(|other| *other != self.delimiter);
        let counted = others.map(|other| (other, memchr::memchr_iter(other, self.text()).count()));
        let mut fitting = counted.filter(|&(_, count)| count > 0 && (self.len() == 1 || count + 1 == wanted));
        fitting.next().filter(|_| self.len() < wanted).map(|(other, _)| other)
    }

    /// The text of the record.
    pub fn text(&self) -> &[u8] {
        self.lines.record()
    }

    /// Reads what is left, and looks at none of it.
    pub fn pass_over_rest(&mut self) -> Result<(), LineError> {
        self.lines.pass_over_rest()
    }

    pub fn line(&self) -> u32 {
        self.lines.line()
    }

    /// Whether the file ends without the end of this line.
    pub fn is_cut(&self) -> bool {
        self.lines.is_cut()
    }

    /// Splits the current record into cells.
    pub fn split(&mut self) -> Result<(), RecordError> {
        self.cells.raw.clear();
        self.cells.texts.clear();
        let record = self.lines.record();
        if memchr::memchr(b'"', record).is_some() {
            self.split_quoted()?;
        } else {
            let mut start = 0;
            for end in memchr::memchr_iter(self.delimiter, record) {
                self.cells.raw.push(start..end);
                start = end + 1;
            }
            self.cells.raw.push(start..record.len());
        }
        match std::str::from_utf8(self.lines.record()) {
            Ok(_) => Ok(()),
            Err(error) => Err(RecordError::NotUtf8(error.valid_up_to())),
        }
    }

    fn split_quoted(&mut self) -> Result<(), RecordError> {
        self.quotes.reset();
        let (mut read, mut cell, mut written, mut text) = (0, 0, 0, 0);
        loop {
            let record = self.lines.record();
            self.cells.unquoted.resize(record.len() + 2, 0);
            let out = &mut self.cells.unquoted[written..];
            // The end of the line is fed by itself: it ends the record, unless a quote is open.
            let at_end = read >= record.len();
            let input = if at_end { b"\n" } else { &record[read..] };
            let (result, taken, given) = self.quotes.read_field(input, out);
            written += given;
            read += taken;
            match result {
                ReadFieldResult::Field { record_end } => {
                    let end = (read - 1).max(cell);
                    self.cells.raw.push(trimmed(record, cell..end));
                    self.cells.texts.push(text..written);
                    (cell, text) = (read, written);
                    if record_end {
                        return Ok(());
                    }
                }
                ReadFieldResult::InputEmpty if at_end => {
                    let length = record.len();
                    let place = Place::new(cell.min(length), first_line_end(record, cell));
                    if !self.lines.extend()? {
                        return Err(RecordError::OpenQuote(place));
                    }
                    read = self.resume(length, read);
                }
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::End => return Ok(()),
            }
        }
    }

    /// Where to read on after a line was added to a record of this length.
    fn resume(&self, length: usize, read: usize) -> usize {
        // A carriage return at the end of the line before is now inside the record.
        let record = self.lines.record();
        if record.get(length) == Some(&b'\r') { read + 1 } else { read }
    }
}

/// The end of the line in which `start` stands.
fn first_line_end(record: &[u8], start: usize) -> usize {
    let rest = record.get(start..).unwrap_or_default();
    memchr::memchr(b'\n', rest).map_or(record.len(), |length| start + length)
}

fn trimmed(record: &[u8], range: Range<usize>) -> Range<usize> {
    let cell = record.get(range.clone()).unwrap_or_default();
    let start = range.start + (cell.len() - cell.trim_ascii_start().len());
    start..start + cell.trim_ascii().len()
}

/// The delimiter of a header: the one that occurs most outside quotes.
fn delimiter(header: &[u8]) -> u8 {
    let mut counts = [0_usize; DELIMITERS.len()];
    let mut quoted = false;
    for &byte in header {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => counts[0] += 1,
            b',' if !quoted => counts[1] += 1,
            b'\t' if !quoted => counts[2] += 1,
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or(0);
    match counts.iter().position(|&count| count == most) {
        Some(0) if most > 0 => b';',
        Some(2) => b'\t',
        _ => b',',
    }
}
