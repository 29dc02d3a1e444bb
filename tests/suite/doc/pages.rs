//! What stands on a page: of every format that ships, in every language, with options chosen and without.

use super::{document, document_in, formats, markdown, shipped, written};
use crate::binary::{code, run, said};
use crate::support::root;
use rulesctl::doc::{Block, Language};
use rulesctl::format::{Library, ShippedFormats};
use rulesctl::report::PageShape;
use std::fs;

#[test]
fn every_shipped_format_reads_like_this() {
    for name in ShippedFormats.names() {
        insta::assert_snapshot!(format!("page_{name}"), markdown(&shipped(&name), None, &[]));
    }
}

#[test]
fn a_page_reads_like_this_in_each_language() {
    let format = shipped("blokus-pools");
    for language in [Language::French, Language::Polish, Language::Japanese] {
        let page = markdown(&format, Some(language), &[]);
        insta::assert_snapshot!(format!("page_blokus-pools_{}", language.tag()), page);
    }
}

#[test]
fn the_format_says_in_which_language_it_is_written() {
    let page = |language: &str| document(&format!("language = 1\n{language}"), None, &[]);
    assert_eq!(page("").language, Language::English);
    assert_eq!(page("written_in = 'fr'\n").language, Language::French);
    assert_eq!(page("written_in = 'pl-PL'\n").language, Language::Polish);
    // Of a language without headings of its own, the words are still tagged.
    let german = page("written_in = 'de'\n");
    assert_eq!((german.language, german.written_in.as_str()), (Language::English, "de"));
    assert_eq!(document(&shipped("blokus-ladder"), None, &[]).language, Language::Japanese);
}

#[test]
fn every_clause_stands_on_the_page() {
    let mut texts = formats();
    let reference = fs::read_to_string(root().join("docs/language.md")).unwrap();
    let blocks = reference.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let blocks = blocks.filter(|block| block.starts_with("language = 1"));
    texts.extend(blocks.map(|block| (root().join("docs"), "docs/language.md".to_owned(), block.to_owned())));
    let mut clauses = 0;
    for (folder, name, text) in texts {
        for language in Language::ALL {
            let page = written(&document_in(&folder, &text, Some(language), &[]), PageShape::Markdown);
            let page = page.replace('\\', "");
            for clause in clauses_of(&text) {
                clauses += 1;
                let clause = clause.trim();
                assert!(page.contains(clause), "{name} in {}: `{clause}` is missing", language.tag());
            }
        }
    }
    assert!(clauses > 900, "{clauses}");
}

/// The texts of the clauses of a format itself, read from its lines.
fn clauses_of(text: &str) -> Vec<String> {
    let Some((_, section)) = text.split_once("[clauses]\n") else { return Vec::new() };
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let quoted = lines.filter_map(|line| {
        let (_, value) = line.split_once('=')?;
        let value = value.split_once("text = ").map_or(value, |(_, text)| text);
        value.split('"').nth(1).map(str::to_owned)
    });
    quoted.filter(|text| !text.contains('\\')).collect()
}

#[test]
fn without_a_choice_no_clause_is_of_another_variant() {
    for name in ShippedFormats.names().into_iter().filter(|name| !shipped(name).contains("\nset = ")) {
        let page = markdown(&shipped(&name), Some(Language::English), &[]);
        assert!(!page.contains("### Of variants that are not played here"), "{name}");
    }
}

#[test]
fn what_is_not_played_is_not_on_the_page() {
    let format = shipped("blokus");
    let all = markdown(&format, None, &[]);
    assert!(all.contains("| `players = rectangle` and `all_placed` | 5 |"));
    assert!(all.contains("| `rectangle` | 1 | `solo` |"));
    let two = markdown(&format, None, &[("players", "two")]);
    let (rules, _) = two.split_once("## Further clauses").unwrap();
    assert!(!rules.contains("rectangle"), "{rules}");
    assert!(rules.contains("| `players` | `two` | Which of the ways"));
    assert!(rules.contains("| +\u{a0}15 | `all_placed` |"));
    assert!(rules.contains("| `yellow_green` | `yellow`, `green` |"));
    // Of the examples only those of that variant.
    assert!(rules.contains("### Two players add their colours, and may be level"));
    assert!(!rules.contains("### All placed"), "{rules}");
    let rectangle = markdown(&format, None, &[("players", "rectangle")]);
    // Nothing is added where nothing counts.
    assert!(rectangle.contains("`score` is 0\n"), "{rectangle}");
    assert!(rectangle.contains("`solved` is "), "{rectangle}");
}

#[test]
fn a_band_over_a_chosen_option_is_its_value() {
    let format = shipped("dominoes-blocked");
    assert!(markdown(&format, None, &[]).contains("`highest` goes by `set`:"));
    let page = markdown(&format, None, &[("set", "double_9"), ("drawing", "none")]);
    assert!(page.contains("| `highest` | 9 |"), "{page}");
    assert!(page.contains("| `stock_gone` | yes |"), "{page}");
}

#[test]
fn names_with_marks_stand_for_themselves() {
    let format = "language = 1\ntitle = '# 1 * [x](y) <b>'\n[side.record]\nscore = { type = 'integer', text = 'a|b `c` _d_ &amp; <i>' }\n\
                  [standing.x]\ntitle = '1. x'\norder = 'sum(score) highest first'\n";
    let page = markdown(format, None, &[]);
    assert!(page.starts_with("# \\# 1 \\* \\[x\\](y) \\<b\\>\n"), "{page}");
    assert!(page.contains("| `score` | a\\|b \\`c\\` \\_d\\_ \\&amp; \\<i\\> | whole number |"), "{page}");
    assert!(page.contains("### 1\\. x\n"), "{page}");
}

#[test]
fn anchors_are_there_once() {
    for name in ShippedFormats.names() {
        let page = document(&shipped(&name), None, &[]);
        let mut anchors: Vec<&str> = page
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading { anchor, .. } => Some(anchor.as_str()),
                _ => None,
            })
            .collect();
        let all = anchors.len();
        anchors.sort_unstable();
        anchors.dedup();
        assert_eq!(anchors.len(), all, "{name}");
    }
}

#[test]
fn the_command_writes_it() {
    let page = run(&["doc", "blokus-duo"]);
    assert_eq!(code(&page), 0, "{}", said(&page));
    assert_eq!(String::from_utf8(page.stdout).unwrap(), {
        let text = markdown(&shipped("blokus-duo"), None, &[]);
        text.replace("the format `page`", "the format `blokus-duo`")
    });
    let polish = run(&["doc", "blokus-duo", "--lang", "pl", "--output", "html"]);
    let polish = String::from_utf8(polish.stdout).unwrap();
    assert!(polish.starts_with("<!doctype html>\n<html lang=\"pl\">"), "{polish}");
    assert_eq!(code(&run(&["doc", "blokus", "--set", "players=nine"])), 2);
    assert_eq!(code(&run(&["doc", "blokus", "--lang", "xx"])), 2);
    let absent = run(&["doc", "blocus"]);
    assert_eq!(code(&absent), 2);
    assert!(said(&absent).contains("did you mean `blokus`?"), "{}", said(&absent));
    // A format with errors has no page.
    assert_eq!(code(&run(&["doc", "tests/check/R0105_language_in_words.toml"])), 1);
}
