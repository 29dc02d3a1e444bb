//! An explanation as indented lines, for people: what it is, where it comes from, and below that what it comes of.
//!
//! The words of a clause stand where it is cited first. Start with [`write`].

use super::ExplainSubject;
use super::words::{Words, quoted};
use crate::engine::Outcome;
use crate::explain::{Cited, Node, RowName, Shut, Step, What};
use crate::report::grid::printed;
use crate::report::left_out_words;
use rustc_hash::FxHashSet;
use std::io::{self, Write};

/// Writes it.
pub fn write(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page {
        words: Words { outcome: subject.outcome },
        out,
        cited: FxHashSet::default(),
        all: subject.all,
        is_shut: false,
        is_folded: false,
    };
    writeln!(page.out, "{}", printed(subject.title))?;
    for node in &subject.explanation.nodes {
        writeln!(page.out)?;
        page.node(node, 0, None)?;
    }
    page.notes()?;
    left_out(subject, page.out)?;
    subject.stamp.line(page.out)
}

/// The records that nothing of it comes of.
fn left_out(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Outcome { left_out, logs, .. } = subject.outcome;
    if left_out.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nLeft out")?;
    left_out.iter().try_for_each(|left| writeln!(out, "  {}", printed(&left_out_words(left, logs))))
}

/// Writes the trees alone, one after the other, and whether there is more of them to see.
pub fn write_trees(subject: ExplainSubject<'_>, out: &mut dyn Write) -> io::Result<bool> {
    let words = Words { outcome: subject.outcome };
    let cited = FxHashSet::default();
    let mut page = Page { words, out, cited, all: subject.all, is_shut: false, is_folded: false };
    for node in &subject.explanation.nodes {
        page.node(node, 0, None)?;
    }
    Ok(page.is_shut || page.is_folded)
}

/// So many lines that were passed by are written.
const MOST_PASSED: usize = 5;

/// What becomes of a line that was passed by.
enum Passed {
    /// It is written.
    Few,
    /// It stands for itself and those after it, so many.
    First(usize),
    /// It is not.
    Folded,
}

struct Page<'a> {
    words: Words<'a>,
    out: &'a mut dyn Write,
    /// The clauses whose words have been written.
    cited: FxHashSet<String>,
    /// Whether everything is written.
    all: bool,
    is_shut: bool,
    is_folded: bool,
}

impl Page<'_> {
    fn node(&mut self, node: &Node, indent: usize, around: Option<&RowName>) -> io::Result<()> {
        let heading = self.words.heading(node, around);
        let mut line = heading;
        let tells_value = !matches!(node.what, What::Against { .. } | What::Key { .. });
        if let Some(value) = node.value.filter(|_| tells_value) {
            line.push_str(": ");
            line.push_str(&self.words.value(value));
        }
        if let Some(from) = self.words.from(node) {
            line.push_str(", ");
            line.push_str(&from);
        }
        match node.shut {
            Some(Shut::Above) => line.push_str(" (as above)"),
            Some(Shut::Deep) => {
                line.push_str(" …");
                self.is_shut = true;
            }
            None => {}
        }
        if indent > 0 {
            line.insert_str(0, "- ");
        }
        self.line(indent, &line)?;
        let inner = if indent > 0 { indent + 1 } else { 1 };
        if let Some(rule) = &node.rule {
            let words: Vec<&str> = rule.text.split_whitespace().collect();
            let line = if rule.text.contains('\n') {
                format!("rule in {}", quoted(rule))
            } else {
                format!("rule: {} ({})", words.join(" "), quoted(rule))
            };
            self.line(inner, &printed(&line))?;
        }
        self.clauses(&node.clauses, inner)?;
        for (place, step) in node.steps.iter().enumerate() {
            match self.passed_before(&node.steps, place) {
                Passed::Few => {}
                Passed::First(count) => {
                    self.is_folded = true;
                    self.line(inner, &format!("passed by: {count} lines before these"))?;
                    continue;
                }
                Passed::Folded => continue,
            }
            let words = self.words.step(step);
            self.line(inner, &words)?;
            if let Step::Taken { clauses, .. } = step {
                self.clauses(clauses, inner + 1)?;
            }
        }
        let own = name_of(&node.what).or(around);
        if matches!(node.what, What::Against { .. }) {
            let cited: Vec<&Cited> = node.children.iter().flat_map(|key| &key.clauses).collect();
            self.clauses_of(&cited, inner)?;
        }
        for child in &node.children {
            // What is no part of the sum is told by the condition, and a key by the comparison.
            let is_idle = matches!(node.what, What::Item { counts: false, .. });
            let is_told = if matches!(child.what, What::Key { .. }) {
                child.children.iter().all(is_closed)
            } else {
                is_idle && (child.shut.is_some() || matches!(child.what, What::Option(_)))
            };
            if is_told {
                self.is_shut |= child.shut == Some(Shut::Deep) || matches!(child.what, What::Key { .. });
                continue;
            }
            self.node(child, inner, own)?;
        }
        if node.more > 0 {
            self.is_folded = true;
            self.line(inner, &format!("- and {} more", node.more))?;
        }
        Ok(())
    }

    /// Of many lines that were passed by only the last ones are written, unless everything is.
    fn passed_before(&self, steps: &[Step], place: usize) -> Passed {
        let is_passed = |step: &Step| matches!(step, Step::Passed { .. });
        let passed = steps.iter().filter(|step| is_passed(step)).count();
        let number = steps[..place].iter().filter(|step| is_passed(step)).count();
        if self.all || passed <= MOST_PASSED || !is_passed(&steps[place]) {
            return Passed::Few;
        }
        match (number, passed - (MOST_PASSED - 1)) {
            (0, count) => Passed::First(count),
            (number, count) if number < count => Passed::Folded,
            (_, _) => Passed::Few,
        }
    }

    fn clauses(&mut self, clauses: &[Cited], indent: usize) -> io::Result<()> {
        self.clauses_of(&clauses.iter().collect::<Vec<_>>(), indent)
    }

    fn clauses_of(&mut self, clauses: &[&Cited], indent: usize) -> io::Result<()> {
        for (place, Cited { name, text }) in clauses.iter().enumerate() {
            if clauses[..place].iter().any(|known| known.name == *name) {
                continue;
            }
            let line = if self.cited.insert(name.clone()) {
                format!("clause {name}: “{text}”")
            } else {
                format!("clause {name}")
            };
            self.line(indent, &printed(&line))?;
        }
        Ok(())
    }

    fn line(&mut self, indent: usize, text: &str) -> io::Result<()> {
        writeln!(self.out, "{:indent$}{text}", "", indent = indent * 2)
    }

    /// How to see what was not written.
    fn notes(&mut self) -> io::Result<()> {
        if self.is_shut || self.is_folded {
            writeln!(self.out)?;
        }
        if self.is_shut {
            writeln!(self.out, "…: opens further with `--depth`")?;
        }
        if self.is_folded {
            writeln!(self.out, "long lists are written out with `--all`")?;
        }
        Ok(())
    }
}

/// Whether nothing of a node is told but its value.
fn is_closed(node: &Node) -> bool {
    node.shut.is_some() || node.children.is_empty() && node.rule.is_none()
}

/// The row that a node is of.
pub fn name_of(what: &What) -> Option<&RowName> {
    match what {
        What::Cell { of, .. }
        | What::Aggregate { of, .. }
        | What::Row { of, .. }
        | What::Place { of, .. }
        | What::Against { of, .. }
        | What::History { of, .. }
        | What::WhyNot { of, .. } => Some(of),
        What::Option(_) | What::Item { .. } | What::Key { .. } | What::Words(_) => None,
    }
}
