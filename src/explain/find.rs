//! Finds what is asked about: an entrant, a game, a match, a column, by the names that the log and the format give them.
//!
//! Comes in: a [`Question`]. Goes out: a row of a sheet, and columns; or what is wrong with the question and what could have
//! been meant. Start with [`Found::row`].

use super::names;
use crate::diagnostic::{nearest, one_of};
use crate::engine::Opened;
use crate::ruleset::{BuiltinColumn, LinkRole, Origin, SheetKind};
use crate::sheet::{ColumnId, SheetId, row_id};

/// What is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Question<'a> {
    /// About whom.
    pub entrant: Option<&'a str>,
    /// In which game.
    pub game: Option<&'a str>,
    /// In which match.
    pub in_match: Option<&'a str>,
    /// Which figure; `None`: the place, or everything that is said of the row.
    pub column: Option<&'a str>,
    /// In which standing.
    pub standing: Option<&'a str>,
    /// Why this clause has no part in it.
    pub why_not: Option<&'a str>,
}

/// Why there is no answer: what is wrong with the question, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absent {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// A row that is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub sheet: SheetId,
    pub row: u32,
}

impl Absent {
    pub(super) fn new(message: String, help: String) -> Self {
        Self { message, help }
    }

    /// Nothing has this name.
    pub(super) fn unknown(message: String, wanted: &str, known: &[String]) -> Self {
        let help = match nearest(wanted, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", one_of(known)),
        };
        Self { message, help }
    }
}

/// The entrant of this name.
pub(super) fn entrant(opened: &Opened<'_>, wanted: &str) -> Result<u32, Absent> {
    let names = all(opened, &SheetKind::Entrant, |row| names::entrant(opened, row));
    let wanted = wanted.trim();
    match names.iter().position(|name| name == wanted) {
        Some(place) => Ok(row_id(place)),
        None => Err(Absent::unknown(format!("nobody in the log is called `{wanted}`"), wanted, &names)),
    }
}

/// The game of this id, or number where no game has such an id. An id that was recorded anew after its game was annulled means
/// the newer record; any record can be called by where it stands: `FILE:LINE`.
pub(super) fn game(opened: &Opened<'_>, wanted: &str) -> Result<Row, Absent> {
    let wanted = wanted.trim();
    let Some(sheet) = opened.ruleset.sheet_of(&SheetKind::Game) else {
        return Err(Absent::new("the format has no games".to_owned(), "leave `--game` out".to_owned()));
    };
    let rows = row_id(opened.rows(sheet));
    let is_it = |row: &u32| {
        let id = names::text(opened, sheet, BuiltinColumn::Id, *row);
        id.is_some_and(|id| id == wanted)
    };
    let numbered = || {
        let row = wanted.parse::<u32>().ok()?.checked_sub(1)?;
        let nameless = names::text(opened, sheet, BuiltinColumn::Id, row).is_none();
        (row < rows && nameless).then_some(row)
    };
    let tables = &opened.outcome.tables;
    let annulled = tables.annulled(sheet).unwrap_or_default();
    let counts = |row: &u32| !annulled.get(*row as usize).copied().unwrap_or(false);
    let named: Vec<u32> = (0..rows).filter(is_it).collect();
    let newest = named.iter().rfind(|row| counts(row)).or(named.last()).copied();
    let recorded = || (0..rows).find(|row| names::record(opened, *row).is_some_and(|place| place == wanted));
    if let Some(row) = newest.or_else(numbered).or_else(recorded) {
        return Ok(Row { sheet, row });
    }
    let ids: Vec<String> = (0..rows).map(|row| names::game_id(opened, sheet, row)).collect();
    Err(Absent::unknown(format!("no game of the log is called `{wanted}`"), wanted, &ids))
}

/// The other games of the id of this one.
pub(super) fn of_same_id(opened: &Opened<'_>, sheet: SheetId, game: u32) -> Vec<u32> {
    let id = |row: u32| names::text(opened, sheet, BuiltinColumn::Id, row);
    let Some(own) = id(game) else { return Vec::new() };
    let others = (0..row_id(opened.rows(sheet))).filter(|row| *row != game);
    others.filter(|row| id(*row).as_ref() == Some(&own)).collect()
}

/// The match of this name.
pub(super) fn in_match(opened: &Opened<'_>, wanted: &str) -> Result<Row, Absent> {
    let wanted = wanted.trim();
    let Some(sheet) = opened.ruleset.sheet_of(&SheetKind::Match) else {
        return Err(Absent::new("the format has no matches".to_owned(), "leave `--match` out".to_owned()));
    };
    let names = all(opened, &SheetKind::Match, |row| names::match_name(opened, row));
    match names.iter().position(|name| name == wanted) {
        Some(place) => Ok(Row { sheet, row: row_id(place) }),
        None => Err(Absent::unknown(format!("no match of the log is called `{wanted}`"), wanted, &names)),
    }
}

/// What somebody is in a game or a match.
pub(super) fn side(opened: &Opened<'_>, container: Row, entrant: u32) -> Result<Row, Absent> {
    let is_match = opened.ruleset.sheet(container.sheet).kind == SheetKind::Match;
    let kind = if is_match { SheetKind::MatchSide } else { SheetKind::Side };
    let missing = |sheet: Option<SheetId>| {
        let what = &opened.ruleset.sheet(container.sheet).name;
        let RowWords { called, who } = words(opened, container, sheet);
        let name = names::entrant(opened, entrant);
        Absent::new(
            format!("`{name}` does not play in {what} `{called}`"),
            format!("there is {}", one_of(&who)),
        )
    };
    let Some(sheet) = opened.ruleset.sheet_of(&kind) else { return Err(missing(None)) };
    let own = sides(opened, container, sheet)
        .into_iter()
        .find(|&row| names::follow(opened, sheet, &LinkRole::Entrant, row) == Some(entrant));
    own.map(|row| Row { sheet, row }).ok_or_else(|| missing(Some(sheet)))
}

struct RowWords {
    called: String,
    who: Vec<String>,
}

fn words(opened: &Opened<'_>, container: Row, sides_in: Option<SheetId>) -> RowWords {
    let name = names::name(opened, container.sheet, container.row);
    let who = sides_in.map_or_else(Vec::new, |sheet| {
        let rows = sides(opened, container, sheet).into_iter();
        let who = rows.filter_map(|row| names::follow(opened, sheet, &LinkRole::Entrant, row));
        who.map(|who| names::entrant(opened, who)).collect()
    });
    RowWords { called: name.game.or(name.in_match).unwrap_or_default(), who }
}

/// The sides of a game, or of a match.
pub(super) fn sides(opened: &Opened<'_>, container: Row, sheet: SheetId) -> Vec<u32> {
    let link = opened.ruleset.link_of(sheet, &LinkRole::Inside(container.sheet));
    let is_inside = |row: &u32| link.is_some_and(|link| opened.target(&[link], *row) == Some(container.row));
    (0..row_id(opened.rows(sheet))).filter(is_inside).collect()
}

/// The cells that a name stands for: columns of the row, of what it is inside of, and of the parts that it owns.
pub(super) fn cells(opened: &Opened<'_>, from: Row, wanted: &str) -> Result<Vec<(ColumnId, u32)>, Absent> {
    let wanted = wanted.trim();
    let around = around(opened, from);
    for here in &around {
        if let Some(column) = opened.ruleset.find_column(here.sheet, wanted) {
            return Ok(vec![(column, here.row)]);
        }
    }
    if let Some((part, rest)) = wanted.split_once('.') {
        let found: Vec<(ColumnId, u32)> = inside(opened, from, part)
            .into_iter()
            .filter_map(|row| Some((opened.ruleset.find_column(row.sheet, rest.trim())?, row.row)))
            .collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let headed = opened.ruleset.standings.iter().flat_map(|standing| &standing.columns);
    for (heading, column) in headed {
        if heading == wanted && opened.ruleset.column(*column).sheet == from.sheet {
            return Ok(vec![(*column, from.row)]);
        }
    }
    let parts: Vec<(ColumnId, u32)> = inside(opened, from, "")
        .into_iter()
        .filter_map(|row| Some((opened.ruleset.find_column(row.sheet, wanted)?, row.row)))
        .collect();
    if !parts.is_empty() {
        return Ok(parts);
    }
    Err(no_column(opened, &around, wanted))
}

/// Nothing here has this name; perhaps a column of another sheet has.
fn no_column(opened: &Opened<'_>, around: &[Row], wanted: &str) -> Absent {
    let ruleset = opened.ruleset;
    let sheet_name = |sheet: SheetId| ruleset.sheet(sheet).name.clone();
    let what = around.first().map_or_else(String::new, |row| sheet_name(row.sheet));
    let message = format!("{} has no column `{wanted}`", a(&what));
    let needs = |kind: &SheetKind| {
        let sheet = ruleset.sheet_of(kind)?;
        ruleset.find_column(sheet, wanted).map(|_| sheet)
    };
    let elsewhere = [
        (SheetKind::Side, "say in which game, and whose: `--entrant` and `--game`"),
        (SheetKind::Game, "say in which game: `--game`"),
        (SheetKind::MatchSide, "say in which match, and whose: `--entrant` and `--match`"),
        (SheetKind::Match, "say in which match: `--match`"),
        (SheetKind::Entrant, "say whose: `--entrant`, and no game"),
        (SheetKind::Event, "leave out `--entrant` and `--game`"),
    ];
    for (kind, help) in elsewhere {
        if let Some(sheet) = needs(&kind) {
            let sheet = a(&sheet_name(sheet));
            return Absent::new(message, format!("it is a column of {sheet}: {help}"));
        }
    }
    let list = ruleset.sheets.iter().find(|sheet| match &sheet.kind {
        SheetKind::List { name, .. } => {
            sheet.name == wanted
                || name == wanted
                || wanted.strip_suffix(name.as_str()).is_some_and(|part| part.ends_with('.'))
        }
        SheetKind::Event
        | SheetKind::Entrant
        | SheetKind::Match
        | SheetKind::MatchSide
        | SheetKind::Game
        | SheetKind::Side
        | SheetKind::Part { .. }
        | SheetKind::Join { .. } => false,
    });
    if list.is_some() {
        let help =
            "it stands in the record; ask for a figure that is computed from it, and open that with `--all`";
        return Absent::new(format!("`{wanted}` is a list, and no figure"), help.to_owned());
    }
    let known: Vec<String> = around.iter().flat_map(|row| names_of(opened, row.sheet)).collect();
    Absent::unknown(message, wanted, &known)
}

/// `a game`, `an entrant`
fn a(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}

/// The columns of a sheet that have a name for people.
fn names_of(opened: &Opened<'_>, sheet: SheetId) -> Vec<String> {
    let columns = opened.ruleset.columns_of(sheet);
    let named = columns.filter(|(_, info)| match info.origin {
        Origin::Recorded { .. } | Origin::Ruled | Origin::State => true,
        Origin::Builtin(builtin) => matches!(builtin, BuiltinColumn::Place | BuiltinColumn::Penalty),
        Origin::Hidden { .. } => false,
    });
    named.map(|(_, info)| info.name.clone()).collect()
}

/// A row, and those that it is inside of.
pub(super) fn around(opened: &Opened<'_>, from: Row) -> Vec<Row> {
    let mut all = vec![from];
    let mut place = 0;
    while let Some(here) = all.get(place).copied() {
        for link in opened.ruleset.links.iter().filter(|link| link.from == here.sheet) {
            let is_new = all.iter().all(|known| known.sheet != link.to);
            let leads_up = matches!(link.role, LinkRole::Inside(_))
                && opened.ruleset.sheet(link.to).kind != SheetKind::Event;
            if let (true, true, Some(row)) =
                (is_new, leads_up, names::follow(opened, here.sheet, &link.role, here.row))
            {
                all.push(Row { sheet: link.to, row });
            }
        }
        place += 1;
    }
    all
}

/// The rows inside of a row that go by this name: the part of a name, all parts of a kind, the side in a seat; without a
/// name all parts.
fn inside(opened: &Opened<'_>, from: Row, wanted: &str) -> Vec<Row> {
    let ruleset = opened.ruleset;
    let mut found = Vec::new();
    for (sheet, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
        let Some(link) = ruleset.link_of(sheet, &LinkRole::Inside(from.sheet)) else { continue };
        let name = if matches!(info.kind, SheetKind::Part { .. }) {
            BuiltinColumn::Name
        } else if info.kind == SheetKind::Side && !wanted.is_empty() {
            BuiltinColumn::Seat
        } else {
            continue;
        };
        for row in 0..row_id(opened.rows(sheet)) {
            if opened.target(&[link], row) != Some(from.row) {
                continue;
            }
            let own = names::text(opened, sheet, name, row);
            if wanted.is_empty() || info.name == wanted || own.is_some_and(|own| own == wanted) {
                found.push(Row { sheet, row });
            }
        }
    }
    found
}

fn all(opened: &Opened<'_>, kind: &SheetKind, name: impl Fn(u32) -> String) -> Vec<String> {
    let rows = opened.ruleset.sheet_of(kind).map_or(0, |sheet| opened.rows(sheet));
    (0..row_id(rows)).map(name).collect()
}
