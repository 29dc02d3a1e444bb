//! How long a million games take; run with `cargo test --release -- --ignored --nocapture million`.

use super::build::*;
use crate::ruleset::expression::{Node, Taken};
use crate::ruleset::*;
use crate::sheet::*;
use crate::syntax::ast::{BinaryOperator, Direction};
use crate::value::*;
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn a_million_two_player_games_with_four_colours() {
    let games: u32 = 1_000_000;
    for matches in [false, true] {
        let mut build = Build::new();
        let colour = build.sheet("colour", SheetKind::Part { names: Vec::new(), of_game: false });
        let left = build.recorded(colour, "squares_left", Kind::Integer);
        let last = build.recorded(colour, "last", Kind::Flag);
        let on_side = build.link("side", colour, build.side, LinkRole::Inside(build.side));
        if matches {
            let sheet = build.sheet("match", SheetKind::Match);
            let sides = build.sheet("match.side", SheetKind::MatchSide);
            build.link("match", build.game, sheet, LinkRole::Inside(sheet));
            build.link("match.side", build.side, sides, LinkRole::Inside(sides));
            build.link("match", sides, sheet, LinkRole::Inside(sheet));
            build.link("entrant", sides, build.entrant, LinkRole::Entrant);
            build.link("opponent", sides, sides, LinkRole::Opponent);
        }
        let whole = |column| read(column, Kind::Integer, &[]);
        let done = build.map(colour, "completed", binary(BinaryOperator::Equal, whole(left), int(0)));
        let both = binary(BinaryOperator::And, read(done, Kind::Flag, &[]), read(last, Kind::Flag, &[]));
        let items = vec![
            item(true, whole(left), None, vec![]),
            item(false, int(15), Some(read(done, Kind::Flag, &[])), vec![]),
            item(false, int(5), Some(both), vec![]),
        ];
        let score = build.map(colour, "score", expr(Node::Tally(items), Kind::Integer));
        let sum = aggregate(colour, &[on_side], Aggregate::Sum, Some(whole(score)));
        let sum = build.reduce(build.side, Kind::Integer, sum);
        let lead = binary(
            BinaryOperator::Subtract,
            whole(sum),
            expr(
                Node::Else(Box::new(read(sum, Kind::Integer, &[build.opponent])), Box::new(int(0))),
                Kind::Integer,
            ),
        );
        let lead = build.map(build.side, "lead", lead);
        let is = |operator| Some(binary(operator, whole(lead), int(0)));
        let points = cases(vec![
            (is(BinaryOperator::Greater), int(3), vec![]),
            (is(BinaryOperator::Equal), int(1), vec![]),
            (None, int(0), vec![]),
        ]);
        let points = build.map(build.side, "points", points);
        let range =
            |low, high| Taken::Ranges(vec![Interval::closed(Rational::from(low), Rational::from(high))]);
        let base = bands(
            whole(lead),
            vec![
                (range(10, 18), int(40), vec![]),
                (range(1, 9), int(30), vec![]),
                (range(0, 0), int(20), vec![]),
                (range(-12, -1), int(10), vec![]),
                (Taken::Otherwise, int(0), vec![]),
            ],
        );
        let base = build.map(build.side, "base", base);
        let place = build.column(build.side, "place", Kind::Integer, Origin::Builtin(BuiltinColumn::Place));
        let keys = vec![key(sum, Direction::Highest), key(base, Direction::Highest)];
        let step = Place { out: place, group: build.side_game, keys, ties: Ties::Share };
        build.rules.steps.push(Step::Place(Box::new(step)));
        let by_entrant = [build.side_entrant];
        let total = aggregate(build.side, &by_entrant, Aggregate::Sum, Some(whole(points)));
        let total = build.reduce(build.entrant, Kind::Integer, total);
        let mean = aggregate(build.side, &by_entrant, Aggregate::Mean, Some(whole(sum)));
        let mean = build.reduce(build.entrant, Kind::Number, mean);
        build.rules.standings.push(Standing {
            name: "overall".to_owned(),
            title: String::new(),
            keys: vec![key(total, Direction::Highest), key(mean, Direction::Highest)],
            ties: Ties::Share,
            columns: Vec::new(),
            listed: None,
        });
        let players = 10_000;
        let mut random = 1_u64;
        let mut next = |end: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(random >> 33).unwrap() % end
        };
        let sides: Vec<(u32, u32)> =
            (0..games).flat_map(|game| [(game, game % players), (game, (game / 7 + 1) % players)]).collect();
        build.rows(players as usize, games as usize, &sides);
        let colours = 4 * games as usize;
        build.tables.set_rows(colour, colours);
        build.tables.set_link(on_side, Index::Every(2));
        build.tables.set_link(build.side_game, Index::Every(2));
        build.fill_integers(left, &(0..colours).map(|_| i64::from(next(60)) - 5).collect::<Vec<_>>());
        let flags = (0..colours).map(|_| next(2) == 1).collect();
        build.tables.set_column(last, Column::full(Data::Flag(flags)));
        steps(&build);
        let log = build.log();
        let start = Instant::now();
        let outcome = crate::engine::run(&build.rules, &build.rules.defaults(), log, 1).unwrap();
        println!("matches {matches}: {:?}", start.elapsed());
        assert_eq!(outcome.standings[0].rows.len(), players as usize);
    }
}

/// Each step for itself.
fn steps(build: &Build) {
    let mut tables = build.tables.clone();
    let start = Instant::now();
    crate::engine::derive::complete(&build.rules, &mut tables);
    println!("derive: {:?}", start.elapsed());
    let settings = build.rules.defaults();
    let mut prepared = crate::engine::prepared::Prepared::default();
    for step in &build.rules.steps {
        let start = Instant::now();
        prepared.step(step, &build.rules, &tables);
        let run = crate::engine::Evaluator {
            ruleset: &build.rules,
            settings: &settings,
            symbols: &build.symbols,
            tables: &tables,
            prepared: &prepared,
        };
        let column = crate::engine::step::eval(&run, step, None, 0).column;
        println!("{}: {:?}", build.rules.column(step.out()).name, start.elapsed());
        tables.set_column(step.out(), column);
    }
}
