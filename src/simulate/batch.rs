//! One batch: events under way, each paired for itself, all of them scored at once.
//!
//! Comes in: waves of games, one after the other. Goes out: a [`Tally`]. Who is ranked, settled, drawn, seeded and placed is
//! what `event` says of a real one; where an arbiter would decide, a lot does. Start with [`Batch::phase`].

use super::abreast::Laid;
use super::open;
use super::plan::{Plan, PlannedPhase, Wave};
use super::tally::Tally;
use super::under_way::{UnderWay, settled};
use super::watch::{Watch, count_wins};
use crate::engine::{self, Abreast, Drawing, Failed, Round, SoFar};
use crate::event::{self, Ending, Levels, MatchSide, Winners};
use crate::lot::lot;
use crate::pairing::{self, SharedLots};
use crate::ruleset::{
    Admission, BuiltinColumn, Cut, Draw, Knockout, PhaseId, Pools, Ranking, RoundRobin, Ruleset, Scheme,
    SheetKind, StandingId,
};
use crate::sheet::{Column, Data, NO_ROW, Tables, row_id};
use crate::value::{Kind, Symbols, Value};
use std::ops::Range;

/// Some events under way.
pub(super) struct Batch<'b> {
    plan: &'b Plan<'b>,
    abreast: &'b Abreast<'b>,
    symbols: &'b Symbols,
    /// What decides lots of the engine, and invents.
    seed: u64,
    /// The entrants, and what they are ranked by of the games so far.
    so_far: SoFar<'b>,
    /// Whether what the entrants come to is computed.
    is_computed: bool,
    /// How many waves have been played.
    waves: u32,
    events: Vec<UnderWay>,
    /// The lots that all events have in common.
    shared: SharedLots,
    tally: Tally,
    /// Whether a game of a bracket is void.
    is_unfit: bool,
}

impl<'b> Batch<'b> {
    /// Events with these seeds, made of that of all, in which nothing has been played; `tables` holds their entrants.
    pub(super) fn new(
        plan: &'b Plan<'b>,
        abreast: &'b Abreast<'b>,
        symbols: &'b Symbols,
        tables: Tables,
        (all, seeds): (u64, &[u64]),
    ) -> Self {
        Self {
            plan,
            abreast,
            symbols,
            // The first of them draws for all.
            seed: seeds.first().copied().unwrap_or_default(),
            so_far: abreast.begin(tables, symbols),
            is_computed: false,
            waves: 0,
            events: seeds.iter().copied().map(UnderWay::new).collect(),
            shared: SharedLots::new(all),
            tally: Tally::new(plan),
            is_unfit: false,
        }
    }

    /// Whether the events cannot be played by the plan: a game of a bracket is void, and another is played in its place.
    pub(super) fn is_unfit(&self) -> bool {
        self.is_unfit
    }

    /// Whether something could not be added up, so that nothing that was counted says anything.
    pub(super) fn has_failed(&self) -> bool {
        self.so_far.has_failed()
    }

    /// Plays a phase.
    pub(super) fn phase(&mut self, planned: &PlannedPhase, waves: &[Laid]) -> Result<(), Box<Failed>> {
        self.admit(planned);
        for (wave, laid) in planned.waves.iter().zip(waves) {
            match &self.plan.ruleset.phase(planned.phase).scheme {
                Scheme::Pools(pools) => self.pools(planned, wave.round, pools)?,
                Scheme::RoundRobin(round_robin) => self.round_robin(planned, round_robin)?,
                Scheme::Knockout(knockout) => self.matches(planned, wave, knockout),
                Scheme::Open(_) => self.free(planned),
            }
            if let Some(round) = &laid.games {
                let games = self.games(round, &laid.slots)?;
                if planned.is_ranked_later {
                    let drawing = self.drawing();
                    self.abreast.add(&mut self.so_far, (round, &games), drawing);
                    self.is_computed = false;
                }
                self.decide(planned, wave, &games);
            }
        }
        self.leave(planned)
    }

    /// All that was counted.
    pub(super) fn finish(mut self) -> Tally {
        let mut watch = Watch::new(self.plan);
        let ids: Vec<PhaseId> = self.plan.phases.iter().map(|phase| phase.phase).collect();
        for event in self.events {
            watch.begin();
            let waves =
                self.plan.phases.iter().flat_map(|phase| phase.waves.iter().map(move |wave| (phase, wave)));
            for ((_, wave), order) in
                waves.zip(&event.orders).filter(|((phase, _), _)| phase.bracket.is_empty())
            {
                for game in &wave.games {
                    watch.game(game.round, &game.sides, order);
                }
            }
            watch.end(&mut self.tally);
            let places = event::merged(self.plan.ruleset, ids.iter().copied().zip(event.left));
            self.tally.event(&places, event.left_to_lots);
        }
        self.tally
    }

    /// Who plays in a phase.
    fn admit(&mut self, planned: &PlannedPhase) {
        let plan = self.plan;
        let everybody: Vec<u32> = (0..row_id(plan.names.len())).collect();
        for event in &mut self.events {
            event.decided = vec![None; planned.bracket.len()];
            event.field = match &plan.ruleset.phase(planned.phase).entrants {
                Admission::Everybody => everybody.clone(),
                Admission::Places { first, last, of } => {
                    let place = plan.phases.iter().position(|earlier| earlier.phase == *of);
                    let levels = place.and_then(|place| event.left.get(place)).cloned().unwrap_or_default();
                    let round =
                        place.and_then(|place| plan.phases.get(place)).map_or(0, |phase| phase.rounds);
                    let wanted = (*first as usize).saturating_sub(1)..*last as usize;
                    let matters =
                        |places: Range<usize>| places.start < wanted.end && places.end > wanted.start;
                    let (order, drawn) =
                        settled(plan, event.lots(plan, &self.shared), (*of, round), levels, matters);
                    event.left_to_lots.order |= drawn;
                    order.into_iter().take(wanted.end).skip(wanted.start).collect()
                }
            };
        }
    }

    /// Draws the pools of a round.
    fn pools(&mut self, planned: &PlannedPhase, round: u32, scheme: &Pools) -> Result<(), Box<Failed>> {
        let plan = self.plan;
        let cut = if round == 1 { &scheme.first } else { &scheme.later };
        let levels = self.levels(planned, &cut.by)?;
        let name = plan.ruleset.phase(planned.phase).name.as_str();
        let counts = self.waves > 0 && cut.draw != Draw::Lot;
        // Who is in which place comes into the same place of the pools in every event, once lots have been drawn.
        let mut places: Vec<u32> = Vec::new();
        let mut groups: Vec<(Range<usize>, String)> = Vec::new();
        for (event, levels) in self.events.iter_mut().zip(levels) {
            let (mut order, drawn) =
                settled(plan, event.lots(plan, &self.shared), (planned.phase, round - 1), levels, |_| true);
            event.left_to_lots.order |= drawn && counts;
            if places.len() != order.len() {
                // So many entrants could be cut into pools before.
                places = dealt(order.len(), cut, scheme.groups);
                groups = event::groups((name, round), cut, (order.len(), scheme.groups)).unwrap_or_default();
            }
            if cut.draw == Draw::Lot {
                let lots = event.lots(plan, &self.shared);
                for (own, occasion) in &groups {
                    order.get_mut(own.clone()).into_iter().for_each(|own| lots.order(occasion, own));
                }
            }
            event
                .orders
                .push(places.iter().filter_map(|&place| order.get(place as usize).copied()).collect());
        }
        Ok(())
    }

    /// Gives out the numbers of a table.
    fn round_robin(&mut self, planned: &PlannedPhase, scheme: &RoundRobin) -> Result<(), Box<Failed>> {
        let plan = self.plan;
        let levels = self.levels(planned, &scheme.by)?;
        let name = plan.ruleset.phase(planned.phase).name.as_str();
        let counts = self.waves > 0 && scheme.draw != Draw::Lot;
        for (event, levels) in self.events.iter_mut().zip(levels) {
            let (mut order, drawn) =
                settled(plan, event.lots(plan, &self.shared), (planned.phase, 0), levels, |_| true);
            event.left_to_lots.order |= drawn && counts;
            event::numbers(name, scheme.draw, &mut order, &event.lots(plan, &self.shared));
            event.orders.push(order);
        }
        Ok(())
    }

    /// Draws the opponents of a phase in which they are chosen freely.
    fn free(&mut self, planned: &PlannedPhase) {
        let name = &self.plan.ruleset.phase(planned.phase).name;
        for event in &mut self.events {
            let mut order = event.field.clone();
            open::draw(name, &event.lots(self.plan, &self.shared), &mut order);
            event.orders.push(order);
        }
    }

    /// Who meets in a round of a bracket; who has no opponent goes on.
    fn matches(&mut self, planned: &PlannedPhase, wave: &Wave, scheme: &Knockout) {
        let plan = self.plan;
        let name = plan.ruleset.phase(planned.phase).name.as_str();
        let lines = wave.all_matches.iter().map(|&place| (place, &planned.bracket[place]));
        let lines: Vec<_> =
            lines.map(|(place, line)| (place, line, event::match_occasion(name, &line.name))).collect();
        for event in &mut self.events {
            let mut order = Vec::with_capacity(2 * wave.matches.len());
            for &(place, line, ref occasion) in &lines {
                let ending = |of: u16| event.decided.get(usize::from(of)).copied().flatten();
                match event::sides(line, &event.field, ending) {
                    [MatchSide::Entrant(first), MatchSide::Entrant(second)] => {
                        let lots = event.lots(plan, &self.shared);
                        order.extend(event::members(occasion, scheme.draw, [first, second], &lots));
                    }
                    [MatchSide::Entrant(alone), MatchSide::Nobody | MatchSide::Open]
                    | [MatchSide::Nobody | MatchSide::Open, MatchSide::Entrant(alone)] => {
                        event.decided[place] = Some(Ending { winner: Some(alone), losers: [None; 2] });
                    }
                    [MatchSide::Nobody | MatchSide::Open, MatchSide::Nobody | MatchSide::Open] => {
                        event.decided[place] = Some(Ending::default());
                    }
                }
            }
            event.orders.push(order);
        }
    }

    /// Plays and scores the games of a wave.
    fn games(&mut self, round: &Round, slots: &[usize]) -> Result<Tables, Box<Failed>> {
        self.waves += 1;
        let width = row_id(self.plan.names.len());
        let mut seated = Vec::with_capacity(slots.len() * self.events.len());
        for (event, first) in self.events.iter().zip((0..).step_by(width as usize)) {
            let order = event.orders.last().map_or(&[][..], Vec::as_slice);
            let row = |&slot: &usize| order.get(slot).map_or(NO_ROW, |&entrant| first + entrant);
            seated.extend(slots.iter().map(row));
        }
        let seed = lot(self.seed, "simulate", "games", &self.waves.to_string());
        let drawing = Drawing { seed, ..self.drawing() };
        let games = self.abreast.play(round, self.events.len(), seated, drawing)?;
        count_wins(self.plan, &games, &mut self.tally);
        Ok(games)
    }

    /// Who won the matches of a wave.
    fn decide(&mut self, planned: &PlannedPhase, wave: &Wave, games: &Tables) {
        let plan = self.plan;
        if planned.bracket.is_empty() {
            return;
        }
        self.is_unfit |= is_any_void(plan.ruleset, games);
        let winners = Winners::new(plan.ruleset, games);
        let width = row_id(plan.names.len()).max(1);
        let name = plan.ruleset.phase(planned.phase).name.as_str();
        for (number, event) in self.events.iter_mut().enumerate() {
            let lots = event.lots(plan, &self.shared);
            let (pairs, _) = event.orders.last().map_or(&[][..], Vec::as_slice).as_chunks::<2>();
            for (one, pair) in wave.matches.iter().zip(pairs) {
                let game = number * wave.games.len() + one.game;
                let by_games = winners.as_ref().and_then(|winners| winners.of(game)).map(|row| row % width);
                let winner = by_games.unwrap_or_else(|| {
                    event.left_to_lots.in_match = true;
                    let mut sides = *pair;
                    let line = &planned.bracket[one.place];
                    lots.order(&event::winner_occasion(name, &line.name), &mut sides);
                    sides[0]
                });
                let loser = pair.iter().copied().find(|&entrant| entrant != winner);
                event.decided[one.place] = Some(Ending { winner: Some(winner), losers: [loser, None] });
            }
        }
    }

    /// The phase is over.
    fn leave(&mut self, planned: &PlannedPhase) -> Result<(), Box<Failed>> {
        if !planned.bracket.is_empty() {
            for event in &mut self.events {
                let endings = event.decided.iter().map(|ending| ending.unwrap_or_default());
                let entrants = row_id(event.field.len());
                event.left.push(event::by_bracket(entrants, planned.bracket.iter().zip(endings)));
            }
            return Ok(());
        }
        let levels = self.levels(planned, &Ranking::Standing)?;
        self.events.iter_mut().zip(levels).for_each(|(event, levels)| event.left.push(levels.ranked()));
        if self.plan.standing_of == Some(planned.phase) {
            self.compute()?;
            let drawing = self.drawing();
            self.abreast.compute_beside(&mut self.so_far, drawing)?;
            self.count_columns();
        }
        Ok(())
    }

    fn count_columns(&mut self) {
        let width = self.plan.names.len().max(1);
        for (place, (_, column)) in self.plan.columns.iter().enumerate() {
            let kind = &self.plan.ruleset.column(*column).ty.kind;
            let Some(column) = self.so_far.tables.column(*column) else { continue };
            if let Column { data: Data::Integer(values), known: None } = column {
                for (row, value) in values.iter().enumerate() {
                    self.tally.whole(place, row % width, value);
                }
                continue;
            }
            for row in 0..column.len() {
                if let Some(value) = column.value(row, kind).size() {
                    self.tally.value(place, row % width, value);
                }
            }
        }
    }

    /// The field of each event in the order of a ranking.
    fn levels(&mut self, planned: &PlannedPhase, by: &Ranking) -> Result<Vec<Levels>, Box<Failed>> {
        match (by, planned.standing) {
            (Ranking::Entry, _) => Ok(self.events.iter().map(|event| Levels::strict(&event.field)).collect()),
            (Ranking::Standing, None) => {
                Ok(self.events.iter().map(|event| Levels::one(&event.field)).collect())
            }
            (Ranking::Standing, Some(standing)) => self.standing(standing),
            (Ranking::Keys(keys), _) => {
                self.compute()?;
                let width = row_id(self.plan.names.len());
                let levels = |(event, first): (&UnderWay, u32)| {
                    let rows: Vec<u32> = event.field.iter().map(|entrant| first + entrant).collect();
                    let mut levels = Levels::default();
                    for group in engine::levels(keys, &self.so_far.tables, &rows) {
                        levels.push(group.into_iter().map(|row| row - first));
                    }
                    levels
                };
                let mut events = self.events.iter().zip((0..).step_by(width as usize));
                if self.waves > 0 {
                    return Ok(events.map(levels).collect());
                }
                // As long as nothing has been played all events are the same.
                let first = events.next().map(levels);
                Ok(first.into_iter().cycle().take(self.events.len()).collect())
            }
        }
    }

    /// The field of each event in the order of a standing.
    fn standing(&mut self, standing: StandingId) -> Result<Vec<Levels>, Box<Failed>> {
        self.compute()?;
        let width = row_id(self.plan.names.len()).max(1);
        let drawing = self.drawing();
        let mut rows = self.abreast.rank(&mut self.so_far.tables, standing, width, drawing)?;
        let mut rest = rows.as_mut_slice();
        let mut all = Vec::with_capacity(self.events.len());
        for (event, first) in self.events.iter().zip((0..).step_by(width as usize)) {
            let own = rest.iter().take_while(|row| row.entrant.wrapping_sub(first) < width).count();
            let (now, later) = rest.split_at_mut(own);
            now.iter_mut().for_each(|row| row.entrant -= first);
            all.push(event::of_rows(now, &event.field));
            rest = later;
        }
        Ok(all)
    }

    fn compute(&mut self) -> Result<(), Box<Failed>> {
        if !self.is_computed {
            let drawing = self.drawing();
            self.abreast.compute(&mut self.so_far, drawing)?;
            self.is_computed = true;
        }
        Ok(())
    }

    fn drawing(&self) -> Drawing<'b> {
        Drawing { symbols: self.symbols, seed: self.seed }
    }
}

/// The places of so many entrants, pool by pool.
fn dealt(entrants: usize, cut: &Cut, groups: u32) -> Vec<u32> {
    let order: Vec<u32> = (0..row_id(entrants)).collect();
    let pools = pairing::pools::deal(&order, cut, groups).unwrap_or_default();
    pools.iter().flat_map(|pool| &pool.members).map(|member| member.entrant).collect()
}

/// Whether a game counts for nothing.
fn is_any_void(ruleset: &Ruleset, tables: &Tables) -> bool {
    let game = ruleset.sheet_of(&SheetKind::Game);
    let column = game.and_then(|game| tables.column(ruleset.builtin(game, BuiltinColumn::Void)?));
    let is_void =
        |column: &Column| (0..column.len()).any(|row| column.value(row, &Kind::Flag) == Value::Flag(true));
    column.is_some_and(is_void)
}
