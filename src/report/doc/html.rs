//! A page as HTML: one file, no script, nothing loaded from anywhere.
//!
//! Above it stands a table of its chapters. A table that is too wide for the window moves in a box of its own, and so does a drawing.
//! Start with [`write`]; how it looks is said in `look`.

use super::look::STYLE;
use crate::doc::{Block, Document, Inline, Line, Table};
use crate::report::cell::harmless;
use crate::report::markup;
use crate::report::tree::drawn_picture;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// A cell that holds more letters is a sentence.
const LONG: usize = 30;

/// A cell that holds no more is a word, a number or a range.
const SHORT: usize = 14;

/// Writes a page.
pub fn write(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let Document { language, title, contents, blocks, .. } = document;
    let page = Page { document };
    let title = escaped(title);
    writeln!(out, "<!doctype html>")?;
    writeln!(out, "<html lang=\"{}\">", language.tag())?;
    writeln!(out, "<head>")?;
    writeln!(out, "<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta name=\"color-scheme\" content=\"light dark\">")?;
    writeln!(out, "<title>{title}</title>")?;
    writeln!(out, "<style>\n{STYLE}\n</style>")?;
    writeln!(out, "</head>")?;
    writeln!(out, "<body>")?;
    writeln!(out, "<main>")?;
    writeln!(out, "<h1{}>{title}</h1>", page.tag())?;
    // What is known of the regulation itself stands above the contents.
    let first =
        blocks.iter().position(|block| matches!(block, Block::Heading { .. })).unwrap_or(blocks.len());
    let (above, below) = blocks.split_at(first);
    let mut drawings = 0;
    above.iter().try_for_each(|block| page.block(block, &mut drawings, out))?;
    page.contents(contents, out)?;
    below.iter().try_for_each(|block| page.block(block, &mut drawings, out))?;
    writeln!(out, "</main>")?;
    writeln!(out, "</body>")?;
    writeln!(out, "</html>")
}

struct Page<'a> {
    document: &'a Document,
}

impl Page<'_> {
    /// The language of the words of the format, where it is another one.
    fn tag(&self) -> String {
        let Document { language, written_in, .. } = self.document;
        if written_in == language.tag() {
            String::new()
        } else {
            format!(" lang=\"{}\"", escaped(written_in))
        }
    }

    /// The chapters, and their parts where they have any.
    fn contents(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let headings = self.document.blocks.iter().filter_map(|block| match block {
            Block::Heading { level: level @ (2 | 3), anchor, text, is_listed: true } => {
                Some((*level, anchor, text))
            }
            Block::Heading { .. }
            | Block::Paragraph(_)
            | Block::Quote(_)
            | Block::List { .. }
            | Block::Table(_)
            | Block::Drawing(_) => None,
        });
        writeln!(
            out,
            "<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">{}</h2>\n<ol>",
            escaped(title)
        )?;
        // Whether a chapter, and the list of its parts, are open.
        let (mut chapter, mut parts) = (false, false);
        for (level, anchor, text) in headings {
            if level == 2 {
                if parts {
                    writeln!(out, "</ol>")?;
                }
                if chapter {
                    writeln!(out, "</li>")?;
                }
                (chapter, parts) = (true, false);
                write!(out, "<li>")?;
            } else {
                if !parts {
                    writeln!(out, "\n<ol>")?;
                }
                parts = true;
                write!(out, "<li>")?;
            }
            write!(out, "<a href=\"#{}\">{}</a>", escaped(anchor), self.line(text))?;
            if level == 3 {
                writeln!(out, "</li>")?;
            }
        }
        if parts {
            writeln!(out, "</ol>")?;
        }
        if chapter {
            writeln!(out, "</li>")?;
        }
        writeln!(out, "</ol>\n</nav>")
    }

    fn block(&self, block: &Block, drawings: &mut usize, out: &mut dyn Write) -> io::Result<()> {
        match block {
            Block::Heading { level, anchor, text, .. } => {
                writeln!(out, "<h{level} id=\"{}\">{}</h{level}>", escaped(anchor), self.line(text))
            }
            Block::Paragraph(text) => writeln!(out, "<p>{}</p>", self.line(text)),
            Block::Quote(clauses) => {
                writeln!(out, "<blockquote{}>", self.tag())?;
                clauses.iter().try_for_each(|clause| writeln!(out, "<p>{}</p>", escaped(clause)))?;
                writeln!(out, "</blockquote>")
            }
            Block::List { numbered, items } => {
                let list = if *numbered { "ol" } else { "ul" };
                writeln!(out, "<{list}>")?;
                items.iter().try_for_each(|item| writeln!(out, "<li>{}</li>", self.line(item)))?;
                writeln!(out, "</{list}>")
            }
            Block::Table(table) => self.table(table, out),
            Block::Drawing(drawing) => {
                *drawings += 1;
                writeln!(out, "<div class=\"wide drawing\" tabindex=\"0\">")?;
                drawn_picture(drawing, &format!("drawing-{drawings}-"), out)?;
                writeln!(out, "</div>")
            }
        }
    }

    fn table(&self, table: &Table, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>")?;
        let row = |cells: &[Line], tag: &str, out: &mut dyn Write| {
            write!(out, "<tr>")?;
            cells.iter().try_for_each(|cell| {
                let class = class_of(cell);
                write!(out, "<{tag}{class}>{}</{}>", self.line(cell), end_of(tag))
            })?;
            writeln!(out, "</tr>")
        };
        row(&table.head, "th scope=\"col\"", out)?;
        writeln!(out, "</thead>\n<tbody>")?;
        table.rows.iter().try_for_each(|cells| row(cells, "td", out))?;
        writeln!(out, "</tbody>\n</table>\n</div>")
    }

    fn line(&self, text: &[Inline]) -> String {
        let tag = self.tag();
        let one = |inline: &Inline| match inline {
            Inline::Plain(text) => escaped(text),
            Inline::Strong(text) => format!("<strong>{}</strong>", escaped(text)),
            Inline::Said(text) if tag.is_empty() => escaped(text),
            Inline::Said(text) => format!("<span{tag}>{}</span>", escaped(text)),
            Inline::Cited(text) => format!("<span class=\"cited\"{tag}>{}</span>", escaped(text)),
            Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
            Inline::Break => "<br>".to_owned(),
        };
        text.iter().map(one).collect()
    }
}

/// A cell that holds a sentence is not cut into many short lines, and one that holds a word or a range not at all.
fn class_of(cell: &Line) -> &'static str {
    let signs = |inline: &Inline| match inline {
        Inline::Plain(text) | Inline::Strong(text) | Inline::Said(text) | Inline::Cited(text) => text.width(),
        Inline::Code(_) | Inline::Break => 0,
    };
    match cell.iter().map(signs).sum() {
        1..=SHORT if cell.len() == 1 => " class=\"short\"",
        0..=LONG => "",
        _ => " class=\"long\"",
    }
}

/// The tag without what is said of it.
fn end_of(tag: &str) -> &str {
    tag.split(' ').next().unwrap_or(tag)
}

/// A text in which nothing is a mark, and no sign steers.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|sign| if sign == '\n' { ' ' } else { harmless(sign) }).collect();
    markup::escaped(&text)
}
