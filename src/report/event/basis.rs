//! What an order of entrants came from: the columns that were looked at, with their values; or the order of registration.
//!
//! Comes in: a ranking, and what it was worked out from. Goes out: headings, values, words. It must never order anybody.
//! Start with [`Basis::new`].

use super::view::EventView;
use crate::engine::{Outcome, StandingTable};
use crate::event::PhaseCourse;
use crate::report::cell::{exact, shown};
use crate::report::fields::{self, Fields};
use crate::ruleset::{Admission, PhaseId, Ranking};
use crate::sheet::ColumnId;
use crate::value::Value;
use std::io::{self, Write};

/// How values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// For people.
    Rounded,
    /// For programs.
    Exactly,
}

/// What an order of entrants came from.
pub struct Basis<'a> {
    view: &'a EventView<'a>,
    phase: PhaseId,
    /// The round that was paired from the order.
    round: u32,
    by: &'a Ranking,
    from: Option<&'a Outcome>,
    /// What the order looked at: headings, and columns of the entrant sheet.
    columns: Vec<(String, ColumnId)>,
}

impl<'a> Basis<'a> {
    /// What a ranking looked at in an outcome, for a round of a phase.
    pub fn new(
        view: &'a EventView<'a>,
        (phase, round): (&PhaseCourse, u32),
        by: &'a Ranking,
        from: Option<&'a Outcome>,
    ) -> Self {
        let columns = match by {
            Ranking::Standing => {
                view.standing_of(phase.phase).map_or_else(Vec::new, |(_, standing)| standing.columns.clone())
            }
            Ranking::Keys(keys) => {
                let heading = |column| (view.ruleset.column(column).name.clone(), column);
                keys.iter().map(|key| heading(key.column)).collect()
            }
            Ranking::Entry => Vec::new(),
        };
        Self { view, phase: phase.phase, round, by, from, columns }
    }

    /// The headings of what the order looked at.
    pub fn headings(&self, told: Told) -> Vec<String> {
        let wanted = self.columns.iter().filter(|(_, column)| told == Told::Exactly || self.says(*column));
        wanted.map(|(heading, _)| heading.clone()).collect()
    }

    /// What the order looked at, of one entrant.
    pub fn values(&self, entrant: u32, told: Told) -> Vec<String> {
        let wanted = self.columns.iter().filter(|(_, column)| told == Told::Exactly || self.says(*column));
        let cells = wanted.map(|(_, column)| {
            let (value, outcome) = (self.value(*column, entrant), self.from);
            outcome.map_or_else(String::new, |outcome| match told {
                Told::Rounded => shown(value, &outcome.symbols),
                Told::Exactly => exact(value, &outcome.symbols),
            })
        });
        cells.collect()
    }

    /// What the order came from, in words.
    pub fn words(&self) -> String {
        match (self.by, &self.view.phase(self.phase).entrants) {
            (Ranking::Standing, _) if self.round == 1 => "the standing before the first round".to_owned(),
            (Ranking::Standing, _) => format!("the standing after round {}", self.round - 1),
            (Ranking::Keys(_), _) => {
                let keys: Vec<&str> = self.columns.iter().map(|(heading, _)| heading.as_str()).collect();
                keys.join(", ")
            }
            (Ranking::Entry, Admission::Everybody) => "the order of registration".to_owned(),
            (Ranking::Entry, Admission::Places { of, .. }) => {
                format!("the places in {}", self.view.phase(*of).name)
            }
        }
    }

    /// Writes what the order looked at, of one entrant, as an object.
    pub fn write(&self, entrant: u32, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{")?;
        let mut cells = Fields::new(", ");
        for (heading, column) in &self.columns {
            let value = self.value(*column, entrant);
            if let Some(outcome) = self.from.filter(|_| value != Value::Missing) {
                cells.key(out, heading)?;
                fields::value(value, &outcome.symbols, out)?;
            }
        }
        out.write_all(b"}")
    }

    fn value(&self, column: ColumnId, entrant: u32) -> Value {
        let view = self.from.map(|outcome| self.view.outcome(outcome));
        let says = self.table().is_none_or(|table| table.says(column, entrant));
        view.filter(|_| says).map_or(Value::Missing, |view| view.value(column, entrant as usize))
    }

    fn table(&self) -> Option<&'a StandingTable> {
        let (place, _) = self.view.standing_of(self.phase)?;
        self.from?.standings.get(place).filter(|_| matches!(self.by, Ranking::Standing))
    }

    /// Whether a column says something of somebody.
    fn says(&self, column: ColumnId) -> bool {
        self.table().is_none_or(|table| table.rows.iter().any(|row| table.says(column, row.entrant)))
    }
}
