//! The top and the foot of the page: of which regulation it is, and how to read it.

use super::document::{Inline, Line, Page, code, filled, joined, plain, said};
use super::glossary;
use super::view::View;

/// What is known of the regulation itself.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let known = [
        ("title", words.source),
        ("author", words.author),
        ("publisher", words.publisher),
        ("date", words.date_of_source),
        ("language", words.language_of_source),
        ("url", words.address),
    ];
    let facts = view.file.regulation.iter().map(|(name, literal)| {
        let known = known.iter().find(|(key, _)| *key == name.text);
        let label = known.map_or(name.text.as_str(), |(_, label)| label);
        view.fact(label, said(literal.value.text()))
    });
    page.paragraph(joined(facts, &Inline::Break));
}

/// From which format the page was made, and what stands on it in which type.
pub fn write_about(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    page.heading(2, "about", plain(words.about));
    let mut line: Line = filled(words.about_page, &[code(view.file.name.as_str()), code(words.this_type)]);
    if !view.file.bases.is_empty() {
        let bases = view.file.bases.iter().map(|base| code(base.as_str()));
        let bases = joined(bases, &Inline::Plain(words.comma.to_owned()));
        line.push(Inline::Plain(words.blank.to_owned()));
        line.extend(filled(words.about_bases, &[bases]));
    }
    page.paragraph(line);
    glossary::write(view, page);
}
