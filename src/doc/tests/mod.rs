//! The languages agree in what is filled in, and know every function of the language.

use super::glossary::meanings;
use super::words::Language;
use crate::builtins::{AGGREGATES, FUNCTIONS};
use std::collections::BTreeSet;

/// What is filled in: `{0}`, `{1}`…
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(number, _)| number).collect()
}

#[test]
fn every_text_holds_in_every_language_what_is_filled_in() {
    let english = Language::English.words().all();
    for language in Language::ALL {
        for ((name, ours), (_, theirs)) in english.iter().zip(language.words().all()) {
            assert_eq!(places(ours), places(theirs), "{name} in {}", language.tag());
        }
    }
}

#[test]
fn no_text_is_empty() {
    // Japanese puts no blank between sentences.
    for language in Language::ALL {
        for (name, text) in language.words().all() {
            assert!(!text.trim().is_empty() || name == "blank", "{name} in {}", language.tag());
        }
    }
}

#[test]
fn languages_are_found_by_their_tags() {
    for language in Language::ALL {
        assert_eq!(Language::find(language.tag()), Some(language));
    }
    assert_eq!(Language::find("fr-CA"), Some(Language::French));
    assert_eq!(Language::find("de"), None);
}

#[test]
fn every_function_has_a_meaning() {
    let known: Vec<&str> = meanings(Language::English.words()).iter().map(|(name, _)| *name).collect();
    let functions = FUNCTIONS.iter().map(|function| function.name);
    for name in functions.chain(AGGREGATES.iter().map(|aggregate| aggregate.name)) {
        assert!(known.contains(&name), "{name}");
    }
}
