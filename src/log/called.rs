//! What a field or a side of the record that is being read is called.
//!
//! Comes in: its address. Goes out: words. It must never know whether it is right. Start with [`Recorder::describe`].

use super::cell::shortened;
use super::recorder::Recorder;
use super::slots::{Address, SIDE, TableKind, each_of};

impl Recorder<'_> {
    /// A field in words: `` `squares_left` of `blue` ``.
    pub fn describe(&self, address: Address) -> String {
        let table = self.layout.table(address.table);
        let name = match &table.kind {
            TableKind::Values { .. } => &table.plural,
            TableKind::Entrant
            | TableKind::Game
            | TableKind::Side
            | TableKind::Named(_)
            | TableKind::Each(_)
            | TableKind::Loose { .. } => &self.layout.field(address).name,
        };
        let owner = match &table.kind {
            TableKind::Entrant => self.stage.name.map(|(name, _)| self.symbols.text(name).to_owned()),
            TableKind::Side => Some(self.side_text(address.row)),
            TableKind::Named(_) => self.layout.row_name(address.table, address.row).map(str::to_owned),
            TableKind::Each(_) => {
                self.layout.side_of(address.table, address.row).map(|side| self.side_text(side))
            }
            TableKind::Game | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        };
        let part = each_of(&table.kind).and_then(|_| self.layout.row_name(address.table, address.row));
        let part = part.map_or_else(String::new, |part| format!(" of `{part}`"));
        match owner.filter(|owner| !owner.is_empty()) {
            Some(owner) => format!("`{name}`{part} of `{}`", shortened(&owner)),
            None => format!("`{name}`{part}"),
        }
    }

    fn side_text(&self, side: usize) -> String {
        let seat = self.layout.row_name(SIDE, side).map(str::to_owned);
        let entrant = self.stage.entrants.get(side).copied().flatten();
        seat.or_else(|| entrant.map(|(name, _)| self.symbols.text(name).to_owned())).unwrap_or_default()
    }

    pub fn side_name(&self, side: usize) -> String {
        match self.side_text(side) {
            text if text.is_empty() => format!("side {}", side + 1),
            text => format!("`{}`", shortened(&text)),
        }
    }
}
