//! Texts that nobody would write: nothing panics, nothing takes long.

use super::*;
use proptest::prelude::*;

/// As deep as the TOML parser lets a text go.
#[test]
fn depth_is_bounded() {
    let dotted = |key: &str| [key; 79].join(".");
    let mut value = "1".to_owned();
    for _ in 0..78 {
        value = format!("{{ {} = {value} }}", dotted("a"));
    }
    for text in [
        format!("language = 1\n[[example]]\nname = \"x\"\ngame = {value}\nexpect = {value}\n"),
        format!("language = 1\n[{}]\n{} = {value}\n", dotted("b"), dotted("c")),
        format!("language = 1\n[clauses]\na = {}\n", "[".repeat(100_000)),
        format!("language = 1\n[clauses]\na = {}\n", "{a=".repeat(100_000)),
        format!("language = 1\n[{}]\n", vec!["a"; 100_000].join(".")),
    ] {
        let (_, _, found) = read(&text, &[]);
        assert!(found.has_errors());
    }
}

#[test]
fn size_is_no_trouble() {
    let long = format!("language = 1\n[side.rules]\na = '{}'\n", "1 + ".repeat(2_500_000));
    assert!(read(&long, &[]).2.has_errors());
    let keys: Vec<String> = (0..20_000).map(|key| format!("k{key} = \"x\"\n")).collect();
    assert!(read(&format!("language = 1\n[clauses]\n{}", keys.concat()), &[]).2.is_empty());
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*") {
        read(&text, &[BASE]);
        read(&format!("language = 1\n{text}"), &[BASE]);
    }

    #[test]
    fn no_toml_panics(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..24)) {
        let text = format!("language = 1\n{}", pieces.concat());
        read(&text, &[BASE]);
    }
}

/// What a format is made of, in no order.
const PIECES: &[&str] = &[
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "\n",
    "\r\n",
    " ",
    "#",
    "\"",
    "'",
    "'''",
    "\\",
    "é",
    "二",
    "extends",
    "\"base\"",
    "set",
    "clauses",
    "options",
    "seating",
    "part",
    "side",
    "game",
    "match",
    "entrant",
    "event",
    "standing",
    "claims",
    "example",
    "record",
    "rules",
    "placing",
    "void",
    "warn",
    "fault",
    "name",
    "names",
    "by",
    "players",
    "two",
    "sides",
    "seats",
    "order",
    "choices",
    "default",
    "type",
    "expect",
    "12",
    "99999999999999999999",
    "0.5",
    "inf",
    "true",
    "2026-11-30",
    "\nx = 'y'\n",
    "\n[part.c]\n",
    "\n[seating]\n",
    "\n[[example]]\n",
    "\n[[phase]]\n",
    "\n[phase.pools]\n",
    "\n[phase.pools.schedule]\n3 = 'A v B'\n",
    "\npairing = \"pools\"\n",
    "\npairing = \"knockout\"\n",
    "\nbracket = 'final: seed 1 v seed 2'\n",
    "\nentrants = \"top 4 of x\"\n",
    "\nfirst = { by = \"standing\" }\n",
    "groups",
    "rounds",
    "\n[side.record]\n",
    "\n[side.rules]\n",
    "\n[[game.void]]\n",
    "a = { b = 1 }",
    "a.b = ",
];
