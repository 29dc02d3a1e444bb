//! Every shipped format says enough: its examples and the shipped logs come to all of it, and notice every small change.
//!
//! What `check --clauses`, `--coverage` and `--mutants` tell of a format on the command line, as a law. All kinds of changes,
//! and all changes, are tried; what remains are those that are proved to come to the same.

use crate::support::{Folder, files, root};
use rulesctl::audit::{self, Effort, Fate, Status};
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::log::Input;
use rulesctl::session::{Format, Scoring, Session};
use std::fs;
use std::path::PathBuf;

fn names() -> Vec<String> {
    ShippedFormats.names()
}

fn loaded(name: &str) -> (Session, Format) {
    let mut session = Session::new();
    let found = ShippedFormats.find(name, "").unwrap();
    let format = session.check(name, &found, &Folder(root().join("formats"))).unwrap();
    assert!(session.complaints.is_empty(), "{}", session.rendered(false));
    (session, format)
}

/// The shipped logs of a format that need no options: `FORMAT.csv`, `FORMAT-NAME.csv`, folders likewise.
fn logs(name: &str) -> Vec<PathBuf> {
    let examples = root().join("examples");
    let longer: Vec<String> =
        ShippedFormats.names().into_iter().filter(|other| other.starts_with(name) && other != name).collect();
    let is_of = |stem: &str, name: &str| stem == name || stem.starts_with(&format!("{name}-"));
    let mut all = files(&examples, "");
    all.retain(|path| {
        let top = path.strip_prefix(&examples).unwrap().components().next().unwrap();
        let top = top.as_os_str().to_str().unwrap();
        let stem = top.split_once('.').map_or(top, |(stem, _)| stem);
        let is_log = !["tsv", "set"].iter().any(|ending| path.extension().is_some_and(|own| own == *ending));
        let needs_options = examples.join(format!("{stem}.set")).exists();
        is_log && !needs_options && is_of(stem, name) && !longer.iter().any(|other| is_of(stem, other))
    });
    all
}

#[test]
fn examples_and_logs_come_to_everything() {
    for name in names() {
        let (mut session, format) = loaded(&name);
        let logs = logs(&name);
        assert!(!logs.is_empty(), "{name} has no log");
        let read: Vec<(String, Vec<u8>)> =
            logs.iter().map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect();
        let inputs =
            read.iter().map(|(name, bytes)| Input { name: name.clone(), bytes: Box::new(bytes.as_slice()) });
        let settings = format.ruleset.defaults();
        let trace = session.trace(&format, (settings, Scoring::default()), inputs);
        let trace = trace.unwrap_or_else(|| panic!("{name}: {}", session.rendered(false)));
        let clauses = audit::clauses(&format.file, &trace).clauses;
        let forgotten: Vec<&str> = clauses
            .iter()
            .filter(|row| row.own && row.status == Status::Rule && !row.is_covered())
            .map(|row| row.name.as_str())
            .collect();
        assert!(forgotten.is_empty(), "{name}: no example and no game comes to {forgotten:?}");
        let coverage = audit::coverage(&format.file, &trace);
        assert_eq!(coverage.unused(true), 0, "{name}: {:#?}", coverage.groups);
    }
}

#[test]
fn every_small_change_is_noticed() {
    for name in names() {
        let (session, format) = loaded(&name);
        let found = session.mutants(&format, Effort { most: usize::MAX, invented: 200, seed: 0 }, &|_, _| {});
        assert!(found.tried.len() > 30 && found.tried.len() == found.proposed, "{name}");
        let unnoticed: Vec<String> = found
            .tried
            .iter()
            .filter(|trial| matches!(trial.fate, Fate::Survives(_) | Fate::Alike))
            .map(|trial| format!("{} of {}: {:?}", trial.change.title, trial.change.of, trial.change.hunks))
            .collect();
        assert!(unnoticed.is_empty(), "{name}: {unnoticed:#?}");
    }
}
