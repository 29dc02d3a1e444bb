//! The regulation, clause by clause.
//!
//! Start with [`table`] or [`json`].

use super::Audited;
use super::words::{counted, number_key, percent, place, place_keys, text_key, what};
use crate::audit::{ClauseList, ClauseRow, Status};
use crate::report::fields::{Fields, list, texts};
use crate::report::grid::printed;
use std::io::{self, Write};

/// Examples of one clause beyond which they are counted.
const MOST_EXAMPLES: usize = 6;

/// Writes the clauses for people.
pub fn table(audited: Audited<'_>, all: &ClauseList, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::of(all);
    write!(out, "{}: {}", printed(audited.name), counted(all.clauses.len() - counts.inherited, "clause"))?;
    if counts.notes > 0 {
        write!(out, ", {}", counted(counts.notes, "note"))?;
    }
    for (count, words) in [(counts.verified, "verified in records of moves"), (counts.waiting, "waiting")] {
        if count > 0 {
            write!(out, ", {count} {words}")?;
        }
    }
    writeln!(out)?;
    let shown = percent(counts.shown, counts.rules);
    writeln!(out, "of {} that are computed, {} ({shown}) are shown by examples", counts.rules, counts.shown)?;
    if !all.logs.is_empty() {
        let played = percent(counts.played, counts.rules);
        writeln!(out, "and games of the logs come to {} ({played})", counts.played)?;
        let covered = percent(counts.covered, counts.rules);
        writeln!(out, "together that is {} ({covered})", counts.covered)?;
    }
    if counts.inherited > 0 {
        let words = counted(counts.inherited, "clause");
        writeln!(out, "not counted: {words} of the format that this one builds on")?;
    }
    for row in &all.clauses {
        writeln!(out, "\n{}  {}", printed(&row.name), printed(&row.text))?;
        clause(audited, all, row, out)?;
    }
    Ok(())
}

fn clause(audited: Audited<'_>, all: &ClauseList, row: &ClauseRow, out: &mut dyn Write) -> io::Result<()> {
    match &row.status {
        Status::Note => writeln!(out, "    note         nothing to compute ({})", place(audited, row.at))?,
        Status::Verified => {
            writeln!(out, "    verified     in records of moves ({})", place(audited, row.at))?;
        }
        Status::Waits(what) => {
            writeln!(out, "    waits        for {} ({})", printed(what), place(audited, row.at))?;
        }
        Status::Rule => {}
    }
    for (number, cited) in row.cited.iter().enumerate() {
        let heading = if number == 0 { "implemented" } else { "" };
        let (kind, of) = (what(cited.what), printed(&cited.of));
        writeln!(out, "    {heading:<11}  {kind} of {of}, {}", place(audited, cited.at))?;
    }
    if row.status != Status::Rule && row.examples.is_empty() && row.rows == 0 {
        return Ok(());
    }
    for (number, example) in row.examples.iter().take(MOST_EXAMPLES).enumerate() {
        let heading = if number == 0 { "shown" } else { "" };
        let why = if example.because { ", which gives it as a reason" } else { "" };
        let name = printed(&example.name);
        writeln!(out, "    {heading:<11}  “{name}”, {}{why}", place(audited, example.at))?;
    }
    match row.examples.len().checked_sub(MOST_EXAMPLES) {
        _ if row.is_out_of_reach() => {
            return writeln!(out, "    shown        by nothing: nobody comes to this level");
        }
        _ if row.examples.is_empty() => writeln!(out, "    shown        by no example")?,
        Some(more) if more > 0 => writeln!(out, "                 and {more} more")?,
        Some(_) | None => {}
    }
    if !all.logs.is_empty() {
        let logs: Vec<String> = logs(all, row).map(printed).collect();
        let words = if logs.is_empty() { "by no game of the logs".to_owned() } else { logs.join(", ") };
        writeln!(out, "    played       {words}")?;
    }
    Ok(())
}

/// Writes the clauses for programs.
pub fn json(audited: Audited<'_>, all: &ClauseList, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::of(all);
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n");
    text_key("format", audited.name, &mut keys, out)?;
    for (key, count) in [
        ("computed", counts.rules),
        ("shown", counts.shown),
        ("played", counts.played),
        ("covered", counts.covered),
        ("inherited", counts.inherited),
        ("notes", counts.notes),
        ("verified", counts.verified),
        ("waiting", counts.waiting),
    ] {
        number_key(key, count as u64, &mut keys, out)?;
    }
    keys.key(out, "logs")?;
    texts(out, all.logs.iter().map(String::as_str))?;
    keys.key(out, "clauses")?;
    list(out, &all.clauses, |out, row| clause_json(audited, all, row, out))?;
    out.write_all(b"}\n")
}

fn clause_json(
    audited: Audited<'_>,
    all: &ClauseList,
    row: &ClauseRow,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    text_key("clause", &row.name, &mut keys, out)?;
    text_key("text", &row.text, &mut keys, out)?;
    let status = match &row.status {
        Status::Rule => "computed",
        Status::Note => "note",
        Status::Verified => "verified",
        Status::Waits(_) => "waits",
    };
    text_key("status", status, &mut keys, out)?;
    if let Status::Waits(what) = &row.status {
        text_key("waits", what, &mut keys, out)?;
    }
    place_keys(audited, row.at, &mut keys, out)?;
    keys.key(out, "implemented")?;
    list(out, &row.cited, |out, cited| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        text_key("what", what(cited.what), &mut keys, out)?;
        text_key("of", &cited.of, &mut keys, out)?;
        place_keys(audited, cited.at, &mut keys, out)?;
        out.write_all(b"}")
    })?;
    keys.key(out, "examples")?;
    list(out, &row.examples, |out, example| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        text_key("example", &example.name, &mut keys, out)?;
        keys.key(out, "because")?;
        write!(out, "{}", example.because)?;
        place_keys(audited, example.at, &mut keys, out)?;
        out.write_all(b"}")
    })?;
    keys.key(out, "logs")?;
    texts(out, logs(all, row))?;
    number_key("rows", row.rows, &mut keys, out)?;
    out.write_all(b"}")
}

/// The names of the logs that came to a clause.
fn logs<'a>(all: &'a ClauseList, row: &'a ClauseRow) -> impl Iterator<Item = &'a str> {
    row.logs.iter().filter_map(|&log| all.logs.get(log as usize)).map(String::as_str)
}

/// How many clauses are what.
struct Counts {
    rules: usize,
    shown: usize,
    played: usize,
    covered: usize,
    inherited: usize,
    notes: usize,
    verified: usize,
    waiting: usize,
}

impl Counts {
    fn of(all: &ClauseList) -> Self {
        let count =
            |is: &dyn Fn(&ClauseRow) -> bool| all.clauses.iter().filter(|row| row.own && is(row)).count();
        let is_rule = |row: &ClauseRow| row.status == Status::Rule;
        Self {
            rules: count(&is_rule),
            shown: count(&|row| is_rule(row) && row.is_shown()),
            played: count(&|row| is_rule(row) && row.rows > 0),
            covered: count(&|row| is_rule(row) && row.is_covered()),
            inherited: all.clauses.iter().filter(|row| !row.own).count(),
            notes: count(&|row| row.status == Status::Note),
            verified: count(&|row| row.status == Status::Verified),
            waiting: count(&|row| matches!(row.status, Status::Waits(_))),
        }
    }
}
