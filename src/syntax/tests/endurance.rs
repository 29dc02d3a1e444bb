//! What no input may do: exhaust the stack, take long, panic.

use super::{rule_text, spoken};
use crate::diagnostic::{Code, Complaints};
use crate::source::RuleText;
use crate::syntax::{
    parse_bracket, parse_condition, parse_expression, parse_filled, parse_levels, parse_order, parse_rule,
    parse_schedule, parse_selection, parse_shown, parse_type, parse_written,
};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Runs every entry on a thread with the stack of a test, and gives the complaints of `parse_rule`.
fn complaints(text: &str) -> Complaints {
    let owned = text.to_owned();
    let began = Instant::now();
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(move || everything(&owned));
    let complaints = thread.unwrap().join().unwrap();
    assert!(began.elapsed() < Duration::from_secs(20), "took {:?}", began.elapsed());
    complaints
}

fn everything(text: &str) -> Complaints {
    let (sources, decoded) = rule_text(text);
    let run = |parse: &dyn Fn(&RuleText, &mut Complaints) -> bool| {
        let mut complaints = Complaints::new();
        let built = parse(&decoded, &mut complaints);
        assert_eq!(built, complaints.is_empty(), "a tree or complaints: {text}");
        for complaint in complaints.iter() {
            assert!(!complaint.labels.is_empty(), "{complaint:?} has no place");
            for label in &complaint.labels {
                assert!(label.span.end as usize <= sources.get(label.span.source).text.len());
                assert!(sources.get(label.span.source).text.get(label.span.range()).is_some());
            }
        }
        complaints
    };
    run(&|text, complaints| parse_condition(text, complaints).is_some());
    run(&|text, complaints| parse_expression(text, complaints).is_some());
    run(&|text, complaints| parse_order(text, complaints).is_some());
    run(&|text, complaints| parse_shown(text, complaints).is_some());
    run(&|text, complaints| parse_type(text, complaints).is_some());
    run(&|text, complaints| parse_schedule(text, complaints).is_some());
    run(&|text, complaints| parse_bracket(text, complaints).is_some());
    run(&|text, complaints| parse_selection(text, complaints).is_some());
    run(&|text, complaints| parse_levels(text, complaints).is_some());
    run(&|text, complaints| parse_filled(text, complaints).is_some());
    run(&|text, complaints| parse_written(text, complaints).is_some());
    run(&|text, complaints| parse_rule(text, complaints).is_some())
}

fn code(text: &str) -> Option<Code> {
    complaints(text).iter().next().map(|complaint| complaint.code)
}

#[test]
fn nested_brackets() {
    for depth in [1, 40, 64] {
        let text = format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(code(&text), None, "{depth}");
        let text = format!("{}a{}", "max(1, ".repeat(depth), ")".repeat(depth));
        assert_eq!(code(&text), None, "{depth}");
        let text = format!("{}b{}", "a in (not ".repeat(depth), ")".repeat(depth));
        assert_eq!(code(&text), (depth == 64).then_some(Code::TooDeep), "{depth}");
    }
    for depth in [65, 30_000] {
        let text = format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(code(&text), Some(Code::TooDeep), "{depth}");
        assert_eq!(code(&"(".repeat(depth)), Some(Code::TooDeep), "{depth}");
    }
    let bomb = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(code(&bomb), Some(Code::TooDeep));
}

#[test]
fn unclosed_brackets() {
    for opening in [
        "(",
        "max(",
        "a in (",
        "a in (b, ",
        "any(t in ",
        "sum(best ",
        "sum(best 6 of ",
        "-(",
        "not (",
        "(a if ",
        "1 + (",
    ] {
        assert_eq!(code(&opening.repeat(40)), Some(Code::Syntax), "{opening}");
        assert_eq!(code(&format!("{}a", opening.repeat(40))), Some(Code::Syntax), "{opening}");
    }
}

#[test]
fn long_chains() {
    for link in
        ["not ", "- ", "-", "a + ", "a - ", "a * ", "a and ", "a or ", "a else ", "a if b else ", "1 if not "]
    {
        for times in [200, 3000] {
            let text = format!("{}a", link.repeat(times));
            let code = code(&text);
            let refused = matches!(code, Some(Code::TooDeep | Code::TooLong | Code::Syntax));
            assert!(refused, "{link} {times}: {code:?}");
        }
    }
    assert_eq!(code(&format!("{}a", "a + ".repeat(10_000))), Some(Code::TooDeep));
    assert_eq!(code(&format!("{}a", "a + ".repeat(100))), None);
    assert_eq!(code(&format!("{}a", "a if b else ".repeat(100))), None);
    assert_eq!(code(&format!("a in ({}b)", "b, ".repeat(5000))), None);
    assert_eq!(code(&format!("{}a", "not ".repeat(1024))), Some(Code::TooDeep));
}

#[test]
fn long_strings() {
    let (sources, decoded) = rule_text(&"a".repeat(10_000_000));
    let began = Instant::now();
    let mut complaints = Complaints::new();
    assert!(parse_rule(&decoded, &mut complaints).is_none());
    assert!(began.elapsed() < Duration::from_secs(2));
    let text = spoken(&complaints, &sources);
    assert!(
        text.starts_with(
            "R0204: a rule string of 10000000 bytes is too long; 65536 are the most\n   2:1 `a`"
        ),
        "{text}"
    );
    assert_eq!(code(&"a".repeat(65_536)), None);
    assert_eq!(code(&format!("{}\n", "+ a\n".repeat(16_000))), None);
}

#[test]
fn many_mistakes() {
    for wrong in [
        "+ a b\n",
        "a =>",
        "a ->\n",
        "“",
        "‘",
        "1’000’",
        "a ==\n",
        "by x -> 1 =>\n",
        "\"",
        "(\n)",
        "30s ",
        "@",
        "not in ",
    ] {
        let number = complaints(&wrong.repeat(65_536 / wrong.len())).iter().count();
        assert!((1..=52).contains(&number), "{wrong}: {number}");
    }
    assert_eq!(code(&format!("a and{}b -> 1", "\n".repeat(60_000))), None);
    assert_eq!(code(&format!("{}-> 1", "a\n".repeat(30_000))), Some(Code::Syntax));
    assert_eq!(code(&format!("{}-> 1", "a and\n".repeat(9000))), Some(Code::Syntax));
}

fn word() -> impl Strategy<Value = String> {
    let words = [
        "a",
        "b",
        "spread",
        "二段",
        "(",
        ")",
        "(",
        ")",
        ",",
        "+",
        "-",
        "*",
        "/",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "->",
        "->",
        ":",
        ".",
        "@",
        "@gap",
        "?",
        "\n",
        "\n",
        "\r\n",
        "\t",
        "#",
        "# x\n",
        "\"",
        "\"t\"",
        "and",
        "or",
        "not",
        "in",
        "if",
        "else",
        "div",
        "mod",
        "by",
        "by x",
        "otherwise",
        "where",
        "yes",
        "no",
        "to",
        "more",
        "less",
        "or more",
        "above",
        "below",
        "best",
        "worst",
        "of",
        "highest",
        "first",
        "highest first",
        "among",
        "tied",
        "as",
        "integer",
        "one of",
        "list of",
        "yes/no",
        "1",
        "12",
        "0.5",
        "33%",
        "30 s",
        "2026-11-30",
        "sum(",
        "any(t in h:",
        "==",
        "=>",
        "≥",
        "“",
        "”",
        "%",
        "4O0",
        "1_0",
        "..",
        "true",
        "null",
        "!",
        "\u{a0}",
        "（",
        "\u{301}",
        "é",
        "9999999999999999999",
        "$",
        "'",
        "&&",
        "{",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_owned)
}

fn word_of_phases() -> impl Strategy<Value = String> {
    let words = [
        "A",
        "C",
        "a",
        "v",
        "vs",
        "umpire",
        "north",
        "\"north\"",
        "seed",
        "seed 1",
        "0",
        "4",
        "99999999999",
        "winner of",
        "loser of",
        "winner",
        "semi 1",
        "semi-final",
        "準決勝",
        "-",
        "–",
        ":",
        "->",
        "=>",
        "→",
        ",",
        "winner 1",
        "@x",
        "@",
        "top 4",
        "places",
        "5 to 8",
        "of",
        "single elimination",
        "third place",
        "double",
        "bye",
        "#",
        "\n",
        "“",
        "\u{301}",
    ];
    proptest::sample::select(words.to_vec()).prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_in_any_order(words in proptest::collection::vec((word(), " ?"), 0..30)) {
        let text: String = words.iter().flat_map(|(word, blank)| [word.as_str(), blank.as_str()]).collect();
        everything(&text.replace("''", "'"));
    }

    #[test]
    fn words_of_phases_in_any_order(words in proptest::collection::vec((word_of_phases(), " ?"), 0..20)) {
        let text: String = words.iter().flat_map(|(word, blank)| [word.as_str(), blank.as_str()]).collect();
        everything(&text);
    }

    #[test]
    fn any_text(text in "\\PC{0,40}") {
        everything(&text.replace('\'', ""));
    }
}
