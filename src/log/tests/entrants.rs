//! Lists of entrants in CSV.

use super::fixtures::{duel, duo, tiles};
use super::shown::outcome;
use crate::ruleset::Ruleset;
use insta::assert_snapshot;
use std::fmt::Write as _;

const GAME: &str = "game,entrant,marks\n1,Ada,1\n1,Bo,2\n";

/// Lists of entrants before one game, and what comes of them.
fn cases(ruleset: &Ruleset, lists: &[(&str, &str)], keep_going: bool) -> String {
    let mut out = String::new();
    for (title, list) in lists {
        let logs: [(&str, &[u8]); 2] = [("entrants.csv", list.as_bytes()), ("games.csv", GAME.as_bytes())];
        let _ = writeln!(out, "## {title}\n{}\n{}", list.trim_end(), outcome(ruleset, &logs, keep_going));
    }
    out
}

#[test]
fn a_list_says_the_same_as_records_in_json() {
    let lists = [
        "name,born,clubs\nBo,1999-12-31,x|y\nAda,2001-02-03,\n",
        "\u{FEFF}clubs;name;born\r\n\"x|y\";\"Bo\";1999-12-31\r\n\r\n;;\r\n;Ada;2001-02-03",
        "born\tclubs\tname\t\n1999-12-31\tx | y\tBo\t\n2001-02-03\t\tAda\t\n",
    ];
    let json = "{\"entrant\": {\"name\": \"Bo\", \"born\": \"1999-12-31\", \"clubs\": [\"x\", \"y\"]}}\n\
                {\"entrant\": {\"born\": \"2001-02-03\", \"name\": \"Ada\"}}\n";
    let read = |list: &str| {
        let logs: [(&str, &[u8]); 2] = [("entrants", list.as_bytes()), ("games.csv", GAME.as_bytes())];
        outcome(&tiles(), &logs, false)
    };
    let expected = read(json);
    assert_snapshot!(expected);
    for list in lists {
        assert_eq!(read(list), expected, "{list}");
    }
    // The games may come first: then they say the order.
    let logs: [(&str, &[u8]); 2] = [("games.csv", GAME.as_bytes()), ("entrants", lists[0].as_bytes())];
    let after = outcome(&tiles(), &logs, false);
    assert!(after.contains("name: Ada | Bo\n  born: 2001-02-03 | 1999-12-31"), "{after}");
}

#[test]
fn a_list_of_names_alone() {
    let game = "id,1,1.score,2,2.score\n1,Ada,1,Bo,2\n";
    let logs: [(&str, &[u8]); 2] = [("list.csv", b"name\nCy\nBo\n"), ("games.csv", game.as_bytes())];
    let shown = outcome(&duel(), &logs, false);
    assert!(shown.contains("name: Cy | Bo | Ada\n"), "{shown}");
}

#[test]
fn bad_lists() {
    let lists = [
        ("a column that is not there", "name,bron\nAda,2001-02-03\n"),
        ("a column twice", "name,born,born\n"),
        ("a column lacking", "name,clubs\nAda,x\n"),
        ("twice", "name,born\nAda,2001-02-03\nBo,1999-12-31\nAda,2001-02-03\n"),
        ("values", "name,born\nAda,2001-13-03\nBo,\n,1999-12-31\n"),
        ("cells", "name,born\nAda,2001-01-03,x\nBo\n"),
        ("a column without a heading", "name,born,\nAda,2001-01-03,x\nBo,2001-01-03,\n"),
        ("a quote", "name,born\n\"Ada,2001-01-03\n"),
        ("one missing", "name,born\nAda,2001-02-03\n"),
        ("nobody", "name,born\n"),
    ];
    assert_snapshot!(cases(&tiles(), &lists, false));
}

#[test]
fn bad_entrants_are_left_out() {
    let lists = [("values", "name,born\nAda,2001-02-03\nBo,1999-12-31\nCy,x\nAda,2001-02-03\n")];
    assert_snapshot!(cases(&tiles(), &lists, true));
    let bytes = b"name,born\nAda,2001-02-03\nB\xFF,1999-12-31\nBo,2001-02-03\n";
    let logs: [(&str, &[u8]); 2] = [("entrants.csv", bytes), ("games.csv", GAME.as_bytes())];
    assert_snapshot!("not_utf8", outcome(&tiles(), &logs, false));
}

#[test]
fn a_list_alone_is_no_log_of_games() {
    let list: (&str, &[u8]) = ("entrants.csv", b"name,born\nAda,2001-02-03\n");
    assert_snapshot!(outcome(&tiles(), &[list], false));
}

#[test]
fn other_logs_with_a_name_are_not_lists() {
    for (ruleset, log) in [
        (tiles(), "name,marks\nAda,1\n"),
        (duel(), "name,score\nAda,1\n"),
        (duel(), "name,1,2,1.score,2.score\nx,Ada,Bo,1,2\n"),
        (duo(), "name,blue.squares_left\nAda,1\n"),
    ] {
        let said = outcome(&ruleset, &[("games.csv", log.as_bytes())], false);
        let unknown = "`name` is not a column of this format";
        let none = "the first line names no column of this format";
        assert!(said.contains(unknown) || said.contains(none), "{log}{said}");
    }
}
