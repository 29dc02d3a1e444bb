//! What comes next in a phase, for people: matches that can be played, last days, who has matches to play.
//!
//! Comes in: a [`PhaseStatus`]. Goes out: tables and lines; a long one ends with how many more there are. It must never count
//! anything itself. Start with [`write`].

use super::{counted, missing, short};
use crate::event::{Course, Fewest, PhaseCourse, PhaseStatus, Playable, Played};
use crate::report::event::EventView;
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::ruleset::SheetKind;
use std::io;

/// Writes what comes next in a phase, with at most so many lines of each kind.
pub fn write(
    view: &EventView<'_>,
    phase: &PhaseStatus,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let Some(course) = course_of(view.course, phase) else { return Ok(()) };
    if course.bracket.is_empty() {
        games(view, course, most, sections)?;
    }
    if let Some(fewest) = &phase.fewest {
        who_has_played(view, fewest, most, sections)?;
    }
    if !phase.stages.is_empty() {
        sections.gap()?;
        sections.table(stages(phase))?;
    }
    if phase.playable.is_empty() {
        return Ok(());
    }
    sections.gap()?;
    sections.table(matches(view, course, phase.playable.iter().take(most)))?;
    match phase.playable.len().saturating_sub(most) {
        0 => Ok(()),
        more => sections.line(&format!("… and {more} more; `--all` lists them")),
    }
}

fn course_of<'a>(course: &'a Course, phase: &PhaseStatus) -> Option<&'a PhaseCourse> {
    course.phases.iter().find(|course| course.phase == phase.phase)
}

/// The games that are to be played, where there is no bracket.
fn games(
    view: &EventView<'_>,
    course: &PhaseCourse,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let open = missing(course).map(|(_, game)| {
        let names: Vec<&str> = game.pairing.sides.iter().map(|(_, entrant)| view.name(*entrant)).collect();
        format!("{} ({})", game.id, names.join(" – "))
    });
    let open: Vec<String> = open.collect();
    if open.is_empty() {
        return Ok(());
    }
    sections.line(&format!("to be played: {}: {}", counted(open.len(), "game"), short(&open, most)))
}

/// Who has played how much of an open phase, those with the fewest matches first.
fn who_has_played(
    view: &EventView<'_>,
    fewest: &Fewest,
    most: usize,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let has_matches = view.ruleset.sheet_of(&SheetKind::Match).is_some();
    let unit = if has_matches { "match" } else { "game" };
    let done =
        fewest.entrants.iter().filter(|one| fewest.most.is_some_and(|most| one.played >= most)).count();
    let open: Vec<&Played> =
        fewest.entrants.iter().filter(|one| fewest.most.is_none_or(|most| one.played < most)).collect();
    if let Some(limit) = fewest.most {
        let limit = counted(limit as usize, unit);
        sections.line(&format!(
            "{limit} each: played by {done} of {}",
            counted(fewest.entrants.len(), "entrant")
        ))?;
    }
    if most == usize::MAX && !fewest.entrants.is_empty() {
        sections.gap()?;
        return sections.table(grid(view, fewest));
    }
    let names = open.iter().map(|one| format!("{} {}", view.name(one.entrant), one.played));
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        return Ok(());
    }
    sections.line(&format!("fewest so far: {}", short(&names, most)))
}

fn grid(view: &EventView<'_>, fewest: &Fewest) -> Grid {
    let headings = [("entrant", Align::Left), ("played", Align::Right), ("left", Align::Right)];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    for one in &fewest.entrants {
        let left = one.left.map_or_else(|| "–".to_owned(), |left| left.to_string());
        grid.add(vec![view.printed(one.entrant), one.played.to_string(), left]);
    }
    grid
}

/// The next last days: of each stage how many matches are not decided.
fn stages(phase: &PhaseStatus) -> Grid {
    let headings = ["last day", "matches", "to be decided", ""];
    let mut grid = Grid::new(headings.map(|heading| (heading.to_owned(), Align::Left)).to_vec());
    for stage in &phase.stages {
        let late = if stage.is_past { "overdue" } else { "" };
        let open = format!("{} of {}", stage.open, stage.all);
        grid.add(vec![stage.last_day.to_string(), printed(&stage.name), open, late.to_owned()]);
    }
    grid
}

/// The matches that can be played, or wait for the arbiter, and how many of their games were played.
fn matches<'a>(
    view: &EventView<'_>,
    course: &PhaseCourse,
    playable: impl Iterator<Item = &'a Playable>,
) -> Grid {
    let headings = [("to be played", Align::Left), ("side 1", Align::Left), ("side 2", Align::Left)];
    let headings = headings.into_iter().chain([("games", Align::Right), ("", Align::Left)]);
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).collect());
    for one in playable {
        let Some(found) = course.bracket.get(one.place) else { continue };
        let mut cells = vec![printed(&found.line.name)];
        cells.extend([0, 1].map(|side| printed(&view.match_side(course, found, side))));
        cells.push(format!("{} of {}", one.progress.played, one.progress.all));
        cells.push(match (one.is_level, one.progress.disputed) {
            (true, _) => "level: waits for a decision".to_owned(),
            (false, 0) => String::new(),
            (false, disputed) => format!("{disputed} in dispute"),
        });
        grid.add(cells);
    }
    grid
}
