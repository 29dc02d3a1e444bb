//! Who has which level: a table for people, a list for programs.
//!
//! Comes in: a [`View`]. Goes out: the levels that somebody has, from the highest to the lowest. It must never know how a
//! level is reached. Start with [`table`] or [`json`].

use super::cell::shown;
use super::fields::{self, Fields, list, texts};
use super::grid::{Align, Grid, Sections, printed};
use super::view::View;
use crate::engine::{Held, held};
use std::io::{self, Write};

/// Names of one level beyond which only their number is said.
const MOST_NAMES: usize = 12;

/// Writes the section, in a format with levels.
pub fn table(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let levels = of(view);
    if levels.is_empty() {
        return Ok(());
    }
    sections.begin("Levels")?;
    let headings = [("level", Align::Left), ("entrants", Align::Right), ("", Align::Left)];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    for one in &levels {
        let names = if one.entrants.len() > MOST_NAMES { String::new() } else { names(view, one).join(", ") };
        grid.add(vec![shown(one.level, view.symbols()), one.entrants.len().to_string(), printed(&names)]);
    }
    sections.table(grid)
}

/// Writes them for programs: `[{"level": "dan", "count": 1, "entrants": ["Ada"]}]`.
pub fn json(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    list(out, &of(view), |out, one| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "level")?;
        fields::value(one.level, view.symbols(), out)?;
        keys.key(out, "count")?;
        write!(out, "{}", one.entrants.len())?;
        keys.key(out, "entrants")?;
        texts(out, names(view, one).into_iter())?;
        out.write_all(b"}")
    })
}

fn of(view: &View<'_>) -> Vec<Held> {
    held(view.ruleset(), view.subject.outcome)
}

fn names<'a>(view: &View<'a>, one: &Held) -> Vec<&'a str> {
    one.entrants.iter().map(|&entrant| view.entrant_name(entrant as usize)).collect()
}
