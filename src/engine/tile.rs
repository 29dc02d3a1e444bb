//! Tables of one event, laid side by side for many, and tables that grow by the games of the next round.
//!
//! Comes in: tables in which nothing but who plays differs from event to event. Goes out: the same rows as often as there
//! are events, one event after the other, with links that stay inside each event. It must never know a rule.
//! Start with [`repeated`], then [`append`].

use crate::ruleset::{LinkInfo, LinkRole, Ruleset, SheetKind};
use crate::sheet::{ColumnId, Index, LinkId, NO_ROW, SheetId, Tables, row_id};

/// The tables for so many events. The event sheet keeps its one row.
pub(super) fn repeated(ruleset: &Ruleset, one: &Tables, events: usize) -> Tables {
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    let event = ruleset.sheet_of(&SheetKind::Event);
    for sheet in (0_u16..).map(SheetId).take(ruleset.sheets.len()) {
        let times = if Some(sheet) == event { 1 } else { events };
        tables.set_rows(sheet, one.rows(sheet) * times);
    }
    for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
        if let Some(column) = one.column(id).filter(|_| Some(info.sheet) != event) {
            tables.set_column(id, column.repeated(events));
        }
    }
    for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
        if let Some(index) = one.link(id).filter(|_| Some(info.from) != event) {
            let rows = one.rows(info.from);
            let targets = if Some(info.to) == event { 0 } else { one.rows(info.to) };
            tables.set_link(id, repeated_link(index, (rows, targets), events));
        }
    }
    tables.games = one.games.repeat(events);
    tables
}

fn repeated_link(index: &Index, (rows, targets): (usize, usize), times: usize) -> Index {
    match index {
        Index::One if targets == 0 => return Index::One,
        Index::Every(count) if rows == targets * *count as usize => return Index::Every(*count),
        Index::One | Index::Every(_) | Index::Rows(_) => {}
    }
    let mut all = Vec::with_capacity(rows * times);
    for event in 0..times {
        let offset = row_id(event * targets);
        all.extend((0..rows).map(|row| match index.get(row) {
            NO_ROW => NO_ROW,
            target => target + offset,
        }));
    }
    Index::Rows(all)
}

/// Links in the form that is looked up fastest: so many children to each parent, where that is so.
pub(super) fn simplify(ruleset: &Ruleset, tables: &mut Tables) {
    for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
        let (rows, targets) = (tables.rows(info.from), tables.rows(info.to));
        let Some(Index::Rows(index)) = tables.link(id) else { continue };
        let Some(count) = rows.checked_div(targets).filter(|count| *count > 0 && count * targets == rows)
        else {
            continue;
        };
        if index.iter().enumerate().all(|(row, &target)| target == row_id(row / count)) {
            tables.set_link(id, Index::Every(row_id(count)));
        }
    }
}

/// What leads from a side to its entrant.
pub(super) fn seats(ruleset: &Ruleset) -> Option<LinkId> {
    ruleset.link_of(ruleset.sheet_of(&SheetKind::Side)?, &LinkRole::Entrant)
}

/// Seats entrants: for each side who plays it. What leads from the rows of a side to its entrant follows.
pub(super) fn seat(ruleset: &Ruleset, tables: &mut Tables, seated: Vec<u32>) {
    let (Some(sides), Some(of_side)) = (ruleset.sheet_of(&SheetKind::Side), seats(ruleset)) else { return };
    let seated = Index::Rows(seated);
    for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
        if info.role == LinkRole::Entrant && id != of_side && tables.link(id).is_some() {
            let index = through_sides(ruleset, tables, (sides, &seated), info);
            tables.set_link(id, index);
        }
    }
    tables.set_link(of_side, seated);
}

fn through_sides(
    ruleset: &Ruleset,
    tables: &Tables,
    (sides, seated): (SheetId, &Index),
    link: &LinkInfo,
) -> Index {
    let rows = tables.rows(link.from);
    let link_to = |from, to| tables.link(ruleset.link_of(from, &LinkRole::Inside(to))?);
    if let Some(up) = link_to(link.from, sides) {
        return up.then(seated, rows);
    }
    // The sides of a match are those of its games.
    let mut found = vec![NO_ROW; rows];
    if let Some(up) = link_to(sides, link.from) {
        for side in 0..tables.rows(sides) {
            if let Some(found) = found.get_mut(up.get(side) as usize) {
                *found = seated.get(side);
            }
        }
    }
    Index::Rows(found)
}

/// Adds the rows of `more` below those of `all`, with these columns and links alone. The entrants and the event are the
/// same in both.
pub(super) fn append(
    ruleset: &Ruleset,
    all: &mut Tables,
    more: &Tables,
    (columns, links): (&[ColumnId], &[LinkId]),
) {
    let is_shared =
        |sheet: SheetId| matches!(ruleset.sheet(sheet).kind, SheetKind::Entrant | SheetKind::Event);
    for &id in links {
        let info = ruleset.link(id);
        let Some(index) = more.link(id).filter(|_| !is_shared(info.from)) else { continue };
        let old = (all.rows(info.from), if is_shared(info.to) { 0 } else { all.rows(info.to) });
        let new = (more.rows(info.from), if is_shared(info.to) { 0 } else { more.rows(info.to) });
        let whole = match all.take_link(id) {
            Some(before) => appended_link(before, index, old, new),
            None => index.clone(),
        };
        all.set_link(id, whole);
    }
    for &id in columns {
        let Some(column) = more.column(id).filter(|_| !is_shared(ruleset.column(id).sheet)) else { continue };
        match all.column_mut(id) {
            Some(before) => before.append(column),
            None => all.set_column(id, column.clone()),
        }
    }
    for sheet in (0_u16..).map(SheetId).take(ruleset.sheets.len()).filter(|&sheet| !is_shared(sheet)) {
        all.set_rows(sheet, all.rows(sheet) + more.rows(sheet));
    }
    all.games.extend_from_slice(&more.games);
}

/// Links after each other: rows and targets of the old and of the new.
fn appended_link(before: Index, index: &Index, old: (usize, usize), new: (usize, usize)) -> Index {
    if let (Index::Every(first), Index::Every(second)) = (&before, index)
        && first == second
        && old.0 == old.1 * *first as usize
    {
        return before;
    }
    if before == Index::One && *index == Index::One {
        return before;
    }
    let mut rows = match before {
        Index::Rows(rows) => rows,
        Index::Every(_) | Index::One => (0..old.0).map(|row| before.get(row)).collect(),
    };
    let offset = row_id(old.1);
    rows.extend((0..new.0).map(|row| match index.get(row) {
        NO_ROW => NO_ROW,
        target => target + offset,
    }));
    Index::Rows(rows)
}
