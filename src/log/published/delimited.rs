//! Cells with a sign between them: CSV with commas or semicolons, and what a spreadsheet copies, with tabs.
//!
//! Comes in: the text and the sign. Goes out: one table. Start with [`read`].

use super::{Published, PublishedRow, PublishedTable};

/// Reads it.
///
/// # Errors
/// What is wrong, in words, and what to do.
pub(super) fn read(text: &str, separator: u8) -> Result<Published, (String, String)> {
    let mut table = PublishedTable::default();
    let mut beside = Vec::new();
    let mut lines = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    for record in lines.records() {
        let record = record
            .map_err(|error| (format!("it cannot be read: {error}"), "save it anew as CSV".to_owned()))?;
        let line = record.position().map_or(0, |position| usize::try_from(position.line()).unwrap_or(0));
        let mut cells: Vec<String> = record.iter().map(|cell| cell.trim().to_owned()).collect();
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if table.headings.is_empty() {
            if filled > 1 {
                table.headings = cells;
            } else if filled == 1 {
                beside.push(format!("“{}”", cells.concat()));
            }
            continue;
        }
        if filled == 0 {
            continue;
        }
        let most = table.headings.len();
        if cells.iter().skip(most).any(|cell| !cell.is_empty()) {
            table.unread.push((line, format!("it has {} cells, and there are {most} headings", cells.len())));
            continue;
        }
        // Programs leave empty cells at the end of a line out.
        cells.resize(most, String::new());
        table.rows.push(PublishedRow { line, cells });
    }
    Ok(Published { tables: vec![table], beside })
}
