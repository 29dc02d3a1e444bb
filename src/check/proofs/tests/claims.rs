//! Claims: proved, refuted, or left to be tried.

use super::builder::*;
use crate::builtins::Aggregate;
use crate::ruleset::expression::Taken;
use crate::ruleset::{Expr, Origin};
use crate::syntax::ast::BinaryOperator as Op;
use crate::value::{Kind, Type};

/// A table by the spread of the game, with a column for each seat; the last line gives `last` to the second seat.
fn base(b: &mut Builder, last: i64) -> Expr {
    let spread = b.column(GAME, "spread", Type::of(Kind::Integer), Origin::Recorded { default: None });
    let spread = b.read_by(&[TO_GAME], spread);
    let mut line = |text, range, left, right| {
        let values = vec![b.int(left), b.int(right)];
        (text, Taken::Ranges(vec![range]), values)
    };
    let lines = vec![
        line("10 or more", at_least(10), 50, 0),
        line("1 to 9", span(1, 9), 30, 20),
        line("0 or less", at_most(0), 10, last),
    ];
    let table = b.bands(spread, lines);
    let table = b.seated(table);
    b.rule("base", table)
}

#[test]
fn a_table_whose_lines_all_sum_to_one_number() {
    for (last, proved) in [(40, true), (41, false)] {
        let mut b = Builder::new();
        let base = base(&mut b, last);
        let sum = b.over_sides(Aggregate::Sum, Some(base), None);
        let fifty = b.compare(&sum, Op::Equal, 50);
        b.claim(GAME, "sums to 50", fifty);
        assert_eq!(b.prove(), "");
        assert_eq!(b.ruleset.claims[0].proof.is_some(), proved);
    }
}

#[test]
fn an_upper_bound_of_bands_and_a_tally() {
    let mut b = Builder::new();
    let base = base(&mut b, 40);
    let bonus = b.recorded("bonus", integer(0, 14));
    let points = b.tally(vec![(false, base, None), (false, bonus, None)]);
    let points = b.rule("points", points);
    for (limit, proved) in [(64, true), (63, false)] {
        let most = b.compare(&points, Op::AtMost, limit);
        b.claim(SIDE, &format!("at most {limit}"), most);
        b.prove();
        assert_eq!(b.ruleset.claims.last().unwrap().proof.is_some(), proved);
    }
}

#[test]
fn a_claim_that_never_holds() {
    let mut b = Builder::new();
    let score = b.recorded("score", integer(0, 9));
    let most = b.compare(&score, Op::Greater, 9);
    b.claim(SIDE, "more than nine", most);
    assert_eq!(
        b.prove(),
        "R0606 the claim `more than nine` never holds\n  score > 9: never true\n  \
         note: `score` can be 0 to 9\n  help: mend the claim, or the rules that it speaks of\n"
    );
    assert!(b.ruleset.claims[0].proof.is_none());
}

#[test]
fn what_two_opponents_share_out() {
    for (draw, proved) in [(2, true), (1, false)] {
        let mut b = Builder::new();
        let total = b.column(SIDE, "total", Type::of(Kind::Integer), Origin::Recorded { default: None });
        let (own, other) = (b.read(total), b.read_by(&[OPPONENT], total));
        let won = b.binary(Op::Greater, own.clone(), other.clone());
        let level = b.binary(Op::Equal, own, other);
        let values = [b.int(3), b.int(draw), b.int(1)];
        let [three, two, one] = values;
        let cases = b.cases(vec![(Some(won), three), (Some(level), two), (None, one)]);
        let points = b.rule("points", cases);
        let sum = b.over_sides(Aggregate::Sum, Some(points), None);
        let four = b.compare(&sum, Op::Equal, 4);
        b.claim(GAME, "four points in all", four);
        assert_eq!(b.prove(), "");
        assert_eq!(b.ruleset.claims[0].proof.is_some(), proved);
    }
}

#[test]
fn rules_are_looked_through_under_what_is_known() {
    for (limit, proved) in [(0, true), (-5, false)] {
        let mut b = Builder::new();
        let lead = b.recorded("lead", Type::of(Kind::Integer));
        let won = b.compare(&lead, Op::Greater, limit);
        let root = b.call("abs", vec![lead.clone()]);
        let zero = b.int(0);
        let points = b.either(root, won, zero);
        let points = b.rule("points", points);
        let none = b.compare(&points, Op::Equal, 0);
        let ahead = b.compare(&lead, Op::AtLeast, 0);
        let claim = b.binary(Op::Or, none, ahead);
        b.claim(SIDE, "nothing for who is behind", claim);
        assert_eq!(b.prove(), "");
        assert_eq!(b.ruleset.claims[0].proof.is_some(), proved);
    }
}
