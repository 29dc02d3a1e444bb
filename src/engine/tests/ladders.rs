//! Small ladders by hand: the ends of what there can be, faults and their rows, reasons, the game before.

use super::build::*;
use super::waves::{ladder, plus, state, when};
use crate::engine::pairs::Limits;
use crate::engine::{RunError, derive, describe, reasons, without_games};
use crate::ruleset::*;
use crate::sheet::*;
use crate::syntax::ast::{BinaryOperator as B, Direction};
use crate::value::*;

/// Points go up by `gain div by`; everybody begins with 100.
fn points() -> (Build, State, [ColumnId; 2]) {
    let mut build = Build::new();
    let gain = build.recorded(build.side, "gain", Kind::Integer);
    let by = build.recorded(build.side, "by", Kind::Integer);
    let hundred = build.map(build.entrant, "hundred", int(100));
    let points = state(&mut build, "points", Kind::Integer, hundred);
    let mut quotient = binary(B::DivideFloor, read(gain, Kind::Integer, &[]), read(by, Kind::Integer, &[]));
    quotient.at = at(5);
    let value = plus(read(points.before, Kind::Integer, &[]), quotient);
    build.rules.steps.push(Step::Map { out: points.now, value });
    ladder(&mut build, 1, vec![points]);
    (build, points, [gain, by])
}

fn play(build: &mut Build, [gain, by]: [ColumnId; 2], entrants: usize, sides: &[(u32, u32, i64, i64)]) {
    let games = sides.iter().map(|side| side.0 as usize + 1).max().unwrap_or(0);
    build.rows(entrants, games, &sides.iter().map(|side| (side.0, side.1)).collect::<Vec<_>>());
    build.fill_integers(gain, &sides.iter().map(|side| side.2).collect::<Vec<_>>());
    build.fill_integers(by, &sides.iter().map(|side| side.3).collect::<Vec<_>>());
}

/// 0 meets 1, 1 meets 2, 2 meets 0; then 3 meets 4, in the first wave; 0 meets 3.
const FIVE: [(u32, u32, i64, i64); 10] = [
    (0, 0, 6, 1),
    (0, 1, 4, 2),
    (1, 1, 9, 3),
    (1, 2, 5, 1),
    (2, 2, 8, 2),
    (2, 0, 7, 7),
    (3, 3, 1, 1),
    (3, 4, 2, 1),
    (4, 0, 3, 1),
    (4, 3, 30, 3),
];

#[test]
fn a_state_goes_from_game_to_game() {
    let (mut build, points, recorded) = points();
    play(&mut build, recorded, 6, &FIVE);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, points.before), [100, 100, 102, 100, 105, 106, 100, 100, 107, 101]);
    assert_eq!(build.integers(&outcome, points.now), [106, 102, 105, 105, 109, 107, 101, 102, 110, 111]);
    // The last has played nothing.
    assert_eq!(build.integers(&outcome, points.last), [110, 105, 109, 111, 102, 100]);
}

#[test]
fn without_games_everybody_has_what_they_begin_with() {
    let (mut build, points, recorded) = points();
    for entrants in [0, 3] {
        play(&mut build, recorded, entrants, &[]);
        let outcome = build.run().unwrap();
        assert_eq!(build.integers(&outcome, points.now), [] as [i64; 0]);
        assert_eq!(build.integers(&outcome, points.before), [] as [i64; 0]);
        assert_eq!(build.integers(&outcome, points.last), vec![100; entrants]);
    }
}

#[test]
fn a_ladder_without_states_is_steps_like_others() {
    let (mut build, points, recorded) = points();
    if let Some(ladder) = &mut build.rules.ladder {
        ladder.states.clear();
        ladder.steps = vec![Step::Map { out: points.now, value: read(recorded[0], Kind::Integer, &[]) }];
    }
    play(&mut build, recorded, 6, &FIVE);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, points.now), FIVE.map(|side| side.2));
}

#[test]
fn who_plays_in_every_game_makes_as_many_waves_as_games() {
    let (mut build, points, recorded) = points();
    let games = 20_000_u32;
    let sides: Vec<(u32, u32, i64, i64)> = (0..games)
        .flat_map(|game| [(game, 0, 2, 1), (game, 1 + game, 5, 1), (game, 1 + (game + 1) % games, 0, 1)])
        .collect();
    play(&mut build, recorded, games as usize + 1, &sides);
    let outcome = build.run().unwrap();
    let before = build.integers(&outcome, points.before);
    assert!((0..games as usize).all(|game| before[3 * game] == 100 + 2 * i64::try_from(game).unwrap()));
    let last = build.integers(&outcome, points.last);
    assert_eq!(last[0], 40_100);
    assert!(last[1..].iter().all(|&points| points == 105));
}

#[test]
fn a_state_may_be_unknown() {
    let (mut build, points, recorded) = points();
    let given = build.recorded(build.entrant, "given", Kind::Integer);
    build.rules.ladder.as_mut().unwrap().states[0].start = given;
    play(&mut build, recorded, 6, &FIVE);
    build.fill(
        given,
        &[0, 0, 7, 0, 0, 0].map(|given| if given == 0 { Value::Missing } else { Value::Integer(given) }),
    );
    let outcome = build.run().unwrap();
    let known: Vec<Value> = build.values(&outcome, points.last);
    let twelve =
        [Value::Missing, Value::Missing, Value::Integer(16), Value::Missing, Value::Missing, Value::Missing];
    assert_eq!(known, twelve);
}

#[test]
fn a_fault_names_the_rows_of_the_log_and_not_what_follows_from_it() {
    let (mut build, points, recorded) = points();
    let mut sides = FIVE;
    // 0 and 1 fail in their first game. 2 fails after that, against 1, and 4 for themselves.
    for row in [1, 3, 7] {
        sides[row].3 = 0;
    }
    play(&mut build, recorded, 6, &sides);
    let failed = build.run().unwrap_err();
    let [error @ RunError::Fault { column, sheet, every, fault, at: place, .. }] = &failed.errors[..] else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!((*column, *sheet, *fault, *place), (points.now, build.side, Fault::DivisionByZero, at(5)));
    assert_eq!(every, &[1, 7]);
    let diagnostic = describe(error, &build.rules, &failed.log);
    assert_eq!(diagnostic.message, "a division by zero in `side.now.points`: entrant 2 in game 1");
    assert_eq!(diagnostic.labels[0].text, "`gain` is 4, `by` is 0");
    // Without these games the one that came after fails for itself.
    let games = error.games(&build.rules, &failed.log.tables);
    assert_eq!(games.iter().copied().collect::<Vec<_>>(), [0, 3]);
    let rest = without_games(&failed.log, &build.rules, &games);
    let failed = crate::engine::run(&build.rules, &build.rules.defaults(), rest, 7).unwrap_err();
    let [error @ RunError::Fault { every, .. }] = &failed.errors[..] else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!(every, &[1]);
    let games = error.games(&build.rules, &failed.log.tables);
    let rest = without_games(&failed.log, &build.rules, &games);
    let outcome = crate::engine::run(&build.rules, &build.rules.defaults(), rest, 7).unwrap();
    assert_eq!(build.integers(&outcome, points.last), [104, 100, 104, 110, 100, 100]);
}

#[test]
fn a_fault_in_a_later_wave_of_an_aggregate_names_its_rows() {
    let (mut build, points, [gain, by]) = points();
    // The most that a game may come to: 2^63 - 1.
    let up = build.side_game;
    let mut sum = plus(read(points.before, Kind::Integer, &[]), read(gain, Kind::Integer, &[]));
    sum.at = at(8);
    let reduce = aggregate(build.side, &[up], Aggregate::Sum, Some(sum));
    let out = build.column(build.game, "sum", Kind::Integer, Origin::Hidden { aggregate: true });
    let steps = &mut build.rules.ladder.as_mut().unwrap().steps;
    steps.push(Step::Reduce(Box::new(Reduce { out, ..reduce })));
    let mut sides = FIVE;
    play(&mut build, [gain, by], 6, &sides);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, out), [210, 216, 226, 203, 241]);
    // Too large in all: a row of the game sheet.
    sides[4].2 = i64::MAX / 2 + 1;
    sides[5].2 = i64::MAX / 2 + 1;
    play(&mut build, [gain, by], 6, &sides);
    let failed = build.run().unwrap_err();
    let [RunError::Fault { sheet, every, fault, .. }] = &failed.errors[..] else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!((*sheet, &every[..], *fault), (build.game, &[2][..], Fault::Overflow));
    // Too large on a side: a row of that.
    sides[5].2 = i64::MAX;
    play(&mut build, [gain, by], 6, &sides);
    let failed = build.run().unwrap_err();
    let [RunError::Fault { sheet, every, .. }] = &failed.errors[..] else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!((*sheet, &every[..]), (build.side, &[5][..]));
}

#[test]
fn a_fault_on_a_row_that_is_void_does_not_matter_nor_what_it_leaves() {
    let (mut build, points, [gain, by]) = points();
    // What a void side has is what it had. That its game is void is told after the ladder alone.
    let void = |build: &Build| {
        binary(B::Equal, read(by, Kind::Integer, &[]), read(gain, Kind::Integer, &[build.opponent]))
    };
    let none = || binary(B::Equal, read(by, Kind::Integer, &[]), int(0));
    let before = read(points.before, Kind::Integer, &[]);
    let spoilt = build.column(build.side, "spoilt", Kind::Integer, Origin::Ruled);
    let is_void = void(&build);
    let ladder = build.rules.ladder.as_mut().unwrap();
    let Step::Map { value, .. } = ladder.steps[0].clone() else { unreachable!() };
    ladder.steps.insert(0, Step::Map { out: spoilt, value });
    let value = when(none(), before, read(spoilt, Kind::Integer, &[]));
    ladder.steps[1] = Step::Map { out: points.now, value };
    let condition = build.map(build.side, "void", is_void);
    build.rules.verdicts.push(Verdict {
        kind: VerdictKind::Void,
        sheet: build.side,
        condition,
        text: vec![Said::Words("nothing".to_owned())],
        cites: Vec::new(),
        costs: None,
    });
    let mut sides = FIVE;
    // Void: by is 0, and so is the gain of the other.
    (sides[1].3, sides[0].2) = (0, 0);
    play(&mut build, [gain, by], 6, &sides);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, points.last), [104, 103, 109, 111, 102, 100]);
    // A later one of the same entrants that is not void is a fault all the same.
    sides[2].3 = 0;
    play(&mut build, [gain, by], 6, &sides);
    let failed = build.run().unwrap_err();
    let [RunError::Fault { every, .. }] = &failed.errors[..] else {
        panic!("{:?}", failed.errors);
    };
    assert_eq!(every, &[2]);
}

#[test]
fn a_tie_that_is_refused_is_told_of_the_rows_of_the_log() {
    let (mut build, points, recorded) = points();
    let place = build.column(build.side, "place", Kind::Integer, Origin::Builtin(BuiltinColumn::Place));
    let keys = vec![key(points.now, Direction::Highest)];
    let place = Place { out: place, group: build.side_game, keys, ties: Ties::Refuse };
    build.rules.ladder.as_mut().unwrap().steps.push(Step::Place(Box::new(place)));
    let mut sides = FIVE;
    (sides[5].2, sides[5].3) = (3, 1);
    (sides[9].2, sides[9].3) = (11, 1);
    play(&mut build, recorded, 6, &sides);
    let failed = build.run().unwrap_err();
    let tie = |rows: &[u32]| RunError::Tie { standing: None, sheet: build.side, rows: rows.to_vec() };
    assert_eq!(failed.errors, [tie(&[2, 3]), tie(&[4, 5]), tie(&[8, 9])]);
}

#[test]
fn reasons_go_back_to_the_games_before() {
    let mut build = Build::new();
    let [won, lost, began] = ["won", "lost", "began"].map(|name| build.clause(name));
    let gain = build.recorded(build.side, "gain", Kind::Integer);
    let hundred = build.map(build.entrant, "hundred", int(100));
    build.rules.columns[hundred.0 as usize].cites.push(began);
    let points = state(&mut build, "points", Kind::Integer, hundred);
    let up = binary(B::Greater, read(gain, Kind::Integer, &[]), int(0));
    let line = |change| plus(read(points.before, Kind::Integer, &[]), int(change));
    let value = cases(vec![(Some(up), line(1), vec![won]), (None, line(-1), vec![lost])]);
    build.rules.steps.push(Step::Map { out: points.now, value });
    ladder(&mut build, 1, vec![points]);
    build.rows(3, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]);
    build.fill_integers(gain, &[1, 0, 0, 0]);
    let outcome = build.run().unwrap();
    let why = |column, row| {
        reasons(&build.rules, &build.rules.defaults(), &outcome, column, row).into_iter().collect::<Vec<_>>()
    };
    assert_eq!(why(points.before, 0), [began]);
    assert_eq!(why(points.now, 0), [won, began]);
    assert_eq!(why(points.before, 2), [won, began]);
    assert_eq!(why(points.now, 2), [won, lost, began]);
    assert_eq!(why(points.last, 0), [won, lost, began]);
    assert_eq!(why(points.last, 1), [lost, began]);
    assert_eq!(why(points.last, 2), [began]);
}

#[test]
fn the_game_before_is_that_of_the_same_entrant() {
    let mut build = Build::new();
    let sides = build.link("previous", build.side, build.side, LinkRole::Previous);
    let games = build.link("previous", build.game, build.game, LinkRole::Previous);
    // 1 sits on both sides of game 1; the sides of game 2 are recorded last and first.
    build.rows(4, 4, &[(2, 1), (0, 0), (0, 1), (1, 1), (1, 1), (3, 0), (3, 1), (2, 2)]);
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    let index = build.tables.link(sides).unwrap();
    let previous: Vec<u32> = (0..8).map(|side| index.get(side)).collect();
    assert_eq!(previous, [4, NO_ROW, NO_ROW, 2, 2, 1, 0, NO_ROW]);
    assert_eq!(*build.tables.link(games).unwrap(), Index::Rows(vec![NO_ROW, 0, 1, 2]));
}
