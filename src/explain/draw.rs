//! Why somebody plays in a game, sits where they sit, or is its umpire: the step of the scheme, the order it went by, the lots.
//!
//! Comes in: the course of an event, a recorded game. Goes out: a node. It must never draw or order: lots are shown beside
//! what came of them. Start with [`Event::game`].

use super::names;
use super::quote::Quotes;
use super::tree::{Node, What};
use crate::engine::{Opened, Outcome};
use crate::event::{
    Course, GameCourse, GameState, How, PhaseCourse, RoundCourse, Settled, group_occasion, match_occasion,
};
use crate::log::Act;
use crate::lot::lot;
use crate::pairing::{Member, Pool, letter};
use crate::ruleset::{
    Admission, Cut, Draw, Ranking, RoundRobin, Ruleset, Schedule, Scheme, Settings, Source,
};
use crate::value::Value;

/// An event that is asked about.
pub(super) struct Event<'a> {
    pub ruleset: &'a Ruleset,
    pub settings: &'a Settings,
    pub outcome: &'a Outcome,
    pub course: &'a Course,
    pub quotes: Quotes<'a>,
}

impl Event<'_> {
    /// How a recorded game came about; `None` where the event has not prescribed it.
    pub(super) fn game(&self, game: u32) -> Option<Node> {
        let (phase, round, found) = self.course.phases.iter().find_map(|phase| {
            let rounds = phase.rounds.iter();
            let found = rounds.flat_map(|round| round.games.iter().map(move |game| (round, game)));
            let mut found = found.filter(|(_, one)| match one.state {
                GameState::Played(row) | GameState::Void(row) | GameState::Disputed(row) => row == game,
                GameState::Missing | GameState::Cancelled(_) | GameState::Decided(_) => false,
            });
            found.next().map(|(round, game)| (phase, round, game))
        })?;
        self.prescribed((phase, round), found)
    }

    /// How a game came about that a round prescribes.
    pub(super) fn prescribed(
        &self,
        (phase, round): (&PhaseCourse, &RoundCourse),
        found: &GameCourse,
    ) -> Option<Node> {
        let info = self.ruleset.phase(phase.phase);
        let (title, id) = (&info.title, &found.id);
        let mut node = words(format!("how {id} came about: {title}, round {}", round.number));
        match &info.scheme {
            Scheme::Pools(pools) => {
                let pool = round.pools.iter().find(|pool| Some(pool.number) == found.pool)?;
                let cut = if round.number == 1 { &pools.first } else { &pools.later };
                let size = u32::try_from(pool.members.len()).unwrap_or(u32::MAX);
                let schedule = pools.schedules.iter().find(|schedule| schedule.size == size);
                let members: Vec<u32> = pool.members.iter().map(|member| member.entrant).collect();
                node.children.extend(schedule.map(|schedule| self.line(schedule, found, &members)));
                node.children.push(self.pool((phase, round), pool, cut));
            }
            Scheme::Knockout(knockout) => {
                let place = found.in_match?;
                node.children.extend(self.members(phase, (round, place), found, knockout.draw));
                let members = members_of(found, knockout.schedule.as_ref());
                let line = knockout.schedule.as_ref().map(|schedule| self.line(schedule, found, &members));
                node.children.extend(line);
            }
            Scheme::RoundRobin(robin) => {
                let numbers: Vec<String> = found
                    .pairing
                    .sides
                    .iter()
                    .filter_map(|(_, who)| {
                        let number = round.order.iter().position(|one| one == who)? + 1;
                        Some(format!("{} has number {number}", self.name(*who)))
                    })
                    .collect();
                let of = round.order.len();
                let mut table = words(format!(
                    "{} of {of}; the Berger tables say by these numbers who meets whom",
                    numbers.join(", ")
                ));
                table.children.push(words(row_of_table(round)));
                table.children.push(self.numbers(phase, round, robin));
                node.children.push(table);
            }
            Scheme::Open(_) => node.children.push(words("opponents are chosen freely".to_owned())),
        }
        Some(node)
    }

    /// Where the numbers of a table come from.
    pub(super) fn numbers(&self, phase: &PhaseCourse, round: &RoundCourse, robin: &RoundRobin) -> Node {
        match robin.draw {
            Draw::Lot => self.lots(
                &self.ruleset.phase(phase.phase).name,
                &round.order,
                phase.rounds.first().map_or(round.seed, |first| first.seed),
            ),
            Draw::Position | Draw::Snake => words(format!("numbers: by {}", self.basis(phase, 1, &robin.by))),
        }
    }

    /// The line of a schedule that a game is, and who is who in it.
    fn line(&self, schedule: &Schedule, game: &GameCourse, members: &[u32]) -> Node {
        let place = game.pairing.line as usize;
        let Some(line) = schedule.games.get(place) else {
            return words(format!("line {} of the schedule", place + 1));
        };
        let sides: Vec<String> = line
            .sides
            .iter()
            .map(|side| {
                let seat = side.seat.map(|seat| format!(" {}", self.ruleset.symbols.text(seat)));
                format!("{}{}", letter(side.member), seat.unwrap_or_default())
            })
            .collect();
        let umpire = line.umpire.map_or_else(String::new, |umpire| format!(", umpire {}", letter(umpire)));
        let who: Vec<String> = (0_u32..)
            .zip(members)
            .map(|(member, who)| format!("{} is {}", letter(member), self.name(*who)))
            .collect();
        let text = format!(
            "line {} of the schedule for {}: {}{umpire}; {}",
            place + 1,
            schedule.size,
            sides.join(" v "),
            who.join(", ")
        );
        let mut node = words(text);
        let mut quote = self.quotes.of(schedule.at);
        quote.text = format!("{}{umpire}", sides.join(" v "));
        node.rule = Some(quote);
        node.clauses = self.quotes.clauses(&line.cites);
        node
    }

    /// How a pool came about: a member a line.
    fn pool(&self, (phase, round): (&PhaseCourse, &RoundCourse), pool: &Pool, cut: &Cut) -> Node {
        let mut node = words(format!("pool {} of {}", pool.number, round.pools.len()));
        if round.by_hand {
            node.children.push(words("the pools were recorded in the log, and not drawn here".to_owned()));
            return node;
        }
        let draw = match cut.draw {
            Draw::Lot => {
                "one of each group, drawn by lot: the lots of a group go to the pools in their order"
            }
            Draw::Position => "one of each group, by position: the first of each, then the second of each",
            Draw::Snake => "one of each group, by position, every other group backwards",
        };
        let by = self.basis(phase, round.number, &cut.by);
        node.children.push(words(format!("groups are cut by {by}; {draw}")));
        node.rule = Some(self.quotes.of(cut.at));
        node.clauses = self.quotes.clauses(&cut.cites);
        for (place, member) in (0_u32..).zip(&pool.members) {
            node.children.push(self.member((phase, round), (place, member), cut));
        }
        node
    }

    fn member(
        &self,
        (phase, round): (&PhaseCourse, &RoundCourse),
        (place, member): (u32, &Member),
        cut: &Cut,
    ) -> Node {
        let rank = round.order.iter().position(|known| *known == member.entrant).map(|place| place + 1);
        let rank = rank.map_or_else(String::new, |rank| format!(", rank {rank} of {}", round.order.len()));
        let group = member.group.map_or_else(String::new, |group| format!(" of group {}", letter(group)));
        let values = self.values(phase, round, &cut.by, member.entrant);
        let values = if values.is_empty() { values } else { format!(" ({values})") };
        let name = self.name(member.entrant);
        let mut node = words(format!("{} is {name}{group}{rank}{values}", letter(place)));
        for settled in round.settled.iter().filter(|one| one.order.contains(&member.entrant)) {
            node.children.push(self.settled(settled, round.seed));
        }
        if let (Some(group), Draw::Lot) = (member.group, cut.draw) {
            let occasion = group_occasion(&self.ruleset.phase(phase.phase).name, round.number, group);
            let of_group = round.pools.iter().flat_map(|pool| &pool.members);
            let of_group = of_group.filter(|one| one.group == Some(group)).map(|one| one.entrant);
            node.children.push(self.lots(&occasion, &of_group.collect::<Vec<_>>(), round.seed));
        }
        node
    }

    /// Who is A in a match of a bracket, and where its sides come from.
    fn members(
        &self,
        phase: &PhaseCourse,
        (round, place): (&RoundCourse, usize),
        game: &GameCourse,
        draw: Draw,
    ) -> Vec<Node> {
        let Some(course) = phase.bracket.get(place) else { return Vec::new() };
        let from = course.line.sides.iter().zip(&course.sides).map(|(from, side)| {
            let who = side.entrant().map_or("nobody".to_owned(), |who| self.name(who));
            format!("{} is {who}", source(phase, *from))
        });
        let mut node = words(format!("{}: {}", course.line.name, from.collect::<Vec<_>>().join(", ")));
        node.clauses = self.quotes.clauses(&course.line.cites);
        match draw {
            Draw::Lot => {
                let occasion = match_occasion(&self.ruleset.phase(phase.phase).name, &course.line.name);
                let who: Vec<u32> = game.pairing.sides.iter().map(|(_, who)| *who).collect();
                let mut lots = words("who is A is drawn by lot".to_owned());
                lots.children.push(self.lots(&occasion, &who, round.seed));
                node.children.push(lots);
            }
            Draw::Position | Draw::Snake => {
                node.children.push(words("A is who is named first in the bracket".to_owned()));
            }
        }
        vec![node]
    }

    /// Lots, each with its number, the least first.
    pub(super) fn lots(&self, occasion: &str, entrants: &[u32], seed: u64) -> Node {
        let mut lots: Vec<(u64, String)> = entrants
            .iter()
            .map(|&who| {
                let name = self.name(who);
                (lot(seed, occasion, "", &name), name)
            })
            .collect();
        lots.sort();
        let lots: Vec<String> = lots.into_iter().map(|(lot, name)| format!("{name} {lot}")).collect();
        words(format!("lots for “{occasion}” from seed {seed}, the least first: {}", lots.join(", ")))
    }

    /// How those were put in order who were level.
    pub(super) fn settled(&self, settled: &Settled, seed: u64) -> Node {
        let names: Vec<String> = settled.order.iter().map(|&who| self.name(who)).collect();
        match &settled.how {
            How::Lot { occasion } => {
                let mut node = words(format!("level: {}; drawn by lot", names.join(", ")));
                node.children.push(self.lots(occasion, &settled.order, seed));
                node
            }
            How::Decision(act) => {
                let by = self.outcome.acts.get(*act).map_or_else(String::new, |act| self.act(act));
                words(format!("level: {}; decided{by}", names.join(", ")))
            }
        }
    }

    /// ` by the arbiter (log.jsonl:12: the reason)`
    pub(super) fn act(&self, act: &Act) -> String {
        let by = act.by.as_ref().map_or_else(String::new, |by| format!(" by {by}"));
        let log = self.outcome.logs.get(act.place.log as usize).map_or("", String::as_str);
        let reason = act.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        format!("{by} ({log}:{}{reason})", act.place.line)
    }

    /// What an order of entrants came from, in words.
    pub(super) fn basis(&self, phase: &PhaseCourse, round: u32, by: &Ranking) -> String {
        match (by, &self.ruleset.phase(phase.phase).entrants) {
            (Ranking::Standing, _) if round == 1 => "the standing before the first round".to_owned(),
            (Ranking::Standing, _) => format!("the standing after round {}", round - 1),
            (Ranking::Keys(keys), _) => {
                let name = |column| super::cell::one_line(&self.ruleset.column(column).name);
                keys.iter().map(|key| name(key.column)).collect::<Vec<_>>().join(", ")
            }
            (Ranking::Entry, Admission::Everybody) => "the order of registration".to_owned(),
            (Ranking::Entry, Admission::Places { of, .. }) => {
                format!("the places in {}", self.ruleset.phase(*of).name)
            }
        }
    }

    /// What an order looked at, of one entrant.
    fn values(&self, phase: &PhaseCourse, round: &RoundCourse, by: &Ranking, entrant: u32) -> String {
        let before = phase.rounds.iter().find(|one| one.number.checked_add(1) == Some(round.number));
        let from = round.from.as_deref().or_else(|| before?.outcome.as_deref());
        let Some(from) = from else { return String::new() };
        let columns: Vec<_> = match by {
            Ranking::Keys(keys) => keys.iter().map(|key| key.column).collect(),
            Ranking::Standing => {
                let standing = self.ruleset.phase(phase.phase).standing;
                let keys = standing.map(|id| &self.ruleset.standing(id).keys);
                keys.into_iter().flatten().map(|key| key.column).collect()
            }
            Ranking::Entry => Vec::new(),
        };
        let value = |column| {
            let name = super::cell::one_line(&self.ruleset.column(column).name);
            match from.value(self.ruleset, column, entrant) {
                Value::Missing => format!("`{name}` nothing"),
                value => format!("`{name}` {}", value.words(&from.symbols)),
            }
        };
        columns.into_iter().map(value).collect::<Vec<_>>().join(", ")
    }

    /// The name of an entrant.
    pub(super) fn name(&self, entrant: u32) -> String {
        names::entrant(&Opened::new(self.ruleset, self.settings, self.outcome), entrant)
    }
}

/// `seed 1`, `winner of semi 1`
pub(super) fn source(phase: &PhaseCourse, from: Source) -> String {
    let name =
        |place: u16| phase.bracket.get(usize::from(place)).map_or("", |course| course.line.name.as_str());
    match from {
        Source::Seed(seed) => format!("seed {seed}"),
        Source::Winner(place) => format!("winner of {}", name(place)),
        Source::Loser(place) => format!("loser of {}", name(place)),
    }
}

/// `round 4 of the table for 7: 5 v 1, 4 v 2, 3 v 7; no opponent: 6`
pub(super) fn row_of_table(round: &RoundCourse) -> String {
    let number = |who: u32| {
        let place = round.order.iter().position(|one| *one == who);
        place.map_or_else(|| "–".to_owned(), |place| (place + 1).to_string())
    };
    let mut pairs: Vec<String> = Vec::new();
    for game in &round.games {
        let sides: Vec<String> = game.pairing.sides.iter().map(|(_, who)| number(*who)).collect();
        let mut other = sides.clone();
        other.reverse();
        if ![&sides, &other].iter().any(|sides| pairs.contains(&sides.join(" v "))) {
            pairs.push(sides.join(" v "));
        }
    }
    let byes: Vec<String> = round.byes.iter().map(|who| number(*who)).collect();
    let byes = if byes.is_empty() { String::new() } else { format!("; no opponent: {}", byes.join(", ")) };
    let of = round.order.len();
    format!("round {} of the table for {of}: {}{byes}", round.number, pairs.join(", "))
}

/// Who is A, B in the schedule of a match, as the game says.
fn members_of(game: &GameCourse, schedule: Option<&Schedule>) -> Vec<u32> {
    let line = schedule.and_then(|schedule| schedule.games.get(game.pairing.line as usize));
    let mut members: Vec<(u32, u32)> = (0_u32..)
        .zip(&game.pairing.sides)
        .map(|(place, (_, who))| {
            let scheduled = line.and_then(|line| line.sides.get(place as usize));
            (scheduled.map_or(place, |side| side.member), *who)
        })
        .collect();
    members.sort_unstable();
    members.into_iter().map(|(_, who)| who).collect()
}

/// A node of words alone.
pub(super) fn words(text: String) -> Node {
    Node::new(What::Words(text), None)
}
