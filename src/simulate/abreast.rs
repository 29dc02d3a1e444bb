//! Events abreast: some hundreds of them, paired each for itself, and scored all at once.
//!
//! Comes in: a [`Plan`], and which events. Goes out: a [`Tally`]. Each event has a seed of its own, which draws its pools
//! and all that is level; the results of a batch are invented together. It must never know another batch.
//! Start with [`Batches::new`], then [`Batches::play`].

use super::batch::Batch;
use super::plan::{Plan, PlannedPhase, Wave, places_in};
use super::tally::Tally;
use crate::engine::{self, Abreast, Failed, Looked, Round, Wanted};
use crate::log::Log;
use crate::lot::lot;
use crate::ruleset::{Admission, BuiltinColumn, LinkRole, Ranking, Ruleset, Scheme, SheetKind};
use crate::sheet::{Column, ColumnId, Data, Tables};
use crate::value::Symbols;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// So many games are played at one time…
const GAMES: usize = 16_384;

/// … of so many events at most.
const EVENTS: usize = 256;

/// Batches of events.
pub(super) struct Batches<'a> {
    plan: &'a Plan<'a>,
    abreast: Abreast<'a>,
    /// The log of the event that the plan comes from.
    log: &'a Log,
    /// Of each phase, of each wave: its games, and for each side the place of who plays it.
    waves: Vec<Vec<Laid>>,
    seed: u64,
    /// The same, computed together, for where something cannot be added up.
    together: OnceLock<Option<Box<Self>>>,
}

impl<'a> Batches<'a> {
    /// `None` where events cannot be computed abreast.
    pub(super) fn new(plan: &'a Plan<'a>, log: &'a Log, seed: u64) -> Option<Self> {
        Self::computed(plan, log, seed, false)
    }

    fn computed(plan: &'a Plan<'a>, log: &'a Log, seed: u64, together: bool) -> Option<Self> {
        if plan.phases.iter().any(|phase| goes_on(plan, phase) || leaves_out(plan, phase)) {
            return None;
        }
        let abreast = Abreast::new(plan.ruleset, plan.settings, &wanted(plan), together)?;
        let (size, mut waves) = (size(plan), Vec::new());
        for phase in &plan.phases {
            let looked = Looked { columns: looked_at(plan.ruleset, phase), ranks: phase.is_ranked_later };
            let lay = |wave| lay_out(plan, (&abreast, &looked), (log, size), wave);
            let of_phase = phase.waves.iter().map(lay);
            waves.push(of_phase.collect::<Option<Vec<_>>>()?);
        }
        Some(Self { plan, abreast, log, waves, seed, together: OnceLock::new() })
    }

    /// How many events a batch has.
    pub(super) fn size(&self) -> usize {
        size(self.plan)
    }

    /// Plays these events, counted from 0; `None` where a game of a bracket is void, so that another would be played in its
    /// place, which the plan does not have.
    pub(super) fn play(&self, events: Range<u32>) -> Result<Option<Tally>, Box<Failed>> {
        let seeds: Vec<u64> = events.clone().map(|event| seed_of(self.seed, event)).collect();
        let mut tables = self.abreast.entrants(self.log, seeds.len());
        let mut symbols = Cow::Borrowed(&self.log.symbols);
        if self.abreast.needs_names() {
            self.rename(&mut tables, symbols.to_mut(), events.start);
        }
        let mut batch = Batch::new(self.plan, &self.abreast, &symbols, tables, (self.seed, &seeds));
        let mut phases = self.plan.phases.iter().zip(&self.waves);
        let played = phases.try_for_each(|(phase, waves)| batch.phase(phase, waves));
        if batch.has_failed() {
            let together = || Self::computed(self.plan, self.log, self.seed, true).map(Box::new);
            return match self.together.get_or_init(together) {
                Some(together) => together.play(events),
                None => Ok(None),
            };
        }
        played?;
        Ok((!batch.is_unfit()).then(|| batch.finish()))
    }

    /// Gives the entrants of each event names of their own.
    fn rename(&self, tables: &mut Tables, symbols: &mut Symbols, first: u32) {
        let ruleset = self.plan.ruleset;
        let sheet = ruleset.sheet_of(&SheetKind::Entrant);
        let Some(column) = sheet.and_then(|sheet| ruleset.builtin(sheet, BuiltinColumn::Name)) else {
            return;
        };
        let width = self.plan.names.len();
        let events = tables.column(column).map_or(0, Column::len).checked_div(width).unwrap_or(0);
        let names =
            (first..).take(events).flat_map(|event| self.plan.names.iter().map(move |name| (event, name)));
        let names = names.map(|(event, name)| symbols.intern(&format!("{name} {event}"))).collect();
        tables.set_column(column, Column::full(Data::Symbol(names)));
    }
}

fn size(plan: &Plan<'_>) -> usize {
    (GAMES / plan.widest().max(1)).clamp(1, EVENTS)
}

/// Whether a match of a phase goes on as long as it is level: in every event it may have another number of games.
fn goes_on(plan: &Plan<'_>, phase: &PlannedPhase) -> bool {
    match &plan.ruleset.phase(phase.phase).scheme {
        Scheme::Knockout(knockout) => knockout.extra,
        Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => false,
    }
}

/// Whether not all who play in a phase need have a place in it from which they go on: in every event as many more or
/// fewer may.
fn leaves_out(plan: &Plan<'_>, phase: &PlannedPhase) -> bool {
    let listed = phase.standing.and_then(|standing| plan.ruleset.standing(standing).listed);
    let goes_on = |later: &PlannedPhase| match plan.ruleset.phase(later.phase).entrants {
        Admission::Everybody => false,
        Admission::Places { of, .. } => of == phase.phase,
    };
    listed.is_some() && plan.phases.iter().any(goes_on)
}

/// The seed of an event, counted from 0: the lot of its number, from 1.
pub(super) fn seed_of(seed: u64, event: u32) -> u64 {
    lot(seed, "simulate", "event", &(u64::from(event) + 1).to_string())
}

/// What the events are ranked by and judged by.
fn wanted(plan: &Plan<'_>) -> Wanted {
    let ruleset = plan.ruleset;
    let mut wanted = Wanted::default();
    for phase in &plan.phases {
        wanted.standings.extend(phase.standing);
        let by: Vec<&Ranking> = match &ruleset.phase(phase.phase).scheme {
            Scheme::Pools(pools) => vec![&pools.first.by, &pools.later.by],
            Scheme::RoundRobin(round_robin) => vec![&round_robin.by],
            Scheme::Knockout(_) | Scheme::Open(_) => Vec::new(),
        };
        for ranking in by {
            match ranking {
                Ranking::Keys(keys) => wanted.keys.extend(keys.iter().map(|key| key.column)),
                Ranking::Standing | Ranking::Entry => {}
            }
        }
        wanted.columns.extend(looked_at(ruleset, phase));
    }
    wanted.columns.extend(plan.columns.iter().map(|(_, column)| *column));
    wanted
}

/// What is looked at of each game of a phase: who won it from which seat; and in a bracket, who won the match, if it counts.
fn looked_at(ruleset: &Ruleset, phase: &PlannedPhase) -> Vec<ColumnId> {
    let of_sides = [(SheetKind::Side, BuiltinColumn::Seat), (SheetKind::Side, BuiltinColumn::Place)];
    let of_matches = [
        (SheetKind::MatchSide, BuiltinColumn::Place),
        (SheetKind::Game, BuiltinColumn::Void),
        (SheetKind::Match, BuiltinColumn::Void),
    ];
    let of_matches = of_matches.into_iter().filter(|_| !phase.bracket.is_empty());
    let column = |(kind, builtin)| ruleset.builtin(ruleset.sheet_of(&kind)?, builtin);
    of_sides.into_iter().chain(of_matches).filter_map(column).collect()
}

/// A wave, laid out for one event.
pub(super) struct Laid {
    /// Its games; `None` where none is played.
    pub games: Option<Round>,
    /// For each of their sides the place of who plays it, in the order of who plays.
    pub slots: Vec<usize>,
}

/// A wave of a phase, of which most often so many events are played at a time.
fn lay_out(
    plan: &Plan<'_>,
    (abreast, looked): (&Abreast<'_>, &Looked),
    (log, events): (&Log, usize),
    wave: &Wave,
) -> Option<Laid> {
    if wave.rows.is_empty() {
        return Some(Laid { games: None, slots: Vec::new() });
    }
    let log = engine::games_where(log, plan.ruleset, |game| wave.rows.binary_search(&game).is_ok());
    let sides = plan.ruleset.sheet_of(&SheetKind::Side)?;
    let entrants = log.tables.link(plan.ruleset.link_of(sides, &LinkRole::Entrant)?)?;
    let places = places_in(&wave.order, plan.names.len());
    let place = |side| places.get(entrants.get(side) as usize).copied();
    let slots = (0..log.tables.rows(sides)).map(place).collect::<Option<Vec<_>>>()?;
    Some(Laid { games: Some(abreast.round(log, events, looked)?), slots })
}
