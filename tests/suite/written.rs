//! Parts that are written as one text, and values in the texts of verdicts: what is said, and that no score depends on it.

use crate::binary::{Scratch, code, printed, run, said};
use crate::support::{Run, root};
use rulesctl::format::{FormatFinder, Found};
use rulesctl::session::Session;
use serde_json::Value;

const FORMAT: &str = r#"language = 1

[seating]
sides = "2 to 4"

[part.tile]
written = "a-b"

[part.tile.record]
a = "integer 0 to 6"
b = "integer 0 to 6"

[entrant.record]
kept = "list of tile"

[game.record]
open = "integer 0 to 6 = 0"

[side.record]
hand = "list of tile"
said = "integer 0 or more = 0"

[side.rules]
pips = "sum(t in hand: t.a + t.b)"

[entrant.rules]
pips = "sum(pips) + count(kept)"

[[side.fault]]
when  = "said > 0 and any(t in hand: t.a = game.open or t.b = game.open)"
text  = "could play"
costs = "1"

[[entrant.warn]]
when = "pips > 50"
text = "much"

[standing.table]
order = "pips lowest first"
"#;

const LOG: &str = r#"{"entrant": {"name": "Ada", "kept": ["1-2", "6-6"]}}
{"entrant": {"name": "Bo"}}
{"game": {"id": "g", "open": 5, "sides": {"Ada": {"hand": ["6-5", "6-6"], "said": 2}, "Bo": {"hand": ["5-5", "0-1", "6-6", "6-6", "6-6", "6-6"]}}}}
"#;

fn hash(text: &str) -> String {
    let mut session = Session::new();
    let found = Found { path: "tiles.toml".to_owned(), text: text.to_owned() };
    let format = session.load("tiles", &found, &FormatFinder);
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    let ruleset = format.unwrap().ruleset;
    ruleset.semantic_hash(&ruleset.defaults())
}

/// The outcome, without its hash and without what is said of rows.
fn score(format: &str, log: &str) -> (Value, Value) {
    let run = Run::of(&root().join("docs"), "tiles", format, Some(("log.jsonl", log.as_bytes())));
    assert!(!run.json.is_empty(), "{}", run.text());
    let mut report: Value = serde_json::from_str(&run.json).unwrap();
    let mut all = Value::Null;
    for key in ["hash", "warnings", "faults", "voids"] {
        all[key] = report[key].take();
    }
    (report, all)
}

/// Texts with everything that a text may hold: aggregates over rows and pairs of rows, other rows, the name of a part.
const TEXTS: [(&str, &str); 2] = [
    (
        "could play",
        "had {first(t in hand: t.name where t.a = game.open or t.b = game.open) else '?'}, {pips / said}, \
         {count(others.pips > pips)} have more, {opponent.entrant.name else '?'} has {max(others.pips)}, \
         {none(o in others: any(t in o.hand: t.name = '6-6'))}",
    ),
    ("much", "much: {pips}, kept {last(t in kept: t.name) else 'nothing'}, of {sum(side.pips)}"),
];

fn with_texts() -> String {
    TEXTS.iter().fold(FORMAT.to_owned(), |format, (old, new)| {
        format.replace(&format!("\"{old}\""), &format!("\"{}\"", new.replace('\'', "\\\"")))
    })
}

#[test]
fn texts_change_neither_the_hash_nor_the_score() {
    assert_ne!(with_texts(), FORMAT);
    assert_eq!(hash(&with_texts()), hash(FORMAT));
    let (plain, said_plainly) = score(FORMAT, LOG);
    let (filled, said) = score(&with_texts(), LOG);
    assert_eq!(plain, filled);
    assert_eq!(said_plainly["faults"][0]["text"], "could play");
    // Ada has 23 pips and said 2; Bo 10 + 1 + 48 = 59, with a 6-6.
    assert_eq!(said["faults"][0]["text"], "had 6-5, 11.5, 1 have more, Bo has 59, no");
    assert_eq!(said["warnings"][0]["text"], "much: 59, kept nothing, of 59");
    assert_eq!(said["faults"][0]["costs"], 1);
}

#[test]
fn how_a_part_is_written_is_in_the_hash_where_a_rule_looks_at_it() {
    let with = |old: &str, new: &str, format: &str| {
        assert!(format.contains(old), "{old}");
        format.replace(old, new)
    };
    let other = |format: &str| with("written = \"a-b\"", "written = \"b/a\"", format);
    let none = with("written = \"a-b\"\n", "", FORMAT);
    // Objects and texts are scored alike.
    assert_eq!(hash(&none), hash(FORMAT));
    assert_eq!(hash(&other(FORMAT)), hash(FORMAT));
    assert_eq!(hash(&other(&with_texts())), hash(FORMAT));
    let ruled =
        with("[entrant.rules]", "big = \"any(t in hand: t.name = '6-6')\"\n\n[entrant.rules]", FORMAT);
    let ruled = ruled.replace("'6-6'", "\\\"6-6\\\"");
    assert_ne!(hash(&ruled), hash(FORMAT));
    assert_ne!(hash(&other(&ruled)), hash(&ruled));
    assert_eq!(hash(&ruled.replace("said = \"integer", "said   = \"integer")), hash(&ruled));
}

#[test]
fn a_value_that_fails_where_it_is_said_is_an_error_with_its_place() {
    let format = with_texts().replace("when  = \"said > 0 and any", "when  = \"said >= 0 and any");
    let run = Run::of(&root().join("docs"), "tiles", &format, Some(("log.jsonl", LOG.as_bytes())));
    assert!(run.json.is_empty(), "{}", run.text());
    insta::assert_snapshot!(run.text());
}

#[test]
fn a_value_that_fails_on_a_void_row_is_not_there() {
    let format = "language = 1
[side.record]
score = 'integer'
[[side.void]]
when = 'score < 0'
text = 'the score {score} of {entrant.name} is less than {1 / (score + 1)}'
[side.rules]
double = 'score * 2'
";
    let log = r#"{"game": {"sides": {"Ada": {"score": -1}, "Bo": {"score": -3}}}}"#;
    let (_, said) = score(format, log);
    let texts: Vec<&str> =
        said["voids"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["the score -1 of Ada is less than –", "the score -3 of Bo is less than -0.5"]);
}

#[test]
fn states_are_said_as_they_were_in_the_game() {
    let format = "language = 1
[seating]
sides = 2
[side.record]
score = 'integer 0 to 100'
[ladder.state.wins]
start = 0
after = 'wins + 1 if score > opponent.score else wins'
[ladder.levels]
start = 'low'
levels = '''
  low
  high  when now.wins >= 2
'''
[[side.warn]]
when = 'now.level > level'
text = '{entrant.name} had {wins}, has {now.wins} of {entrant.wins}, and is {now.level}'
[standing.table]
order = 'level highest first'
";
    let game = |ada: u32, bo: u32| {
        format!(
            "{{\"game\": {{\"sides\": {{\"Ada\": {{\"score\": {ada}}}, \"Bo\": {{\"score\": {bo}}}}}}}}}\n"
        )
    };
    let (_, said) = score(format, &[game(3, 1), game(4, 2), game(5, 3)].concat());
    assert_eq!(said["warnings"][0]["text"], "Ada had 1, has 2 of 3, and is high");
    assert_eq!(said["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn names_of_parts_are_those_that_were_corrected() {
    let correction = r#"{"correction": {"game": "g", "sides": {"Ada": {"hand": ["5-6", "1-1"]}}}}
"#;
    let (_, said) = score(&with_texts(), &format!("{LOG}{correction}"));
    assert_eq!(said["faults"][0]["text"], "had 5-6, 6.5, 1 have more, Bo has 59, no");
}

#[test]
fn sheets_and_invented_logs_have_the_texts() {
    let scratch = Scratch::new("written");
    let phase =
        "\n[[phase]]\nname = \"league\"\npairing = \"round-robin\"\nstanding = \"table\"\nties = \"lot\"\n";
    let format = format!("{}{phase}", FORMAT.replace("sides = \"2 to 4\"", "sides = 2"));
    let format = scratch.file("tiles.toml", &format);
    let entrants = scratch.file("entrants.csv", "name,kept\nAda,1-2 | 6 - 6\nBo,\nCy,0-0\n");
    let paired = run(&["pair", &format, "--entrants", &entrants, "--output", "csv"]);
    assert_eq!((code(&paired), said(&paired).as_str()), (0, ""));
    let sheet = printed(&paired);
    let header = sheet.lines().next().unwrap();
    // Filled in, it is a log.
    let width = header.split(',').count();
    let place = header.split(',').position(|heading| heading == "1.hand").unwrap();
    let filled: String = sheet
        .lines()
        .enumerate()
        .map(|(number, line)| {
            let mut cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), width);
            if number > 0 {
                cells[place] = "1-2|3-4";
            }
            cells.join(",") + "\n"
        })
        .collect();
    let filled = scratch.file("round.csv", &filled);
    let scored = run(&["score", &format, &entrants, &filled, "--output", "json"]);
    assert_eq!((code(&scored), said(&scored).as_str()), (0, ""));
    assert!(printed(&scored).contains("\"hand\": [\"1-2\", \"3-4\"]"), "{}", printed(&scored));
    assert!(printed(&scored).contains("\"kept\": [\"1-2\", \"6-6\"]"), "{}", printed(&scored));
    let log = scratch.file("log.jsonl", "");
    let played = run(&["simulate", &format, "--entrants", &entrants, "--seed", "3", "--log", &log]);
    assert_eq!((code(&played), said(&played).as_str()), (0, ""));
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.contains("{\"entrant\":{\"name\":\"Ada\",\"kept\":[\"1-2\",\"6-6\"]}}"), "{written}");
    assert_eq!(code(&run(&["score", &format, &log])), 0);
}

#[test]
fn aggregates_fail_where_nothing_is_said_without_harm() {
    let format = "language = 1
[part.tile]
written = 'a-b'
[part.tile.record]
a = 'integer 0 to 6'
b = 'integer 0 to 6'
[side.record]
x = 'integer 0 to 9'
hand = 'list of tile'
[[side.warn]]
when = 'x > 0 and none(t in hand: t.a = 0) and none(others.x = 0)'
text = '{sum(t in hand: 12 div t.a)}, {sum(o in others: 12 div o.x)}, {max(o in others: 12 div o.x)}'
[[game.warn]]
when = 'none(x = 0) and none(t in hands: t.a = 0)'
text = '{sum(12 div x)}, {max(s in sides: sum(t in s.hand: 12 div t.a))}, {max(s in sides: count(o in sides: 12 div o.x > 2))}'
";
    let format = format.replace("none(t in hands: t.a = 0)", "none(s in sides: any(t in s.hand: t.a = 0))");
    let log = r#"{"game": {"sides": {"Ada": {"x": 0, "hand": ["0-0"]}, "Bo": {"x": 1, "hand": ["3-4"]}}}}
{"game": {"sides": {"Ada": {"x": 2, "hand": ["1-2", "6-3"]}, "Bo": {"x": 4, "hand": ["3-4"]}}}}
{"game": {"sides": {"Ada": {"x": 3, "hand": ["0-2"]}, "Bo": {"x": 6, "hand": ["2-1"]}}}}
"#;
    let (_, said) = score(&format, log);
    let texts: Vec<&str> =
        said["warnings"].as_array().unwrap().iter().map(|one| one["text"].as_str().unwrap()).collect();
    // Game 1 has a 0 everywhere. Of game 2: Ada 12 + 2, and Bo's x 3; Bo 4, and Ada's x 6. Of game 3 only Bo: 6, and
    // Ada's x 4. Game 2 as a whole: 6 + 3, the greater of 14 and 4, and 6 and 3 are both more than 2.
    assert_eq!(texts, ["9, 14, 2", "14, 3, 3", "4, 6, 6", "6, 4, 4"]);
}
