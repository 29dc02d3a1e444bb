//! An explanation as one page of HTML that needs nothing else: it folds without a script, reads by day and by night, on a
//! telephone and on paper.
//!
//! Comes in: an explanation. Goes out: a page. Clauses stand beside what they decide. It must never ask a network for
//! anything. Start with [`write`].

use super::ExplainSubject;
use super::text::name_of;
use super::words::{Words, quoted};
use crate::engine::Outcome;
use crate::explain::{Cited, Node, RowName, Shut, Step, What};
use crate::report::cell::harmless;
use crate::report::left_out_words;
use crate::report::markup;
use std::io::{self, Write};

/// What the page looks like.
const STYLE: &str = include_str!("page.css");

/// So many levels are indented; those below them stand where these do.
const INDENTED: usize = 9;

/// Below what was asked for, no more than this are open when the page is.
const OPEN: usize = 3;

/// Writes it.
pub fn write(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { words: Words { outcome: subject.outcome }, out };
    let title = escaped(subject.title);
    writeln!(page.out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(page.out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(page.out, "<meta name=\"color-scheme\" content=\"light dark\">")?;
    writeln!(page.out, "<title>{title}: explained</title>\n<style>\n{STYLE}</style>\n</head>\n<body>")?;
    writeln!(page.out, "<header><h1>{title}</h1></header>\n<main>")?;
    for node in &subject.explanation.nodes {
        writeln!(page.out, "<section>")?;
        page.node(node, 0, (None, 1))?;
        writeln!(page.out, "</section>")?;
    }
    let Outcome { left_out, logs, .. } = subject.outcome;
    if !left_out.is_empty() {
        writeln!(page.out, "<section>\n<h2>Left out</h2>\n<ul>")?;
        for left in left_out {
            writeln!(page.out, "<li>{}</li>", escaped(&left_out_words(left, logs)))?;
        }
        writeln!(page.out, "</ul>\n</section>")?;
    }
    writeln!(page.out, "</main>\n<footer>{}</footer>\n</body>\n</html>", escaped(&subject.stamp.words()))
}

struct Page<'a> {
    words: Words<'a>,
    out: &'a mut dyn Write,
}

impl Page<'_> {
    /// A node, and how many stand beside it.
    fn node(
        &mut self,
        node: &Node,
        depth: usize,
        (around, beside): (Option<&RowName>, usize),
    ) -> io::Result<()> {
        let is_leaf = node.children.is_empty()
            && node.steps.is_empty()
            && node.rule.is_none()
            && node.clauses.is_empty();
        let class = if depth > INDENTED { " class=\"deep\"" } else { "" };
        if is_leaf {
            write!(self.out, "<p{class}>")?;
            self.heading(node, around)?;
            return writeln!(self.out, "</p>");
        }
        let open = if depth == 0 || depth == 1 && beside <= OPEN { " open" } else { "" };
        write!(self.out, "<details{class}{open}><summary>")?;
        self.heading(node, around)?;
        writeln!(self.out, "</summary>")?;
        self.body(node)?;
        let own = name_of(&node.what).or(around);
        for child in &node.children {
            self.node(child, depth + 1, (own, node.children.len()))?;
        }
        if node.more > 0 {
            writeln!(self.out, "<p>and {} more: say <code>--all</code></p>", node.more)?;
        }
        writeln!(self.out, "</details>")
    }

    fn heading(&mut self, node: &Node, around: Option<&RowName>) -> io::Result<()> {
        let heading = told(&self.words.heading(node, around));
        let idle = matches!(node.what, What::Item { counts: false, .. });
        write!(self.out, "<span{}>{heading}</span>", if idle { " class=\"idle\"" } else { "" })?;
        let tells_value = !matches!(node.what, What::Against { .. } | What::Key { .. });
        if let Some(value) = node.value.filter(|_| tells_value) {
            write!(self.out, ": <b>{}</b>", escaped(&self.words.value(value)))?;
        }
        if let Some(from) = self.words.from(node) {
            write!(self.out, " <small>{}</small>", escaped(&from))?;
        }
        match node.shut {
            Some(Shut::Above) => write!(self.out, " <small>as above</small>"),
            Some(Shut::Deep) => write!(self.out, " <small>…</small>"),
            None => Ok(()),
        }
    }

    /// The rule and what was decided on one side, the clauses on the other.
    fn body(&mut self, node: &Node) -> io::Result<()> {
        let taken = node.steps.iter().filter_map(|step| {
            let Step::Taken { clauses, .. } = step else { return None };
            Some(clauses)
        });
        let mut clauses: Vec<&Cited> = node.clauses.iter().chain(taken.flatten()).collect();
        if matches!(node.what, What::Against { .. }) {
            clauses.extend(node.children.iter().flat_map(|key| &key.clauses));
        }
        if node.rule.is_none() && node.steps.is_empty() && clauses.is_empty() {
            return Ok(());
        }
        let is_alone = node.rule.is_none() && node.steps.is_empty();
        writeln!(self.out, "<div class=\"why{}\"><div>", if is_alone { " alone" } else { "" })?;
        if let Some(rule) = &node.rule {
            writeln!(self.out, "<pre>{}</pre>", escaped(&dedented(&rule.text)))?;
            writeln!(self.out, "<p><small>{}</small></p>", escaped(&quoted(rule)))?;
        }
        if !node.steps.is_empty() {
            writeln!(self.out, "<ul>")?;
            for step in &node.steps {
                let class = if matches!(step, Step::Passed { .. }) {
                    " class=\"passed\""
                } else if matches!(step, Step::Taken { .. }) {
                    " class=\"taken\""
                } else {
                    ""
                };
                writeln!(self.out, "<li{class}>{}</li>", told(&self.words.step(step)))?;
            }
            writeln!(self.out, "</ul>")?;
        }
        writeln!(self.out, "</div><aside>")?;
        let mut cited: Vec<&str> = Vec::new();
        for Cited { name, text } in clauses {
            if cited.contains(&name.as_str()) {
                continue;
            }
            cited.push(name);
            let (name, text) = (escaped(name), escaped(text));
            writeln!(self.out, "<blockquote><cite>{name}</cite> {text}</blockquote>")?;
        }
        writeln!(self.out, "</aside></div>")
    }
}

/// Lines without the blanks that all of them begin with.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let is_cut = |line: &&&str| line.starts_with(' ');
    let least = lines.iter().filter(is_cut).map(indent).min().unwrap_or(0);
    let cut = |line: &&str| line.get(least..).filter(|_| line.starts_with(' ')).unwrap_or(line).to_owned();
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// Words in which what stands between backticks is quoted from the format.
fn told(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick that is alone is one.
    let is_even = parts.len().is_multiple_of(2);
    for (place, part) in parts.iter().enumerate() {
        match place % 2 {
            1 if is_even && place + 1 == parts.len() => {
                safe.push('`');
                safe.push_str(&escaped(part));
            }
            1 => {
                safe.push_str("<code>");
                safe.push_str(&escaped(part));
                safe.push_str("</code>");
            }
            _ => safe.push_str(&escaped(part)),
        }
    }
    safe
}

/// A text that HTML takes as it is, and that steers nothing.
fn escaped(text: &str) -> String {
    let steady = |sign: char| if sign == '\n' { sign } else { harmless(sign) };
    markup::escaped(&text.chars().map(steady).collect::<String>())
}
