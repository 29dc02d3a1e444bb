//! How an event stands, for people: a part a phase, short lists.
//!
//! Comes in: an [`EventView`] and a [`Status`]. Goes out: text. Start with [`write`].

use super::missing;
use crate::event::{Bounds, Chance, Counted, Fate, PhaseStatus, Qualifying, Stage, Status, Today};
use crate::report::event::EventView;
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::report::{cell, remarks};
use crate::ruleset::VerdictKind;
use crate::value::{Rational, Value};
use std::io::{self, Write};

/// Names, games and lines of a list beyond which the rest is counted.
const MOST_LISTED: usize = 8;

/// Writes how an event stands.
pub fn write(view: &EventView<'_>, status: &Status, all: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = Sections::new(out);
    sections.begin(&view.ruleset.title)?;
    if let Some(today) = view.course.today {
        sections.line(&format!("as of {today}"))?;
    }
    sections.line(&view.due().unwrap_or_else(|| "A round is under way: record its games".to_owned()))?;
    let most = if all { usize::MAX } else { MOST_LISTED };
    for phase in &status.phases {
        one_phase(view, phase, most, &mut sections)?;
    }
    let outcome = view.outcome(&status.outcome);
    let void: Vec<String> = remarks::lines(&outcome, VerdictKind::Void, &|_| true).collect();
    listed("Does not count", &void, most, &mut sections)?;
    if let Some(games) = &status.unconfirmed {
        let games: Vec<String> = games.iter().map(|&game| format!("game {}", view.game_id(game))).collect();
        listed("Not confirmed", &games, most, &mut sections)?;
    }
    Ok(())
}

fn listed(heading: &str, lines: &[String], most: usize, sections: &mut Sections<'_>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    sections.begin(&format!("{heading}: {}", lines.len()))?;
    lines.iter().take(most).try_for_each(|line| sections.line(line))?;
    match lines.len().saturating_sub(most) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--all` lists them")),
    }
}

fn one_phase(
    view: &EventView<'_>,
    phase: &PhaseStatus,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let stage = match phase.stage {
        Stage::Waits => "not begun",
        Stage::UnderWay => "under way",
        Stage::Over => "over",
    };
    let last = phase.last_day.map_or_else(String::new, |day| format!(", last day {day}"));
    sections.begin(&format!("{}: {stage}{last}", view.phase(phase.phase).title))?;
    if let Some(entrants) = phase.entrants {
        sections.line(&counted(entrants, "entrant"))?;
    }
    if phase.stage != Stage::Waits {
        for (played, what) in [(phase.matches, "match"), (Some(phase.games), "game")] {
            if let Some(played) = played {
                sections.line(&format!("recorded: {}", tally(played, what)))?;
            }
        }
    }
    let course = view.course.phases.iter().find(|course| course.phase == phase.phase);
    let open: Vec<String> = course
        .into_iter()
        .flat_map(missing)
        .map(|(_, game)| {
            let names: Vec<&str> =
                game.pairing.sides.iter().map(|(_, entrant)| view.name(*entrant)).collect();
            format!("{} ({})", game.id, names.join(" – "))
        })
        .collect();
    if !open.is_empty() {
        sections.line(&format!("to be played: {}: {}", counted(open.len(), "game"), short(&open, most)))?;
    }
    if let Some(qualifying) = &phase.qualifying {
        one_qualifying(view, qualifying, most, sections)?;
    }
    Ok(())
}

/// `5 games`, `1 match`
fn counted(count: usize, what: &str) -> String {
    let plural = if what.ends_with("ch") { "es" } else { "s" };
    format!("{count} {what}{}", if count == 1 { "" } else { plural })
}

/// `5 games count, 1 does not`
fn tally(played: Counted, what: &str) -> String {
    let Counted { counting, void } = played;
    let counts = if counting == 1 { "counts" } else { "count" };
    let rest = match void {
        0 => String::new(),
        1 => ", 1 does not".to_owned(),
        more => format!(", {more} do not"),
    };
    format!("{} {counts}{rest}", counted(counting, what))
}

fn short(names: &[String], most: usize) -> String {
    let first = names.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn one_qualifying(
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
