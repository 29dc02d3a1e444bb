//! What several rows have in common, computed once: it comes to the same as row by row.

use super::build::*;
use crate::engine::kernel::Evaluator;
use crate::engine::lifted;
use crate::engine::prepared::Prepared;
use crate::ruleset::LinkRole;
use crate::ruleset::expression::{Expr, Node};
use crate::sheet::{ColumnId, Index, LinkId};
use crate::syntax::ast::BinaryOperator;
use crate::value::*;
use proptest::prelude::*;

/// Games with a length and a host who has a rating; their sides have a score.
struct World {
    build: Build,
    host: LinkId,
    rating: ColumnId,
    length: ColumnId,
    score: ColumnId,
}

impl World {
    fn new() -> Self {
        let mut build = Build::new();
        let host = build.link("host", build.game, build.entrant, LinkRole::Entrant);
        let rating = build.recorded(build.entrant, "rating", Kind::Integer);
        let length = build.recorded(build.game, "length", Kind::Integer);
        let score = build.recorded(build.side, "score", Kind::Integer);
        Self { build, host, rating, length, score }
    }

    /// So many sides in each of these games, each with its length; everybody has hosted one.
    fn fill(&mut self, every: usize, lengths: &[Option<i64>]) {
        let games = u32::try_from(lengths.len()).unwrap();
        let sides: Vec<(u32, u32)> = (0..games).flat_map(|game| vec![(game, game); every]).collect();
        self.build.rows(lengths.len(), lengths.len(), &sides);
        let hosts = (0..games).rev().collect();
        self.build.tables.set_link(self.host, Index::Rows(hosts));
        let lengths: Vec<Value> =
            lengths.iter().map(|length| length.map_or(Value::Missing, Value::Integer)).collect();
        self.build.fill(self.length, &lengths);
        self.build.fill_integers(self.rating, &(0..i64::from(games)).collect::<Vec<_>>());
        self.build.fill_integers(self.score, &(0..).take(sides.len()).collect::<Vec<_>>());
    }

    fn length(&self) -> Expr {
        read(self.length, Kind::Integer, &[self.build.side_game])
    }

    /// What is left of ten times the rating of the host, divided by the length; only the game is looked at.
    fn of_game(&self) -> Expr {
        let rating = read(self.rating, Kind::Integer, &[self.build.side_game, self.host]);
        let ten = binary(BinaryOperator::Multiply, rating, int(10));
        binary(BinaryOperator::Modulo, ten, self.length())
    }

    fn score(&self) -> Expr {
        read(self.score, Kind::Integer, &[])
    }

    /// What an expression comes to on some of the sides, and the faults.
    fn found(&self, expr: &Expr, rows: std::ops::Range<usize>) -> (Vec<Value>, Vec<(usize, Fault)>) {
        let Build { rules: ruleset, symbols, tables, .. } = &self.build;
        let settings = &ruleset.defaults();
        let mut prepared = Prepared::default();
        prepared.expression(expr, ruleset, tables);
        prepared.lift(expr, tables);
        let run =
            Evaluator { ruleset, settings, symbols, tables, prepared: &prepared, seed: 0, is_lifted: false };
        let batch = run.eval(expr, rows.clone());
        let faults: Vec<(usize, Fault)> = batch.faults.iter().map(|fault| (fault.row, fault.fault)).collect();
        let value = |row: usize| match batch.fault(row) {
            Some(_) => Value::Missing,
            None => batch.value(row, &Kind::Integer),
        };
        ((0..rows.len()).map(value).collect(), faults)
    }
}

#[test]
fn the_largest_parts_behind_one_link_are_lifted() {
    let mut world = World::new();
    world.fill(2, &[Some(3), None]);
    let of_game = world.of_game();
    // The sides of recorded games each name their game.
    assert!(lifted::parts(&of_game, &world.build.tables).is_empty());
    world.build.tables.set_link(world.build.side_game, Index::Every(2));
    let lifted = |expr: &Expr| {
        let parts = lifted::parts(expr, &world.build.tables);
        parts.into_iter().map(|(part, every)| (part.clone(), every)).collect::<Vec<_>>()
    };
    assert_eq!(lifted(&of_game), [(of_game.clone(), 2)]);
    let both = binary(BinaryOperator::Add, world.score(), of_game.clone());
    assert_eq!(lifted(&both), [(of_game, 2)]);
    // A column alone is followed as ever, and a number looks nowhere.
    assert_eq!(lifted(&binary(BinaryOperator::Add, world.score(), world.length())), []);
    assert_eq!(lifted(&binary(BinaryOperator::Add, int(1), int(2))), []);
}

proptest! {
    #[test]
    fn it_comes_to_the_same_as_row_by_row(
        every in 1_usize..6,
        lengths in prop::collection::vec(prop::option::weighted(0.8, -2_i64..3), 1..12),
        (one, other) in (0_usize..60, 0_usize..60),
    ) {
        let mut world = World::new();
        world.fill(every, &lengths);
        let rows = every * lengths.len();
        let (one, other) = (one % rows, other % rows);
        let range = one.min(other)..one.max(other) + 1;
        let of_game = world.of_game();
        let known = expr(Node::Else(Box::new(of_game.clone()), Box::new(world.length())), Kind::Integer);
        let both = binary(BinaryOperator::Add, binary(BinaryOperator::Add, of_game.clone(), world.score()), known.clone());
        for expr in [of_game, known, both, world.length()] {
            let row_by_row = world.found(&expr, range.clone());
            let whole = world.build.tables.take_link(world.build.side_game).unwrap();
            world.build.tables.set_link(world.build.side_game, Index::Every(u32::try_from(every).unwrap()));
            prop_assert_eq!(world.found(&expr, range.clone()), row_by_row);
            world.build.tables.set_link(world.build.side_game, whole);
        }
    }
}
