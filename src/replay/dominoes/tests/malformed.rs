//! Whatever stands under `moves`, it is a record or there are words for it.

use super::random::{Lots, random};
use super::{node, replay, replay_node};
use crate::json::{Member, Node, What};
use crate::replay::{Choice, FaultKind};
use proptest::prelude::*;

/// Words that records have.
const WORDS: [&str; 26] = [
    "of",
    "dominoes",
    "deal",
    "played",
    "teams",
    "stock",
    "at",
    "line",
    "new",
    "P0",
    "P1",
    "P2",
    "T0",
    "6-1",
    "0-0",
    "18-18",
    "19-1",
    "draws 6-1",
    "draws",
    "passes",
    "declares",
    "confirms",
    "pass",
    "",
    "6",
    "\u{0}\u{202e}é",
];

fn any_word() -> impl Strategy<Value = String> {
    prop_oneof![6 => (0..WORDS.len()).prop_map(|place| WORDS[place].to_owned()), 1 => any::<String>()]
}

fn any_node() -> impl Strategy<Value = Node> {
    let at = |(start, length): (usize, usize)| start..start + length;
    let place = move || (0_usize..100, 0_usize..10).prop_map(at);
    let leaf = prop_oneof![
        Just(What::Null),
        any::<bool>().prop_map(What::Flag),
        prop_oneof![(0_u8..20).prop_map(|number| number.to_string()), Just("-1e99".to_owned())]
            .prop_map(What::Number),
        any_word().prop_map(What::Text),
    ];
    let leaf = (place(), leaf).prop_map(|(at, what)| Node { at, what });
    leaf.prop_recursive(6, 80, 8, move |inner| {
        let member =
            (any_word(), place(), inner.clone()).prop_map(|(key, at, value)| Member { key, at, value });
        let what = prop_oneof![
            prop::collection::vec(inner, 0..8).prop_map(What::List),
            prop::collection::vec(member, 0..8).prop_map(What::Object),
        ];
        (place(), what).prop_map(|(at, what)| Node { at, what })
    })
}

/// The nodes of a tree, the root among them.
fn size(node: &Node) -> usize {
    1 + match &node.what {
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => 0,
        What::List(nodes) => nodes.iter().map(size).sum(),
        What::Object(members) => members.iter().map(|member| size(&member.value)).sum(),
    }
}

/// Puts another tree in the place of the node with this number.
fn graft(node: &mut Node, number: &mut usize, other: &Node) {
    if *number == 0 {
        node.what = other.what.clone();
    }
    *number = number.wrapping_sub(1);
    match &mut node.what {
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => {}
        What::List(nodes) => nodes.iter_mut().for_each(|node| graft(node, number, other)),
        What::Object(members) => {
            members.iter_mut().for_each(|member| graft(&mut member.value, number, other));
        }
    }
}

/// Renames the key with this number.
fn rename(node: &mut Node, number: &mut usize, name: &str) {
    match &mut node.what {
        What::Null | What::Flag(_) | What::Number(_) | What::Text(_) => {}
        What::List(nodes) => nodes.iter_mut().for_each(|node| rename(node, number, name)),
        What::Object(members) => members.iter_mut().for_each(|member| {
            if *number == 0 {
                name.clone_into(&mut member.key);
            }
            *number = number.wrapping_sub(1);
            rename(&mut member.value, number, name);
        }),
    }
}

fn is_told(node: &Node, settings: super::Settings<'_>) -> Result<(), TestCaseError> {
    if let Err(fault) = replay_node(node, settings) {
        prop_assert!(!fault.message.is_empty() && fault.message.len() < 600, "{}", fault.message);
        prop_assert!(fault.at.start <= fault.at.end, "{:?}", fault);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_tree_is_answered_in_words(node in any_node()) {
        is_told(&node, &[])?;
    }

    #[test]
    fn a_record_with_another_tree_in_it_is_answered_in_words(
        seed in any::<u64>(),
        other in any_node(),
        number in any::<usize>(),
        name in any_word(),
    ) {
        let played = random(seed);
        let whole = played.node();
        let mut grafted = whole.clone();
        graft(&mut grafted, &mut (number % size(&whole)), &other);
        is_told(&grafted, &played.rules.settings())?;
        let mut renamed = whole.clone();
        rename(&mut renamed, &mut (number % size(&whole)), &name);
        is_told(&renamed, &played.rules.settings())?;
    }

    #[test]
    fn any_choice_is_answered_in_words(seed in any::<u64>(), number in any::<i64>(), small in -2_i64..20, which in 0_usize..6) {
        let names = ["set", "drawing", "asleep", "lines", "double_ends", "spinner"];
        let node = random(seed).node();
        let text = WORDS[Lots::new(seed).below(WORDS.len())];
        for choice in [Choice::Number(number), Choice::Number(small), Choice::Flag(number > 0), Choice::Name(text)] {
            is_told(&node, &[(names[which], choice)])?;
        }
    }
}

#[test]
fn megabytes_are_answered_in_short() {
    let long = "x".repeat(1 << 20);
    let game = r#"{"of": "dominoes", "deal": {"Ada": ["1-1"], "Bo": ["0-0"]}, "played": [{"Ada": "1-1"}],
        "teams": {"North": ["Ada", "Bo"]}, "stock": ["0-1"]}"#;
    for part in ["of", "dominoes", "deal", "Ada", "1-1", "played", "teams", "North", "stock", "0-1", "Bo"] {
        let fault = replay(&game.replacen(part, &long, 1), &[]).unwrap_err();
        let help = fault.help.unwrap_or_default();
        assert!(fault.message.len() < 300 && help.len() < 300, "{part}: {} {help}", fault.message);
    }
    let many = vec![r#"{"Ada": "1-1"}"#; 100_000].join(",");
    let fault = replay(&game.replace(r#"{"Ada": "1-1"}"#, &many), &[]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Unreadable, "{}", fault.message);
    let many: Vec<String> = (0..100_000).map(|number| format!(r#""P{number}": ["0-0"]"#)).collect();
    let fault = replay(&game.replace(r#""Bo": ["0-0"]"#, &many.join(",")), &[]).unwrap_err();
    assert_eq!(fault.message, "hands are dealt to 100001 players");
    let many = vec![r#""1-1""#; 100_000].join(",");
    let fault = replay(&game.replacen(r#""1-1""#, &many, 1), &[]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Unreadable, "{}", fault.message);
}

#[test]
fn what_is_nested_deep_is_no_record() {
    for (open, close) in [("[", "]"), (r#"{"Ada": "#, "}")] {
        let deep = format!("{}1{}", open.repeat(60), close.repeat(60));
        for text in [
            deep.clone(),
            format!(r#"{{"of": {deep}}}"#),
            format!(r#"{{"of": "dominoes", "deal": {deep}, "played": []}}"#),
            format!(r#"{{"of": "dominoes", "deal": {{"Ada": ["1-1"], "Bo": ["0-0"]}}, "played": {deep}}}"#),
        ] {
            assert_eq!(replay_node(&node(&text), &[]).unwrap_err().kind, FaultKind::Unreadable);
        }
    }
}
