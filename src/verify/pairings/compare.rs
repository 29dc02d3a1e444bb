//! The rows of one round against what is prescribed in it.
//!
//! Comes in: rows, a round. Goes out: differences. A row is the game whose id it says, or that of those whom it names; what is
//! left on both sides is put together by who is named in both. Start with [`Comparison::round`].

use super::super::columns::{Heading, Part};
use super::super::entrants::{Entrants, folded};
use super::super::opening::MOST_OPENED;
use super::super::{Compared, Difference, Differing, Verified};
use super::amiss::{Amiss, How};
use super::rows::Said;
use crate::event::{Course, GameCourse, GameState, PhaseCourse, RoundCourse};
use crate::explain::{Explanation, Reach, Subject, prescribed};
use crate::value::Symbol;

pub(super) struct Comparison<'a> {
    subject: Subject<'a>,
    course: &'a Course,
    reach: Reach,
    entrants: &'a Entrants,
    opened: usize,
    pub found: Verified,
}

/// A phase and one of its rounds.
type Place<'c> = (&'c PhaseCourse, &'c RoundCourse);

impl<'a> Comparison<'a> {
    pub fn new(subject: Subject<'a>, course: &'a Course, reach: Reach, entrants: &'a Entrants) -> Self {
        let found = Verified::nothing(Compared::Rounds(Vec::new()));
        Self { subject, course, reach, entrants, opened: 0, found }
    }

    /// A row of a round that the event has not come to.
    pub fn not_there(&mut self, said: &Said, round: &str) {
        let amiss = Amiss { published: Some(written(said)), ..Amiss::new(How::NoRound, round.to_owned()) };
        self.add(Some(said), amiss, None);
    }

    /// Compares a round.
    pub fn round(&mut self, place: Place<'_>, said: &[Said], headings: &[Heading]) {
        let (_, round) = place;
        let mut taken: Vec<Option<usize>> = vec![None; round.games.len()];
        let mut left: Vec<&Said> = Vec::new();
        let mut amiss: Vec<usize> = Vec::new();
        for row in said {
            self.found.figures += 1;
            if row.is_bye && row.sides.iter().all(|side| is_free(round, side.entrant)) {
                self.found.agreeing += 1;
                continue;
            }
            let free = |at: &usize| taken.get(*at).is_some_and(Option::is_none);
            let mut same = same(round, row).filter(|at| free(at)).collect::<Vec<_>>();
            same.sort_by_key(|at| !round.games.get(*at).is_some_and(|game| sits(game, row)));
            match same.first() {
                Some(&at) => {
                    taken[at] = Some(row.line);
                    self.details(place, (&round.games[at], row), headings);
                }
                None => left.push(row),
            }
        }
        for row in left {
            let again = same(round, row).find_map(|at| taken.get(at).copied().flatten());
            if again.is_some() {
                let what = Differing::Twice { first: again.unwrap_or_default() };
                let (entrant, line) = (written(row), Some(row.line));
                self.found.differences.push(Difference { entrant, line, what, explanation: None });
                continue;
            }
            match self.nearest(place, row, &taken) {
                Some(at) => {
                    taken[at] = Some(row.line);
                    amiss.extend(row.id.is_none().then_some(at));
                    let game = &round.games[at];
                    let amiss = Amiss {
                        published: Some(written(row)),
                        prescribed: Some(self.names(game)),
                        ..self.of_game(How::Meeting, place, game)
                    };
                    let explanation = self.opened(place, game);
                    self.add(Some(row), amiss, explanation);
                }
                None => self.extra(place, row),
            }
        }
        for (at, game) in round.games.iter().enumerate() {
            // What was said of a meeting of several games is said once.
            let is_told = amiss.iter().any(|other| meet_again(&round.games[*other], game));
            if taken[at].is_none() && !is_told && !is_covered(round, game, said) {
                let amiss =
                    Amiss { prescribed: Some(self.names(game)), ..self.of_game(How::Unlisted, place, game) };
                let explanation = self.opened(place, game);
                self.add(None, amiss, explanation);
            }
        }
        if said.iter().any(|row| row.is_bye) {
            self.unlisted_byes(place, said);
        }
    }

    /// Those who have no opponent, where the table says of some that they have none.
    fn unlisted_byes(&mut self, place: Place<'_>, said: &[Said]) {
        for bye in &place.1.byes {
            let is_listed =
                |row: &Said| row.is_bye && row.sides.iter().any(|side| side.entrant == Some(*bye));
            if !said.iter().any(is_listed) {
                let prescribed = Some(format!("a bye for {}", self.entrants.name(*bye)));
                let amiss = Amiss { prescribed, ..Amiss::new(How::Unlisted, self.title(place)) };
                self.add(None, amiss, None);
            }
        }
    }

    /// Somebody whom nobody is called like; or a pairing that nothing prescribes.
    fn extra(&mut self, place: Place<'_>, row: &Said) {
        if let Some(side) = row.sides.iter().find(|side| side.entrant.is_none()) {
            let what = Differing::Unknown { near: self.entrants.near(&side.name) };
            let (entrant, line) = (side.name.clone(), Some(row.line));
            self.found.differences.push(Difference { entrant, line, what, explanation: None });
            return;
        }
        let elsewhere = self.course.phases.iter().flat_map(|phase| {
            let rounds = phase.rounds.iter().map(move |round| (phase, round));
            rounds.filter(|(_, round)| same(round, row).next().is_some())
        });
        let elsewhere = elsewhere.map(|place| self.title(place)).next();
        let published = Some(written(row));
        let amiss = Amiss { published, elsewhere, ..Amiss::new(How::Extra, self.title(place)) };
        self.add(Some(row), amiss, None);
    }

    /// Whether what else is said of a game is so, and where they sit.
    fn details(&mut self, place: Place<'_>, (game, row): (&GameCourse, &Said), headings: &[Heading]) {
        let before = self.found.differences.len();
        if !sits(game, row) {
            let sides = game.pairing.sides.iter().map(|(seat, who)| (*seat, Some(*who)));
            let amiss = Amiss {
                published: Some(self.seated(row.sides.iter().map(|side| (side.seat, side.entrant)))),
                prescribed: Some(self.seated(sides)),
                ..self.of_game(How::Seats, place, game)
            };
            let explanation = self.opened(place, game);
            self.add(Some(row), amiss, explanation);
        }
        for (at, part, cell) in &row.details {
            let wanted = self.detail(place.0, game, *part);
            if wanted.as_ref().is_some_and(|wanted| !says(cell, wanted)) {
                let amiss = Amiss {
                    heading: headings.get(*at).map(|heading| heading.name.clone()),
                    published: Some(cell.clone()),
                    prescribed: wanted,
                    ..self.of_game(How::Detail, place, game)
                };
                let explanation = self.opened(place, game);
                self.add(Some(row), amiss, explanation);
            }
        }
        self.found.agreeing += usize::from(self.found.differences.len() == before);
    }

    /// The game that a row is most likely meant to be, of those that are left: the one whose id it says, or most of whose
    /// entrants it names, and which is what else it says.
    fn nearest(&self, place: Place<'_>, row: &Said, taken: &[Option<usize>]) -> Option<usize> {
        let games = place.1.games.iter().enumerate();
        let free = games.filter(|(at, _)| taken.get(*at).is_some_and(Option::is_none));
        let in_match = |game: &GameCourse, name: &str| {
            self.detail(place.0, game, Part::Match).is_some_and(|own| folded(&own) == folded(name))
        };
        let likeness = |game: &GameCourse| {
            let plays = |who: u32| game.pairing.sides.iter().any(|(_, side)| *side == who);
            let shared = row.sides.iter().filter(|side| side.entrant.is_some_and(plays)).count();
            let is_so = |(_, part, cell): &&(usize, Part, String)| {
                self.detail(place.0, game, *part).is_some_and(|wanted| says(cell, &wanted))
            };
            let is_called =
                row.id.as_ref() == Some(&game.id) || row.in_match().is_some_and(|name| in_match(game, name));
            (is_called, shared, row.details.iter().filter(is_so).count())
        };
        let best = free.rev().max_by_key(|(_, game)| likeness(game))?;
        let (is_called, shared, _) = likeness(best.1);
        (is_called || shared > 0).then_some(best.0)
    }

    fn detail(&self, phase: &PhaseCourse, game: &GameCourse, part: Part) -> Option<String> {
        match part {
            Part::Pool => game.pool.map(|pool| pool.to_string()),
            Part::Match => {
                let course = game.in_match.and_then(|place| phase.bracket.get(place))?;
                Some(course.line.name.clone())
            }
            Part::Slot => Some(game.pairing.slot.to_string()),
            Part::Umpire => game.pairing.umpire.map(|umpire| self.entrants.name(umpire).to_owned()),
            Part::Side | Part::Seat(_) | Part::Sides | Part::Round | Part::Phase | Part::Game => None,
        }
    }

    fn title(&self, (phase, round): Place<'_>) -> String {
        format!("{}, round {}", self.subject.ruleset.phase(phase.phase).title, round.number)
    }

    /// `Ada v Bo`
    fn names(&self, game: &GameCourse) -> String {
        let names: Vec<&str> =
            game.pairing.sides.iter().map(|(_, entrant)| self.entrants.name(*entrant)).collect();
        names.join(" v ")
    }

    /// `Ada home, Bo away`
    fn seated(&self, sides: impl Iterator<Item = (Option<Symbol>, Option<u32>)>) -> String {
        let words = sides.map(|(seat, who)| {
            let name = who.map_or("", |who| self.entrants.name(who));
            seat.map_or_else(
                || name.to_owned(),
                |seat| format!("{name} {}", self.subject.ruleset.symbols.text(seat)),
            )
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// How a game came about. Of very many differences the first are opened.
    fn opened(&mut self, (phase, round): Place<'_>, game: &GameCourse) -> Option<Explanation> {
        self.opened += 1;
        if self.reach.most.is_some() && self.opened > MOST_OPENED {
            self.found.unopened += 1;
            return None;
        }
        prescribed(self.subject, (phase, round, game))
    }

    fn of_game(&self, how: How, place: Place<'_>, game: &GameCourse) -> Amiss {
        Amiss { game: Some(game.id.clone()), ..Amiss::new(how, self.title(place)) }
    }

    fn add(&mut self, said: Option<&Said>, amiss: Amiss, explanation: Option<Explanation>) {
        let line = said.map(|said| said.line);
        let what = Differing::Pairing(Box::new(amiss));
        self.found.differences.push(Difference { entrant: String::new(), line, what, explanation });
    }
}

/// The games of a round in which those meet whom a row names; of the game whose id it says only that one.
pub(super) fn same<'r>(round: &'r RoundCourse, row: &Said) -> impl Iterator<Item = usize> + use<'r> {
    let mut wanted: Vec<Option<u32>> = row.sides.iter().map(|side| side.entrant).collect();
    wanted.sort_unstable();
    let id = row.id.clone().filter(|id| round.games.iter().any(|game| game.id == *id));
    round.games.iter().enumerate().filter_map(move |(at, game)| {
        let mut sides: Vec<Option<u32>> = game.pairing.sides.iter().map(|(_, who)| Some(*who)).collect();
        sides.sort_unstable();
        (sides == wanted && id.as_ref().is_none_or(|id| *id == game.id)).then_some(at)
    })
}

/// Whether the same meet in two games of one match, or of one pool.
fn meet_again(one: &GameCourse, other: &GameCourse) -> bool {
    let who = |game: &GameCourse| {
        let mut who: Vec<u32> = game.pairing.sides.iter().map(|(_, who)| *who).collect();
        who.sort_unstable();
        who
    };
    (one.in_match, one.pool) == (other.in_match, other.pool) && who(one) == who(other)
}

/// Whether everybody sits where a row says; where it says nothing of seats, or there are none, they do.
fn sits(game: &GameCourse, row: &Said) -> bool {
    row.sides.iter().all(|side| {
        let of_them = |(_, who): &&(Option<Symbol>, u32)| Some(*who) == side.entrant;
        let own = game.pairing.sides.iter().find(of_them).and_then(|(seat, _)| *seat);
        side.seat.is_none() || own.is_none() || side.seat == own
    })
}

/// Whether a game need not be listed: nobody is to play it, or its meeting of several games is listed once.
fn is_covered(round: &RoundCourse, game: &GameCourse, said: &[Said]) -> bool {
    if matches!(game.state, GameState::Cancelled(_) | GameState::Decided(_)) {
        return true;
    }
    let at = round.games.iter().position(|known| known.id == game.id);
    let mut of_them = said.iter().filter(|row| same(round, row).any(|one| Some(one) == at));
    matches!((of_them.next(), of_them.next()), (Some(row), None) if row.id.is_none())
}

fn is_free(round: &RoundCourse, entrant: Option<u32>) -> bool {
    entrant.is_some_and(|entrant| round.byes.contains(&entrant))
}

/// Whether a cell says what is wanted: `3`, `pool 3`.
fn says(cell: &str, wanted: &str) -> bool {
    folded(wanted) == folded(cell) || number_of(cell) == Some(wanted)
}

/// `3` of `pool 3`
fn number_of(cell: &str) -> Option<&str> {
    let number = cell.rsplit(' ').next()?.trim_end_matches('.');
    (!number.is_empty() && number.chars().all(|sign| sign.is_ascii_digit())).then_some(number)
}

/// Those whom a row names.
fn written(row: &Said) -> String {
    let names: Vec<&str> = row.sides.iter().map(|side| side.name.as_str()).collect();
    if row.is_bye { format!("a bye for {}", names.concat()) } else { names.join(" v ") }
}
