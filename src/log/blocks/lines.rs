//! One block of JSON Lines: each line a game, its values straight into columns.
//!
//! Comes in: whole lines, and the [`Form`] of what a game may hold. Goes out: the tables of their games. At the first key or value that
//! is not as it should be it gives up. It must never word a complaint. Start with [`read`].

use super::super::cell::{read_flag, read_number, read_text};
use super::super::json_keys::JsonKeys;
use super::super::keys::{Key, Keys};
use super::super::slots::{Address, GAME, Layout, SIDE, TableId};
use super::form::{Form, Sink, Target};
use super::names::Key as NameKey;
use super::names::Named;
use super::rows::{Reader, begun, finished};
use super::source::Cut;
use super::{Block, Odd};
use crate::ruleset::BuiltinColumn;
use crate::sheet::Column;
use jiter::{Jiter, JiterError, Peek};

/// An object has no more keys than this.
const MOST_KEYS: usize = 64;

impl From<JiterError> for Odd {
    fn from(_: JiterError) -> Self {
        Self
    }
}

/// Reads a block of lines.
pub(super) fn read(
    (layout, form): (&Layout<'_>, &Form),
    (text, cut): (&[u8], Cut),
    keys: &mut JsonKeys,
    reader: &mut Reader,
) -> Result<Block, Odd> {
    let lines = memchr::memchr_iter(b'\n', &text[..cut.length]).count();
    let mut columns = begun(form, lines, reader);
    let (mut games, mut start, mut tape) = (0, 0, Vec::new());
    for end in memchr::memchr_iter(b'\n', &text[..cut.length]) {
        let line = text[start..end].trim_ascii();
        if !line.is_empty() {
            let offset = start + (text[start..end].len() - text[start..end].trim_ascii_start().len());
            let mut jiter = Jiter::with_tape(line, tape);
            let mut game = Game {
                layout,
                form,
                reader,
                columns: &mut columns,
                number: games,
                offset,
                line,
                sides: 0,
                required: 0,
                has_id: false,
            };
            game.record(&mut jiter, keys)?;
            tape = jiter.into_tape();
            games += 1;
        }
        start = end + 1;
    }
    finished((layout.ruleset, form), columns, (text, cut, games), reader)
}

/// A game that is being read.
struct Game<'r, 't> {
    layout: &'r Layout<'r>,
    form: &'r Form,
    reader: &'r mut Reader,
    columns: &'r mut Vec<Column>,
    number: usize,
    /// Where the line begins in the block.
    offset: usize,
    line: &'t [u8],
    /// How many sides there were.
    sides: usize,
    /// How many of the values that must be recorded there were.
    required: usize,
    has_id: bool,
}

impl Game<'_, '_> {
    /// `{"game": {…}}`
    fn record(&mut self, jiter: &mut Jiter<'_>, keys: &mut JsonKeys) -> Result<(), Odd> {
        if jiter.next_object()? != Some("game") {
            return Err(Odd);
        }
        self.game(jiter, keys)?;
        if jiter.next_key()?.is_some() {
            return Err(Odd);
        }
        jiter.finish()?;
        if self.sides != self.form.sides || self.required != self.form.required {
            return Err(Odd);
        }
        if !self.has_id && self.form.are_told_apart_by_rows {
            self.reader.ids.add_record(self.line);
        }
        Ok(())
    }

    fn game(&mut self, jiter: &mut Jiter<'_>, keys: &mut JsonKeys) -> Result<(), Odd> {
        let mut walk = Walk::new(&mut keys.game);
        while let Some(key) = walk.next(jiter, &mut keys.game)? {
            match key {
                Key::Sides => self.sides(jiter, keys)?,
                Key::Field(column) => self.value(jiter, Address { table: GAME, row: 0, column })?,
                Key::Part(table, row) => self.row(jiter, keys, table, row)?,
                Key::PartField(address) => self.value(jiter, address)?,
                Key::Name | Key::Entrant | Key::Seat | Key::Moves | Key::Rows(_) | Key::PartRows(..) => {
                    return Err(Odd);
                }
            }
        }
        Ok(())
    }

    fn sides(&mut self, jiter: &mut Jiter<'_>, keys: &mut JsonKeys) -> Result<(), Odd> {
        let mut next = jiter.next_object()?;
        let mut taken = 0_u64;
        while let Some(name) = next {
            let side =
                self.layout.seats.iter().position(|seat| seat == name).filter(|side| *side < MOST_KEYS);
            let side = side.filter(|side| taken & 1 << side == 0).ok_or(Odd)?;
            taken |= 1 << side;
            self.side(jiter, keys, side)?;
            self.sides += 1;
            next = jiter.next_key()?;
        }
        Ok(())
    }

    fn side(&mut self, jiter: &mut Jiter<'_>, keys: &mut JsonKeys, side: usize) -> Result<(), Odd> {
        let mut walk = Walk::new(&mut keys.sides[side]);
        let mut is_named = false;
        while let Some(key) = walk.next(jiter, &mut keys.sides[side])? {
            match key {
                Key::Entrant => {
                    let named = self.name(jiter)?;
                    self.reader.sides[self.number * self.form.sides + side] = named;
                    is_named = true;
                }
                Key::Field(column) => self.value(jiter, Address { table: SIDE, row: side, column })?,
                Key::Part(table, row) => self.row(jiter, keys, table, row)?,
                Key::PartField(address) => self.value(jiter, address)?,
                Key::Name | Key::Seat | Key::Sides | Key::Moves | Key::Rows(_) | Key::PartRows(..) => {
                    return Err(Odd);
                }
            }
        }
        if is_named { Ok(()) } else { Err(Odd) }
    }

    /// The fields of a part.
    fn row(
        &mut self,
        jiter: &mut Jiter<'_>,
        keys: &mut JsonKeys,
        table: TableId,
        row: usize,
    ) -> Result<(), Odd> {
        let mut walk = Walk::new(&mut keys.rows[table.0]);
        while let Some(key) = walk.next(jiter, &mut keys.rows[table.0])? {
            let Key::Field(column) = key else { return Err(Odd) };
            self.value(jiter, Address { table, row, column })?;
        }
        Ok(())
    }

    /// A name, and where it stands in the block; one with an escape in it stands nowhere.
    fn name(&mut self, jiter: &mut Jiter<'_>) -> Result<Named, Odd> {
        let name = jiter.next_str()?;
        let (key, length) = (NameKey::of(name.as_bytes()), name.len());
        let end = (jiter.current_index() - 1) + self.offset;
        let start = end.checked_sub(length).ok_or(Odd)?;
        let before = start.checked_sub(self.offset + 1).and_then(|before| self.line.get(before));
        if before == Some(&b'"') { Ok(Named { key, start, end }) } else { Err(Odd) }
    }

    fn value(&mut self, jiter: &mut Jiter<'_>, address: Address) -> Result<(), Odd> {
        if address.table == GAME && self.layout.builtin_of_game(BuiltinColumn::Id) == Some(address.column) {
            self.has_id = true;
            return self.id(jiter);
        }
        let Some(Sink::Value(target)) = self.form.sink_of(address) else { return Err(Odd) };
        let target: &Target = target;
        let field = self.layout.field(address);
        let symbols = &mut self.reader.symbols;
        let value = match jiter.peek()? {
            Peek::String => read_text(jiter.known_str()?, field, self.form.spelling, symbols),
            peek @ (Peek::True | Peek::False) => read_flag(jiter.known_bool(peek)?, field),
            peek if peek.is_num() => {
                let digits = std::str::from_utf8(jiter.known_number_bytes(peek)?).map_err(|_| Odd)?;
                read_number(digits, field, symbols)
            }
            _ => return Err(Odd),
        };
        let value = value.map_err(|_| Odd)?;
        self.required += usize::from(target.required);
        if let Some((column, row)) = target.cells {
            let row = self.number * self.form.columns[column].every + row;
            self.columns[column].set(row, value);
        }
        Ok(())
    }

    fn id(&mut self, jiter: &mut Jiter<'_>) -> Result<(), Odd> {
        match jiter.peek()? {
            Peek::String => self.reader.ids.add(jiter.known_str()?.as_bytes()),
            peek if peek.is_num() => {
                // As for any reader, a number that is no whole number of 64 bits is no id.
                let digits = jiter.known_number_bytes(peek)?;
                let text = std::str::from_utf8(digits).unwrap_or_default();
                let is_whole = text.parse::<i64>().is_ok_and(|number| number >= 0);
                if is_whole { self.reader.ids.add(digits) } else { Err(Odd) }
            }
            _ => Err(Odd),
        }
    }
}

/// A walk through the keys of one object, each of which is known and there once.
struct Walk {
    last: usize,
    seen: u64,
    begun: bool,
}

impl Walk {
    fn new(keys: &mut Keys) -> Self {
        Self { last: keys.begin(), seen: 0, begun: false }
    }

    #[inline]
    fn next(&mut self, jiter: &mut Jiter<'_>, keys: &mut Keys) -> Result<Option<Key>, Odd> {
        let name =
            if std::mem::replace(&mut self.begun, true) { jiter.next_key()? } else { jiter.next_object()? };
        let Some(name) = name else { return Ok(None) };
        let key = keys.find_after(&mut self.last, name).filter(|_| self.last < MOST_KEYS).ok_or(Odd)?;
        let bit = 1 << self.last;
        if self.seen & bit != 0 {
            return Err(Odd);
        }
        self.seen |= bit;
        Ok(Some(key))
    }
}
