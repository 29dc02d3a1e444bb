//! Editions: which one each game and each act is of, and that each is scored as a log of its own.
//!
//! Comes in: formats and logs as texts. Goes out: what the program makes of them. `belonging` asks of which edition games
//! are, `acts` of which acts are, `apart` whether one edition is what a log of it alone would be, `season` what ranks over
//! all of them, `refused` what is no edition.

mod acts;
mod apart;
mod belonging;
mod refused;
mod season;

use rulesctl::format::{Found, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::report::{self, Part, Shape};
use rulesctl::ruleset::{Edition, Ruleset};
use rulesctl::session::{Editions, Format, Scored, Scoring, Session};
use rulesctl::value::Date;
use serde_json::Value;
use std::collections::BTreeMap;

const PAIR: [&str; 2] = ["Ada", "Bo"];

/// A month in which opponents are chosen freely, and a bracket in the month after; matches of several games. What is
/// written in place of `%` belongs to `[edition]`.
const CUP: &str = "language = 1
[edition]
every = 'month'
%
[seating]
sides = 2
[side.record]
score = 'integer 0 or more'
[match.placing]
order = 'sum(score) highest first'
[entrant.rules]
score = 'sum(side.score)'
games = 'count(games)'
won = 'count(match.side.place = 1)'
[standing.table]
order = 'score highest first'
[[phase]]
name = 'open'
pairing = 'open'
standing = 'table'
[[phase]]
name = 'cup'
pairing = 'knockout'
entrants = 'top 4 of open'
period = 2
ties = 'lot'
bracket = '''
  semi 1: seed 1 v seed 4
  semi 2: seed 2 v seed 3
  final:  winner of semi 1 v winner of semi 2 -> winner 1, loser 2
'''
";

fn format(text: &str) -> Format {
    let mut session = Session::new();
    let found = Found { path: "cup.toml".to_owned(), text: text.to_owned() };
    let format = session.load("cup", &found, &ShippedFormats);
    format.unwrap_or_else(|| panic!("{}", session.rendered(false)))
}

/// The cup, with a line in `[edition]`.
fn cup(line: &str) -> Format {
    format(&CUP.replace('%', line))
}

/// A log that has been read.
struct Read {
    session: Session,
    editions: Option<Editions>,
}

impl Read {
    fn on(format: &Format, log: &str, scoring: Scoring) -> Self {
        let mut session = Session::new();
        let name = if log.starts_with('{') { "log.jsonl" } else { "log.csv" };
        let input = Input { name: name.to_owned(), bytes: Box::new(log.as_bytes()) };
        let editions = session.editions(
            format,
            format.ruleset.defaults(),
            vec![input],
            Scoring { may_be_empty: true, ..scoring },
        );
        Self { session, editions }
    }

    fn of(format: &Format, log: &str) -> Self {
        Self::on(format, log, Scoring::default())
    }

    /// The editions; a log that cannot be read is said.
    fn editions(&self) -> &Editions {
        self.editions.as_ref().unwrap_or_else(|| panic!("{}", self.session.rendered(false)))
    }

    fn score(&mut self, edition: Edition) -> Scored {
        let scored = self.session.score_edition(self.editions.as_ref().unwrap(), edition);
        scored.unwrap_or_else(|| panic!("{}", self.session.rendered(false)))
    }

    /// What is written about an edition.
    fn json(&mut self, edition: Edition) -> Value {
        let scored = self.score(edition);
        json(&scored, &self.editions().rules)
    }

    /// The ids of the games of each edition.
    fn games(&mut self) -> BTreeMap<String, Vec<String>> {
        let known = self.editions().known.clone();
        let mut all = BTreeMap::new();
        for edition in known {
            let games = self.json(edition)["games"].as_array().unwrap().clone();
            let ids = games.iter().map(|game| game["id"].as_str().unwrap().to_owned());
            all.insert(edition.to_string(), ids.collect());
        }
        all
    }
}

fn json(scored: &Scored, ruleset: &Ruleset) -> Value {
    let mut out = Vec::new();
    report::write(scored.subject(ruleset), Shape::Json, Part::Everything, &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn day(text: &str) -> Date {
    Date::parse(text).unwrap()
}

/// `{"2026-11": ["a", "b"]}` from `2026-11: a b`.
fn table(rows: &[&str]) -> BTreeMap<String, Vec<String>> {
    let rows = rows.iter().map(|row| row.split_once(':').unwrap());
    rows.map(|(edition, all)| (edition.to_owned(), all.split_whitespace().map(str::to_owned).collect()))
        .collect()
}

/// A game between two, won by the first by two to one, with what else is recorded of it.
fn game(id: &str, [one, other]: [&str; 2], rest: &str) -> String {
    let rest = if rest.is_empty() { String::new() } else { format!(", {rest}") };
    format!(
        "{{\"game\": {{\"id\": \"{id}\"{rest}, \"sides\": {{\"{one}\": {{\"score\": 2}}, \"{other}\": {{\"score\": 1}}}}}}}}\n"
    )
}
