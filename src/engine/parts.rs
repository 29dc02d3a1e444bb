//! A log cut into several: each with some of its games, and with all of its entrants.
//!
//! Comes in: a log, and for each game the number of its part. Goes out: any of the parts as a log of its own, as if nothing
//! else had been recorded. All rows are looked at once, however many parts there are, and a part costs what it holds. It
//! must never know what tells the parts apart. Start with [`Parts::new`].

use super::filter::{Renumbering, is_of_the_log, is_recorded, pick};
use crate::log::{Act, Change, Deed, Log};
use crate::ruleset::{LinkRole, Ruleset, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Index, LinkId, NO_ROW, SheetId, Tables, row_id};
use crate::value::{Symbol, Symbols, Value};

/// The part of what belongs to no part.
const NOWHERE: u32 = u32::MAX;

/// A log that has been cut.
#[derive(Debug)]
pub struct Parts {
    log: Log,
    /// By sheet; `None` of sheets that a log does not fill.
    sheets: Vec<Option<Cut>>,
}

/// The rows of a sheet, by part.
#[derive(Debug)]
enum Cut {
    /// Every part has all of them.
    Whole,
    /// Each row is in one part.
    Rows {
        /// Of each row its part.
        part: Vec<u32>,
        /// Of each row its number in its part.
        number: Vec<u32>,
        /// Of each part its rows.
        rows: Vec<Vec<u32>>,
    },
}

impl Parts {
    /// Cuts a log into so many parts. A game whose part is another number is in none.
    #[must_use]
    pub fn new(log: Log, ruleset: &Ruleset, part_of_game: &[Option<u32>], count: usize) -> Self {
        let mut sheets: Vec<Option<Cut>> = ruleset.sheets.iter().map(|_| None).collect();
        // A list may belong to the rows of any sheet, so sheets are gone through until each has its owner done.
        for _ in 0..ruleset.sheets.len() {
            for (id, info) in (0_u16..).map(SheetId).zip(&ruleset.sheets) {
                let place = id.0 as usize;
                if sheets[place].is_some() {
                    continue;
                }
                let cut = match &info.kind {
                    SheetKind::Event | SheetKind::Match | SheetKind::MatchSide | SheetKind::Join { .. } => {
                        None
                    }
                    SheetKind::Entrant => Some(Cut::Whole),
                    SheetKind::Game => {
                        let part = (0..log.tables.rows(id))
                            .map(|game| part_of_game.get(game).copied().flatten().unwrap_or(NOWHERE));
                        Some(Cut::rows(part.collect(), count))
                    }
                    SheetKind::Side => owned(ruleset, &log, &sheets, (id, &[SheetKind::Game]), count),
                    SheetKind::Part { .. } => {
                        owned(ruleset, &log, &sheets, (id, &[SheetKind::Game, SheetKind::Side]), count)
                    }
                    SheetKind::List { owner, .. } => {
                        owned(ruleset, &log, &sheets, (id, &[ruleset.sheet(*owner).kind.clone()]), count)
                    }
                };
                sheets[place] = cut;
            }
        }
        Self { log, sheets }
    }

    /// The log as a whole.
    #[must_use]
    pub fn whole(&self) -> &Log {
        &self.log
    }

    /// The log as a whole again.
    #[must_use]
    pub fn into_whole(self) -> Log {
        self.log
    }

    /// The games of a part, as rows of the whole.
    #[must_use]
    pub fn games(&self, ruleset: &Ruleset, part: usize) -> &[u32] {
        let game = ruleset.sheet_of(&SheetKind::Game);
        match game.and_then(|game| self.sheets.get(game.0 as usize)) {
            Some(Some(cut)) => cut.of(part),
            Some(None) | None => &[],
        }
    }

    /// A part as a log of its own, with the acts that are of it; acts about games of others are left out.
    #[must_use]
    pub fn log(&self, ruleset: &Ruleset, part: usize, is_of_it: impl Fn(&Act) -> bool) -> Log {
        let old = &self.log.tables;
        let mut texts = Texts::new(ruleset, &self.log.symbols);
        let mut tables = Tables::new(ruleset.sheets.len(), ruleset.columns.len(), ruleset.links.len());
        for (id, cut) in (0_u16..).map(SheetId).zip(&self.sheets) {
            let rows = cut.as_ref().map_or(0, |cut| cut.count(part, old.rows(id)));
            tables.set_rows(id, rows);
        }
        for (id, info) in (0_u32..).map(ColumnId).zip(&ruleset.columns) {
            let cut = self.sheets[info.sheet.0 as usize].as_ref();
            if let (true, Some(column), Some(cut)) = (is_recorded(&info.origin), old.column(id), cut) {
                tables.set_column(id, texts.moved(cut.pick(part, column)));
            }
        }
        for (id, info) in (0_u16..).map(LinkId).zip(&ruleset.links) {
            let cuts = (self.sheets[info.from.0 as usize].as_ref(), self.sheets[info.to.0 as usize].as_ref());
            if let (true, Some(index), (Some(from), Some(to))) =
                (is_of_the_log(ruleset, info), old.link(id), cuts)
            {
                let target = |row: u32| to.number(index.get(row as usize));
                let rows = match from {
                    Cut::Whole => (0..row_id(old.rows(info.from))).map(target).collect(),
                    Cut::Rows { .. } => from.of(part).iter().copied().map(target).collect(),
                };
                tables.set_link(id, Index::Rows(rows));
            }
        }
        let games = self.games(ruleset, part);
        tables.games = games.iter().filter_map(|&game| old.games.get(game as usize).copied()).collect();
        tables.registered.clone_from(&old.registered);
        let row = |column: ColumnId, row: u32| {
            let cut = self.sheets[ruleset.column(column).sheet.0 as usize].as_ref()?;
            Some(cut.number(row)).filter(|row| *row != NO_ROW)
        };
        let left = Renumbering { games, row: &row };
        let entered = self.log.entered.iter();
        let entered = entered.map(|&before| if before == u32::MAX { before } else { left.now(before) });
        let entered = entered.collect();
        let acts = self.log.acts.iter().filter(|act| is_of_it(act));
        let acts = acts.filter_map(|act| {
            let mut act = left.act(act)?;
            match &mut act.what {
                Deed::Correction { changes, .. }
                | Deed::Report { changes, .. }
                | Deed::Confirmation { changes, .. } => texts.change(changes),
                Deed::Withdrawal { .. }
                | Deed::Winner { .. }
                | Deed::Order { .. }
                | Deed::Pools { .. }
                | Deed::Seed(_)
                | Deed::Void { .. }
                | Deed::Close { .. } => {}
            }
            Some(act)
        });
        let acts = acts.collect();
        let reports = self.log.reports.iter().filter_map(|report| {
            let mut report = left.report(report)?;
            texts.change(&mut report.changes);
            report.by = texts.symbol(report.by);
            Some(report)
        });
        let reports = reports.collect();
        let names = self.log.names.clone();
        Log { tables, symbols: texts.new, names, acts, reports, entered, ..Log::default() }
    }
}

impl Cut {
    fn rows(part: Vec<u32>, count: usize) -> Self {
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); count];
        let number = part.iter().zip(0..).map(|(&part, row)| match rows.get_mut(part as usize) {
            Some(own) => {
                own.push(row);
                row_id(own.len() - 1)
            }
            None => NO_ROW,
        });
        let number = number.collect();
        Self::Rows { part, number, rows }
    }

    fn of(&self, part: usize) -> &[u32] {
        match self {
            Self::Rows { rows, .. } => rows.get(part).map_or(&[], Vec::as_slice),
            Self::Whole => &[],
        }
    }

    fn count(&self, part: usize, whole: usize) -> usize {
        match self {
            Self::Whole => whole,
            Self::Rows { .. } => self.of(part).len(),
        }
    }

    fn pick(&self, part: usize, column: &Column) -> Column {
        match self {
            Self::Whole => column.clone(),
            Self::Rows { .. } => pick(column, self.of(part)),
        }
    }

    /// The number of a row in its part.
    fn number(&self, row: u32) -> u32 {
        match self {
            Self::Whole => row,
            Self::Rows { number, .. } => number.get(row as usize).copied().unwrap_or(NO_ROW),
        }
    }
}

/// The rows of a sheet, each in the part of its owner; `None` as long as that is not known.
fn owned(
    ruleset: &Ruleset,
    log: &Log,
    sheets: &[Option<Cut>],
    (sheet, owners): (SheetId, &[SheetKind]),
    count: usize,
) -> Option<Cut> {
    let (owner, index) = owners.iter().find_map(|kind| {
        let owner = ruleset.sheet_of(kind)?;
        Some((owner, log.tables.link(ruleset.link_of(sheet, &LinkRole::Inside(owner))?)?))
    })?;
    match sheets[owner.0 as usize].as_ref()? {
        Cut::Whole => Some(Cut::Whole),
        Cut::Rows { part, .. } => {
            let of_row = |row: usize| part.get(index.get(row) as usize).copied().unwrap_or(NOWHERE);
            Some(Cut::rows((0..log.tables.rows(sheet)).map(of_row).collect(), count))
        }
    }
}

/// The texts of a part: those of the ruleset, and those that the part has itself.
struct Texts<'a> {
    old: &'a Symbols,
    /// How many are the same in both.
    same: usize,
    new: Symbols,
}

impl<'a> Texts<'a> {
    fn new(ruleset: &Ruleset, old: &'a Symbols) -> Self {
        Self { old, same: ruleset.symbols.len(), new: ruleset.symbols.clone() }
    }

    fn symbol(&mut self, symbol: Symbol) -> Symbol {
        if (symbol.0 as usize) < self.same { symbol } else { self.new.intern(self.old.text(symbol)) }
    }

    fn value(&mut self, value: Value) -> Value {
        match value {
            Value::Text(symbol) => Value::Text(self.symbol(symbol)),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => value,
        }
    }

    fn change(&mut self, changes: &mut [Change]) {
        for change in changes {
            (change.before, change.after) = (self.value(change.before), self.value(change.after));
        }
    }

    fn moved(&mut self, mut column: Column) -> Column {
        if let Data::Symbol(symbols) = &mut column.data {
            for (row, symbol) in symbols.iter_mut().enumerate() {
                // What stands where nothing is known says nothing.
                let is_known = column.known.as_ref().is_none_or(|known| known.get(row) == Some(&true));
                *symbol = if is_known { self.symbol(*symbol) } else { Symbol(0) };
            }
        }
        column
    }
}
