//! What is invented: the same from the same seed, on new rows alone, and never outside what is declared.

use super::build::*;
use crate::diagnostic::Code;
use crate::engine::{Failed, Fresh, RunError, describe, invent, run};
use crate::log::Log;
use crate::lot::{between, draws};
use crate::ruleset::expression::{Expr, Node, Random};
use crate::ruleset::*;
use crate::sheet::*;
use crate::syntax::ast::{BinaryOperator, VerdictKind};
use crate::value::*;

fn random(column: ColumnId, number: u32, low: Expr, high: Expr) -> Expr {
    expr(Node::Random(Box::new(Random { low, high, column, number })), Kind::Integer)
}

fn model(build: &mut Build, out: ColumnId, value: Expr) {
    build.rules.model.steps.push(Step::Map { out, value });
}

fn invented(build: &Build, seed: u64, fresh: Fresh) -> Result<Log, Box<Failed>> {
    invent(&build.rules, &build.rules.defaults(), build.log(), seed, fresh)
}

fn integers(log: &Log, column: ColumnId) -> Vec<i64> {
    match &log.tables.column(column).unwrap().data {
        Data::Integer(values) => values.iter().collect(),
        other => panic!("{other:?} are no integers"),
    }
}

/// A score of 1 to 6 for each side of so many games.
fn dice(games: u32) -> (Build, ColumnId) {
    let mut build = Build::new();
    let score = build.recorded(build.side, "score", Kind::Integer);
    model(&mut build, score, random(score, 1, int(1), int(6)));
    let sides: Vec<(u32, u32)> = (0..2 * games).map(|side| (side / 2, side % 2)).collect();
    build.rows(2, games as usize, &sides);
    (build, score)
}

const ALL: Fresh = Fresh { entrants: 0, games: 0 };

#[test]
fn a_seed_invents_the_same_and_another_seed_something_else() {
    let (build, score) = dice(100);
    let first = integers(&invented(&build, 7, ALL).unwrap(), score);
    assert_eq!(first, integers(&invented(&build, 7, ALL).unwrap(), score));
    assert_ne!(first, integers(&invented(&build, 8, ALL).unwrap(), score));
    assert_eq!(first.len(), 200);
}

#[test]
fn a_draw_is_that_of_its_row_however_many_rows_there_are() {
    // Three chunks and a bit.
    let (build, score) = dice(3100);
    let many = integers(&invented(&build, 7, ALL).unwrap(), score);
    let (build, score) = dice(40);
    let few = integers(&invented(&build, 7, ALL).unwrap(), score);
    assert_eq!(many[..80], few);
    let drawn = draws(7, "simulate", "side.score", "1", 0..6200);
    let expected: Vec<i64> = drawn.into_iter().map(|drawn| between(1, 6, drawn).unwrap()).collect();
    assert_eq!(many, expected);
}

#[test]
fn every_value_is_as_likely_as_any_other() {
    let (build, score) = dice(30_000);
    let values = integers(&invented(&build, 7, ALL).unwrap(), score);
    let counts: Vec<usize> =
        (1..=6).map(|face| values.iter().filter(|&&value| value == face).count()).collect();
    assert_eq!(counts.iter().sum::<usize>(), 60_000, "{counts:?}");
    // 10,000 of each are expected, give or take some 91.
    assert_eq!(counts, [9939, 9961, 10_082, 10_033, 9933, 10_052]);
}

#[test]
fn older_rows_keep_what_they_hold() {
    let (mut build, score) = dice(4);
    let rating = build.recorded(build.entrant, "rating", Kind::Integer);
    model(&mut build, rating, random(rating, 1, int(1000), int(2000)));
    build.rows(3, 4, &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 0), (2, 2), (3, 0), (3, 1)]);
    build.fill_integers(score, &[90, 91, 92, 93, 0, 0, 0, 0]);
    build.fill(rating, &[Value::Integer(5), Value::Missing, Value::Missing]);
    let log = invented(&build, 7, Fresh { entrants: 2, games: 2 }).unwrap();
    let (scores, all) = (integers(&log, score), invented(&build, 7, ALL).unwrap());
    assert_eq!(scores[..4], [90, 91, 92, 93]);
    assert_eq!(scores[4..], integers(&all, score)[4..]);
    let ratings = log.tables.column(rating).unwrap();
    assert_eq!(ratings.value(0, &Kind::Integer), Value::Integer(5));
    assert_eq!(ratings.value(1, &Kind::Integer), Value::Missing);
    assert_eq!(ratings.value(2, &Kind::Integer), all.tables.column(rating).unwrap().value(2, &Kind::Integer));
    // Nothing is new: nothing is touched.
    let log = invented(&build, 7, Fresh { entrants: 3, games: 4 }).unwrap();
    assert_eq!(integers(&log, score), [90, 91, 92, 93, 0, 0, 0, 0]);
}

#[test]
fn parts_are_as_new_as_their_game() {
    let mut build = Build::new();
    let names = SheetKind::Part { names: Vec::new(), of_game: false };
    let colour = build.sheet("colour", names);
    let left = build.recorded(colour, "left", Kind::Integer);
    let on_side = build.link("side", colour, build.side, LinkRole::Inside(build.side));
    build.link("game", colour, build.game, LinkRole::Inside(build.game));
    model(&mut build, left, random(left, 1, int(0), int(9)));
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.tables.set_rows(colour, 4);
    build.tables.set_link(on_side, Index::Rows(vec![3, 0, 1, 2]));
    build.fill_integers(left, &[-1, -1, -1, -1]);
    let log = invented(&build, 7, Fresh { entrants: 2, games: 1 }).unwrap();
    let values = integers(&log, left);
    assert_eq!(values[1..3], [-1, -1]);
    assert!(values[0] >= 0 && values[3] >= 0, "{values:?}");
}

#[test]
fn a_step_sees_what_was_invented_before_it_and_what_is_computed_from_that() {
    let mut build = Build::new();
    let rating = build.recorded(build.entrant, "rating", Kind::Integer);
    let score = build.recorded(build.side, "score", Kind::Integer);
    model(&mut build, rating, random(rating, 1, int(1), int(1000)));
    let double = build.map(
        build.entrant,
        "double",
        binary(BinaryOperator::Multiply, int(2), read(rating, Kind::Integer, &[])),
    );
    let step = build.rules.steps[0].clone();
    build.rules.model.steps.push(step);
    let seen = read(double, Kind::Integer, &[build.side_entrant]);
    model(&mut build, score, seen);
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 1), (1, 0)]);
    let log = invented(&build, 3, ALL).unwrap();
    let ratings = integers(&log, rating);
    let expected: Vec<i64> = [0, 1, 1, 0].map(|entrant: usize| 2 * ratings[entrant]).to_vec();
    assert_eq!(integers(&log, score), expected);
}

#[test]
fn what_comes_back_holds_only_what_a_log_holds_and_can_be_scored() {
    let (mut build, score) = dice(2);
    let opponent = build.opponent;
    let more = binary(
        BinaryOperator::Subtract,
        read(score, Kind::Integer, &[]),
        read(score, Kind::Integer, &[opponent]),
    );
    let lead = build.map(build.side, "lead", more);
    let step = build.rules.steps[0].clone();
    build.rules.model.steps.push(step);
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    let log = invented(&build, 7, ALL).unwrap();
    assert!(log.tables.column(lead).is_none() && log.tables.link(opponent).is_none());
    assert_eq!(log.tables.rows(build.event), 0);
    assert_eq!(log.tables.games.len(), 2);
    let scores = integers(&log, score);
    let outcome = run(&build.rules, &build.rules.defaults(), log, 7).unwrap();
    assert_eq!(build.integers(&outcome, lead)[0], scores[0] - scores[1]);
}

#[test]
fn two_draws_are_two_and_one_draw_looked_at_twice_is_one() {
    let mut build = Build::new();
    let [same, other] = ["same", "other"].map(|name| build.recorded(build.side, name, Kind::Flag));
    for (out, second) in [(same, 1), (other, 2)] {
        let [left, right] = [1, second].map(|number| random(out, number, int(1), int(1_000_000)));
        model(&mut build, out, binary(BinaryOperator::Equal, left, right));
    }
    let sides: Vec<(u32, u32)> = (0..200).map(|side| (side / 2, side % 2)).collect();
    build.rows(2, 100, &sides);
    let log = invented(&build, 7, ALL).unwrap();
    assert_eq!(log.tables.column(same).unwrap().data, Data::Flag(vec![true; 200]));
    assert_eq!(log.tables.column(other).unwrap().data, Data::Flag(vec![false; 200]));
}

#[test]
fn a_draw_from_nothing_is_a_fault_of_its_row() {
    let (mut build, score) = dice(2);
    let high = read(score, Kind::Integer, &[]);
    let other = build.recorded(build.side, "other", Kind::Integer);
    build.rules.model.steps.clear();
    model(&mut build, other, random(other, 1, int(3), high));
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(score, &[1, 3, 4, 2]);
    let failed = invented(&build, 7, ALL).unwrap_err();
    let [RunError::Fault { column, fault: Fault::EmptyDraw, every, .. }] = failed.errors.as_slice() else {
        panic!("{:?}", failed.errors)
    };
    assert_eq!((*column, every.as_slice()), (other, [0, 3].as_slice()));
    let diagnostic = describe(&failed.errors[0], &build.rules, &failed.log);
    assert_eq!(diagnostic.code, Code::OutOfDomain);
    let message = "a draw from a range that holds nothing in `side.other`: entrant 1 in game 1";
    assert_eq!(diagnostic.message, message);
    assert_eq!(diagnostic.labels[0].text, "`score` is 1");
    // The older of the two rows is not invented, so that nothing is wrong with it.
    let failed = invented(&build, 7, Fresh { entrants: 2, games: 1 }).unwrap_err();
    let [RunError::Fault { every, .. }] = failed.errors.as_slice() else { panic!("{:?}", failed.errors) };
    assert_eq!(every, &[3]);
    assert!(invented(&build, 7, Fresh { entrants: 2, games: 2 }).is_ok());
}

#[test]
fn a_value_outside_the_declared_range_is_a_fault() {
    let (mut build, score) = dice(50);
    build.rules.columns[score.0 as usize].ty.range =
        Interval::closed(Rational::ONE, Rational::from(5)).into();
    let failed = invented(&build, 7, ALL).unwrap_err();
    let [RunError::Fault { fault: Fault::OutOfRange, every, .. }] = failed.errors.as_slice() else {
        panic!("{:?}", failed.errors)
    };
    build.rules.columns[score.0 as usize].ty.range = Interval::default().into();
    let values = integers(&invented(&build, 7, ALL).unwrap(), score);
    let sixes: Vec<u32> = (0..).zip(values).filter(|(_, value)| *value == 6).map(|(row, _)| row).collect();
    assert_eq!(*every, sixes);
}

#[test]
fn what_cannot_be_computed_on_a_void_row_does_not_matter() {
    let (mut build, score) = dice(2);
    let bad = build.recorded(build.game, "bad", Kind::Flag);
    let divisor = build.recorded(build.side, "divisor", Kind::Integer);
    let half = binary(BinaryOperator::DivideFloor, int(6), read(divisor, Kind::Integer, &[]));
    let half = build.map(build.side, "half", half);
    build.rules.model.steps = build.rules.steps.clone();
    let value = Node::Else(Box::new(read(half, Kind::Integer, &[])), Box::new(int(0)));
    model(&mut build, score, expr(value, Kind::Integer));
    build.rules.verdicts.push(Verdict {
        kind: VerdictKind::Void,
        sheet: build.game,
        condition: bad,
        text: vec![Said::Words("bad".to_owned())],
        cites: Vec::new(),
        costs: None,
    });
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(divisor, &[0, 1, 2, 3]);
    build.fill(bad, &[true, false].map(Value::Flag));
    let log = invented(&build, 7, Fresh { entrants: 2, games: 1 }).unwrap();
    assert_eq!(integers(&log, score)[2..], [3, 2]);
    build.fill(bad, &[false, false].map(Value::Flag));
    let failed = invented(&build, 7, Fresh { entrants: 2, games: 1 }).unwrap_err();
    assert!(matches!(failed.errors[0], RunError::Fault { fault: Fault::DivisionByZero, row: 0, .. }));
}
