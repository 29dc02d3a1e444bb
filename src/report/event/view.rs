//! What the shapes look up in an event: names, phases, rounds, where an act stands.
//!
//! Comes in: a [`Course`], and the tables of its log. Goes out: words and rows. It must never know a shape.
//! Start with [`EventView::new`].

use crate::engine::Outcome;
use crate::event::{Course, Due, GameCourse, GameState, MatchCourse, Overdue, PhaseCourse, RoundCourse};
use crate::log::{Act, Log, Report, Results};
use crate::pairing::Lots;
use crate::report::cell::shown;
use crate::report::grid::printed;
use crate::report::view::View;
use crate::report::{Stamp, Subject};
use crate::ruleset::{
    Admission, BuiltinColumn, Phase, PhaseId, Ruleset, Scheme, Settings, SheetKind, Standing,
};
use crate::sheet::{ColumnId, RecordPlace, Tables};
use crate::value::{Symbol, Symbols, Value};
use std::collections::BTreeMap;
use std::ops::Deref;

/// Names in a line beyond which the rest is counted.
const MOST_NAMES: usize = 60;

/// What stands under the whole is not said of its parts.
static NOT_SAID: Stamp = Stamp { rules: String::new(), logs: None, seed: 0 };

/// The log of an event, as it was read or as it was scored.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// What was recorded.
    pub tables: &'a Tables,
    /// The texts behind symbols.
    pub symbols: &'a Symbols,
    /// The names of the logs.
    pub logs: &'a [String],
    /// What the arbiter did.
    pub acts: &'a [Act],
    /// Further records of games, by others.
    pub reports: &'a [Report],
    /// For each entrant how many games stand before the record that registers them.
    pub entered: &'a [u32],
}

/// Somebody who entered after the first game of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LateEntry {
    /// Who.
    pub entrant: u32,
    /// How many games stand before the record.
    pub games_before: u32,
    /// Where it stands.
    pub place: RecordPlace,
}

impl<'a> Recorded<'a> {
    /// What the log says of results.
    pub fn results(&self) -> Results<'a> {
        Results { tables: self.tables, acts: self.acts, reports: self.reports }
    }
}

impl<'a> From<&'a Log> for Recorded<'a> {
    fn from(log: &'a Log) -> Self {
        let Log { tables, symbols, names, acts, reports, entered, .. } = log;
        Self { tables, symbols, logs: names, acts, reports, entered }
    }
}

impl<'a> From<&'a Outcome> for Recorded<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let Outcome { tables, symbols, logs, acts, reports, entered, .. } = outcome;
        Self { tables, symbols, logs, acts, reports, entered }
    }
}

/// A log, with its names at hand.
pub struct LogView<'a> {
    /// The checked format.
    pub ruleset: &'a Ruleset,
    /// The values of its options.
    pub settings: &'a Settings,
    /// The log.
    pub recorded: Recorded<'a>,
    /// The name of each entrant.
    pub names: Vec<&'a str>,
    /// The seats, in order; empty where sides have none.
    pub seats: Vec<Symbol>,
}

impl<'a> LogView<'a> {
    /// Gathers what is needed.
    pub fn new(ruleset: &'a Ruleset, settings: &'a Settings, recorded: Recorded<'a>) -> Self {
        let seats = if ruleset.plans.is_empty() { &[][..] } else { &ruleset.plan(settings).seats };
        let mut view = Self {
            ruleset,
            settings,
            recorded,
            names: Vec::new(),
            seats: seats.iter().map(|seat| seat.name).collect(),
        };
        if let Some(sheet) = ruleset.sheet_of(&SheetKind::Entrant) {
            let column = ruleset.builtin(sheet, BuiltinColumn::Name);
            let name = |row| view.text(column, row).unwrap_or_default();
            view.names = (0..recorded.tables.rows(sheet)).map(name).collect();
        }
        view
    }

    /// The name of an entrant.
    pub fn name(&self, entrant: u32) -> &'a str {
        self.names.get(entrant as usize).copied().unwrap_or_default()
    }

    /// Names, with commas between; of many the first ones, and how many more there are.
    pub fn names_of(&self, entrants: &[u32]) -> String {
        let names: Vec<&str> = entrants.iter().take(MOST_NAMES).map(|&entrant| self.name(entrant)).collect();
        match entrants.len().saturating_sub(MOST_NAMES) {
            0 => names.join(", "),
            more => format!("{} and {more} more", names.join(", ")),
        }
    }

    /// A name that a terminal prints and does not act upon.
    pub fn printed(&self, entrant: u32) -> String {
        printed(self.name(entrant))
    }

    /// A phase of the format.
    pub fn phase(&self, id: PhaseId) -> &'a Phase {
        self.ruleset.phase(id)
    }

    /// What a seat is called.
    pub fn seat(&self, seat: Symbol) -> &'a str {
        self.recorded.symbols.text(seat)
    }

    /// What a recorded game is called: its id, or its number.
    pub fn game_id(&self, game: u32) -> String {
        let sheet = self.ruleset.sheet_of(&SheetKind::Game);
        let column = sheet.and_then(|sheet| self.ruleset.builtin(sheet, BuiltinColumn::Id));
        let id = self.text(column, game as usize);
        id.map_or_else(|| (u64::from(game) + 1).to_string(), str::to_owned)
    }

    /// A text that was recorded.
    pub fn text(&self, column: Option<ColumnId>, row: usize) -> Option<&'a str> {
        let id = column?;
        let column = self.recorded.tables.column(id).filter(|column| row < column.len())?;
        match column.value(row, &self.ruleset.column(id).ty.kind) {
            Value::Text(symbol) => Some(self.recorded.symbols.text(symbol)),
            Value::Integer(_)
            | Value::Number(_)
            | Value::Flag(_)
            | Value::Date(_)
            | Value::Duration(_)
            | Value::Missing => None,
        }
    }

    /// A text in a column that every format has, of a game.
    pub fn builtin_of_game(&self, builtin: BuiltinColumn, game: usize) -> Option<&'a str> {
        let sheet = self.ruleset.sheet_of(&SheetKind::Game)?;
        self.text(self.ruleset.builtin(sheet, builtin), game)
    }

    /// A recorded value, for people.
    pub fn shown(&self, value: Value) -> String {
        shown(value, self.recorded.symbols)
    }

    /// `log.jsonl:12`
    pub fn place(&self, place: RecordPlace) -> String {
        format!("{}:{}", self.log_name(place), place.line)
    }

    /// What a log is called.
    pub fn log_name(&self, place: RecordPlace) -> &'a str {
        self.recorded.logs.get(place.log as usize).map_or("", String::as_str)
    }

    /// Who entered after the first game of an event, in the order of the log; nobody where there are no phases.
    pub fn late_entries(&self) -> Vec<LateEntry> {
        if self.ruleset.phases.is_empty() {
            return Vec::new();
        }
        let all = (0..).zip(self.recorded.entered).zip(&self.recorded.tables.registered);
        let late = all.filter_map(|((entrant, &games_before), place)| {
            let place = place.filter(|_| games_before > 0)?;
            Some(LateEntry { entrant, games_before, place })
        });
        let mut late: Vec<LateEntry> = late.collect();
        late.sort_by_key(|entry| entry.place);
        late
    }

    /// An act of the log.
    pub fn act(&self, act: usize) -> Option<&'a Act> {
        self.recorded.acts.get(act)
    }
}

/// An event, with its log at hand.
pub struct EventView<'a> {
    /// Its log.
    log: LogView<'a>,
    /// How it went.
    pub course: &'a Course,
}

impl<'a> Deref for EventView<'a> {
    type Target = LogView<'a>;

    fn deref(&self) -> &LogView<'a> {
        &self.log
    }
}

impl<'a> EventView<'a> {
    /// Adds how the event went.
    pub fn new(log: LogView<'a>, course: &'a Course) -> Self {
        Self { log, course }
    }

    /// The phase and the round under way, or the last ones.
    pub fn last(&self) -> Option<(&'a PhaseCourse, &'a RoundCourse)> {
        let phase = self.course.phases.last()?;
        Some((phase, phase.rounds.last()?))
    }

    /// What draws lots in a round.
    pub fn lots(&self, seed: u64) -> Lots<'_> {
        Lots::new(seed, &self.names)
    }

    /// What ranks a phase, and its place among the standings.
    pub fn standing_of(&self, phase: PhaseId) -> Option<(usize, &'a Standing)> {
        let id = self.phase(phase).standing?;
        Some((usize::from(id.0), self.ruleset.standing(id)))
    }

    /// An outcome of the event, with its sheets at hand.
    pub fn outcome<'b>(&'b self, outcome: &'b Outcome) -> View<'b> {
        View::new(Subject {
            ruleset: self.ruleset,
            settings: self.settings,
            seed: self.course.seed,
            stamp: &NOT_SAID,
            outcome,
            corrected: None,
            remarks: &[],
            course: None,
            edition: self.course.edition,
            after: None,
        })
    }

    /// The round whose standing says why the event waits: in which entrants are level, or which goes on as games come.
    pub fn level_after(&self) -> Option<(&'a PhaseCourse, &'a RoundCourse)> {
        match &self.course.due {
            Due::Open => self.last(),
            Due::Order { phase, round, .. } => {
                let course = self.course.phases.iter().find(|course| course.phase == *phase)?;
                Some((course, course.rounds.iter().find(|known| known.number == *round)?))
            }
            Due::Round
            | Due::Results
            | Due::Winner { .. }
            | Due::Draw { .. }
            | Due::Impossible { .. }
            | Due::Over => None,
        }
    }

    /// The round before one, in the same phase.
    pub fn round_before(&self, phase: PhaseId, round: u32) -> Option<&'a RoundCourse> {
        let course = self.course.phases.iter().find(|course| course.phase == phase)?;
        course.rounds.iter().find(|course| course.number.checked_add(1) == Some(round))
    }

    /// How many rounds a phase has, where that is known.
    pub fn rounds_of(&self, phase: &PhaseCourse) -> Option<u32> {
        match &self.phase(phase.phase).scheme {
            Scheme::Pools(pools) => Some(pools.rounds),
            Scheme::Knockout(_) => phase.bracket.iter().map(|course| course.round).max(),
            Scheme::RoundRobin(_) | Scheme::Open(_) => None,
        }
    }

    /// The match that is overdue, where it is one.
    pub fn late_match(&self, late: &Overdue) -> Option<&'a MatchCourse> {
        let phase = self.course.phases.iter().find(|phase| phase.phase == late.phase)?;
        phase.bracket.get(late.in_match?)
    }

    /// The seed in force when a phase began.
    pub fn seed_of(&self, phase: &PhaseCourse) -> u64 {
        phase.rounds.first().map_or(self.course.seed, |round| round.seed)
    }

    /// Who is A, B… in the games of each match that has games: 0 for A.
    pub fn members(&self, phase: &PhaseCourse) -> BTreeMap<usize, Vec<(u32, u32)>> {
        let mut all: BTreeMap<usize, Vec<(u32, u32)>> = BTreeMap::new();
        let Scheme::Knockout(knockout) = &self.phase(phase.phase).scheme else { return all };
        for game in phase.rounds.iter().flat_map(|round| &round.games) {
            let Some(place) = game.in_match else { continue };
            if let GameState::Void(_) = game.state {
                // It may have been played in other seats.
                continue;
            }
            let line = game.pairing.line as usize;
            let line = knockout.schedule.as_ref().and_then(|schedule| schedule.games.get(line));
            for (side, (_, entrant)) in (0..).zip(&game.pairing.sides) {
                let scheduled = line.and_then(|line| line.sides.get(side as usize));
                all.entry(place).or_default().push((scheduled.map_or(side, |side| side.member), *entrant));
            }
        }
        for members in all.values_mut() {
            members.sort_unstable();
            members.dedup();
        }
        all
    }

    /// Who has withdrawn, and is therefore not in this round.
    pub fn left_out(&self, phase: &PhaseCourse, round: &RoundCourse) -> Vec<u32> {
        let plays = |entrant: u32| {
            round.order.contains(&entrant) || round.games.iter().any(|game| has(game, entrant))
        };
        let could = |entrant: u32| match self.phase(phase.phase).entrants {
            Admission::Everybody => true,
            Admission::Places { .. } => phase.entrants.contains(&entrant),
        };
        let withdrawn = self.course.withdrawn.iter().copied();
        withdrawn.filter(|&entrant| could(entrant) && !plays(entrant)).collect()
    }

    /// The most sides that a game of these has.
    pub fn most_sides(games: &[GameCourse]) -> usize {
        games.iter().map(|game| game.pairing.sides.len()).max().unwrap_or(0)
    }
}

/// Whether an entrant plays a game.
fn has(game: &GameCourse, entrant: u32) -> bool {
    game.pairing.sides.iter().any(|(_, who)| *who == entrant)
}
