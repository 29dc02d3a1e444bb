//! An example that gives a log: it is read and followed as any other, and its event must stand as is expected.
//!
//! Comes in: the log of an example as text. Goes out: what it holds; and of its event, the complaints about what is not as
//! expected, and the clauses on which rests what is. It must never know how an event is followed. Start with [`read`], then
//! [`compare`].

use super::prescribed::PhasePart;
use crate::diagnostic::{Code, Complaints, Diagnostic, Severity, nearest, one_of};
use crate::engine::Part;
use crate::event::{self, Course, Given, MatchCourse, PhaseCourse, Won};
use crate::format::{ExampleEntry, LoggedEntry};
use crate::log::{self, Input, Log, Reading};
use crate::ruleset::{Admission, ClauseId, Edition, OrderKey, Ruleset, Settings, SheetKind, Step};
use crate::source::{Sources, Span};
use crate::syntax::ast::Name;
use std::collections::BTreeSet;

/// Reads the log of an example; what is wrong with it is a complaint about the example.
pub(super) fn read(
    ruleset: &Ruleset,
    settings: &Settings,
    (example, logged): (&ExampleEntry, &LoggedEntry),
    complaints: &mut Complaints,
) -> Option<Log> {
    let (mut sources, mut own) = (Sources::new(), Complaints::new());
    let text = logged.log.text.trim_start_matches(['\n', '\r']);
    let name = if text.trim_start().starts_with('{') { "log.jsonl" } else { "log.csv" };
    let input = Input { name: name.to_owned(), bytes: Box::new(text.as_bytes()) };
    let reading = Reading { keep_going: false, may_be_empty: true };
    let log = log::read(ruleset, settings, [input], reading, &mut sources, &mut own);
    for wrong in own.sorted().into_iter().filter(|wrong| wrong.code.severity() == Severity::Error) {
        let name = &example.name.text;
        let message = format!("the log of the example `{name}` cannot be read: {}", wrong.message);
        let line = wrong.labels.first().map(|label| sources.line_column(label.span).0);
        let at = line.map_or_else(|| "this log".to_owned(), |line| format!("line {line} of this log"));
        let mut complaint = Diagnostic::new(Code::BadExample, message).at(logged.log.span, at);
        complaint.notes.clone_from(&wrong.notes);
        complaint.help.clone_from(&wrong.help);
        complaints.push(complaint);
    }
    log
}

/// On what it rests how an event stands.
#[derive(Debug, Default)]
pub(super) struct Rests {
    /// The clauses that have a part in it.
    pub cites: BTreeSet<ClauseId>,
    /// The parts of its phases that do.
    pub parts: BTreeSet<PhasePart>,
    /// The keys by which its matches were won.
    pub keys: BTreeSet<Part>,
}

/// Compares how the event of an example stands with what is expected of it, and says on what it rests.
pub(super) fn compare(
    ruleset: &Ruleset,
    settings: &Settings,
    example: &ExampleEntry,
    complaints: &mut Complaints,
) -> Rests {
    let Some(logged) = example.logged.as_ref().filter(|logged| logged.is_of_event()) else {
        return Rests::default();
    };
    let Some(log) = read(ruleset, settings, (example, logged), &mut Complaints::new()) else {
        return Rests::default();
    };
    let rules = ruleset.of_edition();
    let name = &example.name;
    if rules.phases.is_empty() {
        let message = format!("the example `{}` expects something of an event", name.text);
        complaints.push(
            Diagnostic::new(Code::BadExample, message)
                .at(name.span, "in a format without phases")
                .help("say how an event goes, `[[phase]]`, or expect values alone"),
        );
        return Rests::default();
    }
    let edition = match edition(&rules, &log) {
        Ok(edition) => edition,
        Err(all) => {
            let message = format!("the log of the example `{}` is of several editions", name.text);
            complaints.push(
                Diagnostic::new(Code::BadExample, message)
                    .at(logged.log.span, all.join(", "))
                    .help("an event is one edition: make an example of each"),
            );
            return Rests::default();
        }
    };
    let today = logged.date.or_else(|| log.latest_day(&rules));
    let given = Given { today, edition, ..Given::seed(0) };
    let Ok(course) = event::follow(&rules, settings, &log, given) else { return Rests::default() };
    let names = log.entrants(&rules);
    let mut stand = Stand { ruleset: &rules, course: &course, names, example, rests: Rests::default() };
    if let Some(editions) = rules.editions.as_ref().filter(|_| edition.is_some()) {
        stand.rests.cites.extend(&editions.cites);
    }
    let mut own = Complaints::new();
    stand.matches(logged, &mut own);
    stand.places(logged, &mut own);
    stand.overdue(logged, &mut own);
    if own.has_errors() {
        // What does not fit may be why.
        let remarks = event::remarks(&course, &rules, settings, &log);
        let notes: Vec<String> =
            remarks.into_iter().take(MOST_REMARKS).map(|remark| remark.message).collect();
        for complaint in own.iter() {
            let mut complaint = complaint.clone();
            complaint.notes.extend(notes.iter().cloned());
            complaints.push(complaint);
        }
    }
    stand.rests
}

/// The one edition of a log; the names of all, where there are several.
fn edition(ruleset: &Ruleset, log: &Log) -> Result<Option<Edition>, Vec<String>> {
    let of_games = log.editions_of_games(ruleset).into_iter().flatten();
    let all: BTreeSet<Edition> = of_games.chain(log.acts.iter().filter_map(|act| act.edition)).collect();
    if all.len() > 1 { Err(all.iter().map(Edition::to_string).collect()) } else { Ok(all.first().copied()) }
}

/// How the event of an example stands.
struct Stand<'a> {
    ruleset: &'a Ruleset,
    course: &'a Course,
    names: Vec<&'a str>,
    example: &'a ExampleEntry,
    rests: Rests,
}

impl<'a> Stand<'a> {
    fn matches(&mut self, logged: &LoggedEntry, complaints: &mut Complaints) {
        for (name, winner) in &logged.winners {
            self.ending(name, Some(&winner.text), winner.span, complaints);
        }
        for name in &logged.nobody {
            self.ending(name, None, name.span, complaints);
        }
        for name in &logged.undecided {
            let Some((phase, of_match)) = self.find(name, complaints) else { continue };
            self.rests_on(phase, of_match);
            if of_match.is_over() {
                let message = format!("`{}` is decided in the example `{}`", name.text, self.name());
                let words = self.came_of(of_match);
                complaints.push(failed(message).at(name.span, words).help(MEND));
            }
        }
        for (name, who, span) in &logged.meets {
            let Some((phase, of_match)) = self.find(name, complaints) else { continue };
            self.rests_on(phase, of_match);
            let mut meet: Vec<&str> = of_match.entrants().map(|who| self.called(who)).collect();
            let mut wanted: Vec<&str> = who.iter().map(|name| name.text.as_str()).collect();
            meet.sort_unstable();
            wanted.sort_unstable();
            if meet != wanted {
                let words = if meet.is_empty() { "nobody yet".to_owned() } else { meet.join(" and ") };
                let message = format!("others meet in `{}` of the example `{}`", name.text, self.name());
                complaints.push(failed(message).at(*span, format!("it is {words}")).help(MEND));
            }
        }
    }

    /// Compares what came of a match; `None`: nobody goes on.
    fn ending(&mut self, name: &Name, winner: Option<&str>, at: Span, complaints: &mut Complaints) {
        let Some((phase, of_match)) = self.find(name, complaints) else { return };
        self.rests_on(phase, of_match);
        let actual = of_match.winner().map(|who| self.called(who));
        if !of_match.is_over() || actual != winner {
            let what = match winner {
                Some(winner) => format!("`{winner}` does not go on"),
                None if of_match.is_over() => "somebody goes on".to_owned(),
                None => "somebody can still go on".to_owned(),
            };
            let message = format!("{what} from `{}` in the example `{}`", name.text, self.name());
            let words = self.came_of(of_match);
            complaints.push(failed(message).at(at, words).help(MEND));
        }
    }

    fn places(&mut self, logged: &LoggedEntry, complaints: &mut Complaints) {
        for (name, wanted, span) in &logged.places {
            let place = self.course.places.iter().find(|place| self.called(place.entrant) == name.text);
            if let Some(place) = place {
                self.rests.cites.extend(&self.ruleset.phase(place.phase).cites);
                self.rests.parts.insert(PhasePart::Phase(place.phase));
            }
            if place.map(|place| place.place) != Some(*wanted) {
                let words = place.map_or_else(
                    || "no final place is known of them".to_owned(),
                    |place| format!("comes out as {}", place.place),
                );
                let message =
                    format!("`{}` has not the place {wanted} in the example `{}`", name.text, self.name());
                complaints.push(failed(message).at(*span, words).help(MEND));
            }
        }
    }

    fn overdue(&mut self, logged: &LoggedEntry, complaints: &mut Complaints) {
        let Some((wanted, span)) = &logged.overdue else { return };
        let mut late = BTreeSet::new();
        for overdue in &self.course.overdue {
            self.rests.cites.extend(&overdue.cites);
            self.rests.parts.insert(PhasePart::Phase(overdue.phase));
            let phase = self.course.phases.iter().find(|phase| phase.phase == overdue.phase);
            let of_match = overdue.in_match.zip(phase).and_then(|(place, phase)| phase.bracket.get(place));
            late.insert(match of_match {
                Some(of_match) => of_match.line.name.as_str(),
                None => self.ruleset.phase(overdue.phase).name.as_str(),
            });
        }
        let wanted: BTreeSet<&str> = wanted.iter().map(|name| name.text.as_str()).collect();
        if late != wanted {
            let late: Vec<String> = late.iter().map(|name| format!("`{name}`")).collect();
            let words =
                if late.is_empty() { "nothing is".to_owned() } else { format!("it is {}", late.join(", ")) };
            let message = format!("something else is overdue in the example `{}`", self.name());
            complaints.push(failed(message).at(*span, words).help(MEND));
        }
    }

    /// The match of a bracket of this name.
    fn find(&self, name: &Name, complaints: &mut Complaints) -> Option<(&'a PhaseCourse, &'a MatchCourse)> {
        let all =
            || self.course.phases.iter().flat_map(|phase| phase.bracket.iter().map(move |one| (phase, one)));
        let found = all().find(|(_, of_match)| of_match.line.name == name.text);
        if found.is_none() {
            let known: Vec<&str> = all().map(|(_, of_match)| of_match.line.name.as_str()).collect();
            let message = format!("no match is called `{}` in the example `{}`", name.text, self.name());
            let help = match nearest(&name.text, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => {
                    "no bracket has been reached: record more games, or `close` the phase".to_owned()
                }
                None => format!("there is {}", one_of(&known)),
            };
            complaints
                .push(Diagnostic::new(Code::BadExample, message).at(name.span, "expected here").help(help));
        }
        found
    }

    /// The clauses on which it rests who meets in a match, and what comes of it.
    fn rests_on(&mut self, phase: &PhaseCourse, of_match: &MatchCourse) {
        let rules = self.ruleset.phase(phase.phase);
        self.rests.cites.extend(rules.cites.iter().chain(&of_match.line.cites));
        self.rests.parts.insert(PhasePart::Phase(phase.phase));
        self.rests.parts.insert(PhasePart::Match(phase.phase, of_match.line.name.clone()));
        // Whom a phase admits comes from another, and so do its seeds.
        if let Admission::Places { of, .. } = rules.entrants {
            self.rests.cites.extend(&self.ruleset.phase(of).cites);
            self.rests.parts.insert(PhasePart::Phase(of));
        }
        let deadlines = || {
            let name = of_match.line.name.as_str();
            rules.deadline_of(name).into_iter().flat_map(|line| &line.cites)
        };
        match of_match.won() {
            Some(Won::Games) => {
                for key in placed_by(self.ruleset) {
                    self.rests.cites.extend(&key.cites);
                    self.rests.keys.extend(key.at.map(Part::Key));
                }
            }
            Some(Won::Decision(_)) => self.rests.cites.extend(deadlines()),
            Some(Won::Bye | Won::Walkover | Won::Lot) | None => {}
        }
    }

    fn came_of(&self, of_match: &MatchCourse) -> String {
        match (of_match.is_over(), of_match.winner()) {
            (false, _) => "it is not decided".to_owned(),
            (true, None) => "nobody does".to_owned(),
            (true, Some(who)) => format!("`{}` does", self.called(who)),
        }
    }

    fn called(&self, entrant: u32) -> &'a str {
        self.names.get(entrant as usize).copied().unwrap_or("")
    }

    fn name(&self) -> &'a str {
        &self.example.name.text
    }
}

/// So many of the things that do not fit are told.
const MOST_REMARKS: usize = 3;

const MEND: &str = "mend the rules, or what is expected";

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(Code::ExampleFails, message)
}

/// The keys by which a match has a winner.
fn placed_by(ruleset: &Ruleset) -> impl Iterator<Item = &OrderKey> {
    let sides = ruleset.sheet_of(&SheetKind::MatchSide);
    let keys = ruleset.scoring().filter_map(move |step| match step {
        Step::Place(place) if Some(ruleset.column(place.out).sheet) == sides => Some(&place.keys),
        Step::Place(_) | Step::Map { .. } | Step::Reduce(_) => None,
    });
    keys.flatten()
}
