//! Text whose columns are apart by two blanks or more, or by tabs: what this program prints, and what is copied.
//!
//! Comes in: the text. Goes out: a table for each part between empty lines that has headings. Start with [`read`].

use super::{Published, PublishedRow, PublishedTable};

/// Reads it.
pub(super) fn read(text: &str) -> Published {
    let mut found = Published::default();
    let mut title: Option<String> = None;
    let mut edition: Option<String> = None;
    let mut is_inside = false;
    for (line, words) in (1..).zip(text.lines()) {
        if words.trim().is_empty() {
            is_inside = false;
            continue;
        }
        if is_rule(words) {
            // A line of `═` stands below the name of an edition.
            if words.contains('═') && !is_inside {
                edition = title.take();
            }
            continue;
        }
        let cells: Vec<String> = cells(words).into_iter().map(str::to_owned).collect();
        match found.tables.last_mut().filter(|_| is_inside) {
            Some(table) if cells.len() == table.headings.len() => {
                table.rows.push(PublishedRow { line, cells });
            }
            Some(table) => {
                let reason =
                    format!("it has {} cells, and there are {} headings", cells.len(), table.headings.len());
                table.unread.push((line, reason));
            }
            None if cells.len() > 1 => {
                is_inside = true;
                let (name, edition) = (title.take(), edition.clone());
                found.tables.push(PublishedTable {
                    name,
                    edition,
                    headings: cells,
                    ..PublishedTable::default()
                });
            }
            None => {
                let before = title.replace(words.trim().to_owned());
                found.beside.extend(before.map(|before| format!("“{before}”")));
            }
        }
    }
    found.beside.extend(title.map(|title| format!("“{title}”")));
    found
}

/// The cells of a line.
pub(super) fn cells(line: &str) -> Vec<&str> {
    let mut cells = Vec::new();
    let mut rest = line.trim();
    while let Some(at) = gap(rest) {
        let (cell, after) = rest.split_at(at);
        cells.push(cell);
        rest = after.trim_start();
    }
    cells.push(rest);
    cells
}

/// Where a cell ends.
fn gap(text: &str) -> Option<usize> {
    let mut before: Option<(usize, char)> = None;
    for (at, sign) in text.char_indices() {
        match before {
            _ if sign == '\t' => {
                return Some(before.filter(|(_, sign)| sign.is_whitespace()).map_or(at, |(at, _)| at));
            }
            Some((at, known)) if known.is_whitespace() && sign.is_whitespace() => return Some(at),
            _ => before = Some((at, sign)),
        }
    }
    None
}

/// Whether a line is nothing but drawn.
pub(super) fn is_rule(line: &str) -> bool {
    let drawn = |sign: char| matches!(sign, '─' | '═' | '-' | '=' | '┼' | '+' | '|') || sign.is_whitespace();
    line.chars().all(drawn) && line.trim().chars().count() > 2
}
