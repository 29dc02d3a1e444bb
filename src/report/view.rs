//! What the three shapes look up in an outcome: cells, who sits where, what a row is called.

use super::event::{EventView, LogView, Recorded};
pub use super::row_name::RowName;
use super::{Subject, states};
use crate::engine::StandingTable;
use crate::ruleset::{
    BuiltinColumn, ColumnInfo, LinkRole, Origin, Ruleset, SheetKind, Verdict, VerdictKind, Written,
};
use crate::sheet::{Column, ColumnId, Grouping, NO_ROW, RecordPlace, SheetId};
use crate::value::{Symbols, Value};
use std::borrow::Cow;

/// An outcome with its sheets at hand.
pub struct View<'a> {
    /// What is written about.
    pub subject: Subject<'a>,
    /// The event.
    pub event: Option<Table>,
    /// The entrants.
    pub entrants: Option<Table>,
    /// The matches.
    pub matches: Option<Table>,
    /// The sides of matches, by match.
    pub match_sides: Option<Table>,
    /// The games.
    pub games: Option<Table>,
    /// The sides of games, by game.
    pub sides: Option<Table>,
    /// The column of the seats; none where sides have no seats.
    pub seats: Option<ColumnId>,
    /// The parts, each by side and by game.
    pub parts: Vec<PartTable>,
}

/// A sheet, with what is shown of it.
pub struct Table {
    /// Which sheet.
    pub sheet: SheetId,
    /// How many rows it has.
    pub rows: usize,
    /// Recorded and ruled columns, in the order of the format; what its faults cost comes last.
    pub columns: Vec<ColumnId>,
    /// The recorded lists of its rows.
    pub lists: Vec<List>,
    /// Its rows, by what they are inside of: matches for sides of matches, games for sides of games.
    pub inside: Option<Grouping>,
}

/// A recorded list.
pub struct List {
    /// Its name.
    pub name: String,
    /// Its own columns: one of values, or those of the parts it lists.
    pub items: Box<Table>,
    /// Whether it lists values, and not parts.
    pub plain: bool,
    /// The rows of its sheet, by owner.
    pub by_owner: Grouping,
}

/// The sheet of a part.
pub struct PartTable {
    /// The sheet.
    pub table: Table,
    /// Its name: `colour`.
    pub name: String,
    /// What a list of them is called.
    pub plural: String,
    /// The column that holds the name of each; `None` for a list without names.
    pub names: Option<ColumnId>,
    /// Its rows, by side.
    pub by_side: Option<Grouping>,
    /// Its rows, by game.
    pub by_game: Option<Grouping>,
    /// For each row whether a side owns it.
    pub of_side: Vec<bool>,
    /// Whether it belongs to the game and never to a side.
    pub of_game_alone: bool,
    /// Of how many names every side owns one, whatever its seat.
    pub of_each_side: usize,
}

impl<'a> View<'a> {
    /// Gathers what is needed.
    pub fn new(subject: Subject<'a>) -> Self {
        let ruleset = subject.ruleset;
        let find = |kind: &SheetKind| ruleset.sheet_of(kind);
        let (matches, games) = (find(&SheetKind::Match), find(&SheetKind::Game));
        let side = find(&SheetKind::Side);
        let each = if ruleset.plans.is_empty() { &[][..] } else { &ruleset.plan(subject.settings).each };
        let parts = (0_u16..).map(SheetId).zip(&ruleset.sheets).filter_map(|(sheet, info)| {
            let SheetKind::Part { names, .. } = &info.kind else { return None };
            let rows = subject.outcome.tables.rows(sheet);
            let link = side.and_then(|side| ruleset.link_of(sheet, &LinkRole::Inside(side)));
            let owners = link.and_then(|link| subject.outcome.tables.link(link));
            let of_side = (0..rows).map(|row| owners.is_some_and(|owners| owners.get(row) != NO_ROW));
            let name = ruleset.builtin(sheet, BuiltinColumn::Name);
            Some(PartTable {
                table: Table::new(subject, sheet, None),
                name: info.name.clone(),
                plural: info.plural.clone(),
                names: name.filter(|_| !names.is_empty()),
                by_side: side.and_then(|side| grouping(subject, sheet, side)),
                by_game: games.and_then(|games| grouping(subject, sheet, games)),
                of_side: of_side.collect(),
                of_each_side: each.iter().filter(|(kind, _)| *kind == sheet).count(),
                of_game_alone: matches!(&info.kind, SheetKind::Part { of_game: true, .. }),
            })
        });
        let seated = !ruleset.plans.is_empty() && !ruleset.plan(subject.settings).seats.is_empty();
        let table = |kind: &SheetKind, inside| find(kind).map(|sheet| Table::new(subject, sheet, inside));
        Self {
            subject,
            event: table(&SheetKind::Event, None),
            entrants: table(&SheetKind::Entrant, None),
            matches: table(&SheetKind::Match, None),
            match_sides: table(&SheetKind::MatchSide, matches),
            games: table(&SheetKind::Game, matches),
            sides: table(&SheetKind::Side, games),
            seats: side.filter(|_| seated).and_then(|side| ruleset.builtin(side, BuiltinColumn::Seat)),
            parts: parts.collect(),
        }
    }

    /// How the event went, where its games name their rounds.
    pub fn course(&self) -> Option<EventView<'a>> {
        self.subject.course.map(|course| EventView::new(self.log(), course))
    }

    /// The log that was scored.
    pub fn log(&self) -> LogView<'a> {
        let Subject { ruleset, settings, outcome, .. } = self.subject;
        LogView::new(ruleset, settings, Recorded::from(outcome))
    }

    /// The checked format.
    pub fn ruleset(&self) -> &'a Ruleset {
        self.subject.ruleset
    }

    /// The texts behind symbols.
    pub fn symbols(&self) -> &'a Symbols {
        &self.subject.outcome.symbols
    }

    /// A cell.
    pub fn value(&self, column: ColumnId, row: usize) -> Value {
        u32::try_from(row)
            .map_or(Value::Missing, |row| self.subject.outcome.value(self.ruleset(), column, row))
    }

    /// How an element of a list is written, where its part says so, and what is written for this one.
    pub fn written(&self, list: SheetId, row: usize) -> Option<(&'a Written, String)> {
        let written = self.ruleset().written(list)?;
        let tables = &self.subject.outcome.tables;
        Some((written, written.text(self.ruleset(), tables, self.symbols(), row)))
    }

    /// What a verdict says of a row.
    pub fn said(&self, verdict: &'a Verdict, row: usize) -> Cow<'a, str> {
        verdict.said(self.symbols(), |column| self.value(column, row))
    }

    /// A cell of a column that every format has; missing where this one has it not.
    pub fn builtin(&self, sheet: SheetId, column: BuiltinColumn, row: usize) -> Value {
        self.ruleset().builtin(sheet, column).map_or(Value::Missing, |column| self.value(column, row))
    }

    /// A cell with a text of such a column.
    pub fn builtin_text(&self, sheet: SheetId, column: BuiltinColumn, row: usize) -> Option<&'a str> {
        match self.builtin(sheet, column, row) {
            Value::Text(symbol) => Some(self.symbols().text(symbol)),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }

    /// A cell of a standing; nothing where it is of a key `among tied` by which the entrant was not compared.
    pub fn standing_value(&self, table: &StandingTable, column: ColumnId, entrant: u32) -> Option<Value> {
        table.says(column, entrant).then(|| self.value(column, entrant as usize))
    }

    /// Where a link of this role leads from a row.
    pub fn follow(&self, from: SheetId, role: &LinkRole, row: usize) -> Option<usize> {
        let link = self.ruleset().link_of(from, role)?;
        let target = self.subject.outcome.tables.link(link)?.get(row);
        (target != NO_ROW).then_some(target as usize)
    }

    /// The row of the entrant of a side of a game or of a match.
    pub fn entrant_of(&self, sheet: SheetId, row: usize) -> Option<usize> {
        self.follow(sheet, &LinkRole::Entrant, row)
    }

    /// The name of an entrant.
    pub fn entrant_name(&self, row: usize) -> &'a str {
        let entrants = self.entrants.as_ref();
        entrants
            .and_then(|entrants| self.builtin_text(entrants.sheet, BuiltinColumn::Name, row))
            .unwrap_or("")
    }

    /// The column with the names of entrants.
    pub fn entrant_names(&self) -> Option<ColumnId> {
        self.ruleset().builtin(self.entrants.as_ref()?.sheet, BuiltinColumn::Name)
    }

    /// A cell with a text; nothing where there is none.
    pub fn text(&self, column: Option<ColumnId>, row: usize) -> &'a str {
        match column.map(|column| self.value(column, row)) {
            Some(Value::Text(symbol)) => self.symbols().text(symbol),
            Some(
                Value::Integer(_)
                | Value::Number(_)
                | Value::Flag(_)
                | Value::Date(_)
                | Value::Duration(_)
                | Value::Missing,
            )
            | None => "",
        }
    }

    /// What a game is called: its id, or its number.
    pub fn game_id(&self, row: usize) -> String {
        let games = self.games.as_ref();
        let id = games.and_then(|games| self.builtin_text(games.sheet, BuiltinColumn::Id, row));
        id.map_or_else(|| (row + 1).to_string(), str::to_owned)
    }

    /// What a match is called: as its games say, or its number.
    pub fn match_id(&self, row: usize) -> String {
        self.match_name(row).map_or_else(|| (row + 1).to_string(), str::to_owned)
    }

    /// What the games of a match call it.
    pub fn match_name(&self, row: usize) -> Option<&'a str> {
        let games = self.games.as_ref()?;
        let game = *games.children(row).first()?;
        self.builtin_text(games.sheet, BuiltinColumn::MatchId, game as usize)
    }

    /// The names of those who play a game or a match.
    pub fn entrants_in(&self, sides: Option<&Table>, row: usize) -> Vec<&'a str> {
        let rows = sides.map(|sides| (sides.sheet, sides.children(row)));
        let rows =
            rows.into_iter().flat_map(|(sheet, rows)| rows.iter().map(move |row| (sheet, *row as usize)));
        rows.filter_map(|(sheet, side)| Some(self.entrant_name(self.entrant_of(sheet, side)?))).collect()
    }

    /// Where a game stands that the log gives no id.
    pub fn place_of_game(&self, row: usize) -> Option<RecordPlace> {
        let games = self.games.as_ref()?;
        let id = self.builtin_text(games.sheet, BuiltinColumn::Id, row);
        self.subject.outcome.tables.games.get(row).copied().filter(|_| id.is_none())
    }

    /// Where the first game of a match stands that the log gives no id.
    pub fn place_of_match(&self, row: usize) -> Option<RecordPlace> {
        let games = self.games.as_ref()?;
        let first = *games.children(row).first()? as usize;
        let id = self.builtin_text(games.sheet, BuiltinColumn::MatchId, first);
        self.subject.outcome.tables.games.get(first).copied().filter(|_| id.is_none())
    }

    /// The match that a game belongs to.
    pub fn match_of_game(&self, row: usize) -> Option<usize> {
        let (games, matches) = (self.games.as_ref()?, self.matches.as_ref()?);
        self.follow(games.sheet, &LinkRole::Inside(matches.sheet), row)
    }

    /// What a log is called.
    pub fn log_name(&self, place: RecordPlace) -> &'a str {
        self.subject.outcome.logs.get(place.log as usize).map_or("", String::as_str)
    }

    /// A column that every format has, where some row of this outcome has a value in it.
    pub fn used(&self, sheet: SheetId, column: BuiltinColumn) -> Option<ColumnId> {
        self.ruleset().builtin(sheet, column).filter(|id| self.is_used(*id))
    }

    /// Whether some row of this outcome has a value in a column.
    pub fn is_used(&self, column: ColumnId) -> bool {
        let filled = self.subject.outcome.tables.column(column);
        filled.is_some_and(|filled| (0..filled.len()).any(|row| filled.is_known(row)))
    }

    /// Whether some row does not count.
    pub fn has_void(&self, column: ColumnId) -> bool {
        let rows = self.subject.outcome.tables.column(column).map_or(0, Column::len);
        (0..rows).any(|row| self.value(column, row) == Value::Flag(true))
    }

    /// The names of the single parts, in the order of the format.
    pub fn part_names(&self, part: &PartTable) -> Vec<String> {
        match &self.ruleset().sheet(part.table.sheet).kind {
            SheetKind::Part { names, .. } => {
                names.iter().map(|name| self.symbols().text(*name).to_owned()).collect()
            }
            SheetKind::Event
            | SheetKind::Entrant
            | SheetKind::Match
            | SheetKind::MatchSide
            | SheetKind::Game
            | SheetKind::Side
            | SheetKind::List { .. }
            | SheetKind::Join { .. } => Vec::new(),
        }
    }
}

impl Table {
    fn new(subject: Subject<'_>, sheet: SheetId, inside: Option<SheetId>) -> Self {
        let ruleset = subject.ruleset;
        let is_shown = |column: &ColumnInfo| match column.origin {
            Origin::Recorded { .. }
            | Origin::Ruled
            | Origin::State
            | Origin::Builtin(BuiltinColumn::Penalty | BuiltinColumn::Void) => true,
            Origin::Builtin(_) | Origin::Hidden { .. } => false,
        };
        let mut columns: Vec<ColumnId> = ruleset
            .columns_of(sheet)
            .filter(|(id, column)| is_shown(column) && subject.outcome.tables.column(*id).is_some())
            .map(|(id, _)| id)
            .collect();
        columns.sort_by_key(|id| matches!(ruleset.column(*id).origin, Origin::Builtin(_)));
        let lists = (0_u16..).map(SheetId).zip(&ruleset.sheets).filter_map(|(list, info)| {
            let SheetKind::List { owner, name, parts } = &info.kind else { return None };
            let by_owner = (*owner == sheet).then(|| grouping(subject, list, sheet))??;
            let items = Box::new(Self::new(subject, list, None));
            Some(List { name: name.clone(), items, plain: !parts, by_owner })
        });
        Self {
            sheet,
            rows: subject.outcome.tables.rows(sheet),
            columns,
            lists: lists.collect(),
            inside: inside.and_then(|inside| grouping(subject, sheet, inside)),
        }
    }

    /// Whether there is nothing to show of its rows.
    pub fn is_bare(&self) -> bool {
        self.columns.is_empty() && self.lists.is_empty()
    }

    /// The rows inside a row of the sheet above.
    pub fn children(&self, above: usize) -> &[u32] {
        self.inside.as_ref().map_or(&[], |inside| inside.children(above))
    }

    /// The columns that the log fills.
    pub fn recorded<'b>(&'b self, ruleset: &'b Ruleset) -> impl Iterator<Item = ColumnId> + 'b {
        self.columns
            .iter()
            .copied()
            .filter(|id| matches!(ruleset.column(*id).origin, Origin::Recorded { .. }))
    }

    /// The columns that rules fill, and what faults cost; those of [`View::states`] are left out.
    pub fn ruled<'b>(&'b self, ruleset: &'b Ruleset) -> impl Iterator<Item = ColumnId> + 'b {
        self.columns.iter().copied().filter(|id| match ruleset.column(*id).origin {
            Origin::Ruled | Origin::State => !states::is_beside_a_game(ruleset, *id),
            Origin::Builtin(_) => true,
            Origin::Recorded { .. } | Origin::Hidden { .. } => false,
        })
    }
}

impl PartTable {
    /// The rows that belong to a side.
    pub fn of_side(&self, side: usize) -> &[u32] {
        self.by_side.as_ref().map_or(&[], |by_side| by_side.children(side))
    }

    /// Whether no side owns more than one of them, some side does, and it is plain which one it is.
    pub fn stands_alone(&self, sides: usize) -> bool {
        let most = (0..sides).map(|side| self.of_side(side).len()).max();
        most == Some(1) && self.of_each_side <= 1
    }

    /// The rows that belong to a game and to no side.
    pub fn of_game(&self, game: usize) -> impl Iterator<Item = u32> + '_ {
        let rows = self.by_game.as_ref().map_or(&[][..], |by_game| by_game.children(game));
        rows.iter().copied().filter(|row| !self.of_side.get(*row as usize).copied().unwrap_or(false))
    }
}

/// The three verdicts by the words that people and programs read.
pub fn verdict_word(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Void => "void",
        VerdictKind::Warn => "warning",
        VerdictKind::Fault => "fault",
    }
}

fn grouping(subject: Subject<'_>, child: SheetId, parent: SheetId) -> Option<Grouping> {
    let tables = &subject.outcome.tables;
    let link = subject.ruleset.link_of(child, &LinkRole::Inside(parent))?;
    let index = tables.link(link)?;
    Some(Grouping::new(index, tables.rows(child), tables.rows(parent)))
}
