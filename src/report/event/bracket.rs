//! A bracket in a table: a line a match, who meets, what came out, who went on and why.
//!
//! Comes in: a phase with a bracket. Goes out: a [`Grid`]. It must never know who should have won. Start with [`grid`].

use super::view::EventView;
use crate::event::{GameState, MatchCourse, PhaseCourse};
use crate::report::cell::shown;
use crate::report::grid::{Align, Grid, printed};
use crate::report::view::View;
use crate::ruleset::{BuiltinColumn, Ruleset, Step};
use crate::sheet::{ColumnId, SheetId};

/// The matches of a bracket, the earlier rounds first.
pub fn grid(view: &EventView<'_>, phase: &PhaseCourse) -> Grid {
    let results = MatchResults::new(view, phase);
    let sums = results.columns();
    let with_places = phase.bracket.iter().any(|course| !EventView::places_of(&course.line).is_empty());
    let mut headings: Vec<(String, Align)> = vec![("match".to_owned(), Align::Left)];
    headings.extend(["side 1", "side 2"].map(|heading| (heading.to_owned(), Align::Left)));
    headings.extend(sums.iter().map(|id| (view.ruleset.column(*id).name.clone(), Align::Left)));
    headings.extend(["winner", "by"].map(|heading| (heading.to_owned(), Align::Left)));
    headings.extend(with_places.then(|| ("places".to_owned(), Align::Left)));
    let with_days = phase.bracket.iter().any(|course| course.last_day.is_some());
    headings.extend(with_days.then(|| ("last day".to_owned(), Align::Left)));
    let mut grid = Grid::new(headings);
    for (place, course) in phase.bracket.iter().enumerate() {
        let mut cells = vec![printed(&course.line.name)];
        cells.extend([0, 1].map(|side| printed(&view.match_side(phase, course, side))));
        let rows = results.rows(place, course);
        cells.extend(sums.iter().map(|id| match rows {
            Some((outcome, [Some(first), Some(second)])) => {
                let values = [first, second].map(|row| shown(outcome.value(*id, row), outcome.symbols()));
                values.join(" : ")
            }
            Some(_) | None => String::new(),
        }));
        cells.push(printed(&view.winner(course)));
        cells.push(printed(&view.won(course)));
        cells.extend(with_places.then(|| EventView::places_of(&course.line)));
        let last_day = || course.last_day.map_or_else(String::new, |day| day.to_string());
        cells.extend(with_days.then(last_day));
        grid.add(cells);
    }
    grid
}

/// The outcome that a match is in, and the rows there that hold its sides, in the order of the bracket.
pub type MatchRows<'a> = (&'a View<'a>, [Option<usize>; 2]);

/// What came out of the matches of a bracket.
pub struct MatchResults<'a> {
    /// Of each round that has been scored.
    outcomes: Vec<View<'a>>,
    /// For each match that was played the outcome of its round, and the row of one of its games there.
    played: Vec<Option<(usize, u32)>>,
}

impl<'a> MatchResults<'a> {
    /// Finds the matches that were played.
    pub fn new(view: &'a EventView<'_>, phase: &'a PhaseCourse) -> Self {
        let mut found = Self { outcomes: Vec::new(), played: vec![None; phase.bracket.len()] };
        for round in &phase.rounds {
            let Some((outcome, scored)) = round.decisive() else { continue };
            for game in &round.games {
                if let (Some(place), GameState::Played(row)) = (game.in_match, game.state)
                    && let Some(played) = found.played.get_mut(place)
                {
                    let row = scored.binary_search(&row).ok().and_then(|row| u32::try_from(row).ok());
                    *played = row.map(|row| (found.outcomes.len(), row));
                }
            }
            found.outcomes.push(view.outcome(outcome));
        }
        found
    }

    /// What the format shows of the sides of a match, or what its rules say of them, or else what they are placed by: the
    /// same columns in every round.
    pub fn columns(&self) -> Vec<ColumnId> {
        let outcome = self.outcomes.first();
        let Some((outcome, sides)) =
            outcome.and_then(|outcome| Some((outcome, outcome.match_sides.as_ref()?)))
        else {
            return Vec::new();
        };
        let ruleset = outcome.ruleset();
        if let Some((_, chosen)) = ruleset.shown.iter().find(|(sheet, _)| *sheet == sides.sheet) {
            // Who won is said anyway.
            let place = ruleset.builtin(sides.sheet, BuiltinColumn::Place);
            return chosen.iter().copied().filter(|column| Some(*column) != place).collect();
        }
        let ruled: Vec<ColumnId> = sides.ruled(ruleset).collect();
        if ruled.is_empty() { placed_by(outcome.ruleset(), sides.sheet) } else { ruled }
    }

    /// Where the results of a match are, where it was played.
    pub fn rows(&self, place: usize, course: &MatchCourse) -> Option<MatchRows<'_>> {
        let (outcome, game) = self.played.get(place).copied().flatten()?;
        let outcome = self.outcomes.get(outcome)?;
        let (sides, row) = (outcome.match_sides.as_ref()?, outcome.match_of_game(game as usize)?);
        let rows = course.sides.map(|side| {
            let entrant = side.entrant()? as usize;
            let mut rows = sides.children(row).iter().map(|row| *row as usize);
            rows.find(|row| outcome.entrant_of(sides.sheet, *row) == Some(entrant))
        });
        Some((outcome, rows))
    }
}

/// The keys by which the rows of a sheet are placed; those `among tied` speak of single games, and are left out.
fn placed_by(ruleset: &Ruleset, sheet: SheetId) -> Vec<ColumnId> {
    let keys = ruleset.scoring().filter_map(|step| match step {
        Step::Place(place) if ruleset.column(place.out).sheet == sheet => Some(&place.keys),
        Step::Place(_) | Step::Map { .. } | Step::Reduce(_) => None,
    });
    keys.flatten().filter(|key| key.among_tied.is_none()).map(|key| key.column).collect()
}
