//! The last chapter: the clauses that no rule of the page rests on.
//!
//! Comes in: the clauses of the format, and which of them were quoted above. Start with [`write`].

use super::document::{Inline, Page, plain, said};
use super::view::View;
use crate::format::{ClauseEntry, ClauseStatus};

/// The anchor of a group of clauses, its title, and which clauses belong to it.
type Group = (&'static str, &'static str, fn(&ClauseStatus) -> bool);

/// Writes the chapter, where any are left.
pub fn write(view: &View<'_>, page: &mut Page) {
    let words = view.words;
    let is_left = |clause: &&ClauseEntry| {
        let id = view.clause_named(&clause.name.text);
        id.is_none_or(|id| !view.quoted.borrow().contains(&id))
    };
    let left: Vec<&ClauseEntry> = view.file.clauses.iter().filter(is_left).collect();
    if left.is_empty() {
        return;
    }
    page.heading(2, "clauses", plain(words.further_clauses));
    let groups: [Group; 4] = [
        ("notes", words.notes, |status| *status == ClauseStatus::Note),
        ("verified", words.verified, |status| *status == ClauseStatus::Verified),
        ("variants", words.of_variants, |status| *status == ClauseStatus::Rule),
        ("waiting", words.waiting, |status| matches!(status, ClauseStatus::Waits(_))),
    ];
    for (anchor, title, belongs) in groups {
        let items = left.iter().filter(|clause| belongs(&clause.status)).map(|clause| {
            let mut item = said(clause.text.trim());
            if let ClauseStatus::Waits(what) = &clause.status {
                item.push(Inline::Plain(words.dash.to_owned()));
                item.push(Inline::Plain(words.waits_for.to_owned()));
                item.push(Inline::Said(what.clone()));
            }
            item
        });
        let items: Vec<_> = items.collect();
        if !items.is_empty() {
            page.heading(3, &format!("clauses-{anchor}"), plain(title));
            page.list(false, items);
        }
    }
}
