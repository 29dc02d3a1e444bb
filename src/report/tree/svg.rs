//! A bracket as a picture for a page: SVG in words that any browser knows, nothing loaded from anywhere.
//!
//! Comes in: a [`Tree`]. Goes out: the same bytes whenever the bracket is the same. It is as wide as what it holds; it follows
//! a dark or a light page; a title and a description say what it shows to those who do not see it. Start with [`write`].

use super::layout::{Block, Side, Tree};
use super::text::cut;
use crate::report::event::EventView;
use crate::report::grid::printed;
use crate::report::markup::escaped;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Names that are wider are cut; the whole name is their title.
const MOST_WIDE: usize = 28;

/// How wide a letter is taken to be, how high a line, and what is left free around and between.
const LETTER: usize = 8;
const LINE: usize = 20;
const MARGIN: usize = 16;
const BETWEEN: usize = 48;
const PADDING: usize = 8;
/// Where the matches begin: below the title and the names of the rounds.
const HEAD: usize = 72;

const STYLE: &str = "\
text{font:14px system-ui,sans-serif;fill:#1b1f24}
.title{font-size:18px;font-weight:600}
.round,.label{font-size:12px;fill:#57606a}
.open{fill:#57606a;font-style:italic}
.won{font-weight:700}
.score{text-anchor:end;font-variant-numeric:tabular-nums}
rect{fill:#f6f8fa;stroke:#d0d7de}
path{fill:none;stroke:#8c959f;stroke-width:1.5}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}
.round,.label,.open{fill:#9198a1}
rect{fill:#151b23;stroke:#3d444d}
path{stroke:#656c76}
}";

/// Where a column begins, and how wide it is.
#[derive(Clone, Copy, Default)]
struct Column {
    at: usize,
    wide: usize,
}

/// Writes a bracket that is a file of its own.
pub fn write(view: &EventView<'_>, tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("{}: {}", printed(&view.ruleset.title), tree.title);
    let frame = Frame { ids: "", title: &title, described: &described(tree), is_alone: true };
    picture(tree, &frame, out)
}

/// What a picture is called, and where it stands.
pub struct Frame<'a> {
    /// What is put before its ids, so that a page may hold several.
    pub ids: &'a str,
    /// What it is called.
    pub title: &'a str,
    /// What it shows, for those who do not see it.
    pub described: &'a str,
    /// Whether it is a file of its own: then it says its title, and how it looks. Else the page does.
    pub is_alone: bool,
}

/// Writes a bracket.
pub fn picture(tree: &Tree, frame: &Frame<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Frame { ids, title, described, is_alone } = frame;
    let head = if *is_alone { HEAD } else { HEAD - 40 };
    let scores = score_widths(tree);
    let columns = columns(tree, &scores);
    let right = columns.iter().map(|column| column.at + column.wide).max().unwrap_or(MARGIN);
    let titled = if *is_alone { title.width() * 11 + 2 * MARGIN } else { 0 };
    let wide = (right + MARGIN).max(titled);
    let high = head + tree.lines * LINE + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
         role=\"img\" aria-labelledby=\"{ids}title {ids}desc\">"
    )?;
    writeln!(out, "<title id=\"{ids}title\">{}</title>", escaped(title))?;
    writeln!(out, "<desc id=\"{ids}desc\">{}</desc>", escaped(described))?;
    if *is_alone {
        writeln!(out, "<style>\n{STYLE}\n</style>")?;
        writeln!(
            out,
            "<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
            MARGIN + 14,
            escaped(title)
        )?;
    }
    for (heading, column) in tree.rounds.iter().zip(&columns) {
        let (x, y) = (column.at + PADDING, head - 14);
        writeln!(out, "<text class=\"round\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(heading))?;
    }
    for block in &tree.blocks {
        if let Some(next) = block.next.and_then(|next| tree.blocks.get(next)) {
            let from = columns[block.round].at + columns[block.round].wide;
            let to = columns[next.round].at;
            let (bend, y, end) = (to.saturating_sub(BETWEEN / 2), middle(block, head), middle(next, head));
            writeln!(out, "<path d=\"M{from} {y}H{bend}V{end}H{to}\"/>")?;
        }
    }
    for block in &tree.blocks {
        one_match(block, columns[block.round], (head, &scores), out)?;
    }
    writeln!(out, "</svg>")
}

fn one_match(
    block: &Block,
    column: Column,
    (head, scores): (usize, &[usize]),
    out: &mut dyn Write,
) -> io::Result<()> {
    let Column { at, wide } = column;
    let top = head + block.top * LINE;
    writeln!(out, "<rect x=\"{at}\" y=\"{top}\" width=\"{wide}\" height=\"{}\" rx=\"4\"/>", 3 * LINE)?;
    let line = |number: usize| top + number * LINE + 15;
    one_side(&block.sides[0], column, (line(0), scores), out)?;
    writeln!(
        out,
        "<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
        at + PADDING,
        line(1),
        cut_text(&block.label)
    )?;
    one_side(&block.sides[1], column, (line(2), scores), out)
}

fn one_side(
    side: &Side,
    column: Column,
    (y, scores): (usize, &[usize]),
    out: &mut dyn Write,
) -> io::Result<()> {
    let class = match (side.won, side.is_known) {
        (true, _) => " class=\"won\"",
        (false, true) => "",
        (false, false) => " class=\"open\"",
    };
    writeln!(out, "<text{class} x=\"{}\" y=\"{y}\">{}</text>", column.at + PADDING, cut_text(&side.name))?;
    let mut x = column.at + column.wide - PADDING;
    for (score, width) in side.scores.iter().zip(scores).rev() {
        let class = if side.won { "score won" } else { "score" };
        if !score.is_empty() {
            writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(score))?;
        }
        x = x.saturating_sub((width + 2) * LETTER);
    }
    Ok(())
}

/// What the picture shows, for those who do not see it.
fn described(tree: &Tree) -> String {
    let one = |block: &Block| {
        let [first, second] = &block.sides;
        let winner = block.sides.iter().find(|side| side.won);
        let nobody = if block.is_over { "won by nobody" } else { "not decided" };
        let end = winner.map_or_else(|| nobody.to_owned(), |winner| format!("won by {}", winner.name));
        format!("{}: {} against {}, {end}.", block.label, first.name, second.name)
    };
    tree.blocks.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn middle(block: &Block, head: usize) -> usize {
    head + block.top * LINE + LINE * 3 / 2
}

fn score_widths(tree: &Tree) -> Vec<usize> {
    let widest = |place: usize| {
        let sides = tree.blocks.iter().flat_map(|block| &block.sides);
        sides.filter_map(|side| side.scores.get(place)).map(|score| score.width()).max().unwrap_or(0)
    };
    (0..tree.columns.len()).map(widest).collect()
}

fn columns(tree: &Tree, scores: &[usize]) -> Vec<Column> {
    let behind: usize = scores.iter().map(|width| (width + 2) * LETTER).sum();
    let mut columns = vec![Column::default(); tree.rounds.len()];
    for block in &tree.blocks {
        let wide = &mut columns[block.round].wide;
        let names = block.sides.iter().map(|side| cut(&side.name, MOST_WIDE).width() * LETTER + behind);
        let texts = names.chain([cut(&block.label, MOST_WIDE).width() * LETTER]);
        *wide = (*wide).max(texts.max().unwrap_or(0) + 2 * PADDING);
    }
    let mut at = MARGIN;
    for (column, heading) in columns.iter_mut().zip(&tree.rounds) {
        column.wide = column.wide.max(heading.width() * LETTER + 2 * PADDING);
        column.at = at;
        at += column.wide + BETWEEN;
    }
    columns
}

/// A text, cut where it is too long; then the whole one is its title.
fn cut_text(text: &str) -> String {
    let short = cut(text, MOST_WIDE);
    if short == text {
        return escaped(text);
    }
    format!("{}<title>{}</title>", escaped(&short), escaped(text))
}
