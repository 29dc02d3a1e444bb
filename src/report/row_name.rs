//! What a row is called in a remark.
//!
//! Comes in: a [`View`], a sheet and a row of it. Goes out: a [`RowName`]: the game it belongs to, who it is about, which part
//! it is. It must never know what is said of it. Start with [`View::row_name`].

use super::view::{Table, View};
use crate::ruleset::{BuiltinColumn, LinkRole, SheetKind};
use crate::sheet::SheetId;

/// What a row is called: the game it belongs to, and which of its rows it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowName {
    /// The row of the game sheet.
    pub game: Option<usize>,
    /// The row of the match sheet.
    pub of_match: Option<usize>,
    /// The row of the entrant sheet.
    pub entrant: Option<usize>,
    /// The seat.
    pub seat: Option<String>,
    /// The part: its sheet's name, and its own where it has one.
    pub part: Option<String>,
}

impl RowName {
    /// Whether the row is a game or a match, or something of it that no side owns.
    pub fn is_nobodys(&self) -> bool {
        self.entrant.is_none() && (self.game.is_some() || self.of_match.is_some())
    }
}

impl View<'_> {
    /// What a row of any sheet is called.
    pub fn row_name(&self, sheet: SheetId, row: usize) -> RowName {
        let mut name = RowName::default();
        self.add_name(sheet, row, &mut name);
        name
    }

    fn add_name(&self, sheet: SheetId, row: usize, name: &mut RowName) {
        match &self.ruleset().sheet(sheet).kind {
            SheetKind::Event => {}
            SheetKind::Entrant => name.entrant = Some(row),
            SheetKind::Match => name.of_match = Some(row),
            SheetKind::Game => name.game = Some(row),
            SheetKind::MatchSide => {
                name.entrant = self.entrant_of(sheet, row);
                self.add_owner(sheet, self.matches.as_ref(), row, name);
            }
            SheetKind::Side => {
                name.entrant = self.entrant_of(sheet, row);
                let seat = self.seats.and_then(|_| self.builtin_text(sheet, BuiltinColumn::Seat, row));
                name.seat = seat.map(str::to_owned);
                self.add_owner(sheet, self.games.as_ref(), row, name);
            }
            SheetKind::Part { .. } => {
                let own = self.builtin_text(sheet, BuiltinColumn::Name, row);
                let kind = &self.ruleset().sheet(sheet).name;
                let own = own.filter(|own| own != kind);
                name.part = Some(own.map_or_else(|| kind.clone(), |own| format!("{kind} {own}")));
                if !self.add_owner(sheet, self.sides.as_ref(), row, name) {
                    self.add_owner(sheet, self.games.as_ref(), row, name);
                }
            }
            SheetKind::List { owner, name: list, .. } => {
                if let Some(above) = self.follow(sheet, &LinkRole::Inside(*owner), row) {
                    self.add_name(*owner, above, name);
                }
                if let Some((_, text)) = self.written(sheet, row) {
                    let part = name.part.take().map_or_else(String::new, |part| format!("{part}, "));
                    name.part = Some(format!("{part}{list} {text}"));
                }
            }
            SheetKind::Join { .. } => {
                let link = self.ruleset().link_of(sheet, &LinkRole::Outer);
                let above = link.map(|link| self.ruleset().link(link).to);
                if let (Some(above), Some(row)) = (above, self.follow(sheet, &LinkRole::Outer, row)) {
                    self.add_name(above, row, name);
                }
            }
        }
    }

    fn add_owner(&self, sheet: SheetId, owner: Option<&Table>, row: usize, name: &mut RowName) -> bool {
        let above = owner.and_then(|owner| {
            let row = self.follow(sheet, &LinkRole::Inside(owner.sheet), row)?;
            Some((owner.sheet, row))
        });
        above.map(|(sheet, row)| self.add_name(sheet, row, name)).is_some()
    }
}
