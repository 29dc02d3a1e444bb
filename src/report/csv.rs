//! An outcome for spreadsheets: one table, commas between cells, everything exact.
//!
//! Comes in: a [`View`], or one for each edition. Goes out: the standings in one table whose first column says which standing
//! a row belongs to, or the games with a row a side. A heading appears once; where a standing has no such column
//! the cell is empty, and of several standings only columns with something in them are written. Of a standing
//! many rows are written at a time, on all cores. It must never compute anything. Start with [`write`].

use super::Part;
use super::cell::exact;
use super::view::View;
use crate::engine::{StandingRow, StandingTable};
use crate::ruleset::{BuiltinColumn, Standing};
use crate::sheet::ColumnId;
use crate::value::Value;
use rayon::prelude::*;
use std::io::{self, Write};

/// So many rows of a standing are written at a time.
const ROWS: usize = 4096;

/// Writes the standings, or the games where only they are wanted or there are no standings; of one outcome, or of several
/// with a column in front that says of which edition a row is.
pub fn write(views: &[(Option<String>, &View<'_>)], part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    let has_standings = views.iter().any(|(_, view)| !view.ruleset().standings.is_empty());
    let entrant = match part {
        Part::Everything | Part::Standings | Part::Standing(_) if has_standings => {
            return write_standings(views, part, out);
        }
        Part::History(entrant) => Some(entrant as usize),
        Part::Everything | Part::Standings | Part::Standing(_) | Part::Games => None,
    };
    let mut table = csv::Writer::from_writer(out);
    write_games(views, entrant, &mut table)?;
    table.flush()
}

type Table<'a> = csv::Writer<&'a mut dyn Write>;

/// A standing that is written.
struct Ranked<'a> {
    /// Of which edition.
    label: &'a str,
    view: &'a View<'a>,
    standing: &'a Standing,
    table: &'a StandingTable,
}

impl Ranked<'_> {
    /// The column of a heading.
    fn column(&self, heading: &str) -> Option<ColumnId> {
        self.standing.columns.iter().find(|(known, _)| known == heading).map(|(_, column)| *column)
    }

    /// Appends the cell of an entrant; nothing, where there is none.
    fn put(&self, column: Option<ColumnId>, entrant: u32, text: &mut String) {
        if let Some(value) = column.and_then(|column| self.view.standing_value(self.table, column, entrant)) {
            value.put_exact(self.view.symbols(), text);
        }
    }

    /// Some rows, as they are written.
    fn written(
        &self,
        rows: &[StandingRow],
        (labelled, columns): (bool, &[Option<ColumnId>]),
    ) -> io::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let names = self.view.entrant_names();
        let mut text = String::new();
        for row in rows {
            if labelled {
                table.write_field(self.label)?;
            }
            table.write_field(&self.standing.name)?;
            text.clear();
            Value::Integer(row.place.into()).put_exact(self.view.symbols(), &mut text);
            table.write_field(&text)?;
            table.write_field(self.view.text(names, row.entrant as usize))?;
            for &column in columns {
                text.clear();
                self.put(column, row.entrant, &mut text);
                table.write_field(&text)?;
            }
            table.write_record(None::<&[u8]>)?;
        }
        finished(table)
    }
}

fn write_standings(
    views: &[(Option<String>, &View<'_>)],
    part: Part<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut standings: Vec<Ranked<'_>> = Vec::new();
    for (label, view) in views {
        let all = view.ruleset().standings.iter().zip(&view.subject.outcome.standings);
        let wanted = all.filter(|(standing, _)| part.has_standing(&standing.name));
        let label = label.as_deref().unwrap_or_default();
        standings.extend(wanted.map(|(standing, table)| Ranked { label, view, standing, table }));
    }
    let mut headings: Vec<&str> = Vec::new();
    for (heading, _) in standings.iter().flat_map(|one| &one.standing.columns) {
        if !headings.contains(&heading.as_str()) {
            headings.push(heading);
        }
    }
    // What no standing has anything to say in would be one more column of empty cells.
    if standings.len() > 1 {
        headings.retain(|heading| {
            standings.iter().any(|one| {
                let (column, mut text) = (one.column(heading), String::new());
                one.table.rows.iter().any(|row| {
                    one.put(column, row.entrant, &mut text);
                    !text.is_empty()
                })
            })
        });
    }
    let label = views.iter().any(|(label, _)| label.is_some()).then_some("edition");
    let first = label.iter().copied().chain(["standing", "place", "entrant"]);
    let mut head = csv::Writer::from_writer(Vec::new());
    head.write_record(first.chain(headings.iter().copied()))?;
    out.write_all(&finished(head)?)?;
    for one in &standings {
        let columns: Vec<Option<ColumnId>> = headings.iter().map(|heading| one.column(heading)).collect();
        let written: Vec<io::Result<Vec<u8>>> = one
            .table
            .rows
            .par_chunks(ROWS)
            .map(|rows| one.written(rows, (label.is_some(), &columns)))
            .collect();
        for rows in written {
            out.write_all(&rows?)?;
        }
    }
    Ok(())
}

/// What was written into a table.
fn finished(table: csv::Writer<Vec<u8>>) -> io::Result<Vec<u8>> {
    table.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// The heading of a column of the games, and the cell of it on a side.
struct Heading<'a> {
    name: String,
    cell: Box<dyn Fn(usize, usize) -> String + 'a>,
}

/// The games with a row a side; of one entrant alone, where one is wanted. Of several outcomes every heading that one of
/// them has.
fn write_games(
    views: &[(Option<String>, &View<'_>)],
    entrant: Option<usize>,
    table: &mut Table<'_>,
) -> io::Result<()> {
    let all: Vec<(&Option<String>, &View<'_>, Vec<Heading<'_>>)> =
        views.iter().map(|(label, view)| (label, *view, game_headings(view))).collect();
    let mut names: Vec<(&str, usize)> = Vec::new();
    for (.., headings) in &all {
        let mut at = 0;
        for name in numbered(headings) {
            // A heading that is new stands behind the one that it follows in its own outcome.
            at = match names.iter().position(|known| *known == name) {
                Some(place) => place,
                None => {
                    names.insert(at, name);
                    at
                }
            } + 1;
        }
    }
    if names.is_empty() {
        return Ok(());
    }
    let label = views.iter().any(|(label, _)| label.is_some()).then_some("edition");
    table.write_record(label.iter().copied().chain(names.iter().map(|(name, _)| *name)))?;
    for (of, view, headings) in &all {
        let (Some(games), Some(sides)) = (&view.games, &view.sides) else { continue };
        let own: Vec<(&str, usize)> = numbered(headings).collect();
        let place = |name: &(&str, usize)| own.iter().position(|own| own == name);
        let cells: Vec<Option<&Heading<'_>>> = names.iter().map(|name| headings.get(place(name)?)).collect();
        let is_wanted = |side: usize| entrant.is_none() || view.entrant_of(sides.sheet, side) == entrant;
        for game in 0..games.rows {
            for side in sides.children(game).iter().filter(|side| is_wanted(**side as usize)) {
                let of = label.iter().map(|_| (*of).clone().unwrap_or_default());
                let cell = |heading: Option<&Heading<'_>>| {
                    heading.map_or_else(String::new, |heading| (heading.cell)(game, *side as usize))
                };
                table.write_record(of.chain(cells.iter().copied().map(cell)))?;
            }
        }
    }
    Ok(())
}

/// Headings, each with how many of the same name stand before it.
fn numbered<'a>(headings: &'a [Heading<'_>]) -> impl Iterator<Item = (&'a str, usize)> {
    headings.iter().enumerate().map(|(place, heading)| {
        let before = headings.iter().take(place).filter(|other| other.name == heading.name);
        (heading.name.as_str(), before.count())
    })
}

fn game_headings<'a>(view: &'a View<'_>) -> Vec<Heading<'a>> {
    let mut headings: Vec<Heading<'a>> = Vec::new();
    let (Some(games), Some(sides)) = (&view.games, &view.sides) else { return headings };
    let mut add = |name: &str, cell: Box<dyn Fn(usize, usize) -> String + 'a>| {
        headings.push(Heading { name: name.to_owned(), cell });
    };
    add("game", Box::new(|game, _| view.game_id(game)));
    if view.matches.is_some() {
        let id = |game| view.match_of_game(game).map_or_else(String::new, |row| view.match_id(row));
        add("match", Box::new(move |game, _| id(game)));
    }
    for (name, column) in [
        ("phase", BuiltinColumn::Phase),
        ("round", BuiltinColumn::Round),
        ("date", BuiltinColumn::Date),
        ("reported_by", BuiltinColumn::ReportedBy),
        ("confirmed_by", BuiltinColumn::ConfirmedBy),
    ] {
        if let Some(column) = view.used(games.sheet, column) {
            add(name, Box::new(move |game, _| cell(view, column, game)));
        }
    }
    if let Some(seat) = view.seats {
        add("seat", Box::new(move |_, side| cell(view, seat, side)));
    }
    let entrant = |side| view.entrant_of(sides.sheet, side).map_or("", |entrant| view.entrant_name(entrant));
    add("entrant", Box::new(move |_, side| entrant(side).to_owned()));
    if let Some(place) = view.used(sides.sheet, BuiltinColumn::Place) {
        add("place", Box::new(move |_, side| cell(view, place, side)));
    }
    for column in sides.columns.iter().copied() {
        add(&view.ruleset().column(column).name, Box::new(move |_, side| cell(view, column, side)));
    }
    for part in &view.parts {
        let Some(names) = part.names else { continue };
        for name in view.part_names(part) {
            for column in part.table.columns.iter().copied() {
                let heading = format!("{name}.{}", view.ruleset().column(column).name);
                let find = Single { names, name: name.clone(), column };
                if part.of_game_alone {
                    add(
                        &format!("game.{heading}"),
                        Box::new(move |game, _| find.cell(view, part.of_game(game))),
                    );
                } else {
                    let of_side = |side| part.of_side(side).iter().copied();
                    add(&heading, Box::new(move |_, side| find.cell(view, of_side(side))));
                }
            }
        }
    }
    for column in games.columns.iter().copied() {
        let name = format!("game.{}", view.ruleset().column(column).name);
        add(&name, Box::new(move |game, _| cell(view, column, game)));
    }
    headings
}

/// A column of a single part.
struct Single {
    /// The column with the names of the parts.
    names: ColumnId,
    /// The name of the single one.
    name: String,
    column: ColumnId,
}

impl Single {
    /// Its cell, among these rows of the sheet of the part.
    fn cell(&self, view: &View<'_>, rows: impl Iterator<Item = u32>) -> String {
        let mut rows = rows.map(|row| row as usize);
        let row = rows.find(|row| cell(view, self.names, *row) == self.name);
        row.map_or_else(String::new, |row| cell(view, self.column, row))
    }
}

fn cell(view: &View<'_>, column: ColumnId, row: usize) -> String {
    exact(view.value(column, row), view.symbols())
}
