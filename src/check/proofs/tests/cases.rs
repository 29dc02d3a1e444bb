//! Cases: reached or not, complete or not.

use super::builder::*;
use super::evaluator::{Row, holds};
use crate::diagnostic::Code;
use crate::ruleset::{Expr, Node};
use crate::sheet::ColumnId;
use crate::syntax::ast::BinaryOperator as Op;
use crate::value::{Kind, Type, Value};
use proptest::prelude::*;

fn cases_of(b: &mut Builder, conditions: Vec<Option<Expr>>) -> String {
    let lines = conditions
        .into_iter()
        .map(|condition| {
            let value = b.int(0);
            (condition, value)
        })
        .collect();
    let cases = b.cases(lines);
    b.rule("points", cases);
    b.prove()
}

#[test]
fn a_case_taken_by_the_union_of_earlier_ones() {
    let mut b = Builder::new();
    let lead = b.recorded("lead", integer(-50, 50));
    let first = b.compare(&lead, Op::Greater, 0);
    let second = b.compare(&lead, Op::Less, 5);
    let third = b.compare(&lead, Op::Equal, 20);
    assert_eq!(
        cases_of(&mut b, vec![Some(first), Some(second), Some(third), None]),
        "R0504 this case can never be reached\n  lead = 20: never reached\n  lead > 0: takes all of it\n  \
         help: leave the line out, or move it further up\n\
         R0504 `otherwise` can never be reached\n  otherwise: never reached\n  \
         lead > 0: takes a part of it\n  lead < 5: takes a part of it\n  \
         help: leave the line out: the cases above it take every situation\n"
    );
}

#[test]
fn a_situation_that_no_case_takes_is_shown() {
    let mut b = Builder::new();
    let lead = b.recorded("lead", integer(-50, 50));
    let time = b.recorded("time", Type { kind: Kind::Duration, optional: false, range: at_least(12).into() });
    let won = b.compare(&lead, Op::Greater, 0);
    let lost = b.compare(&lead, Op::Less, 0);
    let level = b.compare(&lead, Op::Equal, 0);
    let limit = b.seconds(30);
    let slow = b.binary(Op::Greater, time, limit);
    let level = b.binary(Op::And, level, slow);
    assert_eq!(
        cases_of(&mut b, vec![Some(won), Some(lost), Some(level)]),
        "R0505 the cases do not take every situation\n  lead = 0 and time > 30 s: the last case, and no `otherwise`\n  \
         note: for instance, no case takes `lead = 0 and time = 12 s`\n  help: add a last line `otherwise -> …`\n"
    );
}

#[test]
fn equal_differences_are_one_term() {
    let mut b = Builder::new();
    let score = b.recorded("score", integer(0, 100));
    let Node::Column { column, .. } = &score.node else { unreachable!() };
    let other = b.read_by(&[OPPONENT], *column);
    let won = b.binary(Op::Greater, score.clone(), other.clone());
    let lost = b.binary(Op::Greater, other.clone(), score.clone());
    let difference = b.binary(Op::Subtract, other, score);
    let level = b.compare(&difference, Op::Equal, 0);
    assert_eq!(cases_of(&mut b, vec![Some(won), Some(lost), Some(level)]), "");
}

#[test]
fn ruled_conditions_are_looked_through() {
    let mut b = Builder::new();
    let squares = b.recorded("squares_left", integer(0, 89));
    let zero = b.compare(&squares, Op::Equal, 0);
    let completed = b.rule("completed", zero);
    let some = b.compare(&squares, Op::Greater, 0);
    assert_eq!(cases_of(&mut b, vec![Some(completed), Some(some)]), "");
}

#[test]
fn choices_and_options_are_counted_off() {
    let mut b = Builder::new();
    let players = b.option("players", &["two", "three", "four"], false);
    let ty = players.ty.clone();
    let mut is = |name| {
        let choice = b.choice(name, &ty);
        b.binary(Op::Equal, players.clone(), choice)
    };
    let conditions = vec![Some(is("two")), Some(is("three"))];
    let text = cases_of(&mut b, conditions);
    assert!(text.contains("no case takes `players = four`"), "{text}");
}

#[test]
fn a_fixed_option_leaves_no_complaint_about_what_it_does_not_use() {
    let mut b = Builder::new();
    let players = b.option("players", &["two", "three"], true);
    let ty = players.ty.clone();
    let choice = b.choice("three", &ty);
    let three = b.binary(Op::Equal, players, choice);
    assert_eq!(cases_of(&mut b, vec![Some(three), None]), "");
}

/// A condition over two integers, a flag and a choice.
#[derive(Debug, Clone)]
enum Shape {
    First(usize, i64),
    Second(usize, i64),
    Sum(i64, i64, usize, i64),
    Flag,
    Choice(usize),
    Among(Vec<i64>),
    Not(Box<Shape>),
    And(Box<Shape>, Box<Shape>),
    Or(Box<Shape>, Box<Shape>),
}

const COMPARISONS: [Op; 6] = [Op::Equal, Op::NotEqual, Op::Less, Op::AtMost, Op::Greater, Op::AtLeast];
const CHOICES: [&str; 3] = ["red", "green", "blue"];

fn shape(sums: bool) -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        3 => (0..6_usize, -1..5_i64).prop_map(|(operator, at)| Shape::First(operator, at)),
        2 => (0..6_usize, -1..5_i64).prop_map(|(operator, at)| Shape::Second(operator, at)),
        if sums { 3 } else { 0 } => (-2..3_i64, -2..3_i64, 0..6_usize, -4..5_i64)
            .prop_map(|(left, right, operator, at)| Shape::Sum(left, right, operator, at)),
        1 => Just(Shape::Flag),
        1 => (0..3_usize).prop_map(Shape::Choice),
        1 => prop::collection::vec(0..4_i64, 1..3).prop_map(Shape::Among),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Shape::Not(Box::new(inner))),
            (inner.clone(), inner.clone()).prop_map(|(l, r)| Shape::And(Box::new(l), Box::new(r))),
            (inner.clone(), inner).prop_map(|(l, r)| Shape::Or(Box::new(l), Box::new(r))),
        ]
    })
}

struct Terms {
    first: Expr,
    second: Expr,
    flag: Expr,
    choice: Expr,
}

fn build(b: &mut Builder, shape: &Shape, terms: &Terms) -> Expr {
    match shape {
        Shape::First(operator, at) => b.compare(&terms.first, COMPARISONS[*operator], *at),
        Shape::Second(operator, at) => b.compare(&terms.second, COMPARISONS[*operator], *at),
        Shape::Sum(left, right, operator, at) => {
            let (left, right) = (b.int(*left), b.int(*right));
            let left = b.binary(Op::Multiply, left, terms.first.clone());
            let right = b.binary(Op::Multiply, terms.second.clone(), right);
            let sum = b.binary(Op::Add, left, right);
            b.compare(&sum, COMPARISONS[*operator], *at)
        }
        // Written anew each time: a line is known by its place.
        Shape::Flag => b.expr("f", terms.flag.node.clone(), flag()),
        Shape::Choice(name) => {
            let choice = b.choice(CHOICES[*name], &terms.choice.ty);
            b.binary(Op::Equal, terms.choice.clone(), choice)
        }
        Shape::Among(members) => {
            let members = members.iter().map(|member| b.int(*member)).collect();
            b.expr("among", Node::Among(Box::new(terms.first.clone()), members), flag())
        }
        Shape::Not(inner) => {
            let inner = build(b, inner, terms);
            b.not(inner)
        }
        Shape::And(left, right) => {
            let (left, right) = (build(b, left, terms), build(b, right, terms));
            b.binary(Op::And, left, right)
        }
        Shape::Or(left, right) => {
            let (left, right) = (build(b, left, terms), build(b, right, terms));
            b.binary(Op::Or, left, right)
        }
    }
}

fn column_of(expr: &Expr) -> ColumnId {
    match &expr.node {
        Node::Column { column, .. } => *column,
        _ => unreachable!(),
    }
}

/// Which lines are truly unreached, and whether something is truly left over; then what was said of both.
fn verdicts(shapes: &[Shape], otherwise: bool) -> ((Vec<bool>, bool), (Vec<bool>, bool)) {
    let mut b = Builder::new();
    let colours = b.choices(&CHOICES);
    let terms = Terms {
        first: b.recorded("a", integer(0, 3)),
        second: b.recorded("b", integer(0, 3)),
        flag: b.recorded("f", flag()),
        choice: b.recorded("c", colours),
    };
    let conditions: Vec<Expr> = shapes.iter().map(|shape| build(&mut b, shape, &terms)).collect();
    let mut lines = Vec::new();
    for condition in &conditions {
        let value = b.int(0);
        lines.push((Some(condition.clone()), value));
    }
    if otherwise {
        let value = b.int(0);
        lines.push((None, value));
    }
    let cases = b.cases(lines);
    let Node::Cases(lines) = cases.node.clone() else { unreachable!() };
    b.rule("y", cases);
    let complaints = b.complaints();
    assert!(complaints.iter().all(|complaint| complaint.code != Code::NotAnalysed));

    let mut reached = vec![false; lines.len()];
    let mut left_over = false;
    for (first, second, flag, choice) in (0..4_i64)
        .flat_map(|a| (0..4_i64).flat_map(move |b| [true, false].map(move |f| (a, b, f))))
        .flat_map(|(a, b, f)| CHOICES.map(move |c| (a, b, f, c)))
    {
        let row = Row::from([
            (column_of(&terms.first), Value::Integer(first)),
            (column_of(&terms.second), Value::Integer(second)),
            (column_of(&terms.flag), Value::Flag(flag)),
            (column_of(&terms.choice), Value::Text(b.ruleset.symbols.intern(choice))),
        ]);
        let taken = lines.iter().position(|line| line.condition.as_ref().is_none_or(|c| holds(c, &row)));
        match taken {
            Some(taken) => reached[taken] = true,
            None => left_over = true,
        }
    }
    let said = lines.iter().map(|line| {
        let at = line.condition.as_ref().map_or(line.at, |condition| condition.at);
        complaints
            .iter()
            .any(|complaint| complaint.code == Code::CaseUnreachable && complaint.labels[0].span == at)
    });
    let incomplete = complaints.iter().any(|complaint| complaint.code == Code::CasesIncomplete);
    ((reached.iter().map(|reached| !reached).collect(), left_over), (said.collect(), incomplete))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn cases_agree_with_every_situation(
        shapes in prop::collection::vec(shape(false), 1..5),
        otherwise in any::<bool>(),
    ) {
        let (truth, said) = verdicts(&shapes, otherwise);
        prop_assert_eq!(truth, said);
    }

    #[test]
    fn with_sums_no_case_is_wrongly_called_unreached_and_no_hole_is_missed(
        shapes in prop::collection::vec(shape(true), 1..5),
        otherwise in any::<bool>(),
    ) {
        let ((unreached, left_over), (said, incomplete)) = verdicts(&shapes, otherwise);
        for (truly, said) in unreached.iter().zip(&said) {
            prop_assert!(*truly || !said);
        }
        prop_assert!(incomplete || !left_over);
    }
}
