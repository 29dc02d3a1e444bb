//! What entrants of many events have come to so far: sums that grow with each round, and the games that other rules look at.
//!
//! Comes in: the scored games of a round after the other. Goes out: the columns of entrants that are added up from them.
//! It must never keep a game that no rule looks at again. Start with [`SoFar::new`], then [`SoFar::add`].

use super::needed::Needed;
use super::pairs::Course;
use super::prepared::Prepared;
use super::reduce::Gathering;
use super::tile;
use crate::ruleset::{Reduce, Ruleset};
use crate::sheet::Tables;
use crate::value::Symbols;

/// Entrants of many events, and what they have come to.
pub struct SoFar<'a> {
    /// The entrants, and the games that rules look at together.
    pub tables: Tables,
    sums: Vec<Gathering<'a>>,
    /// Whether something could not be added up.
    has_failed: bool,
}

impl<'a> SoFar<'a> {
    /// Entrants who have played nothing.
    pub(super) fn new(
        ruleset: &'a Ruleset,
        needed: &'a Needed,
        (tables, symbols): (Tables, &'a Symbols),
    ) -> Self {
        let begun = |reduce: &'a Reduce| {
            let parents = tables.rows(ruleset.column(reduce.out).sheet);
            Gathering::new(ruleset, symbols, reduce, 0..parents)
        };
        let sums = needed.sums.iter().map(begun).collect();
        Self { tables, sums, has_failed: false }
    }

    /// Whether something could not be added up: whatever has been computed since says nothing.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Adds the games of a round. `sums` are those that are needed, as they are for these games.
    pub(super) fn add(&mut self, course: &Course<'_>, needed: &Needed, (games, sums): (&Tables, &[Reduce])) {
        let mut prepared = Prepared::default();
        for (sum, reduce) in self.sums.iter_mut().zip(sums) {
            prepared.reduce(reduce, course.ruleset, games);
            let faults = sum.pass_as(&course.evaluator(&prepared, games), reduce, None);
            self.has_failed |= !faults.is_empty();
        }
        if !needed.columns.is_empty() || !needed.links.is_empty() {
            tile::append(course.ruleset, &mut self.tables, games, (&needed.columns, &needed.links));
        }
    }

    /// Fills the columns of the sums.
    pub(super) fn fill(&mut self) {
        for sum in &self.sums {
            let (column, faults) = sum.so_far();
            self.has_failed |= !faults.is_empty();
            self.tables.set_column(sum.out(), column);
        }
    }
}
