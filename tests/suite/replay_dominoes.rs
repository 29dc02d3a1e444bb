//! Games of dominoes from their moves, from outside: logs in, tables or complaints out.

use crate::support::{Run, root, unstamped};
use rulesctl::diagnostic::Code;
use std::fs;

/// A format that shows all that is known of a hand: what is left in it, when it passed, and what was concealed.
const FORMAT: &str = r#"
language = 1

[seating]
sides = "2 to 8"

[options.set]
text = "The set."
choices = ["double_2", "double_4", "double_6"]
default = "double_6"

[options.drawing]
text = "Who draws how much."
choices = ["until_playable", "one", "none"]
default = "until_playable"

[options.asleep]
text = "How many tiles stay in the stock."
type = "integer 0 to 10"
default = 0

[part.tile]

[part.tile.record]
a = "integer 0 to 18"
b = "integer 0 to 18"

[part.tile.rules]
code = "(19 * a + b) * (19 * a + b)"

[part.hand]
names = ["hand", "partner"]

[part.hand.record]
tiles = "list of tile"
said = "integer 0 to 8"
concealed = "list of tile"

[part.hand.rules]
pips = "sum(t in tiles: t.a + t.b)"
codes = "sum(t in tiles: t.code)"
held_back = "sum(t in concealed: t.code)"
declared = "said = 1"

[game.record]
ends = "list of integer 0 to 18"
stock = "list of tile"

[game.rules]
open = "sum(e in ends: e.value * e.number)"
left = "sum(t in stock: t.code)"

[side.rules]
pips = "sum(hand.pips)"

[standing.overall]
order = "sum(side.pips)  lowest first"
"#;

fn score(log: &str, settings: &[(&str, &str)]) -> Run {
    Run::with(&root(), "dominoes", FORMAT, Some(("games.jsonl", log.as_bytes())), settings)
}

fn game(id: &str, moves: &str) -> String {
    format!(r#"{{"game": {{"id": "{id}", "moves": {}}}}}"#, moves.replace('\n', " "))
}

/// Every four is on the table and both ends are fours; the stock gives five tiles that fit nowhere.
const BLOCKED: &str = r#"{"of": "dominoes",
    "deal": {"Ada": ["4-4", "2-4", "2-3", "3-4", "0-0"], "Bo": ["0-4", "0-1", "1-4", "1-1", "2-2"]},
    "played": [{"Ada": "4-4"}, {"Bo": "0-4"}, {"Ada": "2-4"}, {"Bo": "0-1"}, {"Ada": "2-3"}, {"Bo": "1-4"},
        {"Ada": "3-4", "at": 3}, {"Bo": "draws 0-2"}, {"Bo": "draws 0-3"}, {"Bo": "draws 1-2"}, {"Bo": "draws 1-3"},
        {"Bo": "draws 3-3"}, {"Bo": "declares"}, {"Ada": "confirms"}],
    "stock": []}"#;
const BLOCKED_BY_HAND: &str = r#"{"game": {"id": "g", "ends": [4, 4], "stock": [], "sides": {
    "Ada": {"hand": {"tiles": [{"a": 0, "b": 0}], "said": 2, "concealed": []}},
    "Bo": {"hand": {"tiles": [{"a": 0, "b": 2}, {"a": 0, "b": 3}, {"a": 1, "b": 1}, {"a": 1, "b": 2},
        {"a": 1, "b": 3}, {"a": 2, "b": 2}, {"a": 3, "b": 3}], "said": 1, "concealed": []}}}}}"#;

/// Nobody draws; Cy has 0-2 and 1-2, and confirms all the same.
const CONCEALED: &str = r#"{"of": "dominoes",
    "deal": {"Ada": ["2-2", "0-0"], "Bo": ["1-1", "0-1"], "Cy": ["0-2", "1-2"]},
    "played": [{"Ada": "2-2"}, {"Bo": "declares"}, {"Cy": "confirms"}, {"Ada": "confirms"}]}"#;
const CONCEALED_BY_HAND: &str = r#"{"game": {"id": "g", "ends": [2, 2], "stock": [], "sides": {
    "Ada": {"hand": {"tiles": [{"a": 0, "b": 0}], "said": 3, "concealed": []}},
    "Bo": {"hand": {"tiles": [{"a": 0, "b": 1}, {"a": 1, "b": 1}], "said": 1, "concealed": []}},
    "Cy": {"hand": {"tiles": [{"a": 0, "b": 2}, {"a": 1, "b": 2}], "said": 2,
        "concealed": [{"a": 0, "b": 2}, {"a": 1, "b": 2}]}}}}}"#;

/// Two teams, and nobody draws; Di has 2-1 and 4-2, and passes all the same.
const TEAMS: &str = r#"{"of": "dominoes", "teams": {"North": ["Ada", "Cy"], "East": ["Bo", "Di"]},
    "deal": {"Ada": ["4-4", "0-0"], "Bo": ["1-1", "4-1"], "Cy": ["2-2", "3-3"], "Di": ["4-2", "2-1"]},
    "played": [{"Ada": "4-4"}, {"Bo": "4-1"}, {"Cy": "declares"}, {"Di": "confirms"}, {"Ada": "confirms"},
        {"Bo": "1-1"}],
    "stock": ["0-1", "0-2", "0-3", "0-4", "1-3", "2-3", "3-4"]}"#;
const TEAMS_BY_HAND: &str = r#"{"game": {"id": "g", "ends": [1, 4], "stock": [{"a": 0, "b": 1}, {"a": 0, "b": 2},
    {"a": 0, "b": 3}, {"a": 0, "b": 4}, {"a": 1, "b": 3}, {"a": 2, "b": 3}, {"a": 3, "b": 4}], "sides": {
    "North": {"hand": {"tiles": [{"a": 0, "b": 0}], "said": 0, "concealed": []},
        "partner": {"tiles": [{"a": 2, "b": 2}, {"a": 3, "b": 3}], "said": 0, "concealed": []}},
    "East": {"hand": {"tiles": [], "said": 0, "concealed": []},
        "partner": {"tiles": [{"a": 1, "b": 2}, {"a": 2, "b": 4}], "said": 0,
            "concealed": [{"a": 1, "b": 2}, {"a": 2, "b": 4}]}}}}}"#;

const SET_2: (&str, &str) = ("set", "double_2");
const SET_4: (&str, &str) = ("set", "double_4");
const NO_DRAWING: (&str, &str) = ("drawing", "none");

#[test]
fn a_game_scores_as_if_its_facts_were_recorded_by_hand() {
    for (moves, by_hand, settings) in [
        (BLOCKED, BLOCKED_BY_HAND, &[SET_4][..]),
        (CONCEALED, CONCEALED_BY_HAND, &[SET_2]),
        (TEAMS, TEAMS_BY_HAND, &[SET_4, NO_DRAWING]),
    ] {
        let replayed = score(&game("g", moves), settings);
        assert!(replayed.codes().is_empty() && !replayed.tables.is_empty(), "{}", replayed.text());
        let recorded = score(&by_hand.replace('\n', " "), settings);
        assert!(!recorded.tables.is_empty(), "{}", recorded.text());
        assert_eq!(unstamped(&replayed.tables), unstamped(&recorded.tables));
        assert_eq!(unstamped(&replayed.json), unstamped(&recorded.json));
    }
}

#[test]
fn what_is_told_of_a_game() {
    let log = [game("blocked", BLOCKED), game("again", BLOCKED)].join("\n");
    insta::assert_snapshot!(score(&log, &[SET_4]).text());
}

#[test]
fn what_is_wrong_is_shown_in_its_place() {
    let moves = [
        BLOCKED.replace("\"declares\"", "\"passes\"").replace("{\"Bo\": \"draws 3-3\"}, ", ""),
        BLOCKED.replace("2-3\"}, {", "2-3\"}, {\"at\": 4, "),
        BLOCKED.replace(", \"at\": 3", ""),
        BLOCKED.replace("\"stock\": []", "\"stock\": [\"3-3\"]"),
        BLOCKED.replace(", {\"Ada\": \"confirms\"}", ""),
        BLOCKED.replace("{\"Bo\": \"declares\"}", "{\"Boo\": \"declares\"}"),
        BLOCKED.replace("dominoes", "backgammon"),
        TEAMS.to_owned(),
    ];
    let log: Vec<String> = moves.iter().map(|moves| game("g", moves)).collect();
    let run = score(&log.join("\n"), &[SET_4]);
    assert_eq!(run.codes(), [Code::UnreadableMoves, Code::IllegalMove]);
    insta::assert_snapshot!(run.text());
}

#[test]
fn players_need_sides() {
    let two = FORMAT.replace("sides = \"2 to 8\"", "sides = 2");
    let log = game("g", CONCEALED);
    let run = Run::with(&root(), "dominoes", &two, Some(("games.jsonl", log.as_bytes())), &[SET_2]);
    assert_eq!(run.codes(), [Code::OtherSeats]);
    insta::assert_snapshot!(run.text());
}

#[test]
fn a_choice_that_makes_no_sense_is_named() {
    let odd = FORMAT.replace("\"none\"]", "\"none\", \"sometimes\"]");
    let log = game("g", CONCEALED);
    let settings = [SET_2, ("drawing", "sometimes")];
    let run = Run::with(&root(), "dominoes", &odd, Some(("games.jsonl", log.as_bytes())), &settings);
    assert_eq!(run.codes(), [Code::UnreadableMoves]);
    assert!(run.text().contains("the option `drawing` is `sometimes`"), "{}", run.text());
    // Without the options it is played as most play.
    let a = FORMAT.find("[options.set]").unwrap();
    let b = FORMAT.find("[part.tile]").unwrap();
    let plain = format!("{}{}", &FORMAT[..a], &FORMAT[b..]);
    let run = Run::of(&root(), "dominoes", &plain, Some(("games.jsonl", log.as_bytes())));
    assert_eq!(run.codes(), [Code::IllegalMove]);
    assert!(run.text().contains("the stock still has 22 tiles to give"), "{}", run.text());
}

#[test]
fn what_a_format_does_not_record_it_does_not_need() {
    let few = r#"
language = 1
[options.set]
choices = ["double_4"]
default = "double_4"
text = "The set."
[seating]
sides = "2 or more"
[part.hand]
names = ["hand"]
[part.hand.record]
said = "integer"
[standing.overall]
order = "sum(hand.said)  lowest first"
"#;
    let log = game("g", BLOCKED);
    let run = Run::of(&root(), "few", few, Some(("games.jsonl", log.as_bytes())));
    assert!(run.codes().is_empty() && run.tables.contains("Ada"), "{}", run.text());
}

#[test]
fn deep_and_long_records_are_answered_in_short() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let wide = vec![r#"{"Ada": "4-4"}"#; 50_000].join(",");
    let long = "x".repeat(1 << 20);
    for moves in [
        deep.clone(),
        BLOCKED.replace("{\"Ada\": \"4-4\"}", &deep),
        BLOCKED.replace("\"4-4\"}", &format!("{deep}}}")),
        BLOCKED.replace("{\"Ada\": \"4-4\"}", &wide),
        BLOCKED.replace("\"4-4\"}", &format!("\"{long}\"}}")),
        BLOCKED.replace("{\"Bo\": \"d", &format!("{{\"{long}\": \"d")),
    ] {
        let run = score(&game("g", &moves), &[SET_4]);
        assert!(run.tables.is_empty() && !run.codes().is_empty());
        assert!(run.text().len() < 4_000, "{} bytes", run.text().len());
    }
}

/// The game that the reference of the language shows.
#[test]
fn the_game_of_the_reference_is_replayed() {
    let reference = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let (_, after) = reference.split_once("{\"of\": \"dominoes\"").expect("a game of dominoes");
    let (moves, _) = after.split_once("```").unwrap();
    let moves = format!("{{\"of\": \"dominoes\"{moves}");
    let run = score(&game("g", &moves), &[]);
    assert!(run.codes().is_empty() && !run.tables.is_empty(), "{}", run.text());
}

#[test]
fn what_the_moves_say_is_not_recorded_beside_them() {
    let moves = r#""moves": {"of": "dominoes", "deal": {"Ada": ["6-6", "0-1"], "Bo": ["5-4", "3-3"]},
        "played": [{"Ada": "6-6"}, {"Bo": "passes"}, {"Ada": "passes"}]}"#;
    let moves = moves.replace('\n', " ");
    let beside = [
        r#""ends": [1, 1]"#,
        r#""stock": []"#,
        r#""sides": {"Ada": {"hand": {"concealed": []}}}"#,
        r#""sides": {"Bo": {}, "Ada": {}}"#,
        r#""sides": {"Zed": {}}"#,
    ];
    let lines = beside.iter().map(|beside| format!("{{\"game\": {{{beside}, {moves}}}}}\n"));
    let log: String = lines.collect();
    let text = fs::read_to_string(root().join("formats/dominoes-blocked.toml")).unwrap();
    let logs = [("log.jsonl", log.as_bytes())];
    let run =
        Run::with_logs(&root().join("formats"), "dominoes-blocked", &text, &logs, &[("drawing", "none")]);
    insta::assert_snapshot!(run.text());
}
