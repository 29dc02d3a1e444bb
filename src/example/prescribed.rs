//! The round of a phase, for entrants who are no more than numbers.
//!
//! Comes in: a phase, which round, how many entrants. Goes out: who comes together, in which games, and the clauses that
//! say so. It must never know what an example expects. Start with [`prescribe`].

use crate::pairing::{Impossible, Lots, Pairing, knockout, pools, round_robin, schedule};
use crate::ruleset::{
    BracketMatch, ClauseId, Cut, Draw, Knockout, Phase, PhaseId, Pools, Ranking, RoundRobin, Schedule,
    Scheme, Settings, Source,
};
use crate::source::Span;
use crate::value::Symbol;
use std::collections::{BTreeMap, BTreeSet};

/// A part of a phase that a round comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PhasePart {
    /// The phase itself.
    Phase(PhaseId),
    /// How its pools come about: in the first round, or in all others.
    Cut(PhaseId, bool),
    /// A line of a schedule: for how many, and which line, from 0.
    Line(PhaseId, u32, u32),
    /// A match of its bracket, by its name.
    Match(PhaseId, String),
}

/// What a phase prescribes for a round.
pub(super) struct Prescribed {
    /// Who comes together; or why nobody can.
    pub round: Result<Round, Impossible>,
    /// The clauses that have a part in it.
    pub cites: BTreeSet<ClauseId>,
    /// The parts of the phase that do.
    pub parts: BTreeSet<PhasePart>,
    /// Where it is said how they come together.
    pub at: Span,
}

/// Who comes together in a round.
pub(super) struct Round {
    /// Whether they are pools; else they are matches.
    pub in_pools: bool,
    /// What each is called, and who is in it.
    pub together: Vec<(String, Vec<u32>)>,
    /// The games, in order.
    pub games: Vec<Pairing>,
    /// Whether lots decide who comes together.
    pub who_by_lot: bool,
    /// Whether lots decide who is who in the games.
    pub seats_by_lot: bool,
    /// Where they do: those among whom lots are drawn, each of whom can come in the place of each other one.
    pub drawn_among: Vec<Vec<u32>>,
}

/// Why a round is what it is.
struct Why {
    cites: BTreeSet<ClauseId>,
    parts: BTreeSet<PhasePart>,
}

impl Why {
    fn prescribed(self, round: Result<Round, Impossible>, at: Span) -> Prescribed {
        Prescribed { round, cites: self.cites, parts: self.parts, at }
    }
}

/// Why a round cannot be asked for: what is wrong, and what to do.
pub(super) type Unasked = (String, String);

/// What the phase prescribes for this round, of entrants 1, 2, 3… in the order from which it is paired.
pub(super) fn prescribe(
    (id, phase): (PhaseId, &Phase),
    round: u32,
    entrants: u32,
    (seats, settings): (&[Symbol], &Settings),
) -> Result<Prescribed, Unasked> {
    let asked = Asked { id, phase, round, entrants, seats, settings };
    match &phase.scheme {
        Scheme::Pools(pools) => asked.pools(pools),
        Scheme::RoundRobin(all) => asked.round_robin(all),
        Scheme::Knockout(knockout) => asked.knockout(knockout),
        Scheme::Open(_) => Err((
            format!("in `{}` entrants find their opponents themselves", phase.name),
            "give examples of phases that pair them".to_owned(),
        )),
    }
}

/// The question.
struct Asked<'a> {
    id: PhaseId,
    phase: &'a Phase,
    round: u32,
    entrants: u32,
    seats: &'a [Symbol],
    settings: &'a Settings,
}

impl Asked<'_> {
    fn pools(&self, pools: &Pools) -> Result<Prescribed, Unasked> {
        self.no_more_than(pools.rounds)?;
        let cut = if self.round == 1 { &pools.first } else { &pools.later };
        let mut why = self.why();
        why.cites.extend(&cut.cites);
        why.cites.extend(cited_by(&cut.by));
        why.parts.insert(PhasePart::Cut(self.id, self.round == 1));
        let round = self.draw(pools, cut, &mut why);
        Ok(why.prescribed(round, cut.at))
    }

    fn draw(&self, pools: &Pools, cut: &Cut, why: &mut Why) -> Result<Round, Impossible> {
        let order: Vec<u32> = (1..=self.entrants).collect();
        let texts: Vec<String> = (0..=self.entrants).map(|entrant| entrant.to_string()).collect();
        let names: Vec<&str> = texts.iter().map(String::as_str).collect();
        let drawn = pools::draw(&order, cut, pools.groups, &Lots::new(0, &names), "example")?;
        let (mut together, mut games) = (Vec::new(), Vec::new());
        let mut groups: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
        for pool in drawn {
            for member in &pool.members {
                groups.entry(member.group).or_default().push(member.entrant);
            }
            let members: Vec<u32> = pool.members.iter().map(|member| member.entrant).collect();
            let size = u32::try_from(members.len()).unwrap_or(u32::MAX);
            games.extend(self.play(schedule::for_size(&pools.schedules, size)?, &members, why));
            together.push((format!("pool {}", pool.number), members));
        }
        let by_lot = is_lot(cut.draw);
        let drawn_among = groups.into_values().collect();
        Ok(Round { in_pools: true, together, games, who_by_lot: by_lot, seats_by_lot: by_lot, drawn_among })
    }

    fn round_robin(&self, all: &RoundRobin) -> Result<Prescribed, Unasked> {
        let mut why = self.why();
        why.cites.extend(cited_by(&all.by));
        let round = if self.entrants < 2 {
            Err(Impossible::TooFew { entrants: self.entrants, least: 2 })
        } else {
            self.no_more_than(round_robin::count(self.entrants as usize, all.legs))?;
            let order: Vec<u32> = (1..=self.entrants).collect();
            let found = round_robin::round(&order, self.round);
            let (pairs, bye) = found.map(|found| (found.pairs, found.bye)).unwrap_or_default();
            let pairs =
                pairs.into_iter().map(|(one, other)| vec![one, other]).chain(bye.map(|bye| vec![bye]));
            let together: Vec<(String, Vec<u32>)> =
                (1..).zip(pairs).map(|(number, pair): (u32, _)| (format!("match {number}"), pair)).collect();
            let games = self.meet((all.schedule.as_ref(), None), &together, &mut why);
            let by_lot = is_lot(all.draw);
            let drawn_among = vec![order];
            Ok(Round {
                in_pools: false,
                together,
                games,
                who_by_lot: by_lot,
                seats_by_lot: by_lot,
                drawn_among,
            })
        };
        Ok(why.prescribed(round, self.phase.at))
    }

    fn knockout(&self, knockout: &Knockout) -> Result<Prescribed, Unasked> {
        if self.round > 1 {
            return Err((
                format!("who meets in round {} of `{}` depends on results", self.round, self.phase.name),
                "leave `round` out: only the first round of a bracket is known before it is played"
                    .to_owned(),
            ));
        }
        let mut why = self.why();
        let round = if self.entrants > knockout::MOST {
            Err(Impossible::TooMany { entrants: self.entrants, most: knockout::MOST })
        } else {
            let matches = knockout::bracket(&knockout.bracket, self.entrants);
            let rounds = knockout::rounds(&matches);
            let first: Vec<&BracketMatch> =
                matches.iter().zip(rounds).filter(|(_, round)| *round == 1).map(|(one, _)| one).collect();
            why.cites.extend(first.iter().flat_map(|one| &one.cites));
            why.parts.extend(first.iter().map(|one| PhasePart::Match(self.id, one.name.clone())));
            let together: Vec<(String, Vec<u32>)> =
                first.iter().map(|one| (one.name.clone(), self.seeds(one))).collect();
            let count = knockout.games.map(|count| count.of(self.settings).max(1));
            let games = self.meet((knockout.schedule.as_ref(), count), &together, &mut why);
            let seats_by_lot = is_lot(knockout.draw);
            let drawn_among = together.iter().map(|(_, pair)| pair.clone()).collect();
            Ok(Round { in_pools: false, together, games, who_by_lot: false, seats_by_lot, drawn_among })
        };
        Ok(why.prescribed(round, self.phase.at))
    }

    /// Those who are there of the two sides of a first match.
    fn seeds(&self, one: &BracketMatch) -> Vec<u32> {
        let seed = |side| match side {
            Source::Seed(seed) if seed <= self.entrants => Some(seed),
            Source::Seed(_) | Source::Winner(_) | Source::Loser(_) => None,
        };
        one.sides.into_iter().filter_map(seed).collect()
    }

    /// The games of matches: those of the schedule, or so many, its lines in turn; who has no opponent plays none.
    fn meet(
        &self,
        (schedule, count): (Option<&Schedule>, Option<u32>),
        together: &[(String, Vec<u32>)],
        why: &mut Why,
    ) -> Vec<Pairing> {
        let pairs = together.iter().map(|(_, pair)| pair).filter(|pair| pair.len() == 2);
        let games = pairs.flat_map(|pair| {
            let meeting = match schedule {
                Some(schedule) => self.play(schedule, pair, why),
                None => schedule::plain(self.seats, pair),
            };
            match count {
                Some(count) => (1..=count).filter_map(|number| schedule::nth(&meeting, number)).collect(),
                None => meeting,
            }
        });
        games.collect()
    }

    fn why(&self) -> Why {
        Why {
            cites: self.phase.cites.iter().copied().collect(),
            parts: BTreeSet::from([PhasePart::Phase(self.id)]),
        }
    }

    /// The games of a schedule, and what its lines cite.
    fn play(&self, schedule: &Schedule, members: &[u32], why: &mut Why) -> Vec<Pairing> {
        let games = schedule::games(schedule, members);
        for game in &games {
            let line = schedule.games.get(game.line as usize);
            why.cites.extend(line.iter().flat_map(|line| &line.cites));
            why.parts.insert(PhasePart::Line(self.id, schedule.size, game.line));
        }
        games
    }

    fn no_more_than(&self, rounds: u32) -> Result<(), Unasked> {
        if self.round <= rounds {
            return Ok(());
        }
        let has = if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
        let message = format!("there is no round {} in `{}`, which has {has}", self.round, self.phase.name);
        Err((message, "give one of its rounds, or none for the first".to_owned()))
    }
}

/// What the keys cite that order entrants. (A standing's keys have a part in a place, not in a pairing.)
fn cited_by(by: &Ranking) -> Vec<ClauseId> {
    match by {
        Ranking::Keys(keys) => keys.iter().flat_map(|key| key.cites.iter().copied()).collect(),
        Ranking::Standing | Ranking::Entry => Vec::new(),
    }
}

fn is_lot(draw: Draw) -> bool {
    match draw {
        Draw::Lot => true,
        Draw::Position | Draw::Snake => false,
    }
}
