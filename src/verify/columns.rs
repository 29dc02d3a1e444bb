//! Which column of a published table is what.
//!
//! Comes in: the headings and the cells. Goes out: a [`Heading`] for each. A column is that of the entrants by its cells, and
//! anything else by its heading. Start with [`read`].

use super::entrants::Entrants;
use crate::diagnostic::one_of;
use crate::explain::{Absent, Subject};
use crate::log::PublishedTable;
use crate::ruleset::{BuiltinColumn, Ruleset, SheetKind, Standing};
use crate::sheet::ColumnId;
use crate::value::Symbol;

/// A column of a published table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// As it is headed.
    pub name: String,
    /// What it is.
    pub meaning: Meaning,
}

/// What a column is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The names of the entrants.
    Entrant,
    /// The places.
    Place,
    /// Of which standing a row is.
    Standing,
    /// Of which edition a row is.
    Edition,
    /// A column of the entrant sheet.
    Column(ColumnId),
    /// A column of the entrant sheet in which nothing stands.
    Empty,
    /// In which phase a final place was reached.
    Reached,
    /// A part of what is said of a pairing.
    Pairing(Part),
    /// Nothing that the format knows.
    Unknown,
}

/// What a column says of a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Who sits in this seat.
    Seat(Symbol),
    /// One of those who meet.
    Side,
    /// All who meet.
    Sides,
    /// In which phase.
    Phase,
    /// In which round.
    Round,
    /// The id of the game.
    Game,
    /// The number of the pool.
    Pool,
    /// The match of the bracket.
    Match,
    /// When in the round it is played.
    Slot,
    /// Who is umpire.
    Umpire,
}

/// What a column of places is called.
const PLACES: &[&str] = &[
    "place",
    "rank",
    "ranking",
    "pos",
    "pos.",
    "position",
    "#",
    "rang",
    "platz",
    "miejsce",
    "m.",
    "順位",
    "classement",
    "puesto",
    "posto",
    "sija",
    "plats",
];

/// What a column of entrants is called.
const ENTRANTS: &[&str] =
    &["entrant", "entrants", "name", "player", "team", "spieler", "mannschaft", "gracz", "joueur", "jugador"];

/// Reads the headings; and the name of another standing that they fit better.
pub(super) fn read(
    subject: &Subject<'_>,
    standing: usize,
    table: &PublishedTable,
    entrants: &Entrants,
) -> Result<(Vec<Heading>, Option<String>), Absent> {
    let entrant_at = entrant_column(subject.ruleset, table, entrants)?;
    let standings = &subject.ruleset.standings;
    let headings: Vec<Heading> = (0..)
        .zip(&table.headings)
        .map(|(at, name)| {
            let meaning =
                if at == entrant_at { Meaning::Entrant } else { meaning(subject, standing, table, at) };
            Heading { name: name.clone(), meaning }
        })
        .collect();
    if !headings.iter().any(|heading| matches!(heading.meaning, Meaning::Place | Meaning::Column(_))) {
        let known: Vec<String> = standings
            .get(standing)
            .map(|standing| standing.columns.iter().map(|(heading, _)| heading.clone()).collect())
            .unwrap_or_default();
        let message =
            format!("no heading of the table is that of a figure: it has {}", listed(&table.headings));
        let help = format!("head a column `place`, or with the name of a figure: {}", one_of(&known));
        return Err(Absent { message, help });
    }
    let fit = |standing: &Standing| {
        let is_own = |name: &&String| own(subject, standing, name).is_some();
        table.headings.iter().filter(is_own).count()
    };
    let chosen = standings.get(standing).map_or(0, fit);
    let better = standings.iter().rev().max_by_key(|standing| fit(standing));
    let better = better.filter(|better| fit(better) > chosen).map(|better| better.name.clone());
    Ok((headings, better))
}

/// Reads the headings of a table of final places.
pub(super) fn of_places(
    ruleset: &Ruleset,
    table: &PublishedTable,
    entrants: &Entrants,
    is_reached: impl Fn(usize) -> bool,
) -> Result<Vec<Heading>, Absent> {
    let entrant_at = entrant_column(ruleset, table, entrants)?;
    let named = table.headings.iter().enumerate().map(|(at, name)| {
        let meaning = if at == entrant_at {
            Meaning::Entrant
        } else if is_place(name) {
            Meaning::Place
        } else if is_reached(at) {
            Meaning::Reached
        } else {
            Meaning::Unknown
        };
        Heading { name: name.clone(), meaning }
    });
    let headings: Vec<Heading> = named.collect();
    if headings.iter().any(|heading| heading.meaning == Meaning::Place) {
        return Ok(headings);
    }
    let message = format!("no heading of the table is that of a place: it has {}", listed(&table.headings));
    Err(Absent { message, help: "head a column `place`".to_owned() })
}

/// Whether a column of places is called so.
pub(super) fn is_place(heading: &str) -> bool {
    PLACES.contains(&heading.trim().to_lowercase().as_str())
}

/// Whether a column of figures is headed so: of places, or of what a standing shows.
pub(super) fn is_of_figures(ruleset: &Ruleset, heading: &str) -> bool {
    let wanted = folded(heading);
    let shown = |standing: &Standing| {
        standing
            .columns
            .iter()
            .any(|(known, column)| folded(known) == wanted && ruleset.column(*column).ty.kind.is_numeric())
    };
    is_place(heading) || ruleset.standings.iter().any(shown)
}

/// The column most of whose cells are names of entrants. Names may be numbers: what is headed as a column of entrants comes
/// before any other where it can be one, and what is headed as figures after all others.
fn entrant_column(ruleset: &Ruleset, table: &PublishedTable, entrants: &Entrants) -> Result<usize, Absent> {
    let fit = |at: usize| {
        let cells = || table.rows.iter().filter_map(|row| row.cells.get(at));
        let known = cells().filter(|cell| entrants.find(cell).is_some()).count();
        let filled = cells().filter(|cell| !cell.is_empty()).count();
        let heading = table.headings.get(at).map_or("", String::as_str);
        let rank = if is_of_figures(ruleset, heading) {
            0
        } else if known * 2 >= filled && ENTRANTS.contains(&folded(heading).as_str()) {
            2
        } else {
            1
        };
        (known > 0, rank, known)
    };
    let most = (0..table.headings.len()).rev().max_by_key(|at| fit(*at)).filter(|at| fit(*at).0);
    most.ok_or_else(|| Absent {
        message: format!(
            "no column of the table holds the names of entrants: it has {}",
            listed(&table.headings)
        ),
        help: match entrants.names() {
            [] => "the log names nobody".to_owned(),
            names => format!("the log names {}", one_of(names)),
        },
    })
}

fn meaning(subject: &Subject<'_>, standing: usize, table: &PublishedTable, at: usize) -> Meaning {
    let ruleset = subject.ruleset;
    let Some(name) = table.headings.get(at) else { return Meaning::Unknown };
    let chosen = ruleset.standings.get(standing);
    if let Some(column) = chosen.and_then(|chosen| own(subject, chosen, name)) {
        return Meaning::Column(column);
    }
    if is_place(name) {
        return Meaning::Place;
    }
    let wanted = folded(name);
    // What our own tables say of a row before anything else.
    let mut cells = table.rows.iter().filter_map(|row| row.cells.get(at));
    if wanted == "standing" && cells.all(|cell| ruleset.standings.iter().any(|known| known.name == *cell)) {
        return Meaning::Standing;
    }
    if wanted == "edition" && ruleset.editions.is_some() {
        return Meaning::Edition;
    }
    let Some(sheet) = ruleset.sheet_of(&SheetKind::Entrant) else { return Meaning::Unknown };
    let of_name = ruleset.builtin(sheet, BuiltinColumn::Name);
    let found = ruleset.columns_of(sheet).find(|(id, info)| {
        Some(*id) != of_name
            && folded(&info.name) == wanted
            && ruleset.find_column(sheet, &info.name) == Some(*id)
    });
    found.map_or(Meaning::Unknown, |(id, _)| Meaning::Column(id))
}

/// The column or key of a standing that is headed so.
fn own(subject: &Subject<'_>, standing: &Standing, heading: &str) -> Option<ColumnId> {
    let wanted = folded(heading);
    let shown = standing.columns.iter().find(|(known, _)| folded(known) == wanted).map(|(_, column)| *column);
    let key = || {
        let is_it = |column: &ColumnId| folded(&subject.ruleset.column(*column).name) == wanted;
        standing.keys.iter().map(|key| key.column).find(is_it)
    };
    shown.or_else(key)
}

/// A heading without regard to case, blanks and `_`.
fn folded(heading: &str) -> String {
    let signs = heading.chars().filter(|sign| !sign.is_whitespace() && *sign != '_');
    signs.flat_map(char::to_lowercase).collect()
}

fn listed(headings: &[String]) -> String {
    let all: Vec<String> = headings.iter().map(|heading| format!("`{heading}`")).collect();
    all.join(", ")
}
