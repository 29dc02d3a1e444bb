//! A table that somebody published, as rows of texts: CSV, JSON, or text whose columns stand below one another.
//!
//! Comes in: the bytes of a file. Goes out: [`Published`], one or more tables, and what stands beside them. It must never
//! know what a column means: that is for whoever compares. Start with [`published`].

mod delimited;
mod objects;
mod plain;
mod rounds;

/// What stands between those who meet, where they stand in one cell.
pub const MEETS: &[&str] =
    &[" v ", " v. ", " vs ", " vs. ", " – ", " — ", " - ", " : ", " x ", " × ", " gegen ", " contre "];

/// What a file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Published {
    /// The tables, in order; at least one.
    pub tables: Vec<PublishedTable>,
    /// What is no part of a table, in words.
    pub beside: Vec<String>,
}

/// A table of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedTable {
    /// What it is called, where it says so.
    pub name: Option<String>,
    /// Of which edition it is, where it says so.
    pub edition: Option<String>,
    /// The headings.
    pub headings: Vec<String>,
    /// The rows.
    pub rows: Vec<PublishedRow>,
    /// The lines that are no row of this table, each with the reason.
    pub unread: Vec<(usize, String)>,
}

/// A row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PublishedRow {
    /// On which line it begins.
    pub line: usize,
    /// A cell for each heading.
    pub cells: Vec<String>,
}

/// Reads a published table.
///
/// # Errors
/// What is wrong, in words, and what to do.
pub fn published(bytes: &[u8]) -> Result<Published, (String, String)> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        let help = "save it as UTF-8: in a spreadsheet as “CSV UTF-8”".to_owned();
        return Err(("it is not UTF-8".to_owned(), help));
    };
    let found = match text.trim_start().chars().next() {
        None => return Err(nothing()),
        Some('[' | '{') => objects::read(text)?,
        Some(_) => match separator(text) {
            Some(separator) => delimited::read(text, separator)?,
            None => plain::read(text),
        },
    };
    if found.tables.iter().all(|table| table.rows.is_empty() && table.unread.is_empty()) {
        return Err(nothing());
    }
    Ok(found)
}

fn nothing() -> (String, String) {
    let help = "give a line of headings, and below it a line for each entrant: CSV, JSON, or columns below one another, apart by two blanks or by bars";
    ("it holds no table".to_owned(), help.to_owned())
}

/// What stands between the cells; `None`: blanks.
fn separator(text: &str) -> Option<u8> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let most = |has: &dyn Fn(&str) -> bool| lines.iter().filter(|line| has(line)).count() * 2 > lines.len();
    if most(&|line| line.contains('\t')) {
        return Some(b'\t');
    }
    if lines.iter().any(|line| plain::is_rule(line))
        || most(&|line| plain::is_drawn(line))
        || most(&|line| plain::cells(line).len() > 1)
    {
        return None;
    }
    [';', ',']
        .into_iter()
        .find(|sign| most(&|line| line.contains(*sign)))
        .and_then(|sign| u8::try_from(sign).ok())
}
