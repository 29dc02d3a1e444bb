//! Published tables are read as people and programs write them: entrants that are called by numbers, thousands, exponents,
//! bars in names, and the bracket that comes with pairings.

use crate::binary::{FORMAT, Scratch, code, printed, program, run, said};
use crate::support::root;
use std::fmt::Write as _;

/// Two meet, and the points of each are told.
const POINTS: &str = "language = 1\n[seating]\nsides = 2\n[side.record]\nscore = 'integer 0 to 1300'\n\
    [entrant.rules]\ngames = 'count(sides)'\npoints = 'sum(score)'\n\
    [standing.t]\norder = 'points highest first'\ncolumns = ['games', 'points']\n";

/// The exit code, and what is said and printed, of a table that is compared with a log.
fn verified(log: &str, table: &str, others: &[&str]) -> (i32, String) {
    let test = std::thread::current().name().unwrap_or_default().replace(':', "-");
    let scratch = Scratch::new(&test);
    for (name, text) in [("format.toml", POINTS), ("log.csv", log), ("table", table)] {
        scratch.file(name, text);
    }
    let mut command = program();
    let command = command.current_dir(&scratch.0).args(["verify", "format.toml", "log.csv", "table"]);
    let output = command.args(others).output().unwrap();
    (code(&output), format!("{}{}", printed(&output), said(&output)))
}

/// The table agrees, in so many figures.
fn agrees(log: &str, table: &str, figures: usize) {
    let (exit, told) = verified(log, table, &[]);
    assert!(told.contains(&format!("\n{figures} of {figures} figures agree")), "{table}\n{told}");
    assert_eq!(exit, 0, "{table}\n{told}");
}

#[test]
fn entrants_may_be_called_by_numbers() {
    let log = "game,1,2,1.score,2.score\na,1,2,5,3\nb,3,4,2,2\nc,1,3,1,4\nd,4,2,3,0\n";
    // Ours: 1 has 5 + 1, 2 has 3 + 0, 3 has 2 + 4, 4 has 2 + 3.
    agrees(log, "place,entrant,games,points\n1,1,2,6\n1,3,2,6\n3,4,2,5\n4,2,2,3\n", 12);
    agrees(log, "rank;team;points\n1;1;6\n1;3;6\n3;4;5\n4;2;3\n", 8);
    agrees(log, "rank;who;points\n1;1;6\n1;3;6\n3;4;5\n4;2;3\n", 8);
    let one = "game,1,2,1.score,2.score\na,1,Ada,5,3\n";
    agrees(one, "place,entrant,games,points\n1,1,1,5\n2,Ada,1,3\n", 6);
    let (exit, told) = verified(one, "place,entrant,points\n1,1,4\n2,Ada,3\n", &[]);
    assert_eq!(exit, 1, "{told}");
    assert!(told.contains("line 2, 1, points: published is 4, and it comes to 5"), "{told}");
}

#[test]
fn entrants_may_be_called_by_numbers_in_a_format_with_phases() {
    let scratch = Scratch::new("numbers-with-phases");
    let phase = format!("{POINTS}[[phase]]\nname = 'main'\npairing = 'round robin'\nstanding = 't'\n");
    let format = scratch.file("format.toml", phase);
    let log = scratch.file("log.csv", "round,game,1,2,1.score,2.score\n1,a,1,2,5,3\n");
    for shape in ["table", "csv", "json"] {
        let scored = run(&["score", &format, &log, "--standing", "t", "--output", shape]);
        let table = scratch.file("table", printed(&scored));
        let told = run(&["verify", &format, &log, &table]);
        assert!(
            printed(&told).contains("6 of 6 figures agree"),
            "{shape}: {}{}",
            printed(&told),
            said(&told)
        );
    }
}

#[test]
fn blanks_stand_between_thousands_only() {
    let log = "game,1,2,1.score,2.score\n1,Ann,Ben,1234,12\n";
    agrees(log, "team;points\nAnn;1 234\nBen;12\n", 2);
    let (exit, told) = verified(log, "team;points\nAnn;12 34\nBen;1 2\n", &[]);
    assert_eq!(exit, 1, "{told}");
    assert!(told.contains("Ann, points: published is 12 34, which is not a number"), "{told}");
    assert!(told.contains("Ben, points: published is 1 2, which is not a number"), "{told}");
}

#[test]
fn numbers_may_have_an_exponent() {
    let log = "game,1,2,1.score,2.score\n1,Ann,Ben,12,300\n";
    agrees(log, "[{\"team\": \"Ann\", \"points\": 1.2e1}, {\"team\": \"Ben\", \"points\": 3E+2}]", 2);
}

#[test]
fn names_may_hold_bars_asterisks_and_two_blanks() {
    let log = "game,1,2,1.score,2.score\n1,A|B,*Ada*,12,3\n2,Bo,Bo  Li,7,40\n";
    agrees(
        log,
        "| team | **points** |\n|---|---|\n| Bo  Li | **40** |\n| **A\\|B** | 12 |\n| Bo | 7 |\n| *Ada* | 3 |\n",
        4,
    );
    // As `score` prints it, and with a name that is longer than all others.
    agrees(
        log,
        "place  entrant  points\n    1  Bo  Li       40\n    2  A|B          12\n    3  Bo            7\n    4  *Ada*         3\n",
        8,
    );
    let log = "game,1,2,1.score,2.score\n1,Bo,Bo  Longfellow,7,40\n";
    agrees(log, "entrant         points\nBo  Longfellow      40\nBo                   7\n", 2);
}

#[test]
fn of_very_many_differences_the_first_are_opened() {
    let mut log = "game,1,2,1.score,2.score\n".to_owned();
    let mut table = "entrant,points\n".to_owned();
    for game in 0..15 {
        writeln!(log, "{game},A{game},B{game},2,1").unwrap();
        writeln!(table, "A{game},3\nB{game},3").unwrap();
    }
    let (exit, told) = verified(&log, &table, &[]);
    assert_eq!(exit, 1, "{told}");
    assert!(told.contains("30 differences\n"), "{told}");
    assert_eq!(told.matches("  points of ").count(), 20, "{told}");
    assert!(told.contains("\n10 differences more are not opened: `--all` opens them\n"), "{told}");
    let (_, told) = verified(&log, &table, &["--all"]);
    assert_eq!(told.matches("  points of ").count(), 30, "{told}");
    assert!(!told.contains("not opened"), "{told}");
    let (_, told) = verified(&log, &table, &["--output", "json"]);
    let json: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(json["not_opened"], 10);
}

#[test]
fn a_bracket_that_comes_with_pairings_is_not_paired_again() {
    let scratch = Scratch::new("with-bracket");
    let logs = ["entrants.csv", "draw.jsonl", "round-1.csv", "round-2.csv", "round-3.csv", "round-4.csv"];
    let logs: Vec<String> = logs.iter().map(|name| format!("examples/blokus-pools/{name}")).collect();
    let logs: Vec<&str> = logs.iter().filter(|log| root().join(log).exists()).map(String::as_str).collect();
    let paired = printed(&run(&[&["pair", "blokus-pools"], logs.as_slice()].concat()));
    assert!(paired.contains(": bracket\n"), "{paired}");
    let table = scratch.file("semi.txt", &paired);
    let told = run(&[&["verify", "blokus-pools"], logs.as_slice(), &[&table]].concat());
    assert_eq!(code(&told), 0, "{}{}", printed(&told), said(&told));
    assert!(printed(&told).contains("4 of 4 pairings agree, no differences"), "{}", printed(&told));
    // A pairing that is wrong is seen all the same.
    let wrong = paired.replacen("Ania      Grzegorz", "Ania      Dmitri  ", 1);
    assert_ne!(wrong, paired);
    let table = scratch.file("wrong.txt", wrong);
    let told = run(&[&["verify", "blokus-pools"], logs.as_slice(), &[&table]].concat());
    assert_eq!(code(&told), 1, "{}", printed(&told));
}

#[test]
fn a_comparison_of_formats_has_each_key_once_and_no_example_without_expectations() {
    let scratch = Scratch::new("only-said");
    let warns = |more: u32| {
        format!("{FORMAT}[[side.warn]]\nwhen = 'score > {more}'\ntext = 'that is much'\n")
            .replace("score = 'integer'", "score = 'integer 0 to 100'")
    };
    let old = scratch.file("old.toml", warns(50));
    let new = scratch.file("new.toml", warns(60));
    let told = printed(&run(&["diff", &old, &new]));
    assert!(told.contains("a record; no example can expect what is different:"), "{told}");
    assert!(told.contains("side.warn") && !told.contains("expect = "), "{told}");
    let json = printed(&run(&["diff", &old, &new, "--output", "json"]));
    assert_eq!(json.matches("\"seed\":").count(), 1, "{json}");
    assert!(json.contains("\"by\": \"search\""), "{json}");
}

#[test]
fn a_log_that_ends_in_a_brace_was_cut_short() {
    let scratch = Scratch::new("lone-brace");
    let format = scratch.file("format.toml", FORMAT);
    let game = "{\"game\": {\"id\": \"a\", \"sides\": [{\"entrant\": \"Ada\", \"score\": 1}]}}\n";
    for end in ["{", "{\n", "{\n\n", " { \r\n"] {
        let log = scratch.file("log.jsonl", format!("{game}{end}"));
        let kept = run(&["score", &format, &log, "--keep-going"]);
        let told = format!("{}{}", printed(&kept), said(&kept));
        assert_eq!(code(&kept), 1, "{end:?}: {told}");
        assert!(told.contains("log.jsonl:2:") && told.contains("the line ends too early"), "{end:?}: {told}");
        assert!(printed(&kept).contains("Ada"), "{end:?}: {told}");
    }
    // Spread over several lines it is no log.
    let log = scratch.file("log.jsonl", format!("{game}{{\n\"game\": 1\n}}\n"));
    let kept = run(&["score", &format, &log, "--keep-going"]);
    assert!(said(&kept).contains("log.jsonl:2:1") && said(&kept).contains("spread over several lines"));
    assert!(printed(&kept).is_empty());
}

#[test]
fn what_no_rule_speaks_of_is_not_asked_for_twice() {
    let scratch = Scratch::new("no-figures");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("log.csv", "game,entrant,score\na,Ada,1\na,Ben,2\n");
    let told = said(&run(&["explain", &format, &log, "--game", "a", "--entrant", "Ada"]));
    assert!(told.contains("the format computes nothing of its own for a row of `side`"), "{told}");
    assert!(!told.contains("say whose figure"), "{told}");
}

#[test]
fn a_list_is_no_figure() {
    let log = "examples/dominoes-blocked-evening.jsonl";
    let asked = ["explain", "dominoes-blocked", log, "--entrant", "Bruno", "--game", "round 2", "--column"];
    for column in ["hand.tiles", "tiles"] {
        let told = said(&run(&[&asked[..], &[column]].concat()));
        assert!(told.contains(&format!("`{column}` is a list, and no figure")), "{told}");
    }
}
