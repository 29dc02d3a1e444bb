//! An outcome for programs: JSON, a row a line, keys in one order, everything exact.
//!
//! Comes in: a [`View`]. Goes out: the standings by name, the games with their sides and parts, matches,
//! entrants, the event, and what is to be said of records. A missing value is a key that is not there.
//! It must never hold more than one row. Start with [`write`].

use super::columns::{cell, known, value, write_columns};
use super::fields::{Fields, id, list, number, rows, text};
use super::view::{RowName, Table, View};
use super::{Part, agreed, corrected, event, history, left_out, levels, unfitting, verdicts};
use crate::engine::StandingTable;
use crate::ruleset::{BuiltinColumn, Standing, VerdictKind};
use crate::value::Value;
use std::io::{self, Write};

/// Writes the outcome, as one object.
pub fn write(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    if let Part::History(entrant) = part {
        return history::json(view, entrant, out);
    }
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, &mut top, out)?;
    if part != Part::Games {
        top.key(out, "standings")?;
        standings(view, part, out)?;
    }
    if matches!(part, Part::Everything | Part::Standings) && view.has_levels() {
        top.key(out, "levels")?;
        levels::json(view, out)?;
    }
    if matches!(part, Part::Everything | Part::Games) {
        top.key(out, "games")?;
        let games = view.games.as_ref();
        rows(out, games.map_or(0, |games| games.rows), |out, row| game(view, row, out))?;
    }
    if part == Part::Everything {
        if let Some(matches) = &view.matches {
            top.key(out, "matches")?;
            rows(out, matches.rows, |out, row| one_match(view, matches, row, out))?;
        }
        top.key(out, "entrants")?;
        if let Some(entrants) = &view.entrants {
            rows(out, entrants.rows, |out, row| entrant(view, entrants, row, out))?;
        } else {
            out.write_all(b"[]")?;
        }
        if let Some(event) = view.event.as_ref().filter(|event| !event.columns.is_empty()) {
            top.key(out, "event")?;
            write_columns(view, event, 0, out)?;
        }
        if let Some(course) = view.course() {
            top.key(out, "due")?;
            event::write_due(&course, out)?;
            top.key(out, "phases")?;
            event::write_phases(&course, false, out)?;
            top.key(out, "places")?;
            event::write_places(&course, out)?;
            if view.ruleset().is_dated() {
                top.key(out, "overdue")?;
                event::write_overdue(&course, out)?;
            }
            top.key(out, "late_entries")?;
            event::write_late(&course, out)?;
        }
        agreed::json(view, &mut top, out)?;
        if view.subject.course.is_some() || !view.subject.outcome.acts.is_empty() {
            top.key(out, "acts")?;
            event::write_acts(&view.log(), out)?;
        }
        if view.subject.course.is_some() {
            top.key(out, "remarks")?;
            unfitting::json(view.subject.remarks, out)?;
        }
        if let Some(corrected) = view.subject.corrected {
            top.key(out, "corrected")?;
            corrected::json(view, corrected, out)?;
        }
    }
    tail(view, |_| true, &mut top, out)
}

/// What stands first: the edition, the format, its hash, its options, the seed, the round after which it stood like this.
pub fn head(view: &View<'_>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    if let Some(edition) = view.subject.edition {
        top.key(out, "edition")?;
        text(out, &edition.to_string())?;
    }
    top.key(out, "format")?;
    text(out, &view.ruleset().name)?;
    view.subject.stamp.hashes(top, out)?;
    top.key(out, "options")?;
    options(view, out)?;
    top.key(out, "seed")?;
    write!(out, "{}", view.subject.seed)?;
    if let Some(today) = view.subject.course.and_then(|course| course.today) {
        top.key(out, "today")?;
        text(out, &today.to_string())?;
    }
    let Some((phase, round)) = view.subject.after else { return Ok(()) };
    top.key(out, "after")?;
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    keys.key(out, "phase")?;
    text(out, phase)?;
    number(&mut keys, "round", round, out)?;
    out.write_all(b"}")
}

/// What stands last: what is to be said of the rows that are wanted, and the records that were left out.
pub fn tail(
    view: &View<'_>,
    is_wanted: impl Fn(&RowName) -> bool,
    top: &mut Fields,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (key, kind) in
        [("warnings", VerdictKind::Warn), ("voids", VerdictKind::Void), ("faults", VerdictKind::Fault)]
    {
        top.key(out, key)?;
        verdicts::json(view, kind, &is_wanted, out)?;
    }
    top.key(out, "left_out")?;
    let left = &view.subject.outcome.left_out;
    let logs = &view.subject.outcome.logs;
    list(out, left, |out, left| left_out::json(logs, left, out))?;
    out.write_all(b"}")
}

fn options(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    for (option, setting) in view.ruleset().options.iter().zip(&view.subject.settings.0) {
        fields.key(out, &option.name)?;
        value(view, *setting, out)?;
    }
    out.write_all(b"}")
}

/// The standings by name.
pub fn standings(view: &View<'_>, part: Part<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(",\n  ");
    let tables = view.ruleset().standings.iter().zip(&view.subject.outcome.standings);
    for (standing, table) in tables.filter(|(standing, _)| part.has_standing(&standing.name)) {
        fields.key(out, &standing.name)?;
        write_rows(view, standing, table, out)?;
    }
    out.write_all(b"}")
}

/// The rows of a standing.
pub fn write_rows(
    view: &View<'_>,
    standing: &Standing,
    table: &StandingTable,
    out: &mut dyn Write,
) -> io::Result<()> {
    list(out, &table.rows, |out, row| {
        let entrant = row.entrant as usize;
        out.write_all(b"{")?;
        let mut fields = Fields::new(", ");
        number(&mut fields, "place", row.place, out)?;
        fields.key(out, "entrant")?;
        text(out, view.entrant_name(entrant))?;
        if row.shared {
            fields.key(out, "shared")?;
            out.write_all(b"true")?;
        }
        fields.key(out, "columns")?;
        out.write_all(b"{")?;
        let mut cells = Fields::new(", ");
        for (heading, column) in &standing.columns {
            let held = view.standing_value(table, *column, row.entrant).unwrap_or(Value::Missing);
            cell(view, &mut cells, heading, held, out)?;
        }
        out.write_all(b"}}")
    })
}

fn game(view: &View<'_>, row: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    game_itself(view, row, &mut fields, out)?;
    fields.key(out, "sides")?;
    out.write_all(b"[")?;
    if let Some(sides) = &view.sides {
        for (place, side) in sides.children(row).iter().enumerate() {
            out.write_all(if place == 0 { b"" } else { b", " })?;
            one_side(view, sides, *side as usize, out)?;
        }
    }
    out.write_all(b"]")?;
    parts(view, &mut fields, Owner::Game(row), out)?;
    out.write_all(b"}")
}

/// What a game is called, when it was played, its own columns.
pub fn game_itself(view: &View<'_>, row: usize, fields: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
    let Some(games) = &view.games else { return Ok(()) };
    fields.key(out, "id")?;
    id(out, &view.game_id(row))?;
    if let Some(of_match) = view.match_of_game(row) {
        fields.key(out, "match")?;
        id(out, &view.match_id(of_match))?;
    }
    let wanted = [
        ("phase", BuiltinColumn::Phase),
        ("round", BuiltinColumn::Round),
        ("date", BuiltinColumn::Date),
        ("reported_by", BuiltinColumn::ReportedBy),
        ("confirmed_by", BuiltinColumn::ConfirmedBy),
    ];
    known(view, fields, games.sheet, &wanted, row, out)?;
    if games.is_bare() {
        return Ok(());
    }
    fields.key(out, "columns")?;
    write_columns(view, games, row, out)
}

/// A side of a game or of a match.
pub fn one_side(view: &View<'_>, sides: &Table, row: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    let is_of_game = view.sides.as_ref().is_some_and(|games| games.sheet == sides.sheet);
    if let Some(entrant) = view.entrant_of(sides.sheet, row) {
        fields.key(out, "entrant")?;
        text(out, view.entrant_name(entrant))?;
    }
    if let Some(seat) = view.seats.filter(|_| is_of_game) {
        cell(view, &mut fields, "seat", view.value(seat, row), out)?;
    }
    known(view, &mut fields, sides.sheet, &[("place", BuiltinColumn::Place)], row, out)?;
    fields.key(out, "columns")?;
    write_columns(view, sides, row, out)?;
    if is_of_game {
        parts(view, &mut fields, Owner::Side(row), out)?;
    }
    out.write_all(b"}")
}

#[derive(Clone, Copy)]
enum Owner {
    Side(usize),
    Game(usize),
}

fn parts(view: &View<'_>, outer: &mut Fields, owner: Owner, out: &mut dyn Write) -> io::Result<()> {
    let mut fields = Fields::new(", ");
    for part in &view.parts {
        let rows: Vec<usize> = match owner {
            Owner::Side(side) => part.of_side(side).iter().map(|row| *row as usize).collect(),
            Owner::Game(game) => part.of_game(game).map(|row| row as usize).collect(),
        };
        if rows.is_empty() {
            continue;
        }
        if fields.is_empty() {
            outer.key(out, "parts")?;
            out.write_all(b"{")?;
        }
        if let Some(names) = part.names {
            for row in rows {
                fields.key(out, &super::exact(view.value(names, row), view.symbols()))?;
                write_columns(view, &part.table, row, out)?;
            }
        } else {
            fields.key(out, &part.plural)?;
            out.write_all(b"[")?;
            for (place, row) in rows.into_iter().enumerate() {
                out.write_all(if place == 0 { b"" } else { b", " })?;
                write_columns(view, &part.table, row, out)?;
            }
            out.write_all(b"]")?;
        }
    }
    if fields.is_empty() { Ok(()) } else { out.write_all(b"}") }
}

fn one_match(view: &View<'_>, matches: &Table, row: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    fields.key(out, "id")?;
    id(out, &view.match_id(row))?;
    known(
        view,
        &mut fields,
        matches.sheet,
        &[("phase", BuiltinColumn::Phase), ("round", BuiltinColumn::Round)],
        row,
        out,
    )?;
    if !matches.is_bare() {
        fields.key(out, "columns")?;
        write_columns(view, matches, row, out)?;
    }
    fields.key(out, "sides")?;
    out.write_all(b"[")?;
    if let Some(sides) = &view.match_sides {
        for (place, side) in sides.children(row).iter().enumerate() {
            out.write_all(if place == 0 { b"" } else { b", " })?;
            one_side(view, sides, *side as usize, out)?;
        }
    }
    out.write_all(b"]}")
}

/// An entrant.
pub fn entrant(view: &View<'_>, entrants: &Table, row: usize, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut fields = Fields::new(", ");
    fields.key(out, "name")?;
    text(out, view.entrant_name(row))?;
    known(view, &mut fields, entrants.sheet, &[("number", BuiltinColumn::Number)], row, out)?;
    fields.key(out, "columns")?;
    write_columns(view, entrants, row, out)?;
    out.write_all(b"}")
}
