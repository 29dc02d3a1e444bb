//! Texts with values in braces, and how parts are written: what stands in them, and where.

use super::{outcome, rule_text, spoken};
use crate::diagnostic::Complaints;
use crate::source::Sources;
use crate::syntax::ast::{Filled, FilledPiece, Written};
use crate::syntax::{parse_filled, parse_written};
use proptest::prelude::*;

/// The pieces of a text: words as they are, values as they stand in the file.
fn pieces(text: &str) -> Vec<String> {
    let (sources, decoded) = rule_text(text);
    let mut complaints = Complaints::new();
    let Some(Filled { pieces }) = parse_filled(&decoded, &mut complaints) else {
        panic!("{}", spoken(&complaints, &sources))
    };
    let piece = |piece: &FilledPiece| match piece {
        FilledPiece::Words(words) => words.clone(),
        FilledPiece::Value(value) => format!("[{}]", sources.slice(value.span)),
    };
    pieces.iter().map(piece).collect()
}

#[test]
fn values_stand_in_braces() {
    for (text, wanted) in [
        ("", vec![]),
        ("plain", vec!["plain"]),
        ("{a}", vec!["[a]"]),
        ("é {a + 1}{ b } c", vec!["é ", "[a + 1]", "[b]", " c"]),
        ("{{a}}", vec!["{a}"]),
        ("{{{a}}}", vec!["{", "[a]", "}"]),
        ("{{}} }}{{ {{{{", vec!["{} }{ {{"]),
        ("{\"} {\" = a}", vec!["[\"} {\" = a]"]),
        (
            "{first(t in hand: t.name where t.a in ends) else \"?\"}!",
            vec!["[first(t in hand: t.name where t.a in ends) else \"?\"]", "!"],
        ),
        ("two\nlines {a\n + b}", vec!["two\nlines ", "[a\n + b]"]),
    ] {
        assert_eq!(pieces(text), wanted, "{text}");
    }
}

/// `a` with `-` behind it, `b`.
fn shown(written: &Written) -> String {
    let column = |column: &crate::syntax::ast::WrittenColumn| {
        let then = column.then.as_ref().map_or_else(String::new, |(then, _)| format!(" then {then:?}"));
        format!("{}{then}", column.name.text)
    };
    written.columns.iter().map(column).collect::<Vec<_>>().join(", ")
}

#[test]
fn columns_have_signs_between_them() {
    for (text, wanted) in [
        ("a", "a"),
        ("a-b", "a then \"-\", b"),
        ("rank of, suit", "rank then \" \", of then \", \", suit"),
        ("\"high end\" - \"in\"", "high end then \" - \", in"),
        ("número→二段×c3", "número then \"→\", 二段 then \"×\", c3"),
        ("\"a\"·\"b\"", "a then \"·\", b"),
        ("a--b", "a then \"--\", b"),
        ("a\\b", "a then \"\\\\\", b"),
    ] {
        assert_eq!(outcome(text, parse_written, shown), wanted, "{text}");
    }
    // A word of the language is a name like any other here: it is one of a column.
    assert_eq!(outcome("and-if", parse_written, shown), "and then \"-\", if");
}

/// A text in which every brace is said.
fn doubled(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

proptest! {
    #[test]
    fn braces_that_are_doubled_are_said(text in "[^'\\pC]{0,20}|[{}a \"]{0,12}") {
        let said = pieces(&doubled(&text)).concat();
        prop_assert_eq!(said, text);
    }

    #[test]
    fn a_value_stands_where_it_stands(before in "[a-zé \"{}]{0,9}", value in "[a-z]{1,3}[0-9]?( [+*] [a-z]{2}[0-9])?", after in "[a-zé \"{}]{0,9}") {
        let text = format!("{}{{{value}}}{}", doubled(&before), doubled(&after));
        let (sources, decoded) = rule_text(&text);
        let mut complaints = Complaints::new();
        // A word of the language is no value.
        if let Some(filled) = parse_filled(&decoded, &mut complaints) {
            let values: Vec<&str> = filled.pieces.iter().filter_map(|piece| match piece {
                FilledPiece::Value(value) => Some(slice(&sources, value.span)),
                FilledPiece::Words(_) => None,
            }).collect();
            prop_assert_eq!(values, [value.as_str()]);
        } else {
            prop_assert!(!complaints.is_empty());
        }
    }
}

fn slice(sources: &Sources, span: crate::source::Span) -> &str {
    sources.slice(span)
}
