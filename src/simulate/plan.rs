//! The shape that an event has whoever plays it: its waves of games, and who plays them by place and not by name.
//!
//! Comes in: one event that was played. Goes out: a [`Plan`], by which others like it are played; nothing of it depends on a
//! result, as who is paired does, but not how many. A *wave* is what is paired at one time: a round, all of a round robin, or all of
//! a phase in which opponents are chosen freely.
//! It must never know how results come about. Start with [`Plan::new`].

use super::open::Free;
use super::play::{MOST_EXTRA, Played};
use crate::event::{self, Course, Due, GameCourse, GameState, MatchSide, PhaseCourse, RoundCourse};
use crate::pairing::Lots;
use crate::ruleset::{BracketMatch, Knockout, PhaseId, Ranking, Ruleset, Scheme, Settings, StandingId};
use crate::sheet::ColumnId;
use crate::value::{Kind, Rational};

/// So many extra games a match has at most where the first event left one level that had very many.
const FEW_EXTRA: u32 = 10;

/// The shape of an event.
pub(super) struct Plan<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    /// The names of the entrants.
    pub names: Vec<&'a str>,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The phases of which something was played.
    pub phases: Vec<PlannedPhase>,
    /// Where it ended.
    pub due: Due,
    pub rounds: u32,
    pub games: u32,
    pub games_outside_knockouts: u32,
    /// The phase whose standing is averaged, and the columns of it.
    pub standing_of: Option<PhaseId>,
    pub columns: Vec<(String, ColumnId)>,
    pub time: Option<Rational>,
    /// How many extra games a match has at most.
    pub most_extra: u32,
}

/// The shape of a phase.
pub(super) struct PlannedPhase {
    pub phase: PhaseId,
    pub standing: Option<StandingId>,
    pub waves: Vec<Wave>,
    /// How many rounds of it were played.
    pub rounds: u32,
    /// The matches of its bracket.
    pub bracket: Vec<BracketMatch>,
    /// Whether anybody is ranked by its games.
    pub is_ranked_later: bool,
}

/// What is paired at one time.
pub(super) struct Wave {
    /// The round in its phase; of a round robin the first.
    pub round: u32,
    /// Who played, in the event that the plan comes from.
    pub order: Vec<u32>,
    /// The rows of its games in the log of that event.
    pub rows: Vec<u32>,
    /// Its games, in the order of these rows.
    pub games: Vec<WaveGame>,
    /// Its matches of the bracket that are played, in order; each takes two places in the order of who plays.
    pub matches: Vec<WaveMatch>,
    /// The matches of the bracket that belong to it, played or not.
    pub all_matches: Vec<usize>,
}

/// A game of a wave.
pub(super) struct WaveGame {
    /// The round it belongs to, counted through the whole event.
    pub round: u32,
    /// The sides in the order of the schedule: the seat, and the place in the order of who plays.
    pub sides: Vec<(Option<usize>, usize)>,
}

/// A match of a wave.
pub(super) struct WaveMatch {
    /// Its place in the bracket.
    pub place: usize,
    /// The first of its games in the wave.
    pub game: usize,
}

impl<'a> Plan<'a> {
    /// The shape of an event that was played.
    pub(super) fn new(ruleset: &'a Ruleset, settings: &'a Settings, first: &'a Played) -> Self {
        let Played { log, course, free, undecided } = first;
        let names = log.entrants(ruleset);
        let seats = &ruleset.plan(settings).seats;
        let mut plan = Self {
            ruleset,
            settings,
            names,
            seats: seats.iter().map(|seat| ruleset.symbols.text(seat.name).to_owned()).collect(),
            phases: Vec::new(),
            due: course.due.clone(),
            rounds: 0,
            games: 0,
            games_outside_knockouts: 0,
            standing_of: None,
            columns: Vec::new(),
            time: ruleset.model.game_time.map(|_| Rational::ZERO),
            // A model that left a match level for so long decides none.
            most_extra: if undecided.is_empty() { MOST_EXTRA } else { FEW_EXTRA },
        };
        let with_standing = |phase: &&PhaseCourse| ruleset.phase(phase.phase).standing.is_some();
        if let Some(phase) = played(ruleset, course).find(with_standing) {
            plan.standing_of = Some(phase.phase);
            plan.columns = averaged(ruleset, ruleset.phase(phase.phase).standing);
        }
        for phase in played(ruleset, course) {
            plan.add(phase, free);
        }
        let mut later = false;
        for phase in plan.phases.iter_mut().rev() {
            later |= ranks(&ruleset.phase(phase.phase).scheme) || phase.standing.is_some();
            phase.is_ranked_later = later;
        }
        plan
    }

    fn add(&mut self, course: &PhaseCourse, free: &[Free]) {
        let phase = self.ruleset.phase(course.phase);
        let rounds: Vec<&RoundCourse> = course.rounds.iter().filter(|round| round.is_over).collect();
        let waves: Vec<Wave> = match &phase.scheme {
            Scheme::Pools(_) => rounds
                .iter()
                .map(|round| self.wave(std::slice::from_ref(round), pools_of(round), course))
                .collect(),
            Scheme::RoundRobin(_) => match rounds.first() {
                Some(first) => vec![self.wave(&rounds, first.order.clone(), course)],
                None => Vec::new(),
            },
            Scheme::Knockout(knockout) => {
                rounds.iter().map(|round| self.knockout(round, knockout, course)).collect()
            }
            Scheme::Open(_) => {
                let free = free.iter().find(|free| free.phase == course.phase);
                free.map(|free| self.free(free)).into_iter().collect()
            }
        };
        let games: usize = match &phase.scheme {
            // Extra games are those of one event.
            Scheme::Knockout(knockout) => {
                rounds.iter().map(|round| prescribed(round, self.most(knockout))).sum()
            }
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => {
                waves.iter().map(|wave| wave.games.len()).sum()
            }
        };
        let games = u32::try_from(games).unwrap_or(u32::MAX);
        self.games += games;
        if course.bracket.is_empty() {
            self.games_outside_knockouts += games;
        }
        self.phases.push(PlannedPhase {
            phase: course.phase,
            standing: phase.standing,
            rounds: rounds.last().map_or(0, |round| round.number),
            waves,
            is_ranked_later: false,
            bracket: course.bracket.iter().map(|course| course.line.clone()).collect(),
        });
    }

    /// A wave of rounds that were played; `order` is who plays.
    fn wave(&mut self, rounds: &[&RoundCourse], order: Vec<u32>, course: &PhaseCourse) -> Wave {
        let places = places_in(&order, self.names.len());
        let most = match &self.ruleset.phase(course.phase).scheme {
            Scheme::Knockout(knockout) => self.most(knockout),
            Scheme::Pools(_) | Scheme::RoundRobin(_) | Scheme::Open(_) => u32::MAX,
        };
        let seats = &self.ruleset.plan(self.settings).seats;
        let mut games: Vec<(u32, WaveGame, &GameCourse)> = Vec::new();
        for round in rounds {
            self.rounds += 1;
            let slots = round.games.iter().map(|game| game.pairing.slot).max().unwrap_or(0).min(most);
            self.time = self.time.zip(self.ruleset.model.game_time).and_then(|(time, game)| {
                time.add(&game.multiply(&Rational::from(i64::from(slots))).ok()?).ok()
            });
            for game in &round.games {
                let GameState::Played(row) = game.state else { continue };
                let sides = game.pairing.sides.iter().map(|(seat, entrant)| {
                    let seat = seat.and_then(|seat| seats.iter().position(|known| known.name == seat));
                    (seat, places.get(*entrant as usize).copied().unwrap_or(0))
                });
                games.push((row, WaveGame { round: self.rounds, sides: sides.collect() }, game));
            }
        }
        games.sort_by_key(|(row, ..)| *row);
        let round = rounds.first().map_or(1, |round| round.number);
        let of_round = |place: &usize| course.bracket.get(*place).is_some_and(|course| course.round == round);
        let all_matches: Vec<usize> = (0..course.bracket.len()).filter(of_round).collect();
        let first = |place: usize| {
            let game = games.iter().position(|(.., game)| game.in_match == Some(place))?;
            Some(WaveMatch { place, game })
        };
        let matches = all_matches.iter().filter_map(|&place| first(place)).collect();
        let rows = games.iter().map(|(row, ..)| *row).collect();
        Wave {
            round,
            order,
            rows,
            matches,
            all_matches,
            games: games.into_iter().map(|(_, game, _)| game).collect(),
        }
    }

    /// A round of a knockout: who plays are the two of each match, A first.
    fn knockout(&mut self, round: &RoundCourse, scheme: &Knockout, course: &PhaseCourse) -> Wave {
        let phase = &self.ruleset.phase(course.phase).name;
        let lots = Lots::new(round.seed, &self.names);
        let mut order = Vec::new();
        for one in course.bracket.iter().filter(|one| one.round == round.number) {
            if let [MatchSide::Entrant(first), MatchSide::Entrant(second)] = one.sides {
                order.extend(event::members(
                    &event::match_occasion(phase, &one.line.name),
                    scheme.draw,
                    [first, second],
                    &lots,
                ));
            }
        }
        self.wave(&[round], order, course)
    }

    /// All of a phase in which opponents are chosen freely. How long it takes nobody knows.
    fn free(&mut self, free: &Free) -> Wave {
        self.time = None;
        let before = self.rounds;
        let game = |(time, sides): (u32, [_; 2])| WaveGame { round: before + time, sides: sides.to_vec() };
        let games: Vec<WaveGame> = free.each_game(self.seats.len()).map(game).collect();
        // Each time that somebody meets the others is a round of its own.
        self.rounds = games.iter().map(|game| game.round).max().unwrap_or(before);
        Wave {
            round: 1,
            order: free.order.clone(),
            rows: free.rows.clone().collect(),
            games,
            matches: Vec::new(),
            all_matches: Vec::new(),
        }
    }

    /// How many games a match has that is not played on.
    fn most(&self, knockout: &Knockout) -> u32 {
        knockout.games_of_a_match(self.settings)
    }

    /// The most games that are paired at one time.
    pub(super) fn widest(&self) -> usize {
        let waves = self.phases.iter().flat_map(|phase| &phase.waves);
        waves.map(|wave| wave.games.len()).max().unwrap_or(0)
    }
}

/// The phases of which something was played.
pub(super) fn played<'c>(ruleset: &'c Ruleset, course: &'c Course) -> impl Iterator<Item = &'c PhaseCourse> {
    course.phases.iter().filter(|phase| phase.has_played(ruleset))
}

/// How many games of a round were played, with so many of a match at most.
fn prescribed(round: &RoundCourse, most: u32) -> usize {
    let of_matches = round.games.chunk_by(|left, right| left.in_match == right.in_match);
    let played = |game: &&GameCourse| matches!(game.state, GameState::Played(_));
    of_matches.map(|games| games.iter().filter(played).count().min(most as usize)).sum()
}

fn pools_of(round: &RoundCourse) -> Vec<u32> {
    round.pools.iter().flat_map(|pool| &pool.members).map(|member| member.entrant).collect()
}

/// For each entrant the place in an order.
pub(super) fn places_in(order: &[u32], entrants: usize) -> Vec<usize> {
    let mut places = vec![0; entrants];
    for (place, &entrant) in order.iter().enumerate() {
        if let Some(known) = places.get_mut(entrant as usize) {
            *known = place;
        }
    }
    places
}

/// The columns of a standing that can be averaged: numbers and durations.
fn averaged(ruleset: &Ruleset, standing: Option<StandingId>) -> Vec<(String, ColumnId)> {
    let Some(standing) = standing else { return Vec::new() };
    let can_be = |column: ColumnId| match ruleset.column(column).ty.kind {
        Kind::Integer | Kind::Number | Kind::Duration => true,
        Kind::Flag | Kind::Text | Kind::Choice(_) | Kind::Date | Kind::Unknown => false,
    };
    ruleset.standing(standing).columns.iter().filter(|(_, column)| can_be(*column)).cloned().collect()
}

/// Whether the pairings of a scheme look at what was played.
fn ranks(scheme: &Scheme) -> bool {
    let by = match scheme {
        Scheme::Pools(pools) => vec![&pools.first.by, &pools.later.by],
        Scheme::RoundRobin(round_robin) => vec![&round_robin.by],
        Scheme::Knockout(_) | Scheme::Open(_) => Vec::new(),
    };
    by.iter().any(|by| !matches!(by, Ranking::Entry))
}
