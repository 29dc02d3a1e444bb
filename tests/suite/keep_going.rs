//! `--keep-going`, through the real binary: what is left out, why, and what is scored all the same.

use crate::binary::{FORMAT, Scratch, code, games, printed, program, run, said};
use crate::support::root;

#[test]
fn bad_records_stop_everything_unless_asked_to_go_on() {
    let scratch = Scratch::new("keep-going");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3).replace("2,Anna,2", "2,Anna,x"));
    let output = run(&["score", &format, &log]);
    assert_eq!(code(&output), 1);
    assert!(printed(&output).is_empty());
    assert!(said(&output).contains("games.csv:4:"), "{}", said(&output));
    let output = run(&["score", &format, &log, "--keep-going", "--output", "json"]);
    let json: serde_json::Value = serde_json::from_str(&printed(&output)).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 2);
    assert_eq!(json["left_out"].as_array().unwrap().len(), 1);
    assert_eq!(code(&output), 1, "what was left out is still a verdict");
}

/// What is printed and said of a case of `tests/check` with `--keep-going`.
fn kept_going(case: &str, log: &str) -> String {
    let mut command = program();
    command.current_dir(root().join("tests/check"));
    let arguments = ["score", &format!("{case}.toml"), &format!("{case}.{log}"), "--keep-going"];
    let output = command.args(arguments).output().unwrap();
    format!("exit code {}\n\n{}\n{}", code(&output), said(&output), printed(&output))
}

#[test]
fn what_is_left_out_is_listed_with_its_reason() {
    for (case, log) in [
        // Records that are wrong.
        ("R0705_an_empty_cell", "csv"),
        ("R0708_in_rows", "csv"),
        ("R0708_a_row_that_stands_apart", "csv"),
        ("R0713_too_many_and_too_few", "csv"),
        ("R0711_kinds_of_records", "jsonl"),
        // A header that is wrong spoils the whole log.
        ("R0704_long_header", "csv"),
        // Games that cannot be scored.
        ("R0801_a_product_that_is_too_large", "csv"),
        ("R0802_with_its_clause", "csv"),
        ("R0804_a_claim_about_games", "csv"),
        ("R0805_a_placing", "csv"),
        // No game alone is to blame.
        ("R0802_over_all_games_of_an_entrant", "csv"),
    ] {
        insta::assert_snapshot!(format!("keep_going_{case}"), kept_going(case, log));
    }
}

#[test]
fn what_is_left_out_has_its_place_once() {
    let scratch = Scratch::new("left-out-place");
    let format = scratch.file("format.toml", FORMAT);
    let log = scratch.file("games.csv", games(3).replace("2,Anna,2", "2,Anna,x"));
    let output = run(&["score", &format, &log, "--keep-going", "--output", "json"]);
    let json: serde_json::Value = serde_json::from_str(&printed(&output)).unwrap();
    let left = &json["left_out"][0];
    assert_eq!((left["line"].as_u64(), left["column"].as_u64()), (Some(4), Some(8)));
    assert_eq!(left["reason"], "`x` is not a whole number");
}

#[test]
fn a_game_that_is_left_out_does_not_count_in_any_shape() {
    let scratch = Scratch::new("left-out");
    let format = scratch.file(
        "format.toml",
        "language = 1\n[side.record]\nwon = 'integer'\nlost = 'integer'\n[side.rules]\nratio = 'won / lost'\n\
         [standing.overall]\norder = 'sum(ratio) highest first'\n",
    );
    let log =
        scratch.file("games.csv", "game,entrant,won,lost\na,Ada,1,2\na,Ben,2,1\nb,Ada,9,0\nb,Ben,0,9\n");
    let output = run(&["score", &format, &log, "--keep-going", "--output", "json"]);
    assert_eq!(code(&output), 1);
    let json: serde_json::Value = serde_json::from_str(&printed(&output)).unwrap();
    assert_eq!(json["games"].as_array().unwrap().len(), 1);
    assert_eq!(json["left_out"][0]["game"], "b");
    assert_eq!(json["left_out"][0]["line"], 4);
    assert_eq!(json["left_out"][0]["reason"], "a division by zero in `side.ratio`");
    let output = run(&["score", &format, &log, "--keep-going", "--output", "csv"]);
    assert_eq!(code(&output), 1);
    assert!(said(&output).contains("left out: "), "{}", said(&output));
    assert!(said(&output).contains("games.csv:4: a division by zero"), "{}", said(&output));
    assert!(printed(&output).contains("overall,1,Ben,2"), "{}", printed(&output));
}

/// What a command says and prints of files that stand in a scratch directory.
fn explained(files: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
    let test = std::thread::current().name().unwrap_or_default().replace(':', "-");
    let scratch = Scratch::new(&test);
    for (name, text) in files {
        scratch.file(name, text);
    }
    let output = program().current_dir(&scratch.0).arg("explain").args(arguments).output().unwrap();
    (code(&output), printed(&output), said(&output))
}

#[test]
fn an_explanation_says_what_it_does_not_come_of() {
    let format = FORMAT;
    let log = games(3).replace("2,Anna,2", "2,Anna,x");
    let files = [("format.toml", format), ("games.csv", log.as_str())];
    let plain = ["format.toml", "games.csv", "--entrant", "Anna", "--keep-going"];
    let (exit, text, _) = explained(&files, &plain);
    assert_eq!(exit, 1);
    assert!(text.contains("\nLeft out\n  games.csv:4:8: `x` is not a whole number"), "{text}");
    let (exit, text, _) = explained(&files, &[&plain[..], &["--output", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((exit, json["left_out"].as_array().unwrap().len()), (1, 1));
    assert_eq!(json["left_out"][0]["line"], 4);
    let (exit, text, _) = explained(&files, &[&plain[..], &["--output", "html", "--all"]].concat());
    assert_eq!(exit, 1);
    assert!(text.contains("<li>games.csv:4:8: `x` is not a whole number"), "{text}");
}

#[test]
fn an_explanation_says_which_games_could_not_be_scored() {
    let format = "language = 1\n[side.record]\nwon = 'integer'\nlost = 'integer'\n[side.rules]\nratio = 'won / lost'\n\
         [standing.overall]\norder = 'sum(ratio) highest first'\n";
    let log = "game,entrant,won,lost\na,Ada,1,2\na,Ben,2,1\nb,Ada,9,0\nb,Cyd,0,9\n";
    let files = [("format.toml", format), ("games.csv", log)];
    let (exit, text, _) = explained(&files, &["--keep-going", "--entrant=Ada", "format.toml", "games.csv"]);
    assert_eq!(exit, 1);
    assert!(text.contains("\nLeft out\n  games.csv:4: a division by zero in `side.ratio`"), "{text}");
    // Who is asked about may be in what was left out.
    let unknown = ["--keep-going", "--entrant=Zoe", "--column=points", "format.toml", "games.csv", "--all"];
    let (exit, text, said) = explained(&files, &unknown);
    assert_eq!((exit, text.as_str()), (2, ""));
    assert!(said.contains("left out: games.csv:4: a division by zero"), "{said}");
}

#[test]
fn an_explanation_of_a_log_whose_editions_were_left_out_says_so() {
    let format = "language = 1\n[edition]\nevery = 'month'\n[side.record]\nscore = 'integer'\n[standing.overall]\n\
         order = 'sum(score) highest first'\n[[phase]]\nname = 'league'\npairing = 'open'\nstanding = 'overall'\n";
    let files = [("format.toml", format), ("games.jsonl", "{\"correction\": {\"game\": \"g1\", \"sid\n")];
    let (exit, text, said) =
        explained(&files, &["format.toml", "games.jsonl", "--entrant=Ada", "--keep-going"]);
    assert_eq!((exit, text.as_str()), (1, ""));
    assert!(said.contains("left out: games.jsonl:1:"), "{said}");
    assert!(said.contains("the log holds no game, and so no edition"), "{said}");
}
