//! An event for people.
//!
//! Comes in: an [`EventView`]. Goes out: tables: what is due, or the whole event. The seed stands at the top, so that
//! anybody can draw the same lots. Start with [`due`] or [`everything`].

use super::view::EventView;
use super::{acts, bracket, choices, round};
use crate::event::{Course, Due, PhaseCourse};
use crate::report::grid::{Align, Grid, Sections, printed};
use std::io::{self, Write};

/// Writes what is due.
pub fn due(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = begin(view, out)?;
    if let Some(sentence) = view.due() {
        sections.begin(&sentence)?;
    }
    match &view.course.due {
        Due::Round | Due::Results => {
            if let Some((phase, rounds)) = view.course.under_way() {
                for one in rounds {
                    round::write(view, (phase, one), false, &mut sections)?;
                }
                one_bracket(view, phase, &mut sections)?;
            }
        }
        Due::Winner { .. } => brackets(view, &mut sections)?,
        Due::Order { .. } | Due::Open => {
            if let Some((phase, after)) = view.level_after() {
                round::standing_after(view, phase, after, &mut sections)?;
            }
            let free = if view.course.due == Due::Open { choices::all(view) } else { Vec::new() };
            if !free.is_empty() {
                sections.begin("Who could meet whom")?;
                sections.table(choices::grid(view, &free))?;
            }
        }
        Due::Draw { .. } | Due::Impossible { .. } => {}
        Due::Over => places(view, &mut sections)?,
    }
    overdue(view, &mut sections)
}

/// Writes every phase, and the final places.
pub fn everything(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = begin(view, out)?;
    for phase in &view.course.phases {
        for one in &phase.rounds {
            round::write(view, (phase, one), true, &mut sections)?;
        }
        one_bracket(view, phase, &mut sections)?;
    }
    overdue(view, &mut sections)?;
    if let Some(sentence) = view.due().filter(|_| view.course.due != Due::Over) {
        sections.begin(&sentence)?;
    }
    places(view, &mut sections)?;
    acts::list(view, &mut sections)
}

/// Writes the brackets.
pub fn brackets(view: &EventView<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    view.course.phases.iter().try_for_each(|phase| one_bracket(view, phase, sections))
}

fn one_bracket(view: &EventView<'_>, phase: &PhaseCourse, sections: &mut Sections<'_>) -> io::Result<()> {
    if phase.bracket.is_empty() {
        return Ok(());
    }
    sections.begin(&format!("{}: bracket", view.phase(phase.phase).title))?;
    sections.table(bracket::grid(view, phase))
}

/// Writes what should have been over by now.
pub fn overdue(view: &EventView<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    if view.course.overdue.is_empty() {
        return Ok(());
    }
    sections.begin("Overdue")?;
    let headings = ["phase", "match", "side 1", "side 2", "last day", "waits for", "rests on"];
    let mut grid = Grid::new(headings.map(|heading| (heading.to_owned(), Align::Left)).to_vec());
    for late in &view.course.overdue {
        let phase = view.course.phases.iter().find(|phase| phase.phase == late.phase);
        let course = view.late_match(late);
        let side = |side| {
            phase.zip(course).map_or_else(String::new, |(phase, course)| view.match_side(phase, course, side))
        };
        let name = course.map_or("", |course| course.line.name.as_str());
        let clauses = late.cites.iter().map(|clause| view.ruleset.clause(*clause).name.as_str());
        let clauses: Vec<&str> = clauses.collect();
        let title = &view.phase(late.phase).title;
        let (day, waits_for) = (late.day.to_string(), view.awaited(late));
        let cells = [title, name, &side(0), &side(1), &day, &waits_for, &clauses.join(", ")];
        grid.add(cells.map(printed).to_vec());
    }
    sections.table(grid)?;
    if let Some(today) = view.course.today {
        sections.gap()?;
        sections.line(&format!("on {today}"))?;
    }
    Ok(())
}

/// Writes the final places, where the event is over.
pub fn places(view: &EventView<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let Course { due, places, .. } = view.course;
    if *due != Due::Over || places.is_empty() {
        return Ok(());
    }
    sections.begin("Final places")?;
    let headings = [("place", Align::Right), ("entrant", Align::Left), ("reached in", Align::Left)];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    for place in places {
        let number = if place.shared { format!("={}", place.place) } else { place.place.to_string() };
        grid.add(vec![number, view.printed(place.entrant), printed(&view.phase(place.phase).title)]);
    }
    sections.table(grid)
}

/// The first lines: the title of the format, the edition, the seed, and the day.
pub fn begin<'a>(view: &EventView<'_>, out: &'a mut dyn Write) -> io::Result<Sections<'a>> {
    let mut sections = Sections::new(out);
    match view.course.edition {
        Some(edition) => sections.begin(&format!("{}, {edition}", view.ruleset.title))?,
        None => sections.begin(&view.ruleset.title)?,
    }
    writeln!(sections.out, "seed {}", view.course.seed)?;
    if let Some(today) = view.course.today {
        writeln!(sections.out, "as of {today}")?;
    }
    Ok(sections)
}
