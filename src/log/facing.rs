//! A game that is recorded, and a stage that speaks of it again: which row faces which.
//!
//! Comes in: a row of the stage. Goes out: the row of the tables that it speaks of. It must never know what is said.
//! Start with [`Facing::of`].

use super::recorder::Recorder;
use super::slots::{SIDE, TableId, TableKind};
use crate::value::Symbol;

/// A game and the sides of the stage.
#[derive(Debug)]
pub(super) struct Facing {
    /// The row of the game.
    pub game: u32,
    /// The row of each side of the stage; `None` where a seat is empty.
    pub sides: Vec<Option<usize>>,
}

impl Facing {
    /// A game whose sides the stage has in the order in which they are recorded, or by their seats.
    pub fn of(recorder: &Recorder<'_>, game: u32) -> Self {
        let rows = recorder.store.rows_of_game(SIDE, game);
        let seats = &recorder.layout.plan.seats;
        let sides = if seats.is_empty() {
            rows.map(Some).collect()
        } else {
            let taken = |seat: Symbol| rows.clone().find(|&row| recorder.store.name(SIDE, row) == Some(seat));
            seats.iter().map(|seat| taken(seat.name)).collect()
        };
        Self { game, sides }
    }

    /// The row in the tables of a row of the stage; `None` for elements of lists, and where nothing is recorded.
    pub fn row_of(&self, recorder: &Recorder<'_>, table: TableId, row: usize) -> Option<usize> {
        let (layout, store) = (recorder.layout, &recorder.store);
        let mut rows = store.rows_of_game(table, self.game);
        match &layout.table(table).kind {
            TableKind::Game => rows.next(),
            TableKind::Side => self.sides.get(row).copied().flatten(),
            TableKind::Named(all) => {
                let name = all.get(row)?.name;
                rows.find(|&row| store.name(table, row) == Some(name))
            }
            TableKind::Each(names) => {
                let side = self.sides.get(row.checked_div(names.len())?).copied().flatten()?;
                let name = *names.get(row.checked_rem(names.len())?)?;
                rows.find(|&row| {
                    store.name(table, row) == Some(name) && store.side_of_part(table, row) as usize == side
                })
            }
            TableKind::Entrant | TableKind::Loose { .. } | TableKind::Values { .. } => None,
        }
    }
}
