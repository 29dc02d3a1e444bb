//! A bracket for a terminal: rounds as columns, lines drawn between them.
//!
//! Comes in: a [`Tree`]. Goes out: lines in which everything aligns in any script; names that are too long are cut.
//! Start with [`write`].

use super::layout::{Block, Side, Tree};
use crate::report::event::EventView;
use std::collections::BTreeMap;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Names that are wider are cut.
const MOST_WIDE: usize = 24;

/// Places between two columns: a blank, a line, a corner, a line, a blank.
const BETWEEN: usize = 5;

/// What stands before the name of whoever went on.
const WON: &str = "▸ ";

/// How wide the parts of a column are.
#[derive(Default, Clone)]
struct Widths {
    name: usize,
    scores: Vec<usize>,
    all: usize,
    /// Where it begins.
    at: usize,
}

/// Writes a bracket.
pub fn write(view: &EventView<'_>, tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", crate::report::grid::printed(&view.ruleset.title))?;
    writeln!(out, "{}", tree.title)?;
    if !tree.columns.is_empty() {
        writeln!(out, "behind each name: {}", tree.columns.join(", "))?;
    }
    writeln!(out)?;
    draw(tree, out)
}

/// Writes the rounds and the matches.
pub fn draw(tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    let columns = columns(tree);
    let mut lines: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new(); tree.lines + 2];
    for (heading, column) in tree.rounds.iter().zip(&columns) {
        lines[0].insert(column.at + 2, heading.clone());
    }
    for block in &tree.blocks {
        let column = &columns[block.round];
        for (line, side) in [(0, 0), (2, 1)] {
            put(&mut lines, block.top + line + 2, column.at, side_line(&block.sides[side], column));
        }
        put(&mut lines, block.top + 1 + 2, column.at + 2, cut(&block.label, MOST_WIDE));
    }
    for (place, block) in tree.blocks.iter().enumerate() {
        let before: Vec<&Block> = tree.blocks.iter().filter(|before| before.next == Some(place)).collect();
        join(&mut lines, &before, block, &columns);
    }
    for line in lines {
        let mut text = String::new();
        for (at, piece) in line {
            let missing = at.saturating_sub(text.width());
            text.extend(std::iter::repeat_n(' ', missing));
            text.push_str(&piece);
        }
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

fn put(lines: &mut [BTreeMap<usize, String>], line: usize, at: usize, text: String) {
    if let Some(line) = lines.get_mut(line) {
        line.insert(at, text);
    }
}

/// How wide each column is, and where it begins.
fn columns(tree: &Tree) -> Vec<Widths> {
    let empty = Widths { scores: vec![0; tree.columns.len()], ..Widths::default() };
    let mut columns = vec![empty; tree.rounds.len()];
    for block in &tree.blocks {
        let column = &mut columns[block.round];
        column.all = column.all.max(cut(&block.label, MOST_WIDE).width());
        for side in &block.sides {
            column.name = column.name.max(cut(&side.name, MOST_WIDE).width());
            for (widest, score) in column.scores.iter_mut().zip(&side.scores) {
                *widest = (*widest).max(score.width());
            }
        }
    }
    let mut at = 0;
    for (column, heading) in columns.iter_mut().zip(&tree.rounds) {
        let scores: usize = column.scores.iter().filter(|width| **width > 0).map(|width| width + 2).sum();
        column.all = 2 + column.all.max(column.name + scores).max(heading.width());
        column.at = at;
        at += column.all + BETWEEN;
    }
    columns
}

/// `▸ Ada    3`
fn side_line(side: &Side, column: &Widths) -> String {
    let name = cut(&side.name, MOST_WIDE);
    let mut line = format!("{}{name}", if side.won { WON } else { "  " });
    line.extend(std::iter::repeat_n(' ', column.name - name.width()));
    for (score, width) in side.scores.iter().zip(&column.scores).filter(|(_, width)| **width > 0) {
        line.extend(std::iter::repeat_n(' ', 2 + width - score.width()));
        line.push_str(score);
    }
    line.trim_end().to_owned()
}

/// Draws what leads from the matches before one to it.
fn join(lines: &mut [BTreeMap<usize, String>], before: &[&Block], block: &Block, columns: &[Widths]) {
    let middle = |block: &Block| block.top + 1 + 2;
    let entry = middle(block);
    let exits: Vec<usize> = before.iter().map(|block| middle(block)).collect();
    let (Some(first), Some(last)) = (exits.iter().min(), exits.iter().max()) else { return };
    let corner = columns[block.round].at.saturating_sub(3);
    for before in before {
        let column = &columns[before.round];
        let from = column.at + column.all + 1;
        put(lines, middle(before), from, "─".repeat(corner.saturating_sub(from)));
    }
    let (top, bottom) = (*first.min(&entry), *last.max(&entry));
    for line in top..=bottom {
        let sides = (line > top, line < bottom, exits.contains(&line), line == entry);
        let mut sign = corner_of(sides).to_owned();
        if line == entry {
            sign.push('─');
        }
        put(lines, line, corner, sign);
    }
}

/// The sign that leads up, down, to the left and to the right.
fn corner_of(sides: (bool, bool, bool, bool)) -> &'static str {
    match sides {
        (true, true, true, true) => "┼",
        (true, true, true, false) => "┤",
        (true, true, false, true) => "├",
        (true, true, false, false) => "│",
        (true, false, true, true) => "┴",
        (true, false, true, false) => "┘",
        (true, false, false, true) => "└",
        (true, false, false, false) => "╵",
        (false, true, true, true) => "┬",
        (false, true, true, false) => "┐",
        (false, true, false, true) => "┌",
        (false, true, false, false) => "╷",
        (false, false, _, _) => "─",
    }
}

/// A text that is no wider than this; where it would be, its end is left out.
pub fn cut(text: &str, most: usize) -> String {
    // Of a very long text the end cannot matter.
    let first: String = text.chars().take(most * 4 + 1).collect();
    if first.width() <= most && first.len() == text.len() {
        return first;
    }
    let mut kept = String::new();
    for sign in first.chars() {
        kept.push(sign);
        if kept.width() + 1 > most {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_by_their_width() {
        assert_eq!(cut("Ada", 3), "Ada");
        assert_eq!(cut("Adam", 3), "Ad…");
        assert_eq!(cut("将棋名人", 8), "将棋名人");
        assert_eq!(cut("将棋名人", 7), "将棋名…");
        assert_eq!(cut("将棋名人", 6), "将棋…");
        assert_eq!(cut(&"e\u{301}".repeat(5), 5), "e\u{301}".repeat(5));
        assert!(cut(&"x".repeat(10_000), 24).width() <= 24);
    }
}
