//! Elements of a list that are written as one text: `5-10`.
//!
//! Comes in: the text of an element, and the [`Form`] of its part. Goes out: staged cells, or a complaint that says what is
//! expected, at the place where it is not. It must never know an encoding. Start with [`Recorder::written`].

use super::cell::{Spelling, read_text, sample_of, shortened};
use super::complain::{Place, Trouble};
use super::recorder::Recorder;
use super::slots::{Address, Layout, Table, TableId};
use crate::diagnostic::Code;
use crate::ruleset::Written;
use crate::value::Symbols;
use std::fmt::Write as _;

/// How an element is written.
#[derive(Debug)]
pub(super) struct Form {
    pieces: Vec<Piece>,
}

/// A value of it.
#[derive(Debug)]
struct Piece {
    /// The field.
    column: usize,
    /// What is looked for behind the value: what stands there, without blanks around it, or a blank.
    core: String,
    /// What stands there; nothing behind the last value.
    then: String,
}

/// What keeps a text from being split.
struct Slip {
    /// The value that is not there, or not told from what comes next.
    column: usize,
    /// Where it begins in the text.
    at: usize,
    /// Whether there is nothing of it; else nothing stands behind it.
    is_empty: bool,
}

/// The values in a text, each with its field and the byte with which it begins.
struct Values<'f, 't> {
    pieces: std::slice::Iter<'f, Piece>,
    text: &'t str,
    at: usize,
}

impl Form {
    /// The form of a list, whose fields are known.
    pub fn new(written: &Written, table: &Table) -> Option<Self> {
        let pieces = written.columns.iter().map(|(id, then)| {
            let column = table.fields.iter().position(|field| field.column == *id)?;
            let core = if then.trim().is_empty() { " " } else { then.trim() };
            Some(Piece { column, core: core.to_owned(), then: then.clone() })
        });
        Some(Self { pieces: pieces.collect::<Option<_>>()? })
    }

    /// The only field, where there is no more than one: then a bare number will do as well.
    pub fn single(&self) -> Option<usize> {
        match self.pieces.as_slice() {
            [only] => Some(only.column),
            _ => None,
        }
    }

    /// The fields, each with what stands behind it.
    pub fn fields(&self) -> impl Iterator<Item = (usize, &str)> {
        self.pieces.iter().map(|piece| (piece.column, piece.then.as_str()))
    }

    fn values<'t>(&self, text: &'t str) -> Values<'_, 't> {
        let text = text.trim_end();
        Values { pieces: self.pieces.iter(), text, at: 0 }
    }

    /// Whether a text reads as such an element, so that it can be offered as a help.
    pub fn reads(&self, text: &str, table: &Table, spelling: Spelling, symbols: &mut Symbols) -> bool {
        self.values(text).all(|value| {
            value.is_ok_and(|(column, value, _)| {
                read_text(value, &table.fields[column], spelling, symbols).is_ok()
            })
        })
    }

    /// `5-10`
    pub fn sample(&self, table: &Table, symbols: &Symbols) -> String {
        let pieces =
            self.pieces.iter().map(|piece| sample_of(&table.fields[piece.column], symbols) + &piece.then);
        pieces.collect()
    }

    /// `a-b`
    fn pattern(&self, table: &Table) -> String {
        self.pieces.iter().map(|piece| table.fields[piece.column].name.clone() + &piece.then).collect()
    }

    /// `` `a`, then `-`, then `b` ``
    fn words(&self, table: &Table) -> String {
        let mut words = String::new();
        for piece in &self.pieces {
            let _ = write!(words, "`{}`", table.fields[piece.column].name);
            match piece.then.as_str() {
                "" => {}
                then if then.trim().is_empty() => words.push_str(", then a blank, then "),
                then => {
                    let _ = write!(words, ", then `{}`, then ", then.trim());
                }
            }
        }
        words
    }
}

impl<'t> Iterator for Values<'_, 't> {
    type Item = Result<(usize, &'t str, usize), Slip>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = self.pieces.next()?;
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let length = if piece.then.is_empty() { Some(rest.len()) } else { rest.find(&piece.core) };
        let value = rest[..length.unwrap_or(rest.len())].trim_end();
        if value.is_empty() || length.is_none() {
            self.pieces = [].iter();
            return Some(Err(Slip { column: piece.column, at: start, is_empty: value.is_empty() }));
        }
        let behind = if piece.then.is_empty() { 0 } else { piece.core.len() };
        self.at = start + length.unwrap_or_default() + behind;
        Some(Ok((piece.column, value, start)))
    }
}

impl Layout<'_> {
    /// How the elements of a list are written, where its part says so.
    pub fn form(&self, list: TableId) -> Option<&Form> {
        self.table(list).written.as_ref()
    }
}

impl Recorder<'_> {
    /// Records an element that is written as one text. Where `place` is as long as the text, each value has its own place
    /// in it.
    pub fn written(&mut self, list: TableId, row: usize, text: &str, place: Place) {
        let layout = self.layout;
        let Some(form) = layout.form(list) else { return };
        if let Some(slip) = form.values(text).find_map(Result::err) {
            return self.refuse_written(list, row, &slip, (text, place));
        }
        let is_exact = place.end.saturating_sub(place.start) as usize == text.len();
        for (column, value, at) in form.values(text).flatten() {
            let start = place.start as usize + at;
            let place = if is_exact { Place::new(start, start + value.len()) } else { place };
            let before = self.troubles.len();
            self.text(Address { table: list, row, column }, value, place);
            if let (Some(trouble), None) = (self.troubles[before..].last_mut(), form.single()) {
                let table = layout.table(list);
                trouble.note.get_or_insert_with(|| {
                    format!("an element of `{}` is written {}", table.plural, form.words(table))
                });
            }
        }
    }

    /// Complains of a text that is not written so; what it lacks is not worth another word.
    #[cold]
    fn refuse_written(&mut self, list: TableId, row: usize, slip: &Slip, (text, place): (&str, Place)) {
        let table = self.layout.table(list);
        let Some(form) = &table.written else { return };
        for (column, _) in form.fields() {
            let cell = self.stage.cell_mut(Address { table: list, row, column });
            (cell.seen, cell.place) = (true, place);
        }
        let is_exact = place.end.saturating_sub(place.start) as usize == text.len() && slip.at < text.len();
        let at =
            if is_exact { Place::new(place.start as usize + slip.at, place.end as usize) } else { place };
        let name = &table.fields[slip.column].name;
        let then = form.fields().find(|(column, _)| *column == slip.column).map_or("", |(_, then)| then);
        let label = match then.trim() {
            _ if text.trim().is_empty() => String::new(),
            _ if slip.is_empty => format!("`{name}` is empty"),
            "" => format!("no blank behind `{name}`"),
            then => format!("no `{then}` behind `{name}`"),
        };
        let message = match text.trim() {
            "" => format!("an element of the list `{}` is empty", table.plural),
            text => format!("`{}` is not written as `{}`", shortened(text), form.pattern(table)),
        };
        let help =
            format!("write {}, for example `{}`", form.words(table), form.sample(table, &self.symbols));
        self.troubles.push(Trouble::new(Code::BadValue, message, at).label(label).help(help));
    }
}

/// Where a text stands, between the quotes of a token: exactly, unless something in it is written as an escape.
pub(super) fn between_quotes(token: Place, text: &str) -> Place {
    let length = token.end.saturating_sub(token.start) as usize;
    if length == text.len() + 2 && !text.is_empty() {
        Place { start: token.start + 1, end: token.end - 1 }
    } else {
        token
    }
}
