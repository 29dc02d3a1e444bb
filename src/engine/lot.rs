//! Which lot a row draws: for what, in which group, under which name.
//!
//! What is drawn for is a standing's name, or the sheet that is placed; the group is the id of the game, or the number of
//! the game or match, and empty for a standing. How a lot comes about is said in [`crate::lot`]. Start with [`Lot`].

use super::kernel::Evaluator;
use crate::lot::lot;
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::{Data, LinkId, SheetId};

/// What lots are drawn for.
pub(super) struct Lot<'r, 'a> {
    run: &'r Evaluator<'a>,
    seed: u64,
    occasion: String,
    /// From a row to its entrant; `None` where rows are entrants.
    entrant: Option<LinkId>,
    /// From a row to its group, and the sheet of groups.
    group: Option<(LinkId, SheetId)>,
}

impl<'r, 'a> Lot<'r, 'a> {
    /// Lots for a standing: rows are entrants.
    pub(super) fn of_standing(run: &'r Evaluator<'a>, name: &str, seed: u64) -> Self {
        Self { run, seed, occasion: name.to_owned(), entrant: None, group: None }
    }

    /// Lots for a placing: rows are sides.
    pub(super) fn of_placing(run: &'r Evaluator<'a>, sheet: SheetId, seed: u64) -> Self {
        let ruleset = run.ruleset;
        let container = [SheetKind::Game, SheetKind::Match].iter().find_map(|kind| {
            let to = ruleset.sheet_of(kind)?;
            Some((ruleset.link_of(sheet, &LinkRole::Inside(to))?, to))
        });
        let entrant = ruleset.link_of(sheet, &LinkRole::Entrant);
        Self { run, seed, occasion: ruleset.sheet(sheet).name.clone(), entrant, group: container }
    }

    /// Puts rows in the order of their lots.
    pub(super) fn draw(&self, rows: &mut [u32]) {
        rows.sort_by_cached_key(|&row| (self.of(row), row));
    }

    fn of(&self, row: u32) -> u64 {
        let tables = self.run.tables;
        let follow = |link: LinkId| tables.link(link).map_or(row, |index| index.get(row as usize));
        let group = self.group.map_or_else(String::new, |(link, sheet)| {
            let group = follow(link);
            self.text(sheet, BuiltinColumn::Id, group)
                .unwrap_or_else(|| self.number(sheet, group).to_string())
        });
        let entrant = self.entrant.map_or(row, follow);
        let name = match self.run.ruleset.sheet_of(&SheetKind::Entrant) {
            Some(sheet) => self
                .text(sheet, BuiltinColumn::Name, entrant)
                .unwrap_or_else(|| self.number(sheet, entrant).to_string()),
            None => u64::from(entrant).saturating_add(1).to_string(),
        };
        lot(self.seed, &self.occasion, &group, &name)
    }

    /// The number of a row in the log, wherever it stands in the sheet.
    fn number(&self, sheet: SheetId, row: u32) -> i64 {
        let numbers = self.run.ruleset.builtin(sheet, BuiltinColumn::Number);
        let column = numbers.and_then(|id| self.run.tables.column(id)).map(|column| &column.data);
        let number = match column {
            Some(Data::Integer(values)) => values.get(row as usize),
            Some(Data::Number(_) | Data::Flag(_) | Data::Symbol(_)) | None => None,
        };
        number.unwrap_or_else(|| i64::from(row).saturating_add(1))
    }

    fn text(&self, sheet: SheetId, builtin: BuiltinColumn, row: u32) -> Option<String> {
        let column = self.run.tables.column(self.run.ruleset.builtin(sheet, builtin)?)?;
        let Data::Symbol(values) = &column.data else {
            return None;
        };
        let symbol = *values.get(row as usize)?;
        column.is_known(row as usize).then(|| self.run.symbols.text(symbol).to_owned())
    }
}
