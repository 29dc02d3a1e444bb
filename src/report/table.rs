//! An outcome for people: tables whose columns align in any script, and what is to be said below them.
//!
//! Comes in: a [`View`]. Goes out: the standings, the matches, the games with a line a side, the event, then
//! voids, faults, warnings and records left out. Numbers are rounded for display, with a mark where that
//! changes them; columns with nothing in them are left out. It must never leave out a row. Start with [`write`].

use super::Part;
use super::agreed;
use super::cell::shown;
use super::corrected;
use super::event;
use super::grid::{Align, Grid, Sections, printed};
use super::history;
use super::levels;
use super::remarks;
use super::sides::{self, Lines, align, cell, heading};
use super::view::View;
use crate::engine::StandingTable;
use crate::ruleset::Standing;
use crate::sheet::ColumnId;
use std::io::{self, Write};

/// Writes the outcome.
pub fn write(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    if let Part::History(entrant) = part {
        return history::table(view, entrant, &mut sections);
    }
    if part != Part::Games {
        standings(view, part, &mut sections)?;
    }
    if matches!(part, Part::Everything | Part::Standings) {
        levels::table(view, &mut sections)?;
    }
    if let Some(event) = view.course().filter(|_| part == Part::Everything) {
        event::brackets(&event, &mut sections)?;
        event::overdue(&event, &mut sections)?;
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
    remarks::write(view, |_| true, &mut sections)?;
    if part == Part::Everything {
        agreed::list(view, &mut sections)?;
        event::list_acts(&view.log(), &mut sections)?;
        corrected::lines(view, &mut sections)?;
    }
    Ok(())
}

/// Writes the standings alone, and the records that were left out of what they rank.
pub fn write_standings(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    standings(view, part, &mut sections)?;
    remarks::write_left_out(view, &mut sections)
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
    sides::table(view, &lines, |row| view.match_id(row), sections)
}

fn games(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let (Some(games), Some(sides)) = (&view.games, &view.sides) else { return Ok(()) };
    sections.begin("Games")?;
    let lines = Lines { first: "game", rows: games, sides, parts: true, is_listed: &|_| true };
    sides::table(view, &lines, |row| view.game_id(row), sections)
}

fn whole_event(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let Some(event) = &view.event else { return Ok(()) };
    let columns: Vec<ColumnId> = event.ruled(view.ruleset()).collect();
    if columns.is_empty() {
        return Ok(());
    }
    sections.begin("Event")?;
    let mut grid = Grid::new(columns.iter().map(|column| heading(view, *column)).collect());
    grid.add(columns.iter().map(|column| cell(view, *column, 0)).collect());
    sections.table(grid)
}
