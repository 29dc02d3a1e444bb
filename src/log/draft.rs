//! A log that is made without any text: the games of a pairing, or of an event that is invented.
//!
//! Comes in: entrants, games and acts, one after the other. Goes out: a [`Log`] like one that was read, in which nothing
//! but who plays whom is recorded of the games. It must never know who meets whom, or why. Start with [`Draft::new`].

use super::Log;
use super::acts::{Act, Deed};
use super::complain::Place;
use super::slots::{Address, ENTRANT, GAME, Layout, SIDE, TableId, TableKind};
use super::stage::Stage;
use super::store::Store;
use crate::ruleset::{BuiltinColumn, Edition, PhaseId, Ruleset, Settings};
use crate::sheet::{NO_ROW, RecordPlace, row_id};
use crate::value::{Date, Symbol, Value};
use rustc_hash::FxHashMap;

/// What a log is called that nobody wrote, where a person reads of a place in it.
const INVENTED: &str = "the invented log";

/// A log under construction.
#[derive(Debug)]
pub struct Draft<'r> {
    layout: Layout<'r>,
    stage: Stage,
    store: Store,
    /// All but its tables.
    log: Log,
    /// The row of each entrant, by name.
    entrants: FxHashMap<Symbol, u32>,
    /// The name of each entrant.
    names: Vec<Symbol>,
    /// Who sits where in the game that is added, in the order of the seats.
    seated: Vec<u32>,
    /// Where the next record stands.
    place: RecordPlace,
    /// The edition that what is added belongs to, in formats with editions.
    edition: Option<Edition>,
}

/// A game to be played.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewGame<'g> {
    /// Its phase; where the format has phases, `None` is the first.
    pub phase: Option<PhaseId>,
    /// Its round.
    pub round: Option<u32>,
    /// Its id.
    pub id: Option<&'g str>,
    /// Its match, in formats with matches.
    pub in_match: Option<&'g str>,
    /// Its day, in formats in which something depends on it.
    pub date: Option<Date>,
    /// Its pool.
    pub pool: Option<&'g str>,
    /// Who is umpire: a row of the entrant sheet.
    pub umpire: Option<u32>,
    /// Who plays: the seat (`None`: the first that is free) and the row of the entrant sheet.
    pub sides: &'g [(Option<Symbol>, u32)],
}

impl<'r> Draft<'r> {
    /// A log without anything.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset, settings: &Settings) -> Self {
        let layout = Layout::new(ruleset, settings);
        let store = Store::new(&layout);
        Self::with(layout, store, Log { symbols: ruleset.symbols.clone(), ..Log::default() })
    }

    /// A log that goes on: its rows stay what they are.
    #[must_use]
    pub fn of(ruleset: &'r Ruleset, settings: &Settings, log: &Log) -> Self {
        let layout = Layout::new(ruleset, settings);
        let store = Store::of(&layout, &log.tables);
        let log = Log {
            symbols: log.symbols.clone(),
            names: log.names.clone(),
            left_out: log.left_out.clone(),
            acts: log.acts.clone(),
            reports: log.reports.clone(),
            entered: log.entered.clone(),
            ..Log::default()
        };
        Self::with(layout, store, log)
    }

    fn with(layout: Layout<'r>, store: Store, mut log: Log) -> Self {
        let stage = Stage::new(&layout);
        let names: Vec<Symbol> =
            (0..store.rows(ENTRANT)).filter_map(|row| store.name(ENTRANT, row)).collect();
        log.entered.resize(names.len(), 0);
        let place = RecordPlace { log: row_id(log.names.len()), line: 1 };
        log.names.push(INVENTED.to_owned());
        let entrants = names.iter().copied().zip(0..).collect();
        Self { layout, stage, store, log, entrants, names, seated: Vec::new(), place, edition: None }
    }

    /// What is added belongs to this edition.
    #[must_use]
    pub fn of_edition(self, edition: Option<Edition>) -> Self {
        Self { edition, ..self }
    }

    /// The row of the entrant of this name, who is registered now if nobody knew them before.
    pub fn add_entrant(&mut self, name: &str) -> u32 {
        let name = self.log.symbols.intern(name);
        if let Some(&row) = self.entrants.get(&name) {
            return row;
        }
        let row = row_id(self.names.len());
        let defaults: Vec<Value> =
            self.layout.table(ENTRANT).fields.iter().map(|field| field.default).collect();
        self.store.add_entrant(name, &defaults);
        self.entrants.insert(name, row);
        self.names.push(name);
        self.log.entered.push(row_id(self.games()));
        self.place.line += 1;
        row
    }

    /// Adds a game, of which nothing is recorded but who plays; its row. A side that finds no seat is left out.
    pub fn add_game(&mut self, game: NewGame<'_>) -> u32 {
        let row = row_id(self.games());
        self.stage.begin();
        self.set_game(&game);
        for &(seat, entrant) in game.sides {
            self.seat(seat, entrant);
        }
        self.open_parts();
        let (stage, names) = (&self.stage, &self.entrants);
        self.seated.clear();
        let seated =
            stage.entrants.iter().flatten().map(|(name, _)| names.get(name).copied().unwrap_or(NO_ROW));
        self.seated.extend(seated);
        let mut seated = self.seated.iter().copied();
        self.store.add_game(&self.layout, stage, self.place, |_| seated.next().unwrap_or(NO_ROW));
        self.place.line += 1;
        row
    }

    /// Adds an act, after all games so far.
    pub fn add_act(&mut self, by: Option<&str>, reason: Option<&str>, what: Deed) {
        self.log.acts.push(Act {
            place: self.place,
            games_before: row_id(self.games()),
            by: by.map(str::to_owned),
            reason: reason.map(str::to_owned),
            date: None,
            edition: self.edition,
            what,
        });
        self.place.line += 1;
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.store.games.len()
    }

    /// What was made.
    #[must_use]
    pub fn finish(self) -> Log {
        Log { tables: self.store.into_tables(&self.layout), ..self.log }
    }

    fn set_game(&mut self, game: &NewGame<'_>) {
        let phase = game.phase.map(|phase| self.layout.ruleset.phase(phase).symbol);
        let umpire = game.umpire.and_then(|umpire| self.names.get(umpire as usize).copied());
        let mut text = |text: Option<&str>| text.map(|text| self.log.symbols.intern(text));
        let (id, in_match, pool) = (text(game.id), text(game.in_match), text(game.pool));
        for (builtin, value) in [
            (BuiltinColumn::Id, id),
            (BuiltinColumn::MatchId, in_match),
            (BuiltinColumn::Phase, phase),
            (BuiltinColumn::Pool, pool),
            (BuiltinColumn::Umpire, umpire),
        ] {
            self.set(builtin, value.map(Value::Text));
        }
        // A day says of which edition a game is.
        let edition = self.edition.filter(|_| game.date.is_none());
        let edition = edition.map(|edition| self.log.symbols.intern(&edition.to_string()));
        self.set(BuiltinColumn::Edition, edition.map(Value::Text));
        self.set(BuiltinColumn::Date, game.date.map(Value::Date));
        self.set(BuiltinColumn::Round, game.round.map(|round| Value::Integer(i64::from(round))));
    }

    fn set(&mut self, builtin: BuiltinColumn, value: Option<Value>) {
        if let (Some(column), Some(value)) = (self.layout.builtin_of_game(builtin), value) {
            let cell = self.stage.cell_mut(Address { table: GAME, row: 0, column });
            (cell.value, cell.seen) = (value, true);
        }
    }

    fn seat(&mut self, seat: Option<Symbol>, entrant: u32) {
        let Some(&name) = self.names.get(entrant as usize) else { return };
        let seats = &self.layout.plan.seats;
        let side = if seats.is_empty() {
            Some(self.stage.add_side(Place::default()))
        } else {
            let wanted = |place: usize| seat.is_none_or(|seat| seats[place].name == seat);
            (0..seats.len()).find(|&place| wanted(place) && self.stage.entrants[place].is_none())
        };
        if let Some(side) = side {
            self.stage.entrants[side] = Some((name, Place::default()));
            self.stage.touch(SIDE, side, Place::default());
        }
    }

    /// Every side owns all of its parts.
    fn open_parts(&mut self) {
        for id in (0..self.layout.tables.len()).map(TableId) {
            if let TableKind::Each(names) = &self.layout.table(id).kind {
                for side in 0..self.stage.entrants.len() {
                    if self.stage.entrants[side].is_none() {
                        continue;
                    }
                    for row in side * names.len()..(side + 1) * names.len() {
                        self.stage.touch(id, row, Place::default());
                    }
                }
            }
        }
    }
}
