//! A page as HTML: well formed, whatever a format holds; nothing is loaded from anywhere.

use super::{document, document_in, formats, shipped, written};
use proptest::prelude::*;
use rulesctl::doc::Language;
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::report::PageShape;
use std::collections::BTreeSet;

fn html(text: &str, language: Option<Language>) -> String {
    written(&document(text, language, &[]), PageShape::Html)
}

#[test]
fn every_page_is_well_formed() {
    let formats = formats();
    assert!(formats.len() > 100, "{}", formats.len());
    for (folder, _, text) in formats {
        for language in Language::ALL {
            let page = || written(&document_in(&folder, &text, Some(language), &[]), PageShape::Html);
            let (page, again) = (page(), page());
            well_formed(&page);
            assert!(page == again, "the same bytes again");
            assert!(page.contains(&format!("<html lang=\"{}\">", language.tag())));
        }
    }
}

#[test]
fn nothing_is_loaded() {
    for name in ShippedFormats.names() {
        let page = html(&shipped(&name), None);
        // The name of what SVG is, which no browser follows.
        let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for sign in ["<script", "<link", "<img", "<iframe", "@import", "url(", "src=", "http:", "https:"] {
            assert!(!page.contains(sign), "{name}: `{sign}`");
        }
    }
}

#[test]
fn an_address_is_a_text() {
    let page = html("language = 1\n[source]\nurl = 'https://example.org/<rules>?a&b'\n", None);
    assert!(page.contains("https://example.org/&lt;rules&gt;?a&amp;b"), "{page}");
    assert!(!page.contains("href=\"https"), "{page}");
}

#[test]
fn words_of_the_format_are_tagged_with_their_language() {
    let page = html(&shipped("blokus-ladder"), Some(Language::French));
    assert!(page.contains("<html lang=\"fr\">"));
    assert!(page.contains("<h1 lang=\"ja\">"));
    assert!(page.contains("<blockquote lang=\"ja\">"));
    let page = html(&shipped("blokus-ladder"), None);
    assert!(page.contains("<html lang=\"ja\">") && page.contains("<h1>"));
}

#[test]
fn a_bracket_is_drawn() {
    let page = html(&shipped("blokus-pools"), None);
    assert!(
        page.contains("<desc id=\"drawing-1-desc\">semi 1: no. 1 – no. 4. semi 2: no. 2 – no. 3."),
        "{page}"
    );
    assert!(page.contains(">loser of semi 1</text>"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_format_says_is_no_mark(title in any_text(), clause in any_text(), meaning in any_text()) {
        let format = format!(
            "language = 1\ntitle = {}\n[side.record]\nscore = {{ type = 'integer', text = {} }}\n[standing.x]\ntitle = {}\n\
             order = 'sum(score) highest first @c'\n[clauses]\nc = {}\n",
            quoted(&title), quoted(&meaning), quoted(&title), quoted(&clause)
        );
        let page = html(&format, None);
        well_formed(&page);
        prop_assert!(!page.contains("<script"), "{}", page);
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{1,30}",
        "\\PC{1,20}",
        Just("</p><script>alert(1)</script>".to_owned()),
        Just("\" onclick=\"x".to_owned()),
        Just("&lt;b&gt;".to_owned()),
    ]
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let signs = text.chars().filter(|sign| !sign.is_control()).map(|sign| match sign {
        '"' | '\\' => format!("\\{sign}"),
        sign => sign.to_string(),
    });
    format!("\"{}\"", signs.collect::<String>())
}

/// Tags that have no end.
const VOID: [&str; 3] = ["meta", "br", "!doctype"];

/// Every tag ends in its order, every id is there once, every link leads to one; no `<` or `&` stands for itself.
fn well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let (mut ids, mut links) = (BTreeSet::new(), Vec::new());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once('<') {
        if open.last() != Some(&"style") {
            check_text(before);
        }
        let (tag, behind) = after.split_once('>').expect("a tag ends");
        assert!(!tag.contains('<'), "`{tag}`");
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "`</{name}>` in\n{page}");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        for (key, value) in attributes(tag) {
            check_text(value);
            match key {
                "id" => assert!(ids.insert(value), "the id `{value}` is there twice"),
                "href" => links.push(value.strip_prefix('#').expect("links stay on the page")),
                "aria-labelledby" => links.extend(value.split(' ')),
                _ => {}
            }
        }
        if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    for link in links {
        assert!(ids.contains(link), "nothing has the id `{link}`");
    }
}

fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = tag;
    while let Some((key, after)) = rest.split_once("=\"") {
        let (value, behind) = after.split_once('"').expect("an attribute ends");
        found.push((key.rsplit(' ').next().unwrap(), value));
        rest = behind;
    }
    found
}

fn check_text(text: &str) {
    assert!(!text.contains('>'), "`{text}`");
    for (at, _) in text.match_indices('&') {
        let entity = text[at + 1..].split(';').next().unwrap();
        assert!(["amp", "lt", "gt", "quot"].contains(&entity), "`&{entity}` in `{text}`");
    }
}
