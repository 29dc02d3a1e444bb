//! What is to be said below the tables: what does not count, faults, warnings, and records left out.
//!
//! Comes in: a [`View`]. Goes out: a list each, a line a row that something is said of, which names who it is about
//! and, where the log gives no id, the line of the log. It must never hold more than one line.
//! Start with [`write`].

use super::annulled;
use super::cell::shown;
use super::grid::{Sections, printed};
use super::left_out;
use super::view::{RowName, View, verdict_word};
use crate::ruleset::VerdictKind;
use crate::sheet::RecordPlace;
use std::io;

/// Lines of a list of remarks beyond which the rest is counted.
const MOST_REMARKS: usize = 100;

/// Names beyond which the rest is counted.
const MOST_NAMES: usize = 4;

/// Writes the lists that are not empty, of the rows that are wanted.
pub fn write(
    view: &View<'_>,
    is_wanted: impl Fn(&RowName) -> bool,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    let kinds = [
        ("Does not count", VerdictKind::Void),
        ("Faults", VerdictKind::Fault),
        ("Warnings", VerdictKind::Warn),
    ];
    for (heading, kind) in kinds {
        list(heading, lines(view, kind, &is_wanted), verdict_word(kind), sections)?;
    }
    write_left_out(view, sections)
}

/// Writes the records that were left out.
pub fn write_left_out(view: &View<'_>, sections: &mut Sections<'_>) -> io::Result<()> {
    let outcome = view.subject.outcome;
    let left = outcome.left_out.iter().map(|left| left_out::words(left, &outcome.logs));
    list("Left out", left, "record", sections)
}

/// What is said of rows by verdicts of a kind, a line each; of those that do not count what annuls them as well.
pub fn lines<'a>(
    view: &'a View<'_>,
    kind: VerdictKind,
    is_wanted: &'a dyn Fn(&RowName) -> bool,
) -> impl Iterator<Item = String> + 'a {
    let ruleset = view.ruleset();
    let hits = view.subject.outcome.verdicts.iter();
    let hits = hits.filter(move |hit| ruleset.verdicts[hit.verdict].kind == kind);
    let hits = hits.filter(move |hit| !annulled::is_said(view, hit));
    let lines = hits.filter_map(move |hit| {
        let verdict = &ruleset.verdicts[hit.verdict];
        let row = hit.row as usize;
        let name = view.row_name(verdict.sheet, row);
        if !is_wanted(&name) {
            return None;
        }
        let place = row_words(view, &name);
        let clauses = verdict.cites.iter().map(|clause| format!(" @{}", ruleset.clause(*clause).name));
        let costs = verdict.costs.map(|costs| shown(view.value(costs, row), view.symbols()));
        let costs = costs.map_or_else(String::new, |costs| format!(" (costs {costs})"));
        let said = view.said(verdict, row);
        Some(format!("{place}: {said}{costs}{}", clauses.collect::<String>()))
    });
    let annulled = annulled::all(view).filter(move |one| kind == VerdictKind::Void && is_wanted(&one.name));
    let annulled = annulled.map(move |one| {
        let clauses = one.clauses.iter().map(|clause| format!(" @{}", ruleset.clause(*clause).name));
        let place = one.place.map(|place| format!(" ({}:{})", view.log_name(place), place.line));
        let place = place.unwrap_or_default();
        format!("{}: {}{place}{}", row_words(view, &one.name), one.words, clauses.collect::<String>())
    });
    lines.chain(annulled)
}

fn list(
    heading: &str,
    mut lines: impl Iterator<Item = String>,
    word: &str,
    sections: &mut Sections<'_>,
) -> io::Result<()> {
    for (place, line) in lines.by_ref().take(MOST_REMARKS).enumerate() {
        if place == 0 {
            sections.begin(heading)?;
        }
        writeln!(sections.out, "  {}", printed(&line))?;
    }
    match lines.count() {
        0 => Ok(()),
        1 => writeln!(sections.out, "  … and 1 more {word}; `--output json` writes all of them"),
        more => writeln!(sections.out, "  … and {more} more {word}s; `--output json` writes all of them"),
    }
}

/// `match m1 (Ada, Bo)`, `game 3 (log.csv:7), south, Ada`
fn row_words(view: &View<'_>, name: &RowName) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(name.of_match.map(|row| {
        let players = players(name, || view.entrants_in(view.match_sides.as_ref(), row));
        format!("match {}{}", view.match_id(row), in_brackets(view, &players, view.place_of_match(row)))
    }));
    words.extend(name.game.map(|row| {
        let players = players(name, || view.entrants_in(view.sides.as_ref(), row));
        format!("game {}{}", view.game_id(row), in_brackets(view, &players, view.place_of_game(row)))
    }));
    words.extend(
        name.seat
            .clone()
            .filter(|seat| Some(seat.as_str()) != name.entrant.map(|row| view.entrant_name(row))),
    );
    words.extend(name.entrant.map(|row| view.entrant_name(row).to_owned()));
    words.extend(name.part.clone());
    if words.is_empty() { "the event".to_owned() } else { words.join(", ") }
}

/// All who play, where the row is nobody's in particular.
fn players<'a>(name: &RowName, all: impl FnOnce() -> Vec<&'a str>) -> String {
    if !name.is_nobodys() {
        return String::new();
    }
    let names = all();
    match names.len().saturating_sub(MOST_NAMES) {
        0 | 1 => names.join(", "),
        more => format!("{} and {more} more", names[..MOST_NAMES].join(", ")),
    }
}

fn in_brackets(view: &View<'_>, players: &str, place: Option<RecordPlace>) -> String {
    let place = place.map(|place| format!("{}:{}", view.log_name(place), place.line)).unwrap_or_default();
    match (players, place.as_str()) {
        ("", "") => String::new(),
        ("", only) | (only, "") => format!(" ({only})"),
        (players, place) => format!(" ({players}; {place})"),
    }
}
