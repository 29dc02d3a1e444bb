//! Blocks of games, put together again to one log.
//!
//! Comes in: the entrants of a log, and blocks of its games, each with its own numbers for entrants. Goes out: a log with all games
//! in the order of the blocks, as if it had been read as a whole, but for the ids of games and their places. It must never know a
//! rule. Start with [`joined`].

use super::tile;
use crate::log::{Block, Log};
use crate::ruleset::{BuiltinColumn, LinkRole, Ruleset, Settings, SheetKind, Step, Ties};
use crate::sheet::{Column, ColumnId, Data, Index, LinkId, NO_ROW, RecordPlace, Tables};

/// Blocks by one reader, in order, and for each number of an entrant that it uses the row of the entrant.
pub type Read = (Vec<Block>, Vec<u32>);

/// Whether rules look at no game's id, so that it does not matter that ids are not kept.
#[must_use]
pub fn asks_no_id(ruleset: &Ruleset) -> bool {
    let is_id = |column: ColumnId| match ruleset.column(column).origin {
        crate::ruleset::Origin::Builtin(builtin) => builtin == BuiltinColumn::Id,
        _ => false,
    };
    let mut steps = ruleset.scoring().chain(&ruleset.texts);
    !steps.any(|step| {
        // A lot is drawn by the id of the game.
        let draws = matches!(step, Step::Place(place) if place.ties == Ties::Lot);
        draws || step.reads().into_iter().any(is_id)
    })
}

/// The log; `entrants` holds nothing but who plays.
#[must_use]
pub fn joined(ruleset: &Ruleset, settings: &Settings, entrants: Log, read: Vec<Read>) -> Log {
    let mut log = Log { tables: only_entrants(ruleset, &entrants.tables), ..entrants };
    let mut blocks: Vec<(Block, usize)> = Vec::new();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for (reader, (own, own_rows)) in read.into_iter().enumerate() {
        blocks.extend(own.into_iter().map(|block| (block, reader)));
        rows.push(own_rows);
    }
    blocks.sort_by_key(|(block, _)| block.number);
    let sides = ruleset.sheet_of(&SheetKind::Side);
    let seated = sides.and_then(|sides| ruleset.link_of(sides, &LinkRole::Entrant));
    let Some((first, _)) = blocks.first() else { return log };
    let columns: Vec<ColumnId> = (0_u32..)
        .map(ColumnId)
        .take(ruleset.columns.len())
        .filter(|id| first.tables.column(*id).is_some())
        .collect();
    let links: Vec<LinkId> = (0_u16..)
        .map(LinkId)
        .take(ruleset.links.len())
        .filter(|id| first.tables.link(*id).is_some())
        .collect();
    for (mut block, reader) in blocks {
        if let Some((link, Index::Rows(numbers))) =
            seated.and_then(|link| Some((link, block.tables.take_link(link)?)))
        {
            let row = |number: u32| rows[reader].get(number as usize).copied().unwrap_or(NO_ROW);
            block.tables.set_link(link, Index::Rows(numbers.into_iter().map(row).collect()));
        }
        tile::append(ruleset, &mut log.tables, &block.tables, (&columns, &links));
    }
    if ruleset.plan(settings).seats.is_empty() {
        name_seats(ruleset, &mut log);
    }
    let games = ruleset.sheet_of(&SheetKind::Game).map_or(0, |games| log.tables.rows(games));
    log.tables.games = vec![RecordPlace { log: 0, line: 0 }; games];
    log
}

/// The entrants, and no table of games, not even an empty one.
fn only_entrants(ruleset: &Ruleset, tables: &Tables) -> Tables {
    let mut kept = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    kept.registered.clone_from(&tables.registered);
    if let Some(sheet) = ruleset.sheet_of(&SheetKind::Entrant) {
        kept.set_rows(sheet, tables.rows(sheet));
        for (id, _) in ruleset.columns_of(sheet) {
            if let Some(column) = tables.column(id) {
                kept.set_column(id, column.clone());
            }
        }
    }
    kept
}

/// Where there are no seats, a side is called by the name of its entrant.
fn name_seats(ruleset: &Ruleset, log: &mut Log) {
    let column = |kind: &SheetKind, builtin| ruleset.builtin(ruleset.sheet_of(kind)?, builtin);
    let seat = column(&SheetKind::Side, BuiltinColumn::Seat);
    let link =
        ruleset.sheet_of(&SheetKind::Side).and_then(|sides| ruleset.link_of(sides, &LinkRole::Entrant));
    let name = column(&SheetKind::Entrant, BuiltinColumn::Name).and_then(|column| log.tables.column(column));
    let (Some(seat), Some(Data::Symbol(names)), Some(Index::Rows(entrants))) =
        (seat, name.map(|column| &column.data), link.and_then(|link| log.tables.link(link)))
    else {
        return;
    };
    let of_side = |entrant: &u32| names.get(*entrant as usize).copied().unwrap_or(crate::value::Symbol(0));
    let seats = entrants.iter().map(of_side).collect();
    log.tables.set_column(seat, Column::full(Data::Symbol(seats)));
}
