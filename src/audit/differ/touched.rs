//! Which parts of a format and which of its clauses a change touches.
//!
//! Comes in: two formats. Goes out: the parts that are new, gone or come to something else, with the lines that differ; the
//! clauses that are new, gone, worded differently, or cited by such lines. How a file is laid out never counts. Start with
//! [`touched`].

use super::tables::{lines_of, tables};
use super::{Change, Line, PartChange, Side, Touched, TouchedClause};
use crate::audit::sites::{Site, What, sites};
use crate::format::FormatFile;
use crate::ruleset::{PartKind, RulesetPart};
use crate::source::{Sources, Span};
use crate::syntax::ast::Body;
use std::collections::{BTreeMap, BTreeSet};

/// Compares parts and clauses. `new_parts` are those of the new format, under the names of the old one.
pub(super) fn touched(
    old: &Side<'_>,
    new: &Side<'_>,
    new_parts: &[RulesetPart],
    sources: &Sources,
) -> Touched {
    let places = [old, new].map(|side| Places::of(side, sources));
    let old_parts = old.ruleset.parts();
    let mut parts = Vec::new();
    for part in &old_parts {
        let other = new_parts.iter().find(|other| other.name == part.name && other.kind == part.kind);
        match other {
            Some(other) if other.fingerprint == part.fingerprint => {}
            Some(_) => parts.push(changed(&places, part.kind, &part.name, Change::Changed)),
            None => parts.push(changed(&places, part.kind, &part.name, Change::Gone)),
        }
    }
    let is_new = |part: &&RulesetPart| {
        !old_parts.iter().any(|other| other.name == part.name && other.kind == part.kind)
    };
    let came = new_parts.iter().filter(is_new);
    parts.extend(came.map(|part| changed(&places, part.kind, &part.name, Change::New)));
    Touched { clauses: clauses([old.file, new.file], &places, &parts), parts }
}

/// The places of a format by what they are a part of.
struct Places(BTreeMap<String, Vec<Place>>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    /// Nothing for what is not cited: a line of a table.
    what: Option<What>,
    /// The line, with single blanks.
    text: String,
    at: Span,
    cites: BTreeSet<String>,
}

impl Places {
    fn of(side: &Side<'_>, sources: &Sources) -> Self {
        let mut all: BTreeMap<String, Vec<Place>> = BTreeMap::new();
        for site in sites(side.file, side.ruleset) {
            // Both sides of an `if` stand on the line of what they are a part of.
            if matches!(site.what, What::Then | What::Otherwise | What::There | What::Fallback) {
                continue;
            }
            let at = whole(side.file, &site);
            let cites = site.cites.iter().map(|clause| side.ruleset.clause(*clause).name.clone()).collect();
            let place = Place { what: Some(site.what), text: line(sources, at), at, cites };
            let known = all.entry(site.of).or_default();
            if known.last().is_none_or(|last| (last.what, &last.text) != (place.what, &place.text)) {
                known.push(place);
            }
        }
        for sheet in &side.file.sheets {
            for column in &sheet.recorded {
                let at = column.name.span;
                let place = Place { what: None, text: line(sources, at), at, cites: BTreeSet::new() };
                all.entry(format!("{}.{}", sheet.sheet, column.name.text)).or_default().push(place);
            }
        }
        for table in tables(side.file) {
            let known = all.entry(table.of).or_default();
            for (text, at) in lines_of(sources, table.at, table.deep) {
                if !known.iter().any(|place| place.text == text) {
                    known.push(Place { what: None, text, at, cites: BTreeSet::new() });
                }
            }
        }
        Self(all)
    }

    fn get(&self, of: &str) -> &[Place] {
        self.0.get(of).map_or(&[], Vec::as_slice)
    }

    /// For each clause what cites it.
    fn citing(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut citing: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (of, places) in &self.0 {
            for clause in places.iter().flat_map(|place| &place.cites) {
                citing.entry(clause).or_default().insert(of);
            }
        }
        citing
    }
}

/// A rule that is one expression stands from its name to its end.
fn whole(file: &FormatFile, site: &Site) -> Span {
    if site.what != What::Rule {
        return site.at;
    }
    let rules = file.sheets.iter().flat_map(|sheet| &sheet.rules);
    let found = rules.into_iter().find(|rule| rule.name.span == site.at);
    let is_expression = |body: &Body| matches!(body, Body::Expression(_));
    match found {
        Some(rule) if rule.rule.as_ref().is_some_and(|rule| is_expression(&rule.body)) => {
            rule.name.span.to(rule.span)
        }
        Some(_) | None => site.at,
    }
}

/// The lines on which a place stands, as one, with single blanks.
fn line(sources: &Sources, at: Span) -> String {
    let text = &*sources.get(at.source).text;
    let start = text.get(..at.start as usize).and_then(|text| text.rfind('\n')).map_or(0, |end| end + 1);
    let rest = text.get(at.end as usize..).unwrap_or("");
    let end = rest.find('\n').map_or(text.len(), |end| at.end as usize + end);
    let lines = text.get(start..end).unwrap_or("");
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn changed(places: &[Places; 2], kind: PartKind, name: &str, change: Change) -> PartChange {
    let [old, new] = [places[0].get(name), places[1].get(name)];
    let without = |own: &[Place], other: &[Place]| -> Vec<Place> {
        let mut left: Vec<&Place> = other.iter().collect();
        let is_met = |place: &&Place| {
            let found = left.iter().position(|known| known.text == place.text && known.what == place.what);
            found.map(|found| left.remove(found)).is_none()
        };
        own.iter()
            .filter({
                let mut is_met = is_met;
                move |place| is_met(place)
            })
            .cloned()
            .collect()
    };
    let mut differing = [without(old, new), without(new, old)];
    if differing.iter().all(Vec::is_empty) && old.len() == new.len() {
        // The same lines in another order.
        for (one, other) in old.iter().zip(new).filter(|(one, other)| one.text != other.text) {
            differing[0].push(one.clone());
            differing[1].push(other.clone());
        }
    }
    let mut clauses: BTreeSet<String> =
        differing.iter().flatten().flat_map(|place| place.cites.iter().cloned()).collect();
    if differing.iter().flatten().all(|place| place.what.is_none()) {
        // No line that could be cited differs, so the part differs as a whole.
        let heads = old.iter().chain(new).filter(|place| place.what.is_some_and(is_head));
        clauses.extend(heads.flat_map(|place| place.cites.iter().cloned()));
    }
    let lines = differing
        .map(|places| places.into_iter().map(|place| Line { text: place.text, at: place.at }).collect());
    PartChange { kind, name: name.to_owned(), change, lines, clauses }
}

/// Whether what is cited there stands for a part as a whole.
fn is_head(what: What) -> bool {
    match what {
        What::Rule | What::Phase | What::Levels | What::Verdict(_) | What::Edition => true,
        What::Item
        | What::Band
        | What::Case
        | What::Then
        | What::Otherwise
        | What::There
        | What::Fallback
        | What::Key
        | What::Level
        | What::Choice
        | What::Deadline
        | What::Cut
        | What::Line
        | What::Match => false,
    }
}

fn clauses(files: [&FormatFile; 2], places: &[Places; 2], parts: &[PartChange]) -> Vec<TouchedClause> {
    let [old, new] = files;
    let text = |file: &FormatFile, name: &str| {
        file.clauses.iter().find(|clause| clause.name.text == name).map(|clause| clause.text.clone())
    };
    let [citing, citing_now] = [places[0].citing(), places[1].citing()];
    let mut names: Vec<&str> = old.clauses.iter().map(|clause| clause.name.text.as_str()).collect();
    names.extend(new.clauses.iter().map(|clause| clause.name.text.as_str()));
    let mut all = Vec::new();
    let mut met = BTreeSet::new();
    for name in names {
        if !met.insert(name) {
            continue;
        }
        let none = BTreeSet::new();
        let (before, after) = (citing.get(name).unwrap_or(&none), citing_now.get(name).unwrap_or(&none));
        let only = |own: &BTreeSet<&str>, other: &BTreeSet<&str>| -> Vec<String> {
            own.difference(other).map(|of| (*of).to_owned()).collect()
        };
        let touched = TouchedClause {
            name: name.to_owned(),
            texts: [text(old, name), text(new, name)],
            parts: parts
                .iter()
                .filter(|part| part.clauses.contains(name))
                .map(|part| part.name.clone())
                .collect(),
            cited: [only(before, after), only(after, before)],
        };
        let is_same = touched.texts[0] == touched.texts[1]
            && touched.parts.is_empty()
            && touched.cited.iter().all(Vec::is_empty);
        if !is_same {
            all.push(touched);
        }
    }
    all
}
