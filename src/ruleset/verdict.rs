//! Verdicts: conditions on rows, and what is said of a row that fulfils one.

use super::ClauseId;
use crate::sheet::{ColumnId, SheetId};
use crate::syntax::ast::VerdictKind;
use crate::value::{Symbols, Value};
use std::borrow::Cow;

/// A condition on the rows of a sheet.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// Which of the three.
    pub kind: VerdictKind,
    /// On whose rows.
    pub sheet: SheetId,
    /// The hidden column (yes/no) that says so.
    pub condition: ColumnId,
    /// What is said of such a row.
    pub text: Vec<Said>,
    /// Clauses cited.
    pub cites: Vec<ClauseId>,
    /// What a fault costs: a hidden column.
    pub costs: Option<ColumnId>,
}

/// A piece of what is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Words.
    Words(String),
    /// The value of a hidden column of the sheet, missing where the verdict does not hold.
    Value(ColumnId),
}

impl Verdict {
    /// Whether what is said names values of the row.
    #[must_use]
    pub fn speaks_of_the_row(&self) -> bool {
        self.text.iter().any(|piece| matches!(piece, Said::Value(_)))
    }

    /// What is said of a row, of which `value` gives the cells.
    #[must_use]
    pub fn said(&self, symbols: &Symbols, value: impl Fn(ColumnId) -> Value) -> Cow<'_, str> {
        match self.text.as_slice() {
            [] => Cow::Borrowed(""),
            [Said::Words(words)] => Cow::Borrowed(words),
            pieces => {
                let piece = |piece: &Said| match piece {
                    Said::Words(words) => words.clone(),
                    Said::Value(column) => value(*column).words(symbols),
                };
                Cow::Owned(pieces.iter().map(piece).collect())
            }
        }
    }
}
