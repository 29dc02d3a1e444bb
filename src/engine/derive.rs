//! From what the log recorded to every sheet, link and column that the ruleset mentions without a rule.
//!
//! Comes in: the entrants, games, sides, parts and lists of a log, and the links between them. Goes out: the event,
//! matches and their sides, opponents, seats, pairs of rows, numbers. It must never know a rule.
//! Start with [`complete`].

use super::matches;
use super::pairs::{Limits, Pairs};
use crate::ruleset::{BuiltinColumn, LinkRole, Origin, Ruleset, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Grouping, Index, LinkId, NO_ROW, SheetId, Tables, row_id};
use crate::value::{Kind, Symbol, Value};
use std::collections::BTreeSet;

/// Completes the tables of a log. Tells the sheets of pairs that are too large to be kept.
pub(super) fn complete(ruleset: &Ruleset, tables: &mut Tables, limits: Limits) -> BTreeSet<SheetId> {
    matches::group(ruleset, tables);
    complete_for(ruleset, &Asked::everything(ruleset), tables, limits)
}

/// What is looked at of tables.
pub(super) struct Asked {
    /// By sheet.
    pub sheets: Vec<bool>,
    /// By link.
    pub links: Vec<bool>,
    /// By column.
    pub columns: Vec<bool>,
}

impl Asked {
    fn everything(ruleset: &Ruleset) -> Self {
        Self {
            sheets: vec![true; ruleset.sheets.len()],
            links: vec![true; ruleset.links.len()],
            columns: vec![true; ruleset.columns.len()],
        }
    }
}

/// Completes as much of tables as is looked at. Their games are not grouped into matches.
pub(super) fn complete_for(
    ruleset: &Ruleset,
    asked: &Asked,
    tables: &mut Tables,
    limits: Limits,
) -> BTreeSet<SheetId> {
    let mut passing = BTreeSet::new();
    if let Some(event) = ruleset.sheet_of(&SheetKind::Event) {
        tables.set_rows(event, 1);
    }
    // A pair of rows may be made of pairs of rows: whatever can be done is done, until nothing more can.
    loop {
        let linked = links(ruleset, asked, tables);
        let joined = joins(ruleset, tables, (limits, asked), &mut passing);
        if !linked && !joined {
            break;
        }
    }
    for (id, info) in links_of(ruleset).filter(|(id, _)| asked.links[id.0 as usize]) {
        if tables.link(id).is_none() {
            tables.set_link(id, Index::Rows(vec![NO_ROW; tables.rows(info.from)]));
        }
    }
    columns(ruleset, asked, tables);
    passing
}

fn links_of(ruleset: &Ruleset) -> impl Iterator<Item = (LinkId, &crate::ruleset::LinkInfo)> {
    (0_u16..).map(LinkId).zip(&ruleset.links)
}

/// Fills the links that can be filled from others; whether there were any.
fn links(ruleset: &Ruleset, asked: &Asked, tables: &mut Tables) -> bool {
    let mut filled = false;
    for (id, info) in links_of(ruleset).filter(|(id, _)| asked.links[id.0 as usize]) {
        if tables.link(id).is_some() {
            continue;
        }
        let index = match &info.role {
            LinkRole::Inside(to) if ruleset.sheet(*to).kind == SheetKind::Event => Some(Index::One),
            LinkRole::Inside(_) | LinkRole::Entrant => through(ruleset, tables, info.from, &info.role),
            LinkRole::Opponent => opponents(ruleset, tables, info.from),
            LinkRole::Seat(seat) => in_seat(ruleset, tables, (info.from, info.to), *seat),
            LinkRole::Previous => previous(ruleset, tables, info.from),
            LinkRole::Outer | LinkRole::Inner => None,
        };
        if let Some(index) = index {
            tables.set_link(id, index);
            filled = true;
        }
    }
    filled
}

/// A link that leads on from the row that a row is inside of: part → side → entrant.
fn through(ruleset: &Ruleset, tables: &Tables, from: SheetId, role: &LinkRole) -> Option<Index> {
    links_of(ruleset).filter(|(_, first)| first.from == from).find_map(|(id, first)| {
        let (LinkRole::Inside(middle), Some(first)) = (&first.role, tables.link(id)) else {
            return None;
        };
        let next = tables.link(ruleset.link_of(*middle, role)?)?;
        Some(first.then(next, tables.rows(from)))
    })
}

/// The other side, where there are exactly two.
fn opponents(ruleset: &Ruleset, tables: &Tables, from: SheetId) -> Option<Index> {
    let container = match ruleset.sheet(from).kind {
        SheetKind::Side => SheetKind::Game,
        SheetKind::MatchSide => SheetKind::Match,
        SheetKind::Part { .. } => return same_parts(ruleset, tables, from),
        SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::Game
        | SheetKind::List { .. }
        | SheetKind::Join { .. } => return None,
    };
    let container = ruleset.sheet_of(&container)?;
    let index = tables.link(ruleset.link_of(from, &LinkRole::Inside(container))?)?;
    let rows = tables.rows(from);
    if *index == Index::Every(2) {
        return Some(Index::Rows((0..rows).map(|row| row_id(row ^ 1)).collect()));
    }
    let mut opponents = vec![NO_ROW; rows];
    let groups = tables.rows(container);
    let grouping = Grouping::new(index, rows, groups);
    for group in 0..groups {
        if let [first, second] = *grouping.children(group) {
            opponents[first as usize] = second;
            opponents[second as usize] = first;
        }
    }
    Some(Index::Rows(opponents))
}

/// From a game to the one before it in the log; from a side to that of the same entrant in the entrant's game before. A
/// void game is a game before as any other.
fn previous(ruleset: &Ruleset, tables: &Tables, from: SheetId) -> Option<Index> {
    let rows = tables.rows(from);
    if ruleset.sheet(from).kind == SheetKind::Game {
        return Some(Index::Rows((0..rows).map(|game| game.checked_sub(1).map_or(NO_ROW, row_id)).collect()));
    }
    (ruleset.sheet(from).kind == SheetKind::Side)
        .then(|| History::new(ruleset, tables, from))
        .flatten()
        .map(|history| Index::Rows(history.previous))
}

/// The sides that each entrant has sat on, one after the other.
pub(super) struct History {
    /// For each side that of the same entrant in the game before.
    pub previous: Vec<u32>,
    /// For each entrant the last side.
    pub newest: Vec<u32>,
}

impl History {
    /// `None` where sides lack their games or entrants.
    pub(super) fn new(ruleset: &Ruleset, tables: &Tables, sides: SheetId) -> Option<Self> {
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let entrants = ruleset.sheet_of(&SheetKind::Entrant)?;
        let game = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
        let entrant = tables.link(ruleset.link_of(sides, &LinkRole::Entrant)?)?;
        let rows = tables.rows(sides);
        let mut order: Vec<usize> = (0..rows).filter(|&side| game.get(side) != NO_ROW).collect();
        if !order.is_sorted_by_key(|&side| game.get(side)) {
            order.sort_by_key(|&side| game.get(side));
        }
        let mut history = Self { previous: vec![NO_ROW; rows], newest: vec![NO_ROW; tables.rows(entrants)] };
        for side in order {
            let Some(newest) = history.newest.get_mut(entrant.get(side) as usize) else { continue };
            // Who sits on two sides of a game has the same game before on both.
            let own = history.previous.get(*newest as usize);
            let own = own.filter(|_| game.get(*newest as usize) == game.get(side)).copied();
            history.previous[side] = own.unwrap_or(*newest);
            *newest = row_id(side);
        }
        Some(history)
    }
}

/// The part of the same name of the other side.
fn same_parts(ruleset: &Ruleset, tables: &Tables, parts: SheetId) -> Option<Index> {
    let sides = ruleset.sheet_of(&SheetKind::Side)?;
    let owners = tables.link(ruleset.link_of(parts, &LinkRole::Inside(sides))?)?;
    let others = opponents(ruleset, tables, sides)?;
    let column = tables.column(ruleset.builtin(parts, BuiltinColumn::Name)?)?;
    let Data::Symbol(names) = &column.data else {
        return None;
    };
    let grouping = Grouping::new(owners, names.len(), tables.rows(sides));
    let same = |row: usize| {
        let owner = Some(owners.get(row)).filter(|&owner| owner != NO_ROW)?;
        let other = Some(others.get(owner as usize)).filter(|&other| other != NO_ROW)?;
        grouping.children(other as usize).iter().copied().find(|&part| names[part as usize] == names[row])
    };
    Some(Index::Rows((0..names.len()).map(|row| same(row).unwrap_or(NO_ROW)).collect()))
}

/// The side of each game in a seat.
fn in_seat(
    ruleset: &Ruleset,
    tables: &Tables,
    (games, sides): (SheetId, SheetId),
    seat: Symbol,
) -> Option<Index> {
    let column = tables.column(ruleset.builtin(sides, BuiltinColumn::Seat)?)?;
    let index = tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
    let Data::Symbol(seats) = &column.data else {
        return None;
    };
    let mut found = vec![NO_ROW; tables.rows(games)];
    for (side, _) in seats.iter().enumerate().filter(|(_, taken)| **taken == seat) {
        if let (true, Some(found)) = (column.is_known(side), found.get_mut(index.get(side) as usize)) {
            *found = row_id(side);
        }
    }
    Some(Index::Rows(found))
}

/// Makes the sheets of pairs whose paths exist; whether there were any. Of those that pass, none is laid out.
fn joins(
    ruleset: &Ruleset,
    tables: &mut Tables,
    (limits, asked): (Limits, &Asked),
    passing: &mut BTreeSet<SheetId>,
) -> bool {
    let mut made = false;
    let sheets = (0_u16..).map(SheetId).zip(&asked.sheets);
    for id in sheets.filter_map(|(id, asked)| asked.then_some(id)) {
        let outer = ruleset.link_of(id, &LinkRole::Outer).filter(|&outer| tables.link(outer).is_none());
        let (Some(outer), Some(pairs)) = (outer, Pairs::new(ruleset, tables, id)) else {
            continue;
        };
        // What is paired with passing pairs passes with them.
        if passing.contains(&ruleset.link(outer).to) || !pairs.are_at_most(limits.kept) {
            passing.insert(id);
            pairs.lay_none(tables);
        } else {
            pairs.lay_all(tables);
        }
        made = true;
    }
    made
}

/// Numbers, defaults of recorded columns that the log left out, and nothing where nothing is known.
fn columns(ruleset: &Ruleset, asked: &Asked, tables: &mut Tables) {
    let all = (0_u32..).map(ColumnId).zip(&ruleset.columns);
    for (id, info) in all.filter(|(id, _)| asked.columns[id.0 as usize]) {
        let rows = tables.rows(info.sheet);
        let value = match &info.origin {
            Origin::Ruled
            | Origin::State
            | Origin::Hidden { .. }
            | Origin::Builtin(
                BuiltinColumn::Written | BuiltinColumn::Place | BuiltinColumn::Penalty | BuiltinColumn::Void,
            ) => {
                continue;
            }
            Origin::Builtin(BuiltinColumn::Number) => {
                if !tables.column(id).is_some_and(|column| counts_to(column, rows)) {
                    let numbers: Vec<i64> = (1..).take(rows).collect();
                    tables.set_column(id, Column::full(Data::Integer(numbers.into())));
                }
                continue;
            }
            Origin::Builtin(
                BuiltinColumn::Name
                | BuiltinColumn::Id
                | BuiltinColumn::MatchId
                | BuiltinColumn::Phase
                | BuiltinColumn::Round
                | BuiltinColumn::Pool
                | BuiltinColumn::Umpire
                | BuiltinColumn::ReportedBy
                | BuiltinColumn::ConfirmedBy
                | BuiltinColumn::Date
                | BuiltinColumn::Edition
                | BuiltinColumn::Seat,
            ) => Value::Missing,
            Origin::Recorded { default } => default.unwrap_or(Value::Missing),
        };
        if tables.column(id).is_none() {
            tables.set_column(id, filled(&info.ty.kind, value, rows));
        }
    }
}

/// Whether a column holds the numbers from 1 on already.
fn counts_to(column: &Column, rows: usize) -> bool {
    let Data::Integer(numbers) = &column.data else { return false };
    column.known.is_none() && numbers.len() == rows && numbers.count_up()
}

/// The same value on every row.
fn filled(kind: &Kind, value: Value, rows: usize) -> Column {
    let mut one = Column::full(Data::empty(kind));
    one.push(value);
    let data = match one.data {
        Data::Integer(values) => Data::Integer(values.repeat(rows)),
        Data::Number(values) => Data::Number(vec![values[0]; rows]),
        Data::Flag(values) => Data::Flag(vec![values[0]; rows]),
        Data::Symbol(values) => Data::Symbol(vec![values[0]; rows]),
    };
    Column { data, known: one.known.filter(|_| rows > 0).map(|known| vec![known[0]; rows]) }
}
