//! Conditions that are always the same, and arithmetic that can go wrong.

use super::builder::*;
use crate::builtins::Aggregate;
use crate::ruleset::VerdictKind;
use crate::syntax::ast::BinaryOperator as Op;
use crate::value::{Kind, Type};

#[test]
fn a_condition_that_never_changes() {
    let mut b = Builder::new();
    let squares = b.recorded("squares_left", integer(0, 89));
    let never = b.compare(&squares, Op::Less, 0);
    let (one, two) = (b.int(1), b.int(2));
    let rule = b.either(one, never, two);
    b.rule("points", rule);
    let always = b.compare(&squares, Op::AtMost, 89);
    b.verdict(VerdictKind::Warn, always.clone());
    b.over_sides(Aggregate::Count, None, Some(always));
    assert_eq!(
        b.prove(),
        "R0506 this condition is never true\n  squares_left < 0: never true\n  \
         note: `squares_left` can be 0 to 89\n  help: leave out what depends on it, or mend it\n\
         R0506 this condition is always true\n  squares_left <= 89: always true\n  \
         note: `squares_left` can be 0 to 89\n  help: leave it out, or mend it\n"
    );
}

#[test]
fn conditions_on_options_are_not_constant() {
    for fixed in [true, false] {
        let mut b = Builder::new();
        let players = b.option("players", &["two", "three"], fixed);
        let ty = players.ty.clone();
        let choice = b.choice("two", &ty);
        let two = b.binary(Op::Equal, players, choice);
        let (one, zero) = (b.int(1), b.int(0));
        let rule = b.either(one, two, zero);
        b.rule("points", rule);
        assert_eq!(b.prove(), "");
    }
}

#[test]
fn a_divisor_that_can_be_zero() {
    let mut b = Builder::new();
    let (made, played) = (b.recorded("made", integer(0, 9)), b.recorded("played", integer(0, 9)));
    let rate = b.binary(Op::Divide, made.clone(), played.clone());
    b.rule("rate", rate.clone());
    assert_eq!(
        b.prove(),
        "R0507 division by `played`, which can be zero\n  played: can be 0 to 9\n  \
         help: say what counts then: `made / played else 0`, or divide only `if` it is not zero\n"
    );
}

#[test]
fn a_guarded_divisor_is_fine() {
    let mut b = Builder::new();
    let (made, played) = (b.recorded("made", integer(0, 9)), b.recorded("played", integer(0, 9)));
    let rate = b.binary(Op::Divide, made, played.clone());
    let zero = widened(b.int(0));
    let with_else = b.fallback(rate.clone(), zero.clone());
    b.rule("with_else", with_else);
    let some = b.compare(&played, Op::Greater, 0);
    let with_if = b.either(rate, some, zero);
    b.rule("with_if", with_if);
    assert_eq!(b.prove(), "");
}

#[test]
fn a_root_of_what_can_be_negative() {
    let mut b = Builder::new();
    let lead = b.recorded("lead", integer(-9, 9));
    let root = b.call("isqrt", vec![lead]);
    b.rule("points", root);
    assert_eq!(
        b.prove(),
        "R0510 `lead` can be negative, and a negative number has no square root\n  lead: can be -9 to 9\n  \
         note: for instance `lead = -1`\n  help: take the root only `if` it is 0 or more, or of its `abs(…)`\n"
    );
}

#[test]
fn a_guard_on_the_same_difference_in_other_words() {
    let mut b = Builder::new();
    let score = b.recorded("score", integer(0, 9));
    let other = b.recorded("other", integer(0, 9));
    let difference = b.binary(Op::Subtract, score.clone(), other.clone());
    let root = b.call("isqrt", vec![difference]);
    let ahead = b.binary(Op::Less, other, score);
    let zero = b.int(0);
    let rule = b.either(root, ahead, zero);
    b.rule("points", rule);
    assert_eq!(b.prove(), "");
}

#[test]
fn too_large_only_where_the_ranges_are_known() {
    let mut b = Builder::new();
    let large = b.recorded("large", integer(0, i128::from(i64::MAX)));
    let twice = b.binary(Op::Add, large.clone(), large);
    let twice = b.rule("twice", twice);
    let one = b.int(1);
    let more = b.binary(Op::Add, twice, one);
    b.rule("more", more);
    let endless = b.recorded("endless", Type::of(Kind::Integer));
    let square = b.binary(Op::Multiply, endless.clone(), endless);
    b.rule("square", square);
    assert_eq!(
        b.prove(),
        "R0508 `large + large` can be too large\n  large + large: may need more than 64 bits\n  \
         note: it can be 0 to 18446744073709551614\n  help: narrow the ranges of what it is computed from\n"
    );
}

#[test]
fn that_void_rows_do_not_count_is_no_condition_of_the_author() {
    let mut b = Builder::new();
    let squares = b.recorded("squares_left", integer(0, 89));
    let never = b.compare(&squares, Op::Greater, 89);
    b.verdict(VerdictKind::Void, never);
    let condition = b.ruleset.verdicts[0].condition;
    let is_void = b.read(condition);
    let void = b.column(SIDE, "void", flag(), crate::ruleset::Origin::Hidden { aggregate: false });
    b.ruleset.steps.push(crate::ruleset::Step::Map { out: void, value: is_void });
    b.ruleset.voids.push((SIDE, void));
    let void = b.read(void);
    let counts = b.not(void);
    b.over_sides(Aggregate::Sum, Some(squares), Some(counts));
    let text = b.prove();
    assert_eq!(text.matches("R0506").count(), 1, "{text}");
    assert!(text.contains("squares_left > 89: never true"), "{text}");
}
