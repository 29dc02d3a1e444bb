//! Examples that nobody wrote: a few games with values at which rules do something, and parts of events.
//!
//! Comes in: a format and a seed. Goes out: examples without expectations; the same seed gives the same. Values come from
//! the declared ranges: their ends, whatever the rules mention and what lies beside it, what another side has, and any
//! other. It must never score. Start with [`Inventor::example`].

mod event;

pub(super) use event::{events, is_event};

use super::dictionary::Dictionary;
use super::draws::{Draws, Ends};
use crate::format::{ExampleEntry, Field, Literal, LiteralValue, Record};
use crate::ruleset::{BuiltinColumn, ColumnInfo, OptionType, Origin, Plan, Ruleset, Settings, SheetKind};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::{Interval, Kind, Symbol, Type, Value};
use rustc_hash::FxHashMap;

/// Those who play; more are numbered.
const NAMES: [&str; 8] = ["Ada", "Bo", "Cem", "Dana", "Eli", "Finn", "Gus", "Hana"];

/// Who is registered and does not play.
const IDLE: &str = "Zoe";

/// Most games of an example.
const MOST_GAMES: i64 = 5;

/// Sides beyond the least, where there is no most.
const MORE_SIDES: u32 = 2;

/// Most sides of a game in which there may be fewer.
const MOST_SIDES: u32 = 64;

/// Invents examples of a format.
#[derive(Debug)]
pub struct Inventor<'r> {
    ruleset: &'r Ruleset,
    dictionary: Dictionary,
    seed: u64,
    /// What options are where they are not drawn.
    settings: Settings,
    /// The options that are never drawn, by their places.
    kept: Vec<usize>,
}

impl<'r> Inventor<'r> {
    /// For a format, from a seed.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset, seed: u64) -> Self {
        Self::under(ruleset, seed, (ruleset.defaults(), Vec::new()))
    }

    /// The same under these settings, of which those at some places are never changed.
    #[must_use]
    pub fn under(ruleset: &'r Ruleset, seed: u64, (settings, kept): (Settings, Vec<usize>)) -> Self {
        Self { ruleset, dictionary: Dictionary::of(ruleset), seed, settings, kept }
    }

    /// The example of this number; see [`Self::numbers`].
    #[must_use]
    pub fn example(&self, number: u32) -> ExampleEntry {
        let inventing = self.inventing(number);
        if is_event(number) { inventing.event() } else { inventing.example() }
    }

    /// Values for the example of this number.
    pub(super) fn inventing(&self, number: u32) -> Inventing<'_, 'r> {
        Inventing {
            inventor: self,
            draws: Draws::new(&self.dictionary, self.seed, number),
            complete: true,
            last: FxHashMap::default(),
        }
    }

    pub(super) fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }
}

pub(super) struct Inventing<'i, 'r> {
    inventor: &'i Inventor<'r>,
    draws: Draws<'i>,
    /// Whether everything is recorded that can be.
    complete: bool,
    /// What was last recorded in each column.
    last: FxHashMap<ColumnId, Value>,
}

impl Inventing<'_, '_> {
    fn example(mut self) -> ExampleEntry {
        let ruleset = self.inventor.ruleset;
        let (settings, set) = self.settings();
        let plan = ruleset.plan(&settings);
        self.complete = self.draws.likely(75);
        let games = if self.draws.likely(50) { 1 } else { self.draws.between(2, MOST_GAMES) };
        let sides = self.sides(plan);
        // Seats are named by themselves as long as there is one game.
        let by_seat = games == 1 && !plan.seats.is_empty() && self.draws.likely(60);
        let seated: Vec<String> =
            plan.seats.iter().map(|seat| ruleset.symbols.text(seat.name).to_owned()).collect();
        // The same few meet again and again, or there is one more of them than can play.
        let more = usize::from(games > 1 && self.draws.likely(60));
        let all = if by_seat { seated } else { entrants(sides + more) };
        let mut records = Vec::new();
        let mut played = Vec::new();
        for _ in 0..games {
            let mut here = all.clone();
            self.shuffle(&mut here, by_seat);
            here.truncate(sides);
            played.extend(here.iter().filter(|who| !played.contains(*who)).cloned().collect::<Vec<_>>());
            records.push((self.game(plan, &here, by_seat), Span::default()));
        }
        let mut entrants = self.entrant_records(&played);
        // Now and then somebody is registered who does not play.
        if self.draws.likely(25) {
            let sheet = ruleset.sheet_of(&SheetKind::Entrant);
            let record = sheet.map(|sheet| self.row(sheet)).unwrap_or_default();
            entrants.push((name(IDLE), record));
        }
        let begin = self.beginnings(&played);
        ExampleEntry { name: name("invented"), set, entrants, begin, games: records, ..empty() }
    }

    fn settings(&mut self) -> (Settings, Vec<(Name, Literal)>) {
        let ruleset = self.inventor.ruleset;
        let mut settings = self.inventor.settings.clone();
        let mut set = Vec::new();
        for (place, option) in ruleset.options.iter().enumerate().filter(|(_, option)| !option.fixed) {
            if self.inventor.kept.contains(&place) || self.draws.likely(60) {
                continue;
            }
            let value = match &option.values {
                OptionType::Choices(choices) => self.draws.one_of(choices).map(|&one| Value::Text(one)),
                OptionType::Typed(ty) => self.drawn(ty, None),
            };
            if let (Some(value), Some(kept)) = (value, settings.0.get_mut(place)) {
                *kept = value;
                set.push((name(&option.name), self.literal(value)));
            }
        }
        (settings, set)
    }

    fn sides(&mut self, plan: &Plan) -> usize {
        let most = plan.most.unwrap_or(plan.least.saturating_add(MORE_SIDES));
        let most = most.min(MOST_SIDES).max(plan.least).max(1);
        let sides = if self.draws.likely(80) {
            i64::from(most)
        } else {
            self.draws.between(plan.least.max(1).into(), most.into())
        };
        usize::try_from(sides).unwrap_or(1)
    }

    /// Who plays is drawn, but for seats that are named by themselves.
    fn shuffle(&mut self, who: &mut [String], by_seat: bool) {
        for place in (1..who.len()).rev().filter(|_| !by_seat) {
            let other = self.draws.between(0, i64::try_from(place).unwrap_or(0));
            who.swap(place, usize::try_from(other).unwrap_or(place));
        }
    }

    fn game(&mut self, plan: &Plan, who: &[String], by_seat: bool) -> Record {
        let ruleset = self.inventor.ruleset;
        let mut record = Record::new();
        if let Some(game) = ruleset.sheet_of(&SheetKind::Game) {
            self.built_in(game, &mut record);
        }
        record.extend(self.of_game(plan, who, by_seat));
        record
    }

    /// What is recorded of a game, but for where in an event it belongs.
    fn of_game(&mut self, plan: &Plan, who: &[String], by_seat: bool) -> Record {
        let ruleset = self.inventor.ruleset;
        let mut record = Record::new();
        let Some(game) = ruleset.sheet_of(&SheetKind::Game) else { return record };
        record.extend(self.row(game));
        let mut free: Vec<(SheetId, Symbol)> = self.parts_of_games();
        if plan.seats.is_empty() {
            for who in who {
                let side = self.side(&[], &plan.each);
                record.push((name(who), Field::Record(side)));
            }
        } else {
            let mut seats: Vec<usize> = (0..plan.seats.len()).collect();
            while seats.len() > who.len() {
                let gone = self.draws.between(0, i64::try_from(seats.len() - 1).unwrap_or(0));
                let gone = seats.remove(usize::try_from(gone).unwrap_or(0));
                free.extend(plan.seats[gone].parts.iter().copied());
            }
            for (&seat, who) in seats.iter().zip(who) {
                let mut side = Record::new();
                if !by_seat || (plan.least as usize) < plan.seats.len() {
                    side.push((name("entrant"), text(who)));
                }
                side.extend(self.side(&plan.seats[seat].parts, &plan.each));
                record.push((name(ruleset.symbols.text(plan.seats[seat].name)), Field::Record(side)));
            }
        }
        for (part, called) in free {
            let row = self.row(part);
            let called = ruleset.symbols.text(called);
            // A seat that stays empty may be called as its part.
            if !row.is_empty() && !record.iter().any(|(known, _)| known.text == called) {
                record.push((name(called), Field::Record(row)));
            }
        }
        record
    }

    fn side(&mut self, parts: &[(SheetId, Symbol)], each: &[(SheetId, Symbol)]) -> Record {
        let ruleset = self.inventor.ruleset;
        let mut record = ruleset.sheet_of(&SheetKind::Side).map(|side| self.row(side)).unwrap_or_default();
        for &(part, called) in parts.iter().chain(each) {
            let is_each = each.contains(&(part, called));
            if is_each && ruleset.may_be_left_out(part) && self.draws.likely(20) {
                continue;
            }
            let row = self.row(part);
            if !row.is_empty() || is_each {
                record.push((name(ruleset.symbols.text(called)), Field::Record(row)));
            }
        }
        record
    }

    fn parts_of_games(&self) -> Vec<(SheetId, Symbol)> {
        let sheets = (0_u16..).map(SheetId).zip(&self.inventor.ruleset.sheets);
        let parts = sheets.flat_map(|(id, sheet)| {
            let names: &[Symbol] = match &sheet.kind {
                SheetKind::Part { names, of_game: true } => names,
                SheetKind::Part { of_game: false, .. }
                | SheetKind::Event
                | SheetKind::Entrant
                | SheetKind::Match
                | SheetKind::MatchSide
                | SheetKind::Game
                | SheetKind::Side
                | SheetKind::List { .. }
                | SheetKind::Join { .. } => &[],
            };
            names.iter().map(move |&name| (id, name))
        });
        parts.collect()
    }

    /// The phase, and a match, where there are any.
    fn built_in(&mut self, game: SheetId, record: &mut Record) {
        let ruleset = self.inventor.ruleset;
        if let Some(phase) = self.draws.one_of(&ruleset.phases).filter(|_| ruleset.phases.len() > 1) {
            record.push((name("phase"), text(&phase.name)));
        }
        if ruleset.builtin(game, BuiltinColumn::MatchId).is_some() {
            let number = self.draws.between(1, 2);
            record.push((name("match"), text(&format!("match {number}"))));
        }
    }

    /// What is recorded of a row, lists included.
    fn row(&mut self, sheet: SheetId) -> Record {
        let ruleset = self.inventor.ruleset;
        let mut record = Record::new();
        for (id, info) in ruleset.columns_of(sheet) {
            if let Some(value) = self.recorded(id, info) {
                record.push((name(&info.name), Field::Value(self.literal(value))));
            }
        }
        for (list, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
            let SheetKind::List { owner, name: called, parts } = &info.kind else { continue };
            if *owner != sheet {
                continue;
            }
            let count = self.draws.between(0, 4);
            let items = (0..count).filter_map(|_| {
                let row = self.row(list);
                if *parts { Some(Field::Record(row)) } else { row.into_iter().next().map(|(_, value)| value) }
            });
            record.push((name(called), Field::List(items.collect())));
        }
        record
    }

    /// What is recorded in a column; `None` where nothing is.
    fn recorded(&mut self, id: ColumnId, info: &ColumnInfo) -> Option<Value> {
        let Origin::Recorded { default } = info.origin else { return None };
        if default.is_some() && self.draws.likely(50) {
            return None;
        }
        if info.ty.optional && (!self.complete && self.draws.likely(35)) {
            return None;
        }
        let value = self.value(id, info)?;
        self.last.insert(id, value);
        Some(value)
    }

    pub(super) fn value(&mut self, id: ColumnId, info: &ColumnInfo) -> Option<Value> {
        let last = self.last.get(&id).copied();
        if let Some(last) = last.filter(|_| self.draws.likely(20)) {
            return Some(last);
        }
        self.drawn(&info.ty, last)
    }

    /// Any value of a type; `last` is one that was drawn before.
    fn drawn(&mut self, ty: &Type, last: Option<Value>) -> Option<Value> {
        let ends = ends(&ty.range);
        let value = match &ty.kind {
            Kind::Integer => {
                let near = match last {
                    Some(Value::Integer(near)) => Some(near),
                    _ => None,
                };
                Value::Integer(self.draws.whole(ends, near))
            }
            Kind::Number => Value::Number(self.draws.number(ends)),
            Kind::Duration => Value::Duration(self.draws.duration(ends)),
            Kind::Date => Value::Date(self.draws.day(ends)),
            Kind::Flag => Value::Flag(self.draws.likely(50)),
            Kind::Choice(choices) => Value::Text(*self.draws.one_of(choices)?),
            Kind::Text | Kind::Unknown => return None,
        };
        Some(value)
    }

    fn entrant_records(&mut self, who: &[String]) -> Vec<(Name, Record)> {
        let Some(sheet) = self.inventor.ruleset.sheet_of(&SheetKind::Entrant) else { return Vec::new() };
        let records = who.iter().map(|who| (name(who), self.row(sheet)));
        records.filter(|(_, record)| !record.is_empty()).collect()
    }

    /// States to begin with, for most of those who play.
    fn beginnings(&mut self, who: &[String]) -> Vec<(Name, Record)> {
        let ruleset = self.inventor.ruleset;
        let Some(ladder) = &ruleset.ladder else { return Vec::new() };
        let mut all = Vec::new();
        for who in who {
            let mut record = Record::new();
            for state in &ladder.states {
                let info = ruleset.column(state.before);
                if self.draws.likely(85)
                    && let Some(value) = self.value(state.before, info)
                {
                    self.last.insert(state.before, value);
                    record.push((name(&info.name), Field::Value(self.literal(value))));
                }
            }
            if !record.is_empty() {
                all.push((name(who), record));
            }
        }
        all
    }

    pub(super) fn literal(&self, value: Value) -> Literal {
        let value = match value {
            Value::Integer(whole) => LiteralValue::Integer(whole),
            Value::Number(number) => LiteralValue::Digits(number.to_string()),
            Value::Flag(flag) => LiteralValue::Flag(flag),
            Value::Text(symbol) => LiteralValue::Text(self.inventor.ruleset.symbols.text(symbol).to_owned()),
            Value::Date(day) => LiteralValue::Digits(day.to_string()),
            Value::Duration(seconds) => LiteralValue::Text(format!("{seconds} s")),
            Value::Missing => LiteralValue::Text(String::new()),
        };
        Literal { value, span: Span::default() }
    }
}

fn ends(range: &Interval) -> Ends {
    (range.low.map(|low| low.at), range.high.map(|high| high.at))
}

/// Whether somebody of this name is invented to play.
pub(super) fn is_invented(name: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|digit| digit.is_ascii_digit());
    NAMES.contains(&name) || name.strip_prefix('P').is_some_and(is_number)
}

/// The names of so many who play.
pub(super) fn entrants(count: usize) -> Vec<String> {
    let numbered = (NAMES.len() + 1..).map(|number| format!("P{number}"));
    NAMES.iter().map(|name| (*name).to_owned()).chain(numbered).take(count).collect()
}

fn empty() -> ExampleEntry {
    ExampleEntry {
        name: name("invented"),
        set: Vec::new(),
        after: None,
        entrants: Vec::new(),
        begin: Vec::new(),
        games: Vec::new(),
        expect: Vec::new(),
        because: Vec::new(),
        not_because: Vec::new(),
        logged: None,
        span: Span::default(),
    }
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn text(text: &str) -> Field {
    Field::Value(Literal { value: LiteralValue::Text(text.to_owned()), span: Span::default() })
}
