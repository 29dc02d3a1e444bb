//! A log without some of its games.
//!
//! Comes in: a log (computed columns and all), and games. Goes out: what the log recorded of the others. Entrants stay,
//! also those that played in no other game; so do acts, but for those about games that go. Start with
//! [`without_games`].

use crate::log::{Act, Change, Deed, Games, Log, Report};
use crate::ruleset::{BuiltinColumn, LinkInfo, LinkRole, Origin, Ruleset, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Index, LinkId, NO_ROW, SheetId, Tables, row_id};
use std::collections::BTreeSet;

/// The log without these rows of its game sheet, and without all that belongs to them.
#[must_use]
pub fn without_games(log: &Log, ruleset: &Ruleset, games: &BTreeSet<u32>) -> Log {
    let old = &log.tables;
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    let kept = kept_rows(ruleset, old, games);
    for (id, rows) in (0_u16..).map(SheetId).zip(&kept) {
        tables.set_rows(id, rows.len());
    }
    for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
        if let (true, Some(column)) = (is_recorded(&info.origin), old.column(id)) {
            tables.set_column(id, pick(column, &kept[info.sheet.0 as usize]));
        }
    }
    for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
        if let (true, Some(index)) = (is_of_the_log(ruleset, info), old.link(id)) {
            let mut renumbered = vec![NO_ROW; old.rows(info.to)];
            for (new, &old) in kept[info.to.0 as usize].iter().enumerate() {
                renumbered[old as usize] = row_id(new);
            }
            let rows = kept[info.from.0 as usize].iter().map(|&row| index.get(row as usize));
            let rows = rows.map(|row| renumbered.get(row as usize).copied().unwrap_or(NO_ROW)).collect();
            tables.set_link(id, Index::Rows(rows));
        }
    }
    let places = old.games.iter().zip(0..).filter(|(_, game)| !games.contains(game));
    tables.games = places.map(|(place, _)| *place).collect();
    tables.registered.clone_from(&old.registered);
    let of_games = ruleset.sheet_of(&SheetKind::Game).map_or(&[][..], |games| &kept[games.0 as usize]);
    let row = |column: ColumnId, row: u32| {
        let rows = &kept[ruleset.column(column).sheet.0 as usize];
        rows.binary_search(&row).ok().map(row_id)
    };
    let left = Renumbering { games: of_games, row: &row };
    let entered =
        log.entered.iter().map(|&before| if before == u32::MAX { before } else { left.now(before) });
    Log {
        tables,
        symbols: log.symbols.clone(),
        names: log.names.clone(),
        left_out: log.left_out.clone(),
        acts: log.acts.iter().filter_map(|act| left.act(act)).collect(),
        reports: log.reports.iter().filter_map(|report| left.report(report)).collect(),
        entered: entered.collect(),
        ..Log::default()
    }
}

/// The log with those rows of its game sheet alone for which `stays` holds.
#[must_use]
pub fn games_where(log: &Log, ruleset: &Ruleset, mut stays: impl FnMut(u32) -> bool) -> Log {
    let all = 0..row_id(log.tables.games.len());
    without_games(log, ruleset, &all.filter(|&game| !stays(game)).collect())
}

/// What is left, by the rows that stay.
pub(super) struct Renumbering<'a> {
    /// The games that stay.
    pub games: &'a [u32],
    /// The new row of a row of a column; `None` where it does not stay.
    pub row: &'a dyn Fn(ColumnId, u32) -> Option<u32>,
}

impl Renumbering<'_> {
    /// The new row of a game; how many of the games before it stay, where it does not.
    pub fn now(&self, game: u32) -> u32 {
        row_id(self.games.partition_point(|&kept| kept < game))
    }

    fn stays(&self, game: u32) -> bool {
        self.games.binary_search(&game).is_ok()
    }

    /// An act; `None` for one that is about games alone that do not stay.
    pub fn act(&self, act: &Act) -> Option<Act> {
        let what = match &act.what {
            Deed::Correction { game, .. } | Deed::Report { game, .. } if !self.stays(*game) => return None,
            Deed::Correction { game, changes } => {
                Deed::Correction { game: self.now(*game), changes: self.changes(changes) }
            }
            Deed::Report { game, by, changes } => {
                Deed::Report { game: self.now(*game), by: by.clone(), changes: self.changes(changes) }
            }
            Deed::Void { games } => Deed::Void { games: self.named(games)? },
            Deed::Confirmation { games, changes } => {
                Deed::Confirmation { games: self.named(games)?, changes: self.changes(changes) }
            }
            Deed::Withdrawal { .. }
            | Deed::Winner { .. }
            | Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Close { .. } => act.what.clone(),
        };
        Some(Act { what, games_before: self.now(act.games_before), ..act.clone() })
    }

    /// A record of a game by somebody else; `None` where the game does not stay.
    pub fn report(&self, report: &Report) -> Option<Report> {
        self.stays(report.game).then(|| Report {
            game: self.now(report.game),
            games_before: self.now(report.games_before),
            changes: self.changes(&report.changes),
            ..report.clone()
        })
    }

    fn named(&self, games: &Games) -> Option<Games> {
        let stay = games.rows.iter().filter(|game| self.stays(**game));
        let rows: Vec<u32> = stay.map(|&game| self.now(game)).collect();
        (!rows.is_empty()).then(|| Games { rows, of_match: games.of_match.clone() })
    }

    fn changes(&self, changes: &[Change]) -> Vec<Change> {
        let changes = changes
            .iter()
            .filter_map(|change| Some(Change { row: (self.row)(change.column, change.row)?, ..*change }));
        changes.collect()
    }
}

/// The tables without anything that is computed or worked out from others.
pub(super) fn recorded(ruleset: &Ruleset, all: &Tables) -> Tables {
    let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
    for (id, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
        if is_of_a_log(&info.kind) {
            tables.set_rows(id, all.rows(id));
        }
    }
    for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
        if let (true, Some(column)) = (is_recorded(&info.origin), all.column(id)) {
            tables.set_column(id, column.clone());
        }
    }
    for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
        if let (true, Some(index)) = (is_of_the_log(ruleset, info), all.link(id)) {
            tables.set_link(id, index.clone());
        }
    }
    tables.games.clone_from(&all.games);
    tables.registered.clone_from(&all.registered);
    tables
}

/// The rows of each sheet that stay; none of the sheets that are derived from others.
fn kept_rows(ruleset: &Ruleset, tables: &Tables, games: &BTreeSet<u32>) -> Vec<Vec<u32>> {
    let mut kept: Vec<Option<Vec<u32>>> = vec![None; ruleset.sheets.len()];
    // A list may belong to the rows of any sheet, so sheets are gone through until each has its owner done.
    for _ in 0..ruleset.sheets.len() {
        for (id, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
            if kept[id.0 as usize].is_some() {
                continue;
            }
            let all = 0..row_id(tables.rows(id));
            kept[id.0 as usize] = match &info.kind {
                SheetKind::Event | SheetKind::Match | SheetKind::MatchSide | SheetKind::Join { .. } => {
                    Some(Vec::new())
                }
                SheetKind::Entrant => Some(all.collect()),
                SheetKind::Game => Some(all.filter(|game| !games.contains(game)).collect()),
                SheetKind::Side => owned(ruleset, tables, &kept, (id, &[SheetKind::Game])),
                SheetKind::Part { .. } => {
                    owned(ruleset, tables, &kept, (id, &[SheetKind::Game, SheetKind::Side]))
                }
                SheetKind::List { owner, .. } => {
                    owned(ruleset, tables, &kept, (id, &[ruleset.sheet(*owner).kind.clone()]))
                }
            };
        }
    }
    kept.into_iter().map(Option::unwrap_or_default).collect()
}

/// The rows whose owner stays; `None` as long as that is not known.
fn owned(
    ruleset: &Ruleset,
    tables: &Tables,
    kept: &[Option<Vec<u32>>],
    (sheet, owners): (SheetId, &[SheetKind]),
) -> Option<Vec<u32>> {
    let (owner, index) = owners.iter().find_map(|kind| {
        let owner = ruleset.sheet_of(kind)?;
        Some((owner, tables.link(ruleset.link_of(sheet, &LinkRole::Inside(owner))?)?))
    })?;
    let mut stays = vec![false; tables.rows(owner)];
    for &row in kept[owner.0 as usize].as_ref()? {
        stays[row as usize] = true;
    }
    let stays = |row: &u32| stays.get(index.get(*row as usize) as usize).copied().unwrap_or(false);
    Some((0..row_id(tables.rows(sheet))).filter(stays).collect())
}

pub(super) fn is_recorded(origin: &Origin) -> bool {
    match origin {
        Origin::Recorded { .. } => true,
        Origin::Builtin(builtin) => match builtin {
            BuiltinColumn::Name
            | BuiltinColumn::Id
            | BuiltinColumn::MatchId
            | BuiltinColumn::Phase
            | BuiltinColumn::Round
            | BuiltinColumn::Pool
            | BuiltinColumn::Umpire
            | BuiltinColumn::ReportedBy
            | BuiltinColumn::ConfirmedBy
            | BuiltinColumn::Date
            | BuiltinColumn::Edition
            | BuiltinColumn::Seat => true,
            BuiltinColumn::Number
            | BuiltinColumn::Written
            | BuiltinColumn::Place
            | BuiltinColumn::Penalty
            | BuiltinColumn::Void => false,
        },
        Origin::Ruled | Origin::State | Origin::Hidden { .. } => false,
    }
}

/// Whether a log has rows of such a sheet.
fn is_of_a_log(kind: &SheetKind) -> bool {
    match kind {
        SheetKind::Entrant
        | SheetKind::Game
        | SheetKind::Side
        | SheetKind::Part { .. }
        | SheetKind::List { .. } => true,
        SheetKind::Event | SheetKind::Match | SheetKind::MatchSide | SheetKind::Join { .. } => false,
    }
}

/// Whether the log fills the link: between sheets that it records, and not worked out from others.
pub(super) fn is_of_the_log(ruleset: &Ruleset, link: &LinkInfo) -> bool {
    let recorded = |sheet: SheetId| is_of_a_log(&ruleset.sheet(sheet).kind);
    let role = match link.role {
        LinkRole::Inside(_) | LinkRole::Entrant => true,
        LinkRole::Opponent | LinkRole::Previous | LinkRole::Seat(_) | LinkRole::Outer | LinkRole::Inner => {
            false
        }
    };
    role && recorded(link.from) && recorded(link.to)
}

/// The values of these rows of a column.
pub(super) fn pick(column: &Column, rows: &[u32]) -> Column {
    fn take<T: Copy>(values: &[T], rows: &[u32]) -> Vec<T> {
        rows.iter().map(|&row| values[row as usize]).collect()
    }
    let data = match &column.data {
        Data::Integer(values) => Data::Integer(values.pick(rows.iter().map(|&row| row as usize))),
        Data::Number(values) => Data::Number(take(values, rows)),
        Data::Flag(values) => Data::Flag(take(values, rows)),
        Data::Symbol(values) => Data::Symbol(take(values, rows)),
    };
    Column { data, known: column.known.as_ref().map(|known| take(known, rows)) }
}
