//! The claims of a format: proved, tried, or broken; and what its ruled columns can hold.
//!
//! Start with [`table`] or [`json`]; the columns alone are written by [`ruled`].

use super::Audited;
use super::words::{counted, number_key, place, place_keys, text_key};
use crate::audit::{Broken, ClaimRow, Claims, Ruled, Standing};
use crate::report::fields::{Fields, list};
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::ruleset::Proof;
use std::io::{self, Write};

/// Writes the claims for people.
pub fn table(audited: Audited<'_>, found: &Claims, out: &mut dyn Write) -> io::Result<()> {
    let all = if found.all.is_empty() { "no claims".to_owned() } else { summary(found) };
    writeln!(out, "{}: {all}", printed(audited.name))?;
    for row in &found.all {
        writeln!(out, "\n{}", printed(&row.text))?;
        let words = audited.sources.slice(row.at).split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(
            out,
            "    claimed  {} of each {} ({})",
            printed(&words),
            printed(&row.sheet),
            place(audited, row.at)
        )?;
        standing(found, row, out)?;
    }
    Ok(())
}

/// `2 claims proved, 1 tried on 987 records, 1 fails`
pub fn summary(found: &Claims) -> String {
    let mut parts: Vec<(usize, String)> = Vec::new();
    if found.proved() > 0 {
        parts.push((found.proved(), "proved".to_owned()));
    }
    let tried = found.tried();
    if !tried.is_empty() {
        parts.push((tried.len(), tried_words(&tried)));
    }
    match found.failing() {
        0 => {}
        1 => parts.push((1, "fails".to_owned())),
        more => parts.push((more, "fail".to_owned())),
    }
    let mut words = parts.into_iter();
    let first = words.next().map(|(count, what)| format!("{} {what}", counted(count, "claim")));
    let others = words.map(|(count, what)| format!("{count} {what}"));
    first.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

/// `tried on 987 records each`
fn tried_words(tried: &[usize]) -> String {
    let (least, most) = (tried.iter().min().copied().unwrap_or(0), tried.iter().max().copied().unwrap_or(0));
    let each = if tried.len() > 1 { " each" } else { "" };
    if least == most {
        format!("tried on {}{each}", counted(least, "record"))
    } else {
        format!("tried on {least} to {most} records{each}")
    }
}

fn standing(found: &Claims, row: &ClaimRow, out: &mut dyn Write) -> io::Result<()> {
    let seed = found.trying.seed;
    match &row.standing {
        Standing::Proved(proof) => writeln!(out, "    proved   {}", printed(&proved(proof))),
        Standing::Tried { records: 0 } => {
            writeln!(
                out,
                "    tried    on no record: none of {} invented from seed {seed} comes to it",
                found.trying.invented
            )
        }
        Standing::Tried { records } => {
            writeln!(
                out,
                "    tried    on {}, invented from seed {seed}; not proved",
                counted(*records, "record")
            )
        }
        Standing::Fails { never, records, broken_by } => {
            let how = if *never { "proved never to hold" } else { "broken by a record" };
            writeln!(
                out,
                "    fails    {how}; tried on {}, invented from seed {seed}",
                counted(*records, "record")
            )?;
            match broken_by {
                Some(broken) => record(broken, out),
                None => writeln!(out, "             no record was found that comes to it"),
            }
        }
    }
}

/// The record that breaks a claim, field by field.
fn record(broken: &Broken, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    record   the smallest that was found to break it")?;
    let mut grid = Grid::new(vec![(String::new(), Align::Left), (String::new(), Align::Left)]);
    for (path, value) in &broken.fields {
        grid.add(vec![printed(path), printed(value)]);
    }
    for line in grid.lines() {
        writeln!(out, "             {line}")?;
    }
    if !broken.row.is_empty() {
        let values = if broken.values.is_empty() { String::new() } else { format!(": {}", broken.values) };
        writeln!(out, "    there    {}{}", printed(&broken.row), printed(&values))?;
    }
    Ok(())
}

/// By what a claim is proved, in words.
fn proved(proof: &Proof) -> String {
    match proof {
        Proof::Range { of, is } => format!("by its range: `{of}` is {is}, whatever is recorded"),
        Proof::Sum { of, is } => format!("by a constant sum: `{of}` is {is} on every line"),
        Proof::Lines => "line by line: on all lines of the rules that can be taken together".to_owned(),
        Proof::Cases => "case by case: there is no way in which it could be false".to_owned(),
    }
}

/// Writes what the ruled columns can hold, below the line of a check.
pub fn ruled(all: &[Ruled], out: &mut dyn Write) -> io::Result<()> {
    let mut sheets: Vec<&str> = Vec::new();
    for row in all {
        if !sheets.contains(&row.sheet.as_str()) {
            sheets.push(&row.sheet);
        }
    }
    // Columns stand below one another from sheet to sheet.
    let mut grid = Grid::new(vec![(String::new(), Align::Left); 3]);
    for row in sheets.iter().flat_map(|sheet| all.iter().filter(move |row| row.sheet == *sheet)) {
        grid.add(vec![printed(&row.name), printed(&row.kind), printed(&row.range)]);
    }
    let mut lines = grid.lines().into_iter();
    let mut sections = Sections::new(out);
    for sheet in sheets {
        sections.begin(sheet)?;
        for line in all.iter().filter(|row| row.sheet == sheet).filter_map(|_| lines.next()) {
            writeln!(sections.out, "  {line}")?;
        }
    }
    Ok(())
}

/// Writes the claims, and what the ruled columns can hold, for programs.
pub fn json(audited: Audited<'_>, found: &Claims, columns: &[Ruled], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(",\n");
    text_key("format", audited.name, &mut keys, out)?;
    for (key, count) in [
        ("proved", found.proved()),
        ("tried", found.tried().len()),
        ("failing", found.failing()),
        ("invented", found.trying.invented as usize),
    ] {
        number_key(key, count as u64, &mut keys, out)?;
    }
    number_key("seed", found.trying.seed, &mut keys, out)?;
    keys.key(out, "claims")?;
    list(out, &found.all, |out, row| claim_json(audited, row, out))?;
    keys.key(out, "columns")?;
    list(out, columns, |out, row| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        for (key, value) in
            [("sheet", &row.sheet), ("column", &row.name), ("kind", &row.kind), ("range", &row.range)]
        {
            text_key(key, value, &mut keys, out)?;
        }
        for (key, value) in [("least", &row.least), ("most", &row.most)] {
            if let Some(value) = value {
                text_key(key, value, &mut keys, out)?;
            }
        }
        keys.key(out, "missing")?;
        write!(out, "{}}}", row.missing)
    })?;
    out.write_all(b"}\n")
}

fn claim_json(audited: Audited<'_>, row: &ClaimRow, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut keys = Fields::new(", ");
    text_key("claim", &row.text, &mut keys, out)?;
    text_key("on", &row.sheet, &mut keys, out)?;
    text_key("holds", audited.sources.slice(row.at), &mut keys, out)?;
    place_keys(audited, row.at, &mut keys, out)?;
    match &row.standing {
        Standing::Proved(proof) => {
            text_key("standing", "proved", &mut keys, out)?;
            let by = match proof {
                Proof::Range { .. } => "range",
                Proof::Sum { .. } => "constant sum",
                Proof::Lines => "lines",
                Proof::Cases => "cases",
            };
            text_key("by", by, &mut keys, out)?;
            text_key("because", &proved(proof), &mut keys, out)?;
        }
        Standing::Tried { records } => {
            text_key("standing", "tried", &mut keys, out)?;
            number_key("records", *records as u64, &mut keys, out)?;
        }
        Standing::Fails { never, records, broken_by } => {
            text_key("standing", "fails", &mut keys, out)?;
            keys.key(out, "never")?;
            write!(out, "{never}")?;
            number_key("records", *records as u64, &mut keys, out)?;
            if let Some(broken) = broken_by {
                keys.key(out, "record")?;
                list(out, &broken.fields, |out, (path, value)| {
                    out.write_all(b"{")?;
                    let mut keys = Fields::new(", ");
                    text_key("field", path, &mut keys, out)?;
                    text_key("value", value, &mut keys, out)?;
                    out.write_all(b"}")
                })?;
                text_key("row", &broken.row, &mut keys, out)?;
                text_key("values", &broken.values, &mut keys, out)?;
                text_key("example", &broken.text, &mut keys, out)?;
            }
        }
    }
    out.write_all(b"}")
}
