//! A bracket in a table: a line a match, who meets, what came out, who went on and why.
//!
//! Comes in: a phase with a bracket. Goes out: a [`Grid`]. It must never know who should have won. Start with [`grid`].

use super::view::EventView;
use crate::event::{GameCourse, GameState, MatchCourse, PhaseCourse, RoundCourse};
use crate::report::cell::shown;
use crate::report::grid::{Align, Grid, printed};
use crate::report::view::View;
use crate::sheet::ColumnId;

/// The matches of a bracket, the earlier rounds first.
pub fn grid(view: &EventView<'_>, phase: &PhaseCourse) -> Grid {
    let outcomes: Vec<(&RoundCourse, View<'_>)> = phase
        .rounds
        .iter()
        .filter_map(|round| Some((round, view.outcome(round.outcome.as_deref()?))))
        .collect();
    // The same columns in every outcome.
    let sums: Vec<ColumnId> = outcomes.first().map_or_else(Vec::new, |(_, outcome)| result_columns(outcome));
    let with_places = phase.bracket.iter().any(|course| !EventView::places_of(&course.line).is_empty());
    let mut headings: Vec<(String, Align)> = vec![("match".to_owned(), Align::Left)];
    headings.extend(["side 1", "side 2"].map(|heading| (heading.to_owned(), Align::Left)));
    headings.extend(sums.iter().map(|id| (view.ruleset.column(*id).name.clone(), Align::Left)));
    headings.extend(["winner", "by"].map(|heading| (heading.to_owned(), Align::Left)));
    headings.extend(with_places.then(|| ("places".to_owned(), Align::Left)));
    let mut grid = Grid::new(headings);
    for (place, course) in phase.bracket.iter().enumerate() {
        let mut cells = vec![printed(&course.line.name)];
        cells.extend([0, 1].map(|side| printed(&view.match_side(phase, course, side))));
        let found = outcomes.iter().find(|(round, _)| round.number == course.round);
        let rows = found.map_or([None; 2], |(round, outcome)| match_rows(outcome, round, place, course));
        let outcome = found.map(|(_, outcome)| outcome);
        cells.extend(sums.iter().map(|id| match (rows, outcome) {
            ([Some(first), Some(second)], Some(outcome)) => {
                let values = [first, second].map(|row| shown(outcome.value(*id, row), outcome.symbols()));
                values.join(" : ")
            }
            _ => String::new(),
        }));
        cells.push(course.winner().map_or_else(String::new, |winner| view.printed(winner)));
        cells.push(course.won.map_or_else(String::new, |(_, won)| printed(&view.won(won))));
        cells.extend(with_places.then(|| EventView::places_of(&course.line)));
        grid.add(cells);
    }
    grid
}

/// What the rules say of the sides of a match.
pub fn result_columns(outcome: &View<'_>) -> Vec<ColumnId> {
    outcome.match_sides.as_ref().map_or_else(Vec::new, |sides| sides.ruled(outcome.ruleset()).collect())
}

/// The rows of the outcome that hold the sides of a match of the bracket, in its order.
pub fn match_rows(
    outcome: &View<'_>,
    round: &RoundCourse,
    place: usize,
    course: &MatchCourse,
) -> [Option<usize>; 2] {
    let played = |game: &GameCourse| match game.state {
        GameState::Played(row) if game.in_match == Some(place) => round.row_in_outcome(row),
        GameState::Played(_) | GameState::Missing | GameState::Cancelled(_) => None,
    };
    let row = round.games.iter().find_map(played).and_then(|row| outcome.match_of_game(row as usize));
    let (Some(row), Some(sides)) = (row, &outcome.match_sides) else { return [None; 2] };
    course.sides.map(|side| {
        let entrant = side.entrant()? as usize;
        let mut rows = sides.children(row).iter().map(|row| *row as usize);
        rows.find(|row| outcome.entrant_of(sides.sheet, *row) == Some(entrant))
    })
}
