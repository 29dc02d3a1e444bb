//! What the examples show of a format: the clauses and the parts of rules that have a part in what they expect.
//!
//! Comes in: a format whose examples come out right. Goes out: for each example what it rests on; or, where a format has
//! been changed, the first example that notices. Start with [`shown`].

use super::prescribed::PhasePart;
use super::{cells, clauses, drawn, logged, score, try_one};
use crate::diagnostic::Complaints;
use crate::engine::{self, Outcome, Part, Why};
use crate::format::{ExampleEntry, FormatFile};
use crate::ruleset::{ClauseId, Ruleset, Settings, Verdict, VerdictKind};
use crate::source::Span;
use crate::syntax::ast::Name;
use std::collections::BTreeSet;

/// What an example shows.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub at: Span,
    /// The values of the options.
    pub settings: Settings,
    /// The clauses that it gives as reasons.
    pub because: BTreeSet<ClauseId>,
    /// The clauses that have a part in what it expects.
    pub clauses: BTreeSet<ClauseId>,
    /// The parts of rules that have.
    pub parts: BTreeSet<Part>,
    /// The parts of phases that have.
    pub phase_parts: BTreeSet<PhasePart>,
}

/// What every example shows, in the order of the file. One that cannot be scored shows nothing.
#[must_use]
pub fn shown(file: &FormatFile, ruleset: &Ruleset) -> Vec<Shown> {
    let mut ruleset = ruleset.clone();
    let mut all: Vec<Shown> = file.examples.iter().map(|one| of_games(file, &mut ruleset, one)).collect();
    for example in &file.drawn_examples {
        let mut complaints = Complaints::new();
        let mut shown = blank(&ruleset, &example.name, &example.because);
        if let Some(settings) = super::settings(&mut ruleset, &example.set, &mut complaints) {
            shown.settings = settings;
        }
        if let Some((_, prescribed)) = drawn::pair(&mut ruleset, example, &mut complaints) {
            shown.clauses = prescribed.cites;
            shown.phase_parts = prescribed.parts;
        }
        all.push(shown);
    }
    all.sort_by_key(|shown| shown.at);
    all
}

fn of_games(file: &FormatFile, ruleset: &mut Ruleset, example: &ExampleEntry) -> Shown {
    let mut shown = blank(ruleset, &example.name, &example.because);
    let Some((settings, outcome)) = score(file, ruleset, example, &mut Complaints::new()) else {
        return shown;
    };
    for (path, _) in &example.expect {
        if let Ok(cell) = cells::find(ruleset, &settings, &outcome, path) {
            let why = cell.why(ruleset, &settings, &outcome);
            shown.clauses.extend(why.clauses);
            shown.parts.extend(why.parts);
        }
    }
    let of_event = logged::compare(ruleset, &settings, example, &mut Complaints::new());
    shown.clauses.extend(of_event.cites);
    shown.phase_parts = of_event.parts;
    shown.parts.extend(of_event.keys);
    let judged = judged(ruleset, &settings, &outcome);
    shown.clauses.extend(judged.clauses);
    shown.parts.extend(judged.parts);
    shown.settings = settings;
    shown
}

/// What warnings and faults speak of. Nothing can be expected of them, so they are shown by games that they speak of.
fn judged(ruleset: &Ruleset, settings: &Settings, outcome: &Outcome) -> Why {
    let is_told = |kind: VerdictKind| match kind {
        VerdictKind::Warn | VerdictKind::Fault => true,
        VerdictKind::Void => false,
    };
    let told: Vec<(usize, &Verdict)> =
        ruleset.verdicts.iter().enumerate().filter(|(_, verdict)| is_told(verdict.kind)).collect();
    if told.is_empty() {
        return Why::default();
    }
    let hit: Vec<usize> = outcome.verdicts.iter().map(|hit| hit.verdict).collect();
    let hits = told.iter().filter(|(place, _)| hit.contains(place));
    let conditions: Vec<Span> =
        told.iter().filter_map(|(_, verdict)| ruleset.column(verdict.condition).at).collect();
    let is_inside = |at: Span| {
        conditions.iter().any(|all| all.source == at.source && all.start <= at.start && at.end <= all.end)
    };
    let is_of_them = |part: &Part| match *part {
        Part::Verdict(place) => told.iter().any(|(told, _)| *told == place),
        Part::Item(at)
        | Part::Band(at)
        | Part::Case(at)
        | Part::Then(at)
        | Part::Otherwise(at)
        | Part::There(at)
        | Part::Fallback(at) => is_inside(at),
        Part::Column(_) | Part::Key(_) => false,
    };
    let used = engine::used(ruleset, settings, outcome);
    Why {
        clauses: hits.flat_map(|(_, verdict)| verdict.cites.iter().copied()).collect(),
        level_on: BTreeSet::new(),
        parts: used.parts.into_keys().filter(is_of_them).collect(),
    }
}

fn blank(ruleset: &Ruleset, name: &Name, because: &[Name]) -> Shown {
    let because = clauses(ruleset, because, &mut Complaints::new());
    Shown {
        name: name.text.clone(),
        at: name.span,
        settings: ruleset.defaults(),
        because: because.into_iter().map(|(clause, _)| clause).collect(),
        clauses: BTreeSet::new(),
        parts: BTreeSet::new(),
        phase_parts: BTreeSet::new(),
    }
}

/// The first example that comes out differently by these rules, or for other reasons.
#[must_use]
pub fn first_that_fails<'f>(file: &'f FormatFile, ruleset: &Ruleset) -> Option<&'f Name> {
    let mut ruleset = ruleset.clone();
    let fails = |complaints: Complaints| complaints.has_errors();
    let of_games = file.examples.iter().find(|example| {
        let mut complaints = Complaints::new();
        try_one(file, &mut ruleset, example, &mut complaints);
        fails(complaints)
    });
    let name = of_games.map(|example| &example.name);
    name.or_else(|| {
        let drawn = file.drawn_examples.iter().find(|example| {
            let mut complaints = Complaints::new();
            drawn::try_one(&mut ruleset, example, &mut complaints);
            fails(complaints)
        });
        drawn.map(|example| &example.name)
    })
}
