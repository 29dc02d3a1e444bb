//! The games of a round in a table: a line a game, who sits where, and what came out.
//!
//! Comes in: a round. Goes out: a [`Grid`]. It must never know a score: results are the columns of the sides.
//! Start with [`grid`].

use super::view::EventView;
use crate::event::{GameCourse, GameState, PhaseCourse, Progress, RoundCourse};
use crate::report::grid::{Align, Grid, printed};
use crate::report::sides::Shown;
use crate::report::view::View;
use crate::ruleset::BuiltinColumn;
use crate::sheet::ColumnId;
use crate::value::{Kind, Symbol};

/// A column: its heading, and the cell of a game.
struct Column<'a> {
    heading: String,
    align: Align,
    cell: Box<dyn Fn(&GameCourse) -> String + 'a>,
}

/// The games of a round; what came out of them, where results are wanted and the round has been scored.
pub fn grid(view: &EventView<'_>, phase: &PhaseCourse, round: &RoundCourse, results: bool) -> Grid {
    let outcome = round.outcome.as_deref().filter(|_| results).map(|outcome| view.outcome(outcome));
    let mut columns = columns(view, phase, round);
    if let Some(outcome) = &outcome {
        columns.extend(result_columns(outcome, round));
    }
    if is_worth_saying(round, outcome.is_some()) {
        columns.push(column("", Align::Left, move |game| printed(&view.state(game.state))));
    }
    let mut grid = Grid::new(columns.iter().map(|one| (one.heading.clone(), one.align)).collect());
    for game in &round.games {
        let game = seated(view, game);
        grid.add(columns.iter().map(|column| (column.cell)(&game)).collect());
    }
    grid
}

/// Games of a match beyond which its line says how many there are.
const MOST_OF_A_MATCH: usize = 4;

/// Whether a round has matches of many games: then a line a match says more than a line a game.
pub fn is_long(round: &RoundCourse) -> bool {
    of_matches(round).any(|games| games.len() > MOST_OF_A_MATCH)
}

/// The matches of a round of which games are missing, or in dispute: who meets, how many games were played, which one comes next.
pub fn matches(view: &EventView<'_>, phase: &PhaseCourse, round: &RoundCourse) -> Grid {
    let headings = [("match", Align::Left), ("side 1", Align::Left), ("side 2", Align::Left)];
    let headings = headings.into_iter().chain([("games", Align::Right), ("next", Align::Left)]);
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).collect());
    for games in of_matches(round) {
        let first = |is: fn(GameState) -> bool| games.iter().find(|game| is(game.state));
        let course = games.first().and_then(|game| phase.bracket.get(game.in_match?));
        let missing = first(|state| state == GameState::Missing);
        let (Some(course), Some(next)) = (course, missing.or_else(|| first(GameState::is_open))) else {
            continue;
        };
        let Progress { played, all, .. } = Progress::of(games);
        let mut cells = vec![printed(&course.line.name)];
        cells.extend([0, 1].map(|side| printed(&view.match_side(phase, course, side))));
        let next = match next.state.row() {
            Some(row) => format!("{} is in dispute", view.game_id(row)),
            None => next.id.clone(),
        };
        cells.extend([format!("{played} of {all}"), printed(&next)]);
        grid.add(cells);
    }
    grid
}

/// The games of a round, match by match.
fn of_matches(round: &RoundCourse) -> impl Iterator<Item = &[GameCourse]> {
    let chunks = round.games.chunk_by(|left, right| left.in_match == right.in_match);
    chunks.filter(|games| games.first().is_some_and(|game| game.in_match.is_some()))
}

/// A game whose sides stand in the order of the columns that name them: in that of the seats, where there are seats.
fn seated(view: &EventView<'_>, game: &GameCourse) -> GameCourse {
    let mut game = game.clone();
    let column = |seat: Option<Symbol>| view.seats.iter().position(|known| Some(*known) == seat);
    game.pairing.sides.sort_by_key(|(seat, _)| column(*seat));
    game
}

fn column<'a>(heading: &str, align: Align, cell: impl Fn(&GameCourse) -> String + 'a) -> Column<'a> {
    Column { heading: heading.to_owned(), align, cell: Box::new(cell) }
}

fn columns<'a>(view: &'a EventView<'_>, phase: &'a PhaseCourse, round: &RoundCourse) -> Vec<Column<'a>> {
    let games = &round.games;
    let mut columns = vec![column("game", Align::Left, |game| printed(&game.id))];
    if games.iter().any(|game| game.pool.is_some()) {
        let pool = |game: &GameCourse| game.pool.map_or_else(String::new, |pool| pool.to_string());
        columns.push(column("pool", Align::Right, pool));
    }
    if games.iter().any(|game| game.in_match.is_some()) {
        let name = |game: &GameCourse| {
            let course = game.in_match.and_then(|place| phase.bracket.get(place));
            course.map_or_else(String::new, |course| printed(&course.line.name))
        };
        columns.push(column("match", Align::Left, name));
    }
    if games.iter().any(|game| game.pairing.slot > 1) {
        columns.push(column("slot", Align::Right, |game| game.pairing.slot.to_string()));
    }
    if view.seats.is_empty() {
        for side in 0..EventView::most_sides(games) {
            let who = move |game: &GameCourse| game.pairing.sides.get(side).map(|(_, who)| *who);
            let name = move |game: &GameCourse| who(game).map_or_else(String::new, |who| view.printed(who));
            columns.push(column(&format!("side {}", side + 1), Align::Left, name));
        }
    }
    for &seat in &view.seats {
        let who = move |game: &GameCourse| {
            game.pairing.sides.iter().find(|(taken, _)| *taken == Some(seat)).map(|(_, who)| *who)
        };
        let name = move |game: &GameCourse| who(game).map_or_else(String::new, |who| view.printed(who));
        columns.push(column(&printed(view.seat(seat)), Align::Left, name));
    }
    if games.iter().any(|game| game.pairing.umpire.is_some()) {
        let name = |game: &GameCourse| game.pairing.umpire.map_or_else(String::new, |who| view.printed(who));
        columns.push(column("umpire", Align::Left, name));
    }
    columns
}

/// What was recorded of the sides and what the rules say of them, one side after the other in the order of the columns
/// that name them; numbers alone, so that a round can be read at a glance.
fn result_columns<'a>(outcome: &'a View<'a>, round: &'a RoundCourse) -> Vec<Column<'a>> {
    let Some(sides) = &outcome.sides else { return Vec::new() };
    let place = outcome.used(sides.sheet, BuiltinColumn::Place);
    let is_number = |column: &ColumnId| match outcome.ruleset().column(*column).ty.kind {
        Kind::Integer | Kind::Number => outcome.is_used(*column),
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Date | Kind::Duration | Kind::Unknown => false,
    };
    let (recorded, ruled) = (sides.recorded(outcome.ruleset()), sides.ruled(outcome.ruleset()));
    let states = outcome.states(sides.sheet).map(Shown::State);
    let columns = recorded.filter(is_number).chain(place).map(Shown::Side);
    let columns = columns.chain(states.filter(|state| is_number(&state.column())));
    let columns = columns.chain(ruled.filter(is_number).map(Shown::Side));
    let result = |shown: Shown<'a>| {
        let cell = move |game: &GameCourse| {
            let values = side_rows(outcome, round, game).into_iter();
            let values = values.map(|row| row.map_or_else(String::new, |row| shown.cell(outcome, None, row)));
            values.collect::<Vec<_>>().join(" : ")
        };
        column(&outcome.ruleset().column(shown.column()).name, Align::Left, cell)
    };
    columns.map(result).collect()
}

/// The rows of the outcome that hold the sides of a game, in the order of the pairing; none where it was not played.
pub fn side_rows(outcome: &View<'_>, round: &RoundCourse, game: &GameCourse) -> Vec<Option<usize>> {
    let (Some(sides), Some(row)) = (&outcome.sides, game.state.row()) else { return Vec::new() };
    let Some(row) = round.row_in_outcome(row) else { return Vec::new() };
    let rows = sides.children(row as usize);
    let of_entrant = |entrant: u32| {
        let mut rows = rows.iter().map(|row| *row as usize);
        rows.find(|row| outcome.entrant_of(sides.sheet, *row) == Some(entrant as usize))
    };
    game.pairing.sides.iter().map(|(_, entrant)| of_entrant(*entrant)).collect()
}

/// Whether the states of games say something that is not plain: all of a round that begins are missing, and those with
/// results were played.
fn is_worth_saying(round: &RoundCourse, with_results: bool) -> bool {
    let missing = |game: &GameCourse| game.state == GameState::Missing;
    let cancelled = |game: &GameCourse| match game.state {
        GameState::Cancelled(_) | GameState::Void(_) | GameState::Disputed(_) => true,
        GameState::Played(_) | GameState::Missing | GameState::Decided(_) => false,
    };
    let played = !with_results && round.games.iter().any(|game| matches!(game.state, GameState::Played(_)));
    let mixed = round.games.iter().any(missing) && played;
    mixed || round.games.iter().any(cancelled)
}
