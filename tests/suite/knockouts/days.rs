//! Days: open phases that are over by their day, or closed; matches that are overdue.

use super::cup::{Cup, format};
use rulesctl::event::Due;

const TWO_MONTHS: &str = "[[phase]]
name = 'month'
pairing = 'open'
standing = 'table'
until = 2026-11-30
[[phase]]
name = 'final'
entrants = 'top 4 of month'
pairing = 'knockout'
bracket = 'single elimination'
until = 2026-12-31
[phase.deadlines]
semi = 2026-12-12
";

fn after_a_month() -> Cup {
    let mut cup = Cup::of(&format(TWO_MONTHS), 5);
    for (number, goals) in [(1, 50), (2, 40), (3, 30), (4, 20)] {
        cup.add(&format!(
            r#"{{"game": {{"id": "m{number}", "date": "2026-11-0{number}", "sides": {{"P{number}": {{"goals": {goals}}}, "P5": {{"goals": 1}}}}}}}}"#
        ));
    }
    cup
}

#[test]
fn an_open_phase_is_over_when_its_day_lies_behind() {
    let cup = after_a_month();
    assert_eq!(cup.shown(), "due: open\n");
    assert_eq!(cup.clone().on("2026-11-30").shown(), "due: open\n");
    let shown = cup.on("2026-12-01").shown();
    assert!(
        shown.starts_with("semi 1: P1 v P4, due (1 missing)\nsemi 2: P2 v P3, due (1 missing)\n"),
        "{shown}"
    );
}

#[test]
fn an_open_phase_can_be_closed() {
    let mut cup = after_a_month();
    cup.add(r#"{"close": {"phase": "month", "by": "the arbiter"}}"#);
    assert!(cup.shown().starts_with("semi 1: P1 v P4, due"), "{}", cup.shown());
    // What is recorded below changes nothing of who plays on.
    cup.add(r#"{"game": {"id": "late", "date": "2026-11-20", "sides": {"P5": {"goals": 90}, "P1": {"goals": 0}}}}"#);
    cup.add(r#"{"close": {"phase": "month"}}"#);
    let told = cup.pair();
    assert!(told.shown().starts_with("semi 1: P1 v P4, due"), "{}", told.shown());
    insta::assert_snapshot!("recorded_after_the_end", told.complaints);
}

#[test]
fn a_game_of_a_later_phase_ends_an_open_one() {
    let mut cup = after_a_month();
    cup.game("s", "semi 2", [(2, 3), (3, 0)]);
    assert!(cup.shown().contains("semi 2: P2 v P3, games P2\n"), "{}", cup.shown());
}

#[test]
fn whoever_enters_during_an_open_phase_plays_in_it() {
    let mut cup = after_a_month();
    cup.add(r#"{"entrant": {"name": "P6"}}"#);
    cup.add(
        r#"{"game": {"id": "m5", "date": "2026-11-09", "sides": {"P6": {"goals": 45}, "P5": {"goals": 1}}}}"#,
    );
    let told = cup.on("2026-12-01").pair();
    assert!(
        told.shown().starts_with("semi 1: P1 v P3, due (1 missing)\nsemi 2: P6 v P2, due"),
        "{}",
        told.shown()
    );
    assert_eq!(told.complaints, "");
}

#[test]
fn matches_are_overdue_after_their_last_day() {
    let mut cup = after_a_month();
    cup.game("s", "semi 2", [(2, 3), (3, 0)]);
    assert!(cup.clone().on("2026-12-12").pair().course().overdue.is_empty());
    let told = cup.clone().on("2026-12-13").pair();
    assert_eq!(told.course().overdue.len(), 1);
    assert!(matches!(told.course().due, Due::Results));
    // After the last day of the phase every match is, also one that waits.
    let told = cup.clone().on("2027-01-01").pair();
    insta::assert_snapshot!("overdue", told.complaints);
    assert_eq!(cup.clone().on("2027-01-01").score().remarks.len(), 2);
    cup.decide("semi 1", None);
    let told = cup.on("2026-12-13").pair();
    assert!(told.course().overdue.is_empty());
    assert!(
        told.shown().ends_with("final: - v P2, bye P2\ndue: over\nplaces: 1 P2, =3 P1, =3 P4, =3 P3, 5 P5\n"),
        "{}",
        told.shown()
    );
}

#[test]
fn a_table_that_is_late() {
    let format =
        format("[[phase]]\nname = 'all'\npairing = 'round-robin'\nstanding = 'table'\nuntil = 2026-11-30\n");
    let told = Cup::of(&format, 4).on("2026-12-01").pair();
    insta::assert_snapshot!("a_late_table", told.complaints);
    assert!(Cup::of(&format, 4).on("2026-11-30").pair().course().overdue.is_empty());
}

#[test]
fn a_log_whose_games_name_no_round_is_followed() {
    // By its days, by its limits, by the matches of its bracket.
    assert_eq!(after_a_month().score().course.unwrap().due, Due::Open);
    let limited = "[[phase]]\nname = 'all'\npairing = 'open'\nstanding = 'table'\nmost_meetings = 1\n";
    let game = r#"{"game": {"sides": {"P1": {"goals": 3}, "P2": {"goals": 1}}}}"#;
    let mut cup = Cup::of(&format(limited), 2);
    cup.add(game);
    assert_eq!(cup.score().course.unwrap().due, Due::Open);
    let mut cup = Cup::of(&format(&limited.replace("most_meetings = 1\n", "")), 2);
    cup.add(game);
    assert!(cup.score().course.is_none());
    let mut cup = Cup::of(&super::cup::elimination(""), 2);
    cup.game("a", "final", [(1, 1), (2, 0)]);
    assert_eq!(cup.score().course.unwrap().due, Due::Over);
}
