//! An outcome for people: tables whose columns align in any script, and what is to be said below them.
//!
//! Comes in: a [`View`]. Goes out: the standings, the matches, the games with a line a side, the event, then
//! voids, faults, warnings and records left out. Numbers are rounded for display, with a mark where that
//! changes them. It must never decide what is worth showing by its value. Start with [`write`].

use super::cell::{harmless, shown};
use super::view::{PartTable, RowName, Table, View, verdict_word};
use super::{Part, left_out_words};
use crate::ruleset::{BuiltinColumn, VerdictKind};
use crate::sheet::ColumnId;
use crate::value::Value;
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, TableStyle};
use std::io::{self, Write};

/// Games beyond which the rest is named and not shown: nobody reads so long a table, and its columns could only be
/// aligned with all of it in memory.
const MOST_GAMES: usize = 1_000;

/// Lines of a list of remarks beyond which the rest is counted.
const MOST_REMARKS: usize = 100;

const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Writes the outcome.
pub fn write(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections { out, written: false };
    if part != Part::Games {
        standings(view, part, &mut sections)?;
    }
    if part == Part::Everything {
        matches(view, &mut sections)?;
    }
    if !matches!(part, Part::Standing(_)) {
        games(view, &mut sections)?;
    }
    if part == Part::Everything {
        event(view, &mut sections)?;
    }
    remarks(view, &mut sections)
}

/// Parts of the text with a heading each and an empty line between them.
struct Sections<'a> {
    out: &'a mut dyn Write,
    written: bool,
}

impl Sections<'_> {
    fn begin(&mut self, heading: &str) -> io::Result<()> {
        if self.written {
            writeln!(self.out)?;
        }
        self.written = true;
        writeln!(self.out, "{}", printed(heading))
    }

    fn table(&mut self, grid: &Grid) -> io::Result<()> {
        for line in grid.table.trim_fmt().lines() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }
}

/// A table in the making.
struct Grid {
    table: comfy_table::Table,
}

impl Grid {
    fn new(headings: &[(String, bool)]) -> Self {
        let mut table = comfy_table::Table::new();
        table.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(headings.iter().map(|(heading, _)| Cell::new(printed(heading))));
        for (place, (_, numeric)) in headings.iter().enumerate() {
            if let Some(column) = table.column_mut(place) {
                column.set_padding((0, 1));
                column.set_cell_alignment(if *numeric { CellAlignment::Right } else { CellAlignment::Left });
            }
        }
        Self { table }
    }

    fn add(&mut self, cells: Vec<String>) {
        self.table.add_row(cells);
    }
}

fn standings(view: &View<'_>, part: Part<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let tables = view.ruleset().standings.iter().zip(&view.subject.outcome.standings);
    for (standing, table) in tables.filter(|(standing, _)| part.has_standing(&standing.name)) {
        sections.begin(&standing.title)?;
        let mut headings = vec![("place".to_owned(), true), ("entrant".to_owned(), false)];
        headings.extend(
            standing.columns.iter().map(|(heading, column)| (heading.clone(), view.is_numeric(*column))),
        );
        let mut grid = Grid::new(&headings);
        for row in &table.rows {
            let entrant = row.entrant as usize;
            let place = if row.shared { format!("={}", row.place) } else { row.place.to_string() };
            let mut cells = vec![place, printed(view.entrant_name(entrant))];
            cells.extend(standing.columns.iter().map(|(_, column)| cell(view, *column, entrant)));
            grid.add(cells);
        }
        sections.table(&grid)?;
    }
    Ok(())
}

fn matches(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let (Some(matches), Some(sides)) = (&view.matches, &view.match_sides) else { return Ok(()) };
    sections.begin("Matches")?;
    let lines = Lines { first: "match", rows: matches, sides, parts: false };
    sides_table(view, &lines, |row| view.match_id(row), sections)
}

fn games(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let (Some(games), Some(sides)) = (&view.games, &view.sides) else { return Ok(()) };
    sections.begin("Games")?;
    let lines = Lines { first: "game", rows: games, sides, parts: true };
    sides_table(view, &lines, |row| view.game_id(row), sections)
}

/// A table with a line a side: of the games, or of the matches.
struct Lines<'a> {
    first: &'static str,
    rows: &'a Table,
    sides: &'a Table,
    parts: bool,
}

fn sides_table(
    view: &View<'_>,
    lines: &Lines<'_>,
    id: impl Fn(usize) -> String,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let ruleset = view.ruleset();
    let name = |column: ColumnId| (ruleset.column(column).name.clone(), view.is_numeric(column));
    let when: Vec<ColumnId> = [BuiltinColumn::MatchId, BuiltinColumn::Phase, BuiltinColumn::Round]
        .into_iter()
        .filter_map(|column| view.used(lines.rows.sheet, column))
        .collect();
    let of_row: Vec<ColumnId> = lines.rows.ruled(ruleset).collect();
    let seat = view.seats.filter(|_| lines.parts);
    let place = view.used(lines.sides.sheet, BuiltinColumn::Place);
    // Where nothing is computed for a side, what was recorded is the result.
    let mut of_side: Vec<ColumnId> = lines.sides.ruled(ruleset).collect();
    if of_side.is_empty() {
        of_side.clone_from(&lines.sides.columns);
    }
    of_side.splice(0..0, place);
    let parts: Vec<_> = view.parts.iter().filter(|part| lines.parts && part.names.is_some()).collect();
    let of_part: Vec<_> =
        parts.iter().flat_map(|part| part.table.ruled(ruleset).map(move |column| (*part, column))).collect();

    // Where no side owns more than one part of a kind, its seat says which one it is.
    let alone = |part: &PartTable| (0..lines.sides.rows).all(|side| part.of_side(side).len() <= 1);
    let alone: Vec<bool> = of_part.iter().map(|(part, _)| alone(part)).collect();

    let mut headings = vec![(lines.first.to_owned(), false)];
    headings.extend(when.iter().copied().map(name));
    headings.extend(seat.map(name));
    headings.push(("entrant".to_owned(), false));
    headings.extend(of_side.iter().copied().map(name));
    headings.extend(of_part.iter().zip(&alone).map(|((part, column), alone)| {
        let (column, numeric) = name(*column);
        (format!("{}.{column}", part.name), numeric && *alone)
    }));
    headings.extend(of_row.iter().copied().map(name));
    let mut grid = Grid::new(&headings);
    for row in 0..lines.rows.rows.min(MOST_GAMES) {
        for (line, side) in lines.sides.children(row).iter().enumerate() {
            let side = *side as usize;
            let entrant = view.entrant_of(lines.sides.sheet, side);
            let mut cells = vec![if line == 0 { printed(&id(row)) } else { String::new() }];
            let once = |column: &ColumnId| if line == 0 { cell(view, *column, row) } else { String::new() };
            cells.extend(when.iter().map(once));
            cells.extend(seat.map(|seat| cell(view, seat, side)));
            cells.push(entrant.map_or_else(String::new, |entrant| printed(view.entrant_name(entrant))));
            cells.extend(of_side.iter().map(|column| cell(view, *column, side)));
            cells.extend(of_part.iter().zip(&alone).map(|((part, column), alone)| {
                let rows = part.of_side(side).iter().map(|row| *row as usize);
                let words = |row| {
                    if *alone { cell(view, *column, row) } else { part_words(view, part, *column, row) }
                };
                rows.map(words).collect::<Vec<_>>().join(", ")
            }));
            cells.extend(of_row.iter().map(once));
            grid.add(cells);
        }
        let nobodys = of_part.iter().map(|(part, column)| {
            let rows = part.of_game(row).map(|row| part_words(view, part, *column, row as usize));
            rows.collect::<Vec<_>>().join(", ")
        });
        let nobodys: Vec<String> = nobodys.collect();
        if nobodys.iter().any(|words| !words.is_empty()) {
            let mut cells = vec![String::new(); 1 + when.len() + usize::from(seat.is_some())];
            cells.push("nobody".to_owned());
            cells.extend(of_side.iter().map(|_| String::new()));
            cells.extend(nobodys);
            grid.add(cells);
        }
    }
    sections.table(&grid)?;
    if lines.rows.rows > MOST_GAMES {
        let count = lines.rows.rows;
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

fn event(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let Some(event) = &view.event else { return Ok(()) };
    let columns: Vec<ColumnId> = event.ruled(view.ruleset()).collect();
    if columns.is_empty() {
        return Ok(());
    }
    sections.begin("Event")?;
    let headings: Vec<_> = columns
        .iter()
        .map(|column| (view.ruleset().column(*column).name.clone(), view.is_numeric(*column)))
        .collect();
    let mut grid = Grid::new(&headings);
    grid.add(columns.iter().map(|column| cell(view, *column, 0)).collect());
    sections.table(&grid)
}

fn remarks(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let ruleset = view.ruleset();
    let outcome = view.subject.outcome;
    let kinds = [
        ("Does not count", VerdictKind::Void),
        ("Faults", VerdictKind::Fault),
        ("Warnings", VerdictKind::Warn),
    ];
    for (heading, kind) in kinds {
        let hits = outcome.verdicts.iter().filter(|hit| ruleset.verdicts[hit.verdict].kind == kind);
        let lines = hits.map(|hit| {
            let verdict = &ruleset.verdicts[hit.verdict];
            let row = hit.row as usize;
            let place = row_words(view, &view.row_name(verdict.sheet, row));
            let clauses = verdict.cites.iter().map(|clause| format!(" @{}", ruleset.clause(*clause).name));
            let costs = verdict.costs.map(|costs| format!(" (costs {})", cell(view, costs, row)));
            format!("{place}: {}{}{}", verdict.text, costs.unwrap_or_default(), clauses.collect::<String>())
        });
        list(heading, lines, verdict_word(kind), sections)?;
    }
    let left = outcome.left_out.iter().map(|left| left_out_words(left, &outcome.logs));
    list("Left out", left, "record", sections)
}

fn list(
    heading: &str,
    mut lines: impl Iterator<Item = String>,
    word: &str,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    for (place, line) in lines.by_ref().take(MOST_REMARKS).enumerate() {
        if place == 0 {
            sections.begin(heading)?;
        }
        writeln!(sections.out, "  {}", printed(&line))?;
    }
    match lines.count() {
        0 => Ok(()),
        1 => writeln!(sections.out, "  … and 1 more {word}; `--output json` writes all of them"),
        more => writeln!(sections.out, "  … and {more} more {word}s; `--output json` writes all of them"),
    }
}

fn row_words(view: &View<'_>, name: &RowName) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(name.of_match.map(|row| format!("match {}", view.match_id(row))));
    words.extend(name.game.map(|row| format!("game {}", view.game_id(row))));
    words.extend(
        name.seat
            .clone()
            .filter(|seat| Some(seat.as_str()) != name.entrant.map(|row| view.entrant_name(row))),
    );
    words.extend(name.entrant.map(|row| view.entrant_name(row).to_owned()));
    words.extend(name.part.clone());
    if words.is_empty() { "the event".to_owned() } else { words.join(", ") }
}

fn cell(view: &View<'_>, column: ColumnId, row: usize) -> String {
    let value: Value = view.value(column, row);
    shown(value, view.symbols())
}

fn printed(text: &str) -> String {
    text.chars().map(harmless).collect()
}
