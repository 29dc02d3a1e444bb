//! Text whose columns stand below one another: apart by two blanks or more, or by lines, as in Markdown and in drawn boxes; what
//! this program prints, and what is copied.
//!
//! Comes in: the text. Goes out: a table for each part between empty lines that has headings. A line with fewer cells than there
//! are headings has empty ones: which, is said by where the others stand. Start with [`read`].

use super::{MEETS, Published, PublishedRow, PublishedTable};
use unicode_width::UnicodeWidthStr;

/// What stands between the cells of a drawn table.
const BARS: [char; 4] = ['|', '│', '║', '┃'];

/// The heading of a list of pairings, which has none.
const MEETING: &str = "pairing";

/// A cell, and where it stands, in columns of a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Cell {
    text: String,
    from: usize,
    to: usize,
}

/// A part between empty lines, while it is read.
#[derive(Default)]
struct Part {
    name: Option<String>,
    edition: Option<String>,
    headings: Vec<Cell>,
    rows: Vec<(usize, Vec<Cell>)>,
    is_drawn: bool,
}

/// Reads it.
pub(super) fn read(text: &str) -> Published {
    let mut found = Published::default();
    let mut title: Option<String> = None;
    let mut edition: Option<String> = None;
    let mut part: Option<Part> = None;
    let lines: Vec<&str> = text.lines().collect();
    let is_list = lines.iter().all(|line| is_rule(line) || placed(line).len() < 2);
    for (at, words) in lines.iter().copied().enumerate() {
        let line = at + 1;
        if words.trim().is_empty() {
            found.tables.extend(part.take().map(Part::table));
            continue;
        }
        if part.is_none() && are_meetings(&lines[at..], is_list) {
            let headings = vec![Cell { text: MEETING.to_owned(), from: 0, to: 0 }];
            part = Some(Part { name: title.take(), edition: edition.clone(), headings, ..Part::default() });
        }
        if is_rule(words) {
            // A line of `═` stands below the name of an edition.
            if is_underline(words) && part.is_none() {
                edition = title.take();
            }
            continue;
        }
        let is_drawn = is_drawn(words);
        let cells = placed(words);
        match &mut part {
            Some(part) => part.rows.push((line, cells)),
            None if cells.len() > 1 => {
                let (name, edition) = (title.take(), edition.clone());
                part = Some(Part { name, edition, headings: cells, rows: Vec::new(), is_drawn });
            }
            None => {
                let before = title.replace(words.trim().to_owned());
                found.beside.extend(before.map(|before| format!("“{before}”")));
            }
        }
    }
    found.tables.extend(part.map(Part::table));
    found.beside.extend(title.map(|title| format!("“{title}”")));
    found
}

/// Whether the lines up to the next empty one are pairings, one in each. A single one may be a title, unless the text is
/// nothing but a list.
fn are_meetings(lines: &[&str], is_list: bool) -> bool {
    let block = lines.iter().take_while(|line| !line.trim().is_empty());
    let is_meeting =
        |line: &&str| placed(line).len() < 2 && MEETS.iter().any(|between| line.contains(between));
    block.clone().all(is_meeting) && (is_list || block.count() > 1)
}

impl Part {
    fn table(mut self) -> PublishedTable {
        let most = self.headings.len();
        self.leave_out_nameless();
        let mut columns: Vec<(usize, usize)> =
            self.headings.iter().map(|heading| (heading.from, heading.to)).collect();
        for (_, cells) in self.rows.iter().filter(|(_, cells)| cells.len() == most) {
            for (column, cell) in columns.iter_mut().zip(cells) {
                *column = (column.0.min(cell.from), column.1.max(cell.to));
            }
        }
        let mut table = PublishedTable {
            name: self.name,
            edition: self.edition,
            headings: self
                .headings
                .into_iter()
                .map(|heading| heading.text.trim_matches('*').to_owned())
                .collect(),
            ..PublishedTable::default()
        };
        for (line, mut cells) in self.rows {
            if self.is_drawn {
                // Empty cells at the end of a line may be left out.
                while cells.len() > most && cells.last().is_some_and(|cell| cell.text.is_empty()) {
                    cells.pop();
                }
            }
            if !self.is_drawn && cells.len() > most {
                cells = joined(cells, &columns);
            }
            let count = cells.len();
            let by_bars = self.is_drawn && count < most && count > 1;
            let placed = if count == most || by_bars {
                let mut texts: Vec<String> = cells.into_iter().map(|cell| cell.text).collect();
                texts.resize(most, String::new());
                Some(texts)
            } else {
                below(cells, &columns)
            };
            match placed {
                Some(cells) => table.rows.push(PublishedRow { line, cells }),
                None => {
                    let why =
                        if count < most { ", and where they stand does not say which are empty" } else { "" };
                    let reason = format!("it has {count} cells, and there are {most} headings{why}");
                    table.unread.push((line, reason));
                }
            }
        }
        table
    }
}

impl Part {
    /// A last column without a heading is none.
    fn leave_out_nameless(&mut self) {
        let most = self.headings.len();
        let end = self.headings.last().map_or(0, |heading| heading.to);
        let last = self.rows.iter().filter(|(_, cells)| cells.len() == most + 1);
        let last = last.filter_map(|(_, cells)| cells.last()).map(|cell| cell.from);
        let Some(from) = last.filter(|from| !self.is_drawn && *from > end).min() else { return };
        for (_, cells) in &mut self.rows {
            cells.pop_if(|cell| cell.from >= from);
        }
    }
}

/// Cells of a row with too many: those that stand below one heading, and those that end before the next one begins, are one,
/// such as a name with two blanks in it.
fn joined(cells: Vec<Cell>, columns: &[(usize, usize)]) -> Vec<Cell> {
    let begins_after = |at: usize| columns.iter().map(|(from, _)| *from).find(|from| *from > at);
    let stands = |cell: &Cell| columns.iter().position(|(from, to)| cell.from < *to && cell.to > *from);
    let mut all: Vec<Cell> = Vec::new();
    for cell in cells {
        let own = stands(&cell);
        let is_part = |before: &Cell| match own {
            Some(own) => stands(before) == Some(own),
            None => begins_after(before.from).is_none_or(|next| cell.to < next),
        };
        match all.last_mut().filter(|before| is_part(before)) {
            Some(before) => {
                before.text.push_str(&" ".repeat(cell.from.saturating_sub(before.to)));
                before.text.push_str(&cell.text);
                before.to = cell.to;
            }
            None => all.push(cell),
        }
    }
    all
}

/// Cells below the columns that they stand in; `None` where that is not clear.
fn below(cells: Vec<Cell>, columns: &[(usize, usize)]) -> Option<Vec<String>> {
    if cells.len() > columns.len() || cells.len() < 2 {
        return None;
    }
    let mut row = vec![String::new(); columns.len()];
    let mut next = 0;
    for cell in cells {
        let shared = |(from, to): &(usize, usize)| cell.to.min(*to).saturating_sub(cell.from.max(*from));
        let most = columns.iter().map(shared).max().filter(|most| *most > 0)?;
        let mut below = columns.iter().enumerate().filter(|(_, column)| shared(column) == most);
        let (at, _) = below.next()?;
        if below.next().is_some() || at < next {
            return None;
        }
        next = at + 1;
        row[at] = cell.text;
    }
    Some(row)
}

/// The cells of a line.
pub(super) fn cells(line: &str) -> Vec<String> {
    placed(line).into_iter().map(|cell| cell.text).collect()
}

fn placed(line: &str) -> Vec<Cell> {
    if is_drawn(line) { between_bars(line) } else { between_blanks(line) }
}

/// Whether bars stand between the cells of a line: two of them, or one with blanks around it.
pub(super) fn is_drawn(line: &str) -> bool {
    let count = line.chars().filter(|sign| BARS.contains(sign)).count();
    count > 1 || count == 1 && BARS.iter().any(|bar| line.contains(&format!(" {bar} ")))
}

fn between_bars(line: &str) -> Vec<Cell> {
    let mut rest = line.trim();
    rest = rest.strip_prefix(BARS).unwrap_or(rest);
    rest = rest.strip_suffix(BARS).unwrap_or(rest);
    // In Markdown a bar that is a part of a cell has a stroke before it.
    let mut cells = vec![String::new()];
    for sign in rest.chars() {
        match cells.last_mut() {
            Some(cell) if sign == '|' && cell.ends_with('\\') => {
                cell.pop();
                cell.push(sign);
            }
            _ if BARS.contains(&sign) => cells.push(String::new()),
            Some(cell) => cell.push(sign),
            None => {}
        }
    }
    cells.into_iter().map(|text| Cell { text: text.trim().to_owned(), from: 0, to: 0 }).collect()
}

fn between_blanks(line: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut rest = line.trim_end();
    let mut at = 0;
    loop {
        let trimmed = rest.trim_start();
        at += rest[..rest.len() - trimmed.len()].width();
        rest = trimmed;
        let (cell, after) = rest.split_at(gap(rest).unwrap_or(rest.len()));
        let to = at + cell.width();
        cells.push(Cell { text: cell.to_owned(), from: at, to });
        if after.is_empty() {
            return cells;
        }
        at = to;
        rest = after;
    }
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
    let drawn = |sign: char| {
        matches!(sign, '-' | '=' | '+' | '|' | ':' | '–' | '—' | '_') || is_box(sign) || sign.is_whitespace()
    };
    line.chars().all(drawn)
        && line.trim().chars().count() > 2
        && line.chars().any(|sign| matches!(sign, '-' | '=' | '–' | '—' | '_') || is_box(sign))
}

/// Whether a line is nothing but `═`.
fn is_underline(line: &str) -> bool {
    line.trim().chars().all(|sign| sign == '═')
}

/// Whether boxes are drawn with a sign.
fn is_box(sign: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&sign)
}
