//! Plays an event as an organiser would: pairs, records, pairs again.

use rulesctl::event::{Course, Due, GameCourse, GameState, Given, PhaseCourse, RoundCourse};
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::session::{Followed, Format, Session};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// An event under way: entrants and what was recorded.
#[derive(Clone)]
pub struct Event {
    pub format: &'static Format,
    pub entrants: String,
    pub log: String,
    pub seed: u64,
}

impl Event {
    /// With entrants of different ratings and ages.
    pub fn of(entrants: usize, seed: u64) -> Self {
        let mut list = "name,rating,born\n".to_owned();
        for number in 1..=entrants {
            let day = number % 28 + 1;
            writeln!(list, "P{number},{},{}-03-{day:02}", 1000 + number * 37 % 500, 1950 + number % 60)
                .unwrap();
        }
        Self { format: format(), entrants: list, log: String::new(), seed }
    }

    /// The event as far as its log goes, and everything that was complained of.
    pub fn pair(&self) -> (Option<Followed>, String) {
        let mut session = Session::new();
        let inputs = vec![
            Input { name: "entrants.csv".to_owned(), bytes: Box::new(self.entrants.as_bytes()) },
            Input { name: "event.jsonl".to_owned(), bytes: Box::new(self.log.as_bytes()) },
        ];
        let settings = self.format.ruleset.defaults();
        let followed = session.pair(self.format, settings, inputs, Given::seed(self.seed));
        (followed, session.rendered(false))
    }

    /// Records results for the games that are due.
    pub fn play(&mut self) {
        let (followed, _) = self.pair();
        let followed = followed.unwrap();
        let (phase, round) = last(&followed.course);
        for game in round.games.iter().filter(|game| game.state == GameState::Missing) {
            self.record(&followed, phase, round, &game.id);
        }
    }

    /// Records a result for one game of a round.
    pub fn record(&mut self, followed: &Followed, phase: &PhaseCourse, round: &RoundCourse, id: &str) {
        let game = round.games.iter().find(|game| game.id == id).unwrap();
        let seed = self.seed;
        let line = self.line(followed, (phase, round, game), id, |seat, colour| {
            number(&format!("{seed} {id} {seat} {colour}")) % 20
        });
        writeln!(self.log, "{line}").unwrap();
    }

    /// A record of a prescribed game, with so many squares left of each colour.
    pub fn line(
        &self,
        followed: &Followed,
        (phase, round, game): (&PhaseCourse, &RoundCourse, &GameCourse),
        id: &str,
        left: impl Fn(&str, &str) -> u64,
    ) -> String {
        let names = names(followed);
        let symbols = &followed.log.symbols;
        let side = |(seat, who): &(Option<_>, u32)| {
            let seat = symbols.text(seat.unwrap());
            let colours = seat.split('_').map(|colour| {
                let left = left(seat, colour);
                format!("\"{colour}\": {{\"squares_left\": {left}}}")
            });
            let colours: Vec<String> = colours.collect();
            format!("\"{seat}\": {{\"entrant\": \"{}\", {}}}", names[*who as usize], colours.join(", "))
        };
        let sides: Vec<String> = game.pairing.sides.iter().map(side).collect();
        let in_match = game
            .in_match
            .map_or_else(String::new, |place| format!("\"match\": \"{}\", ", phase.bracket[place].line.name));
        let name = &self.format.ruleset.phase(phase.phase).name;
        format!(
            "{{\"game\": {{\"id\": \"{id}\", \"phase\": \"{name}\", \"round\": {}, {in_match}\"sides\": {{{}}}}}}}",
            round.number,
            sides.join(", ")
        )
    }

    pub fn decide(&mut self, followed: &Followed) {
        let names = names(followed);
        let phase = followed.course.phases.last().unwrap();
        match &followed.course.due {
            Due::Winner { matches } => {
                let course = &phase.bracket[matches[0]];
                let winner = names[course.sides[0].entrant().unwrap() as usize];
                let (phase, name) = (&self.format.ruleset.phase(phase.phase).name, &course.line.name);
                writeln!(
                    self.log,
                    "{{\"decision\": {{\"phase\": \"{phase}\", \"match\": \"{name}\", \"winner\": \"{winner}\"}}}}"
                )
                .unwrap();
            }
            Due::Order { phase, round, levels, .. } => {
                let level = levels.first().unwrap();
                let order: Vec<String> =
                    level.iter().map(|who| format!("\"{}\"", names[*who as usize])).collect();
                let phase = &self.format.ruleset.phase(*phase).name;
                writeln!(
                    self.log,
                    "{{\"decision\": {{\"phase\": \"{phase}\", \"round\": {round}, \"order\": [{}]}}}}",
                    order.join(", ")
                )
                .unwrap();
            }
            due => panic!("nothing to decide: {due:?}"),
        }
    }

    /// Plays it to its end.
    pub fn finish(&mut self) -> Course {
        for _ in 0..100 {
            let (followed, complaints) = self.pair();
            let followed = followed.unwrap();
            match &followed.course.due {
                Due::Over => return followed.course,
                Due::Round | Due::Results => self.play(),
                Due::Winner { .. } | Due::Order { .. } => self.decide(&followed),
                Due::Open | Due::Draw { .. } | Due::Impossible { .. } => panic!("{complaints}"),
            }
        }
        panic!("the event does not end");
    }
}

pub fn format() -> &'static Format {
    static FORMAT: OnceLock<Format> = OnceLock::new();
    FORMAT.get_or_init(|| {
        let mut session = Session::new();
        let found = ShippedFormats.find("blokus-pools", "").unwrap();
        session.load("blokus-pools", &found, &ShippedFormats).unwrap()
    })
}

pub fn names(followed: &Followed) -> Vec<&str> {
    use rulesctl::ruleset::{BuiltinColumn, SheetKind};
    use rulesctl::value::{Kind, Value};
    let format = format();
    let sheet = format.ruleset.sheet_of(&SheetKind::Entrant).unwrap();
    let column = format.ruleset.builtin(sheet, BuiltinColumn::Name).unwrap();
    let column = followed.log.tables.column(column).unwrap();
    (0..column.len())
        .map(|row| match column.value(row, &Kind::Text) {
            Value::Text(name) => followed.log.symbols.text(name),
            other => panic!("{other:?}"),
        })
        .collect()
}

pub fn last(course: &Course) -> (&PhaseCourse, &RoundCourse) {
    let phase = course.phases.last().unwrap();
    (phase, phase.rounds.last().unwrap())
}

/// A number that only the text decides.
pub fn number(text: &str) -> u64 {
    rulesctl::lot::lot(1, text, "", "")
}
