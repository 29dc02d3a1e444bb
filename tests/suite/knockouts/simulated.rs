//! Simulations of knockouts that go on until they are decided.

use super::cup::whole;
use crate::binary::{Scratch, code, printed, run, said};
use rulesctl::event::{Due, Won};
use rulesctl::session::{Field, Session};
use rulesctl::simulate::{Bounds, Runs};

fn text(model: &str) -> String {
    format!(
        "language = 1
[seating]
sides = 2
[side.record]
goals = 'integer 0 to 9'
[match.placing]
order = 'sum(goals) highest first'
[[phase]]
name = 'cup'
pairing = 'knockout'
bracket = 'single elimination, third place'
games = 2
extra = 'until decided'
[simulate.side]
goals = '{model}'
"
    )
}

#[test]
fn extra_games_are_played_until_a_match_is_decided() {
    let format = whole(&text("random(0, 1)"));
    let settings = format.ruleset.defaults();
    let mut session = Session::new();
    let entrants = session.entrants(&format, &settings, Field::Invented(16), 3).unwrap();
    let followed = session.play(&format, &settings, &entrants, 3, Bounds::default()).unwrap();
    assert_eq!(session.rendered(false), "");
    assert_eq!(followed.course.due, Due::Over);
    let phase = &followed.course.phases[0];
    assert!(phase.bracket.iter().all(|course| course.won() == Some(Won::Games)));
    let games: usize = phase.rounds.iter().map(|round| round.games.len()).sum();
    assert!(games > 2 * 16, "some match goes on: {games}");
    // Scored as a real log it comes to the same, and nothing of it is amiss.
    let scratch = Scratch::new("extra-games");
    let path = scratch.file("cup.toml", text("random(0, 1)"));
    let log = scratch.file("log.jsonl", "");
    let played = run(&["simulate", &path, "--players", "16", "--seed", "3", "--log", &log]);
    let scored = run(&["score", &path, &log, "--strict"]);
    assert_eq!((code(&played), code(&scored)), (0, 0), "{}{}", said(&played), said(&scored));
    let places =
        |text: &str| text.split("Final places").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    assert_eq!(places(&printed(&played)), places(&printed(&scored)));
}

#[test]
fn many_events_with_extra_games() {
    let format = whole(&text("random(0, 2)"));
    let settings = format.ruleset.defaults();
    let mut session = Session::new();
    let entrants = session.entrants(&format, &settings, Field::Invented(4), 3).unwrap();
    let runs = Runs { events: 40, seed: 3, rounds: None, edition: None };
    let chances = session.play_many(&format, &settings, &entrants, runs, |_| {}).unwrap();
    assert_eq!(session.rendered(false), "");
    // Four matches of two games; those that are played on have more.
    assert_eq!((chances.rounds, chances.games), (2, 8));
    assert_eq!(chances.lots.matches.unwrap().value, rulesctl::value::Rational::ZERO);
}

#[test]
fn a_model_that_never_decides_comes_to_an_end() {
    let format = whole(&text("5"));
    let settings = format.ruleset.defaults();
    let mut session = Session::new();
    let entrants = session.entrants(&format, &settings, Field::Invented(2), 3).unwrap();
    let followed = session.play(&format, &settings, &entrants, 3, Bounds::default()).unwrap();
    assert_eq!(followed.course.due, Due::Over);
    let phase = &followed.course.phases[0];
    assert!(matches!(phase.bracket[0].won(), Some(Won::Decision(_))));
    let played = phase.rounds[0]
        .games
        .iter()
        .filter(|game| matches!(game.state, rulesctl::event::GameState::Played(_)));
    assert_eq!(played.count(), 2 + 1000);
    insta::assert_snapshot!("never_decided", session.rendered(false));
}
