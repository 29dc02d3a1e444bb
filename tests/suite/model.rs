//! What a format says of simulations: what is invented, and that nobody's score depends on it.

use crate::support::{Folder, root};
use rulesctl::engine::{Fresh, describe, invent};
use rulesctl::format::Found;
use rulesctl::log::{self, Input, Log, Reading};
use rulesctl::lot;
use rulesctl::report::{self, Part, Shape};
use rulesctl::ruleset::Ruleset;
use rulesctl::session::{Scoring, Session};
use rulesctl::sheet::SheetId;
use rulesctl::value::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// A format that checks without a word.
fn ruleset_in(folder: PathBuf, format: &str) -> Ruleset {
    let mut session = Session::new();
    let found = Found { path: "model.toml".to_owned(), text: format.to_owned() };
    let checked = session.check("model", &found, &Folder(folder));
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    checked.unwrap().ruleset
}

fn ruleset(format: &str) -> Ruleset {
    ruleset_in(root().join("docs"), format)
}

fn input(log: &str) -> Input<'_> {
    Input { name: "games.csv".to_owned(), bytes: Box::new(log.as_bytes()) }
}

fn read(ruleset: &Ruleset, logs: &[&str]) -> Log {
    let mut session = Session::new();
    let inputs = logs.iter().map(|log| input(log));
    let (sources, complaints) = (&mut session.sources, &mut session.complaints);
    let read = log::read(ruleset, &ruleset.defaults(), inputs, Reading::default(), sources, complaints);
    assert!(read.is_some(), "{}", session.rendered(false));
    read.unwrap()
}

/// So many games of Ada and Bo; what is recorded of their sides is always the same.
fn games(count: usize, columns: &str, cells: &str) -> String {
    let mut log = format!("game,entrant{columns}\n");
    for game in 1..=count {
        let _ = writeln!(log, "{game},Ada{cells}\n{game},Bo{cells}");
    }
    log
}

fn values(ruleset: &Ruleset, log: &Log, sheet: &str, column: &str) -> Vec<Value> {
    let (_, number) = ruleset.sheets.iter().zip(0_u16..).find(|(info, _)| info.name == sheet).unwrap();
    let id = ruleset.find_column(SheetId(number), column).unwrap();
    let filled = log.tables.column(id).unwrap();
    (0..filled.len()).map(|row| filled.value(row, &ruleset.column(id).ty.kind)).collect()
}

fn words(ruleset: &Ruleset, log: &Log, sheet: &str, column: &str) -> Vec<String> {
    values(ruleset, log, sheet, column).iter().map(|value| value.words(&log.symbols)).collect()
}

fn integers(ruleset: &Ruleset, log: &Log, sheet: &str, column: &str) -> Vec<i64> {
    words(ruleset, log, sheet, column).iter().map(|value| value.parse().unwrap()).collect()
}

fn invented(ruleset: &Ruleset, log: Log, seed: u64) -> Log {
    let invented = invent(ruleset, &ruleset.defaults(), log, seed, Fresh::default());
    invented.map_err(|failed| describe(&failed.errors[0], ruleset, &failed.log).message).unwrap()
}

fn count(values: &[String], wanted: &str) -> usize {
    values.iter().filter(|value| *value == wanted).count()
}

/// The format under `## Simulate`.
fn documented() -> String {
    let reference = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let (_, section) = reference.split_once("\n## Simulate\n").unwrap();
    let (_, format) = section.split_once("```toml\n").unwrap();
    format.split("```").next().unwrap().to_owned()
}

#[test]
fn the_documented_model_does_what_the_reference_says() {
    let ruleset = ruleset(&documented());
    assert!(ruleset.model.described && ruleset.model.undrawable.is_empty());
    assert_eq!(ruleset.model.game_time.unwrap().to_string(), "2400");
    let entrants = "name,rating\nAda,2000\nBo,1000\n";
    let log = read(&ruleset, &[entrants, &games(5000, ",score", ",1")]);
    // Who plays is known, and only the games are new.
    let fresh = Fresh { entrants: 2, games: 0 };
    let log = invent(&ruleset, &ruleset.defaults(), log, 7, fresh).unwrap();
    assert_eq!(integers(&ruleset, &log, "entrant", "rating"), [2000, 1000]);
    let scores = integers(&ruleset, &log, "side", "score");
    assert_eq!(scores[0], 33 + 2000 / 20);
    assert!(scores.iter().all(|score| (50..=200).contains(score)));
    // Of the 101 times 101 pairs of draws 8875 leave Ada ahead: 87 in 100, some 4350 of 5000.
    let wins = scores.chunks(2).filter(|pair| pair[0] > pair[1]).count();
    assert_eq!(wins, 4362);
    // All is new: the ratings as well.
    let log = invented(&ruleset, log, 7);
    assert!(
        integers(&ruleset, &log, "entrant", "rating").iter().all(|rating| (1000..=2000).contains(rating))
    );
}

#[test]
fn what_no_rule_invents_is_drawn_evenly_from_what_is_declared() {
    let ruleset = ruleset(
        "language = 1
[side.record]
die = { type = 'integer 1 to 6', note = true }
late = { type = 'yes/no', note = true }
grade = { type = 'one of gold, silver, \"not ranked\"', note = true }
only = { type = 'one of this', note = true }
weight = { type = 'integer 1 to 9 = 4', note = true }
remark = { type = 'text?', note = true }
marks = { type = 'list of integer', note = true }
",
    );
    assert!(!ruleset.model.described && ruleset.model.undrawable.is_empty());
    let log = games(3000, ",die,late,grade,only,weight", ",1,no,gold,this,9");
    let log = invented(&ruleset, read(&ruleset, &[&log]), 7);
    let of = |column| words(&ruleset, &log, "side", column);
    assert_eq!(count(&of("only"), "this"), 6000);
    // What has a default, or need not be there, is left as it is recorded.
    assert_eq!(count(&of("weight"), "9"), 6000);
    assert_eq!(count(&of("remark"), "–"), 6000);
    // Each face 1000 times, give or take some 29; each grade 2000 times, give or take 37; 3000 times late, or 39 more.
    let dice = ["1", "2", "3", "4", "5", "6"].map(|face| count(&of("die"), face));
    assert_eq!(dice, [964, 1014, 1048, 993, 1014, 967]);
    assert_eq!(["gold", "silver", "not ranked"].map(|grade| count(&of("grade"), grade)), [1949, 2016, 2035]);
    assert_eq!(count(&of("late"), "yes"), 2981);
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let ruleset = ruleset(
        "language = 1
[entrant.record]
born = { type = 'date', note = true }
club = { type = 'text = \"none\"', note = true }
[side.record]
score = { type = 'integer 0 or more', note = true }
time = { type = 'duration 0 s to 20 min', note = true }
share = { type = 'number 0 to 1', note = true }
speed = { type = 'number', note = true }
[simulate.side]
speed = 'random(1, 10) / 10'
",
    );
    let named = ruleset.model.undrawable.iter().map(|&column| ruleset.column(column).name.as_str());
    let mut named: Vec<&str> = named.collect();
    named.sort_unstable();
    assert_eq!(named, ["born", "score", "share", "time"]);
}

#[test]
fn a_model_is_taken_over_and_replaced_rule_by_rule() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("model");
    fs::create_dir_all(&folder).unwrap();
    let base = "language = 1
[side.record]
first = { type = 'integer 0 to 9', note = true }
second = { type = 'integer 0 to 9', note = true }
third = { type = 'integer 0 to 18', note = true }
[simulate]
game_time = '1 h'
[simulate.side]
first = '1'
second = '2'
";
    fs::write(folder.join("base.toml"), base).unwrap();
    let built = "language = 1
extends = 'base.toml'
[simulate.side]
second = '3'
third = 'first + second'
";
    let ruleset = ruleset_in(folder, built);
    assert_eq!(ruleset.model.game_time.unwrap().to_string(), "3600");
    let log = read(&ruleset, &[&games(1, ",first,second,third", ",0,0,0")]);
    let log = invented(&ruleset, log, 7);
    let of = |column| integers(&ruleset, &log, "side", column);
    assert_eq!([of("first"), of("second"), of("third")], [[1, 1], [3, 3], [4, 4]]);
}

#[test]
fn a_model_has_all_forms_of_rules_and_sees_what_is_computed_from_what_it_invents() {
    let ruleset = ruleset(
        "language = 1
[seating]
seats = { north = ['n'], south = ['s'] }
[part.hand]
names = ['n', 's']
[part.hand.record]
left = 'integer 0 to 99'
[game.record]
result = 'one of home, drawn, away'
played = 'yes/no'
[side.record]
score = 'integer 0 to 30'
[game.rules]
best = 'max(score)'
[entrant.rules]
total = 'sum(score) + sum(hand.left where played and result = home)'
[standing.table]
order = 'total highest first'
[simulate.part.hand]
left = 'best + random(0, 3) if name = n else 0'
[simulate.game]
played = '''
result = home  -> random(1, 2) = 1
otherwise      -> yes
'''
result = '''
by random(1, 100)
1 to 40        -> \"home\"
41 to 60       -> \"drawn\"
61 to 100      -> \"away\"
'''
[simulate.side]
score = '''
+ 10
+ 5             if result = home and seat = north
+ random(0, 3)  if number mod 2 = 0
'''
",
    );
    let mut log = String::from("id,north,south,n.left,s.left,result,played,north.score,south.score\n");
    for game in 1..=500 {
        let _ = writeln!(log, "{game},Ada,Bo,0,0,home,no,0,0");
    }
    let log = invented(&ruleset, read(&ruleset, &[&log]), 7);
    let (results, played) =
        (words(&ruleset, &log, "game", "result"), words(&ruleset, &log, "game", "played"));
    let (scores, left) =
        (integers(&ruleset, &log, "side", "score"), integers(&ruleset, &log, "hand", "left"));
    for game in 0..500 {
        assert!(results[game] == "home" || played[game] == "yes");
        assert_eq!(scores[2 * game], if results[game] == "home" { 15 } else { 10 });
        assert!((10..=13).contains(&scores[2 * game + 1]));
        let best = scores[2 * game].max(scores[2 * game + 1]);
        assert!((best..=best + 3).contains(&left[2 * game]));
        assert_eq!(left[2 * game + 1], 0);
    }
    // 200, 100 and 200 are expected, give or take some 11; half of the first are played.
    let counts = ["home", "drawn", "away"].map(|result| count(&results, result));
    assert_eq!((counts, count(&played, "no")), ([223, 94, 183], 110));
}

#[test]
fn what_is_invented_may_be_missing_where_it_need_not_be_recorded() {
    let ruleset = ruleset(
        "language = 1
[seating]
sides = '2 to 3'
[side.record]
score = { type = 'integer 1 to 9', note = true }
other = { type = 'integer?', note = true }
[simulate.side]
other = 'opponent.score'
",
    );
    let log = "game,entrant,score,other\n1,Ada,1,0\n1,Bo,1,0\n2,Ada,1,0\n2,Bo,1,0\n2,Cy,1,0\n";
    let log = invented(&ruleset, read(&ruleset, &[log]), 7);
    let scores = values(&ruleset, &log, "side", "score");
    let missing = Value::Missing;
    assert_eq!(values(&ruleset, &log, "side", "other"), [scores[1], scores[0], missing, missing, missing]);
}

#[test]
fn draws_are_counted_in_the_order_of_the_text() {
    let scores = |rule: &str| {
        let column = "score = { type = 'integer', note = true }";
        let format = format!("language = 1\n[side.record]\n{column}\n[simulate.side]\nscore = '{rule}'\n");
        let ruleset = ruleset(&format);
        let log = read(&ruleset, &[&games(3, ",score", ",0")]);
        integers(&ruleset, &invented(&ruleset, log, 7), "side", "score")
    };
    let drawn = |number: &str| lot::draws(7, "simulate", "side.score", number, 0..6);
    let between = |high: i64, drawn: u64| lot::between(0, high, drawn).unwrap();
    let (first, second) = (drawn("1"), drawn("2"));
    assert_eq!(scores("random(0, 9)"), first.iter().map(|&drawn| between(9, drawn)).collect::<Vec<_>>());
    // A condition is looked at before what stands to the left of it, and an inner draw before the one around it.
    let both = || first.iter().copied().zip(second.iter().copied());
    let condition = both().map(|(a, b)| if between(99, b) < 50 { between(99, a) } else { -1 });
    assert_eq!(scores("random(0, 99) if random(0, 99) < 50 else -1"), condition.collect::<Vec<_>>());
    // They are two values, so that a condition on both is nothing to complain of.
    let apart = both().map(|(a, b)| i64::from(between(1, a) == 1 && between(1, b) == 0));
    assert_eq!(scores("1 if random(0, 1) = 1 and random(0, 1) = 0 else 0"), apart.collect::<Vec<_>>());
    let nested = both().map(|(outer, inner)| between(between(9, inner), outer));
    assert_eq!(scores("random(0, random(0, 9))"), nested.collect::<Vec<_>>());
}

#[test]
fn a_model_changes_neither_the_hash_nor_the_score() {
    let rules = "language = 1
[entrant.record]
rating = { type = 'integer 0 to 3000', note = true }
[side.record]
score = 'integer 0 to 9'
[side.rules]
points = 'count(others.score < score)'
[entrant.rules]
points = 'sum(points)'
[standing.table]
order = '''
points highest first
mean(score) else 0 highest first
'''
";
    // Aggregates and pairs of rows that no other rule has.
    let model = "
[simulate.entrant]
rating = 'random(0, 3000)'
[simulate.side]
score = '9 if all(s in game.sides: s.entrant.rating <= entrant.rating) and count(game.sides) < 9 else random(0, 8)'
";
    let both = format!("{rules}{model}");
    let (with, without) = (ruleset(&both), ruleset(rules));
    assert!(with.sheets.len() > without.sheets.len());
    assert_eq!(with.semantic_hash(&with.defaults()), without.semantic_hash(&without.defaults()));
    let log = games(4, ",score", ",3").replace("Bo,3", "Bo,4");
    let scored = |format: &str| {
        let mut session = Session::new();
        let found = Found { path: "model.toml".to_owned(), text: format.to_owned() };
        let checked = session.check("model", &found, &Folder(root().join("docs"))).unwrap();
        let inputs = vec![input("name,rating\nAda,1\nBo,2\n"), input(&log)];
        let scored = session.score(&checked, checked.ruleset.defaults(), inputs, Scoring::default()).unwrap();
        let mut json = Vec::new();
        report::write(scored.subject(&checked.ruleset), Shape::Json, Part::Everything, &mut json).unwrap();
        String::from_utf8(json).unwrap()
    };
    assert_eq!(scored(&both), scored(rules));
    let log = invented(&with, read(&with, &["name,rating\nAda,1\nBo,2\n", &log]), 7);
    let ratings = integers(&with, &log, "entrant", "rating");
    let best = usize::from(ratings[1] > ratings[0]);
    let scores = integers(&with, &log, "side", "score");
    assert!(scores.chunks(2).all(|pair| pair[best] == 9 && pair[1 - best] < 9), "{ratings:?} {scores:?}");
}

#[test]
fn an_invented_value_outside_its_range_is_told_with_its_row() {
    let format = "language = 1
[side.record]
score = { type = 'integer 0 to 9', note = true }
[simulate.side]
score = 'random(8, 9) + 1'
";
    let mut session = Session::new();
    let found = Found { path: "model.toml".to_owned(), text: format.to_owned() };
    let checked = session.check("model", &found, &Folder(root().join("docs"))).unwrap();
    let log = read(&checked.ruleset, &[&games(3, ",score", ",0")]);
    let failed = invent(&checked.ruleset, &checked.ruleset.defaults(), log, 7, Fresh::default());
    let failed = failed.unwrap_err();
    for error in &failed.errors {
        session.complaints.push(describe(error, &checked.ruleset, &failed.log));
    }
    insta::assert_snapshot!(session.rendered(false));
}
