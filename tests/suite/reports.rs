//! Results that several report, confirm, correct, decide and annul: against a plain account of who said what.

use proptest::prelude::*;
use rulesctl::diagnostic::{Code, Complaints};
use rulesctl::engine;
use rulesctl::format::{FormatFinder, Found};
use rulesctl::log::{self, Agreement, Input, Log, Reading};
use rulesctl::ruleset::{Ruleset, SheetKind};
use rulesctl::session::Session;
use rulesctl::source::Sources;
use rulesctl::value::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::OnceLock;

const FORMAT: &str = r#"language = 1

[seating]
sides = 2

[side.record]
score = "integer"
time = "integer 0 or more?"
late = "yes/no = no"

[side.rules]
points = "score * 100 + (time else 50) - (10 if late else 0)"

[entrant.rules]
points = "sum(points)"
played = "count(sides)"

[standing.table]
order = "points highest first"

[[phase]]
name = "season"
pairing = "open"
standing = "table"
"#;

/// Ada and Bo play; Cem is umpire of every other game, Dov is nobody.
const NAMES: [&str; 4] = ["Ada", "Bo", "Cem", "Dov"];

fn ruleset() -> &'static Ruleset {
    static RULES: OnceLock<Ruleset> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut session = Session::new();
        let found = Found { path: "season.toml".to_owned(), text: FORMAT.to_owned() };
        let format = session.load("season", &found, &FormatFinder);
        assert!(session.complaints.is_empty(), "{}", session.rendered(false));
        format.unwrap().ruleset
    })
}

/// What somebody says of a game: of each side the score, the time where it is known, and whether it was late.
type Said = [(i64, Option<i64>, bool); 2];

#[derive(Debug, Clone)]
enum Line {
    /// A record of one of the games.
    Record {
        game: usize,
        by: Option<usize>,
        confirmed: Option<usize>,
        said: Said,
    },
    /// The scores of a game are corrected.
    Correct {
        game: usize,
        scores: [i64; 2],
    },
    Decide {
        game: usize,
        by: usize,
    },
    Confirm {
        game: usize,
        by: usize,
    },
    Annul {
        game: usize,
    },
}

fn said() -> impl Strategy<Value = Said> {
    let side = (0..2_i64, prop::option::of(0..2_i64), prop::bool::weighted(0.2));
    prop::array::uniform2(side)
}

fn line() -> impl Strategy<Value = Line> {
    let name = 0..NAMES.len();
    prop_oneof![
        6 => (0..3_usize, prop::option::weighted(0.9, name.clone()), prop::option::weighted(0.2, name.clone()), said())
            .prop_map(|(game, by, confirmed, said)| Line::Record { game, by, confirmed, said }),
        1 => (0..3_usize, prop::array::uniform2(0..3_i64)).prop_map(|(game, scores)| Line::Correct { game, scores }),
        2 => (0..3_usize, name.clone()).prop_map(|(game, by)| Line::Decide { game, by }),
        2 => (0..3_usize, name).prop_map(|(game, by)| Line::Confirm { game, by }),
        1 => (0..3_usize).prop_map(|game| Line::Annul { game }),
    ]
}

/// A game as it stands.
#[derive(Debug, Clone)]
struct Standing {
    said: Said,
    by: Option<usize>,
    confirmed: Option<usize>,
    umpire: bool,
    /// Who reported it beside the first, and what stands against it.
    reporters: Vec<usize>,
    against: Vec<(usize, Said, Option<usize>)>,
    settled: bool,
    annulled: bool,
}

impl Standing {
    fn own(&self, who: usize) -> bool {
        who < 2 || who == 2 && self.umpire
    }

    /// Says `more` as well: what is new; `None` where it contradicts.
    fn with(&self, more: &Said) -> Option<Said> {
        let mut all = self.said;
        for (own, other) in all.iter_mut().zip(more) {
            let contradicts = own.0 != other.0
                || own.2 != other.2
                || matches!((own.1, other.1), (Some(one), Some(two)) if one != two);
            if contradicts {
                return None;
            }
            own.1 = own.1.or(other.1);
        }
        Some(all)
    }

    fn agreement(&self) -> Agreement {
        let is_confirmed = self.confirmed.is_some_and(|who| self.own(who) && self.by != Some(who));
        match () {
            () if self.annulled => Agreement::Annulled,
            () if !self.against.is_empty() => Agreement::Disputed,
            () if self.settled => Agreement::Settled,
            () if is_confirmed => Agreement::Confirmed,
            () => Agreement::Unconfirmed,
        }
    }
}

/// The plain account: the games in the order of the log, and the lines that are no mistakes.
#[derive(Default)]
struct Account {
    games: Vec<Standing>,
    /// Of each name (`g0`, `g1`, `g2`) the game that bears it now.
    named: [Option<usize>; 3],
    lines: Vec<Json>,
    /// Whether each line is the first record of a game.
    is_game: Vec<bool>,
}

impl Account {
    fn of(lines: &[Line]) -> Self {
        let mut account = Self::default();
        for line in lines {
            if let Some((json, is_game)) = account.take(line) {
                account.lines.push(json);
                account.is_game.push(is_game);
            }
        }
        account
    }

    fn standing(&mut self, name: usize) -> Option<&mut Standing> {
        self.named[name].map(|row| &mut self.games[row])
    }

    /// Takes a line, unless it would be an error.
    fn take(&mut self, line: &Line) -> Option<(Json, bool)> {
        match *line {
            Line::Record { game: name, by, confirmed, said } => {
                let umpire = name % 2 == 1;
                let mine = confirmed.filter(|who| Some(*who) != by);
                let json = record(name, by, confirmed, &said, umpire);
                let known = self.standing(name).filter(|game| !game.annulled);
                let Some(game) = known else {
                    self.named[name] = Some(self.games.len());
                    self.games.push(Standing {
                        said,
                        by,
                        confirmed: mine,
                        umpire,
                        reporters: Vec::new(),
                        against: Vec::new(),
                        settled: false,
                        annulled: false,
                    });
                    return Some((json, true));
                };
                let (Some(first), Some(by)) = (game.by, by) else { return None };
                if first == by || game.reporters.contains(&by) {
                    return None;
                }
                game.reporters.push(by);
                match game.with(&said) {
                    None => game.against.push((by, said, mine.filter(|_| game.confirmed.is_none()))),
                    Some(all) => {
                        game.said = all;
                        let may = game.against.is_empty() && game.own(by);
                        game.confirmed = game.confirmed.or(mine).or(may.then_some(by));
                    }
                }
                Some((json, false))
            }
            Line::Correct { game: name, scores } => {
                let game = self.standing(name)?;
                if game.said.iter().zip(scores).all(|(side, score)| side.0 == score) {
                    return None;
                }
                for (side, score) in game.said.iter_mut().zip(scores) {
                    side.0 = score;
                }
                (game.against, game.settled) = (Vec::new(), true);
                let sides = json!({ "Ada": { "score": scores[0] }, "Bo": { "score": scores[1] } });
                Some((json!({ "correction": { "game": format!("g{name}"), "sides": sides } }), false))
            }
            Line::Decide { game: name, by } => {
                let game = self.standing(name)?;
                if game.against.is_empty() {
                    return None;
                }
                let against = game.against.iter().find(|(who, ..)| *who == by).copied();
                match against {
                    Some((_, said, confirmed)) => {
                        for (own, other) in game.said.iter_mut().zip(said) {
                            *own = (other.0, other.1.or(own.1), other.2);
                        }
                        (game.by, game.confirmed) = (Some(by), confirmed);
                    }
                    None if game.by == Some(by) || game.reporters.contains(&by) => {}
                    None => return None,
                }
                (game.against, game.settled) = (Vec::new(), true);
                Some((json!({ "decision": { "game": format!("g{name}"), "report": NAMES[by] } }), false))
            }
            Line::Confirm { game: name, by } => {
                let game = self.standing(name)?;
                let may = game.own(by) && game.by != Some(by) && game.against.is_empty();
                game.confirmed = game.confirmed.or(may.then_some(by));
                Some((json!({ "confirmation": { "game": format!("g{name}"), "by": NAMES[by] } }), false))
            }
            Line::Annul { game: name } => {
                self.standing(name)?.annulled = true;
                Some((json!({ "void": { "game": format!("g{name}") } }), false))
            }
        }
    }
}

fn record(name: usize, by: Option<usize>, confirmed: Option<usize>, said: &Said, umpire: bool) -> Json {
    let side = |(score, time, late): (i64, Option<i64>, bool)| {
        let mut side = json!({ "score": score });
        if let Some(time) = time {
            side["time"] = json!(time);
        }
        if late {
            side["late"] = json!(true);
        }
        side
    };
    let mut game =
        json!({ "id": format!("g{name}"), "sides": { "Ada": side(said[0]), "Bo": side(said[1]) } });
    for (key, who) in [("reported_by", by), ("confirmed_by", confirmed), ("umpire", umpire.then_some(2))] {
        if let Some(who) = who {
            game[key] = json!(NAMES[who]);
        }
    }
    json!({ "game": game })
}

fn read(lines: &[Json]) -> (Log, Complaints) {
    let text = lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n") + "\n";
    read_text(&text)
}

fn read_text(text: &str) -> (Log, Complaints) {
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    let inputs = vec![Input { name: "log".to_owned(), bytes: Box::new(text.as_bytes()) }];
    let reading = Reading { may_be_empty: true, ..Reading::default() };
    let read = log::read(ruleset(), &ruleset().defaults(), inputs, reading, &mut sources, &mut complaints);
    let all: Vec<String> = complaints.iter().map(|one| one.message.clone()).collect();
    (read.unwrap_or_else(|| panic!("{all:?}\n{text}")), complaints)
}

/// The values of every recorded column, and what is agreed.
fn facts(log: &Log) -> (Vec<Vec<String>>, Option<Vec<Agreement>>, Vec<u32>) {
    let rules = ruleset();
    let sheets = [SheetKind::Game, SheetKind::Side].map(|kind| rules.sheet_of(&kind).unwrap());
    let columns = sheets.iter().flat_map(|sheet| rules.columns_of(*sheet).map(|(id, _)| (*sheet, id)));
    let values = columns.filter_map(|(sheet, id)| {
        let column = log.tables.column(id)?;
        let kind = &rules.column(id).ty.kind;
        Some((0..log.tables.rows(sheet)).map(|row| column.value(row, kind).words(&log.symbols)).collect())
    });
    let mut annulled: Vec<u32> = log.results().annulled().iter().map(|one| one.game).collect();
    annulled.sort_unstable();
    annulled.dedup();
    (values.collect(), log.results().agreements(rules), annulled)
}

/// What each game says in the tables.
fn said_in(log: &Log) -> Vec<Said> {
    let rules = ruleset();
    let sheet = rules.sheet_of(&SheetKind::Side).unwrap();
    let value = |name: &str, row: usize| {
        let id = rules.find_column(sheet, name).unwrap();
        log.tables.column(id).unwrap().value(row, &rules.column(id).ty.kind)
    };
    let side = |row: usize| {
        let whole = |value: Value| match value {
            Value::Integer(value) => Some(value),
            _ => None,
        };
        (
            whole(value("score", row)).unwrap(),
            whole(value("time", row)),
            value("late", row) == Value::Flag(true),
        )
    };
    (0..log.tables.games.len()).map(|game| [side(game * 2), side(game * 2 + 1)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]
    #[test]
    fn what_stands_is_what_was_said(lines in prop::collection::vec(line(), 0..40)) {
        let account = Account::of(&lines);
        let (log, complaints) = read(&account.lines);
        let games: Vec<Said> = account.games.iter().map(|game| game.said).collect();
        prop_assert_eq!(said_in(&log), games);
        let says_something = account.games.iter().any(|game| game.by.is_some() || game.confirmed.is_some());
        let agreements: Vec<Agreement> = account.games.iter().map(Standing::agreement).collect();
        prop_assert_eq!(log.results().agreements(ruleset()), says_something.then_some(agreements));
        let disputed = |game: &&Standing| !game.annulled && !game.against.is_empty();
        let warned = complaints.iter().filter(|one| one.code == Code::Disputed).count();
        let against: usize = account.games.iter().filter(disputed).map(|game| game.against.len()).sum();
        prop_assert_eq!(warned, against);

        // What counts is scored, and nothing else.
        let outcome = engine::run(ruleset(), &ruleset().defaults(), log.clone(), 0).unwrap();
        let counting: Vec<&Standing> =
            account.games.iter().filter(|game| !game.annulled && game.against.is_empty()).collect();
        if !account.games.is_empty() {
            let points = |side: usize| {
                let of = |game: &&Standing| {
                    let (score, time, late) = game.said[side];
                    score * 100 + time.unwrap_or(50) - if late { 10 } else { 0 }
                };
                counting.iter().map(of).sum::<i64>()
            };
            let sheet = ruleset().sheet_of(&SheetKind::Entrant).unwrap();
            for row in [0, 1] {
                let cell = |name| outcome.value(ruleset(), ruleset().find_column(sheet, name).unwrap(), row);
                prop_assert_eq!(cell("points"), Value::Integer(points(row as usize)));
                prop_assert_eq!(cell("played"), Value::Integer(i64::try_from(counting.len()).unwrap()));
            }
        }

        // Written and read again it says the same.
        let written = log::write(&log, ruleset(), &ruleset().defaults());
        let (again, _) = read_text(&written);
        prop_assert_eq!(facts(&again), facts(&log), "{}", written);
        prop_assert_eq!(log::write(&again, ruleset(), &ruleset().defaults()), written);
    }

    /// As it stood, a log says what it would say if nothing had been reported, confirmed or done since.
    #[test]
    fn a_log_as_it_stood(lines in prop::collection::vec(line(), 0..40), games in 0..5_u32) {
        let account = Account::of(&lines);
        let mut count = 0;
        let (mut early, mut early_is_game) = (Vec::new(), Vec::new());
        for (line, is_game) in account.lines.iter().zip(&account.is_game) {
            if *is_game {
                count += 1;
            }
            if *is_game || count <= games {
                early.push(line.clone());
                early_is_game.push(*is_game);
            }
        }
        // A name may be free again by an act that came later: then there is no such log.
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for (line, is_game) in early.iter().zip(&early_is_game) {
            taken.remove(&line["void"]["game"].to_string());
            if *is_game && !taken.insert(line["game"]["id"].to_string()) {
                return Ok(());
            }
        }
        let (log, _) = read(&account.lines);
        let (then, _) = read(&early);
        prop_assert_eq!(facts(&log.as_of(games)), facts(&then));
    }
}
