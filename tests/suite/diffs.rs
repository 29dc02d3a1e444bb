//! What a change of a format changes: a text case for each kind of change, and what is told of any change.
//!
//! Each folder of `tests/diff` is shown as those of `tests/events` are: its files, and what its commands print.

use crate::commands::picture;
use crate::support::{Folder, files, root, stem};
use rulesctl::audit::change::{self, Change};
use rulesctl::audit::differ::{Comparison, How, Verdict};
use rulesctl::example;
use rulesctl::format::{Found, Library, ShippedFormats};
use rulesctl::session::{Compared, Format, Session};
use std::fs;

#[test]
fn diffs_look_like_this() {
    insta::glob!("../diff", "*/commands", |path| {
        insta::assert_snapshot!(picture(path));
    });
}

/// Two formats by their texts, compared.
fn compared(name: &str, old: &str, new: &str, invented: u32) -> Option<Comparison> {
    let mut session = Session::new();
    let mut load = |path: &str, text: &str| {
        let found = Found { path: path.to_owned(), text: text.to_owned() };
        let format = session.load(name, &found, &Folder(root().join("formats")))?;
        let settings = format.ruleset.defaults();
        Some(Compared { format, settings, given: Vec::new() })
    };
    let (old, new) = (load("old.toml", old)?, load("new.toml", new)?);
    Some(session.compare(&old, &new, (1, invented)))
}

/// Whether this example, at the end of a format, comes out as it expects.
fn holds(name: &str, text: &str, example: &str) -> bool {
    let mut session = Session::new();
    let found = Found { path: format!("{name}.toml"), text: format!("{text}\n{example}") };
    let format = session.load(name, &found, &Folder(root().join("formats")));
    let Format { file, ruleset } = format.unwrap_or_else(|| panic!("{}\n{example}", session.rendered(false)));
    example::comes_out(&file, &ruleset, file.examples.last().unwrap())
}

#[test]
fn a_format_and_itself_are_alike() {
    for name in ShippedFormats.names() {
        let text = ShippedFormats.find(&name, "").unwrap().text;
        let found = compared(&name, &text, &text, 10).unwrap();
        assert!(matches!(found.verdict, Verdict::SameHash), "{name}: {:?}", found.verdict);
        assert!(!found.is_different() && found.touched.parts.is_empty(), "{name}: {:?}", found.touched);
        assert!(found.touched.clauses.is_empty() && found.options.is_empty(), "{name}: {:?}", found.touched);
    }
}

/// What a small change of a format is told to change is what it changes.
fn tells_the_truth(name: &str, text: &str, changed: &str, change: &Change) -> Option<How> {
    let found = compared(name, text, changed, 120)?;
    let what = format!("{name}: {} of {}", change.title, change.of);
    let parts: Vec<&str> = found.touched.parts.iter().map(|part| part.name.as_str()).collect();
    let found = match &found.verdict {
        Verdict::SameHash => {
            assert!(parts.is_empty(), "{what}: {parts:?}");
            return None;
        }
        Verdict::SameButForNames(..) => panic!("{what}: nothing was renamed"),
        Verdict::Proved(_) => return None,
        Verdict::Searched(search) => {
            assert!(!parts.is_empty(), "{what}: the hash differs, and no part does");
            search.found.as_ref()?
        }
    };
    // Nothing can be expected of what is only said.
    let is_said = |of: &str| of.rsplit('.').next().is_some_and(|last| ["warn", "fault"].contains(&last));
    if found.how != How::Values || found.values.iter().all(|value| is_said(&value.of)) {
        return Some(found.how);
    }
    let (old, new) = (found.texts.old.as_ref().unwrap(), found.texts.new.as_ref().unwrap());
    if !old.contains("\nexpect = ") {
        return None;
    }
    assert!(holds(name, text, old), "{what}: the old format passes\n{old}");
    assert!(holds(name, changed, new), "{what}: the new format passes\n{new}");
    assert!(!holds(name, changed, old), "{what}: the new format fails\n{old}");
    assert!(!holds(name, text, new), "{what}: the old format fails\n{new}");
    Some(found.how)
}

#[test]
fn a_record_that_tells_two_formats_apart_is_scored_differently() {
    let mut texts: Vec<(String, String)> = Vec::new();
    for name in ShippedFormats.names() {
        texts.push((name.clone(), ShippedFormats.find(&name, "").unwrap().text));
    }
    for path in files(&root().join("tests/audits"), ".toml") {
        texts.push((stem(&path), fs::read_to_string(&path).unwrap()));
    }
    let (mut told, mut tried) = (0, 0);
    for (name, text) in texts {
        let mut session = Session::new();
        let found = Found { path: format!("{name}.toml"), text: text.clone() };
        let format = session.load(&name, &found, &Folder(root().join("formats"))).unwrap();
        let all = change::changes(&format.file, &session.sources);
        let every = (all.len() / 3).max(1);
        for change in all.iter().filter(|change| !change.patches.is_empty()).step_by(every) {
            let Some(changed) = change::changed_text(&format.file, &session.sources, change) else {
                continue;
            };
            tried += 1;
            told += usize::from(tells_the_truth(&name, &text, &changed, change) == Some(How::Values));
        }
    }
    // Most small changes of a rule change what some record is worth.
    assert!(tried >= 25 && told * 2 > tried, "{told} of {tried} changes were told apart");
}
