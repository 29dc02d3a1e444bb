//! Who qualifies for a phase, for people: lists of names, and a table with every bound.
//!
//! Comes in: a [`Qualifying`]. Goes out: lines. It must never decide who is in or out. Start with [`write`].

use super::short;
use crate::event::{Bounds, Chance, Fate, Qualifying, Today};
use crate::report::cell;
use crate::report::event::EventView;
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::value::{Rational, Value};
use std::io;

/// Writes who qualifies for a phase.
pub fn write(
    view: &EventView<'_>,
    qualifying: &Qualifying,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let of = &view.phase(qualifying.of).name;
    let (first, last) = (qualifying.first, qualifying.last);
    let places = if first == 1 { format!("top {last}") } else { format!("places {first} to {last}") };
    sections.line(&format!("takes the {places} of {of}"))?;
    let names = |is_wanted: &dyn Fn(&Chance) -> bool| {
        let wanted = qualifying.chances.iter().filter(|chance| is_wanted(chance));
        wanted.map(|chance| view.name(chance.entrant).to_owned()).collect::<Vec<_>>()
    };
    let mut list = |what: &str, names: Vec<String>| match names.len() {
        0 => sections.line(&format!("{what}: nobody")),
        count => sections.line(&format!("{what}: {count}: {}", short(&names, most))),
    };
    if qualifying.is_decided {
        list("qualified", names(&|chance| chance.fate == Fate::In))?;
        let level = names(&|chance| chance.fate == Fate::Open);
        if !level.is_empty() {
            list("level, to be decided", level)?;
        }
    } else if !qualifying.chances.is_empty() {
        list("in today", names(&|chance| chance.today == Today::In))?;
        let level = names(&|chance| chance.today == Today::Level);
        if !level.is_empty() {
            list("level for the last places today", level)?;
        }
        if qualifying.unclear.is_none() {
            list("surely in", names(&|chance| chance.fate == Fate::In))?;
            list("surely out", names(&|chance| chance.fate == Fate::Out))?;
            list("open", names(&|chance| chance.fate == Fate::Open))?;
            sections.line(
                "certain as long as what counts today goes on counting, and nobody enters or withdraws",
            )?;
        }
    }
    if let Some(why) = qualifying.unclear {
        sections.line(&format!("who is surely in or out cannot be told: {}", why.words()))?;
    }
    if most == usize::MAX && !qualifying.chances.is_empty() {
        sections.gap()?;
        sections.table(grid(view, qualifying))?;
    }
    Ok(())
}

fn grid(view: &EventView<'_>, qualifying: &Qualifying) -> Grid {
    let bounded = qualifying.chances.iter().any(|chance| chance.bounds.is_some());
    let mut headings = vec![
        ("place".to_owned(), Align::Right),
        ("entrant".to_owned(), Align::Left),
        ("today".to_owned(), Align::Left),
    ];
    if bounded {
        let more = ["least", "most", "left"].map(|heading| (heading.to_owned(), Align::Point));
        headings.extend(more);
    }
    headings.push(("for certain".to_owned(), Align::Left));
    let mut grid = Grid::new(headings);
    for chance in &qualifying.chances {
        let place = if chance.shared { format!("={}", chance.place) } else { chance.place.to_string() };
        let mut cells = vec![place, printed(view.name(chance.entrant)), today_word(chance.today).to_owned()];
        if let Some(Bounds { left, least, most }) = chance.bounds {
            cells.extend(
                [least, most].map(|bound| bound.map_or_else(|| "–".to_owned(), |bound| number(view, bound))),
            );
            cells.push(left.map_or_else(|| "–".to_owned(), |left| left.to_string()));
        } else if bounded {
            cells.extend(std::iter::repeat_n(String::new(), 3));
        }
        cells.push(fate_word(chance.fate).to_owned());
        grid.add(cells);
    }
    grid
}

fn number(view: &EventView<'_>, bound: Rational) -> String {
    cell::shown(Value::Number(bound), view.recorded.symbols)
}

/// What a place of today is called.
pub fn today_word(today: Today) -> &'static str {
    match today {
        Today::In => "in",
        Today::Out => "out",
        Today::Level => "level",
    }
}

/// What is certain, in a word.
pub fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::In => "in",
        Fate::Out => "out",
        Fate::Open => "open",
    }
}
