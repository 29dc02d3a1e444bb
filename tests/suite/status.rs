//! Who is surely in gets in, and who is surely out does not, whatever is still played.
//!
//! Small events are played to the end at random; after each game everybody is surely in, surely out or open, and at the end
//! it is seen who got in. The formats differ in what their first key adds up, and in how games come about.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use rulesctl::event::{Course, Fate, GameState, Given, Qualifying, Status};
use rulesctl::format::{Found, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::session::{Format, Session};
use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["Ada", "Bo", "Cem", "Dora", "Eli"];

/// A format with a phase, and another one that takes some of its entrants.
fn format(points: &str, order: &str, (first, phase): (&str, &str), matches: bool) -> Format {
    let (of, matches) = if matches {
        ("match.side", "[match.side.rules]\nshare = 'sum(side.points)'\n")
    } else {
        ("side", "")
    };
    let key = if of == "side" { "sum(side.points)" } else { "sum(match.side.share)" };
    let text = format!(
        "language = 1\n[side.record]\ngoals = 'integer 0 to 3'\n[seating]\nsides = 2\n[side.rules]\npoints = '''\n{points}\n'''\n\
         {matches}[entrant.rules]\nkey = '{key}'\n[standing.table]\norder = 'key {order}'\n\
         [[phase]]\nname = 'season'\nstanding = 'table'\nties = 'lot'\n{phase}\n\
         [[phase]]\nname = 'best'\nentrants = '{first} of season'\npairing = 'round-robin'\nties = 'lot'\n"
    );
    let mut session = Session::new();
    let found = Found { path: "event.toml".to_owned(), text };
    let loaded = session.load("event", &found, &ShippedFormats);
    loaded.unwrap_or_else(|| panic!("{}", session.rendered(false)))
}

const WINS: &str = "goals > opponent.goals -> 3\ngoals = opponent.goals -> 1\notherwise -> 0";
const SPREAD: &str = "goals - opponent.goals";
const OPEN: &str = "pairing = 'open'\nmost_matches = 3\nmost_meetings = 1";
const POOLS: &str = "pairing = 'pools'\nrounds = 2\n[phase.pools]\ngroups = 2\nfirst = { by = 'entry', draw = 'position' }\n\
    later = { by = 'standing' }\n[phase.pools.schedule]\n2 = 'A v B'\n";

fn look(format: &Format, log: &str) -> (Course, Status) {
    let mut session = Session::new();
    let input = Input { name: "log.jsonl".to_owned(), bytes: Box::new(std::io::Cursor::new(log.to_owned())) };
    let settings = format.ruleset.defaults();
    let followed = session.watch(format, settings, vec![input], Given::seed(7));
    let followed = followed.unwrap_or_else(|| panic!("{}\n{log}", session.rendered(false)));
    let status = session.status(&format.ruleset, &followed).expect("it can be scored");
    (followed.course, status)
}

fn qualifying(status: &Status) -> &Qualifying {
    status.phases[1].qualifying.as_ref().expect("the second phase takes its entrants from the first")
}

/// The log with everybody registered.
fn registered(count: usize) -> String {
    let line = |name: &&str| format!("{{\"entrant\": {{\"name\": \"{name}\"}}}}");
    NAMES[..count].iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

fn game(number: usize, round: u32, [one, other]: [u32; 2], goals: (u8, u8)) -> String {
    let (one, other) = (NAMES[one as usize], NAMES[other as usize]);
    format!(
        "{{\"game\": {{\"id\": \"g{number}\", \"phase\": \"season\", \"round\": {round}, \"sides\": {{\"{one}\": {{\"goals\": {}}}, \
         \"{other}\": {{\"goals\": {}}}}}}}}}\n",
        goals.0, goals.1
    )
}

/// What was ever said for certain, and when.
#[derive(Default)]
struct Said(Vec<(usize, u32, Fate)>);

impl Said {
    fn listen(&mut self, status: &Status, games: usize) {
        let qualifying = qualifying(status);
        assert_eq!(qualifying.unclear, None);
        self.0.extend(qualifying.chances.iter().map(|chance| (games, chance.entrant, chance.fate)));
    }

    fn compare(&self, admitted: &[u32], log: &str) -> TestCaseResult {
        for (games, entrant, fate) in &self.0 {
            let is_in = admitted.contains(entrant);
            let holds = match fate {
                Fate::In => is_in,
                Fate::Out => !is_in,
                Fate::Open => true,
            };
            if !holds {
                let name = NAMES[*entrant as usize];
                let words = format!(
                    "after {games} games {name} was surely {fate:?}, and in the end: {admitted:?}\n{log}"
                );
                return Err(TestCaseError::fail(words));
            }
        }
        Ok(())
    }
}

/// Plays an open phase: of the games that are wished for those that its limits allow.
fn play_open(format: &Format, entrants: usize, wishes: &[(u8, u8, u8, u8)]) -> TestCaseResult {
    let mut log = registered(entrants);
    let mut said = Said::default();
    let mut played: BTreeMap<u32, u32> = BTreeMap::new();
    let mut met: Vec<[u32; 2]> = Vec::new();
    said.listen(&look(format, &log).1, 0);
    for (one, other, own, others) in wishes {
        let pair = [one, other].map(|who| u32::from(*who) % u32::try_from(entrants).unwrap());
        let count = |who: u32| played.get(&who).copied().unwrap_or(0);
        let known = met.contains(&pair) || met.contains(&[pair[1], pair[0]]);
        if pair[0] == pair[1] || known || pair.iter().any(|&who| count(who) == 3) {
            continue;
        }
        met.push(pair);
        pair.iter().for_each(|&who| *played.entry(who).or_default() += 1);
        log.push_str(&game(met.len(), 1, pair, (own % 4, others % 4)));
        said.listen(&look(format, &log).1, met.len());
    }
    log.push_str("{\"close\": {\"phase\": \"season\"}}\n");
    let (course, _) = look(format, &log);
    said.compare(&course.phases[1].entrants, &log)
}

/// Plays a phase whose games are prescribed.
fn play_prescribed(format: &Format, entrants: usize, goals: &[(u8, u8)]) -> TestCaseResult {
    let mut log = registered(entrants);
    let mut said = Said::default();
    let mut goals = goals.iter().cycle();
    let mut number = 0;
    loop {
        let (course, status) = look(format, &log);
        if let Some(admitted) = course.phases.get(1) {
            return said.compare(&admitted.entrants, &log);
        }
        said.listen(&status, number);
        let round = course.phases[0].rounds.last().expect("a round is under way");
        let due = round.games.iter().find(|game| game.state == GameState::Missing).expect("a game is due");
        let sides = [due.pairing.sides[0].1, due.pairing.sides[1].1];
        let (own, others) = goals.next().expect("there are goals");
        number += 1;
        log.push_str(&game(number, round.number, sides, (own % 4, others % 4)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_certain_comes_true_in_an_open_phase(
        wishes in prop::collection::vec((0..5_u8, 0..5_u8, 0..4_u8, 0..4_u8), 0..24),
        entrants in 3..=5_usize,
        places in 0..3_usize,
        variant in 0..4_usize,
    ) {
        let first = ["top 2", "top 3", "places 2 to 3"][places];
        let (points, order, matches) = [
            (WINS, "highest first", false),
            (SPREAD, "highest first", false),
            (SPREAD, "lowest first", false),
            (WINS, "highest first", true),
        ][variant];
        play_open(&format(points, order, (first, OPEN), matches), entrants, &wishes)?;
    }

    #[test]
    fn what_is_certain_comes_true_where_games_are_prescribed(
        goals in prop::collection::vec((0..4_u8, 0..4_u8), 1..12),
        places in 0..3_usize,
        variant in 0..4_usize,
    ) {
        let first = ["top 2", "top 3", "places 2 to 3"][places];
        let (points, order, phase) = [
            (WINS, "highest first", "pairing = 'round-robin'"),
            (SPREAD, "lowest first", "pairing = 'round-robin'"),
            (WINS, "highest first", POOLS),
            (SPREAD, "lowest first", POOLS),
        ][variant];
        play_prescribed(&format(points, order, (first, phase), false), 4, &goals)?;
    }
}

#[test]
fn who_cannot_be_caught_is_surely_in_and_who_cannot_catch_up_is_surely_out() {
    let format = format(WINS, "highest first", ("top 2", OPEN), false);
    let mut log = registered(4);
    let mut fates = Vec::new();
    for (number, pair) in (1..).zip([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]]) {
        // Whoever is named first wins.
        log.push_str(&game(number, 1, pair, (1, 0)));
        let (_, status) = look(&format, &log);
        let named = |fate: Fate| {
            let chances = qualifying(&status).chances.iter().filter(|chance| chance.fate == fate);
            chances.map(|chance| NAMES[chance.entrant as usize]).collect::<Vec<_>>().join(" ")
        };
        fates.push([named(Fate::In), named(Fate::Out)]);
    }
    let expected = [
        ["", ""],
        // Ada has 6, and three others can have 6 or more.
        ["", ""],
        // Ada has 9, and nobody else can have more than 6, with two games left.
        ["Ada", ""],
        // Bo has 3; Cem can have 3 as well, and Dora 6.
        ["Ada", ""],
        // Bo has 6; Cem and Dora can have 3, from the game between them.
        ["Ada Bo", "Cem Dora"],
    ];
    assert_eq!(fates, expected.map(|both| both.map(str::to_owned)));
}

#[test]
fn where_it_cannot_be_told_it_is_said_why() {
    let unclear = |order: &str, listed: &str| {
        let text = format!(
            "language = 1\n[side.record]\ngoals = 'integer'\n[seating]\nsides = 2\n[entrant.rules]\nplayed = 'count(sides)'\n\
             [standing.table]\norder = '{order}'\n{listed}\n[[phase]]\nname = 'season'\npairing = 'open'\nstanding = 'table'\n\
             [[phase]]\nname = 'best'\nentrants = 'top 2 of season'\npairing = 'round-robin'\n"
        );
        let mut session = Session::new();
        let found = Found { path: "event.toml".to_owned(), text };
        let loaded = session.load("event", &found, &ShippedFormats);
        let format = loaded.unwrap_or_else(|| panic!("{}", session.rendered(false)));
        let (_, status) = look(&format, &registered(3));
        qualifying(&status).unclear.map(rulesctl::event::Unclear::words)
    };
    assert!(unclear("mean(goals) else 0 highest first", "").unwrap().contains("no plain sum"));
    assert!(unclear("sum(best 2 of goals) highest first", "").unwrap().contains("no plain sum"));
    assert!(unclear("sum(goals) / max(played, 1) highest first", "").unwrap().contains("no plain sum"));
    assert!(
        unclear("sum(opponent.entrant.played) highest first", "").unwrap().contains("more than its own game")
    );
    assert!(
        unclear("sum(goals) highest first", "listed = 'played < 2'")
            .unwrap()
            .contains("does not list everybody")
    );
    // Whoever is listed here stays so.
    assert_eq!(unclear("sum(goals) highest first", "listed = 'played > 2'"), None);
    assert_eq!(unclear("sum(goals) highest first", ""), None);
}
