//! Scores the examples of a format and compares: values and reasons.
//!
//! Comes in: a format as typed and its ruleset. Goes out: a complaint for each example that comes
//! out differently, or for other reasons; or what each of them shows of the format ([`shown`]). It must never know how a
//! column is computed. Start with [`try_all`].

mod apart;
mod begin;
mod both;
mod by_lot;
mod cells;
mod drawn;
mod logged;
mod prescribed;
mod shown;

#[cfg(test)]
mod tests;

pub use apart::{Alike, Difference, Played, Seen, comes_out, differences, drawn, pairs_alike, played};
pub use both::{Refused, Shared, attempt, clauses_at, clauses_of_round};
pub use prescribed::PhasePart;
pub use shown::{Shown, first_that_fails, shown};

use crate::diagnostic::{Code, Complaints, Diagnostic, Label, nearest, one_of};
use crate::engine::{self, Failed, Outcome};
use crate::format::{ExampleEntry, FormatFile, Literal, Record};
use crate::log;
use crate::ruleset::{Choice, ClauseId, Ruleset, Settings};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::{Kind, Symbols, Type, Value};
use cells::{Cell, Unfound};
use std::collections::BTreeSet;

/// Scores, or pairs, every example of the format.
pub fn try_all(file: &FormatFile, ruleset: &Ruleset, complaints: &mut Complaints) {
    if file.examples.is_empty() && file.drawn_examples.is_empty() {
        return;
    }
    let mut ruleset = ruleset.clone();
    for example in &file.examples {
        let mut own = Complaints::new();
        try_one(file, &mut ruleset, example, &mut own);
        complaints.extend(own);
    }
    for example in &file.drawn_examples {
        let mut own = Complaints::new();
        drawn::try_one(&mut ruleset, example, &mut own);
        complaints.extend(own);
    }
}

fn try_one(file: &FormatFile, ruleset: &mut Ruleset, example: &ExampleEntry, complaints: &mut Complaints) {
    let because = clauses(ruleset, &example.because, complaints);
    let not_because = clauses(ruleset, &example.not_because, complaints);
    if let Some((settings, outcome)) = score(file, ruleset, example, complaints) {
        let of_event = logged::compare(ruleset, &settings, example, complaints);
        let trial = Trial { ruleset, settings: &settings, outcome: &outcome, example };
        trial.compare((&because, &not_because), of_event.cites, complaints);
    }
}

/// Scores the games of an example.
fn score(
    file: &FormatFile,
    ruleset: &mut Ruleset,
    example: &ExampleEntry,
    complaints: &mut Complaints,
) -> Option<(Settings, Outcome)> {
    let mut failed = match play(file, ruleset, example, complaints) {
        Ok(played) => return Some(played),
        Err(failed) => failed?,
    };
    // There is no log whose lines could be named.
    failed.log.names.clear();
    for error in &failed.errors {
        let mut diagnostic = engine::describe(error, ruleset, &failed.log);
        let name = &example.name;
        diagnostic.code = Code::BadExample;
        diagnostic.message = format!("the example `{}` cannot be scored: {}", name.text, diagnostic.message);
        diagnostic.labels.insert(0, Label { span: name.span, text: "this example".to_owned() });
        complaints.push(diagnostic);
    }
    None
}

/// The same; where the games are read and cannot be scored, why. What keeps them from being read is a complaint.
fn play(
    file: &FormatFile,
    ruleset: &mut Ruleset,
    example: &ExampleEntry,
    complaints: &mut Complaints,
) -> Result<(Settings, Outcome), Option<Box<Failed>>> {
    let settings = settings(ruleset, &example.set, complaints).ok_or(None)?;
    if let Some(logged) = &example.logged {
        let log = logged::read(ruleset, &settings, (example, logged), complaints).ok_or(None)?;
        let outcome = engine::run(ruleset, &settings, log, 0).map_err(Some)?;
        return Ok((settings, outcome));
    }
    let story = Story::of(file, example, complaints).ok_or(None)?;
    if complaints.has_errors() {
        return Err(None);
    }
    let Some(log) = log::from_example(ruleset, &settings, &story.entrants, &story.games, complaints) else {
        if !complaints.has_errors() {
            let message = format!("the games of the example `{}` cannot be read", example.name.text);
            complaints.push(Diagnostic::new(Code::BadExample, message).at(example.name.span, "this example"));
        }
        return Err(None);
    };
    let log = begin::with(ruleset, log, &story.begin, complaints).ok_or(None)?;
    let outcome = engine::run(ruleset, &settings, log, 0).map_err(Some)?;
    Ok((settings, outcome))
}

/// The entrants and games of an example, those that it comes after first.
struct Story {
    entrants: Vec<(Name, Record)>,
    begin: Vec<(Name, Record)>,
    games: Vec<(Record, Span)>,
}

impl Story {
    fn of(file: &FormatFile, example: &ExampleEntry, complaints: &mut Complaints) -> Option<Self> {
        let mut chain = vec![example];
        let mut last = example;
        while let Some(after) = &last.after {
            let Some(earlier) = file.examples.iter().find(|other| other.name.text == after.text) else {
                let known = file.examples.iter().map(|other| other.name.text.as_str());
                let message = format!("no example is called `{}`", after.text);
                complaints.push(
                    Diagnostic::new(Code::BadExample, message).at(after.span, "to come after").help(
                        match nearest(&after.text, known) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => "name an example of this file".to_owned(),
                        },
                    ),
                );
                return None;
            };
            if chain.iter().any(|one| std::ptr::eq(*one, earlier)) {
                // A circle is complained of once: by the first of its examples.
                let first =
                    file.examples.iter().find(|one| chain.iter().any(|part| std::ptr::eq(*part, *one)));
                if !std::ptr::eq(earlier, example) || first.is_some_and(|first| !std::ptr::eq(first, example))
                {
                    return None;
                }
                let message = format!("the example `{}` comes after itself", example.name.text);
                complaints.push(
                    Diagnostic::new(Code::BadExample, message)
                        .at(after.span, "leads back here")
                        .help("the first example has no `after`"),
                );
                return None;
            }
            chain.push(earlier);
            last = earlier;
        }
        let mut story = Self { entrants: Vec::new(), begin: Vec::new(), games: Vec::new() };
        for part in chain.into_iter().rev() {
            for (name, record) in &part.entrants {
                story.entrants.retain(|(known, _)| known.text != name.text);
                story.entrants.push((name.clone(), record.clone()));
            }
            story.begin.extend(part.begin.iter().cloned());
            story.games.extend(part.games.iter().cloned());
        }
        Some(story)
    }
}

fn settings(ruleset: &mut Ruleset, set: &[(Name, Literal)], complaints: &mut Complaints) -> Option<Settings> {
    let mut settings = ruleset.defaults();
    let mut sound = true;
    for (name, literal) in set {
        let value = literal.value.text();
        let choice = Choice { name: &name.text, value: &value, places: Some((name.span, literal.span)) };
        if let Err(refusal) = ruleset.choose(&mut settings, choice) {
            complaints.push(*refusal);
            sound = false;
        }
    }
    sound.then_some(settings)
}

/// The clauses of these names, each with its place; a name that no clause bears is a complaint.
fn clauses(ruleset: &Ruleset, names: &[Name], complaints: &mut Complaints) -> Vec<(ClauseId, Span)> {
    let mut found = Vec::new();
    for name in names {
        match (0_u32..).zip(&ruleset.clauses).find(|(_, clause)| clause.name == name.text) {
            Some((place, _)) => found.push((ClauseId(place), name.span)),
            None => {
                let known = ruleset.clauses.iter().map(|clause| clause.name.as_str());
                let message = format!("no clause is called `{}`", name.text);
                complaints.push(
                    Diagnostic::new(Code::UnknownClause, message).at(name.span, "given as a reason").help(
                        match nearest(&name.text, known) {
                            Some(near) => format!("did you mean `{near}`?"),
                            None => format!("state it in [clauses]: {} = \"…\"", name.text),
                        },
                    ),
                );
            }
        }
    }
    found
}

/// The clauses as they are cited.
fn names(ruleset: &Ruleset, reasons: &BTreeSet<ClauseId>) -> String {
    let names: Vec<String> =
        reasons.iter().map(|clause| format!("`@{}`", ruleset.clause(*clause).name)).collect();
    if names.is_empty() { "rules that cite no clause".to_owned() } else { names.join(", ") }
}

/// Clauses that an example names, each with its place.
type Cited<'a> = &'a [(ClauseId, Span)];

/// An example that has been scored.
struct Trial<'a> {
    ruleset: &'a Ruleset,
    settings: &'a Settings,
    outcome: &'a Outcome,
    example: &'a ExampleEntry,
}

impl Trial<'_> {
    fn compare(
        &self,
        (because, not_because): (Cited<'_>, Cited<'_>),
        mut reasons: BTreeSet<ClauseId>,
        complaints: &mut Complaints,
    ) {
        let mut cells: Vec<(Span, Cell)> = Vec::new();
        for (path, literal) in &self.example.expect {
            match cells::find(self.ruleset, self.settings, self.outcome, path) {
                Ok(cell) => {
                    self.compare_cell(cell, path, literal, complaints);
                    cells.extend(path.last().map(|name| (name.span, cell)));
                }
                Err(unfound) => complaints.push(self.unfound(path, &unfound)),
            }
        }
        // Reasons are looked for as long as there is something to find.
        let is_open = |reasons: &BTreeSet<ClauseId>| {
            !not_because.is_empty() || because.iter().any(|(clause, _)| !reasons.contains(clause))
        };
        let mut places: Vec<(Span, BTreeSet<ClauseId>)> = Vec::new();
        // What is summed up over earlier games has their reasons too: `not_because` speaks of the last game.
        let mut of_last_game = None;
        for (span, cell) in cells {
            if complaints.has_errors() || !is_open(&reasons) {
                break;
            }
            let own = self.why(cell);
            if cell.is_of_game(self.ruleset) {
                of_last_game.get_or_insert_with(BTreeSet::new).extend(own.iter().copied());
            }
            reasons.extend(own.iter().copied());
            places.push((span, own));
        }
        if complaints.has_errors() {
            return;
        }
        for (clause, span) in because.iter().filter(|(clause, _)| !reasons.contains(clause)) {
            let name = &self.ruleset.clause(*clause).name;
            let message =
                format!("`@{name}` is not among the reasons of the example `{}`", self.example.name.text);
            complaints.push(
                Diagnostic::new(Code::ExampleReason, message)
                    .at(*span, "given as a reason")
                    .note(format!("its values come from {}", names(self.ruleset, &reasons)))
                    .help(format!("cite `@{name}` in the rule that states it, or mend the example")),
            );
        }
        let reasons = of_last_game.unwrap_or(reasons);
        for (clause, span) in not_because.iter().filter(|(clause, _)| reasons.contains(clause)) {
            let name = &self.ruleset.clause(*clause).name;
            let message =
                format!("`@{name}` is among the reasons of the example `{}`", self.example.name.text);
            let mut diagnostic =
                Diagnostic::new(Code::ExampleReason, message).at(*span, "said to be no reason");
            if let Some((at, _)) = places.iter().find(|(_, own)| own.contains(clause)) {
                diagnostic = diagnostic.at(*at, format!("`@{name}` has a part in this"));
            }
            complaints.push(diagnostic.help("mend the rules, or the example"));
        }
    }

    /// The clauses behind a cell.
    fn why(&self, cell: Cell) -> BTreeSet<ClauseId> {
        cell.why(self.ruleset, self.settings, self.outcome).reasons()
    }

    fn compare_cell(&self, cell: Cell, path: &[Name], literal: &Literal, complaints: &mut Complaints) {
        let (actual, kind) = cell.value(self.ruleset, self.outcome);
        let text = literal.value.text();
        let mut symbols = self.outcome.symbols.clone();
        let expected = match read_expected(&text, &kind, actual, &mut symbols) {
            Ok(expected) => expected,
            Err(words) => {
                let message = format!("`{}` cannot be `{text}`", words_of(path));
                complaints.push(
                    Diagnostic::new(Code::BadExample, message)
                        .at(literal.span, "expected here")
                        .help(format!("expect {words}")),
                );
                return;
            }
        };
        if expected == actual {
            return;
        }
        let words = |value: Value| value.words(&symbols);
        let message = format!(
            "`{}` is `{}` in the example `{}`, not `{}`",
            words_of(path),
            words(actual),
            self.example.name.text,
            words(expected)
        );
        let mut diagnostic = Diagnostic::new(Code::ExampleFails, message)
            .at(literal.span, format!("comes out as `{}`", words(actual)));
        if let Some((at, words)) = cell.source(self.ruleset) {
            diagnostic = diagnostic.at(at, words);
        }
        for clause in self.why(cell) {
            let clause = self.ruleset.clause(clause);
            diagnostic = diagnostic.note(format!("@{}: {}", clause.name, clause.text));
        }
        complaints.push(diagnostic.help("mend the rule, or what is expected"));
    }

    fn unfound(&self, path: &[Name], unfound: &Unfound) -> Diagnostic {
        let place = path.get(unfound.at).or(path.last()).map_or(self.example.name.span, |name| name.span);
        let word = path.get(unfound.at).map_or("", |name| name.text.as_str());
        let diagnostic = Diagnostic::new(Code::BadExample, unfound.message(word)).at(place, "expected here");
        let known: Vec<&str> = unfound.known.iter().map(String::as_str).collect();
        match nearest(word, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if known.is_empty() => diagnostic,
            None => diagnostic.help(format!("there is {}", one_of(&known))),
        }
    }
}

/// The value that is meant by a text, where the cell holds values of this kind.
fn read_expected(text: &str, kind: &Kind, actual: Value, symbols: &mut Symbols) -> Result<Value, String> {
    match Type::of(kind.clone()).read(text, symbols) {
        Ok(value) => Ok(value),
        // A value that is not there has no other way to be written.
        Err(_) if text == "missing" => Ok(Value::Missing),
        Err(words) if actual == Value::Missing => Err(format!("{words}, or \"missing\"")),
        Err(words) => Err(words),
    }
}

fn words_of(path: &[Name]) -> String {
    let names: Vec<&str> = path.iter().map(|name| name.text.as_str()).collect();
    names.join(".")
}
