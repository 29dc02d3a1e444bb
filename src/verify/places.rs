//! Whether a published table says the final places of an event.
//!
//! Comes in: the tables of a file, an event that was followed. Goes out: [`Verified`]: each place that differs, with how it was
//! reached. It must never work a place out. Start with [`table`], then [`verify`].

use super::choose::{called, is_of_places, names, no_event};
use super::columns::{self, Heading};
use super::entrants::{Entrants, folded};
use super::{Compared, Comparison, Differing, PLACES, Verified, Wanted};
use crate::engine::StandingRow;
use crate::explain::{Absent, Explanation, Question, Reach, Subject, What, explain};
use crate::log::{Published, PublishedTable};
use crate::ruleset::{PhaseId, Ruleset};

/// What the column is called that says in which phase a place was reached.
const REACHED: &[&str] = &["reached in", "phase", "reached"];

/// The table of final places, where one is meant: one is asked for, or the file says so and has no standing.
pub(super) fn table<'p>(
    subject: &Subject<'_>,
    published: &'p Published,
    wanted: Wanted<'_>,
) -> Option<&'p PublishedTable> {
    let Subject { ruleset, .. } = subject;
    let edition = wanted.edition.map(|edition| edition.to_string());
    let of_edition =
        |table: &&PublishedTable| table.edition.is_none() || edition.is_none() || table.edition == edition;
    let mut candidates = published.tables.iter().filter(of_edition);
    let is_standing = |table: &PublishedTable| {
        let is_called = |name: &String| ruleset.standings.iter().any(|standing| names(standing, name));
        table.name.as_ref().is_some_and(is_called)
    };
    let is_meant = |table: &PublishedTable| {
        let mut headings = table.headings.iter().enumerate();
        is_of_places(table)
            || table.headings.iter().any(|name| columns::is_place(name))
                && headings.any(|(at, _)| is_reached(ruleset, table, at))
    };
    match wanted.standing {
        Some(name) if ruleset.standings.iter().any(|standing| standing.name == name) => None,
        Some(PLACES) => {
            let mut all = candidates.clone();
            candidates.find(|table| is_meant(table)).or_else(|| all.find(|table| !is_standing(table)))
        }
        Some(_) => None,
        None if published.tables.iter().any(is_standing) => None,
        None if wanted.after.is_some() => candidates.find(|table| is_of_places(table)),
        None => candidates.find(|table| is_meant(table)),
    }
}

/// Compares with the final places, as far as they are known.
pub(super) fn verify(
    subject: Subject<'_>,
    (published, table): (&Published, &PublishedTable),
    wanted: Wanted<'_>,
    entrants: Entrants,
) -> Result<Verified, Absent> {
    if wanted.after.is_some() {
        let help = "leave `--after` out: final places are those that the whole log comes to".to_owned();
        return Err(Absent { message: "final places are of no round".to_owned(), help });
    }
    let Some(course) = subject.course else { return Err(no_event()) };
    let mut beside = published.beside.clone();
    let others = published.tables.iter().filter(|other| !std::ptr::eq(*other, table));
    beside.extend(others.map(|other| format!("the table {}", called(other))));
    let listed = course.places.iter();
    let listed = listed.map(|own| StandingRow { place: own.place, entrant: own.entrant, shared: own.shared });
    let found = Verified {
        headings: columns::of_places(subject.ruleset, table, &entrants, |at| {
            is_reached(subject.ruleset, table, at)
        })?,
        beside,
        ..Verified::nothing(Compared::Places)
    };
    let listed = listed.collect();
    let mut comparison = Comparison::new((subject, wanted), usize::MAX, (entrants, listed), found);
    comparison.rows(table);
    Ok(comparison.found)
}

impl Comparison<'_> {
    /// Compares the phase in which a final place was reached.
    pub(super) fn reached(&mut self, (heading, cell): (&Heading, &str), entrant: u32, line: usize) {
        let Subject { ruleset, course, .. } = self.subject;
        let places = course.map_or(&[][..], |course| &course.places);
        let Some(own) = places.iter().find(|own| own.entrant == entrant) else { return };
        self.found.figures += 1;
        if of_name(ruleset, cell) == Some(own.phase) {
            self.found.agreeing += 1;
            return;
        }
        let name = self.entrants.name(entrant).to_owned();
        let what = Differing::Reached {
            heading: heading.name.clone(),
            published: cell.to_owned(),
            phase: ruleset.phase(own.phase).title.clone(),
        };
        let explanation = self.open(|own| opened(own.subject, &name, own.wanted.reach));
        self.add(&name, Some(line), what, explanation);
    }
}

/// How somebody came to a final place: the phases, and not the standings.
pub(super) fn opened(subject: Subject<'_>, entrant: &str, reach: Reach) -> Option<Explanation> {
    let question = Question { entrant: Some(entrant), ..Question::default() };
    let mut found = explain(subject, question, reach).ok()?;
    found.nodes.retain(|node| matches!(node.what, What::Words(_)));
    (!found.nodes.is_empty()).then_some(found)
}

/// Whether a column says in which phases places were reached.
fn is_reached(ruleset: &Ruleset, table: &PublishedTable, at: usize) -> bool {
    let is_called = table.headings.get(at).is_some_and(|name| REACHED.contains(&folded(name).as_str()));
    let mut cells = table.rows.iter().filter_map(|row| row.cells.get(at)).filter(|cell| !cell.is_empty());
    is_called && cells.clone().next().is_some() && cells.all(|cell| of_name(ruleset, cell).is_some())
}

fn of_name(ruleset: &Ruleset, cell: &str) -> Option<PhaseId> {
    let wanted = folded(cell);
    let is_it = |name: &str| folded(name) == wanted;
    let found = ruleset.phases.iter().position(|phase| is_it(&phase.name) || is_it(&phase.title))?;
    u16::try_from(found).ok().map(PhaseId)
}
