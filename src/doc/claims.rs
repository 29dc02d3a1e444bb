//! The chapter of what always holds.

use super::document::{Inline, Page, plain, said};
use super::view::View;

/// Writes the chapter, where the format claims anything.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let claims = &view.ruleset.claims;
    if claims.is_empty() {
        return;
    }
    page.heading(2, "claims", plain(words.claims));
    let items = claims.iter().map(|claim| {
        let mut item = said(claim.text.as_str());
        let how = if claim.proof.is_some() { words.proved } else { words.tried };
        item.push(Inline::Plain(format!("{}{how}", words.dash)));
        item
    });
    page.list(false, items.collect());
}
