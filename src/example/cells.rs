//! The cell that a path of an example speaks of.
//!
//! Comes in: `TITI.match_points`, and an outcome. Goes out: a column and a row. The first name is a seat, an
//! entrant, a part of the last game, or one of `game`, `match`, `event`; a name between it and the last may say
//! which row is meant: `side`, `match`, `entrant`, a part, a standing. It must never compare values. Start with
//! [`find`].

use crate::engine::{self, Outcome, Why};
use crate::ruleset::{BuiltinColumn, LinkRole, Origin, Plan, Ruleset, Settings, SheetKind};
use crate::sheet::{ColumnId, NO_ROW, SheetId};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::value::{Kind, Value};

/// A cell of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// Of a sheet.
    Sheet(ColumnId, usize),
    /// The place of an entrant in a standing.
    Place {
        /// Which standing.
        standing: usize,
        /// The row of the entrant.
        entrant: usize,
    },
}

/// What of a path means nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unfound {
    /// Which of its names.
    pub at: usize,
    /// What that name should have been.
    wanted: Wanted,
    /// What it could be.
    pub known: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Row,
    Column,
    Between,
    Side,
    Listed,
    Game,
}

impl Unfound {
    /// What is wrong.
    pub fn message(&self, word: &str) -> String {
        match self.wanted {
            Wanted::Row => format!("no seat, entrant or part of the last game is called `{word}`"),
            Wanted::Column => format!("there is no column `{word}` here"),
            Wanted::Between => format!("there is no standing `{word}`, and no row of that name here"),
            Wanted::Side => {
                format!("several sides own a part `{word}`: it is not said which of them is meant")
            }
            Wanted::Listed => format!("`{word}` does not list this entrant"),
            Wanted::Game => format!("`{word}` is expected of an example without games"),
        }
    }
}

/// Finds the cell of a path.
pub(super) fn find(
    ruleset: &Ruleset,
    settings: &Settings,
    outcome: &Outcome,
    path: &[Name],
) -> Result<Cell, Unfound> {
    let finder = Finder { ruleset, outcome, plan: ruleset.plan(settings) };
    let (Some(first), Some(last)) = (path.first(), path.last()) else {
        return Err(Unfound { at: 0, wanted: Wanted::Row, known: Vec::new() });
    };
    let rows = finder.rows(&first.text)?;
    let end = path.len() - 1;
    let between = &path[1.min(end)..end];
    let rows = match between.first() {
        None => rows,
        Some(name) => match finder.standing(&name.text) {
            Some(standing) => return finder.place(standing, &rows, end),
            None => finder.narrow(&rows, &name.text).ok_or_else(|| Unfound {
                at: 1,
                wanted: Wanted::Between,
                known: finder.between(&rows),
            })?,
        },
    };
    let cell = rows.iter().find_map(|(sheet, row)| {
        ruleset.find_column(*sheet, &last.text).map(|column| Cell::Sheet(column, *row))
    });
    let found = cell.filter(|_| between.len() < 2 && end > 0);
    found.ok_or_else(|| Unfound { at: end, wanted: Wanted::Column, known: finder.columns(&rows) })
}

impl Cell {
    /// What it holds, and what kind of value its column has.
    pub fn value(self, ruleset: &Ruleset, outcome: &Outcome) -> (Value, Kind) {
        match self {
            Self::Sheet(column, row) => {
                let kind = ruleset.column(column).ty.kind.clone();
                let filled = outcome.tables.column(column).filter(|filled| row < filled.len());
                (filled.map_or(Value::Missing, |filled| filled.value(row, &kind)), kind)
            }
            Self::Place { standing, entrant } => {
                let rows = outcome.standings.get(standing).map_or(&[][..], |table| &table.rows);
                let row = rows.iter().find(|row| row.entrant as usize == entrant);
                (row.map_or(Value::Missing, |row| Value::Integer(row.place.into())), Kind::Integer)
            }
        }
    }

    /// Where it comes from in the file, in words too.
    pub fn source(self, ruleset: &Ruleset) -> Option<(Span, &'static str)> {
        let Self::Sheet(column, _) = self else {
            return None;
        };
        let info = ruleset.column(column);
        let words = match info.origin {
            Origin::Recorded { .. } => "as recorded",
            Origin::Builtin(_) | Origin::Ruled | Origin::State | Origin::Hidden { .. } => "by this rule",
        };
        info.at.map(|at| (at, words))
    }

    /// Whether it belongs to one game: to a side, a part, or the game itself.
    pub fn is_of_game(self, ruleset: &Ruleset) -> bool {
        match self {
            Self::Place { .. } => false,
            Self::Sheet(column, _) => ruleset.sheet(ruleset.column(column).sheet).kind.is_of_game(),
        }
    }

    /// Why it is what it is.
    pub fn why(self, ruleset: &Ruleset, settings: &Settings, outcome: &Outcome) -> Why {
        match self {
            Self::Sheet(column, row) => engine::why(ruleset, settings, outcome, column, row),
            Self::Place { standing, entrant } => {
                let entrant = u32::try_from(entrant).unwrap_or(NO_ROW);
                engine::why_in_place(ruleset, settings, outcome, standing, entrant)
            }
        }
    }
}

/// A row of a sheet.
type At = (SheetId, usize);

struct Finder<'a> {
    ruleset: &'a Ruleset,
    plan: &'a Plan,
    outcome: &'a Outcome,
}

impl Finder<'_> {
    /// The rows that a first name speaks of, in the order in which their columns are looked up.
    fn rows(&self, name: &str) -> Result<Vec<At>, Unfound> {
        let game = self.last_game();
        let side = game.and_then(|game| self.side_in_seat(game, name).or_else(|| self.side_of(game, name)));
        if let Some(side) = side {
            return Ok(self.around_side(side));
        }
        if let Some(entrant) = self.entrant(name) {
            return Ok(vec![entrant]);
        }
        let parts = game.map_or_else(Vec::new, |game| self.parts_in(&self.parts_of(game), name));
        match parts[..] {
            [] => {}
            [part] => return Ok(vec![part]),
            _ => {
                let sides = game.map_or_else(Vec::new, |game| self.names_of_sides(game));
                let known = sides.iter().map(|side| format!("{side}.{name}")).collect();
                return Err(Unfound { at: 0, wanted: Wanted::Side, known });
            }
        }
        let event = self.sheet(&SheetKind::Event).map(|sheet| (sheet, 0));
        let row = match name {
            "event" => event,
            "game" => game,
            "match" => game.and_then(|game| self.up(game, &SheetKind::Match)),
            _ => None,
        };
        let wanted =
            if game.is_none() && matches!(name, "game" | "match") { Wanted::Game } else { Wanted::Row };
        row.map(|row| vec![row]).ok_or_else(|| Unfound { at: 0, wanted, known: self.first_names() })
    }

    /// A side, its match side, its entrant, and the part it owns where it owns one.
    fn around_side(&self, side: At) -> Vec<At> {
        let mut rows = vec![side];
        rows.extend(self.up(side, &SheetKind::MatchSide));
        rows.extend(self.follow(side, &LinkRole::Entrant));
        let parts = self.children(side);
        if let [only] = parts[..]
            && !self.is_one_of_several(only)
        {
            rows.push(only);
        }
        rows
    }

    /// Those of the rows that a second name speaks of: a kind of row, or a single part.
    fn narrow(&self, rows: &[At], name: &str) -> Option<Vec<At>> {
        let of_kind = |row: &&At| match self.ruleset.sheet(row.0).kind {
            SheetKind::Side => name == "side",
            SheetKind::MatchSide => name == "match",
            SheetKind::Entrant => name == "entrant",
            SheetKind::Event
            | SheetKind::Match
            | SheetKind::Game
            | SheetKind::Part { .. }
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => false,
        };
        let narrowed: Vec<At> = rows.iter().filter(of_kind).copied().collect();
        if !narrowed.is_empty() {
            return Some(narrowed);
        }
        let side = rows.iter().find(|row| self.ruleset.sheet(row.0).kind == SheetKind::Side)?;
        let parts = self.parts_in(&self.children(*side), name);
        parts.first().map(|part| vec![*part])
    }

    /// What can stand between the first name and the last.
    fn between(&self, rows: &[At]) -> Vec<String> {
        let mut names: Vec<String> =
            self.ruleset.standings.iter().map(|standing| standing.name.clone()).collect();
        let kinds = ["side", "match", "entrant"];
        names.extend(kinds.iter().filter(|kind| self.narrow(rows, kind).is_some()).map(ToString::to_string));
        let side = rows.iter().find(|row| self.ruleset.sheet(row.0).kind == SheetKind::Side);
        let parts = side.map_or_else(Vec::new, |side| self.children(*side));
        names
            .extend(parts.iter().filter_map(|part| self.text(*part, BuiltinColumn::Name)).map(str::to_owned));
        names
    }

    fn standing(&self, name: &str) -> Option<usize> {
        self.ruleset.standings.iter().position(|standing| standing.name == name)
    }

    fn place(&self, standing: usize, rows: &[At], end: usize) -> Result<Cell, Unfound> {
        let entrants = self.sheet(&SheetKind::Entrant);
        let entrant = rows.iter().find(|row| Some(row.0) == entrants).map(|row| row.1);
        // Who is not listed has no place: that can be expected as well.
        match entrant {
            Some(entrant) if end == 2 => Ok(Cell::Place { standing, entrant }),
            Some(_) => Err(Unfound { at: end, wanted: Wanted::Column, known: vec!["place".to_owned()] }),
            None => Err(Unfound { at: 1, wanted: Wanted::Listed, known: Vec::new() }),
        }
    }

    fn last_game(&self) -> Option<At> {
        let sheet = self.sheet(&SheetKind::Game)?;
        self.outcome.tables.rows(sheet).checked_sub(1).map(|row| (sheet, row))
    }

    fn side_in_seat(&self, game: At, name: &str) -> Option<At> {
        self.sides(game).into_iter().find(|side| self.text(*side, BuiltinColumn::Seat) == Some(name))
    }

    fn side_of(&self, game: At, name: &str) -> Option<At> {
        self.sides(game).into_iter().find(|side| {
            let entrant = self.follow(*side, &LinkRole::Entrant);
            entrant.and_then(|entrant| self.text(entrant, BuiltinColumn::Name)) == Some(name)
        })
    }

    fn entrant(&self, name: &str) -> Option<At> {
        let sheet = self.sheet(&SheetKind::Entrant)?;
        let rows = (0..self.outcome.tables.rows(sheet)).map(|row| (sheet, row));
        rows.into_iter().find(|row| self.text(*row, BuiltinColumn::Name) == Some(name))
    }

    fn parts_in(&self, parts: &[At], name: &str) -> Vec<At> {
        let bears = |part: &&At| self.text(**part, BuiltinColumn::Name) == Some(name);
        parts.iter().filter(bears).copied().collect()
    }

    /// Whether a part is one of several that every side owns, if only it was played.
    fn is_one_of_several(&self, part: At) -> bool {
        self.plan.each.len() > 1 && self.plan.each.iter().any(|(sheet, _)| *sheet == part.0)
    }

    fn sides(&self, game: At) -> Vec<At> {
        self.sheet(&SheetKind::Side).map_or_else(Vec::new, |side| self.below(game, side))
    }

    /// The parts of a game, of its sides too.
    fn parts_of(&self, game: At) -> Vec<At> {
        self.children(game)
    }

    /// The parts inside a row of the side or the game sheet.
    fn children(&self, above: At) -> Vec<At> {
        let sheets = (0_u16..).map(SheetId).zip(&self.ruleset.sheets);
        let parts = sheets.filter(|(_, info)| matches!(info.kind, SheetKind::Part { .. }));
        parts.flat_map(|(sheet, _)| self.below(above, sheet)).collect()
    }

    fn below(&self, above: At, sheet: SheetId) -> Vec<At> {
        let rows = (0..self.outcome.tables.rows(sheet)).map(|row| (sheet, row));
        rows.filter(|row| self.follow(*row, &LinkRole::Inside(above.0)) == Some(above)).collect()
    }

    fn up(&self, from: At, kind: &SheetKind) -> Option<At> {
        let above = self.sheet(kind)?;
        self.follow(from, &LinkRole::Inside(above))
    }

    fn follow(&self, from: At, role: &LinkRole) -> Option<At> {
        let link = self.ruleset.link_of(from.0, role)?;
        let target = self.outcome.tables.link(link)?.get(from.1);
        (target != NO_ROW).then(|| (self.ruleset.link(link).to, target as usize))
    }

    fn sheet(&self, kind: &SheetKind) -> Option<SheetId> {
        self.ruleset.sheet_of(kind)
    }

    fn text(&self, row: At, builtin: BuiltinColumn) -> Option<&str> {
        let column = self.ruleset.builtin(row.0, builtin)?;
        let filled = self.outcome.tables.column(column).filter(|filled| row.1 < filled.len())?;
        match filled.value(row.1, &self.ruleset.column(column).ty.kind) {
            Value::Text(symbol) => Some(self.outcome.symbols.text(symbol)),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }

    fn columns(&self, rows: &[At]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (sheet, _) in rows {
            for (_, column) in self.ruleset.columns_of(*sheet) {
                let known = self.ruleset.find_column(*sheet, &column.name).is_some();
                if known && !names.contains(&column.name) {
                    names.push(column.name.clone());
                }
            }
        }
        names
    }

    fn first_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if let Some(game) = self.last_game() {
            names.extend(self.names_of_sides(game));
        }
        names.extend(["game", "event"].map(str::to_owned));
        names
    }

    /// The seats and entrants of a game.
    fn names_of_sides(&self, game: At) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for side in self.sides(game) {
            let entrant = self.follow(side, &LinkRole::Entrant);
            let entrant = entrant.and_then(|entrant| self.text(entrant, BuiltinColumn::Name));
            let seat = self.text(side, BuiltinColumn::Seat);
            for name in seat.into_iter().chain(entrant) {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }
}
