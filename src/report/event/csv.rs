//! An event for spreadsheets: a sheet in which the games that are due can be recorded, then scored as a log.
//!
//! Comes in: an [`EventView`]. Goes out: the header of a wide CSV log and a line a game, with empty cells for what is to
//! be recorded; or one table. It must never know an outcome. Start with [`due`].

use super::basis::Told;
use super::choices;
use super::explain::Explained;
use super::explain_match::ExplainedMatch;
use super::explain_table::ExplainedTable;
use super::view::EventView;
use crate::event::{Due, GameCourse, GameState, PhaseCourse};
use crate::log::wide_headings;
use crate::pairing::letter;
use crate::ruleset::{BuiltinColumn, Scheme, SheetKind};
use std::io::{self, Write};

/// Writes the games that are due; where the event is over, the final places. While it waits for something else there is
/// nothing to be filled in.
pub fn due(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    match &view.course.due {
        Due::Round | Due::Results => {
            let Some((phase, rounds)) = view.course.under_way() else { return Ok(()) };
            let missing = rounds.iter().flat_map(|round| {
                let missing = round.games.iter().filter(|game| game.state == GameState::Missing);
                missing.map(|game| (round.number, game))
            });
            sheet(view, phase, &missing.collect::<Vec<_>>(), out)
        }
        Due::Open => choices::csv(view, &choices::all(view), out),
        Due::Winner { .. } | Due::Order { .. } | Due::Draw { .. } | Due::Impossible { .. } => Ok(()),
        Due::Over => places(view, out),
    }
}

/// Writes the places, as far as they are known.
pub fn places(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let edition = view.course.edition.map(|edition| edition.to_string());
    table.write_record(edition.iter().map(|_| "edition").chain(["place", "entrant", "phase"]))?;
    for place in &view.course.places {
        let number = place.place.to_string();
        let cells = [&number, view.name(place.entrant), &view.phase(place.phase).name];
        table.write_record(edition.iter().map(String::as_str).chain(cells))?;
    }
    table.flush()
}

/// Writes how a pool came about.
pub fn pool(view: &EventView<'_>, number: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let Some(explained) = Explained::find(view, number) else { return table.flush() };
    let headings = ["member", "entrant", "group", "rank", "occasion", "lot"].map(str::to_owned);
    table.write_record(headings.into_iter().chain(explained.basis.headings(Told::Exactly)))?;
    for (place, member) in (0..).zip(&explained.pool.members) {
        let draw = explained.draw(member);
        let (occasion, lot) =
            draw.map_or_else(Default::default, |(occasion, lot)| (occasion, lot.to_string()));
        let rank = explained.rank(member.entrant).map_or_else(String::new, |rank| rank.to_string());
        let group = member.group.map_or_else(String::new, letter);
        let cells = [letter(place), view.name(member.entrant).to_owned(), group, rank, occasion, lot];
        table.write_record(cells.into_iter().chain(explained.basis.values(member.entrant, Told::Exactly)))?;
    }
    table.flush()
}

/// Writes how a match came about.
pub fn one_match(view: &EventView<'_>, place: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["member", "entrant", "from", "seed", "occasion", "lot"])?;
    let Some(explained) = ExplainedMatch::find(view, place) else { return table.flush() };
    for side in &explained.sides {
        let seed = side.seed.map_or_else(String::new, |seed| seed.to_string());
        let lot = side.lot.map_or_else(String::new, |lot| lot.to_string());
        let occasion = side.lot.map_or_else(String::new, |_| explained.occasion());
        table.write_record([&side.letter, &side.entrant, &side.from, &seed, &occasion, &lot])?;
    }
    table.flush()
}

/// Writes the numbers of a table in which everybody meets everybody.
pub fn numbers(view: &EventView<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    let Some(explained) = ExplainedTable::find(view) else { return table.flush() };
    let headings = ["number", "entrant", "occasion", "lot"].map(str::to_owned);
    table.write_record(headings.into_iter().chain(explained.basis.headings(Told::Exactly)))?;
    for (number, entrant) in explained.numbers() {
        let (occasion, lot) = explained
            .lot(entrant)
            .map_or_else(Default::default, |(occasion, lot)| (occasion, lot.to_string()));
        let cells = [number.to_string(), view.name(entrant).to_owned(), occasion, lot];
        table.write_record(cells.into_iter().chain(explained.basis.values(entrant, Told::Exactly)))?;
    }
    table.flush()
}

/// The header of a log, and a line a game.
fn sheet(
    view: &EventView<'_>,
    phase: &PhaseCourse,
    games: &[(u32, &GameCourse)],
    out: &mut dyn Write,
) -> io::Result<()> {
    let most = games.iter().map(|(_, game)| game.pairing.sides.len()).max();
    let least = view.ruleset.plan(view.settings).least.max(1) as usize;
    let headings = wide_headings(view.ruleset, view.settings, most.unwrap_or(least));
    let scheme = &view.phase(phase.phase).scheme;
    let sheet = view.ruleset.sheet_of(&SheetKind::Game);
    let matches = sheet.and_then(|sheet| view.ruleset.builtin(sheet, BuiltinColumn::MatchId));
    let has_matches = matches.is_some() && matches!(scheme, Scheme::Knockout(_));
    let has_pools = matches!(scheme, Scheme::Pools(_));
    let has_umpires = names_umpires(scheme);
    let mut table = csv::Writer::from_writer(out);
    let edition = view.course.edition.map(|edition| edition.to_string());
    let mut header = vec!["id"];
    header.extend(edition.iter().map(|_| "edition"));
    header.extend(["phase", "round"]);
    header.extend(has_matches.then_some("match"));
    header.extend(has_pools.then_some("pool"));
    header.extend(headings.sides.iter().map(String::as_str));
    header.extend(has_umpires.then_some("umpire"));
    header.extend(view.ruleset.is_dated().then_some("date"));
    header.extend(headings.recorded.iter().map(String::as_str));
    table.write_record(header)?;
    for (round, game) in games {
        let round = round.to_string();
        let mut cells = vec![game.id.as_str()];
        cells.extend(edition.as_deref());
        cells.extend([view.phase(phase.phase).name.as_str(), &round]);
        let course = game.in_match.and_then(|place| phase.bracket.get(place));
        cells.extend(has_matches.then(|| course.map_or("", |course| course.line.name.as_str())));
        let pool = game.pool.map_or_else(String::new, |pool| pool.to_string());
        cells.extend(has_pools.then_some(pool.as_str()));
        for place in 0..headings.sides.len() {
            let mut sides = game.pairing.sides.iter();
            let side = match view.seats.get(place) {
                Some(seat) => sides.find(|(taken, _)| *taken == Some(*seat)),
                None => sides.nth(place),
            };
            cells.push(side.map_or("", |(_, entrant)| view.name(*entrant)));
        }
        cells.extend(has_umpires.then(|| game.pairing.umpire.map_or("", |umpire| view.name(umpire))));
        let empty = headings.recorded.len() + usize::from(view.ruleset.is_dated());
        cells.extend(std::iter::repeat_n("", empty));
        table.write_record(cells)?;
    }
    table.flush()
}

/// Whether some line of the schedules of a phase names an umpire: then every sheet of the phase has the column.
fn names_umpires(scheme: &Scheme) -> bool {
    let schedules: Vec<_> = match scheme {
        Scheme::Pools(pools) => pools.schedules.iter().collect(),
        Scheme::RoundRobin(round_robin) => round_robin.schedule.iter().collect(),
        Scheme::Knockout(knockout) => knockout.schedule.iter().collect(),
        Scheme::Open(_) => Vec::new(),
    };
    schedules.iter().flat_map(|schedule| &schedule.games).any(|game| game.umpire.is_some())
}
