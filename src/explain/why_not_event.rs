//! Why a line of an event that cites a clause has no part in how a game came about, or in what became of an entrant.
//!
//! Comes in: the course of an event, a clause, an entrant or a game. Goes out: a node for each line that cites it: lines of a
//! bracket and of schedules, phases, and how pools are cut. It must never draw. Start with [`Event::why_not`].

use super::draw::{Event, source, words};
use super::tree::{Node, Quote, RowName, What};
use crate::event::{GameCourse, GameState, MatchCourse, PhaseCourse, RoundCourse};
use crate::pairing::letter;
use crate::ruleset::{ClauseId, Schedule, Scheme};

/// Who or what is asked about.
#[derive(Clone, Copy)]
pub(super) enum About<'q> {
    /// What became of an entrant.
    Entrant(u32),
    /// How a game came about.
    Game(u32),
    /// A match of a bracket.
    Match(&'q str),
}

/// What cites a clause: its words, where it is written, whether it has a part, and words about that.
struct Line {
    text: String,
    rule: Option<Quote>,
    taken: bool,
    why: Vec<String>,
}

impl Event<'_> {
    /// What part the lines of the event that cite a clause have in what is asked about.
    pub(super) fn why_not(&self, clause: ClauseId, about: About<'_>, of: &RowName) -> Vec<Node> {
        let mut nodes = Vec::new();
        for phase in &self.course.phases {
            let title = &self.ruleset.phase(phase.phase).title;
            let mut lines = self.of_phase(phase, clause, about);
            lines.extend(self.of_bracket(phase, clause, about));
            lines.extend(self.of_schedules(phase, clause, about));
            for line in lines {
                let what = What::WhyNot {
                    text: line.text,
                    column: format!("“{title}”"),
                    of: of.clone(),
                    taken: line.taken,
                };
                let mut node = Node::new(what, None);
                node.rule = line.rule;
                node.clauses = self.quotes.clauses(&[clause]);
                node.children.extend(line.why.into_iter().map(words));
                nodes.push(node);
            }
        }
        nodes
    }

    /// A phase as a whole, and how its pools are cut.
    fn of_phase(&self, phase: &PhaseCourse, clause: ClauseId, about: About<'_>) -> Vec<Line> {
        let info = self.ruleset.phase(phase.phase);
        let (taken, why) = match about {
            About::Entrant(who) => {
                let name = self.name(who);
                let plays = phase.entrants.contains(&who);
                let word = if plays { "plays" } else { "does not play" };
                (plays, format!("{name} {word} in {}", info.title))
            }
            About::Game(row) => {
                let found = Self::find(phase, row);
                let id = found.map_or_else(|| "it".to_owned(), |(_, game)| game.id.clone());
                let word = if found.is_some() { "is" } else { "is not" };
                (found.is_some(), format!("{id} {word} a game of {}", info.title))
            }
            About::Match(name) => {
                let found = phase.bracket.iter().any(|one| one.line.name == name);
                let word = if found { "is" } else { "is not" };
                (found, format!("{name} {word} a match of {}", info.title))
            }
        };
        let mut lines = Vec::new();
        if info.cites.contains(&clause) {
            let text = format!("the phase {}", info.name);
            let why = vec![why.clone()];
            lines.push(Line { text, rule: Some(self.quotes.of(info.at)), taken, why });
        }
        if let Scheme::Pools(pools) = &info.scheme {
            for (cut, when) in [(&pools.first, "first"), (&pools.later, "later")] {
                if cut.cites.contains(&clause) {
                    let is_it = match about {
                        About::Game(row) => Self::find(phase, row)
                            .is_some_and(|(round, _)| (round.number == 1) == (when == "first")),
                        About::Entrant(_) | About::Match(_) => taken,
                    };
                    let text = format!("the pools of the {when} rounds");
                    let rule = Some(self.quotes.of(cut.at));
                    lines.push(Line { text, rule, taken: is_it, why: vec![why.clone()] });
                }
            }
        }
        lines
    }

    fn of_bracket(&self, phase: &PhaseCourse, clause: ClauseId, about: About<'_>) -> Vec<Line> {
        let cited = phase.bracket.iter().enumerate().filter(|(_, one)| one.line.cites.contains(&clause));
        cited
            .map(|(place, course)| {
                let taken = match about {
                    About::Entrant(who) => course.entrants().any(|one| one == who),
                    About::Game(row) => {
                        Self::find(phase, row).is_some_and(|(_, game)| game.in_match == Some(place))
                    }
                    About::Match(name) => course.line.name == name,
                };
                let sides: Vec<String> = course.line.sides.iter().map(|from| source(phase, *from)).collect();
                let text = format!("{}: {}", course.line.name, sides.join(" v "));
                let mut why = vec![self.who_meets(phase, course)];
                if let (About::Entrant(who), false) = (about, taken) {
                    why.push(format!("{} does not play in it", self.name(who)));
                }
                Line { text, rule: None, taken, why }
            })
            .collect()
    }

    /// `seed 1 is Ada, seed 4 is Bo`
    pub(super) fn who_meets(&self, phase: &PhaseCourse, course: &MatchCourse) -> String {
        let from = course.line.sides.iter().zip(&course.sides).map(|(from, side)| {
            let who = side.entrant().map_or("nobody yet".to_owned(), |who| self.name(who));
            format!("{} is {who}", source(phase, *from))
        });
        from.collect::<Vec<_>>().join(", ")
    }

    fn of_schedules(&self, phase: &PhaseCourse, clause: ClauseId, about: About<'_>) -> Vec<Line> {
        let mut found = Vec::new();
        for schedule in self.schedules(phase) {
            for (place, line) in schedule.games.iter().enumerate() {
                if !line.cites.contains(&clause) {
                    continue;
                }
                let games = phase.rounds.iter().flat_map(|round| &round.games);
                let is_it = |game: &&GameCourse| {
                    let in_pool = u32::try_from(place) == Ok(game.pairing.line);
                    in_pool
                        && self.is_by(phase, schedule, game)
                        && match about {
                            About::Entrant(who) => game.pairing.sides.iter().any(|(_, one)| *one == who),
                            About::Game(row) => game.state.row() == Some(row),
                            About::Match(name) => {
                                let course = game.in_match.and_then(|at| phase.bracket.get(at));
                                course.is_some_and(|course| course.line.name == name)
                            }
                        }
                };
                let own: Vec<&str> = games.filter(is_it).map(|game| game.id.as_str()).collect();
                let sides: Vec<String> = line.sides.iter().map(|side| letter(side.member)).collect();
                let umpire =
                    line.umpire.map_or_else(String::new, |umpire| format!(", umpire {}", letter(umpire)));
                let text = format!(
                    "line {} of the schedule for {}: {}{umpire}",
                    place + 1,
                    schedule.size,
                    sides.join(" v ")
                );
                let why = if own.is_empty() {
                    "no game that is asked about is this line".to_owned()
                } else {
                    format!("this line is {}", own.join(", "))
                };
                let mut rule = self.quotes.of(schedule.at);
                rule.text.clone_from(&text);
                found.push(Line { text, rule: Some(rule), taken: !own.is_empty(), why: vec![why] });
            }
        }
        found
    }

    fn schedules(&self, phase: &PhaseCourse) -> Vec<&Schedule> {
        match &self.ruleset.phase(phase.phase).scheme {
            Scheme::Pools(pools) => pools.schedules.iter().collect(),
            Scheme::RoundRobin(robin) => robin.schedule.iter().collect(),
            Scheme::Knockout(knockout) => knockout.schedule.iter().collect(),
            Scheme::Open(_) => Vec::new(),
        }
    }

    /// Whether a game is a line of this schedule: in pools, of the schedule for so many members.
    fn is_by(&self, phase: &PhaseCourse, schedule: &Schedule, game: &GameCourse) -> bool {
        if !matches!(self.ruleset.phase(phase.phase).scheme, Scheme::Pools(_)) {
            return true;
        }
        let holds = |round: &&RoundCourse| round.games.iter().any(|one| one.id == game.id);
        let round = phase.rounds.iter().find(holds);
        let mut pools = round.into_iter().flat_map(|round| &round.pools);
        let pool = pools.find(|pool| Some(pool.number) == game.pool);
        pool.is_some_and(|pool| u32::try_from(pool.members.len()) == Ok(schedule.size))
    }

    fn find(phase: &PhaseCourse, row: u32) -> Option<(&RoundCourse, &GameCourse)> {
        phase.rounds.iter().find_map(|round| {
            let game = round.games.iter().find(|game| game.state.row() == Some(row))?;
            Some((round, game))
        })
    }

    /// The game of this id that the event prescribes and nobody has recorded; and who has withdrawn, where that is why.
    pub(super) fn unplayed(&self, id: &str) -> Option<(&GameCourse, Option<String>)> {
        let rounds = self.course.phases.iter().flat_map(|phase| &phase.rounds);
        let game = rounds.flat_map(|round| &round.games).find(|game| game.id == id)?;
        match game.state {
            GameState::Missing | GameState::Decided(_) => Some((game, None)),
            GameState::Cancelled(who) => Some((game, Some(self.name(who)))),
            GameState::Played(_) | GameState::Void(_) | GameState::Disputed(_) => None,
        }
    }
}
