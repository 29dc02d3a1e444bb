//! Brackets: every side comes from somewhere once, nothing goes round in a circle, and places leave no gap.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic, nearest, one_of};
use crate::ruleset::{Bracket, BracketMatch, Source};
use crate::source::Span;
use crate::syntax::ast::{self, BracketLine, BracketOrigin, Name};
use std::collections::{BTreeMap, BTreeSet};

/// One of those who meet in a match: which match, and whether the winner.
type Outcome = (usize, bool);

/// Where each outcome goes on.
type GoesOn = BTreeMap<Outcome, Span>;

fn bad(message: impl Into<String>, at: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::BadBracket, message).at(at, label)
}

impl Checker<'_> {
    pub(super) fn lower_bracket(
        &mut self,
        bracket: &ast::Bracket,
        at: Span,
        admitted: Option<u32>,
    ) -> Option<Bracket> {
        let lines = match bracket {
            ast::Bracket::SingleElimination { third_place } => {
                return Some(Bracket::SingleElimination { third_place: *third_place });
            }
            ast::Bracket::Written(lines) => lines,
        };
        self.complain_of_matches_alike(lines);
        let sides = self.find_sides(lines);
        let seeds = self.check_seeds(lines, at, admitted);
        let sides = sides?;
        let goes_on = self.find_ways_on(lines, &sides);
        self.check_places(lines, &goes_on, seeds);
        let order = self.sort(lines, &sides)?;
        let matches = order.iter().filter_map(|&old| {
            let (line, sides) = (lines.get(old)?, sides.get(old)?);
            let cites = self.cite(&line.cites);
            let of = |match_: usize| {
                order.iter().position(|earlier| *earlier == match_).and_then(|new| u16::try_from(new).ok())
            };
            let source = |side: &Side| match *side {
                Side::Seed(seed) => Some(Source::Seed(seed)),
                Side::Of((match_, true)) => of(match_).map(Source::Winner),
                Side::Of((match_, false)) => of(match_).map(Source::Loser),
            };
            Some(BracketMatch {
                name: line.name.text.clone(),
                sides: [source(&sides[0])?, source(&sides[1])?],
                winner_place: line.winner.map(|(place, _)| place),
                loser_place: line.loser.map(|(place, _)| place),
                cites,
            })
        });
        Some(Bracket::Written(matches.collect()))
    }

    fn complain_of_matches_alike(&mut self, lines: &[BracketLine]) {
        for (place, line) in lines.iter().enumerate() {
            let name = &line.name;
            if let Some(first) = lines.iter().take(place).find(|first| first.name.text == name.text) {
                self.complain(
                    Diagnostic::new(Code::NameTaken, format!("two matches are called `{}`", name.text))
                        .at(name.span, "the second")
                        .at(first.name.span, "the first")
                        .help("give one of them another name"),
                );
            }
        }
    }

    /// The sides of every match, names found.
    fn find_sides(&mut self, lines: &[BracketLine]) -> Option<Vec<[Side; 2]>> {
        let mut find = |origin: &BracketOrigin| match origin {
            BracketOrigin::Seed(seed) => Some(Side::Seed(*seed)),
            BracketOrigin::Winner(name) => Some(Side::Of((self.match_named(lines, name)?, true))),
            BracketOrigin::Loser(name) => Some(Side::Of((self.match_named(lines, name)?, false))),
        };
        let sides: Vec<Option<[Side; 2]>> = lines
            .iter()
            .map(|line| {
                let [first, second] = &line.sides;
                let (first, second) = (find(&first.origin), find(&second.origin));
                Some([first?, second?])
            })
            .collect();
        sides.into_iter().collect()
    }

    fn match_named(&mut self, lines: &[BracketLine], name: &Name) -> Option<usize> {
        let found = lines.iter().position(|line| line.name.text == name.text);
        if found.is_none() {
            let known: Vec<&str> = lines.iter().map(|line| line.name.text.as_str()).collect();
            let help = match nearest(&name.text, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there is {}", one_of(&known)),
            };
            self.complain(
                Diagnostic::new(Code::UnknownName, format!("no match is called `{}`", name.text))
                    .at(name.span, "not a match of this bracket")
                    .help(help),
            );
        }
        found
    }

    /// Every seed once, none left out, none beyond those who are admitted. Gives how many there are.
    fn check_seeds(&mut self, lines: &[BracketLine], at: Span, admitted: Option<u32>) -> Option<u32> {
        let mut seeds: BTreeMap<u32, Span> = BTreeMap::new();
        let mut sound = true;
        for side in lines.iter().flat_map(|line| &line.sides) {
            let BracketOrigin::Seed(seed) = side.origin else { continue };
            if let Some(count) = admitted.filter(|count| seed > *count) {
                sound = false;
                self.complain(
                    bad(format!("there is no seed {seed}"), side.span, "nobody comes in here")
                        .note(format!("{count} are admitted to the phase"))
                        .help(format!("the seeds are 1 to {count}")),
                );
                continue;
            }
            if let Some(first) = seeds.insert(seed, side.span) {
                sound = false;
                self.complain(
                    bad(format!("seed {seed} comes in twice"), side.span, "again")
                        .at(first, "first here")
                        .help("write another seed in one of the two places"),
                );
            }
        }
        let highest = admitted.or_else(|| seeds.last_key_value().map(|(seed, _)| *seed)).unwrap_or(0);
        let missing = (1..=highest).find(|seed| !seeds.contains_key(seed));
        if let Some(missing) = missing.filter(|_| sound) {
            sound = false;
            let diagnostic = bad(format!("seed {missing} never comes in"), at, "in no match of this bracket");
            let diagnostic = match admitted {
                Some(count) => diagnostic.note(format!("{count} are admitted to the phase")),
                None => diagnostic.note(format!("seed {highest} comes in")),
            };
            self.complain(diagnostic.help(format!("write `seed {missing}` where this entrant comes in")));
        }
        sound.then_some(highest)
    }

    /// Where winners and losers go on; nobody goes on in two matches.
    fn find_ways_on(&mut self, lines: &[BracketLine], sides: &[[Side; 2]]) -> GoesOn {
        let mut goes_on = GoesOn::new();
        for (line, found) in lines.iter().zip(sides) {
            for (written, side) in line.sides.iter().zip(found) {
                let Side::Of(outcome) = *side else { continue };
                if let Some(first) = goes_on.insert(outcome, written.span) {
                    let whom = whom(lines, outcome);
                    self.complain(
                        bad(format!("{whom} goes on in two matches"), written.span, "again")
                            .at(first, "first here")
                            .help("write somebody else in one of the two places"),
                    );
                }
            }
        }
        goes_on
    }

    /// Final places: each once, without a gap, for those who do not go on; and no winner is forgotten.
    fn check_places(&mut self, lines: &[BracketLine], goes_on: &GoesOn, seeds: Option<u32>) {
        let mut places: BTreeMap<u32, Span> = BTreeMap::new();
        for (place, line) in lines.iter().enumerate() {
            for (outcome, given) in [((place, true), line.winner), ((place, false), line.loser)] {
                match (given, goes_on.get(&outcome)) {
                    (Some((number, at)), Some(on)) => self.complain(
                        bad(
                            format!("{} gets the place {number} and goes on", whom(lines, outcome)),
                            at,
                            "a final place",
                        )
                        .at(*on, "goes on here")
                        .help("give the place in the last match of this entrant"),
                    ),
                    (Some((number, at)), None) => {
                        if let Some(first) = places.insert(number, at) {
                            self.complain(
                                bad(format!("the place {number} is given twice"), at, "again")
                                    .at(first, "first here")
                                    .help("give another place in one of the two"),
                            );
                        }
                        if let Some(seeds) = seeds.filter(|seeds| number > *seeds) {
                            self.complain(
                                bad(
                                    format!("there is no place {number} among {seeds}"),
                                    at,
                                    "beyond the last",
                                )
                                .help(format!("the places are 1 to {seeds}")),
                            );
                        }
                    }
                    (None, None) if outcome.1 => self.complain(
                        Diagnostic::new(
                            Code::LooseEnd,
                            format!("nothing says what becomes of {}", whom(lines, outcome)),
                        )
                        .at(line.name.span, "neither goes on nor gets a place")
                        .help("give the place, such as `-> winner 1, loser 2`, or let the winner go on"),
                    ),
                    (None, _) => {}
                }
            }
        }
        let mut given = places.iter().zip(1..);
        if let Some(((&next, &at), gap)) = given.find(|((place, _), wanted)| **place != *wanted) {
            self.complain(
                bad(format!("nobody gets the place {gap}"), at, format!("the next is the place {next}"))
                    .help(format!("give the place {gap} as well: `-> winner {gap}`, `-> loser {gap}`")),
            );
        }
    }

    /// The matches, each after those that it waits for, else as they are written.
    fn sort(&mut self, lines: &[BracketLine], sides: &[[Side; 2]]) -> Option<Vec<usize>> {
        let waits_for = |match_: usize| {
            let sides = sides.get(match_).map_or(&[][..], |sides| sides.as_slice());
            sides.iter().filter_map(|side| match side {
                Side::Of((other, _)) => Some(*other),
                Side::Seed(_) => None,
            })
        };
        let mut order: Vec<usize> = Vec::new();
        let mut begins: BTreeSet<usize> = BTreeSet::new();
        let mut rest: Vec<usize> = (0..lines.len()).collect();
        let ready =
            |next: usize, begins: &BTreeSet<usize>| waits_for(next).all(|other| begins.contains(&other));
        while let Some(place) = rest.iter().position(|&next| ready(next, &begins)) {
            let next = rest.remove(place);
            begins.insert(next);
            order.push(next);
        }
        let Some(&start) = rest.first() else { return Some(order) };
        // Every match that is left waits for one that is left: follow them until one comes again.
        let mut path = vec![start];
        let circle = loop {
            let last = path.last().copied().unwrap_or(start);
            let Some(next) = waits_for(last).find(|other| rest.contains(other)) else { break path };
            if let Some(first) = path.iter().position(|seen| *seen == next) {
                let mut circle = path.split_off(first);
                circle.push(next);
                break circle;
            }
            path.push(next);
        };
        let names: Vec<String> = circle
            .iter()
            .filter_map(|place| lines.get(*place))
            .map(|line| format!("`{}`", line.name.text))
            .collect();
        let at = circle
            .first()
            .and_then(|place| lines.get(*place))
            .map_or_else(Span::default, |line| line.name.span);
        self.complain(
            bad("matches wait for one another in a circle", at, "can never begin")
                .note(names.join(" waits for "))
                .help("let one of them begin with a `seed`, or with a match outside of the circle"),
        );
        None
    }
}

/// A side of a match, found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Seed(u32),
    Of(Outcome),
}

/// ``the winner of `semi 1` ``
fn whom(lines: &[BracketLine], (match_, winner): Outcome) -> String {
    let name = lines.get(match_).map_or("", |line| line.name.text.as_str());
    format!("the {} of `{name}`", if winner { "winner" } else { "loser" })
}
