//! Reasons: the clauses that had a part in a cell, and no others.

use super::build::*;
use crate::engine::{Outcome, reasons, why_in_place};
use crate::ruleset::expression::{Node, Taken};
use crate::ruleset::*;
use crate::sheet::ColumnId;
use crate::syntax::ast::{BinaryOperator, Direction};
use crate::value::*;

fn why(build: &Build, outcome: &Outcome, column: ColumnId, row: usize) -> Vec<String> {
    let clauses = reasons(&build.rules, &build.rules.defaults(), outcome, column, row);
    clauses.into_iter().map(|clause| build.rules.clause(clause).name.clone()).collect()
}

#[test]
fn the_line_that_is_taken_is_the_reason() {
    let mut build = Build::new();
    let [gap, speed, rest] = ["gap", "speed", "rest"].map(|name| build.clause(name));
    let score = build.recorded(build.side, "score", Kind::Integer);
    let lead = binary(
        BinaryOperator::Subtract,
        read(score, Kind::Integer, &[]),
        read(score, Kind::Integer, &[build.opponent]),
    );
    let lead = build.map(build.side, "lead", lead);
    let is = |operator, value| Some(binary(operator, read(lead, Kind::Integer, &[]), int(value)));
    let points = cases(vec![
        (is(BinaryOperator::Greater, 0), int(3), vec![gap]),
        (is(BinaryOperator::Equal, 0), int(1), vec![speed]),
        (None, int(0), vec![rest]),
    ]);
    let points = build.map(build.side, "points", points);
    let sum =
        aggregate(build.side, &[build.side_entrant], Aggregate::Sum, Some(read(points, Kind::Integer, &[])));
    let total = build.reduce(build.entrant, Kind::Integer, sum);
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(score, &[5, 4, 7, 7]);
    let outcome = build.run().unwrap();
    assert_eq!(why(&build, &outcome, points, 0), ["gap"]);
    assert_eq!(why(&build, &outcome, points, 1), ["rest"]);
    assert_eq!(why(&build, &outcome, points, 2), ["speed"]);
    assert_eq!(why(&build, &outcome, total, 0), ["gap", "speed"]);
    assert_eq!(why(&build, &outcome, total, 1), ["speed", "rest"]);
    assert_eq!(why(&build, &outcome, total, 9), [] as [&str; 0]);
}

#[test]
fn items_that_do_not_count_and_rows_left_out_are_no_reasons() {
    let mut build = Build::new();
    let names = ["squares", "placed", "table", "low", "high", "best"];
    let [squares, placed, table, low, high, best] = names.map(|name| build.clause(name));
    let left = build.recorded(build.side, "left", Kind::Integer);
    let done = binary(BinaryOperator::Equal, read(left, Kind::Integer, &[]), int(0));
    let items = vec![
        item(true, read(left, Kind::Integer, &[]), None, vec![squares]),
        item(false, int(15), Some(done), vec![placed]),
    ];
    let score = build.map(build.side, "score", expr(Node::Tally(items), Kind::Integer));
    let upto = |high| {
        let bound = Bound { at: Rational::from(high), inclusive: true };
        Taken::Ranges(vec![Interval { low: None, high: Some(bound) }])
    };
    let points = bands(
        read(score, Kind::Integer, &[]),
        vec![(upto(0), int(1), vec![low]), (Taken::Otherwise, int(2), vec![high])],
    );
    let points = build.map(build.side, "points", points);
    build.rules.columns[points.0 as usize].cites.push(table);
    let mut sum =
        aggregate(build.side, &[build.side_entrant], Aggregate::Sum, Some(read(points, Kind::Integer, &[])));
    sum.best = Some(Best { greatest: true, count: int(1) });
    let total = build.reduce(build.entrant, Kind::Integer, sum);
    build.rules.columns[total.0 as usize].cites.push(best);
    build.rows(1, 2, &[(0, 0), (1, 0)]);
    build.fill_integers(left, &[0, 4]);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, score), [15, -4]);
    assert_eq!(why(&build, &outcome, points, 0), ["squares", "placed", "table", "high"]);
    assert_eq!(why(&build, &outcome, points, 1), ["squares", "table", "low"]);
    assert_eq!(why(&build, &outcome, total, 0), ["squares", "placed", "table", "high", "best"]);
}

#[test]
fn a_key_is_a_reason_where_somebody_was_still_level() {
    let mut build = Build::new();
    let [first, second] = ["first", "second"].map(|name| build.clause(name));
    let score = build.recorded(build.entrant, "score", Kind::Integer);
    let born = build.recorded(build.entrant, "born", Kind::Integer);
    let keys = vec![
        OrderKey { cites: vec![first], ..key(score, Direction::Highest) },
        OrderKey { cites: vec![second], ..key(born, Direction::Lowest) },
    ];
    build.rules.standings.push(Standing {
        name: "overall".to_owned(),
        title: String::new(),
        keys,
        ties: Ties::Share,
        columns: Vec::new(),
        listed: None,
        over: Over::default(),
    });
    build.rows(3, 0, &[]);
    build.fill_integers(score, &[5, 5, 4]);
    build.fill_integers(born, &[2, 1, 0]);
    let outcome = build.run().unwrap();
    let why = |entrant| {
        why_in_place(&build.rules, &build.rules.defaults(), &outcome, 0, entrant)
            .reasons()
            .into_iter()
            .collect::<Vec<_>>()
    };
    assert_eq!(why(0), [first, second]);
    assert_eq!(why(1), [first, second]);
    assert_eq!(why(2), [first]);
}

#[test]
fn long_chains_and_deep_references_do_not_run_out_of_stack() {
    let mut build = Build::new();
    let clause = build.clause("far");
    let score = build.recorded(build.side, "score", Kind::Integer);
    build.rules.columns[score.0 as usize].cites.push(clause);
    let mut column = score;
    for _ in 0..20_000 {
        column = build.map(build.side, "next", read(column, Kind::Integer, &[]));
    }
    let chain = (0..2_000)
        .fold(read(column, Kind::Integer, &[]), |chain, _| binary(BinaryOperator::Add, chain, int(1)));
    let last = build.map(build.side, "last", chain);
    build.rows(1, 1, &[(0, 0)]);
    build.fill_integers(score, &[5]);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, last), [2005]);
    assert_eq!(why(&build, &outcome, last, 0), ["far"]);
}
