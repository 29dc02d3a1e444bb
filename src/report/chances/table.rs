//! Chances for people: in percent, with their standard errors, rounded.

use super::{ChancesSubject, fixed};
use crate::event::Due;
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::ruleset::PhaseId;
use crate::simulate::{Chances, Estimate};
use crate::value::{Kind, Rational, format_duration};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// So many places are shown, the best of those that anybody reached; the others are in the JSON and the CSV.
const PLACES: usize = 4;

/// Digits after the point of percents, and of all other numbers.
const PERCENT: u32 = 1;
const NUMBER: u32 = 2;

/// Writes the tables.
pub fn write(subject: ChancesSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    let chances = subject.chances;
    sections.begin(&subject.ruleset.title)?;
    writeln!(sections.out, "seed {}", subject.stamp.seed)?;
    writeln!(
        sections.out,
        "{} of {}: {}, {}",
        counted(chances.events, "event"),
        counted(u32::try_from(chances.entrants.len()).unwrap_or(u32::MAX), "entrant"),
        counted(chances.rounds, "round"),
        counted(chances.games, "game"),
    )?;
    if let Some(end) = ended(&chances.due) {
        writeln!(sections.out, "{end}")?;
    }
    places(chances, &mut sections)?;
    means(subject, &mut sections)?;
    seats(chances, &mut sections)?;
    event(chances, &mut sections)
}

/// Where the events ended, if that was not at their end.
fn ended(due: &Due) -> Option<String> {
    match due {
        Due::Over => None,
        Due::Round | Due::Results => {
            Some("the rest of the event is not played: places as they stand".to_owned())
        }
        Due::Winner { .. } | Due::Order { .. } | Due::Draw { .. } => {
            Some("a decision is missing: places as they stand".to_owned())
        }
        Due::Open => Some("from here on opponents are chosen freely: places as they stand".to_owned()),
        Due::Impossible { why, .. } => {
            let (message, _) = why.words();
            Some(format!("the next round cannot be paired: {message}; places as they stand"))
        }
    }
}

fn places(chances: &Chances, sections: &mut Sections<'_>) -> io::Result<()> {
    sections.begin("Chances of final places, in percent (± standard error)")?;
    let all = chances.entrants.iter().flat_map(|one| &one.places);
    let reached: BTreeSet<u32> = all.filter_map(|place| place.place).collect();
    let reached = || reached.iter().copied().take(PLACES);
    let mut headings = vec![("entrant".to_owned(), Align::Left)];
    headings.extend(reached().map(|place| (place.to_string(), Align::Right)));
    headings.push(("mean place".to_owned(), Align::Right));
    let mut grid = Grid::new(headings);
    for one in &chances.entrants {
        let mut cells = vec![printed(&one.name)];
        for wanted in reached() {
            let found = one.places.iter().find(|place| place.place == Some(wanted));
            cells.push(found.map_or_else(|| "0".to_owned(), |place| percent(place.chance)));
        }
        cells.push(one.place.map_or_else(|| "–".to_owned(), number));
        grid.add(cells);
    }
    sections.table(grid)
}

fn means(subject: ChancesSubject<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let ChancesSubject { ruleset, chances, .. } = subject;
    let Some(phase) = chances.standing_of.filter(|_| !chances.columns.is_empty()) else { return Ok(()) };
    let title = |phase: PhaseId| &ruleset.phase(phase).title;
    sections.begin(&format!("Means after “{}” (± standard error)", title(phase)))?;
    let mut headings = vec![("entrant".to_owned(), Align::Left)];
    headings.extend(chances.columns.iter().map(|(heading, _)| (heading.clone(), Align::Right)));
    let mut grid = Grid::new(headings);
    for one in &chances.entrants {
        let mut cells = vec![printed(&one.name)];
        cells.extend(chances.columns.iter().zip(&one.means).map(|((_, column), mean)| match mean {
            None => "–".to_owned(),
            Some(mean) if ruleset.column(*column).ty.kind == Kind::Duration => duration(*mean),
            Some(mean) => number(*mean),
        }));
        grid.add(cells);
    }
    sections.table(grid)
}

fn seats(chances: &Chances, sections: &mut Sections<'_>) -> io::Result<()> {
    if chances.seats.is_empty() {
        return Ok(());
    }
    sections.begin("Seats")?;
    let headings = [("seat", Align::Left), ("least", Align::Right), ("most", Align::Right)];
    let mut headings = headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec();
    let has_wins = chances.seats.iter().any(|seat| seat.wins.is_some());
    if has_wins {
        headings.push(("games won, in percent".to_owned(), Align::Right));
    }
    let mut grid = Grid::new(headings);
    for one in &chances.seats {
        let mut cells = vec![printed(&one.name), one.least.to_string(), one.most.to_string()];
        if has_wins {
            cells.push(one.wins.map_or_else(|| "–".to_owned(), percent));
        }
        grid.add(cells);
    }
    sections.table(grid)
}

fn event(chances: &Chances, sections: &mut Sections<'_>) -> io::Result<()> {
    sections.begin("Event")?;
    let headings = [("in an event", Align::Left), ("mean", Align::Right)];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    let mut add = |what: &str, value: Option<String>| {
        if let Some(value) = value {
            grid.add(vec![what.to_owned(), value]);
        }
    };
    add("time", chances.time.map(format_duration));
    if chances.meetings.games > 0 {
        add("pairs that meet in more than one round", chances.meetings.pairs.map(number));
        let of = |mean| format!("{} of {}", number(mean), chances.meetings.games);
        add("games of entrants who have met before", chances.meetings.repeats.map(of));
    }
    add("games that nobody won, in percent", chances.undecided.map(percent));
    add("lots put level entrants in order, in percent of the events", chances.lots.orders.map(percent));
    add("a lot decides a match, in percent of the events", chances.lots.matches.map(percent));
    sections.table(grid)
}

/// `31.4 ±0.5`
fn percent(chance: Estimate) -> String {
    let hundred = |share: Rational| share.multiply(&Rational::from_integer(100)).unwrap_or(share);
    with_error(hundred(chance.value), chance.error.map(hundred), PERCENT)
}

fn number(mean: Estimate) -> String {
    with_error(mean.value, mean.error, NUMBER)
}

fn duration(mean: Estimate) -> String {
    let second = |time: Rational| format_duration(time.round().unwrap_or(time));
    match mean.error {
        Some(error) => format!("{} ±{}", second(mean.value), second(error)),
        None => second(mean.value),
    }
}

fn with_error(value: Rational, error: Option<Rational>, digits: u32) -> String {
    let said = |number: Rational| fixed(number, digits).unwrap_or_else(|| number.to_string());
    match error {
        Some(error) => format!("{} ±{}", said(value), said(error)),
        None => said(value),
    }
}

fn counted(count: u32, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
