//! The real binary: whatever is handed to it, it answers in words, points at the place, ends with a documented exit
//! code, and never panics.

use crate::binary::Scratch;
use std::process::{Command, Stdio};

/// A format with something of every kind to record.
const FORMAT: &str = "language = 1\n[side.record]\nscore = 'integer'\nname_of = 'text?'\n\
    [side.rules]\ntwice = 'score * 2'\nnamed = 'known(name_of)'\n\
    [standing.overall]\norder = 'sum(twice) highest first'\n";

/// A directory of its own, in which the program is run.
struct Place(Scratch);

impl Place {
    fn new(name: &str) -> Self {
        Self(Scratch::new(&format!("withstand-{name}")))
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        self.0.file(name, bytes);
        name.to_owned()
    }

    /// Runs the program in the directory; its exit code, and what it said on both outputs.
    fn run(&self, arguments: &[&str]) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_rulesctl"))
            .args(arguments)
            .current_dir(&self.0.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).expect("complaints are UTF-8");
        assert!(
            !said.contains("panicked") && !said.contains("overflowed its stack"),
            "{arguments:?}\n{said}"
        );
        let code = output.status.code().unwrap_or(-1);
        assert!((0..=3).contains(&code), "{arguments:?}: {code} is no documented exit code\n{said}");
        assert!(said.len() < 100_000, "{arguments:?}: a message of {} bytes", said.len());
        (code, format!("{said}{}", String::from_utf8_lossy(&output.stdout)))
    }
}

#[track_caller]
fn expect((code, said): (i32, String), wanted: i32, words: &[&str]) {
    assert_eq!(code, wanted, "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` must be said:\n{said}");
    }
}

#[test]
fn files_that_are_not_there() {
    let scratch = Place::new("absent");
    let format = scratch.file("f.toml", FORMAT);
    let log = scratch.file("g.csv", "game,entrant,score\n1,A,1\n1,B,2\n");
    expect(scratch.run(&["score", &format, "nothing.csv"]), 3, &["error[R0701]", "nothing.csv"]);
    expect(scratch.run(&["score", "nothing.toml", &log]), 3, &["error[R0701]", "nothing.toml"]);
    expect(scratch.run(&["check", "nothing.toml"]), 3, &["error[R0701]", "nothing.toml"]);
    expect(scratch.run(&["score", &format, "no/folder/g.csv"]), 3, &["error[R0701]", "no/folder"]);
    expect(scratch.run(&["score", &format, ""]), 3, &["error[R0701]"]);
}

#[test]
fn directories() {
    let scratch = Place::new("directories");
    let format = scratch.file("f.toml", FORMAT);
    std::fs::create_dir(scratch.0.0.join("folder")).unwrap();
    std::fs::create_dir(scratch.0.0.join("folder.toml")).unwrap();
    expect(scratch.run(&["score", &format, "folder"]), 1, &["error[R0710]", "no log in the folder `folder`"]);
    expect(scratch.run(&["score", &format, "f.toml/folder"]), 3, &["error[R0701]"]);
    expect(scratch.run(&["check", "folder.toml"]), 3, &["error[R0701]", "folder.toml", "directory"]);
    expect(scratch.run(&["score", "folder.toml", "folder"]), 3, &["error[R0701]", "folder.toml"]);
    let on_folder = scratch.file("on.toml", "language = 1\nextends = 'folder.toml'\n");
    expect(scratch.run(&["check", &on_folder]), 1, &["error[R0107]", "on.toml:2:11"]);
}

#[test]
fn unknown_names() {
    let scratch = Place::new("unknown");
    expect(scratch.run(&["check", "blokkus"]), 2, &["blokkus", "did you mean `blokus`?"]);
    expect(scratch.run(&["score", "tarot-dule", "g.csv"]), 2, &["did you mean `tarot-duel`?"]);
    expect(scratch.run(&["check", "zzzzzzzzzzzz"]), 2, &["zzzzzzzzzzzz", "blokus"]);
    let format = scratch.file("f.toml", "language = 1\nextends = 'blokuss'\n");
    expect(scratch.run(&["check", &format]), 1, &["error[R0107]", "f.toml:2:11", "did you mean `blokus`?"]);
}

#[test]
fn logs_with_nothing_in_them() {
    let scratch = Place::new("empty");
    let format = scratch.file("f.toml", FORMAT);
    for (name, bytes) in [
        ("empty.csv", ""),
        ("blank.csv", "\n\n  \n"),
        ("mark.csv", "\u{feff}"),
        ("header.csv", "game,entrant,score\n"),
        ("empty.jsonl", "\n"),
    ] {
        let log = scratch.file(name, bytes);
        expect(scratch.run(&["score", &format, &log]), 1, &["error[R0710]", name]);
        expect(scratch.run(&["score", &format, &log, "--keep-going"]), 1, &["error[R0710]", name]);
    }
    // An empty format has no version.
    let empty = scratch.file("e.toml", "");
    expect(scratch.run(&["check", &empty]), 1, &["error[R0102]", "e.toml"]);
    let bare = scratch.file("b.toml", "language = 1");
    let (code, said) = scratch.run(&["check", &bare]);
    assert!(code < 2, "{said}");
}

#[test]
fn logs_that_are_cut_short() {
    let scratch = Place::new("cut");
    let format = scratch.file("f.toml", FORMAT);
    let whole = "{\"game\": {\"id\": 1, \"sides\": {\"A\": {\"score\": 1}, \"B\": {\"score\": 22}}}}\n\
        {\"game\": {\"id\": 2, \"sides\": {\"A\": {\"score\": 3}, \"B\": {\"score\": 44}}}}";
    let first = whole.find('\n').unwrap();
    for cut in first + 2..whole.len() {
        let log = scratch.file("cut.jsonl", &whole[..cut]);
        expect(scratch.run(&["score", &format, &log]), 1, &["error[", "cut.jsonl:2:"]);
        if cut % 16 == 0 {
            expect(scratch.run(&["score", &format, &log, "--keep-going"]), 1, &["cut.jsonl:2:", "Games"]);
        }
    }
    let whole = "game,entrant,score\n1,A,1\n1,B,2\n2,A,\"3\"\n2,B,4\n";
    for (log, place) in [
        ("game,entrant,score\n1,A,1\n1,B,2\n2,A", "cut.csv:4:"),
        ("game,entrant,score\n1,A,1\n1,B,2\n2,A,\"3", "cut.csv:4:"),
        ("game,entrant,score\n1,A,1\n1,B,2\n2,A,3\n2,B,", "cut.csv:5:"),
        ("game,entrant,score\n1,A,1\n1,B,2\n2,A,3\n", "cut.csv:4:"),
    ] {
        let log = scratch.file("cut.csv", log);
        expect(scratch.run(&["score", &format, &log]), 1, &["error[", place]);
    }
    let log = scratch.file("whole.csv", whole);
    expect(scratch.run(&["score", &format, &log]), 0, &[]);
}

#[test]
fn rules_that_are_too_deep_or_too_long() {
    let scratch = Place::new("deep");
    let rule = |name: &str, rule: &str| scratch.file(name, format!("{FORMAT}[event.rules]\nx = '{rule}'\n"));
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let long_sum = format!("1{}", " + 1".repeat(10_000));
    for (name, text, wanted) in [
        ("open.toml", "(".repeat(100_000), "error[R020"),
        ("deep.toml", deep.clone(), "error[R020"),
        ("not.toml", format!("{}yes", "not ".repeat(15_000)), "error[R0203]"),
        ("minus.toml", format!("{}1", "- ".repeat(15_000)), "error[R0203]"),
        ("if.toml", format!("1{}", " if yes else 1".repeat(4_000)), ""),
        ("sum.toml", long_sum, ""),
        ("calls.toml", format!("{}1{}", "abs(".repeat(8_000), ")".repeat(8_000)), "error[R0203]"),
        ("huge.toml", "1 + ".repeat(10 << 18), "error[R0204]"),
        ("digits.toml", "9".repeat(60_000), "error[R0206]"),
        ("names.toml", "a.".repeat(30_000) + "a", "error["),
    ] {
        let format = rule(name, &text);
        let (code, said) = scratch.run(&["check", &format]);
        assert!(said.contains(wanted), "{name}: {wanted} must be said:\n{}", &said[..said.len().min(4000)]);
        assert_eq!(code, i32::from(said.contains("error[")), "{name}");
        if !wanted.is_empty() {
            assert!(said.contains(&format!("{name}:11:")), "{name}:\n{}", &said[..said.len().min(4000)]);
        }
    }
    // Brackets of TOML and of JSON.
    let toml = scratch.file("array.toml", format!("language = 1\nx = {}\n", "[".repeat(100_000)));
    expect(scratch.run(&["check", &toml]), 1, &["error[R010", "array.toml:2:"]);
    let format = scratch.file("f.toml", FORMAT);
    let log = scratch.file("deep.jsonl", format!("{{\"game\": {}", "[".repeat(100_000)));
    expect(scratch.run(&["score", &format, &log]), 1, &["error[", "deep.jsonl:1:"]);
    let log = scratch.file("object.jsonl", "{\"game\": ".repeat(100_000));
    expect(scratch.run(&["score", &format, &log]), 1, &["error[", "object.jsonl:1:"]);
}

#[test]
fn bytes_that_are_no_text() {
    let scratch = Place::new("bytes");
    let format = scratch.file("f.toml", FORMAT);
    let bad = scratch.file("bad.toml", b"language = 1\n# caf\xe9\n");
    let (code, said) = scratch.run(&["check", &bad]);
    assert!(code == 1 || code == 3, "{said}");
    assert!(said.contains("bad.toml") && said.contains("UTF-8"), "{said}");
    for (name, bytes) in [
        ("latin.csv", b"game,entrant,score\n1,A,1\n1,Ren\xe9,2\n".as_slice()),
        (
            "latin.jsonl",
            b"\n\n{\"game\": {\"sides\": {\"Ren\xe9\": {\"score\": 1}, \"B\": {\"score\": 2}}}}\n",
        ),
    ] {
        let log = scratch.file(name, bytes);
        expect(scratch.run(&["score", &format, &log]), 1, &["error[R0702]", &format!("{name}:3:")]);
    }
    let sixteen: Vec<u8> = "game,entrant\n1,A\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = scratch.file("wide.csv", [b"\xff\xfe".as_slice(), &sixteen].concat());
    expect(scratch.run(&["score", &format, &wide]), 1, &["error[", "wide.csv"]);
    let zeros = scratch.file("zeros.csv", vec![0_u8; 100_000]);
    expect(scratch.run(&["score", &format, &zeros]), 1, &["error[", "zeros.csv"]);
    let zeros = scratch.file("zeros.toml", vec![0_u8; 100_000]);
    expect(scratch.run(&["check", &zeros]), 1, &["error[", "zeros.toml"]);
    let noise: Vec<u8> =
        (0..100_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]).collect();
    for name in ["noise.csv", "noise.jsonl"] {
        let log = scratch.file(name, &noise);
        expect(scratch.run(&["score", &format, &log]), 1, &["error[", name]);
        expect(scratch.run(&["score", &format, &log, "--keep-going"]), 1, &[name]);
    }
}

#[test]
fn integers_at_the_edge() {
    let scratch = Place::new("edge");
    let format = scratch.file("f.toml", FORMAT);
    let score = |score: &str| {
        let log = scratch.file("edge.csv", format!("game,entrant,score\n1,A,{score}\n1,B,0\n"));
        scratch.run(&["score", &format, &log])
    };
    expect(score("4611686018427387903"), 0, &["9223372036854775806"]);
    expect(score("-4611686018427387904"), 0, &["-9223372036854775808"]);
    for too_large in ["4611686018427387904", "9223372036854775807", "-9223372036854775808"] {
        expect(score(too_large), 1, &["error[R0801]", "f.toml:6:", "edge.csv"]);
    }
    for no_integer in ["9223372036854775808", "-9223372036854775809", "1e5", "99999999999999999999999999"] {
        expect(score(no_integer), 1, &["error[R070", "edge.csv:2:5"]);
    }
    let log = scratch.file(
        "edge.jsonl",
        "{\"game\": {\"sides\": {\"A\": {\"score\": 9223372036854775808}, \"B\": {\"score\": 1}}}}\n",
    );
    expect(scratch.run(&["score", &format, &log]), 1, &["error[R070", "edge.jsonl:1:"]);
    let seeds = [("0", true), ("18446744073709551615", true), ("18446744073709551616", false), ("-1", false)];
    let log = scratch.file("g.csv", "game,entrant,score\n1,A,1\n1,B,2\n");
    for (seed, fits) in seeds {
        let (code, said) = scratch.run(&["score", &format, &log, &format!("--seed={seed}")]);
        assert_eq!(code, if fits { 0 } else { 2 }, "{said}");
    }
}

#[test]
fn options_of_no_use() {
    let scratch = Place::new("options");
    let format = scratch.file(
        "f.toml",
        format!("{FORMAT}[options.most]\ntype = 'integer 0 to 9'\ndefault = 1\n[event.rules]\nx = 'most'\n"),
    );
    let log = scratch.file("g.csv", "game,entrant,score\n1,A,1\n1,B,2\n");
    for (set, code) in [("most=3", 0), ("most=10", 2), ("most=x", 2), ("most=", 2), ("mots=3", 2), ("=3", 2)]
    {
        let (found, said) = scratch.run(&["score", &format, &log, "--set", set]);
        assert_eq!(found, code, "{set}:\n{said}");
    }
    let standing = scratch.run(&["score", &format, &log, "--standing", "overal"]);
    expect(standing, 2, &["did you mean `overall`?"]);
}

#[test]
fn games_that_fail_one_after_the_other_are_all_left_out_and_few_are_told() {
    let scratch = Place::new("chain");
    // The first game fails, and without it the next is the first.
    let format = scratch.file(
        "chain.toml",
        "language = 1\n[game.record]\nsafe = \"integer 0 to 1\"\n[game.rules]\nx = \"1 / (number - 1 + safe)\"\n",
    );
    let game = |game: usize| format!("{game},Ada,{0}\n{game},Bo,{0}\n", usize::from(game >= 120));
    let games: String = (0..123).map(game).collect();
    let log = scratch.file("games.csv", format!("game,entrant,safe\n{games}"));
    let (code, said) = scratch.run(&["score", &format, &log, "--keep-going", "--output", "json"]);
    assert_eq!(code, 1);
    assert_eq!(said.matches("error[R0802]").count(), 50, "{said}");
    assert!(said.contains("and 70 more of this kind"), "{said}");
    assert_eq!(said.matches("\"reason\"").count(), 120, "every game that was left out is listed: {said}");
}
