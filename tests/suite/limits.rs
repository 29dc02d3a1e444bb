//! Limits of phases in which opponents are chosen freely: what counts, against a plain account of the rule.

use proptest::prelude::*;
use rulesctl::diagnostic::Complaints;
use rulesctl::engine::{self, Excess, Outcome};
use rulesctl::format::{FormatFinder, Found};
use rulesctl::log::{self, Input, Log, Reading};
use rulesctl::ruleset::{LinkRole, Ruleset, SheetKind};
use rulesctl::session::Session;
use rulesctl::source::Sources;
use rulesctl::value::Value;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const NAMES: [&str; 6] = ["Ada", "Bo", "Cem", "Dov", "Eli", "Fay"];

/// Matches of so many deals; one that lacks some is void.
const MATCHES: &str = r#"language = 1

[seating]
sides = 2

[options.deals]
type = "integer 1 to 9"
default = 2

[side.record]
score = "integer"

[match.side.rules]
total = "sum(score)"
points = '''
  total > opponent.total  -> 3
  total = opponent.total  -> 2
  otherwise               -> 1
'''

[[match.void]]
when = "count(games) != deals"
text = "too few deals"

[entrant.rules]
points = "sum(points)"
played = "count(match.sides)"

[standing.table]
order = "points highest first"

[[phase]]
name = "warm-up"
pairing = "open"

[[phase]]
name = "season"
pairing = "open"
standing = "table"
"#;

/// Single games; a drawn one is void.
const GAMES: &str = r#"language = 1

[seating]
sides = 2

[side.record]
score = "integer"

[side.rules]
points = "3 if score > opponent.score else 1"

[[game.void]]
when = "all(score = opponent.score)"
text = "drawn"

[entrant.rules]
points = "sum(points)"
played = "count(sides)"

[standing.table]
order = "points highest first"

[[phase]]
name = "warm-up"
pairing = "open"

[[phase]]
name = "season"
pairing = "open"
standing = "table"
"#;

/// A match as it is played.
#[derive(Debug, Clone)]
struct Match {
    phase: usize,
    /// Among [`NAMES`].
    pair: [usize; 2],
    scores: Vec<[i8; 2]>,
    /// Which of its games are annulled.
    annulled: Vec<bool>,
}

#[derive(Debug, Clone)]
struct Season {
    matches: Vec<Match>,
    /// The order in which games are played: each names a match, whose next game it is.
    order: Vec<prop::sample::Index>,
    most_matches: Option<u32>,
    most_meetings: Option<u32>,
    by_matches: bool,
}

fn season() -> impl Strategy<Value = Season> {
    let games = prop::collection::vec((prop::array::uniform2(-3..3_i8), prop::bool::weighted(0.1)), 1..4);
    let one = (prop::bool::weighted(0.85), prop::sample::subsequence(vec![0, 1, 2, 3, 4, 5], 2), games);
    let one = one.prop_map(|(season, pair, games)| Match {
        phase: usize::from(season),
        pair: [pair[0], pair[1]],
        scores: games.iter().map(|(scores, _)| *scores).collect(),
        annulled: games.iter().map(|(_, annulled)| *annulled).collect(),
    });
    (
        prop::collection::vec(one, 1..30),
        prop::collection::vec(any::<prop::sample::Index>(), 120),
        prop::option::of(1..5_u32),
        prop::option::of(1..3_u32),
        any::<bool>(),
    )
        .prop_map(|(matches, order, most_matches, most_meetings, by_matches)| Season {
            matches,
            order,
            most_matches,
            most_meetings,
            by_matches,
        })
}

/// A game in the order of the log: its match, and which of its games it is.
fn played(season: &Season) -> Vec<(usize, usize)> {
    let mut next = vec![0; season.matches.len()];
    let mut games = Vec::new();
    for index in &season.order {
        let open: Vec<usize> =
            (0..next.len()).filter(|&one| next[one] < season.matches[one].scores.len()).collect();
        if open.is_empty() {
            break;
        }
        let one = open[index.index(open.len())];
        games.push((one, next[one]));
        next[one] += 1;
    }
    games
}

fn text(season: &Season) -> String {
    let mut out = String::new();
    for name in NAMES {
        out += &format!("{}\n", json!({ "entrant": { "name": name } }));
    }
    let mut acts = String::new();
    for (one, number) in played(season) {
        let Match { phase, pair, scores, annulled } = &season.matches[one];
        let id = format!("m{one}-{number}");
        let [first, second] = [0, 1].map(|side| json!({ "score": scores[number][side] }));
        let sides = json!({ NAMES[pair[0]]: first, NAMES[pair[1]]: second });
        let phase = ["warm-up", "season"][*phase];
        let mut game = json!({ "id": id, "phase": phase, "sides": sides });
        if season.by_matches {
            game["match"] = json!(format!("m{one}"));
        }
        out += &format!("{}\n", json!({ "game": game }));
        if annulled[number] {
            acts += &format!("{}\n", json!({ "void": { "game": id } }));
        }
    }
    out + &acts
}

fn load(season: &Season) -> Ruleset {
    let mut format = if season.by_matches { MATCHES } else { GAMES }.to_owned();
    for (key, most) in [("most_matches", season.most_matches), ("most_meetings", season.most_meetings)] {
        if let Some(most) = most {
            format += &format!("{key} = {most}\n");
        }
    }
    let mut session = Session::new();
    let found = Found { path: "season.toml".to_owned(), text: format };
    let format = session.load("season", &found, &FormatFinder);
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    format.unwrap().ruleset
}

fn read(ruleset: &Ruleset, text: &str) -> Log {
    let inputs = vec![Input { name: "log".to_owned(), bytes: Box::new(text.as_bytes()) }];
    let (mut sources, mut complaints) = (Sources::new(), Complaints::new());
    log::read(ruleset, &ruleset.defaults(), inputs, Reading::default(), &mut sources, &mut complaints)
        .unwrap()
}

/// What the plain account says: which matches (or games) count, in the order in which they begin, and what everybody has.
#[derive(Debug, PartialEq, Default)]
struct Account {
    /// Of each, whether it is void.
    void: Vec<bool>,
    /// Points and how many count, by entrant.
    table: BTreeMap<&'static str, (i64, i64)>,
}

/// A match or a game of the account.
struct Unit {
    phase: usize,
    pair: [usize; 2],
    points: [i64; 2],
    is_void: bool,
}

fn units(season: &Season) -> Vec<Unit> {
    let games = played(season);
    if !season.by_matches {
        let unit = |&(one, number): &(usize, usize)| {
            let Match { phase, pair, scores, annulled } = &season.matches[one];
            let [a, b] = scores[number];
            let points = |won: bool| if won { 3 } else { 1 };
            Unit {
                phase: *phase,
                pair: *pair,
                points: [points(a > b), points(b > a)],
                is_void: annulled[number] || a == b,
            }
        };
        return games.iter().map(unit).collect();
    }
    let mut seen = BTreeSet::new();
    let begun = games.iter().map(|(one, _)| *one).filter(|one| seen.insert(*one));
    let unit = |one: usize| {
        let Match { phase, pair, scores, annulled } = &season.matches[one];
        let mine = games.iter().filter(|(other, _)| *other == one).map(|(_, number)| *number);
        let counting: Vec<usize> = mine.filter(|&number| !annulled[number]).collect();
        let total = |side: usize| counting.iter().map(|&number| i64::from(scores[number][side])).sum::<i64>();
        let [a, b] = [total(0), total(1)];
        let points = |own: i64, other: i64| match own.cmp(&other) {
            std::cmp::Ordering::Greater => 3,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Less => 1,
        };
        Unit {
            phase: *phase,
            pair: *pair,
            points: [points(a, b), points(b, a)],
            is_void: counting.len() != 2,
        }
    };
    begun.map(unit).collect()
}

fn account(season: &Season) -> Account {
    let mut account = Account::default();
    let mut counting: Vec<[usize; 2]> = Vec::new();
    for name in NAMES {
        account.table.insert(name, (0, 0));
    }
    for unit in units(season) {
        let mut is_void = unit.is_void;
        if !is_void && unit.phase == 1 {
            // Looked up from the beginning each time: slow, and plain.
            let of = |who: usize| counting.iter().filter(|pair| pair.contains(&who)).count();
            let met = counting.iter().filter(|pair| **pair == unit.pair).count();
            let is_over = |count: usize, most: Option<u32>| most.is_some_and(|most| count >= most as usize);
            is_void = unit.pair.iter().any(|&who| is_over(of(who), season.most_matches))
                || is_over(met, season.most_meetings);
            if !is_void {
                counting.push(unit.pair);
            }
        }
        if !is_void {
            for (who, points) in unit.pair.iter().zip(unit.points) {
                let own = account.table.get_mut(NAMES[*who]).unwrap();
                *own = (own.0 + points, own.1 + 1);
            }
        }
        account.void.push(is_void);
    }
    account
}

fn flags(ruleset: &Ruleset, outcome: &Outcome) -> Vec<bool> {
    let kinds = [SheetKind::Match, SheetKind::Game];
    let sheet = kinds.iter().find_map(|kind| ruleset.sheet_of(kind)).unwrap();
    let void = ruleset.find_column(sheet, "void").unwrap();
    let rows = 0..u32::try_from(outcome.tables.rows(sheet)).unwrap();
    rows.map(|row| outcome.value(ruleset, void, row) == Value::Flag(true)).collect()
}

fn table(ruleset: &Ruleset, outcome: &Outcome) -> BTreeMap<&'static str, (i64, i64)> {
    let sheet = ruleset.sheet_of(&SheetKind::Entrant).unwrap();
    let cell =
        |name: &str, row: u32| match outcome.value(ruleset, ruleset.find_column(sheet, name).unwrap(), row) {
            Value::Integer(value) => value,
            other => panic!("{other:?}"),
        };
    NAMES.iter().zip(0..).map(|(name, row)| (*name, (cell("points", row), cell("played", row)))).collect()
}

proptest! {
    #[test]
    fn what_counts_is_what_the_rule_says(season in season()) {
        let ruleset = load(&season);
        let log = read(&ruleset, &text(&season));
        let outcome = engine::run(&ruleset, &ruleset.defaults(), log.clone(), 0).unwrap();
        let wanted = account(&season);
        prop_assert_eq!(table(&ruleset, &outcome), wanted.table, "{}", text(&season));
        prop_assert_eq!(&flags(&ruleset, &outcome), &wanted.void, "{}", text(&season));

        // Nobody has too many that count, and no two meet too often in them.
        let counting: Vec<[usize; 2]> = units(&season)
            .iter()
            .zip(&wanted.void)
            .filter(|(unit, void)| unit.phase == 1 && !**void)
            .map(|(unit, _)| unit.pair)
            .collect();
        let most = |most: Option<u32>| most.map_or(usize::MAX, |most| most as usize);
        for who in 0..NAMES.len() {
            prop_assert!(counting.iter().filter(|pair| pair.contains(&who)).count() <= most(season.most_matches));
        }
        for pair in &counting {
            prop_assert!(counting.iter().filter(|other| *other == pair).count() <= most(season.most_meetings));
        }

        // Without the matches that are over a limit nothing is different.
        let dropped = games_of(&ruleset, &outcome);
        let without = engine::without_games(&log, &ruleset, &dropped);
        let again = engine::run(&ruleset, &ruleset.defaults(), without, 0).unwrap();
        prop_assert_eq!(table(&ruleset, &again), table(&ruleset, &outcome));
        prop_assert!(again.over.is_empty());
        for (one, other) in outcome.standings.iter().zip(&again.standings) {
            prop_assert_eq!(&one.rows, &other.rows);
        }

        // What is said of each is true.
        for over in &outcome.over {
            for why in &over.why {
                match *why {
                    Excess::Matches { number, most, .. } => {
                        prop_assert!(Some(most) == season.most_matches && number > most);
                    }
                    Excess::Meetings { pair, earlier, most } => {
                        prop_assert!(Some(most) == season.most_meetings && earlier < over.row);
                        let met = units(&season)[earlier as usize].pair.map(|who| u32::try_from(who).unwrap());
                        prop_assert_eq!(met, pair);
                        prop_assert!(!wanted.void[earlier as usize]);
                    }
                }
            }
        }
    }
}

/// The games of what is over a limit.
fn games_of(ruleset: &Ruleset, outcome: &Outcome) -> BTreeSet<u32> {
    let game = ruleset.sheet_of(&SheetKind::Game).unwrap();
    let Some(matches) = ruleset.sheet_of(&SheetKind::Match) else {
        return outcome.over.iter().map(|over| over.row).collect();
    };
    let link = outcome.tables.link(ruleset.link_of(game, &LinkRole::Inside(matches)).unwrap()).unwrap();
    let rows: BTreeSet<u32> = outcome.over.iter().map(|over| over.row).collect();
    let games = 0..outcome.tables.rows(game);
    games.filter(|row| rows.contains(&link.get(*row))).map(|row| u32::try_from(row).unwrap()).collect()
}
