//! The columns of a sheet in which games are yet to be recorded: what a wide CSV log may have.
//!
//! Comes in: what is recorded, and how many sides a game has. Goes out: headings that [`super::read`] understands.
//! It must never know who plays. Start with [`wide_headings`].

use super::csv_names::Names;
use super::slots::{GAME, Layout, TableId, TableKind};
use crate::ruleset::{Origin, Ruleset, Settings};

/// The headings of a wide CSV log, after those that every game has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WideHeadings {
    /// Who plays each side: a seat, or a number.
    pub sides: Vec<String>,
    /// What is recorded of the sides, of their parts and of the game; not its `id`, `phase` and the like.
    pub recorded: Vec<String>,
}

/// The headings of a wide CSV log. `sides` is how many sides games have where they have no seats.
#[must_use]
pub fn wide_headings(ruleset: &Ruleset, settings: &Settings, sides: usize) -> WideHeadings {
    let layout = Layout::new(ruleset, settings);
    let names = Names::new(&layout);
    let sides = if layout.seats.is_empty() { sides } else { layout.seats.len() };
    let mut found = WideHeadings {
        sides: (0..sides).map(|side| names.side_heading(side)).collect(),
        recorded: Vec::new(),
    };
    // What is recorded of the game comes last, as in tables.
    let tables = layout.all().map(|(table, _)| table).filter(|table| *table != GAME);
    for table in tables.chain([GAME]) {
        for row in 0..rows(&layout, table, sides) {
            let fields = layout.table(table).fields.iter();
            let recorded =
                fields.filter(|field| matches!(ruleset.column(field.column).origin, Origin::Recorded { .. }));
            found.recorded.extend(recorded.map(|field| names.wide_path(table, row, &field.name)));
            let lists = layout.lists_of(table).map(|(_, list)| list);
            let lists = lists.filter(|list| list.fits_cell());
            found.recorded.extend(lists.map(|list| names.wide_path(table, row, &list.plural)));
        }
    }
    found
}

/// How many rows of a table a row of the log has cells for.
fn rows(layout: &Layout<'_>, table: TableId, sides: usize) -> usize {
    match &layout.table(table).kind {
        TableKind::Game => 1,
        TableKind::Side => sides,
        TableKind::Named(rows) => rows.len(),
        TableKind::Each(names) => sides * names.len(),
        // Entrants have a list of their own; a list stands in the cell of its owner, or in none.
        TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => 0,
    }
}
