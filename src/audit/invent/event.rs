//! Examples that are a part of an event: rounds with byes, pools, a bracket, laid out as the phases of a format say.
//!
//! Comes in: a format with phases. Goes out: an example whose games say their phase, their round, their pool and their match.
//! Who wins a match is drawn, and not played: what an event looks like is enough to try rules on. It must never follow an
//! event. Start with [`Inventing::event`].

use super::{IDLE, Inventing, MOST_SIDES, entrants, name, text};
use crate::format::{ExampleEntry, Field, Literal, LiteralValue, Record};
use crate::pairing::{knockout, round_robin};
use crate::ruleset::{BuiltinColumn, Phase, Plan, Ruleset, Scheme, SheetKind, Source};
use crate::source::Span;

/// Events have numbers from here on.
pub(super) const FIRST_EVENT: u32 = 1 << 31;

/// So many events are invented of a format with phases.
const EVENTS: u32 = 50;

/// After so many games no further round is laid out.
const MOST_GAMES: usize = 14;

/// So many more take part than play in one game.
const MORE: i64 = 4;

/// Rounds of pools, and of freely chosen games.
const MOST_ROUNDS: u32 = 3;

/// A game that is laid out.
struct Laid {
    phase: usize,
    round: Option<u32>,
    pool: Option<u32>,
    in_match: Option<String>,
    who: Vec<String>,
}

impl super::Inventor<'_> {
    /// The numbers of so many examples with a few games each, and of the events, where the format has any.
    pub fn numbers(&self, count: u32) -> impl Iterator<Item = u32> + Clone + use<> {
        (0..count).chain(FIRST_EVENT..FIRST_EVENT + events(self.ruleset))
    }
}

/// How many events are invented of a format.
pub(in crate::audit) fn events(ruleset: &Ruleset) -> u32 {
    // Where games have very many sides, a few games are enough to wait for.
    let is_small = ruleset.plans.iter().all(|plan| plan.least <= MOST_SIDES);
    if ruleset.phases.is_empty() || !is_small { 0 } else { EVENTS }
}

/// Whether the example of this number is an event.
pub(in crate::audit) fn is_event(number: u32) -> bool {
    number >= FIRST_EVENT
}

impl Inventing<'_, '_> {
    pub(super) fn event(mut self) -> ExampleEntry {
        let ruleset = self.inventor.ruleset;
        let (settings, set) = self.settings();
        let plan = ruleset.plan(&settings);
        self.complete = self.draws.likely(75);
        let sides = self.sides(plan).max(1);
        let least = i64::try_from(sides).unwrap_or(1);
        let count = self.draws.between(least, least.saturating_add(MORE));
        let all = entrants(usize::try_from(count).unwrap_or(sides));
        let mut laid = Vec::new();
        for (place, phase) in ruleset.phases.iter().enumerate() {
            self.phase((place, phase), sides, &all, &mut laid);
            // Many events are under way.
            if laid.len() >= MOST_GAMES || self.draws.likely(25) {
                break;
            }
        }
        if self.draws.likely(25) {
            let cut = self.draws.between(1, i64::try_from(laid.len()).unwrap_or(1));
            laid.truncate(usize::try_from(cut).unwrap_or(1));
        }
        let mut played: Vec<String> = Vec::new();
        for game in &laid {
            let new: Vec<String> = game.who.iter().filter(|who| !played.contains(*who)).cloned().collect();
            played.extend(new);
        }
        let games = laid.iter().map(|game| (self.laid_out(plan, game), Span::default())).collect();
        let mut entrants = self.entrant_records(&played);
        if self.draws.likely(10) {
            let sheet = ruleset.sheet_of(&SheetKind::Entrant);
            entrants.push((name(IDLE), sheet.map(|sheet| self.row(sheet)).unwrap_or_default()));
        }
        let begin = self.beginnings(&played);
        ExampleEntry { name: name("invented"), set, entrants, begin, games, ..super::empty() }
    }

    fn phase(&mut self, (place, phase): (usize, &Phase), sides: usize, all: &[String], laid: &mut Vec<Laid>) {
        let mut order = all.to_vec();
        self.shuffle(&mut order, false);
        let game = |round, pool, who| Laid { phase: place, round, pool, in_match: None, who };
        match &phase.scheme {
            Scheme::RoundRobin(scheme) if sides == 2 => {
                let numbers: Vec<u32> = (0..).take(order.len()).collect();
                for (round, table) in (1..).zip(round_robin::rounds(&numbers, scheme.legs.min(2))) {
                    if laid.len() >= MOST_GAMES {
                        break;
                    }
                    let pairs = table.pairs.into_iter();
                    laid.extend(pairs.map(|(one, other)| {
                        let who = [one, other].map(|who| order[who as usize].clone());
                        game(Some(round), None, who.to_vec())
                    }));
                }
            }
            Scheme::Knockout(scheme) => {
                let count = u32::try_from(order.len()).unwrap_or(u32::MAX);
                let matches = knockout::bracket(&scheme.bracket, count);
                let rounds = knockout::rounds(&matches);
                let mut ended: Vec<[Option<String>; 2]> = Vec::new();
                for (line, round) in matches.iter().zip(rounds) {
                    let who = line.sides.map(|side| match side {
                        Source::Seed(seed) => order.get((seed as usize).wrapping_sub(1)).cloned(),
                        Source::Winner(of) => ended.get(usize::from(of)).and_then(|of| of[0].clone()),
                        Source::Loser(of) => ended.get(usize::from(of)).and_then(|of| of[1].clone()),
                    });
                    let [one, other] = who;
                    let (Some(one), Some(other)) = (one.clone(), other.clone()) else {
                        ended.push([one.or(other), None]);
                        continue;
                    };
                    let games = if self.draws.likely(70) { 1 } else { 2 };
                    for _ in 0..games {
                        let who = vec![one.clone(), other.clone()];
                        let in_match = Some(line.name.clone());
                        laid.push(Laid { phase: place, round: Some(round), pool: None, in_match, who });
                    }
                    let is_first = self.draws.likely(50);
                    ended.push(if is_first { [Some(one), Some(other)] } else { [Some(other), Some(one)] });
                }
            }
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => {
                let is_open = matches!(phase.scheme, Scheme::Open(_));
                let rounds = match &phase.scheme {
                    Scheme::Pools(scheme) => scheme.rounds.min(MOST_ROUNDS),
                    Scheme::RoundRobin(_) | Scheme::Knockout(_) | Scheme::Open(_) => MOST_ROUNDS,
                };
                for round in 1..=rounds {
                    if laid.len() >= MOST_GAMES {
                        break;
                    }
                    self.shuffle(&mut order, false);
                    // Whoever is left over has no game in the round.
                    for (pool, who) in (1..).zip(order.chunks_exact(sides)) {
                        let pool = matches!(phase.scheme, Scheme::Pools(_)).then_some(pool);
                        laid.push(game((!is_open).then_some(round), pool, who.to_vec()));
                    }
                }
            }
        }
    }

    fn laid_out(&mut self, plan: &Plan, laid: &Laid) -> Record {
        let ruleset = self.inventor.ruleset;
        let has = |builtin| {
            ruleset.sheet_of(&SheetKind::Game).is_some_and(|game| ruleset.builtin(game, builtin).is_some())
        };
        let number = |number: u32| {
            let value = LiteralValue::Integer(i64::from(number));
            Field::Value(Literal { value, span: Span::default() })
        };
        let mut record = Record::new();
        if let Some(phase) = ruleset.phases.get(laid.phase).filter(|_| ruleset.phases.len() > 1) {
            record.push((name("phase"), text(&phase.name)));
        }
        if let Some(round) = laid.round.filter(|_| has(BuiltinColumn::Round)) {
            record.push((name("round"), number(round)));
        }
        if let Some(pool) = laid.pool.filter(|_| has(BuiltinColumn::Pool)) {
            record.push((name("pool"), text(&pool.to_string())));
        }
        if has(BuiltinColumn::MatchId) {
            // Where a phase has no bracket, whoever meets plays a match.
            let of_those = || {
                format!(
                    "{} v {}",
                    laid.who.first().map_or("", String::as_str),
                    laid.who.last().map_or("", String::as_str)
                )
            };
            let called = match &laid.in_match {
                Some(called) => Some(called.clone()),
                None => self.draws.likely(50).then(of_those),
            };
            record.extend(called.map(|called| (name("match"), text(&called))));
        }
        record.extend(self.of_game(plan, &laid.who, false));
        record
    }
}
