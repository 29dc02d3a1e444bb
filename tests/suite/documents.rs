//! The reference of the language, `docs/language.md`, says what the program does.
//!
//! Its formats check clean, its words are those of the grammar, and its tables of functions and aggregates are written
//! from the tables of the program: run the tests with `UPDATE_DOCS=1` after a row has changed.

use crate::support::{Run, root};
use rulesctl::builtins::{AGGREGATES, FUNCTIONS};
use rulesctl::json;
use rulesctl::replay::Record;
use rulesctl::syntax::KEYWORDS;
use std::fs;
use std::path::PathBuf;

fn path() -> PathBuf {
    root().join("docs/language.md")
}

fn reference() -> String {
    fs::read_to_string(path()).unwrap()
}

#[test]
fn formats_of_the_reference_check_clean() {
    let reference = reference();
    let blocks = reference.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let formats: Vec<&str> = blocks.filter(|block| block.starts_with("language = 1")).collect();
    assert!(!formats.is_empty());
    for format in formats {
        let run = Run::of(&root().join("docs"), "reference", format, None);
        assert!(run.session.complaints.is_empty(), "docs/language.md has\n{format}\n{}", run.text());
    }
}

#[test]
fn logs_of_the_reference_are_read() {
    let reference = reference();
    let (_, reference) = reference.split_once("\n## Logs\n").expect("a chapter `Logs`");
    let mut lines = reference.lines();
    let json: Vec<&str> = reference.lines().filter(|line| line.starts_with("{\"game\"")).collect();
    let wide: Vec<&str> = lines.by_ref().skip_while(|line| !line.starts_with("id;")).take(2).collect();
    let [two, duel, ..] = json[..] else {
        panic!("docs/language.md shows two games in JSON Lines: {json:?}")
    };
    let wide = wide.join("\n");
    let logs = [
        ("blokus", "games.jsonl", two, vec![("players", "two")]),
        ("blokus", "games.csv", &wide, vec![("players", "two")]),
        ("tarot-duel", "games.jsonl", duel, Vec::new()),
    ];
    for (format, name, log, settings) in logs {
        let folder = root().join("formats");
        let text = fs::read_to_string(folder.join(format!("{format}.toml"))).unwrap();
        let run = Run::with(&folder, format, &text, Some((name, log.as_bytes())), &settings);
        assert!(!run.tables.is_empty(), "{log}\n{}", run.text());
    }
}

#[test]
fn moves_of_the_reference_are_read() {
    let reference = reference();
    let (_, rest) =
        reference.split_once("```json\n\"moves\": ").expect("a block that begins with `\"moves\": `");
    let moves = rest.split("```").next().unwrap().replace('\n', " ");
    let mut jiter = jiter::Jiter::new(moves.as_bytes());
    let record = Record::from_json(&json::read(&mut jiter, moves.as_bytes()).unwrap()).unwrap();
    let fault = record.replay(&|_| None).unwrap_err();
    assert!(fault.message.starts_with("the game is not over after 5 moves"), "{}", fault.message);
}

#[test]
fn words_that_are_never_names_are_those_of_the_grammar() {
    let reference = reference();
    let (_, after) = reference.split_once("words are never names: `").expect("a sentence with the words");
    let (words, _) = after.split_once('`').unwrap();
    let words: Vec<&str> = words.split_whitespace().collect();
    assert_eq!(words, KEYWORDS, "docs/language.md, under `Names`, must list the words of syntax::KEYWORDS");
}

#[test]
fn functions_are_as_the_table_says() {
    let rows = FUNCTIONS.iter().map(|function| {
        let (rule, value) = function.example;
        [function.name, function.signature, function.text, &format!("`{rule}` is {value}")].map(str::to_owned)
    });
    hold("functions", ["function", "from what to what", "gives", "for example"], rows.collect());
}

#[test]
fn aggregates_are_as_the_table_says() {
    let rows = AGGREGATES.iter().map(|aggregate| {
        let example = format!("`{}`", aggregate.example);
        [aggregate.name, aggregate.signature, aggregate.text, &example].map(str::to_owned)
    });
    hold("aggregates", ["aggregate", "from what to what", "gives", "for example"], rows.collect());
}

/// Compares a table of the reference with the program's, or writes it.
fn hold(marker: &str, heads: [&str; 4], rows: Vec<[String; 4]>) {
    let mut table = format!("| {} |\n|---|---|---|---|\n", heads.join(" | "));
    for [name, signature, text, example] in rows {
        let ways = signature.split("; ").map(|way| way.rsplit_once(", ").unwrap_or((way, "")));
        let ways: Vec<String> = ways.map(|(from, to)| format!("{from} → {to}")).collect();
        let signature = ways.join("; ");
        table.push_str(&format!("| `{name}` | {signature} | {text} | {example} |\n"));
    }
    let reference = reference();
    let begin = format!("<!-- {marker} -->\n");
    let (before, rest) = reference.split_once(&begin).expect("docs/language.md has the marker");
    let (found, after) = rest.split_once("<!-- end -->").expect("the table ends with <!-- end -->");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        if found != table {
            fs::write(path(), format!("{before}{begin}{table}<!-- end -->{after}")).unwrap();
        }
        return;
    }
    assert_eq!(
        found, table,
        "the table of {marker} in docs/language.md is not the program's: run `UPDATE_DOCS=1 cargo test documents \
         -- --test-threads=1`, and read what has changed"
    );
}

#[test]
fn every_function_gives_what_its_example_says() {
    for function in FUNCTIONS {
        let (rule, wanted) = function.example;
        let format = format!("language = 1\n[event.rules]\nvalue = '{rule}'\n");
        let log = b"game,entrant\n1,Ada\n1,Bo\n".as_slice();
        let run = Run::of(&root().join("docs"), "example", &format, Some(("games.csv", log)));
        let report: serde_json::Value =
            serde_json::from_str(&run.json).unwrap_or_else(|_| panic!("`{rule}`:\n{}", run.text()));
        assert_eq!(report["event"]["value"].to_string(), wanted, "`{rule}`");
    }
}

#[test]
fn every_aggregate_can_be_used_as_its_example_says() {
    const FORMAT: &str = "language = 1\n\
        [side.record]\npoints = 'integer'\nscore = 'integer'\nspread = 'integer'\ncompleted = 'yes/no'\n\
        [side.rules]\nall = 'points + score + spread + (1 if completed else 0)'\n\
        [game.placing]\norder = 'all highest first'\n";
    for aggregate in AGGREGATES {
        let rule = aggregate.example;
        let format = format!("{FORMAT}[game.rules]\nvalue = '{rule}'\n");
        let log = b"game,entrant,points,score,spread,completed\n1,Ada,1,2,3,yes\n1,Bo,0,0,0,no\n".as_slice();
        let run = Run::of(&root().join("docs"), "example", &format, Some(("games.csv", log)));
        assert!(run.session.complaints.is_empty(), "`{rule}`:\n{}", run.text());
        assert!(run.json.contains("\"value\": "), "`{rule}`:\n{}", run.json);
    }
}
