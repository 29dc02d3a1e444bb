//! The values of states while games go by.
//!
//! Comes in: what entrants begin with, then one wave of sides after the other. Goes out: the columns before a game, and in
//! the end those after the last. It must never know how a value comes about. Start with [`States::new`].

use crate::ruleset::{Ladder, LinkRole, Ruleset, SheetKind, State};
use crate::sheet::{Column, ColumnId, Data, Integers, LinkId, NO_ROW, SheetId, Tables};
use crate::value::{Kind, Rational, Symbol};
use std::ops::Range;

/// All states of a ladder.
pub(in super::super) struct States {
    sides: SheetId,
    entrant: LinkId,
    /// From sides to games, and the sheet of games.
    game: Option<(LinkId, SheetId)>,
    /// Each with the value that every entrant has now.
    all: Vec<(State, Column)>,
    /// The entrants of the sides of the wave.
    entrants: Vec<u32>,
}

impl States {
    /// Everybody has what they begin with. `None` where nobody plays in anything.
    pub(in super::super) fn new(ruleset: &Ruleset, ladder: &Ladder, tables: &Tables) -> Option<Self> {
        let sides = ruleset.sheet_of(&SheetKind::Side)?;
        let entrants = tables.rows(ruleset.sheet_of(&SheetKind::Entrant)?);
        let begun = |state: &State| {
            let kind = &ruleset.column(state.before).ty.kind;
            let start_kind = &ruleset.column(state.start).ty.kind;
            (*state, beginning(tables.column(state.start), start_kind, kind, entrants))
        };
        Some(Self {
            sides,
            entrant: ruleset.link_of(sides, &LinkRole::Entrant)?,
            game: ruleset
                .sheet_of(&SheetKind::Game)
                .and_then(|games| Some((ruleset.link_of(sides, &LinkRole::Inside(games))?, games))),
            all: ladder.states.iter().map(begun).collect(),
            entrants: Vec::new(),
        })
    }

    /// Fills the columns before a game on the sides that are open.
    pub(super) fn before(&mut self, tables: &mut Tables) {
        self.entrants.clear();
        if let Some(index) = tables.link(self.entrant) {
            index.append_to(tables.open(self.sides), &mut self.entrants);
        }
        for (state, values) in &self.all {
            if let Some(column) = tables.column_mut(state.before) {
                column.append(&of_entrants(values, &self.entrants));
            }
        }
    }

    /// Lets a column after a game hold what it was before, on the sides that are open and whose game is annulled: nothing
    /// moves there.
    pub(super) fn hold(&self, ruleset: &Ruleset, out: ColumnId, column: &mut Column, tables: &Tables) {
        let Some((link, games)) = self.game.filter(|_| tables.has_annulled()) else { return };
        let Some((state, _)) = self.all.iter().find(|(state, _)| state.now == out) else { return };
        let (Some(annulled), Some(index), Some(before)) =
            (tables.annulled(games), tables.link(link), tables.column(state.before))
        else {
            return;
        };
        let kind = &ruleset.column(out).ty.kind;
        for (place, side) in tables.open(self.sides).enumerate() {
            if annulled.get(index.get(side) as usize).copied().unwrap_or(false) {
                column.set(place, before.value(side, kind));
            }
        }
    }

    /// Takes what the sides that are open have after their game.
    pub(super) fn after(&mut self, tables: &Tables) {
        for (state, values) in &mut self.all {
            if let Some(column) = tables.column(state.now) {
                keep(values, column, tables.open(self.sides), &self.entrants);
            }
        }
    }

    /// Fills the columns after the last game.
    pub(in super::super) fn finish(self, tables: &mut Tables) {
        for (state, values) in self.all {
            tables.set_column(state.last, values);
        }
    }
}

/// What everybody begins with, as values of this kind.
fn beginning(start: Option<&Column>, start_kind: &Kind, kind: &Kind, entrants: usize) -> Column {
    let mut all = Column::full(Data::empty(kind));
    match start {
        Some(start) if std::mem::discriminant(&start.data) == std::mem::discriminant(&all.data) => {
            return start.clone();
        }
        Some(start) => (0..start.len()).for_each(|row| all.push(start.value(row, start_kind))),
        None => (0..entrants).for_each(|_| all.push(crate::value::Value::Missing)),
    }
    all
}

/// The values of these entrants, one after the other.
fn of_entrants(values: &Column, entrants: &[u32]) -> Column {
    fn take<T: Copy>(values: &[T], entrants: &[u32], blank: T) -> Vec<T> {
        entrants.iter().map(|&entrant| values.get(entrant as usize).copied().unwrap_or(blank)).collect()
    }
    let data = match &values.data {
        Data::Integer(values) => Data::Integer(Integers::Wide(
            entrants.iter().map(|&entrant| values.get(entrant as usize).unwrap_or(0)).collect(),
        )),
        Data::Number(values) => Data::Number(take(values, entrants, Rational::ZERO)),
        Data::Flag(values) => Data::Flag(take(values, entrants, false)),
        Data::Symbol(values) => Data::Symbol(take(values, entrants, Symbol(0))),
    };
    let known = match &values.known {
        Some(known) => Some(take(known, entrants, false)),
        None if entrants.contains(&NO_ROW) => {
            Some(entrants.iter().map(|&entrant| entrant != NO_ROW).collect())
        }
        None => None,
    };
    Column { data, known: known.filter(|known| known.contains(&false)) }
}

/// Gives entrants the values of these rows of a column.
fn keep(values: &mut Column, column: &Column, rows: Range<usize>, entrants: &[u32]) {
    fn put<T: Copy>(values: &mut [T], new: Option<&[T]>, entrants: &[u32]) {
        for (&entrant, new) in entrants.iter().zip(new.unwrap_or_default()) {
            if let Some(value) = values.get_mut(entrant as usize) {
                *value = *new;
            }
        }
    }
    match (&mut values.data, &column.data) {
        (Data::Integer(values), Data::Integer(new)) => {
            let new =
                (rows.start < new.len()).then(|| new.slice(rows.start..rows.end.min(new.len())).to_wide());
            put(values.wide(), new.as_deref(), entrants);
        }
        (Data::Number(values), Data::Number(new)) => put(values, new.get(rows.clone()), entrants),
        (Data::Flag(values), Data::Flag(new)) => put(values, new.get(rows.clone()), entrants),
        (Data::Symbol(values), Data::Symbol(new)) => put(values, new.get(rows.clone()), entrants),
        (Data::Integer(_) | Data::Number(_) | Data::Flag(_) | Data::Symbol(_), _) => {
            debug_assert!(false, "a state has one kind before and after a game");
        }
    }
    let count = values.len();
    match (&mut values.known, &column.known) {
        (None, None) => {}
        (Some(known), None) => put(known, Some(&vec![true; rows.len()]), entrants),
        (known, Some(new)) => {
            put(known.get_or_insert_with(|| vec![true; count]), new.get(rows), entrants);
        }
    }
}
