//! What an example could expect that one set of rules gives and another does not.
//!
//! Comes in: the games of an example, scored by two rulesets; or a round, paired by two. Goes out: the paths at which they
//! differ, or the example that tells them apart. It must never know in what the rules differ. Start with [`differences`].

use super::cells::{self, Cell};
use super::prescribed::{Prescribed, prescribe};
use super::{drawn as paired, play, try_one};
use crate::diagnostic::Complaints;
use crate::engine::{Failed, Outcome, StandingTable};
use crate::format::{DrawnExample, ExampleEntry, ExpectedGame, ExpectedRound, FormatFile, LiteralValue};
use crate::ruleset::{BuiltinColumn, ColumnInfo, LinkRole, Origin, Ruleset, Settings, SheetKind};
use crate::sheet::{ColumnId, SheetId};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::{Symbol, Value};

/// How an example writes a value that is not there.
const MISSING: &str = "missing";

/// The games of an example, scored.
#[derive(Debug, Clone)]
pub struct Played {
    /// The values of the options.
    pub settings: Settings,
    /// What came out.
    pub outcome: Outcome,
}

/// Scores the games of an example; what it expects does not matter. Texts of the example are added to those of the rules.
///
/// # Errors
/// Why they cannot be scored; nothing where they cannot even be read.
pub fn played(
    file: &FormatFile,
    ruleset: &mut Ruleset,
    example: &ExampleEntry,
) -> Result<Played, Option<Box<Failed>>> {
    let (settings, outcome) = play(file, ruleset, example, &mut Complaints::new())?;
    Ok(Played { settings, outcome })
}

/// Whether an example comes out as it expects.
#[must_use]
pub fn comes_out(file: &FormatFile, ruleset: &Ruleset, example: &ExampleEntry) -> bool {
    let mut complaints = Complaints::new();
    try_one(file, &mut ruleset.clone(), example, &mut complaints);
    !complaints.has_errors()
}

/// Whether outcomes by two rulesets are the same, as far as anybody can see: what has no name does not count.
#[derive(Debug)]
pub struct Alike<'r> {
    rulesets: [&'r Ruleset; 2],
    columns: Vec<(ColumnId, Option<ColumnId>)>,
}

impl<'r> Alike<'r> {
    /// For outcomes by these rules.
    #[must_use]
    pub fn new(first: &'r Ruleset, second: &'r Ruleset) -> Self {
        let columns = (0_u32..)
            .map(ColumnId)
            .zip(&first.columns)
            .filter(|(id, info)| is_computed(info) && first.find_column(info.sheet, &info.name) == Some(*id));
        let columns = columns.map(|(id, info)| (id, second.find_column(info.sheet, &info.name)));
        Self { rulesets: [first, second], columns: columns.collect() }
    }

    /// Whether both outcomes, of the same games, are the same.
    #[must_use]
    pub fn agree(&self, first: &Outcome, second: &Outcome) -> bool {
        let same_rows = |(one, other): (&StandingTable, &StandingTable)| one.rows == other.rows;
        first.standings.iter().zip(&second.standings).all(same_rows)
            && self
                .columns
                .iter()
                .all(|(one, other)| other.is_some_and(|other| self.is_same((*one, other), (first, second))))
    }

    fn is_same(&self, (one, other): (ColumnId, ColumnId), (first, second): (&Outcome, &Outcome)) -> bool {
        let rows = first.tables.rows(self.rulesets[0].column(one).sheet);
        (0..rows).all(|row| {
            let Ok(row) = u32::try_from(row) else { return false };
            let cells = (first.value(self.rulesets[0], one, row), second.value(self.rulesets[1], other, row));
            match cells {
                (Value::Text(one), Value::Text(other)) => {
                    first.symbols.text(one) == second.symbols.text(other)
                }
                (one, other) => one == other,
            }
        })
    }
}

/// Something that an example could expect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The path, as in `expect`.
    pub path: Vec<String>,
    /// The sheet or the standing, and the column: `side.points`.
    pub of: String,
    /// What the first rules give, as an example writes it.
    pub value: LiteralValue,
    /// What the second rules give, in words; `None` where they give nothing at all.
    pub other: Option<String>,
}

/// An example that was played, and by which rules.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The rules.
    pub ruleset: &'a Ruleset,
    /// What came out.
    pub played: &'a Played,
}

/// Every path at which an example could tell what the first rules give from what the second do, or from nothing where these
/// cannot score the games.
#[must_use]
pub fn differences(first: Seen<'_>, second: Option<Seen<'_>>) -> Vec<Difference> {
    let mut found = Vec::new();
    for (of, path) in paths(first) {
        let names: Vec<Name> =
            path.iter().map(|text| Name { text: text.clone(), span: Span::default() }).collect();
        let Some(cell) = find(first, &names) else { continue };
        let written = literal(cell, first);
        let other = second.map(|second| {
            find(second, &names).map_or_else(|| MISSING.to_owned(), |cell| literal(cell, second).text())
        });
        if other.as_ref().is_none_or(|other| *other != written.text()) {
            found.push(Difference { path, of, value: written, other });
        }
    }
    found
}

fn find(seen: Seen<'_>, path: &[Name]) -> Option<Cell> {
    cells::find(seen.ruleset, &seen.played.settings, &seen.played.outcome, path).ok()
}

/// A value as an example writes it.
fn literal(cell: Cell, seen: Seen<'_>) -> LiteralValue {
    let outcome = &seen.played.outcome;
    match cell.value(seen.ruleset, outcome).0 {
        Value::Integer(whole) => LiteralValue::Integer(whole),
        Value::Flag(flag) => LiteralValue::Flag(flag),
        Value::Date(day) => LiteralValue::Digits(day.to_string()),
        Value::Number(number) => LiteralValue::Text(number.to_string()),
        Value::Duration(seconds) => LiteralValue::Text(format!("{seconds} s")),
        Value::Text(symbol) => LiteralValue::Text(outcome.symbols.text(symbol).to_owned()),
        Value::Missing => LiteralValue::Text(MISSING.to_owned()),
    }
}

/// Every path that an example could expect something at, with the column that it leads to.
fn paths(seen: Seen<'_>) -> Vec<(String, Vec<String>)> {
    let Seen { ruleset, played: Played { outcome, .. } } = seen;
    let mut all = Vec::new();
    let sheet = |kind: &SheetKind| ruleset.sheet_of(kind);
    let mut columns = |first: &str, between: Option<&str>, sheet: SheetId| {
        let info = ruleset.sheet(sheet);
        for (_, column) in ruleset.columns_of(sheet).filter(|(_, column)| is_computed(column)) {
            let path = [Some(first), between, Some(&column.name)].into_iter().flatten().map(str::to_owned);
            all.push((format!("{}.{}", info.name, column.name), path.collect()));
        }
    };
    for first in names_of_sides(seen) {
        for (kind, between) in [
            (SheetKind::Side, None),
            (SheetKind::MatchSide, Some("match")),
            (SheetKind::Entrant, Some("entrant")),
        ] {
            if let Some(sheet) = sheet(&kind) {
                columns(&first, between, sheet);
            }
        }
        for (part, name) in parts(ruleset) {
            columns(&first, Some(&name), part);
        }
    }
    for (part, name) in parts(ruleset) {
        columns(&name, None, part);
    }
    for (kind, first) in [(SheetKind::Game, "game"), (SheetKind::Match, "match"), (SheetKind::Event, "event")]
    {
        if let Some(sheet) = sheet(&kind) {
            columns(first, None, sheet);
        }
    }
    let entrants = outcome.log().entrants(ruleset).into_iter().map(str::to_owned).collect::<Vec<_>>();
    for standing in &ruleset.standings {
        for entrant in &entrants {
            let path = [entrant, &standing.name, "place"].map(|name: &str| name.to_owned()).to_vec();
            all.push((format!("standing.{}", standing.name), path));
        }
    }
    all
}

pub(super) fn is_computed(column: &ColumnInfo) -> bool {
    match column.origin {
        Origin::Ruled
        | Origin::State
        | Origin::Builtin(BuiltinColumn::Place | BuiltinColumn::Penalty | BuiltinColumn::Void) => true,
        Origin::Recorded { .. } | Origin::Hidden { .. } | Origin::Builtin(_) => false,
    }
}

/// What the sides of the last game are called: by their seats, or else by their entrants.
fn names_of_sides(seen: Seen<'_>) -> Vec<String> {
    let Seen { ruleset, played: Played { outcome, .. } } = seen;
    let found = || {
        let sides = ruleset.sheet_of(&SheetKind::Side)?;
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let last = outcome.tables.rows(games).checked_sub(1)?;
        let game = outcome.tables.link(ruleset.link_of(sides, &LinkRole::Inside(games))?)?;
        let seat = ruleset.builtin(sides, BuiltinColumn::Seat)?;
        let here = (0..outcome.tables.rows(sides)).filter(|&row| game.get(row) as usize == last);
        let name = |row: usize| match outcome.value(ruleset, seat, u32::try_from(row).ok()?) {
            Value::Text(symbol) => Some(outcome.symbols.text(symbol).to_owned()),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        };
        Some(here.filter_map(name).collect())
    };
    found().unwrap_or_default()
}

/// The single parts that there are.
fn parts(ruleset: &Ruleset) -> Vec<(SheetId, String)> {
    let sheets = (0_u16..).map(SheetId).zip(&ruleset.sheets);
    let named = sheets.flat_map(|(id, sheet)| {
        let names: &[Symbol] = match &sheet.kind {
            SheetKind::Part { names, .. } => names,
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => &[],
        };
        names.iter().map(move |&name| (id, ruleset.symbols.text(name).to_owned()))
    });
    named.collect()
}

/// The example of a round that these rules pair: who comes together as far as lots leave that open, and the games.
#[must_use]
pub fn drawn(ruleset: &Ruleset, phase: &str, round: u32, ranked: u32) -> Option<DrawnExample> {
    let settings = ruleset.defaults();
    let id = ruleset.find_phase(phase)?;
    let seats: Vec<Symbol> = ruleset.plan(&settings).seats.iter().map(|seat| seat.name).collect();
    let Prescribed { round: found, .. } =
        prescribe((id, ruleset.phase(id)), round, ranked, (&seats, &settings)).ok()?;
    let at = Span::default();
    let name = |text: String| Name { text, span: at };
    let mut games = None;
    let mut by_lot = None;
    let expect = match found {
        Err(_) => ExpectedRound::Refused(at),
        Ok(found) => {
            let together = || found.together.iter().map(|(_, members)| (members.clone(), at)).collect();
            let seated = |game: &crate::pairing::Pairing| {
                let seat =
                    |seat: &Option<Symbol>| seat.map(|seat| name(ruleset.symbols.text(seat).to_owned()));
                ExpectedGame {
                    seats: game.sides.iter().map(|(at, who)| (seat(at), *who)).collect(),
                    umpire: game.umpire,
                    span: at,
                }
            };
            if !found.games.is_empty() {
                games = Some((found.games.iter().map(seated).collect(), at));
                by_lot = found.seats_by_lot.then_some(at);
            }
            match (found.who_by_lot, found.in_pools) {
                (true, true) => {
                    let size = |(_, members): &(String, Vec<u32>)| u32::try_from(members.len()).unwrap_or(0);
                    let mut sizes: Vec<u32> = found.together.iter().map(size).collect();
                    sizes.sort_unstable();
                    ExpectedRound::Sizes(sizes, at)
                }
                // What lots decide alone cannot be expected.
                (true, false) => return None,
                (false, true) => ExpectedRound::Pools(together(), at),
                (false, false) => ExpectedRound::Matches(together(), at),
            }
        }
    };
    Some(DrawnExample {
        name: name(String::new()),
        set: Vec::new(),
        phase: name(phase.to_owned()),
        round: (round > 1).then_some((round, at)),
        ranked: (ranked, at),
        expect,
        games,
        by_lot,
        because: Vec::new(),
        not_because: Vec::new(),
    })
}

/// Whether a round is paired as an example expects.
#[must_use]
pub fn pairs_alike(ruleset: &Ruleset, example: &DrawnExample) -> bool {
    let mut complaints = Complaints::new();
    paired::try_one(&mut ruleset.clone(), example, &mut complaints);
    !complaints.has_errors()
}
