//! A folder of records is one log, read on all cores as if file by file.

use crate::binary::{Scratch, code, printed, program, said};
use crate::selfplay::{FOUR, record};
use crate::support::{Folder, file_name, root};
use rulesctl::diagnostic::{Code, Complaints};
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::log::{Input, Unread, find};
use rulesctl::replay::blokus::Variant;
use rulesctl::report::{self, Part, Shape};
use rulesctl::session::{Format, Scoring, Session};
use std::fs;
use std::process::Output;

/// A folder of its own, in which the program is run.
struct Place(Scratch);

impl Place {
    fn new(name: &str) -> Self {
        Self(Scratch::new(&format!("folders-{name}")))
    }

    /// Writes a file, and the folders it stands in.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        program().args(arguments).current_dir(&self.0.0).output().unwrap()
    }

    /// The ids of the games of a log, in their order.
    fn games(&self, logs: &[&str]) -> Vec<String> {
        let output = self.run(&[&["score", "blokus", "--games", "--output", "csv"], logs].concat());
        assert_eq!(code(&output), 0, "{}", said(&output));
        let mut games: Vec<String> =
            printed(&output).lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect();
        games.dedup();
        games
    }
}

fn blokus(session: &mut Session) -> Format {
    let found: Found = ShippedFormats.find("blokus", "").unwrap();
    session.load("blokus", &found, &Folder(root().join("formats"))).unwrap()
}

/// Everything that comes of logs: complaints, tables, JSON.
fn outcome<'a>(
    logs: impl IntoIterator<Item: Into<Unread<'a>>>,
    keep_going: bool,
) -> (String, String, String) {
    let mut session = Session::new();
    let format = blokus(&mut session);
    let settings = format.ruleset.defaults();
    let scored = session.score(&format, settings, logs, Scoring { keep_going, ..Scoring::default() });
    let written = |shape| {
        let mut text = Vec::new();
        if let Some(scored) = &scored {
            report::write(scored.subject(&format.ruleset), shape, Part::Everything, &mut text).unwrap();
        }
        String::from_utf8(text).unwrap()
    };
    (session.rendered(false), written(Shape::Table), written(Shape::Json))
}

fn four(names: [&str; 4]) -> String {
    let old = ["P1[Ala]", "P2[Ola]", "P3[Ela]", "P4[Ula]"].into_iter().zip(1..).zip(names);
    let game = fs::read_to_string(root().join("tests/replay/four.blksgf")).unwrap();
    old.fold(game, |game, ((old, seat), new)| game.replace(old, &format!("P{seat}[{new}]")))
}

/// A game of four by its result.
fn by_hand(id: &str) -> String {
    let sides = ["blue", "yellow", "red", "green"].into_iter().zip(["Ada", "Bo", "Cem", "Dana"]);
    let sides: Vec<String> = sides
        .map(|(seat, name)| format!("\"{seat}\": {{\"entrant\": \"{name}\", \"squares_left\": 5}}"))
        .collect();
    format!("{{\"game\": {{\"id\": \"{id}\", \"sides\": {{{}}}}}}}\n", sides.join(", "))
}

/// The same as a table.
fn table(id: &str) -> String {
    let seats = ["blue", "yellow", "red", "green"];
    let columns: Vec<String> = seats.iter().map(|seat| format!("{seat}.squares_left")).collect();
    format!("id,{},{}\n{id},Ada,Bo,Cem,Dana,5,5,5,5\n", seats.join(","), columns.join(","))
}

/// Six hundred files of every encoding; some of them are wrong where that is wanted.
fn many(place: &Place, with_faults: bool) -> Vec<String> {
    let games: Vec<String> = (1..8).map(|seed| record(Variant::Four, seed, FOUR)).collect();
    let names = (1..=600).map(|number: usize| {
        let game = games[number % games.len()].replace("[Ala]", &format!("[Ala {number}]"));
        let (ending, text) = match number % 50 {
            1 => ("csv", table(&format!("c{number}"))),
            2 => ("jsonl", by_hand(&format!("j{number}"))),
            3 if with_faults => ("blksgf", game.replacen(";2[", ";3[", 1)),
            4 if with_faults => ("blksgf", String::new()),
            5 if with_faults => ("sgf", format!("{game}{game}")),
            6 if with_faults => ("csv", "id,blue,yellow\n1,Ada\n".to_owned()),
            7 if with_faults => ("json", by_hand("j2")),
            8 if with_faults => ("blksgf", game.replace("P2[Ola]", "P2[]")),
            9 if with_faults => ("blksgf", format!("{game} ]\u{feff}")),
            // Too large to be read ahead.
            10 => {
                ("blksgf", format!("\n\n{}", game.replacen(';', &format!(";C[{}]", "x".repeat(80_000)), 1)))
            }
            _ => ("blksgf", game),
        };
        let name = format!("games/{number}.{ending}");
        place.file(&name, text);
        name
    });
    names.collect()
}

#[test]
fn a_folder_is_read_as_if_file_by_file() {
    for with_faults in [false, true] {
        let place = Place::new(if with_faults { "faults" } else { "sound" });
        let names = many(&place, with_faults);
        let paths: Vec<String> =
            names.iter().map(|name| place.0.0.join(name).display().to_string()).collect();
        let bytes: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
        for keep_going in [false, true] {
            // What is read from memory is never read ahead.
            let streams = paths
                .iter()
                .zip(&bytes)
                .map(|(path, bytes)| Input { name: path.clone(), bytes: Box::new(bytes.as_slice()) });
            let one_by_one = outcome(streams, keep_going);
            let mut complaints = Complaints::new();
            let folder = find(place.0.0.join("games").to_str().unwrap(), &mut complaints);
            assert!(complaints.is_empty() && folder.len() == 600);
            assert_eq!(outcome(folder, keep_going), one_by_one);
            let (said, tables, _) = one_by_one;
            assert_eq!(tables.is_empty(), with_faults, "{said}");
            assert_eq!(said.is_empty(), !with_faults, "{said}");
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let by_name = place.run(&[&["score", "blokus"], names.as_slice()].concat());
        let in_folder = place.run(&["score", "blokus", "games"]);
        assert_eq!(code(&in_folder), i32::from(with_faults));
        assert_eq!((by_name.stdout, by_name.stderr), (in_folder.stdout, in_folder.stderr));
    }
}

#[test]
fn names_are_in_order_and_games_are_called_by_their_paths() {
    let place = Place::new("order");
    place.file("g/round 10/1.blksgf", four(["A", "B", "C", "D"]));
    place.file("g/round 9/2.blksgf", four(["E", "B", "C", "D"]));
    place.file("g/round 9/11.sgf", four(["F", "B", "C", "D"]));
    place.file("g/round 9/deeper/1.BLKSGF", four(["G", "B", "C", "D"]));
    place.file("g/last.jsonl", by_hand("by hand"));
    place.file("g/0.csv", table("7"));
    let wanted = ["7", "by hand", "round 9/2", "round 9/11", "round 9/deeper/1", "round 10/1"];
    assert_eq!(place.games(&["g"]), wanted);
    assert_eq!(place.games(&["./g/"]), wanted);
    // Unread by itself, a file has its name for an id.
    assert_eq!(place.games(&["g/round 10", "g/round 9/2.blksgf"]), ["1", "2"]);
}

#[test]
fn what_is_passed_over_is_said() {
    let place = Place::new("passed-over");
    place.file("g/1.blksgf", four(["A", "B", "C", "D"]));
    for name in ["a.txt", "b.txt", "deep/c.txt", "d.toml", "e", ".f.csv", ".hidden/g.csv", "h.csv~"] {
        place.file(&format!("g/{name}"), "no log");
    }
    let output = place.run(&["score", "blokus", "g"]);
    assert_eq!(code(&output), 0);
    insta::assert_snapshot!(said(&output));
    assert_eq!(place.games(&["g"]), ["1"]);
    fs::remove_file(place.0.0.join("g/1.blksgf")).unwrap();
    let output = place.run(&["score", "blokus", "g"]);
    assert_eq!(code(&output), 1);
    insta::assert_snapshot!(said(&output));
}

#[test]
fn a_folder_with_nothing_in_it_is_no_log() {
    let place = Place::new("empty");
    fs::create_dir_all(place.0.0.join("empty/inner")).unwrap();
    for command in ["score", "pair"] {
        let output = place.run(&[command, "blokus-pools", "empty"]);
        assert_eq!(code(&output), 1);
        let said = said(&output);
        assert!(said.contains("error[R0710]: there is no log in the folder `empty`"), "{said}");
        assert!(said.contains("help: put a file in it whose name ends in `.csv`"), "{said}");
    }
}

#[test]
fn games_of_one_name_are_told_apart_by_their_folder() {
    let place = Place::new("clash");
    place.file("g/r1/1.blksgf", four(["A", "B", "C", "D"]));
    place.file("g/r2/1.blksgf", four(["E", "B", "C", "D"]));
    assert_eq!(place.games(&["g"]), ["r1/1", "r2/1"]);
    let output = place.run(&["score", "blokus", "g/r1", "g/r2"]);
    assert_eq!(code(&output), 1);
    insta::assert_snapshot!(said(&output));
}

#[test]
fn a_copied_file_is_noticed() {
    let place = Place::new("copied");
    place.file("g/1.blksgf", four(["A", "B", "C", "D"]));
    place.file("g/1 (copy).blksgf", four(["A", "B", "C", "D"]));
    let output = place.run(&["score", "blokus", "g"]);
    assert_eq!(code(&output), 0);
    insta::assert_snapshot!(said(&output));
}

#[test]
#[cfg(unix)]
fn links_lead_everywhere_once_and_in_no_circle() {
    use std::os::unix::fs::symlink;
    let place = Place::new("links");
    place.file("g/b/1.blksgf", four(["A", "B", "C", "D"]));
    place.file("other/2.blksgf", four(["E", "B", "C", "D"]));
    let link = |to: &str, from: &str| symlink(to, place.0.0.join(from)).unwrap();
    link("..", "g/b/up");
    link("b", "g/a");
    link("../other", "g/z");
    link("../../other", "g/b/y");
    link("../g", "other/back");
    link("itself", "g/itself");
    link("../other/2.blksgf", "g/3.blksgf");
    let output = place.run(&["score", "blokus", "g", "--games"]);
    let words = said(&output);
    assert!(
        words.contains(
            "5 entries are passed over in the folder `g`: 1 without an ending, 4 links to folders that are read already"
        ),
        "{words}"
    );
    // A link to a file is a file: here one that is alike to another.
    assert_eq!(words.matches("warning[R0712]").count(), 1, "{words}");
    assert_eq!(place.games(&["g"]), ["3", "b/1", "b/y/2"]);
    link("nowhere", "g/4.csv");
    let output = place.run(&["score", "blokus", "g"]);
    assert_eq!(code(&output), 3);
    assert!(said(&output).contains("error[R0701]: the log `g/4.csv` cannot be read"), "{}", said(&output));
}

#[test]
fn entrants_and_events_come_from_folders_too() {
    let place = Place::new("events");
    for name in ["entrants.csv", "draw.jsonl", "round-1.csv", "round-2.csv"] {
        let path = root().join("examples/blokus-pools").join(name);
        let bytes = fs::read(&path).unwrap();
        place.file(&format!("event/{}", file_name(&path).replace("entrants", "0-entrants")), bytes);
    }
    place.file("list/entrants.csv", fs::read(root().join("examples/blokus-pools/entrants.csv")).unwrap());
    let folder = place.run(&["pair", "blokus-pools", "event"]);
    assert_eq!(code(&folder), 0, "{}", said(&folder));
    let mut files: Vec<String> = fs::read_dir(place.0.0.join("event"))
        .unwrap()
        .map(|entry| format!("event/{}", file_name(&entry.unwrap().path())))
        .collect();
    files.sort();
    assert!(files.len() > 2);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let by_name = place.run(&[&["pair", "blokus-pools"], files.as_slice()].concat());
    assert_eq!(printed(&folder), printed(&by_name));
    for command in [&["pair", "blokus-pools"][..], &["simulate", "blokus-pools"]] {
        let with = |list| place.run(&[command, &["--entrants", list]].concat());
        let folder = with("list");
        assert_eq!(code(&folder), 0, "{}", said(&folder));
        assert_eq!(printed(&folder), printed(&with("list/entrants.csv")));
    }
    let output = place.run(&["simulate", "blokus-pools", "--entrants", "list", "--log", "list/log.jsonl"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("among the lists of entrants"), "{}", said(&output));
}

#[test]
fn more_logs_than_sixteen_bits_count() {
    let mut logs: Vec<(String, String)> =
        (1..=65_540).map(|number| (format!("{number}.jsonl"), by_hand(&number.to_string()))).collect();
    logs.push(("last.jsonl".to_owned(), by_hand("65539")));
    let streams =
        logs.iter().map(|(name, text)| Input { name: name.clone(), bytes: Box::new(text.as_bytes()) });
    let mut session = Session::new();
    let format = blokus(&mut session);
    let settings = format.ruleset.defaults();
    assert!(session.score(&format, settings, streams, Scoring::default()).is_none());
    let said = session.rendered(false);
    assert!(
        said.contains(" --> last.jsonl:1:") && said.contains("the first time at 65539.jsonl:1"),
        "{said}"
    );
    assert_eq!(session.complaints.iter().filter(|one| one.code == Code::DuplicateGame).count(), 1);
}
