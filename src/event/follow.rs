//! Goes through an event, phase by phase and round by round, as far as its log goes.
//!
//! What is here is common to all schemes: who plays in a phase, what was scored up to a round, what stops the event.
//! Start with [`follow`]; each scheme has its own file.

use super::course::{Course, Due, GameCourse, PhaseCourse, RoundCourse, Settled};
use super::facts::{Facts, Ran};
use super::given::Given;
use super::ranking::{Levels, Settler, Undecided, levels};
use super::{days, found, look_back, places};
use crate::engine::{Failed, Outcome};
use crate::log::Log;
use crate::pairing::{Lots, SharedLots};
use crate::ruleset::{Admission, PhaseId, Ranking, Ruleset, Scheme, Settings, Settling};
use std::ops::Range;

/// Follows an event.
///
/// # Errors
/// When the games cannot be scored.
pub fn follow(
    ruleset: &Ruleset,
    settings: &Settings,
    log: &Log,
    given: Given,
) -> Result<Course, Box<Failed>> {
    let facts = Facts::new(ruleset, settings, log);
    let seen = vec![false; facts.games as usize];
    let course = Course {
        seed: facts.seed(facts.games, given.seed),
        today: given.today,
        edition: given.edition,
        phases: Vec::new(),
        due: Due::Over,
        withdrawn: look_back::withdrawn(log),
        places: Vec::new(),
        overdue: Vec::new(),
        remarks: Vec::new(),
    };
    let used = vec![false; log.acts.len()];
    let mut follower =
        Follower { facts, given, course, seen, used, void: None, shared: given.one_of.map(SharedLots::new) };
    match follower.phases() {
        Ok(()) => {}
        Err(Stop::Due(due)) => follower.course.due = due,
        Err(Stop::Failed(failed)) => return Err(failed),
    }
    follower.look_back();
    follower.course.places = places::of(ruleset, &follower.course);
    follower.course.overdue = days::overdue(ruleset, &follower.course);
    Ok(follower.course)
}

/// An event being followed.
pub(super) struct Follower<'a> {
    pub facts: Facts<'a>,
    pub given: Given,
    pub course: Course,
    /// Games that belong to a round that was paired.
    pub seen: Vec<bool>,
    /// Acts that decided something.
    pub used: Vec<bool>,
    /// The games that are void by the rules, once somebody has asked.
    void: Option<Vec<bool>>,
    /// What the event has in common with others, where it is one of many.
    shared: Option<SharedLots>,
}

/// Why it goes no further.
pub(super) enum Stop {
    Due(Due),
    Failed(Box<Failed>),
}

/// One step on the way.
pub(super) type Step<T> = Result<T, Stop>;

/// Entrants in a strict order.
pub(super) struct Ordered {
    /// The best first.
    pub order: Vec<u32>,
    /// Those who were level.
    pub settled: Vec<Settled>,
    /// What was scored to find the order, and not kept by the round before.
    pub from: Option<Box<Outcome>>,
}

/// A round to be paired.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    pub phase: PhaseId,
    pub round: u32,
    /// How many games stood in the log when it began.
    pub begin: u32,
}

impl Follower<'_> {
    fn phases(&mut self) -> Step<()> {
        let ruleset = self.facts.ruleset;
        for (id, phase) in (0..).map(PhaseId).zip(&ruleset.phases) {
            let begin = self.facts.games_of(id).next().unwrap_or(self.facts.games);
            let (entrants, settled) = self.admit(id, phase, begin)?;
            self.course.phases.push(PhaseCourse {
                phase: id,
                entrants,
                settled,
                rounds: Vec::new(),
                bracket: Vec::new(),
                last_day: self.last_day(id),
                is_over: false,
            });
            match &phase.scheme {
                Scheme::Pools(pools) => self.pools(id, pools)?,
                Scheme::RoundRobin(round_robin) => self.round_robin(id, round_robin, begin)?,
                Scheme::Knockout(knockout) => self.knockout(id, knockout, begin)?,
                Scheme::Open(_) => self.open(id)?,
            }
            self.here().is_over = true;
        }
        Ok(())
    }

    /// What the names of the games of a phase begin with: a log holds many editions, in which the same games are prescribed.
    pub fn name_of_games(&self, phase: PhaseId) -> String {
        let name = &self.facts.ruleset.phase(phase).name;
        self.course.edition.map_or_else(|| name.clone(), |edition| format!("{edition}-{name}"))
    }

    /// The phase under way.
    #[expect(clippy::expect_used, reason = "a scheme is only followed inside a phase")]
    pub fn here(&mut self) -> &mut PhaseCourse {
        self.course.phases.last_mut().expect("a phase is under way")
    }

    /// Everybody who has entered and not withdrawn, in the order of entry.
    pub fn field(&self, games: u32) -> Vec<u32> {
        (0..).zip(&self.facts.names).map(|(row, _)| row).filter(|&row| self.facts.is_in(row, games)).collect()
    }

    /// Who plays in a round: everybody, or those who were admitted to the phase; without those who have withdrawn.
    pub fn present(&mut self, moment: Moment) -> Vec<u32> {
        let present = match self.facts.ruleset.phase(moment.phase).entrants {
            Admission::Everybody => self.field(moment.begin),
            Admission::Places { .. } => {
                let admitted = self.here().entrants.clone();
                let stays = |entrant: &u32| !self.facts.has_withdrawn(*entrant, moment.begin);
                admitted.into_iter().filter(stays).collect()
            }
        };
        let known = super::ranking::mask(&self.here().entrants);
        let is_new = |entrant: &&u32| !known.get(**entrant as usize).copied().unwrap_or(false);
        let late: Vec<u32> = present.iter().filter(is_new).copied().collect();
        self.here().entrants.extend(late);
        present
    }

    /// The seed in force at a moment.
    pub fn seed_at(&self, moment: Moment) -> u64 {
        self.facts.seed(moment.begin, self.given.seed)
    }

    /// What draws lots at a moment.
    pub fn lots(&self, moment: Moment) -> Lots<'_> {
        Lots::new(self.seed_at(moment), &self.facts.names).sharing(self.shared.as_ref())
    }

    /// The entrants of a round in the order of a ranking, as it stood when `as_of` games were in the log; and what was
    /// scored for it.
    pub fn levels(
        &mut self,
        moment: Moment,
        by: &Ranking,
        as_of: u32,
        entrants: &[u32],
    ) -> Step<(Levels, Option<Box<Outcome>>)> {
        let standing = self.facts.ruleset.phase(moment.phase).standing;
        if let Ranking::Entry = by {
            return Ok((Levels::strict(entrants), None));
        }
        // What was scored after the last round is what counts now, unless something was corrected since.
        let is_settled = self.facts.is_settled(as_of);
        if let Some(outcome) =
            self.here().rounds.last().and_then(|round| round.outcome.as_deref()).filter(|_| is_settled)
        {
            return Ok((levels(by, standing, outcome, entrants), None));
        }
        let ran = self.score(Moment { round: moment.round.saturating_sub(1), ..moment }, as_of)?;
        Ok((levels(by, standing, &ran.outcome, entrants), Some(Box::new(ran.outcome))))
    }

    /// Scores all games up to a round, the round itself as well.
    pub fn score(&self, moment: Moment, as_of: u32) -> Step<Ran> {
        let keep = |game: u32| self.is_up_to(moment, game);
        self.facts.score(as_of, self.seed_at(moment), keep).map_err(Stop::Failed)
    }

    /// Scores the games up to a round of matches that may be under way, but those that are left out.
    pub fn score_matches(&self, moment: Moment, as_of: u32, left_out: &[u32]) -> Step<Ran> {
        let keep = |game: u32| self.is_up_to(moment, game) && !left_out.contains(&game);
        self.facts.score_under_way(as_of, self.seed_at(moment), keep).map_err(Stop::Failed)
    }

    fn is_up_to(&self, moment: Moment, game: u32) -> bool {
        let phase = self.facts.phase(game);
        let counts = || self.facts.round(game).is_some_and(|round| round <= moment.round);
        phase < moment.phase || phase == moment.phase && counts()
    }

    /// Puts level entrants in order where that matters, or stops for a decision.
    pub fn settle(
        &mut self,
        moment: Moment,
        (by, ties): (PhaseId, Settling),
        levels: &Levels,
        matters: impl Fn(Range<usize>) -> bool,
    ) -> Step<(Vec<u32>, Vec<Settled>)> {
        let settler = Settler {
            ties,
            phase: (moment.phase, &self.facts.ruleset.phase(moment.phase).name, moment.round),
            acts: self.facts.acts_before(moment.begin).collect(),
            lots: self.lots(moment),
        };
        match settler.settle(levels, matters) {
            Ok((order, settled)) => {
                settled.iter().filter_map(Settled::act).for_each(|act| self.used[act] = true);
                Ok((order, settled))
            }
            Err(Undecided { levels, settled }) => {
                settled.iter().filter_map(Settled::act).for_each(|act| self.used[act] = true);
                let Moment { phase, round, .. } = moment;
                Err(Stop::Due(Due::Order { phase, round, levels, by }))
            }
        }
    }

    /// The games of the log that belong to a round.
    pub fn recorded(&mut self, moment: Moment) -> Vec<u32> {
        let of_round = |game: &u32| self.facts.round(*game) == Some(moment.round);
        let recorded: Vec<u32> = self.facts.games_of(moment.phase).filter(of_round).collect();
        recorded.iter().for_each(|&game| self.seen[game as usize] = true);
        recorded
    }

    /// Finds the games of a round of pools or of a table. One that is void by the rules is due again; invented ones are as they are.
    pub fn find_games(&mut self, moment: Moment, recorded: &[u32], games: &mut Vec<GameCourse>) -> Step<()> {
        let void = if self.given.is_invented { Vec::new() } else { self.void_by_rules(moment)? };
        let key = (moment.phase, moment.round);
        let counting = found::keep_void(&self.facts, key, (recorded, &void), games);
        found::find(&self.facts, key, &counting, games, &mut self.course.remarks);
        found::cancel(&self.facts, games);
        Ok(())
    }

    /// Which games of the log are void by a condition of the format; none where it has no such condition.
    fn void_by_rules(&mut self, moment: Moment) -> Step<Vec<bool>> {
        if self.void.is_none() {
            let seed = self.seed_at(moment);
            let found =
                if self.facts.has_void_rules() { self.facts.void(u32::MAX, seed) } else { Ok(Vec::new()) };
            self.void = Some(found.map_err(Stop::Failed)?);
        }
        Ok(self.void.clone().unwrap_or_default())
    }

    /// Keeps a round. Where results are missing, or in dispute, the event stops here; else it is scored.
    pub fn keep(&mut self, moment: Moment, mut round: RoundCourse) -> Step<()> {
        if round.is_under_way() {
            let due = if round.has_begun() { Due::Results } else { Due::Round };
            self.here().rounds.push(round);
            return Err(Stop::Due(due));
        }
        round.is_over = true;
        if self.facts.ruleset.phase(moment.phase).standing.is_some() {
            let ran = self.score(moment, u32::MAX)?;
            (round.outcome, round.scored) = (Some(Box::new(ran.outcome)), ran.kept);
        }
        self.here().rounds.push(round);
        Ok(())
    }
}
