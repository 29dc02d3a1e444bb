//! Every format that ships is sound, and every example log scores.
//!
//! An example log is `examples/FORMAT/NAME.csv` or `.jsonl`; where it needs options, `NAME.set` beside it has a
//! line `option=value` for each.

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
    for path in logs {
        let name = file_name(path.parent().unwrap());
        let format = ShippedFormats.find(&name, "").unwrap_or_else(|_| {
            panic!("{}: example logs stand in a folder called like their format", path.display())
        });
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
        insta::assert_snapshot!(snapshot_name(&path), run.text());
    }
}

fn snapshot_name(path: &Path) -> String {
    format!("{}_{}", file_name(path.parent().unwrap()), stem(path))
}
