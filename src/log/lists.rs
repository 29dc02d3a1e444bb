//! Lists that stand in one text, with `|` between the elements: values, or parts that are written as one text.
//!
//! Comes in: the text of a cell. Goes out: staged elements, or a complaint about the one that is wrong. It must never
//! know a file. Start with [`Recorder::list`].

use super::cell::read_text;
use super::complain::{Place, Trouble};
use super::recorder::Recorder;
use super::slots::{Address, TableId, TableKind};
use crate::diagnostic::Code;

/// A list in which nothing stands: an empty cell is one that is not recorded.
const EMPTY: &str = "[]";
/// What others put between the values of a list.
const OTHER_SEPARATORS: [char; 5] = [',', ';', '/', ' ', '\t'];

impl Recorder<'_> {
    /// Notes that a list is recorded, if only an empty one, and so its owner.
    pub fn begin_list(&mut self, list: TableId, owner: usize, place: Place) {
        if let TableKind::Loose { owner: table } | TableKind::Values { owner: table } =
            self.layout.table(list).kind
        {
            self.stage.touch(table, owner, place);
        }
        self.stage.lists.push((list, owner, place));
    }

    /// Records a list of values that stands in one text. Where `place` is as long as the text, each value has its own
    /// place in it.
    pub fn list(&mut self, list: TableId, owner: usize, text: &str, place: Place) {
        self.begin_list(list, owner, place);
        if text.trim() == EMPTY {
            return;
        }
        for (value, place) in elements(text, place) {
            let row = self.stage.add_element(list, owner, place);
            self.element((list, row), value, place, text);
        }
    }

    /// The same where the list may stand in several rows: each must say the same.
    pub fn list_once(&mut self, list: TableId, owner: usize, text: &str, place: Place) {
        let staged = self.stage.table(list);
        let known: Vec<usize> =
            (0..staged.rows.len()).filter(|&row| staged.rows[row].owner as usize == owner).collect();
        if known.is_empty() {
            return self.list(list, owner, text, place);
        }
        let count = text.split('|').count();
        if count == known.len() {
            for (row, (value, place)) in known.into_iter().zip(elements(text, place)) {
                self.element((list, row), value, place, text);
            }
        } else {
            let first = staged.rows[known[0]].place;
            let name = &self.layout.table(list).plural;
            self.troubles.push(
                Trouble::new(
                    Code::BadValue,
                    format!("`{name}` has {count} values here, but {} in an earlier row", known.len()),
                    place,
                )
                .also(first, "the earlier row")
                .help(
                    "what belongs to the game must be the same in all of its rows, or stand in one of them",
                ),
            );
        }
    }

    fn element(&mut self, (list, row): (TableId, usize), value: &str, place: Place, whole: &str) {
        let before = self.troubles.len();
        match self.layout.form(list) {
            Some(_) => self.written(list, row, value, place),
            None => self.text(Address { table: list, row, column: 0 }, value, place),
        }
        if self.troubles.len() > before {
            self.explain_list(list, value, whole);
        }
    }

    /// Says how a list is written, in the latest complaint.
    #[cold]
    fn explain_list(&mut self, list: TableId, value: &str, whole: &str) {
        let name = &self.layout.table(list).plural;
        let pieces = self.separated_otherwise(list, value);
        let Some(trouble) = self.troubles.last_mut().filter(|trouble| trouble.code == Code::BadValue) else {
            return;
        };
        if value.is_empty() {
            if self.layout.form(list).is_none() {
                trouble.message = format!("a value of the list `{name}` is empty");
            }
        } else if let Some(pieces) = pieces {
            trouble.help = Some(format!("separate the values of a list with `|`: `{pieces}`"));
        } else if !whole.contains('|') {
            let help = trouble.help.take().unwrap_or_default();
            trouble.help = Some(format!("{help}; several values are separated with `|`"));
        }
    }

    /// The values in one text, as a list should be written, if something else stands between them.
    fn separated_otherwise(&mut self, list: TableId, value: &str) -> Option<String> {
        let table = self.layout.table(list);
        OTHER_SEPARATORS.iter().find_map(|separator| {
            let pieces = value.split(*separator).map(str::trim).filter(|piece| !piece.is_empty());
            let pieces: Vec<&str> = pieces.collect();
            let mut reads = |piece: &&str| match &table.written {
                Some(form) => form.reads(piece, table, self.spelling, &mut self.symbols),
                None => read_text(piece, &table.fields[0], self.spelling, &mut self.symbols).is_ok(),
            };
            let all_right = pieces.len() > 1 && pieces.len() <= 20 && pieces.iter().all(&mut reads);
            all_right.then(|| pieces.join("|"))
        })
    }
}

/// The values of a list, each with its place.
fn elements(text: &str, place: Place) -> impl Iterator<Item = (&str, Place)> {
    let is_exact = place.end.saturating_sub(place.start) as usize == text.len();
    let mut next = 0;
    text.split('|').map(move |value| {
        let lead = value.len() - value.trim_start().len();
        let start = place.start as usize + next + lead;
        next += value.len() + 1;
        let value = value.trim();
        (value, if is_exact { Place::new(start, start + value.len()) } else { place })
    })
}
