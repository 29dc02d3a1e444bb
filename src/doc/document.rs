//! A regulation as a page: headings, paragraphs, tables, drawings, in the order in which they are read.
//!
//! It says what is our own wording, what are words of the format, and what is a name or a rule, so that whoever writes it
//! out can tell them apart. It must never know Markdown or HTML. Start with [`Document`].

use super::words::Language;
use crate::ruleset::BracketMatch;
use std::collections::BTreeSet;

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The language of its headings.
    pub language: Language,
    /// The language of the words of the format, as pages tag it.
    pub written_in: String,
    /// What stands above the table of contents.
    pub contents: &'static str,
    /// Its title.
    pub title: String,
    /// What it says, from the top.
    pub blocks: Vec<Block>,
}

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// The heading of a chapter (level 2) or of a part of one (3, 4).
    Heading {
        /// From 2.
        level: u8,
        /// By which it is linked to; no other heading has it.
        anchor: String,
        /// What it says.
        text: Line,
        /// Whether it stands in the table of contents.
        is_listed: bool,
    },
    /// A paragraph.
    Paragraph(Line),
    /// Words of the regulation.
    Quote(Vec<String>),
    /// A list, its items numbered where their order matters.
    List {
        /// Whether it matters.
        numbered: bool,
        /// The items.
        items: Vec<Line>,
    },
    /// A table.
    Table(Table),
    /// A bracket.
    Drawing(Drawing),
}

/// A table: a heading for each column, and as many cells in each row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The headings.
    pub head: Vec<Line>,
    /// The rows.
    pub rows: Vec<Vec<Line>>,
}

/// A bracket before anybody plays in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// What it is called.
    pub title: String,
    /// What it shows, for those who do not see it.
    pub described: String,
    /// Its matches, each after those that its sides come from.
    pub matches: Vec<BracketMatch>,
    /// Who comes into each of them.
    pub sides: Vec<[String; 2]>,
    /// What a round is called that has no name of its own; `{0}` stands for its number.
    pub round: &'static str,
}

/// Words in a row.
pub type Line = Vec<Inline>;

/// Some of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Words of the page.
    Plain(String),
    /// Words of the page that matter.
    Strong(String),
    /// Words of the format: a title, a clause, a name that somebody gave.
    Said(String),
    /// Words of the regulation that stand behind what rests on them.
    Cited(String),
    /// A name or a rule, as the format writes it.
    Code(String),
    /// What follows stands on a line of its own.
    Break,
}

/// Words of the page.
pub fn plain(text: impl Into<String>) -> Line {
    vec![Inline::Plain(text.into())]
}

/// Words of the format.
pub fn said(text: impl Into<String>) -> Line {
    vec![Inline::Said(text.into())]
}

/// A name or a rule.
pub fn code(text: impl Into<String>) -> Line {
    vec![Inline::Code(text.into())]
}

/// Lines one after the other, with something between them.
pub fn joined(lines: impl IntoIterator<Item = Line>, between: &Inline) -> Line {
    let mut all = Line::new();
    for line in lines {
        if !all.is_empty() {
            all.push(between.clone());
        }
        all.extend(line);
    }
    all
}

/// Words with something in them: `{0}`, `{1}`…
pub fn filled(words: &str, values: &[Line]) -> Line {
    let mut line = Line::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((number, behind)) = after.split_once('}') else { break };
        if !before.is_empty() {
            line.push(Inline::Plain(before.to_owned()));
        }
        let value = number.parse().ok().and_then(|number: usize| values.get(number));
        line.extend(value.into_iter().flatten().cloned());
        rest = behind;
    }
    if !rest.is_empty() {
        line.push(Inline::Plain(rest.to_owned()));
    }
    line
}

/// A page in the making.
#[derive(Debug, Default)]
pub struct Page {
    /// What it says so far.
    pub blocks: Vec<Block>,
    anchors: BTreeSet<String>,
}

impl Page {
    /// Begins a chapter or a part of one; those of the highest two levels stand in the table of contents.
    pub fn heading(&mut self, level: u8, anchor: &str, text: Line) {
        self.begin((level, level <= 3), anchor, text);
    }

    /// Begins one of many parts, which do not stand in the table of contents.
    pub fn one_of_many(&mut self, anchor: &str, text: Line) {
        self.begin((3, false), anchor, text);
    }

    fn begin(&mut self, (level, is_listed): (u8, bool), anchor: &str, text: Line) {
        let plain: String =
            anchor.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' }).collect();
        let numbered = |number: u32| if number == 1 { plain.clone() } else { format!("{plain}-{number}") };
        let mut number = 1;
        while !self.anchors.insert(numbered(number)) {
            number += 1;
        }
        self.blocks.push(Block::Heading { level, anchor: numbered(number), text, is_listed });
    }

    /// Adds a paragraph, unless there is nothing to say.
    pub fn paragraph(&mut self, line: Line) {
        if !line.is_empty() {
            self.blocks.push(Block::Paragraph(line));
        }
    }

    /// Quotes the regulation, unless there is nothing to quote.
    pub fn quote(&mut self, clauses: Vec<String>) {
        if !clauses.is_empty() {
            self.blocks.push(Block::Quote(clauses));
        }
    }

    /// Adds a list, unless it is empty.
    pub fn list(&mut self, numbered: bool, items: Vec<Line>) {
        if !items.is_empty() {
            self.blocks.push(Block::List { numbered, items });
        }
    }

    /// Adds a table without its empty columns, unless nothing is left.
    pub fn table(&mut self, table: Table) {
        let Table { head, rows } = table;
        let is_used =
            |place: usize| rows.iter().any(|row| row.get(place).is_some_and(|cell| !cell.is_empty()));
        let used: Vec<bool> = (0..head.len()).map(is_used).collect();
        let keep = |cells: Vec<Line>| -> Vec<Line> {
            cells.into_iter().zip(&used).filter(|(_, used)| **used).map(|(cell, _)| cell).collect()
        };
        let table = Table { head: keep(head), rows: rows.into_iter().map(keep).collect() };
        if !table.head.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_unique_and_have_no_blanks() {
        let mut page = Page::default();
        for anchor in ["a b", "a-b", "段"] {
            page.heading(2, anchor, plain("x"));
        }
        let anchors: Vec<&str> = page
            .blocks
            .iter()
            .filter_map(|block| match block {
                Block::Heading { anchor, .. } => Some(anchor.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(anchors, ["a-b", "a-b-2", "段"]);
    }

    #[test]
    fn empty_columns_are_left_out() {
        let mut page = Page::default();
        let row = |text: &str| vec![plain(text), Line::new()];
        page.table(Table { head: vec![plain("a"), plain("b")], rows: vec![row("1"), row("2")] });
        let Some(Block::Table(table)) = page.blocks.first() else { panic!("a table") };
        assert_eq!(table.head, [plain("a")]);
        assert_eq!(table.rows, [vec![plain("1")], vec![plain("2")]]);
    }
}
