//! A regulation as people read it: a page that is hung up in the hall, made of the checked format.
//!
//! Comes in: a format as typed and as checked, the options that are chosen, a language. Goes out: a [`Document`], the same
//! whenever these are the same. Bands, levels, orders, schedules and brackets are those that the engine works from, so that the page and
//! the results cannot disagree; clauses, titles and examples are the words of the format. It must never know a log, an
//! outcome, Markdown or HTML. One file per chapter; start with [`write_up`].

mod arbiter;
mod claims;
mod clauses;
mod document;
mod examples;
mod examples_drawn;
mod examples_logged;
mod fold;
mod glossary;
mod ladder;
mod options;
mod orders;
mod phases;
mod ranges;
mod recorded;
mod rules;
mod said;
mod scoring;
mod seats;
mod source;
#[cfg(test)]
mod tests;
mod verdicts;
mod view;
mod words;

pub use document::{Block, Document, Drawing, Inline, Line, Table};
pub use words::Language;

use crate::format::FormatFile;
use crate::ruleset::{Ruleset, Settings};
use crate::source::Sources;
use document::Page;
use fold::Chosen;
use std::cell::RefCell;
use std::collections::BTreeSet;
use view::View;

/// What is written up.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The format as typed.
    pub file: &'a FormatFile,
    /// What it means.
    pub ruleset: &'a Ruleset,
    /// The texts that the format was read from.
    pub sources: &'a Sources,
    /// The values of its options.
    pub settings: &'a Settings,
    /// The names of those that somebody chose. Of the others all variants are shown, unless the format has fixed them.
    pub chosen: &'a [&'a str],
    /// The language of the headings; `None`: that of the format, where there are headings in it, else English.
    pub language: Option<Language>,
}

/// Writes up a regulation.
#[must_use]
pub fn write_up(subject: Subject<'_>) -> Document {
    let Subject { file, ruleset, sources, settings, chosen, language } = subject;
    let written_in = file.written_in.clone().unwrap_or_else(|| Language::English.tag().to_owned());
    let language = language.or_else(|| Language::find(&written_in)).unwrap_or(Language::English);
    let options = ruleset.options.iter().zip(&settings.0);
    let chosen = options
        .map(|(option, value)| (option.fixed || chosen.contains(&option.name.as_str())).then_some(*value));
    let view = View {
        file,
        ruleset,
        sources,
        chosen: Chosen::new(ruleset, chosen.collect()),
        words: language.words(),
        quoted: RefCell::new(BTreeSet::new()),
    };
    let mut page = Page::default();
    source::write(&view, &mut page);
    options::write(&view, &mut page);
    seats::write(&view, &mut page);
    recorded::write(&view, &mut page);
    scoring::write(&view, &mut page);
    ladder::write(&view, &mut page);
    orders::write_standings(&view, &mut page);
    phases::write(&view, &mut page);
    arbiter::write(&view, &mut page);
    claims::write(&view, &mut page);
    examples::write(&view, &mut page);
    clauses::write(&view, &mut page);
    source::write_about(&view, &mut page);
    Document {
        language,
        written_in,
        contents: view.words.contents,
        title: ruleset.title.clone(),
        blocks: page.blocks,
    }
}
