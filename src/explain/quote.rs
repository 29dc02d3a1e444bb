//! Pieces of the format as they are written, with file and line.
//!
//! Comes in: spans. Goes out: words. Start with [`Quotes::of`].

use super::tree::{Cited, Quote};
use crate::ruleset::{ClauseId, Ruleset};
use crate::source::{Sources, Span};

/// Where the format is quoted from.
#[derive(Clone, Copy)]
pub(super) struct Quotes<'a> {
    pub ruleset: &'a Ruleset,
    pub sources: &'a Sources,
}

impl Quotes<'_> {
    /// What stands at a place.
    pub(super) fn of(&self, at: Span) -> Quote {
        let text = self.sources.slice(at).trim();
        let inner = ["'''", "\"\"\""].iter().find_map(|mark| text.strip_prefix(mark)?.strip_suffix(mark));
        self.as_line(inner.map_or(text, |inner| inner.trim_matches('\n')).trim_end().to_owned(), at)
    }

    /// Words that are put together of what stands at a place.
    pub(super) fn as_line(&self, text: String, at: Span) -> Quote {
        let (line, _) = self.sources.line_column(at);
        Quote { text, file: self.sources.get(at.source).name.clone(), line }
    }

    /// What stands at a place, in one line.
    pub(super) fn words(&self, at: Span) -> String {
        let words: Vec<&str> = self.sources.slice(at).split_whitespace().collect();
        words.join(" ")
    }

    /// Clauses, in the order in which they are cited, each once.
    pub(super) fn clauses(&self, cites: &[ClauseId]) -> Vec<Cited> {
        let mut seen: Vec<ClauseId> = Vec::new();
        for cited in cites {
            if !seen.contains(cited) {
                seen.push(*cited);
            }
        }
        let cited = |id: ClauseId| {
            let clause = self.ruleset.clause(id);
            Cited { name: clause.name.clone(), text: clause.text.clone() }
        };
        seen.into_iter().map(cited).collect()
    }
}
