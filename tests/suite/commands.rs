//! Whole events through the real binary: a text file first.
//!
//! Each folder of `tests/events` has a file `commands`, one command a line, which is run in that folder. To add a case,
//! add a folder with a format, lists, logs and commands, and accept its snapshot.

use crate::binary::{Scratch, code, fed, printed, program, run, said};
use crate::support::{Folder, root};
use rulesctl::event::Given;
use rulesctl::format::Found;
use rulesctl::log::Input;
use rulesctl::report::{self, EventPart, EventSubject, Shape};
use rulesctl::session::Session;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[test]
fn events_go_like_this() {
    insta::glob!("../events", "*/commands", |path| {
        insta::assert_snapshot!(picture(path));
    });
}

/// The files of a folder, and what its commands print.
pub fn picture(commands: &Path) -> String {
    let folder = commands.parent().unwrap();
    let mut picture = String::new();
    for file in crate::support::files(folder, "") {
        let text = fs::read_to_string(&file).unwrap();
        writeln!(picture, "──── {}\n{}\n", crate::support::file_name(&file), text.trim_end()).unwrap();
    }
    for command in fs::read_to_string(commands).unwrap().lines() {
        let output = program().current_dir(folder).args(words(command)).output().unwrap();
        writeln!(picture, "════ {command}\n{}", printed(&output).trim_end()).unwrap();
        if !said(&output).is_empty() {
            writeln!(picture, "──── said\n{}", said(&output).trim_end()).unwrap();
        }
        writeln!(picture, "──── exit code {}\n", code(&output)).unwrap();
    }
    picture.replace('\r', "")
}

/// The words of a command; what stands between quotes is one.
fn words(command: &str) -> Vec<String> {
    let quoted = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    command.split('"').enumerate().flat_map(quoted).collect()
}

#[test]
fn a_whole_event_is_written_from_its_course() {
    let folder = root().join("tests/events/two_pools");
    let read = |name: &str| Input {
        name: name.to_owned(),
        bytes: Box::new(fs::File::open(folder.join(name)).unwrap()),
    };
    let mut session = Session::new();
    let found =
        Found { path: "cup.toml".to_owned(), text: fs::read_to_string(folder.join("cup.toml")).unwrap() };
    let format = session.load("cup", &found, &Folder(folder.clone())).unwrap();
    let logs = ["entrants.csv", "round1.csv", "round2.csv", "final.jsonl", "acts.jsonl"];
    let settings = format.ruleset.defaults();
    let followed = session.pair(&format, settings, logs.map(read), Given::seed(42)).unwrap();
    let subject = EventSubject {
        ruleset: &format.ruleset,
        settings: &followed.settings,
        stamp: &followed.stamp,
        log: &followed.log,
        course: &followed.course,
    };
    for shape in [Shape::Table, Shape::Json, Shape::Csv] {
        let mut out = Vec::new();
        report::write_event(subject, shape, EventPart::Everything, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        if shape == Shape::Json {
            serde_json::from_str::<serde_json::Value>(&text).unwrap();
        }
        insta::assert_snapshot!(format!("everything_{shape:?}").to_lowercase(), text);
    }
}

#[test]
fn what_is_printed_as_json_can_be_read() {
    for file in crate::support::files(&root().join("tests/events"), "commands") {
        for command in fs::read_to_string(&file).unwrap().lines().filter(|line| line.ends_with("json")) {
            let output = program().current_dir(file.parent().unwrap()).args(words(command)).output().unwrap();
            serde_json::from_str::<serde_json::Value>(&printed(&output)).unwrap();
        }
    }
}

#[test]
fn a_sheet_that_is_printed_can_be_read_as_a_log() {
    for format in ["two_pools/cup", "seats/tiles", "league/league", "byes/cup"] {
        let folder = root().join("tests/events");
        let path = format!("{format}.toml");
        let entrants = "name\nAda\nBo\nCem\nDora\nEli\nFinn\n";
        let scratch = Scratch::new(&format!("sheet-{}", format.replace('/', "-")));
        let entrants = scratch.file("entrants.csv", entrants);
        let pair = ["pair", &path, "--entrants", &entrants, "--output", "csv"];
        let sheet = program().current_dir(&folder).args(pair).output().unwrap();
        let mut lines = printed(&sheet).lines().map(str::to_owned).collect::<Vec<_>>();
        let columns: Vec<bool> = lines[0].split(',').map(|heading| heading.contains('.')).collect();
        for line in lines.iter_mut().skip(1) {
            // Whatever is recorded here may be 1.
            let cells = line.split(',').zip(&columns);
            let cells: Vec<&str> = cells.map(|(cell, recorded)| if *recorded { "1" } else { cell }).collect();
            *line = cells.join(",");
        }
        let filled = scratch.file("filled.csv", lines.join("\n"));
        let output = program()
            .current_dir(&folder)
            .args(["score", &path, &entrants, &filled, "--strict"])
            .output()
            .unwrap();
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert!(said(&output).is_empty(), "{}", said(&output));
    }
}

const CUP: &str = "tests/events/two_pools/cup.toml";
const ENTRANTS: &str = "tests/events/two_pools/entrants.csv";

#[test]
fn before_the_first_round_there_is_no_log() {
    let scratch = Scratch::new("no-log");
    let empty = scratch.file("empty.jsonl", "");
    let wanted = run(&["pair", CUP, "--entrants", ENTRANTS]);
    assert_eq!(code(&wanted), 0, "{}", said(&wanted));
    for arguments in [&["pair", CUP, &empty, "--entrants", ENTRANTS][..], &["pair", CUP, ENTRANTS]] {
        let output = run(arguments);
        assert_eq!((code(&output), printed(&output)), (0, printed(&wanted)), "{}", said(&output));
    }
    let list = fs::read(root().join(ENTRANTS)).unwrap();
    let output = fed(&["pair", CUP, "--entrants", "-"], &list);
    assert_eq!((code(&output), printed(&output)), (0, printed(&wanted)), "{}", said(&output));
}

#[test]
fn nobody_cannot_be_paired() {
    let output = run(&["pair", CUP]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("error[R0909]"), "{}", said(&output));
    assert!(printed(&output).contains("Pools, round 1, cannot be paired"), "{}", printed(&output));
}

#[test]
fn what_cannot_be_paired_is_refused_in_words() {
    let swapped = format!("rulesctl pair {CUP} {ENTRANTS}");
    for (arguments, exit, words) in [
        (&["pair", "blokus"][..], 2, "it does not say who meets whom"),
        (&["score", "blokus", "examples/blokus-club.csv", "--strict"], 2, "it does not say who meets whom"),
        (&["score", "blokus", "examples/blokus-club.csv", "--after", "1"], 2, "[[phase]]"),
        (&["pair", ENTRANTS, CUP], 2, &swapped),
        (&["pair", CUP, "--entrants", "nobody.csv"], 3, "error[R0701]"),
        (&["pair", CUP, "-", "--entrants", "-"], 2, "standard input can be read once"),
        (&["pair", CUP, "--entrants", ENTRANTS, "--explain", "semi 1"], 2, "there are pools 1 to 2"),
        (&["pair", CUP, "--entrants", ENTRANTS, "--set", "tie=split"], 2, "tie"),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), exit, "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains(words), "{arguments:?}: {}", said(&output));
        assert!(printed(&output).is_empty());
    }
}

#[test]
fn without_rounds_there_is_nothing_to_be_strict_about() {
    let scratch = Scratch::new("no-rounds");
    let log = scratch.file("games.csv", "1,2,1.goals,2.goals\nAda,Bo,3,1\n");
    assert_eq!(code(&run(&["score", CUP, ENTRANTS, &log])), 0);
    for flags in [&["--strict"][..], &["--after", "1"]] {
        let output = run(&[&["score", CUP, ENTRANTS, &log][..], flags].concat());
        assert_eq!(code(&output), 2, "{}", said(&output));
        assert!(said(&output).contains("no game of the log names its round"), "{}", said(&output));
    }
}
