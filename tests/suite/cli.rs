//! The real binary, from outside: exit codes, files, pipes, colors.

use crate::binary::{FORMAT, Scratch, code, fed, games, printed, program, run, said};
use std::fs;
use std::io::Read;
use std::process::Stdio;

#[test]
fn help_names_the_exit_codes() {
    for arguments in [
        &["--help"][..],
        &["check", "--help"],
        &["score", "--help"],
        &["pair", "--help"],
        &["replay", "--help"],
        &["find", "--help"],
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 0);
        assert!(printed(&output).contains("Exit codes:"));
        assert!(said(&output).is_empty());
    }
    assert_eq!(code(&run(&["--version"])), 0);
}

#[test]
fn help_promises_what_there_is() {
    let help = printed(&run(&["--help"]));
    assert!(
        help.starts_with("Tournament regulations written once, checked, and used to score games"),
        "{help}"
    );
}

#[test]
fn a_log_before_the_format_is_met() {
    let scratch = Scratch::new("swapped");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3));
    for (arguments, help) in [
        (vec!["score", &log, &format], format!("rulesctl score {format} {log}")),
        (vec!["score", &log, "blokus"], format!("rulesctl score blokus {log}")),
        (vec!["score", &log], format!("rulesctl score FORMAT {log} (the file of a format ends in `.toml`)")),
    ] {
        let output = run(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(said(&output).contains("FORMAT comes first, then the logs"), "{}", said(&output));
        assert!(said(&output).contains(&help), "{}", said(&output));
    }
}

#[test]
fn wrong_usage_is_two() {
    let wrong = [
        &[][..],
        &["chekc"],
        &["score"],
        &["check", "--explain", "R9999"],
        &["check", "blokuss"],
        &["score", "nothing-like-it", "games.csv"],
        &["score", "blokus", "--output", "pdf"],
        &["score", "blokus", "-", "-"],
        &["score", "blokus", "--date", "2026-02-30", "-"],
        &["score", "blokus", "--date", "2026-12-13", "-"],
        &["pair", "blokus-pools", "--date", "2026-12-13", "-"],
    ];
    for arguments in wrong {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", said(&output));
        assert!(!said(&output).is_empty());
        assert!(printed(&output).is_empty());
    }
}

#[test]
fn what_cannot_be_read_is_three() {
    let scratch = Scratch::new("unreadable");
    let format = scratch.file("format.toml", FORMAT);
    let folder = scratch.0.display().to_string();
    for arguments in [
        &["check", "no/such/format.toml"][..],
        &["score", &format, "no-such-file.csv"],
        &["score", &format, &format!("{folder}/no/such/folder/")],
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 3, "{arguments:?}: {}", said(&output));
        assert!(said(&output).contains("error[R0701]"), "{}", said(&output));
        assert!(printed(&output).is_empty());
    }
    fs::create_dir(scratch.0.join("folder.toml")).unwrap();
    let output = run(&["check", &format!("{folder}/folder.toml")]);
    assert_eq!(code(&output), 3, "{}", said(&output));
}

#[test]
fn a_verdict_is_one() {
    let scratch = Scratch::new("verdict");
    let format = scratch.file("format.toml", "language = 1\ngmae = 2\n");
    let output = run(&["check", &format]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("format.toml:2:1"), "{}", said(&output));
    assert!(printed(&output).contains("1 error"), "{}", printed(&output));
}

#[test]
fn bytes_that_are_not_text_are_met() {
    let scratch = Scratch::new("bytes");
    let output = run(&["check", &scratch.file("format.toml", b"language = 1\n# \xff\n")]);
    assert!([1, 3].contains(&code(&output)), "{}", said(&output));
    assert!(said(&output).contains("UTF-8"), "{}", said(&output));
}

#[test]
fn hostile_texts_are_met() {
    let scratch = Scratch::new("hostile");
    let rule = |rule: &str| format!("{FORMAT}[side.rules]\npoints = '{rule}'\n");
    let nested = format!("{}score{}", "(".repeat(100_000), ")".repeat(100_000));
    let long = format!("score{}", " + 1".repeat(2_500_000));
    let shallow = format!("{}score{}", "(".repeat(10_000), ")".repeat(10_000));
    for (name, rule, code_of_it) in [
        ("nested", rule(&nested), "error[R020"),
        ("shallow", rule(&shallow), "error[R0203]"),
        ("long", rule(&long), "error[R0204]"),
        ("large", rule("score + 99999999999999999999"), "error[R0206]"),
    ] {
        let output = run(&["check", &scratch.file(&format!("{name}.toml"), rule)]);
        assert_eq!(code(&output), 1, "{name}");
        let said = said(&output);
        assert!(said.contains(code_of_it), "{name}: {said}");
        assert!(said.contains(&format!("{name}.toml:7:")), "{name}: {said}");
        assert!(said.len() < 5_000, "{name}: what is said is short");
    }
}

#[test]
fn results_at_the_edge_of_the_numbers_are_exact_or_refused() {
    let scratch = Scratch::new("edge");
    let format = scratch.file("format.toml", FORMAT);
    let log = |first: i64, second: i64| {
        format!("game,entrant,score\n1,Anna,{first}\n1,Bruno,0\n2,Anna,{second}\n2,Bruno,0\n")
    };
    let output = run(&["score", &format, &scratch.file("fits.csv", log(i64::MAX - 1, 1)), "--output", "csv"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).contains("9223372036854775807"));
    let output = run(&["score", &format, &scratch.file("over.csv", log(i64::MAX, 1))]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("error[R0801]"), "{}", said(&output));
}

#[test]
fn a_format_is_checked() {
    let scratch = Scratch::new("check");
    let output = run(&["check", &scratch.file("format.toml", FORMAT)]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(printed(&output).ends_with("no complaints\n"), "{}", printed(&output));
}

#[test]
fn codes_are_explained() {
    let output = run(&["check", "--explain", "r0301"]);
    assert_eq!(code(&output), 0);
    assert!(printed(&output).contains("R0301: "));
}

#[test]
fn the_last_line_names_the_codes() {
    let scratch = Scratch::new("hint");
    let wrong = ["gmae = 2", "[side.rules]\na = 'b'", "c = '1 +'", "d = 'yes + 1'"];
    for (lines, hint) in [
        (&wrong[..1], "for what a code means, run: rulesctl check --explain R0103\n"),
        (&wrong[..2], "for what the codes mean, run: rulesctl check --explain R0103 R0301\n"),
        (&wrong, "for what a code means, run: rulesctl check --explain CODE\n"),
    ] {
        let format = scratch.file("format.toml", format!("language = 1\n{}\n", lines.join("\n")));
        let output = run(&["check", &format]);
        assert!(said(&output).ends_with(hint), "{}", said(&output));
    }
    let output = run(&["check", "--explain", "R0103", "R0301"]);
    assert!(printed(&output).contains("R0103: ") && printed(&output).contains("R0301: "));
}

#[test]
fn claims_are_counted() {
    let scratch = Scratch::new("counted");
    let claims = |claims: &str| {
        let format = scratch.file("format.toml", format!("{FORMAT}{claims}"));
        printed(&run(&["check", &format]))
    };
    let (proved, open) = ("'p' = 'score = score or score != score'\n", "'o' = 'score * score != 2'\n");
    assert!(!claims("").contains("claim"));
    let one = claims(&format!("[claims]\n{open}"));
    assert!(one.contains("0 clauses, 1 claim tried on 1000 records, 0 examples"), "{one}");
    let both = claims(&format!("[claims]\n{open}{proved}"));
    assert!(both.contains("0 clauses, 1 claim proved, 1 tried on 1000 records, 0 examples"), "{both}");
    let three = claims(&format!("[claims]\n{open}{proved}'f' = 'score < 7'\n'g' = 'score > 7'\n"));
    assert!(three.contains("1 claim proved, 1 tried on 1000 records, 2 fail, 0 examples"), "{three}");
    let both = claims(&format!("[claims]\n{proved}"));
    assert!(both.contains("0 clauses, 1 claim proved, 0 examples"), "{both}");
}

#[test]
fn several_standings_are_one_table_of_the_columns_in_use() {
    let scratch = Scratch::new("several");
    let more = "[standing.other]\norder = 'count(sides) as played highest first\n\
        sum(score) as direct highest first among tied'\n";
    let format = scratch.file("format.toml", format!("{FORMAT}{}", more.replace('\'', "\"\"\"")));
    let log = scratch
        .file("games.csv", "game,entrant,score\n1,Anna,5\n1,Bo,3\n2,Anna,1\n2,Cy,0\n3,Anna,0\n3,Bo,0\n");
    let csv = |standing: &[&str]| {
        let output = run(&[&["score", &format, &log, "--output", "csv"], standing].concat());
        assert_eq!(code(&output), 0, "{}", said(&output));
        printed(&output)
    };
    let all = "standing,place,entrant,sum(score),played\noverall,1,Anna,6,\noverall,2,Bo,3,\noverall,3,Cy,0,\n\
        other,1,Anna,,3\nother,2,Bo,,2\nother,3,Cy,,1\n";
    assert_eq!(csv(&[]), all);
    assert_eq!(
        csv(&["--standing", "other"]),
        "standing,place,entrant,played,direct\nother,1,Anna,3,\nother,2,Bo,2,\nother,3,Cy,1,\n"
    );
}

#[test]
fn a_log_comes_from_a_file_or_from_standard_input() {
    let scratch = Scratch::new("input");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3));
    let file = run(&["score", &format, &log]);
    assert_eq!(code(&file), 0, "{}", said(&file));
    for arguments in [&["score", &format, "-"][..], &["score", &format]] {
        let output = fed(arguments, games(3).as_bytes());
        assert_eq!(code(&output), 0, "{}", said(&output));
        assert_eq!(printed(&output), printed(&file));
    }
}

#[test]
fn outcomes_come_in_three_shapes() {
    let scratch = Scratch::new("shapes");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3));
    let shape = |shape| {
        let output = run(&["score", &format, &log, "--output", shape]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        printed(&output)
    };
    let json: serde_json::Value = serde_json::from_str(&shape("json")).unwrap();
    assert_eq!(json["standings"]["overall"][0]["entrant"], "Bruno");
    assert_eq!(json["games"].as_array().unwrap().len(), 3);
    assert!(shape("csv").starts_with("standing,place,entrant,"));
    assert!(shape("table").contains("Bruno"));
    assert_eq!(shape("json"), shape("json"));
}

#[test]
fn one_standing_is_printed_alone() {
    let scratch = Scratch::new("standing");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3));
    let output = run(&["score", &format, &log, "--standing", "overall"]);
    assert!(printed(&output).contains("Anna") && !printed(&output).contains("Games"));
    let output = run(&["score", &format, &log, "--standing", "overal"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("did you mean `overall`?"), "{}", said(&output));
}

#[test]
fn options_that_do_not_exist_are_refused() {
    let scratch = Scratch::new("options");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(1));
    let output = run(&["score", &format, &log, "--set", "tie=split"]);
    assert_eq!(code(&output), 2);
    assert!(said(&output).contains("error[R0604]"), "{}", said(&output));
    assert_eq!(code(&run(&["score", &format, &log, "--set", "tie"])), 2);
}

#[test]
fn color_is_for_those_who_want_it() {
    let scratch = Scratch::new("color");
    let format = scratch.file("format.toml", "language = 1\ngmae = 2\n");
    let colored = |arguments: &[&str], no_color: Option<&str>| {
        let mut command = program();
        command.args(["check", &format]).args(arguments);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        said(&command.output().unwrap()).contains('\u{1b}')
    };
    assert!(!colored(&[], None), "a pipe is no terminal");
    assert!(!colored(&[], Some("1")));
    assert!(colored(&["--color", "always"], None));
    assert!(colored(&["--color", "always"], Some("1")), "who says always means it");
    assert!(!colored(&["--color", "never"], None));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let scratch = Scratch::new("pipe");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(50_000));
    let mut child = program()
        .args(["score", &format, &log, "--output", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 16];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert!(said(&output).is_empty(), "{}", said(&output));
}

#[test]
fn a_board_has_colors_where_they_are_wanted() {
    let file = "tests/replay/duo.blksgf";
    let plain = printed(&run(&["replay", file]));
    let colored = printed(&run(&["replay", file, "--color", "always"]));
    assert!(!plain.contains('\u{1b}') && colored.contains("\u{1b}[48;5;91m P\u{1b}[0m"), "{colored}");
    // Without its colors it is the same board.
    let mut bare = String::new();
    for piece in colored.split('\u{1b}') {
        bare.push_str(
            piece.strip_prefix('[').and_then(|rest| rest.split_once('m')).map_or(piece, |(_, rest)| rest),
        );
    }
    assert_eq!(bare, plain);
    assert_eq!(printed(&run(&["find", "rectangle"])), printed(&run(&["find", "rectangle", "--seed", "0"])));
}

#[test]
fn what_is_found_is_replayed_and_scored() {
    let found = run(&["find", "rectangle", "--seed", "11", "--output", "json"]);
    assert_eq!(code(&found), 0);
    let replayed = fed(&["replay"], &found.stdout);
    assert_eq!(code(&replayed), 0);
    assert!(printed(&replayed).contains("the rectangle is complete"));
    let scored = fed(&["score", "blokus", "--set", "players=rectangle", "--output", "json"], &found.stdout);
    assert_eq!(code(&scored), 0);
    assert!(printed(&scored).contains("\"solved\": true"));
    // A game whose end is missing is told on standard error, and the others are shown.
    let half =
        [&found.stdout[..], b"{\"game\": {\"moves\": {\"of\": \"blokus\", \"played\": []}}}\n"].concat();
    let replayed = fed(&["replay", "-", "--output", "json"], &half);
    assert_eq!(code(&replayed), 1);
    assert!(
        said(&replayed).contains("<stdin>:2")
            && said(&replayed).contains("the game is not over after 0 moves")
    );
    assert_eq!(printed(&replayed).matches("\"variant\": \"rectangle\"").count(), 1);
}

#[test]
fn a_replay_is_told_how_the_game_was_played() {
    // With a set up to the double two there is no stock; with more there would be.
    let moves = r#"{"game": {"moves": {"of": "dominoes", "deal": {"Ada": ["2-2", "0-0"], "Bo": ["1-1", "0-1"],
        "Cy": ["0-2", "1-2"]}, "played": [{"Ada": "2-2"}, {"Bo": "declares"}, {"Cy": "confirms"}, {"Ada": "confirms"}]}}}"#
        .replace('\n', " ");
    let told = fed(&["replay", "--set", "set=2"], moves.as_bytes());
    assert_eq!((code(&told), said(&told)), (0, String::new()));
    // What Cy holds, as the second to speak, and what Cy could have played.
    let last: Vec<String> =
        printed(&told).lines().last().unwrap().split_whitespace().map(str::to_owned).collect();
    assert_eq!(last, ["hand", "Cy", "0|2", "1|2", "2", "0|2", "1|2"]);
    assert_eq!(code(&fed(&["replay"], moves.as_bytes())), 1);
    let idle = fed(&["replay", "--set", "set=2", "--set", "sett=2"], moves.as_bytes());
    assert_eq!(code(&idle), 2);
    assert!(said(&idle).contains("no game that was replayed has an option `sett`"), "{}", said(&idle));
}
