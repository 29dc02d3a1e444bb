//! What is written for the elements of lists: the column `name`, where a step looks at it.
//!
//! Comes in: tables with all that a log recorded, and the texts behind symbols. Goes out: the columns, and texts for them. It
//! must never know a step. Start with [`fill`].

use crate::ruleset::Ruleset;
use crate::sheet::{Column, Data, Tables};
use crate::value::Symbols;

/// Fills the columns that are needed; anew, as what was recorded may have been corrected.
pub(super) fn fill(ruleset: &Ruleset, tables: &mut Tables, symbols: &mut Symbols) {
    for written in ruleset.written.iter().filter(|written| written.needed) {
        let mut text = String::new();
        let rows = 0..tables.rows(written.list);
        let texts = rows.map(|row| {
            text.clear();
            written.put(ruleset, tables, symbols, (row, &mut text));
            symbols.intern(&text)
        });
        let column = Column::full(Data::Symbol(texts.collect()));
        tables.set_column(written.name, column);
    }
}
