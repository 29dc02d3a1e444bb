//! A text of several tables: headings, columns that align in any script, numbers below one another by their points.
//!
//! Comes in: headings and cells as they are to be printed. Goes out: lines. Rows are kept until the table is
//! complete, as the widest cell decides. It must never know an outcome. Start with [`Sections`], then [`Grid`].

use super::cell::harmless;
use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, TableStyle};
use std::io::{self, Write};

const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Parts of the text with a heading each and an empty line between them.
pub struct Sections<'a> {
    /// Where it is written.
    pub out: &'a mut dyn Write,
    written: bool,
}

impl<'a> Sections<'a> {
    /// Nothing written yet.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, written: false }
    }

    /// Begins a part.
    pub fn begin(&mut self, heading: &str) -> io::Result<()> {
        if self.written {
            writeln!(self.out)?;
        }
        self.written = true;
        writeln!(self.out, "{}", printed(heading))
    }

    /// Writes a line below a table.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "  {}", printed(text))
    }

    /// Leaves a line empty between two tables of one part.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Writes a table.
    pub fn table(&mut self, grid: Grid) -> io::Result<()> {
        for line in grid.finish().trim_fmt().lines() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }
}

/// Where the cells of a column stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// On the left: words.
    Left,
    /// On the right.
    Right,
    /// Numbers, with their points below one another.
    Point,
}

/// A table in the making.
pub struct Grid {
    headings: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these columns, and no rows.
    pub fn new(headings: Vec<(String, Align)>) -> Self {
        Self { headings, rows: Vec::new() }
    }

    /// Adds a row: a cell for each heading.
    pub fn add(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The rows alone, without headings.
    pub fn lines(self) -> Vec<String> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        self.finish().trim_fmt().lines().map(str::to_owned).collect()
    }

    fn finish(mut self) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled);
        if self.headings.iter().any(|(heading, _)| !heading.is_empty()) {
            table.set_header(self.headings.iter().map(|(heading, _)| Cell::new(printed(heading))));
        }
        for (place, (_, align)) in self.headings.iter().enumerate() {
            if *align == Align::Point {
                line_up(self.rows.iter_mut().filter_map(|row| row.get_mut(place)).collect());
            }
        }
        // Columns are there as soon as something stands in them.
        table.add_rows(self.rows);
        for (place, (_, align)) in self.headings.iter().enumerate() {
            if let Some(column) = table.column_mut(place) {
                column.set_padding((0, 1));
                column.set_cell_alignment(match align {
                    Align::Left => CellAlignment::Left,
                    Align::Right | Align::Point => CellAlignment::Right,
                });
            }
        }
        table
    }
}

/// Fills cells up on the right so that their points are below one another.
fn line_up(cells: Vec<&mut String>) {
    let after_point = |cell: &str| cell.rfind('.').map_or(0, |point| cell.len() - point);
    let most = cells.iter().map(|cell| after_point(cell)).max().unwrap_or(0);
    for cell in cells {
        let missing = most - after_point(cell);
        if !cell.is_empty() {
            cell.extend(std::iter::repeat_n(' ', missing));
        }
    }
}

/// A text without what a terminal acts upon.
pub fn printed(text: &str) -> String {
    text.chars().map(harmless).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(headings: &[(&str, Align)], rows: &[&[&str]]) -> String {
        let mut grid = Grid::new(headings.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect());
        rows.iter().for_each(|row| grid.add(row.iter().map(|cell| (*cell).to_owned()).collect()));
        let mut out = Vec::new();
        Sections::new(&mut out).table(grid).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_stand_below_one_another_by_their_points() {
        let rows: &[&[&str]] =
            &[&["a", "75", "1"], &["b", "77.5", "–"], &["c", "≈-0.667", ""], &["d", "–", "10"]];
        let headings = [("name", Align::Left), ("points", Align::Point), ("n", Align::Point)];
        let expected = "
  name   points   n
  ──────────────────
  a      75       1
  b      77.5     –
  c     ≈-0.667
  d       –      10
";
        assert_eq!(lines(&headings, rows), expected.trim_start_matches('\n'));
    }
}
