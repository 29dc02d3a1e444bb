//! Whom entrants could meet next in an open phase: a line an entrant.
//!
//! Comes in: [`Choice`]s. Goes out: a [`Grid`], JSON or CSV. It must never suggest anything itself. Start with [`grid`].

use super::view::EventView;
use crate::event::{self, Choice};
use crate::report::fields::{Fields, list, number, text, texts};
use crate::report::grid::{Align, Grid, printed};
use std::io::{self, Write};

/// What everybody can still do.
pub fn all(view: &EventView<'_>) -> Vec<Choice> {
    event::choices(view.ruleset, view.settings, view.course)
}

/// What everybody can still do, for people.
pub fn grid(view: &EventView<'_>, choices: &[Choice]) -> Grid {
    let headings = [
        ("entrant", Align::Left),
        ("played", Align::Right),
        ("left", Align::Right),
        ("could meet", Align::Left),
    ];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    for choice in choices {
        let opponents: Vec<&str> = choice.opponents.iter().map(|&other| view.name(other)).collect();
        let left = choice.left.map_or_else(|| "–".to_owned(), |left| left.to_string());
        let played = choice.played.to_string();
        grid.add(vec![view.printed(choice.entrant), played, left, printed(&opponents.join(", "))]);
    }
    grid
}

/// The same, for programs.
pub fn json(view: &EventView<'_>, choices: &[Choice], out: &mut dyn Write) -> io::Result<()> {
    list(out, choices, |out, choice| {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "entrant")?;
        text(out, view.name(choice.entrant))?;
        number(&mut keys, "played", choice.played, out)?;
        if let Some(left) = choice.left {
            number(&mut keys, "left", left, out)?;
        }
        keys.key(out, "opponents")?;
        texts(out, choice.opponents.iter().map(|&other| view.name(other)))?;
        out.write_all(b"}")
    })
}

/// The same, for spreadsheets.
pub fn csv(view: &EventView<'_>, choices: &[Choice], out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["entrant", "played", "left", "opponent 1", "opponent 2", "opponent 3"])?;
    for choice in choices {
        let left = choice.left.map_or_else(String::new, |left| left.to_string());
        let mut cells = vec![view.name(choice.entrant).to_owned(), choice.played.to_string(), left];
        cells.extend((0..3).map(|place| {
            choice.opponents.get(place).map_or_else(String::new, |&other| view.name(other).to_owned())
        }));
        table.write_record(cells)?;
    }
    table.flush()
}
