//! Ladders: a whole season by a shipped format, value by value; and what is handed to a ladder that does not fit.

use crate::binary::{Scratch, code, printed, run, said};
use crate::support::{Run, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const FORMAT: &str = "blokus-ladder";

/// The level that the regulation names and never gives.
const NEVER: &str = "3級";

/// The headings of `examples/blokus-ladder.outcome.tsv` that are columns of a side after its game.
const COLUMNS: [(&str, &str); 5] = [
    ("累積勝", "now.累積勝"),
    ("連勝", "now.連勝"),
    ("オーブ", "now.オーブ"),
    ("移動", "移動数"),
    ("level", "now.level"),
];

#[test]
fn the_example_comes_out_as_it_was_worked_out() {
    let outcome = example();
    let expected = fs::read_to_string(root().join("examples/blokus-ladder.outcome.tsv")).unwrap();
    let mut lines = expected.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let headings = lines.next().unwrap();
    let mut seen = 0;
    for line in lines {
        let cell = |heading: &str| line[headings.iter().position(|known| *known == heading).unwrap()];
        let (id, entrant) = (cell("game"), cell("entrant"));
        let game = outcome["games"].as_array().unwrap().iter().find(|game| words(&game["id"]) == id).unwrap();
        let sides = game["sides"].as_array().unwrap();
        let side = sides.iter().find(|side| side["entrant"] == entrant).unwrap();
        let at = format!("game {id}, {entrant}");
        assert_eq!(words(&side["place"]), cell("place"), "{at}: place");
        for (heading, column) in COLUMNS {
            assert_eq!(words(&side["columns"][column]), cell(heading), "{at}: {heading}");
        }
        let kind = if game["columns"]["オープン"] == true { "open" } else { "contest" };
        assert_eq!(kind, cell("kind"), "{at}: kind");
        assert_eq!(game["columns"]["void"], false, "{at} counts");
        seen += 1;
    }
    assert_eq!(seen, sides(&outcome).filter(|(game, _)| game["columns"]["void"] == false).count());
}

#[test]
fn every_level_is_reached_in_the_example_but_the_one_that_is_never_given() {
    let outcome = example();
    let mut reached: BTreeSet<String> =
        sides(&outcome).map(|(_, side)| words(&side["columns"]["now.level"])).collect();
    reached.insert(NEVER.to_owned());
    assert_eq!(reached, levels());
    let held = outcome["levels"].as_array().unwrap();
    let counted: u64 = held.iter().map(|level| level["count"].as_u64().unwrap()).sum();
    assert_eq!(counted, u64::try_from(outcome["entrants"].as_array().unwrap().len()).unwrap());
}

#[test]
fn a_void_game_moves_nothing() {
    let outcome = example();
    let mut seen = 0;
    for (game, side) in sides(&outcome).filter(|(game, _)| game["columns"]["void"] == true) {
        for state in ["累積勝", "連勝", "オーブ", "level"] {
            assert_eq!(side["columns"][state], side["columns"][format!("now.{state}")], "{}", game["id"]);
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn before_a_game_stands_what_the_game_before_has_left() {
    let outcome = example();
    for state in ["累積勝", "連勝", "オーブ", "level"] {
        let mut left = std::collections::BTreeMap::new();
        for (game, side) in sides(&outcome) {
            let entrant = side["entrant"].as_str().unwrap();
            if let Some(known) = left.insert(entrant, &side["columns"][format!("now.{state}")]) {
                assert_eq!(*known, side["columns"][state], "{}, {entrant}", game["id"]);
            }
        }
        for entrant in outcome["entrants"].as_array().unwrap() {
            assert_eq!(*left[entrant["name"].as_str().unwrap()], entrant["columns"][state]);
        }
    }
}

#[test]
fn the_history_of_everybody_is_what_the_games_say() {
    let outcome = example();
    for entrant in outcome["entrants"].as_array().unwrap() {
        let name = entrant["name"].as_str().unwrap();
        let output =
            run(&["score", FORMAT, "examples/blokus-ladder.csv", "--history", name, "--output", "json"]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let history: Value = serde_json::from_str(&printed(&output)).unwrap();
        let own: Vec<&Value> =
            sides(&outcome).filter(|(_, side)| side["entrant"] == name).map(|(_, side)| side).collect();
        let told: Vec<&Value> =
            history["games"].as_array().unwrap().iter().map(|game| &game["side"]).collect();
        assert_eq!(own, told);
        assert_eq!(history["columns"], entrant["columns"]);
    }
}

#[test]
fn games_that_do_not_fit_are_refused_in_words() {
    for (name, game, wanted) in [
        ("twice", "A,B,A,D,1,1,2,1,3,1,4,1", "error[R0709]: `A` plays two sides of this game"),
        ("negative", "A,B,C,D,-1,1,2,1,3,1,4,1", "`残マス` of `blue` is `-1`, but must be from 0 to 89"),
        ("ninety", "A,B,C,D,90,1,2,1,3,1,4,1", "`残マス` of `blue` is `90`, but must be from 0 to 89"),
        ("five", "A,B,C,D,1,1,2,1,3,1,4,1,E", "error[R0704]"),
        ("alone", "A,,,,1,1,,,,,,", "error[R0709]"),
    ] {
        let more = if name == "five" { ",orange" } else { "" };
        let (exit, text) = score(name, more, &[&format!("1,,,{game}")]);
        assert_eq!(exit, 1, "{text}");
        assert!(text.contains(wanted), "{wanted} must be said:\n{text}");
    }
    let scratch = Scratch::new("ladder-long");
    for (name, row, wanted) in [
        ("purple", "1,purple,E,4,1", "there is no seat `purple`"),
        ("again", "1,blue,E,4,1", "the seat `blue` is there twice in one game"),
    ] {
        let log =
            format!("game,seat,entrant,残マス,残ピース\n1,blue,A,1,1\n1,yellow,B,2,1\n1,red,C,3,1\n{row}\n");
        let log = scratch.file(&format!("{name}.csv"), log);
        let output = run(&["score", FORMAT, &log]);
        assert_eq!(code(&output), 1);
        assert!(said(&output).contains(wanted), "{}", said(&output));
    }
}

#[test]
fn odd_games_are_scored_and_spoken_of() {
    let game = "A,B,C,D,5,2,6,2,7,2,8,2";
    let (exit, text) = score("three", "", &["1,,,A,B,C,,5,2,6,2,7,2,,"]);
    assert!(exit == 0 && text.contains("game 1 (A, B, C): 4人に満たない対戦"), "{text}");
    let (exit, text) =
        score("older", "", &[&format!("1,2005-03-02,,{game}"), &format!("2,2005-03-01,,{game}")]);
    assert!(exit == 0 && text.contains("game 2 (A, B, C, D): 前の記録より日付が古い"), "{text}");
    let (exit, text) = score("gap", "", &[&format!("1,,,{game}"), &format!("9,,,{game}")]);
    assert!(exit == 0 && text.contains("game 9 (A, B, C, D): 同一プレイヤー、同一席順"), "{text}");
    let accents = ["1,,,Zo\u{e9},B,C,D,5,2,6,2,7,2,8,2", "2,,,Zoe\u{301},B,C,D,5,2,6,2,7,2,8,2"];
    let (exit, text) = score("accents", "", &accents);
    assert!(exit == 0 && text.contains("U+00E9"), "{text}");
    // Everybody is first and last at once: they win, and beginners have no orb to lose.
    let (exit, text) = score("level", "", &["1,,,A,B,C,D,5,2,5,2,5,2,5,2"]);
    assert!(exit == 0 && text.matches("2級 → 1級").count() == 4, "{text}");
}

/// Scores a wide log of the ladder; how it ended, and what was said and printed.
fn score(name: &str, more_headings: &str, games: &[&str]) -> (i32, String) {
    let scratch = Scratch::new(&format!("ladder-{name}"));
    let seats = ["blue", "yellow", "red", "green"];
    let columns: Vec<String> = seats.iter().map(|seat| format!("{seat}.残マス,{seat}.残ピース")).collect();
    let header = format!("id,日付,非公開,{},{}{more_headings}", seats.join(","), columns.join(","));
    let log = scratch.file(&format!("{name}.csv"), format!("{header}\n{}\n", games.join("\n")));
    let output = run(&["score", FORMAT, &log]);
    (code(&output), format!("{}{}", said(&output), printed(&output)))
}

/// The example by its format, as JSON.
fn example() -> Value {
    let format = fs::read_to_string(root().join("formats/blokus-ladder.toml")).unwrap();
    let log = fs::read(root().join("examples/blokus-ladder.csv")).unwrap();
    let run = Run::of(&root().join("formats"), FORMAT, &format, Some(("blokus-ladder.csv", &log)));
    assert!(!run.json.is_empty(), "{}", run.text());
    serde_json::from_str(&run.json).unwrap()
}

/// Every side of every game, in the order of the log.
fn sides(outcome: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let games = outcome["games"].as_array().unwrap().iter();
    games.flat_map(|game| game["sides"].as_array().unwrap().iter().map(move |side| (game, side)))
}

/// The levels that the format lists.
fn levels() -> BTreeSet<String> {
    use rulesctl::format::Found;
    use rulesctl::session::Session;
    use rulesctl::value::Kind;
    let text = fs::read_to_string(root().join("formats/blokus-ladder.toml")).unwrap();
    let found = Found { path: "blokus-ladder.toml".to_owned(), text };
    let format =
        Session::new().load(FORMAT, &found, &crate::support::Folder(root().join("formats"))).unwrap();
    let level = format.ruleset.ladder.as_ref().unwrap().level_state().unwrap();
    let Kind::Choice(names) = &format.ruleset.column(level.now).ty.kind else { panic!("levels are choices") };
    names.iter().map(|name| format.ruleset.symbols.text(*name).to_owned()).collect()
}

/// A value as a table would have it.
fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
