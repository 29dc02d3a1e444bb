//! What a row is called: the game it belongs to, who it is about, which part it is; and where it was recorded.
//!
//! Comes in: a sheet and a row of it. Goes out: a [`RowName`]. It must never know what is said of the row. Start with
//! [`name`].

use super::tree::RowName;
use crate::engine::Opened;
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::{RecordPlace, SheetId};
use crate::value::Value;

/// What a row is called.
pub(super) fn name(opened: &Opened<'_>, sheet: SheetId, row: u32) -> RowName {
    let (sheet, row) = opened.inner(sheet, row);
    let mut name = RowName::default();
    add(opened, (sheet, row), &mut name);
    name
}

fn add(opened: &Opened<'_>, (sheet, row): (SheetId, u32), name: &mut RowName) {
    match &opened.ruleset.sheet(sheet).kind {
        SheetKind::Event => {}
        SheetKind::Entrant => name.entrant = Some(entrant(opened, row)),
        SheetKind::Match => name.in_match = Some(match_name(opened, row)),
        SheetKind::Game => {
            name.game = Some(game_id(opened, sheet, row));
            name.place = opened.outcome.tables.games.get(row as usize).copied();
        }
        SheetKind::MatchSide | SheetKind::Side => {
            if let Some(who) = follow(opened, sheet, &LinkRole::Entrant, row) {
                name.entrant = Some(entrant(opened, who));
            }
            name.seat = seat(opened, sheet, row);
            if let Some(above) = above(opened, sheet, row) {
                add(opened, above, name);
            }
        }
        SheetKind::Part { .. } => {
            let own = text(opened, sheet, BuiltinColumn::Name, row);
            let kind = &opened.ruleset.sheet(sheet).name;
            let own = own.filter(|own| own != kind);
            name.part = Some(own.map_or_else(|| kind.clone(), |own| format!("{kind} {own}")));
            if let Some(above) = above(opened, sheet, row) {
                add(opened, above, name);
            }
        }
        SheetKind::List { name: list, .. } => {
            if let Some(above) = above(opened, sheet, row) {
                add(opened, above, name);
            }
            let part = name.part.take().map_or_else(String::new, |part| format!("{part}, "));
            name.part = Some(format!("{part}{list}{}", element(opened, sheet, row)));
        }
        SheetKind::Join { .. } => {}
    }
}

/// An element of a list: what is written for it, its value, or its place in the list.
fn element(opened: &Opened<'_>, list: SheetId, row: u32) -> String {
    let (ruleset, outcome) = (opened.ruleset, opened.outcome);
    if let Some(written) = ruleset.written(list) {
        return format!(" {}", written.text(ruleset, &outcome.tables, &outcome.symbols, row as usize));
    }
    let value = ruleset.find_column(list, "value").map_or(Value::Missing, |column| opened.cell(column, row));
    if value != Value::Missing {
        return format!(" {}", value.words(&outcome.symbols));
    }
    let SheetKind::List { owner, .. } = ruleset.sheet(list).kind else { return String::new() };
    let first = follow(opened, list, &LinkRole::Inside(owner), row).map(|owner_row| {
        let link = ruleset.link_of(list, &LinkRole::Inside(owner));
        let is_own = |row: &u32| link.is_some_and(|link| opened.target(&[link], *row) == Some(owner_row));
        (0..row).rev().take_while(is_own).count() + 1
    });
    first.map_or_else(String::new, |place| format!(" {place}"))
}

/// The row that a row is inside of: a side, where it belongs to one, else a game or a match.
fn above(opened: &Opened<'_>, sheet: SheetId, row: u32) -> Option<(SheetId, u32)> {
    let kinds: &[SheetKind] = match &opened.ruleset.sheet(sheet).kind {
        SheetKind::Part { .. } => &[SheetKind::Side, SheetKind::Game],
        SheetKind::Side => &[SheetKind::Game],
        SheetKind::MatchSide => &[SheetKind::Match],
        SheetKind::List { owner, .. } => {
            return Some((*owner, follow(opened, sheet, &LinkRole::Inside(*owner), row)?));
        }
        SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::Game
        | SheetKind::Join { .. } => &[],
    };
    kinds.iter().find_map(|kind| {
        let to = opened.ruleset.sheet_of(kind)?;
        Some((to, follow(opened, sheet, &LinkRole::Inside(to), row)?))
    })
}

/// Where a link of this role leads from a row.
pub(super) fn follow(opened: &Opened<'_>, from: SheetId, role: &LinkRole, row: u32) -> Option<u32> {
    opened.target(&[opened.ruleset.link_of(from, role)?], row)
}

/// The game that a row belongs to.
pub(super) fn game_of(opened: &Opened<'_>, sheet: SheetId, row: u32) -> Option<u32> {
    let mut here = (sheet, row);
    loop {
        if opened.ruleset.sheet(here.0).kind == SheetKind::Game {
            return Some(here.1);
        }
        here = above(opened, here.0, here.1)?;
    }
}

/// Where a row was recorded.
pub(super) fn place_of(opened: &Opened<'_>, sheet: SheetId, row: u32) -> Option<RecordPlace> {
    let tables = &opened.outcome.tables;
    if opened.ruleset.sheet(sheet).kind == SheetKind::Entrant {
        return tables.registered.get(row as usize).copied().flatten();
    }
    tables.games.get(game_of(opened, sheet, row)? as usize).copied()
}

/// Where a game was recorded, as it is told: `log.csv:12`.
pub(super) fn record(opened: &Opened<'_>, game: u32) -> Option<String> {
    let place = opened.outcome.tables.games.get(game as usize)?;
    let log = opened.outcome.logs.get(place.log as usize)?;
    Some(format!("{log}:{}", place.line))
}

/// The name of an entrant.
pub(super) fn entrant(opened: &Opened<'_>, row: u32) -> String {
    let sheet = opened.ruleset.sheet_of(&SheetKind::Entrant);
    let name = sheet.and_then(|sheet| text(opened, sheet, BuiltinColumn::Name, row));
    name.unwrap_or_else(|| (u64::from(row) + 1).to_string())
}

/// What a game is called: its id, or its number.
pub(super) fn game_id(opened: &Opened<'_>, sheet: SheetId, row: u32) -> String {
    text(opened, sheet, BuiltinColumn::Id, row).unwrap_or_else(|| (u64::from(row) + 1).to_string())
}

/// What the games of a match call it, or its number.
pub(super) fn match_name(opened: &Opened<'_>, row: u32) -> String {
    let sheets = (opened.ruleset.sheet_of(&SheetKind::Match), opened.ruleset.sheet_of(&SheetKind::Game));
    let (Some(matches), Some(games)) = sheets else { return String::new() };
    let link = opened.ruleset.link_of(games, &LinkRole::Inside(matches));
    let is_of_it = |game: &u32| link.is_some_and(|link| opened.target(&[link], *game) == Some(row));
    let rows = crate::sheet::row_id(opened.rows(games));
    let first = (0..rows).find(is_of_it);
    let name = first.and_then(|game| text(opened, games, BuiltinColumn::MatchId, game));
    name.unwrap_or_else(|| (u64::from(row) + 1).to_string())
}

fn seat(opened: &Opened<'_>, sheet: SheetId, row: u32) -> Option<String> {
    let ruleset = opened.ruleset;
    let is_seated = !ruleset.plans.is_empty() && !ruleset.plan(opened.settings).seats.is_empty();
    text(opened, sheet, BuiltinColumn::Seat, row).filter(|_| is_seated)
}

/// A cell with a text, in a column that every format has.
pub(super) fn text(opened: &Opened<'_>, sheet: SheetId, column: BuiltinColumn, row: u32) -> Option<String> {
    match opened.cell(opened.ruleset.builtin(sheet, column)?, row) {
        Value::Text(symbol) => Some(opened.outcome.symbols.text(symbol).to_owned()),
        Value::Integer(_)
        | Value::Number(_)
        | Value::Flag(_)
        | Value::Date(_)
        | Value::Duration(_)
        | Value::Missing => None,
    }
}
