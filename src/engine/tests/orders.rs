//! Places and standings: ties, lots, who is listed, and keys among those still level.

use super::build::*;
use crate::engine::order::Key;
use crate::engine::{Outcome, StandingRow};
use crate::ruleset::*;
use crate::sheet::ColumnId;
use crate::syntax::ast::Direction;
use crate::value::*;

fn placed(scores: &[i64], sides: &[(u32, u32)], games: usize, ties: Ties, seed: u64) -> Vec<i64> {
    let mut build = Build::new();
    let score = build.recorded(build.side, "score", Kind::Integer);
    let place = build.column(build.side, "place", Kind::Integer, Origin::Builtin(BuiltinColumn::Place));
    let keys = vec![key(score, Direction::Highest)];
    build.rules.steps.push(Step::Place(Box::new(Place { out: place, group: build.side_game, keys, ties })));
    build.rows(9, games, sides);
    build.fill_integers(score, scores);
    let outcome = crate::engine::run(&build.rules, &build.rules.defaults(), build.log(), seed).unwrap();
    build.integers(&outcome, place)
}

#[test]
fn those_that_are_level_share_the_place_and_the_next_is_skipped() {
    let sides = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)];
    assert_eq!(placed(&[5, 9, 9, 1, 2, 3], &sides, 2, Ties::Share, 0), [3, 1, 1, 4, 2, 1]);
    // The sides of a game need not stand side by side.
    let mixed = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (0, 3)];
    assert_eq!(placed(&[5, 2, 9, 3, 9, 1], &mixed, 2, Ties::Share, 0), [3, 2, 1, 1, 1, 4]);
}

#[test]
fn a_lot_is_the_same_for_the_same_seed_and_gives_each_place_once() {
    let sides: Vec<(u32, u32)> = (0..8).map(|entrant| (0, entrant)).collect();
    let draw = |seed| placed(&[1; 8], &sides, 1, Ties::Lot, seed);
    let first = draw(1);
    assert_eq!(first, draw(1));
    assert_ne!(first, draw(2));
    let mut sorted = first;
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=8).collect::<Vec<_>>());
}

/// A round robin: `points` of each side; the standing by total points, then by points among the tied.
struct League {
    build: Build,
    among: ColumnId,
    wins: ColumnId,
}

fn league(entrants: u32, results: &[(u32, u32, i64, i64)], ties: Ties) -> League {
    let mut build = Build::new();
    let points = build.recorded(build.side, "points", Kind::Integer);
    let listed = build.recorded(build.entrant, "listed", Kind::Flag);
    let value = || Some(read(points, Kind::Integer, &[]));
    let by_entrant = [build.side_entrant];
    let total = build.reduce(
        build.entrant,
        Kind::Integer,
        aggregate(build.side, &by_entrant, Aggregate::Sum, value()),
    );
    let among = build.column(build.entrant, "among", Kind::Integer, Origin::Hidden { aggregate: true });
    let wins = build.column(build.entrant, "last", Kind::Integer, Origin::Hidden { aggregate: true });
    let step = |out, aggregate_of| {
        let mut reduce = aggregate(build.side, &by_entrant, aggregate_of, value());
        reduce.out = out;
        reduce.among_tied = Some(Vec::new());
        vec![Step::Reduce(Box::new(reduce))]
    };
    let keys = vec![
        key(total, Direction::Highest),
        OrderKey { among_tied: Some(step(among, Aggregate::Sum)), ..key(among, Direction::Highest) },
        OrderKey { among_tied: Some(step(wins, Aggregate::Count)), ..key(wins, Direction::Highest) },
    ];
    build.rules.standings.push(Standing {
        name: "overall".to_owned(),
        title: "overall".to_owned(),
        keys,
        ties,
        columns: Vec::new(),
        listed: Some(listed),
        over: Over::default(),
    });
    let sides: Vec<(u32, u32)> =
        (0..).zip(results).flat_map(|(game, result)| [(game, result.0), (game, result.1)]).collect();
    build.rows(entrants as usize, results.len(), &sides);
    let scores: Vec<i64> = results.iter().flat_map(|result| [result.2, result.3]).collect();
    build.fill_integers(points, &scores);
    build.fill(listed, &vec![Value::Flag(true); entrants as usize]);
    League { build, among, wins }
}

fn table(outcome: &Outcome) -> Vec<(u32, u32, bool)> {
    let row = |row: &StandingRow| (row.place, row.entrant, row.shared);
    outcome.standings[0].rows.iter().map(row).collect()
}

#[test]
fn head_to_head_counts_only_the_games_between_those_still_level() {
    // 0, 1 and 2 have 4 points each (2 from games against 3); among themselves 1 beat 2, 2 beat 0, 0 drew with 1.
    let results = [(0, 1, 1, 1), (1, 2, 3, 0), (2, 0, 3, 0), (0, 3, 3, 0), (1, 3, 0, 3), (2, 3, 1, 1)];
    let League { build, among, .. } = league(4, &results, Ties::Share);
    let outcome = build.run().unwrap();
    // All four have 4 points: among all of them the same games count, and nothing is split; nobody played another twice.
    assert_eq!(table(&outcome), [(1, 0, true), (1, 1, true), (1, 2, true), (1, 3, true)]);
    assert_eq!(build.integers(&outcome, among), [4, 4, 4, 4]);
}

#[test]
fn the_order_starts_again_inside_each_group_that_a_key_among_tied_splits() {
    // 0, 1, 2 have 9 points. Among them: 0 has 4, 1 has 4, 2 has 3: 2 falls behind; between 0 and 1 alone, 1 won.
    let results = [(0, 1, 1, 3), (1, 2, 1, 2), (2, 0, 1, 3), (0, 3, 5, 0), (1, 3, 5, 0), (2, 3, 6, 0)];
    let League { build, among, .. } = league(4, &results, Ties::Refuse);
    let outcome = build.run().unwrap();
    assert_eq!(table(&outcome), [(1, 1, false), (2, 0, false), (3, 2, false), (4, 3, false)]);
    // The column keeps what each was last compared by: 0 and 1 between the two of them, 2 among the three.
    assert_eq!(build.integers(&outcome, among)[..3], [1, 3, 3]);
}

#[test]
fn those_that_nothing_tells_apart_share_draw_or_are_refused() {
    let results = [(0, 1, 1, 1), (2, 3, 2, 2)];
    let shared = league(4, &results, Ties::Share).build.run().unwrap();
    assert_eq!(table(&shared), [(1, 2, true), (1, 3, true), (3, 0, true), (3, 1, true)]);
    let drawn = league(4, &results, Ties::Lot).build.run().unwrap();
    assert_eq!(
        table(&drawn).iter().map(|row| (row.0, row.2)).collect::<Vec<_>>(),
        [(1, false), (2, false), (3, false), (4, false)]
    );
    let refused = league(4, &results, Ties::Refuse).build.run().unwrap_err();
    assert_eq!(refused.errors.len(), 2);
}

#[test]
fn only_the_listed_are_ranked_and_count_as_level() {
    let results = [(0, 1, 3, 0), (1, 2, 3, 0), (2, 0, 3, 0)];
    let League { mut build, among, wins } = league(3, &results, Ties::Share);
    let ColumnId(listed) = ColumnId(1);
    build.fill(ColumnId(listed), &[true, false, true].map(Value::Flag));
    let outcome = build.run().unwrap();
    assert_eq!(table(&outcome), [(1, 2, false), (2, 0, false)]);
    assert_eq!(build.integers(&outcome, among), [0, 0, 3]);
    assert!(outcome.tables.column(wins).is_none());
}

#[test]
fn a_division_by_those_that_are_level_with_nobody_is_none() {
    use crate::syntax::ast::BinaryOperator;
    let results = [(0, 1, 4, 2), (2, 3, 1, 9), (0, 1, 1, 3)];
    let League { mut build, among, .. } = league(4, &results, Ties::Share);
    // 100 div (points among tied): 2 and 3 are level with nobody and have none.
    let ratio = build.column(build.entrant, "ratio", Kind::Integer, Origin::Hidden { aggregate: false });
    let value = binary(BinaryOperator::DivideFloor, int(100), read(among, Kind::Integer, &[]));
    let keys = &mut build.rules.standings[0].keys;
    keys[1].column = ratio;
    keys[1].among_tied.as_mut().unwrap().push(Step::Map { out: ratio, value });
    let (tables, recorded) = (build.tables.clone(), 2);
    let sides: Vec<(u32, u32)> = (0..3)
        .flat_map(|game| [(game, results[game as usize].0), (game, results[game as usize].1)])
        .collect();
    build.rows(4, 3, &sides);
    for column in (0..recorded).map(ColumnId) {
        build.tables.set_column(column, tables.column(column).unwrap().clone());
    }
    let outcome = build.run().unwrap();
    assert_eq!(table(&outcome), [(1, 3, false), (2, 0, true), (2, 1, true), (4, 2, false)]);
}

#[test]
fn rows_are_sorted_by_whole_values_and_then_by_their_numbers() {
    let mut build = Build::new();
    let value = build.recorded(build.entrant, "value", Kind::Integer);
    let values = [3, i64::MIN, -1, 3, i64::MAX, 0, -1, 3];
    build.rows(values.len(), 0, &[]);
    build.fill_integers(value, &values);
    let mut scratch = Vec::new();
    for (direction, sorted, groups) in [
        (Direction::Lowest, [1, 2, 6, 5, 0, 3, 7, 4], vec![1, 3, 4, 7, 8]),
        (Direction::Highest, [4, 0, 3, 7, 5, 2, 6, 1], vec![1, 4, 5, 7, 8]),
    ] {
        let mut rows = [7, 6, 5, 4, 3, 2, 1, 0];
        let mut ends = Vec::new();
        Key::new(&key(value, direction), &build.tables).sort(&mut rows, &mut scratch, |end| ends.push(end));
        assert_eq!((rows, ends), (sorted, groups));
    }
}
