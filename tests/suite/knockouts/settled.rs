//! Disputes that are settled below a later match, and games that were played on: what stands decides, and is shown.

use super::cup::{Cup, elimination};
use rulesctl::event::Due;

const EXTRA: &str = "games = 1\nextra = 'until decided'";

/// Semi 2 is won by P2; semi 1 is in dispute, and the final of those who will win is recorded.
fn disputed() -> Cup {
    let mut cup = Cup::of(&elimination(EXTRA), 4);
    cup.game("s2", "semi 2", [(2, 3), (3, 1)]);
    cup.game("s1", "semi 1", [(1, 0), (4, 1)]);
    cup.game("s1", "semi 1", [(1, 0), (4, 5)]);
    let (first, second) = cup.log.rsplit_once("\"id\": \"s1\"").unwrap();
    let first = first.replace("\"id\": \"s1\"", "\"id\": \"s1\", \"reported_by\": \"P1\"");
    cup.log = format!("{first}\"id\": \"s1\", \"reported_by\": \"P4\"{second}");
    cup.game("f", "final", [(2, 3), (4, 0)]);
    assert!(cup.pair().complaints.contains("R0904"));
    cup
}

#[test]
fn a_dispute_that_is_settled_late_leaves_the_match_to_what_stands() {
    let settle = [
        r#"{"decision": {"game": "s1", "report": "P4", "by": "arbiter"}}"#,
        r#"{"correction": {"game": "s1", "sides": {"P4": {"goals": 2}}, "by": "arbiter"}}"#,
    ];
    for line in settle {
        let mut cup = disputed();
        cup.add(line);
        let told = cup.pair();
        let over = "semi 1: P1 v P4, games P4\nsemi 2: P2 v P3, games P2\nfinal: P2 v P4, games P2\n";
        assert!(told.shown().replace("P4 v P2", "P2 v P4").starts_with(over), "{}", told.shown());
        assert_eq!(told.course().due, Due::Over);
        assert_eq!(told.complaints, "");
    }
}

#[test]
fn a_dispute_that_came_up_below_the_later_match_changes_nothing() {
    let mut cup = Cup::of(&elimination(EXTRA), 4);
    cup.game("s2", "semi 2", [(2, 3), (3, 1)]);
    cup.game("s1", "semi 1", [(1, 0), (4, 1)]);
    cup.log = cup.log.replace("\"id\": \"s1\"", "\"id\": \"s1\", \"reported_by\": \"P4\"");
    cup.game("f", "final", [(2, 3), (4, 0)]);
    cup.game("again", "semi 1", [(1, 7), (4, 1)]);
    cup.log = cup.log.replace("\"id\": \"again\"", "\"id\": \"s1\", \"reported_by\": \"P1\"");
    cup.add(r#"{"decision": {"game": "s1", "report": "P1", "by": "arbiter"}}"#);
    let told = cup.pair();
    assert!(told.shown().contains("semi 1: P1 v P4, games P4"), "{}", told.shown());
    assert!(told.complaints.contains("R0905"), "{}", told.complaints);
}

#[test]
fn a_level_match_that_a_correction_decides_is_decided_whatever_was_recorded_too_early() {
    let mut cup = Cup::of(&elimination(EXTRA), 4);
    cup.game("s2", "semi 2", [(2, 3), (3, 1)]);
    cup.game("s1", "semi 1", [(1, 1), (4, 1)]);
    cup.game("f", "final", [(2, 3), (4, 0)]);
    cup.add(r#"{"correction": {"game": "s1", "sides": {"P4": {"goals": 2}}, "by": "arbiter"}}"#);
    let told = cup.pair();
    assert!(told.shown().contains("semi 1: P1 v P4, games P4"), "{}", told.shown());
    assert_eq!((&told.course().due, told.complaints.as_str()), (&Due::Over, ""));
}

#[test]
fn the_bracket_shows_what_decided_a_match_that_was_played_on() {
    let mut cup = Cup::of(&elimination(EXTRA), 2);
    cup.game("a", "final", [(1, 6), (2, 0)]);
    cup.game("b", "final", [(1, 0), (2, 7)]);
    let told = cup.pair();
    assert!(told.shown().contains("games P1"), "{}", told.shown());
    let round = &told.course().phases[0].rounds[0];
    // Only the first game, the log's row 0, made P1 the winner; the tables are over both.
    assert_eq!(round.decisive().unwrap().1, [0]);
    assert_eq!(round.scored, [0, 1]);
    cup.add(r#"{"void": {"game": "b", "by": "arbiter"}}"#);
    let told = cup.pair();
    assert!(told.shown().contains("games P1"), "{}", told.shown());
    assert!(told.course().phases[0].rounds[0].decisive.is_none());
    assert_eq!(told.complaints, "");
}
