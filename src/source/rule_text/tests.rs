//! Decoding agrees with the TOML crate, and every character finds its way back.

use super::*;
use crate::source::Sources;
use proptest::prelude::*;

/// What the TOML crate makes of a token, or `None` where it is no string.
fn by_the_crate(raw: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(&format!("x = {raw}\n")).ok()?;
    table.get("x")?.as_str().filter(|_| table.len() == 1).map(str::to_owned)
}

fn decoded(raw: &str) -> (Sources, Result<RuleText, TextError>) {
    let file = format!("é = {raw}\n");
    let mut sources = Sources::new();
    let id = sources.add("test.toml", file);
    let start = "é = ".len();
    (sources, RuleText::new(id, start..start + raw.len(), raw))
}

/// Decodes both ways, and follows every character back to the file.
fn agree(raw: &str) {
    let (sources, ours) = decoded(raw);
    let theirs = by_the_crate(raw);
    let text = match (&ours, &theirs) {
        (Ok(ours), Some(theirs)) => {
            assert_eq!(ours.text(), theirs, "{raw:?}");
            ours
        }
        (Err(_), None) => return,
        (Ok(ours), None) => panic!("only we read {raw:?} as {:?}", ours.text()),
        (Err(_), Some(theirs)) => panic!("only the crate reads {raw:?} as {theirs:?}"),
    };
    assert_eq!(sources.slice(text.whole()), raw);
    let mut before = 0;
    for (start, letter) in text.text().char_indices() {
        let span = text.span(start..start + letter.len_utf8());
        let piece = sources.slice(span);
        let again = if raw.starts_with('\'') || !piece.starts_with('\\') {
            piece.to_owned()
        } else {
            by_the_crate(&format!("\"{piece}\"")).unwrap_or_else(|| panic!("{piece:?} in {raw:?}"))
        };
        assert_eq!(again, letter.to_string(), "{raw:?}");
        assert!(before <= span.start && span.start < span.end, "{raw:?}");
        assert_eq!(text.span(start..start).range(), span.range().start..span.range().start);
        assert_eq!(text.end(start + letter.len_utf8()).start, span.end);
        before = span.end;
    }
    parts_agree(text);
    let end = text.span(text.text().len()..text.text().len());
    assert!(end.range().end < text.whole().range().end, "{raw:?}");
}

/// Whatever stands in a part stands in the file where it stands in the whole.
fn parts_agree(text: &RuleText) {
    let places: Vec<usize> =
        text.text().char_indices().map(|(place, _)| place).chain([text.text().len()]).collect();
    for (number, &start) in places.iter().enumerate() {
        for &end in places[number..].iter().take(6).chain(places.last()) {
            let part = text.part(start..end).unwrap();
            assert_eq!(part.text(), &text.text()[start..end]);
            assert_eq!(part.whole(), text.span(start..end));
            for (place, letter) in part.text().char_indices() {
                let range = place..place + letter.len_utf8();
                let whole = start + range.start..start + range.end;
                assert_eq!(part.span(range.clone()), text.span(whole.clone()), "{start}..{end} of {text:?}");
                assert_eq!(part.end(range.end), text.end(whole.end));
            }
            assert_eq!(part.span(0..0).start, part.whole().start);
        }
    }
    assert!(text.part(0..text.text().len() + 1).is_none());
}

#[test]
fn all_kinds() {
    let tokens = [
        "''",
        "'a'",
        "\"\"",
        "\"a\"",
        "''''''",
        "\"\"\"\"\"\"",
        "'''a'''",
        "\"\"\"a\"\"\"",
        "'''\na'''",
        "'''\r\na\r\nb'''",
        "\"\"\"\n\na\"\"\"",
        "\"\\\"\\\\\\b\\t\\n\\f\\r\\e\"",
        "\"\\x41\\xe9\\u00e9\\U0001F600\"",
        "\"\\xg1\"",
        "\"\\x4\"",
        "\"\\ud800\"",
        "\"\\U00110000\"",
        "\"\\q\"",
        "\"a\nb\"",
        "'a\nb'",
        "\"\"\"a\\\n   b\"\"\"",
        "\"\"\"a\\  \r\n \t\n\n b\"\"\"",
        "\"\"\"a\\  b\"\"\"",
        "\"a\\\nb\"",
        "\"\"\"\\\n\"\"\"",
        "\"\"\"a\"\"\"\"",
        "\"\"\"a\"\"\"\"\"",
        "'''a'''''",
        "'''''a'''",
        "\"\"\"a\"\"b\"\"\"",
        "'''a''b'''",
        "\"\"\"a\\\"\"\"\"",
        "\"a\\\"",
        "'a\\'",
        "'a\tb'",
        "'a\u{7f}b'",
        "'''a\rb'''",
        "\"二段 é\"",
        "'二段'",
        "\"\"\"\\u4e8c段\"\"\"",
        "'",
        "\"",
        "'''",
        "a",
        "",
        "'a",
        "'a\"",
        "\"\\",
        "\"\\\"",
        "'\\u00e9'",
        "\"\\u+041\"",
        "\"\\u00é\"",
    ];
    for token in tokens {
        agree(token);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_strings(quote in 0..4_usize, inside in proptest::collection::vec(proptest::sample::select(vec![
        "a", "é", "二", "😀", " ", "\t", "\n", "\r\n", "\r", "\\", "\\n", "\\\"", "\\\\", "\\x41", "\\xe9", "\\u00e9", "\\U0001F600", "\\e", "\\\n", "\\ \r\n  ", "'", "\"", "u", "0041", "\u{1}",
    ]), 0..16)) {
        let quote = ["'", "\"", "'''", "\"\"\""][quote];
        let inside: String = inside.concat();
        agree(&format!("{quote}{inside}{quote}"));
    }
}
