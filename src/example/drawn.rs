//! Pairs the examples that speak of a phase, and compares: who comes together, in which games, for which reasons.
//!
//! Comes in: an example in numbers. Goes out: a complaint where something else comes out.
//! It must never know how pools are drawn. Start with [`try_one`].

use super::by_lot::ByLot;
use super::prescribed::{Prescribed, Round, prescribe};
use super::{clauses, names, settings};
use crate::diagnostic::{Code, Complaints, Diagnostic, nearest};
use crate::format::{DrawnExample, ExpectedGame, ExpectedRound, Together};
use crate::pairing::{Impossible, Pairing};
use crate::ruleset::{ClauseId, Ruleset};
use crate::source::Span;
use crate::value::Symbol;

/// So many pools are listed.
const MOST_LISTED: usize = 30;

/// So many places where something else comes out are pointed at.
const MOST_SHOWN: usize = 6;

/// Pairs the round of an example, and compares.
pub(super) fn try_one(ruleset: &mut Ruleset, example: &DrawnExample, complaints: &mut Complaints) {
    let because = clauses(ruleset, &example.because, complaints);
    let not_because = clauses(ruleset, &example.not_because, complaints);
    let Some((seats, prescribed)) = pair(ruleset, example, complaints) else { return };
    let trial = Trial { ruleset, seats: &seats, example, prescribed: &prescribed };
    if let Err(diagnostic) = trial.compare() {
        complaints.push(*diagnostic);
    }
    if !complaints.has_errors() {
        trial.compare_reasons(&because, &not_because, complaints);
    }
}

/// Pairs the round of an example: the seats there are, and what is prescribed.
pub(super) fn pair(
    ruleset: &mut Ruleset,
    example: &DrawnExample,
    complaints: &mut Complaints,
) -> Option<(Vec<Symbol>, Prescribed)> {
    let settings = settings(ruleset, &example.set, complaints)?;
    let Some(id) = ruleset.find_phase(&example.phase.text) else {
        complaints.push(no_phase(ruleset, example));
        return None;
    };
    let seats: Vec<Symbol> = ruleset.plan(&settings).seats.iter().map(|seat| seat.name).collect();
    let phase = ruleset.phase(id);
    let (number, at) = example.round.unwrap_or((1, example.phase.span));
    match prescribe((id, phase), number, example.ranked.0, (&seats, &settings)) {
        Ok(prescribed) => Some((seats, prescribed)),
        Err((message, help)) => {
            complaints.push(Diagnostic::new(Code::BadExample, message).at(at, "asked for here").help(help));
            None
        }
    }
}

fn no_phase(ruleset: &Ruleset, example: &DrawnExample) -> Diagnostic {
    let name = &example.phase;
    let known = ruleset.phases.iter().map(|phase| phase.name.as_str());
    let help = match nearest(&name.text, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write a `[[phase]]` with `name = \"{}\"`", name.text),
    };
    let message = format!("no phase is called `{}`", name.text);
    Diagnostic::new(Code::BadExample, message).at(name.span, "the phase of the example").help(help)
}

/// An example that has been paired.
struct Trial<'a> {
    ruleset: &'a Ruleset,
    seats: &'a [Symbol],
    example: &'a DrawnExample,
    prescribed: &'a Prescribed,
}

/// The first thing that is wrong with an example.
type Compared = Result<(), Box<Diagnostic>>;

impl Trial<'_> {
    fn compare(&self) -> Compared {
        let refused = match &self.example.expect {
            ExpectedRound::Refused(span) => Some(*span),
            ExpectedRound::Pools(..)
            | ExpectedRound::Matches(..)
            | ExpectedRound::Sizes(..)
            | ExpectedRound::Games => None,
        };
        match (&self.prescribed.round, refused) {
            (Err(_), Some(_)) => Ok(()),
            (Err(impossible), None) => Err(Box::new(self.refused(impossible))),
            (Ok(round), Some(span)) => Err(Box::new(self.not_refused(round, span))),
            (Ok(round), None) => {
                self.compare_round(round)?;
                match &self.example.games {
                    Some((games, span)) => self.compare_games(round, games, *span),
                    None => Ok(()),
                }
            }
        }
    }

    fn compare_round(&self, round: &Round) -> Compared {
        match &self.example.expect {
            ExpectedRound::Pools(all, span) | ExpectedRound::Matches(all, span) => {
                let in_pools = matches!(self.example.expect, ExpectedRound::Pools(..));
                self.check_key(round, in_pools, *span)?;
                if round.who_by_lot {
                    return Err(Box::new(self.by_lot(round, *span)));
                }
                self.compare_together(round, all, *span)
            }
            ExpectedRound::Sizes(sizes, span) => {
                self.check_key(round, true, *span)?;
                self.compare_sizes(round, sizes, *span)
            }
            ExpectedRound::Refused(_) | ExpectedRound::Games => Ok(()),
        }
    }

    /// Pools are for phases of pools, matches for the others.
    fn check_key(&self, round: &Round, in_pools: bool, span: Span) -> Compared {
        if round.in_pools == in_pools {
            return Ok(());
        }
        let phase = &self.example.phase.text;
        let (message, help) = if in_pools {
            (format!("`{phase}` has matches, and no pools"), format!("write `matches = {}`", listed(round)))
        } else if round.who_by_lot {
            (format!("`{phase}` has pools, and no matches"), format!("write `sizes = {:?}`", sizes(round)))
        } else {
            (format!("`{phase}` has pools, and no matches"), format!("write `pools = {}`", listed(round)))
        };
        Err(Box::new(Diagnostic::new(Code::BadExample, message).at(span, "expected here").help(help)))
    }

    fn by_lot(&self, round: &Round, span: Span) -> Diagnostic {
        let message = format!("in the example `{}` lots decide who meets whom", self.example.name.text);
        let diagnostic = Diagnostic::new(Code::BadExample, message)
            .at(span, "nobody can say beforehand")
            .at(self.prescribed.at, "drawn by lot");
        if round.in_pools {
            diagnostic.help(format!("say how large the pools are: `sizes = {:?}`", sizes(round)))
        } else {
            diagnostic.help("take the example out: with another seed it would come out differently")
        }
    }

    fn compare_together(&self, round: &Round, expected: &[Together], span: Span) -> Compared {
        if expected.len() != round.together.len() {
            let what = if round.in_pools { "pool" } else { "match" };
            let (there, wanted) = (counted(round.together.len(), what), expected.len());
            let message = format!("{there} in the example `{}`, not {wanted}", self.example.name.text);
            let label = format!("comes out as `{}`", listed(round));
            return Err(Box::new(self.fails(message, vec![(span, label)])));
        }
        let mut message = None;
        let mut labels = Vec::new();
        for ((called, members), (wanted, at)) in round.together.iter().zip(expected) {
            let (members, wanted) = if round.seats_by_lot && !round.in_pools {
                (sorted(members), sorted(wanted))
            } else {
                (members.clone(), wanted.clone())
            };
            if members != wanted {
                let (is, not) = (round.words(&members), round.words(&wanted));
                let text =
                    || format!("{called} is `{is}` in the example `{}`, not `{not}`", self.example.name.text);
                message.get_or_insert_with(text);
                labels.push((*at, format!("comes out as `{is}`")));
            }
        }
        message.map_or(Ok(()), |message| Err(Box::new(self.fails(message, labels))))
    }

    fn compare_sizes(&self, round: &Round, expected: &[u32], span: Span) -> Compared {
        let actual = sizes(round);
        if sorted(&actual) == sorted(expected) {
            return Ok(());
        }
        let name = &self.example.name.text;
        let message =
            format!("the sizes of the pools are `{actual:?}` in the example `{name}`, not `{expected:?}`");
        Err(Box::new(self.fails(message, vec![(span, format!("comes out as `{actual:?}`"))])))
    }

    fn compare_games(&self, round: &Round, expected: &[ExpectedGame], span: Span) -> Compared {
        for (seat, _) in expected.iter().flat_map(|game| &game.seats) {
            let known = || self.seats.iter().map(|seat| self.ruleset.symbols.text(*seat));
            if let Some(seat) = seat.as_ref().filter(|seat| !known().any(|one| one == seat.text)) {
                let diagnostic =
                    Diagnostic::new(Code::BadExample, format!("no seat is called `{}`", seat.text))
                        .at(seat.span, "expected here");
                return Err(Box::new(match nearest(&seat.text, known()) {
                    Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                    None if self.seats.is_empty() => {
                        diagnostic.help("without seats, a game is a list of those who play it: `[1, 2]`")
                    }
                    None => diagnostic
                        .help(format!("the seats are `{}`", known().collect::<Vec<_>>().join("`, `"))),
                }));
            }
        }
        let name = &self.example.name.text;
        match (round.seats_by_lot, self.example.by_lot) {
            (true, None) => {
                let message = format!("in the example `{name}` lots decide who sits where");
                let help =
                    "give the games as one draw among others would have them, and write `by_lot = true`";
                let diagnostic = Diagnostic::new(Code::BadExample, message)
                    .at(span, "nobody can say beforehand")
                    .at(self.prescribed.at, "drawn by lot");
                return Err(Box::new(diagnostic.help(help)));
            }
            (false, Some(at)) => {
                let message = format!("in the example `{name}` no lots decide who sits where");
                let diagnostic = Diagnostic::new(Code::ExampleFails, message)
                    .at(at, "there is one way alone")
                    .at(self.prescribed.at, "not drawn by lot");
                return Err(Box::new(diagnostic.help("take `by_lot` out, or mend the phase")));
            }
            (true, Some(_)) | (false, None) => {}
        }
        if expected.len() != round.games.len() {
            let (there, wanted) = (counted(round.games.len(), "game"), expected.len());
            let message = format!("{there} in the example `{name}`, not {wanted}");
            let games = round.games.iter().take(MOST_SHOWN).map(|game| format!("`{}`", self.game(game)));
            let mut games: Vec<String> = games.collect();
            games.extend((round.games.len() > MOST_SHOWN).then(|| "…".to_owned()));
            let label = format!("comes out as {}", games.join(", "));
            return Err(Box::new(self.fails(message, vec![(span, label)])));
        }
        let pairs = (1_u32..).zip(round.games.iter().zip(expected));
        if self.example.by_lot.is_some() {
            let mut lots = ByLot::new(round);
            let text = |seat: Symbol| self.ruleset.symbols.text(seat);
            let mut pairs = pairs;
            let wrong = pairs.find(|(_, (game, expected))| !lots.could_be(game, expected, &text));
            let Some((number, (game, wanted))) = wrong else { return Ok(()) };
            let message =
                format!("game {number} of the example `{name}` cannot come about, however lots are drawn");
            let label = format!("by these lots it is `{}`", self.game(&lots.renamed(game)));
            return Err(Box::new(self.fails(message, vec![(wanted.span, label)])));
        }
        let mut wrong = pairs.filter(|(_, (game, expected))| !self.is_same(game, expected)).peekable();
        let Some((number, (game, _))) = wrong.peek() else { return Ok(()) };
        let message = format!("game {number} is `{}` in the example `{name}`", self.game(game));
        let labels =
            wrong.map(|(_, (game, wanted))| (wanted.span, format!("comes out as `{}`", self.game(game))));
        Err(Box::new(self.fails(message, labels.collect())))
    }

    /// Whether a game is the one that is expected; what is not said of it may be as it likes.
    fn is_same(&self, game: &Pairing, expected: &ExpectedGame) -> bool {
        let text = |seat: Option<Symbol>| seat.map(|seat| self.ruleset.symbols.text(seat));
        game.sides.len() == expected.seats.len()
            && expected.seats.iter().all(|(wanted, entrant)| {
                game.sides.iter().any(|(seat, plays)| {
                    plays == entrant && wanted.as_ref().is_none_or(|wanted| text(*seat) == Some(&wanted.text))
                })
            })
            && expected.umpire.is_none_or(|umpire| game.umpire == Some(umpire))
    }

    /// `1 yellow_green v 11 blue_red, umpire 6`
    fn game(&self, game: &Pairing) -> String {
        let sides = game.sides.iter().map(|(seat, entrant)| match seat {
            Some(seat) => format!("{entrant} {}", self.ruleset.symbols.text(*seat)),
            None => entrant.to_string(),
        });
        let sides: Vec<String> = sides.collect();
        let umpire = game.umpire.map(|umpire| format!(", umpire {umpire}"));
        format!("{}{}", sides.join(" v "), umpire.unwrap_or_default())
    }

    fn refused(&self, impossible: &Impossible) -> Diagnostic {
        let (why, _) = impossible.words();
        let message = format!("the example `{}` cannot be paired: {why}", self.example.name.text);
        let diagnostic = self.fails(message, vec![(self.example.ranked.1, "so many entrants".to_owned())]);
        let help = "mend the phase; or, where the regulation has nothing for so many, write `refused = true`";
        diagnostic.help(help)
    }

    fn not_refused(&self, round: &Round, span: Span) -> Diagnostic {
        let message = format!("the example `{}` can be paired", self.example.name.text);
        let comes_out = if round.who_by_lot {
            format!("comes out in pools of `{:?}`", sizes(round))
        } else {
            format!("comes out as `{}`", listed(round))
        };
        self.fails(message, vec![(span, comes_out)])
    }

    /// Something else comes out: at each of these places.
    fn fails(&self, message: String, labels: Vec<(Span, String)>) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(Code::ExampleFails, message);
        for (span, text) in labels.into_iter().take(MOST_SHOWN) {
            diagnostic = diagnostic.at(span, text);
        }
        diagnostic = diagnostic.at(self.prescribed.at, "it comes from this");
        for clause in &self.prescribed.cites {
            let clause = self.ruleset.clause(*clause);
            diagnostic = diagnostic.note(format!("@{}: {}", clause.name, clause.text));
        }
        diagnostic.help("mend the phase, or the example")
    }

    fn compare_reasons(
        &self,
        because: &[(ClauseId, Span)],
        not_because: &[(ClauseId, Span)],
        complaints: &mut Complaints,
    ) {
        let reasons = &self.prescribed.cites;
        let example = &self.example.name.text;
        for (clause, span) in because.iter().filter(|(clause, _)| !reasons.contains(clause)) {
            let name = &self.ruleset.clause(*clause).name;
            let message = format!("`@{name}` is not among the reasons of the example `{example}`");
            complaints.push(
                Diagnostic::new(Code::ExampleReason, message)
                    .at(*span, "given as a reason")
                    .note(format!("its pairing comes from {}", names(self.ruleset, reasons)))
                    .help(format!("cite `@{name}` in the phase, or mend the example")),
            );
        }
        for (clause, span) in not_because.iter().filter(|(clause, _)| reasons.contains(clause)) {
            let name = &self.ruleset.clause(*clause).name;
            let message = format!("`@{name}` is among the reasons of the example `{example}`");
            complaints.push(
                Diagnostic::new(Code::ExampleReason, message)
                    .at(*span, "said to be no reason")
                    .help("mend the phase, or the example"),
            );
        }
    }
}

impl Round {
    /// `1, 6, 11`, or `1 v 4`
    fn words(&self, members: &[u32]) -> String {
        let texts: Vec<String> = members.iter().map(ToString::to_string).collect();
        match texts.as_slice() {
            [alone] if !self.in_pools => format!("{alone} alone"),
            several => several.join(if self.in_pools { ", " } else { " v " }),
        }
    }
}

/// `[[1, 4], [2, 3]]`, as an example would have it.
fn listed(round: &Round) -> String {
    shortened(round.together.iter().map(|(_, members)| format!("{members:?}")))
}

/// A list as it is written, its end left out where it is long.
fn shortened(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    if items.len() > MOST_LISTED {
        items.truncate(MOST_LISTED);
        items.push("…".to_owned());
    }
    format!("[{}]", items.join(", "))
}

fn sizes(round: &Round) -> Vec<u32> {
    round.together.iter().map(|(_, members)| u32::try_from(members.len()).unwrap_or(u32::MAX)).collect()
}

fn sorted(numbers: &[u32]) -> Vec<u32> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers
}

fn counted(count: usize, word: &str) -> String {
    match (count, word) {
        (1, _) => format!("there is 1 {word}"),
        (_, "match") => format!("there are {count} matches"),
        _ => format!("there are {count} {word}s"),
    }
}
