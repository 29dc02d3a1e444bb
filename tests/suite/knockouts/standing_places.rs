//! The final places before an event is over, and where somebody is passed over.

use super::cup::{Cup, Told, elimination, format};

const LEAGUE: &str = "[[phase]]
name = 'league'
pairing = 'open'
standing = 'table'
";

/// A league in which P1 is first and so on, and what comes after it.
fn after_a_league(entrants: u32, phases: &str) -> Cup {
    let mut cup = Cup::of(&format(&format!("{LEAGUE}{phases}")), entrants as usize);
    for number in 1..=entrants {
        let (other, goals) = (number % entrants + 1, 90 - number);
        cup.add(&format!(
            r#"{{"game": {{"phase": "league", "sides": {{"P{number}": {{"goals": {goals}}}, "P{other}": {{"goals": 0}}}}}}}}"#
        ));
    }
    cup
}

#[track_caller]
fn places(told: &Told) -> String {
    let shown = told.shown();
    shown.lines().find_map(|line| line.strip_prefix("places: ")).unwrap_or("").to_owned()
}

const CUP: &str = "[[phase]]
name = 'cup'
entrants = 'top 8 of league'
pairing = 'knockout'
bracket = 'single elimination, third place'
";

#[test]
fn who_plays_on_has_no_place_and_who_is_out_keeps_theirs() {
    let mut cup = after_a_league(10, CUP);
    assert_eq!(places(&cup.pair()), "");
    cup.add(r#"{"close": {"phase": "league"}}"#);
    // Who was not admitted stands behind all who were.
    assert_eq!(places(&cup.pair()), "9 P9, 10 P10");
    cup.game("a", "quarter 1", [(1, 2), (8, 1)]);
    // The others who lose a quarter-final will share the place.
    assert_eq!(places(&cup.pair()), "=5 P8, 9 P9, 10 P10");
    cup.game("b", "quarter 2", [(4, 1), (5, 2)]);
    cup.game("c", "semi 1", [(1, 2), (5, 1)]);
    // Who lost semi 1 plays for the third place.
    assert_eq!(places(&cup.pair()), "=5 P8, =5 P4, 9 P9, 10 P10");
    cup.game("d", "quarter 3", [(3, 2), (6, 1)]);
    cup.game("e", "quarter 4", [(2, 2), (7, 1)]);
    cup.game("f", "semi 2", [(2, 2), (3, 1)]);
    cup.game("g", "final", [(1, 0), (2, 1)]);
    assert_eq!(places(&cup.pair()), "1 P2, 2 P1, =5 P8, =5 P4, =5 P6, =5 P7, 9 P9, 10 P10");
    cup.game("h", "third", [(5, 0), (3, 1)]);
    assert_eq!(places(&cup.pair()), "1 P2, 2 P1, 3 P3, 4 P5, =5 P8, =5 P4, =5 P6, =5 P7, 9 P9, 10 P10");
}

#[test]
fn the_last_quarter_final_leaves_its_loser_alone() {
    let mut cup = Cup::of(&elimination(""), 5);
    // Only P4 and P5 play a quarter-final: its loser shares the fifth place with nobody.
    cup.game("a", "quarter 2", [(4, 2), (5, 1)]);
    assert_eq!(places(&cup.pair()), "5 P5");
    // Whoever loses the other semi-final shares the third place.
    cup.game("b", "semi 1", [(1, 2), (4, 1)]);
    assert_eq!(places(&cup.pair()), "=3 P4, 5 P5");
}

#[test]
fn nothing_is_final_of_whom_a_phase_to_come_would_admit() {
    // P1 to P4 would be admitted, and P5 to P8 to the phase after that.
    let phases = "[[phase]]
name = 'upper'
entrants = 'top 4 of league'
pairing = 'knockout'
bracket = 'single elimination'
[[phase]]
name = 'lower'
entrants = 'places 5 to 6 of league'
pairing = 'knockout'
bracket = 'single elimination'
";
    let mut cup = after_a_league(8, phases);
    cup.add(r#"{"close": {"phase": "league"}}"#);
    assert_eq!(places(&cup.pair()), "7 P7, 8 P8");
    let game = |cup: &mut Cup, phase: &str, of: &str, winner: u32, loser: u32| {
        cup.add(&format!(
            r#"{{"game": {{"phase": "{phase}", "match": "{of}", "sides": {{"P{winner}": {{"goals": 1}}, "P{loser}": {{"goals": 0}}}}}}}}"#
        ));
    };
    game(&mut cup, "upper", "semi 1", 4, 1);
    assert_eq!(places(&cup.pair()), "=3 P1, 7 P7, 8 P8");
    game(&mut cup, "upper", "semi 2", 2, 3);
    game(&mut cup, "upper", "final", 2, 4);
    assert_eq!(places(&cup.pair()), "1 P2, 2 P4, =3 P1, =3 P3, 7 P7, 8 P8");
    game(&mut cup, "lower", "final", 6, 5);
    assert_eq!(places(&cup.pair()), "1 P2, 2 P4, =3 P1, =3 P3, 5 P6, 6 P5, 7 P7, 8 P8");
}

#[test]
fn who_is_passed_over_comes_behind_who_played_on() {
    let phases = "[[phase]]
name = 'ko'
pairing = 'knockout'
bracket = 'single elimination, third place'
[[phase]]
name = 'super'
entrants = 'top 2 of ko'
pairing = 'knockout'
bracket = 'single elimination'
";
    let mut cup = Cup::of(&format(phases), 4);
    for (of, winner, loser) in [("semi 1", 1, 4), ("semi 2", 2, 3), ("third", 4, 3), ("final", 1, 2)] {
        // As long as `super` takes its entrants from this bracket, it gives no place.
        assert_eq!(places(&cup.pair()), "");
        cup.add(&format!(
            r#"{{"game": {{"phase": "ko", "match": "{of}", "sides": {{"P{winner}": {{"goals": 1}}, "P{loser}": {{"goals": 0}}}}}}}}"#
        ));
    }
    assert_eq!(places(&cup.pair()), "3 P4, 4 P3");
    cup.withdraw(1);
    assert_eq!(places(&cup.pair()), "3 P1, 4 P3");
    cup.game("last", "final", [(4, 1), (2, 0)]);
    assert_eq!(places(&cup.pair()), "1 P4, 2 P2, 3 P1, 4 P3");
}

#[test]
fn a_phase_of_the_last_leaves_the_first_where_they_are() {
    let phases = "[[phase]]
name = 'down'
entrants = 'places 3 to 4 of league'
pairing = 'knockout'
bracket = 'single elimination'
";
    let mut cup = after_a_league(5, phases);
    cup.add(r#"{"close": {"phase": "league"}}"#);
    assert_eq!(places(&cup.pair()), "1 P1, 2 P2, 5 P5");
    cup.game("last", "final", [(4, 1), (3, 0)]);
    assert_eq!(places(&cup.pair()), "1 P1, 2 P2, 3 P4, 4 P3, 5 P5");
}
