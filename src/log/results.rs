//! Results that several report, that somebody confirms, or that the arbiter annuls: what of a log counts, and what is agreed.
//!
//! Nothing here is kept but derived: from what was recorded, from [`Report`]s and from acts, so that a log as it stood
//! earlier, or without some games, says what it said then. Start with [`Results`].

use super::Log;
use super::acts::{Act, Change, Deed};
use crate::ruleset::{BuiltinColumn, LinkRole, Ruleset, SheetKind};
use crate::sheet::{Column, Grouping, Index, RecordPlace, Tables};
use crate::value::{Kind, Symbol, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A record of a game that was recorded before, by somebody else.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The row of the game.
    pub game: u32,
    /// Who reports it.
    pub by: Symbol,
    /// Where it stands.
    pub place: RecordPlace,
    /// How many games stand before it in the log.
    pub games_before: u32,
    /// What it says otherwise than what stood before it.
    pub changes: Vec<Change>,
    /// Whether it contradicts what stood before it. Else what it says beyond that is among what is recorded.
    pub contradicts: bool,
}

/// A game of which two records contradict one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The row of the game.
    pub game: u32,
    /// The records that contradict what stood before them, by their places among the reports.
    pub reports: Vec<usize>,
    /// The act that settled it, by its place among the acts; `None`: it is open.
    pub settled: Option<usize>,
}

/// What is agreed of the result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// Somebody else than who reported it has confirmed it: who plays in it, or its umpire.
    Confirmed,
    /// The arbiter corrected it, or said which record stands.
    Settled,
    /// Nobody has confirmed it.
    Unconfirmed,
    /// Records of it contradict one another.
    Disputed,
    /// It does not count: an act annuls it.
    Annulled,
}

/// A game that does not count, whatever the format says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annulled {
    /// The row of the game.
    pub game: u32,
    /// How many games stood in the log when it ceased to count.
    pub since: u32,
}

/// What a log says of results.
#[derive(Debug, Clone, Copy)]
pub struct Results<'a> {
    /// What is recorded.
    pub tables: &'a Tables,
    /// What the arbiter did, and who confirmed what.
    pub acts: &'a [Act],
    /// Further records of games.
    pub reports: &'a [Report],
}

impl Log {
    /// What it says of results.
    #[must_use]
    pub fn results(&self) -> Results<'_> {
        Results { tables: &self.tables, acts: &self.acts, reports: &self.reports }
    }
}

impl Results<'_> {
    /// The games that do not count, whatever the format says of them: those that an act annuls, in the order of the acts,
    /// then those that are in dispute.
    #[must_use]
    pub fn annulled(&self) -> Vec<Annulled> {
        let mut all = self.annulled_by_acts();
        all.extend(self.in_dispute());
        all
    }

    /// The games that an act annuls, in the order of the acts.
    #[must_use]
    pub fn annulled_by_acts(&self) -> Vec<Annulled> {
        let by_acts = self.acts.iter().flat_map(|act| {
            let rows = match &act.what {
                Deed::Void { games } => games.rows.as_slice(),
                Deed::Withdrawal { .. }
                | Deed::Winner { .. }
                | Deed::Order { .. }
                | Deed::Pools { .. }
                | Deed::Seed(_)
                | Deed::Correction { .. }
                | Deed::Report { .. }
                | Deed::Confirmation { .. }
                | Deed::Close { .. } => &[],
            };
            rows.iter().map(|&game| Annulled { game, since: act.games_before })
        });
        by_acts.collect()
    }

    /// The games that are in dispute: they wait for the arbiter, and do not count until then.
    #[must_use]
    pub fn in_dispute(&self) -> Vec<Annulled> {
        let disputed = self.open_disputes().into_iter().filter_map(|dispute| {
            let first = self.reports.get(*dispute.reports.first()?)?;
            Some(Annulled { game: dispute.game, since: first.games_before })
        });
        disputed.collect()
    }

    /// The disputes that are settled: of which game, and how many games stood in the log when each came up and when it was
    /// settled.
    #[must_use]
    pub fn settled_disputes(&self) -> Vec<(u32, Range<u32>)> {
        let settled = self.disputes().into_iter().filter_map(|dispute| {
            let first = self.reports.get(*dispute.reports.first()?)?;
            let act = self.acts.get(dispute.settled?)?;
            Some((dispute.game, first.games_before..act.games_before))
        });
        settled.collect()
    }

    /// The disputes that wait for the arbiter: those that nothing settles, about games that no act annuls.
    #[must_use]
    pub fn open_disputes(&self) -> Vec<Dispute> {
        let mut open = self.disputes();
        open.retain(|dispute| dispute.settled.is_none());
        if !open.is_empty() {
            let gone: FxHashSet<u32> = self.annulled_by_acts().iter().map(|one| one.game).collect();
            open.retain(|dispute| !gone.contains(&dispute.game));
        }
        open
    }

    /// The disputes of the log, in the order in which they came up: a further record of a game contradicts what stood before
    /// it. A correction of the game settles it, and so does a decision which record stands; what contradicts after that is
    /// another dispute.
    #[must_use]
    pub fn disputes(&self) -> Vec<Dispute> {
        let mut all: Vec<Dispute> = Vec::new();
        if self.reports.iter().all(|report| !report.contradicts) {
            return all;
        }
        let settling =
            self.acts.iter().enumerate().filter_map(|(place, act)| settles(&act.what).zip(Some(place)));
        let mut by_game: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        settling.for_each(|(game, act)| by_game.entry(game).or_default().push(act));
        let after = |report: &Report| {
            let acts = by_game.get(&report.game).map(Vec::as_slice).unwrap_or_default();
            acts.iter().copied().find(|&act| self.acts[act].place > report.place)
        };
        let mut known: FxHashMap<(u32, Option<usize>), usize> = FxHashMap::default();
        for (place, report) in self.reports.iter().enumerate().filter(|(_, report)| report.contradicts) {
            let settled = after(report);
            let dispute = *known.entry((report.game, settled)).or_insert_with(|| {
                all.push(Dispute { game: report.game, reports: Vec::new(), settled });
                all.len() - 1
            });
            all[dispute].reports.push(place);
        }
        all
    }

    /// What is agreed of the result of each game; `None` where nothing in the log is reported by anybody or confirmed.
    #[must_use]
    pub fn agreements(&self, ruleset: &Ruleset) -> Option<Vec<Agreement>> {
        let games = ruleset.sheet_of(&SheetKind::Game)?;
        let column = |builtin| self.tables.column(ruleset.builtin(games, builtin)?);
        let (reported, confirmed) = (column(BuiltinColumn::ReportedBy)?, column(BuiltinColumn::ConfirmedBy)?);
        let says_something = |column: &Column| (0..column.len()).any(|row| column.is_known(row));
        if !says_something(reported) && !says_something(confirmed) && self.reports.is_empty() {
            return None;
        }
        let own = Own::new(self.tables, ruleset, column(BuiltinColumn::Umpire));
        let is_confirmed = |row: usize| match confirmed.value(row, &Kind::Text) {
            Value::Text(by) => reported.value(row, &Kind::Text) != Value::Text(by) && own.has(row, by),
            _ => false,
        };
        let rows = 0..self.tables.rows(games);
        let state = |row| if is_confirmed(row) { Agreement::Confirmed } else { Agreement::Unconfirmed };
        let mut all: Vec<Agreement> = rows.map(state).collect();
        let mut set = |game: u32, state: Agreement| {
            if let Some(known) = all.get_mut(game as usize) {
                *known = state;
            }
        };
        let settled = self.acts.iter().filter_map(|act| settles(&act.what));
        settled.for_each(|game| set(game, Agreement::Settled));
        for dispute in self.open_disputes() {
            set(dispute.game, Agreement::Disputed);
        }
        for act in self.acts {
            if let Deed::Void { games } = &act.what {
                games.rows.iter().for_each(|&game| set(game, Agreement::Annulled));
            }
        }
        Some(all)
    }
}

/// The game about which an act settles what is in dispute.
fn settles(deed: &Deed) -> Option<u32> {
    match deed {
        Deed::Correction { game, .. } | Deed::Report { game, .. } => Some(*game),
        Deed::Withdrawal { .. }
        | Deed::Winner { .. }
        | Deed::Order { .. }
        | Deed::Pools { .. }
        | Deed::Seed(_)
        | Deed::Void { .. }
        | Deed::Confirmation { .. }
        | Deed::Close { .. } => None,
    }
}

/// Whose a game is: those who play in it, and its umpire.
struct Own<'a> {
    sides: Option<(Grouping, &'a Index, &'a Column)>,
    umpire: Option<&'a Column>,
}

impl<'a> Own<'a> {
    fn new(tables: &'a Tables, ruleset: &Ruleset, umpire: Option<&'a Column>) -> Self {
        let sides = || {
            let [game, side, entrant] = [SheetKind::Game, SheetKind::Side, SheetKind::Entrant];
            let (game, side) = (ruleset.sheet_of(&game)?, ruleset.sheet_of(&side)?);
            let index = tables.link(ruleset.link_of(side, &LinkRole::Inside(game))?)?;
            let who = tables.link(ruleset.link_of(side, &LinkRole::Entrant)?)?;
            let name = ruleset.builtin(ruleset.sheet_of(&entrant)?, BuiltinColumn::Name)?;
            let of_games = Grouping::new(index, tables.rows(side), tables.rows(game));
            Some((of_games, who, tables.column(name)?))
        };
        Self { sides: sides(), umpire }
    }

    fn has(&self, game: usize, by: Symbol) -> bool {
        let is_by = |column: &Column, row: usize| {
            row < column.len() && column.value(row, &Kind::Text) == Value::Text(by)
        };
        let plays = self.sides.as_ref().is_some_and(|(of_games, who, names)| {
            of_games.children(game).iter().any(|&side| is_by(names, who.get(side as usize) as usize))
        });
        plays || self.umpire.is_some_and(|umpire| is_by(umpire, game))
    }
}
