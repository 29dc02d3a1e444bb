//! What is looked up, when, and that it comes to the same.

use super::build::*;
use crate::engine::kernel::Evaluator;
use crate::engine::prepared::Prepared;
use crate::engine::tabled::{Tabled, Under, Worth};
use crate::ruleset::expression::{Expr, Node, Taken};
use crate::sheet::ColumnId;
use crate::syntax::ast::BinaryOperator;
use crate::value::*;
use std::sync::Arc;

/// What is left, whether the last piece was that one, and which colour.
type Row = (i64, Option<bool>, usize);

/// Sides with squares that are left, from 0 to 89; whether the last piece was a certain one, which may not be recorded; and a colour.
struct Sides {
    build: Build,
    left: ColumnId,
    last: ColumnId,
    colour: ColumnId,
    colours: [Symbol; 2],
}

impl Sides {
    fn new() -> Self {
        let mut build = Build::new();
        let colours = ["blue", "red"].map(|name| build.rules.symbols.intern(name));
        build.symbols = build.rules.symbols.clone();
        let left = build.recorded(build.side, "left", Kind::Integer);
        let last = build.recorded(build.side, "last", Kind::Flag);
        let colour = build.recorded(build.side, "colour", Kind::Choice(Arc::new(colours)));
        let range = Interval::closed(Rational::from(0), Rational::from(89));
        build.rules.columns[left.0 as usize].ty.range = range.into();
        Self { build, left, last, colour, colours }
    }

    fn is_blue(&self) -> Expr {
        let kind = Kind::Choice(Arc::new(self.colours));
        let blue = expr(Node::Literal(Value::Text(self.colours[0])), kind.clone());
        binary(BinaryOperator::Equal, read(self.colour, kind, &[]), blue)
    }

    /// What of an expression comes out on the rows, and whether it was looked up.
    fn found(&self, expr: &Expr) -> (Vec<Option<i64>>, bool) {
        let Build { rules: ruleset, symbols, tables, side, .. } = &self.build;
        let settings = &ruleset.defaults();
        let mut prepared = Prepared::default();
        prepared.expression(expr, ruleset, tables);
        prepared.tabulate_parts(vec![expr], Under { ruleset, settings, symbols }, 1_000_000);
        let run =
            Evaluator { ruleset, settings, symbols, tables, prepared: &prepared, seed: 0, is_lifted: false };
        let rows = 0..tables.rows(*side);
        let batch = run.eval(expr, rows.clone());
        let looked_up = prepared.tabled(expr).is_some_and(|tabled| tabled.eval(&run, &rows).is_some());
        let value = |row: usize| match batch.value(row, &Kind::Integer) {
            Value::Integer(value) => Some(value),
            _ => None,
        };
        let column = rows.map(value).collect();
        (column, looked_up)
    }

    /// 5 where nothing is left, 20 if the last piece was that one, minus what is left otherwise; and 1 more for blue.
    fn score(&self) -> Expr {
        let left = || read(self.left, Kind::Integer, &[]);
        let last = Expr { ty: Type::of(Kind::Flag).maybe(true), ..read(self.last, Kind::Flag, &[]) };
        let last = expr(Node::Else(Box::new(last), Box::new(literal(Value::Flag(false)))), Kind::Flag);
        let done = binary(BinaryOperator::Equal, left(), int(0));
        let small = binary(BinaryOperator::And, done.clone(), last);
        let items = vec![
            item(false, int(5), Some(done), vec![]),
            item(false, int(15), Some(small), vec![]),
            item(true, left(), None, vec![]),
            item(false, int(1), Some(self.is_blue()), vec![]),
        ];
        expr(Node::Tally(items), Kind::Integer)
    }

    fn fill(&mut self, rows: &[Row]) {
        let sides: Vec<(u32, u32)> = (0..).take(rows.len()).map(|row| (row / 2, row % 2)).collect();
        self.build.rows(2, rows.len().div_ceil(2), &sides);
        let values = |value: &dyn Fn(&Row) -> Value| -> Vec<Value> { rows.iter().map(value).collect() };
        let (left, last, colour) = (self.left, self.last, self.colour);
        let lefts = values(&|row| Value::Integer(row.0));
        let lasts = values(&|row| row.1.map_or(Value::Missing, Value::Flag));
        let colours = values(&|row| Value::Text(self.colours[row.2]));
        self.build.fill(left, &lefts);
        self.build.fill(last, &lasts);
        self.build.fill(colour, &colours);
    }
}

#[test]
fn each_combination_is_found_in_its_place() {
    let mut sides = Sides::new();
    sides.fill(&[
        (0, Some(true), 0),
        (0, Some(true), 1),
        (0, Some(false), 0),
        (0, None, 1),
        (1, Some(true), 0),
        (89, None, 1),
    ]);
    let expected = [21, 20, 6, 5, 0, -89].map(Some).to_vec();
    assert_eq!(sides.found(&sides.score()), (expected, true));
}

#[test]
fn a_value_that_was_not_declared_is_computed() {
    for odd in [-1, 90, i64::MIN + 1, i64::MAX, 1 << 16, 1 << 32] {
        let mut sides = Sides::new();
        sides.fill(&[(0, Some(true), 0), (odd, Some(true), 1)]);
        assert_eq!(sides.found(&sides.score()), (vec![Some(21), Some(-odd)], false), "{odd}");
    }
}

#[test]
fn what_can_fail_and_what_can_be_too_much_is_computed() {
    let sides = Sides::new();
    let Build { rules: ruleset, symbols, .. } = &sides.build;
    let settings = &ruleset.defaults();
    let under = Under { ruleset, settings, symbols };
    let worth = |expr: &Expr, rows| match Tabled::of(under, expr, rows) {
        Worth::Tabled(_) => "looked up",
        Worth::From(_) => "for more rows",
        Worth::Never => "computed",
    };
    // 90 squares, yes, no or nothing, two colours: 540 combinations, each worth it for four rows.
    let score = sides.score();
    assert_eq!(worth(&score, 2160), "looked up");
    assert_eq!(worth(&score, 2159), "for more rows");
    // 10 divided by what is left fails where nothing is.
    let divided = binary(BinaryOperator::DivideFloor, int(10), read(sides.left, Kind::Integer, &[]));
    let divided = binary(BinaryOperator::Add, binary(BinaryOperator::Add, divided, int(1)), int(1));
    assert_eq!(worth(&divided, usize::MAX), "computed");
    // A single pass over the rows is cheaper than any table.
    let equal = binary(BinaryOperator::Equal, read(sides.left, Kind::Integer, &[]), int(0));
    assert_eq!(worth(&equal, usize::MAX), "computed");
    // Nobody knows how many numbers there are.
    let number = sides.build.rules.columns.len();
    let mut wide = Sides::new();
    let any = wide.build.recorded(wide.build.side, "any", Kind::Integer);
    assert_eq!(any.0 as usize, number);
    let Build { rules: ruleset, symbols, .. } = &wide.build;
    let items = (0..4).map(|_| item(false, read(any, Kind::Integer, &[]), None, vec![])).collect();
    let sum = expr(Node::Tally(items), Kind::Integer);
    let settings = &ruleset.defaults();
    let under = Under { ruleset, settings, symbols };
    assert!(matches!(Tabled::of(under, &sum, usize::MAX), Worth::Never));
}

#[test]
fn values_that_a_rule_cannot_tell_apart_share_a_place() {
    use BinaryOperator::{AtLeast, AtMost, Equal, Greater, Less};
    let sides = Sides::new();
    let Build { rules: ruleset, symbols, .. } = &sides.build;
    let settings = &ruleset.defaults();
    let worth_from = |expr: &Expr| {
        let is_worth = |rows: &usize| {
            matches!(Tabled::of(Under { ruleset, settings, symbols }, expr, *rows), Worth::Tabled(_))
        };
        (0..4096).find(is_worth)
    };
    let left = || read(sides.left, Kind::Integer, &[]);
    let when = |condition| item(false, int(1), Some(condition), vec![]);
    let sum = |items| expr(Node::Tally(items), Kind::Integer);
    let compare = |operator, size| when(binary(operator, left(), int(size)));
    let blue = || when(sides.is_blue());
    // None, and some; of two colours: four combinations, each worth it for four rows.
    assert_eq!(worth_from(&sum(vec![compare(Equal, 0), blue()])), Some(16));
    // The same written four ways, and from the other end.
    for same in [compare(Less, 1), compare(AtMost, 0), compare(Greater, 0), compare(AtLeast, 1)] {
        assert_eq!(worth_from(&sum(vec![same, blue()])), Some(16));
    }
    let turned = binary(Less, int(0), left());
    assert_eq!(worth_from(&sum(vec![when(turned), blue()])), Some(16));
    // Less than 7, 7, 8 to 19, 20 and more.
    assert_eq!(worth_from(&sum(vec![compare(Equal, 7), compare(AtLeast, 20), blue()])), Some(32));
    // What no side can have cuts nothing.
    assert_eq!(worth_from(&sum(vec![compare(Equal, 90), compare(Less, 0), blue()])), Some(8));
    // 3, 5 and the rest below, between and above; of one column alone.
    let among = Node::Among(Box::new(left()), vec![int(3), int(5)]);
    assert_eq!(worth_from(&sum(vec![when(expr(among, Kind::Flag))])), Some(20));
    // Who looks at the value itself has to do with each of them.
    let both = sum(vec![compare(Equal, 0), item(true, left(), None, vec![]), blue()]);
    assert_eq!(worth_from(&both), Some(4 * 90 * 2));
    // Bands: up to 9, from 10 to 19 less 15, 15, and 20 and more.
    let range = |low, high| Taken::Ranges(vec![Interval::closed(Rational::from(low), Rational::from(high))]);
    let lines = vec![
        (range(15, 15), int(3), vec![]),
        (range(10, 19), int(2), vec![]),
        (Taken::Otherwise, int(1), vec![]),
    ];
    assert_eq!(worth_from(&bands(left(), lines)), Some(4 * 5));
}

#[test]
fn each_part_of_a_cut_column_is_found_in_its_place() {
    let mut sides = Sides::new();
    let lefts = [0, 1, 6, 7, 8, 19, 20, 89];
    sides.fill(&lefts.map(|left| (left, None, 0)));
    let left = || read(sides.left, Kind::Integer, &[]);
    let when =
        |size, operator, points| item(false, int(points), Some(binary(operator, left(), int(size))), vec![]);
    let items = vec![
        when(7, BinaryOperator::Equal, 100),
        when(20, BinaryOperator::AtLeast, 10),
        when(1, BinaryOperator::Less, 1),
    ];
    let sum = expr(Node::Tally(items), Kind::Integer);
    assert_eq!(sides.found(&sum), ([1, 0, 0, 100, 0, 0, 10, 10].map(Some).to_vec(), true));
    for odd in [-1, 90, i64::from(i16::MIN), i64::from(i16::MAX), i64::MIN, i64::MAX, 1 << 16, (1 << 16) + 7]
    {
        let expected = i64::from(odd >= 20) * 10 + i64::from(odd < 1);
        sides.fill(&[(7, None, 0), (odd, None, 0)]);
        assert_eq!(sides.found(&sum), (vec![Some(100), Some(expected)], false), "{odd}");
    }
}
