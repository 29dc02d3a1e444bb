//! What is said of bad logs: each log and the complaints about it in one snapshot.

use super::fixtures::{duel, duo, three_of_four, tiles, two_ways};
use super::shown::outcome;
use crate::log::{Input, Reading, find, input::Lines, read};
use crate::ruleset::Ruleset;
use crate::source::Sources;
use insta::assert_snapshot;
use std::fmt::Write as _;

/// Logs under a title each, and what is said of them.
fn cases(ruleset: &Ruleset, name: &str, logs: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (title, log) in logs {
        let shown = log.replace('\r', "␍").replace('\t', "␉").replace('\0', "␀");
        let said = outcome(ruleset, &[(name, log.as_bytes())], false);
        let _ = writeln!(out, "## {title}\n{}\n{said}", shown.trim_end());
    }
    out
}

const DUO: &str =
    "blue_red,yellow_green,blue.squares_left,red.squares_left,yellow.squares_left,green.squares_left,note";

fn duo_rows(rows: &str) -> String {
    format!("{DUO}\n{rows}")
}

#[test]
fn headers() {
    let logs = [
        ("unknown", "blue_red,yelow_green,blue.squares_lft,red.squares_left,zzz\nA,B,1,2,3\n"),
        ("lacking", "blue_red,yellow_green,blue.squares_left,red.squares_left\nA,B,1,2\n"),
        ("a seat lacking", "id,blue_red,blue.squares_left\n1,A,2\n"),
        ("twice", "blue_red,yellow_green,blue.squares_left,blue_red.blue.squares_left,game,id\n"),
        ("long: lacking", "seat,entrant,blue.squares_left\n"),
        ("long: ambiguous part", "game,seat,entrant,squares_left\n"),
        ("only a header", &duo_rows("")),
        ("a row without headings", "1,2,3\n"),
    ];
    assert_snapshot!(cases(&duo(), "games.csv", &logs));
}

#[test]
fn headers_without_seats() {
    let logs = [
        ("lacking", "1,1.score,2\nA,1,B\n"),
        ("third side", "1,1.score,2,2.score,3,3.score\nA,1,B,2,C,3\n"),
        ("long: lacking", "game,entrant,time\n"),
        ("long: seat", "game,seat,entrant,score\n"),
        ("no sides", "id;day\n1;2026-01-01\n"),
    ];
    assert_snapshot!(cases(&duel(), "games.csv", &logs));
    let logs = [("a list of parts", "game,entrant,hand\n1,A,x\n")];
    assert_snapshot!(cases(&tiles(), "games.csv", &logs));
}

#[test]
fn cells() {
    let rows = duo_rows(
        "A,B,4O,1e3,1.5,90,x\nA,B,-1,9223372036854775808,99999999999999999999999,,x\nA,B,1 000,0x10,\u{FF11},+,\n",
    );
    let logs = [("integers", rows.as_str())];
    assert_snapshot!(cases(&duo(), "games.csv", &logs));
    let logs = [
        (
            "all kinds",
            "1;1.score;1.time;1.share;1.late;2;2.score;day;end;round\nA;1;3 parsecs;a;maybe;B;2;30.11.2026;playd;1,0\n",
        ),
        ("all kinds again", "1,1.score,1.time,1.share,2,2.score,day,end\nA,1,1:75,1e3,B,2,2026-02-30,xyz\n"),
        (
            "a number too large",
            "1,1.score,1.share,2,2.score\nA,-201,123456789012345678901234567890123456789012,B,2\n",
        ),
        ("zero below", "1,1.score,1.share,2,2.score\nA,1,1/0,B,2\n"),
    ];
    assert_snapshot!(cases(&duel(), "games.csv", &logs));
}

#[test]
fn rows() {
    let logs = [
        ("too few", &*duo_rows("A,B,1,2,3,4\nA,B,1,2,3,4,\n")),
        ("too many", &duo_rows("A,B,1,2,3,4,n,5\n")),
        ("cut in the middle", &duo_rows("A,B,1,2,3,4,n\nA,B,1,2")),
        ("an open quote", &duo_rows("A,\"B,1,2,3,4,n\nA,B,1,2,3,4,n\n")),
        ("no entrant", &duo_rows("A,,1,2,,,n\n,,1,2,3,4,\nA,\u{7}B,1,2,3,4,n\n")),
        ("missing", &duo_rows("A,B,1,,3,4,n\nA,B,1,2,3,\"\",n\n")),
        ("one against oneself", &duo_rows("A,A,1,2,3,4,n\n")),
        (
            "no heading",
            "blue_red,yellow_green,blue.squares_left,red.squares_left,yellow.squares_left,green.squares_left,\nA,B,1,2,3,4,\nA,B,1,2,3,5,n\n",
        ),
        ("to the letter", &duo_rows("A,B,1,2,3,4,n\nA,B,1,2,3,4,n\n")),
    ];
    assert_snapshot!(cases(&duo(), "games.csv", &logs));
}

#[test]
fn long_rows() {
    let head =
        "game,seat,entrant,round,blue.squares_left,red.squares_left,yellow.squares_left,green.squares_left\n";
    let log = |rows: &str| format!("{head}{rows}");
    let logs = [
        ("unknown seat", &*log("1,blue_rad,A,,1,2,,\n1,yellow_green,B,,,,3,4\n")),
        ("seat twice", &log("1,blue_red,A,,1,2,,\n\n1,blue_red,B,,3,4,,\n")),
        ("no seat, no entrant", &log("1,,A,,1,2,,\n1,yellow_green,,,,,3,4\n")),
        ("part of another seat", &log("1,blue_red,A,,1,2,,4\n1,yellow_green,B,,,,3,\n")),
        ("they disagree", &log("1,blue_red,A,5,1,2,,\n\n1,yellow_green,B,6,,,3,4\n")),
        ("missing", &log("1,blue_red,A,,1,2,,\n1,yellow_green,B,,,,3,\n")),
        ("a side is lost", &log("1,blue_red,A,,1,2,,\n2,blue_red,A,,1,2,,\n2,yellow_green,B,,,,3,4\n")),
        (
            "again later",
            &log(
                "1,blue_red,A,,1,2,,\n1,yellow_green,B,,,,3,4\n2,blue_red,A,,1,2,,\n2,yellow_green,B,,,,3,4\n1,blue_red,A,,1,2,,\n1,yellow_green,B,,,,3,4\n",
            ),
        ),
        ("no id", &log(",blue_red,A,,1,2,,\n,yellow_green,B,,,,3,4\n")),
        ("too few", &log("1,blue_red,A,,1,2,,\n1,yellow_green,B\n")),
    ];
    assert_snapshot!(cases(&duo(), "games.csv", &logs));
}

#[test]
fn json_that_is_none() {
    let logs = [
        ("cut in the middle", "{\"game\": {\"sides\": {\"A\": {\"score\": 1}, \"B\": {\"sco"),
        ("too early", "{\"game\": {\"sides\": {\"A\": {\"score\": 1\n"),
        ("pretty", "{\n  \"game\": {}\n}\n"),
        ("an array", "[\n{\"game\": {}}\n]\n"),
        ("an array on one line", "[{\"game\": {}}]\n"),
        (
            "signs",
            "{\"game\": {\"sides\" {}}}\n{'game': {}}\n{\"game\": {},}\n{\"game\": {\"round\": 01}}\n{\"game\": {\"round\": NaN}}\n{\"game\": {}} x\n{\"game\": {\"phase\": \"a\tb\"}}\n{\"game\": {\"phase\": \"\\q\"}}\n",
        ),
        (
            "kinds",
            "{\"decision\": {\"by\": \"arbiter\"}}\n{\"gmae\": {}}\n{}\n{\"game\": {}, \"entrant\": {}}\n{\"x\": 1}\n",
        ),
        ("empty", " \n\n"),
        ("nothing but an entrant", "{\"entrant\": {\"name\": \"A\"}}\n"),
        ("nul", "{\"game\": {\"phase\": \"a\0b\"}}\n"),
    ];
    assert_snapshot!(cases(&duel(), "games.jsonl", &logs));
}

#[test]
fn json_values() {
    let side =
        |what: &str| format!("{{\"game\": {{\"sides\": {{\"A\": {{{what}}}, \"B\": {{\"score\": 2}}}}}}}}\n");
    let logs = [
        (
            "integers",
            &*format!(
                "{}{}{}{}{}",
                side("\"score\": 1.5"),
                side("\"score\": 1e3"),
                side("\"score\": -9223372036854775809"),
                side("\"score\": \"4O\""),
                side("\"score\": -201")
            ),
        ),
        (
            "other kinds",
            &format!(
                "{}{}{}{}",
                side("\"score\": true, \"late\": 2"),
                side("\"score\": [1], \"late\": null"),
                side("\"score\": {\"a\": [{}]}, \"time\": false"),
                side("\"score\": 1, \"score\": 2")
            ),
        ),
        ("keys", &side("\"scoer\": {\"x\": 1}")),
        ("missing", &side("\"time\": 3")),
        (
            "texts and dates",
            "{\"game\": {\"phase\": 1, \"match\": 1.5, \"id\": true, \"day\": \"today\", \"end\": 5, \"sides\": {}}}\n",
        ),
        (
            "shapes",
            "{\"game\": 5}\n{\"game\": {\"sides\": 5}}\n{\"game\": {\"sides\": {\"A\": 1}}}\n{\"game\": null}\n{\"entrant\": \"A\"}\n{\"game\": {\"sides\": [{\"entrant\": [1]}]}}\n",
        ),
        (
            "sides",
            "{\"game\": {\"sides\": {\"A\": {\"score\": 1}}}}\n{\"game\": {}}\n{\"game\": {\"sides\": [{\"score\": 1}, {\"entrant\": \"B\", \"score\": 1}]}}\n{\"game\": {\"sides\": {\"A\": {\"score\": 1}, \"A\": {\"score\": 1}}}}\n{\"game\": {\"sides\": {\"A\": {\"score\": 1, \"entrant\": \"C\"}, \"\": {\"score\": 1}}}}\n{\"game\": {\"sides\": {\"A\": {\"score\": 1}, \"B\": {\"score\": 1}, \"C\": {\"score\": 1}}}}\n",
        ),
        (
            "the same game",
            "{\"game\": {\"id\": 7, \"sides\": {\"A\": {\"score\": 1}, \"B\": {\"score\": 2}}}}\n{\"game\": {\"sides\": {\"A\": {\"score\": 1}, \"B\": {\"score\": 2}}, \"id\": \"7\"}}\n",
        ),
        ("to the letter", &format!("{0}\n  {0}", side("\"score\": 1").trim_end())),
        (
            "entrants",
            "{\"entrant\": {\"name\": \"A\"}}\n{\"entrant\": {\"name\": \"A\"}}\n{\"entrant\": {}}\n{\"entrant\": {\"name\": null}}\n{\"entrant\": {\"name\": \"C\", \"rating\": 1}}\n",
        ),
    ];
    assert_snapshot!(cases(&duel(), "games.jsonl", &logs));
}

#[test]
fn json_seats() {
    let logs = [
        (
            "unknown",
            "{\"game\": {\"sides\": {\"blue\": {\"entrant\": \"A\"}, \"green_red\": {\"entrant\": \"B\"}}}}\n",
        ),
        (
            "part of another seat",
            "{\"game\": {\"sides\": {\"blue_red\": {\"entrant\": \"A\", \"blue\": {\"squares_left\": 1}, \"green\": {\"squares_left\": 1}}, \"yellow_green\": {\"entrant\": \"B\", \"yellow\": {\"squares_left\": 1}}}}}\n",
        ),
        (
            "no entrant",
            "{\"game\": {\"sides\": {\"blue_red\": {\"blue\": {\"squares_left\": 1}, \"red\": {\"squares_left\": 1}}}}}\n",
        ),
        (
            "one side",
            "{\"game\": {\"sides\": {\"blue_red\": {\"entrant\": \"A\", \"blue\": {\"squares_left\": 1}, \"red\": {\"squares_left\": 1}}}}}\n",
        ),
        (
            "a list without seats",
            "{\"game\": {\"sides\": [{\"entrant\": \"A\"}, {\"entrant\": \"B\", \"seat\": \"blue\"}, {\"seat\": \"blue_red\"}, {\"seat\": \"blue_red\"}]}}\n",
        ),
        (
            "another seat",
            "{\"game\": {\"sides\": {\"blue_red\": {\"seat\": \"yellow_green\", \"entrant\": \"A\"}}}}\n",
        ),
        (
            "parts twice",
            "{\"game\": {\"blue\": {\"squares_left\": 1}, \"sides\": {\"blue_red\": {\"entrant\": \"A\", \"blue\": {\"squares_left\": 2}}}}}\n",
        ),
    ];
    assert_snapshot!(cases(&duo(), "games.jsonl", &logs));
    let logs = [
        (
            "four play",
            "{\"game\": {\"sides\": {\"blue\": {\"entrant\": \"A\", \"squares_left\": 1}, \"yellow\": {\"entrant\": \"B\", \"squares_left\": 1}, \"red\": {\"entrant\": \"C\", \"squares_left\": 1}, \"green\": {\"entrant\": \"D\", \"squares_left\": 1}}}}\n",
        ),
        (
            "half of the empty seat",
            "{\"game\": {\"sides\": {\"blue\": {\"entrant\": \"A\", \"squares_left\": 1}, \"yellow\": {\"entrant\": \"B\", \"squares_left\": 1}, \"red\": {\"entrant\": \"C\", \"squares_left\": 1}}, \"green\": {\"pieces_left\": 1}}}\n",
        ),
    ];
    assert_snapshot!(cases(&three_of_four(), "games.jsonl", &logs));
}

#[test]
fn another_way_of_playing() {
    let csv = [
        ("a seat of it", "north,blue,north.squares_left,yellow.squares_left\n"),
        ("a part of it", "north,south,blue.squares_left,yellow.squares_left,red.squares_left\n"),
    ];
    let json = [
        ("a seat of it", "{\"game\": {\"sides\": {\"green\": {\"entrant\": \"A\"}}}}\n"),
        ("a part of it", "{\"game\": {\"red\": {\"squares_left\": 1}}}\n"),
    ];
    let ruleset = two_ways();
    assert_snapshot!(cases(&ruleset, "games.csv", &csv) + &cases(&ruleset, "games.jsonl", &json));
}

#[test]
fn entrants_of_whom_nothing_is_recorded() {
    let log = "{\"game\": {\"id\": 1, \"sides\": {\"A\": {\"marks\": [11], \"hand\": [{\"a\": 1}, 5]}, \"B\": {\"marks\": {}}}}}\n";
    let fine = "{\"entrant\": {\"name\": \"A\"}}\n{\"game\": {\"sides\": {\"C\": {}, \"B\": {}}}}\n";
    let born = "{\"entrant\": {\"name\": \"B\", \"born\": \"2001-01-01\"}}\n{\"game\": {\"sides\": {\"C\": {}, \"B\": {}}}}\n";
    let logs = [("lists", log), ("a record that lacks it", fine), ("no record", born)];
    assert_snapshot!(cases(&tiles(), "games.jsonl", &logs));
}

#[test]
fn bytes_that_are_not_utf8() {
    let mut out = String::new();
    let mut utf16 = vec![0xFF, 0xFE];
    utf16.extend("1;1.score\n".encode_utf16().flat_map(u16::to_le_bytes));
    let logs: [&[u8]; 7] = [
        b"1,1.score,2,2.score\nA,1,B\xE9,2\n",
        b"1,1.score,2,2.sc\xF6re\nA,1,B,2\n",
        b"id,1,1.score,2,2.score\n1,A,1,\"x\n\xC3\xA9\xE9\",2\n",
        b"{\"game\": {\"sides\": {\"\xC3\xA9\xFF\": {}}}}\n",
        b"game,entrant,score\n1,A,1\n1,B\xFF,2\n",
        &utf16,
        b"\x001\x00;\x002\x00\n\x00a\x00;",
    ];
    for log in logs {
        let _ = writeln!(out, "## {}\n{}", log.escape_ascii(), outcome(&duel(), &[("games", log)], false));
    }
    assert_snapshot!(out);
}

#[test]
fn only_so_many_complaints() {
    let mut log = String::from("1,1.score,2,2.score\n");
    for _ in 0..200 {
        log.push_str("A,x,B,y\n");
    }
    let said = outcome(&duel(), &[("games.csv", log.as_bytes())], false);
    assert_eq!(said.lines().filter(|line| line.starts_with('R')).count(), 51);
    assert!(said.ends_with("R0706: and 350 more complaints of the log\n"), "{said}");
}

#[test]
fn a_long_line_is_shown_in_part() {
    let name = "é".repeat(3000);
    let log = format!("1,1.score,2,2.score\n{name},1,{name},zwei\n");
    let said = outcome(&duel(), &[("games.csv", log.as_bytes())], false);
    assert!(said.lines().all(|line| line.chars().count() < 400), "{said}");
    assert!(said.contains("[zwei]"), "{said}");
    assert!(said.contains("this is its column 6005"), "{said}");
}

#[test]
fn a_record_without_end_is_not_read_into_memory() {
    struct Endless;
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b'"');
            Ok(buffer.len())
        }
    }
    let mut lines = Lines::new(Box::new(Endless)).with_limit(1 << 20);
    assert!(lines.next().is_err());
}

#[test]
fn a_file_that_breaks_off_with_an_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let (mut sources, mut complaints) = (Sources::new(), crate::diagnostic::Complaints::new());
    let ruleset = duel();
    let input = Input { name: "games.csv".to_owned(), bytes: Box::new(Broken) };
    let log =
        read(&ruleset, &ruleset.defaults(), vec![input], Reading::default(), &mut sources, &mut complaints);
    assert!(log.is_none());
    let said = super::shown::complained(&complaints, &sources);
    assert_eq!(said, "R0701: the log `games.csv` cannot be read: the disk is gone\n");
}

#[test]
fn files_that_cannot_be_opened() {
    let said = |path: &str| {
        let mut complaints = crate::diagnostic::Complaints::new();
        let found = find(path, &mut complaints).len();
        let said: Vec<String> =
            complaints.iter().map(|one| format!("{}: {}", one.code, one.message)).collect();
        assert_eq!(found, usize::from(said.is_empty()));
        said.join("\n")
    };
    assert_eq!(
        said("no/such.csv"),
        "R0701: there is no log `no/such.csv`: the directory `no` does not exist"
    );
    assert_eq!(said("such.csv"), "R0701: there is no log `such.csv`");
    assert_eq!(said("Cargo.toml/x.csv").split(": ").next(), Some("R0701"));
    assert_eq!(said("Cargo.toml"), "");
}
