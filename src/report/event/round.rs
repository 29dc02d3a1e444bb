//! A round in tables: pools, games, and below them who has no game, who was level, and what came out.
//!
//! Comes in: a phase and one of its rounds. Goes out: a section. Start with [`write`].

use super::games;
use super::view::EventView;
use crate::event::{PhaseCourse, RoundCourse};
use crate::pairing::letter;
use crate::report::grid::{Align, Grid, Sections};
use crate::report::table::{level, standing_grid};
use crate::ruleset::{Admission, Draw, Scheme};
use std::io;

/// Writes a round: as it was paired, and with its results where they are wanted and it is over.
pub fn write(
    view: &EventView<'_>,
    (phase, round): (&PhaseCourse, &RoundCourse),
    results: bool,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    if view.is_open(phase) {
        return standing_after(view, phase, round, sections);
    }
    sections.begin(&view.round_title(phase, round))?;
    if !round.pools.is_empty() {
        sections.table(pools(view, round))?;
        sections.gap()?;
    }
    if !results && games::is_long(round) {
        sections.table(games::matches(view, phase, round))?;
    } else if !round.games.is_empty() {
        sections.table(games::grid(view, phase, round, results))?;
    }
    let notes = notes(view, phase, round);
    if !notes.is_empty() {
        sections.gap()?;
    }
    notes.iter().try_for_each(|line| sections.line(line))?;
    if results { standing_after(view, phase, round, sections) } else { Ok(()) }
}

fn pools(view: &EventView<'_>, round: &RoundCourse) -> Grid {
    let most = round.pools.iter().map(|pool| pool.members.len()).max().unwrap_or(0);
    let letters = (0..).take(most).map(|place| (letter(place), Align::Left));
    let mut grid = Grid::new(std::iter::once(("pool".to_owned(), Align::Right)).chain(letters).collect());
    for pool in &round.pools {
        let members = pool.members.iter().map(|member| view.printed(member.entrant));
        let empty = std::iter::repeat_n(String::new(), most - pool.members.len());
        grid.add(std::iter::once(pool.number.to_string()).chain(members).chain(empty).collect());
    }
    grid
}

/// What is to be said of how a round came about.
fn notes(view: &EventView<'_>, phase: &PhaseCourse, round: &RoundCourse) -> Vec<String> {
    let mut lines = Vec::new();
    if round.by_hand {
        lines.push("the pools were recorded, not drawn here".to_owned());
    }
    if round.seed != view.course.seed {
        lines.push(format!("drawn with the seed {}", round.seed));
    }
    if round.number == 1
        && let Admission::Places { of, .. } = &view.phase(phase.phase).entrants
    {
        let of = &view.phase(*of).name;
        lines.push(format!("in the order of their places in {of}: {}", view.names_of(&phase.entrants)));
        lines.extend(phase.settled.iter().map(|settled| view.settled(settled)));
    }
    lines.extend(round.settled.iter().map(|settled| view.settled(settled)));
    lines.extend(draws(view, phase, round));
    if !round.byes.is_empty() {
        lines.push(format!("no game: {}", view.names_of(&round.byes)));
    }
    let left_out = view.left_out(phase, round);
    if !left_out.is_empty() {
        lines.push(format!("withdrawn: {}", view.names_of(&left_out)));
    }
    lines
}

/// Who is A in the schedule of each match, where that was drawn by lot.
fn draws(view: &EventView<'_>, phase: &PhaseCourse, round: &RoundCourse) -> Option<String> {
    let Scheme::Knockout(knockout) = &view.phase(phase.phase).scheme else { return None };
    let members = view.members(phase);
    let drawn = members.iter().filter_map(|(place, members)| {
        let course = phase.bracket.get(*place).filter(|course| course.round == round.number)?;
        let (_, first) = members.first()?;
        Some(format!("{} in {}", view.name(*first), course.line.name))
    });
    let drawn: Vec<String> = drawn.collect();
    let is_drawn = knockout.draw == Draw::Lot && !drawn.is_empty();
    is_drawn.then(|| format!("A of the schedule, drawn by lot: {}", drawn.join(", ")))
}

/// The standing after a round, where one ranks the phase and the round is over; and who is level in it.
pub fn standing_after(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    round: &RoundCourse,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    // An open phase has a standing before it is over.
    let is_told = round.is_over || view.is_open(phase);
    let (Some(outcome), Some((place, standing)), true) =
        (&round.outcome, view.standing_of(phase.phase), is_told)
    else {
        return Ok(());
    };
    let Some(table) = outcome.standings.get(place) else { return Ok(()) };
    let outcome = view.outcome(outcome);
    let when = if view.is_open(phase) { String::new() } else { format!(" after round {}", round.number) };
    let title = if standing.title == standing.name { "standing" } else { &standing.title };
    sections.begin(&format!("{}: {title}{when}", view.phase(phase.phase).title))?;
    sections.table(standing_grid(&outcome, standing, table))?;
    level(&outcome, table, sections)
}
