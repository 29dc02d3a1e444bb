//! What is derived from a log: matches, opponents, seats, pairs; and logs without some games.

use super::build::*;
use crate::builtins::Aggregate;
use crate::engine::accumulate::{Accumulator, Parents, Part};
use crate::engine::batch::{Lane, Values};
use crate::engine::{derive, pairs::Limits, without_games};
use crate::ruleset::*;
use crate::sheet::Data;
use crate::sheet::*;
use crate::value::*;
use crate::value::{Kind, Symbols, Type};
use std::collections::BTreeSet;

fn rows(build: &Build, link: LinkId) -> Vec<u32> {
    let from = build.rules.link(link).from;
    let index = build.tables.link(link).unwrap();
    (0..build.tables.rows(from)).map(|row| index.get(row)).collect()
}

#[test]
fn matches_are_games_of_the_same_entrants_under_the_same_labels() {
    let mut build = Build::new();
    let text = |build: &mut Build, text: &str| Value::Text(build.symbols.intern(text));
    let matches = build.sheet("match", SheetKind::Match);
    let sides = build.sheet("match.side", SheetKind::MatchSide);
    let id = build.column(build.game, "match", Kind::Text, Origin::Builtin(BuiltinColumn::MatchId));
    let round = build.column(build.game, "round", Kind::Integer, Origin::Builtin(BuiltinColumn::Round));
    let match_round = build.column(matches, "round", Kind::Integer, Origin::Builtin(BuiltinColumn::Round));
    let number = build.column(sides, "number", Kind::Integer, Origin::Builtin(BuiltinColumn::Number));
    let game_match = build.link("match", build.game, matches, LinkRole::Inside(matches));
    let side_side = build.link("match.side", build.side, sides, LinkRole::Inside(sides));
    let up = build.link("match", sides, matches, LinkRole::Inside(matches));
    let entrant = build.link("entrant", sides, build.entrant, LinkRole::Entrant);
    let opponent = build.link("opponent", sides, sides, LinkRole::Opponent);
    // 0: A-B; 1: C-A; 2: B-A (the same match as 0); 3: A-B in another round; 4: A-B with an id.
    let of_games = [(0, 0), (0, 1), (1, 2), (1, 0), (2, 1), (2, 0), (3, 0), (3, 1), (4, 0), (4, 1)];
    build.rows(3, 5, &of_games);
    let m1 = text(&mut build, "m1");
    build.fill(id, &[Value::Missing, Value::Missing, Value::Missing, Value::Missing, m1]);
    build.fill(round, &[1, 1, 1, 2, 1].map(Value::Integer));
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    assert_eq!(rows(&build, game_match), [0, 1, 0, 2, 3]);
    assert_eq!(rows(&build, up), [0, 0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(rows(&build, entrant), [0, 1, 2, 0, 0, 1, 0, 1]);
    assert_eq!(rows(&build, side_side), [0, 1, 2, 3, 1, 0, 4, 5, 6, 7]);
    assert_eq!(rows(&build, opponent), [1, 0, 3, 2, 5, 4, 7, 6]);
    assert_eq!(build.tables.column(match_round).unwrap().data, Data::Integer(vec![1, 1, 2, 1].into()));
    assert_eq!(build.tables.column(number).unwrap().data, Data::Integer((1..=8).collect()));
    assert_eq!(rows(&build, build.game_event), [0; 5]);
}

#[test]
fn an_opponent_is_there_where_a_game_has_exactly_two_sides() {
    let mut build = Build::new();
    build.rows(3, 4, &[(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (3, 2), (3, 0)]);
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    assert_eq!(rows(&build, build.opponent), [1, 0, NO_ROW, NO_ROW, NO_ROW, NO_ROW, 7, 6]);
}

#[test]
fn a_seat_leads_to_the_side_that_sits_there() {
    let mut build = Build::new();
    let [north, south] = ["north", "south"].map(|name| build.symbols.intern(name));
    let seat = build.column(build.side, "seat", Kind::Text, Origin::Builtin(BuiltinColumn::Seat));
    let in_south = build.link("south", build.game, build.side, LinkRole::Seat(south));
    build.rows(2, 3, &[(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
    build.fill(seat, &[north, south, north, south, north].map(Value::Text));
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    assert_eq!(rows(&build, in_south), [1, NO_ROW, 3]);
}

#[test]
fn pairs_of_rows_leave_out_the_row_itself_where_asked() {
    for except_self in [true, false] {
        let mut build = Build::new();
        let path = vec![build.side_game];
        let kind = SheetKind::Join { outer_path: path.clone(), inner_path: path, except_self };
        let join = build.sheet("others", kind);
        let outer = build.link("outer", join, build.side, LinkRole::Outer);
        let inner = build.link("inner", join, build.side, LinkRole::Inner);
        build.rows(2, 2, &[(0, 0), (0, 1), (1, 0)]);
        derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
        if except_self {
            assert_eq!(rows(&build, outer), [0, 1]);
            assert_eq!(rows(&build, inner), [1, 0]);
        } else {
            assert_eq!(rows(&build, outer), [0, 0, 1, 1, 2]);
            assert_eq!(rows(&build, inner), [0, 1, 0, 1, 2]);
        }
    }
}

#[test]
fn a_log_without_games_keeps_the_rest_as_it_was() {
    let mut build = Build::new();
    let tile = build.sheet("tile", SheetKind::Part { names: Vec::new(), of_game: false });
    let value = build.recorded(tile, "value", Kind::Integer);
    let score = build.recorded(build.side, "score", Kind::Integer);
    let on_side = build.link("side", tile, build.side, LinkRole::Inside(build.side));
    let on_game = build.link("game", tile, build.game, LinkRole::Inside(build.game));
    build.rows(2, 3, &[(0, 0), (0, 1), (1, 1), (2, 0), (2, 1)]);
    build.tables.set_rows(tile, 4);
    build.tables.set_link(on_side, Index::Rows(vec![0, 2, 3, NO_ROW]));
    build.tables.set_link(on_game, Index::Rows(vec![0, 1, 2, 2]));
    build.fill_integers(value, &[1, 2, 3, 4]);
    build.fill_integers(score, &[10, 11, 12, 13, 14]);
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    let less = without_games(&build.log(), &build.rules, &BTreeSet::from([1]));
    assert_eq!(less.tables.rows(build.game), 2);
    assert_eq!(less.tables.rows(build.entrant), 2);
    assert_eq!(less.tables.column(score).unwrap().data, Data::Integer(vec![10, 11, 13, 14].into()));
    assert_eq!(less.tables.column(value).unwrap().data, Data::Integer(vec![1, 3, 4].into()));
    assert_eq!(less.tables.link(on_side), Some(&Index::Rows(vec![0, 2, NO_ROW])));
    assert_eq!(less.tables.link(on_game), Some(&Index::Rows(vec![0, 1, 1])));
    assert_eq!(less.tables.link(build.opponent), None);
    assert_eq!(less.tables.games.iter().map(|place| place.line).collect::<Vec<_>>(), [2, 4]);
    let mut build = Build { tables: less.tables, ..build };
    derive::complete(&build.rules, &mut build.tables, Limits::USUAL);
    assert_eq!(rows(&build, build.opponent), [1, 0, 3, 2]);
}

#[test]
fn nothing_at_all_is_computed_from_an_empty_log() {
    let mut build = Build::new();
    let score = build.recorded(build.side, "score", Kind::Integer);
    let double = build.map(build.side, "double", read(score, Kind::Integer, &[]));
    let sum =
        aggregate(build.side, &[build.side_event], Aggregate::Sum, Some(read(double, Kind::Integer, &[])));
    let total = build.reduce(build.event, Kind::Integer, sum);
    let mean =
        aggregate(build.side, &[build.side_event], Aggregate::Mean, Some(read(double, Kind::Integer, &[])));
    let mean = build.reduce(build.event, Kind::Number, mean);
    build.rows(0, 0, &[]);
    let outcome = build.run().unwrap();
    assert_eq!(build.integers(&outcome, double), [] as [i64; 0]);
    assert_eq!(build.integers(&outcome, total), [0]);
    assert_eq!(build.values(&outcome, mean), [Value::Missing]);
}

#[test]
fn a_sum_over_rows_that_stand_together_may_be_too_large_on_the_way() {
    let (symbols, integers) = (Symbols::default(), Type::of(Kind::Integer));
    let mut sum = Accumulator::new(Aggregate::Sum, &Kind::Integer, &integers, 3, (&symbols, Some(at(0))));
    // The third has but two rows in this chunk, and the rest in the next.
    let first = [i64::MAX, 1, -5, 1, 2, 3, i64::MIN, -1];
    let runs = |first| Parents::Runs { first, every: 3 };
    sum.add(Some(&Values::Integer(Lane::Slice(&first))), &Kind::Integer, Part::new(runs(0), &[true; 8]));
    sum.add(Some(&Values::Integer(Lane::Slice(&[4]))), &Kind::Integer, Part::new(runs(2), &[true]));
    let (column, faults) = sum.finish();
    assert_eq!(column.data, Data::Integer(vec![i64::MAX - 4, 6, i64::MIN + 3].into()));
    assert!(faults.is_empty());
}
