//! What becomes of a log, for people.
//!
//! Start with [`table`].

use super::{DiffSubject, SIDES, first};
use crate::audit::differ::{LogAnswer, LogChange, Moved, SheetChange};
use crate::report::audit::words::counted;
use crate::report::grid::{Align, Grid, Sections, printed};
use std::io;

/// So many rows of a list are shown.
const MOST_SHOWN: usize = 10;

/// Writes it. The number is that of the log among those that are shown.
pub fn table(
    subject: DiffSubject<'_>,
    answer: &LogAnswer,
    (number, all): (usize, bool),
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let several = subject.logs.len() > 1;
    sections.begin(&match answer.edition {
        Some(edition) => format!("The log, edition {edition}"),
        None if several && number > 0 => "The log, all editions".to_owned(),
        None => "The log".to_owned(),
    })?;
    for (name, refused) in subject.names.iter().zip(&answer.refused) {
        let Some(refused) = refused else { continue };
        let place = refused.place.as_ref().map_or_else(String::new, |place| format!(" ({place})"));
        let code = if refused.code.is_empty() { String::new() } else { format!("[{}] ", refused.code) };
        sections.line(&format!("{name} does not score it: {code}{}{place}", refused.message))?;
        if refused.more > 0 {
            sections.line(&format!("  and {} more", counted(refused.more, "error")))?;
        }
    }
    let Some(change) = &answer.change else { return Ok(()) };
    if change.is_different() {
        let [games, differing] = change.games;
        sections.line(&match differing {
            0 => format!("no value changes in {}", counted(games, "game")),
            differing => format!("values change in {differing} of {}", counted(games, "game")),
        })?;
    } else {
        sections.line(&format!("nothing changes in {}", counted(change.games[0], "game")))?;
    }
    event(change, all, sections)?;
    for standing in &change.standings {
        let moved = standing.moved.len();
        let title = &standing.title;
        sections.gap()?;
        sections.line(&format!("{title}: {moved} of {} move", counted(standing.entrants, "entrant")))?;
        places(&standing.moved, all, sections)?;
    }
    for sheet in &change.sheets {
        values(sheet, all, sections)?;
    }
    for sheet in &change.other_rows {
        sections.line(&format!("the rows of `{sheet}` are not the same: their values were not compared"))?;
    }
    if answer.remarks.iter().any(|remarks| !remarks.is_empty()) {
        sections.gap()?;
    }
    for (side, remarks) in SIDES.iter().zip(&answer.remarks) {
        let (shown, more) = first(remarks, MOST_SHOWN, all);
        for remark in shown {
            sections.line(&format!("{side} alone says: {remark}"))?;
        }
        if more > 0 {
            sections.line(&format!("{side} alone says {more} more things; `--all` has them"))?;
        }
    }
    Ok(())
}

fn event(change: &LogChange, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    for (side, only) in SIDES.iter().zip(&change.only) {
        if !only.is_empty() {
            sections.line(&format!("{side} alone comes to the phase {}", only.join(", ")))?;
        }
    }
    for phase in &change.phases {
        let name = &phase.phase;
        if phase.reordered {
            sections.line(&format!("the same are admitted to `{name}`, in another order"))?;
        }
        for (side, only) in SIDES.iter().zip(&phase.only) {
            if !only.is_empty() {
                sections.line(&format!("admitted to `{name}` by {side} alone: {}", list(only, all)))?;
            }
        }
    }
    let (matches, more) = first(&change.matches, MOST_SHOWN, all);
    for one in matches {
        let called = format!("`{}` of `{}`", one.name, one.phase);
        let winner = |side: usize| one.winners[side].clone().unwrap_or_else(|| "nobody".to_owned());
        let [old, new] = [winner(0), winner(1)];
        sections.line(&match one.decided {
            [_, false] => format!("{called} is not decided; by {} it is won by {old}", SIDES[0]),
            [false, true] => format!("{called} is won by {new}; by {} it is not decided", SIDES[0]),
            [true, true] => format!("{called} is won by {new} instead of {old}"),
        })?;
    }
    if more > 0 {
        sections.line(&format!("and {more} more matches are; `--all` has them"))?;
    }
    if !change.places.is_empty() {
        sections.gap()?;
        sections.line(&format!("Final places: {} move", counted(change.places.len(), "entrant")))?;
        places(&change.places, all, sections)?;
    }
    Ok(())
}

fn list(names: &[String], all: bool) -> String {
    let (shown, more) = first(names, MOST_SHOWN, all);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

fn grid(headings: &[(&str, Align)]) -> Grid {
    Grid::new(headings.iter().map(|(heading, align)| ((*heading).to_owned(), *align)).collect())
}

fn places(moved: &[Moved], all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    let mut grid = grid(&[("entrant", Align::Left), (SIDES[0], Align::Right), (SIDES[1], Align::Right)]);
    let (shown, more) = first(moved, MOST_SHOWN, all);
    for one in shown {
        let place = |place: Option<u32>| place.map_or_else(|| "–".to_owned(), |place| place.to_string());
        grid.add(vec![printed(&one.entrant), place(one.places[0]), place(one.places[1])]);
    }
    sections.table(grid)?;
    folded(more, sections)
}

fn folded(more: usize, sections: &mut Sections<'_>) -> io::Result<()> {
    if more == 0 { Ok(()) } else { sections.line(&format!("and {more} more; `--all` has them")) }
}

fn values(sheet: &SheetChange, all: bool, sections: &mut Sections<'_>) -> io::Result<()> {
    sections.gap()?;
    let columns: Vec<String> =
        sheet.columns.iter().map(|(column, rows)| format!("{column} on {rows}")).collect();
    let (name, rows) = (&sheet.sheet, counted(sheet.rows, "row"));
    sections.line(&format!("`{name}`: {} of {rows} change ({})", sheet.changed, columns.join(", ")))?;
    let mut grid = grid(&[
        ("row", Align::Left),
        ("column", Align::Left),
        (SIDES[0], Align::Point),
        (SIDES[1], Align::Point),
    ]);
    let (shown, _) = first(&sheet.shown, MOST_SHOWN, all);
    for row in shown {
        for (place, cell) in row.cells.iter().enumerate() {
            let called = if place == 0 { printed(&row.row) } else { String::new() };
            grid.add(vec![called, cell.column.clone(), printed(&cell.values[0]), printed(&cell.values[1])]);
        }
    }
    sections.table(grid)?;
    match sheet.changed - shown.len() {
        0 => Ok(()),
        more => sections.line(&format!("and {more} more; `--all` has them")),
    }
}
