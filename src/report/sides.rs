//! A table with a line a side: of the games, of the matches, or of what one entrant played.
//!
//! Comes in: a [`View`], and which lines are wanted. Goes out: headings and cells. It must never hold more than the rows
//! that are shown. Start with [`table`].

use super::cell::shown;
use super::grid::{Align, Grid, Sections, printed};
use super::view::{PartTable, Table, View};
use crate::ruleset::{BuiltinColumn, Origin, State};
use crate::sheet::ColumnId;
use crate::value::{Kind, Value};
use std::io;

/// Games beyond which the rest is named and not shown: nobody reads so long a table, and its columns could only be
/// aligned with all of it in memory.
pub const MOST_GAMES: usize = 1_000;

/// Whose lines a table has: of the games, or of the matches.
pub struct Lines<'a> {
    /// What its first column is called.
    pub first: &'static str,
    /// The games, or the matches.
    pub rows: &'a Table,
    /// Their sides.
    pub sides: &'a Table,
    /// Whether the sides own parts and have seats.
    pub parts: bool,
    /// Which rows are listed.
    pub is_listed: &'a dyn Fn(usize) -> bool,
}

/// A column of such a table, after those that say which line it is.
#[derive(Clone, Copy)]
pub enum Shown<'a> {
    /// Of the game or the match: on its first line.
    Row(ColumnId),
    /// Of the side.
    Side(ColumnId),
    /// Of the side: what it had before the game, and has after it.
    State(State),
    /// Of the parts that the side owns; whether they stand alone, so that their names need not be said.
    Part(&'a PartTable, ColumnId, bool),
}

/// Writes the table.
pub fn table(
    view: &View<'_>,
    lines: &Lines<'_>,
    id: impl Fn(usize) -> String,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let when = when(view, lines);
    let seat = view.seats.filter(|_| lines.parts);
    let columns = columns(view, lines);
    let mut headings = vec![(lines.first.to_owned(), Align::Left)];
    headings.extend(when.iter().chain(&seat).map(|column| heading(view, *column)));
    headings.push(("entrant".to_owned(), Align::Left));
    headings.extend(headings_of(view, &columns));
    let mut grid = Grid::new(headings);
    let listed = || (0..lines.rows.rows).filter(|row| (lines.is_listed)(*row));
    for row in listed().take(MOST_GAMES) {
        for (line, side) in lines.sides.children(row).iter().enumerate() {
            let side = *side as usize;
            let entrant = view.entrant_of(lines.sides.sheet, side);
            let first = (line == 0).then_some(row);
            let mut cells = vec![first.map_or_else(String::new, |row| printed(&id(row)))];
            let once = |column: ColumnId| first.map_or_else(String::new, |row| cell(view, column, row));
            cells.extend(when.iter().copied().map(once));
            cells.extend(seat.map(|seat| cell(view, seat, side)));
            cells.push(entrant.map_or_else(String::new, |entrant| printed(view.entrant_name(entrant))));
            cells.extend(columns.iter().map(|shown| shown.cell(view, first, side)));
            grid.add(cells);
        }
        let nobodys = columns.iter().map(|shown| match *shown {
            Shown::Row(_) | Shown::Side(_) | Shown::State(_) => String::new(),
            Shown::Part(part, column, _) => {
                let rows = part.of_game(row).map(|row| part_words(view, part, column, row as usize));
                rows.collect::<Vec<_>>().join(", ")
            }
        });
        let nobodys: Vec<String> = nobodys.collect();
        if nobodys.iter().any(|words| !words.is_empty()) {
            let mut cells = vec![String::new(); 1 + when.len() + usize::from(seat.is_some())];
            cells.push("nobody".to_owned());
            cells.extend(nobodys);
            grid.add(cells);
        }
    }
    sections.table(grid)?;
    let count = if lines.rows.rows > MOST_GAMES { listed().count() } else { 0 };
    say_more(count, sections)
}

/// Says that there are more games than were shown.
pub fn say_more(count: usize, sections: &mut Sections<'_>) -> io::Result<()> {
    if count <= MOST_GAMES {
        return Ok(());
    }
    sections.line(&format!(
        "… these are the first {MOST_GAMES} of {count}; `--output json` and `--output csv` write all of them"
    ))
}

/// When a game was played: its match, its phase, its round, its day, where some game has one.
pub fn when(view: &View<'_>, lines: &Lines<'_>) -> Vec<ColumnId> {
    let all = [BuiltinColumn::MatchId, BuiltinColumn::Phase, BuiltinColumn::Round, BuiltinColumn::Date];
    all.into_iter().filter_map(|column| view.used(lines.rows.sheet, column)).collect()
}

/// Recorded columns before the place and that before states and what is ruled, sides before their parts and those before
/// the game. What holds nothing is left out, what parts that share a line need not record, and `void` where everything
/// counts.
pub fn columns<'a>(view: &'a View<'_>, lines: &Lines<'_>) -> Vec<Shown<'a>> {
    let ruleset = view.ruleset();
    let parts = view.parts.iter().filter(|part| lines.parts && part.names.is_some());
    let parts: Vec<_> = parts.map(|part| (part, part.stands_alone(lines.sides.rows))).collect();
    let mut columns: Vec<Shown<'a>> = lines.sides.recorded(ruleset).map(Shown::Side).collect();
    for (part, alone) in &parts {
        // Of several parts only what every one of them must record: the table stays readable.
        let is_chosen = ruleset.shown.iter().any(|(sheet, _)| *sheet == part.table.sheet);
        let shown = |column: &ColumnId| {
            let info = ruleset.column(*column);
            *alone || is_chosen || !info.ty.optional && info.origin == Origin::Recorded { default: None }
        };
        let recorded = part.table.recorded(ruleset).filter(shown);
        columns.extend(recorded.map(|column| Shown::Part(part, column, *alone)));
    }
    columns.extend(view.used(lines.sides.sheet, BuiltinColumn::Place).map(Shown::Side));
    columns.extend(view.states(lines.sides.sheet).map(Shown::State));
    columns.extend(lines.sides.ruled(ruleset).map(Shown::Side));
    for (part, alone) in parts {
        columns.extend(part.table.ruled(ruleset).map(|column| Shown::Part(part, column, alone)));
    }
    columns.extend(lines.rows.recorded(ruleset).map(Shown::Row));
    columns.extend(lines.rows.ruled(ruleset).map(Shown::Row));
    let mut columns = chosen(view, &columns);
    columns.retain(|shown| match ruleset.column(shown.column()).origin {
        Origin::Recorded { .. } | Origin::Ruled | Origin::State => {
            lines.rows.rows == 0 || view.is_used(shown.column())
        }
        Origin::Builtin(BuiltinColumn::Void) => view.has_void(shown.column()),
        Origin::Builtin(_) | Origin::Hidden { .. } => true,
    });
    columns
}

/// Of a sheet whose format says what tables show, only that, in its order.
fn chosen<'a>(view: &View<'_>, columns: &[Shown<'a>]) -> Vec<Shown<'a>> {
    let ruleset = view.ruleset();
    let sheet_of = |shown: &Shown<'_>| ruleset.column(shown.column()).sheet;
    let mut all = Vec::with_capacity(columns.len());
    let mut done = Vec::new();
    for shown in columns {
        let sheet = sheet_of(shown);
        match ruleset.shown.iter().find(|(of, _)| *of == sheet) {
            None => all.push(*shown),
            Some(_) if done.contains(&sheet) => {}
            Some((_, wanted)) => {
                done.push(sheet);
                let own = || columns.iter().filter(|shown| sheet_of(shown) == sheet);
                all.extend(wanted.iter().filter_map(|column| own().find(|shown| shown.column() == *column)));
            }
        }
    }
    all
}

/// The headings of these columns; one of the game that is called as another before it says whose it is.
pub fn headings_of(view: &View<'_>, columns: &[Shown<'_>]) -> Vec<(String, Align)> {
    let mut headings: Vec<(String, Align)> = Vec::new();
    for shown in columns {
        let column = shown.column();
        let info = view.ruleset().column(column);
        headings.push(match shown {
            Shown::Row(_) if headings.iter().any(|(known, _)| *known == info.name) => {
                (format!("{}.{}", view.ruleset().sheet(info.sheet).name, info.name), align(view, column))
            }
            Shown::Row(_) | Shown::Side(_) | Shown::State(_) => heading(view, column),
            Shown::Part(part, _, alone) => {
                let align = if *alone { align(view, column) } else { Align::Left };
                (format!("{}.{}", part.name, info.name), align)
            }
        });
    }
    headings
}

impl Shown<'_> {
    /// The column; of a state that before the game, which gives it its name.
    pub fn column(self) -> ColumnId {
        match self {
            Shown::Row(column) | Shown::Side(column) | Shown::Part(_, column, _) => column,
            Shown::State(state) => state.before,
        }
    }

    /// Its cell on the line of a side; the row of the game or the match is given on its first line.
    pub fn cell(self, view: &View<'_>, first: Option<usize>, side: usize) -> String {
        match self {
            Shown::Row(column) => first.map_or_else(String::new, |row| cell(view, column, row)),
            Shown::Side(column) => cell(view, column, side),
            Shown::State(state) => view.moved(state, side),
            Shown::Part(part, column, alone) => {
                let rows = part.of_side(side).iter().map(|row| *row as usize);
                let words = rows.map(|row| {
                    if alone { cell(view, column, row) } else { part_words(view, part, column, row) }
                });
                words.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// `blue 20`: a value of a single part, after its name.
fn part_words(view: &View<'_>, part: &PartTable, column: ColumnId, row: usize) -> String {
    let name = part.names.map_or_else(String::new, |names| cell(view, names, row));
    format!("{name} {}", cell(view, column, row))
}

/// What a column is called, and where its cells stand.
pub fn heading(view: &View<'_>, column: ColumnId) -> (String, Align) {
    (view.ruleset().column(column).name.clone(), align(view, column))
}

/// Where the cells of a column stand.
pub fn align(view: &View<'_>, column: ColumnId) -> Align {
    match view.ruleset().column(column).ty.kind {
        Kind::Integer | Kind::Number => Align::Point,
        Kind::Duration | Kind::Unknown => Align::Right,
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Date => Align::Left,
    }
}

/// A cell for people.
pub fn cell(view: &View<'_>, column: ColumnId, row: usize) -> String {
    let value: Value = view.value(column, row);
    shown(value, view.symbols())
}
