//! One block: its lines, cell by cell, straight into columns.
//!
//! Comes in: whole lines, and the [`Form`] of what they hold. Goes out: the tables of their games. At the first cell that is not as
//! it should be it gives up. It must never word a complaint. Start with [`read`].

use super::super::cell::{Field, read_text};
use super::super::slots::Layout;
use super::form::{Form, Rows, Sink, Target, to_sides};
use super::ids::Ids;
use super::names::{BATCH, Key, Named, Names};
use super::source::Cut;
use super::{Block, Odd};
use crate::ruleset::{LinkRole, Ruleset, SheetKind};
use crate::sheet::{Column, Data, Index, Tables};
use crate::value::Symbols;

/// What one reader has seen, over all of its blocks.
pub(super) struct Reader {
    pub names: Names,
    pub ids: Ids,
    /// Those of the ruleset.
    pub symbols: Symbols,
    /// For each file whether it has games.
    pub has_games: Vec<bool>,
    /// The sides of the block at hand.
    pub sides: Vec<Named>,
}

impl Reader {
    pub fn new(names: Names, symbols: Symbols, files: usize) -> Self {
        Self { names, ids: Ids::default(), symbols, has_games: vec![false; files], sides: Vec::new() }
    }
}

/// Reads a block. `text` has zeros behind its last line.
pub(super) fn read(
    (layout, form): (&Layout<'_>, &Form),
    (text, cut): (&[u8], Cut),
    reader: &mut Reader,
) -> Result<Block, Odd> {
    let lines = memchr::memchr_iter(b'\n', &text[..cut.length]).count();
    let mut columns = begun(form, lines, reader);
    let mut row = Row { layout, form, text, at: 0, columns: &mut columns, reader };
    let mut games = 0;
    while row.at < cut.length {
        games += usize::from(row.read(games)?);
    }
    finished((layout.ruleset, form), columns, (text, cut, games), reader)
}

/// Columns for the games of so many lines, and room for who plays them.
pub(super) fn begun(form: &Form, lines: usize, reader: &mut Reader) -> Vec<Column> {
    reader.sides.clear();
    reader.sides.resize(lines * form.sides, Named::default());
    form.columns.iter().map(|cells| cells.begun(lines)).collect()
}

/// The tables of so many games, whose columns may have room for more.
pub(super) fn finished(
    (ruleset, form): (&Ruleset, &Form),
    mut columns: Vec<Column>,
    (text, cut, games): (&[u8], Cut, usize),
    reader: &mut Reader,
) -> Result<Block, Odd> {
    reader.has_games[cut.file] |= games > 0;
    columns.iter_mut().zip(&form.columns).for_each(|(column, cells)| shorten(column, games * cells.every));
    let entrants = reader.entrants(text, cut.number, games * form.sides, form.sides)?;
    let tables = tables(ruleset, form, columns, (games, entrants));
    Ok(Block { tables, entrants: reader.names.len(), number: cut.number })
}

/// A line that is being read.
struct Row<'r, 't> {
    layout: &'r Layout<'r>,
    form: &'r Form,
    text: &'t [u8],
    at: usize,
    columns: &'r mut Vec<Column>,
    reader: &'r mut Reader,
}

impl Row<'_, '_> {
    /// Reads a line, the game of this number; `false` where nothing stands in it.
    fn read(&mut self, game: usize) -> Result<bool, Odd> {
        let begin = self.at;
        if matches!(self.text[begin..], [b'\n', ..] | [b'\r', b'\n', ..]) {
            self.at += if self.text[begin] == b'\n' { 1 } else { 2 };
            return Ok(false);
        }
        let form = self.form;
        let mut has_id = false;
        let last = form.sinks.len() - 1;
        for (column, sink) in form.sinks.iter().enumerate() {
            let is_last = column == last;
            match sink {
                Sink::Value(target) if target.is_whole => self.whole(target, game, is_last)?,
                Sink::Value(target) => self.value(target, game, is_last)?,
                Sink::Side(side) => {
                    let named = self.named(is_last)?;
                    self.reader.sides[game * form.sides + side] = named;
                }
                Sink::Id => {
                    self.id(is_last)?;
                    has_id = true;
                }
                Sink::Nothing => {
                    let (start, end) = self.cell(is_last)?;
                    if start < end {
                        return Err(Odd);
                    }
                }
            }
        }
        if !has_id && form.are_told_apart_by_rows {
            self.reader.ids.add_record(&self.text[begin..self.at]);
        }
        Ok(true)
    }

    /// A whole number.
    #[inline]
    fn whole(&mut self, target: &Target, game: usize, is_last: bool) -> Result<(), Odd> {
        let end = if is_last { b'\n' } else { self.form.delimiter };
        if self.text[self.at] == end {
            self.at += 1;
            return if target.required { Err(Odd) } else { Ok(()) };
        }
        let Some(value) =
            self.few_digits(end).map_or_else(|| self.digits(is_last), |value| Ok(Some(value)))?
        else {
            return if target.required { Err(Odd) } else { Ok(()) };
        };
        if value < target.low || value > target.high {
            return Err(Odd);
        }
        let Some((column, row)) = target.cells else { return Ok(()) };
        let row = game * self.form.columns[column].every + row;
        let Column { data, known } = &mut self.columns[column];
        if let Data::Integer(values) = data {
            values.set(row, value);
        }
        if let Some(known) = known {
            known[row] = true;
        }
        Ok(())
    }

    /// A number of at most seven digits, which are read as one word whatever their number; `None` where something else stands there.
    #[inline]
    fn few_digits(&mut self, end: u8) -> Option<i64> {
        let word = self.word()?;
        let ends = zeros(word ^ every(end));
        let length = ends.trailing_zeros() / 8;
        if ends == 0 || length == 0 {
            return None;
        }
        // The digits move up to the end of the word, and zeros stand before them.
        let digits = word << (64 - 8 * length) | every(b'0') >> (8 * length);
        let off = digits.wrapping_add(every(0x46)) | digits.wrapping_sub(every(b'0'));
        if off & every(0x80) != 0 {
            return None;
        }
        self.at += length as usize + 1;
        i64::try_from(eight_digits(digits)).ok()
    }

    /// A number, digit by digit; `None` where there is none.
    fn digits(&mut self, is_last: bool) -> Result<Option<i64>, Odd> {
        let (start, end) = self.cell(is_last)?;
        let (negative, digits) = match &self.text[start..end] {
            [] => return Ok(None),
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        // Eighteen digits cannot be too large.
        if digits.is_empty() || digits.len() > 18 {
            return Err(Odd);
        }
        let mut size = 0;
        for byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return Err(Odd);
            }
            size = size * 10 + i64::from(digit);
        }
        Ok(Some(if negative { -size } else { size }))
    }

    /// The eight bytes from here on.
    #[inline]
    fn word(&self) -> Option<u64> {
        let bytes = self.text.get(self.at..self.at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    /// The id of the game.
    #[inline]
    fn id(&mut self, is_last: bool) -> Result<(), Odd> {
        // Most are numbers without a zero before them.
        if !is_last
            && self.text[self.at] != b'0'
            && let Some(number) = self.few_digits(self.form.delimiter)
        {
            self.reader.ids.add_number(number.unsigned_abs());
            return Ok(());
        }
        let (start, end) = self.cell(is_last)?;
        self.reader.ids.add(&self.text[start..end])
    }

    /// Any other value.
    #[inline]
    fn value(&mut self, target: &Target, game: usize, is_last: bool) -> Result<(), Odd> {
        if self.text[self.at] == self.form.delimiter && !is_last && !target.required {
            self.at += 1;
            return Ok(());
        }
        self.written(target, game, is_last)
    }

    /// A value that is not a number.
    fn written(&mut self, target: &Target, game: usize, is_last: bool) -> Result<(), Odd> {
        let (start, end) = self.cell(is_last)?;
        if start == end {
            return if target.required { Err(Odd) } else { Ok(()) };
        }
        let field: &Field = self.layout.field(target.address);
        let text = std::str::from_utf8(&self.text[start..end]).map_err(|_| Odd)?;
        if text.trim() != text {
            return Err(Odd);
        }
        let value = read_text(text, field, self.form.spelling, &mut self.reader.symbols).map_err(|_| Odd)?;
        let Some((column, row)) = target.cells else { return Ok(()) };
        let row = game * self.form.columns[column].every + row;
        self.columns[column].set(row, value);
        Ok(())
    }

    /// A name, and its key. Where a row has too few cells there is the end of a line in it: nobody is called so.
    #[inline]
    fn named(&mut self, is_last: bool) -> Result<Named, Odd> {
        let start = self.at;
        let word = self.word().ok_or(Odd)?;
        let ends = zeros(word ^ every(self.form.delimiter));
        if ends != 0 && !is_last {
            let length = ends.trailing_zeros() / 8;
            let end = start + length as usize;
            self.at = end + 1;
            return Ok(Named { key: Key::short(word & !(u64::MAX << (length * 8)), length), start, end });
        }
        let (start, end) = self.cell(is_last)?;
        Ok(Named { key: Key::of(&self.text[start..end]), start, end })
    }

    /// Where a cell begins and ends.
    #[inline]
    fn cell(&mut self, is_last: bool) -> Result<(usize, usize), Odd> {
        let start = self.at;
        let delimiter = self.form.delimiter;
        let ends = |byte: &u8| *byte == delimiter || *byte == b'\n' || *byte == b'\r';
        let length = self.text[start..].iter().position(ends).ok_or(Odd)?;
        self.at = start + length;
        self.end(is_last)?;
        Ok((start, start + length))
    }

    /// Goes past what stands behind a cell.
    #[inline]
    fn end(&mut self, is_last: bool) -> Result<(), Odd> {
        let end = self.text[self.at];
        if !is_last && end == self.form.delimiter || is_last && end == b'\n' {
            self.at += 1;
            return Ok(());
        }
        if is_last && end == b'\r' && self.text[self.at + 1] == b'\n' {
            self.at += 2;
            return Ok(());
        }
        Err(Odd)
    }
}

impl Reader {
    /// The entrants of the sides of a block; nobody plays two sides of a game.
    fn entrants(&mut self, text: &[u8], block: u32, count: usize, sides: usize) -> Result<Vec<u32>, Odd> {
        let first = u64::from(block) << 32;
        let mut entrants = Vec::with_capacity(count);
        for (batch, first) in self.sides[..count].chunks(BATCH).zip((first..).step_by(BATCH)) {
            self.names.numbers(batch, text, first, &mut entrants)?;
        }
        let is_twice = match sides {
            2 => entrants.chunks_exact(2).any(|game| game[0] == game[1]),
            _ => entrants.chunks(sides).any(|game| (1..game.len()).any(|at| game[..at].contains(&game[at]))),
        };
        if is_twice { Err(Odd) } else { Ok(entrants) }
    }
}

/// The byte in every place of a word.
const fn every(byte: u8) -> u64 {
    0x0101_0101_0101_0101 * byte as u64
}

/// The highest bit of each byte that is zero, right up to the first of them.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(every(1)) & !word & every(0x80)
}

/// The number that eight digits write, the first of which stands in the lowest byte: pairs of digits, then of these, then of those.
const fn eight_digits(digits: u64) -> u64 {
    let pairs = (digits & every(0x0F)).wrapping_mul(10 << 8 | 1) >> 8;
    let fours = (pairs & 0x00FF_00FF_00FF_00FF).wrapping_mul(100 << 16 | 1) >> 16;
    (fours & 0x0000_FFFF_0000_FFFF).wrapping_mul(10_000 << 32 | 1) >> 32
}

fn shorten(column: &mut Column, rows: usize) {
    match &mut column.data {
        Data::Integer(values) => values.truncate(rows),
        Data::Number(values) => values.truncate(rows),
        Data::Flag(values) => values.truncate(rows),
        Data::Symbol(values) => values.truncate(rows),
    }
    if let Some(known) = &mut column.known {
        known.truncate(rows);
    }
}

fn tables(
    ruleset: &Ruleset,
    form: &Form,
    columns: Vec<Column>,
    (games, entrants): (usize, Vec<u32>),
) -> Tables {
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    for rows in &form.tables {
        let Rows { sheet, every, names, game, side, .. } = rows;
        tables.set_rows(*sheet, games * every);
        if let Some((column, names)) = names {
            tables.set_column(*column, Column::full(Data::Symbol(names.repeat(games))));
        }
        if let Some(link) = game {
            tables.set_link(*link, rows.to_games());
        }
        if let Some((link, owners)) = side {
            tables.set_link(*link, to_sides(owners, form.sides, games));
        }
    }
    for (cells, mut column) in form.columns.iter().zip(columns) {
        column.known = column.known.filter(|known| known.contains(&false));
        tables.set_column(cells.column, column);
    }
    let side = ruleset.sheet_of(&SheetKind::Side);
    if let Some(link) = side.and_then(|side| ruleset.link_of(side, &LinkRole::Entrant)) {
        tables.set_link(link, Index::Rows(entrants));
    }
    tables
}
