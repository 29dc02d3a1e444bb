//! The games of an example of the format, as a log.
//!
//! Comes in: TOML tables with spans. Goes out: a [`Log`]; complaints point into the format file.
//! It must never know what the example expects. Start with [`from_example`].

use super::Log;
use super::cell::shortened;
use super::complain::{Place, Trouble};
use super::keys::{Key, Keys};
use super::recorder::{Ended, Recorder};
use super::slots::{Address, ENTRANT, GAME, Layout, SIDE, TableId, TableKind};
use super::written::between_quotes;
use crate::diagnostic::{Code, Complaints, Diagnostic, nearest, one_of};
use crate::format::{Field, Literal, LiteralValue, Record};
use crate::ruleset::{Ruleset, Settings};
use crate::sheet::RecordPlace;
use crate::source::{SourceId, Span};
use crate::syntax::ast::Name;

/// The entrants and games of an example of the format, as a log. A seat that every game takes, and
/// of which the example does not say who plays it, has an entrant named like the seat.
pub fn from_example(
    ruleset: &Ruleset,
    settings: &Settings,
    entrants: &[(Name, Record)],
    games: &[(Record, Span)],
    complaints: &mut Complaints,
) -> Option<Log> {
    let layout = Layout::new(ruleset, settings);
    let mut example = Example { recorder: Recorder::new(&layout), failed: false };
    example.recorder.minds_slips = false;
    for (name, record) in entrants {
        example.entrant(name, record, complaints);
    }
    for (line, (record, span)) in (1..).zip(games) {
        example.game(record, *span, RecordPlace { log: 0, line }, complaints);
    }
    example.judge_entrants(games, complaints);
    if example.failed {
        return None;
    }
    Some(Log { names: vec!["example".to_owned()], ..example.recorder.finish() })
}

struct Example<'r> {
    recorder: Recorder<'r>,
    failed: bool,
}

impl Example<'_> {
    fn entrant(&mut self, name: &Name, record: &Record, complaints: &mut Complaints) {
        self.recorder.begin();
        self.recorder.entrant_name(&name.text, place(name.span));
        self.row(record, ENTRANT, 0);
        self.recorder.finish_entrant(ended(name.span, RecordPlace { log: 0, line: 0 }));
        self.complain(name.span.source, complaints);
    }

    fn game(&mut self, record: &Record, span: Span, at: RecordPlace, complaints: &mut Complaints) {
        self.recorder.begin();
        let keys = self.recorder.layout.game_keys();
        // Beside `sides` a name is that of a part, of which a seat may have the name as well.
        let has_sides = record.iter().any(|(name, _)| name.text == "sides");
        for (name, field) in record {
            let seat = self.recorder.layout.seats.iter().position(|seat| *seat == name.text);
            match seat.filter(|_| !has_sides && !self.is_part(&keys, name, field)) {
                Some(seat) => self.side(seat, name, field),
                None => self.game_key(&keys, name, field),
            }
        }
        self.name_sides(span);
        self.recorder.finish_game(ended(span, at));
        self.complain(span.source, complaints);
    }

    /// Whether a name that a seat and its part have in common means the part: where a seat may stay
    /// empty, a side says its entrant.
    fn is_part(&self, keys: &Keys, name: &Name, field: &Field) -> bool {
        let layout = self.recorder.layout;
        let may_stay_empty = (layout.plan.least as usize) < layout.seats.len();
        let seated =
            matches!(field, Field::Record(record) if record.iter().any(|(key, _)| key.text == "entrant"));
        may_stay_empty && !seated && matches!(keys.find(&name.text), Some(Key::Part(..)))
    }

    fn game_key(&mut self, keys: &Keys, name: &Name, field: &Field) {
        let layout = self.recorder.layout;

        match keys.find(&name.text) {
            Some(Key::Field(column)) => self.value(Address { table: GAME, row: 0, column }, name, field),
            Some(Key::Rows(list)) => self.list(list, 0, name, field),
            Some(Key::Part(table, row)) => self.part(table, row, name, field),
            Some(Key::Sides) => match field {
                Field::Record(sides) => {
                    for (name, field) in sides {
                        self.side_key(name, field);
                    }
                }
                Field::Value(_) | Field::List(_) => {
                    self.wrong_shape(name, "a table with a key for each side");
                }
            },
            _ if layout.seats.is_empty() && matches!(field, Field::Record(_)) => self.side_key(name, field),
            _ => {
                let known = keys.names().chain(layout.seats.iter().map(String::as_str));
                self.unknown(
                    name,
                    &known.filter(|known| !["sides", "moves"].contains(known)).collect::<Vec<_>>(),
                );
            }
        }
    }

    /// A side by its seat, or by its entrant in formats without seats.
    fn side_key(&mut self, name: &Name, field: &Field) {
        let at = place(name.span);
        if self.recorder.layout.seats.is_empty() {
            let side = self.recorder.stage.add_side(at);
            self.recorder.entrant(side, &name.text, at);
            self.side(side, name, field);
        } else if let Some(seat) = self.recorder.seat(&name.text, at) {
            self.side(seat, name, field);
        }
    }

    fn side(&mut self, side: usize, name: &Name, field: &Field) {
        let layout = self.recorder.layout;
        self.recorder.stage.touch(SIDE, side, place(name.span));
        let Field::Record(record) = field else {
            return self.wrong_shape(name, "a table of what is recorded of the side");
        };
        let keys = layout.side_keys((!layout.seats.is_empty()).then_some(side));
        for (name, field) in record {
            match keys.find(&name.text).map(|key| layout.of_side(key, side)) {
                Some(Key::Entrant) => match field {
                    Field::Value(Literal { value: LiteralValue::Text(text), span }) => {
                        self.recorder.entrant(side, text, place(*span));
                    }
                    Field::Value(_) | Field::Record(_) | Field::List(_) => {
                        self.wrong_shape(name, "the name of an entrant");
                    }
                },
                Some(Key::Field(column)) => {
                    self.value(Address { table: SIDE, row: side, column }, name, field);
                }
                Some(Key::PartField(address)) => self.value(address, name, field),
                Some(Key::Rows(list)) => self.list(list, side, name, field),
                Some(Key::PartRows(list, row)) => self.list(list, row, name, field),
                Some(Key::Part(table, row)) => self.part(table, row, name, field),
                Some(Key::Seat | Key::Sides | Key::Moves | Key::Name) | None => {
                    self.unknown(name, &keys.names().filter(|known| *known != "seat").collect::<Vec<_>>());
                }
            }
        }
    }

    fn part(&mut self, table: TableId, row: usize, name: &Name, field: &Field) {
        let Field::Record(record) = field else {
            return self.wrong_shape(name, "a table of what is recorded of the part");
        };
        self.recorder.stage.touch(table, row, place(name.span));
        self.row(record, table, row);
    }

    fn row(&mut self, record: &Record, table: TableId, row: usize) {
        let keys = self.recorder.layout.row_keys(table);
        for (name, field) in record {
            match keys.find(&name.text) {
                Some(Key::Field(column)) => self.value(Address { table, row, column }, name, field),
                Some(Key::Rows(list)) => self.list(list, row, name, field),
                _ => self.unknown(name, &keys.names().filter(|known| *known != "name").collect::<Vec<_>>()),
            }
        }
    }

    fn list(&mut self, list: TableId, owner: usize, name: &Name, field: &Field) {
        let Field::List(elements) = field else {
            return self.wrong_shape(name, "a list: `[…]`");
        };
        let holds_values = matches!(self.recorder.layout.table(list).kind, TableKind::Values { .. });
        self.recorder.begin_list(list, owner, place(name.span));
        for element in elements {
            let row = self.recorder.stage.add_element(list, owner, place(name.span));
            match element {
                Field::Record(record) if !holds_values => self.row(record, list, row),
                element if holds_values => self.value(Address { table: list, row, column: 0 }, name, element),
                element => self.written(list, row, name, element),
            }
        }
    }

    /// A part in a list that is no table: a text, where the format says how it is written.
    fn written(&mut self, list: TableId, row: usize, name: &Name, element: &Field) {
        let layout = self.recorder.layout;
        let Some(form) = layout.form(list) else {
            return self.wrong_shape(name, "a list of tables");
        };
        match (element, form.single()) {
            (Field::Value(Literal { value: LiteralValue::Text(text), span }), _) => {
                self.recorder.written(list, row, text, between_quotes(place(*span), text));
            }
            (Field::Value(_), Some(column)) => {
                self.value(Address { table: list, row, column }, name, element);
            }
            (element, _) => {
                let sample = form.sample(layout.table(list), &self.recorder.symbols);
                let span = match element {
                    Field::Value(literal) => literal.span,
                    Field::Record(_) | Field::List(_) => name.span,
                };
                let at = Name { span, ..name.clone() };
                self.wrong_shape(&at, &format!("a list of texts such as \"{sample}\", or of tables"));
            }
        }
    }

    fn value(&mut self, address: Address, name: &Name, field: &Field) {
        let recorder = &mut self.recorder;
        match field {
            Field::Value(Literal { value, span }) => match value {
                LiteralValue::Integer(whole) => recorder.number(address, &whole.to_string(), place(*span)),
                LiteralValue::Digits(digits) => recorder.text(address, digits, place(*span)),
                LiteralValue::Flag(yes) => recorder.flag(address, *yes, place(*span)),
                LiteralValue::Text(text) => recorder.text(address, text, place(*span)),
            },
            Field::Record(_) => recorder.no_value(address, "a table", place(name.span)),
            Field::List(_) => recorder.no_value(address, "a list", place(name.span)),
        }
    }

    /// Names the entrants of seats after the seats, where the example leaves them out.
    fn name_sides(&mut self, span: Span) {
        let layout = self.recorder.layout;
        let all_taken = layout.plan.least as usize >= layout.seats.len();
        for (seat, name) in layout.seats.iter().enumerate() {
            let row = self.recorder.stage.table(SIDE).rows[seat];
            let by_part = layout.named().any(|(table, row, named)| {
                named.seat == Some(seat) && self.recorder.stage.table(table).rows[row].touched
            });
            // Of a seat that may stay empty, a part alone does not say that somebody sits there,
            // unless there are no more seats than may play.
            let most = layout.plan.most.map_or(usize::MAX, |most| most as usize);
            let taken = all_taken || row.touched || (by_part && layout.seats.len() <= most);
            if taken && self.recorder.stage.entrants[seat].is_none() {
                let at = if row.touched { row.place } else { place(span) };
                self.recorder.entrant(seat, name, at);
            }
        }
    }

    /// Complains of entrants of whom something must be recorded.
    fn judge_entrants(&mut self, games: &[(Record, Span)], complaints: &mut Complaints) {
        let required = self.recorder.required_of_entrants();
        if required.is_empty() {
            return;
        }
        for (name, game) in self.recorder.entrants.without_record() {
            let name = shortened(self.recorder.symbols.text(name));
            let message = format!("{} of the entrant `{name}` is not given", one_of(&required));
            let help = format!("add `entrants = {{ {name} = {{ {} = … }} }}` to the example", required[0]);
            let mut diagnostic = Diagnostic::new(Code::BadExample, message).help(help);
            if let Some((_, span)) = games.get((game.line as usize).saturating_sub(1)) {
                diagnostic = diagnostic.at(*span, "plays here");
            }
            complaints.push(diagnostic);
            self.failed = true;
        }
    }

    fn unknown(&mut self, name: &Name, known: &[&str]) {
        let message = format!("`{}` is not recorded here", shortened(&name.text));
        let trouble = Trouble::new(Code::BadExample, message, place(name.span));
        self.recorder.troubles.push(match nearest(&name.text, known.iter().copied()) {
            Some(near) => trouble.did_you_mean(near),
            None if known.is_empty() => trouble.help("nothing is recorded here: leave it out"),
            None => trouble.help(format!("what is recorded: {}", one_of(known))),
        });
    }

    fn wrong_shape(&mut self, name: &Name, wanted: &str) {
        let message = format!("`{}` must be {wanted}", shortened(&name.text));
        self.recorder.troubles.push(Trouble::new(Code::BadExample, message, place(name.span)));
        self.recorder.given_up = true;
    }

    fn complain(&mut self, source: SourceId, complaints: &mut Complaints) {
        for trouble in self.recorder.troubles.drain(..) {
            let span = |place: Place| Span { source, start: place.start, end: place.end };
            let mut diagnostic =
                Diagnostic::new(Code::BadExample, trouble.message).at(span(trouble.place), trouble.label);
            if let Some((place, label)) = trouble.also {
                diagnostic = diagnostic.at(span(place), label);
            }
            diagnostic.notes.extend(trouble.note);
            diagnostic.help = trouble.help;
            complaints.push(diagnostic);
            self.failed = true;
        }
    }
}

fn place(span: Span) -> Place {
    Place { start: span.start, end: span.end }
}

fn ended<'a>(span: Span, at: RecordPlace) -> Ended<'a> {
    Ended {
        place: at,
        bytes: &[],
        whole: place(span),
        locate: &|_| None,
        name_place: &|place| format!("game {} of the example", place.line),
    }
}
