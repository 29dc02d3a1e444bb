//! What stands inside one record of JSON Lines: a game with its sides, parts and lists, or an entrant.
//!
//! Comes in: JSON tokens, one after the other. Goes out: staged cells. It must never know lines or files.
//! Start with [`JsonRecord::game`]. A place is only the start of a token here; it is widened to the
//! whole token when there is something to complain of.

use super::complain::{Place, Trouble};
use super::json_keys::{JsonKeys, Met, Walk};
use super::keys::Key;
use super::recorder::Recorder;
use super::replayed;
use super::slots::{Address, ENTRANT, GAME, SIDE, TableId, TableKind};
use crate::diagnostic::{Code, one_of};
use crate::json;
use jiter::{Jiter, JiterError, Peek};

type Step = Result<(), JiterError>;

/// A record while it is read.
pub(super) struct JsonRecord<'x, 'r> {
    pub recorder: &'x mut Recorder<'r>,
    pub keys: &'x mut JsonKeys,
}

impl JsonRecord<'_, '_> {
    /// The value of `"game"`, in the record `bytes`.
    pub fn game(&mut self, jiter: &mut Jiter<'_>, bytes: &[u8]) -> Step {
        if !self.is_object(jiter, "a game")? {
            return Ok(());
        }
        let mut walk = Walk::new(&mut self.keys.game);
        let mut moves = None;
        while let Some(met) = walk.next(jiter, &mut self.keys.game, self.recorder)? {
            let Met::Known(key, place) = met else { continue };
            match key {
                Key::Field(column) => self.value(jiter, Address { table: GAME, row: 0, column })?,
                Key::Sides => self.sides(jiter)?,
                Key::Moves => moves = Some(json::read(jiter, bytes)?),
                Key::Part(table, row) => self.part(jiter, table, row, place)?,
                Key::Rows(list) => self.list(jiter, list, 0)?,
                Key::PartField(address) => self.value(jiter, address)?,
                Key::PartRows(list, row) => self.list(jiter, list, row)?,
                Key::Name | Key::Entrant | Key::Seat => jiter.next_skip()?,
            }
        }
        // The sides may stand behind the moves, and come first all the same.
        if let Some(moves) = moves {
            replayed::of_json(&moves, self.recorder);
        }
        Ok(())
    }

    /// The value of `"entrant"`.
    pub fn entrant(&mut self, jiter: &mut Jiter<'_>) -> Step {
        if self.is_object(jiter, "an entrant")? { self.row(jiter, ENTRANT, 0) } else { Ok(()) }
    }

    fn sides(&mut self, jiter: &mut Jiter<'_>) -> Step {
        match jiter.peek()? {
            Peek::Object => self.sides_by_key(jiter),
            Peek::Array => self.sides_in_order(jiter),
            _ => self.wrong_shape(jiter, "`sides`", "an object with a key for each side, or a list of sides"),
        }
    }

    fn sides_by_key(&mut self, jiter: &mut Jiter<'_>) -> Step {
        let mut begun = false;
        loop {
            let start = jiter.current_index() + usize::from(!begun);
            let place = Place::new(start, start);
            let name =
                if std::mem::replace(&mut begun, true) { jiter.next_key()? } else { jiter.known_object()? };
            let Some(name) = name else { return Ok(()) };
            if self.recorder.layout.seats.is_empty() {
                let side = self.recorder.stage.add_side(place);
                self.recorder.entrant(side, name, place);
                self.side(jiter, side)?;
            } else if let Some(seat) = self.recorder.seat(name, place)
                && self.takes(seat, place)
            {
                self.side(jiter, seat)?;
            } else {
                jiter.next_skip()?;
            }
        }
    }

    fn sides_in_order(&mut self, jiter: &mut Jiter<'_>) -> Step {
        let mut next = jiter.known_array()?;
        while next.is_some() {
            let start = jiter.current_index();
            let place = Place::new(start, start);
            if self.recorder.layout.seats.is_empty() {
                let side = self.recorder.stage.add_side(place);
                self.recorder.stage.touch(SIDE, side, place);
                self.side(jiter, side)?;
            } else if let Some(seat) = self.seat_ahead(jiter, place)?
                && self.takes(seat, place)
            {
                self.side(jiter, seat)?;
            } else {
                jiter.next_skip()?;
            }
            next = jiter.array_step()?;
        }
        Ok(())
    }

    /// The seat of the side that comes next in a list, wherever among its keys it stands.
    fn seat_ahead(&mut self, jiter: &Jiter<'_>, place: Place) -> Result<Option<usize>, JiterError> {
        let mut ahead = jiter.clone();
        if ahead.peek()? == Peek::Object {
            let mut key = ahead.known_object()?;
            while let Some(name) = key {
                if name == "seat" && ahead.peek()? == Peek::String {
                    let start = ahead.current_index();
                    let name = ahead.known_str()?;
                    return Ok(self.recorder.seat(name, Place::new(start, start)));
                }
                ahead.next_skip()?;
                key = ahead.next_key()?;
            }
        }
        let seats = one_of(&self.recorder.layout.seats);
        self.recorder.troubles.push(
            Trouble::new(Code::WrongSides, "this side does not say which seat it has", place)
                .help(format!("add `\"seat\": \"…\"` with {seats}")),
        );
        Ok(None)
    }

    /// Whether a seat was free; takes it.
    fn takes(&mut self, seat: usize, place: Place) -> bool {
        let row = self.recorder.stage.table(SIDE).rows[seat];
        if row.touched {
            let name = &self.recorder.layout.seats[seat];
            self.recorder.troubles.push(
                Trouble::new(
                    Code::WrongSides,
                    format!("the seat `{name}` is there twice in one game"),
                    place,
                )
                .also(row.place, "the first time")
                .help("give each side another seat"),
            );
        }
        self.recorder.stage.touch(SIDE, seat, place);
        !row.touched
    }

    fn side(&mut self, jiter: &mut Jiter<'_>, side: usize) -> Step {
        if !self.is_object(jiter, "a side")? {
            return Ok(());
        }
        let which = if self.recorder.layout.seats.is_empty() { 0 } else { side };
        let mut walk = Walk::new(&mut self.keys.sides[which]);
        while let Some(met) = walk.next(jiter, &mut self.keys.sides[which], self.recorder)? {
            let Met::Known(key, place) = met else { continue };
            match self.recorder.layout.of_side(key, side) {
                Key::Entrant => self.name(jiter, Some(side))?,
                Key::Seat => self.seat(jiter, side)?,
                Key::Field(column) => self.value(jiter, Address { table: SIDE, row: side, column })?,
                Key::Rows(list) => self.list(jiter, list, side)?,
                Key::Part(table, row) => self.part(jiter, table, row, place)?,
                Key::PartField(address) => self.value(jiter, address)?,
                Key::PartRows(list, row) => self.list(jiter, list, row)?,
                Key::Name | Key::Sides | Key::Moves => jiter.next_skip()?,
            }
        }
        Ok(())
    }

    /// `"seat"` inside a side whose seat is known: it must be the same.
    fn seat(&mut self, jiter: &mut Jiter<'_>, side: usize) -> Step {
        if jiter.peek()? != Peek::String {
            return self.wrong_shape(jiter, "`seat`", "the name of a seat, in quotes");
        }
        let start = jiter.current_index();
        let place = Place::new(start, start);
        let name = jiter.known_str()?;
        if let Some(seat) = self.recorder.seat(name, place)
            && seat != side
        {
            let seats = &self.recorder.layout.seats;
            let message = format!("this side has the seat `{}`, not `{}`", seats[side], seats[seat]);
            self.recorder.troubles.push(
                Trouble::new(Code::WrongSides, message, place).help("leave `seat` out: the key says it"),
            );
        }
        Ok(())
    }

    /// The name of an entrant: of a side, or (`None`) of the entrant's own record.
    fn name(&mut self, jiter: &mut Jiter<'_>, side: Option<usize>) -> Step {
        let peek = jiter.peek()?;
        let start = jiter.current_index();
        let place = Place::new(start, start);
        let name = match peek {
            Peek::String => jiter.known_str()?,
            digits if digits.is_num() => {
                std::str::from_utf8(jiter.known_number_bytes(digits)?).unwrap_or_default()
            }
            _ => return self.wrong_shape(jiter, "the name of an entrant", "a text in quotes"),
        };
        match side {
            Some(side) => self.recorder.entrant(side, name, place),
            None => self.recorder.entrant_name(name, place),
        }
        Ok(())
    }

    fn part(&mut self, jiter: &mut Jiter<'_>, table: TableId, row: usize, place: Place) -> Step {
        if !self.is_object(jiter, "a part")? {
            return Ok(());
        }
        self.recorder.stage.touch(table, row, place);
        self.row(jiter, table, row)
    }

    /// The fields and lists of a part, of an entrant, or of an element of a list.
    fn row(&mut self, jiter: &mut Jiter<'_>, table: TableId, row: usize) -> Step {
        let mut walk = Walk::new(&mut self.keys.rows[table.0]);
        while let Some(met) = walk.next(jiter, &mut self.keys.rows[table.0], self.recorder)? {
            let Met::Known(key, place) = met else { continue };
            match key {
                Key::Field(column) => self.value(jiter, Address { table, row, column })?,
                Key::Rows(list) => self.list(jiter, list, row)?,
                Key::Name => self.name(jiter, None)?,
                Key::Part(table, row) => self.part(jiter, table, row, place)?,
                Key::PartField(address) => self.value(jiter, address)?,
                Key::PartRows(list, row) => self.list(jiter, list, row)?,
                Key::Entrant | Key::Seat | Key::Sides | Key::Moves => jiter.next_skip()?,
            }
        }
        Ok(())
    }

    fn list(&mut self, jiter: &mut Jiter<'_>, list: TableId, owner: usize) -> Step {
        let table = self.recorder.layout.table(list);
        if jiter.peek()? != Peek::Array {
            return self.wrong_shape(jiter, &format!("`{}`", table.plural), "a list: `[…]`");
        }
        let holds_values = matches!(table.kind, TableKind::Values { .. });
        let start = jiter.current_index();
        self.recorder.begin_list(list, owner, Place::new(start, start));
        let mut next = jiter.known_array()?;
        while next.is_some() {
            let start = jiter.current_index();
            let row = self.recorder.stage.add_element(list, owner, Place::new(start, start));
            if holds_values {
                self.value(jiter, Address { table: list, row, column: 0 })?;
            } else {
                self.element(jiter, list, row)?;
            }
            next = jiter.array_step()?;
        }
        Ok(())
    }

    /// A part in a list: an object, or a text where the format says how it is written.
    fn element(&mut self, jiter: &mut Jiter<'_>, list: TableId, row: usize) -> Step {
        let layout = self.recorder.layout;
        let Some(form) = layout.form(list) else {
            return if self.is_object(jiter, "an element of the list")? {
                self.row(jiter, list, row)
            } else {
                Ok(())
            };
        };
        match (jiter.peek()?, form.single()) {
            (Peek::Object, _) => self.row(jiter, list, row),
            (Peek::String, _) => self.written(jiter, list, row),
            (Peek::Array | Peek::Null, _) | (_, None) => {
                let sample = form.sample(layout.table(list), &self.recorder.symbols);
                let wanted = format!("a text such as `{sample}`, or an object: `{{…}}`");
                self.wrong_shape(jiter, "an element of the list", &wanted)
            }
            (_, Some(column)) => self.value(jiter, Address { table: list, row, column }),
        }
    }

    /// An element that is written as one text. Where nothing in it is escaped, each value has its own place.
    fn written(&mut self, jiter: &mut Jiter<'_>, list: TableId, row: usize) -> Step {
        let start = jiter.current_index();
        let before = self.recorder.troubles.len();
        let text = jiter.known_str()?;
        let length = text.len();
        self.recorder.written(list, row, text, Place::new(start + 1, start + 1 + length));
        if jiter.current_index() != start + length + 2 || length == 0 {
            for trouble in &mut self.recorder.troubles[before..] {
                trouble.place = Place::new(start, start);
            }
        }
        Ok(())
    }

    #[inline]
    fn value(&mut self, jiter: &mut Jiter<'_>, address: Address) -> Step {
        let peek = jiter.peek()?;
        let start = jiter.current_index();
        let place = Place::new(start, start);
        match peek {
            Peek::String => self.recorder.text(address, jiter.known_str()?, place),
            Peek::True | Peek::False => self.recorder.flag(address, jiter.known_bool(peek)?, place),
            Peek::Null => {
                jiter.known_null()?;
                self.recorder.no_value(address, "null", place);
            }
            Peek::Object | Peek::Array => {
                jiter.known_skip(peek)?;
                let what = if peek == Peek::Object { "an object" } else { "a list" };
                self.recorder.no_value(address, what, place);
            }
            _ => {
                let digits = std::str::from_utf8(jiter.known_number_bytes(peek)?).unwrap_or_default();
                self.recorder.number(address, digits, place);
            }
        }
        Ok(())
    }

    fn is_object(&mut self, jiter: &mut Jiter<'_>, what: &str) -> Result<bool, JiterError> {
        if jiter.peek()? == Peek::Object {
            return Ok(true);
        }
        self.wrong_shape(jiter, what, "an object: `{…}`")?;
        Ok(false)
    }

    /// Complains of a value of the wrong shape, and passes over it.
    #[cold]
    fn wrong_shape(&mut self, jiter: &mut Jiter<'_>, what: &str, wanted: &str) -> Step {
        let peek = jiter.peek()?;
        let start = jiter.current_index();
        jiter.known_skip(peek)?;
        let found = match peek {
            Peek::Null => "null",
            Peek::True | Peek::False => "yes or no",
            Peek::String => "a text",
            Peek::Object => "an object",
            Peek::Array => "a list",
            _ => "a number",
        };
        let trouble = Trouble::new(
            Code::BadValue,
            format!("{what} must be {wanted}, not {found}"),
            Place::new(start, start),
        );
        self.recorder.troubles.push(if peek == Peek::Null {
            trouble.help("there is no null: leave the key out")
        } else {
            trouble
        });
        self.recorder.given_up = true;
        Ok(())
    }
}
