//! One rule: its clauses, and what it says: a sum, a table of bands, a list of cases, or the rule as it is written.
//!
//! Comes in: the checked rule, variants taken out. Goes out: blocks. A table has a row for each line of the rule, with the
//! clauses that the line rests on beside it. Start with [`View::write_rule`].

use super::document::{Inline, Line, Page, Table, code, filled, plain};
use super::ranges::minus;
use super::view::View;
use crate::ruleset::expression::{BandTable, CaseLine, TallyItem};
use crate::ruleset::{ClauseId, Expr, Node};
use crate::value::Value;

/// What a rule is called, and on what it rests.
pub struct Called<'n> {
    /// The name of what it computes; empty where the rule stands below a heading that says so.
    pub name: &'n str,
    /// The clauses of the rule as a whole.
    pub cites: &'n [ClauseId],
}

/// Whether a rule takes a place of its own: it rests on clauses, or is more than an expression.
pub fn is_worth_a_place(cites: &[ClauseId], rule: &Expr) -> bool {
    !cites.is_empty() || matches!(rule.node, Node::Tally(_) | Node::Bands(_) | Node::Cases(_))
}

impl View<'_> {
    /// Writes a rule.
    pub fn write_rule(&self, called: &Called<'_>, rule: &Expr, page: &mut Page) {
        self.quote(called.cites, page);
        match &rule.node {
            Node::Tally(items) => self.write_tally(called.name, items, page),
            Node::Bands(table) => self.write_bands(called.name, table, page),
            Node::Cases(lines) => self.write_cases(called.name, lines, page),
            Node::Widen(inner) => self.write_rule(&Called { cites: &[], ..*called }, inner, page),
            Node::Literal(_)
            | Node::Column { .. }
            | Node::Option(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Among(..)
            | Node::If { .. }
            | Node::Else(..)
            | Node::Known(_)
            | Node::Call(..)
            | Node::Random(_) => page.paragraph(self.defined(called.name, self.expression(rule))),
        }
    }

    /// `NAME = …`
    fn defined(&self, name: &str, value: Line) -> Line {
        if name.is_empty() {
            return value;
        }
        filled(self.words.defined, &[code(name), value])
    }

    fn write_tally(&self, name: &str, items: &[TallyItem], page: &mut Page) {
        let words = self.words;
        if items.is_empty() {
            page.paragraph(self.defined(name, plain("0")));
            return;
        }
        let cites: Vec<&[ClauseId]> = items.iter().map(|item| item.cites.as_slice()).collect();
        let cites = self.cited_lines(&cites, page);
        page.paragraph(self.defined(name, plain(words.sum_of)));
        let rows = items.iter().zip(cites).map(|(item, cited)| {
            let sign = if item.negative { "−" } else { "+" };
            let mut amount = plain(format!("{sign}\u{a0}"));
            amount.extend(self.expression(&item.value));
            let condition = match &item.condition {
                None if items.iter().all(|item| item.condition.is_none()) => Line::new(),
                None => plain(words.always),
                Some(condition) => self.expression(condition),
            };
            vec![amount, condition, cited]
        });
        let head = [words.amount, words.when, words.clause].map(plain).into();
        page.table(Table { head, rows: rows.collect() });
    }

    fn write_bands(&self, name: &str, table: &BandTable, page: &mut Page) {
        let words = self.words;
        let cites: Vec<&[ClauseId]> = table.bands.iter().map(|band| band.cites.as_slice()).collect();
        let cites = self.cited_lines(&cites, page);
        let subject = self.expression(&table.subject);
        page.paragraph(filled(words.by_bands, &[code(name), subject.clone()]));
        let mut head = vec![subject];
        match &table.pick {
            Some(pick) => head.extend(pick.seats.iter().map(|&seat| code(self.text(seat)))),
            None => head.push(code(name)),
        }
        head.push(plain(words.clause));
        let kind = match &table.subject.node {
            Node::Widen(inner) => &inner.ty.kind,
            _ => &table.subject.ty.kind,
        };
        let rows = table.bands.iter().zip(cites).map(|(band, cited)| {
            let mut row = vec![self.taken(&band.taken, kind)];
            row.extend(band.values.iter().map(|value| self.expression(value)));
            row.push(cited);
            row
        });
        page.table(Table { head, rows: rows.collect() });
    }

    fn write_cases(&self, name: &str, lines: &[CaseLine], page: &mut Page) {
        let words = self.words;
        if let [CaseLine { condition: None, value, cites, .. }] = lines {
            self.quote(cites, page);
            page.paragraph(self.defined(name, self.expression(value)));
            return;
        }
        let cites: Vec<&[ClauseId]> = lines.iter().map(|line| line.cites.as_slice()).collect();
        let cites = self.cited_lines(&cites, page);
        page.paragraph(filled(words.by_cases, &[code(name)]));
        let rows = lines.iter().zip(cites).map(|(line, cited)| {
            vec![self.condition(line.condition.as_ref()), self.expression(&line.value), cited]
        });
        let head = vec![plain(words.when), code(name), plain(words.clause)];
        page.table(Table { head, rows: rows.collect() });
    }

    /// A value in a cell: what a rule begins with, or costs.
    pub fn in_a_cell(&self, rule: &Expr) -> Line {
        match &rule.node {
            Node::Literal(Value::Integer(number)) => plain(minus(&number.to_string())),
            Node::Cases(lines) => {
                let lines = lines.iter().map(|line| {
                    let mut text = self.expression(&line.value);
                    text.push(Inline::Plain(self.words.colon.to_owned()));
                    text.extend(self.condition(line.condition.as_ref()));
                    text
                });
                super::document::joined(lines, &Inline::Break)
            }
            Node::Tally(_) | Node::Bands(_) => code(self.written(rule.at)),
            _ => self.expression(rule),
        }
    }
}
