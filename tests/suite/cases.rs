//! Golden cases: a text file first, its rendering beside it.
//!
//! `tests/check/CODE_name.toml` (and a log of the same name, where the code is about logs) raises that code.
//! `tests/language/CONSTRUCT/name.toml` with a log of the same name (and a list of entrants, `name.entrants.csv`, where
//! there is one) is scored. To add a case, add its files and accept its snapshot.

use crate::support::{Run, file_name, files, logs_beside, root, stem};
use rulesctl::diagnostic::{Code, Page};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Codes that no file can show, and where they are shown instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("R0204", "tests/suite/cli.rs: a rule string of 10 MB"),
    ("R0913", "tests/suite/knockouts/simulated.rs: a simulation, and no log"),
    ("R0701", "tests/suite/cli.rs: missing files and directories"),
    ("R0728", "tests/suite/folders.rs: a folder with other files in it"),
];

#[test]
fn complaints_look_like_this() {
    insta::glob!("../check", "*.toml", |path| {
        let Some(code) = code_of(path) else { return };
        let run = Run::beside(path);
        assert!(
            run.codes().contains(&code),
            "{} must raise {code}, and raises {:?}:\n{}",
            path.display(),
            run.codes(),
            run.text()
        );
        insta::assert_snapshot!(picture(path, &run));
    });
}

#[test]
fn constructs_score_like_this() {
    insta::glob!("../language", "*/*.toml", |path| {
        let run = Run::beside(path);
        assert!(!run.tables.is_empty(), "{} must be scored:\n{}", path.display(), run.text());
        insta::assert_snapshot!(picture(path, &run));
    });
}

#[test]
fn pages_look_like_this() {
    for code in Code::ALL {
        let Ok(page) = Page::read(code.page()) else { continue };
        let Some(example) = page.example else { continue };
        let log = example.log.map(|(encoding, log)| (format!("games.{encoding}"), log));
        let log = log.as_ref().map(|(name, log)| (name.as_str(), log.as_bytes()));
        let run = Run::of_page(*code, example.format, log);
        insta::assert_snapshot!(format!("page_{code}"), run.text());
    }
}

#[test]
fn every_code_has_a_case() {
    let mut shown: BTreeSet<&str> = ELSEWHERE.iter().map(|(code, _)| *code).collect();
    let cases = files(&root().join("tests/check"), ".toml");
    shown.extend(cases.iter().filter_map(|path| code_of(path)).map(Code::id));
    let pages =
        Code::ALL.iter().filter(|code| Page::read(code.page()).is_ok_and(|page| page.example.is_some()));
    shown.extend(pages.map(|code| code.id()));
    let missing: Vec<&str> =
        Code::ALL.iter().map(|code| code.id()).filter(|id| !shown.contains(id)).collect();
    assert!(
        missing.is_empty(),
        "these codes have no case: {missing:?}; write tests/check/CODE_name.toml, or the example of docs/codes/CODE.md"
    );
}

/// The code that a case is named after. A name without one is a format that a case extends.
fn code_of(path: &Path) -> Option<Code> {
    stem(path).split('_').next().and_then(Code::find)
}

/// What went in and what came out, to be read from top to bottom.
fn picture(path: &Path, run: &Run) -> String {
    let mut text = format!("──── {}\n{}", file_name(path), fs::read_to_string(path).unwrap());
    for (name, bytes) in logs_beside(path) {
        text.push_str(&format!("──── {name}\n{}\n", String::from_utf8_lossy(&bytes).trim_end()));
    }
    text.push_str(&format!("════\n{}", run.text()));
    text.chars().filter(|sign| *sign != '\r').collect()
}
