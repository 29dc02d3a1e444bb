//! An outcome for people: tables whose columns align in any script, and what is to be said below them.
//!
//! Comes in: a [`View`]. Goes out: the standings, the matches, the games with a line a side, the event, then
//! voids, faults, warnings and records left out. Numbers are rounded for display, with a mark where that
//! changes them; columns with nothing in them are left out. It must never leave out a row. Start with [`write`].

use super::Part;
use super::cell::shown;
use super::event;
use super::grid::{Align, Grid, Sections, printed};
use super::remarks;
use super::view::{PartTable, Table, View};
use crate::engine::StandingTable;
use crate::ruleset::{BuiltinColumn, Origin, Standing};
use crate::sheet::ColumnId;
use crate::value::{Kind, Value};
use std::io::{self, Write};

/// Games beyond which the rest is named and not shown: nobody reads so long a table, and its columns could only be
/// aligned with all of it in memory.
const MOST_GAMES: usize = 1_000;

/// Writes the outcome.
pub fn write(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    if part != Part::Games {
        standings(view, part, &mut sections)?;
    }
    if let Some(event) = view.course().filter(|_| part == Part::Everything) {
        event::brackets(&event, &mut sections)?;
        event::places(&event, &mut sections)?;
    }
    if part == Part::Everything {
        matches(view, &mut sections)?;
    }
    if matches!(part, Part::Everything | Part::Games) {
        games(view, &mut sections)?;
    }
    if part == Part::Everything {
        whole_event(view, &mut sections)?;
    }
    remarks::write(view, &mut sections)?;
    if part == Part::Everything { event::list_acts(&view.log(), &mut sections) } else { Ok(()) }
}

fn standings(view: &View<'_>, part: Part<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let tables = view.ruleset().standings.iter().zip(&view.subject.outcome.standings);
    for (standing, table) in tables.filter(|(standing, _)| part.has_standing(&standing.name)) {
        match view.subject.after {
            Some((phase, round)) => {
                sections.begin(&format!("{}, after round {round} of {phase}", standing.title))?;
            }
            None => sections.begin(&standing.title)?,
        }
        sections.table(standing_grid(view, standing, table))?;
        if view.subject.after.is_some() {
            level(view, table, sections)?;
        }
    }
    Ok(())
}

/// Says who is level in a standing that follows a round.
pub fn level(view: &View<'_>, table: &StandingTable, sections: &mut Sections<'_>) -> io::Result<()> {
    let levels = table.rows.chunk_by(|left, right| left.shared && left.place == right.place);
    for (number, level) in levels.filter(|level| level.len() > 1).enumerate() {
        if number == 0 {
            sections.gap()?;
        }
        let names: Vec<&str> = level.iter().map(|row| view.entrant_name(row.entrant as usize)).collect();
        let place = level[0].place;
        sections.line(&format!("level on place {place}: {}; no key tells them apart", names.join(", ")))?;
    }
    Ok(())
}

/// A standing: places, entrants and its columns.
pub fn standing_grid(view: &View<'_>, standing: &Standing, table: &StandingTable) -> Grid {
    // The column of a key that was not needed would be blank from top to bottom.
    let says = |column| table.rows.is_empty() || table.rows.iter().any(|row| table.says(column, row.entrant));
    let columns: Vec<_> = standing.columns.iter().filter(|(_, column)| says(*column)).collect();
    let mut headings = vec![("place".to_owned(), Align::Right), ("entrant".to_owned(), Align::Left)];
    headings.extend(columns.iter().map(|(heading, column)| (heading.clone(), align(view, *column))));
    let mut grid = Grid::new(headings);
    for row in &table.rows {
        let place = if row.shared { format!("={}", row.place) } else { row.place.to_string() };
        let mut cells = vec![place, printed(view.entrant_name(row.entrant as usize))];
        cells.extend(columns.iter().map(|(_, column)| {
            let value = view.standing_value(table, *column, row.entrant);
            value.map_or_else(String::new, |value| shown(value, view.symbols()))
        }));
        grid.add(cells);
    }
    grid
}

fn matches(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let (Some(matches), Some(sides)) = (&view.matches, &view.match_sides) else { return Ok(()) };
    // In an event games that name no match are only games, though each makes a match of its own.
    let is_listed = |row: usize| view.ruleset().phases.is_empty() || view.match_name(row).is_some();
    if matches.rows > 0 && !(0..matches.rows).any(is_listed) {
        return Ok(());
    }
    sections.begin("Matches")?;
    let lines = Lines { first: "match", rows: matches, sides, parts: false, is_listed: &is_listed };
    sides_table(view, &lines, |row| view.match_id(row), sections)
}

fn games(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let (Some(games), Some(sides)) = (&view.games, &view.sides) else { return Ok(()) };
    sections.begin("Games")?;
    let lines = Lines { first: "game", rows: games, sides, parts: true, is_listed: &|_| true };
    sides_table(view, &lines, |row| view.game_id(row), sections)
}

/// A table with a line a side: of the games, or of the matches.
struct Lines<'a> {
    first: &'static str,
    rows: &'a Table,
    sides: &'a Table,
    parts: bool,
    /// Which rows are listed.
    is_listed: &'a dyn Fn(usize) -> bool,
}

/// A column of such a table, after those that say which line it is.
#[derive(Clone, Copy)]
enum Shown<'a> {
    /// Of the game or the match: on its first line.
    Row(ColumnId),
    /// Of the side.
    Side(ColumnId),
    /// Of the parts that the side owns; whether they stand alone, so that their names need not be said.
    Part(&'a PartTable, ColumnId, bool),
}

/// Recorded columns before ruled ones, sides before their parts and those before the game. What holds nothing is left out, what parts that share a line need not record, and `void` where everything counts.
fn shown_columns<'a>(view: &'a View<'_>, lines: &Lines<'_>) -> Vec<Shown<'a>> {
    let ruleset = view.ruleset();
    let parts = view.parts.iter().filter(|part| lines.parts && part.names.is_some());
    let parts: Vec<_> = parts.map(|part| (part, part.stands_alone(lines.sides.rows))).collect();
    let mut columns: Vec<Shown<'a>> = lines.sides.recorded(ruleset).map(Shown::Side).collect();
    for (part, alone) in &parts {
        // Of several parts only what every one of them must record: the table stays readable.
        let shown = |column: &ColumnId| {
            let info = ruleset.column(*column);
            *alone || !info.ty.optional && info.origin == Origin::Recorded { default: None }
        };
        let recorded = part.table.recorded(ruleset).filter(shown);
        columns.extend(recorded.map(|column| Shown::Part(part, column, *alone)));
    }
    columns.extend(view.used(lines.sides.sheet, BuiltinColumn::Place).map(Shown::Side));
    columns.extend(lines.sides.ruled(ruleset).map(Shown::Side));
    for (part, alone) in parts {
        columns.extend(part.table.ruled(ruleset).map(|column| Shown::Part(part, column, alone)));
    }
    columns.extend(lines.rows.recorded(ruleset).map(Shown::Row));
    columns.extend(lines.rows.ruled(ruleset).map(Shown::Row));
    columns.retain(|(Shown::Row(column) | Shown::Side(column) | Shown::Part(_, column, _))| {
        match ruleset.column(*column).origin {
            Origin::Recorded { .. } | Origin::Ruled | Origin::State => {
                lines.rows.rows == 0 || view.is_used(*column)
            }
            Origin::Builtin(BuiltinColumn::Void) => view.has_void(*column),
            Origin::Builtin(_) | Origin::Hidden { .. } => true,
        }
    });
    columns
}

/// The headings of these columns; one of the game that is called as another before it says whose it is.
fn headings_of(view: &View<'_>, columns: &[Shown<'_>]) -> Vec<(String, Align)> {
    let mut headings: Vec<(String, Align)> = Vec::new();
    for shown in columns {
        let (Shown::Row(column) | Shown::Side(column) | Shown::Part(_, column, _)) = *shown;
        let info = view.ruleset().column(column);
        headings.push(match shown {
            Shown::Row(_) if headings.iter().any(|(known, _)| *known == info.name) => {
                (format!("{}.{}", view.ruleset().sheet(info.sheet).name, info.name), align(view, column))
            }
            Shown::Row(_) | Shown::Side(_) => (info.name.clone(), align(view, column)),
            Shown::Part(part, _, alone) => {
                let align = if *alone { align(view, column) } else { Align::Left };
                (format!("{}.{}", part.name, info.name), align)
            }
        });
    }
    headings
}

fn sides_table(
    view: &View<'_>,
    lines: &Lines<'_>,
    id: impl Fn(usize) -> String,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let name = |column: ColumnId| (view.ruleset().column(column).name.clone(), align(view, column));
    let when: Vec<ColumnId> = [BuiltinColumn::MatchId, BuiltinColumn::Phase, BuiltinColumn::Round]
        .into_iter()
        .filter_map(|column| view.used(lines.rows.sheet, column))
        .collect();
    let seat = view.seats.filter(|_| lines.parts);
    let columns = shown_columns(view, lines);
    let mut headings = vec![(lines.first.to_owned(), Align::Left)];
    headings.extend(when.iter().copied().map(name));
    headings.extend(seat.map(name));
    headings.push(("entrant".to_owned(), Align::Left));
    headings.extend(headings_of(view, &columns));
    let mut grid = Grid::new(headings);
    let listed = || (0..lines.rows.rows).filter(|row| (lines.is_listed)(*row));
    for row in listed().take(MOST_GAMES) {
        for (line, side) in lines.sides.children(row).iter().enumerate() {
            let side = *side as usize;
            let entrant = view.entrant_of(lines.sides.sheet, side);
            let mut cells = vec![if line == 0 { printed(&id(row)) } else { String::new() }];
            let once = |column: ColumnId| if line == 0 { cell(view, column, row) } else { String::new() };
            cells.extend(when.iter().copied().map(once));
            cells.extend(seat.map(|seat| cell(view, seat, side)));
            cells.push(entrant.map_or_else(String::new, |entrant| printed(view.entrant_name(entrant))));
            cells.extend(columns.iter().map(|shown| match *shown {
                Shown::Row(column) => once(column),
                Shown::Side(column) => cell(view, column, side),
                Shown::Part(part, column, alone) => {
                    let rows = part.of_side(side).iter().map(|row| *row as usize);
                    let words = rows.map(|row| {
                        if alone { cell(view, column, row) } else { part_words(view, part, column, row) }
                    });
                    words.collect::<Vec<_>>().join(", ")
                }
            }));
            grid.add(cells);
        }
        let nobodys = columns.iter().map(|shown| match *shown {
            Shown::Row(_) | Shown::Side(_) => String::new(),
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
    if count > MOST_GAMES {
        writeln!(
            sections.out,
            "  … these are the first {MOST_GAMES} of {count}; `--output json` and `--output csv` write all of them"
        )?;
    }
    Ok(())
}

/// `blue 20`: a value of a single part, after its name.
fn part_words(view: &View<'_>, part: &PartTable, column: ColumnId, row: usize) -> String {
    let name = part.names.map_or_else(String::new, |names| cell(view, names, row));
    format!("{name} {}", cell(view, column, row))
}

fn whole_event(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let Some(event) = &view.event else { return Ok(()) };
    let columns: Vec<ColumnId> = event.ruled(view.ruleset()).collect();
    if columns.is_empty() {
        return Ok(());
    }
    sections.begin("Event")?;
    let headings = columns.iter().map(|column| {
        let name = view.ruleset().column(*column).name.clone();
        (name, align(view, *column))
    });
    let mut grid = Grid::new(headings.collect());
    grid.add(columns.iter().map(|column| cell(view, *column, 0)).collect());
    sections.table(grid)
}

/// Where the cells of a column stand.
fn align(view: &View<'_>, column: ColumnId) -> Align {
    match view.ruleset().column(column).ty.kind {
        Kind::Integer | Kind::Number => Align::Point,
        Kind::Duration | Kind::Unknown => Align::Right,
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Date => Align::Left,
    }
}

fn cell(view: &View<'_>, column: ColumnId, row: usize) -> String {
    let value: Value = view.value(column, row);
    shown(value, view.symbols())
}
