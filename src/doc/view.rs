//! What every chapter looks at: the format as typed and as checked, the options, and the words of one language.
//!
//! It must never know what is written where. Start with [`View`].

use super::document::{Inline, Line, Page, joined, plain};
use super::fold::Chosen;
use super::words::Words;
use crate::format::{FormatFile, SheetName};
use crate::ruleset::{ClauseId, Expr, Ruleset, Step};
use crate::sheet::{ColumnId, SheetId};
use crate::source::{Sources, Span};
use crate::value::Symbol;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A format, seen by somebody who writes it up.
pub struct View<'a> {
    /// As typed.
    pub file: &'a FormatFile,
    /// What it means.
    pub ruleset: &'a Ruleset,
    /// Where rules stand as they are written.
    pub sources: &'a Sources,
    /// The options that are chosen.
    pub chosen: Chosen,
    /// The words of the page.
    pub words: &'static Words,
    /// The clauses that have been quoted.
    pub quoted: RefCell<BTreeSet<ClauseId>>,
}

impl View<'_> {
    /// The text of a choice, or of a name.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.ruleset.symbols.text(symbol)
    }

    /// What stands at a place of the file, on one line, without remarks.
    pub fn written(&self, at: Span) -> String {
        let lines = self.sources.slice(at).lines().map(without_remark);
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ").replace("\\\"", "\"")
    }

    /// The words of clauses, which are quoted by that; each once.
    pub fn clauses(&self, cites: &[ClauseId]) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for &id in cites {
            self.quoted.borrow_mut().insert(id);
            let text = self.ruleset.clause(id).text.trim();
            if !texts.iter().any(|known| known == text) {
                texts.push(text.to_owned());
            }
        }
        texts
    }

    /// The same in a cell, or behind an item of a list.
    pub fn cited(&self, cites: &[ClauseId]) -> Line {
        let texts = self.clauses(cites).into_iter().map(|text| vec![Inline::Said(text)]);
        joined(texts, &Inline::Break)
    }

    /// Puts clauses below an item of a list.
    pub fn cite_below(&self, cites: &[ClauseId], line: &mut Line) {
        for clause in self.clauses(cites) {
            line.push(Inline::Break);
            line.push(Inline::Cited(clause));
        }
    }

    /// The clauses of the lines of a table, a cell for each. What all lines rest on is quoted on the page instead, and what a line
    /// rests on as the one above does is said by a mark.
    pub fn cited_lines(&self, lines: &[&[ClauseId]], page: &mut Page) -> Vec<Line> {
        let common = common(lines);
        self.quote(&common, page);
        let own = |cites: &&[ClauseId]| -> Vec<ClauseId> {
            cites.iter().copied().filter(|id| !common.contains(id)).collect()
        };
        let own: Vec<Vec<ClauseId>> = lines.iter().map(own).collect();
        let above = std::iter::once(None).chain(own.iter().map(Some));
        let cells = own.iter().zip(above).map(|(cites, above)| match above {
            Some(above) if !cites.is_empty() && above == cites => plain(self.words.ditto),
            Some(_) | None => self.cited(cites),
        });
        cells.collect()
    }

    /// The clause of this name.
    pub fn clause_named(&self, name: &str) -> Option<ClauseId> {
        let place = self.ruleset.clauses.iter().position(|clause| clause.name == name)?;
        u32::try_from(place).ok().map(ClauseId)
    }

    /// What computes a column: its rule, without the variants that are not played and without what was added for rows
    /// that do not count.
    pub fn rule(&self, column: ColumnId) -> Option<Expr> {
        let ladder = self.ruleset.ladder.iter().flat_map(|ladder| &ladder.steps);
        let step = self.ruleset.steps.iter().chain(ladder).find(|step| step.out() == column)?;
        match step {
            Step::Map { value, .. } => Some(self.chosen.fold(self.ruleset.rule_of(column, value))),
            Step::Reduce(_) | Step::Place(_) => None,
        }
    }

    /// The sheet of which a table of the file speaks; of a part that is in lists, the first of these.
    pub fn sheet(&self, name: &SheetName) -> Option<SheetId> {
        let called = name.to_string();
        let found = self.ruleset.sheets.iter().position(|sheet| sheet.name == called);
        match (found, name) {
            (Some(place), _) => u16::try_from(place).ok().map(SheetId),
            (None, SheetName::Part(part)) => self.list_of(part),
            (None, _) => None,
        }
    }

    fn list_of(&self, part: &str) -> Option<SheetId> {
        use crate::syntax::ast::TypeBase;
        let lists = self.file.sheets.iter().flat_map(|entry| {
            let is_list = |base: &TypeBase| matches!(base, TypeBase::Parts(name) if name.text == part);
            let columns = entry
                .recorded
                .iter()
                .filter(move |column| column.kind.as_ref().is_some_and(|kind| is_list(&kind.base)));
            columns.map(|column| format!("{}.{}", entry.sheet, column.name.text))
        });
        let place = lists
            .into_iter()
            .find_map(|list| self.ruleset.sheets.iter().position(|sheet| sheet.name == list))?;
        u16::try_from(place).ok().map(SheetId)
    }

    /// A label and what it says: `Rounds: 4`.
    pub fn fact(&self, label: &str, value: Line) -> Line {
        let mut line = vec![Inline::Strong(label.to_owned()), Inline::Plain(self.words.colon.to_owned())];
        line.extend(value);
        line
    }

    /// Quotes clauses on the page.
    pub fn quote(&self, cites: &[ClauseId], page: &mut Page) {
        page.quote(self.clauses(cites));
    }
}

/// What all lines rest on, where there are several.
pub fn common(lines: &[&[ClauseId]]) -> Vec<ClauseId> {
    match lines {
        [first, _, ..] => {
            first.iter().copied().filter(|id| lines.iter().all(|cites| cites.contains(id))).collect()
        }
        [_] | [] => Vec::new(),
    }
}

/// A line of a rule without the remark at its end.
fn without_remark(line: &str) -> &str {
    let mut in_text = false;
    for (at, sign) in line.char_indices() {
        match sign {
            '"' => in_text = !in_text,
            '#' if !in_text => return &line[..at],
            _ => {}
        }
    }
    line
}
