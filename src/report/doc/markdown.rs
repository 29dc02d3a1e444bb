//! A page as Markdown, with tables as most programs know them.
//!
//! Words of the format may hold any sign; what Markdown would take for a mark is escaped. Start with [`write`].

use crate::doc::{Block, Document, Inline, Line, Table};
use crate::report::cell::harmless;
use crate::report::tree::drawn_text;
use std::io::{self, Write};

/// Writes a page.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}", escaped(&document.title))?;
    document.blocks.iter().try_for_each(|block| {
        writeln!(out)?;
        write_block(block, out)
    })
}

fn write_block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Heading { level, text, .. } => {
            writeln!(out, "{} {}", "#".repeat(usize::from(*level)), unlisted(line(text, "  \n")))
        }
        Block::Paragraph(text) => writeln!(out, "{}", unlisted(line(text, "  \n"))),
        Block::Quote(clauses) => {
            let clauses: Vec<String> =
                clauses.iter().map(|clause| format!("> {}", escaped(clause))).collect();
            writeln!(out, "{}", clauses.join("\n>\n"))
        }
        Block::List { numbered, items } => (1_usize..).zip(items).try_for_each(|(number, item)| {
            let mark = if *numbered { format!("{number}. ") } else { "- ".to_owned() };
            let below = format!("  \n{}", " ".repeat(mark.len()));
            writeln!(out, "{mark}{}", unlisted(line(item, &below)))
        }),
        Block::Table(table) => write_table(table, out),
        Block::Drawing(drawing) => {
            writeln!(out, "```text")?;
            drawn_text(drawing, out)?;
            writeln!(out, "```")
        }
    }
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let row = |cells: &[Line]| {
        let cells = cells.iter().map(|cell| line(cell, "<br>").replace('|', "\\|"));
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    writeln!(out, "{}", row(&table.head))?;
    writeln!(out, "|{}", "---|".repeat(table.head.len()))?;
    table.rows.iter().try_for_each(|cells| writeln!(out, "{}", row(cells)))
}

/// A line; `below` is what begins a new one.
fn line(text: &[Inline], below: &str) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Plain(text) | Inline::Said(text) => unmarked(text),
        Inline::Strong(text) => format!("**{}**", unmarked(text)),
        Inline::Cited(text) => format!("*{}*", unmarked(text.trim())),
        Inline::Code(text) => code(text),
        Inline::Break => below.to_owned(),
    };
    text.iter().map(one).collect()
}

/// Code between as many quotes as it does not hold.
fn code(text: &str) -> String {
    let text: String = text.chars().map(harmless).collect();
    let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text that stands for itself.
fn escaped(text: &str) -> String {
    unlisted(unmarked(text))
}

/// A text in which no sign is a mark, on one line.
fn unmarked(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '~' => {
                safe.push('\\');
                safe.push(sign);
            }
            '&' if signs.peek().is_some_and(|next| next.is_ascii_alphanumeric() || *next == '#') => {
                safe.push_str("\\&");
            }
            '\n' | '\r' | '\t' => safe.push(' '),
            sign => safe.push(harmless(sign)),
        }
    }
    safe
}

/// A line whose beginning does not make it a heading, a list, or a rule.
fn unlisted(line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = digits > 0 && line[digits..].starts_with(['.', ')']);
    match (line.chars().next(), numbered) {
        (Some('#' | '+' | '-' | '='), _) => format!("\\{line}"),
        (_, true) => format!("{}\\{}", &line[..digits], &line[digits..]),
        (_, false) => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_a_mark_is_none() {
        assert_eq!(escaped("1. a_b *c* <d>\n# e"), "1\\. a\\_b \\*c\\* \\<d\\> # e");
        assert_eq!(escaped("- a"), "\\- a");
        assert_eq!(escaped("[a](b) & `c` &amp;"), "\\[a\\](b) & \\`c\\` \\&amp;");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("\u{1b}[2J"), "`\u{fffd}[2J`");
    }
}
