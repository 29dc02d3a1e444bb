//! How a pool came about: the place of each member in the order, what the order came from, the lots that were drawn.
//!
//! Comes in: an [`EventView`]. Goes out: everything that decided, so that anybody can check it.
//! It must never order or draw: lots are shown beside the pools that came of them. Start with [`Explained::find`].

use super::basis::{Basis, Told};
use super::json::{entrants, head, settled};
use super::table::begin;
use super::view::EventView;
use super::words::draw_word;
use crate::event::{PhaseCourse, RoundCourse, group_occasion};
use crate::pairing::{Member, Pool, letter};
use crate::report::Stamp;
use crate::report::fields::{Fields, list, number, text};
use crate::report::grid::{Align, Grid, Sections, printed};
use crate::ruleset::{Cut, Draw, Scheme};
use std::io::{self, Write};

/// A pool of the round that is due, and what it came from.
pub struct Explained<'a> {
    view: &'a EventView<'a>,
    phase: &'a PhaseCourse,
    round: &'a RoundCourse,
    /// The pool.
    pub pool: &'a Pool,
    cut: &'a Cut,
    /// What the order came from.
    pub basis: Basis<'a>,
}

impl<'a> Explained<'a> {
    /// The pool of this number, where the round that is due has one.
    pub fn find(view: &'a EventView<'a>, number: u32) -> Option<Self> {
        let (phase, round) = view.last()?;
        let pool = round.pools.iter().find(|pool| pool.number == number)?;
        let Scheme::Pools(pools) = &view.phase(phase.phase).scheme else { return None };
        let cut = if round.number == 1 { &pools.first } else { &pools.later };
        let before = view.round_before(phase.phase, round.number);
        let from = round.from.as_deref().or_else(|| before?.outcome.as_deref());
        let basis = Basis::new(view, (phase, round.number), &cut.by, from);
        Some(Self { view, phase, round, pool, cut, basis })
    }

    /// The place of an entrant in the order, from 1.
    pub fn rank(&self, entrant: u32) -> Option<usize> {
        self.round.order.iter().position(|known| *known == entrant).map(|place| place + 1)
    }

    /// Where a member was drawn by lot out of a group: what for, and the lot.
    pub fn draw(&self, member: &Member) -> Option<(String, u64)> {
        let group = member.group.filter(|_| self.cut.draw == Draw::Lot)?;
        let phase = &self.view.phase(self.phase.phase).name;
        let occasion = group_occasion(phase, self.round.number, group);
        let lot = self.view.lots(self.round.seed).of(&occasion, member.entrant);
        Some((occasion, lot))
    }

    /// Everybody of the groups from which members were drawn, pool by pool.
    fn drawn(&self) -> Vec<(&'a Pool, &'a Member)> {
        let groups: Vec<u32> = self.pool.members.iter().filter_map(|member| member.group).collect();
        let members =
            self.round.pools.iter().flat_map(|pool| pool.members.iter().map(move |one| (pool, one)));
        let mut drawn: Vec<_> =
            members.filter(|(_, one)| one.group.is_some_and(|g| groups.contains(&g))).collect();
        drawn.sort_by_key(|(pool, one)| (one.group, pool.number));
        drawn
    }
}

/// Writes how a pool came about, for people.
pub fn table(view: &EventView<'_>, number: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut sections = begin(view, out)?;
    let Some(explained) = Explained::find(view, number) else { return Ok(()) };
    let title = view.round_title(explained.phase, explained.round);
    sections.begin(&format!("{title}: pool {number}"))?;
    sections.table(members(&explained))?;
    sections.gap()?;
    if explained.round.by_hand {
        return sections.line("the pools were recorded, not drawn here");
    }
    sections.line(&format!("rank: by {}", explained.basis.words()))?;
    for settled in &explained.round.settled {
        if !explained.pool.members.iter().any(|member| settled.order.contains(&member.entrant)) {
            continue;
        }
        sections.line(&view.settled(settled))?;
        if let Some(lots) = view.lots_of(settled, explained.round.seed) {
            sections.line(&lots)?;
        }
    }
    sections.line(match explained.cut.draw {
        Draw::Lot => "one of each group, drawn by lot: the lots of a group go to the pools in their order",
        Draw::Position => "one of each group, by position: the first of each, then the second of each",
        Draw::Snake => "one of each group, by position, every other group backwards",
    })?;
    lots(&explained, &mut sections)
}

fn members(explained: &Explained<'_>) -> Grid {
    let words = ["member", "entrant", "group"].map(|heading| (heading.to_owned(), Align::Left));
    let rank = ("rank".to_owned(), Align::Right);
    let values = explained.basis.headings(Told::Rounded).into_iter().map(|heading| (heading, Align::Point));
    let mut grid = Grid::new(words.into_iter().chain([rank]).chain(values).collect());
    for (place, member) in (0..).zip(&explained.pool.members) {
        let rank = explained.rank(member.entrant).map_or_else(String::new, |rank| rank.to_string());
        let group = member.group.map_or_else(String::new, letter);
        let cells = [letter(place), explained.view.printed(member.entrant), group, rank];
        grid.add(cells.into_iter().chain(explained.basis.values(member.entrant, Told::Rounded)).collect());
    }
    grid
}

/// The lots of all groups: those that members were drawn from, and those they were drawn with.
fn lots(explained: &Explained<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    if explained.cut.draw != Draw::Lot {
        return Ok(());
    }
    sections.begin("Lots")?;
    let headings =
        [("occasion", Align::Left), ("entrant", Align::Left), ("lot", Align::Right), ("pool", Align::Right)];
    let mut grid = Grid::new(headings.map(|(heading, align)| (heading.to_owned(), align)).to_vec());
    for (pool, member) in explained.drawn() {
        if let Some((occasion, lot)) = explained.draw(member) {
            let entrant = explained.view.printed(member.entrant);
            grid.add(vec![printed(&occasion), entrant, lot.to_string(), pool.number.to_string()]);
        }
    }
    sections.table(grid)?;
    sections.gap()?;
    super::words::LOT.iter().try_for_each(|line| sections.line(line))
}

/// Writes how a pool came about, for programs.
pub fn json(view: &EventView<'_>, pool: u32, stamp: &Stamp, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"{")?;
    let mut top = Fields::new(",\n ");
    head(view, stamp, &mut top, out)?;
    if let Some(explained) = Explained::find(view, pool) {
        explained.write(&mut top, out)?;
    }
    out.write_all(b"}\n")
}

impl Explained<'_> {
    fn write(&self, top: &mut Fields, out: &mut dyn Write) -> io::Result<()> {
        let view = self.view;
        top.key(out, "phase")?;
        text(out, &view.phase(self.phase.phase).name)?;
        number(top, "round", self.round.number, out)?;
        number(top, "pool", self.pool.number, out)?;
        top.key(out, "drawn_by_hand")?;
        write!(out, "{}", self.round.by_hand)?;
        top.key(out, "ranked_by")?;
        text(out, &self.basis.words())?;
        top.key(out, "draw")?;
        text(out, draw_word(self.cut.draw))?;
        top.key(out, "order")?;
        entrants(view, &self.round.order, out)?;
        top.key(out, "level")?;
        settled(view, &self.round.settled, self.round.seed, out)?;
        top.key(out, "members")?;
        let places: Vec<(u32, &Member)> = (0..).zip(&self.pool.members).collect();
        list(out, &places, |out, (place, member)| self.member(*place, member, out))
    }

    fn member(&self, place: u32, member: &Member, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        keys.key(out, "member")?;
        text(out, &letter(place))?;
        keys.key(out, "entrant")?;
        text(out, self.view.name(member.entrant))?;
        if let Some(group) = member.group {
            keys.key(out, "group")?;
            text(out, &letter(group))?;
        }
        if let Some(rank) = self.rank(member.entrant) {
            keys.key(out, "rank")?;
            write!(out, "{rank}")?;
        }
        if let Some((occasion, lot)) = self.draw(member) {
            keys.key(out, "occasion")?;
            text(out, &occasion)?;
            keys.key(out, "lot")?;
            text(out, &lot.to_string())?;
        }
        keys.key(out, "columns")?;
        self.basis.write(member.entrant, out)?;
        out.write_all(b"}")
    }
}
