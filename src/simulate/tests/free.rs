//! Phases in which opponents are chosen freely.

use super::many::comes_to_the_same_with;
use crate::event::Due;
use crate::value::Rational;

/// A league in which everybody chooses, then a final.
fn league(keys: &str) -> String {
    format!(
        "[[phase]]\nname = \"league\"\npairing = \"open\"\nstanding = \"table\"\nties = \"lot\"\n{keys}\n
[[phase]]\nname = \"final\"\nentrants = \"top 4 of league\"\npairing = \"knockout\"\nties = \"lot\"\n\
bracket = \"single elimination\"\n"
    )
}

#[test]
fn abreast_or_one_by_one_they_come_to_the_same() {
    for keys in ["", "most_matches = 3", "most_matches = 9\ngames = 2", "most_meetings = 2\ngames = 3"] {
        for players in [5, 8] {
            let chances = comes_to_the_same_with(&[], &league(keys), players);
            assert_eq!(chances.due, Due::Over);
        }
    }
}

#[test]
fn who_meets_again_is_counted() {
    let chances = comes_to_the_same_with(&[], &league("most_meetings = 2"), 5);
    // Ten pairs meet twice.
    let meetings = chances.meetings;
    let ten = Some(Rational::from_integer(10));
    assert_eq!(meetings.pairs.map(|one| one.value), ten);
    assert_eq!(meetings.repeats.map(|one| one.value), ten);
    assert_eq!(meetings.games, 20);
}
