//! How the numbers of a table came about in which everybody meets everybody: what they follow, the lots that gave them.
//!
//! Comes in: an [`EventView`]. Goes out: everything that decided, so that anybody can check it. It must never give out
//! numbers: lots are shown beside the numbers that came of them. Start with [`ExplainedTable::find`].

use super::basis::{Basis, Told};
use super::json::{head, settled};
use super::table::begin;
use super::view::EventView;
use super::words::{LOT, draw_word};
use crate::event::{GameCourse, PhaseCourse, RoundCourse};
use crate::report::Stamp;
use crate::report::fields::{Fields, list, number, text};
use crate::report::grid::{Align, Grid};
use crate::ruleset::{Draw, RoundRobin, Scheme};
use std::io::{self, Write};

/// The table of a round robin under way, and what it came from.
pub struct ExplainedTable<'a> {
    view: &'a EventView<'a>,
    phase: &'a PhaseCourse,
    round: &'a RoundCourse,
    scheme: &'a RoundRobin,
    /// What the order came from.
    pub basis: Basis<'a>,
}

impl<'a> ExplainedTable<'a> {
    /// The table of the round that is due, where it is one of a round robin.
    pub fn find(view: &'a EventView<'a>) -> Option<Self> {
        let (phase, round) = view.last()?;
        let Scheme::RoundRobin(scheme) = &view.phase(phase.phase).scheme else { return None };
        let from = phase.rounds.first()?.from.as_deref();
        let basis = Basis::new(view, (phase, 1), &scheme.by, from);
        Some(Self { view, phase, round, scheme, basis })
    }

    /// The numbers, from 1, each with its entrant.
    pub fn numbers(&self) -> impl Iterator<Item = (u32, u32)> {
        (1..).zip(self.round.order.iter().copied())
    }

    /// What the number of an entrant was drawn for, and the lot, where lots gave out the numbers.
    pub fn lot(&self, entrant: u32) -> Option<(String, u64)> {
        let occasion = self.occasion()?;
        let lot = self.view.lots(self.view.seed_of(self.phase)).of(&occasion, entrant);
        Some((occasion, lot))
    }

    /// The lots that gave out the numbers are drawn for the phase as a whole.
    fn occasion(&self) -> Option<String> {
        match self.scheme.draw {
            Draw::Lot => Some(self.view.phase(self.phase.phase).name.clone()),
            Draw::Position | Draw::Snake => None,
        }
    }

    fn number_of(&self, wanted: u32) -> Option<u32> {
        self.numbers().find(|(_, entrant)| *entrant == wanted).map(|(number, _)| number)
    }

    /// `league-2-1: 2 Bo v 4 Dora`
    fn meeting(&self, game: &GameCourse) -> String {
        let side = |(_, entrant): &(_, u32)| {
            let number = self.number_of(*entrant).map_or_else(String::new, |number| format!("{number} "));
            format!("{number}{}", self.view.name(*entrant))
        };
        let sides: Vec<String> = game.pairing.sides.iter().map(side).collect();
        format!("{}: {}", game.id, sides.join(" v "))
    }
}

/// Writes how the numbers came about, for people; of a game of the round, by its place there, who meets by number.
pub fn table(view: &EventView<'_>, game: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = begin(view, out)?;
    let Some(explained) = ExplainedTable::find(view) else { return Ok(()) };
    let title = view.round_title(explained.phase, explained.round);
    sections.begin(&format!("{title}: the numbers of the table"))?;
    let mut headings = vec![("number".to_owned(), Align::Right), ("entrant".to_owned(), Align::Left)];
    let values = explained.basis.headings(Told::Rounded);
    headings.extend(values.into_iter().map(|heading| (heading, Align::Point)));
    let occasion = explained.occasion();
    headings.extend(occasion.is_some().then(|| ("lot".to_owned(), Align::Right)));
    let mut grid = Grid::new(headings);
    for (number, entrant) in explained.numbers() {
        let mut cells = vec![number.to_string(), view.printed(entrant)];
        cells.extend(explained.basis.values(entrant, Told::Rounded));
        cells.extend(explained.lot(entrant).map(|(_, lot)| lot.to_string()));
        grid.add(cells);
    }
    sections.table(grid)?;
    sections.gap()?;
    if let Some(game) = game.and_then(|place| explained.round.games.get(place)) {
        sections.line(&explained.meeting(game))?;
    }
    sections.line("who meets whom: by the Berger tables, which go by these numbers")?;
    if explained.scheme.legs > 1 {
        sections.line("in every other leg the two change sides")?;
    }
    if let Some(occasion) = occasion {
        sections.line(&format!("numbers: drawn by lot, for “{occasion}”"))?;
        return LOT.iter().try_for_each(|line| sections.line(line));
    }
    sections.line(&format!("numbers: by {}", explained.basis.words()))?;
    for settled in explained.phase.rounds.iter().flat_map(|round| &round.settled) {
        sections.line(&view.settled(settled))?;
        if let Some(lots) = view.lots_of(settled, view.seed_of(explained.phase)) {
            sections.line(&lots)?;
        }
    }
    Ok(())
}

/// Writes how the numbers came about, for programs.
pub fn json(view: &EventView<'_>, game: Option<usize>, stamp: &Stamp, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, stamp, &mut top, out)?;
    if let Some(explained) = ExplainedTable::find(view) {
        explained.write(game, &mut top, out)?;
    }
    out.write_all(b"}\n")
}

impl ExplainedTable<'_> {
    fn write(&self, game: Option<usize>, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        let view = self.view;
        top.key(out, "phase")?;
        text(out, &view.phase(self.phase.phase).name)?;
        number(top, "round", self.round.number, out)?;
        if let Some(game) = game.and_then(|place| self.round.games.get(place)) {
            top.key(out, "game")?;
            text(out, &game.id)?;
            top.key(out, "sides")?;
            let sides: Vec<u32> = game.pairing.sides.iter().map(|(_, entrant)| *entrant).collect();
            list(out, &sides, |out, entrant| {
                out.write_all(b"{")?;
                let mut keys = Fields::new(", ");
                if let Some(own) = self.number_of(*entrant) {
                    number(&mut keys, "number", own, out)?;
                }
                keys.key(out, "entrant")?;
                text(out, view.name(*entrant))?;
                out.write_all(b"}")
            })?;
        }
        if self.occasion().is_none() {
            top.key(out, "ranked_by")?;
            text(out, &self.basis.words())?;
        }
        top.key(out, "draw")?;
        text(out, draw_word(self.scheme.draw))?;
        top.key(out, "level")?;
        let level = self.phase.rounds.first().map_or(&[][..], |round| &round.settled);
        settled(view, level, view.seed_of(self.phase), out)?;
        top.key(out, "numbers")?;
        let numbers: Vec<(u32, u32)> = self.numbers().collect();
        list(out, &numbers, |out, (place, entrant)| self.one_number(*place, *entrant, out))
    }

    fn one_number(&self, place: u32, entrant: u32, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        number(&mut keys, "number", place, out)?;
        keys.key(out, "entrant")?;
        text(out, self.view.name(entrant))?;
        if let Some((occasion, lot)) = self.lot(entrant) {
            keys.key(out, "occasion")?;
            text(out, &occasion)?;
            keys.key(out, "lot")?;
            text(out, &lot.to_string())?;
        }
        keys.key(out, "columns")?;
        self.basis.write(entrant, out)?;
        out.write_all(b"}")
    }
}
