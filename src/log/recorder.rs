//! The one way into the tables: stage a record, judge it whole, then add it or complain.
//!
//! Comes in: from the feeder of each encoding, values at addresses. Goes out: a [`Store`] of games that
//! are all right, and [`Trouble`]s for those that are not. It must never know CSV, JSON or TOML.
//! Start with [`Recorder::begin`], then [`Recorder::text`], then [`Recorder::finish_game`].

use super::Log;
use super::acts::Act;
use super::alike;
use super::cell::{Refusal, Spelling, read_flag, read_number, read_text, refuse, shortened};
use super::complain::{Place, Trouble, and_list};
use super::duplicates::Duplicates;
use super::editions::Editions;
use super::entrants::Entrants;
use super::json_games::MatchGames;
use super::pairings::Pairings;
use super::reports::Reported;
use super::slips::mend;
use super::slots::{Address, ENTRANT, GAME, Layout, SIDE};
use super::stage::{Cell, Stage};
use super::store::Store;
use super::unplayed::Unplayed;
use super::unresolved::Unresolved;
use crate::diagnostic::Code;
use crate::ruleset::BuiltinColumn;
use crate::sheet::{RecordPlace, row_id};
use crate::value::{Symbol, Symbols, Value};
use rustc_hash::FxHashSet;

/// Reads records into tables.
pub(super) struct Recorder<'r> {
    pub layout: &'r Layout<'r>,
    pub symbols: Symbols,
    pub stage: Stage,
    /// What is wrong with the record so far.
    pub troubles: Vec<Trouble>,
    /// Whether the record was given up: what it lacks is not worth a word.
    pub given_up: bool,
    /// How its texts are written.
    pub spelling: Spelling,
    /// How far a game goes.
    pub extent: Extent,
    /// Whether what is probably a slip is worth a warning: records alike to the letter, a match that others play.
    pub minds_slips: bool,
    pub entrants: Entrants,
    /// What the arbiter did so far.
    pub acts: Vec<Act>,
    /// Acts that name somebody or a game not known so far.
    pub unresolved: Vec<Unresolved>,
    /// The games of matches that acts name.
    pub match_games: MatchGames,
    /// What several have reported.
    pub reported: Reported,
    /// Games that were annulled so far: their ids are free again.
    pub annulled: FxHashSet<u32>,
    /// Games that are not played yet.
    pub unplayed: Unplayed,
    /// What matches say of their editions; `None` where it does not matter.
    pub editions: Option<Editions>,
    /// How many records were added.
    pub records: usize,
    pub(super) store: Store,
    pub(super) duplicates: Duplicates,
    pub(super) pairings: Pairings,
}

/// How far a game goes in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// It is one record.
    Record,
    /// It has rows that follow one another: a value may be recorded again, if it is the same.
    Rows,
    /// It has a file for itself, whose name is its id.
    File,
}

/// Where a missing value would stand, as far as the encoding knows.
pub(super) type Locate<'l> = &'l dyn Fn(Address) -> Option<Place>;

/// A record that has been read to its end.
#[derive(Clone, Copy)]
pub(super) struct Ended<'a> {
    /// Its place in the logs.
    pub place: RecordPlace,
    /// Its text.
    pub bytes: &'a [u8],
    /// Where it begins, to point at the record as a whole.
    pub whole: Place,
    /// Where a missing value would stand.
    pub locate: Locate<'a>,
    /// The name of a place in the logs.
    pub name_place: &'a dyn Fn(RecordPlace) -> String,
}

impl<'r> Recorder<'r> {
    pub fn new(layout: &'r Layout<'r>) -> Self {
        Self {
            layout,
            symbols: layout.ruleset.symbols.clone(),
            stage: Stage::new(layout),
            troubles: Vec::new(),
            given_up: false,
            spelling: Spelling::default(),
            extent: Extent::Record,
            minds_slips: true,
            entrants: Entrants::new(layout.table(ENTRANT).fields.len()),
            acts: Vec::new(),
            unresolved: Vec::new(),
            match_games: MatchGames::default(),
            reported: Reported::default(),
            annulled: FxHashSet::default(),
            unplayed: Unplayed::default(),
            editions: None,
            records: 0,
            store: Store::new(layout),
            duplicates: Duplicates::default(),
            pairings: Pairings::default(),
        }
    }

    /// Begins a new record.
    pub fn begin(&mut self) {
        self.stage.begin();
        self.troubles.clear();
        self.given_up = false;
    }

    /// Records a text: a cell, a JSON string.
    #[inline]
    pub fn text(&mut self, address: Address, text: &str, place: Place) {
        let field = self.layout.field(address);
        match read_text(text, field, self.spelling, &mut self.symbols) {
            Ok(value) => self.set(address, value, text, place),
            Err(refusal) => self.refuse(address, refusal, text, place),
        }
    }

    /// Records the digits of a bare number.
    #[inline]
    pub fn number(&mut self, address: Address, digits: &str, place: Place) {
        match read_number(digits, self.layout.field(address), &mut self.symbols) {
            Ok(value) => self.set(address, value, digits, place),
            Err(refusal) => self.refuse(address, refusal, digits, place),
        }
    }

    /// Records yes or no.
    pub fn flag(&mut self, address: Address, yes: bool, place: Place) {
        let text = if yes { "true" } else { "false" };
        match read_flag(yes, self.layout.field(address)) {
            Ok(value) => self.set(address, value, text, place),
            Err(refusal) => self.refuse(address, refusal, text, place),
        }
    }

    /// Complains of something that is no value at all: an object, a list, a null.
    #[cold]
    pub fn no_value(&mut self, address: Address, what: &str, place: Place) {
        let cell = self.stage.cell_mut(address);
        cell.seen = true;
        cell.place = place;
        let whose = self.describe(address);
        let field = self.layout.field(address);
        let mut trouble = refuse(Refusal::Kind, what, &whose, field, &self.symbols, place);
        trouble.message = format!("{whose} is {what}");
        if what == "null" {
            trouble.help = Some("there is no null: leave the key out where nothing is known".to_owned());
        }
        self.troubles.push(trouble);
    }

    /// Records who plays a side.
    pub fn entrant(&mut self, side: usize, name: &str, place: Place) {
        let Some(name) = self.checked_name(name, place) else {
            return;
        };
        self.stage.touch(SIDE, side, place);
        match self.stage.entrants[side] {
            None => self.stage.entrants[side] = Some((name, place)),
            Some((known, _)) if known == name => {}
            Some((known, first)) => {
                let [known, name] = [known, name].map(|name| shortened(self.symbols.text(name)));
                let whose = self.side_name(side);
                self.troubles.push(
                    Trouble::new(
                        Code::WrongSides,
                        format!("two entrants for {whose}: `{known}` and `{name}`"),
                        place,
                    )
                    .also(first, "the first one")
                    .help("leave out one of them"),
                );
            }
        }
    }

    /// Records the name in an entrant's record.
    pub fn entrant_name(&mut self, name: &str, place: Place) {
        if let Some(name) = self.checked_name(name, place) {
            self.stage.name = Some((name, place));
        }
    }

    /// The seat of this name; complains if there is none.
    pub fn seat(&mut self, name: &str, place: Place) -> Option<usize> {
        let found = self.layout.seats.iter().position(|seat| seat == name);
        if found.is_none() {
            let trouble = self.unknown_seat(name, place);
            self.troubles.push(trouble);
        }
        found
    }

    /// The complaint about a seat that there is not.
    #[cold]
    fn unknown_seat(&self, name: &str, place: Place) -> Trouble {
        let seats = &self.layout.seats;
        let near = crate::diagnostic::nearest(name, seats.iter().map(String::as_str));
        let name = shortened(name);
        let trouble =
            Trouble::new(Code::WrongSides, format!("there is no seat `{name}`"), place).label("not a seat");
        if let Some(help) = self.layout.seat_elsewhere(&name) {
            return trouble.help(help);
        }
        match near {
            _ if seats.is_empty() => {
                trouble.help("the sides of this format have no seats: name the entrants")
            }
            Some(near) => trouble.help(format!("did you mean `{near}`? The seats are {}", and_list(seats))),
            None => trouble.help(format!("the seats are {}", and_list(seats))),
        }
    }

    /// Judges the game whole; adds it if nothing is wrong with it, and if it is played.
    pub fn finish_game(&mut self, ended: Ended<'_>) -> bool {
        if self.is_unplayed() {
            self.add_unplayed(ended.place);
            return false;
        }
        self.trim_reporters();
        if let Some(game) = self.reported_again() {
            self.finish_report(game, ended);
            return false;
        }
        if !self.given_up {
            self.judge_game(ended);
        }
        if self.troubles.iter().any(Trouble::is_error) {
            if let Some(id) = self.game_id() {
                self.duplicates.add_refused(id, ended.place);
            }
            return false;
        }
        if let Some(id) = self.game_id() {
            self.duplicates.add_game(id, self.store.games.len());
        }
        self.records += 1;
        let Self { entrants, store, layout, stage, .. } = self;
        store.add_game(layout, stage, ended.place, |name| entrants.appears(name, ended.place));
        true
    }

    /// Judges an entrant's record; adds it if nothing is wrong with it.
    pub fn finish_entrant(&mut self, ended: Ended<'_>) -> bool {
        if !self.given_up {
            self.judge_row(ENTRANT, 0, ended);
            self.judge_elements(ended);
            match self.stage.name {
                None if !self.troubles.iter().any(Trouble::is_error) => self.troubles.push(
                    Trouble::new(Code::MissingValue, "an entrant without a name", ended.whole)
                        .help("add `\"name\": \"…\"` to the record"),
                ),
                Some((name, place)) if self.entrants.record_of(name).is_some() => {
                    let earlier = self.entrants.record_of(name).map(ended.name_place).unwrap_or_default();
                    let name = shortened(self.symbols.text(name));
                    self.troubles.push(
                        Trouble::new(
                            Code::WrongSides,
                            format!("two records for the entrant `{name}`"),
                            place,
                        )
                        .note(format!("the first one stands at {earlier}"))
                        .help(
                            "write one record for each entrant, with all that is known; tell two entrants of one name \
                             apart by a first name or a club",
                        ),
                    );
                }
                _ => {}
            }
        }
        if self.troubles.iter().any(Trouble::is_error) {
            if let Some((name, _)) = self.stage.name {
                self.entrants.leave_out(name);
            }
            return false;
        }
        self.records += 1;
        if let Some((name, _)) = self.stage.name {
            let games = row_id(self.games());
            let row = self.entrants.record(name, self.stage.table(ENTRANT).row(0), ended.place, games);
            self.store.add_entrant_lists(self.layout, &self.stage, row);
        }
        true
    }

    /// The id of the game that is being read.
    pub fn game_id(&self) -> Option<Symbol> {
        match self.builtin(BuiltinColumn::Id)?.value {
            Value::Text(id) => Some(id),
            _ => None,
        }
    }

    /// A built-in column of the game that is being read.
    pub fn builtin(&self, builtin: BuiltinColumn) -> Option<Cell> {
        let column = self.layout.builtin_of_game(builtin)?;
        self.stage.table(GAME).row(0).get(column).copied()
    }

    /// How many games were recorded.
    pub fn games(&self) -> usize {
        self.store.games.len()
    }

    /// The fields that every entrant must have recorded.
    pub fn required_of_entrants(&self) -> Vec<&str> {
        let fields = self.layout.table(ENTRANT).fields.iter();
        fields.filter(|field| field.required).map(|field| field.name.as_str()).collect()
    }

    /// Everything that was recorded. Fields of entrants that have no record take their defaults.
    pub fn finish(mut self) -> Log {
        let entered = self.entrants.entered();
        let fields = &self.layout.table(ENTRANT).fields;
        for row in 0..self.entrants.len() {
            let (name, cells) = self.entrants.row(row, fields);
            self.store.add_entrant(name, &cells);
        }
        let mut tables = self.store.into_tables(self.layout);
        tables.registered = self.entrants.all().iter().map(|entrant| entrant.record).collect();
        Log {
            tables,
            symbols: self.symbols,
            acts: self.acts,
            reports: self.reported.all,
            entered,
            ..Log::default()
        }
    }

    /// A name as it counts; complains of one that cannot be read.
    pub fn checked_name(&mut self, name: &str, place: Place) -> Option<Symbol> {
        // Blanks around a name are nobody's name, in any encoding.
        let name = name.trim();
        let problem = if alike::is_unseen(name) {
            "an entrant without a name"
        } else if name.chars().any(char::is_control) {
            "a name with a character that cannot be printed"
        } else {
            return Some(self.symbols.intern(name));
        };
        self.troubles.push(Trouble::new(Code::BadValue, problem, place).help("write the entrant's name"));
        None
    }

    fn set(&mut self, address: Address, value: Value, text: &str, place: Place) {
        let cell = self.stage.cell_mut(address);
        if cell.seen {
            return self.set_again(address, value, text, place);
        }
        cell.value = value;
        cell.place = place;
        cell.seen = true;
        self.stage.touch(address.table, address.row, place);
    }

    #[cold]
    fn set_again(&mut self, address: Address, value: Value, text: &str, place: Place) {
        let cell = *self.stage.cell_mut(address);
        if cell.value == Value::Missing || (self.extent == Extent::Rows && cell.value == value) {
            return;
        }
        let whose = self.describe(address);
        let trouble = if self.extent == Extent::Rows {
            Trouble::new(
                Code::BadValue,
                format!("{whose} is `{}` here, but not in an earlier row of this game", shortened(text)),
                place,
            )
            .also(cell.place, "the earlier row")
            .help("what belongs to the game must be the same in all of its rows, or stand in one of them")
        } else {
            Trouble::new(Code::BadValue, format!("{whose} is recorded twice"), place)
                .label("a second time")
                .also(cell.place, "the first time")
                .help("leave out one of them")
        };
        self.troubles.push(trouble);
    }

    #[cold]
    fn refuse(&mut self, address: Address, refusal: Refusal, text: &str, place: Place) {
        let cell = self.stage.cell_mut(address);
        cell.seen = true;
        cell.place = place;
        self.stage.touch(address.table, address.row, place);
        let whose = self.describe(address);
        let field = self.layout.field(address);
        let mut trouble = refuse(refusal, text, &whose, field, &self.symbols, place);
        if refusal == Refusal::Kind {
            let wanted = trouble.help.as_deref().unwrap_or_default();
            let mended = mend(text, field, self.spelling, wanted);
            trouble.help = mended.or(trouble.help);
        }
        self.troubles.push(trouble);
    }
}
