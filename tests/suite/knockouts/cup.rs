//! A knockout under way: its format as a text, its log as lines.

use rulesctl::event::{
    Course, Due, GameCourse, GameState, Given, MatchCourse, MatchSide, MatchStage, PhaseCourse, Won,
};
use rulesctl::format::{FormatFinder, Found};
use rulesctl::log::Input;
use rulesctl::session::{Followed, Format, Scored, Scoring, Session};
use rulesctl::value::Date;
use std::fmt::Write as _;
use std::rc::Rc;

/// Two play a game; who has more goals in a match goes on.
const SCORES: &str = "language = 1
[options.length]
type = 'integer 1 to 50'
default = 3
[seating]
sides = 2
[side.record]
goals = 'integer 0 to 100'
[match.side.rules]
total = 'sum(goals)'
[match.placing]
order = 'total highest first'
[standing.table]
order = '''
  sum(side.goals)  highest first
  number           lowest first
'''
";

/// A format that ends in these phases.
pub fn format(phases: &str) -> Rc<Format> {
    whole(&format!("{SCORES}{phases}"))
}

/// A format as it is written.
pub fn whole(text: &str) -> Rc<Format> {
    let mut session = Session::new();
    let found = Found { path: "cup.toml".to_owned(), text: text.to_owned() };
    let format = session.load("cup", &found, &FormatFinder);
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    Rc::new(format.unwrap())
}

/// A single elimination with these other keys.
pub fn elimination(keys: &str) -> Rc<Format> {
    format(&format!(
        "[[phase]]\nname = 'cup'\npairing = 'knockout'\nbracket = 'single elimination'\n{keys}\n"
    ))
}

/// An event under way.
#[derive(Clone)]
pub struct Cup {
    pub format: Rc<Format>,
    pub log: String,
    pub today: Option<Date>,
}

/// What is known of it.
pub struct Told {
    pub followed: Followed,
    pub complaints: String,
}

impl Cup {
    /// With entrants P1, P2, …
    pub fn of(format: &Rc<Format>, entrants: usize) -> Self {
        let mut cup = Self { format: Rc::clone(format), log: String::new(), today: None };
        (1..=entrants).for_each(|number| cup.add(&format!(r#"{{"entrant": {{"name": "P{number}"}}}}"#)));
        cup
    }

    pub fn add(&mut self, line: &str) {
        writeln!(self.log, "{line}").unwrap();
    }

    /// Asks on this day.
    pub fn on(mut self, day: &str) -> Self {
        self.today = Some(Date::parse(day).unwrap());
        self
    }

    /// A game of a match that names nothing else; the entrants by their numbers, with their goals.
    pub fn game(&mut self, id: &str, in_match: &str, sides: [(u32, u32); 2]) {
        let [(one, first), (other, second)] = sides;
        let phase = &self.format.ruleset.phases.last().unwrap().name.clone();
        self.add(&format!(
            r#"{{"game": {{"id": "{id}", "phase": "{phase}", "match": "{in_match}", "sides": [{{"entrant": "P{one}", "goals": {first}}}, {{"entrant": "P{other}", "goals": {second}}}]}}}}"#
        ));
    }

    /// Whoever goes on from a match, by its number; nobody.
    pub fn decide(&mut self, in_match: &str, winner: Option<u32>) {
        let phase = &self.format.ruleset.phases.last().unwrap().name.clone();
        let winner = winner.map_or("null".to_owned(), |number| format!("\"P{number}\""));
        self.add(&format!(
            r#"{{"decision": {{"phase": "{phase}", "match": "{in_match}", "winner": {winner}}}}}"#
        ));
    }

    pub fn withdraw(&mut self, number: u32) {
        self.add(&format!(r#"{{"withdrawal": {{"entrant": "P{number}"}}}}"#));
    }

    fn inputs(&self) -> Vec<Input<'_>> {
        vec![Input { name: "log.jsonl".to_owned(), bytes: Box::new(self.log.as_bytes()) }]
    }

    /// The event as far as its log goes.
    #[track_caller]
    pub fn pair(&self) -> Told {
        let mut session = Session::new();
        let given = Given { today: self.today, ..Given::seed(7) };
        let settings = self.format.ruleset.defaults();
        let followed = session.pair(&self.format, settings, self.inputs(), given);
        let complaints = session.rendered(false);
        Told { followed: followed.unwrap_or_else(|| panic!("{complaints}\n{}", self.log)), complaints }
    }

    /// The same, by scoring the log.
    pub fn score(&self) -> Scored {
        let mut session = Session::new();
        let scoring = Scoring { seed: 7, today: self.today, ..Scoring::default() };
        let settings = self.format.ruleset.defaults();
        let scored = session.score(&self.format, settings, self.inputs(), scoring);
        scored.unwrap_or_else(|| panic!("{}\n{}", session.rendered(false), self.log))
    }

    /// What is due, match by match, in a line each.
    #[track_caller]
    pub fn shown(&self) -> String {
        let told = self.pair();
        told.shown()
    }
}

impl Told {
    pub fn course(&self) -> &Course {
        &self.followed.course
    }

    /// Matches and places: `semi 1: P1 v P4, games P1` or `final: P1 v ?, waits`.
    pub fn shown(&self) -> String {
        let mut out = String::new();
        for phase in self.course().phases.iter().filter(|phase| !phase.bracket.is_empty()) {
            for course in &phase.bracket {
                let sides = course.sides.map(Self::side);
                let games: Vec<&GameCourse> = games_of(phase, &course.line.name);
                let missing = games.iter().filter(|game| game.state == GameState::Missing).count();
                let missing = if missing == 0 { String::new() } else { format!(" ({missing} missing)") };
                writeln!(
                    out,
                    "{}: {}, {}{missing}",
                    course.line.name,
                    sides.join(" v "),
                    Self::stage(course)
                )
                .unwrap();
            }
        }
        let due = match &self.course().due {
            Due::Round => "round",
            Due::Results => "results",
            Due::Winner { .. } => "winner",
            Due::Order { .. } => "order",
            Due::Draw { .. } => "draw",
            Due::Open => "open",
            Due::Impossible { .. } => "impossible",
            Due::Over => "over",
        };
        writeln!(out, "due: {due}").unwrap();
        let places = self.course().places.iter().map(|place| {
            let shared = if place.shared { "=" } else { "" };
            format!("{shared}{} {}", place.place, Self::name(place.entrant))
        });
        let places: Vec<String> = places.collect();
        if !places.is_empty() {
            writeln!(out, "places: {}", places.join(", ")).unwrap();
        }
        out
    }

    fn stage(course: &MatchCourse) -> String {
        match course.stage {
            MatchStage::Waits => "waits".to_owned(),
            MatchStage::Due => "due".to_owned(),
            MatchStage::Level => "level".to_owned(),
            MatchStage::Over { winner, by } => {
                let by = match by {
                    Won::Games => "games",
                    Won::Bye => "bye",
                    Won::Walkover => "walkover",
                    Won::Decision(_) => "decision",
                    Won::Lot => "lot",
                };
                format!("{by} {}", winner.map_or("nobody".to_owned(), Self::name))
            }
        }
    }

    fn side(side: MatchSide) -> String {
        match side {
            MatchSide::Entrant(who) => Self::name(who),
            MatchSide::Nobody => "-".to_owned(),
            MatchSide::Open => "?".to_owned(),
        }
    }

    /// Entrants are called after the order in which they are registered.
    pub fn name(entrant: u32) -> String {
        format!("P{}", entrant + 1)
    }

    /// The ids of the games that can be played.
    pub fn missing(&self) -> Vec<String> {
        let phases = self.course().phases.iter().flat_map(|phase| &phase.rounds);
        let games = phases.flat_map(|round| &round.games);
        games.filter(|game| game.state == GameState::Missing).map(|game| game.id.clone()).collect()
    }
}

fn games_of<'a>(phase: &'a PhaseCourse, name: &str) -> Vec<&'a GameCourse> {
    let place = phase.bracket.iter().position(|course| course.line.name == name);
    phase.rounds.iter().flat_map(|round| &round.games).filter(|game| game.in_match == place).collect()
}
