//! One record for two formats that do not record the same: what one of them does not know is left out for it, and what one
//! of them must have is filled in.
//!
//! Comes in: an invented example, two rulesets. Goes out: the example as either of them reads it. Start with [`fitted`] and
//! [`fill`].

use crate::audit::invent::{Inventing, Inventor};
use crate::format::{ExampleEntry, Field, LiteralValue, Record};
use crate::ruleset::{BuiltinColumn, Origin, Ruleset, SheetKind};
use crate::sheet::SheetId;
use crate::source::Span;
use crate::syntax::ast::Name;
use std::collections::BTreeSet;

/// The key under which a side says who plays it.
const ENTRANT: &str = "entrant";

/// What a ruleset can record, by where it is recorded.
#[derive(Debug)]
pub(super) struct Keys {
    options: BTreeSet<String>,
    entrant: BTreeSet<String>,
    begin: BTreeSet<String>,
    game: BTreeSet<String>,
    side: BTreeSet<String>,
    part: BTreeSet<String>,
    parts: BTreeSet<String>,
}

impl Keys {
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        let of_kind = |kind: &SheetKind| ruleset.sheet_of(kind).map(|sheet| recorded(ruleset, sheet));
        let mut game = of_kind(&SheetKind::Game).unwrap_or_default();
        if !ruleset.phases.is_empty() {
            game.insert("phase".to_owned());
        }
        let builtins = [
            ("match", BuiltinColumn::MatchId),
            ("round", BuiltinColumn::Round),
            ("pool", BuiltinColumn::Pool),
        ];
        let sheet = ruleset.sheet_of(&SheetKind::Game);
        let has = |builtin| sheet.is_some_and(|sheet| ruleset.builtin(sheet, builtin).is_some());
        game.extend(builtins.into_iter().filter(|(_, one)| has(*one)).map(|(name, _)| name.to_owned()));
        let mut side = of_kind(&SheetKind::Side).unwrap_or_default();
        side.insert(ENTRANT.to_owned());
        let mut part = BTreeSet::new();
        let mut parts = BTreeSet::new();
        for (sheet, names) in part_sheets(ruleset) {
            part.extend(recorded(ruleset, sheet));
            parts.extend(names);
        }
        let states = ruleset.ladder.iter().flat_map(|ladder| &ladder.states);
        Self {
            options: ruleset.options.iter().map(|option| option.name.clone()).collect(),
            entrant: of_kind(&SheetKind::Entrant).unwrap_or_default(),
            begin: states.map(|state| ruleset.column(state.before).name.clone()).collect(),
            game,
            side,
            part,
            parts,
        }
    }

    fn is_part_elsewhere(&self, name: &str, other: &Self) -> bool {
        other.parts.contains(name) && !self.parts.contains(name)
    }
}

/// The names of what a row of a sheet records, lists included.
fn recorded(ruleset: &Ruleset, sheet: SheetId) -> BTreeSet<String> {
    let is_recorded = |origin: &Origin| matches!(origin, Origin::Recorded { .. });
    let columns = ruleset.columns_of(sheet).filter(|(_, info)| is_recorded(&info.origin));
    let lists = ruleset.sheets.iter().filter_map(|info| {
        let SheetKind::List { owner, name, .. } = &info.kind else { return None };
        (*owner == sheet).then(|| name.clone())
    });
    columns.map(|(_, info)| info.name.clone()).chain(lists).collect()
}

/// The sheets of parts, and what the single ones are called.
fn part_sheets(ruleset: &Ruleset) -> impl Iterator<Item = (SheetId, Vec<String>)> {
    let sheets = (0_u16..).map(SheetId).zip(&ruleset.sheets);
    sheets.filter_map(|(id, info)| {
        let SheetKind::Part { names, .. } = &info.kind else { return None };
        Some((id, names.iter().map(|name| ruleset.symbols.text(*name).to_owned()).collect()))
    })
}

/// The example without what a ruleset does not record; `other` is what the other ruleset records.
pub(super) fn fitted(example: &ExampleEntry, keys: &Keys, other: &Keys) -> ExampleEntry {
    let mut fitted = example.clone();
    fitted.set.retain(|(name, _)| keys.options.contains(&name.text));
    for (records, known) in [(&mut fitted.entrants, &keys.entrant), (&mut fitted.begin, &keys.begin)] {
        for (_, record) in records.iter_mut() {
            record.retain(|(name, _)| known.contains(&name.text));
        }
    }
    fitted.begin.retain(|(_, record)| !record.is_empty());
    for (record, _) in &mut fitted.games {
        record.retain(|(name, field)| match field {
            Field::Record(_) => !keys.is_part_elsewhere(&name.text, other),
            Field::Value(_) | Field::List(_) => keys.game.contains(&name.text),
        });
        for (name, field) in record.iter_mut() {
            if let Field::Record(inner) = field {
                side(&name.text, inner, keys, other);
            }
        }
    }
    fitted
}

/// A side, or a part that belongs to no side.
fn side(called: &str, record: &mut Record, keys: &Keys, other: &Keys) {
    let may_be_part = keys.parts.contains(called);
    record.retain(|(name, field)| match field {
        Field::Record(_) => !keys.is_part_elsewhere(&name.text, other),
        Field::Value(_) | Field::List(_) => {
            keys.side.contains(&name.text) || may_be_part && keys.part.contains(&name.text)
        }
    });
    for (_, field) in record.iter_mut() {
        if let Field::Record(inner) = field {
            inner.retain(|(name, _)| keys.part.contains(&name.text));
        }
    }
}

/// Fills in what the ruleset of an inventor must have and the example does not record.
pub(super) fn fill(inventor: &Inventor<'_>, number: u32, example: &mut ExampleEntry) {
    let ruleset = inventor.ruleset();
    let mut filling = Filling { ruleset, inventing: inventor.inventing(number) };
    let mut players: Vec<String> = Vec::new();
    for (record, _) in &mut example.games {
        players.extend(filling.game(record));
    }
    let Some(sheet) = ruleset.sheet_of(&SheetKind::Entrant).filter(|sheet| filling.needs(*sheet)) else {
        return;
    };
    for player in players {
        if !example.entrants.iter().any(|(name, _)| name.text == player) {
            example.entrants.push((Name { text: player, span: Span::default() }, Record::new()));
        }
    }
    for (_, record) in &mut example.entrants {
        filling.row(sheet, record);
    }
}

struct Filling<'i, 'r> {
    ruleset: &'r Ruleset,
    inventing: Inventing<'i, 'r>,
}

impl Filling<'_, '_> {
    /// Fills a game in; gives who plays in it.
    fn game(&mut self, record: &mut Record) -> Vec<String> {
        let ruleset = self.ruleset;
        let parts: Vec<(SheetId, Vec<String>)> = part_sheets(ruleset).collect();
        let part = |name: &str| {
            parts.iter().find(|(_, names)| names.iter().any(|known| known == name)).map(|(sheet, _)| *sheet)
        };
        let mut players = Vec::new();
        if let Some(sheet) = ruleset.sheet_of(&SheetKind::Game) {
            self.row(sheet, record);
        }
        let is_seat = |name: &str| {
            let seats = ruleset.plans.iter().flat_map(|plan| &plan.seats);
            seats.map(|seat| ruleset.symbols.text(seat.name)).any(|seat| seat == name)
        };
        for (name, field) in record.iter_mut() {
            let Field::Record(inner) = field else { continue };
            if let Some(sheet) = part(&name.text).filter(|_| !is_seat(&name.text)) {
                self.row(sheet, inner);
                continue;
            }
            players.push(player(&name.text, inner));
            if let Some(sheet) = ruleset.sheet_of(&SheetKind::Side) {
                self.row(sheet, inner);
            }
            for (name, field) in inner.iter_mut() {
                if let (Field::Record(row), Some(sheet)) = (field, part(&name.text)) {
                    self.row(sheet, row);
                }
            }
        }
        players
    }

    fn needs(&self, sheet: SheetId) -> bool {
        self.ruleset.columns_of(sheet).any(|(_, info)| is_needed(&info.origin) && !info.ty.optional)
    }

    fn row(&mut self, sheet: SheetId, record: &mut Record) {
        let ruleset = self.ruleset;
        for (id, info) in ruleset.columns_of(sheet) {
            if !is_needed(&info.origin)
                || info.ty.optional
                || record.iter().any(|(name, _)| name.text == info.name)
            {
                continue;
            }
            if let Some(value) = self.inventing.value(id, info) {
                let name = Name { text: info.name.clone(), span: Span::default() };
                record.push((name, Field::Value(self.inventing.literal(value))));
            }
        }
    }
}

fn is_needed(origin: &Origin) -> bool {
    matches!(origin, Origin::Recorded { default: None })
}

/// Who plays a side: as it says, or else as it is called.
fn player(called: &str, side: &Record) -> String {
    let said = side.iter().find(|(name, _)| name.text == ENTRANT).and_then(|(_, field)| match field {
        Field::Value(literal) => match &literal.value {
            LiteralValue::Text(text) => Some(text.clone()),
            LiteralValue::Integer(_) | LiteralValue::Digits(_) | LiteralValue::Flag(_) => None,
        },
        Field::Record(_) | Field::List(_) => None,
    });
    said.unwrap_or_else(|| called.to_owned())
}
