//! What the words of rules mean that are on the page.
//!
//! Comes in: the page so far. Goes out: a table with the functions that its rules use. Start with [`write`].

use super::document::{Block, Inline, Line, Page, Table, code, plain};
use super::view::View;
use super::words::Words;
use std::collections::BTreeSet;

/// Writes the table, where rules use any.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let used = used(page);
    let rows = meanings(words).into_iter().filter(|(name, _)| used.contains(*name));
    let rows: Vec<Vec<Line>> = rows.map(|(name, meaning)| vec![code(name), plain(meaning)]).collect();
    if !rows.is_empty() {
        page.paragraph(plain(words.functions_intro));
        page.table(Table { head: [words.function, words.gives].map(plain).into(), rows });
    }
}

/// Every function and aggregate, and the words that are used like one, each with its meaning.
pub fn meanings(words: &Words) -> [(&'static str, &'static str); 18] {
    [
        ("abs", words.abs),
        ("isqrt", words.isqrt),
        ("floor", words.floor),
        ("ceil", words.ceil),
        ("round", words.round_function),
        ("min", words.min),
        ("max", words.max),
        ("sum", words.sum),
        ("mean", words.mean),
        ("count", words.count),
        ("any", words.any),
        ("all", words.all),
        ("none", words.none),
        ("first", words.first),
        ("last", words.last),
        ("known", words.known),
        ("div", words.div),
        ("mod", words.modulo),
    ]
}

/// The words of the rules on a page: what stands before a bracket, and between blanks.
fn used(page: &Page) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for text in page.blocks.iter().flat_map(lines).flatten() {
        let Inline::Code(rule) = text else { continue };
        let mut at = 0;
        for piece in rule.split_inclusive(|sign: char| !sign.is_alphanumeric() && sign != '_') {
            let word = piece.trim_end_matches(|sign: char| !sign.is_alphanumeric() && sign != '_');
            if piece.ends_with('(') || at > 0 && ["div", "mod"].contains(&word) {
                used.insert(word.to_owned());
            }
            at += piece.len();
        }
    }
    used
}

fn lines(block: &Block) -> Vec<&Line> {
    match block {
        Block::Heading { text, .. } | Block::Paragraph(text) => vec![text],
        Block::List { items, .. } => items.iter().collect(),
        Block::Table(table) => table.head.iter().chain(table.rows.iter().flatten()).collect(),
        Block::Quote(_) | Block::Drawing(_) => Vec::new(),
    }
}
