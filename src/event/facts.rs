//! The games of a log as an event sees them: phase, round, match, and who sat where.
//!
//! Comes in: a log. Goes out: the same, game by game. It must never know a score. Start with [`Facts::new`].

use super::course::{Course, MatchCourse};
use crate::engine::{self, Failed, Outcome};
use crate::log::{Act, Annulled, Deed, Log};
use crate::ruleset::{BuiltinColumn, LinkRole, PhaseId, Ruleset, Settings, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Grouping, Index, NO_ROW, SheetId, row_id};
use crate::value::{Kind, Symbol, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// A log, game by game.
pub(super) struct Facts<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    pub log: &'a Log,
    /// The name of each entrant.
    pub names: Vec<&'a str>,
    /// How many games there are.
    pub games: u32,
    ids: Option<&'a Column>,
    phase: Option<&'a Column>,
    round: Option<&'a Column>,
    in_match: Option<&'a Column>,
    /// For each game that is annulled how many games stood in the log then.
    annulled: FxHashMap<u32, u32>,
    /// The same for each game that is in dispute.
    disputed: FxHashMap<u32, u32>,
    /// Each dispute that is settled: the game, and how many games stood in the log when it came up and when it was settled.
    settled: Vec<(u32, Range<u32>)>,
    sides: Option<Sides<'a>>,
    /// The round of each game that names a match of a bracket: what the bracket says.
    of_brackets: FxHashMap<u32, u32>,
}

/// Who sat where.
struct Sides<'a> {
    of_games: Grouping,
    entrants: &'a Index,
    /// `None` where the format has no seats.
    seats: Option<&'a Column>,
}

/// Games that were played, and what came out.
pub(super) struct Ran {
    pub outcome: Outcome,
    /// The row of the log's game sheet that each of its games has.
    pub kept: Vec<u32>,
}

impl<'a> Facts<'a> {
    pub fn new(ruleset: &'a Ruleset, settings: &'a Settings, log: &'a Log) -> Self {
        let game = ruleset.sheet_of(&SheetKind::Game);
        let column = |builtin| filled(ruleset, log, game?, builtin);
        Self {
            ruleset,
            settings,
            log,
            names: log.entrants(ruleset),
            games: game.map_or(0, |game| row_id(log.tables.rows(game))),
            ids: column(BuiltinColumn::Id),
            phase: column(BuiltinColumn::Phase),
            round: column(BuiltinColumn::Round),
            in_match: column(BuiltinColumn::MatchId),
            annulled: first_of_each(log.results().annulled_by_acts()),
            disputed: first_of_each(log.results().in_dispute()),
            settled: log.results().settled_disputes(),
            sides: game.and_then(|game| Sides::new(ruleset, settings, log, game)),
            of_brackets: FxHashMap::default(),
        }
    }

    /// A log that was followed.
    pub fn followed(ruleset: &'a Ruleset, settings: &'a Settings, log: &'a Log, course: &Course) -> Self {
        let mut facts = Self::new(ruleset, settings, log);
        course.phases.iter().for_each(|phase| facts.know_bracket(phase.phase, &phase.bracket));
        facts
    }

    /// Learns of which rounds the matches of a bracket are: whoever names a match need not name its round.
    pub fn know_bracket(&mut self, phase: PhaseId, bracket: &[MatchCourse]) {
        let rounds: FxHashMap<&str, u32> =
            bracket.iter().map(|course| (course.line.name.as_str(), course.round)).collect();
        let of_matches = self.games_of(phase).filter_map(|game| {
            let round = self.in_match(game).and_then(|name| rounds.get(name).copied())?;
            Some((game, round))
        });
        let of_matches: Vec<(u32, u32)> = of_matches.collect();
        self.of_brackets.extend(of_matches);
    }

    /// The phase of a game. One that names none belongs to the first.
    pub fn phase(&self, game: u32) -> PhaseId {
        let symbol = self.phase.and_then(|column| symbol(column, game));
        let known = symbol.and_then(|symbol| self.ruleset.find_phase(self.log.symbols.text(symbol)));
        known.unwrap_or(PhaseId(0))
    }

    /// The round of a game: that of its match in the bracket, or what was recorded.
    pub fn round(&self, game: u32) -> Option<u32> {
        if let Some(round) = self.of_brackets.get(&game) {
            return Some(*round);
        }
        match self.round?.value(game as usize, &Kind::Integer) {
            Value::Integer(round) => u32::try_from(round).ok(),
            Value::Number(_)
            | Value::Flag(_)
            | Value::Text(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }

    /// The name by which a game is recorded.
    pub fn id(&self, game: u32) -> Option<&'a str> {
        self.ids.and_then(|column| symbol(column, game)).map(|symbol| self.log.symbols.text(symbol))
    }

    /// The match of a game.
    pub fn in_match(&self, game: u32) -> Option<&'a str> {
        self.in_match.and_then(|column| symbol(column, game)).map(|symbol| self.log.symbols.text(symbol))
    }

    /// Who played a game: seats and entrants.
    pub fn sides(&self, game: u32) -> Vec<(Option<Symbol>, u32)> {
        let Some(sides) = &self.sides else { return Vec::new() };
        let side = |&side: &u32| {
            let seat = sides.seats.and_then(|column| symbol(column, side));
            (seat, sides.entrants.get(side as usize))
        };
        sides.of_games.children(game as usize).iter().map(side).filter(|(_, who)| *who != NO_ROW).collect()
    }

    /// The games of a phase, in the order of the log.
    pub fn games_of(&self, phase: PhaseId) -> impl Iterator<Item = u32> {
        (0..self.games).filter(move |&game| self.phase(game) == phase)
    }

    /// The first game of a round, or how many games there are where none of it has been played.
    pub fn beginning(&self, phase: PhaseId, round: u32) -> u32 {
        self.games_of(phase).find(|&game| self.round(game) == Some(round)).unwrap_or(self.games)
    }

    /// Whether any game is annulled, or in dispute.
    pub fn has_annulled(&self) -> bool {
        !self.annulled.is_empty() || !self.disputed.is_empty()
    }

    /// Whether a game was annulled by the time the log held this many games: then it is as if it had not been played.
    pub fn is_annulled(&self, game: u32, games: u32) -> bool {
        self.annulled.get(&game).is_some_and(|&since| since <= games)
    }

    /// Whether a game was in dispute by the time the log held this many games, and still is: it waits for the arbiter.
    pub fn is_disputed(&self, game: u32, games: u32) -> bool {
        self.disputed.get(&game).is_some_and(|&since| since <= games)
    }

    /// Whether a game was in dispute when the log held this many games, be it settled since or not.
    pub fn was_disputed(&self, game: u32, games: u32) -> bool {
        let was = |(of, while_open): &(u32, Range<u32>)| *of == game && while_open.contains(&games);
        self.is_disputed(game, games) || self.settled.iter().any(was)
    }

    /// Whether nothing that stands after this many games says otherwise what came out of one of these.
    pub fn is_settled(&self, games: u32) -> bool {
        let is_late = |(game, since): (&u32, &u32)| *since > games && *game < games;
        !self.disputed.iter().any(is_late) && self.corrected_after(games).is_empty()
    }

    /// The first game of a later round of the phase, or of a later phase; how many games there are, where there is none.
    pub fn after(&self, phase: PhaseId, round: u32) -> u32 {
        let is_later = |game: &u32| {
            let of = self.phase(*game);
            of > phase || of == phase && self.round(*game).is_some_and(|other| other > round)
        };
        (0..self.games).find(is_later).unwrap_or(self.games)
    }

    /// The acts that stand before this many games.
    pub fn acts_before(&self, games: u32) -> impl Iterator<Item = (usize, &'a Act)> {
        self.log.acts.iter().enumerate().filter(move |(_, act)| act.games_before <= games)
    }

    /// Corrections and annulments that stand after this many games, and are about one of these.
    pub fn corrected_after(&self, games: u32) -> Vec<usize> {
        let late = |act: &Act| match &act.what {
            Deed::Correction { .. } | Deed::Report { .. } | Deed::Void { .. } => {
                act.games_before > games && act.what.games().iter().any(|game| *game < games)
            }
            Deed::Withdrawal { .. }
            | Deed::Winner { .. }
            | Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Confirmation { .. }
            | Deed::Close { .. } => false,
        };
        self.log.acts.iter().enumerate().filter(|(_, act)| late(act)).map(|(place, _)| place).collect()
    }

    /// The act that closed a phase, and how many games stand above it.
    pub fn closed(&self, phase: PhaseId) -> Option<(usize, u32)> {
        let act = self.log.acts.iter().position(|act| act.what == Deed::Close { phase })?;
        Some((act, self.log.acts.get(act)?.games_before))
    }

    /// Whether an entrant has entered before this many games, and not withdrawn.
    pub fn is_in(&self, entrant: u32, games: u32) -> bool {
        let entered = self.log.entered.get(entrant as usize).copied().unwrap_or(0);
        entered <= games && !self.has_withdrawn(entrant, games)
    }

    /// The act by which an entrant withdrew before this many games.
    pub fn withdrawal(&self, entrant: u32, games: u32) -> Option<usize> {
        let mut acts = self.acts_before(games);
        acts.find(|(_, act)| act.what == Deed::Withdrawal { entrant }).map(|(place, _)| place)
    }

    /// Whether an entrant has withdrawn before this many games.
    pub fn has_withdrawn(&self, entrant: u32, games: u32) -> bool {
        self.withdrawal(entrant, games).is_some()
    }

    /// The seed in force before this many games; `given` where the log records none.
    pub fn seed(&self, games: u32, given: u64) -> u64 {
        self.log.seed(games, given)
    }

    /// Whether the format has a condition by which a game is void.
    pub fn has_void_rules(&self) -> bool {
        let game = self.ruleset.sheet_of(&SheetKind::Game);
        let column = game.and_then(|game| self.ruleset.builtin(game, BuiltinColumn::Void));
        column.is_some_and(|column| self.ruleset.voids.iter().any(|(_, void)| *void == column))
    }

    /// For each game whether it counts for nothing, as the log stood when it held `as_of` games.
    pub fn void(&self, as_of: u32, seed: u64) -> Result<Vec<bool>, Box<Failed>> {
        let game = self.ruleset.sheet_of(&SheetKind::Game);
        let column = game.and_then(|game| self.ruleset.builtin(game, BuiltinColumn::Void));
        let by_rules = column.filter(|column| self.ruleset.voids.iter().any(|(_, void)| void == column));
        let Some(column) = by_rules else {
            return Ok((0..self.games).map(|game| self.does_not_count(game, as_of)).collect());
        };
        let ran = self.score_under_way(as_of, seed, |_| true)?;
        let is_void = |game| ran.outcome.value(self.ruleset, column, game) == Value::Flag(true);
        Ok((0..self.games).map(|game| is_void(game) || self.does_not_count(game, as_of)).collect())
    }

    fn does_not_count(&self, game: u32, as_of: u32) -> bool {
        self.is_annulled(game, as_of) || self.is_disputed(game, as_of)
    }

    /// Scores some of the games while matches are under way: these may be level, which is nothing to refuse.
    pub fn score_under_way(
        &self,
        as_of: u32,
        seed: u64,
        keep: impl Fn(u32) -> bool,
    ) -> Result<Ran, Box<Failed>> {
        if self.ruleset.refuses_ties() {
            let shared = self.ruleset.with_ties_shared();
            return self.score_by(&shared, (as_of, seed), keep);
        }
        self.score(as_of, seed, keep)
    }

    /// Scores some of the games, with the corrections that stand before `as_of` games.
    pub fn score(&self, as_of: u32, seed: u64, keep: impl Fn(u32) -> bool) -> Result<Ran, Box<Failed>> {
        self.score_by(self.ruleset, (as_of, seed), keep)
    }

    fn score_by(
        &self,
        ruleset: &Ruleset,
        (as_of, seed): (u32, u64),
        keep: impl Fn(u32) -> bool,
    ) -> Result<Ran, Box<Failed>> {
        let kept: Vec<u32> = (0..self.games).filter(|&game| keep(game)).collect();
        let dropped: BTreeSet<u32> = (0..self.games).filter(|&game| !keep(game)).collect();
        let log = engine::without_games(&self.log.as_of(as_of), self.ruleset, &dropped);
        let outcome = engine::run(ruleset, self.settings, log, seed)?;
        Ok(Ran { outcome, kept })
    }
}

impl<'a> Sides<'a> {
    fn new(ruleset: &'a Ruleset, settings: &Settings, log: &'a Log, game: SheetId) -> Option<Self> {
        let sheet = ruleset.sheet_of(&SheetKind::Side)?;
        let index = log.tables.link(ruleset.link_of(sheet, &LinkRole::Inside(game))?)?;
        let entrants = log.tables.link(ruleset.link_of(sheet, &LinkRole::Entrant)?)?;
        let seated = !ruleset.plan(settings).seats.is_empty();
        let seats = filled(ruleset, log, sheet, BuiltinColumn::Seat).filter(|_| seated);
        let of_games = Grouping::new(index, log.tables.rows(sheet), log.tables.rows(game));
        Some(Self { of_games, entrants, seats })
    }
}

/// For each of these games since when it does not count.
fn first_of_each(all: Vec<Annulled>) -> FxHashMap<u32, u32> {
    all.into_iter().rev().map(|one| (one.game, one.since)).collect()
}

fn filled<'a>(ruleset: &Ruleset, log: &'a Log, sheet: SheetId, builtin: BuiltinColumn) -> Option<&'a Column> {
    let id: ColumnId = ruleset.builtin(sheet, builtin)?;
    log.tables.column(id).filter(|column| column.len() == log.tables.rows(sheet))
}

fn symbol(column: &Column, row: u32) -> Option<Symbol> {
    let row = row as usize;
    match &column.data {
        Data::Symbol(values) if column.is_known(row) => values.get(row).copied(),
        Data::Symbol(_) | Data::Integer(_) | Data::Number(_) | Data::Flag(_) => None,
    }
}
