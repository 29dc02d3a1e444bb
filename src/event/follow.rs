//! Goes through an event, phase by phase and round by round, as far as its log goes.
//!
//! What is here is common to all schemes: who plays in a phase, what was scored up to a round, what stops the event.
//! Start with [`follow`]; each scheme has its own file.

use super::course::{Course, Due, PhaseCourse, Remark, RoundCourse, Settled, Won};
use super::facts::{Facts, Ran};
use super::given::Given;
use super::places;
use super::ranking::{Levels, Settler, Undecided, levels};
use crate::engine::{Failed, Outcome};
use crate::log::{Deed, Log};
use crate::pairing::Lots;
use crate::ruleset::{
    Admission, BuiltinColumn, Phase, PhaseId, Ranking, Ruleset, Scheme, Settings, Settling, SheetKind,
};
use crate::sheet::{Column, Tables};
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
    let Given { seed, today, edition } = given;
    let facts = Facts::new(ruleset, settings, log);
    let seen = vec![false; facts.games as usize];
    let course = Course {
        seed: facts.seed(facts.games, seed),
        today,
        edition,
        phases: Vec::new(),
        due: Due::Over,
        withdrawn: withdrawn(log),
        places: Vec::new(),
        remarks: Vec::new(),
    };
    let mut follower = Follower { facts, seed, course, seen, used: vec![false; log.acts.len()] };
    match follower.phases() {
        Ok(()) => {}
        Err(Stop::Due(due)) => follower.course.due = due,
        Err(Stop::Failed(failed)) => return Err(failed),
    }
    follower.look_back();
    follower.course.places = places::of(ruleset, &follower.course);
    Ok(follower.course)
}

/// Whether a log says enough to be followed: whether any game names its round.
#[must_use]
pub fn is_followable(ruleset: &Ruleset, tables: &Tables) -> bool {
    let game = ruleset.sheet_of(&SheetKind::Game);
    let round = game.and_then(|game| tables.column(ruleset.builtin(game, BuiltinColumn::Round)?));
    let names_it = |round: &Column| (0..round.len()).any(|game| round.is_known(game));
    !ruleset.phases.is_empty() && round.is_some_and(names_it)
}

/// An event being followed.
pub(super) struct Follower<'a> {
    pub facts: Facts<'a>,
    seed: u64,
    pub course: Course,
    /// Games that belong to a round that was paired.
    pub seen: Vec<bool>,
    /// Acts that decided something.
    pub used: Vec<bool>,
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

impl<'a> Follower<'a> {
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

    /// Who plays in a phase that began when the log held this many games.
    fn admit(&mut self, id: PhaseId, phase: &'a Phase, begin: u32) -> Step<(Vec<u32>, Vec<Settled>)> {
        match &phase.entrants {
            Admission::Everybody => Ok((self.field(begin), Vec::new())),
            Admission::Places { first, last, of } => {
                let earlier = self.course.phases.iter().find(|course| course.phase == *of);
                let round = earlier.and_then(|course| course.rounds.last()).map_or(0, |round| round.number);
                let levels = self.final_levels(*of, begin, begin)?;
                let wanted = (*first as usize).saturating_sub(1)..*last as usize;
                let moment = Moment { phase: *of, round, begin };
                let matters = |places: Range<usize>| places.start < wanted.end && places.end > wanted.start;
                let (order, settled) = self.settle(moment, (id, phase.ties), &levels, matters)?;
                let cut = |order: Vec<u32>| -> Vec<u32> {
                    order.into_iter().take(wanted.end).skip(wanted.start).collect()
                };
                let admitted = cut(order);
                let acts = self.facts.corrected_after(begin);
                if !acts.is_empty() {
                    let levels = self.final_levels(*of, begin, u32::MAX)?;
                    let now = self.settle(moment, (id, phase.ties), &levels, matters);
                    if let Some(now) = now.ok().map(|(order, _)| cut(order)).filter(|now| *now != admitted) {
                        let remark = Remark::WouldChange { phase: id, round: 1, acts, instead: vec![now] };
                        self.course.remarks.push(remark);
                    }
                }
                Ok((admitted, settled))
            }
        }
    }

    /// The entrants of a phase that is over, in the order of what came out, without those who have withdrawn.
    fn final_levels(&self, phase: PhaseId, begin: u32, as_of: u32) -> Step<Levels> {
        let Some(course) = self.course.phases.iter().find(|course| course.phase == phase) else {
            return Ok(Levels::default());
        };
        let standing = self.facts.ruleset.phase(phase).standing;
        let last = course.rounds.last().map_or(0, |round| round.number);
        let is_settled = self.facts.corrected_after(as_of).is_empty();
        let levels = if is_settled || !course.bracket.is_empty() || standing.is_none() {
            places::levels_of(self.facts.ruleset, course)
        } else {
            let ran = self.score(Moment { phase, round: last, begin }, as_of)?;
            levels(&Ranking::Standing, standing, &ran.outcome, &course.entrants)
        };
        Ok(levels.filtered(|entrant| !self.facts.has_withdrawn(entrant, begin)))
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
        self.facts.seed(moment.begin, self.seed)
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
        let is_settled = self.facts.corrected_after(as_of).is_empty();
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
        let keep = |game: u32| {
            let phase = self.facts.phase(game);
            let counts = || self.facts.round(game).is_some_and(|round| round <= moment.round);
            phase < moment.phase || phase == moment.phase && counts()
        };
        self.facts.score(as_of, self.seed_at(moment), keep).map_err(Stop::Failed)
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
            lots: Lots { seed: self.seed_at(moment), names: &self.facts.names },
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

    /// Keeps a round. Where results are missing the event stops here; else it is scored.
    pub fn keep(&mut self, moment: Moment, mut round: RoundCourse) -> Step<()> {
        if round.missing() > 0 {
            let due = if round.has_begun() { Due::Results } else { Due::Round };
            self.here().rounds.push(round);
            return Err(Stop::Due(due));
        }
        if self.facts.ruleset.phase(moment.phase).standing.is_some() {
            let ran = self.score(moment, u32::MAX)?;
            (round.outcome, round.scored) = (Some(Box::new(ran.outcome)), ran.kept);
        }
        self.here().rounds.push(round);
        Ok(())
    }

    /// A phase in which opponents are chosen freely: every game fits; it is over when a later phase has
    /// begun, or when it was closed.
    fn open(&mut self, phase: PhaseId) -> Step<()> {
        let games: Vec<u32> = self.facts.games_of(phase).collect();
        games.iter().for_each(|&game| self.seen[game as usize] = true);
        let moment = Moment { phase, round: u32::MAX, begin: self.facts.games };
        let mut round = RoundCourse::empty(1, self.seed_at(moment));
        let ran = self.score_open(moment)?;
        (round.outcome, round.scored) = (Some(Box::new(ran.outcome)), ran.kept);
        self.here().rounds.push(round);
        let later = (0..self.facts.games).any(|game| self.facts.phase(game) > phase);
        let closed = self.facts.log.acts.iter().any(|act| act.what == Deed::Close { phase });
        if later || closed { Ok(()) } else { Err(Stop::Due(Due::Open)) }
    }

    fn score_open(&self, moment: Moment) -> Step<Ran> {
        let keep = |game: u32| self.facts.phase(game) <= moment.phase;
        self.facts.score(u32::MAX, self.seed_at(moment), keep).map_err(Stop::Failed)
    }

    /// Remarks on games, acts and entrants that nothing asked for.
    fn look_back(&mut self) {
        let is_over = self.course.due == Due::Over;
        for game in (0..self.facts.games).filter(|&game| !self.seen[game as usize]) {
            let waits = !is_over && self.facts.round(game).is_some_and(|round| self.can_come(game, round));
            self.course.remarks.push(if waits {
                Remark::TooEarly { game }
            } else {
                Remark::NotPrescribed { game }
            });
        }
        for (act, record) in self.facts.log.acts.iter().enumerate().filter(|(act, _)| !self.used[*act]) {
            let why = match &record.what {
                Deed::Winner { phase, name, winner } => self.why_no_winner(*phase, name, *winner),
                Deed::Order { phase, order, .. } => self.why_no_order(*phase, order),
                Deed::Pools { .. } => "no such round was paired, or a later record draws it",
                Deed::Withdrawal { .. }
                | Deed::Seed(_)
                | Deed::Correction { .. }
                | Deed::Report { .. }
                | Deed::Void { .. }
                | Deed::Confirmation { .. }
                | Deed::Close { .. } => continue,
            };
            self.course.remarks.push(Remark::IdleAct { act, why });
        }
        self.pass_over_late_entries();
    }

    /// Whether the phase of a game has such a round.
    fn can_come(&self, game: u32, round: u32) -> bool {
        match &self.facts.ruleset.phase(self.facts.phase(game)).scheme {
            Scheme::Pools(pools) => round <= pools.rounds,
            Scheme::RoundRobin(_) | Scheme::Knockout(_) | Scheme::Open(_) => true,
        }
    }

    /// Says of those who entered too late that there is no game for them in the first phase.
    fn pass_over_late_entries(&mut self) {
        let Some(first) = self.course.phases.first() else { return };
        let phase = first.phase;
        let goes_on = match self.facts.ruleset.phase(phase).scheme {
            Scheme::Pools(_) => !first.is_over,
            Scheme::Open(_) => true,
            Scheme::RoundRobin(_) | Scheme::Knockout(_) => false,
        };
        let known = super::ranking::mask(&first.entrants);
        let plays = |entrant: &u32| known.get(*entrant as usize).copied().unwrap_or(false);
        let all = self.field(self.facts.games);
        let entrants: Vec<u32> = all.into_iter().filter(|entrant| !plays(entrant)).collect();
        if !goes_on && !entrants.is_empty() {
            self.course.remarks.push(Remark::WithoutGames { entrants, phase });
        }
    }
}

impl Follower<'_> {
    /// Why a decision on a match has no effect.
    fn why_no_winner(&self, phase: PhaseId, name: &str, winner: Option<u32>) -> &'static str {
        let course = self.course.phases.iter().find(|course| course.phase == phase);
        let found = course.and_then(|course| course.bracket.iter().find(|one| one.line.name == name));
        let Some(found) = found else { return "no match waits for this decision" };
        let sides: Vec<u32> = found.sides.iter().filter_map(|side| side.entrant()).collect();
        match found.won {
            _ if sides.len() == 2 && winner.is_some_and(|winner| !sides.contains(&winner)) => {
                "the winner that it names does not play in that match"
            }
            Some((_, Won::Decision(_))) => "another record decides the match",
            Some((_, Won::Games)) => "the games decide the match",
            Some((_, Won::Bye | Won::Walkover | Won::Lot)) | None => "no match waits for this decision",
        }
    }

    /// Why an order has no effect.
    fn why_no_order(&self, phase: PhaseId, order: &[u32]) -> &'static str {
        match &self.course.due {
            Due::Order { phase: of, levels, .. }
                if *of == phase && levels.iter().flatten().any(|who| order.contains(who)) =>
            {
                "it does not name everybody who is level, or it stands below the games that it should come before"
            }
            Due::Order { .. }
            | Due::Round
            | Due::Results
            | Due::Winner { .. }
            | Due::Draw { .. }
            | Due::Open
            | Due::Impossible { .. }
            | Due::Over => {
                "nobody is level whose order it decides, or what it should decide had been paired above it"
            }
        }
    }
}

/// Who has withdrawn, in the order of the log.
fn withdrawn(log: &Log) -> Vec<u32> {
    let mut all = Vec::new();
    for act in &log.acts {
        match act.what {
            Deed::Withdrawal { entrant } if !all.contains(&entrant) => all.push(entrant),
            Deed::Withdrawal { .. }
            | Deed::Winner { .. }
            | Deed::Order { .. }
            | Deed::Pools { .. }
            | Deed::Seed(_)
            | Deed::Correction { .. }
            | Deed::Report { .. }
            | Deed::Void { .. }
            | Deed::Confirmation { .. }
            | Deed::Close { .. } => {}
        }
    }
    all
}
