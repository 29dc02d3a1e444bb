//! How the elements of a list of parts are written as one text: `5-10`.

use super::Ruleset;
use crate::sheet::{ColumnId, SheetId, Tables};
use crate::value::Symbols;

/// How a row of a list is written: `5-10`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The sheet of the list.
    pub list: SheetId,
    /// Its columns, each with what stands behind it: nothing behind the last one. Each value can be told from what
    /// stands behind it.
    pub columns: Vec<(ColumnId, String)>,
    /// The column that holds the text, filled where `needed`.
    pub name: ColumnId,
    /// Whether a step looks at that column.
    pub needed: bool,
}

impl Written {
    /// What is written for a row; missing values are left out.
    #[must_use]
    pub fn text(&self, ruleset: &Ruleset, tables: &Tables, symbols: &Symbols, row: usize) -> String {
        let mut text = String::new();
        self.put(ruleset, tables, symbols, (row, &mut text));
        text
    }

    /// Appends what is written for a row.
    pub fn put(
        &self,
        ruleset: &Ruleset,
        tables: &Tables,
        symbols: &Symbols,
        (row, out): (usize, &mut String),
    ) {
        for (id, then) in &self.columns {
            if let Some(column) = tables.column(*id).filter(|column| row < column.len()) {
                column.value(row, &ruleset.column(*id).ty.kind).put_exact(symbols, out);
            }
            out.push_str(then);
        }
    }
}
