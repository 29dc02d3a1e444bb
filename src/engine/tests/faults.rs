//! What cannot be computed: where, how often, by which clause, and which games are to blame.

use super::build::*;
use crate::diagnostic::Code;
use crate::engine::{RunError, describe, without_games};
use crate::ruleset::expression::Node;
use crate::ruleset::*;
use crate::syntax::ast::{BinaryOperator, Direction};
use crate::value::*;

/// `side.points` by cases: `score > 0 -> 10 div score2 @ratio`, otherwise 0.
fn divided(scores: &[i64], by: &[i64]) -> (Build, crate::sheet::ColumnId) {
    let mut build = Build::new();
    let ratio = build.clause("ratio");
    let zero = build.clause("zero");
    let name = build.column(build.entrant, "name", Kind::Text, Origin::Builtin(BuiltinColumn::Name));
    let id = build.column(build.game, "id", Kind::Text, Origin::Builtin(BuiltinColumn::Id));
    let score = build.recorded(build.side, "score", Kind::Integer);
    let other = build.recorded(build.side, "by", Kind::Integer);
    let mut quotient = binary(BinaryOperator::DivideFloor, int(10), read(other, Kind::Integer, &[]));
    quotient.at = at(5);
    let mut value = cases(vec![
        (
            Some(binary(BinaryOperator::Greater, read(score, Kind::Integer, &[]), int(0))),
            quotient,
            vec![ratio],
        ),
        (None, int(0), vec![zero]),
    ]);
    if let Node::Cases(lines) = &mut value.node {
        lines[0].at = at(5);
        lines[1].at = at(9);
    }
    let points = build.map(build.side, "points", value);
    let sides: Vec<(u32, u32)> =
        (0..u32::try_from(scores.len()).unwrap()).map(|row| (row / 2, row % 2)).collect();
    build.rows(2, scores.len().div_ceil(2), &sides);
    build.fill_integers(score, scores);
    build.fill_integers(other, by);
    let names = ["TITI", "TOTO"].map(|name| Value::Text(build.symbols.intern(name)));
    build.fill(name, &names);
    let ids: Vec<Value> = (0..build.tables.rows(build.game))
        .map(|game| Value::Text(build.symbols.intern(&format!("g{game}"))))
        .collect();
    build.fill(id, &ids);
    (build, points)
}

#[test]
fn a_fault_counts_only_in_the_branch_that_is_taken() {
    let (build, points) = divided(&[1, 0, 0, 2], &[5, 0, 0, 3]);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, points), [2, 0, 0, 3]);
}

#[test]
fn a_fault_names_rule_clause_and_row() {
    let (build, points) = divided(&[1, 0, 0, 2, 3, 3], &[5, 0, 0, 0, 0, 1]);
    let failed = build.run().unwrap_err();
    let [error @ RunError::Fault { column, row, rows, fault, clauses, every, .. }] = &failed.errors[..]
    else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!((*column, *row, *rows, *fault), (points, 3, 2, Fault::DivisionByZero));
    assert_eq!(every, &[3, 4]);
    assert_eq!(clauses, &[ClauseId(0)]);
    let diagnostic = describe(error, &build.rules, &failed.log);
    assert_eq!(diagnostic.code, Code::DivisionByZero);
    assert_eq!(diagnostic.message, "a division by zero in `side.points`: `TOTO` in game `g1`");
    assert_eq!(diagnostic.labels[0].span, at(5));
    let notes = ["clause `ratio`: words of ratio", "recorded in games.csv, line 3", "the same on 1 more row"];
    assert_eq!(diagnostic.notes, notes);
    let games = error.games(&build.rules, &failed.log.tables);
    assert_eq!(games.iter().copied().collect::<Vec<_>>(), [1, 2]);
    let rest = without_games(&failed.log, &build.rules, &games);
    let outcome = crate::engine::run(&build.rules, &build.rules.defaults(), rest, 7).unwrap();
    assert_eq!(build.integers(&outcome, points), [2, 0]);
}

#[test]
fn a_fault_on_a_void_row_does_not_matter() {
    let (mut build, points) = divided(&[1, 0, 0, 2], &[5, 0, 0, 0]);
    // Void where somebody scored 2: worked out after the fault.
    let score = crate::sheet::ColumnId(2);
    let two = binary(BinaryOperator::Equal, read(score, Kind::Integer, &[]), int(2));
    let any = aggregate(build.side, &[build.side_game], Aggregate::Any, Some(two));
    let condition = build.reduce(build.game, Kind::Flag, any);
    build.rules.verdicts.push(Verdict {
        kind: VerdictKind::Void,
        sheet: build.game,
        condition,
        text: vec![Said::Words("too much".to_owned())],
        cites: Vec::new(),
        costs: None,
    });
    let old = std::mem::take(&mut build.tables);
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    for column in (0..4).map(crate::sheet::ColumnId) {
        build.tables.set_column(column, old.column(column).unwrap().clone());
    }
    let outcome = build.run().unwrap();
    assert_eq!(build.values(&outcome, points)[3], Value::Missing);
    build.rules.verdicts.clear();
    assert!(build.run().is_err());
}

#[test]
fn integers_at_the_edge_of_64_bits_overflow_and_never_wrap() {
    use BinaryOperator as B;
    let edge = [
        (B::Add, i64::MAX, 1, Err(Fault::Overflow)),
        (B::Add, i64::MAX, 0, Ok(i64::MAX)),
        (B::Subtract, i64::MIN, 1, Err(Fault::Overflow)),
        (B::Multiply, i64::MIN, -1, Err(Fault::Overflow)),
        (B::DivideFloor, i64::MIN, -1, Err(Fault::Overflow)),
        (B::DivideFloor, i64::MIN, 0, Err(Fault::DivisionByZero)),
        (B::Modulo, i64::MIN, -1, Ok(0)),
        (B::DivideFloor, -7, 2, Ok(-4)),
        (B::Modulo, -7, 2, Ok(1)),
    ];
    for (operator, left, right, expected) in edge {
        let mut build = Build::new();
        let one = build.recorded(build.side, "one", Kind::Integer);
        let two = build.recorded(build.side, "two", Kind::Integer);
        let value = binary(operator, read(one, Kind::Integer, &[]), read(two, Kind::Integer, &[]));
        let out = build.map(build.side, "out", value);
        build.rows(1, 1, &[(0, 0)]);
        build.fill_integers(one, &[left]);
        build.fill_integers(two, &[right]);
        let found = match build.run() {
            Ok(outcome) => Ok(build.integers(&outcome, out)[0]),
            Err(failed) => match &failed.errors[0] {
                RunError::Fault { fault, .. } => Err(*fault),
                other => panic!("{other:?}"),
            },
        };
        assert_eq!(found, expected, "{left} {operator:?} {right}");
    }
}

#[test]
fn a_sum_is_exact_and_only_its_result_must_fit() {
    let sum = |values: &[i64]| {
        let mut build = Build::new();
        let score = build.recorded(build.side, "score", Kind::Integer);
        let value = Some(read(score, Kind::Integer, &[]));
        let sum = aggregate(build.side, &[build.side_entrant], Aggregate::Sum, value);
        let total = build.reduce(build.entrant, Kind::Integer, sum);
        let sides: Vec<(u32, u32)> = values.iter().map(|_| (0, 0)).collect();
        build.rows(1, 1, &sides);
        build.fill_integers(score, values);
        build.run().map(|outcome| build.integers(&outcome, total)).map_err(|failed| failed.errors.clone())
    };
    assert_eq!(sum(&[i64::MAX, 1, -1]), Ok(vec![i64::MAX]));
    let Err(errors) = sum(&[i64::MAX, 1]) else { panic!("it does not fit") };
    assert!(matches!(errors[0], RunError::Fault { fault: Fault::Overflow, row: 0, rows: 1, .. }));
}

#[test]
fn chunks_meet_without_a_seam() {
    for rows in [1_usize, 2047, 2048, 2049, 4096, 5000] {
        let mut build = Build::new();
        let score = build.recorded(build.side, "score", Kind::Integer);
        let square = binary(
            BinaryOperator::Multiply,
            read(score, Kind::Integer, &[]),
            read(score, Kind::Integer, &[build.opponent]),
        );
        let fallback = expr(Node::Else(Box::new(square), Box::new(int(-1))), Kind::Integer);
        let out = build.map(build.side, "out", fallback);
        let value = Some(read(out, Kind::Integer, &[]));
        let sum = aggregate(build.side, &[build.side_game], Aggregate::Sum, value);
        let total = build.reduce(build.game, Kind::Integer, sum);
        let games = rows.div_ceil(2);
        let sides: Vec<(u32, u32)> =
            (0..u32::try_from(rows).unwrap()).map(|row| (row / 2, row % 7)).collect();
        build.rows(7, games, &sides);
        let scores: Vec<i64> = (0..i64::try_from(rows).unwrap()).collect();
        build.fill_integers(score, &scores);
        let outcome = build.run().unwrap();
        let last = i64::try_from(rows).unwrap();
        let expected = |row: i64| if (row ^ 1) < last { row * (row ^ 1) } else { -1 };
        assert_eq!(build.integers(&outcome, out), (0..last).map(expected).collect::<Vec<_>>());
        let totals = (0..i64::try_from(games).unwrap())
            .map(|game| expected(2 * game) + if 2 * game + 1 < last { expected(2 * game + 1) } else { 0 });
        assert_eq!(build.integers(&outcome, total), totals.collect::<Vec<_>>());
    }
}

#[test]
fn a_broken_claim_is_an_error_but_not_on_void_rows() {
    let mut build = Build::new();
    let score = build.recorded(build.side, "score", Kind::Integer);
    let void = build.recorded(build.game, "abandoned", Kind::Flag);
    let condition = binary(BinaryOperator::AtMost, read(score, Kind::Integer, &[]), int(64));
    let condition = build.map(build.side, "claim", condition);
    build.rules.verdicts.push(Verdict {
        kind: VerdictKind::Void,
        sheet: build.game,
        condition: void,
        text: vec![Said::Words("abandoned".to_owned())],
        cites: Vec::new(),
        costs: None,
    });
    build.rules.claims.push(Claim {
        text: "at most 64 points".to_owned(),
        sheet: build.side,
        condition,
        proof: None,
        at: at(3),
    });
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(score, &[64, 65, 70, 1]);
    build.fill(void, &[true, false].map(Value::Flag));
    let failed = build.run().unwrap_err();
    assert_eq!(failed.errors, [RunError::Claim { claim: 0, row: 2, rows: 1, every: vec![2] }]);
    let diagnostic = describe(&failed.errors[0], &build.rules, &failed.log);
    assert_eq!(diagnostic.message, "the claim `at most 64 points` does not hold: entrant 1 in game 2");
    build.fill(void, &[true, true].map(Value::Flag));
    let outcome = build.run().unwrap();
    assert_eq!(outcome.verdicts.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_refused_tie_names_those_that_are_level() {
    let mut build = Build::new();
    let score = build.recorded(build.side, "score", Kind::Integer);
    let place = build.column(build.side, "place", Kind::Integer, Origin::Builtin(BuiltinColumn::Place));
    build.rules.steps.push(Step::Place(Box::new(Place {
        out: place,
        group: build.side_game,
        keys: vec![key(score, Direction::Highest)],
        ties: Ties::Refuse,
    })));
    build.rows(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(score, &[3, 4, 5, 5]);
    let failed = build.run().unwrap_err();
    assert_eq!(failed.errors, [RunError::Tie { standing: None, sheet: build.side, rows: vec![2, 3] }]);
    let diagnostic = describe(&failed.errors[0], &build.rules, &failed.log);
    let message = "entrant 1 and entrant 2 are level in game 2, and the placing of `side` refuses ties";
    assert_eq!(diagnostic.message, message);
    assert!(failed.errors[0].games(&build.rules, &failed.log.tables).contains(&1));
}
