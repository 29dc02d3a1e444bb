//! Gaps, overlaps and unreached bands.

use super::builder::*;
use crate::diagnostic::Code;
use crate::ruleset::expression::Taken;
use crate::value::{Bound, Interval, Kind, Rational, Type};
use proptest::prelude::*;

fn ranges(range: Interval) -> Taken {
    Taken::Ranges(vec![range])
}

fn complaints_of(subject: Type, lines: Vec<(&str, Taken)>) -> String {
    let mut b = Builder::new();
    let spread = b.recorded("spread", subject);
    let lines = lines
        .into_iter()
        .map(|(text, taken)| {
            let value = b.int(1);
            (text, taken, vec![value])
        })
        .collect();
    let table = b.bands(spread, lines);
    b.rule("base", table);
    b.prove()
}

#[test]
fn whole_numbers_that_follow_one_another_touch() {
    let lines = vec![("1 to 9", ranges(span(1, 9))), ("10 or more", ranges(at_least(10)))];
    assert_eq!(complaints_of(integer(1, 40), lines), "");
}

#[test]
fn fractions_between_bands_are_a_gap() {
    let lines = vec![("1 to 9", ranges(span(1, 9))), ("10 or more", ranges(at_least(10)))];
    assert_eq!(
        complaints_of(number(1, 40), lines),
        "R0501 no band takes above 9 but below 10\n  \
         spread: can be 1 to 40\n  1 to 9: takes 1 to 9\n  10 or more: takes 10 or more\n  \
         note: for instance `spread = 9.5`\n  \
         help: move the end of a band with `above` or `below`, or add a last line `otherwise -> …`\n"
    );
}

#[test]
fn a_gap_names_every_missing_value_and_its_neighbours() {
    let lines = vec![
        ("11 to 18", ranges(span(11, 18))),
        ("1 to 9", ranges(span(1, 9))),
        ("-12 to -1", ranges(span(-12, -1))),
    ];
    assert_eq!(
        complaints_of(integer(-12, 18), lines),
        "R0501 no band takes 0 and 10\n  \
         spread: can be -12 to 18\n  11 to 18: takes 11 to 18\n  1 to 9: takes 1 to 9\n  -12 to -1: takes -12 to -1\n  \
         note: for instance `spread = 0`\n  \
         help: add a line such as `0, 10 -> …`, or a last line `otherwise -> …`\n"
    );
}

#[test]
fn a_range_without_end_needs_bands_without_end() {
    let lines = vec![("0 to 9", ranges(span(0, 9)))];
    let text = complaints_of(Type::of(Kind::Integer), lines);
    assert!(text.starts_with("R0501 no band takes -1 or less and 10 or more\n"), "{text}");
    assert!(text.contains("help: add a line such as `-1 or less, 10 or more -> …`"), "{text}");
}

#[test]
fn an_overlap_names_both_bands_and_the_values() {
    let lines = vec![("0 to 9", ranges(span(0, 9))), ("9 or more", ranges(at_least(9)))];
    assert_eq!(
        complaints_of(integer(0, 40), lines),
        "R0502 two bands take 9\n  9 or more: this band takes it as well\n  0 to 9: already taken here\n  \
         help: each value belongs to one band: let the one begin after the other ends\n"
    );
}

#[test]
fn bands_that_take_nothing() {
    let lines = vec![
        ("0 to 9", ranges(span(0, 9))),
        ("5 to 3", ranges(span(5, 3))),
        ("above 9", ranges(above(9))),
        ("otherwise", Taken::Otherwise),
    ];
    assert_eq!(
        complaints_of(integer(0, 9), lines),
        "R0503 no value lies in this band\n  5 to 3: it ends before it begins\n  \
         help: the lower end comes first: `3 to 5`\n\
         R0503 `spread` never comes to this band\n  above 9: never reached\n  note: `spread` can be 0 to 9\n  \
         help: leave the line out, or widen the range of what it is cut over\n\
         R0503 `otherwise` takes nothing: the other bands take every value\n  otherwise: never reached\n  \
         note: `spread` can be 0 to 9\n  help: leave the line out\n"
    );
}

#[test]
fn choices_are_all_taken_once() {
    let mut b = Builder::new();
    let ty = b.choices(&["win", "draw", "loss", "bye"]);
    let symbol = |b: &mut Builder, name: &str| b.ruleset.symbols.intern(name);
    let (win, draw) = (symbol(&mut b, "win"), symbol(&mut b, "draw"));
    let result = b.recorded("result", ty);
    let (one, two) = (b.int(1), b.int(2));
    let table = b.bands(
        result,
        vec![
            ("win, draw", Taken::Choices(vec![win, draw]), vec![one]),
            ("draw", Taken::Choices(vec![draw]), vec![two]),
        ],
    );
    b.rule("points", table);
    assert_eq!(
        b.prove(),
        "R0502 two bands take `draw`\n  draw: this band takes it as well\n  win, draw: already taken here\n  \
         help: each choice belongs to one band: take it out of one of the two\n\
         R0501 no band takes `loss` and `bye`\n  result: can be `win`, `draw`, `loss` and `bye`\n  \
         help: add a line such as `loss, bye -> …`, or a last line `otherwise -> …`\n"
    );
}

#[test]
fn texts_need_otherwise() {
    let mut b = Builder::new();
    let name = b.recorded("venue", Type::of(Kind::Text));
    let home = b.ruleset.symbols.intern("home");
    let one = b.int(1);
    let table = b.bands(name, vec![("home", Taken::Choices(vec![home]), vec![one])]);
    b.rule("points", table);
    assert!(b.prove().starts_with("R0501 no band takes any text but `home`\n"));
}

#[test]
fn the_range_of_a_rule_is_found_out() {
    // -squares_left, +15 if squares_left = 0: -89 to -1, or 15.
    let mut b = Builder::new();
    let squares = b.recorded("squares_left", integer(0, 89));
    let done = b.compare(&squares, crate::syntax::ast::BinaryOperator::Equal, 0);
    let fifteen = b.int(15);
    let score = b.tally(vec![(true, squares, None), (false, fifteen, Some(done))]);
    let score = b.rule("score", score);
    let (one, two) = (b.int(1), b.int(2));
    let table = b.bands(
        score,
        vec![("-89 to -1", ranges(span(-89, -1)), vec![one]), ("15", ranges(span(15, 15)), vec![two])],
    );
    b.rule("rank", table);
    assert_eq!(b.prove(), "");
}

#[derive(Debug, Clone)]
struct Line {
    low: Option<(i128, bool)>,
    high: Option<(i128, bool)>,
}

impl Line {
    fn interval(&self) -> Interval {
        // Halves, so that fractions and whole numbers both matter.
        let bound = |end: Option<(i128, bool)>| {
            end.map(|(at, inclusive)| Bound { at: Rational::new(at, 2).unwrap(), inclusive })
        };
        Interval { low: bound(self.low), high: bound(self.high) }
    }
}

fn line() -> impl Strategy<Value = Line> {
    let end = || prop::option::weighted(0.85, (-8_i128..20, prop::bool::weighted(0.7)));
    (end(), end()).prop_map(|(low, high)| match (low, high) {
        (Some(low), Some(high)) if low.0 > high.0 => Line { low: Some(high), high: Some(low) },
        (low, high) => Line { low, high },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bands_agree_with_every_value(
        lines in prop::collection::vec(prop::collection::vec(line(), 1..3), 1..5),
        otherwise in any::<bool>(),
        fractions in any::<bool>(),
        (low, high) in (-3_i128..4, 0_i128..6),
    ) {
        let high = low + high;
        let mut b = Builder::new();
        let ty = if fractions { number(low, high) } else { integer(low, high) };
        let subject = b.recorded("x", ty);
        let mut bands = Vec::new();
        for pieces in &lines {
            let value = b.int(0);
            bands.push(("band", Taken::Ranges(pieces.iter().map(Line::interval).collect()), vec![value]));
        }
        if otherwise {
            let value = b.int(0);
            bands.push(("otherwise", Taken::Otherwise, vec![value]));
        }
        let table = b.bands(subject, bands);
        b.rule("y", table);
        let complaints = b.complaints();
        let count = |code| complaints.iter().filter(|complaint| complaint.code == code).count();

        // Ends lie on halves: quarters reach every piece between them.
        let step = if fractions { 1 } else { 4 };
        let values: Vec<Rational> =
            (low * 4..=high * 4).step_by(step).map(|at| Rational::new(at, 4).unwrap()).collect();
        let takers = |at: Rational| -> Vec<usize> {
            let takes = |pieces: &Vec<Line>| pieces.iter().any(|piece| piece.interval().contains(at));
            (0..lines.len()).filter(|line| takes(&lines[*line])).collect()
        };
        let gap = values.iter().any(|at| takers(*at).is_empty());
        let overlap = values.iter().any(|at| takers(*at).len() > 1);
        let mut unreached =
            (0..lines.len()).filter(|line| !values.iter().any(|at| takers(*at).contains(line))).count();
        if otherwise && !gap {
            unreached += 1;
        }
        prop_assert_eq!(count(Code::BandGap) > 0, gap && !otherwise);
        prop_assert_eq!(count(Code::BandOverlap) > 0, overlap);
        // Two lines may be unreached in one and the same words and place, but never in this source.
        prop_assert_eq!(count(Code::BandUnreachable), unreached);
    }
}

#[test]
fn bands_that_meet_say_nothing() {
    let lines = vec![("3 or less", ranges(at_most(3))), ("above 3", ranges(above(3)))];
    assert_eq!(complaints_of(number(0, 9), lines), "");
}
