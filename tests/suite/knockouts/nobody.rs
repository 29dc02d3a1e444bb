//! Nobody goes on: by a decision, since both withdraw, since nobody is there; and what becomes of the places.

use super::cup::{Cup, elimination, format};
use rulesctl::event::Due;

#[test]
fn where_nobody_goes_on_the_next_opponent_goes_through() {
    let mut cup = Cup::of(&elimination(""), 8);
    cup.decide("quarter 1", None);
    let shown = cup.shown();
    assert!(shown.contains("quarter 1: P1 v P8, decision nobody\n"), "{shown}");
    assert!(shown.contains("semi 1: - v ?, waits\n"), "{shown}");
    cup.game("a", "quarter 2", [(4, 1), (5, 0)]);
    let shown = cup.shown();
    assert!(shown.contains("semi 1: - v P4, bye P4\n"), "{shown}");
    assert_eq!(cup.pair().complaints.matches("R0906").count(), 0);
    // The other half goes its way, and the final is played.
    cup.game("b", "quarter 3", [(3, 1), (6, 0)]);
    cup.game("c", "quarter 4", [(2, 1), (7, 0)]);
    cup.game("d", "semi 2", [(2, 1), (3, 0)]);
    cup.game("e", "final", [(2, 1), (4, 0)]);
    let told = cup.pair();
    assert_eq!(told.course().due, Due::Over);
    // Both of quarter 1 share the place of those who lost a quarter-final; the place of whoever lost semi 1 stays empty.
    assert!(
        told.shown().ends_with("places: 1 P2, 2 P4, 3 P3, =5 P1, =5 P8, =5 P5, =5 P6, =5 P7\n"),
        "{}",
        told.shown()
    );
}

#[test]
fn both_withdraw() {
    let mut cup = Cup::of(&elimination(""), 4);
    cup.game("a", "semi 2", [(2, 1), (3, 0)]);
    cup.withdraw(1);
    assert!(cup.shown().contains("semi 1: P1 v P4, walkover P4\n"));
    cup.withdraw(4);
    let shown = cup.shown();
    assert!(shown.contains("semi 1: P1 v P4, walkover nobody\n"), "{shown}");
    let told = cup.pair();
    assert!(
        told.shown().contains("final: - v P2, bye P2\ndue: over\nplaces: 1 P2, =3 P1, =3 P4, =3 P3\n"),
        "{}",
        told.shown()
    );
    assert_eq!(told.complaints, "");
}

#[test]
fn who_has_played_on_has_gone_on() {
    let mut cup = Cup::of(&elimination("games = 2"), 4);
    cup.game("a", "semi 2", [(2, 1), (3, 0)]);
    cup.withdraw(1);
    cup.game("b", "semi 2", [(2, 1), (3, 0)]);
    cup.game("c", "final", [(4, 1), (2, 0)]);
    cup.withdraw(4);
    let shown = cup.shown();
    assert!(shown.contains("semi 1: P1 v P4, walkover P4\n"), "{shown}");
    assert!(shown.contains("final: P4 v P2, walkover P2\n"), "{shown}");
    // So it is where a decision let them go on.
    let mut cup = Cup::of(&elimination(""), 4);
    cup.game("a", "semi 2", [(2, 1), (3, 0)]);
    cup.withdraw(1);
    cup.decide("final", Some(4));
    cup.withdraw(4);
    let shown = cup.shown();
    assert!(shown.contains("final: P4 v P2, decision P4\n"), "{shown}");
}

#[test]
fn a_final_that_nobody_wins() {
    let third = "bracket = 'single elimination, third place'";
    let format = format(&format!("[[phase]]\nname = 'cup'\npairing = 'knockout'\n{third}\n"));
    let mut cup = Cup::of(&format, 4);
    cup.game("a", "semi 1", [(1, 1), (4, 0)]);
    cup.game("b", "semi 2", [(2, 1), (3, 0)]);
    cup.game("c", "third", [(3, 1), (4, 0)]);
    let mut both = cup.clone();
    both.withdraw(1);
    both.withdraw(2);
    // The first place stays empty: the two who were to play for it share the second.
    let places = "due: over\nplaces: =2 P1, =2 P2, 3 P3, 4 P4\n";
    assert!(both.shown().ends_with(places), "{}", both.shown());
    cup.decide("final", None);
    assert!(cup.shown().ends_with(places), "{}", cup.shown());
    assert_eq!(cup.pair().complaints, "");
}

#[test]
fn a_semi_final_that_nobody_wins_leaves_places_empty() {
    let third = "bracket = 'single elimination, third place'";
    let format = format(&format!("[[phase]]\nname = 'cup'\npairing = 'knockout'\n{third}\n"));
    let mut cup = Cup::of(&format, 4);
    cup.decide("semi 1", None);
    cup.game("b", "semi 2", [(2, 1), (3, 0)]);
    // P2 wins the final and P3 the match for the third place without playing; nobody has the second. Whoever lost semi 1
    // would at best have lost the match for the third place.
    let expected = "semi 1: P1 v P4, decision nobody
semi 2: P2 v P3, games P2
third: - v P3, bye P3
final: - v P2, bye P2
due: over
places: 1 P2, 3 P3, =4 P1, =4 P4
";
    assert_eq!(cup.shown(), expected);
    // Who has withdrawn as well does not win a final without an opponent.
    cup.withdraw(2);
    assert!(
        cup.shown()
            .ends_with("final: - v P2, walkover nobody\ndue: over\nplaces: 2 P2, 3 P3, =4 P1, =4 P4\n"),
        "{}",
        cup.shown()
    );
}

#[test]
fn nobody_comes_out_of_a_whole_half() {
    let mut cup = Cup::of(&elimination(""), 8);
    for name in ["quarter 1", "quarter 2"] {
        cup.decide(name, None);
    }
    let shown = cup.shown();
    assert!(shown.contains("semi 1: - v -, bye nobody\n"), "{shown}");
    assert!(shown.contains("final: - v ?, waits\n"), "{shown}");
    for name in ["quarter 3", "quarter 4"] {
        cup.decide(name, None);
    }
    let shown = cup.shown();
    assert!(shown.contains("final: - v -, bye nobody\ndue: over\n"), "{shown}");
    assert!(shown.ends_with("places: =5 P1, =5 P8, =5 P4, =5 P5, =5 P3, =5 P6, =5 P2, =5 P7\n"), "{shown}");
}

#[test]
fn an_entrant_alone_can_be_sent_home_as_well() {
    let mut cup = Cup::of(&elimination(""), 3);
    cup.decide("semi 1", None);
    let shown = cup.shown();
    assert!(shown.contains("semi 1: P1 v -, decision nobody\n"), "{shown}");
    cup.game("a", "semi 2", [(2, 0), (3, 1)]);
    assert!(cup.shown().contains("final: - v P3, bye P3\n"), "{}", cup.shown());
    assert_eq!(cup.pair().complaints, "");
}

#[test]
fn a_knockout_of_those_who_are_left() {
    let format = format(
        "[[phase]]
name = 'all'
pairing = 'round-robin'
standing = 'table'
[[phase]]
name = 'cup'
entrants = 'top 2 of all'
pairing = 'knockout'
bracket = 'single elimination'
",
    );
    let mut cup = Cup::of(&format, 2);
    cup.add(r#"{"game": {"phase": "all", "round": 1, "sides": {"P1": {"goals": 3}, "P2": {"goals": 1}}}}"#);
    let mut one = cup.clone();
    one.withdraw(1);
    assert_eq!(
        (one.shown().as_str(), one.pair().complaints.as_str()),
        ("due: over\nplaces: 1 P2, 2 P1\n", "")
    );
    one.withdraw(2);
    // The phase is over with nobody; the places are those of the phase before.
    assert_eq!(
        (one.shown().as_str(), one.pair().complaints.as_str()),
        ("due: over\nplaces: 1 P1, 2 P2\n", "")
    );
    assert!(cup.shown().contains("final: P1 v P2, due (1 missing)\n"));
}
