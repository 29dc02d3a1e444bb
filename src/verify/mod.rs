//! Whether a published table says what comes out: each figure or pairing compared, each difference opened.
//!
//! Comes in: an outcome with the rules that it was computed by, and a table of texts that somebody published. Goes out:
//! [`Verified`]: which column is what, how many figures agree, and each difference with its explanation. Nothing is computed a
//! second way. It must never know how a result is shown, or where the table was read. Start with [`verify`].

mod cell;
mod choose;
mod columns;
mod entrants;
mod opening;
mod pairings;
mod places;

pub use columns::{Heading, Meaning, Part};
pub use pairings::{Amiss, How};

use crate::engine::StandingRow;
use crate::explain::{Absent, Explanation, Reach, Subject};
use crate::log::{Published, PublishedRow, PublishedTable};
use crate::ruleset::{Edition, PhaseId};
use crate::sheet::ColumnId;
use crate::value::Value;
use cell::Fits;
use choose::{called, choose, names, standing};
use entrants::Entrants;
use rustc_hash::FxHashMap;

/// What the final places of an event are called where a standing is asked for.
pub const PLACES: &str = "places";

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Which standing was published, or [`PLACES`] for the final places; `None`: what the file names, or the first standing.
    pub standing: Option<&'a str>,
    /// After which round it was published, as in `main 4`; `None`: as the file says, or as the log stands.
    pub after: Option<&'a str>,
    /// Of which edition it is.
    pub edition: Option<Edition>,
    /// How far places are opened; figures are opened once more.
    pub reach: Reach,
}

/// What a comparison came to.
#[derive(Debug, Clone)]
pub struct Verified {
    /// What the table was compared with.
    pub compared: Compared,
    /// After which round it was compared; `None`: as the log stands.
    pub after: Option<(PhaseId, u32)>,
    /// A standing that the headings fit better.
    pub fits_better: Option<String>,
    /// The columns of the table, each with what it is.
    pub headings: Vec<Heading>,
    /// What else is not compared, in words.
    pub beside: Vec<String>,
    /// So many figures were compared.
    pub figures: usize,
    /// So many of them agree.
    pub agreeing: usize,
    /// So many of these agree because they were rounded.
    pub rounded: usize,
    /// So many of these agree if they are read in one of two ways.
    pub in_one_way: usize,
    /// The differences, in the order of the table.
    pub differences: Vec<Difference>,
    /// So many of these were not opened, because there are very many.
    pub unopened: usize,
}

/// What a published table is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// A standing, by its place in the ruleset.
    Standing(usize),
    /// The final places of the event.
    Places,
    /// The pairings of these rounds.
    Rounds(Vec<String>),
}

/// A difference.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Whose.
    pub entrant: String,
    /// On which line of the file; `None` where it is of no line.
    pub line: Option<usize>,
    /// What it is.
    pub what: Differing,
    /// Why it is what it was computed to be.
    pub explanation: Option<Explanation>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Differing {
    /// A place.
    Place {
        /// The heading of the column.
        heading: String,
        /// As it was published.
        published: String,
        /// As it is.
        place: u32,
        /// Whether it is shared.
        shared: bool,
    },
    /// The phase in which a final place was reached.
    Reached {
        /// The heading of the column.
        heading: String,
        /// As it was published.
        published: String,
        /// The title of the phase.
        phase: String,
    },
    /// A figure.
    Figure {
        /// The heading of the column.
        heading: String,
        /// The name of the column in the format.
        column: String,
        /// As it was published.
        published: String,
        /// As it is.
        value: Value,
        /// What could not be read, in words.
        unread: Option<&'static str>,
        /// Whether it can be read in two ways, and is wrong in both.
        is_twofold: bool,
    },
    /// Nobody in the log is called so.
    Unknown {
        /// Who may be meant.
        near: Option<String>,
    },
    /// It is known, and the standing does not list it.
    NotListed,
    /// A pairing.
    Pairing(Box<Amiss>),
    /// The standing lists it, and the table does not.
    NotPublished,
    /// The table lists it again.
    Twice {
        /// The line on which it is listed first.
        first: usize,
    },
    /// A line that is no row of the table.
    NoRow {
        /// Why.
        reason: String,
    },
}

/// Compares.
///
/// # Errors
/// Where there is nothing to compare: no such standing, no column with the names of entrants, nothing beside it.
pub fn verify(subject: Subject<'_>, published: &Published, wanted: Wanted<'_>) -> Result<Verified, Absent> {
    let entrants = Entrants::new(&subject);
    let pairings = || pairings::verify(&subject, published, wanted, &entrants);
    let has_phases = !subject.ruleset.phases.is_empty();
    let may_be_pairings = has_phases && wanted.standing.is_none() && wanted.after.is_none();
    if let Some(compared) = may_be_pairings.then(pairings).flatten() {
        return compared;
    }
    if let Some(table) = places::table(&subject, published, wanted) {
        return places::verify(subject, (published, table), wanted, entrants);
    }
    let (table, others) = choose(&subject, published, wanted)?;
    let standing = standing(&subject, table, wanted)?;
    let (subject, after) = choose::as_it_was(subject, (table, standing), wanted)?;
    let read = columns::read(&subject, standing, table, &entrants);
    // What is no standing may be pairings, and a format without phases has none.
    let (headings, fits_better) = read.map_err(|absent| match pairings() {
        Some(Err(no_pairings)) if !has_phases => no_pairings,
        Some(_) | None => absent,
    })?;
    let mut beside = published.beside.clone();
    beside.extend(others);
    let listed = subject.outcome.standings.get(standing).map_or(&[][..], |table| &table.rows);
    let found = Verified {
        after,
        fits_better: fits_better.filter(|_| wanted.standing.is_none() && table.name.is_none()),
        headings,
        beside,
        ..Verified::nothing(Compared::Standing(standing))
    };
    let mut comparison = Comparison::new((subject, wanted), standing, (entrants, listed.to_vec()), found);
    comparison.rows(table);
    Ok(comparison.found)
}

impl Verified {
    /// Nothing has been compared yet.
    fn nothing(compared: Compared) -> Self {
        Self {
            compared,
            after: None,
            fits_better: None,
            headings: Vec::new(),
            beside: Vec::new(),
            figures: 0,
            agreeing: 0,
            rounded: 0,
            in_one_way: 0,
            differences: Vec::new(),
            unopened: 0,
        }
    }
}

struct Comparison<'a> {
    subject: Subject<'a>,
    /// The place of the standing in the ruleset.
    standing: usize,
    wanted: Wanted<'a>,
    entrants: Entrants,
    /// The rows of the standing, or the final places.
    listed: Vec<StandingRow>,
    /// The same, by their entrants.
    own: FxHashMap<u32, StandingRow>,
    /// How many share each place.
    sharing: FxHashMap<u32, usize>,
    /// So many differences have been opened.
    opened: usize,
    found: Verified,
}

impl<'a> Comparison<'a> {
    fn new(
        (subject, wanted): (Subject<'a>, Wanted<'a>),
        standing: usize,
        (entrants, listed): (Entrants, Vec<StandingRow>),
        found: Verified,
    ) -> Self {
        let mut sharing: FxHashMap<u32, usize> = FxHashMap::default();
        listed.iter().for_each(|row| *sharing.entry(row.place).or_default() += 1);
        let own = listed.iter().map(|row| (row.entrant, *row)).collect();
        Self { subject, standing, wanted, entrants, listed, own, sharing, opened: 0, found }
    }

    fn rows(&mut self, table: &PublishedTable) {
        self.leave_out_empty(table);
        let headings = self.found.headings.clone();
        let of_meaning = |meaning: Meaning| headings.iter().position(|heading| heading.meaning == meaning);
        let entrant_at = of_meaning(Meaning::Entrant).unwrap_or(0);
        let label_at = self.labels();
        let mut seen: FxHashMap<u32, usize> = FxHashMap::default();
        let mut passed = 0;
        let mut above = String::new();
        for row in &table.rows {
            if !self.is_of_it(row, label_at) {
                passed += 1;
                continue;
            }
            let name = row.cells.get(entrant_at).map_or("", String::as_str);
            let Some(entrant) = self.entrants.find(name) else {
                self.unknown(row, name);
                continue;
            };
            let name = self.entrants.name(entrant).to_owned();
            if let Some(first) = seen.get(&entrant) {
                let what = Differing::Twice { first: *first };
                self.add(&name, Some(row.line), what, None);
                continue;
            }
            seen.insert(entrant, row.line);
            let own = self.own.get(&entrant).copied();
            if own.is_none() {
                self.add(&name, Some(row.line), Differing::NotListed, None);
            }
            for (heading, cell) in headings.iter().zip(&row.cells) {
                match heading.meaning {
                    Meaning::Place => {
                        // In many tables whoever shares the place of the line above has none of their own.
                        let cell = if cell::is_empty(cell) && !above.is_empty() {
                            above.clone()
                        } else {
                            cell.clone()
                        };
                        if let Some(own) = own {
                            self.place((heading, &cell), own, (&name, row.line));
                        }
                        above = cell;
                    }
                    Meaning::Column(column) => self.figure((heading, cell), (column, entrant), row.line),
                    Meaning::Reached => self.reached((heading, cell), entrant, row.line),
                    Meaning::Entrant
                    | Meaning::Standing
                    | Meaning::Edition
                    | Meaning::Empty
                    | Meaning::Pairing(_)
                    | Meaning::Unknown => {}
                }
            }
        }
        if passed > 0 {
            self.found.beside.push(format!("{passed} rows of other standings or editions"));
        }
        for (line, reason) in &table.unread {
            self.add("", Some(*line), Differing::NoRow { reason: reason.clone() }, None);
        }
        self.not_published(&seen);
    }

    /// The columns that say of which standing, and of which edition a row is.
    fn labels(&self) -> [Option<usize>; 2] {
        let headings = &self.found.headings;
        [Meaning::Standing, Meaning::Edition]
            .map(|meaning| headings.iter().position(|heading| heading.meaning == meaning))
    }

    /// A column in which nothing stands says nothing: a table of several standings has those of the others.
    fn leave_out_empty(&mut self, table: &PublishedTable) {
        let labels = self.labels();
        let rows: Vec<&PublishedRow> = table.rows.iter().filter(|row| self.is_of_it(row, labels)).collect();
        let is_empty =
            |at: usize| rows.iter().all(|row| row.cells.get(at).is_none_or(|cell| cell.trim().is_empty()));
        for (at, heading) in self.found.headings.iter_mut().enumerate() {
            if matches!(heading.meaning, Meaning::Column(_)) && is_empty(at) {
                heading.meaning = Meaning::Empty;
            }
        }
    }

    /// Whether a row is of the standing and the edition that is compared, where it says of which it is.
    fn is_of_it(&self, row: &PublishedRow, [standing_at, edition_at]: [Option<usize>; 2]) -> bool {
        let cell = |at: Option<usize>| at.and_then(|at| row.cells.get(at));
        let standing = self.subject.ruleset.standings.get(self.standing);
        let edition = self.wanted.edition.map(|edition| edition.to_string());
        cell(standing_at).is_none_or(|cell| standing.is_some_and(|standing| names(standing, cell)))
            && cell(edition_at).is_none_or(|cell| edition.as_ref().is_none_or(|edition| edition == cell))
    }

    fn unknown(&mut self, row: &PublishedRow, name: &str) {
        if name.is_empty() {
            let reason = "it names no entrant".to_owned();
            self.add("", Some(row.line), Differing::NoRow { reason }, None);
            return;
        }
        let near = self.entrants.near(name);
        self.add(name, Some(row.line), Differing::Unknown { near }, None);
    }

    fn not_published(&mut self, seen: &FxHashMap<u32, usize>) {
        let missing = self.listed.iter().map(|row| row.entrant);
        let missing: Vec<u32> = missing.filter(|entrant| !seen.contains_key(entrant)).collect();
        for entrant in missing {
            let name = self.entrants.name(entrant).to_owned();
            self.add(&name, None, Differing::NotPublished, None);
        }
    }

    fn place(&mut self, (heading, cell): (&Heading, &str), own: StandingRow, (name, line): (&str, usize)) {
        self.found.figures += 1;
        let sharing = self.sharing.get(&own.place).copied().unwrap_or(1);
        if cell::is_place(cell, own, sharing) {
            self.found.agreeing += 1;
            return;
        }
        let what = Differing::Place {
            heading: heading.name.clone(),
            published: cell.to_owned(),
            place: own.place,
            shared: own.shared,
        };
        let explanation = self.open(|own| match own.found.compared {
            Compared::Places => places::opened(own.subject, name, own.wanted.reach),
            Compared::Standing(_) | Compared::Rounds(_) => {
                let standing = own.subject.ruleset.standings.get(own.standing);
                own.opened(name, None, standing.map(|standing| standing.name.as_str()))
            }
        });
        self.add(name, Some(line), what, explanation);
    }

    fn figure(&mut self, (heading, cell): (&Heading, &str), (column, entrant): (ColumnId, u32), line: usize) {
        self.found.figures += 1;
        let Subject { ruleset, outcome, .. } = self.subject;
        let info = ruleset.column(column);
        let value = self.value(column, entrant);
        let unread = match cell::fits(cell, value, &info.ty.kind, &outcome.symbols) {
            Fits::Exactly => {
                self.found.agreeing += 1;
                return;
            }
            Fits::Rounded => {
                self.found.agreeing += 1;
                self.found.rounded += 1;
                return;
            }
            Fits::InOneWay => {
                self.found.agreeing += 1;
                self.found.in_one_way += 1;
                return;
            }
            Fits::Not => None,
            Fits::Unread(wanted) => Some(wanted),
        };
        let name = self.entrants.name(entrant).to_owned();
        let what = Differing::Figure {
            heading: heading.name.clone(),
            column: info.name.clone(),
            published: cell.to_owned(),
            value,
            unread,
            is_twofold: unread.is_none() && info.ty.kind.is_numeric() && cell::is_twofold(cell),
        };
        let mut shown = ruleset.standings.iter().filter_map(|standing| {
            let headed = standing.columns.iter().find(|(_, known)| *known == column);
            headed.map(|(heading, _)| (heading.as_str(), standing.name.as_str()))
        });
        let explanation = self.open(|own| {
            own.opened(&name, Some(&info.name), None).or_else(|| {
                let (heading, standing) = shown.next()?;
                own.opened(&name, Some(heading), Some(standing))
            })
        });
        self.add(&name, Some(line), what, explanation);
    }

    /// A cell of the standing; missing where the entrant was not compared by it.
    fn value(&self, column: ColumnId, entrant: u32) -> Value {
        let Subject { ruleset, outcome, .. } = self.subject;
        let says = outcome.standings.get(self.standing).is_none_or(|table| table.says(column, entrant));
        if says { outcome.value(ruleset, column, entrant) } else { Value::Missing }
    }

    fn add(&mut self, entrant: &str, line: Option<usize>, what: Differing, explanation: Option<Explanation>) {
        self.found.differences.push(Difference { entrant: entrant.to_owned(), line, what, explanation });
    }
}
