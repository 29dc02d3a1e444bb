//! How a match came about: where its sides come from, their seeds, and the lots that say who is A in the schedule.
//!
//! Comes in: an [`EventView`], and the place of a match in the bracket. Goes out: everything that decided.
//! It must never draw: who is A is read from the games. Start with [`ExplainedMatch::find`].

use super::json::{head, settled};
use super::table::begin;
use super::view::EventView;
use super::words::{draw_word, source};
use crate::event::{MatchCourse, PhaseCourse, match_occasion};
use crate::pairing::letter;
use crate::report::Stamp;
use crate::report::fields::{Fields, list, number, text};
use crate::report::grid::{Align, Grid, printed};
use crate::ruleset::{Draw, Knockout, Scheme};
use std::io::{self, Write};

/// A match of the bracket under way, and what it came from.
pub struct ExplainedMatch<'a> {
    view: &'a EventView<'a>,
    phase: &'a PhaseCourse,
    course: &'a MatchCourse,
    scheme: &'a Knockout,
    /// Its two sides, in the order of the bracket.
    pub sides: [Side; 2],
}

/// A side of a match.
pub struct Side {
    /// A or B in the schedule, once the games are known.
    pub letter: String,
    /// Who; empty as long as that is not known, and where it is nobody.
    pub entrant: String,
    /// Where they come from: `seed 1`, `winner of semi 1`.
    pub from: String,
    /// Their place among those who were admitted to the phase.
    pub seed: Option<usize>,
    /// Their lot, where lots say who is A.
    pub lot: Option<u64>,
}

impl<'a> ExplainedMatch<'a> {
    /// The match at this place of the bracket.
    pub fn find(view: &'a EventView<'a>, place: usize) -> Option<Self> {
        let phase = view.course.phases.last()?;
        let course = phase.bracket.get(place)?;
        let Scheme::Knockout(scheme) = &view.phase(phase.phase).scheme else { return None };
        let members = view.members(phase).remove(&place).unwrap_or_default();
        let sides = [0, 1].map(|side: usize| {
            let entrant = course.sides[side].entrant();
            let member = members.iter().find(|(_, who)| Some(*who) == entrant);
            let is_drawn = scheme.draw == Draw::Lot && members.len() > 1;
            Side {
                letter: member.map_or_else(String::new, |(member, _)| letter(*member)),
                entrant: entrant.map_or("", |entrant| view.name(entrant)).to_owned(),
                from: source(&phase.bracket, course.line.sides[side]),
                seed: phase.entrants.iter().position(|known| Some(*known) == entrant).map(|seed| seed + 1),
                lot: entrant.filter(|_| is_drawn).map(|entrant| {
                    view.lots(seed_of(view, phase, course)).of(&occasion(view, phase, course), entrant)
                }),
            }
        });
        Some(Self { view, phase, course, scheme, sides })
    }

    /// What lots were drawn for.
    pub fn occasion(&self) -> String {
        occasion(self.view, self.phase, self.course)
    }
}

/// What lots are drawn for that say who is A in a match.
fn occasion(view: &EventView<'_>, phase: &PhaseCourse, course: &MatchCourse) -> String {
    match_occasion(&view.phase(phase.phase).name, &course.line.name)
}

fn seed_of(view: &EventView<'_>, phase: &PhaseCourse, course: &MatchCourse) -> u64 {
    let round = phase.rounds.iter().find(|round| round.number == course.round);
    round.map_or(view.course.seed, |round| round.seed)
}

/// Writes how a match came about, for people.
pub fn table(view: &EventView<'_>, place: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = begin(view, out)?;
    let Some(explained) = ExplainedMatch::find(view, place) else { return Ok(()) };
    sections.begin(&format!(
        "{}: {}",
        view.phase(explained.phase.phase).title,
        explained.course.line.name
    ))?;
    let is_drawn = explained.sides.iter().any(|side| side.lot.is_some());
    let mut headings: Vec<(&str, Align)> = vec![
        ("member", Align::Left),
        ("entrant", Align::Left),
        ("from", Align::Left),
        ("seed", Align::Right),
    ];
    headings.extend(is_drawn.then_some(("lot", Align::Right)));
    let mut grid = Grid::new(headings.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect());
    for side in &explained.sides {
        let seed = side.seed.map_or_else(String::new, |seed| seed.to_string());
        let mut cells = vec![side.letter.clone(), printed(&side.entrant), printed(&side.from), seed];
        cells.extend(is_drawn.then(|| side.lot.map_or_else(String::new, |lot| lot.to_string())));
        grid.add(cells);
    }
    sections.table(grid)?;
    sections.gap()?;
    for settled in &explained.phase.settled {
        sections.line(&view.settled(settled))?;
        if let Some(lots) = view.lots_of(settled, view.seed_of(explained.phase)) {
            sections.line(&lots)?;
        }
    }
    match explained.scheme.draw {
        Draw::Lot => {
            sections.line(&format!("who is A is drawn by lot, for “{}”", explained.occasion()))?;
            super::words::LOT.iter().try_for_each(|line| sections.line(line))
        }
        Draw::Position | Draw::Snake => sections.line("A is who is named first in the bracket"),
    }
}

/// Writes how a match came about, for programs.
pub fn json(view: &EventView<'_>, place: usize, stamp: &Stamp, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, stamp, &mut top, out)?;
    if let Some(explained) = ExplainedMatch::find(view, place) {
        explained.write(&mut top, out)?;
    }
    out.write_all(b"}\n")
}

impl ExplainedMatch<'_> {
    fn write(&self, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        top.key(out, "phase")?;
        text(out, &self.view.phase(self.phase.phase).name)?;
        number(top, "round", self.course.round, out)?;
        top.key(out, "match")?;
        text(out, &self.course.line.name)?;
        top.key(out, "level")?;
        settled(self.view, &self.phase.settled, self.view.seed_of(self.phase), out)?;
        top.key(out, "draw")?;
        text(out, draw_word(self.scheme.draw))?;
        if self.scheme.draw == Draw::Lot {
            top.key(out, "occasion")?;
            text(out, &self.occasion())?;
        }
        top.key(out, "sides")?;
        list(out, &self.sides, |out, side| {
            out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            for (key, word) in [("member", &side.letter), ("entrant", &side.entrant), ("from", &side.from)] {
                if !word.is_empty() {
                    keys.key(out, key)?;
                    text(out, word)?;
                }
            }
            if let Some(seed) = side.seed {
                keys.key(out, "seed")?;
                write!(out, "{seed}")?;
            }
            if let Some(lot) = side.lot {
                keys.key(out, "lot")?;
                text(out, &lot.to_string())?;
            }
            out.write_all(b"}")
        })
    }
}
