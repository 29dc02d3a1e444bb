//! Every format that ships is sound, and every example log scores.
//!
//! An example log is `examples/FORMAT.csv`, `examples/FORMAT-NAME.csv`, or the same ending in `.jsonl`; where it needs
//! options, `FORMAT-NAME.set` beside it has a line `option=value` for each. A folder `examples/FORMAT`, or
//! `examples/FORMAT-NAME`, is an event: its files, in the order of their names, are one log. `FORMAT.outcome.tsv` is no log: what was worked out by hand from the
//! log beside it, for a test of its own.

use crate::support::{Run, file_name, files, root, stem};
use rulesctl::format::{Library, ShippedFormats};
use std::fs;
use std::path::Path;

#[test]
fn every_shipped_format_is_sound() {
    for name in ShippedFormats.names() {
        let format = ShippedFormats.find(&name, "").unwrap().text;
        let run = Run::of(&root().join("formats"), &name, &format, None);
        assert!(run.session.complaints.is_empty(), "{name} must raise nothing:\n{}", run.text());
    }
}

#[test]
fn every_example_log_scores() {
    let folder = root().join("examples");
    let logs = [files(&folder, ".csv"), files(&folder, ".jsonl")].concat();
    for path in logs.into_iter().filter(|path| path.parent() == Some(&folder)) {
        let name = format_of(&path).unwrap_or_else(|| {
            panic!("{}: the name of an example log begins with the name of its format", path.display())
        });
        let format = ShippedFormats.find(&name, "").unwrap();
        let set = fs::read_to_string(path.with_extension("set")).unwrap_or_default();
        let settings: Vec<(&str, &str)> = set.lines().filter_map(|line| line.split_once('=')).collect();
        let bytes = fs::read(&path).unwrap();
        let log = (file_name(&path), bytes);
        let run = Run::with(
            &root().join("formats"),
            &name,
            &format.text,
            Some((log.0.as_str(), log.1.as_slice())),
            &settings,
        );
        assert!(!run.tables.is_empty(), "{} must be scored:\n{}", path.display(), run.text());
        insta::assert_snapshot!(format!("example_{}", stem(&path)), run.text());
    }
}

#[test]
fn every_file_of_the_examples_is_tried() {
    for path in
        files(&root().join("examples"), "").iter().filter(|path| path.parent().unwrap().ends_with("examples"))
    {
        let name = file_name(path);
        let log = name.strip_suffix(".outcome.tsv").or_else(|| name.strip_suffix(".set"));
        let endings = [".csv", ".jsonl"];
        let is_beside =
            |log: &str| endings.iter().any(|ending| path.with_file_name(format!("{log}{ending}")).exists());
        let is_log = endings.iter().any(|ending| name.ends_with(ending));
        assert!(is_log || log.is_some_and(is_beside), "nothing tries examples/{name}");
    }
}

#[test]
fn every_example_event_is_played_to_its_end() {
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.is_dir() {
            continue;
        }
        let called = file_name(&folder);
        let name = format_of(&folder)
            .unwrap_or_else(|| panic!("{called}: the name of an event begins with the name of its format"));
        let format = ShippedFormats.find(&name, "").unwrap();
        // A log of several editions is no one event: `championship` plays it.
        if format.text.contains("\n[edition]\n") {
            continue;
        }
        let logs: Vec<(String, Vec<u8>)> =
            files(&folder, "").iter().map(|path| (file_name(path), fs::read(path).unwrap())).collect();
        let logs: Vec<(&str, &[u8])> =
            logs.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let run = Run::with_logs(&root().join("formats"), &name, &format.text, &logs, &[]);
        assert!(run.session.complaints.is_empty(), "{called} must raise nothing:\n{}", run.text());
        insta::assert_snapshot!(format!("event_{called}"), run.text());
    }
}

/// The shipped format whose name the name of a log begins with; of several the longest.
fn format_of(log: &Path) -> Option<String> {
    let log = stem(log);
    let begins = |name: &String| log == *name || log.starts_with(&format!("{name}-"));
    ShippedFormats.names().into_iter().filter(begins).max_by_key(String::len)
}
