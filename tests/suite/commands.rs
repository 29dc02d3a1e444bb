//! Whole events through the real binary: a text file first.
//!
//! Each folder of `tests/events` has a file `commands`, one command a line, which is run in that folder. To add a case,
//! add a folder with a format, lists, logs and commands, and accept its snapshot.

use crate::binary::{Scratch, code, printed, program, said};
use crate::support::{Folder, root};
use rulesctl::format::Found;
use rulesctl::log::Input;
use rulesctl::report::{self, EventPart, EventSubject, Shape};
use rulesctl::session::Session;
use std::fmt::Write as _;
use std::fs;

#[test]
fn events_go_like_this() {
    insta::glob!("../events", "*/commands", |path| {
        let folder = path.parent().unwrap();
        let mut picture = String::new();
        for file in crate::support::files(folder, "") {
            let text = fs::read_to_string(&file).unwrap();
            writeln!(picture, "──── {}\n{}\n", crate::support::file_name(&file), text.trim_end()).unwrap();
        }
        for command in fs::read_to_string(path).unwrap().lines() {
            let output = program().current_dir(folder).args(words(command)).output().unwrap();
            writeln!(picture, "════ {command}\n{}", printed(&output).trim_end()).unwrap();
            if !said(&output).is_empty() {
                writeln!(picture, "──── said\n{}", said(&output).trim_end()).unwrap();
            }
            writeln!(picture, "──── exit code {}\n", code(&output)).unwrap();
        }
        insta::assert_snapshot!(picture.replace('\r', ""));
    });
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
    let followed = session.pair(&format, settings, logs.map(read).into(), 42).unwrap();
    let subject = EventSubject {
        ruleset: &format.ruleset,
        settings: &followed.settings,
        hash: &followed.hash,
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
