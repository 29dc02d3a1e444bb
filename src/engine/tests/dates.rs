//! Days and lengths of time.

use super::build::*;
use crate::engine::RunError;
use crate::ruleset::Expr;
use crate::syntax::ast::BinaryOperator;
use crate::value::*;

fn computed(value: Expr) -> Value {
    let mut build = Build::new();
    let out = build.map(build.side, "out", value);
    build.rows(1, 1, &[(0, 0)]);
    let outcome = build.run().unwrap();
    build.values(&outcome, out)[0]
}

#[test]
fn days_and_lengths_of_time_add_up() {
    use BinaryOperator as B;
    let day = |text| literal(Value::Date(Date::parse(text).unwrap()));
    let hours = |hours: i64| literal(Value::Duration(Rational::from(hours * 3600)));
    let typed = |operator, left, right, kind| Expr { ty: Type::of(kind), ..binary(operator, left, right) };
    let is = |text| Value::Date(Date::parse(text).unwrap());
    let week = typed(B::Subtract, day("2026-11-30"), day("2026-11-23"), Kind::Duration);
    assert_eq!(computed(week), Value::Duration(Rational::from(7 * 86_400)));
    let later = |operator, length| typed(operator, day("2026-11-30"), hours(length), Kind::Date);
    assert_eq!(computed(later(B::Add, 48)), is("2026-12-02"));
    assert_eq!(computed(later(B::Subtract, 24)), is("2026-11-29"));
    let turned = typed(B::Add, hours(24), day("2026-11-30"), Kind::Date);
    assert_eq!(computed(turned), is("2026-12-01"));
    let earlier = typed(B::Less, day("2026-11-29"), day("2026-11-30"), Kind::Flag);
    assert_eq!(computed(earlier), Value::Flag(true));
}

#[test]
fn a_date_moves_by_whole_days_and_stays_in_the_calendar() {
    use BinaryOperator as B;
    let moved = |from: &str, operator, seconds: i64| {
        let day = literal(Value::Date(Date::parse(from).unwrap()));
        let length = literal(Value::Duration(Rational::from(seconds)));
        let mut build = Build::new();
        let value = Expr { ty: Type::of(Kind::Date), ..binary(operator, day, length) };
        let out = build.map(build.side, "out", value);
        build.rows(1, 1, &[(0, 0)]);
        match build.run() {
            Ok(outcome) => match build.values(&outcome, out)[0] {
                Value::Date(day) => Ok(day.to_string()),
                other => panic!("{other:?} is no date"),
            },
            Err(failed) => match failed.errors[0] {
                RunError::Fault { fault, .. } => Err(fault),
                ref other => panic!("{other:?} is no fault"),
            },
        }
    };
    let day = 86_400;
    assert_eq!(moved("2026-11-30", B::Add, day / 2), Err(Fault::PartOfDay));
    assert_eq!(moved("2026-11-30", B::Subtract, 1), Err(Fault::PartOfDay));
    assert_eq!(moved("9999-12-30", B::Add, day), Ok("9999-12-31".to_owned()));
    assert_eq!(moved("9999-12-31", B::Add, day), Err(Fault::Overflow));
    assert_eq!(moved("2026-11-30", B::Add, 3_000_000 * day), Err(Fault::Overflow));
    assert_eq!(moved("2026-11-30", B::Subtract, 5_000_000 * day), Err(Fault::Overflow));
}
