//! Columnar tables: the data that the engine computes over.
//!
//! A sheet is a number of rows; each [`Column`] holds one value per row; a link ([`Index`]) says for
//! each row of one sheet which row of another it belongs to. Ids are given by the ruleset.
//! It must never know a rule, a name or a file.

mod column;
mod index;
mod integers;
mod tables;

pub use column::{Column, Data};
pub use index::{Grouping, Index, NO_ROW, row_id};
pub use integers::{IntegerSlice, Integers};
pub use tables::{RecordPlace, Tables};

/// A sheet of the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SheetId(pub u16);

/// A column of the ruleset; ids run over all sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColumnId(pub u32);

/// A link from the rows of one sheet to those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(pub u16);
