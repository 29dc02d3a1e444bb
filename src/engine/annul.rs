//! Games and matches that do not count, whatever the rules say of them: the log annuls them, or they are over a limit.
//!
//! Comes in: completed tables, and the games that the log annuls. Goes out: the same tables, which know the rows that do not
//! count; a match of which every game is annulled does not count either. It must never know why a game is annulled.
//! Start with [`annul`].

use crate::log::Annulled;
use crate::ruleset::{BuiltinColumn, LinkRole, Reduce, Ruleset, SheetKind};
use crate::sheet::{Column, Data, LinkId, SheetId, Tables};
use std::collections::VecDeque;

/// Lets these games and no others be annulled.
pub(super) fn annul(ruleset: &Ruleset, tables: &mut Tables, games: &[Annulled]) {
    tables.annul_none();
    if let (false, Some(sheet)) = (games.is_empty(), ruleset.sheet_of(&SheetKind::Game)) {
        let mut rows = vec![false; tables.rows(sheet)];
        for one in games {
            if let Some(row) = rows.get_mut(one.game as usize) {
                *row = true;
            }
        }
        tables.annul(sheet, &rows);
        let matches = ruleset.sheet_of(&SheetKind::Match);
        let link = matches.and_then(|matches| ruleset.link_of(sheet, &LinkRole::Inside(matches)));
        if let (Some(matches), Some(index)) = (matches, link.and_then(|link| tables.link(link))) {
            let mut gone = vec![true; tables.rows(matches)];
            for row in (0..rows.len()).filter(|&row| !rows[row]) {
                if let Some(gone) = gone.get_mut(index.get(row) as usize) {
                    *gone = false;
                }
            }
            tables.annul(matches, &gone);
        }
    }
    show(ruleset, tables);
}

/// Lets these rows be annulled as well.
pub(super) fn annul_also(ruleset: &Ruleset, tables: &mut Tables, sheet: SheetId, rows: &[bool]) {
    tables.annul(sheet, rows);
    show(ruleset, tables);
}

/// Fills the columns that say which rows are annulled, where no rule fills them.
pub(super) fn show(ruleset: &Ruleset, tables: &mut Tables) {
    let flags = |sheet: SheetId, tables: &Tables| match tables.annulled(sheet) {
        Some(rows) => rows.to_vec(),
        None => vec![false; tables.rows(sheet)],
    };
    for &(sheet, column) in &ruleset.limited {
        let rows = flags(sheet, tables);
        tables.set_column(column, Column::full(Data::Flag(rows)));
    }
    for sheet in [SheetKind::Match, SheetKind::Game].iter().filter_map(|kind| ruleset.sheet_of(kind)) {
        let void = ruleset.builtin(sheet, BuiltinColumn::Void);
        let Some(void) = void.filter(|&void| !ruleset.voids.contains(&(sheet, void))) else { continue };
        if tables.annulled(sheet).is_some() {
            let rows = flags(sheet, tables);
            tables.set_column(void, Column::full(Data::Flag(rows)));
        } else {
            tables.take_column(void);
        }
    }
}

/// Whether each of the open rows of the column of a verdict is annulled; nothing where that is not the column that says
/// whether a row is void, or nothing is annulled.
pub(super) fn also_void<'t>(
    ruleset: &Ruleset,
    tables: &'t Tables,
    column: crate::sheet::ColumnId,
) -> Option<&'t [bool]> {
    if !tables.has_annulled() {
        return None;
    }
    let sheet = ruleset.column(column).sheet;
    let annulled = tables.annulled(sheet).filter(|_| ruleset.voids.contains(&(sheet, column)))?;
    annulled.get(tables.open(sheet))
}

/// The sheets whose annulled rows an aggregate passes over, with the way to each from the rows that are aggregated: the
/// games and matches that such a row is inside of, but not those that the row that asks is inside of as well.
pub(super) fn passed_over(ruleset: &Ruleset, reduce: &Reduce) -> Vec<(SheetId, Vec<LinkId>)> {
    let asker = ruleset.column(reduce.out).sheet;
    let (mut rows, mut way, mut common) = (reduce.over, Vec::new(), Some(asker));
    while let (SheetKind::Join { inner_path, .. }, Some(inner)) =
        (&ruleset.sheet(rows).kind, ruleset.link_of(rows, &LinkRole::Inner))
    {
        common = inner_path.last().map(|&link| ruleset.link(link).to);
        rows = ruleset.link(inner).to;
        way.push(inner);
    }
    let around: Vec<SheetId> =
        common.into_iter().flat_map(|sheet| containers(ruleset, sheet)).map(|(sheet, _)| sheet).collect();
    let is_unit = |sheet: SheetId| matches!(ruleset.sheet(sheet).kind, SheetKind::Game | SheetKind::Match);
    let units = containers(ruleset, rows).into_iter();
    let units = units.filter(|(sheet, _)| is_unit(*sheet) && !around.contains(sheet));
    units.map(|(sheet, on)| (sheet, [way.clone(), on].concat())).collect()
}

/// A sheet, and those that its rows are inside of, each with the way there.
fn containers(ruleset: &Ruleset, from: SheetId) -> Vec<(SheetId, Vec<LinkId>)> {
    let mut found = vec![(from, Vec::new())];
    let mut queue = VecDeque::from([0]);
    while let Some(place) = queue.pop_front() {
        let (sheet, way): (SheetId, Vec<LinkId>) = found[place].clone();
        for (id, link) in (0_u16..).map(LinkId).zip(&ruleset.links) {
            let leads_out = link.from == sheet && matches!(link.role, LinkRole::Inside(_));
            if leads_out && found.iter().all(|(known, _)| *known != link.to) {
                queue.push_back(found.len());
                found.push((link.to, [way.clone(), vec![id]].concat()));
            }
        }
    }
    found
}
