//! An explanation for programs: every node with all that is known of it, under keys that stay.
//!
//! Start with [`write`]. It must never leave anything out that the text tells; `text` of a node is that of the text.

use super::ExplainSubject;
use super::text::name_of;
use super::words::Words;
use crate::engine::Outcome;
use crate::explain::{
    Change, Cited, Finding, From, Node, Quote, RowName, Rows, Shut, Side, Step, Wanted, What,
};
use crate::report::fields::{Fields, text, value};
use crate::report::left_out;
use crate::sheet::RecordPlace;
use crate::syntax::ast::Direction;
use crate::value::Value;
use std::io::{self, Write};

/// Writes it.
pub fn write(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { words: Words { outcome: subject.outcome }, out };
    let mut top = Fields::new(",\n ");
    page.out.write_all(b"{")?;
    page.text(&mut top, "format", subject.name)?;
    page.text(&mut top, "title", subject.title)?;
    subject.stamp.all(&mut top, page.out)?;
    top.key(page.out, "explained")?;
    page.all(&subject.explanation.nodes, ",\n  ", Page::node)?;
    top.key(page.out, "left_out")?;
    let Outcome { left_out, logs, .. } = subject.outcome;
    page.all(left_out, ",\n  ", |page, left| left_out::json(logs, left, page.out))?;
    page.out.write_all(b"}\n")
}

/// Writes the trees alone, as a list.
pub fn write_trees(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { words: Words { outcome: subject.outcome }, out };
    page.all(&subject.explanation.nodes, ", ", Page::node)
}

struct Page<'a> {
    words: Words<'a>,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    fn all<T>(
        &mut self,
        all: &[T],
        between: &str,
        mut one: impl FnMut(&mut Self, &T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.out.write_all(b"[")?;
        for (place, item) in all.iter().enumerate() {
            self.out.write_all(if place == 0 { b"" } else { between.as_bytes() })?;
            one(self, item)?;
        }
        self.out.write_all(b"]")
    }

    fn text(&mut self, keys: &mut Fields, key: &str, words: &str) -> io::Result<()> {
        keys.key(self.out, key)?;
        text(self.out, words)
    }

    fn flag(&mut self, keys: &mut Fields, key: &str, flag: bool) -> io::Result<()> {
        keys.key(self.out, key)?;
        write!(self.out, "{flag}")
    }

    fn number(&mut self, keys: &mut Fields, key: &str, number: usize) -> io::Result<()> {
        keys.key(self.out, key)?;
        write!(self.out, "{number}")
    }

    fn value(&mut self, keys: &mut Fields, key: &str, held: Value) -> io::Result<()> {
        keys.key(self.out, key)?;
        value(held, &self.words.outcome.symbols, self.out)
    }

    fn node(&mut self, node: &Node) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        self.text(&mut keys, "what", what(&node.what))?;
        let heading = self.words.heading(node, None);
        self.text(&mut keys, "text", &heading)?;
        self.about(&mut keys, &node.what)?;
        if let Some(of) = name_of(&node.what) {
            keys.key(self.out, "of")?;
            self.name(of)?;
        }
        if let Some(held) = node.value {
            self.value(&mut keys, "value", held)?;
        }
        match node.from {
            From::Rule | From::Nowhere => {}
            From::Log => self.flag(&mut keys, "recorded", true)?,
            From::Record(place) | From::Default(place) => {
                keys.key(self.out, "record")?;
                self.place(place)?;
                if matches!(node.from, From::Default(_)) {
                    self.flag(&mut keys, "or_default", true)?;
                }
            }
        }
        if let Some(rule) = &node.rule {
            keys.key(self.out, "rule")?;
            self.quote(rule)?;
        }
        self.clauses(&mut keys, &node.clauses)?;
        if !node.steps.is_empty() {
            keys.key(self.out, "steps")?;
            self.all(&node.steps, ", ", Page::step)?;
        }
        if !node.children.is_empty() {
            keys.key(self.out, "children")?;
            self.all(&node.children, ", ", Page::node)?;
        }
        if node.more > 0 {
            self.number(&mut keys, "more", node.more)?;
        }
        match node.shut {
            Some(Shut::Above) => self.text(&mut keys, "shut", "above")?,
            Some(Shut::Deep) => self.text(&mut keys, "shut", "deep")?,
            None => {}
        }
        self.out.write_all(b"}")
    }

    /// What a node is about, beyond its row.
    fn about(&mut self, keys: &mut Fields, what: &What) -> io::Result<()> {
        match what {
            What::Cell { column, .. } | What::History { column, .. } => self.text(keys, "column", column),
            What::Aggregate { text, .. } | What::Row { text, .. } => self.text(keys, "expression", text),
            What::Option(name) => self.text(keys, "option", name),
            What::Item { text, counts } => {
                self.text(keys, "expression", text)?;
                self.flag(keys, "counts", *counts)
            }
            What::Place { standing, among, shared, .. } => {
                self.text(keys, "standing", standing)?;
                self.number(keys, "among", *among)?;
                self.flag(keys, "shared", *shared)
            }
            What::Against { other, ahead, .. } => {
                keys.key(self.out, "other")?;
                self.name(other)?;
                self.ahead(keys, *ahead)
            }
            What::Key { text, direction, other, ahead, among_tied } => {
                self.text(keys, "expression", text)?;
                self.text(keys, "first", first(*direction))?;
                self.value(keys, "other_value", *other)?;
                self.ahead(keys, *ahead)?;
                self.flag(keys, "among_tied", *among_tied)
            }
            What::Words(_) => Ok(()),
            What::WhyNot { text, column, taken, .. } => {
                self.text(keys, "line", text)?;
                self.text(keys, "column", column)?;
                self.flag(keys, "taken", *taken)
            }
        }
    }

    fn ahead(&mut self, keys: &mut Fields, ahead: Option<bool>) -> io::Result<()> {
        match ahead {
            Some(ahead) => self.flag(keys, "ahead", ahead),
            None => self.flag(keys, "level", true),
        }
    }

    fn step(&mut self, step: &Step) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        self.text(&mut keys, "step", step_word(step))?;
        let words = self.words.step(step);
        self.text(&mut keys, "text", &words)?;
        match step {
            Step::Over { text, value } => {
                self.text(&mut keys, "expression", text)?;
                self.value(&mut keys, "value", *value)?;
            }
            Step::Passed { line, why } => {
                keys.key(self.out, "line")?;
                self.quote(line)?;
                self.findings(&mut keys, why)?;
            }
            Step::Taken { line, clauses, why } => {
                keys.key(self.out, "line")?;
                self.quote(line)?;
                self.clauses(&mut keys, clauses)?;
                self.findings(&mut keys, why)?;
            }
            Step::Chosen { text, why } => {
                self.text(&mut keys, "expression", text)?;
                self.findings(&mut keys, why)?;
            }
            Step::Instead { missing, text } => {
                self.text(&mut keys, "missing", missing)?;
                self.text(&mut keys, "expression", text)?;
            }
            Step::Unmet { why, line } => {
                self.findings(&mut keys, why)?;
                if let Some(line) = line {
                    self.text(&mut keys, "taken_instead", line)?;
                }
            }
            Step::If(why) => self.findings(&mut keys, why)?,
            Step::Aggregated(rows) => self.rows(&mut keys, rows)?,
            Step::Corrected { before, by, reason, place } => {
                self.value(&mut keys, "before", *before)?;
                for (key, words) in [("by", by), ("reason", reason)] {
                    if let Some(words) = words {
                        self.text(&mut keys, key, words)?;
                    }
                }
                keys.key(self.out, "record")?;
                self.place(*place)?;
            }
            Step::Annulled { by, reason, place } => {
                for (key, words) in [("by", by), ("reason", reason)] {
                    if let Some(words) = words {
                        self.text(&mut keys, key, words)?;
                    }
                }
                keys.key(self.out, "record")?;
                self.place(*place)?;
            }
            Step::Disputed { by, place, changes } => {
                self.text(&mut keys, "by", by)?;
                keys.key(self.out, "record")?;
                self.place(*place)?;
                keys.key(self.out, "values")?;
                self.all(changes, ", ", |page, (column, of, recorded, reported)| {
                    page.out.write_all(b"{")?;
                    let mut keys = Fields::new(", ");
                    page.text(&mut keys, "column", column)?;
                    keys.key(page.out, "of")?;
                    page.name(of)?;
                    page.value(&mut keys, "recorded", *recorded)?;
                    page.value(&mut keys, "reported", *reported)?;
                    page.out.write_all(b"}")
                })?;
            }
            Step::Was(held) | Step::Began(held) => self.value(&mut keys, "value", *held)?,
            Step::Stayed { moved, stayed } => {
                self.number(&mut keys, "moved", *moved)?;
                self.number(&mut keys, "stayed", *stayed)?;
            }
            Step::Carried { column, after } => {
                self.text(&mut keys, "column", column)?;
                if let Some(after) = after {
                    keys.key(self.out, "after")?;
                    self.name(after)?;
                }
            }
            Step::Said(_) => {}
            Step::Change(change) => self.change(&mut keys, change)?,
        }
        self.out.write_all(b"}")
    }

    fn rows(&mut self, keys: &mut Fields, rows: &Rows) -> io::Result<()> {
        self.text(keys, "aggregate", rows.aggregate.name())?;
        self.text(keys, "rows", &rows.called[1])?;
        self.number(keys, "taken", rows.taken)?;
        if let Some(hits) = rows.hits {
            self.number(keys, "fulfilling", hits)?;
        }
        for (key, count) in [
            ("left_out", rows.left_out),
            ("void", rows.void),
            ("missing", rows.missing),
            ("annulled", rows.annulled),
            ("not_chosen", rows.not_chosen),
            ("apart", rows.apart),
        ] {
            if count > 0 {
                self.number(keys, key, count)?;
            }
        }
        if rows.among_tied {
            self.flag(keys, "among_tied", true)?;
        }
        Ok(())
    }

    fn change(&mut self, keys: &mut Fields, change: &Change) -> io::Result<()> {
        self.text(keys, "expression", &change.text)?;
        if let Some(of) = &change.whose {
            keys.key(self.out, "of")?;
            self.name(of)?;
        }
        self.value(keys, "is", change.is)?;
        match &change.wanted {
            Wanted::Exactly(held) => self.value(keys, "exactly", *held),
            Wanted::AtLeast(held) => self.value(keys, "at_least", *held),
            Wanted::AtMost(held) => self.value(keys, "at_most", *held),
            Wanted::Above(held) => self.value(keys, "above", *held),
            Wanted::Below(held) => self.value(keys, "below", *held),
            Wanted::Not(held) => self.value(keys, "not", *held),
            Wanted::OneOf(all) => {
                keys.key(self.out, "one_of")?;
                self.all(all, ", ", |page, held| value(*held, &page.words.outcome.symbols, page.out))
            }
            Wanted::Known => self.flag(keys, "known", true),
            Wanted::Unknown => self.flag(keys, "known", false),
        }
    }

    fn findings(&mut self, keys: &mut Fields, why: &[Finding]) -> io::Result<()> {
        if why.is_empty() {
            return Ok(());
        }
        keys.key(self.out, "why")?;
        self.all(why, ", ", |page, finding| {
            page.out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            page.text(&mut keys, "condition", &finding.text)?;
            if let Some(holds) = finding.holds {
                page.flag(&mut keys, "holds", holds)?;
            }
            if let Some(side) = finding.side {
                let side = match side {
                    Side::Below => "below",
                    Side::Above => "above",
                    Side::Beside => "beside",
                };
                page.text(&mut keys, "value_lies", side)?;
            }
            if !finding.values.is_empty() {
                keys.key(page.out, "values")?;
                page.all(&finding.values, ", ", |page, (words, held)| {
                    page.out.write_all(b"{")?;
                    let mut keys = Fields::new(", ");
                    page.text(&mut keys, "expression", words)?;
                    page.value(&mut keys, "value", *held)?;
                    page.out.write_all(b"}")
                })?;
            }
            page.out.write_all(b"}")
        })
    }

    fn clauses(&mut self, keys: &mut Fields, clauses: &[Cited]) -> io::Result<()> {
        if clauses.is_empty() {
            return Ok(());
        }
        keys.key(self.out, "clauses")?;
        self.all(clauses, ", ", |page, clause| {
            page.out.write_all(b"{")?;
            let mut keys = Fields::new(", ");
            page.text(&mut keys, "name", &clause.name)?;
            page.text(&mut keys, "text", &clause.text)?;
            page.out.write_all(b"}")
        })
    }

    fn quote(&mut self, quote: &Quote) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        self.text(&mut keys, "text", &quote.text)?;
        self.text(&mut keys, "file", &quote.file)?;
        self.number(&mut keys, "line", quote.line)?;
        self.out.write_all(b"}")
    }

    fn name(&mut self, name: &RowName) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let RowName { game, place, in_match, entrant, seat, part } = name;
        let words =
            [("entrant", entrant), ("game", game), ("match", in_match), ("seat", seat), ("part", part)];
        let words: Vec<(&str, &String)> =
            words.into_iter().filter_map(|(key, words)| Some((key, words.as_ref()?))).collect();
        let mut keys = Fields::new(", ");
        for (key, words) in words {
            self.text(&mut keys, key, words)?;
        }
        if let Some(place) = place {
            keys.key(self.out, "record")?;
            self.place(*place)?;
        }
        self.out.write_all(b"}")
    }

    fn place(&mut self, place: RecordPlace) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let mut keys = Fields::new(", ");
        let log = self.words.outcome.logs.get(place.log as usize).map_or("", String::as_str);
        self.text(&mut keys, "file", log)?;
        self.number(&mut keys, "line", place.line as usize)?;
        self.out.write_all(b"}")
    }
}

fn what(what: &What) -> &'static str {
    match what {
        What::Cell { .. } => "cell",
        What::Aggregate { .. } => "aggregate",
        What::Row { .. } => "row",
        What::Option(_) => "option",
        What::Item { .. } => "item",
        What::Place { .. } => "place",
        What::Against { .. } => "against",
        What::Key { .. } => "key",
        What::History { .. } => "history",
        What::Words(_) => "words",
        What::WhyNot { .. } => "why_not",
    }
}

fn step_word(step: &Step) -> &'static str {
    match step {
        Step::Over { .. } => "over",
        Step::Passed { .. } => "passed",
        Step::Taken { .. } => "taken",
        Step::Chosen { .. } => "chosen",
        Step::Instead { .. } => "instead",
        Step::Unmet { .. } => "unmet",
        Step::If(_) => "if",
        Step::Aggregated(_) => "aggregated",
        Step::Corrected { .. } => "corrected",
        Step::Annulled { .. } => "annulled",
        Step::Disputed { .. } => "disputed",
        Step::Was(_) => "before",
        Step::Began(_) => "began",
        Step::Stayed { .. } => "stayed",
        Step::Carried { .. } => "carried",
        Step::Said(_) => "said",
        Step::Change(_) => "change",
    }
}

fn first(direction: Direction) -> &'static str {
    match direction {
        Direction::Highest => "highest",
        Direction::Lowest => "lowest",
        Direction::Latest => "latest",
        Direction::Earliest => "earliest",
        Direction::Longest => "longest",
        Direction::Shortest => "shortest",
        Direction::Yes => "yes",
        Direction::No => "no",
    }
}
