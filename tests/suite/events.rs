//! Whole events of the tournament in pools, paired round by round and played from outside: each round is paired from the
//! log so far, and its results are appended to the log as an organiser would.

use rulesctl::event::{Course, Due, GameState, MatchSide, PhaseCourse, RoundCourse, Won};
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::session::{Followed, Format, Scoring, Session};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

/// An event under way: entrants and what was recorded.
#[derive(Clone)]
struct Event {
    format: &'static Format,
    entrants: String,
    log: String,
    seed: u64,
}

impl Event {
    /// With entrants of different ratings and ages.
    fn of(entrants: usize, seed: u64) -> Self {
        let mut list = "name,rating,born\n".to_owned();
        for number in 1..=entrants {
            let day = number % 28 + 1;
            writeln!(list, "P{number},{},{}-03-{day:02}", 1000 + number * 37 % 500, 1950 + number % 60)
                .unwrap();
        }
        Self { format: format(), entrants: list, log: String::new(), seed }
    }

    /// The event as far as its log goes, and everything that was complained of.
    fn pair(&self) -> (Option<Followed>, String) {
        let mut session = Session::new();
        let inputs = vec![
            Input { name: "entrants.csv".to_owned(), bytes: Box::new(self.entrants.as_bytes()) },
            Input { name: "event.jsonl".to_owned(), bytes: Box::new(self.log.as_bytes()) },
        ];
        let settings = self.format.ruleset.defaults();
        let followed = session.pair(self.format, settings, inputs, self.seed);
        (followed, session.rendered(false))
    }

    /// The same, and nothing may be complained of.
    fn course(&self) -> Course {
        let (followed, complaints) = self.pair();
        assert!(complaints.is_empty(), "{complaints}");
        followed.unwrap().course
    }

    /// Records results for the games that are due.
    fn play(&mut self) {
        let (followed, _) = self.pair();
        let followed = followed.unwrap();
        let (phase, round) = last(&followed.course);
        for game in round.games.iter().filter(|game| game.state == GameState::Missing) {
            self.record(&followed, phase, round, &game.id);
        }
    }

    /// Records a result for one game of a round.
    fn record(&mut self, followed: &Followed, phase: &PhaseCourse, round: &RoundCourse, id: &str) {
        let game = round.games.iter().find(|game| game.id == id).unwrap();
        let names = names(followed);
        let symbols = &followed.log.symbols;
        let side = |(seat, who): &(Option<_>, u32)| {
            let seat = symbols.text(seat.unwrap());
            let colours = seat.split('_').map(|colour| {
                let left = number(&format!("{} {id} {colour}", self.seed)) % 20;
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
        let line = format!(
            "{{\"game\": {{\"id\": \"{id}\", \"phase\": \"{name}\", \"round\": {}, {in_match}\"sides\": {{{}}}}}}}",
            round.number,
            sides.join(", ")
        );
        writeln!(self.log, "{line}").unwrap();
    }

    fn decide(&mut self, followed: &Followed) {
        let names = names(followed);
        let phase = followed.course.phases.last().unwrap();
        match &followed.course.due {
            Due::Winner { in_match } => {
                let course = &phase.bracket[*in_match];
                let winner = names[course.sides[0].entrant().unwrap() as usize];
                let (phase, name) = (&self.format.ruleset.phase(phase.phase).name, &course.line.name);
                writeln!(
                    self.log,
                    "{{\"decision\": {{\"phase\": \"{phase}\", \"match\": \"{name}\", \"winner\": \"{winner}\"}}}}"
                )
                .unwrap();
            }
            Due::Order { phase, round, level } => {
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
    fn finish(&mut self) -> Course {
        for _ in 0..100 {
            let (followed, complaints) = self.pair();
            let followed = followed.unwrap();
            match &followed.course.due {
                Due::Over => return followed.course,
                Due::Round | Due::Results => self.play(),
                Due::Winner { .. } | Due::Order { .. } => self.decide(&followed),
                Due::Open | Due::Impossible { .. } => panic!("{complaints}"),
            }
        }
        panic!("the event does not end");
    }
}

fn format() -> &'static Format {
    static FORMAT: OnceLock<Format> = OnceLock::new();
    FORMAT.get_or_init(|| {
        let mut session = Session::new();
        let found = ShippedFormats.find("blokus-pools", "").unwrap();
        session.load("blokus-pools", &found, &ShippedFormats).unwrap()
    })
}

fn names(followed: &Followed) -> Vec<&str> {
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

fn last(course: &Course) -> (&PhaseCourse, &RoundCourse) {
    let phase = course.phases.last().unwrap();
    (phase, phase.rounds.last().unwrap())
}

/// A number that only the text decides.
fn number(text: &str) -> u64 {
    rulesctl::lot::lot(1, text, "", "")
}

/// How often each entrant sits in each seat, and how often each is umpire.
fn sat(round: &RoundCourse) -> BTreeMap<u32, Vec<u32>> {
    let mut all: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for game in &round.games {
        for (seat, who) in &game.pairing.sides {
            all.entry(*who).or_default().push(seat.unwrap().0);
        }
    }
    all
}

#[test]
fn every_round_gives_everybody_two_games_one_with_each_pair_of_colours() {
    for entrants in [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 23, 31, 50] {
        let mut event = Event::of(entrants, 7);
        let course = event.finish();
        let phase = &course.phases[0];
        assert_eq!(phase.rounds.len(), 4);
        let mut played: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for round in &phase.rounds {
            let sat = sat(round);
            assert_eq!(sat.len(), entrants, "everybody plays");
            for (who, mut seats) in sat {
                seats.sort_unstable();
                assert_eq!(seats.len(), 2, "two games each");
                assert_ne!(seats[0], seats[1], "one with each pair of colours");
                played.entry(who).or_default().extend(seats);
            }
            for pool in &round.pools {
                let games: Vec<_> =
                    round.games.iter().filter(|game| game.pool == Some(pool.number)).collect();
                let mut pairs: Vec<Vec<u32>> = games
                    .iter()
                    .map(|game| {
                        let mut pair: Vec<u32> = game.pairing.sides.iter().map(|(_, who)| *who).collect();
                        pair.sort_unstable();
                        pair
                    })
                    .collect();
                pairs.sort();
                pairs.dedup();
                match pool.members.len() {
                    2 => assert_eq!((games.len(), pairs.len()), (2, 1)),
                    3 => {
                        assert_eq!((games.len(), pairs.len()), (3, 3));
                        let mut umpires: Vec<u32> =
                            games.iter().filter_map(|game| game.pairing.umpire).collect();
                        umpires.sort_unstable();
                        umpires.dedup();
                        assert_eq!(umpires.len(), 3, "each is umpire once");
                    }
                    4 => assert_eq!((games.len(), pairs.len()), (4, 4)),
                    size => panic!("a pool of {size}"),
                }
                for game in games {
                    let umpire = game.pairing.umpire;
                    assert!(game.pairing.sides.iter().all(|(_, who)| Some(*who) != umpire));
                }
            }
        }
        for (who, mut seats) in played {
            seats.sort_unstable();
            assert_eq!(seats.len(), 8, "{who} plays eight games");
            assert_eq!(seats[3], seats[0], "four with one pair of colours");
            assert_eq!(seats[7], seats[4], "four with the other");
            assert_ne!(seats[3], seats[4]);
        }
        let places: Vec<u32> = course.places.iter().map(|place| place.place).collect();
        assert_eq!(course.places.len(), entrants);
        assert_eq!(places[..entrants.min(4)], [1, 2, 3, 4][..entrants.min(4)]);
    }
}

#[test]
fn three_entrants_play_a_final_with_a_bye() {
    let course = Event::of(3, 1).finish();
    let bracket = &course.phases[1].bracket;
    assert_eq!(bracket[0].sides[1], MatchSide::Nobody);
    assert_eq!(bracket[0].won.map(|(_, how)| how), Some(Won::Bye));
    // Who lost the other semi-final is third without a game.
    assert_eq!(bracket[2].won.map(|(_, how)| how), Some(Won::Bye));
}

#[test]
fn five_and_two_and_one_are_refused_in_words() {
    for entrants in [1, 2, 5] {
        let (followed, complaints) = Event::of(entrants, 1).pair();
        assert!(matches!(followed.unwrap().course.due, Due::Impossible { .. }));
        insta::assert_snapshot!(format!("refused_{entrants}"), complaints);
    }
}

#[test]
fn what_pairs_is_what_checks() {
    let mut event = Event::of(9, 3);
    event.finish();
    let mut session = Session::new();
    let inputs = vec![
        Input { name: "entrants.csv".to_owned(), bytes: Box::new(event.entrants.as_bytes()) },
        Input { name: "event.jsonl".to_owned(), bytes: Box::new(event.log.as_bytes()) },
    ];
    let scoring = Scoring { seed: 3, ..Scoring::default() };
    let settings = event.format.ruleset.defaults();
    let scored = session.score(event.format, settings.clone(), inputs, scoring);
    assert_eq!(session.rendered(false), "");
    assert_eq!(scored.unwrap().course.unwrap().due, Due::Over);
    // With another seed the pools of the first round would have been others.
    let mut session = Session::new();
    let inputs = vec![
        Input { name: "entrants.csv".to_owned(), bytes: Box::new(event.entrants.as_bytes()) },
        Input { name: "event.jsonl".to_owned(), bytes: Box::new(event.log.as_bytes()) },
    ];
    session.score(event.format, settings, inputs, Scoring { seed: 4, ..scoring });
    assert!(session.rendered(false).contains("the pairing prescribes no game"));
}
