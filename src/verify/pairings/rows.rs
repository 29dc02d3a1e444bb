//! Rows that say who meets whom, as other people write them.
//!
//! Comes in: a table of texts. Goes out: for each row who meets, where they sit, and of which round it is, as far as it says
//! so. It must never know what was prescribed. Start with [`columns`], then [`said`].

use super::super::cell;
use super::super::columns::{self, Heading, Meaning, Part};
use super::super::entrants::{Entrants, folded};
use crate::event::Course;
use crate::log::{MEETS, PublishedRow, PublishedTable};
use crate::ruleset::{Bracket, Knockout, PhaseId, Ruleset, Scheme, Settings};
use crate::value::Symbol;

/// What is written instead of an opponent.
const BYES: &[&str] = &["bye", "free", "spielfrei", "freilos", "exempt", "libre", "pauza", "–", "-", "—"];

/// What columns are called, besides by what stands in them.
const CALLED: &[(&str, Part)] = &[
    ("round", Part::Round),
    ("rd", Part::Round),
    ("runde", Part::Round),
    ("ronde", Part::Round),
    ("runda", Part::Round),
    ("ronda", Part::Round),
    ("tour", Part::Round),
    ("phase", Part::Phase),
    ("stage", Part::Phase),
    ("id", Part::Game),
    ("game", Part::Game),
    ("pool", Part::Pool),
    ("group", Part::Pool),
    ("gruppe", Part::Pool),
    ("poule", Part::Pool),
    ("match", Part::Match),
    ("slot", Part::Slot),
    ("umpire", Part::Umpire),
    ("referee", Part::Umpire),
    ("arbiter", Part::Umpire),
];

/// Headings above names of whoever does not meet anybody by standing there.
const ASIDE: &[&str] = &["winner", "loser", "result", "sieger", "bye"];

/// A row that says who meets whom.
#[derive(Debug, Clone)]
pub(super) struct Said {
    /// On which line it stands.
    pub line: usize,
    /// Of which phase it is, where it says so.
    pub phase: Option<PhaseId>,
    /// Of which round of it.
    pub round: Option<u32>,
    /// The id of the game.
    pub id: Option<String>,
    /// Who meets.
    pub sides: Vec<Side>,
    /// Whether somebody stands alone, and has no opponent.
    pub is_bye: bool,
    /// What else is said of the game: the place of the heading, what it is, and the cell.
    pub details: Vec<(usize, Part, String)>,
}

/// Somebody who meets others.
#[derive(Debug, Clone)]
pub(super) struct Side {
    /// As it is written.
    pub name: String,
    /// Who it is; `None`: nobody in the log is called so.
    pub entrant: Option<u32>,
    /// Where they sit; `None` where the row does not say, or the format has no seats.
    pub seat: Option<Symbol>,
}

/// The format, as far as it matters here.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    pub entrants: &'a Entrants,
    pub course: Option<&'a Course>,
}

impl Known<'_> {
    /// The seats, in order.
    fn seats(&self) -> Vec<Symbol> {
        if self.ruleset.plans.is_empty() {
            return Vec::new();
        }
        self.ruleset.plan(self.settings).seats.iter().map(|seat| seat.name).collect()
    }

    /// The match of a bracket that stands before those who meet, and the rest: `semi 1: Ada v Bo`.
    fn without_match<'t>(&self, cell: &'t str) -> (Option<&'t str>, &'t str) {
        let Some((name, rest)) = cell.split_once(':') else { return (None, cell) };
        let wanted = folded(name);
        let mut matches =
            self.course.iter().flat_map(|course| &course.phases).flat_map(|phase| &phase.bracket);
        let is_match =
            matches.any(|course| folded(&course.line.name) == wanted) || self.of_bracket(name).is_some();
        if is_match { (Some(name.trim()), rest.trim()) } else { (None, cell) }
    }

    /// The phase in whose bracket a match of this name is written, and the name as it is written there.
    pub fn of_bracket(&self, name: &str) -> Option<(PhaseId, &str)> {
        let wanted = folded(name);
        let phases = (0_u16..).map(PhaseId).zip(&self.ruleset.phases);
        let written = phases.filter_map(|(id, phase)| match &phase.scheme {
            Scheme::Knockout(Knockout { bracket: Bracket::Written(lines), .. }) => Some((id, lines)),
            Scheme::Knockout(_) | Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => None,
        });
        let mut lines =
            written.flat_map(|(id, lines)| lines.iter().map(move |line| (id, line.name.as_str())));
        lines.find(|(_, name)| folded(name) == wanted)
    }

    /// The phase that a text names: by its name, or by its title.
    fn phase(&self, text: &str) -> Option<PhaseId> {
        let text = folded(text);
        let names = |wanted: &str| !wanted.is_empty() && text.contains(&folded(wanted));
        let phases = self.ruleset.phases.iter().enumerate();
        // The longest name is meant: `semi-final` is not `final`.
        let found = phases.flat_map(|(place, phase)| [(place, &phase.name), (place, &phase.title)]);
        let found = found.filter(|(_, name)| names(name)).max_by_key(|(_, name)| name.len())?;
        u16::try_from(found.0).ok().map(PhaseId)
    }
}

impl Said {
    /// The match that a row names.
    pub fn in_match(&self) -> Option<&str> {
        let found = self.details.iter().find(|(_, part, _)| *part == Part::Match);
        found.map(|(_, _, name)| name.as_str())
    }
}

/// What the columns of a table are, where its rows say who meets whom.
pub(super) fn columns(table: &PublishedTable, known: Known<'_>) -> Option<Vec<Heading>> {
    let seats = known.seats();
    let column = |at: usize| table.rows.iter().filter_map(move |row| row.cells.get(at));
    let is_side = |at: usize| {
        let heading = table.headings.get(at).map(|name| folded(name)).unwrap_or_default();
        // Entrants may be called by numbers, which places and figures are as well.
        if ASIDE.contains(&heading.as_str()) || columns::is_of_figures(known.ruleset, &heading) {
            return false;
        }
        let filled = column(at).filter(|cell| !is_nobody(cell)).count();
        let found = column(at).filter(|cell| known.entrants.find(cell).is_some()).count();
        found > 0 && found * 2 >= filled
    };
    let is_meeting = |at: usize| {
        let filled = column(at).filter(|cell| !cell.is_empty()).count();
        let is_known = |name: &&str| known.entrants.find(name).is_some();
        let found = column(at).filter(|cell| parts(cell, known).iter().any(is_known)).count();
        found > 0 && found * 2 >= filled
    };
    let mut meanings: Vec<Meaning> = Vec::new();
    for (at, name) in table.headings.iter().enumerate() {
        let wanted = folded(name.trim_end_matches('.'));
        let seat = seats.iter().find(|seat| folded(known.ruleset.symbols.text(**seat)) == wanted);
        let called = CALLED.iter().find(|(called, _)| *called == wanted).map(|(_, part)| *part);
        let is_numbered = wanted.strip_prefix("side ").unwrap_or(&wanted).parse::<u8>().is_ok();
        let part = match (seat, called) {
            (Some(seat), _) => Some(Part::Seat(*seat)),
            (None, Some(part)) if part == Part::Umpire || !is_side(at) => {
                if is_meeting(at) {
                    Some(Part::Sides)
                } else {
                    Some(part)
                }
            }
            (None, _) if is_side(at) => Some(Part::Side),
            (None, _) if is_meeting(at) => Some(Part::Sides),
            (None, _) if is_numbered && column(at).any(|cell| cell.chars().any(char::is_alphabetic)) => {
                Some(Part::Side)
            }
            (None, _) => None,
        };
        let edition = wanted == "edition" && known.ruleset.editions.is_some();
        meanings.push(match part {
            Some(part) => Meaning::Pairing(part),
            None if edition => Meaning::Edition,
            None => Meaning::Unknown,
        });
    }
    // A list of pools says who is in one, and not who meets.
    let is_member = |(at, name): (usize, &String)| {
        !is_side(at) || name.len() == 1 && name.chars().all(|sign| sign.is_ascii_uppercase())
    };
    if meanings.contains(&Meaning::Pairing(Part::Pool)) && table.headings.iter().enumerate().all(is_member) {
        return None;
    }
    let sides = meanings
        .iter()
        .filter(|meaning| matches!(meaning, Meaning::Pairing(Part::Side | Part::Seat(_))))
        .count();
    let in_one = meanings.contains(&Meaning::Pairing(Part::Sides));
    let is_any = (0..table.headings.len()).any(|at| is_side(at) || is_meeting(at));
    if !is_any || sides < 2 && !in_one {
        return None;
    }
    let named = table.headings.iter().zip(meanings);
    Some(named.map(|(name, meaning)| Heading { name: name.clone(), meaning }).collect())
}

/// Whether a table is the bracket of a phase, whose rows are matches and not games: it comes with the pairings.
pub(super) fn is_bracket((table, headings): &(&PublishedTable, Vec<Heading>)) -> bool {
    let is_headed = |wanted: &str| table.headings.iter().any(|name| folded(name) == wanted);
    let has_matches = headings.iter().any(|heading| heading.meaning == Meaning::Pairing(Part::Match));
    has_matches && is_headed("winner") && is_headed("places")
}

/// What a row says.
pub(super) fn said(
    table: &PublishedTable,
    row: &PublishedRow,
    headings: &[Heading],
    known: Known<'_>,
) -> Option<Said> {
    let title = table.name.as_deref().unwrap_or_default();
    let mut found = Said {
        line: row.line,
        phase: known.phase(title),
        round: after_round(title),
        id: None,
        sides: Vec::new(),
        is_bye: false,
        details: Vec::new(),
    };
    let mut is_alone = false;
    for (at, (heading, cell)) in headings.iter().zip(&row.cells).enumerate() {
        let Meaning::Pairing(part) = heading.meaning else { continue };
        match part {
            Part::Side | Part::Seat(_) | Part::Sides if is_nobody(cell) => is_alone |= !cell.is_empty(),
            Part::Side => found.sides.push(side(cell, None, known)),
            Part::Seat(seat) => found.sides.push(side(cell, Some(seat), known)),
            Part::Sides => {
                let (in_match, cell) = known.without_match(cell);
                found.details.extend(in_match.map(|name| (at, Part::Match, name.to_owned())));
                let all = parts(cell, known);
                let all = if all.is_empty() { vec![cell] } else { all };
                is_alone |= all.iter().any(|name| is_nobody(name));
                let all = all.into_iter().filter(|name| !is_nobody(name));
                found.sides.extend(all.map(|name| side(name, None, known)));
            }
            Part::Round => found.round = number(cell).or(found.round),
            Part::Phase => found.phase = known.phase(cell).or(found.phase),
            Part::Game => found.id = (!cell.is_empty()).then(|| cell.clone()),
            Part::Pool | Part::Match | Part::Slot | Part::Umpire => {
                if !cell.is_empty() {
                    found.details.push((at, part, cell.clone()));
                }
            }
        }
    }
    found.is_bye = found.sides.len() == 1 && is_alone;
    let seats = known.seats();
    let says_seats = found.sides.iter().any(|side| side.seat.is_some());
    if !says_seats && seats.len() >= found.sides.len() && !found.is_bye {
        // Who is named first sits on the first seat.
        for (side, seat) in found.sides.iter_mut().zip(seats) {
            side.seat = Some(seat);
        }
    }
    (!found.sides.is_empty()).then_some(found)
}

fn side(name: &str, seat: Option<Symbol>, known: Known<'_>) -> Side {
    let found = known.entrants.find(name);
    let name = if found.is_some() { name } else { without_number(name) };
    let entrant = found.or_else(|| known.entrants.find(name));
    Side { name: name.trim().to_owned(), entrant, seat }
}

/// Those who meet, where they stand in one cell: split so that most of them are known.
fn parts<'a>(cell: &'a str, known: Known<'_>) -> Vec<&'a str> {
    if known.entrants.find(cell).is_some() {
        return Vec::new();
    }
    let cell = without_number(known.without_match(cell).1);
    let between = MEETS.iter().copied().chain([" / ", ", "]);
    let split = between.map(|between| cell.split(between).map(str::trim).collect::<Vec<_>>());
    let found = |names: &Vec<&str>| names.iter().filter(|name| known.entrants.find(name).is_some()).count();
    let split = split.filter(|names| names.len() > 1 && names.iter().all(|name| !name.is_empty()));
    let split: Vec<Vec<&str>> = split.collect();
    let best = split.iter().max_by_key(|names| (found(names), std::cmp::Reverse(names.len())));
    best.cloned().unwrap_or_default()
}

/// A name without its number in a list: `1. Ada`.
fn without_number(name: &str) -> &str {
    let plain = name.trim_start_matches(|sign: char| sign.is_ascii_digit());
    plain.strip_prefix(['.', ')', ':']).filter(|_| plain.len() < name.len()).map_or(name, str::trim)
}

/// Whether a cell says that there is no opponent, or nothing.
fn is_nobody(cell: &str) -> bool {
    cell::is_empty(cell) || BYES.contains(&folded(cell.trim_matches(['(', ')'])).as_str())
}

/// The only number in a cell: `2`, `2.`, `Round 2`.
fn number(cell: &str) -> Option<u32> {
    let mut numbers = cell.split(|sign: char| !sign.is_ascii_digit()).filter(|part| !part.is_empty());
    let number = numbers.next()?.parse().ok()?;
    numbers.next().is_none().then_some(number)
}

/// The number behind the word for a round, in a title: `League, round 2 of 4`.
fn after_round(title: &str) -> Option<u32> {
    let title = folded(title);
    let words: Vec<&str> =
        title.split([' ', ',', ':', '.', '(', ')']).filter(|word| !word.is_empty()).collect();
    let is_round = |word: &str| CALLED.iter().any(|(called, part)| *part == Part::Round && *called == word);
    words.windows(2).find_map(|pair| match pair {
        [word, number] if is_round(word) => number.parse().ok(),
        [number, word] if is_round(word) => number.parse().ok(),
        _ => None,
    })
}
