//! What columns can hold.

use super::builder::*;
use super::evaluator::{Row, as_number, evaluate};
use crate::builtins::Aggregate;
use crate::check::ranges::Analysis;
use crate::check::ranges::set::Set;
use crate::check::ranges::words;
use crate::check::satisfy::Facts;
use crate::ruleset::expression::Taken;
use crate::ruleset::{Expr, Node};
use crate::sheet::ColumnId;
use crate::syntax::ast::{BinaryOperator as Op, UnaryOperator};
use crate::value::{Kind, Rational, Type, Value};
use proptest::prelude::*;

fn range_of(b: &Builder, expr: &Expr) -> String {
    let sources = b.sources();
    let mut analysis = Analysis::new(&b.ruleset, &sources, true);
    let possible = analysis.range(expr, &[], &Facts::default());
    let words = words::set(&possible.set, &expr.ty.kind, &b.ruleset.symbols);
    if possible.missing { format!("{words}, or missing") } else { words }
}

#[test]
fn conditions_that_exclude_one_another_make_a_tally_exact() {
    let mut b = Builder::new();
    let squares = b.recorded("squares_left", integer(0, 89));
    let last = b.recorded("monomino_last", flag());
    let zero = b.compare(&squares, Op::Equal, 0);
    let completed = b.rule("completed", zero);
    let (fifteen, five) = (b.int(15), b.int(5));
    let both = b.binary(Op::And, completed.clone(), last);
    let score =
        b.tally(vec![(true, squares, None), (false, fifteen, Some(completed)), (false, five, Some(both))]);
    let score = b.rule("score", score);
    assert_eq!(range_of(&b, &score), "-89 to -1, 15 and 20");
}

#[test]
fn a_condition_makes_what_it_guards_narrower() {
    let mut b = Builder::new();
    let lead = b.recorded("lead", integer(-100, 100));
    let positive = b.compare(&lead, Op::Greater, 0);
    let root = b.call("isqrt", vec![lead]);
    let zero = b.int(0);
    let points = b.either(root, positive, zero);
    assert_eq!(range_of(&b, &points), "0 to 10");
}

#[test]
fn sums_over_sides_count_the_seats() {
    let mut b = Builder::new();
    let score = b.recorded("score", integer(3, 5));
    let sum = b.over_sides(Aggregate::Sum, Some(score.clone()), None);
    assert_eq!(range_of(&b, &sum), "6 to 10");
    let high = b.compare(&score, Op::Greater, 4);
    let sum = b.over_sides(Aggregate::Sum, Some(score.clone()), Some(high));
    assert_eq!(range_of(&b, &sum), "0 to 10");
    let low = b.compare(&score, Op::Greater, 2);
    let count = b.over_sides(Aggregate::Count, None, Some(low));
    assert_eq!(range_of(&b, &count), "2");
    let most = b.over_sides(Aggregate::Max, Some(score.clone()), None);
    assert_eq!(range_of(&b, &most), "3 to 5");
    let of_entrant = b.reduce(ENTRANT, vec![TO_ENTRANT], Aggregate::Min, Some(score.clone()), None);
    assert_eq!(range_of(&b, &of_entrant), "3 to 5, or missing");
    let total = b.reduce(ENTRANT, vec![TO_ENTRANT], Aggregate::Sum, Some(score), None);
    assert_eq!(range_of(&b, &total), "0 or more");
}

#[test]
fn a_date_less_a_date_is_seconds() {
    let mut b = Builder::new();
    let day = Type { kind: Kind::Date, optional: false, range: span(0, 10).into() };
    let (from, to) = (b.recorded("from", day.clone()), b.recorded("to", day));
    let mut length = b.binary(Op::Subtract, to, from);
    length.ty = Type::of(Kind::Duration);
    assert_eq!(range_of(&b, &length), "-10 d to 10 d");
}

#[test]
fn what_is_nested_too_deeply_is_not_looked_into() {
    for (levels, told) in [(180, false), (260, true)] {
        let mut b = Builder::new();
        let x = b.recorded("x", integer(0, 9));
        let mut value = x.clone();
        for level in 0..levels {
            let (condition, one) = (b.compare(&x, Op::Equal, level % 10), b.int(1));
            let node =
                Node::If { value: Box::new(one), condition: Box::new(condition), otherwise: Box::new(value) };
            value = b.expr("nested", node, Type::of(Kind::Integer));
        }
        b.rule("y", value);
        assert_eq!(b.prove().contains("R0509 the rules are too large"), told);
    }
}

/// A comparison with a number.
type Test = (usize, Box<Shape>, i64);
type Item = (bool, Shape, Option<Test>);
type Case = (Test, Shape);

/// An expression over two integers and a number.
#[derive(Debug, Clone)]
enum Shape {
    Column(usize),
    Literal(i64),
    Negate(Box<Shape>),
    Binary(usize, Box<Shape>, Box<Shape>),
    Call(usize, Box<Shape>, Box<Shape>),
    If(Box<Shape>, Test, Box<Shape>),
    Else(Box<Shape>, Box<Shape>),
    Tally(Vec<Item>),
    Bands(Box<Shape>, i64, Box<Shape>, Box<Shape>),
    Cases(Vec<Case>, Box<Shape>),
}

const ARITHMETIC: [Op; 6] = [Op::Add, Op::Subtract, Op::Multiply, Op::Divide, Op::DivideFloor, Op::Modulo];
const COMPARISONS: [Op; 6] = [Op::Equal, Op::NotEqual, Op::Less, Op::AtMost, Op::Greater, Op::AtLeast];
const FUNCTIONS: [&str; 7] = ["abs", "isqrt", "floor", "ceil", "round", "min", "max"];

fn shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![(0..3_usize).prop_map(Shape::Column), (-4..5_i64).prop_map(Shape::Literal)];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let condition = || (0..6_usize, boxed(), -4..5_i64);
        prop_oneof![
            1 => boxed().prop_map(Shape::Negate),
            4 => (0..6_usize, boxed(), boxed()).prop_map(|(op, l, r)| Shape::Binary(op, l, r)),
            2 => (0..7_usize, boxed(), boxed()).prop_map(|(name, l, r)| Shape::Call(name, l, r)),
            2 => (boxed(), condition(), boxed()).prop_map(|(v, c, o)| Shape::If(v, c, o)),
            1 => (boxed(), boxed()).prop_map(|(v, f)| Shape::Else(v, f)),
            1 => prop::collection::vec((any::<bool>(), inner.clone(), prop::option::of(condition())), 1..4)
                .prop_map(Shape::Tally),
            1 => (boxed(), -3..4_i64, boxed(), boxed()).prop_map(|(s, at, l, h)| Shape::Bands(s, at, l, h)),
            1 => (prop::collection::vec((condition(), inner.clone()), 1..3), boxed())
                .prop_map(|(lines, otherwise)| Shape::Cases(lines, otherwise)),
        ]
    })
}

fn build(b: &mut Builder, shape: &Shape, columns: &[Expr; 3]) -> Expr {
    let condition = |b: &mut Builder, (op, left, right): &Test| {
        let left = build(b, left, columns);
        b.compare(&left, COMPARISONS[*op], *right)
    };
    match shape {
        Shape::Column(place) => columns[*place].clone(),
        Shape::Literal(value) => b.int(*value),
        Shape::Negate(inner) => {
            let inner = build(b, inner, columns);
            let ty = Type::of(inner.ty.kind.clone());
            b.expr("negated", Node::Unary(UnaryOperator::Negate, Box::new(inner)), ty)
        }
        Shape::Binary(op, left, right) => {
            let (left, right) = (build(b, left, columns), build(b, right, columns));
            b.binary(ARITHMETIC[*op], left, right)
        }
        Shape::Call(name, left, right) => {
            let (left, right) = (build(b, left, columns), build(b, right, columns));
            match FUNCTIONS[*name] {
                "isqrt" if left.ty.kind == Kind::Number => b.call("abs", vec![left]),
                name @ ("min" | "max") => {
                    let (left, right) = alike(left, right);
                    b.call(name, vec![left, right])
                }
                name => b.call(name, vec![left]),
            }
        }
        Shape::If(value, test, otherwise) => {
            let (value, otherwise) = (build(b, value, columns), build(b, otherwise, columns));
            let (value, otherwise) = alike(value, otherwise);
            let test = condition(b, test);
            b.either(value, test, otherwise)
        }
        Shape::Else(value, fallback) => {
            let (value, fallback) = (build(b, value, columns), build(b, fallback, columns));
            let (value, fallback) = alike(value, fallback);
            b.fallback(value, fallback)
        }
        Shape::Tally(items) => {
            let mut built = Vec::new();
            for (negative, value, test) in items {
                let value = widened(build(b, value, columns));
                let test = test.as_ref().map(|test| condition(b, test));
                built.push((*negative, value, test));
            }
            let tally = b.tally(built);
            Expr { ty: Type::of(Kind::Number), ..tally }
        }
        Shape::Bands(subject, at, low, high) => {
            let subject = build(b, subject, columns);
            let (low, high) = (build(b, low, columns), build(b, high, columns));
            let (low, high) = alike(low, high);
            let kind = low.ty.kind.clone();
            let at = i128::from(*at);
            let table = b.bands(
                subject,
                vec![
                    ("low", Taken::Ranges(vec![at_most(at)]), vec![low]),
                    ("high", Taken::Ranges(vec![above(at)]), vec![high]),
                ],
            );
            Expr { ty: Type::of(kind), ..table }
        }
        Shape::Cases(lines, otherwise) => {
            let mut built = Vec::new();
            for (test, value) in lines {
                let test = condition(b, test);
                let value = widened(build(b, value, columns));
                built.push((Some(test), value));
            }
            let otherwise = widened(build(b, otherwise, columns));
            built.push((None, otherwise));
            let cases = b.cases(built);
            Expr { ty: Type::of(Kind::Number), ..cases }
        }
    }
}

fn alike(left: Expr, right: Expr) -> (Expr, Expr) {
    if left.ty.kind == right.ty.kind { (left, right) } else { (widened(left), widened(right)) }
}

fn column_of(expr: &Expr) -> ColumnId {
    match &expr.node {
        Node::Column { column, .. } => *column,
        _ => unreachable!(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_value_lies_in_the_range(
        shape in shape(),
        inputs in prop::collection::vec((-3..4_i64, 0..6_i64, -8..9_i128), 24),
    ) {
        let mut b = Builder::new();
        let columns = [
            b.recorded("a", integer(-3, 3)),
            b.recorded("b", integer(0, 5)),
            b.recorded("x", number(-2, 2)),
        ];
        let expr = build(&mut b, &shape, &columns);
        let sources = b.sources();
        let mut analysis = Analysis::new(&b.ruleset, &sources, true);
        let possible = analysis.range(&expr, &[], &Facts::default());
        for (first, second, third) in inputs {
            let row = Row::from([
                (column_of(&columns[0]), Value::Integer(first)),
                (column_of(&columns[1]), Value::Integer(second)),
                (column_of(&columns[2]), Value::Number(Rational::new(third, 4).unwrap())),
            ]);
            let inside = match (evaluate(&expr, &row), &possible.set) {
                (Err(crate::value::Fault::DivisionByZero), _) => possible.zero,
                (Err(_), _) => true,
                (Ok(value), Set::Numbers(region)) => region.contains(as_number(&value).unwrap()),
                (Ok(_), _) => false,
            };
            prop_assert!(inside, "{:?} gives {:?}, not in {:?}", row, evaluate(&expr, &row), possible);
        }
        // The proofs themselves must get through whatever is thrown at them.
        b.rule("y", expr);
        b.prove();
    }
}
