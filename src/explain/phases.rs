//! How somebody came into the phases of an event, and out of them: places, cut lines, seeds, byes, matches, the final place.
//!
//! Comes in: the course of an event, an entrant. Goes out: a node for each phase. Start with [`Event::entrant`].

use super::cell::{Builder, Reach};
use super::draw::{Event, row_of_table, source, words};
use super::names;
use super::tree::Node;
use crate::engine::{Opened, Outcome};
use crate::event::{
    GameCourse, GameState, MatchCourse, MatchSide, MatchStage, PhaseCourse, RoundCourse, Won,
};
use crate::log::{Act, Deed};
use crate::ruleset::{Admission, PhaseId, Scheme, Source};

impl<'a> Event<'a> {
    /// What became of an entrant, phase by phase.
    pub(super) fn entrant(&self, entrant: u32, reach: Reach) -> Vec<Node> {
        let mut nodes: Vec<Node> = self.withdrawal(entrant).into_iter().collect();
        for phase in &self.course.phases {
            let mut node =
                words(format!("{} in {}", self.name(entrant), self.ruleset.phase(phase.phase).title));
            node.clauses = self.quotes.clauses(&self.ruleset.phase(phase.phase).cites);
            if let Admission::Places { first, last, of } = self.ruleset.phase(phase.phase).entrants {
                node.children.push(self.cut_line(phase, (first, last, of), entrant, reach));
            }
            let byes = phase.rounds.iter().filter(|round| round.byes.contains(&entrant));
            node.children.extend(byes.map(|round| self.bye(phase, round, entrant)));
            node.children.extend(self.cancelled(phase, entrant));
            let matches = phase.bracket.iter().filter(|one| one.entrants().any(|who| who == entrant));
            node.children.extend(matches.map(|course| self.bracket_match(phase, course, entrant)));
            if !node.children.is_empty() {
                nodes.push(node);
            }
        }
        if let Some(place) = self.course.places.iter().find(|place| place.entrant == entrant) {
            let shared = if place.shared { ", shared" } else { "" };
            let phase = &self.ruleset.phase(place.phase).title;
            nodes.push(words(format!(
                "final place of {}: {}{shared}, by {phase}",
                self.name(entrant),
                place.place
            )));
        }
        nodes
    }

    /// That an entrant has withdrawn.
    fn withdrawal(&self, entrant: u32) -> Option<Node> {
        let is_own = |act: &&Act| matches!(act.what, Deed::Withdrawal { entrant: gone } if gone == entrant);
        let act = self.outcome.acts.iter().find(is_own)?;
        Some(words(format!("{} has withdrawn{}", self.name(entrant), self.act(act))))
    }

    /// A round in which an entrant has no game.
    fn bye(&self, phase: &PhaseCourse, round: &RoundCourse, entrant: u32) -> Node {
        let Scheme::RoundRobin(robin) = &self.ruleset.phase(phase.phase).scheme else {
            let entrants = phase.entrants.len();
            let text =
                format!("no game in round {}: a bye, as {entrants} do not come out even", round.number);
            return words(text);
        };
        let (of, name) = (round.order.len(), self.name(entrant));
        let number = round.order.iter().position(|one| *one == entrant).map_or(0, |place| place + 1);
        let mut node = words(format!(
            "no game in round {0}: a bye; {name} has number {number} of {of}, and as {of} do not come out even, in round {0} \
             the table has nobody for number {number}",
            round.number
        ));
        node.children.push(words(row_of_table(round)));
        node.children.push(self.numbers(phase, round, robin));
        node
    }

    /// The games of an entrant that are not played, as somebody has withdrawn.
    fn cancelled(&self, phase: &PhaseCourse, entrant: u32) -> Vec<Node> {
        // Of a bracket it is told match by match.
        let rounds = phase.rounds.iter().filter(|_| phase.bracket.is_empty());
        let games = rounds.flat_map(|round| round.games.iter().map(move |game| (round, game)));
        let own = games.filter(|(_, game)| game.pairing.sides.iter().any(|(_, who)| *who == entrant));
        own.filter_map(|(round, game)| {
            let GameState::Cancelled(gone) = game.state else { return None };
            let others = game.pairing.sides.iter().map(|(_, who)| *who).filter(|who| *who != entrant);
            let others: Vec<String> = others.map(|who| self.name(who)).collect();
            Some(words(format!(
                "no game in round {}: {} against {} is cancelled, as {} has withdrawn",
                round.number,
                game.id,
                others.join(", "),
                self.name(gone)
            )))
        })
        .collect()
    }

    /// A match of a bracket as a whole: who meets, from where, the games, and who goes on.
    pub(super) fn whole_match(&self, name: &str) -> Option<Node> {
        let (phase, place, course) = self.course.phases.iter().find_map(|phase| {
            let place = phase.bracket.iter().position(|one| one.line.name == name)?;
            Some((phase, place, phase.bracket.get(place)?))
        })?;
        let title = &self.ruleset.phase(phase.phase).title;
        let mut node =
            words(format!("{name} of {title}: {}{}", self.who_meets(phase, course), self.result(course)));
        let mut cites = course.line.cites.clone();
        cites.extend(&self.ruleset.phase(phase.phase).cites);
        node.clauses = self.quotes.clauses(&cites);
        let games = phase.rounds.iter().flat_map(|round| &round.games);
        let mut games: Vec<&GameCourse> = games.filter(|game| game.in_match == Some(place)).collect();
        games.sort_by_key(|game| game.state.row().unwrap_or(u32::MAX));
        node.children.extend(games.into_iter().map(|game| {
            let state = match game.state {
                GameState::Played(row) => format!("recorded in {}", self.record(row)),
                GameState::Void(row) => format!("recorded in {}, and does not count", self.record(row)),
                GameState::Disputed(row) => format!("recorded in {}, and in dispute", self.record(row)),
                GameState::Missing => "to be played".to_owned(),
                GameState::Cancelled(gone) => format!("cancelled, as {} has withdrawn", self.name(gone)),
                GameState::Decided(act) => {
                    let act = self.outcome.acts.get(act).map_or_else(String::new, |act| self.act(act));
                    format!("not needed, as the match was decided{act}")
                }
            };
            words(format!("game {}: {state}", game.id))
        }));
        Some(node)
    }

    /// Where a game was recorded.
    fn record(&self, game: u32) -> String {
        let opened = Opened::new(self.ruleset, self.settings, self.outcome);
        names::record(&opened, game).unwrap_or_default()
    }

    /// The names of the matches of all brackets.
    pub(super) fn matches(&self) -> Vec<String> {
        let all = self.course.phases.iter().flat_map(|phase| &phase.bracket);
        all.map(|one| one.line.name.clone()).collect()
    }

    /// Who goes on from a phase: the place of an entrant, and those on both sides of the line.
    fn cut_line(
        &self,
        phase: &PhaseCourse,
        (first, last, of): (u32, u32, PhaseId),
        entrant: u32,
        reach: Reach,
    ) -> Node {
        let from = &self.ruleset.phase(of).title;
        let seed = phase.entrants.iter().position(|one| *one == entrant).map(|place| place + 1);
        let name = self.name(entrant);
        let text = match seed {
            Some(seed) => format!("in: {name} is seed {seed}; places {first} to {last} of {from} go on"),
            None => format!("out: {name} is not among places {first} to {last} of {from}, which go on"),
        };
        let mut node = words(text);
        for settled in &phase.settled {
            let seed = phase.rounds.first().map_or(self.course.seed, |round| round.seed);
            node.children.push(self.settled(settled, seed));
        }
        let earlier = self.course.phases.iter().find(|one| one.phase == of);
        let gone: Vec<String> = earlier
            .map_or(&[][..], |one| one.entrants.as_slice())
            .iter()
            .filter(|who| self.course.withdrawn.contains(who) && !phase.entrants.contains(who))
            .map(|who| self.name(*who))
            .collect();
        if !gone.is_empty() {
            let gone = gone.join(", ");
            node.children.push(words(format!("whoever has withdrawn is passed over: {gone}")));
        }
        let outcome = earlier.and_then(|one| one.rounds.last()).and_then(|round| round.outcome.as_deref());
        let standing = self.ruleset.phase(of).standing.map(|id| usize::from(id.0));
        if let (Some(outcome), Some(standing)) = (outcome, standing) {
            node.children.extend(self.line_of(outcome, (standing, phase), entrant, reach));
        }
        node
    }

    /// The place in a standing as it stood when a phase was over, and the comparison across the line.
    fn line_of(
        &self,
        outcome: &'a Outcome,
        (standing, phase): (usize, &PhaseCourse),
        entrant: u32,
        reach: Reach,
    ) -> Vec<Node> {
        let opened = Opened::new(self.ruleset, self.settings, outcome);
        let mut builder = Builder::new(opened, self.quotes, reach, self.course.seed);
        let mut nodes: Vec<Node> = builder.place(standing, entrant, 0).into_iter().collect();
        let rows = outcome.standings.get(standing).map_or(&[][..], |table| table.rows.as_slice());
        let is_in = |who: u32| phase.entrants.contains(&who);
        let inside = rows.iter().rposition(|row| is_in(row.entrant));
        let outside = inside.and_then(|inside| {
            let mut behind = rows.iter().skip(inside + 1);
            behind.find(|row| !self.course.withdrawn.contains(&row.entrant))
        });
        if let (Some(inside), Some(outside)) = (inside.and_then(|at| rows.get(at)), outside) {
            let [last, first] = [inside, outside].map(|row| self.name(row.entrant));
            let mut line =
                words(format!("the line: {last} is the last to go on, {first} the first who does not"));
            let level = builder.compared(standing, (inside, outside), 0);
            line.children.extend(level);
            nodes.push(line);
        }
        nodes
    }

    /// A match of a bracket, and what came of it.
    fn bracket_match(&self, phase: &PhaseCourse, course: &MatchCourse, entrant: u32) -> Node {
        let place = course.sides.iter().position(|side| side.entrant() == Some(entrant)).unwrap_or(0);
        let from = course.line.sides.get(place).map_or_else(String::new, |from| source(phase, *from));
        let other = course.sides.iter().enumerate().find(|(at, _)| *at != place).map(|(_, side)| *side);
        let against = match other {
            Some(MatchSide::Entrant(other)) => format!("against {}", self.name(other)),
            Some(MatchSide::Nobody) => {
                let empty = course.line.sides.iter().enumerate().find(|(at, _)| *at != place);
                let why = empty.map_or_else(String::new, |(_, from)| nobody(phase, *from));
                format!("without an opponent: {why}")
            }
            Some(MatchSide::Open) | None => "against whoever comes".to_owned(),
        };
        let result = self.result(course);
        let mut node =
            words(format!("{}: {} is {from}, {against}{result}", course.line.name, self.name(entrant)));
        node.clauses = self.quotes.clauses(&course.line.cites);
        node
    }

    /// What came of a match of a bracket.
    fn result(&self, course: &MatchCourse) -> String {
        match course.stage {
            MatchStage::Waits => "; it waits for matches before it".to_owned(),
            MatchStage::Due => "; it is to be played".to_owned(),
            MatchStage::Level => "; it is level, and waits for a decision".to_owned(),
            MatchStage::Over { winner, by } => {
                let who = winner.map_or_else(|| "nobody".to_owned(), |winner| self.name(winner));
                let by = match by {
                    Won::Games => "by the games".to_owned(),
                    Won::Bye => "by the bye".to_owned(),
                    Won::Walkover => "as the opponent has withdrawn".to_owned(),
                    Won::Decision(act) => {
                        let act = self.outcome.acts.get(act).map_or_else(String::new, |act| self.act(act));
                        format!("by a decision{act}")
                    }
                    Won::Lot => "by lot".to_owned(),
                };
                format!("; {who} goes on, {by}")
            }
        }
    }
}

/// Why nobody comes from here.
fn nobody(phase: &PhaseCourse, from: Source) -> String {
    match from {
        Source::Seed(seed) => {
            format!("there is no seed {seed}, as {} play in the phase", phase.entrants.len())
        }
        Source::Winner(_) | Source::Loser(_) => format!("nobody is {}", source(phase, from)),
    }
}

/// Whether a column says how a game came about, and not what came of it.
pub(super) fn is_of_draw(name: &str) -> bool {
    ["pool", "round", "phase", "umpire", "seat", "match"].contains(&name)
}
